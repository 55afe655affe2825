"""What it is to take a card of Aeon's End: to gain it, to play or to prep it, to use or to cast it."""

from __future__ import annotations

from sim.aeons_end.state import Kind
from sim.core.kernel import kernel

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card that an action gains, plays, preps, uses or casts, or NOTHING."""
    if action.kind in (Kind.PLAY, Kind.GAIN, Kind.GAIN_DEVOURED, Kind.PREP, Kind.USE, Kind.CAST):
        return int(action.a)
    return NOTHING


TAKING = Taking(
    taken,
    may_take=lambda facts: facts["type"] in ("gem", "relic", "spell") and bool(facts.get("copies")),
    facts=("type", "cost", "copies"),
)
