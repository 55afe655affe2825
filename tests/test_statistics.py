"""The estimators: exact coverage, simulated coverage, honest stopping, equalities that no luck can excuse."""

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from experiments.statistics.format import NO_ANSWER, format_interval
from experiments.statistics.intervals import (
    Interval,
    decided,
    difference,
    paired_difference,
    rate,
    score_interval,
    simultaneous_confidence,
)
from experiments.statistics.moments import DENOMINATOR, Moments, deal_scores, moments_of
from experiments.statistics.sequences import (
    difference_of_many,
    games_for_half_width,
    sequence_difference,
    sequence_mean,
    sequence_rate,
)

NORMAL_95 = 1.959963984540054
REPETITIONS = 2000
# three standard errors of a 95 % coverage over 2,000 repetitions
ACCEPTED_COVERAGE = (0.935, 0.965)

REPEATABLE = settings(derandomize=True, deadline=None)

DEAL_VALUES = np.array([0, 0.25, 0.5, 0.75, 1])
DEAL_CHANCES = np.array([0.15, 0.1, 0.45, 0.1, 0.2])
DEAL_MEAN = float(DEAL_VALUES @ DEAL_CHANCES)


def holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def correlated_wins(
    rng: np.random.Generator, shape: tuple[int, ...], x: float, y: float, correlation: float
) -> tuple[np.ndarray, np.ndarray]:
    """Wins (0 or 1) of two variants with rates x and y in the same deals."""
    both = x * y + correlation * math.sqrt(x * (1 - x) * y * (1 - y))
    cell = rng.choice(4, size=shape, p=[both, x - both, y - both, 1 - x - y + both])
    return (cell <= 1).astype(float), ((cell == 0) | (cell == 2)).astype(float)


grid_scores = st.lists(
    st.sampled_from([0, 1 / 4, 1 / 3, 3 / 8, 1 / 2, 2 / 3, 1]).map(np.float32), min_size=1, max_size=60
)
quarters = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
pairs_of_scores = st.lists(st.tuples(quarters, quarters), min_size=1, max_size=60)
whole_numbers = st.lists(st.integers(-5_000_000, 5_000_000), min_size=2, max_size=30)


# Coverage without randomness


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize(
    ("n", "p", "published"),
    [(100, 0.50, 0.943), (100, 0.05, 0.966), (1000, 0.50, 0.946), (1000, 0.05, 0.950)],
)
def test_wilson_coverage_is_that_of_the_score_test(n, p, published):
    """Wilson keeps p exactly when the score test accepts it; published values are rounded to 0.1 points."""
    k = np.arange(n + 1)
    chances = binom.pmf(k, n, p)
    covered = sum(chances[i] for i in k if holds(rate(int(i), n), p))
    direct = chances[np.abs(k - n * p) <= NORMAL_95 * math.sqrt(n * p * (1 - p))].sum()
    assert covered == pytest.approx(direct, abs=1e-4)
    assert covered == pytest.approx(published, abs=0.0005 + 1e-9)


@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (0, 20), (20, 20), (3, 20), (517, 1000)])
def test_deals_of_single_decisive_games_agree_with_wilson(successes, n):
    deals = np.repeat([1.0, 0.0], [successes, n - successes])
    ours, wilson = score_interval(deals), rate(successes, n)
    assert (ours.estimate, ours.n) == (wilson.estimate, wilson.n)
    assert (ours.low, ours.high) == pytest.approx((wilson.low, wilson.high), abs=1e-12)


@pytest.mark.parametrize("p", [0.5, 0.1, 0.01])
def test_sequence_rate_false_alarms_exactly(p):
    """The chance that any of the first 400 looks excludes the truth, by recursion over the number of wins."""
    looks = 400
    alive = np.zeros(looks + 2)
    alive[0] = 1.0
    least = most = 0
    for n in range(1, looks + 1):
        alive[1:] = alive[1:] * (1 - p) + alive[:-1] * p
        alive[0] *= 1 - p
        while sequence_rate(least, n).high < p:
            least += 1
        while most < n and sequence_rate(most + 1, n).low <= p:
            most += 1
        alive[:least] = 0
        alive[most + 1 :] = 0
    assert 0.001 < 1 - alive.sum() <= 0.05


# Coverage by simulation


