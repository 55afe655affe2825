"""A test that may end a run: is a mean at least the indifference above its neutral value, or at least so far below?

Generalised sequential probability ratio test of Wald (1945, "Sequential tests of statistical hypotheses"), as testers
of chess engines use it on pairs of games: the unit is the deal. It may be looked at after any number of deals. Of a
true mean that is the indifference or more away from neutral it names the wrong side with at most the probability that
was asked for; of a true mean between, it may name either. It needs fewer deals than an interval that holds at every
moment, for it promises less.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from .intervals import check_confidence, differences_of, values_of
from .moments import Moments

Side = Literal["above", "below", "open"]


@dataclass(frozen=True)
class SequentialTest:
    """How such a test stands."""

    deals: int
    ratio: float
    """logarithm of the likelihood ratio of "above by the indifference" to "below by the indifference", natural"""
    bound: float
    """it ends when the ratio is so far from 0"""

    @property
    def side(self) -> Side:
        """Which side the test names, if it has ended."""
        if abs(self.ratio) < self.bound:
            return "open"
        return "above" if self.ratio > 0 else "below"

    @property
    def deals_left(self) -> float:
        """About how many more deals end it if the deals go on as they have gone; infinite if they are even so far."""
        if self.side != "open":
            return 0.0
        return self.deals * (self.bound / abs(self.ratio) - 1) if self.ratio else math.inf


def score_test(
    moments: Moments, neutral: float, indifference: float, confidence: float, *, column: int = 0
) -> SequentialTest:
    """Of the mean of a column of deal scores in [0, 1] against a neutral score; indifference: a share of 1, above 0."""
    values = values_of(moments, column, (0, 1), 1)
    return _test(values.n, values.mean - neutral, values.variance, neutral * (1 - neutral), indifference, confidence)


def mean_test(
    sums: Moments, scores: int, neutral: float, indifference: float, confidence: float, parts: float | None = None
) -> SequentialTest:
    """Of the mean of so many scores in [0, 1] that are summed by deal, played apart, against a neutral score; parts: of
    how many scores of one weight that is worth as much, if they weigh differently.
    """
    values = values_of(sums, 0, (0, scores), 1)
    largest = neutral * (1 - neutral) / (parts or scores)
    return _test(
        values.n, values.mean / scores - neutral, values.variance / scores**2, largest, indifference, confidence
    )  # fmt: skip


def difference_test(
    moments: Moments, indifference: float, confidence: float, *, x: int = 0, y: int = 1
) -> SequentialTest:
    """Of the mean of column x - column y, of scores in [0, 1] in common deals; indifference: a share of 1, above 0."""
    values = differences_of(moments, x, y)
    return _test(values.n, values.mean, values.variance, 1.0, indifference, confidence)


def _test(
    deals: int, mean: float, variance: float, largest: float, indifference: float, confidence: float
) -> SequentialTest:
    """The test of a mean against 0, by the likelihood of normal values whose variance is the one that fits best.

    The variance is averaged with a few imagined deals of the largest variance that there can be, for a few deals that
    all went alike say little about it: one more than the bound, with which the errors stay below what is promised where
    one deal in a hundred differs.
    """
    check_confidence(confidence)
    bound = math.log(confidence / (1 - confidence))
    if deals == 0:
        return SequentialTest(0, 0.0, bound)
    imagined = bound + 1
    spread = (deals * variance + imagined * largest) / (deals + imagined)
    above, below = spread + (mean + indifference) ** 2, spread + (mean - indifference) ** 2
    return SequentialTest(deals, deals / 2 * math.log(above / below), bound)
