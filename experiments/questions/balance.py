"""The question `balance`: at which value of a setting is the entrant's score an even share? All values play the same
deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from sim import nameable
from sim.core.errors import nearest, quoted
from sim.reading.names import place_name, seat_name

from ..plan.fields import Field, is_a, matches, number, whole
from ..plan.plan import FIRST, Plan, Variant
from ..plan.reading import Asked, PlanReader
from ..statistics.crossing import Crossing, crossing
from ..statistics.format import NO_ANSWER, format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.moments import Moments
from ..statistics.sequential_test import score_test
from . import deciding
from .draft import EACH_SEAT, Draft, toml_text
from .estimate import ABOVE, BELOW, LESS, MORE, verdict
from .question import Question, headline, register
from .texts import TextTable, rows_of, sample_text, score_text, with_faults
from .totals import TIGHTEST_AT, PartTotals, VariantsTotals, score, sound_everywhere

MOST_VALUES = 101
"""How many values of a setting a balance may try."""
SETTING = {
    "path": Field("the key of the table that varies", matches(r".*\S.*")),
    "seat": Field('a seat such as "p1"', is_a(str)),
    "from": Field("a whole number", whole(-(10**9), 10**9)),
    "to": Field("a whole number", whole(-(10**9), 10**9)),
    "step": Field("a whole number above 0", whole(1, 10**9)),
}
"""The keys of a setting."""


@dataclass(frozen=True)
class Setting:
    """The key of the table whose value a balance seeks; each of the values is a variant, in this order."""

    path: str
    seat: int | None
    """whose entry of a list varies; None if the key holds a single number"""
    values: tuple[int, ...]
    in_turn_order: bool = False
    """whether that list begins with whoever begins, not with the first seat"""

    @property
    def label(self) -> str:
        """The key in words."""
        name = self.path.replace("_", " ")
        if self.seat is None:
            return name
        return f"{name} of {place_name(self.seat) if self.in_turn_order else seat_name(self.seat)}"

    @property
    def written(self) -> dict[str, Any]:
        """As a plan file says it."""
        whose = {} if self.seat is None else {"seat": seat_name(self.seat)}
        step = self.values[1] - self.values[0]
        return {"path": self.path, **whose, "from": self.values[0], "to": self.values[-1], "step": step}


class BalanceTotals(VariantsTotals):
    """Totals of values that play the same deals."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.joint = Moments(len(plan.variants))
        """by deal that is sound with every value: the score of the entrant with each, of which there are few"""

    def add(self, parts: Sequence[PartTotals]) -> None:
        """Adds the same part of every value."""
        super().add(parts)
        self.joint.add(sound_everywhere(parts))


def draw_balance(result: Any, ax: Any = None) -> Any:
    """The score with each value of the setting, its interval, and where it is an even share."""
    from matplotlib.ticker import MaxNLocator  # loaded when something is drawn

    from . import drawing

    ax, table = ax or drawing.curve_axes(), result.table
    found = rows_of(table)[0]
    if math.isfinite(found.balance_low) and math.isfinite(found.balance_high):
        ax.axvspan(found.balance_low, found.balance_high, color=drawing.COLOURS[2], alpha=0.25, linewidth=0)
        ax.axvline(found.balance, color=drawing.COLOURS[2], linewidth=1.5)
    ax.axhline(100 * result.plan.even_share, color=drawing.GREY, linewidth=1, linestyle="--", zorder=1)
    ax.plot(table["value"], table["score"] * 100, color=drawing.GREY, linewidth=1, zorder=1.5)
    for row in rows_of(table):
        colour = drawing.VERDICT_COLOURS.get(row.verdict, drawing.GREY)
        ax.plot([row.value] * 2, [row.low * 100, row.high * 100], color=colour, linewidth=3, solid_capstyle="butt")
        ax.plot([row.value], [row.score * 100], color=colour, marker="o", markersize=5)
        told = f"{found.setting} {row.value:g}: {score_text(row)}, {sample_text(row)}"
        drawing.answer(ax, told, [row.name], (row.value, row.value), (row.low * 100, row.high * 100))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    drawing.caption(ax, f"{found.setting} (green: where {result.plan.entrant_name} scores an even share)")
    ax.set_ylabel(f"score of {result.plan.entrant_name}, % (dashed: even)")
    ax.grid(axis="y")
    drawing.entitle(
        ax,
        result.headline,
        f"{drawing.sample(result)}, same deals, {drawing.confidence(result)}",
    )
    return ax


