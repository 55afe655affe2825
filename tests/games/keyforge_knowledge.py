"""What a player of KeyForge cannot know: hand and archives of the other, the order of decks, but for what he saw."""

from contract import piles
from contract.subject import Knowledge, Place, Situation

from sim import load_game
from sim.keyforge.state import CARDS, DECK_SIZE, SEATS, Zone

GAME = load_game("keyforge")
IDS = GAME.words.card_ids()
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.ARCHIVES, Zone.UNDER)


def is_known(s, card, viewer):
    """Whether a seat knows where a card lies, by all that has happened in front of it."""
    zone, owner = s.card[card].zone, card // DECK_SIZE
    if zone not in HIDDEN_ZONES or piles.is_seen(s, card, viewer):
        return True
    return zone == Zone.DECK and piles.cards(s.deck[owner]).index(card) >= s.shuffled[owner]


def seen(s, t, viewer):
    """All that a seat sees of cards, hands, decks and archives, and under which cards others lie facedown."""
    under = [card for card in range(CARDS) if s.card[card].zone == Zone.UNDER]
    view = piles.seen_of_cards(s, lambda card: is_known(s, card, viewer), ("deck", "hand", "archives"), under)
    return view | {"under": sorted(int(s.card[card].host) for card in under)}


def shows_a_hand(s):
    """Whether a card of a hand has been seen by the other player."""
    return any(piles.is_seen(s, card, 1 - seat) for seat in range(SEATS) for card in piles.cards(s.hand[seat]))


SITUATION = Situation(
    given={
        "house": "dis",
        "p1.hand": ["fear"],
        "p2.hand": ["troll"],
        "p2.archives": ["krump"],
        "p2.deck": ["bumpsy", "smaaash"],
        "p2.creatures": ["headhunter"],
        "p1.deck": ["urchin", "dodger", "umbra"],
    },
    do=["play fear"],
    alike={"other": ["troll", "krump", "bumpsy", "smaaash"], "own": ["urchin", "dodger", "umbra"]},
    known={"p2.hand": ["headhunter"]},
)
KNOWLEDGE = Knowledge(
    places={
        "random decks": Place(
            tables=[{"decks": [f"random:{n}", f"random:{n + 50}"]} for n in range(12)],
            every=7,
            share=1 / 2,
            hides=("deck", "hand"),
            seldom=("archives",),
            telling=shows_a_hand,
        )
    },
    hidden=("card", "deck", "hand", "archives"),
    seen=seen,
    situation=SITUATION,
    tables=lambda players: [{"decks": ["random:3", "random:8"]}],
    asked=("main", "house", "choose", "flank"),
    reads=[*piles.HANDS, piles.SEEN_CARDS, "pile.n for pile in s.archives"],
    peeks=piles.PEEKS | {"reads where a card is": piles.PLACE_OF_A_CARD},
    leak="s.card[s.deck[1 - s.to_move].card[0]].type % 2 == 0",
)
