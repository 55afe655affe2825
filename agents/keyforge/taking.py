"""What it is to take a card of KeyForge: to play it, or to use it in play."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.keyforge.state import Kind

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card that an action plays or uses (of a granted ability, the card that grants it), or NOTHING."""
    kind = int(action.kind)
    if kind == Kind.ACTION:
        return int(s.card[action.b].type)
    if kind in (Kind.PLAY, Kind.REAP, Kind.FIGHT, Kind.OMNI):
        return int(s.card[action.a].type)
    return NOTHING


TAKING = Taking(
    taken,
    may_take=lambda facts: True,
    facts=("house",),
    standard={"type": "action", "rarity": "own"},
)
