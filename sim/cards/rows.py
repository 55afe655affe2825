"""Programs: the texts of cards as rows, and the way from one row to the next.

A program is a range of rows. Its frame has `pc`, the row that is next, and `step`, how far that one has got.
"""

from __future__ import annotations

import numpy as np

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
def next_row(frame, row):
    """The row is done or refused, and with it the alternatives that it stands for."""
    frame.pc += 1 + row.skip
    frame.step = START
