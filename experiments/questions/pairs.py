"""The questions `field` and `matrix`: how do entries score against many others, each pair played from both sides?

Every pair has deals of its own, so the pairs of an entry are independent of each other, and luck averages out in its
mean; within a pair, all settings and sides play the same deals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ..plan.plan import Pairing, Plan, describe_agent
from ..statistics.format import format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.ratings import Ratings, bradley_terry
from ..statistics.sequences import games_for_half_width, standard_errors
from .question import Question
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, PairTotals, mean_score

ABOVE, BELOW, UNDECIDED, ITSELF = "above 50 %", "below 50 %", "undecided", "itself"
ONE_ERROR = math.erf(math.sqrt(0.5))
"""The confidence of an interval that reaches one standard error to each side."""


class Pairs(Question):
    """How do entries score against many others? What a field and a matrix share."""

    of_means = True
    together = (
        "all mean scores together (the score of one pair has an interval of its own, and counts as undecided"
        " unless it is decided among all pairs together)"
    )
    pictures = ("heatmap", "scores", "progress", "length")
    rated = False
    """whether entries have ratings: all meet all"""
    over: str
    """those over which a mean is taken, with their number"""

    def summarize(self, plan: Plan, totals: PairTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row an entry whose score is asked for, the highest first: its mean score over all that it meets, each of
        them counting the same; all intervals hold together. games: those that it played. Of a matrix also its rating,
        in Elo points above the mean, with an interval of its own.
        """
        pairing = _pairing(plan)
        together = simultaneous_confidence(confidence, len(pairing.rows))
        scores = [_row_score(pairing, totals, row, together, always_valid) for row in range(len(pairing.rows))]
        opponents = pairing.opponents
        table = pd.DataFrame({
            "name": [entry.name for entry in pairing.rows],
            "agent": [describe_agent(entry.agent) for entry in pairing.rows],
            "opponents": opponents,
            "games": totals.games * pairing.each * (pairing.pair >= 0).sum(axis=1),
            "score": [s.estimate for s in scores],
            "low": [s.low for s in scores],
            "high": [s.high for s in scores],
            "verdict": [_verdict(s) for s in scores],
        })  # fmt: skip
        if self.rated:
            rated = ratings(plan, totals)
            reach = standard_errors(
                confidence, max(1, totals.games // 2), sequence=always_valid, tightest_at=TIGHTEST_AT
            )
            error = math.nan if rated is None else rated.error
            table["rating"] = math.nan if rated is None else rated.strength
            table["rating_low"], table["rating_high"] = table["rating"] - reach * error, table["rating"] + reach * error
        faults = np.asarray(totals.faults).reshape(-1, pairing.each).sum(axis=1)
        table["faults"] = [int(faults[pairs[pairs >= 0]].sum()) for pairs in pairing.pair]
        return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every entry is known to score more or less than one half."""
        return not (table["verdict"] == UNDECIDED).any()

    def games_to_half_width(self, plan: Plan, totals: PairTotals, half_width: float) -> float:
        """About how many more games of each pair until every interval of a mean score is so narrow."""
        pairing = _pairing(plan)
        together = simultaneous_confidence(plan.confidence, len(pairing.rows))
        needed = [0]
        for row, opponents in enumerate(pairing.opponents.tolist()):
            met = int((pairing.pair[row] >= 0).sum())
            if met:
                needed.append(
                    games_for_half_width(
                        totals.rows[row], half_width * opponents * pairing.each, together,
                        bounds=(0, met * pairing.each), parts=met * pairing.each, games_per_deal=plan.games_per_deal,
                        sequence=True, tightest_at=TIGHTEST_AT,
                    )
                )  # fmt: skip
        return max(needed)

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        pairing = _pairing(plan)
        what = f"{games:,} games of {plan.game.title} in each of {pairing.pairs:,} pairs"
        tables = f" at each of {pairing.each} tables (settings and sides), the same games"
        return what + ("" if pairing.each == 1 else tables)

    def more_tables(self, plan: Plan, totals: PairTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """The score of every row against every column."""
        return {"cells": cells(plan, totals, plan.confidence, always_valid)}

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row an entry."""
        shown = table if most is None or len(table) <= most + 1 else table.head(most)
        rows = [
            [
                r.name,
                score_text(r),
                r.verdict,
                *([rating_text(r)] if self.rated else []),
                f"{r.opponents}",
                f"{r.games:,}",
                r.agent,
            ]
            for r in rows_of(shown)
        ]
        headers = ["Entry", "Mean score", "Verdict", *(["Rating"] if self.rated else []), "Opponents", "Games", "Agent"]
        found = with_faults(headers, rows, {1, *range(3, len(headers) - 1)}, shown)
        if len(shown) < len(table):
            found.rows.append([f"and {len(table) - len(shown)} more", *[""] * (len(found.headers) - 1)])
        return found

    def headline(self, table: pd.DataFrame, entrant: str) -> str:
        """Who scores most."""
        above = table[table["verdict"] == ABOVE]
        if above.empty:
            return "No entry is shown to score more than 50 % on average"
        best = rows_of(table)[0]
        rest = f", {len(above)} of {len(table)} more than 50 %" if len(table) > 1 else ""
        return f"{best.name} scores most on average, {score_text(best)}{rest}"

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The mean score of every entry."""
        lines = []
        for row in rows_of(table):
            rating = f", rating {rating_text(row)}" if self.rated else ""
            over = self.over.format(row.opponents)
            lines.append(
                f"{row.name} ({row.agent}) scores {score_text(row)} on average over {over}: {row.verdict}{rating}."
            )
        return lines

    def history_label(self, table: pd.DataFrame) -> str:
        """Mean scores."""
        return "mean score, %"


def cells(plan: Plan, totals: PairTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row for each row and column of the table: the score of the row against the column.

    low and high: an interval of its own for every cell. verdict: whether it is above or below 50 % when all pairs are
    judged together; "itself" where an entry would meet itself, which scores one half.
    """
    pairing = _pairing(plan)
    own = [mean_score(cell, pairing.each, confidence, always_valid) for cell in totals.cells]
    together = simultaneous_confidence(confidence, pairing.pairs)
    judged = [_verdict(mean_score(cell, pairing.each, together, always_valid)) for cell in totals.cells]
    rows = []
    for i, row in enumerate(pairing.rows):
        for j, column in enumerate(pairing.columns):
            pair, mirrored = int(pairing.pair[i, j]), bool(pairing.mirrored[i, j])
            score, verdict = (Interval(0.5, 0.5, 0.5, 0), ITSELF) if pair < 0 else (own[pair], judged[pair])
            if mirrored:
                score = Interval(1 - score.estimate, 1 - score.high, 1 - score.low, score.n)
                verdict = {ABOVE: BELOW, BELOW: ABOVE}.get(verdict, verdict)
            games = 0 if pair < 0 else totals.games * pairing.each
            rows.append((row.name, column.name, games, score.estimate, score.low, score.high, verdict))
    return pd.DataFrame(rows, columns=["row", "column", "games", "score", "low", "high", "verdict"])


def _pairing(plan: Plan) -> Pairing:
    assert plan.pairing is not None
    return plan.pairing


def _row_score(pairing: Pairing, totals: PairTotals, row: int, confidence: float, always_valid: bool) -> Interval:
    met, opponents = int((pairing.pair[row] >= 0).sum()), int(pairing.opponents[row])
    if met == 0:
        return Interval(0.5, 0.5, 0.5, totals.games)
    return mean_score(
        totals.rows[row], met * pairing.each, confidence, always_valid, (opponents - met) * pairing.each / 2,
        opponents * pairing.each,
    )  # fmt: skip


def _verdict(interval: Interval) -> str:
    if interval.low == interval.high == 0.5:
        return ITSELF
    if interval.low > 0.5:
        return ABOVE
    return BELOW if interval.high < 0.5 else UNDECIDED


def ratings(plan: Plan, totals: PairTotals) -> Ratings | None:
    """The ratings of a matrix; None before every pair has met."""
    if not all(cell.count for cell in totals.cells):
        return None
    pairing = _pairing(plan)
    first, second = np.nonzero((pairing.pair >= 0) & ~pairing.mirrored)
    scores = [
        mean_score(totals.cells[pair], pairing.each, ONE_ERROR, False) for pair in pairing.pair[first, second].tolist()
    ]
    # the middle of the interval, which is inside (0, 1) even if the score is not
    middles = [(score.low + score.high) / 2 for score in scores]
    return bradley_terry(len(pairing.rows), first, second, middles, [score.half_width for score in scores])


def rating_text(row: Any) -> str:
    """The rating of a row of the table of a matrix: "+120 ± 8"."""
    if pd.isna(row.rating):
        return "unknown"
    rating = Interval(row.rating, row.rating_low, row.rating_high, row.games)
    return format_interval(rating, "", scale=1, signed=True)
