"""How much of a score luck with a known average explains."""

import numpy as np
import pytest

from agents.shards_of_infinity.value import value
from experiments import read_plan, run_plan
from experiments.statistics.controls import corrections, explained_by
from sim.core.errors import InputError


def world(seed, deals=2000, spread=1.0, features=20):
    chance = np.random.default_rng(seed)
    luck = chance.normal(size=(deals, features))
    return luck, luck[:, 0] + chance.normal(0, spread, deals)


@pytest.mark.parametrize(("spread", "share"), [(1.0, 0.5), (3.0, 0.1), (0.5, 0.8)])
def test_the_share_that_luck_explains_is_found(spread, share):
    found = [explained_by(*world(seed, spread=spread)) for seed in range(20)]
    assert np.mean(found) == pytest.approx(share, abs=0.015)


def test_luck_that_explains_nothing_is_not_credited():
    luck, scores = world(3)
    found = [explained_by(luck, np.random.default_rng(seed).permutation(scores)) for seed in range(20)]
    assert max(found) < 0.01


def test_a_correction_does_not_use_the_score_that_it_corrects():
    luck, scores = world(5)
    before = corrections(luck, scores)[7]
    scores[7] += 100
    assert corrections(luck, scores)[7] == pytest.approx(before)


def test_corrected_means_are_not_biased():
    errors = [(scores - corrections(luck, scores)).mean() for luck, scores in (world(s, 200) for s in range(400))]
    assert abs(np.mean(errors)) < 3 * np.std(errors) / 20


def test_scores_that_do_not_differ_have_no_share():
    assert np.isnan(explained_by(world(1)[0], np.full(2000, 0.5)))


def played(tmp_path, game, other, **more):
    return run_plan(read_plan({
        "question": "compare", "game": game, "stop": {"games": 400}, **more,
        "variants": [{"name": name, "agents": [name, "best"]} for name in ("best", other)],
    }), tmp_path, report=False)  # fmt: skip


def test_who_begins_explains_games_and_not_deals(tmp_path):
    found = played(tmp_path, "nightfall", "random").luck().set_index("name")
    assert found.loc["best", "of_games"] > 0.02
    assert abs(found.loc["best", "of_deals"]) < 0.01
    assert np.isnan(found.loc["best", "of_differences"])
    assert found["deals"].tolist() == [200, 200]


def test_luck_along_the_game_is_that_of_its_hands(tmp_path):
    result = played(tmp_path, "shards_of_infinity", "random")
    told = result.luck(20, lambda state, tables, seat: 0.5)
    assert told.equals(result.luck(20))
    assert not result.luck(20, value).equals(told)


def test_luck_is_told_of_a_seat(tmp_path):
    result = played(tmp_path, "nightfall", "random", entrant="first")
    with pytest.raises(InputError, match="luck is told of one seat"):
        result.luck()
