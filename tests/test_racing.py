"""Races: what they promise, measured in races whose truth is known."""

import numpy as np
import pytest
from scipy.special import ndtri

from experiments.statistics.moments import moments_of
from experiments.statistics.racing import Race, differences
from experiments.statistics.sequences import sequence_difference

DEALS, COMMON = 40, 0.6


def played(truths, seed, method="elimination", keep=3, most=4000, indifference=0.02):
    """A race over candidates of known win rates whose games share luck; the race and what each that left was."""
    race = Race(len(truths), keep, indifference, 0.95, method)
    draws, cuts, gone = np.random.default_rng(seed), ndtri(truths), []
    while not race.over and race.deals < most:
        deals = DEALS * race.next_size
        luck = COMMON**0.5 * draws.standard_normal(deals)
        own = (1 - COMMON) ** 0.5 * draws.standard_normal((len(race.left), deals))
        gone += race.add(luck + own < cuts[race.left][:, None]).tolist()
    return race, gone


def of_spread(candidates, seed):
    """Win rates of candidates, the best first."""
    return np.sort(np.clip(np.random.default_rng(seed).normal(0.5, 0.05, candidates), 0.05, 0.95))[::-1]


def wrong_races(races, candidates):
    """In how many races one of the truly best left, or one that is too far behind was kept."""
    wrong = 0
    for seed in range(races):
        truths = of_spread(candidates, 10_000 + seed)
        race, gone = played(truths, seed)
        short = race.over and truths[race.kept].min() < truths[2] - 0.02
        wrong += bool(min(gone, default=9) < 3) or bool(short)
    return wrong


def test_a_race_rarely_drops_one_of_the_best():
    assert wrong_races(60, 30) <= 6  # the chance is at most 0.05: more would be seen once in 25 such tests


@pytest.mark.long
def test_of_two_thousand_races_at_most_one_in_twenty_drops_one_of_the_best():
    assert wrong_races(2000, 40) <= 0.05 * 2000 + 3 * (0.05 * 0.95 * 2000) ** 0.5


def test_equal_candidates_are_hardly_ever_dropped():
    races = [played(np.full(12, 0.5), seed, most=1000, indifference=0.001)[1] for seed in range(60)]
    assert sum(map(bool, races)) <= 6


def regret(truths, kept):
    """By how much those kept are worse, on average, than the best."""
    return float(truths[: len(kept)].mean() - truths[kept].mean())


def test_a_race_finds_the_best_for_few_of_the_deals_of_a_flat_run():
    truths = of_spread(200, 1)
    race, gone = played(truths, 2, most=20_000)
    assert race.over
    assert regret(truths, race.kept) < 0.02
    assert len(gone) > 150
    assert 200 * race.deals > 5 * race.rounds[-1].played


def of_tables(truths, seed, parts, counted, deals=10, most=2000):
    """A race in which a deal is the mean over so many tables, and counts for so many; the race and who left."""
    race = Race(len(truths), 3, 0.02, 0.95, tightest_at=200, parts=counted)
    draws, gone = np.random.default_rng(seed), []
    while not race.over and race.deals < most:
        won = draws.random((len(race.left), deals * race.next_size, parts)) < truths[race.left][:, None, None]
        gone += race.add(won.mean(axis=2)).tolist()
    return race, gone


def test_a_mean_over_tables_counts_for_as_many_scores():
    truths = of_spread(60, 4)
    once, (race, gone) = of_tables(truths, 1, 8, 1)[0], of_tables(truths, 1, 8, 8)
    assert race.rounds[-1].played < 0.8 * once.rounds[-1].played
    assert min(gone) >= 3
    assert sum(bool(of_tables(np.full(12, 0.5), seed, 8, 8, most=300)[1]) for seed in range(60)) <= 6


def test_halving_beats_a_flat_run_of_the_same_budget():
    raced, flat = [], []
    for seed in range(20):
        truths = of_spread(64, seed)
        race, _ = played(truths, seed, "halving", most=10**6)
        raced.append(regret(truths, race.kept))
        deals = race.rounds[-1].played // len(truths)
        wins = np.random.default_rng(seed).binomial(deals, truths)
        flat.append(regret(truths, np.argsort(-wins)[:3]))
    assert np.mean(raced) < np.mean(flat)


def test_elimination_promises_more_than_halving_and_costs_more():
    truths = of_spread(100, 5)
    sure, quick = played(truths, 6, most=20_000)[0], played(truths, 6, "halving", most=10**6)[0]
    assert quick.over
    assert len(quick.left) == 3
    assert sure.rounds[-1].played > quick.rounds[-1].played


def test_all_differences_at_once_are_those_of_each_alone():
    scores = np.random.default_rng(3).integers(0, 3, (5, 300)).astype(np.float32) / 2
    mean, low, high = differences(scores, 2, 0.99, 1000)
    for x in range(5):
        found = sequence_difference(moments_of(scores[x], scores[2]), 0.99, tightest_at=1000)
        assert (mean[x], low[x], high[x]) == pytest.approx((found.estimate, found.low, found.high), abs=1e-9)


def test_a_deal_with_a_fault_counts_for_those_alone_who_were_sound():
    scores = np.ones((3, 50), np.float32)
    scores[1, :20] = np.nan
    scores[2] = 0
    mean, _, high = differences(scores, 0, 0.95, 100)
    assert mean.tolist() == [0, 0, -1]
    assert high[1] > high[0] > 0 > high[2]


def test_an_order_of_candidates_changes_nothing():
    truths = of_spread(20, 8)
    draws = np.random.default_rng(1).random((20, 400)) < truths[:, None]
    turned = draws[::-1]
    one, other = Race(20, 2, 0.01, 0.95), Race(20, 2, 0.01, 0.95)
    assert sorted(one.add(draws)) == sorted(19 - other.add(turned))


@pytest.mark.parametrize("keep", [0, 4])
def test_as_many_as_there_are_cannot_be_kept(keep):
    with pytest.raises(ValueError, match="from 1 to 3"):
        Race(4, keep, 0.01, 0.95)
