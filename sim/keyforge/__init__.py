"""KeyForge: Call of the Archons, for two players, each with a deck of his own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.game import Game
from .actions import legal_actions
from .apply import apply
from .cards import assumptions as open_facts
from .cards import make_tables, resolve_table
from .describe import WORDS
from .generator import figures
from .knowledge import CATEGORIES, MEASURES, determinize, measure
from .setup import setup
from .state import ACTIONS_MAX, SEATS, STATE
from .tables import TABLES


def assumptions(extra: Sequence[str | Path] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    drawn = [(f"random decks: {name}", fact["source"], fact["note"]) for name, fact in figures().items()]
    return [fact for fact in (*open_facts(extra), *drawn) if fact[1] != "established"]


GAME = Game(
    name="keyforge",
    title="KeyForge: Call of the Archons",
    seats=SEATS,
    player_counts=(2,),
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
    resolve_table=resolve_table,
)
