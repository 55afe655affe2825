"""Strengths of entries that met in pairs, and whether strengths alone explain who beats whom.

The model of Bradley and Terry (1952): the odds that one beats another are exp(his strength - the other's). A score with
draws is fitted as a share of wins (quasi-likelihood; Wedderburn, 1974), each pair weighted with the number of single
games that its deals were worth. Strengths are told in Elo points (400 points are odds of ten to one) above the mean.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy  # its rooms are loaded when they are used first
from numpy.typing import ArrayLike, NDArray

ELO = 400 / math.log(10)
"""Elo points in a strength of 1."""
STEPS, CLOSE = 100, 1e-10


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo points, mean 0, with their standard errors; and the test of the model.

    deviance: twice the log-likelihood that the free table of scores has above the model (about chi-squared with
    `freedom` degrees of freedom if the model holds and the pairs are independent of each other); p_value: the chance of
    one so large if the model holds; nan without a degree of freedom.
    """

    strength: NDArray[np.float64]
    error: NDArray[np.float64]
    deviance: float
    freedom: int
    p_value: float


def bradley_terry(n: int, first: ArrayLike, second: ArrayLike, score: ArrayLike, error: ArrayLike) -> Ratings:
    """Fits strengths of entries 0 .. n - 1 to pairs: score of `first` against `second` with its standard error.

    score: in (0, 1), shape (pairs,); error: above 0. Pairs must connect all entries; no pair twice.
    """
    one, two = np.asarray(first, np.int64), np.asarray(second, np.int64)
    found, spread = np.asarray(score, np.float64), np.asarray(error, np.float64)
    if not ((found > 0) & (found < 1)).all() or not (spread > 0).all():
        raise ValueError("scores must lie inside (0, 1), and their errors be above 0")
    design = np.zeros((len(one), n))
    design[np.arange(len(one)), one] = 1
    design[np.arange(len(two)), two] = -1
    games = found * (1 - found) / spread**2
    strength = np.zeros(n)
    for _ in range(STEPS):
        expected = scipy.special.expit(design @ strength)
        information = np.linalg.pinv(design.T @ (design * (games * expected * (1 - expected))[:, None]))
        step = information @ (design.T @ (games * (found - expected)))
        strength += step * min(1.0, 2 / max(np.abs(step).max(), 1e-300))  # of bounded length, for lopsided tables
        if np.abs(step).max() < CLOSE:
            break
    expected = scipy.special.expit(design @ strength)
    scatter = information @ (design.T * (games * spread) ** 2 @ design) @ information
    surprise = found * np.log(found / expected) + (1 - found) * np.log((1 - found) / (1 - expected))
    deviance = 2 * float(games @ surprise)
    freedom = len(one) - n + 1
    return Ratings(
        strength=(strength - strength.mean()) * ELO,
        error=np.sqrt(np.diag(scatter)) * ELO,
        deviance=deviance,
        freedom=freedom,
        p_value=float(scipy.special.chdtrc(freedom, deviance)) if freedom > 0 else math.nan,
    )
