"""Where the expert of Shards of Infinity thinks: where gems are spent and where choices are lasting."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.shards_of_infinity.state import Kind

OF_TWO, OF_MANY = 0.5, 0.4
"""How many times as long as usual: about two actions, which are seldom worth it; and in a game of three or four, where
imagined games are played to their end and take so much longer."""


@kernel
def doubt(s, t, actions, n, first):
    """Playing a card of the hand and using a champion are not questioned: what matters is what is bought then."""
    kind = actions[first].kind
    if kind in (Kind.PLAY, Kind.EXHAUST, Kind.SHIELD, Kind.REVEAL):
        return 0.0
    if s.players > 2:
        return OF_MANY
    return OF_TWO if n == 2 else 1.0
