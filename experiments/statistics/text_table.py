"""A table of texts: what answers and lists are told with, on a terminal, in a file and on a page."""

from __future__ import annotations

import html
import io
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.core.errors import printable

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
