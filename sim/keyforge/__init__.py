"""KeyForge: Call of the Archons, for two players, each with a deck of his own.

The numbers of rules in docstrings count the rules of the game in this order: 1 objects and zones, 2 setup, 3 the turn,
4 forging, 5 choosing a house, 6 the main step, 7 playing cards, 8 using cards, 9 fights, 10 damage, 11 destruction,
12 leaving play, 13 the battleline, 14 what is done to amber and cards, 15 keywords, 16 archives, 17 drawing and chains,
18 the rule of six, 19 resolving abilities, 20 lasting effects, 21 control, 22 the end of the game. Behind the point
stand the steps:

- 2: 1 who begins, 2 opening hands, 3 mulligans, 4 the first turn;
- 7: 1 the right to play and costs, 2 flank or host, 3 the card comes into play, 4 bonus amber,
  5 what the play triggers, 6 an action is discarded;
- 9: 1 who may be attacked, 2 the attacker is exhausted, 3 before the fight, 4 whether it takes place, 5 damage,
  6 what is used up, 7 what follows;
- 11: 1 cards are tagged, 2 destroyed abilities, 3 cards that these move, 4 cards that are saved, 5 cards leave play,
  6 what the destruction triggers.

What the rules leave open is read as `readings.toml` says.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.game import Game
from ..reading.card_files import CardSource
from .actions import legal_actions
from .apply import apply
from .cards import DRAWN, make_tables, resolve_table
from .cards import assumptions as open_facts
from .describe import WORDS
from .generator import figures
from .knowledge import CATEGORIES, MEASURES, determinize, measure
from .setup import setup
from .state import ACTIONS_MAX, SEATS, STATE
from .tables import TABLES


def assumptions(extra: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    drawn = [(f"random decks: {name}", fact["source"], fact["note"]) for name, fact in figures().items()]
    return [*open_facts(extra), *(fact for fact in drawn if fact[1] != "established")]


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
    drawn=DRAWN,
    sorts=("house", "type", "rarity"),
    categories=CATEGORIES,
    resolve_table=resolve_table,
)
