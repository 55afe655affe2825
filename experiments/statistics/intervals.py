"""Intervals for scores and differences of scores, the number of deals fixed beforehand.

A score is 1 for a win, 0 for a loss, a share for a tie. The unit is the deal: the games that share their luck
while the agents change seats. A deal's score is the mean of its games, so it lies in [0, 1].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal

from numpy.typing import ArrayLike

from .moments import Moments, moments_of

Decision = Literal["x better", "y better", "undecided"]


@dataclass(frozen=True)
class Interval:
    """An estimate, its interval [low, high] and the number n of units (games or deals) behind it.

    With n = 0 the estimate is nan and the interval is everything that is possible.
    """

    estimate: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Difference(Interval):
    """The mean of x - y over n common deals, with what the common deals were worth.

    variance_gain: (var x + var y) / var(x - y), the factor of deals saved by pairing; None when x - y never
    varied.
    unpaired_half_width: half width that two separate runs of n deals each would have had.
    identical: x and y scored the same in every one of the n deals (n >= 1).
    """

    variance_gain: float | None
    unpaired_half_width: float
    identical: bool


def rate(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Share of successes in n independent games, n fixed beforehand.

    Score interval of Wilson, 1927. Inside [0, 1], never of zero width; n = 0 gives nan in [0, 1].
    """
    check_counts(successes, n, confidence)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0)
    from scipy.stats import binomtest  # takes half a second, which commands that estimate nothing need not wait

    bounds = binomtest(successes, n).proportion_ci(confidence, method="wilson")
    estimate = successes / n
    # at 0 and n successes rounding could leave the estimate outside
    return Interval(float(estimate), min(float(bounds.low), estimate), max(float(bounds.high), estimate), n)


def score_interval(
    scores: Moments | ArrayLike,
    confidence: float = 0.95,
    *,
    column: int = 0,
    bounds: tuple[float, float] = (0, 1),
    parts: float = 1,
) -> Interval:
    """Mean of a bounded value, one per deal, with the number of deals fixed beforehand.

    scores: Moments, or an array of shape (deals,), inside bounds (deal scores: [0, 1]).
    parts: of how many scores played apart a value is the sum.

    Wilson's score interval (1927) with the effective sample size of Kish (1965): a deal is worth (variance of
    a lone win or loss with this mean) / (variance of deals) independent games. The variance of deals is
    averaged with z**2 imagined deals of the largest variance (z the normal quantile; Agresti and Coull, 1998,
    add the same number), for that is what few deals cannot rule out; of a sum, the largest if its parts are
    independent. So

    - deals that are single games won or lost give exactly Wilson's interval;
    - deals that all scored the same give not zero width, but about z**2 / n: Wilson's bound for an event
      (here: a deal that scores otherwise) not seen in n deals;
    - with many deals it is mean +- z * sd / sqrt(n).
    """
    moments = scores if isinstance(scores, Moments) else moments_of(scores)
    return interval_of(values_of(moments, column, bounds, parts), fixed_quantile(confidence))


def mean_interval(
    n: int, mean: float, variance: float, confidence: float = 0.95, *, bounds: tuple[float, float] = (0, 1)
) -> Interval:
    """The interval of `score_interval` for n values inside bounds of which mean and variance (divisor n) are known."""
    middle, radius = (bounds[0] + bounds[1]) / 2, (bounds[1] - bounds[0]) / 2
    return interval_of(_Values(n, mean, variance, middle, radius), fixed_quantile(confidence))


def paired_difference(x: ArrayLike, y: ArrayLike, confidence: float = 0.95) -> Difference:
    """Mean of x - y over deals that both played with common luck, the number of deals fixed beforehand.

    x, y: scores in [0, 1], shape (deals,), row i of both being the same deal. See `difference`.
    """
    return difference(moments_of(x, y), confidence)


def difference(moments: Moments, confidence: float = 0.95, *, x: int = 0, y: int = 1) -> Difference:
    """Mean of column x - column y over common deals, scores in [0, 1], the number of deals fixed beforehand.

    The interval of `score_interval` for the differences, which lie in [-1, 1]. Identical variants differ by
    exactly 0 so far (`identical` says so), yet the width is not 0: after n such deals, up to about z**2 / n
    of the deals may still differ.
    """
    return difference_interval(moments, x, y, fixed_quantile(confidence))


def simultaneous_confidence(confidence: float, intervals: int) -> float:
    """Confidence that each interval needs so that all hold with `confidence` together (Bonferroni, 1936)."""
    check_confidence(confidence)
    if intervals < 1:
        raise ValueError(f"intervals must be at least 1, not {intervals}")
    return 1 - (1 - confidence) / intervals


