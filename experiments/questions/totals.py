"""What is kept of games: exact totals that add up in any order, whose size does not grow with the number of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ..plan.plan import Plan
from ..statistics.intervals import Interval, score_interval
from ..statistics.moments import Moments, deal_scores
from ..statistics.sequences import sequence_mean

FIGURE_UNIT = 100
"""Figures are counted to the hundredth."""

TRUNCATED = "truncated"
"""The figure that is 1 for a game that a limit of turns ended, else 0."""

ALL_PAIRS = "all pairs"
"""The name under which the figures of all pairs are told together."""

TIGHTEST_AT = 10_000
"""Number of deals at which always-valid intervals are nearest to plain ones: the same for every run, for they hold only
if it is not chosen by the results."""


@dataclass
class VariantTotals:
    """Totals of the games of one variant."""

    moments: Moments
    """by sound deal: the score of each seat, then the score of whichever seat begins"""
    figures: dict[str, Counter[int]]
    """by figure: how many sound games had each value, in 1/FIGURE_UNIT"""
    faults: int = 0
    """games stopped by a fault; they count nowhere else, nor does the rest of their deal in `moments`"""

    def add(self, other: VariantTotals) -> None:
        """Adds the totals of other games."""
        self.moments.merge(other.moments)
        for name, counts in other.figures.items():
            self.figures[name].update(counts)
        self.faults += other.faults


@dataclass
class PartTotals:
    """Totals of one part of one variant, with what is needed to pair it with the same part of other variants."""

    games: int
    variant: VariantTotals
    entrant: NDArray[np.float64] = field(repr=False)
    """score of the entrant by deal; nan for a deal with a fault"""


@dataclass
class Totals:
    """Totals of a run: the same games of every variant."""

    variants: list[VariantTotals]
    paired: Moments
    """by deal that is sound in every variant: the score of the entrant in each"""
    games: int = 0
    """games of each variant, those with faults included"""

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds the same part of every variant."""
        for total, part in zip(self.variants, parts, strict=True):
            total.add(part.variant)
        scores = np.column_stack([part.entrant for part in parts])
        self.paired.add(scores[~np.isnan(scores).any(axis=1)])
        self.games += parts[0].games


@dataclass
class PairPartTotals:
    """Totals of one part of several pairs (variants of a field or matrix), with what is needed to join it to others."""

    games: int
    """of each variant"""
    figures: dict[str, Counter[int]]
    """of all variants together, as in `VariantTotals`"""
    faults: list[int]
    """by variant"""
    entrant: NDArray[np.float64] = field(repr=False)
    """(variants, deals): score of the first entry of the pair; nan for a deal with a fault"""
    first_seat: NDArray[np.float64] = field(repr=False)
    """(variants, deals): score of whichever seat begins; nan for a deal with a fault"""


class PairTotals:
    """Totals of a run of pairs: games of the same numbers of every one.

    All values are sums by deal, which are exact: of the variants of a pair, of the pairs of a row, of all variants.
    """

    def __init__(self, plan: Plan) -> None:
        assert plan.pairing is not None
        self.pairing = plan.pairing
        self.variants = len(plan.variants)
        self.cells = [Moments() for _ in range(self.pairing.pairs)]
        """by pair: the score of its first entry, by deal that is sound in all variants of the pair"""
        self.rows = [Moments() for _ in self.pairing.rows]
        """by row: the score against all that it meets, by deal that is sound in all of these pairs"""
        self.first_seat = Moments()
        """the score of whichever seat begins, by deal that is sound in all variants"""
        self.figures: dict[str, Counter[int]] = {name: Counter() for name in figure_names(plan)}
        self.faults = [0] * self.variants
        self.games = 0
        """games of each variant, those with faults included"""

    def add(self, parts: Sequence[PairPartTotals]) -> None:
        """Adds the same part of all variants, which the parts hold in order."""
        each = self.pairing.each
        scores = np.concatenate([part.entrant for part in parts])
        pairs = scores.reshape(-1, each, scores.shape[1]).sum(axis=1)
        for cell, deals in zip(self.cells, pairs, strict=True):
            cell.add(_sound(deals))
        for row, total in enumerate(self.rows):
            met = self.pairing.pair[row] >= 0
            which, mirrored = self.pairing.pair[row][met], self.pairing.mirrored[row][met]
            if len(which):
                total.add(_sound(np.where(mirrored[:, None], each - pairs[which], pairs[which]).sum(axis=0)))
        self.first_seat.add(_sound(np.concatenate([part.first_seat for part in parts]).sum(axis=0)))
        for part in parts:
            for name, counts in part.figures.items():
                self.figures[name].update(counts)
        self.faults = [a + b for a, b in zip(self.faults, (n for part in parts for n in part.faults), strict=True)]
        self.games += parts[0].games


