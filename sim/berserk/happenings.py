"""What happened, as traits that it triggers know it. Rule 24."""

from __future__ import annotations

from typing import NamedTuple

from ..core.kernel import kernel
from .state import NO_CARD, NO_CELL


class Happening(NamedTuple):
    """What triggers traits, and what their programs know of it."""

    other: int
    """the card that it is about, or NO_CARD"""
    subject: int
    """the card that a condition of the trait looks at, or NO_CARD"""
    bits: int
    """of an attack: its kind, its strength and whom protections guard; 0 of anything else"""
    amount: int
    """the number that goes with it: wounds, tokens; of a move 1 if another card stood on the cell, else 0"""
    left: int
    """the cell that a card moved from, or NO_CELL"""
    cell: int
    """the cell that it moved to, or NO_CELL"""


NOTHING = Happening(NO_CARD, NO_CARD, 0, 0, NO_CELL, NO_CELL)
"""of what is about no card, such as the start of a turn"""


@kernel
def about(other, subject):
    """Something that is about a card; subject: the one that conditions look at."""
    return Happening(other, subject, 0, 0, NO_CELL, NO_CELL)


@kernel
def counted(card, amount):
    """Something that is about a card, or NO_CARD, with a number."""
    return Happening(card, card, 0, amount, NO_CELL, NO_CELL)


@kernel
def attacked(other, subject, bits, amount):
    """Part of an attack; other, subject as in `about`; amount: wounds dealt."""
    return Happening(other, subject, bits, amount, NO_CELL, NO_CELL)


@kernel
def moved(card, left, cell, taken):
    """A card moved from one cell to another; taken: 1 if another card stood there, else 0."""
    return Happening(card, card, 0, taken, left, cell)
