"""Who of several wins, by weighted features: conditional logit (McFadden, 1973) with ridge penalties.

Rows are the sides of a case, one after another, such as the seats of a position. The chance of a side is proportional
to the exponential of its strength, a weighted sum of its features. For two sides it is a logistic regression on what
they differ by.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

SEARCH = {"maxiter": 400, "maxcor": 20, "ftol": 1e-7}
"""How the best weights are searched for (L-BFGS; Liu and Nocedal, 1989)."""
LEAST = 1e-12
"""A chance that is smaller counts as this in a logarithm."""


@dataclass(frozen=True)
class Cases:
    """Cases with their sides."""

    sides: csr_matrix
    """(rows, features)"""
    first: NDArray[np.int64]
    """(cases,): the row of the first side of each case, from 0 upwards"""
    won: NDArray[np.float64]
    """(rows,): the share of the win that each side had, 1 in all in each case"""

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """(rows,): the chance of each side."""
        return self._chances(self.sides @ weights)[0]

    def loss(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """(cases,): the log loss of each case."""
        return self._losses(self._chances(self.sides @ weights)[0])

    def _chances(self, strengths: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The chances, and the number of the case of each row."""
        sizes = np.diff([*self.first, len(strengths)])
        case = np.repeat(np.arange(len(self.first)), sizes)
        shares = np.exp(strengths - np.maximum.reduceat(strengths, self.first)[case])
        return shares / np.add.reduceat(shares, self.first)[case], case

    def _losses(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.add.reduceat(-self.won * np.log(np.maximum(chances, LEAST)), self.first)

    def fit(self, penalties: NDArray[np.float64], start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """The weights (features,) with the least mean log loss, plus half of the sum of penalties (features,), each
        times the square of its weight. start: where the search begins, at nothing unless given. Weights are searched in
        units of how steep the loss is about them, which hastens it.
        """
        cases, turned = len(self.first), self.sides.T.tocsr()
        steep = penalties + turned.multiply(turned).sum(axis=1).A1 / (4 * cases)
        unit = 1 / np.sqrt(np.maximum(steep, LEAST))

        def objective(point: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            weights = point * unit
            chances = self.chances(weights)
            loss = self._losses(chances).sum() / cases + 0.5 * float(penalties @ weights**2)
            return loss, unit * (turned @ (chances - self.won) / cases + penalties * weights)

        begin = np.zeros(self.sides.shape[1]) if start is None else start / unit
        found = minimize(objective, begin, jac=True, method="L-BFGS-B", options=SEARCH)
        return found.x * unit


def calibration(chances: NDArray[np.float64], won: NDArray[np.float64], edges: Sequence[float]) -> list[list[float]]:
    """For each range of chances between two edges that holds any: mean chance, mean share of the win, and how many."""
    rows = []
    for low, high in itertools.pairwise(edges):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            rows.append([float(chances[inside].mean()), float(won[inside].mean()), int(inside.sum())])
    return rows
