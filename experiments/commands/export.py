"""The command `export`: results for other programs and places."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.core.errors import InputError, nearest, quoted

from ..answer.export import export_files, export_text
from ..answer.formats import FILES
from ..run.files import write_given
from .options import EXPORTS, RESULTS, ExportKind, Json, ResultsFolder, RunName, only_for, writable
from .output import DONE, answer, at_work, print_text
from .runs import load_run


def export(
    run: RunName,
    to: ExportKind = "markdown",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="The file, or the folder of the tables.")
    ] = None,
    games: Annotated[bool, typer.Option("--games", help="Every game too, one row each (csv and parquet).")] = False,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Writes results for other programs and places, each with its plan.

    csv and parquet are folders of tables; markdown and a line to quote are told here unless --out names a file.
    """
    kinds = EXPORTS.split("|")
    if to not in kinds:
        raise InputError(f"--to takes {', '.join(kinds)}, found {quoted(to)}{nearest(to, kinds)}")
    result = load_run(run, results)
    if to in FILES:
        with at_work("writing the tables"):
            files = export_files(result, to, out or Path(f"{result.folder.name}-{to}"), games)
        told = "\n".join(map(str, files))
    else:
        only_for("csv and parquet", games=games or None)
        told, files = export_text(result, to), []
        if out is not None:
            writable(out)
            write_given(out, f"{told}\n".encode())
            told, files = str(out), [out]
    facts = {"files": list(map(str, files)), **({} if files else {"text": told})}
    answer(facts, as_json, lambda shown: print_text(shown, told))
    return DONE
