"""The battlefield: cells, and which of them are near which. Rules 1 and 6.

Cell = row * 5 + column; row 0 is the third row of the player who begins, row 5 that of the other. Forward is one row up
for the first of them and one row down for the second. A set of cells is a number with a bit for each of the 30.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..core.kernel import kernel
from .state import CELLS, EXTRA, NO_CELL

ROWS, COLUMNS = 6, 5
FULL = (1 << CELLS) - 1
EVERYWHERE = (1 << EXTRA + 1) - 1
"""The set of all cells and the extra zone."""


def row_column(cell: int) -> tuple[int, int]:
    """The row and column of a cell."""
    return divmod(cell, COLUMNS)


def steps(one: int, other: int) -> int:
    """King's steps from one cell to another."""
    (row, column), (other_row, other_column) = row_column(one), row_column(other)
    return max(abs(row - other_row), abs(column - other_column))


def _mask(near: Callable[[int, int], bool]) -> np.ndarray:
    """For each cell, and for the extra zone, the set of cells for which near(cell, other) holds."""
    found = np.zeros(CELLS + 1, np.int64)
    for cell in range(CELLS):
        found[cell] = sum(1 << other for other in range(CELLS) if near(cell, other))
    return found


def _within(most: int) -> np.ndarray:
    """For each cell, and for the extra zone, the set of cells at most so many king's steps away."""
    return _mask(lambda cell, other: steps(cell, other) <= most)


NEIGHBOURS = _mask(lambda cell, other: steps(cell, other) == 1)
ORTHOGONAL = _mask(
    lambda cell, other: sum(abs(a - b) for a, b in zip(row_column(cell), row_column(other), strict=True)) == 1
)
DIAGONAL = _mask(
    lambda cell, other: (
        cell != other and abs(cell // COLUMNS - other // COLUMNS) == abs(cell % COLUMNS - other % COLUMNS)
    )
)
BESIDE = _mask(lambda cell, other: cell // COLUMNS == other // COLUMNS and abs(cell - other) == 1)
COLUMN = _mask(lambda cell, other: cell % COLUMNS == other % COLUMNS and cell != other)
ROW = _mask(lambda cell, other: cell // COLUMNS == other // COLUMNS)
TWO_AWAY = _mask(
    lambda cell, other: (
        (cell // COLUMNS == other // COLUMNS or cell % COLUMNS == other % COLUMNS) and steps(cell, other) == 2
    )
)
WITHIN = np.stack([_within(most) for most in range(8)], 1)
"""For each cell, and each number of king's steps, 0 to 7, the set of cells so near."""
DISTANCE = np.array([[steps(a, b) for b in range(CELLS)] for a in range(CELLS)], np.int64)
ROW_END = np.array([c + 4 if c % 5 == 0 else c - 4 if c % 5 == 4 else NO_CELL for c in range(CELLS)] + [NO_CELL])
"""The other end of the row for the cells at the ends of one."""
START_ZONE = np.array(
    [[sum(1 << c for c in cells) for cells in zones] for zones in (
        ((6, 7, 8, 11, 12, 13, 1, 2, 3), (0, 4, 5, 9), (10, 14)),
        ((15, 16, 17, 18, 19, 21, 22, 23, 26, 27, 28), (20, 24, 25, 29), ()),
    )],
    np.int64,
)  # fmt: skip
"""For the player who begins and the other: the zone at the start, and what is added once all before is full."""


@kernel
def bit(cells, cell):
    """Whether a cell of the battlefield is in a set."""
    return 0 <= cell < CELLS and (cells >> cell) & 1 == 1


@kernel
def side_of_board(s, seat):
    """0 for the player who began, who has the rows 0 to 2; 1 for the other. Rule 6."""
    return 0 if seat == s.first else 1


@kernel
def row_of(s, seat, cell):
    """The row of a cell as a seat counts: 1 to 3 on its own half, nearest the enemy first; -1 to -3 on the enemy's.
    Rule 1.
    """
    up = cell // COLUMNS
    if side_of_board(s, seat) == 1:
        up = ROWS - 1 - up
    return 3 - up if up < 3 else 2 - up


@kernel
def forward(s, seat, cell):
    """The cell opposite, in the next row towards the enemy's side, or NO_CELL. Rule 1."""
    if not 0 <= cell < CELLS:
        return NO_CELL
    found = cell + COLUMNS if side_of_board(s, seat) == 0 else cell - COLUMNS
    return found if 0 <= found < CELLS else NO_CELL


@kernel
def beyond(start, target, cell):
    """The cell after `cell` in the direction from `start` to `target`; NO_CELL off the board. Rule 1."""
    if not (on_battlefield(start) and on_battlefield(target) and on_battlefield(cell)):
        return NO_CELL
    way = direction(start, target)
    row, column = cell // COLUMNS + way // 3 - 1, cell % COLUMNS + way % 3 - 1
    if not (0 <= row < ROWS and 0 <= column < COLUMNS):
        return NO_CELL
    return row * COLUMNS + column


@kernel
def direction(start, target):
    """A number 0 to 8 for the direction of a step between adjacent cells; longer ways by the sign of both parts."""
    row, column = target // COLUMNS - start // COLUMNS, target % COLUMNS - start % COLUMNS
    return 3 * ((row > 0) - (row < 0) + 1) + (column > 0) - (column < 0) + 1


@kernel
def are_adjacent(one, other):
    """Whether two cells of the battlefield are adjacent or the same. Rule 1."""
    return 0 <= one < CELLS and 0 <= other < CELLS and (one == other or (NEIGHBOURS[one] >> other) & 1 == 1)


@kernel
def is_diagonal(one, other):
    """Whether two cells of the battlefield lie on one diagonal, adjacent or not. Rule 1."""
    return 0 <= one < CELLS and 0 <= other < CELLS and (DIAGONAL[one] >> other) & 1 == 1


@kernel
def distance(one, other):
    """King's steps between two cells; 0 if one is the extra zone. Rule 14."""
    if not (0 <= one < CELLS and 0 <= other < CELLS):
        return 0
    return DISTANCE[one, other]


@kernel
def on_battlefield(cell):
    """Whether a cell is on the battlefield, not the extra zone."""
    return 0 <= cell < EXTRA