@register
class Balance(Question):
    """At which value of a setting is the entrant's score an even share?"""

    name = "balance"
    own_pictures: Mapping[str, Callable[..., Any]] = {"balance": draw_balance}
    pictures = ("balance", "progress", "length")
    unit = ""
    about_entrant = True
    of_values = True
    history_scale = 1
    keys: Mapping[str, Field] = {
        "setting": Field('a table such as { path = "health", from = 40, to = 60 }', is_a(Mapping))
    }
    stop: Mapping[str, Field] = {
        **deciding.TESTED,
        "half_width": Field("a number above 0, in units of the setting", number(0, 1e9)),
    }
    entrants = ("p1", FIRST)
    needs_agents = True
    twins = "table"

    def read(self, reader: PlanReader) -> Asked:
        """A candidate for each value of the setting."""
        setting = _setting(reader)
        if setting is None:
            return Asked([reader.base])
        variants = _values(setting, reader) or [reader.base]
        return Asked(variants, setting, {"setting": setting.written}, "value" if len(variants) > 1 else "")

    def draft(self, draft: Draft) -> list[str]:
        """The setting, from one value to another."""
        key, (low, high) = draft.game.words.keys[draft.kind], draft.chosen
        rest, seat, table = [], [], {}
        if key.each_seat:
            table = {draft.kind: key.standard[: draft.players]}
            rest = [
                'entrant = "first" # whoever begins, of whom the list has the first value'
                if key.in_turn_order
                else f'entrant = "p{draft.players}" # whose score is to be even'
            ]
            seat = [f'seat = "p{draft.players}" # whose place in the list']
        elif not draft.game.words.team:
            rest = ['entrant = "first" # whichever seat begins: the setting is that of all']
        if key.works_on:
            table[key.works_on] = list(nameable.named(draft.game.name, key.works_on))[: draft.players]
        if table:
            rules = ", ".join(f"{name} = {toml_text(value)}" for name, value in table.items())
            rest.append(f"table = {{ {rules} }} # see `overnight table {draft.game.name}`")
        varied = [f'path = "{draft.kind}" # {key.about}', *seat, f"from = {low}", f"to = {high}"]
        return [f"{draft.agents()} {EACH_SEAT}", *rest, "", "[setting]", *varied]

    def no_games(self, plan: Plan) -> BalanceTotals:
        """The totals of a run before its first game."""
        return BalanceTotals(plan)

    def summarize(self, plan: Plan, totals: BalanceTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a value: the entrant's score with an interval of its own. In every row alike: the value at which that
        is an even share (balance, balance_low, balance_high, see `crossing.Crossing`), and what is known of it
        (answer).
        """
        scores = [score(variant, plan.entrant or 0, confidence, always_valid) for variant in totals.variants]
        found = _crossing(plan, totals, confidence, always_valid)
        return pd.DataFrame({
            "name": [variant.name for variant in plan.variants],
            "setting": plan.own.label,
            "value": plan.own.values,
            "games": totals.games,
            "score": [s.estimate for s in scores],
            "low": [s.low for s in scores],
            "high": [s.high for s in scores],
            "verdict": [verdict(plan, s) for s in scores],
            "balance": found.estimate,
            "balance_low": found.low,
            "balance_high": found.high,
            "answer": found.verdict,
            **_tests(plan, totals),
            "faults": [variant.faults for variant in totals.variants],
        })  # fmt: skip

    def values_of(self, plan: Plan) -> str:
        """The setting."""
        label: str = plan.own.label
        return label

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the interval of the value sought; infinite while that may lie beyond the values played."""
        return float(table["balance_high"].iloc[0] - table["balance_low"].iloc[0]) / 2

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether it is known that an even share is reached within the values played, or that it is not; with an
        indifference, whether a test has named a side for each value.
        """
        ended = deciding.has_ended(table)
        return bool(table["answer"].iloc[0] != "undecided") if ended is None else ended

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """What the question asks for: name, estimate, low, high."""
        asked: dict[str, Any] = {"setting": "name", "balance": "estimate", "balance_low": "low", "balance_high": "high"}
        return table.loc[:0, list(asked)].rename(columns=asked)

    def games_to_half_width(self, plan: Plan, totals: BalanceTotals, half_width: float) -> float:
        """About how many more games of each value until the interval is so narrow, by the square root law."""
        found = _crossing(plan, totals, plan.confidence, True)
        now = (found.high - found.low) / 2
        if now <= half_width:
            return 0
        return math.inf if math.isinf(now) else totals.games * ((now / half_width) ** 2 - 1)

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return f"Which {plan.own.label} makes it even?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        values = f"{len(plan.variants)} values of {plan.own.label}"
        return f"the same {games:,} games of {plan.game.title} with each of {values}"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a value."""
        rows = [[f"{r.value}", score_text(r), r.verdict, f"{r.games:,}"] for r in rows_of(table)]
        label = str(table["setting"].iloc[0])
        return with_faults([label[0].upper() + label[1:], "Score", "Verdict", "Games"], rows, {0, 1, 3}, table)

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The value sought."""
        found = balance_text(best)
        return f"{best.setting} {found}" if found != NO_ANSWER else found

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """The value sought, or why there is none."""
        first, last, entrant = rows_of(table)[0], rows_of(table)[-1], _entrant(plan)
        what = f"the game is even for {entrant}"
        if first.answer == "reached":
            return f"{what} at {first.setting} = {balance_text(first)}"
        if first.answer == "beyond":
            return f"{what} at {first.setting} of more than {last.value}, if at all: there it scores {score_text(last)}"
        if first.answer == "before":
            return (
                f"{what} at {first.setting} of less than {first.value}, if at all: there it scores {score_text(first)}"
            )
        if first.answer == "nowhere":
            return f"the game is even for {entrant} at no {first.setting} from {first.value} to {last.value}"
        known = "" if balance_text(first) == NO_ANSWER else f"; it is {balance_text(first)}"
        return f"It is undecided at which {first.setting} from {first.value} to {last.value} {what}{known}"

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The value sought, and the score with each one played."""
        who = plan.entrant_name
        return [
            f"{headline(plan, table, pd.DataFrame())}.",
            *(
                f"With {row.setting} = {row.value} {who} scores {score_text(row)}: {row.verdict}."
                for row in rows_of(table)
            ),
            *deciding.told(plan, table, "distance from an even share", len(table)),
        ]

    def history_label(self, table: pd.DataFrame) -> str:
        """Values of the setting."""
        return f"{table['setting'].iloc[0]} at which it is even"

    def history_line(self, plan: Plan) -> float | None:
        """No value is good or bad."""
        return None


def _setting(reader: PlanReader) -> Setting | None:
    """The setting that a plan asks for; None if something is wrong with it."""
    given = reader.plan.get("setting", {})
    if "setting" not in reader.values:
        reader.wrong(["[setting] is missing; it should have path, from and to, and seat if the key holds a list"])
    values = reader.fields(given, SETTING, "setting: ")
    lacking = "setting" in reader.plan and reader.missing(given, ["path", "from", "to"], "setting: ")
    if lacking or not {"path", "from", "to"} <= values.keys():
        reader.wrong(reader.shared)
        return None
    span = range(values["from"], values["to"] + 1, values.get("step", 1))
    if not 2 <= len(span) <= MOST_VALUES:
        found = f"from {values['from']} to {values['to']} in steps of {span.step} are {len(span)}"
        reader.wrong([f"2 to {MOST_VALUES} values are expected, {found}"], "setting: ")
        return None
    seats = [seat_name(seat) for seat in range(reader.game.seats)]
    name = values.get("seat")
    if name is not None and name not in seats:
        reader.wrong([f"seat: no seat is called {quoted(name)}{nearest(name, seats)}"], "setting: ")
        return None
    key = reader.game.words.keys.get(values["path"])
    in_turn_order = key is not None and key.in_turn_order
    return Setting(values["path"], None if name is None else seats.index(name), tuple(span), in_turn_order)


def _values(setting: Setting, reader: PlanReader) -> list[Variant]:
    """A variant for each value, up to the first that cannot be played."""
    listed = list(_listed(setting, reader))
    if setting.seat is not None and setting.seat >= len(listed):
        reader.wrong(
            [f"table: {setting.path} should be a list with a value for each seat, of which that of"
             f" {seat_name(setting.seat)} varies"]
        )  # fmt: skip
        return []
    variants: list[Variant] = []
    for value in setting.values:
        if setting.seat is not None:
            listed[setting.seat] = value
        table = {**reader.base.table, setting.path: value if setting.seat is None else list(listed)}
        name = f"{setting.path} {value}"
        variants.append(reader.variant(name, reader.plan, table, f"{name}: ", own_table=False))
        if not reader.sound_tables:
            break
    return variants


def _listed(setting: Setting, reader: PlanReader) -> Sequence[Any]:
    """The list of which an entry varies, by the plan, or else by the rules of the game."""
    if setting.path in reader.base.table:
        found = reader.base.table[setting.path]
        return found if isinstance(found, list) else []
    key = reader.game.words.keys.get(setting.path)
    return key.standard if key is not None and key.each_seat else []


def _entrant(plan: Plan) -> str:
    """The entrant, with its seat, which a setting may name too."""
    seat = "" if plan.team or plan.entrant in (None, plan.players) else plan.seats[plan.entrant or 0]
    return f"{plan.entrant_name} ({seat})" if seat not in ("", plan.entrant_name) else plan.entrant_name


def _tests(plan: Plan, totals: BalanceTotals) -> dict[str, list[Any]]:
    """The columns that tell of the tests of the score with every value, all together, against an even share."""
    stop = plan.stop
    if stop.indifference is None or stop.decided is None:
        return {}
    each, column = simultaneous_confidence(stop.decided, len(plan.variants)), plan.entrant or 0
    tests = [
        score_test(variant.moments, plan.even_share, stop.indifference, each, column=column)
        for variant in totals.variants
    ]
    above, below = (MORE, LESS) if plan.team else (ABOVE, BELOW)
    return deciding.columns(plan, tests, {"above": above, "below": below})


def _crossing(plan: Plan, totals: BalanceTotals, confidence: float, always_valid: bool) -> Crossing:
    return crossing(
        plan.own.values, totals.joint, plan.even_share, confidence, sequence=always_valid, tightest_at=TIGHTEST_AT
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
    return " and ".join(bounds) or NO_ANSWER
