"""How a run is shown on a terminal, and told as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..answer.also_under import also_table, also_told
from ..answer.by_level import levels_table, told_levels
from ..answer.result import Result
from ..questions.question import QUESTIONS, answer_table
from .output import print_tables, print_text, print_words

MOST_COLUMNS = 10
"""A field or a matrix with more columns is shown by its mean scores alone; the report has the rest."""


def print_result(out: Console, result: Result) -> None:
    """The answer of a run in a sentence, its tables, and where the report is."""
    print_words(out, f"{result.answer}.\nPlayed with {result.setting}.\n")
    print_tables(out, {"": answer_table(result.plan.question, result.table)})
    for section in QUESTIONS[result.plan.question].sections(result.table, result.more):
        if len(section.table.headers) <= MOST_COLUMNS + 1:
            print_text(out, "")
            print_tables(out, {"": section.table})
    if (also := also_table(result)) is not None:
        print_text(out, "")
        print_tables(out, {"The most telling cards under another player": also})
    if len(result.levels) > 1:
        print_text(out, "")
        print_tables(out, {"": levels_table(result.levels)})
        for line in told_levels(result.levels):
            print_words(out, line)
    if result.report.exists():
        print_text(out, f"\n{result.report}")


def run_facts(result: Result) -> dict[str, Any]:
    """What a run found, for printing as JSON."""
    return {
        "folder": str(result.folder),
        "status": result.status,
        "stopped_by": result.manifest["stopped_by"],
        "games": result.manifest["games"],
        "games_in_all": result.games_in_all,
        "intervals": result.intervals,
        "answer": result.answer,
        "setting": result.setting,
        "table": result.table.to_dict("records"),
        **QUESTIONS[result.plan.question].facts(result.more),
        "first_seat": result.first_seat.to_dict("records"),
        "faults": len(result.faults),
        "notes": result.notes,
        "report": str(result.report),
        **_also_facts(result),
        **({"levels": _level_facts(result)} if result.levels else {}),
    }


def _also_facts(result: Result) -> dict[str, Any]:
    """What the most telling cards of a sweep are worth under another player, where that is known."""
    found = also_told(result)
    return {} if found.empty else {"also_under": found.to_dict("records")}


def _level_facts(result: Result) -> dict[str, Any]:
    """The answers under each level of play, and whether they depend on it."""
    return {
        "told": told_levels(result.levels),
        "runs": {
            level: {"folder": str(one.folder), "status": one.status, "table": one.table.to_dict("records")}
            for level, one in result.levels.items()
        },
    }
