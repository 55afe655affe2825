"""Many estimates of the same kind, each drawn towards what they have in common as far as its error asks for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def shrink(estimates: ArrayLike, errors: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shrunk estimates and their standard errors; errors: standard errors of the estimates, all above 0.

    Empirical Bayes for normal estimates (Efron and Morris, 1975): what is estimated spreads around a common mean with a
    variance that is itself estimated by moments (DerSimonian and Laird, 1986). One that is known well stays where it
    is; one that rests on few games is told near the mean instead of being hidden. Their mean squared error is smaller
    than that of the estimates; the errors take the variance of the spread for known.
    """
    values, squares = np.asarray(estimates, np.float64), np.square(np.asarray(errors, np.float64))
    weights = 1 / squares
    excess = float((weights * (values - np.average(values, weights=weights)) ** 2).sum()) - (len(values) - 1)
    scale = weights.sum() - (weights**2).sum() / weights.sum()
    spread = max(0.0, excess / scale) if scale > 0 else 0.0
    together = 1 / (spread + squares)
    mean = np.average(values, weights=together)
    kept = spread / (spread + squares)
    variance = kept * squares + (1 - kept) ** 2 / together.sum()
    return mean + kept * (values - mean), np.sqrt(variance)