@pytest.mark.parametrize("correlation", [-0.6, 0.0, 0.6])
def test_paired_difference_coverage(correlation):
    rng = np.random.default_rng(20)
    x, y = correlated_wins(rng, (REPETITIONS, 500), 0.55, 0.5, correlation)
    found = [paired_difference(a, b) for a, b in zip(x, y, strict=True)]
    assert ACCEPTED_COVERAGE[0] <= np.mean([holds(d, 0.05) for d in found]) <= ACCEPTED_COVERAGE[1]
    # with equal variances (var x + var y) / var(x - y) is 1 / (1 - correlation)
    assert np.median([d.variance_gain for d in found]) == pytest.approx(1 / (1 - correlation), rel=0.05)
    width_gain = np.mean([(d.unpaired_half_width / d.half_width) ** 2 for d in found])
    assert width_gain == pytest.approx(1 / (1 - correlation), rel=0.05)


@pytest.mark.parametrize("deals", [30, 500])
def test_score_interval_coverage_with_draws(deals):
    rng = np.random.default_rng(21)
    samples = rng.choice(DEAL_VALUES, size=(REPETITIONS, deals), p=DEAL_CHANCES)
    coverage = np.mean([holds(score_interval(sample), DEAL_MEAN) for sample in samples])
    # wide on purpose while deals are few
    assert ACCEPTED_COVERAGE[0] <= coverage <= (ACCEPTED_COVERAGE[1] if deals >= 500 else 0.99)


def test_one_rare_kind_of_deal_is_not_overlooked():
    """Differences are 0 in 99.5 % of the deals, so one sample in four shows nothing but 0."""
    rng = np.random.default_rng(22)
    samples = (rng.random((REPETITIONS, 300)) < 0.005).astype(float)
    nothing = np.zeros(300)
    assert np.mean([not sample.any() for sample in samples]) > 0.2
    assert np.mean([holds(paired_difference(sample, nothing), 0.005) for sample in samples]) > 0.935


def test_all_differences_from_the_first_hold_together():
    rng = np.random.default_rng(23)
    variants, deals, repetitions = 6, 200, 1000
    together = alone = 0
    for _ in range(repetitions):
        moments = Moments(variants)
        scores = rng.integers(0, 2, size=(deals, variants))
        moments.add(scores)
        together += all(holds(difference_of_many(moments, k, 0, variants - 1), 0.0) for k in range(1, variants))
        alone += all(holds(difference(moments, x=k, y=0), 0.0) for k in range(1, variants))
    assert together / repetitions >= 0.935
    assert alone / repetitions < 0.90


# Looking while the run goes on


def share_of_false_alarms(interval_of: Callable[[int, int], Interval], truth: float, runs: int) -> float:
    """Share of runs of 10,000 games in which one of 100 looks excludes the truth."""
    rng = np.random.default_rng(24)
    wins = rng.binomial(100, truth, size=(runs, 100)).cumsum(axis=1)
    excluded = cache(lambda k, n: not holds(interval_of(k, n), truth))
    return float(np.mean([any(excluded(int(k), 100 * (i + 1)) for i, k in enumerate(run)) for run in wins]))


@pytest.mark.drawn(of="coverage")
def test_peeking_at_a_plain_interval_is_wrong():
    assert share_of_false_alarms(rate, 0.5, runs=100) > 0.15


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("truth", [0.5, 0.02])
def test_peeking_at_sequence_rate_is_right(truth):
    assert 0 < share_of_false_alarms(sequence_rate, truth, runs=REPETITIONS) <= 0.05


