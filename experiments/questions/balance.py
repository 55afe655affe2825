"""The question `balance`: at which value of a setting is the entrant's score an even share? All values play the same
deals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..plan.plan import Plan
from ..statistics.crossing import Crossing, crossing
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from .estimate import verdict
from .question import Question, headline, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, Totals, score


@register
class Balance(Question):
    """At which value of a setting is the entrant's score an even share?"""

    name = "balance"
    pictures = ("balance", "progress", "length")
    unit = ""
    about_entrant = True
    of_values = True
    history_scale = 1

    def summarize(self, plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a value: the entrant's score with an interval of its own. In every row alike: the value at which that
        is an even share (balance, balance_low, balance_high, see `crossing.Crossing`), and what is known of it
        (answer).
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

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the interval of the value sought; infinite while that may lie beyond the values played."""
        return float(table["balance_high"].iloc[0] - table["balance_low"].iloc[0]) / 2

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether it is known that an even share is reached within the values played, or that it is not."""
        return bool(table["answer"].iloc[0] != "undecided")

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """What the question asks for: name, estimate, low, high."""
        asked: dict[str, Any] = {"setting": "name", "balance": "estimate", "balance_low": "low", "balance_high": "high"}
        return table.loc[:0, list(asked)].rename(columns=asked)

    def games_to_half_width(self, plan: Plan, totals: Totals, half_width: float) -> float:
        """About how many more games of each value until the interval is so narrow, by the square root law."""
        found = _crossing(plan, totals, plan.confidence, True)
        now = (found.high - found.low) / 2
        if now <= half_width:
            return 0
        return math.inf if math.isinf(now) else totals.games * ((now / half_width) ** 2 - 1)

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return f"Which {plan.setting.label if plan.setting else ''} makes it even?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        values = f"{len(plan.variants)} values of {plan.setting.label if plan.setting else ''}"
        return f"the same {games:,} games of {plan.game.title} with each of {values}"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a value."""
        rows = [[f"{r.value}", score_text(r), r.verdict, f"{r.games:,}"] for r in rows_of(table)]
        label = str(table["setting"].iloc[0])
        return with_faults([label[0].upper() + label[1:], "Score", "Verdict", "Games"], rows, {0, 1, 3}, table)

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The value sought."""
        return f"{best.setting} {balance_text(best)}"

    def headline(self, table: pd.DataFrame, entrant: str) -> str:
        """The value sought, or why there is none."""
        first, last = rows_of(table)[0], rows_of(table)[-1]
        what = f"{entrant} makes an even share"
        if first.answer == "reached":
            return f"{what} at {first.setting} = {balance_text(first)}"
        if first.answer == "beyond":
            return f"{what} at {first.setting} of more than {last.value}, if at all: there it scores {score_text(last)}"
        if first.answer == "before":
            return (
                f"{what} at {first.setting} of less than {first.value}, if at all: there it scores {score_text(first)}"
            )
        if first.answer == "nowhere":
            return f"{entrant} makes no even share at any {first.setting} from {first.value} to {last.value}"
        known = "" if balance_text(first) == "unknown" else f"; it is {balance_text(first)}"
        return f"It is undecided at which {first.setting} from {first.value} to {last.value} {what}{known}"

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The value sought, and the score with each one played."""
        who = plan.entrant_name
        return [
            f"{headline(self.name, table, who)}.",
            *(
                f"With {row.setting} = {row.value} {who} scores {score_text(row)}: {row.verdict}."
                for row in rows_of(table)
            ),
        ]

    def history_label(self, table: pd.DataFrame) -> str:
        """Values of the setting."""
        return f"even share at {table['setting'].iloc[0]}"

    def history_line(self, plan: Plan) -> float | None:
        """No value is good or bad."""
        return None


def _crossing(plan: Plan, totals: Totals, confidence: float, always_valid: bool) -> Crossing:
    assert plan.setting is not None
    return crossing(
        plan.setting.values, totals.paired, plan.even_share, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT
    )


def balance_text(row: Any) -> str:
    """The value sought by a balance, from any row of its table: "3.4 ± 0.5", "more than 24", "at least 2.9"."""
    if row.answer == "reached":
        return format_interval(Interval(row.balance, row.balance_low, row.balance_high, row.games), "", scale=1)
    told = {"beyond": f"more than {row.balance_low:g}", "before": f"less than {row.balance_high:g}", "nowhere": "none"}
    if row.answer in told:
        return told[row.answer]
    bounds = [f"at least {row.balance_low:.2g}"] if math.isfinite(row.balance_low) else []
    bounds += [f"at most {row.balance_high:.2g}"] if math.isfinite(row.balance_high) else []
    return " and ".join(bounds) or "unknown"
