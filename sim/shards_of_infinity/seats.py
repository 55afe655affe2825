"""The seats in the game (rules 7)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import take_top
from .zones import banish


@kernel
def living(s):
    """How many players are in the game (rules 7)."""
    n = 0
    for seat in range(s.players):
        n += s.alive[seat]
    return n


@kernel
def eliminate(s, seat):
    """A player without health is out; his cards and champions leave the game (rules 7)."""
    s.alive[seat] = 0
    s.known[seat] = 0
    for pile in (s.deck[seat], s.hand[seat], s.discard[seat], s.champions[seat]):
        while pile.n > 0:
            banish(s, take_top(pile))
