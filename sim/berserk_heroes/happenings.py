"""What happened, as abilities that it triggers know it. Rule 7.3."""

from __future__ import annotations

from typing import NamedTuple

from ..core.kernel import kernel
from .state import NO_CARD


class Happening(NamedTuple):
    """What triggers abilities, and what programs know of it."""

    event: int
    """the card that it happened to, or NO_CARD"""
    by: int
    """the card that did it, or NO_CARD"""
    x: int
    """the number that goes with it: wounds, gold, the value of a keyword"""
    y: int
    """a second number, such as what was paid of x"""
    how: int
    """a Source of wounds, or what else the trigger tells apart"""


NOTHING = Happening(NO_CARD, NO_CARD, 0, 0, 0)
"""of what happens to no card, such as the start of a turn"""


@kernel
def happening(event, by, x, y, how):
    """A happening of these parts, of any width."""
    return Happening(int(event), int(by), int(x), int(y), int(how))


@kernel
def happened_to(card, x):
    """Something happened to a card that no other one did; x: the number that goes with it."""
    return Happening(card, NO_CARD, x, 0, 0)


@kernel
def done_to(card, by):
    """A card did something to another."""
    return Happening(card, by, 0, 0, 0)


@kernel
def known_of(record):
    """What a frame, or an ability that waits, knows of what happened."""
    return happening(record.event, record.by, record.x, record.y, record.how)


@kernel
def note(record, what):
    """A frame, or an ability that waits, knows of what happened."""
    record.event, record.by, record.x, record.y, record.how = what.event, what.by, what.x, what.y, what.how
