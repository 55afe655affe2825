"""Shards of Infinity, the base game, for two to four players.

"(rules 4.2)" in a docstring names a chapter of the rules as they are numbered for this game: 1 components, 2 set-up,
3 what holds throughout, 4 a turn (4.1 main phase; 4.2 attack phase: 4.2.1 assigning power, 4.2.2 shields, 4.2.3 losses;
4.3 end phase, in steps), 5 keywords, 6 cards with rules of their own, 7 end of the game.
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
from .knowledge import MEASURES, determinize, measure
from .setup import make_tables, setup
from .state import ACTIONS_MAX, SEATS, STATE

READINGS_FILE = Path(__file__).with_name("readings.toml")


def assumptions(extra: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    return open_facts(READINGS_FILE, read_cards(extra))


GAME = Game(
    name="shards_of_infinity",
    title="Shards of Infinity",
    seats=SEATS,
    player_counts=(2, 3, 4),
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
)