@pytest.mark.drawn(of="coverage")
def test_peeking_at_sequence_mean_is_right():
    rng = np.random.default_rng(25)
    alarms = 0
    for _ in range(REPETITIONS // 2):
        moments = Moments()
        for chunk in rng.choice(DEAL_VALUES, size=(100, 100), p=DEAL_CHANCES):
            moments.add(chunk)
            if not holds(sequence_mean(moments), DEAL_MEAN):
                alarms += 1
                break
    assert 0 < alarms / (REPETITIONS // 2) <= 0.05


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("correlation", [-0.6, 0.6])
def test_peeking_at_sequence_difference_is_right(correlation):
    rng = np.random.default_rng(26)
    runs, naive, honest = 250, 0, 0
    for _ in range(runs):
        x, y = correlated_wins(rng, (100, 50), 0.5, 0.5, correlation)
        moments, fooled, alarmed = Moments(2), False, False
        for chunk in np.stack([x, y], axis=2):
            moments.add(chunk)
            fooled |= decided(difference(moments)) != "undecided"
            alarmed |= decided(sequence_difference(moments)) != "undecided"
        naive += fooled
        honest += alarmed
    assert naive / runs > 0.15
    assert honest / runs <= 0.05


@pytest.mark.parametrize(("n", "ratio"), [(100, 2.0), (1000, 1.6), (10_000, 1.7), (100_000, 1.85)])
def test_what_valid_looks_cost(n, ratio):
    """Width over that of the plain interval; the boundary is set to be cheapest near 1,000 deals."""
    moments = Moments()
    moments.add(np.repeat(DEAL_VALUES, n // 5))
    plain, sequence = score_interval(moments), sequence_mean(moments)
    assert plain.half_width < sequence.half_width < ratio * plain.half_width
    assert rate(n // 2, n).half_width < sequence_rate(n // 2, n).half_width < 2.2 * rate(n // 2, n).half_width


def test_a_clear_difference_is_found_early():
    rng = np.random.default_rng(27)
    x, y = correlated_wins(rng, (1000,), 0.6, 0.4, 0.3)
    assert decided(sequence_difference(moments_of(x, y))) == "x better"
    assert decided(sequence_difference(moments_of(y, x))) == "y better"
    assert decided(sequence_difference(moments_of(x[:5], y[:5]))) == "undecided"


# Equalities


@REPEATABLE
@given(grid_scores, st.randoms(use_true_random=False), st.integers(1, 7))
def test_chunks_and_order_change_nothing(scores, random, size):
    shuffled = random.sample(scores, len(scores))
    chunks = [shuffled[i : i + size] for i in range(0, len(shuffled), size)]
    random.shuffle(chunks)
    left, right = Moments(), Moments()
    for i, chunk in enumerate(chunks):
        (left if i % 2 else right).add(chunk)
    left.merge(right)
    whole = moments_of(scores)
    assert left == whole
    assert score_interval(left) == score_interval(scores)
    assert sequence_mean(left) == sequence_mean(whole)


@REPEATABLE
@given(pairs_of_scores)
def test_swapping_negates_the_difference(pairs):
    x, y = np.array(pairs).T
    ahead, behind = paired_difference(x, y), paired_difference(y, x)
    assert (ahead.estimate, ahead.low, ahead.high) == (-behind.estimate, -behind.high, -behind.low)
    assert ahead.variance_gain == behind.variance_gain
    assert ahead.unpaired_half_width == behind.unpaired_half_width


@REPEATABLE
@given(grid_scores)
def test_the_opponent_has_the_mirrored_interval(scores):
    own, other = score_interval(scores), score_interval(1 - np.array(scores, dtype=float))
    assert (1 - other.high, 1 - other.low) == pytest.approx((own.low, own.high), abs=1e-12)


@pytest.mark.parametrize("interval_of", [score_interval, sequence_mean])
def test_doubling_every_count_narrows_by_root_two(interval_of):
    once, twice = (moments_of(np.repeat(DEAL_VALUES, n)) for n in (4000, 8000))
    narrowing = interval_of(once).half_width / interval_of(twice).half_width
    assert narrowing == pytest.approx(math.sqrt(2), rel=0.03 if interval_of is sequence_mean else 0.001)


def test_doubling_every_count_narrows_rates_by_root_two():
    narrowing = rate(2000, 5000).half_width / rate(4000, 10_000).half_width
    assert narrowing == pytest.approx(math.sqrt(2), rel=0.001)


def test_another_variant_changes_no_difference():
    scores = np.random.default_rng(28).choice(DEAL_VALUES, size=(100, 3))
    two, three = Moments(2), Moments(3)
    two.add(scores[:, :2])
    three.add(scores)
    assert difference(two, x=1, y=0) == difference(three, x=1, y=0)


@REPEATABLE
@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=60))
def test_a_variant_against_itself_differs_by_exactly_nothing(scores):
    found = paired_difference(scores, scores)
    assert found.identical
    assert found.estimate == 0
    assert found.variance_gain is None
    assert found.low == -found.high < 0
    assert decided(found) == decided(sequence_difference(moments_of(scores, scores))) == "undecided"


def test_differences_that_cancel_are_not_identical():
    found = paired_difference([1, 0], [0, 1])
    assert found.estimate == 0
    assert not found.identical
    constant = paired_difference([1, 1], [0, 0])
    assert (constant.estimate, constant.variance_gain, constant.identical) == (1, None, False)


def test_an_agent_against_itself_makes_one_point_in_every_deal():
    wins = np.random.default_rng(29).integers(0, 2, size=200)
    mirrored = np.stack([wins, 1 - wins], axis=1).ravel()
    deals = deal_scores(mirrored, 2)
    assert (deals == 0.5).all()
    found = score_interval(deals)
    assert found.estimate == 0.5
    # Wilson's bound for 0 of 200 deals, to either side, halved because a deal can only move by 1/2
    assert found.half_width == pytest.approx(rate(0, 200).high / 2, rel=0.02)


# Exact totals


@REPEATABLE
@given(whole_numbers, st.sampled_from([1, DENOMINATOR]))
def test_mean_and_variance_are_rounded_once(values, denominator):
    """Also where 64 bits would overflow: squares of 5,000,000 * 3,600 sum to more than 2**63."""
    moments = moments_of(values, denominator=denominator)
    mean = Fraction(sum(values), len(values))
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert (moments.mean(), moments.variance()) == (float(mean), float(variance))
    assert moments.extremes() == (min(values), max(values))


def test_variance_does_not_suffer_from_cancellation():
    moments = moments_of(np.tile([1e9, 1e9 + 1], 1000), denominator=1)
    assert moments.variance() == pytest.approx(0.25 * 2000 / 1999, rel=1e-15)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_tie_of_every_table_lies_on_the_grid(players):
    shares = np.float32(1) / np.arange(1, players + 1, dtype=np.float32)
    games = np.random.default_rng(30).choice(np.append(shares, 0), size=600 * players)
    moments = moments_of(deal_scores(games, players))
    exact = sum(Fraction(float(share)).limit_denominator(60) for share in games) / len(games)
    assert moments.mean() == float(exact)


def test_a_refused_array_adds_nothing():
    moments = moments_of([0.5])
    for bad in ([1.0, math.nan], [math.inf], [0.1234], [[0.5, 0.5]], 0.5):
        with pytest.raises(ValueError, match=r"row|shape"):
            moments.add(bad)
    assert moments == moments_of([0.5])
    with pytest.raises(ValueError, match="row 1"):
        moments.add([1.0, math.nan])


def test_moments_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="cannot merge"):
        Moments(2).merge(Moments(1))
    with pytest.raises(ValueError, match="cannot merge"):
        Moments(denominator=1).merge(Moments())
    with pytest.raises(ValueError, match="one length"):
        moments_of([1, 0], [1])
    with pytest.raises(ValueError, match="at least 1"):
        Moments(0)
    with pytest.raises(ValueError, match="whole deals"):
        deal_scores([1, 0, 1], 2)


# Bounds and edges


@REPEATABLE
@given(grid_scores, st.floats(0.5, 0.999))
def test_score_intervals_stay_in_bounds(scores, confidence):
    moments = moments_of(scores)
    for found in (score_interval(moments, confidence), sequence_mean(moments, confidence)):
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.half_width > 0
        assert found.n == len(scores)
    assert score_interval(moments, confidence).half_width <= sequence_mean(moments, confidence).half_width


@REPEATABLE
@given(pairs_of_scores, st.floats(0.5, 0.999))
def test_differences_stay_in_bounds(pairs, confidence):
    moments = moments_of(*np.array(pairs).T)
    for found in (difference(moments, confidence), sequence_difference(moments, confidence)):
        assert -1 <= found.low <= found.estimate <= found.high <= 1
        assert found.half_width > 0
        assert found.unpaired_half_width > 0


@REPEATABLE
@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(0.5, 0.9999))
def test_rates_stay_in_bounds(n, share, confidence):
    successes = round(share * n)
    sequence = sequence_rate(successes, n, confidence)
    for found in (rate(successes, n, confidence), sequence):
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.half_width > 0
    mirrored = sequence_rate(n - successes, n, confidence)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((sequence.low, sequence.high), abs=1e-12)


def test_other_bounds_only_stretch_the_scale():
    percent = score_interval(100 * DEAL_VALUES, bounds=(0, 100))
    found = score_interval(DEAL_VALUES)
    assert (percent.low, percent.high) == pytest.approx((100 * found.low, 100 * found.high))
    with pytest.raises(ValueError, match="values from 0 to 100, outside"):
        score_interval(100 * DEAL_VALUES)
    with pytest.raises(ValueError, match="outside"):
        paired_difference([0.5], [-0.5])
    with pytest.raises(ValueError, match="must rise"):
        score_interval(DEAL_VALUES, bounds=(1, 0))


def test_without_games_everything_is_possible():
    for found in (rate(0, 0), sequence_rate(0, 0), score_interval([]), sequence_mean(Moments())):
        assert math.isnan(found.estimate)
        assert (found.low, found.high, found.n) == (0, 1, 0)
        assert format_interval(found) == NO_ANSWER
    for found in (paired_difference([], []), sequence_difference(Moments(2))):
        assert math.isnan(found.estimate)
        assert (found.low, found.high, found.n) == (-1, 1, 0)
        assert (found.variance_gain, found.unpaired_half_width, found.identical) == (None, 1, False)
        assert decided(found) == "undecided"
    assert math.isnan(Moments().variance())
    assert all(math.isnan(value) for value in Moments().extremes())


def test_one_deal_says_little():
    assert score_interval([0.75]).half_width > 0.3
    assert sequence_mean(moments_of([0.75])).half_width > 0.45
    assert paired_difference([1], [0]).low < 0
    assert math.isnan(moments_of([1]).variance())


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, math.nan])
def test_confidence_is_checked_everywhere(confidence):
    moments = moments_of([0, 1], [1, 1])
    for ask in (
        lambda: rate(1, 2, confidence),
        lambda: sequence_rate(1, 2, confidence),
        lambda: difference(moments, confidence),
        lambda: sequence_mean(moments, confidence),
        lambda: difference_of_many(moments, 0, 1, 1, confidence),
    ):
        with pytest.raises(ValueError, match="confidence must lie between 0 and 1"):
            ask()


