"""What each part of a random offer is worth: linear regression of scores on what was offered.

Offers are drawn at random, so that a coefficient is an effect and not company: by how much the score changes, on
average over all else that may be offered, with one more copy of a card in the place of an average one of its group.
Plackett and Burman, 1946, lay such experiments out; Lin, 2013, shows that regression is sound for randomised ones
whatever the truth is like. The unit is the offer, which plays deals of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # its rooms are loaded when they are used first
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TINY = 1e-9
"""Of the largest eigenvalue: a direction in which offers differ less than this is none."""
PENALTIES = np.geomspace(1e-3, 1e5, 65)
"""Ridge penalties that are tried."""
DISCOVERIES = 0.1
"""Of the pairs that are screened out, so many may be false, on average."""
FOLDS = 5
"""Parts of the offers, each of which is foretold by what is learnt from the others."""
LEAST_SHARE, NEWTON_STEPS, STEEPEST = 1e-3, 25, 10.0
"""Of a curve: the lowest mean score, the steps to find it, how many times as steep as a straight line it may be."""
TOGETHER = 50
"""Offers in which two cards have to be together, and as many as by chance alone apart, to be looked at as a pair."""


@dataclass(frozen=True, eq=False)
class Offered:
    """What was offered in each of many random offers.

    sides: (sides, offers, cards), copies on each side; signs: (sides,), by how much each side counts for the score: 1
    for that of the entrant, -1 for that of one opponent. groups: (cards,), the group of each card: cards are compared
    with the others of their group. prices: (cards,), what each costs of what may be spent on an offer, so that cards
    are compared with others of their price; None where nothing is paid.
    """

    sides: NDArray[np.float64]
    signs: Floats
    groups: NDArray[np.int64]
    prices: Floats | None = None

    @property
    def counts(self) -> Floats:
        """(offers, cards): copies for the entrant less those against him."""
        return np.asarray(np.tensordot(self.signs, self.sides, axes=1))

    @property
    def offers(self) -> int:
        """How many offers there are."""
        return int(self.sides.shape[1])

    def some(self, which: NDArray[np.bool_]) -> Offered:
        """Those of some offers."""
        return Offered(self.sides[:, which], self.signs, self.groups, self.prices)

    def sorted_into(self, sorts: NDArray[np.int64]) -> Offered:
        """Copies of whole sorts of cards in the place of cards; sorts: (cards,), all compared with each other."""
        kinds = int(sorts.max()) + 1
        member = (sorts[:, None] == np.arange(kinds)).astype(np.float64)
        return Offered(self.sides @ member, self.signs, np.zeros(kinds, np.int64))


@dataclass(frozen=True, eq=False)
class Worth:
    """What each card is worth.

    worth, error: (cards,), the effect of one more copy in the place of an average card of its group (and price), and
    its standard error; nan for what every offer has. freedom: degrees of freedom that the errors rest on. rest:
    (offers,), the scores without all that.
    """

    worth: Floats
    error: Floats
    freedom: int
    rest: Floats

    def reach(self, confidence: float) -> float:
        """How many standard errors an interval reaches to each side."""
        return float(scipy.special.stdtrit(max(1, self.freedom), (1 + confidence) / 2))


def worth(offered: Offered, scores: Floats) -> Worth:
    """Ordinary least squares of scores, shape (offers,), on what was offered.

    An error is the larger of two: the usual one, which takes luck to be as large with every offer, and that of
    MacKinnon and White (1985, HC2), which does not; the former is the surer one for cards that few offers had.
    """
    counts = offered.counts
    n, cards = counts.shape
    centred = counts - counts.mean(axis=0)
    inverse, rank = _inverse(centred.T @ centred)
    deviation = scores - scores.mean()
    effect = inverse @ (centred.T @ deviation)
    rest = deviation - centred @ effect
    freedom = n - rank - 1
    if freedom < 1:
        nothing = np.full(cards, np.nan)
        return Worth(nothing, nothing, 0, rest)
    contrast = _contrasts(offered)
    spread = contrast @ inverse
    usual = np.einsum("ij,ij->i", spread, contrast) * float(rest @ rest) / freedom
    kept = np.clip(1 - 1 / n - np.einsum("ij,ij->i", centred @ inverse, centred), TINY, None)
    free = np.where(kept > math.sqrt(TINY), rest**2 / kept, 0.0)
    uneven = np.einsum("ij,ij->i", spread @ (centred.T @ (free[:, None] * centred)), spread)
    error = np.sqrt(np.maximum(np.maximum(usual, uneven), 0))
    varies = centred.any(axis=0)
    return Worth(np.where(varies, contrast @ effect, np.nan), np.where(varies, error, np.nan), freedom, rest)


def _inverse(moments: Floats) -> tuple[Floats, int]:
    """The pseudo-inverse of a matrix of second moments, and its rank."""
    values, vectors = np.linalg.eigh(moments)
    kept = values > max(TINY * float(values.max(initial=0)), 0)
    return (vectors[:, kept] / values[kept]) @ vectors[:, kept].T, int(kept.sum())


def _contrasts(offered: Offered) -> Floats:
    """(cards, cards): each card less the average card of its group, as often as it was offered; where cards are paid
    for, less what the straight line through all of its group gives for its price.
    """
    shares = np.abs(offered.signs) @ offered.sides.sum(axis=1)
    shares = np.where(offered.counts.std(axis=0) > 0, shares, 0.0)
    contrasts = np.eye(len(shares))
    for group in np.unique(offered.groups):
        own = np.flatnonzero(offered.groups == group)
        terms = np.ones((len(own), 1))
        if offered.prices is not None:
            terms = np.column_stack([terms, offered.prices[own]])
        weighted = terms.T * shares[own]
        contrasts[np.ix_(own, own)] -= terms @ np.linalg.pinv(weighted @ terms) @ weighted
    return contrasts


@dataclass(frozen=True, eq=False)
class Predictor:
    """What an offer is expected to score: the sum of what its cards are worth, on a curve between 0 and 1."""

    middle: Floats
    effect: Floats
    level: float
    slope: float

    def __call__(self, counts: Floats) -> Floats:
        """counts: (offers, cards), as `Offered.counts` has them."""
        return np.asarray(scipy.special.expit(self.level + self.slope * self.sum(counts)))

    def sum(self, counts: Floats) -> Floats:
        """What the cards of each offer are worth together, more than those of the average offer."""
        return np.asarray((counts - self.middle) @ self.effect)


def predictor(counts: Floats, scores: Floats) -> Predictor:
    """Ridge regression (Hoerl and Kennard, 1970) with the penalty that generalised cross-validation chooses (Golub,
    Heath and Wahba, 1979): of many cards it predicts new offers better than least squares. The sums are put on the
    logistic curve that fits the scores best, each offer by the sum that was learnt without it (Stone, 1974).
    """
    middle, effect = ridge(counts, scores)
    apart, fold = np.empty(len(scores)), np.arange(len(scores)) % FOLDS
    for number in range(min(FOLDS, len(scores))):
        others = fold != number
        apart[~others] = (counts[~others] - middle) @ ridge(counts[others], scores[others])[1]
    return Predictor(middle, effect, *_curve(apart, scores))


def ridge(counts: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """The average offer, and the effect of one more copy of each card."""
    middle, n = counts.mean(axis=0), len(scores)
    centred, deviation = counts - middle, scores - scores.mean()
    values, vectors = np.linalg.eigh(centred.T @ centred)
    values = np.maximum(values, 0)
    along, total = vectors.T @ (centred.T @ deviation), float(deviation @ deviation)
    penalised = values + PENALTIES[:, None]
    left = total - (along**2 * (values + 2 * PENALTIES[:, None]) / penalised**2).sum(axis=1)
    freedom = n - 1 - (values / penalised).sum(axis=1)
    best = int(np.argmin(left / np.maximum(freedom, TINY) ** 2))
    return middle, np.asarray(vectors @ (along / penalised[best]))


def _curve(sums: Floats, scores: Floats) -> tuple[float, float]:
    """Level and slope of the logistic curve of shares in [0, 1], by Newton's method; where scores do not vary enough
    for one, or every score is 0 or 1 on one side of a sum, the straight line's slope in the middle.
    """
    mean = float(np.clip(scores.mean(), LEAST_SHARE, 1 - LEAST_SHARE))
    start = np.array([float(scipy.special.logit(mean)), 1 / (mean * (1 - mean))])
    terms, found = np.column_stack([np.ones_like(sums), sums]), start
    for _ in range(NEWTON_STEPS):
        share = scipy.special.expit(terms @ found)
        weight = share * (1 - share)
        matrix = terms.T @ (weight[:, None] * terms) + TINY * np.eye(2)
        found = found + np.linalg.solve(matrix, terms.T @ (scores - share))
        if not np.isfinite(found).all() or abs(found[1]) > STEEPEST * start[1]:
            return float(start[0]), float(start[1])
    return float(found[0]), float(found[1])


@dataclass(frozen=True)
class Explained:
    """How far the sum of its cards tells how well an offer does, on offers that did not make the sums.

    of_scores: the share of the variance of scores, of which luck is a part; of_offers: of that between offers without
    the luck of their deals, nan where each plays one deal. Both may be below 0 where sums tell nothing.
    """

    of_scores: float
    of_offers: float


def explained(predicted: Floats, scores: Floats, luck: float) -> Explained:
    """predicted, scores: (offers,); luck: the variance of a score by the luck of its deals alone, nan if unknown."""
    if len(scores) < 2:
        return Explained(math.nan, math.nan)
    total, missed = float(scores.var(ddof=1)), float(((scores - predicted) ** 2).mean())
    of_scores = 1 - missed / total if total > 0 else math.nan
    between = total - luck
    return Explained(of_scores, 1 - (missed - luck) / between if between > 0 else math.nan)


@dataclass(frozen=True, eq=False)
class Screened:
    """Pairs of cards that seem to be worth more or less together: (pairs,) of the two cards, and the chance of so much
    by luck alone.
    """

    one: NDArray[np.int64]
    other: NDArray[np.int64]
    chance: Floats


def screen_pairs(offered: Offered, rest: Floats, most: int, discoveries: float = DISCOVERIES) -> Screened:
    """The pairs whose false discovery rate is at most so much (Benjamini and Hochberg, 1995), the surest first, at most
    so many.

    rest: (offers,), scores without what single cards are worth. A pair counts by whether both cards are there; its
    score test does not deduct what single cards explain of that, so that it errs on the side of too few.
    """
    there = (offered.sides > 0).astype(np.float64)
    together = sum((side.T @ side for side in there), np.zeros((there.shape[2],) * 2))
    own = np.diag(together)
    chance_alone = own[:, None] * own / max(1, len(there) * offered.offers)
    centred = there - there.mean(axis=1, keepdims=True)
    squared = rest**2
    found = np.zeros_like(together)
    variance = np.zeros_like(together)
    for sign, side in zip(offered.signs, centred, strict=True):
        found += sign * (side.T @ (rest[:, None] * side))
        variance += sign**2 * ((side**2).T @ (squared[:, None] * side**2))
    for a in range(len(centred)):
        for b in range(a):
            product = centred[a] * centred[b]
            variance += 2 * offered.signs[a] * offered.signs[b] * (product.T @ (squared[:, None] * product))
    looked_at = np.triu((together >= TOGETHER) & (chance_alone >= TOGETHER / 2) & (variance > 0), k=1)
    one, other = np.nonzero(looked_at)
    if not len(one):
        return Screened(one, other, np.empty(0))
    chance = 2 * scipy.special.ndtr(-np.abs(found[looked_at]) / np.sqrt(variance[looked_at]))
    from scipy.stats import false_discovery_control  # takes half a second, which is lost where no pair is looked at

    adjusted = false_discovery_control(chance, method="bh")
    order = np.argsort(chance, kind="stable")
    order = order[adjusted[order] <= discoveries][:most]
    return Screened(one[order], other[order], chance[order])


def pair_worth(offered: Offered, scores: Floats, pairs: Sequence[tuple[int, int]]) -> tuple[Floats, Floats, int]:
    """How much more two cards are worth together than apart: (pairs,) of effect and standard error, each beside what
    single cards explain (Frisch and Waugh, 1933), and the degrees of freedom; nan where offers are too few.
    """
    counts = offered.counts
    n = len(scores)
    centred = counts - counts.mean(axis=0)
    inverse, rank = _inverse(centred.T @ centred)
    freedom = n - rank - 2
    effects, errors = np.full(len(pairs), np.nan), np.full(len(pairs), np.nan)
    if freedom < 1:
        return effects, errors, 0

    def alone(values: Floats) -> Floats:
        around = values - values.mean()
        return np.asarray(around - centred @ (inverse @ (centred.T @ around)))

    there = (offered.sides > 0).astype(np.float64)
    there -= there.mean(axis=1, keepdims=True)
    left = alone(scores)
    for place, (one, other) in enumerate(pairs):
        both = alone(np.asarray(offered.signs @ (there[:, :, one] * there[:, :, other])))
        size = float(both @ both)
        if size <= TINY * n:
            continue
        effects[place] = float(both @ left) / size
        rest = left - effects[place] * both
        usual = float(rest @ rest) / freedom / size
        uneven = float((rest**2) @ (both**2)) / size**2 * n / freedom
        errors[place] = math.sqrt(max(usual, uneven))
    return effects, errors, freedom
