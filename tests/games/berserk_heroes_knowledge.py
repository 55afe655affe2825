"""What a player of Berserk: Heroes cannot know: the other hand, the order of decks, but for what he saw."""

from contract import piles
from contract.subject import Knowledge, Place, Situation

from sim import load_game
from sim.berserk_heroes.state import SLOTS, Zone

GAME = load_game("berserk_heroes")
IDS = GAME.words.card_ids()
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.SIDEBOARD)


def seen(s, t, viewer):
    """All that a seat sees of cards, hands, decks and sideboards."""

    def is_known(card):
        """Whether it knows where a card lies, by all that has happened in front of it."""
        own_hand = s.card[card].zone == Zone.HAND and card // SLOTS == viewer
        return own_hand or s.card[card].zone not in HIDDEN_ZONES or piles.is_seen(s, card, viewer)

    return piles.seen_of_cards(s, is_known, ("deck", "hand", "sideboard"))


KNOWLEDGE = Knowledge(
    places={
        "random decks": Place(
            tables=[{"decks": [f"random:{n}", f"random:{n + 50}"]} for n in range(12)],
            every=7,
            share=1 / 2,
            hides=("deck", "hand"),
            seldom=("sideboard",),
        ),
    },
    hidden=("card", "deck", "hand", "sideboard"),
    scratch=("scratch", "found"),
    seen=seen,
    situation=Situation(
        given={
            "p1.gold": 4,
            "p1.hand": ["luring_maiden"],
            "p2.hand": ["gnome"],
            "p2.deck": ["burk", "bugur", "orc"],
            "p2.creatures": ["boar"],
            "p1.deck": ["groll", "antornax", "aldis"],
        },
        do=["play luring_maiden", "choose yes", "choose boar"],
        alike={"other": ["gnome", "burk", "bugur", "orc"], "own": ["groll", "antornax", "aldis"]},
        known={"p2.hand": ["boar"]},
    ),
    tables=lambda players: [{"decks": ["random:3", "random:8"]}],
    asked=("main", "choose", "defend"),
    reads=[*piles.HANDS, piles.SEEN_CARDS],
    peeks=piles.PEEKS | {"reads where a card is": piles.PLACE_OF_A_CARD},
    leak="s.card[s.deck[1 - s.to_move].card[0]].type % 2 == 0",
)
