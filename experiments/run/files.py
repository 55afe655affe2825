"""Files of results: written such that nothing is ever half there, and tables as CSV."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pandas as pd

from sim.core.errors import naming, printable

UNFINISHED = ".unfinished"
"""Ends the names of files that are being written."""
MOST_BYTES = 2**32
"""Of a file of results."""


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file such that it is there whole or not at all, even if the machine stops."""
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with in_place_of(path) as unfinished, unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """A file to be written in here, which then takes its place. Where the system refuses, nothing of it is left: that
    would keep a disk full.
    """
    unfinished = path.with_name(path.name + UNFINISHED)
    try:
        yield unfinished
        os.replace(unfinished, path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise


def write_given(path: Path, data: bytes) -> None:
    """Writes a file that a user has named, whole or not at all; what is there and is no file, such as a pipe,
    `/dev/stdout` or a link, is written into and stays what it is.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        with naming(path), path.open("wb") as there:
            there.write(data)
    else:
        write_whole(path, data)


FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""Begins a text that a spreadsheet takes for a formula."""


def csv(table: pd.DataFrame, header: bool = True) -> str:
    """A table as CSV. A text that a spreadsheet would take for a formula begins with an apostrophe, so that it stays a
    text; numbers stay numbers.
    """
    texts = table.select_dtypes(exclude=["number", "bool"]).columns
    told = table.assign(**{name: table[name].map(_as_cell) for name in texts}).rename(columns=_as_cell)
    return told.to_csv(index=False, header=header)


def _as_cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if FORMULA.match(value) else text
