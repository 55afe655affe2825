"""The command `index`: a page with all runs."""

from __future__ import annotations

from sim.core.errors import InputError

from ..run.files import write_whole
from .options import RESULTS, Json, ResultsFolder
from .output import DONE, answer, print_text
from .runs import index_html, list_runs

INDEX = "index.html"


def index(results: ResultsFolder = RESULTS, as_json: Json = False) -> int:
    """Writes a page that lists the runs: leaders, dates, links to the reports."""
    if not results.is_dir():
        raise InputError(f"{results}: no such folder")
    runs = list_runs(results)
    path = results / INDEX
    write_whole(path, index_html(runs).encode())
    answer(
        {"index": str(path), "runs": len(runs)},
        as_json,
        lambda out: print_text(out, f"{len(runs)} run{'s' * (len(runs) != 1)}: {path}"),
    )
    return DONE
