"""What the contract must know of Berserk: Heroes."""

from contract.subject import Mutations, Subject, three_games

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
    tables={"real decks": REAL | {"turn_limit": 5}, "life": LIFE | {"turn_limit": 4}, "random decks": RANDOM},
    short={"turn_limit": 4},
    redealt={"real decks": 30, "random decks": 90},
    transcripts=three_games(GAME.player_counts, ["control", "aggro"], REAL | SHORT, SHORT, LIFE | SHORT),
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=5_500),
    scenarios=1_628,
)
