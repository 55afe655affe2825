"""What is kept of games: exact totals that add up in any order, whose size does not grow with the number of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sim.core.game import Game
from sim.reading.names import seat_name

from ..plan.plan import Part, Plan
from ..statistics.intervals import Interval, score_interval
from ..statistics.moments import Moments, by_column, deal_scores
from ..statistics.sequences import sequence_mean

FIGURE_UNIT = 100
"""Figures are counted to the hundredth."""

TRUNCATED = "truncated"
"""The figure that is 1 for a game that a limit of turns ended, else 0."""

MOST_APART, ALL_VARIANTS = 200, "all variants"
"""Up to so many variants have figures of their own; those of more are told together, under this name."""

TIGHTEST_AT = 10_000
"""Number of deals at which always-valid intervals are nearest to plain ones: the same for every run, for they hold only
if it is not chosen by the results."""


Figures = dict[str, Counter[int]]
"""By figure: how many sound games had each value, in 1/FIGURE_UNIT."""


class Totals(ABC):
    """Totals of a run."""

    games = 0
    """games of each variant, those with faults included; where they differ, of that with the most"""
    figures: dict[str, Figures]
    """by variant, or under the name under which all are told (`Plan.together`)"""

    @abstractmethod
    def add(self, parts: Sequence[Any]) -> None:
        """Adds what `Question.total_part` made of the parts of a round."""

    @abstractmethod
    def without_sound_deals(self) -> Iterable[int]:
        """The variants that have had nothing but faults, though they were played."""

    @abstractmethod
    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """By variant, or for all together: the score of whichever seat begins, and its games. A team has none."""


@dataclass
class VariantTotals:
    """Totals of the games of one variant."""

    moments: Moments
    """by sound deal: the score of each seat, then the score of whichever seat begins"""
    games: int = 0
    """those with faults included"""
    faults: int = 0
    """games stopped by a fault; they count nowhere else, nor does the rest of their deal in `moments`"""

    def add(self, other: VariantTotals) -> None:
        """Adds the totals of other games."""
        self.moments.merge(other.moments)
        self.games += other.games
        self.faults += other.faults


@dataclass
class PartTotals:
    """Totals of one part of one variant, with what is needed to pair it with the same part of other variants."""

    variant: int
    totals: VariantTotals
    figures: Figures
    entrant: NDArray[np.float64] = field(repr=False)
    """score of the entrant by deal; nan for a deal with a fault"""


class VariantsTotals(Totals):
    """Totals of variants, each by itself; they need not have played the same number of games."""

    def __init__(self, plan: Plan) -> None:
        self.variants = [VariantTotals(Moments(plan.players + 1)) for _ in plan.variants]
        self.told_as = [plan.together or variant.name for variant in plan.variants]
        self.figures = {name: no_figures(plan) for name in self.told_as}

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds parts of some variants."""
        for part in parts:
            self.variants[part.variant].add(part.totals)
            for name, counts in part.figures.items():
                self.figures[self.told_as[part.variant]][name].update(counts)
        self.games = max(variant.games for variant in self.variants)

    def without_sound_deals(self) -> Iterable[int]:
        """The variants that have had nothing but faults, though they were played."""
        return [index for index, variant in enumerate(self.variants) if variant.games and not variant.moments.count]

    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """By variant, the score of whichever seat begins, and in how many games; empty for a team."""
        if plan.team:
            return {}
        return {
            variant.name: (score(total, plan.players, plan.confidence, always_valid), total.games)
            for variant, total in zip(plan.variants, self.variants, strict=True)
        }


def sound_everywhere(parts: Sequence[PartTotals]) -> NDArray[np.float64]:
    """The entrant's score with every variant, (deals, variants), in the deals that are sound in all of them."""
    scores = np.column_stack([part.entrant for part in parts])
    return scores[~np.isnan(scores).any(axis=1)]


def figure_names(game: Game, players: int) -> list[str]:
    """The figures of a game that are summarised: turns, decisions, whether a limit of turns ended the game, and the
    game's own measures for the seats present.
    """
    seats = [f"p{seat + 1}" for seat in range(players, game.seats)]
    absent = tuple(f"{seat}_" for seat in seats), tuple(f"_{seat}" for seat in seats)
    told = [name for name in game.measures if not name.startswith(absent[0]) and not name.endswith(absent[1])]
    return ["turns", "decisions", TRUNCATED, *told]


def no_figures(plan: Plan) -> Figures:
    """The figures of no games."""
    return {name: Counter() for name in figure_names(plan.game, plan.players)}


def together(variants: Sequence[Any]) -> str:
    """The name under which the figures of so many variants are told, if they are too many to be told apart."""
    return ALL_VARIANTS if len(variants) > MOST_APART else ""


