"""Two runs side by side: differences and their intervals, paired where the deals are the same; and why not."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from test_runner import play

from experiments import read_plan
from experiments.answer.side_by_side import PAIRED, UNPAIRED, side_by_side
from experiments.commands import cli
from experiments.questions.totals import TIGHTEST_AT
from experiments.statistics.intervals import paired_difference
from experiments.statistics.moments import moments_of
from experiments.statistics.sequences import sequence_difference
from sim.core.errors import InputError

GAME = "nightfall"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


def asked(folder, question, name, games, **plan):
    return play(read_plan({"question": question, "game": GAME, "name": name, "stop": {"games": games}, **plan}), folder)


def estimated(folder, agents=("swarm", "random"), name="one", games=200, part_games=40, **plan):
    return asked(folder, "estimate", name, games, agents=list(agents), part_games=part_games, **plan)


def compared(folder, agent="random", names=("a", "b")):
    variants = [{"name": names[0]}, {"name": names[1], "agents": ["swarm", agent]}]
    return asked(folder, "compare", f"c{agent}", 120, agents=["random", agent], variants=variants)


def by_deal(run, variant, seat="p1"):
    games = run.games[run.games["variant"] == variant]
    return games.groupby("deal")[f"score_{seat}"].mean()


def test_runs_of_one_seed_are_paired_by_deal(folder):
    one, other = estimated(folder), estimated(folder, ("swarm", "swarm"))
    found = side_by_side(one, other)
    assert found.pairing == PAIRED
    assert list(found.table["name"]) == ["p1", "p2"]
    for row in found.table.itertuples():
        variant = one.plan.variants[0].name
        right = paired_difference(by_deal(other, variant, row.name), by_deal(one, variant, row.name))
        assert (row.difference, row.difference_low, row.difference_high) == pytest.approx(
            (right.estimate, right.low, right.high)
        )
        assert row.deals == 100
    assert found.differ_by == "other agents"
    assert "the differences are those of 100 common ones" in " ".join(found.lines)


def test_only_common_deals_are_paired(folder):
    found = side_by_side(estimated(folder), estimated(folder, ("swarm", "swarm"), games=80, name="fewer"))
    assert set(found.table["deals"]) == {40}


def test_runs_of_other_seeds_are_not_paired(folder):
    one, other = estimated(folder), estimated(folder, seed=5)
    found = side_by_side(one, other)
    assert found.pairing == UNPAIRED
    assert found.differ_by == "another seed"
    row, a, b = found.table.iloc[0], one.table.iloc[0], other.table.iloc[0]
    assert row["difference"] == pytest.approx(b["score"] - a["score"])
    low = math.hypot(b["score"] - b["low"], a["high"] - a["score"])
    assert row["difference_low"] == pytest.approx(row["difference"] - low)


def test_unpaired_intervals_hold_as_often_as_they_say():
    """Differences of two normal estimates, each with its own interval of 95 %."""
    from experiments.answer.side_by_side import _unpaired_row

    luck, z, held = np.random.default_rng(1), norm.ppf(0.975), 0
    for first, second in luck.normal([0.5, 0.6], [0.02, 0.05], (4000, 2)):
        row = {"name": "x", "score": first, "low": first - z * 0.02, "high": first + z * 0.02}
        row |= {f"{key}_of_other": second + step * z * 0.05 for key, step in (("score", 0), ("low", -1), ("high", 1))}
        found = _unpaired_row(row)
        held += found["difference_low"] <= 0.1 <= found["difference_high"]
    assert held / 4000 == pytest.approx(0.95, abs=0.012)


def test_variants_are_paired_by_their_names(folder):
    one, other = compared(folder), compared(folder, "swarm")
    found = side_by_side(one, other)
    assert found.pairing == PAIRED
    row = found.table.set_index("name").loc["b"]
    assert row["difference"] == pytest.approx((by_deal(other, "b") - by_deal(one, "b")).mean())
    assert row["score"] == pytest.approx(by_deal(one, "b").mean())


def test_a_matrix_is_compared_entry_by_entry(folder):
    entries = ("swarm", "random", "best")
    one, other = (asked(folder, "matrix", "m", 40, entries_of={"agent": list(entries)}, seed=seed) for seed in (1, 2))
    found = side_by_side(one, other)
    assert found.pairing == UNPAIRED
    assert set(found.table["name"]) == set(entries)
    assert "Unpaired" in found.lines[1]


def test_a_run_does_not_differ_from_itself(folder):
    one = estimated(folder)
    found = side_by_side(one, one)
    assert (found.table["difference"] == 0).all()
    assert set(found.table["verdict"]) == {"identical"}
    assert found.differ_by == "nothing"
    assert side_by_side(one, estimated(folder, games=80)).differ_by == "nothing but how many games they played"


def test_differences_of_runs_that_stopped_by_what_they_saw_hold_at_every_moment(folder):
    """As the intervals of such runs do: a plain one, looked at where a run chose to stop, promises too much."""
    one, other = estimated(folder), estimated(folder, ("swarm", "swarm"))
    stopped = replace(other, manifest={**other.manifest, "intervals": "always valid"})
    plain, found = side_by_side(one, other), side_by_side(one, stopped)
    for row, fixed in zip(found.table.itertuples(), plain.table.itertuples(), strict=True):
        moments = moments_of(*(by_deal(run, run.plan.variants[0].name, row.name) for run in (other, one)))
        right = sequence_difference(moments, tightest_at=TIGHTEST_AT)
        assert (row.difference_low, row.difference_high) == pytest.approx((right.low, right.high))
        assert row.difference_high - row.difference_low > fixed.difference_high - fixed.difference_low
    assert "whenever the runs were stopped" in found.lines[2]
    assert "whenever" not in plain.lines[2]


def obstacles(one, other):
    with pytest.raises(InputError) as wrong:
        side_by_side(one, other)
    return wrong.value.problems


def test_what_cannot_be_compared_is_told(folder):
    one = estimated(folder)
    assert obstacles(one, compared(folder))[0] == "the runs ask another question: estimate and compare"
    three = estimated(folder, ("random",) * 3, name="three", table={"players": 3}, games=30, part_games=30)
    assert "the runs have another number of players: 2 and 3" in obstacles(one, three)
    assert obstacles(compared(folder), compared(folder, names=("a", "c"))) == [
        'the runs have other entries: only the first has "b" and only the second has "c"'
    ]
    balanced = [
        asked(
            folder,
            "balance",
            setting,
            40,
            agents=["random", "random"],
            entrant="p1",
            setting={"path": key, "from": 3, "to": 8},
        )
        for setting, key in (("hands", "hand"), ("rounds", "round_limit"))
    ]
    assert obstacles(*balanced) == ["the runs balance by different settings: hand and round limit"]
    assert "this run is not finished (stopped)" in obstacles(one, replace(one, status="stopped"))[0]


def test_the_command_tells_both_and_the_difference(folder, capsys):
    one, other = estimated(folder), estimated(folder, ("swarm", "swarm"))
    assert cli.main(["compare", str(one.folder), str(other.folder)]) == 0
    out = capsys.readouterr().out
    assert one.folder.name in out
    assert "Paired: both runs played the same deals" in out
    assert "points" in out
    assert cli.main(["compare", str(one.folder), str(compared(folder).folder)]) == cli.WRONG_INPUT
    assert "the runs ask another question" in capsys.readouterr().err