@pytest.mark.parametrize(("successes", "n"), [(3, 2), (-1, 2), (0, -1)])
def test_counts_are_checked(successes, n):
    for ask in (rate, sequence_rate):
        with pytest.raises(ValueError, match="successes must lie between"):
            ask(successes, n)


def test_a_boundary_needs_a_place():
    with pytest.raises(ValueError, match="tightest_at"):
        sequence_mean(moments_of([1]), tightest_at=0)


def test_simultaneous_confidence_shares_the_doubt():
    assert simultaneous_confidence(0.95, 1) == 0.95
    assert simultaneous_confidence(0.95, 5) == pytest.approx(0.99)
    with pytest.raises(ValueError, match="at least 1"):
        simultaneous_confidence(0.95, 0)


def test_a_difference_of_many_names_the_better():
    first = [0, 0.5] * 200
    moments = moments_of(first, [0.5, 1] * 200, first)
    for sequence in (False, True):
        better = difference_of_many(moments, 1, 0, 3, sequence=sequence)
        assert (better.estimate, decided(better)) == (0.5, "x better")
        assert difference_of_many(moments, 2, 0, 3, sequence=sequence).identical


EVERY_TWO = list(itertools.combinations(range(4), 2))


def equal_variants(rng, deals, shared):
    """Scores of four variants that are equally good, of which the deal decides so large a share."""
    lucky = rng.random((deals, 1)) < 0.5
    own = rng.random((deals, 4)) < 0.5
    return np.where(rng.random((deals, 4)) < shared, lucky, own).astype(float)


