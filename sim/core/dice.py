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

FORCED_MAX = 32
"""Rolls that a scenario can force."""


def dice_dtype() -> np.dtype:
    """Record of how many rolls have been made, and of the `n` faces that the first of them are forced to show."""
    return np.dtype([("rolled", "i4"), ("n", "i2"), ("face", "i1", (FORCED_MAX,))], align=True)


@kernel
def roll(s, stream, sides):
    """Rolls one die: 1 to `sides` with equal chance, from a stream of the state, or as forced."""
    dice, number = s.dice, s.dice.rolled
    dice.rolled += 1
    if number < dice.n:
        return np.int64(dice.face[number])
    return below(s, stream, sides) + 1


def force(s: Any, faces: Sequence[int]) -> None:
    """Makes the next rolls show these faces, in this order, and counts rolls from here; at most FORCED_MAX."""
    s.dice.rolled, s.dice.n = 0, len(faces)
    s.dice.face[: len(faces)] = faces
