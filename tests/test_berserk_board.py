"""The battlefield: neighbours, lines, directions and distances, counted by hand."""

import pytest

from sim import load_game
from sim.berserk.board import BESIDE, COLUMN, DISTANCE, NEIGHBOURS, ROW_END, TWO_AWAY, beyond, forward
from sim.berserk.describe import CELL_NAMES
from sim.berserk.state import CELLS, NO_CELL


def named(cells):
    return {CELL_NAMES[cell] for cell in range(CELLS) if int(cells) >> cell & 1}


def cell(name):
    return CELL_NAMES.index(name)


def test_the_cells_are_numbered_row_by_row_from_the_third_row_of_the_first_player():
    assert [cell(name) for name in ("A3", "E3", "C1", "C1'", "A3'", "E3'")] == [0, 4, 12, 17, 25, 29]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("A1", {"A1'", "B1'", "B1", "A2", "B2"}),
        ("C1", {"B2", "C2", "D2", "B1", "D1", "B1'", "C1'", "D1'"}),
        ("A3", {"B3", "A2", "B2"}),
    ],
)
def test_neighbours_cross_the_line_between_the_halves(name, near):
    assert named(NEIGHBOURS[cell(name)]) == near


@pytest.mark.parametrize(
    ("attacker", "target", "cells"),
    [
        ("C1", "C1'", {"B1", "D1", "B1'", "D1'"}),
        ("C1", "D1'", {"D1", "C1'"}),
        ("A3", "B2", {"B3", "A2"}),
        ("A1", "A1'", {"B1", "B1'"}),
    ],
)
def test_a_defender_stands_beside_both(attacker, target, cells):
    assert named(NEIGHBOURS[cell(attacker)] & NEIGHBOURS[cell(target)]) == cells


def test_two_cells_away_in_a_line():
    assert named(TWO_AWAY[cell("C1")]) == {"A1", "E1", "C3", "C2'"}


def test_cells_in_range_3_that_are_not_adjacent():
    far = [other for other in range(CELLS) if 2 <= DISTANCE[cell("C1"), other] <= 3]
    assert len(far) == 21


@pytest.mark.parametrize(
    ("start", "target", "behind"), [("B1'", "C1", "D2"), ("C1", "D1'", "E2'"), ("C2", "C3", None), ("C1", "B1", "A1")]
)
def test_the_cell_in_the_direction_of_an_attack(start, target, behind):
    assert beyond(cell(start), cell(target), cell(target)) == (NO_CELL if behind is None else cell(behind))


def test_lines():
    assert named(BESIDE[cell("A1")]) == {"B1"}
    assert named(COLUMN[cell("A1")]) == {"A3", "A2", "A1'", "A2'", "A3'"}
    assert ROW_END[cell("A2")] == cell("E2")
    assert ROW_END[cell("B2")] == NO_CELL


def test_the_cell_opposite_lies_towards_the_enemy():
    s = load_game("berserk").new_state()
    s.first = 0
    assert forward(s, 0, cell("A1")) == cell("A1'")
    assert forward(s, 1, cell("A1'")) == cell("A1")
    assert forward(s, 0, cell("C3'")) == NO_CELL
