"""Intervals for scores and differences of scores, from totals that fit in a few integers.

A score is 1 for a win, 0 for a loss, a share for a tie. The unit is the deal: the games that share their luck
while the agents change seats. A deal's score is the mean of its games, so it lies in [0, 1].

Two families. The plain intervals (`rate`, `score_interval`, `paired_difference`) hold when the number of
deals was fixed beforehand. The confidence sequences (`sequence_rate`, `sequence_mean`, `sequence_difference`)
hold at every number of deals at once: for display while a run goes on, and for the final table of a run that
was stopped by what it showed. An estimate taken at such a stop leans a little away from zero; its interval
still holds.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import betaln, xlog1py, xlogy
from scipy.stats import binomtest, norm

Decision = Literal["x better", "y better", "undecided"]

DENOMINATOR = 3600
"""Deal scores of up to six players are whole numbers of 1/3600: ties share in 1/60, deals average six."""

GRID_TOLERANCE = 0.01
"""How far, in units of the grid, a value may lie off the grid: float32 scores lie within 0.001."""

LARGEST_UNITS = 2**53
"""Above this a float64 no longer holds every whole number."""


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
        lowest, highest = units.min(axis=0).tolist(), units.max(axis=0).tolist()
        peak = max(map(abs, lowest + highest))
        # Python integers where 64 bits could overflow
        exact: NDArray[Any] = units if peak * peak * len(units) < 2**63 else units.astype(object)
        self._gather(len(units), exact.sum(axis=0).tolist(), (exact.T @ exact).tolist(), lowest, highest)

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
        sound = np.abs(scaled) < LARGEST_UNITS
        sound[sound] = np.abs(scaled[sound] - units[sound]) <= GRID_TOLERANCE
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
    means: NDArray[np.float64] = games.reshape(-1, games_per_deal).mean(axis=1)
    return means


def rate(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Share of successes in n independent games, n fixed beforehand.

    Score interval of Wilson, 1927. Inside [0, 1], never of zero width; n = 0 gives nan in [0, 1].
    """
    _check_counts(successes, n, confidence)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0)
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
    parts: int = 1,
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
    return _interval(_values(moments, column, bounds, parts), _fixed_quantile(confidence))


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
    return _difference_interval(moments, x, y, _fixed_quantile(confidence))


