"""What it is to take a card of Berserk: to use one of its traits, or to summon it. Squads are brought, not bought."""

from __future__ import annotations

from sim.berserk.state import Kind
from sim.core.kernel import kernel

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card of which an action uses a trait, or which it summons, or NOTHING."""
    if action.kind in (Kind.USE, Kind.ACCUMULATE, Kind.RAGE, Kind.PREPARE):
        return int(s.card[action.a].type)
    return int(action.a) if action.kind == Kind.SUMMON else NOTHING


TAKING = Taking(
    taken,
    may_take=lambda facts: True,
    facts=(
        "element", "classes", "type", "subtype", "cost", "elite", "unique", "horde", "life", "move", "strike",
        "fixture",
    ),
)  # fmt: skip
