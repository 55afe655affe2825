"""The question `compare`: with which variant does the entrant do better, and by how much? All play the same deals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from sim.core.errors import quoted

from ..plan.fields import NAME, TABLE, Field, list_of
from ..plan.naming import changes_own_alone
from ..plan.plan import FIRST, Plan, Variant, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Difference, Interval, decided, simultaneous_confidence
from ..statistics.moments import Moments
from ..statistics.sequences import difference_of_many, games_for_half_width
from ..statistics.sequential_test import SequentialTest, difference_test
from . import deciding
from .draft import Draft
from .question import QUESTIONS, Question, Section, register
from .texts import TextTable, rows_of, sample_text, score_text, with_faults
from .totals import TIGHTEST_AT, PartTotals, VariantsTotals, score, sound_everywhere, together

BASELINE, IDENTICAL = "baseline", "identical"
ITSELF = "baseline (itself)"
VARIANT = {"name": NAME, **TABLE}
"""The keys of a variant."""
VERDICTS = {"x better": "better", "y better": "worse", "undecided": "undecided"}
BEST, LEADS, OPEN, BEHIND = "best", "leads", "may be best", "not best"
"""Standings: better than every other variant; the highest score, but not shown to be better than every other; not shown
to be worse than that one; worse than that one."""
MOST_COMPARED = 2000
"""Variants of a plan: of each the table is made and checked before anything is played."""
MOST_PAIRED = 100
"""Up to so many variants are compared each with each; of more, each with the first alone."""


class ComparedTotals(VariantsTotals):
    """Totals of variants that play the same deals."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.joint = Moments(len(plan.variants)) if len(plan.variants) <= MOST_PAIRED else None
        """by deal that is sound in every variant, the score of the entrant with each; None for too many of them"""
        self.from_first = [Moments(2) for _ in plan.variants[1:]] if self.joint is None else []
        """then, of each variant but the first: likewise, with the first one and with it"""

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds the same part of every variant."""
        super().add(parts)
        scores = sound_everywhere(parts)
        if self.joint is not None:
            self.joint.add(scores)
        for other, moments in enumerate(self.from_first, 1):
            moments.add(scores[:, [0, other]])

    @property
    def differences(self) -> int:
        """How many differences are looked at, whose intervals hold together."""
        variants = len(self.variants)
        return len(self.from_first) or variants * (variants - 1) // 2

    def tests(self, plan: Plan) -> list[SequentialTest]:
        """The test of each variant but the first against it, all together; none if the plan asks for none."""
        stop, others = plan.stop, range(1, len(plan.variants))
        if stop.indifference is None or stop.decided is None:
            return []
        each = simultaneous_confidence(stop.decided, len(others))
        found = map(self.columns, others)
        return [difference_test(moments, stop.indifference, each, x=x, y=y) for moments, x, y in found]

    def columns(self, x: int, y: int = 0) -> tuple[Moments, int, int]:
        """The moments of two variants, and their columns there; of too many variants y is the first."""
        return (self.from_first[x - 1], 1, 0) if self.joint is None else (self.joint, x, y)

    def difference(self, x: int, y: int, confidence: float, always_valid: bool) -> Difference:
        """How much more the entrant scores with variant x than with variant y; all intervals hold together."""
        return difference_of_many(
            *self.columns(x, y), self.differences, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT
        )


def draw_difference(result: Any, ax: Any = None) -> Any:
    """How far each variant is from the first, over the same deals, with its interval and the line of no difference."""
    from matplotlib.ticker import FuncFormatter  # loaded when something is drawn

    from . import drawing

    whose = QUESTIONS[result.plan.question].whose(result.plan)
    baseline, table = result.table["name"].iloc[0], result.table.iloc[1:]
    table = table.sort_values("difference", ascending=False, kind="stable")
    table = table.head(drawing.rows_with_room(ax, table["name"].tolist()))
    ax = drawing.rows_of_axes(
        ax, list(table["name"]), map(difference_text, rows_of(table)), map(sample_text, rows_of(table))
    )
    drawing.even_line(ax, 0, len(table))
    drawing.intervals(ax, table[["difference", "difference_low", "difference_high"]].to_numpy() * 100, table["verdict"])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    drawing.caption(ax, f"points that {whose or 'each'} scores more than {'with ' if whose else ''}{baseline} (dashed)")
    drawing.entitle(ax, result.headline, f"{drawing.sample(result)}, same deals, joint {drawing.confidence(result)}")
    return ax


@register
class Compare(Question):
    """With which variant does the entrant do better, and by how much? Which is best?"""

    name = "compare"
    own_pictures: Mapping[str, Callable[..., Any]] = {"difference": draw_difference}
    pictures = ("difference", "scores", "progress", "length")
    unit = "points"
    together = "all differences of every two variants together"
    about_entrant = True
    keys: Mapping[str, Field] = {"variants": Field("a list of variants, each under [[variants]]", list_of(Mapping))}
    stop: Mapping[str, Field] = deciding.TESTED
    lists = ("variants",)
    entrants = ("p1", FIRST)
    twins = "agents, table or cards"

    def read(self, reader: PlanReader) -> Asked:
        """A candidate for each of the variants."""
        plan, entries = reader.plan, reader.plan.get("variants", [])
        if "variants" not in reader.values or ("variants" in plan and len(entries) < 2):
            reader.wrong([f"compare needs at least two [[variants]], found {len(entries)}"])
        if len(entries) > MOST_COMPARED:
            reader.wrong([f"compare takes at most {MOST_COMPARED:,} [[variants]], found {len(entries):,}"])
            entries = entries[:2]
        variants = []
        for index, entry in enumerate(entries):
            where = f"variant {quoted(entry['name'])}: " if "name" in entry else f"variant {index + 1}: "
            own = reader.fields(entry, VARIANT, where)
            reader.missing(entry, ["name"], where)
            name = own.get("name", str(index + 1))
            variants.append(reader.variant(name, {**plan, **own}, plan.get("table", {}), where))
        if not variants:
            reader.wrong(reader.shared)
        return Asked(variants, None, {"variants": list(map(_written, variants))}, "variant", together(variants))

    def draft(self, draft: Draft) -> list[str]:
        """A variant for each of the chosen."""
        whose = "the players'" if draft.game.words.team else "p1's"
        return draft.variants(f"the others are compared with this one, by {whose} score")

    def no_games(self, plan: Plan) -> ComparedTotals:
        """The totals of a run before its first game."""
        return ComparedTotals(plan)

    def summarize(self, plan: Plan, totals: ComparedTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a variant: the entrant's score, its difference from the first one, and how far it is behind the best;
        all differences of every two variants hold together. Of too many variants there is none behind the best.
        """
        scores = [score(variant, plan.entrant or 0, confidence, always_valid) for variant in totals.variants]
        others = range(1, len(plan.variants))
        differences = [totals.difference(other, 0, confidence, always_valid) for other in others]
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
            **deciding.columns(plan, [None, *totals.tests(plan)], {"above": "better", "below": "worse"}),
            **_standings(totals, confidence, always_valid),
            "faults": [variant.faults for variant in totals.variants],
        })  # fmt: skip

    def more_tables(self, plan: Plan, totals: ComparedTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """Of three variants or more, the difference of every two."""
        if not 2 < len(plan.variants) <= MOST_PAIRED:
            return {}
        names, confidence = [variant.name for variant in plan.variants], plan.confidence
        rows = []
        for x, y in itertools.permutations(range(len(names)), 2):
            found = totals.difference(x, y, confidence, always_valid)
            rows.append((names[x], names[y], found.estimate, found.low, found.high, found.n, _verdict(found)))
        columns = ["row", "column", "difference", "low", "high", "deals", "verdict"]
        return {"pairs": pd.DataFrame(rows, columns=columns)}

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """The difference of every two variants."""
        if "pairs" not in more:
            return []
        about = "Points that the row scores more than the column, joint intervals. In brackets: undecided."
        return [Section("Every two variants", about, "pairs", _pairs_table(table, more["pairs"]))]

    def whose(self, plan: Plan) -> str:
        """The entrant, unless each variant is what sits at its seat."""
        return "" if _stand_alone(plan) else plan.entrant_name

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the widest interval of a difference."""
        return float((table["difference_high"] - table["difference_low"]).max() / 2)

    def played_as(self, plan: Plan, name: str) -> tuple[int, int] | None:
        """The entrant with a variant."""
        return self.entries(plan)[name][0]

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every variant is known to be better or worse than the first."""
        ended = deciding.has_ended(table)
        return bool(table["verdict"][1:].isin(["better", "worse"]).all()) if ended is None else ended

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """What the question asks for: name, estimate, low, high."""
        asked = {"difference": "estimate", "difference_low": "low", "difference_high": "high"}
        return table.loc[1:, ["name", *asked]].rename(columns=asked)

    def games_to_half_width(self, plan: Plan, totals: ComparedTotals, half_width: float) -> float:
        """About how many more games of each variant until every interval of a difference is so narrow."""
        each = simultaneous_confidence(plan.confidence, totals.differences)
        return max(
            games_for_half_width(
                moments, half_width, each, column=x, against=y, games_per_deal=plan.games_per_deal, sequence=True,
                tightest_at=TIGHTEST_AT,
            )
            for moments, x, y in map(totals.columns, range(1, len(plan.variants)))
        )  # fmt: skip

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which variant does better, and by how much?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        return f"the same {games:,} games of {plan.game.title} with each of {len(plan.variants)} variants"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a variant; of three or more, how far each is behind the best."""
        ranked, tested = _is_ranked(table), "test" in table
        rows = [
            [
                r.name,
                score_text(r),
                difference_text(r) or ITSELF,
                r.verdict,
                *([r.test] if tested else []),
                *([_behind_text(r)] if ranked else []),
                f"{r.games:,}",
                _worth(r.variance_gain),
                r.agents,
            ]
            for r in rows_of(table)
        ]
        headers = ["Variant", "Score", "Difference", "Verdict", *(["Test"] if tested else [])]
        headers += [*(["Against the best"] if ranked else []), "Games", "Pairing gain", "Agents"]
        return with_faults(headers, rows, {1, 2, len(headers) - 3, len(headers) - 2}, table)

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Of two variants, which is better; of more, which is best, and whether that is shown against every other."""
        subject, other = _subject(plan)
        if _is_ranked(table):
            return _ranked(subject, other, rows_of(table))
        baseline, others = table["name"].iloc[0], table.iloc[1:]
        order = others["difference"].fillna(0).to_numpy()  # one without a sound deal is neither better nor worse
        for verdict, at in (("better", order.argmax()), ("worse", order.argmin())):
            row = rows_of(others)[int(at)]
            if row.verdict == verdict:
                return f"{subject(row.name)} does {verdict} than {other(baseline)}: {difference_text(row)}"
        if len(others) > 1:
            return f"No variant is shown to differ from {quoted(baseline)}"
        row = rows_of(others)[0]
        shown = f"is not shown to do better or worse than {other(baseline)}"
        return f"{subject(row.name)} {shown}: {difference_text(row)}"

    def drawn(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> pd.DataFrame:
        """The variants, the highest score first."""
        return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The entrant's score with each variant, its difference from the first, and which may be best."""
        lines, baseline, whose = [], plan.variants[0].name, self.whose(plan)
        for row in rows_of(table):
            name = f"{quoted(row.name)} ({row.agents})"
            line = f"{f'With {name} {whose}' if whose else name} scores {score_text(row)}"
            if row.verdict != BASELINE:
                line += f", {difference_text(row)} against {quoted(baseline)}: {row.verdict}"
            if row.variance_gain > 0:
                line += f" (playing the same deals was worth {row.variance_gain:.1f} times as many games)"
            lines.append(line + ".")
        if _is_ranked(table) and (table["standing"] == LEADS).any():
            able = ", ".join(f"{quoted(row.name)}" for row in rows_of(table) if row.standing in (LEADS, OPEN))
            lines.append(f"Which is best is open: all variants judged together, it may be {able}.")
        return [*lines, *deciding.told(plan, table, "difference", len(plan.variants) - 1)]

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


def _standings(totals: ComparedTotals, confidence: float, always_valid: bool) -> dict[str, Any]:
    """The columns that tell how each variant stands against the one with the highest score; of that one no interval."""
    count = len(totals.variants)
    empty = {"behind": math.nan, "behind_low": math.nan, "behind_high": math.nan, "standing": ""}
    if totals.joint is None or not totals.joint.count:
        return empty
    means = [totals.joint.mean(index) for index in range(count)]
    best = means.index(max(means))
    found = [totals.difference(index, best, confidence, always_valid) for index in range(count)]
    standing = [BEHIND if d.high < 0 else OPEN for d in found]
    standing[best] = BEST if standing.count(BEHIND) == count - 1 else LEADS
    columns = {"behind": [d.estimate for d in found], "behind_low": [d.low for d in found]}
    columns["behind_high"] = [d.high for d in found]
    for values in columns.values():
        values[best] = math.nan
    return {**columns, "standing": standing}


def _is_ranked(table: pd.DataFrame) -> bool:
    """Whether it is told which of the variants is best: there are three or more, and not too many."""
    return len(table) > 2 and "standing" in table and bool(table["standing"].any())


def _stand_alone(plan: Plan) -> bool:
    """Whether each variant is nothing but what sits at the entrant's seat."""
    return plan.entrant is not None and not plan.team and changes_own_alone(plan.variants, plan.entrant)


def _subject(plan: Plan) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Who does better, and than who, by the name of a variant: the variant itself, if it is nothing but what sits at
    the entrant's seat, or else the entrant with it.
    """
    if _stand_alone(plan):
        return quoted, quoted
    entrant = plan.entrant_name
    return lambda name: f"With {quoted(name)} {entrant}", lambda name: f"with {quoted(name)}"


def _ranked(subject: Callable[[str], str], other: Callable[[str], str], rows: Sequence[Any]) -> str:
    """Which of several is best, and whether it is shown to be better than every other."""
    best = next(row for row in rows if row.standing in (BEST, LEADS))
    others = sorted((row for row in rows if row is not best), key=lambda row: -row.behind)
    who = subject(best.name) + (", the baseline itself," if best.verdict == BASELINE else "")
    if best.standing == BEST:
        second = others[0]
        return f"{who} does best of {len(rows)}: {_lead_text(second)} against {quoted(second.name)}, the second"
    rivals = [row for row in others if row.standing == OPEN]
    more = f" and {len(rivals) - 1} more" if len(rivals) > 1 else ""
    shown = f"is not shown to do better than {other(rivals[0].name)} ({_lead_text(rivals[0])}){more}"
    return f"{who} scores highest of {len(rows)}, but {shown}"


def _lead_text(row: Any) -> str:
    """How far the best is before a row."""
    lead = Interval(-row.behind, -row.behind_high, -row.behind_low, row.games)
    return format_interval(lead, "points", signed=True)


def _behind_text(row: Any) -> str:
    """How a row stands against the best."""
    if pd.isna(row.behind):
        return str(row.standing)
    behind = Interval(row.behind, row.behind_low, row.behind_high, row.games)
    return f"{format_interval(behind, 'points', signed=True)}, {row.standing}"


def _pairs_table(table: pd.DataFrame, pairs: pd.DataFrame) -> TextTable:
    """The difference of every two variants, the highest score first; in brackets what is undecided."""
    names = table.sort_values("score", ascending=False, kind="stable")["name"].tolist()
    told = {(row.row, row.column): _pair_text(row) for row in rows_of(pairs)}
    texts = [[row, *(told.get((row, column), "") for column in names)] for row in names]
    return TextTable(["Points more than", *names], texts, frozenset(range(1, len(names) + 1)))


def _pair_text(row: Any) -> str:
    text = format_interval(Interval(row.difference, row.low, row.high, row.deals), "", signed=True)
    return text if row.verdict in ("better", "worse") else f"({text})"


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
    return f"{variance_gain:.1f}x" if variance_gain > 0 else ""
