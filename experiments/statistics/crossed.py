"""The mean of a table whose rows share something and whose columns share something: offers, and the deals they play."""

from __future__ import annotations

import math

import numpy as np
import scipy  # its rooms are loaded when they are used first
from numpy.typing import NDArray

from .intervals import Interval


def crossed_mean(values: NDArray[np.float64], confidence: float) -> Interval:
    """The mean of values, shape (rows, columns), of which those of a row and those of a column go together.

    The variance is that of Cameron, Gelbach and Miller (2011): by rows and by columns, less what both count, but never
    less than either alone; Student's t with one less than the shorter side, or than the rows where there is one column.
    Fewer than two rows: nan, and all that is possible of a difference of scores.
    """
    rows, columns = values.shape
    if rows < 2 or not columns:
        return Interval(np.nan, -1.0, 1.0, rows)
    mean = float(values.mean())
    rest = values - mean
    by_row = float((rest.mean(axis=1) ** 2).sum()) / (rows * (rows - 1))
    by_column = float((rest.mean(axis=0) ** 2).sum()) / (columns * (columns - 1)) if columns > 1 else 0.0
    both = float((rest**2).sum()) / values.size**2 if columns > 1 else 0.0
    variance = max(by_row, by_column, by_row + by_column - both)
    freedom = min(rows, columns if columns > 1 else rows) - 1
    reach = float(scipy.special.stdtrit(freedom, (1 + confidence) / 2)) * math.sqrt(variance)
    return Interval(mean, mean - reach, mean + reach, rows)
