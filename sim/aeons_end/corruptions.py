"""Corruptions of the Crooked Mask (rules 13)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import take_top
from .life import damage_gravehold
from .state import Place, Type
from .zones import put_gained


@kernel
def holds_corruption(s, t):
    """Whether the active player has a corruption in hand (rules 4.0, 4.3)."""
    hand = s.hand[s.active]
    for i in range(hand.n):
        if t.card[hand.card[i]].type == Type.CORRUPTION:
            return True
    return False


@kernel
def gain_corruptions(s, t, seat, n, place):
    """A player gains corruptions from the deck of them; each that is missing costs Gravehold 2 life (rules 13)."""
    for _ in range(n):
        if s.corruptions.n == 0:
            damage_gravehold(s, 2)
        else:
            card = int(take_top(s.corruptions))
            if place == Place.HAND:
                s.seen[card] = 1
            put_gained(s, seat, card, place)
