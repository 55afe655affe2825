"""Confidence sequences: intervals that hold at every number of deals at once.

They are for display while a run goes on, and for the final table of a run that was stopped by what it showed. An
estimate taken at such a stop leans a little away from zero; its interval still holds. What takes either family,
this or the plain intervals, is here too.
"""

from __future__ import annotations

import math
import sys

import scipy  # its rooms are loaded when they are used first

from .intervals import (
    Difference,
    Interval,
    Quantile,
    check_confidence,
    check_counts,
    design_effect,
    difference,
    difference_interval,
    differences_of,
    fixed_quantile,
    interval_of,
    simultaneous_confidence,
    values_of,
    wilson,
)
from .moments import Moments


def sequence_rate(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Share of successes in independent games, valid at every n at once, whatever made the run stop.

    Confidence sequence from the Beta(1/2, 1/2) mixture, Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon,
    2021. Exact for any n; about twice as wide as `rate`.
    """
    check_counts(successes, n, confidence)
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
    parts: float = 1,
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
    return interval_of(values_of(moments, column, bounds, parts), _sequence_quantile(confidence, tightest_at))


def sequence_difference(
    moments: Moments, confidence: float = 0.95, *, x: int = 0, y: int = 1, tightest_at: int = 1000
) -> Difference:
    """Mean of column x - column y over common deals, valid at every number of deals at once.

    `difference` with the boundary of `sequence_mean`.
    """
    return difference_interval(moments, x, y, _sequence_quantile(confidence, tightest_at))


def difference_of_many(
    moments: Moments,
    x: int,
    y: int,
    differences: int,
    confidence: float = 0.95,
    *,
    sequence: bool = False,
    tightest_at: int = 1000,
) -> Difference:
    """Mean of column x - column y, one of so many differences whose intervals hold together with the given confidence.

    Each interval has the confidence of Bonferroni (1936; Dunn, 1961), which assumes nothing about how the
    differences depend on each other. So among k columns all k (k - 1) / 2 verdicts are right together, whichever of
    them are looked at and for whatever reason: that of the best against the second, say. sequence: whether they must
    also hold at every number of deals at once, and so at the one at which a look at them ended the run.
    """
    each = simultaneous_confidence(confidence, differences)
    if sequence:
        return sequence_difference(moments, each, x=x, y=y, tightest_at=tightest_at)
    return difference(moments, each, x=x, y=y)


def standard_errors(confidence: float, deals: int, *, sequence: bool = False, tightest_at: int = 1000) -> float:
    """How many standard errors an interval reaches to each side after so many deals (at least 1).

    sequence: whether it must hold at every number of deals at once.
    """
    return (_sequence_quantile(confidence, tightest_at) if sequence else fixed_quantile(confidence))(deals)


def games_for_half_width(
    moments: Moments,
    half_width: float,
    confidence: float = 0.95,
    *,
    column: int = 0,
    against: int | None = None,
    bounds: tuple[float, float] = (0, 1),
    parts: float = 1,
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
    quantile = _sequence_quantile(confidence, tightest_at) if sequence else fixed_quantile(confidence)
    values = values_of(moments, column, bounds, parts) if against is None else differences_of(moments, column, against)
    done, position, effect = values.n, 0.0, 1.0
    if done:
        if interval_of(values, quantile).half_width <= half_width:
            return 0
        imagined = quantile(done) ** 2
        position, effect = values.position * done / (done + imagined), design_effect(values, imagined)

    def reaches(deals: int) -> bool:
        return values.radius * wilson(deals / effect, position, quantile(deals))[1] <= half_width

    short, enough = done, done + 1
    while not reaches(enough):
        short, enough = enough, 2 * enough
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (short, middle) if reaches(middle) else (middle, enough)
    return (enough - done) * games_per_deal


def _lowest_plausible(successes: int, n: int, confidence: float) -> float:
    """The lowest rate that the Beta(1/2, 1/2) mixture does not reject (see `sequence_rate`)."""
    if successes == 0:
        return 0.0
    failures = n - successes
    mixture = scipy.special.betaln(successes + 0.5, failures + 0.5) - scipy.special.betaln(0.5, 0.5)

    from scipy.optimize import brentq  # loaded when a bound is looked for

    def excess(p: float) -> float:
        likelihood = scipy.special.xlogy(successes, p) + scipy.special.xlog1py(failures, -p)
        return float(mixture - likelihood + math.log1p(-confidence))

    return float(brentq(excess, sys.float_info.min, successes / n, xtol=1e-15, maxiter=1000))


def _sequence_quantile(confidence: float, tightest_at: int) -> Quantile:
    """The normal-mixture boundary (Robbins, 1970), tuned as by Waudby-Smith and others, 2024."""
    check_confidence(confidence)
    if tightest_at < 1:
        raise ValueError(f"tightest_at must be at least 1, not {tightest_at}")
    doubt = -2 * math.log1p(-confidence)
    weight = (doubt + math.log1p(doubt)) / tightest_at

    def quantile(deals: int) -> float:
        information = deals * weight
        return math.sqrt((1 + 1 / information) * (math.log1p(information) + doubt))

    return quantile