@dataclass(frozen=True)
class PartGames:
    """The columns of a part that all totals need."""

    scores: NDArray[np.float64]
    """(games, seats)"""
    first: NDArray[np.int64]
    """the seat that began, by game"""
    sound: NDArray[np.bool_]
    """whether a game had no fault"""

    @classmethod
    def of(cls, plan: Plan, games: pa.Table | Counted) -> PartGames:
        """Those of a table of games, or as a worker gave them back."""
        return games.columns if isinstance(games, Counted) else cls.read(plan.players, games)

    @classmethod
    def read(cls, players: int, games: pa.Table) -> PartGames:
        """Those of a table of games with so many players."""
        scores = np.column_stack([games[f"score_{seat_name(seat)}"].to_numpy() for seat in range(players)])
        return cls(scores, games["first_seat"].to_numpy(), games["error"].to_numpy() == 0)

    def sound_deals(self, games_per_deal: int) -> NDArray[np.bool_]:
        """Whether no game of a deal had a fault."""
        games = by_column(self.sound.reshape(-1, games_per_deal))
        sound: NDArray[np.bool_] = np.logical_and.reduce(games, axis=0)
        return sound

    def of_seats(self, seats: NDArray[Any]) -> NDArray[np.float64]:
        """By game, the score of a seat."""
        games, players = self.scores.shape
        return self.scores.ravel().take(np.arange(0, games * players, players) + seats)


@dataclass(frozen=True)
class DealTotals:
    """The games of one variant by deal."""

    totals: VariantTotals
    scores: NDArray[np.float64]
    """(seats + 1, deals): of each seat, then of whichever seat begins; nan for a deal with a fault"""

    @classmethod
    def of(cls, games: PartGames, games_per_deal: int) -> DealTotals:
        """Those of a part of one variant."""
        deals = np.array([deal_scores(one, games_per_deal) for one in (*games.scores.T, games.of_seats(games.first))])
        sound = games.sound_deals(games_per_deal)
        totals = VariantTotals(Moments(len(deals)), len(games.first), int((~games.sound).sum()))
        totals.moments.add(deals[:, sound].T)
        return cls(totals, np.where(sound, deals, np.nan))


@dataclass(frozen=True)
class Counted:
    """What totals need of the games of a part: a worker gives it back beside the file, which then need not be read."""

    columns: PartGames
    figures: Figures
    deals: DealTotals | None
    """of a part of one variant, so that the process that merges parts does not look at every game"""

    @classmethod
    def of(cls, game: Game, players: int, games_per_deal: int, variants: int, games: pa.Table) -> Counted:
        """What they need of a table of games of so many variants."""
        columns = PartGames.read(players, games)
        deals = DealTotals.of(columns, games_per_deal) if variants == 1 else None
        return cls(columns, _count_figures(game, players, games, columns.sound), deals)


def total_variant(plan: Plan, part: Part, games: pa.Table | Counted) -> PartTotals:
    """Totals of a part of one variant."""
    found = PartGames.of(plan, games)
    counted = games.deals if isinstance(games, Counted) else None
    deals = counted or DealTotals.of(found, plan.games_per_deal)
    figures = count_figures(plan, games, found.sound)
    return PartTotals(part.group.start, deals.totals, figures, deals.scores[plan.entrant or 0])


def count_figures(plan: Plan, games: pa.Table | Counted, sound: NDArray[np.bool_]) -> Figures:
    """The figures of a table of games, of those that had no fault, or as a worker counted them."""
    return games.figures if isinstance(games, Counted) else _count_figures(plan.game, plan.players, games, sound)


def _count_figures(game: Game, players: int, games: pa.Table, sound: NDArray[np.bool_]) -> Figures:
    return {name: Counter(count_values(games[name].to_numpy()[sound])) for name in figure_names(game, players)}


def count_values(values: NDArray[np.generic]) -> dict[int, int]:
    """How often each value occurs, in 1/FIGURE_UNIT."""
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
    sums: Moments,
    scores: int,
    confidence: float,
    always_valid: bool,
    known: float = 0,
    of: int | None = None,
    parts: float | None = None,
) -> Interval:
    """Mean of `of` (by default, all) scores, of which so many were played and are summed by deal in `sums`, and the
    others come to `known` together; see `score` for always_valid. parts: of how many scores of one weight that is worth
    as much, if they weigh differently.
    """
    keywords: dict[str, Any] = {"bounds": (0, scores), "parts": parts or scores}
    if always_valid:
        found = sequence_mean(sums, confidence, tightest_at=TIGHTEST_AT, **keywords)
    else:
        found = score_interval(sums, confidence, **keywords)
    estimate, low, high = ((value + known) / (of or scores) for value in (found.estimate, found.low, found.high))
    return Interval(estimate, low, high, found.n)
