"""Where the cells of the tables in the pages of results are taken from: the tables whose rows are games or cards of
several plans. Tables of rows against columns of one plan are in `figures.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

ARCHIVE_GAMES = 8_000
"""Games in which archives are dealt, and in which they are drafted."""
ARCHIVE_DIGITS = 4
"""Decimals of what an archive is worth, as a share of a win, in the kept table."""
Row = Mapping[str, str]
"""The cells of a row by the names of their columns."""


@dataclass(frozen=True)
class Cell:
    """Where a cell is taken from."""

    plan: str
    """a shipped plan"""
    row: str = ""
    """the row of its answer, by its name or agent, of which the score is told; the only one if it is empty"""


def team(row: Row, column: str) -> Cell | None:
    """How often equal agents win against a nemesis."""
    players = row["players"]
    if column in ("players", "agent"):
        return None
    return Cell(f"aeons_end_matrix_{players}_player{'s' if players != '1' else ''}", f"{row['agent']} v {column}")


def experts(row: Row, column: str) -> Cell | None:
    """How often those who think ahead win against a nemesis."""
    players, named = row["players"], column.replace("_", " ").title().replace(" Of ", " of ")
    if column in ("players", "imagined games a decision", "games"):
        return None
    if players == "1":
        return Cell("aeons_end_expert") if column == "rageborne" else Cell("aeons_end_expert_1_player", named)
    return Cell(f"aeons_end_expert_{players}_players", named)


def mixed(row: Row, column: str) -> Cell | None:
    """How often each of several strategies wins at one table."""
    players, _, turned = row["players"].partition(", ")
    if column == "players" or not row[column]:
        return None
    return Cell(f"nightfall_mixed_{players}_players{'_turned' if turned else ''}", column)


TABLES: Mapping[tuple[str, str], Callable[[Row, str], Cell | None]] = {
    ("results/aeons_end.md", "| players | agent |"): team,
    ("results/aeons_end.md", "| players | imagined games a decision |"): experts,
    ("results/nightfall.md", "| players | best |"): mixed,
}
"""By page and how the head of a table begins, where its cells are taken from; None for those that name a row."""
ARCHIVES = ("results/nightfall.md", "| archive |")
"""The table of what archives are worth, of those that the table shows."""


def cells_of(text: str, head: str) -> Iterator[tuple[Row, str, str]]:
    """Row, column and text of each cell of the table whose head begins so."""
    for row in _rows_of(text, head):
        for column, cell in row.items():
            yield row, column, cell


def with_cells(text: str, head: str, told: Callable[[Row, str], str]) -> str:
    """A page with new cells in the table whose head begins so."""
    for row in _rows_of(text, head):
        line = "| " + " | ".join(row.values()) + " |"
        text = text.replace(line, "| " + " | ".join(told(row, column) for column in row) + " |", 1)
    return text


def _rows_of(text: str, head: str) -> list[dict[str, str]]:
    block = next(block for block in text.split("\n\n") if block.startswith(head))
    columns, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines())
    return [dict(zip(columns, row, strict=True)) for row in rows]


def told_like(text: str, score: float, low: float, high: float) -> str:
    """A score in the form of a cell: with its interval where one stands there, and as many decimals."""
    estimate, bracket, _ = text.partition(" (")
    decimals = len(estimate.partition(".")[2])
    return f"{100 * score:.{decimals}f}" + (f" ({100 * low:.0f} to {100 * high:.0f})" if bracket else "")


def archives(dealt: pd.DataFrame, drafted: pd.DataFrame) -> pd.DataFrame:
    """What archives are worth as it is kept, the best of those that are dealt first, of two tables of `card_worth`."""
    columns = ["games", "deals", "worth", "low", "high", "shrunk"]
    both = [
        table.set_index("card")[columns].round(ARCHIVE_DIGITS).add_prefix(prefix)
        for prefix, table in (("dealt_", dealt), ("drafted_", drafted))
    ]
    return both[0].join(both[1]).sort_values("dealt_worth", ascending=False, kind="stable").reset_index()


def told_archive(kept: Mapping[str, Any], column: str) -> str:
    """A cell of the table of archives, of a row of what is kept."""
    if column == "archive":
        return str(kept["card"])
    if column == "deals drafted":
        return "0" if pd.isna(kept["drafted_deals"]) else f"{kept['drafted_deals']:,.0f}"
    kind = column.removesuffix(", points")
    if pd.isna(kept[f"{kind}_worth"]):
        return ""
    half_width = (kept[f"{kind}_high"] - kept[f"{kind}_low"]) / 2
    return f"{100 * kept[f'{kind}_worth']:+z.1f} ± {100 * half_width:.1f}"
