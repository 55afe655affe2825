"""Races: the best few of many candidates that play the same deals, for the fewest games.

Two methods. *Elimination*: after every round those leave that are shown not to be ahead of any of the leaders by the
indifference, by confidence sequences of paired differences that hold together; only the leaders and those that may
still be ahead play on (LUCB of Kalyanakrishnan, Tewari, Auer and Stone, 2012, with paired differences and rounds).
*Halving*: rounds of about equal cost, each playing on with the better half of the one before (Karnin, Koren and Somekh,
2013); it promises nothing, and needs no end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .intervals import fixed_quantile, simultaneous_confidence
from .sequences import standard_errors

Method = Literal["elimination", "halving"]
GROWTH = 8
"""Of elimination, a round plays so many times fewer deals than all before it, so that nobody plays much too long."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """What stood after a round."""

    deals: int
    """of each leader, since the start"""
    left: int
    """candidates that are left"""
    played: int
    """deals of all candidates together"""


class Race:
    """One race. Elimination promises with `confidence`, of all candidates together and whenever it is looked at, that
    nobody who is not left is ahead of one of the leaders by the indifference or more; and so, at the end, that whoever
    is kept is less than the indifference worse than the truly keep-th.

    That needs keep * (candidates - keep) differences, those of the truly best from the others, each on one side, to
    hold together: the promise is broken only where one of the truly best is not kept, and one of the others is.

    Every candidate plays the deals in the same order, so that any two of them are compared over all deals of the one
    that has played fewer. One that has left may come back, if other leaders are found to be worse than they seemed.
    """

    def __init__(
        self,
        candidates: int,
        keep: int,
        indifference: float,
        confidence: float,
        method: Method = "elimination",
        tightest_at: int = 1000,
        parts: float = 1,
    ) -> None:
        """keep: fewer than candidates. tightest_at: deals at which intervals are narrowest, chosen beforehand.
        parts: of how many scores played apart that of a deal is the mean.
        """
        if not 1 <= keep < candidates:
            raise ValueError(f"keep must be from 1 to {candidates - 1}, not {keep}")
        self.keep, self.indifference, self.method = keep, indifference, method
        self.tightest_at, self.parts = tightest_at, parts
        self.each = simultaneous_confidence(confidence, keep * (candidates - keep))
        """of each of the differences, on its one side"""
        self.left: NDArray[np.int64] = np.arange(candidates)
        """those still in the race, in order"""
        self.rounds: list[Round] = []
        self.over = False
        """whether there is no more to find out"""
        self.played = np.zeros(candidates, np.int64)
        """deals of each candidate"""
        self._scores = [np.empty(0, np.float32) for _ in range(candidates)]
        self._order = np.arange(candidates)
        self._known: dict[int, tuple[NDArray[np.int64], Floats]] = {}
        """by leader: over how many deals each candidate was compared last, and how far ahead it may be"""

    @property
    def deals(self) -> int:
        """Deals that each of the leaders has played."""
        return int(self.played.max())

    @property
    def catches_up(self) -> bool:
        """Whether some of the leaders have played fewer deals than others, and play those first."""
        return bool((self.played[self.left] < self.deals).all())

    @property
    def next_size(self) -> int:
        """How many times the deals of the first round the next one should play."""
        if not self.rounds:
            return 1
        if self.method == "halving":
            return 1 << len(self.rounds)
        if self.catches_up:
            return int((self.deals - self.played[self.left]).min()) // self.rounds[0].deals
        return max(1, self.deals // (GROWTH * self.rounds[0].deals))

    @property
    def kept(self) -> NDArray[np.int64]:
        """The candidates that lead, the best first."""
        return self._order[: self.keep]

    @property
    def flat_deals(self) -> int:
        """How many deals each candidate would have to play if all played alike, planned before the first game, for the
        promise of elimination: so many that the plain interval of a difference, of as many together, reaches no further
        than the indifference (the sample size of Bechhofer, 1954, "A single-sample multiple decision procedure for
        ranking means", with paired differences). The variance is that of the keep-th against the strongest that were
        not kept, from as many of them as are kept, the one in the middle: a planner could not know it.
        """
        last = int(self.kept[-1])
        rivals = self._order[self.keep : 2 * self.keep].tolist()
        common = min(len(self._scores[last]), *(len(self._scores[rival]) for rival in rivals))
        apart = [self._scores[last][:common] - self._scores[rival][:common] for rival in rivals]
        variance = np.median([np.nanvar(found) for found in apart])
        reach = fixed_quantile(_two_sided(self.each))(1)

        def is_wider(deals: int) -> bool:
            one = (np.array([deals]), np.zeros(1), np.array([variance]), np.array([reach]))
            return float(bounds(*one, parts=self.parts)[1][0]) > self.indifference

        short, enough = 0, 1
        while is_wider(enough):
            short, enough = enough, 2 * enough
        while enough - short > 1:
            middle = (short + enough) // 2
            short, enough = (middle, enough) if is_wider(middle) else (short, middle)
        return enough

    def add(self, scores: ArrayLike) -> None:
        """Adds a round: the next deals of those left, scores in [0, 1] of shape (those left, deals), nan for a deal
        with a fault.
        """
        found = np.asarray(scores, np.float32)
        if found.ndim != 2 or len(found) != len(self.left):
            raise ValueError(f"expected scores of {len(self.left)} candidates by deal, not of shape {found.shape}")
        for candidate, more in zip(self.left.tolist(), found, strict=True):
            self._scores[candidate] = np.concatenate([self._scores[candidate], more])
        self.played[self.left] += found.shape[1]
        self._order = self._by_score()
        if self.method == "halving":
            self.left = np.sort(self._order[: max(self.keep, -(-len(self.left) // 2))])
        else:
            self.left = self._who_plays_on()
        self.over = len(self.left) == self.keep and (self.played[self.left] == self.deals).all()
        self.rounds.append(Round(self.deals, len(self.left), int(self.played.sum())))

    def _by_score(self) -> NDArray[np.int64]:
        """All candidates, the highest first, ties in order: by how much more they have than those who have played most,
        on average over the deals of each.
        """
        most = np.flatnonzero(self.played == self.deals)
        usual = _mean(np.stack([self._scores[c] for c in most.tolist()]).T).astype(np.float32)
        ahead = [_mean((own - usual[: len(own)])[None])[0] for own in self._scores]
        if self.method == "halving":
            ahead = [own if left else -math.inf for own, left in zip(ahead, self.played == self.deals, strict=True)]
        return np.argsort(-np.array(ahead), kind="stable")

    def _who_plays_on(self) -> NDArray[np.int64]:
        """The leaders who have played less than others; if there are none, all leaders and those who may be ahead."""
        behind = self.kept[self.played[self.kept] < self.deals]
        return np.sort(behind if len(behind) else np.concatenate([self.kept, self._may_be_ahead()]))

    def _may_be_ahead(self) -> NDArray[np.int64]:
        """Those that may be ahead of one of the leaders by the indifference."""
        open_ones = np.zeros(len(self.played), bool)
        for leader in self.kept.tolist():
            open_ones |= self._most_ahead(leader) >= self.indifference
        open_ones[self.kept] = False
        return np.flatnonzero(open_ones)

    def _most_ahead(self, leader: int) -> Floats:
        """By how much each candidate is ahead of a leader at most."""
        compared, most = self._known.setdefault(leader, (np.zeros_like(self.played), np.ones(len(self.played))))
        common = np.minimum(self.played, self.played[leader])
        new = common > compared
        for deals in np.unique(common[new]).tolist():
            whose = np.flatnonzero(new & (common == deals))
            rows = np.stack([self._scores[c][:deals] for c in [leader, *whose.tolist()]])
            most[whose] = differences(rows, 0, _two_sided(self.each), self.tightest_at, self.parts)[2][1:]
        compared[:] = common
        return most


def _two_sided(confidence: float) -> float:
    """The confidence of an interval each side of which has this one."""
    return 1 - 2 * (1 - confidence)


def differences(
    scores: NDArray[np.float32], leader: int, confidence: float, tightest_at: int, parts: float = 1
) -> tuple[Floats, ...]:
    """How much more each row of scores, (candidates, deals) in [0, 1], has on average than that of the leader, over the
    deals that are sound in both: mean, low, high, each with `confidence` at every number of deals at once.

    The intervals of `sequence_difference`, of all candidates at once. parts: of how many scores played apart a score is
    the mean.
    """
    apart = scores - scores[leader]
    sound = ~np.isnan(apart)
    n = sound.sum(axis=1)
    mean = _mean(apart)
    squares = np.sum(np.square(apart - mean[:, None]), axis=1, where=sound, dtype=np.float64)
    variance: Floats = squares / np.maximum(n, 1)
    return mean, *bounds(n, mean, variance, reaches(n, confidence, tightest_at), parts=parts)


def reaches(n: NDArray[np.int64], confidence: float, tightest_at: int) -> Floats:
    """By number of deals, how many standard errors an interval reaches that holds at every number of deals at once."""
    known = {k: standard_errors(confidence, max(1, k), sequence=True, tightest_at=tightest_at) for k in set(n.tolist())}
    return np.array([known[k] for k in n.tolist()], np.float64)


def bounds(
    n: NDArray[np.int64],
    mean: Floats,
    variance: Floats,
    reach: Floats,
    middle: float = 0,
    radius: float = 1,
    parts: float = 1,
) -> tuple[Floats, Floats]:
    """Low and high of the intervals that `intervals.score_interval` describes, of many means at once.

    variance: with divisor n. Values lie within middle - radius .. middle + radius; of no deals this is the interval.
    parts: of how many scores played apart a value is the mean.
    """
    place, imagined = np.where(n > 0, (mean - middle) / radius, 0.0), reach**2
    largest = (1 - place) * (1 + place)
    spread = np.divide(variance / radius**2, largest, out=np.ones_like(mean), where=largest > 0)
    effect = np.where(largest > 0, (n * np.minimum(1, spread) + imagined / parts) / (n + imagined), 1 / parts)
    pull = imagined * effect / np.maximum(n, 1)
    centre, half = place / (1 + pull), np.sqrt(largest * pull + pull**2) / (1 + pull)
    low = np.minimum(np.maximum(-1, centre - half), place)
    high = np.maximum(np.minimum(1, centre + half), place)
    return middle + radius * np.where(n > 0, low, -1), middle + radius * np.where(n > 0, high, 1)


def _mean(scores: NDArray[np.float32]) -> Floats:
    """By candidate, the mean over sound deals; -1 without any."""
    sound = ~np.isnan(scores)
    total = np.sum(scores, axis=1, where=sound, dtype=np.float64)
    return np.divide(total, sound.sum(axis=1), out=np.full(len(scores), -1.0), where=sound.any(axis=1))
