"""What a position is worth, for any game: a weighted sum of features, as a chance to win."""

from __future__ import annotations

import math

from sim.core.kernel import kernel


@kernel
def weigh(features, weights, first):
    """The sum of features, each times its weight; the weights begin at index `first`."""
    total = 0.0
    for i in range(features.size):
        total += features[i] * weights[first + i]
    return total


@kernel
def logistic(x):
    """The chance in 0..1 whose log odds are x."""
    return 1.0 / (1.0 + math.exp(-x))
