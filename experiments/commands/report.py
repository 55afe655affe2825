"""The command `report`: the answer of a run in words, and its page."""

from __future__ import annotations

from .options import RESULTS, Json, ResultsFolder, RunName
from .output import DONE, answer, at_work, print_words


def report(
    run: RunName,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Writes the report of a run anew, and tells its results in words."""
    with at_work("loading"):  # which its help need not wait for
        from ..answer.report import write_report
        from .result_output import run_facts
        from .runs import load_run
    result = load_run(run, results)
    with at_work("writing the report"):
        path, told = write_report(result), result.explain()
    facts = {"report": str(path), "explanation": told.splitlines(), **run_facts(result)}
    answer(facts, as_json, lambda out: print_words(out, f"{told}\n{path}"))
    return DONE
