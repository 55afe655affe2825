"""The small tables in which results are told, from the totals of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import ModuleType

import numpy as np
import pandas as pd

from . import compare, estimate
from .plan import Plan
from .statistics import games_for_half_width, simultaneous_confidence
from .totals import FIGURE_UNIT, TIGHTEST_AT, Totals, score

QUESTIONS: Mapping[str, ModuleType] = {"estimate": estimate, "compare": compare}
"""Each with summarize, half_width, is_decided and estimates."""


def summary(plan: Plan, totals: Totals, always_valid: bool) -> pd.DataFrame:
    """The answer to the question of a plan; see the module of the question for the columns."""
    return QUESTIONS[plan.question].summarize(plan, totals, plan.confidence, always_valid)


def first_seat(plan: Plan, totals: Totals, always_valid: bool) -> pd.DataFrame:
    """One row a variant: the score of whichever seat begins, and by how much that is above an even share. None for a
    team, whose seats all score the same.
    """
    variants = {} if plan.team else dict(zip([v.name for v in plan.variants], totals.variants, strict=True))
    scores = [score(total, plan.players, plan.confidence, always_valid) for total in variants.values()]
    return pd.DataFrame({
        "name": list(variants),
        "games": totals.games,
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "advantage": [s.estimate - 1 / plan.players for s in scores],
    })  # fmt: skip


def figures(plan: Plan, totals: Totals) -> pd.DataFrame:
    """One row a variant and figure of its sound games: mean, quartiles (values that occurred) and extremes."""
    rows = [
        {"name": variant.name, "figure": name, **_describe(counts)}
        for variant, total in zip(plan.variants, totals.variants, strict=True)
        for name, counts in total.figures.items()
    ]
    return pd.DataFrame(rows)


def _describe(counts: Counter[int]) -> dict[str, float]:
    values = np.array(sorted(counts), np.int64)
    cumulated = np.cumsum([counts[value] for value in values.tolist()])
    names = ("mean", "lower_quartile", "median", "upper_quartile", "lowest", "highest")
    if not len(values):
        return dict.fromkeys(names, np.nan)
    total = sum(value * count for value, count in counts.items())
    places = np.searchsorted(cumulated, [cumulated[-1] * share for share in (0.25, 0.5, 0.75)])
    found = [total / int(cumulated[-1]), *values[places].tolist(), int(values[0]), int(values[-1])]
    return {name: value / FIGURE_UNIT for name, value in zip(names, found, strict=True)}


def games_to_half_width(plan: Plan, totals: Totals, half_width: float) -> int:
    """About how many more games of each variant until the rule `half_width` ends a run with these totals."""
    if plan.question == "estimate":
        moments, confidence, against = totals.variants[0].moments, plan.confidence, None
        columns = range(plan.players)
    else:
        columns = range(1, len(plan.variants))
        moments, confidence, against = totals.paired, simultaneous_confidence(plan.confidence, len(columns)), 0
    return max(
        games_for_half_width(
            moments, half_width, confidence, column=column, against=against, games_per_deal=plan.games_per_deal,
            sequence=True, tightest_at=TIGHTEST_AT,
        )
        for column in columns
    )  # fmt: skip


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
