"""What cards are worth in random offers: what the regression promises, measured in worlds whose truth is known."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from experiments.statistics.intervals import simultaneous_confidence
from experiments.statistics.sweeping import (
    Offered,
    explained,
    pair_worth,
    predictor,
    screen_pairs,
    worth,
)

SLOTS, CARDS = (3, 2, 4), (9, 6, 12)
"""By group: cards of it that every offer has, and cards that there are."""
ALL = sum(CARDS)


@dataclass(frozen=True)
class World:
    """Offers, what their cards are worth, and how they scored."""

    offered: Offered
    truth: np.ndarray
    chances: np.ndarray
    scores: np.ndarray


def drawn(draws, offers, sides=1):
    """Offers with fixed numbers of cards of each group."""
    parts = []
    for slots, cards in zip(SLOTS, CARDS, strict=True):
        order = draws.random((sides, offers, cards)).argsort(axis=2)
        parts.append((order < slots).astype(np.float64))
    groups = np.repeat(np.arange(len(CARDS)), CARDS)
    return Offered(np.concatenate(parts, axis=2), np.array([1.0, -1.0][:sides]), groups)


def world(seed, offers=800, spread=0.03, sides=1, deals=1, pair=0.0, uneven=False):
    """pair: what the first card and the last one are worth together; uneven: luck is larger with the first card."""
    draws = np.random.default_rng(seed)
    offered = drawn(draws, offers, sides)
    truth = draws.normal(0, spread, ALL)
    for group in range(len(CARDS)):
        truth[offered.groups == group] -= truth[offered.groups == group].mean()
    both = offered.sides[:, :, 0] * offered.sides[:, :, -1]
    chances = 0.5 + offered.counts @ truth - offered.counts.mean(axis=0) @ truth + pair * (offered.signs @ both)
    scores = draws.binomial(deals, np.clip(chances, 0, 1), offers) / deals
    if uneven:
        loud = offered.sides[0, :, 0] > 0
        scores = np.where(loud, chances + draws.normal(0, 1.0, offers), chances + draws.normal(0, 0.1, offers))
    return World(offered, truth, chances, scores)


def misses(worlds, together=True, **about):
    """In how many worlds some interval (together), or what share of all intervals, misses the truth."""
    missed = []
    for seed in range(worlds):
        one = world(seed, **about)
        found = worth(one.offered, one.scores)
        reach = found.reach(simultaneous_confidence(0.95, ALL) if together else 0.95)
        wrong = np.abs(found.worth - one.truth) > reach * found.error
        missed.append(wrong.any() if together else wrong.mean())
    return float(np.mean(missed))


WORLDS = [{}, {"spread": 0.0}, {"sides": 2}, {"uneven": True}, {"deals": 6, "offers": 300}]


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("about", WORLDS[:2])
def test_intervals_hold(about):
    assert 0.02 < misses(80, together=False, **about) < 0.08
    assert misses(80, **about) <= 0.125  # of 80 with a chance of 0.05, more than 10 come once in 500 times


@pytest.mark.long
@pytest.mark.parametrize("about", WORLDS)
def test_intervals_hold_in_two_thousand_worlds(about):
    assert 0.035 < misses(2000, together=False, **about) < 0.06
    assert misses(2000, **about) <= 0.05 + 3 * (0.05 * 0.95 / 2000) ** 0.5


def false_pairs(worlds, first=0, **about):
    """In how many worlds without any pair one is screened out, and in how many it is then borne out by other offers."""
    found = shown = 0
    for seed in range(first, first + worlds):
        one = world(seed, **about)
        some = screen_pairs(one.offered, worth(one.offered, one.scores).rest, 20)
        if not len(some.one):
            continue
        found += 1
        other = world(seed, **about)
        draws = np.random.default_rng(10**6 + seed)
        fresh = drawn(draws, len(one.scores), len(one.offered.signs))
        scores = draws.binomial(1, np.clip(0.5 + fresh.counts @ other.truth, 0, 1)).astype(float)
        pairs = list(zip(some.one.tolist(), some.other.tolist(), strict=True))
        effect, error, freedom = pair_worth(fresh, scores, pairs)
        assert freedom > 0
        reach = worth(fresh, scores).reach(simultaneous_confidence(0.95, len(pairs)))
        shown += bool((np.abs(effect) > reach * error).any())
    return found / worlds, shown / worlds


def test_false_discoveries_are_as_rare_as_promised():
    found, shown = false_pairs(80, spread=0.0)
    assert found <= 0.21  # in a world without pairs all are false, so that one in ten may have some
    assert shown <= 0.05


@pytest.mark.long
@pytest.mark.parametrize("about", [{"spread": 0.0}, {}, {"sides": 2}])
def test_false_discoveries_are_as_rare_as_promised_in_two_thousand_worlds(about):
    found, shown = false_pairs(2000, **about)
    assert found <= 0.1 + 3 * (0.1 * 0.9 / 2000) ** 0.5
    assert shown <= 0.01


@pytest.mark.parametrize("sides", [1, 2])
def test_a_planted_pair_is_found_and_measured(sides):
    one = world(3, offers=4000, pair=0.2, sides=sides)
    found = screen_pairs(one.offered, worth(one.offered, one.scores).rest, 20)
    assert (found.one[0], found.other[0]) == (0, ALL - 1)
    fresh = world(4, offers=4000, pair=0.2, sides=sides)
    effect, error, _ = pair_worth(fresh.offered, fresh.scores, [(0, ALL - 1), (1, 5)])
    assert abs(effect[0] - 0.2) < 3 * error[0]
    assert effect[0] > 4 * error[0]
    assert abs(effect[1]) < 3 * error[1]


def test_names_of_cards_do_not_matter():
    one = world(5)
    order = np.random.default_rng(6).permutation(ALL)
    turned = Offered(one.offered.sides[:, :, order], one.offered.signs, one.offered.groups[order])
    found, other = worth(one.offered, one.scores), worth(turned, one.scores)
    assert other.worth == pytest.approx(found.worth[order], abs=1e-9)
    assert other.error == pytest.approx(found.error[order], abs=1e-9)
    best = predictor(one.offered.counts, one.scores)(one.offered.counts)
    assert predictor(turned.counts, one.scores)(turned.counts) == pytest.approx(best, abs=1e-6)


def test_sides_may_be_swapped():
    one = world(7, sides=2)
    swapped = replace(one.offered, sides=one.offered.sides[::-1])
    found, other = worth(one.offered, one.scores), worth(swapped, 1 - one.scores)
    assert other.worth == pytest.approx(found.worth, abs=1e-9)
    assert other.error == pytest.approx(found.error, abs=1e-9)


def test_offers_of_which_every_one_is_there_twice_are_half_as_uncertain():
    one = world(8)
    twice = Offered(np.tile(one.offered.sides, (1, 2, 1)), one.offered.signs, one.offered.groups)
    found, other = worth(one.offered, one.scores), worth(twice, np.tile(one.scores, 2))
    assert other.worth == pytest.approx(found.worth, abs=1e-9)
    assert np.median(found.error / other.error) == pytest.approx(2**0.5, rel=0.03)


def test_a_card_is_compared_with_the_average_one_of_its_group():
    one = world(9, offers=3000)
    found = worth(one.offered, one.scores)
    for group in range(len(CARDS)):
        own = one.offered.groups == group
        often = one.offered.sides[0][:, own].sum(axis=0)
        assert (found.worth[own] * often).sum() / often.sum() == pytest.approx(0, abs=1e-9)


def test_cards_that_are_paid_for_are_compared_with_those_of_their_price():
    draws = np.random.default_rng(15)
    prices = draws.integers(1, 10, ALL).astype(float)
    extra = draws.normal(0, 0.02, ALL)
    there = (draws.random((2, 6000, ALL)) < 0.3).astype(float)
    offered = Offered(there, np.array([1.0, -1.0]), np.zeros(ALL, int), prices)
    scores = 0.5 + offered.counts @ (0.03 * prices + extra) + draws.normal(0, 0.1, 6000)
    found = worth(offered, scores)
    line = np.polyval(np.polyfit(prices, extra, 1), prices)
    assert found.worth == pytest.approx(extra - line, abs=0.01)
    assert np.corrcoef(found.worth, prices)[0, 1] == pytest.approx(0, abs=0.05)
    alone = worth(replace(offered, prices=None), scores)
    assert np.corrcoef(alone.worth, prices)[0, 1] > 0.9


def test_what_every_offer_has_is_compared_with_nothing():
    one = world(10)
    always = Offered(
        np.concatenate([one.offered.sides, np.ones((1, len(one.scores), 1))], axis=2),
        one.offered.signs,
        np.append(one.offered.groups, 0),
    )
    found, other = worth(one.offered, one.scores), worth(always, one.scores)
    assert np.isnan(other.worth[-1])
    assert other.worth[:-1] == pytest.approx(found.worth, abs=1e-9)


def test_too_few_offers_tell_nothing():
    one = world(11, offers=8)
    found = worth(one.offered, one.scores)
    assert np.isnan(found.worth).all()
    assert not found.freedom


def test_sums_foretell_offers_that_they_were_not_learnt_from():
    one = world(12, offers=4000, deals=100)
    learnt = np.arange(4000) < 2500
    sums = predictor(one.offered.counts[learnt], one.scores[learnt])
    foretold = sums(one.offered.counts)[~learnt]
    assert ((foretold > 0) & (foretold < 1)).all()
    luck = float((one.chances * (1 - one.chances)).mean() / 100)
    found = explained(foretold, one.scores[~learnt], luck)
    assert found.of_offers == pytest.approx(1, abs=0.06)  # chances are sums
    assert found.of_scores < found.of_offers - 0.2
    top = np.argsort(-foretold)[:50]
    assert foretold[top].mean() == pytest.approx(one.chances[~learnt][top].mean(), abs=0.02)


def test_noise_explains_nothing():
    one = world(13, offers=900, spread=0.0)
    sums = predictor(one.offered.counts[:600], one.scores[:600])
    assert abs(explained(sums(one.offered.counts[600:]), one.scores[600:], np.nan).of_scores) < 0.03


def test_worth_is_no_company():
    """A card without effect that comes with strong ones more often is worth nothing."""
    draws = np.random.default_rng(14)
    strong = draws.random(4000) < 0.5
    follower = draws.random(4000) < np.where(strong, 0.8, 0.2)
    other = draws.random(4000) < 0.5
    sides = np.stack([strong, follower, other], axis=1).astype(float)[None]
    scores = draws.binomial(1, 0.4 + 0.2 * strong).astype(float)
    found = worth(Offered(sides, np.ones(1), np.zeros(3, int)), scores)
    lifts = [scores[card].mean() - scores[~card].mean() for card in (follower, other)]
    assert lifts[0] > lifts[1] + 0.08
    assert found.worth[1] == pytest.approx(found.worth[2], abs=4 * found.error[1])
    assert found.worth[0] > found.worth[1] + 0.15
