"""What is kept of games: exact totals that add up in any order, whose size does not grow with the number of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .plan import Plan
from .statistics import Interval, Moments, deal_scores, score_interval, sequence_mean

FIGURE_UNIT = 100
"""Figures are counted to the hundredth."""

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


def figure_names(plan: Plan) -> list[str]:
    """The figures of a game that are summarised: turns, decisions and the game's own measures for the seats present."""
    absent = tuple(f"p{seat + 1}_" for seat in range(plan.players, plan.game.seats))
    return ["turns", "decisions", *(name for name in plan.game.measures if not name.startswith(absent))]


def no_games(plan: Plan) -> Totals:
    """Totals of no games."""
    return Totals([_nothing(plan) for _ in plan.variants], Moments(len(plan.variants)))


def _nothing(plan: Plan) -> VariantTotals:
    return VariantTotals(Moments(plan.players + 1), {name: Counter() for name in figure_names(plan)})


def total_part(plan: Plan, games: pa.Table) -> PartTotals:
    """Totals of a table of whole deals (see `store.games_table`)."""
    scores = np.column_stack([games[f"score_{seat}"].to_numpy() for seat in plan.seats])
    first = games["first_seat"].to_numpy()
    sound = games["error"].to_numpy() == 0
    columns = [*scores.T, scores[np.arange(len(first)), first]]
    deals = np.column_stack([deal_scores(column, plan.games_per_deal) for column in columns])
    sound_deals = sound.reshape(-1, plan.games_per_deal).all(axis=1)
    totals = _nothing(plan)
    totals.moments.add(deals[sound_deals])
    totals.faults = int((~sound).sum())
    for name, counts in totals.figures.items():
        counts.update(_count_values(games[name].to_numpy()[sound]))
    return PartTotals(len(first), totals, np.where(sound_deals, deals[:, plan.entrant], np.nan))


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
