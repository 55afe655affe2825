"""The question `compare`: with which variant does the entrant do better, and by how much? All play the same deals."""

from __future__ import annotations

import math

import pandas as pd

from ..plan.plan import Plan, describe_agent
from ..statistics.intervals import Difference, decided, simultaneous_confidence
from ..statistics.sequences import differences_from_first, games_for_half_width
from .totals import TIGHTEST_AT, Totals, score

BASELINE, IDENTICAL = "baseline", "identical so far"
VERDICTS = {"x better": "better", "y better": "worse", "undecided": "undecided"}


def summarize(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row a variant: the entrant's score and its difference from the first one; all differences hold together."""
    scores = [score(variant, plan.entrant, confidence, always_valid) for variant in totals.variants]
    differences = differences_from_first(totals.paired, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT)
    table = pd.DataFrame({
        "name": [variant.name for variant in plan.variants],
        "agents": [" / ".join(map(describe_agent, variant.agents)) for variant in plan.variants],
        "games": totals.games,
        "score": [s.estimate for s in scores],
        "low": [s.low for s in scores],
        "high": [s.high for s in scores],
        "difference": [math.nan, *(d.estimate for d in differences)],
        "difference_low": [math.nan, *(d.low for d in differences)],
        "difference_high": [math.nan, *(d.high for d in differences)],
        "variance_gain": [math.nan, *(_gain(d) for d in differences)],
        "verdict": [BASELINE, *(_verdict(d) for d in differences)],
        "faults": [variant.faults for variant in totals.variants],
    })  # fmt: skip
    return table


def _gain(difference: Difference) -> float:
    return math.nan if difference.variance_gain is None else difference.variance_gain


def _verdict(difference: Difference) -> str:
    return IDENTICAL if difference.identical else VERDICTS[decided(difference)]


def half_width(summary: pd.DataFrame) -> float:
    """Half the width of the widest interval of a difference."""
    return float((summary["difference_high"] - summary["difference_low"]).max() / 2)


def is_decided(plan: Plan, summary: pd.DataFrame) -> bool:
    """Whether every variant is known to be better or worse than the first."""
    return bool(summary["verdict"][1:].isin(["better", "worse"]).all())


def estimates(summary: pd.DataFrame) -> pd.DataFrame:
    """What the question asks for: name, estimate, low, high."""
    asked = {"difference": "estimate", "difference_low": "low", "difference_high": "high"}
    return summary.loc[1:, ["name", *asked]].rename(columns=asked)


def games_to_half_width(plan: Plan, totals: Totals, half_width: float) -> float:
    """About how many more games of each variant until every interval of a difference is so narrow."""
    others = range(1, len(plan.variants))
    return max(
        games_for_half_width(
            totals.paired, half_width, simultaneous_confidence(plan.confidence, len(others)), column=variant, against=0,
            games_per_deal=plan.games_per_deal, sequence=True, tightest_at=TIGHTEST_AT,
        )
        for variant in others
    )  # fmt: skip
