"""Tables of numbers told as texts, and scores as text: what every question tells its answer with."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pandas as pd

from sim.core.errors import printable

from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from ..statistics.text_table import NO_FORMULA as NO_FORMULA
from ..statistics.text_table import TextTable as TextTable


class ToldTable(pd.DataFrame):
    """A table of numbers that shows itself in words, as the terminal does. What is made of it, such as a column, a row
    or a copy, is an ordinary table.
    """

    _metadata = ["told"]  # noqa: RUF012  # as pandas asks of those who derive from it
    told: Callable[[], TextTable]
    """what it shows"""

    @classmethod
    def of(cls, table: pd.DataFrame, told: Callable[[], TextTable]) -> ToldTable:
        """A table, and the same in words."""
        found = cls(table)
        found.told = told
        return found

    def __repr__(self) -> str:
        return f"{self.told().text()}\n\ncolumns: {self._columns}"

    def _repr_html_(self) -> str:
        return f'{self.told().html()}<p class="{NO_FORMULA}">columns: {html.escape(self._columns)}</p>'

    @property
    def _columns(self) -> str:
        return printable(", ".join(map(str, self.columns)))


def unbroken(text: str) -> str:
    """A text whose numbers stay in a line with their signs and units."""
    return re.sub(r"(?<=\d) (?=[%±]|points)|(?<=%|s) (?=±)|(?<=±) (?=\d)", "\u00a0", text)


def rows_of(table: pd.DataFrame) -> list[Any]:
    """The rows of a table, with the columns as attributes."""
    return list(table.itertuples(index=False))


def score_text(row: Any) -> str:
    """The score of a row of a table of results with its interval: "57.3 % ± 0.8"."""
    return format_interval(Interval(row.score, row.low, row.high, row.games))


def sample_text(row: Any) -> str:
    """How many games a row of a table of results rests on, and what is made of it: "20,000 games, better"."""
    return ", ".join(filter(None, (f"{row.games:,} games", getattr(row, "verdict", ""))))


def cell_text(cell: Any, meeting: str = "against") -> str:
    """What a cell of a heat map tells in full: "orcs against trolls: 57 % ± 3, 2,000 games, above 50 %"."""
    return f"{cell.row} {meeting} {cell.column}: {score_text(cell)}, {sample_text(cell)}"


def with_faults(headers: list[str], rows: list[list[str]], numbers: set[int], table: pd.DataFrame) -> TextTable:
    """The table with a column for the games stopped by faults, if there are any."""
    if not table["faults"].any():
        return TextTable(headers, rows, frozenset(numbers))
    counted = [[*row, f"{faults:,}"] for row, faults in zip(rows, table["faults"], strict=True)]
    return TextTable([*headers, "Faults"], counted, frozenset({*numbers, len(headers)}))
