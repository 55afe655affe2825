"""Aeon's End, the base game, for one to four players.

"(rules 4.2)" in a docstring names a chapter of the rules as they are numbered for this game: 1 quantities, 2 set-up,
3 turn order, 4 a player's turn (4.0 corruptions before casting; 4.1 casting phase; 4.2 main phase, with its actions
4.2.1 playing a card, 4.2.2 gaining one, 4.2.3 gaining a charge, 4.2.4 focusing, 4.2.5 opening a breach, 4.2.6 prepping,
4.2.7 prepped effects, 4.2.8 discarding powers; 4.3 its end; 4.4 draw phase), 5 breaches, 6 casting and damage by
players, 7 the players' zones, 8 charges and abilities, 9 nemesis turn (9.1 main phase, 9.2 draw phase, 9.3 its end),
10 damage to players and exhaustion, 11 end of the game, 12 resolving effects, 13 what is particular to one nemesis,
14 variants, 15 who decides, and what is hidden, 16 rulings, numbered.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.game import Game
from ..reading.card_files import CardSource
from ..reading.card_tables import open_facts
from .actions import legal_actions
from .apply import apply
from .cards import TABLES, read_cards
from .describe import WORDS
from .generator import DRAWN
from .knowledge import CATEGORIES, MEASURES, determinize, measure
from .setup import make_tables, setup
from .state import ACTIONS_MAX, SEATS, STATE

READINGS_FILE = Path(__file__).with_name("readings.toml")


def assumptions(extra: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    return open_facts(READINGS_FILE, read_cards(extra))


GAME = Game(
    name="aeons_end",
    title="Aeon's End",
    seats=SEATS,
    player_counts=(1, 2, 3, 4),
    STATE=STATE,
    TABLES=TABLES,
    actions_max=ACTIONS_MAX,
    measures=MEASURES,
    words=WORDS,
    make_tables=make_tables,
    assumptions=assumptions,
    setup=setup,
    legal_actions=legal_actions,
    apply=apply,
    determinize=determinize,
    measure=measure,
    categories=CATEGORIES,
    drawn=DRAWN,
    sorts=("type",),
)
