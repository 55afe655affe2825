"""Commands about runs that there are: `report` and `status`."""

from __future__ import annotations

from ..answer.report import write_report
from ..answer.result import load
from .options import RESULTS, Json, ResultsFolder, RunName, RunNames
from .output import DONE, FAILED, answer, at_work, print_tables, print_text
from .runs import find_run, list_runs, runs_table
from .showing import run_facts


def report(
    run: RunName,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Writes the report of a run anew, and tells its results in words."""
    result = load(find_run(run, results))
    with at_work("writing the report"):
        path, told = write_report(result), result.explain()
    facts = {"report": str(path), "explanation": told.splitlines(), **run_facts(result)}
    answer(facts, as_json, lambda out: print_text(out, f"{told}\n{path}"))
    return DONE


def status(
    run: RunNames = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists the runs and how far they are, also while they go on."""
    runs = list_runs(results, run or [])
    answer({"runs": [r.as_dict() for r in runs]}, as_json, lambda out: print_tables(out, {"": runs_table(runs)}))
    return FAILED if any(r.problem for r in runs) else DONE
