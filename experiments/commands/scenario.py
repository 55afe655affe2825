"""The command `scenario`: what scenario files claim, played."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

from sim.scenario_files import Report, load_scenarios, run
from sim.words import scenario as form

from .live import prepare
from .options import Json, Paths
from .output import DONE, FAILED, answer, at_work, print_text

EMPTY_LINE, UNWRAPPED = "\n\n", "\b\n"
SCENARIO_HELP = f"""Shows that rules and cards do what scenario files say.

\b
{(form.__doc__ or "").replace(EMPTY_LINE, EMPTY_LINE + UNWRAPPED)}
`overnight words GAME` lists the phrases, paths and events of a game."""


def scenario(
    paths: Paths,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Just the scenario of this name.")] = None,
    as_json: Json = False,
) -> int:
    """Plays scenarios and tells which of their claims do not hold; what the help says is SCENARIO_HELP."""
    with at_work("playing the scenarios"):
        found = run(load_scenarios(paths, name, prepare))
    answer(found.as_dict(), as_json, lambda out: print_text(out, "\n".join(_scenario_lines(found))))
    return FAILED if found.failed else DONE


scenario.__doc__ = SCENARIO_HELP


def _scenario_lines(report: Report) -> list[str]:
    """The claims that did not hold, scenario by scenario, and how many held."""
    lines: list[str] = []
    for (file, name), failures in groupby(report.failures, lambda failure: (failure.file, failure.name)):
        lines.append(f"{file}: {name}")
        for failure in failures:
            lines += [f"  {failure.where}", f"    expected {failure.expected}", f"    found    {failure.found}"]
        lines += [f"  made at once, without an alternative: {'; '.join(failure.made_at_once)}"][
            : bool(failure.made_at_once)
        ]
    return [*lines, f"{report.passed:,} passed, {report.failed:,} failed"]
