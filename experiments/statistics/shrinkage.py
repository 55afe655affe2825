"""Many estimates of the same kind, each drawn towards what they have in common as far as its error asks for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

SPREADS, WIDEST = 200, 4.0
"""How many spreads are tried, and up to how many times that of the estimates."""


def shrink(estimates: ArrayLike, errors: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shrunk estimates and their standard errors; errors: standard errors of the estimates, all above 0.

    What is estimated is taken for normal around a common mean with a spread that is not known either (Rubin, 1981): all
    spreads count by how likely they make the estimates, none more than another beforehand (Gelman, 2006), and the mean
    likewise. One that is known well stays where it is; one that rests on few games is told near the mean instead of
    being hidden. Their mean squared error is smaller than that of the estimates. As the spread is never taken for
    known, nor for none, each keeps an interval of its own, by its own error.
    """
    values, squares = np.asarray(estimates, np.float64), np.square(np.asarray(errors, np.float64))
    highest = WIDEST * max(float(values.std()), float(np.sqrt(squares.min())))
    spreads = np.square((np.arange(SPREADS) + 0.5) / SPREADS * highest)[:, None]
    weights = 1 / (spreads + squares)
    totals = weights.sum(axis=1, keepdims=True)
    means = (weights * values).sum(axis=1, keepdims=True) / totals
    misfit = (weights * (values - means) ** 2).sum(axis=1, keepdims=True)
    likely = 0.5 * (np.log(weights).sum(axis=1, keepdims=True) - np.log(totals) - misfit)
    chance = np.exp(likely - likely.max())
    chance /= chance.sum()
    kept = spreads * weights
    drawn = means + kept * (values - means)
    shrunk = (chance * drawn).sum(axis=0)
    variance = (chance * (kept * squares + (1 - kept) ** 2 / totals + (drawn - shrunk) ** 2)).sum(axis=0)
    return shrunk, np.sqrt(variance)
