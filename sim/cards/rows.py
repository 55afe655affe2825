"""Programs: the texts of cards as rows, and the way from one row to the next.

A program is a range of rows. Its frame stands on the stack from its first row to its end: `pc` is the row that is next
or under way, `end` the one after the last, and `step` says how far that row has got. A row that asks for something is
under way until it is answered; whoever offers the answers reads in the row what it asks.
"""

from __future__ import annotations

import numpy as np

from ..core.frames import pop
from ..core.kernel import kernel

ROW = np.dtype(
    [
        (name, "i2")
        for name in (
            "operation", "amount", "argument", "select", "filter", "optional", "count", "count_argument",
            "count_filter", "condition", "condition_argument", "condition_filter", "otherwise", "skip",
        )
    ],
    align=True,
)  # fmt: skip
"""One alternative of a line of a text; see sim/reading/notation.py. otherwise: the condition is turned round; skip:
rows to pass over once this one has happened or was refused, for which it stands."""

START, ALLOWED, PICKING, ANSWERED = range(4)
"""Steps of a row: not begun, the player said yes to it, cards are being picked, the question was answered."""


@kernel
def is_at_end(s, frame):
    """Whether the program on top of the stack is at its end; then its frame is gone."""
    if frame.pc < frame.end:
        return False
    pop(s)
    return True


@kernel
def next_row(frame, row):
    """The row is done or refused, and with it the alternatives that it stands for."""
    frame.pc += 1 + row.skip
    frame.step = START


@kernel
def refuse(frame, row):
    """The row is not done, though its condition holds: its player may leave it, or it would do nothing."""
    frame.did = 0
    next_row(frame, row)


@kernel
def pass_over(frame):
    """The row does not happen, since its condition does not hold: one that it stands for may."""
    frame.pc += 1
    frame.step = START
