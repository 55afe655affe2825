"""Commands about runs that there are: `report`, `compare` and `status`."""

from __future__ import annotations

from rich.console import Console

from ..answer.beside import beside
from ..answer.report import write_report
from .choices import TO_MAKE_ONE
from .options import RESULTS, Json, ResultsFolder, RunName, RunNames
from .output import DONE, FAILED, answer, at_work, narrate, print_tables, print_words
from .runs import list_runs, load_run, runs_table
from .showing import run_facts


def report(
    run: RunName,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Writes the report of a run anew, and tells its results in words."""
    result = load_run(run, results)
    with at_work("writing the report"):
        path, told = write_report(result), result.explain()
    facts = {"report": str(path), "explanation": told.splitlines(), **run_facts(result)}
    answer(facts, as_json, lambda out: print_words(out, f"{told}\n{path}"))
    return DONE


def compare(
    run: RunName,
    other: RunName,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lays two finished runs side by side. They must ask the same question of the same entries; if they do not, it says
    why they cannot be compared. Runs of one seed have played the same deals: their differences are paired.
    """
    one, two = load_run(run, results), load_run(other, results)
    with at_work("comparing the runs"):
        found = beside(one, two)
    facts = {
        "runs": [str(found.one.folder), str(found.other.folder)],
        "differ_by": found.differ_by,
        "pairing": found.pairing,
        "table": found.table.to_dict("records"),
    }

    def tell(out: Console) -> None:
        print_tables(out, {"": found.text_table})
        print_words(out, "\n" + "\n".join(found.lines))

    answer(facts, as_json, tell)
    return DONE


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
