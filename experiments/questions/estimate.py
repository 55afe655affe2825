"""The question `estimate`: how often does each seat, or the team of all seats, win at this table?"""

from __future__ import annotations

import pandas as pd

from ..plan.plan import Plan, describe_agent
from ..statistics.intervals import Interval
from ..statistics.sequences import games_for_half_width
from .totals import TIGHTEST_AT, Totals, score

ABOVE, BELOW, UNDECIDED = "above an even share", "below an even share", "undecided"
MORE, LESS = "more often than not", "less often than not"
"""Verdicts on a team."""


def summarize(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row a seat: its score with an interval, and whether it is more or less than an even share. A team has one
    row.
    """
    variant = totals.variants[0]
    agents = [describe_agent(agent) for agent in plan.variants[0].agents]
    sides = [plan.team] if plan.team else plan.seats
    scores = [score(variant, side, confidence, always_valid) for side in range(len(sides))]
    return pd.DataFrame({
        "name": sides,
        "agent": [" / ".join(agents)] if plan.team else agents,
        "games": totals.games,
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "verdict": [verdict(plan, s) for s in scores],
        "faults": variant.faults,
    })  # fmt: skip


def verdict(plan: Plan, interval: Interval) -> str:
    """Whether a score is more or less than an even share."""
    above, below = (MORE, LESS) if plan.team else (ABOVE, BELOW)
    if interval.low > plan.even_share:
        return above
    return below if interval.high < plan.even_share else UNDECIDED


def half_width(summary: pd.DataFrame) -> float:
    """Half the width of the widest interval of a score."""
    return float((summary["high"] - summary["low"]).max() / 2)


def is_decided(plan: Plan, summary: pd.DataFrame) -> bool:
    """Whether the entrant's score, or the team's, is known to be more or less than an even share."""
    return bool(summary["verdict"][plan.entrant] != UNDECIDED)


def estimates(summary: pd.DataFrame) -> pd.DataFrame:
    """What the question asks for: name, estimate, low, high."""
    return summary[["name", "score", "low", "high"]].rename(columns={"score": "estimate"})


def games_to_half_width(plan: Plan, totals: Totals, half_width: float) -> float:
    """About how many more games until every interval is so narrow."""
    return max(
        games_for_half_width(
            totals.variants[0].moments, half_width, plan.confidence, column=seat, games_per_deal=plan.games_per_deal,
            sequence=True, tightest_at=TIGHTEST_AT,
        )
        for seat in range(plan.players)
    )  # fmt: skip
