"""Berserk, the classic battle of squads on a field of 5 x 6 cells, for two players.

The numbers of rules in docstrings count the rules of the game in this order: 1 objects and zones, 2 decks, 3 elements,
4 setup, 5 recruitment, 6 placement, 7 the reveal, 8 the turn, 9 movement, 10 acting and closing, 11 the simple strike,
12 defenders, 13 dice, 14 other attacks, 15 protections and modifiers, 16 wounds and death, 17 tokens, 18 flying
creatures, 19 symbionts, 20 equipment, 21 artifacts, 22 terrain, 23 hidden cards and revival, 24 named traits, 26 the
order in which things resolve, 27 the end, 28 windows for sudden actions.

What the rules leave open is read as `readings.toml` says.
"""

from __future__ import annotations

from ..core.game import Game
from .actions import legal_actions
from .apply import apply
from .cards import DRAWN, assumptions, left_unused, make_tables, resolve_table
from .describe import WORDS
from .knowledge import CATEGORIES, MEASURES, determinize, measure
from .setup import setup
from .state import ACTIONS_MAX, SEATS, STATE
from .tables import TABLES

GAME = Game(
    name="berserk",
    title="Berserk",
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
    sorts=("element", "type"),
    categories=CATEGORIES,
    resolve_table=resolve_table,
    left_unused=left_unused,
)
