"""What the contract must know of Berserk: Heroes."""

from contract.subject import Mutations, Subject

from sim import load_game

from .berserk_heroes_changes import changes
from .berserk_heroes_invariants import INVARIANTS
from .berserk_heroes_knowledge import KNOWLEDGE

GAME = load_game("berserk_heroes")
REAL = {"players": 2, "decks": ["real-saikono-2025", "real-sakhana-2025"]}
RANDOM = {"players": 2, "decks": ["random:5", "random:6"], "first": "random"}
LIFE = {"players": 2, "decks": ["trolls", "linungs"], "extra_life": [0, 5], "starting_gold": [2, 0], "turn_limit": 8}
SHORT = {"turn_limit": 6}

SUBJECT = Subject(
    game=GAME,
    tables={"short": REAL | SHORT, "life": LIFE, "real decks": REAL, "random decks": RANDOM},
    redealt={"real decks": 60, "random decks": 90},
    transcripts={
        "2_random": (REAL | SHORT, ["random", "random"], 1, 0),
        "2_best": ({"players": 2} | SHORT, ["best", "best"], 2, 1),
        "2_mixed": (LIFE | SHORT, ["control", "aggro"], 3, 2),
    },
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=5_500),
    scenarios=1_600,
)
