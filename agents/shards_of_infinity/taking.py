"""What it is to take a card of Shards of Infinity: to recruit, to fast-play or to play it, or to exhaust a champion."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.shards_of_infinity.state import Kind

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card that an action recruits, plays or exhausts, or NOTHING."""
    if action.kind in (Kind.PLAY, Kind.EXHAUST, Kind.RECRUIT, Kind.FAST_PLAY, Kind.TAKE):
        return int(action.a)
    return NOTHING


TAKING = Taking(taken, may_take=lambda facts: bool(facts["copies"]))
