"""What the contract must know of Nightfall."""

from contract.subject import Mutations, Subject, three_games

from sim import load_game

from .nightfall_changes import ORDERS, changes
from .nightfall_invariants import INVARIANTS
from .nightfall_knowledge import KNOWLEDGE

GAME = load_game("nightfall")
HOUSE = {"players": 3, "hand": 7, "influence": 4, "counted_wounds": 6, "round_limit": 9, "tie_break": "shared"}
MIXED = ["best", "random", "swarm", "chain_builder", "attrition"]

SUBJECT = Subject(
    game=GAME,
    tables={
        "three": {"players": 3},
        "two": {"players": 2},
        "five": {"players": 5, "first": "random"},
        "house": HOUSE,
    },
    short={"counted_wounds": 2},
    redealt={"three": 100},
    transcripts=three_games(GAME.player_counts, MIXED, {}, {"first": "random"}, HOUSE),
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(ORDERS, changes, least=1000, least_of_a_card=20),
    scenarios=516,
)
