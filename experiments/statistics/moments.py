"""Exact totals of scores: they fit in a few integers, and add up in any order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

DENOMINATOR = 3600
"""Deal scores of up to six players are whole numbers of 1/3600: ties share in 1/60, deals average six."""

GRID_TOLERANCE = 0.01
"""How far, in units of the grid, a value may lie off the grid: float32 scores lie within 0.001."""

LARGEST_UNITS = 2**53
"""Above this a float64 no longer holds every whole number."""


class Moments:
    """Exact totals of one or more columns of values that belong together row by row (one row = one deal).

    Kept: the count, the sum of each column, the sum of products of each pair of columns, the extremes; all as
    whole numbers of 1/denominator. Whole numbers add up exactly, so no result depends on the order of the
    rows, on how they were cut into chunks, or on which totals were merged first; variances do not suffer from
    cancellation; and memory does not grow with the number of rows.
    """

    def __init__(self, columns: int = 1, denominator: int = DENOMINATOR) -> None:
        """Start without rows; every value will be a whole number of 1/denominator."""
        if columns < 1 or denominator < 1:
            raise ValueError(f"columns and denominator must be at least 1, not {columns} and {denominator}")
        self.columns = columns
        self.denominator = denominator
        self.count = 0
        self._sums = [0] * columns
        self._products = [[0] * columns for _ in range(columns)]
        self._lowest: list[int] = []
        self._highest: list[int] = []

    def __eq__(self, other: object) -> bool:
        """Tell whether all totals are equal."""
        return isinstance(other, Moments) and vars(self) == vars(other)

    def add(self, values: ArrayLike) -> None:
        """Add rows: an array of shape (rows, columns), or (rows,) when there is one column.

        Values must be finite whole multiples of 1/denominator (up to float32 rounding), else ValueError and
        nothing is added. A deal with a faulty game must be left out by the caller, for every column.
        """
        units = self._whole_units(np.asarray(values, dtype=np.float64))
        if not len(units):
            return
        columns = by_column(units)
        lowest, highest = columns.min(axis=1).tolist(), columns.max(axis=1).tolist()
        peak = max(map(abs, lowest + highest))
        # Python integers where 64 bits could overflow
        exact: NDArray[Any] = columns if peak * peak * len(units) < 2**63 else columns.astype(object)
        self._gather(len(units), exact.sum(axis=1).tolist(), (exact @ exact.T).tolist(), lowest, highest)

    def merge(self, other: Moments) -> None:
        """Add the totals of other rows (same columns, same denominator) to these."""
        if (self.columns, self.denominator) != (other.columns, other.denominator):
            raise ValueError(
                f"cannot merge {other.columns} columns of 1/{other.denominator}"
                f" into {self.columns} columns of 1/{self.denominator}"
            )
        if other.count:
            self._gather(other.count, other._sums, other._products, other._lowest, other._highest)

    def mean(self, column: int = 0) -> float:
        """Mean of a column, rounded once from the exact quotient; nan without rows."""
        return self._mean(self._sums[column])

    def variance(self, column: int = 0) -> float:
        """Sample variance (divisor count - 1) of a column, rounded once; nan with fewer than two rows."""
        return self._variance(self._sums[column], self._products[column][column])

    def difference(self, x: int = 0, y: int = 1) -> tuple[float, float]:
        """Mean and sample variance of column x - column y, each rounded once from exact totals."""
        total = self._sums[x] - self._sums[y]
        squares = self._products[x][x] - 2 * self._products[x][y] + self._products[y][y]
        return self._mean(total), self._variance(total, squares)

    def covariance(self, x: int, y: int) -> float:
        """Sample covariance (divisor count - 1) of two columns, rounded once; nan with fewer than two rows."""
        if self.count < 2:
            return math.nan
        products = self.count * self._products[x][y] - self._sums[x] * self._sums[y]
        return products / (self.count * (self.count - 1) * self.denominator**2)

    def extremes(self, column: int = 0) -> tuple[float, float]:
        """Lowest and highest value of a column; (nan, nan) without rows."""
        if not self.count:
            return math.nan, math.nan
        return self._lowest[column] / self.denominator, self._highest[column] / self.denominator

    def _mean(self, total: int) -> float:
        return total / (self.count * self.denominator) if self.count else math.nan

    def _variance(self, total: int, squares: int) -> float:
        if self.count < 2:
            return math.nan
        return (self.count * squares - total**2) / (self.count * (self.count - 1) * self.denominator**2)

    def _whole_units(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        rows = values[:, None] if values.ndim == 1 and self.columns == 1 else values
        if rows.ndim != 2 or rows.shape[1] != self.columns:
            raise ValueError(f"expected an array of shape (rows, {self.columns}), not {values.shape}")
        scaled = rows * self.denominator
        units = np.rint(scaled)
        with np.errstate(invalid="ignore"):  # infinite values, which are not sound
            sound = (np.abs(scaled) < LARGEST_UNITS) & (np.abs(scaled - units) <= GRID_TOLERANCE)
        if not sound.all():
            row = int(np.argmin(sound.all(axis=1)))
            found = rows[row].tolist()
            raise ValueError(f"row {row} is {found}: not finite multiples of 1/{self.denominator}")
        return units.astype(np.int64)

    def _gather(
        self, count: int, sums: list[int], products: list[list[int]], lowest: list[int], highest: list[int]
    ) -> None:
        self._lowest = list(map(min, self._lowest, lowest)) if self.count else list(lowest)
        self._highest = list(map(max, self._highest, highest)) if self.count else list(highest)
        self.count += count
        self._sums = [a + b for a, b in zip(self._sums, sums, strict=True)]
        self._products = [
            [a + b for a, b in zip(ours, theirs, strict=True)]
            for ours, theirs in zip(self._products, products, strict=True)
        ]


def moments_of(*columns: ArrayLike, denominator: int = DENOMINATOR) -> Moments:
    """Moments of whole columns at hand: one or more arrays of shape (rows,), all of one length."""
    moments = Moments(len(columns), denominator)
    arrays = [np.asarray(column, dtype=np.float64) for column in columns]
    if any(array.ndim != 1 or len(array) != len(arrays[0]) for array in arrays):
        raise ValueError(f"expected columns of one length, not shapes {[array.shape for array in arrays]}")
    moments.add(np.column_stack(arrays))
    return moments


def deal_scores(scores: ArrayLike, games_per_deal: int) -> NDArray[np.float64]:
    """Mean score of each deal: from shape (games,), games of a deal adjacent, to (games / games_per_deal,).

    Scores of one entrant, in [0, 1]. The last deal must be complete.
    """
    games = np.asarray(scores, dtype=np.float64)
    if games.ndim != 1 or games_per_deal < 1 or len(games) % games_per_deal:
        raise ValueError(f"scores of shape {games.shape} are not whole deals of {games_per_deal} games")
    means: NDArray[np.float64] = by_column(games.reshape(-1, games_per_deal)).sum(axis=0) / games_per_deal
    return means


def by_column(rows: NDArray[Any]) -> NDArray[Any]:
    """The transpose, laid out anew: numpy sums, compares and looks through few long rows fifty times as fast as many
    short ones.
    """
    return np.ascontiguousarray(rows.T)
