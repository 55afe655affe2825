"""The sequential test errs no more often than it says, and needs fewer deals than an interval that always holds."""

import math

import numpy as np
import pytest

from experiments import balance, compare, estimate, matrix, read_plan
from experiments.statistics.intervals import decided
from experiments.statistics.moments import Moments, moments_of
from experiments.statistics.sequences import sequence_difference
from experiments.statistics.sequential_test import difference_test, mean_test, score_test
from sim.core.errors import InputError

INDIFFERENCE, CONFIDENCE, STEP, MOST = 0.02, 0.95, 50, 12_000
STEPS_OF = {"nearly every deal differs": 0.7, "one deal in five differs": 0.2, "one deal in twenty-five differs": 0.04}
"""How many of the deals differ, each by a whole game won or lost."""


def differing(share, mean, rows, chance):
    """Scores of two variants in so many deals, which differ by a game in a share of them, and by `mean` on average."""
    up = (share + mean) / 2
    difference = chance.choice([1, -1, 0], size=rows, p=[up, share - up, 1 - share])
    other = np.where(difference == 0, chance.integers(0, 2, rows), difference < 0)
    return np.column_stack([other + difference, other])


def ended(scores, confidence=CONFIDENCE, indifference=INDIFFERENCE):
    """Which side a test of deals names that is looked at after every few of them, and after how many deals."""
    moments = Moments(2)
    for first in range(0, len(scores), STEP):
        moments.add(scores[first : first + STEP])
        test = difference_test(moments, indifference, confidence)
        if test.side != "open":
            return test.side, moments.count
    return "open", moments.count


def runs(share, mean, many, seed):
    """The sides that so many runs name, and the mean number of deals."""
    chance = np.random.default_rng(seed)
    found = [ended(differing(share, mean, MOST, chance)) for _ in range(many)]
    sides = [side for side, _ in found]
    return {side: sides.count(side) / many for side in ("above", "below", "open")}, np.mean([n for _, n in found])


def check_promise(many):
    """The error rate at the indifference, above and below it, at half of it, and with no difference at all."""
    slack = 3 * math.sqrt(CONFIDENCE * (1 - CONFIDENCE) / many)
    for seed, share in enumerate(STEPS_OF.values()):
        for sign, wrong in ((1, "below"), (-1, "above")):
            sides, _ = runs(share, sign * INDIFFERENCE, many, seed)
            assert sides[wrong] <= 1 - CONFIDENCE + slack
        half, _ = runs(share, INDIFFERENCE / 2, many, seed)
        assert half["below"] < 0.25 + slack
        none, _ = runs(share, 0, many, seed)
        assert abs(none["below"] - none["above"]) < 4 * math.sqrt(1 / many)


@pytest.mark.drawn(of="coverage")
def test_errors_are_as_rare_as_promised():
    check_promise(200)


@pytest.mark.long
def test_errors_are_as_rare_as_promised_in_2000_runs():
    check_promise(2000)


def test_it_needs_far_fewer_deals_than_an_interval_that_holds_at_every_moment():
    chance, tested, shown = np.random.default_rng(5), [], []
    for _ in range(40):
        scores = differing(0.25, 0.02, 20_000, chance)
        tested.append(ended(scores)[1])
        moments = Moments(2)
        for first in range(0, len(scores), 500):
            moments.add(scores[first : first + 500])
            if decided(sequence_difference(moments, tightest_at=10_000)) != "undecided":
                break
        shown.append(moments.count)
    assert 3 * np.mean(tested) < np.mean(shown)


def test_the_other_side_has_the_same_test_turned_round():
    scores = differing(0.3, 0.01, 3000, np.random.default_rng(2))
    one = difference_test(moments_of(*scores.T), 0.01, 0.9)
    other = difference_test(moments_of(*scores.T[::-1]), 0.01, 0.9)
    assert (one.bound, one.deals) == (other.bound, other.deals)
    assert math.isclose(one.ratio, -other.ratio)
    assert math.isclose(one.deals_left, other.deals_left)


def test_twice_the_deals_have_nearly_twice_the_ratio():
    scores = differing(0.3, 0.01, 4000, np.random.default_rng(3))
    one, both = (difference_test(moments_of(*np.tile(scores, (n, 1)).T), 0.01, 0.999) for n in (1, 2))
    assert both.ratio == pytest.approx(2 * one.ratio, rel=0.01)


def test_what_is_left_is_what_it_takes_at_this_pace():
    scores = differing(0.3, 0.02, 400, np.random.default_rng(8))
    open_one = difference_test(moments_of(*scores.T), 0.01, 0.999)
    assert open_one.side == "open"
    times = 1 + math.ceil(open_one.deals_left / 400)
    assert difference_test(moments_of(*np.tile(scores, (times, 1)).T), 0.01, 0.999).side != "open"


@pytest.mark.parametrize("rows", [0, 1, 500])
def test_even_deals_name_nobody_and_end_never(rows):
    even = difference_test(moments_of(np.ones(rows), np.ones(rows)), 0.01, 0.95)
    assert (even.ratio, even.side, even.deals_left) == (0, "open", math.inf)


def test_a_score_is_tested_against_its_neutral_value():
    third = np.array([1, 0, 0] * 400)
    assert score_test(moments_of(third), 1 / 3, 0.05, 0.95).side == "open"
    assert score_test(moments_of(third), 0.25, 0.05, 0.95).side == "above"
    assert score_test(moments_of(third), 0.5, 0.05, 0.95).side == "below"


OPPONENTS = np.array([0.7, 0.55, 0.45, 0.3])
"""Scores against four opponents, even on average."""


