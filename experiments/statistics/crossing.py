"""Where a score that rises or falls with a setting crosses a target, with an interval; all values play the same deals.

The score at values between those that were played is read off the straight line between its neighbours. So the score
at any place c is a weighted mean of one or two columns, whose variance follows from the deals that both share. The
interval is the set of all places c at which "the score here is the target" is not rejected (inversion of the score
test, as Fieller, 1954, does for the root of a line), closed to an interval. At the true crossing that test errs with
its own level whatever the curve looks like: no curve is assumed, and no correction for many values is needed. Only the
estimate, the place where the monotone curve nearest to the scores (isotonic regression; Ayer and others, 1955) crosses,
and the direction beyond the ends use that the score rises or falls throughout.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .moments import Moments
from .sequences import standard_errors

Verdict = Literal["reached", "beyond", "before", "nowhere", "undecided"]

PLACES = 64
"""Places in each gap between two values at which the test is made; the ends of the set are then found exactly."""
ROUNDS = 7
"""So often the step with an end of the set in it is divided into as many again."""


@dataclass(frozen=True)
class Crossing:
    """The place of the crossing, on the scale of the values that were played.

    low or high is infinite where the crossing may lie beyond the values that were played; the estimate is infinite if
    the scores themselves do not cross, and nan if they neither rise nor fall.
    verdict: reached (both bounds are finite), beyond (the last value), before (the first value), nowhere (no value
    reaches the target, and the score is not shown to rise or fall), undecided.
    """

    estimate: float
    low: float
    high: float
    verdict: Verdict


def crossing(
    values: Sequence[float],
    moments: Moments,
    target: float,
    confidence: float = 0.95,
    *,
    sequence: bool = False,
    tightest_at: int = 1000,
) -> Crossing:
    """Where the mean score crosses the target; column i of moments has the scores, in [0, 1], with values[i].

    values: rising, at least two. sequence: whether the interval must hold at every number of deals at once, else at
    one that was fixed beforehand.
    """
    if len(values) != moments.columns or any(a >= b for a, b in pairwise(values)):
        raise ValueError(f"{moments.columns} rising values expected, one a column, not {list(values)}")
    if moments.count < 2:
        return Crossing(math.nan, -math.inf, math.inf, "undecided")
    reach = standard_errors(confidence, moments.count, sequence=sequence, tightest_at=tightest_at)
    curve = _Curve(np.asarray(values, np.float64), moments, target, reach)
    trend, shown = curve.trend()
    low, high = curve.plausible()
    estimate = _monotone_crossing(curve.values, curve.means, target, trend)
    if math.isnan(low):
        above = curve.means[0] > target
        verdict: Verdict = "nowhere" if not shown else "beyond" if above == (trend < 0) else "before"
        first, last = float(curve.values[0]), float(curve.values[-1])
        bounds = {"beyond": (last, math.inf), "before": (-math.inf, first), "nowhere": (-math.inf, math.inf)}
        return Crossing(math.nan if verdict == "nowhere" else estimate, *bounds[verdict], verdict)
    reached = math.isfinite(low) and math.isfinite(high) and (curve.means[0] > target) != (curve.means[-1] > target)
    inside = min(max(estimate, low), high) if math.isfinite(estimate) else estimate
    return Crossing(inside, low, high, "reached" if reached else "undecided")


class _Curve:
    """The scores at all values: means, and the covariances of means."""

    def __init__(self, values: NDArray[np.float64], moments: Moments, target: float, reach: float) -> None:
        self.values, self.target, self.reach, self.deals = values, target, reach, moments.count
        columns = range(moments.columns)
        self.means = np.array([moments.mean(i) for i in columns])
        self.covariance = np.array([[moments.covariance(min(i, j), max(i, j)) for j in columns] for i in columns])

    def trend(self) -> tuple[float, bool]:
        """The slope of the straight line through the scores, and whether it is shown not to be 0."""
        weights = self.values - self.values.mean()
        weights /= (weights**2).sum()
        slope = float(weights @ self.means)
        error = math.sqrt(max(0.0, float(weights @ self.covariance @ weights)) / self.deals)
        return slope, abs(slope) > self.reach * error

    def plausible(self) -> tuple[float, float]:
        """The lowest and the highest place at which the target is plausible: infinite where that holds at an end of the
        values, nan if it holds nowhere.
        """
        gaps = self.means - self.target
        turns = np.flatnonzero(gaps[:-1] * gaps[1:] < 0)
        roots = turns + gaps[turns] / (gaps[turns] - gaps[turns + 1])  # the set may be narrower than a step
        steps = (len(self.values) - 1) * PLACES
        places = np.unique(np.concatenate([np.linspace(0, len(self.values) - 1, steps + 1), roots]))
        held = np.flatnonzero(self._excess(places) <= 0)
        if not len(held):
            return math.nan, math.nan
        first, last = int(held[0]), int(held[-1])
        low = -math.inf if first == 0 else self._edge(places[first - 1], places[first])
        high = math.inf if last == len(places) - 1 else self._edge(places[last + 1], places[last])
        return low, high

    def _edge(self, outside: float, inside: float) -> float:
        """The value at the edge of the set, between a place outside it and one inside."""
        for _ in range(ROUNDS):
            places = np.linspace(outside, inside, PLACES + 1)
            first = int(np.argmax(self._excess(places[1:]) <= 0))
            outside, inside = places[first], places[first + 1]
        return float(np.interp(inside, np.arange(len(self.values)), self.values))

    def _weights(self, places: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The value below each place (counted from 0), and how far the place is from it to the next one."""
        below = np.minimum(places.astype(np.int64), len(self.values) - 2)
        return below, places - below

    def _gap(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far the score is above the target."""
        below, way = self._weights(places)
        gap: NDArray[np.float64] = (1 - way) * self.means[below] + way * self.means[below + 1] - self.target
        return gap

    def _excess(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """By how much the test statistic exceeds what is plausible: Wilson's test, 1927, with the deals' variance.

        As in `statistics.score_interval`, the variance is averaged with imagined deals of the largest variance.
        """
        below, way = self._weights(places)
        cov = self.covariance
        variance = (1 - way) ** 2 * cov[below, below] + way**2 * cov[below + 1, below + 1]
        variance = variance + 2 * way * (1 - way) * cov[below, below + 1]
        gap = self._gap(places)
        mean, imagined = gap + self.target, self.reach**2
        largest = np.maximum(mean * (1 - mean), 1e-12)
        effect = (self.deals * np.minimum(1, variance / largest) + imagined) / (self.deals + imagined)
        excess: NDArray[np.float64] = gap**2 * self.deals / effect - self.reach**2 * self.target * (1 - self.target)
        return excess


def _monotone_crossing(values: NDArray[np.float64], means: NDArray[np.float64], target: float, trend: float) -> float:
    """Where the monotone curve nearest to the means crosses the target: infinite if beyond the values; nan if flat."""
    if trend == 0:
        return math.nan
    from scipy.optimize import isotonic_regression  # loaded when something is crossed

    rising = trend > 0
    fit = isotonic_regression(means, increasing=rising).x
    gap = (fit - target) if rising else (target - fit)  # rises
    if gap[0] > 0:
        return -math.inf
    if gap[-1] < 0:
        return math.inf
    level = np.flatnonzero(gap == 0)
    if len(level):
        return float(values[level].mean())
    after = int(np.argmax(gap > 0))
    share = gap[after - 1] / (gap[after - 1] - gap[after])
    return float(values[after - 1] + (values[after] - values[after - 1]) * share)
