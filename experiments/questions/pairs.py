"""The questions `field` and `matrix`: how do entries score against many others, each pair played from both sides?

Every pair has deals of its own, so the pairs of an entry are independent of each other, and luck averages out in its
mean; within a pair, all settings and sides play the same deals.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from ..plan.plan import Pairing, Plan, describe_agent
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.ratings import Ratings, bradley_terry
from ..statistics.sequences import games_for_half_width, standard_errors
from .totals import TIGHTEST_AT, PairTotals, mean_score

ABOVE, BELOW, UNDECIDED, ITSELF = "above 50 %", "below 50 %", "undecided", "itself"
ONE_ERROR = math.erf(math.sqrt(0.5))
"""The confidence of an interval that reaches one standard error to each side."""


def summarize(plan: Plan, totals: PairTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row an entry whose score is asked for, the highest first: its mean score over all that it meets, each of them
    counting the same; all intervals hold together. games: those that it played. Of a matrix also its rating, in Elo
    points above the mean, with an interval of its own.
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
    if plan.question == "matrix":
        rated = _ratings(plan, totals)
        reach = standard_errors(confidence, max(1, totals.games // 2), sequence=always_valid, tightest_at=TIGHTEST_AT)
        error = math.nan if rated is None else rated.error
        table["rating"] = math.nan if rated is None else rated.strength
        table["rating_low"], table["rating_high"] = table["rating"] - reach * error, table["rating"] + reach * error
    faults = np.asarray(totals.faults).reshape(-1, pairing.each).sum(axis=1)
    table["faults"] = [int(faults[pairs[pairs >= 0]].sum()) for pairs in pairing.pair]
    return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)


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


def additivity(plan: Plan, totals: PairTotals) -> pd.DataFrame:
    """One row: whether one strength for each entry explains all scores of a matrix, see `ratings.Ratings`."""
    rated = _ratings(plan, totals)
    found = (math.nan, 0, math.nan) if rated is None else (rated.deviance, rated.freedom, rated.p_value)
    return pd.DataFrame([found], columns=["deviance", "freedom", "p_value"])


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


def _ratings(plan: Plan, totals: PairTotals) -> Ratings | None:
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


def half_width(summary: pd.DataFrame) -> float:
    """Half the width of the widest interval of a mean score."""
    return float((summary["high"] - summary["low"]).max() / 2)


def is_decided(plan: Plan, summary: pd.DataFrame) -> bool:
    """Whether every entry is known to score more or less than one half."""
    return not (summary["verdict"] == UNDECIDED).any()


def estimates(summary: pd.DataFrame) -> pd.DataFrame:
    """What the question asks for: name, estimate, low, high."""
    return summary[["name", "score", "low", "high"]].rename(columns={"score": "estimate"})


def games_to_half_width(plan: Plan, totals: PairTotals, half_width: float) -> float:
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
