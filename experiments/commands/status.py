"""The command `status`: the runs and how far they are."""

from __future__ import annotations

from .choices import TO_MAKE_ONE
from .options import RESULTS, Json, ResultsFolder, RunNames
from .output import DONE, FAILED, answer, narrate, print_tables
from .runs import list_runs, runs_table


def status(
    run: RunNames = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists the runs and how far they are, also while they go on."""
    runs = list_runs(results, run or [])
    answer({"runs": [r.as_dict() for r in runs]}, as_json, lambda out: print_tables(out, {"": runs_table(runs)}))
    if not runs:
        narrate(f"There is no run in {results} yet. {TO_MAKE_ONE}")
    return FAILED if any(r.problem for r in runs) else DONE
