"""What the contract must know of Aeon's End."""

from contract.subject import Mutations, Subject, three_games

from sim import load_game

from .aeons_end_changes import FACTS, changes, changes_of_costs
from .aeons_end_invariants import DRAWN, INVARIANTS, NEMESES
from .aeons_end_knowledge import KNOWLEDGE

GAME = load_game("aeons_end")
HOUSES = {
    2: {"mages": ["phaedraxa", "jian"], "supply": DRAWN},
    1: {"solo_exhaustion_loses": False},
    3: {"difficulty": "extinction", "hand": 7, "supply": "starter_simple"},
    4: {"supply": "free_charges", "first": "p3"},
}
"""House rules by the number of players."""
MIXED = ["best", "random", "economy_first", "spell_damage"]


def transcripts(players):
    """The logs of games with so many players, one against each nemesis."""
    drawn, queen = {"supply": DRAWN}, {"nemesis": "carapace_queen"}
    devoured = {"players": players, "nemesis": "prince_of_gluttons"}
    return {f"{players}_devoured": (devoured, ["best"] * players, 4, 3)} | three_games(
        [players], MIXED, drawn | {"nemesis": "rageborne"}, drawn | {"nemesis": "crooked_mask"}, queen | HOUSES[players]
    )


SUBJECT = Subject(
    game=GAME,
    tables={
        f"{players} against {nemesis}": {"players": players, "nemesis": nemesis} | house
        for nemesis in reversed(NEMESES)
        for players, house in HOUSES.items()
    },
    short={"gravehold": 8},
    redealt={f"{players} against crooked_mask": 45 for players in GAME.player_counts},
    transcripts={name: told for players in GAME.player_counts for name, told in transcripts(players).items()},
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(tuple(FACTS), changes, least=3000, of_the_table=changes_of_costs, table_scenarios=("", *FACTS)),
    scenarios=1239,
)
