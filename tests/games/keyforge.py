"""What the contract must know of KeyForge."""

from contract.mutations import naming
from contract.subject import Mutations, Subject, three_games

from sim import load_game

from .keyforge_changes import changes, changes_of_the_table
from .keyforge_invariants import INVARIANTS
from .keyforge_knowledge import KNOWLEDGE

GAME = load_game("keyforge")
RANDOM = {"players": 2, "decks": ["random:5", "random:6"], "first": "random"}
CHAINS = {"players": 2, "decks": ["random:9", "random:40"], "chains": [7, 0], "turn_limit": 12}

SUBJECT = Subject(
    game=GAME,
    tables={"random decks": RANDOM, "starters": {"players": 2, "turn_limit": 4}, "chains": CHAINS | {"turn_limit": 5}},
    short={"turn_limit": 4},
    redealt={"starters": 30, "random decks": 90},
    transcripts=three_games(GAME.player_counts, ["control", "race"], {}, RANDOM, CHAINS),
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(
        GAME.words.card_ids(),
        changes,
        least=4000,
        least_of_a_card=3,
        of_the_table=changes_of_the_table,
        scenarios=lambda: naming(GAME.name),
    ),
    scenarios=1640,
)