def check_promise_of_means(many):
    """The error rates of a test of a mean over opponents, at the indifference, at half of it and at none."""
    slack = 3 * math.sqrt(CONFIDENCE * (1 - CONFIDENCE) / many)
    for mean, wrong in ((INDIFFERENCE, 1 - CONFIDENCE), (INDIFFERENCE / 2, 0.25), (0, 0.6)):
        chance, sides, needed = np.random.default_rng(3), [], []
        for _ in range(many):
            sums, test = Moments(), None
            while (test is None or test.side == "open") and sums.count < MOST:
                sums.add((chance.random((STEP, 4)) < OPPONENTS + mean).sum(axis=1))
                test = mean_test(sums, 4, 0.5, INDIFFERENCE, CONFIDENCE)
            sides.append(test.side)
            needed.append(sums.count)
        assert sides.count("below") / many <= wrong + slack
        assert sides.count("open") == 0
        assert np.mean(needed) < 1200


def test_a_mean_over_opponents_is_tested_with_errors_as_rare_as_promised():
    check_promise_of_means(100)


@pytest.mark.long
def test_a_mean_over_opponents_is_tested_with_errors_as_rare_as_promised_in_2000_runs():
    check_promise_of_means(2000)


def test_the_mean_of_one_score_is_tested_as_that_score():
    scores = moments_of(np.random.default_rng(4).integers(0, 2, 700))
    assert mean_test(scores, 1, 0.5, 0.03, 0.9) == score_test(scores, 0.5, 0.03, 0.9)


PLAN = {
    "question": "compare",
    "game": "shards_of_infinity",
    "agents": ["random", "random"],
    "entrant": "first",
    "variants": [{"name": "as it is"}, {"name": "more", "table": {"starting_mastery": [12, 0]}}],
    "stop": {"decided": 0.95, "indifference": 0.02, "games": 100_000},
}


def test_a_comparison_ends_by_the_test_and_says_what_it_promised():
    asked = {"entrant": "first", "results": None, "workers": 1, **PLAN["stop"]}
    result = compare("shards_of_infinity", PLAN["agents"], PLAN["variants"], **asked)
    assert result.manifest["stopped_by"] == "decided"
    assert result.manifest["games"] < 20_000
    assert list(result.table["test"]) == ["", "better"]
    assert result.table["games_to_test"][1] == 0
    told = result.explain()
    assert "of a true difference of 2 points or more it names the wrong side in at most 5 % of runs" in told
    assert result.intervals == "always valid"


def test_an_undecided_end_says_how_many_more_games_would_settle_it():
    stop = {"decided": 0.999, "indifference": 0.001, "games": 400}
    result = compare(
        "shards_of_infinity",
        PLAN["agents"],
        [*PLAN["variants"], {"name": "other", "table": {"starting_mastery": [1, 0]}}],
        results=None,
        workers=1,
        **stop,
    )
    assert list(result.table["test"]) == ["", "open", "open"]
    assert 'The test of "other" is open; about ' in result.explain()
    assert "all 2 tests together," in result.explain()
    assert result.manifest["stopped_by"] == "games"


def test_an_estimate_ends_by_the_test_of_its_entrant():
    asked = {"decided": 0.95, "indifference": 0.02, "games": 10_000, "results": None, "workers": 1, "part_games": 40}
    result = estimate("shards_of_infinity", ["best", "random"], **asked)
    assert result.manifest["stopped_by"] == "decided"
    assert list(result.table["test"]) == ["above an even share", ""]
    assert "distance from an even share" in result.explain()


def test_a_matrix_ends_by_the_tests_of_all_its_means():
    asked = {"decided": 0.95, "indifference": 0.05, "games": 10_000, "results": None, "workers": 1, "part_games": 40}
    entries = {name: {"agent": name} for name in ("best", "random", "published_v007")}
    result = matrix("shards_of_infinity", None, entries, **asked)
    assert result.manifest["stopped_by"] == "decided"
    sides = dict(zip(result.table["name"], result.table["test"], strict=True))
    assert (sides["best"], sides["random"]) == ("above 50 %", "below 50 %")
    assert (result.table["games_to_test"] == 0).all()
    assert "all 3 tests together," in result.explain()


def test_a_balance_ends_when_a_side_is_named_for_every_value():
    asked = {"decided": 0.95, "indifference": 0.1, "games": 10_000, "results": None, "workers": 1, "part_games": 40}
    setting = {"path": "starting_mastery", "seat": "p1", "from": 0, "to": 28, "step": 14}
    table = {"starting_mastery": [0, 0]}
    result = balance("shards_of_infinity", ["random", "best"], setting, table=table, **asked)
    assert result.manifest["stopped_by"] == "decided"
    assert result.table["test"].iloc[0] == "below an even share"
    assert (result.table["games_to_test"] == 0).all()
    assert "distance from an even share of 10 points or more" in result.explain()


@pytest.mark.parametrize(
    ("stop", "words"),
    [
        ({"games": 100, "indifference": 0.01}, "indifference belongs to decided"),
        ({"decided": 0.95, "indifference": 0.0}, "indifference should be a number between 0 and 0.5"),
        ({"decided": 0.95, "indifference": 1}, "indifference should be a number between 0 and 0.5"),
    ],
)
def test_an_indifference_that_cannot_be(stop, words):
    with pytest.raises(InputError, match=words):
        read_plan({**PLAN, "stop": stop})


def test_the_plan_of_a_run_has_its_indifference():
    assert "indifference = 0.02" in read_plan(PLAN).to_toml()
    with pytest.raises(InputError, match="no key is called"):
        read_plan({**PLAN, "question": "race"})
