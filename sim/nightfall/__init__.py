"""Nightfall, the base game, for two to five players, with a stand-in set of cards.

The rules are known; most values of the published cards are not. `cards.toml` holds a designed set of the same structure
and says of every fact how it is known; a user's file replaces values card by card, or the whole set.

"(rules 4.2)" in a docstring names a chapter of the rules as they are numbered for this game: 1 terms, 2 set-up and
draft, 3 zones, 4 combat phase, 5 chain phase, 6 claim phase, 7 cleanup phase, 8 starters, 9 targets and the order of
events, 10 end of the game, 11 odd cases.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ..core.game import Game
from ..reading.card_files import CardSource
from .actions import legal_actions
from .apply import apply
from .cards import TABLES, designed_facts, read_cards
from .describe import WORDS
from .generator import DRAWN
from .knowledge import MEASURES, determinize, measure
from .setup import make_tables, setup
from .state import ACTIONS_MAX, SEATS, STATE

READINGS_FILE = Path(__file__).with_name("readings.toml")


def assumptions(extra: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card and fact or rule, source, what)."""
    readings = tomllib.loads(READINGS_FILE.read_text(encoding="utf-8"))
    found = [(rule, fact["source"], fact["note"]) for rule, fact in readings.items()]
    return [*found, *designed_facts(read_cards(extra))]


def basis(extra: Sequence[CardSource] = ()) -> str:
    """That the stand-in set is played, with how many of its facts are designed and recalled; a user's file may replace
    all of them.
    """
    counts = Counter(source for _, source, _ in designed_facts(read_cards(extra)))
    told = " and ".join(f"{counts[source]} {source}" for source in ("designed", "recalled") if counts[source])
    return f"with the stand-in set ({told} facts)" if told else ""


GAME = Game(
    name="nightfall",
    title="Nightfall",
    seats=SEATS,
    player_counts=(2, 3, 4, 5),
    STATE=STATE,
    TABLES=TABLES,
    actions_max=ACTIONS_MAX,
    measures=MEASURES,
    words=WORDS,
    make_tables=make_tables,
    assumptions=assumptions,
    basis=basis,
    setup=setup,
    legal_actions=legal_actions,
    apply=apply,
    determinize=determinize,
    measure=measure,
    drawn=DRAWN,
    sorts=("type", "colour"),
)
