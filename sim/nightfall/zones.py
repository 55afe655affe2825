"""How cards move between zones (rules 1.8, 3)."""

from __future__ import annotations

from ..cards.known import take_from_hand
from ..cards.piles import put_copies
from ..core.kernel import kernel
from ..core.pile import find, put, shuffle, take_top
from ..core.rng import shuffle_stream


@kernel
def draw(s, t, seat, n):
    """Draws n cards, reshuffling the discard pile only when a card is needed; stops when both are empty (rules 3.2)."""
    deck, hand = s.deck[seat], s.hand[seat]
    for _ in range(n):
        if deck.n == 0:
            reshuffle(s, t, seat)
        if deck.n == 0:
            return
        put(s, hand, take_top(deck))


@kernel
def reshuffle(s, t, seat):
    """The discard pile becomes the deck (rules 3.2). With an empty deck, all can tell what is in the hand."""
    s.known[seat] = s.hand[seat].n
    for card in range(t.n_cards):
        put_copies(s, card, s.discard[seat, card], s.deck[seat])
        s.discard[seat, card] = 0
    shuffle(s, shuffle_stream(seat), s.deck[seat])


@kernel
def discard_from_hand(s, seat, card):
    """A card goes from hand to the discard pile (rules 1.8)."""
    take_from_hand(s, seat, find(s.hand[seat], card))
    s.discard[seat, card] += 1


@kernel
def exile(s, card):
    """A card leaves the game for good (rules 1.7)."""
    s.exiled[card] += 1


@kernel
def place_of(s, card):
    """The archive that holds a kind of card, or -1."""
    for i in range(s.n_archives):
        if s.archive[i].card == card:
            return i
    return -1