def _sound(deals: NDArray[np.float64]) -> NDArray[np.float64]:
    return deals[~np.isnan(deals)]


def figure_names(plan: Plan) -> list[str]:
    """The figures of a game that are summarised: turns, decisions, whether a limit of turns ended the game, and the
    game's own measures for the seats present.
    """
    absent = tuple(f"p{seat + 1}_" for seat in range(plan.players, plan.game.seats))
    return ["turns", "decisions", TRUNCATED, *(name for name in plan.game.measures if not name.startswith(absent))]


def no_games(plan: Plan) -> Totals | PairTotals:
    """Totals of no games."""
    if plan.pairing:
        return PairTotals(plan)
    return Totals([_nothing(plan) for _ in plan.variants], Moments(len(plan.variants)))


def _nothing(plan: Plan) -> VariantTotals:
    return VariantTotals(Moments(plan.players + 1), {name: Counter() for name in figure_names(plan)})


def total_part(plan: Plan, group: range, games: pa.Table) -> PartTotals | PairPartTotals:
    """Totals of a table of whole deals, as many of each variant in the group (see `store.games_table`)."""
    if plan.pairing:
        return _total_pairs(plan, group, games)
    scores = np.column_stack([games[f"score_{seat}"].to_numpy() for seat in plan.seats])
    first = games["first_seat"].to_numpy()
    sound = games["error"].to_numpy() == 0
    columns = [*scores.T, scores[np.arange(len(first)), first]]
    deals = np.column_stack([deal_scores(column, plan.games_per_deal) for column in columns])
    sound_deals = sound.reshape(-1, plan.games_per_deal).all(axis=1)
    totals = _nothing(plan)
    totals.moments.add(deals[sound_deals])
    totals.faults = int((~sound).sum())
    _count_figures(totals.figures, games, sound)
    return PartTotals(len(first), totals, np.where(sound_deals, deals[:, plan.entrant], np.nan))


def _total_pairs(plan: Plan, group: range, games: pa.Table) -> PairPartTotals:
    assert plan.pairing is not None
    scores = np.column_stack([games[f"score_{seat}"].to_numpy() for seat in plan.seats])
    first = games["first_seat"].to_numpy()
    sound = games["error"].to_numpy() == 0
    each = len(first) // len(group)
    seats = np.repeat([int(plan.pairing.exchanged[variant % plan.pairing.each]) for variant in group], each)
    unsound = ~sound.reshape(-1, plan.games_per_deal).all(axis=1)
    by_deal = []
    for seat in (seats, first):
        deals = deal_scores(scores[np.arange(len(first)), seat], plan.games_per_deal)
        by_deal.append(np.where(unsound, np.nan, deals).reshape(len(group), -1))
    figures: dict[str, Counter[int]] = {name: Counter() for name in figure_names(plan)}
    _count_figures(figures, games, sound)
    faults = (~sound).reshape(len(group), -1).sum(axis=1).tolist()
    return PairPartTotals(each, figures, faults, entrant=by_deal[0], first_seat=by_deal[1])


def _count_figures(figures: dict[str, Counter[int]], games: pa.Table, sound: NDArray[np.bool_]) -> None:
    for name, counts in figures.items():
        counts.update(_count_values(games[name].to_numpy()[sound]))


def _count_values(values: NDArray[np.generic]) -> dict[int, int]:
    units, counts = np.unique(np.rint(values.astype(np.float64) * FIGURE_UNIT).astype(np.int64), return_counts=True)
    return dict(zip(units.tolist(), counts.tolist(), strict=True))


def score(totals: VariantTotals, column: int, confidence: float, always_valid: bool) -> Interval:
    """Mean score of a seat, or with column = number of seats of whichever seat begins, by deal.

    always_valid: the interval holds at every number of deals at once, else at a number that was fixed beforehand.
    """
    if always_valid:
        return sequence_mean(totals.moments, confidence, column=column, tightest_at=TIGHTEST_AT)
    return score_interval(totals.moments, confidence, column=column)


def mean_score(
    sums: Moments, scores: int, confidence: float, always_valid: bool, known: float = 0, of: int | None = None
) -> Interval:
    """Mean of `of` (by default, all) scores, of which so many were played and are summed by deal in `sums`, and the
    others come to `known` together; see `score` for always_valid.
    """
    keywords: dict[str, Any] = {"bounds": (0, scores), "parts": scores}
    if always_valid:
        found = sequence_mean(sums, confidence, tightest_at=TIGHTEST_AT, **keywords)
    else:
        found = score_interval(sums, confidence, **keywords)
    estimate, low, high = ((value + known) / (of or scores) for value in (found.estimate, found.low, found.high))
    return Interval(estimate, low, high, found.n)
