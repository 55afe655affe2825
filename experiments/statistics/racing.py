"""Races: the best few of many candidates that play the same deals, for the fewest games.

Two methods. *Elimination*: after every round those leave that are shown to be behind as many others as are kept, by
confidence sequences of paired differences that hold together. *Halving*: rounds of about equal cost, each playing on
with the better half of the one before (Karnin, Koren and Somekh, 2013); it promises nothing, and needs no end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .intervals import simultaneous_confidence
from .sequences import standard_errors

Method = Literal["elimination", "halving"]
GROWTH = 4
"""Of elimination, a round plays so many times fewer deals than all before it, so that there are few looks."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """What stood after a round."""

    deals: int
    """of each candidate that was still in the race, since its start"""
    left: int
    """candidates that are left"""
    played: int
    """deals of all candidates together"""


class Race:
    """One race. Elimination promises with `confidence`, of all candidates together and whenever it is looked at, that
    nobody who left is among the `keep` truly best, and at the end that whoever is kept is at most `indifference` worse
    than the truly keep-th.

    That needs keep * (candidates - keep) differences, those of the truly best from the others, to hold together: one
    of the truly best leaves wrongly only if it is shown behind somebody who is none.
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
        self.left: NDArray[np.int64] = np.arange(candidates)
        """those still in the race, in order"""
        self.rounds: list[Round] = []
        self.over = False
        """whether there is no more to find out"""
        self._scores = np.empty((candidates, 0), np.float32)

    @property
    def deals(self) -> int:
        """Deals that each of those left has played."""
        return int(self._scores.shape[1])

    @property
    def next_size(self) -> int:
        """How many times the deals of the first round the next one should play."""
        if not self.rounds:
            return 1
        if self.method == "halving":
            return 1 << len(self.rounds)
        return max(1, self.deals // (GROWTH * self.rounds[0].deals))

    @property
    def order(self) -> NDArray[np.int64]:
        """Places in `left`, the highest mean first, ties in order."""
        return np.argsort(-_mean(self._scores), kind="stable")

    @property
    def kept(self) -> NDArray[np.int64]:
        """The candidates with the highest means, the best first."""
        return self.left[self.order[: self.keep]]

    def add(self, scores: ArrayLike) -> NDArray[np.int64]:
        """Adds a round, (those left, deals) scores in [0, 1], nan for a deal with a fault; returns who leaves now."""
        found = np.asarray(scores, np.float32)
        if found.ndim != 2 or len(found) != len(self.left):
            raise ValueError(f"expected scores of {len(self.left)} candidates by deal, not of shape {found.shape}")
        self._scores = np.concatenate([self._scores, found], axis=1)
        played = found.size + (self.rounds[-1].played if self.rounds else 0)
        stays = self._halved() if self.method == "halving" else self._shown()
        leaving = self.left[~stays]
        self.left, self._scores = self.left[stays], self._scores[stays]
        self.over = self.over or len(self.left) == self.keep
        self.rounds.append(Round(self.deals, len(self.left), played))
        return leaving

    def _halved(self) -> NDArray[np.bool_]:
        stays = np.zeros(len(self.left), bool)
        stays[self.order[: max(self.keep, -(-len(self.left) // 2))]] = True
        return stays

    def _shown(self) -> NDArray[np.bool_]:
        """Who is not shown to be behind each of the leaders; notes whether the race is over."""
        leaders = self.order[: self.keep]
        behind, ahead = np.ones(len(self.left), bool), np.zeros(len(self.left), bool)
        for leader in leaders:
            high = differences(self._scores, int(leader), self.each, self.tightest_at, self.parts)[2]
            behind &= high < 0
            ahead |= high >= self.indifference
        behind[leaders] = False
        ahead[leaders] = False
        self.over = not (ahead & ~behind).any()
        return ~behind


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
