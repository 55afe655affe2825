"""Hands of which everybody knows the first `s.known[seat]` cards, which were seen as they came there or shown since."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put, take


@kernel
def take_from_hand(s, seat, index):
    """Removes and returns the card at an index of a hand."""
    if index < s.known[seat]:
        s.known[seat] -= 1
    return take(s.hand[seat], index)


@kernel
def make_known(s, seat, index):
    """Shows the card at an index of a hand to everybody: it moves up behind those already known."""
    hand, known = s.hand[seat], s.known[seat]
    if index < known:
        return
    card = hand.card[index]
    for i in range(index, known, -1):
        hand.card[i] = hand.card[i - 1]
    hand.card[known] = card
    s.known[seat] += 1


@kernel
def put_into_hand(s, seat, card):
    """Puts a card that everybody has seen into a hand."""
    put(s, s.hand[seat], card)
    make_known(s, seat, s.hand[seat].n - 1)
