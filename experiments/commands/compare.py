"""The command `compare`: two finished runs side by side."""

from __future__ import annotations

from rich.console import Console

from ..answer.side_by_side import side_by_side
from .options import RESULTS, Json, ResultsFolder, RunName
from .output import DONE, answer, at_work, print_tables, print_words
from .runs import load_run


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
        found = side_by_side(one, two)
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
