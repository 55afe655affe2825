"""Dice, whose rolls come from a stream of the state, and rolls that a scenario forces.

The state of a game with dice has a field `dice` of `dice_dtype()`. Rolls are forced in the order in which they are
made, whatever is rolled for; those after the last forced one come from the stream again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .kernel import kernel
from .rng import below

FORCED_MAX = 34
"""Rolls that a scenario can force: as many as leave no gap in the record, whose bytes are compared."""
SHOWN_MAX = 8
"""Rolls whose faces are remembered, the last ones; no action of a game makes more."""


def dice_dtype() -> np.dtype:
    """Record of how many rolls have been made, of the `n` faces that the first of them are forced to show, and of what
    the last ones showed: roll number k stands at k % SHOWN_MAX.
    """
    fields = [("rolled", "i4"), ("n", "i2"), ("face", "i1", (FORCED_MAX,)), ("shown", "i1", (SHOWN_MAX,))]
    return np.dtype(fields, align=True)


@kernel
def roll(s, stream, sides):
    """Rolls one die: 1 to `sides` with equal chance, from a stream of the state, or as forced."""
    dice, number = s.dice, s.dice.rolled
    dice.rolled += 1
    face = np.int64(dice.face[number]) if number < dice.n else below(s, stream, sides) + 1
    dice.shown[number % SHOWN_MAX] = face
    return face


def force(s: Any, faces: Sequence[int]) -> None:
    """Makes the next rolls show these faces, in this order, and counts rolls from here; at most FORCED_MAX."""
    s.dice.rolled, s.dice.n = 0, len(faces)
    s.dice.face[: len(faces)] = faces


def rolled_between(before: Any, after: Any) -> list[int]:
    """What the dice showed that were rolled on the way from one state to another, in order, the last SHOWN_MAX."""
    first, last = int(before.dice.rolled), int(after.dice.rolled)
    return [int(after.dice.shown[number % SHOWN_MAX]) for number in range(max(first, last - SHOWN_MAX), last)]