def wrong_verdicts(moments, sequence=False):
    """Whether any two variants that are equal are told apart."""
    found = (difference_of_many(moments, x, y, len(EVERY_TWO), sequence=sequence) for x, y in EVERY_TWO)
    return any(decided(one) != "undecided" for one in found)


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("shared", [0.0, 0.6])
def test_equal_variants_are_told_apart_in_a_twentieth_of_all_comparisons_at_most(shared):
    """All against all: an error anywhere counts; three standard errors of Monte Carlo are allowed."""
    rng, wrong, alone = np.random.default_rng(31), 0, 0
    for _ in range(REPETITIONS):
        moments = Moments(4)
        moments.add(equal_variants(rng, 400, shared))
        wrong += wrong_verdicts(moments)
        alone += any(decided(difference(moments, x=x, y=y)) != "undecided" for x, y in EVERY_TWO)
    assert 0.01 < wrong / REPETITIONS <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / REPETITIONS)
    assert alone / REPETITIONS > 0.1, "verdicts that are judged one by one are wrong more often: the test can tell"


@pytest.mark.drawn(of="coverage")
def test_equal_variants_are_not_told_apart_by_looking_all_the_time():
    """Forty looks, the run being stopped at the first one that tells any two apart."""
    rng, wrong, runs = np.random.default_rng(32), 0, REPETITIONS // 4
    for _ in range(runs):
        moments = Moments(4)
        for _ in range(40):
            moments.add(equal_variants(rng, 100, 0.3))
            if wrong_verdicts(moments, sequence=True):
                wrong += 1
                break
    assert wrong / runs <= 0.05


