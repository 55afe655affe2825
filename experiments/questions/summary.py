"""The small tables in which results are told, from the totals of a run."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd

from ..plan.plan import Plan
from .question import QUESTIONS
from .totals import FIGURE_UNIT, Totals


def summary(plan: Plan, totals: Totals, always_valid: bool) -> pd.DataFrame:
    """The answer to the question of a plan; see its `summarize` for the columns."""
    return QUESTIONS[plan.question].summarize(plan, totals, plan.confidence, always_valid)


def first_seat(plan: Plan, totals: Totals, always_valid: bool) -> pd.DataFrame:
    """One row a variant, or one for all pairs: the score of whichever seat begins, and by how much that is above an
    even share. None for a team, whose seats all score the same.
    """
    found = totals.first_seats(plan, always_valid)
    scores = [score for score, _ in found.values()]
    return pd.DataFrame({
        "name": list(found),
        "games": [games for _, games in found.values()],
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "advantage": [s.estimate - 1 / plan.players for s in scores],
    })  # fmt: skip


def figures(plan: Plan, totals: Totals) -> pd.DataFrame:
    """One row a variant (or one for all pairs) and figure of the sound games: mean, quartiles (values that occurred)
    and extremes. Figures that are categories are told by `shares`.
    """
    rows = [
        {"name": name, "figure": figure, **describe_counts(counts)}
        for name, figures_of in totals.figures.items()
        for figure, counts in figures_of.items()
        if figure not in plan.game.categories
    ]
    return pd.DataFrame(rows)


def shares(plan: Plan, totals: Totals) -> pd.DataFrame:
    """Of the game's measures that are categories, one row a variant (or one for all pairs), figure and category that
    occurred, the most frequent first: in how many sound games, and in what share of them (0 to 1).
    """
    rows = []
    for name, figures_of in totals.figures.items():
        for figure, meanings in plan.game.categories.items():
            counts = figures_of.get(figure, Counter())
            for value, games in counts.most_common():
                category = meanings.get(value // FIGURE_UNIT, str(value // FIGURE_UNIT))
                rows.append((name, figure, category, games, games / counts.total()))
    return pd.DataFrame(rows, columns=["name", "figure", "category", "games", "share"])


def tables(plan: Plan, totals: Totals, history: History, always_valid: bool) -> dict[str, pd.DataFrame]:
    """All small tables, by the names under which they are kept: `shares` of a game with categories alone, and
    those of the question alone.
    """
    found = {
        "summary": summary(plan, totals, always_valid),
        "first_seat": first_seat(plan, totals, always_valid),
        "figures": figures(plan, totals),
        "history": history.table(plan, totals),
    }
    if plan.game.categories:
        found["shares"] = shares(plan, totals)
    return found | QUESTIONS[plan.question].more_tables(plan, totals, always_valid)


def describe_counts(counts: Counter[int]) -> dict[str, float]:
    """Mean, quartiles (values that occurred) and extremes of values in 1/FIGURE_UNIT; nan of none."""
    values = np.array(sorted(counts), np.int64)
    cumulated = np.cumsum([counts[value] for value in values.tolist()])
    names = ("mean", "lower_quartile", "median", "upper_quartile", "lowest", "highest")
    if not len(values):
        return dict.fromkeys(names, np.nan)
    total = sum(value * count for value, count in counts.items())
    places = np.searchsorted(cumulated, [cumulated[-1] * share for share in (0.25, 0.5, 0.75)])
    found = [total / int(cumulated[-1]), *values[places].tolist(), int(values[0]), int(values[-1])]
    return {name: value / FIGURE_UNIT for name, value in zip(names, found, strict=True)}


def games_to_half_width(plan: Plan, totals: Totals, half_width: float) -> float:
    """About how many more games of each variant until the rule `half_width` ends a run with these totals; infinite if
    that cannot be foreseen yet.
    """
    return QUESTIONS[plan.question].games_to_half_width(plan, totals, half_width)


class History:
    """How the answer came about: the estimates, with always-valid intervals, at ever rarer numbers of games."""

    def __init__(self) -> None:
        self.points: list[pd.DataFrame] = []
        self._parts = 0

    def add(self, plan: Plan, totals: Totals) -> None:
        """Takes note of the totals after one more part: all of the first 16, then 16 in each doubling."""
        self._parts += 1
        if self._parts % (1 << max(0, self._parts.bit_length() - 5)) == 0:
            self.points.append(self._point(plan, totals))

    def table(self, plan: Plan, totals: Totals) -> pd.DataFrame:
        """Columns games, name, estimate, low, high; the last point is now."""
        points = [*self.points, self._point(plan, totals)]
        return pd.concat(points, ignore_index=True).drop_duplicates(["games", "name"], ignore_index=True)

    @staticmethod
    def _point(plan: Plan, totals: Totals) -> pd.DataFrame:
        point = QUESTIONS[plan.question].estimates(summary(plan, totals, always_valid=True))
        point.insert(0, "games", totals.games)
        return point
