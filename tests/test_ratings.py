"""Strengths of entries: found again in simulated tables, with errors and a test that hold."""

import itertools
import math

import numpy as np
import pytest

from experiments.statistics.ratings import ELO, bradley_terry

PAIRS = np.array(list(itertools.combinations(range(6), 2)))
STRENGTH = np.array([0.6, 0.4, 0.1, -0.1, -0.3, -0.7])


def table(rng, strength, games=800, twist=0.0):
    """Scores of all pairs and their errors; twist makes the first three beat one another in a circle."""
    first, second = PAIRS.T
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    for one, other, sign in ((0, 1, 1), (1, 2, 1), (0, 2, -1)):
        chance[(first == one) & (second == other)] += sign * twist
    score = rng.binomial(games, chance) / games
    return score, np.sqrt(score * (1 - score) / games)


def test_strengths_and_their_errors_are_found_again():
    rng = np.random.default_rng(1)
    found = [bradley_terry(6, *PAIRS.T, *table(rng, STRENGTH)) for _ in range(400)]
    strengths = np.array([ratings.strength for ratings in found])
    truth = (STRENGTH - STRENGTH.mean()) * ELO
    assert strengths.mean(axis=0) == pytest.approx(truth, abs=2)
    assert strengths.std(axis=0) == pytest.approx(found[0].error, rel=0.15)
    covered = np.mean([np.abs(r.strength - truth) < 1.96 * r.error for r in found])
    assert 0.93 <= covered <= 0.97


def test_a_table_of_strengths_alone_is_rarely_called_otherwise_and_a_circle_nearly_always():
    rng = np.random.default_rng(2)
    alone = [bradley_terry(6, *PAIRS.T, *table(rng, STRENGTH)) for _ in range(500)]
    assert {ratings.freedom for ratings in alone} == {10}
    assert np.mean([ratings.p_value < 0.05 for ratings in alone]) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 500)
    assert np.mean([ratings.deviance for ratings in alone]) == pytest.approx(10, rel=0.1)
    circles = [bradley_terry(6, *PAIRS.T, *table(rng, STRENGTH, twist=0.08)) for _ in range(100)]
    assert np.mean([ratings.p_value < 0.05 for ratings in circles]) > 0.9


def test_two_entries_are_apart_by_the_odds():
    ratings = bradley_terry(2, [0], [1], [10 / 11], [0.01])
    assert ratings.strength == pytest.approx([200, -200])
    assert (ratings.freedom, math.isnan(ratings.p_value)) == (0, True)


def test_one_that_loses_nearly_always_is_far_below():
    score = np.array([0.5, 0.9999, 0.9999])
    ratings = bradley_terry(3, [0, 0, 1], [1, 2, 2], score, [0.01, 0.0001, 0.0001])
    assert ratings.strength[0] == pytest.approx(ratings.strength[1])
    assert ratings.strength[0] - ratings.strength[2] == pytest.approx(400 * math.log10(9999), rel=1e-3)


def test_scores_at_the_bounds_are_refused():
    with pytest.raises(ValueError, match="inside"):
        bradley_terry(2, [0], [1], [1.0], [0.1])
