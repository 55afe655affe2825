"""Berserk: Heroes, for two players, each with a hero and a deck of his own.

The numbers of rules in docstrings count the rules of the game in this order: 1 deck construction, 2 zones, 3 setup,
4 the turn (A untap, B accumulation, C main, D end), 5 gold and playing cards, 6 combat, 7 abilities, 8 life and death,
9 the end of the game. Keywords are named by their names.

What the rules leave open is read as `readings.toml` says.
"""

from __future__ import annotations

from ..core.game import Game
from .actions import legal_actions
from .apply import apply
from .cards import DRAWN, assumptions, make_tables, resolve_table
from .describe import WORDS
from .knowledge import CATEGORIES, MEASURES, determinize, measure
from .setup import setup
from .state import ACTIONS_MAX, SEATS, STATE
from .tables import TABLES

GAME = Game(
    name="berserk_heroes",
    title="Berserk: Heroes",
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
    drawn=DRAWN,
    sorts=("type", "elements"),
    categories=CATEGORIES,
    resolve_table=resolve_table,
)
