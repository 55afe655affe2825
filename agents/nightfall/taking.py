"""What it is to take a card of Nightfall: to claim it, or to play it into the chain."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.nightfall.state import Kind

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card that an action drafts, claims or plays, or NOTHING."""
    kind = int(action.kind)
    if kind in (Kind.CLAIM, Kind.TAKE):
        return int(s.archive[action.a].card)
    if kind in (Kind.DRAFT, Kind.PLAY):
        return int(action.a)
    return NOTHING


TAKING = Taking(
    taken,
    may_take=lambda facts: facts["type"] in ("minion", "action"),
    facts=("type", "species", "colour", "links", "kicker", "cost", "strength", "health", "copies"),
)
