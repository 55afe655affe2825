"""Tables of texts, and scores as text: what every question tells its answer with."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

import pandas as pd
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.core.errors import printable

from ..statistics.format import format_interval
from ..statistics.intervals import Interval

LONGEST_LINE = 1000
"""Letters, so that nothing is folded."""
NO_FORMULA = "tex2jax_ignore mathjax_ignore"
"""Classes of what a notebook takes for no formula, whatever signs are in it."""
LONG_CELL, GAP = 34, 2
"""Letters of a cell whose words may be put into several lines, and between two columns."""


@dataclass(frozen=True)
class TextTable:
    """A table of texts, all of them printable; the columns whose place is in `numbers` are figures."""

    headers: list[str]
    rows: list[list[str]]
    numbers: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Shows what is not printable as its escape."""
        object.__setattr__(self, "headers", list(map(printable, self.headers)))
        object.__setattr__(self, "rows", [list(map(printable, row)) for row in self.rows])

    def rich(self) -> Table:
        """For the terminal; no text in it is taken for markup."""
        table = Table(
            box=None, pad_edge=False, show_header=any(self.headers), header_style="bold", padding=(0, GAP, 0, 0)
        )
        for index, (header, cells) in enumerate(zip(self.headers, self._columns(), strict=True)):
            least = min(LONG_CELL, max(map(cell_len, cells)))
            look: Any = {"justify": "right" if index in self.numbers else "left", "overflow": "fold"}
            table.add_column(Text(header), min_width=least, **look)
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table

    def fitted(self, width: int) -> list[TextTable]:
        """The table in as few as have room in so many letters, one below the other, each with the first column: none of
        its figures and names need be broken, only the words of what is longer than LONG_CELL.
        """
        needed = [min(LONG_CELL, max(map(cell_len, cells))) for cells in self._columns()]
        parts: list[list[int]] = [[0]]
        for column in range(1, len(self.headers)):
            if len(parts[-1]) > 1 and sum(needed[i] + GAP for i in (*parts[-1], column)) - GAP > width:
                parts.append([0])
            parts[-1].append(column)
        return [self._part(columns) for columns in parts] if len(parts) > 1 else [self]

    def _columns(self) -> list[list[str]]:
        """By column the words of its heading, between which it may be broken, and its cells."""
        return [[*header.split(), *(row[i] for row in self.rows), ""] for i, header in enumerate(self.headers)]

    def _part(self, columns: list[int]) -> TextTable:
        numbers = frozenset(place for place, column in enumerate(columns) if column in self.numbers)
        headers, *rows = ([row[column] for column in columns] for row in (self.headers, *self.rows))
        return TextTable(headers, rows, numbers)

    def text(self) -> str:
        """As lines of letters, as long as they need to be."""
        console = Console(file=io.StringIO(), width=LONGEST_LINE, no_color=True, highlight=False)
        with console.capture() as captured:
            console.print(self.rich())
        return "\n".join(line.rstrip() for line in captured.get().splitlines())

    def html(self) -> str:
        """As a table of a page, figures to the right; whatever stands in the cells stays text."""
        head, *rows = (
            "".join(map(self._cell_html, repeat(tag), count(), texts))
            for tag, texts in (("th", self.headers), *(("td", row) for row in self.rows))
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f'<table class="{NO_FORMULA}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'

    def _cell_html(self, tag: str, column: int, text: str) -> str:
        look = "text-align: right; white-space: nowrap" if column in self.numbers else "text-align: left"
        return f'<{tag} style="{look}">{html.escape(text)}</{tag}>'


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
