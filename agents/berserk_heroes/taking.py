"""What it is to take a card of Berserk: Heroes: to play it, or to use one of its abilities."""

from __future__ import annotations

from sim.berserk_heroes.state import Kind
from sim.core.kernel import kernel

from ..taking import NOTHING, Taking


@kernel
def taken(s, t, action):
    """The row of the card that an action plays or uses, or NOTHING."""
    if action.kind in (Kind.PLAY, Kind.USE, Kind.CLUTCH, Kind.AMBUSH):
        return int(s.card[action.a].type)
    return NOTHING


TAKING = Taking(
    taken,
    may_take=lambda facts: facts["type"] != "hero",
    facts=("type", "elements", "classes", "cost", "strike", "life", "deck_rule"),
    standard={"rarity": "own"},
)
