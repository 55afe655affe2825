"""The question `estimate`: how often does each seat win at this table?"""

from __future__ import annotations

import pandas as pd

from .plan import Plan, describe_agent
from .statistics import Interval
from .totals import Totals, score

ABOVE, BELOW, UNDECIDED = "above an even share", "below an even share", "undecided"


def summarize(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row a seat: its score with an interval, and whether it is more or less than an even share."""
    variant = totals.variants[0]
    scores = [score(variant, seat, confidence, always_valid) for seat in range(plan.players)]
    return pd.DataFrame({
        "name": plan.seats,
        "agent": [describe_agent(agent) for agent in plan.variants[0].agents],
        "games": totals.games,
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "verdict": [_verdict(s, 1 / plan.players) for s in scores],
        "faults": variant.faults,
    })  # fmt: skip


def _verdict(interval: Interval, share: float) -> str:
    if interval.low > share:
        return ABOVE
    return BELOW if interval.high < share else UNDECIDED


def half_width(summary: pd.DataFrame) -> float:
    """Half the width of the widest interval of a score."""
    return float((summary["high"] - summary["low"]).max() / 2)


def is_decided(plan: Plan, summary: pd.DataFrame) -> bool:
    """Whether the entrant's score is known to be more or less than an even share."""
    return bool(summary["verdict"][plan.entrant] != UNDECIDED)


def estimates(summary: pd.DataFrame) -> pd.DataFrame:
    """What the question asks for: name, estimate, low, high."""
    return summary[["name", "score", "low", "high"]].rename(columns={"score": "estimate"})
