"""What the contract must know of Berserk."""

from contract.subject import Mutations, Subject, three_games

from sim import load_game

from .berserk_changes import changes
from .berserk_invariants import INVARIANTS
from .berserk_knowledge import KNOWLEDGE

GAME = load_game("berserk")
RANDOM = {"players": 2, "squads": ["random:5", "random:6"], "first": "random"}
DECKS = {"players": 2, "decks": ["swamps-steppes", "darkness"], "turn_limit": 40}
SMALL = {"gold": [12, 12], "silver": [10, 11]}

SUBJECT = Subject(
    game=GAME,
    tables={
        "small squads": RANDOM | SMALL,
        "starters": {"players": 2, "turn_limit": 4},
        "small decks": DECKS | SMALL,
        "random squads": RANDOM | {"turn_limit": 2},
    },
    short={"turn_limit": 3},
    redealt={"small decks": 40},
    transcripts=three_games(GAME.player_counts, ["best", "published"], {}, {}, DECKS),
    invariants=INVARIANTS,
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=5_000),
    scenarios=2_128,
)
