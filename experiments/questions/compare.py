"""The question `compare`: with which variant does the entrant do better, and by how much? All play the same deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from ..plan.fields import NAME, TABLE, Field, list_of
from ..plan.plan import FIRST, Plan, Variant, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Difference, Interval, decided, simultaneous_confidence
from ..statistics.moments import Moments
from ..statistics.sequences import differences_from_first, games_for_half_width
from .question import Question, headline, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, PartTotals, VariantsTotals, score, sound_everywhere, together

BASELINE, IDENTICAL = "baseline", "identical so far"
VARIANT = {"name": NAME, **TABLE}
"""The keys of a variant."""
VERDICTS = {"x better": "better", "y better": "worse", "undecided": "undecided"}


class ComparedTotals(VariantsTotals):
    """Totals of variants that play the same deals."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.paired = [Moments(2) for _ in plan.variants[1:]]
        """of each variant but the first: by deal that is sound in every variant, the score of the entrant with the
        first one and with it
        """

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds the same part of every variant."""
        super().add(parts)
        scores = sound_everywhere(parts)
        for other, moments in enumerate(self.paired, 1):
            moments.add(scores[:, [0, other]])


def draw_difference(result: Any, ax: Any = None) -> Any:
    """How far each variant is from the first, over the same deals, with its interval and the line of no difference."""
    from matplotlib.ticker import FuncFormatter  # loaded when something is drawn

    from . import drawing

    baseline, table = result.table["name"].iloc[0], result.table.iloc[1 : drawing.MOST_ROWS]
    ax = drawing.rows_of_axes(ax, list(table["name"]), map(difference_text, rows_of(table)))
    ax.axvline(0, color=drawing.GREY, linewidth=1, linestyle="--", zorder=1)
    drawing.intervals(ax, table[["difference", "difference_low", "difference_high"]].to_numpy() * 100, table["verdict"])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    ax.set_xlabel(
        drawing.wrap(
            f"points that {result.plan.entrant_name} scores more than with {baseline} (dashed)", drawing.LABEL_LETTERS
        )
    )
    title = headline(result.plan.question, result.table, result.plan.entrant_name)
    drawing.entitle(ax, title, f"{drawing.sample(result)}, same deals, {drawing.confidence(result)} together")
    return ax


@register
class Compare(Question):
    """With which variant does the entrant do better, and by how much?"""

    name = "compare"
    own_pictures: Mapping[str, Callable[..., Any]] = {"difference": draw_difference}
    pictures = ("difference", "scores", "progress", "length")
    unit = "points"
    together = "all differences together"
    about_entrant = True
    keys: Mapping[str, Field] = {"variants": Field("a list of variants, each under [[variants]]", list_of(Mapping))}
    entrants = ("p1", FIRST)
    twins = "agents, table or cards"

    def read(self, reader: PlanReader) -> Asked:
        """A candidate for each of the variants."""
        plan, entries = reader.plan, reader.plan.get("variants", [])
        if "variants" not in reader.values or ("variants" in plan and len(entries) < 2):
            reader.wrong([f"compare needs at least two [[variants]], found {len(entries)}"])
        variants = []
        for index, entry in enumerate(entries):
            where = f'variant "{entry["name"]}": ' if "name" in entry else f"variant {index + 1}: "
            own = reader.fields(entry, VARIANT, where)
            reader.missing(entry, ["name"], where)
            name = own.get("name", str(index + 1))
            variants.append(reader.variant(name, {**plan, **own}, plan.get("table", {}), where))
        if not variants:
            reader.wrong(reader.shared)
        return Asked(variants, None, {"variants": list(map(_written, variants))}, "variant", together(variants))

    def no_games(self, plan: Plan) -> ComparedTotals:
        """The totals of a run before its first game."""
        return ComparedTotals(plan)

    def summarize(self, plan: Plan, totals: ComparedTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a variant: the entrant's score and its difference from the first one; all differences hold
        together.
        """
        scores = [score(variant, plan.entrant or 0, confidence, always_valid) for variant in totals.variants]
        differences = differences_from_first(totals.paired, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT)
        return pd.DataFrame({
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

    def games_to_half_width(self, plan: Plan, totals: ComparedTotals, half_width: float) -> float:
        """About how many more games of each variant until every interval of a difference is so narrow."""
        each = simultaneous_confidence(plan.confidence, len(totals.paired))
        return max(
            games_for_half_width(
                moments, half_width, each, column=1, against=0, games_per_deal=plan.games_per_deal, sequence=True,
                tightest_at=TIGHTEST_AT,
            )
            for moments in totals.paired
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


def _written(variant: Variant) -> dict[str, Any]:
    """A variant as a plan file says it."""
    about = {"name": variant.name, "agents": variant.agents, "cards": variant.cards, "table": variant.table}
    return {key: value for key, value in about.items() if key != "agents" or value}


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
