"""The mean of values whose rows and whose columns share something."""

import numpy as np
import pytest

from experiments.statistics.crossed import crossed_mean


@pytest.mark.parametrize("spreads", [(0.2, 0.0, 0.5), (0.0, 0.2, 0.5), (0.2, 0.2, 0.5), (0.0, 0.0, 0.5)])
@pytest.mark.parametrize("shape", [(50, 10), (20, 40)])
def test_intervals_hold_as_often_as_they_promise(spreads, shape):
    chance, truth, worlds = np.random.default_rng(7), 0.03, 2000
    held = 0
    for _ in range(worlds):
        parts = zip(spreads, ((shape[0], 1), (1, shape[1]), shape), strict=True)
        rows, columns, cells = (chance.normal(0, spread, size) for spread, size in parts)
        found = crossed_mean(truth + rows + columns + cells, 0.95)
        held += found.low <= truth <= found.high
    assert held / worlds >= 0.935


def test_values_of_one_column_are_those_of_their_rows():
    values = np.array([[0.0], [1.0], [0.5], [0.5]])
    found = crossed_mean(values, 0.95)
    assert found.estimate == 0.5
    assert found.half_width == pytest.approx(3.182446 * values.std(ddof=1) / 2)


def test_one_row_says_nothing():
    found = crossed_mean(np.zeros((1, 5)), 0.95)
    assert np.isnan(found.estimate)
    assert (found.low, found.high) == (-1.0, 1.0)
