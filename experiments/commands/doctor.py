"""The command `doctor`: whether this installation works."""

from __future__ import annotations

from ..statistics.text_table import TextTable
from .diagnosis import diagnose
from .options import RESULTS, Json, ResultsFolder
from .output import DONE, FAILED, answer, at_work, print_tables


def doctor(results: ResultsFolder = RESULTS, as_json: Json = False) -> int:
    """Checks this installation and the folder of results."""
    with at_work("checking"):
        found = diagnose(results)
    rows = [["ok" if f.ok else "WRONG", f.name, f.found, f.advice] for f in found.findings]
    shown = TextTable(["", "What", "Found", "Advice"], rows)
    answer(found.as_dict(), as_json, lambda out: print_tables(out, {"": shown}))
    return DONE if found.ok else FAILED
