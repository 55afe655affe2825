"""The question `balance`: at which value of a setting is the entrant's score an even share? All values play the same
deals.
"""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from ..plan.plan import Plan
from ..statistics.crossing import Crossing, crossing
from .estimate import verdict
from .totals import TIGHTEST_AT, Totals, score


def summarize(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row a value: the entrant's score with an interval of its own. In every row alike: the value at which that is
    an even share (balance, balance_low, balance_high, see `crossing.Crossing`), and what is known of it (answer).
    """
    assert plan.setting is not None
    scores = [score(variant, plan.entrant, confidence, always_valid) for variant in totals.variants]
    found = _crossing(plan, totals, confidence, always_valid)
    return pd.DataFrame({
        "name": [variant.name for variant in plan.variants],
        "setting": plan.setting.label,
        "value": plan.setting.values,
        "games": totals.games,
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "verdict": [verdict(plan, s) for s in scores],
        "balance": found.estimate,
        "balance_low": found.low,
        "balance_high": found.high,
        "answer": found.verdict,
        "faults": [variant.faults for variant in totals.variants],
    })  # fmt: skip


def _crossing(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> Crossing:
    assert plan.setting is not None
    return crossing(
        plan.setting.values, totals.paired, plan.even_share, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT
    )


def half_width(summary: pd.DataFrame) -> float:
    """Half the width of the interval of the value sought; infinite while that may lie beyond the values played."""
    return float(summary["balance_high"].iloc[0] - summary["balance_low"].iloc[0]) / 2


def is_decided(plan: Plan, summary: pd.DataFrame) -> bool:
    """Whether it is known that an even share is reached within the values played, or that it is not."""
    return bool(summary["answer"].iloc[0] != "undecided")


def estimates(summary: pd.DataFrame) -> pd.DataFrame:
    """What the question asks for: name, estimate, low, high."""
    asked: dict[str, Any] = {"setting": "name", "balance": "estimate", "balance_low": "low", "balance_high": "high"}
    return summary.loc[:0, list(asked)].rename(columns=asked)


def games_to_half_width(plan: Plan, totals: Totals, half_width: float) -> float:
    """About how many more games of each value until the interval is so narrow, by the square root law."""
    found = _crossing(plan, totals, plan.confidence, True)
    now = (found.high - found.low) / 2
    if now <= half_width:
        return 0
    return math.inf if math.isinf(now) else totals.games * ((now / half_width) ** 2 - 1)
