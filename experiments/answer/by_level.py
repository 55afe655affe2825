"""Whether an answer depends on who plays: the verdicts of a question under several levels of play, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from ..questions.question import QUESTIONS
from ..questions.texts import TextTable, rows_of
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from .outcome import Outcome

DEPENDS, SAME, OPEN = "depends on the player", "the same", "not shown under each"
Estimates = dict[str, dict[str, Interval]]
"""By what is estimated and by level of play."""


def levels_table(levels: Mapping[str, Outcome]) -> TextTable:
    """What is estimated under each level, and whether it depends on it."""
    first = next(iter(levels.values()))
    unit = QUESTIONS[first.plan.question].unit
    rows = [
        [
            name,
            *(format_interval(found[level], unit, scale=1, signed=_line(first) == 0) for level in levels),
            verdict(found.values(), _line(first)),
        ]
        for name, found in _estimates(levels).items()
    ]
    label = QUESTIONS[first.plan.question].history_label(first.table)
    return TextTable(
        [label, *(f"under {level}" for level in levels), "Verdict"], rows, frozenset(range(1, 1 + len(levels)))
    )


def told_levels(levels: Mapping[str, Outcome]) -> list[str]:
    """Whether the answer depends on the player, one statement a line; none if it was asked under one level."""
    if len(levels) < 2:
        return []
    verdicts: dict[str, list[str]] = {DEPENDS: [], SAME: [], OPEN: []}
    first = next(iter(levels.values()))
    for name, found in _estimates(levels).items():
        verdicts[verdict(found.values(), _line(first))].append(name)
    under = " and ".join(levels)
    lines = []
    if verdicts[DEPENDS]:
        lines.append(
            f"The answer depends on the player: under {under} it is not the same for {', '.join(verdicts[DEPENDS])}."
        )
    if verdicts[SAME]:
        lines.append(f"Under {under} alike: {', '.join(verdicts[SAME])}.")
    if verdicts[OPEN]:
        lines.append(f"Not shown under each of {under}: {', '.join(verdicts[OPEN])}.")
    return lines


def _estimates(levels: Mapping[str, Outcome]) -> Estimates:
    """In the units in which they are told; where scores are told, that of whoever begins is one of them."""
    found: Estimates = {}
    for level, outcome in levels.items():
        question = QUESTIONS[outcome.plan.question]
        scale, games = question.history_scale, int(outcome.manifest["games"])
        tables = [question.estimates(outcome.table)]
        if _line(outcome) == 100 * outcome.plan.even_share and len(outcome.first_seat) == 1:
            tables.append(outcome.first_seat.assign(name="whoever begins", estimate=outcome.first_seat["score"]))
        for row in (row for table in tables for row in rows_of(table)):
            interval = Interval(row.estimate * scale, row.low * scale, row.high * scale, games)
            found.setdefault(str(row.name), {})[level] = interval
    return {name: by_level for name, by_level in found.items() if len(by_level) == len(levels)}


def _line(outcome: Outcome) -> float | None:
    return QUESTIONS[outcome.plan.question].history_line(outcome.plan)


def verdict(intervals: Iterable[Interval], line: float | None) -> str:
    """Whether an answer depends on the player: its intervals under several levels lie on both sides of the line between
    good and bad. Where there is no line, whether two of them lie apart.
    """
    found = list(intervals)
    if line is None:
        apart = max(interval.low for interval in found) > min(interval.high for interval in found)
        return DEPENDS if apart else OPEN
    sides = {_side(interval, line) for interval in found}
    if {-1, 1} <= sides:
        return DEPENDS
    return SAME if sides in ({-1}, {1}) else OPEN


def _side(interval: Interval, line: float) -> int:
    """On which side of a line an interval lies; 0 if on none."""
    if math.isnan(interval.estimate):
        return 0
    return (interval.low > line) - (interval.high < line)
