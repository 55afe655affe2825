"""Where a score crosses a target: simulated coverage, and answers that no luck can excuse."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from experiments.statistics.crossing import crossing
from experiments.statistics.moments import moments_of

REPETITIONS = 1000
LEAST_COVERAGE = 0.93
"""Three standard errors below a coverage of 95 % over 1,000 repetitions."""
FALLING = np.array([0.62, 0.58, 0.54, 0.51, 0.47, 0.42])


def deals(rng, scores, n, shared=0.5, games=2):
    """Deal scores (values, n): means of games won or lost; a part of the luck is that of the deal."""
    common, own = rng.normal(size=(1, n, games)), rng.normal(size=(len(scores), n, games))
    luck = common * math.sqrt(shared) + own * math.sqrt(1 - shared)
    levels = norm.isf(np.asarray(scores))
    return (luck > levels[:, None, None]).mean(axis=2)


def found(scores, values=None, target=0.5, **how):
    return crossing(list(range(len(scores))) if values is None else values, moments_of(*scores), target, **how)


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize(
    ("scores", "truth", "most"),
    # where the curve is nearly flat, the plausible places are no single stretch, and closing it covers a little more
    [(FALLING, 3.25, 0.97), (FALLING[::-1], 1.75, 0.97), ([0.56, 0.5, 0.49, 0.44], 1.0, 0.99), ([0.9, 0.1], 0.5, 0.97)],
    ids=["falling", "rising", "nearly flat at a value", "steep"],
)
@pytest.mark.parametrize("shared", [pytest.param(0.0, marks=pytest.mark.long), 0.8])
def test_the_interval_of_the_crossing_covers_as_often_as_it_says(scores, truth, most, shared):
    rng = np.random.default_rng(8)
    results = [found(deals(rng, scores, 300, shared)) for _ in range(REPETITIONS)]
    covered = np.mean([result.low <= truth <= result.high for result in results])
    assert LEAST_COVERAGE <= covered <= most
    for result in results:
        if math.isfinite(result.estimate):
            assert result.low <= result.estimate <= result.high


def test_the_ends_of_the_interval_do_not_depend_on_the_steps_in_which_they_are_looked_for():
    """A value between two others, whose scores are the means of theirs, adds nothing but steps."""
    ends = deals(np.random.default_rng(4), [0.6, 0.4], 300)
    few = found(ends, [0, 2])
    many = found(np.array([ends[0], ends.mean(axis=0), ends[1]]), [0, 1, 2])
    assert (many.low, many.high) == pytest.approx((few.low, few.high), rel=1e-9)
    assert 0 < few.low < few.high < 2


def test_coverage_holds_at_every_number_of_deals_at_once():
    rng = np.random.default_rng(9)
    missed = 0
    for _ in range(150):
        scores = deals(rng, FALLING, 1000)
        looks = [
            found(scores[:, :n], sequence=True, tightest_at=500) for n in (20, 50, 100, 200, 300, 400, 600, 800, 1000)
        ]
        missed += any(not look.low <= 3.25 <= look.high for look in looks)
    assert missed <= 0.05 * 150 + 3 * math.sqrt(0.05 * 0.95 * 150)


def test_common_deals_make_the_answer_narrower():
    rng = np.random.default_rng(10)
    own, shared = (found(deals(rng, FALLING, 2000, part)) for part in (0.0, 0.95))
    assert own.verdict == shared.verdict == "reached"
    # the interval follows the error of the curve at the crossing, which common deals leave as it is between two values
    assert shared.high - shared.low < 2 * (own.high - own.low)


def exact(*means, n=2000):
    """Columns that have exactly these means, as wins and losses."""
    return [np.repeat([1.0, 0.0], [round(mean * n), n - round(mean * n)]) for mean in means]


@pytest.mark.parametrize(
    ("means", "verdict", "low", "high"),
    [
        ((0.8, 0.7, 0.6), "beyond", 6.0, math.inf),
        ((0.4, 0.3, 0.2), "before", -math.inf, 2.0),
        ((0.2, 0.3, 0.4), "beyond", 6.0, math.inf),
        ((0.6, 0.7, 0.8), "before", -math.inf, 2.0),
        ((0.7, 0.7, 0.7), "nowhere", -math.inf, math.inf),
    ],
)
def test_a_crossing_beyond_the_values_is_told_as_such(means, verdict, low, high):
    answer = found(exact(*means), [2, 4, 6])
    assert (answer.verdict, answer.low, answer.high) == (verdict, low, high)
    assert not math.isfinite(answer.estimate)


def test_what_may_lie_beyond_an_end_is_left_open_there():
    answer = found(exact(0.7, 0.6, 0.505), [0, 1, 2])
    assert (answer.verdict, answer.high) == ("undecided", math.inf)
    assert 1.5 < answer.low < 2
    few = found([np.array([1.0]), np.array([0.0])])
    assert (few.verdict, few.low, few.high) == ("undecided", -math.inf, math.inf)


def test_the_estimate_is_on_the_line_between_neighbours():
    answer = found(exact(0.7, 0.55, 0.45, 0.3), [0, 10, 20, 30])
    assert answer.estimate == pytest.approx(15)
    assert answer.verdict == "reached"
    # an interval by Fieller: where the line is within 1.96 standard errors, here those of equal columns
    assert answer.low < 15 < answer.high


def test_a_bump_does_not_move_the_estimate_out_of_a_monotone_curve():
    answer = found(exact(0.7, 0.49, 0.55, 0.3), [0, 1, 2, 3])
    assert answer.estimate == pytest.approx(2 + 0.02 / (0.52 - 0.3))
    assert answer.low <= answer.estimate <= answer.high


def test_turning_the_scores_round_turns_nothing_else():
    scores = deals(np.random.default_rng(3), FALLING, 500)
    one, other = found(scores), found(1 - scores)
    assert (one.estimate, one.low, one.high) == pytest.approx((other.estimate, other.low, other.high))


def test_mirroring_the_values_mirrors_the_answer():
    scores = deals(np.random.default_rng(4), FALLING, 500)
    one, other = found(scores), found(scores[::-1], [-5, -4, -3, -2, -1, 0])
    assert (one.estimate, one.low, one.high) == pytest.approx((-other.estimate, -other.high, -other.low))


def test_values_that_do_not_rise_are_refused():
    with pytest.raises(ValueError, match="rising"):
        found(exact(0.6, 0.4), [3, 3])
