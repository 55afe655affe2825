"""The question `estimate`: how often does each seat, or the team of all seats, win at this table?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..plan.fields import Field
from ..plan.naming import brings_the_same
from ..plan.plan import Plan, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.sequences import games_for_half_width
from ..statistics.sequential_test import score_test
from . import deciding
from .draft import EACH_SEAT, Draft, toml_text
from .question import Question, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, VariantsTotals, score

ABOVE, BELOW, UNDECIDED = "above an even share", "below an even share", "undecided"
MORE, LESS = "more often than not", "less often than not"
"""Verdicts on a team."""


@register
class Estimate(Question):
    """How often does each seat, or the team of all seats, win?"""

    name = "estimate"
    stop: Mapping[str, Field] = deciding.TESTED
    pictures = ("scores", "progress", "length")
    one_table = True

    def read(self, reader: PlanReader) -> Asked:
        """The plan itself."""
        return Asked([reader.base])

    def draft(self, draft: Draft) -> list[str]:
        """The seats, with what was chosen for each."""
        if draft.is_of_agents and draft.game.words.team and len(draft.chosen) == 1:
            return [f"{draft.agents(draft.chosen[0])} {EACH_SEAT}"]
        seats = [*draft.chosen, *draft.at_other_seats(draft.players)][: draft.players]
        if draft.is_of_agents:
            return [f"agents = {toml_text(seats)} {EACH_SEAT}"]
        key, value = draft.value(draft.chosen[0])
        if isinstance(value, list) and len(seats) == draft.players:
            value = seats
        more = f"# see `overnight table {draft.game.name}`"
        return [f"{draft.agents()} {EACH_SEAT}", f"table = {{ {key} = {toml_text(value)} }} {more}"]

    def summarize(self, plan: Plan, totals: VariantsTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a seat: its score with an interval of its own, and whether it is more or less than an even share, all
        seats judged together, so that whichever stands out may be named. A team has one row.
        """
        variant = totals.variants[0]
        agents = [describe_agent(agent) for agent in plan.variants[0].agents]
        sides = [plan.team] if plan.team else plan.seats
        joint = simultaneous_confidence(confidence, _verdicts(len(sides)))
        scores, judged = (
            [score(variant, side, each, always_valid) for side in range(len(sides))] for each in (confidence, joint)
        )
        return pd.DataFrame({
            "name": sides,
            "agent": [" / ".join(agents)] if plan.team else agents,
            "games": totals.games,
            "score": [s.estimate for s in scores],
            "low": [s.low for s in scores],
            "high": [s.high for s in scores],
            "verdict": [verdict(plan, s) for s in judged],
            **_tests(plan, totals, len(sides)),
            "faults": variant.faults,
        })  # fmt: skip

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """The seats, or the team."""
        return {plan.team: [(0, 0)]} if plan.team else {plan.label(seat): [(0, seat)] for seat in range(plan.players)}

    def played_as(self, plan: Plan, name: str) -> tuple[int, int] | None:
        """A seat, or any of the team."""
        return 0, plan.seats.index(name) if name in plan.seats else 0

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether the entrant's score, or the team's, is known to be more or less than an even share."""
        ended = deciding.has_ended(table)
        return bool(table["verdict"][plan.entrant or 0] != UNDECIDED) if ended is None else ended

    def games_to_half_width(self, plan: Plan, totals: VariantsTotals, half_width: float) -> float:
        """About how many more games until every interval is so narrow."""
        return max(
            games_for_half_width(
                totals.variants[0].moments, half_width, plan.confidence, column=seat,
                games_per_deal=plan.games_per_deal, sequence=True, tightest_at=TIGHTEST_AT,
            )
            for seat in range(plan.players)
        )  # fmt: skip

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return f"How often {f'do the {plan.team}' if plan.team else 'does each seat'} win?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        return f"{games:,} games of {plan.game.title}"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a seat, or the team."""
        tested = "test" in table
        rows = [
            [r.name, r.agent, score_text(r), f"{r.games:,}", r.verdict, *([r.test] if tested else [])]
            for r in rows_of(table)
        ]
        who = ["Team", "Agents", "Wins"] if is_team(table) else ["Seat", "Agent", "Score"]
        return with_faults([*who, "Games", "Verdict", *(["Test"] if tested else [])], rows, {2, 3}, table)

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The best seat, with its agent."""
        return f"{best.name} {best.agent} {score_text(best)}"

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Who wins most, or how often the team does; where all bring the same, what it is worth to begin."""
        if is_team(table):
            team = rows_of(table)[0]
            return f"The {team.name} ({team.agent}) win {score_text(team)}"
        share = f"an even share of {100 / len(table):.3g} %"
        if _asks_who_begins(plan, table, first_seat):
            return _beginning(rows_of(first_seat)[0], share)
        names, rows = [plan.label(seat) for seat in range(len(table))], rows_of(table)
        best = max(range(len(rows)), key=lambda seat: (rows[seat].verdict == ABOVE, rows[seat].score))
        who = (
            f"{names[best]} ({rows[best].name})"
            if names[best] != rows[best].name
            else f"{names[best]} ({rows[best].agent})"
        )
        against = " and ".join(dict.fromkeys(name for seat, name in enumerate(names) if seat != best))
        if rows[best].verdict == ABOVE:
            return f"{who} scores {score_text(rows[best])} against {against}, more than {share}"
        return f"{who} scores {score_text(rows[best])} against {against}, which is not shown to be more than {share}"

    def drawn(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> pd.DataFrame:
        """The seats, each with its agent, or the team; where all bring the same, whoever begins."""
        if not _asks_who_begins(plan, table, first_seat):
            return table.assign(name=table["name"] + " " + table["agent"])
        verdicts = [verdict(plan, Interval(row.score, row.low, row.high, row.games)) for row in rows_of(first_seat)]
        return first_seat.assign(name="whoever begins", verdict=verdicts)

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """Each seat's score, or the team's."""
        the, verb = ("The ", "win") if plan.team else ("", "scores")
        lines = [f"{the}{row.name} ({row.agent}) {verb} {score_text(row)}: {row.verdict}." for row in rows_of(table)]
        if _verdicts(len(table)) > 1:
            lines.append("Each seat's score has an interval of its own; the verdicts hold together.")
        return [*lines, *deciding.told(plan, table, "distance from an even share", 1)]


def _verdicts(sides: int) -> int:
    """How many verdicts are right together: of two seats, one scores what the other does not."""
    return sides if sides > 2 else 1


def verdict(plan: Plan, interval: Interval) -> str:
    """Whether a score is more or less than an even share."""
    above, below = (MORE, LESS) if plan.team else (ABOVE, BELOW)
    if interval.low > plan.even_share:
        return above
    return below if interval.high < plan.even_share else UNDECIDED


def _tests(plan: Plan, totals: VariantsTotals, sides: int) -> dict[str, list[Any]]:
    """The columns that tell of the test of the entrant's score, or the team's, against an even share."""
    stop, entrant = plan.stop, plan.entrant or 0
    if stop.indifference is None or stop.decided is None:
        return {}
    test = score_test(
        totals.variants[0].moments, plan.even_share, stop.indifference, stop.decided, column=entrant
    )  # fmt: skip
    above, below = (MORE, LESS) if plan.team else (ABOVE, BELOW)
    tests = [test if side == entrant else None for side in range(sides)]
    return deciding.columns(plan, tests, {"above": above, "below": below})


def _asks_who_begins(plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> bool:
    """Whether seats that are otherwise alike leave only that to be asked. Seats that begin equally often and score
    differently are not alike: by the rules of the table they may bring other squads, say.
    """
    alike = plan.games_per_deal == 1 or bool((table["verdict"] == UNDECIDED).all())
    return len(first_seat) > 0 and alike and brings_the_same(plan.variants[0])


def _beginning(row: Any, share: str) -> str:
    """What it is worth to begin, among seats that are otherwise alike."""
    even = row.score - row.advantage
    worth = format_interval(Interval(row.advantage, row.low - even, row.high - even, row.games), "points", signed=True)
    if row.low > even or row.high < even:
        return f"Whoever begins scores {score_text(row)}: beginning is worth {worth} over {share}"
    return f"It is not shown to matter who begins: whoever does scores {score_text(row)}, {worth} over {share}"


def is_team(table: pd.DataFrame) -> bool:
    """Whether a table tells how often a team wins, for all seats together."""
    return len(table) == 1
