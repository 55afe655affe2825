"""What to bring: mixed equilibria against ones solved by hand, drawn anew, and cycles."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.statistics.equilibrium import cycles_of_three, drawn_equilibria, equilibrium

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def test_rock_paper_scissors_is_brought_in_equal_shares() -> None:
    """The mix known since von Neumann: a third each, and nothing scores more than a half against it."""
    found = equilibrium(ROCK_PAPER_SCISSORS)
    assert found.rows == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found.columns == pytest.approx(found.rows)
    assert found.value == pytest.approx(0.5)
    assert found.against_columns == pytest.approx([0.5, 0.5, 0.5])


def test_a_table_of_two_sides_is_solved_as_by_hand() -> None:
    """Rows 0.8 0.2 / 0.4 0.6: equal scores against both columns need p = 1/4, and q = 1/2; the value is 1/2."""
    found = equilibrium([[0.8, 0.2], [0.4, 0.6]])
    assert found.rows == pytest.approx([0.25, 0.75])
    assert found.columns == pytest.approx([0.5, 0.5])
    assert found.value == pytest.approx(0.5)


def test_what_loses_to_all_has_no_share_and_the_best_has_all() -> None:
    """An entry that beats every other one is the whole mix."""
    found = equilibrium([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    assert found.rows == pytest.approx([1, 0, 0])
    assert found.against_columns == pytest.approx([0.5, 0.4, 0.3])


def test_drawing_anew_tells_how_sure_the_mix_is() -> None:
    """Without errors every draw is the same; with large ones an entry a little behind often has a share."""
    table, certain = np.array([[0.5, 0.52], [0.48, 0.5]]), np.zeros((2, 2))
    assert drawn_equilibria(table, certain, 20, seed=1).often.tolist() == [1, 0]
    # 0.02 is two standard errors of 0.01: behind in 97.7 % of the draws (normal distribution)
    often = drawn_equilibria(table, np.full((2, 2), 0.01), 2000, seed=1).often
    assert often[0] == pytest.approx(0.977, abs=0.011)
    again = drawn_equilibria(table, np.full((2, 2), 0.01), 2000, seed=1)
    assert again.often.tolist() == often.tolist()


def test_cycles_are_found_once_each() -> None:
    """One cycle either way round, and none among entries in a row."""
    assert cycles_of_three(ROCK_PAPER_SCISSORS > 0.5) == [(0, 2, 1)]
    assert cycles_of_three(ROCK_PAPER_SCISSORS.T > 0.5) == [(0, 1, 2)]
    assert cycles_of_three(np.triu(np.ones((5, 5)), 1)) == []


def test_scores_outside_0_to_1_are_refused() -> None:
    """A table that is none of scores."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        equilibrium([[0.5, 1.2], [-0.2, 0.5]])