def decided(interval: Interval) -> Decision:
    """What the interval of a difference x - y allows to say; "undecided" while it holds 0."""
    if interval.low > 0:
        return "x better"
    return "y better" if interval.high < 0 else "undecided"


Quantile = Callable[[int], float]
"""Number of deals -> how many standard errors the interval reaches to each side."""


def fixed_quantile(confidence: float) -> Quantile:
    """The normal quantile, the same for every number of deals."""
    check_confidence(confidence)
    quantile = -NormalDist().inv_cdf((1 - confidence) / 2)
    return lambda deals: quantile


@dataclass(frozen=True)
class _Values:
    """n values: mean, variance (divisor n), the middle of their bounds, half the distance of the bounds."""

    n: int
    mean: float
    variance: float
    middle: float
    radius: float
    parts: float = 1
    """of how many scores played apart a value is the sum"""

    @property
    def position(self) -> float:
        """The mean on the scale that puts the bounds at -1 and 1."""
        return (self.mean - self.middle) / self.radius


def values_of(moments: Moments, column: int, bounds: tuple[float, float], parts: float) -> _Values:
    """A column of values, all inside bounds."""
    _check_bounds(moments, column, bounds)
    variance = _divided_by_n(moments.count, moments.variance(column))
    middle, radius = (bounds[0] + bounds[1]) / 2, (bounds[1] - bounds[0]) / 2
    return _Values(moments.count, moments.mean(column), variance, middle, radius, parts)


def differences_of(moments: Moments, x: int, y: int) -> _Values:
    """Column x - column y, of scores in [0, 1]."""
    for column in (x, y):
        _check_bounds(moments, column, (0, 1))
    mean, variance = moments.difference(x, y)
    return _Values(moments.count, mean, _divided_by_n(moments.count, variance), middle=0.0, radius=1.0)


def _divided_by_n(n: int, variance: float) -> float:
    """The variance with divisor n from that with divisor n - 1; one value has none."""
    return variance * (n - 1) / n if n > 1 else 0.0


def interval_of(values: _Values, quantile: Quantile) -> Interval:
    """The interval that `score_interval` describes, with any quantile."""
    n, mean, middle, radius = values.n, values.mean, values.middle, values.radius
    if n == 0:
        return Interval(math.nan, middle - radius, middle + radius, 0)
    reach = quantile(n)
    centre, half_width = wilson(n / design_effect(values, reach**2), values.position, reach)
    # at the bounds rounding could leave the bounds or leave the mean outside
    low = min(middle + radius * max(-1.0, centre - half_width), mean)
    high = max(middle + radius * min(1.0, centre + half_width), mean)
    return Interval(mean, low, high, n)


def difference_interval(moments: Moments, x: int, y: int, quantile: Quantile) -> Difference:
    """The interval of column x - column y, beside the one without pairing."""
    values = differences_of(moments, x, y)
    interval = interval_of(values, quantile)
    unpaired = _divided_by_n(values.n, moments.variance(x) + moments.variance(y))
    return Difference(
        interval.estimate,
        interval.low,
        interval.high,
        interval.n,
        variance_gain=unpaired / values.variance if values.variance > 0 else None,
        unpaired_half_width=interval_of(replace(values, variance=unpaired), quantile).half_width,
        identical=values.n > 0 and values.mean == 0 and values.variance == 0,
    )


def design_effect(values: _Values, imagined: float) -> float:
    """Variance of the values over that of lone wins and losses with their mean (Kish, 1965), in (0, 1].

    Averaged with as many imagined values of the largest variance; of sums, that of independent parts.
    """
    largest = values.radius**2 * (1 - values.position) * (1 + values.position)
    if largest == 0:
        return 1 / values.parts
    return (values.n * min(1.0, values.variance / largest) + imagined / values.parts) / (values.n + imagined)


def wilson(n: float, position: float, reach: float) -> tuple[float, float]:
    """Centre and half width of Wilson's interval (1927) on [-1, 1], reach standard errors to each side."""
    pull = reach**2 / n
    return position / (1 + pull), math.sqrt((1 - position) * (1 + position) * pull + pull**2) / (1 + pull)


def _check_bounds(moments: Moments, column: int, bounds: tuple[float, float]) -> None:
    if not bounds[0] < bounds[1]:
        raise ValueError(f"bounds must rise, not {bounds}")
    lowest, highest = moments.extremes(column)
    if lowest < bounds[0] or highest > bounds[1]:
        raise ValueError(f"column {column} has values from {lowest:g} to {highest:g}, outside {bounds}")


def check_confidence(confidence: float) -> None:
    """ValueError unless it lies between 0 and 1."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, such as 0.95, not {confidence}")


def check_counts(successes: int, n: int, confidence: float) -> None:
    """ValueError unless so many successes are possible, at a confidence that is one."""
    check_confidence(confidence)
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n = {n}, not {successes}")
