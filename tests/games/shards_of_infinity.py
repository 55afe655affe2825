"""What the contract must know of Shards of Infinity."""

from contract.subject import Mutations, Subject, three_games

from sim import load_game

from .shards_of_infinity_changes import changes
from .shards_of_infinity_invariants import INVARIANTS
from .shards_of_infinity_knowledge import KNOWLEDGE

GAME = load_game("shards_of_infinity")
HOUSE = {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_health": 60, "turn_limit": 6}
MIXED = ["best", "random", "champions", "mastery_rush"]

SUBJECT = Subject(
    game=GAME,
    tables={
        "three": {"players": 3},
        "two": {"players": 2},
        "four": {"players": 4, "first": "random"},
        "house": HOUSE,
    },
    short={"health": 10},
    redealt={"three": 250},
    transcripts=three_games(GAME.player_counts, MIXED, {}, {"first": "random"}, HOUSE),
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=1000, least_of_a_card=8),
    scenarios=584,
)
