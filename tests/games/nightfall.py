"""What the contract must know of Nightfall."""

from contract.subject import Mutations, Subject

from sim import load_game

from .nightfall_changes import EQUIVALENT, ORDERS, changes
from .nightfall_invariants import INVARIANTS
from .nightfall_knowledge import KNOWLEDGE

GAME = load_game("nightfall")
HOUSE = {"players": 3, "hand": 7, "influence": 4, "counted_wounds": 6, "round_limit": 9, "tie_break": "shared"}


def transcripts(players: int) -> dict:
    """The logs of games with so many players."""
    mixed = ["best", "random", "swarm", "chain_builder", "attrition"][:players]
    return {
        f"{players}_random": ({"players": players}, ["random"] * players, 1, 0),
        f"{players}_best": ({"players": players, "first": "random"}, ["best"] * players, 2, 1),
        f"{players}_mixed": ({**HOUSE, "players": players}, mixed, 3, 2),
    }


SUBJECT = Subject(
    game=GAME,
    tables={
        "three": {"players": 3},
        "two": {"players": 2},
        "five": {"players": 5, "first": "random"},
        "house": HOUSE,
    },
    redealt={"three": 100},
    transcripts={name: told for players in GAME.player_counts for name, told in transcripts(players).items()},
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(ORDERS, changes, EQUIVALENT, least=1000, least_of_a_card=20),
    scenarios=514,
)