def sequence_rate(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Share of successes in independent games, valid at every n at once, whatever made the run stop.

    Confidence sequence from the Beta(1/2, 1/2) mixture, Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon,
    2021. Exact for any n; about twice as wide as `rate`.
    """
    _check_counts(successes, n, confidence)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0)
    low = _lowest_plausible(successes, n, confidence)
    high = 1 - _lowest_plausible(n - successes, n, confidence)
    return Interval(float(successes / n), low, high, int(n))


def sequence_mean(
    moments: Moments,
    confidence: float = 0.95,
    *,
    column: int = 0,
    bounds: tuple[float, float] = (0, 1),
    parts: int = 1,
    tightest_at: int = 1000,
) -> Interval:
    """Mean of a bounded value, one per deal, valid at every number of deals at once.

    The interval of `score_interval` with the normal quantile replaced by the normal-mixture boundary
    (Robbins, 1970), the variance plugged in: the asymptotic confidence sequence of Waudby-Smith, Arbour,
    Sinha, Kennedy and Ramdas, 2024. It is not exact at small n, where the imagined deals of `score_interval`
    keep it wide: simulated false alarms stay below 5 % for means at least 0.01 from the bounds. For rarer
    things count games and use `sequence_rate`.
    tightest_at: number of deals at which it is nearest to the plain interval; to be chosen before the run.
    """
    return _interval(_values(moments, column, bounds, parts), _sequence_quantile(confidence, tightest_at))


def sequence_difference(
    moments: Moments, confidence: float = 0.95, *, x: int = 0, y: int = 1, tightest_at: int = 1000
) -> Difference:
    """Mean of column x - column y over common deals, valid at every number of deals at once.

    `difference` with the boundary of `sequence_mean`.
    """
    return _difference_interval(moments, x, y, _sequence_quantile(confidence, tightest_at))


def differences_from_first(
    moments: Moments, confidence: float = 0.95, *, sequence: bool = False, tightest_at: int = 1000
) -> list[Difference]:
    """Column k - column 0 for k = 1, 2, ...: all intervals hold together with the given confidence.

    Each interval has the confidence of Bonferroni (1936; Dunn, 1961), which assumes nothing about how the
    differences depend on each other. sequence: whether they must also hold at every number of deals at once.
    """
    others = range(1, moments.columns)
    each = simultaneous_confidence(confidence, max(1, len(others)))
    if sequence:
        return [sequence_difference(moments, each, x=k, y=0, tightest_at=tightest_at) for k in others]
    return [difference(moments, each, x=k, y=0) for k in others]


def simultaneous_confidence(confidence: float, intervals: int) -> float:
    """Confidence that each interval needs so that all hold with `confidence` together (Bonferroni, 1936)."""
    _check_confidence(confidence)
    if intervals < 1:
        raise ValueError(f"intervals must be at least 1, not {intervals}")
    return 1 - (1 - confidence) / intervals


def standard_errors(confidence: float, deals: int, *, sequence: bool = False, tightest_at: int = 1000) -> float:
    """How many standard errors an interval reaches to each side after so many deals (at least 1).

    sequence: whether it must hold at every number of deals at once.
    """
    return (_sequence_quantile(confidence, tightest_at) if sequence else _fixed_quantile(confidence))(deals)


def decided(interval: Interval) -> Decision:
    """What the interval of a difference x - y allows to say; "undecided" while it holds 0."""
    if interval.low > 0:
        return "x better"
    return "y better" if interval.high < 0 else "undecided"


def games_for_half_width(
    moments: Moments,
    half_width: float,
    confidence: float = 0.95,
    *,
    column: int = 0,
    against: int | None = None,
    bounds: tuple[float, float] = (0, 1),
    parts: int = 1,
    games_per_deal: int = 1,
    sequence: bool = False,
    tightest_at: int = 1000,
) -> int:
    """About how many more games until the interval of a score has at most this half width; 0 when it has.

    The score is that of a column, in bounds, the sum of so many parts, or, with `against`, column - against, both in
    [0, 1]. Deals are played whole.
    The mean and the variance seen so far are carried forward, drawn towards the worst case while deals are
    few; without deals it is the worst case. sequence: whether the interval is a confidence sequence.
    """
    if not half_width > 0:
        raise ValueError(f"half_width must be above 0, not {half_width}")
    if games_per_deal < 1:
        raise ValueError(f"games_per_deal must be at least 1, not {games_per_deal}")
    quantile = _sequence_quantile(confidence, tightest_at) if sequence else _fixed_quantile(confidence)
    values = _values(moments, column, bounds, parts) if against is None else _differences(moments, column, against)
    done, position, effect = values.n, 0.0, 1.0
    if done:
        if _interval(values, quantile).half_width <= half_width:
            return 0
        imagined = quantile(done) ** 2
        position, effect = values.position * done / (done + imagined), _design_effect(values, imagined)

    def reaches(deals: int) -> bool:
        return values.radius * _wilson(deals / effect, position, quantile(deals))[1] <= half_width

    short, enough = done, done + 1
    while not reaches(enough):
        short, enough = enough, 2 * enough
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (short, middle) if reaches(middle) else (middle, enough)
    return (enough - done) * games_per_deal


def format_interval(interval: Interval, unit: str = "%", *, scale: float = 100, signed: bool = False) -> str:
    """The estimate times scale, with no more digits than its interval supports: "57.3 % ± 0.8".

    The half width keeps one digit, two when the first is 1. An interval that leans to one side by more than a
    tenth of its half width (few deals, scores near 0 or 1) is written out: "0 % (0 to 28)". signed: write +
    before gains, as for differences. unit: may be empty. Without any sound deal: "unknown".
    """
    if interval.n == 0 or math.isnan(interval.estimate) or math.isnan(interval.half_width):
        return "unknown"
    half_width = interval.half_width * scale
    decimals = _decimals(half_width)
    form = f"{'+' if signed else ''}z.{decimals}f"
    values = (interval.estimate, interval.low, interval.high)
    estimate, low, high = (f"{value * scale:{form}}" for value in values)
    lean = abs(interval.low + interval.high - 2 * interval.estimate) / 2
    told = f"{estimate} {unit}".rstrip()
    if lean > interval.half_width / 10:
        return f"{told} ({low} to {high})"
    return f"{told} ± {half_width:.{decimals}f}"


def _decimals(half_width: float) -> int:
    """Decimals that show one digit of the half width, two when the first digit is 1."""
    digits, exponent = f"{half_width:.1e}".split("e")
    return max(0, digits.startswith("1") - int(exponent))


def _lowest_plausible(successes: int, n: int, confidence: float) -> float:
    """The lowest rate that the Beta(1/2, 1/2) mixture does not reject (see `sequence_rate`)."""
    if successes == 0:
        return 0.0
    failures = n - successes
    mixture = betaln(successes + 0.5, failures + 0.5) - betaln(0.5, 0.5)

    def excess(p: float) -> float:
        likelihood = xlogy(successes, p) + xlog1py(failures, -p)
        return float(mixture - likelihood + math.log1p(-confidence))

    return float(brentq(excess, sys.float_info.min, successes / n, xtol=1e-15, maxiter=1000))


Quantile = Callable[[int], float]
"""Number of deals -> how many standard errors the interval reaches to each side."""


def _fixed_quantile(confidence: float) -> Quantile:
    """The normal quantile, the same for every number of deals."""
    _check_confidence(confidence)
    quantile = float(norm.isf((1 - confidence) / 2))
    return lambda deals: quantile


def _sequence_quantile(confidence: float, tightest_at: int) -> Quantile:
    """The normal-mixture boundary (Robbins, 1970), tuned as by Waudby-Smith and others, 2024."""
    _check_confidence(confidence)
    if tightest_at < 1:
        raise ValueError(f"tightest_at must be at least 1, not {tightest_at}")
    doubt = -2 * math.log1p(-confidence)
    weight = (doubt + math.log1p(doubt)) / tightest_at

    def quantile(deals: int) -> float:
        information = deals * weight
        return math.sqrt((1 + 1 / information) * (math.log1p(information) + doubt))

    return quantile


@dataclass(frozen=True)
class _Values:
    """n values: mean, variance (divisor n), the middle of their bounds, half the distance of the bounds."""

    n: int
    mean: float
    variance: float
    middle: float
    radius: float
    parts: int = 1
    """of how many scores played apart a value is the sum"""

    @property
    def position(self) -> float:
        """The mean on the scale that puts the bounds at -1 and 1."""
        return (self.mean - self.middle) / self.radius


def _values(moments: Moments, column: int, bounds: tuple[float, float], parts: int) -> _Values:
    """A column of values, all inside bounds."""
    _check_bounds(moments, column, bounds)
    variance = _divided_by_n(moments.count, moments.variance(column))
    middle, radius = (bounds[0] + bounds[1]) / 2, (bounds[1] - bounds[0]) / 2
    return _Values(moments.count, moments.mean(column), variance, middle, radius, parts)


def _differences(moments: Moments, x: int, y: int) -> _Values:
    """Column x - column y, of scores in [0, 1]."""
    for column in (x, y):
        _check_bounds(moments, column, (0, 1))
    mean, variance = moments.difference(x, y)
    return _Values(moments.count, mean, _divided_by_n(moments.count, variance), middle=0.0, radius=1.0)


def _divided_by_n(n: int, variance: float) -> float:
    """The variance with divisor n from that with divisor n - 1; one value has none."""
    return variance * (n - 1) / n if n > 1 else 0.0


def _interval(values: _Values, quantile: Quantile) -> Interval:
    """The interval that `score_interval` describes, with any quantile."""
    n, mean, middle, radius = values.n, values.mean, values.middle, values.radius
    if n == 0:
        return Interval(math.nan, middle - radius, middle + radius, 0)
    reach = quantile(n)
    centre, half_width = _wilson(n / _design_effect(values, reach**2), values.position, reach)
    # at the bounds rounding could leave the bounds or leave the mean outside
    low = min(middle + radius * max(-1.0, centre - half_width), mean)
    high = max(middle + radius * min(1.0, centre + half_width), mean)
    return Interval(mean, low, high, n)


def _difference_interval(moments: Moments, x: int, y: int, quantile: Quantile) -> Difference:
    """The interval of column x - column y, beside the one without pairing."""
    values = _differences(moments, x, y)
    interval = _interval(values, quantile)
    unpaired = _divided_by_n(values.n, moments.variance(x) + moments.variance(y))
    return Difference(
        interval.estimate,
        interval.low,
        interval.high,
        interval.n,
        variance_gain=unpaired / values.variance if values.variance > 0 else None,
        unpaired_half_width=_interval(replace(values, variance=unpaired), quantile).half_width,
        identical=values.n > 0 and values.mean == 0 and values.variance == 0,
    )


def _design_effect(values: _Values, imagined: float) -> float:
    """Variance of the values over that of lone wins and losses with their mean (Kish, 1965), in (0, 1].

    Averaged with as many imagined values of the largest variance; of sums, that of independent parts.
    """
    largest = values.radius**2 * (1 - values.position) * (1 + values.position)
    if largest == 0:
        return 1 / values.parts
    return (values.n * min(1.0, values.variance / largest) + imagined / values.parts) / (values.n + imagined)


def _wilson(n: float, position: float, reach: float) -> tuple[float, float]:
    """Centre and half width of Wilson's interval (1927) on [-1, 1], reach standard errors to each side."""
    pull = reach**2 / n
    return position / (1 + pull), math.sqrt((1 - position) * (1 + position) * pull + pull**2) / (1 + pull)


def _check_bounds(moments: Moments, column: int, bounds: tuple[float, float]) -> None:
    if not bounds[0] < bounds[1]:
        raise ValueError(f"bounds must rise, not {bounds}")
    lowest, highest = moments.extremes(column)
    if lowest < bounds[0] or highest > bounds[1]:
        raise ValueError(f"column {column} has values from {lowest:g} to {highest:g}, outside {bounds}")


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, such as 0.95, not {confidence}")


def _check_counts(successes: int, n: int, confidence: float) -> None:
    _check_confidence(confidence)
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n = {n}, not {successes}")
