"""The question `compare`: with which variant does the entrant do better, and by how much? All play the same deals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..plan.plan import Plan, describe_agent
from ..statistics.format import format_interval
from ..statistics.intervals import Difference, Interval, decided, simultaneous_confidence
from ..statistics.sequences import differences_from_first, games_for_half_width
from .question import Question, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, Totals, score

BASELINE, IDENTICAL = "baseline", "identical so far"
VERDICTS = {"x better": "better", "y better": "worse", "undecided": "undecided"}


@register
class Compare(Question):
    """With which variant does the entrant do better, and by how much?"""

    name = "compare"
    pictures = ("difference", "scores", "progress", "length")
    unit = "points"
    together = "all differences together"
    about_entrant = True

    def summarize(self, plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a variant: the entrant's score and its difference from the first one; all differences hold
        together.
        """
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

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the widest interval of a difference."""
        return float((table["difference_high"] - table["difference_low"]).max() / 2)

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every variant is known to be better or worse than the first."""
        return bool(table["verdict"][1:].isin(["better", "worse"]).all())

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """What the question asks for: name, estimate, low, high."""
        asked = {"difference": "estimate", "difference_low": "low", "difference_high": "high"}
        return table.loc[1:, ["name", *asked]].rename(columns=asked)

    def games_to_half_width(self, plan: Plan, totals: Totals, half_width: float) -> float:
        """About how many more games of each variant until every interval of a difference is so narrow."""
        others = range(1, len(plan.variants))
        return max(
            games_for_half_width(
                totals.paired, half_width, simultaneous_confidence(plan.confidence, len(others)), column=variant,
                against=0, games_per_deal=plan.games_per_deal, sequence=True, tightest_at=TIGHTEST_AT,
            )
            for variant in others
        )  # fmt: skip

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which variant does better, and by how much?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        return f"the same {games:,} games of {plan.game.title} with each of {len(plan.variants)} variants"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a variant."""
        rows = [
            [r.name, score_text(r), difference_text(r), r.verdict, f"{r.games:,}", _worth(r.variance_gain), r.agents]
            for r in rows_of(table)
        ]
        headers = ["Variant", "Score", "Difference", "Verdict", "Games", "Common deals worth", "Agents"]
        return with_faults(headers, rows, {1, 2, 4, 5}, table)

    def headline(self, table: pd.DataFrame, entrant: str) -> str:
        """Which variant differs most from the first."""
        baseline, others = table["name"].iloc[0], table.iloc[1:]
        order = others["difference"].fillna(0).to_numpy()  # one without a sound deal is neither better nor worse
        for verdict, at in (("better", order.argmax()), ("worse", order.argmin())):
            row = rows_of(others)[int(at)]
            if row.verdict == verdict:
                return f'{entrant} does {verdict} with "{row.name}" than with "{baseline}": {difference_text(row)}'
        return f'No variant is shown to differ from "{baseline}"'

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The entrant's score with each variant, and its difference from the first."""
        lines, baseline = [], plan.variants[0].name
        for row in rows_of(table):
            line = f'With "{row.name}" ({row.agents}) {plan.entrant_name} scores {score_text(row)}'
            if row.verdict != BASELINE:
                change = Interval(row.difference, row.difference_low, row.difference_high, row.games)
                line += f', {format_interval(change, "points", signed=True)} against "{baseline}": {row.verdict}'
            if row.variance_gain > 0:
                line += f" (playing the same deals was worth {row.variance_gain:.1f} times as many games)"
            lines.append(line + ".")
        return lines

    def history_label(self, table: pd.DataFrame) -> str:
        """Differences from the first variant."""
        return "difference, points"

    def history_line(self, plan: Plan) -> float | None:
        """No difference."""
        return 0


def _gain(difference: Difference) -> float:
    return math.nan if difference.variance_gain is None else difference.variance_gain


def _verdict(difference: Difference) -> str:
    return IDENTICAL if difference.identical else VERDICTS[decided(difference)]


def difference_text(row: Any) -> str:
    """The difference of a row from the first variant: "+1.2 points ± 0.4"; empty for the first variant itself."""
    if pd.isna(row.difference):
        return ""
    interval = Interval(row.difference, row.difference_low, row.difference_high, row.games)
    return format_interval(interval, "points", signed=True)


def _worth(variance_gain: float) -> str:
    return f"{variance_gain:.1f}x the games" if variance_gain > 0 else ""