def test_intervals_of_every_two_variants_cover_their_differences_together():
    """Of variants that are not equal, with deals in common: all six intervals at once in 95 % of the runs or more."""
    rng, covered = np.random.default_rng(33), 0
    rates = np.array([0.3, 0.45, 0.5, 0.7])
    for _ in range(REPETITIONS):
        moments = Moments(4)
        luck = np.where(rng.random((300, 1)) < 0.5, rng.random((300, 1)), rng.random((300, 4)))
        moments.add((luck < rates).astype(float))
        covered += all(
            holds(difference_of_many(moments, x, y, len(EVERY_TWO)), rates[x] - rates[y]) for x, y in EVERY_TWO
        )
    assert covered / REPETITIONS >= ACCEPTED_COVERAGE[0]


# Planning


@pytest.mark.parametrize(
    ("half_width", "games"),
    [(0.01, 9604), (0.005, 38_416), (0.003, 106_711), (0.001, 960_400)],
)
def test_a_plan_without_data_keeps_the_known_promise(half_width, games):
    """z**2 / (2 * half width)**2 games at 50 %; Wilson needs z**2 games fewer."""
    assert games_for_half_width(Moments(), half_width) == pytest.approx(games, rel=5e-4)


@pytest.mark.parametrize("sequence", [False, True])
@pytest.mark.parametrize("against", [None, 1])
def test_a_plan_is_kept(sequence, against):
    """Playing on with the same mixture of deals as long as planned reaches the goal, and hardly sooner."""
    x, y = np.repeat(DEAL_VALUES, 40), np.tile(DEAL_VALUES, 40)

    def seen(times: int) -> Moments:
        return moments_of(np.tile(x, times), np.tile(y, times))

    goal = 0.01
    more = games_for_half_width(seen(1), goal, against=against, sequence=sequence, games_per_deal=2)
    assert more > 0
    assert more == 2 * games_for_half_width(seen(1), goal, against=against, sequence=sequence)
    times = 1 + math.ceil(more / 2 / len(x))
    assert games_for_half_width(seen(times), goal, against=against, sequence=sequence) == 0
    assert games_for_half_width(seen(times * 3 // 4), goal, against=against, sequence=sequence) > 0


def test_a_plan_is_not_fooled_by_the_first_deals():
    assert games_for_half_width(moments_of([0.5, 0.5]), 0.01) > 1000
    assert games_for_half_width(moments_of([1.0]), 0.01) > 1000


@pytest.mark.parametrize("half_width", [0, -0.1, math.nan])
def test_impossible_plans_are_refused(half_width):
    with pytest.raises(ValueError, match="half_width must be above 0"):
        games_for_half_width(Moments(), half_width)
    with pytest.raises(ValueError, match="games_per_deal must be at least 1"):
        games_for_half_width(Moments(), 0.1, games_per_deal=0)


# Words


@pytest.mark.parametrize(
    ("estimate", "half_width", "text"),
    [
        (0.5731, 0.0079, "57.3 % ± 0.8"),
        (0.5731, 0.0132, "57.3 % ± 1.3"),
        (0.5731, 0.031, "57 % ± 3"),
        (0.57314, 0.0013, "57.31 % ± 0.13"),
        (0.5731, 0.0097, "57.3 % ± 1.0"),
        (0.5731, 0.0996, "57 % ± 10"),
        (0.5731, 0.24, "57 % ± 24"),
    ],
)
def test_no_more_digits_than_the_error_supports(estimate, half_width, text):
    assert format_interval(Interval(estimate, estimate - half_width, estimate + half_width, 100)) == text


def test_gains_are_signed_and_nothing_is_negative_zero():
    assert format_interval(Interval(0.012, 0.008, 0.016, 9), "points", signed=True) == "+1.2 points ± 0.4"
    nothing = Interval(-0.0001, -0.0041, 0.0039, 9)
    assert format_interval(nothing, "points", signed=True) == "+0.0 points ± 0.4"
    assert format_interval(Interval(12.34, 12.0, 12.68, 9), "turns", scale=1) == "12.3 turns ± 0.3"


def test_one_sided_intervals_are_written_out():
    assert format_interval(rate(0, 10)) == "0 % (0 to 28)"
    assert format_interval(rate(999, 1000)) == "99.9 % (99.4 to 100.0)"
