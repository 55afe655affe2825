"""Cards that a seat cannot know: shuffled, or dealt anew, of which `determinize` of several games is made.

Dealt so, two states that differ in what the seat cannot know alone become the same.
"""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import mix, put, redeal_part, shuffle, take_top
from ..core.rng import shuffle_stream


@kernel
def redeal_hand_and_deck(s, seat, viewer):
    """Deals a seat's hand and deck anew for a viewer who knows what the seat owns, and of another's hand the first
    `s.known[seat]` cards.
    """
    hand, deck = s.hand[seat], s.deck[seat]
    hidden = 0
    if seat != viewer:
        hidden = hand.n - s.known[seat]
        for _ in range(hidden):
            put(s, deck, take_top(hand))
    redeal_part(s, shuffle_stream(seat), deck, 0)
    for _ in range(hidden):
        put(s, hand, take_top(deck))


@kernel
def shuffle_unseen(s, seat):
    """A seat's deck is shuffled: nobody knows where its cards lie."""
    deck = s.deck[seat]
    shuffle(s, shuffle_stream(seat), deck)
    for i in range(deck.n):
        s.card[deck.card[i]].seen = 0


@kernel
def exchange(s, stream, held, n, instead):
    """Deals the first n cards of an array anew to each other's places; returns them as dealt, by place.

    instead: by card the one that comes to its place, which is written here.
    """
    dealt = held[:n].copy()
    mix(s, stream, dealt, n)
    for k in range(n):
        instead[held[k]] = dealt[k]
    return dealt


@kernel
def replace_cards(pile, instead):
    """Puts in the place of each card of a pile the one that comes there."""
    for i in range(pile.n):
        pile.card[i] = instead[pile.card[i]]
