"""What the contract must know of Aeon's End."""

from contract.subject import Mutations, Subject

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


def transcripts(players: int) -> dict:
    """The logs of games with so many players."""
    table = {"players": players, "supply": DRAWN}
    mixed = ["best", "random", "economy_first", "spell_damage"][:players]
    return {
        f"{players}_random": ({**table, "nemesis": "rageborne"}, ["random"] * players, 1, 0),
        f"{players}_best": ({**table, "nemesis": "crooked_mask"}, ["best"] * players, 2, 1),
        f"{players}_mixed": ({"players": players, "nemesis": "carapace_queen"} | HOUSES[players], mixed, 3, 2),
        f"{players}_devoured": ({"players": players, "nemesis": "prince_of_gluttons"}, ["best"] * players, 4, 3),
    }


SUBJECT = Subject(
    game=GAME,
    tables={
        f"{players} against {nemesis}": {"players": players, "nemesis": nemesis} | house
        for nemesis in reversed(NEMESES)
        for players, house in HOUSES.items()
    },
    redealt={f"{players} against crooked_mask": 45 for players in GAME.player_counts},
    transcripts={name: told for players in GAME.player_counts for name, told in transcripts(players).items()},
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(
        tuple(FACTS),
        changes,
        least=3000,
        of_the_table=changes_of_costs,
        table_scenarios=("", *FACTS),
    ),
    scenarios=1239,
)
