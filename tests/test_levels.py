"""A question asked under several levels of play."""

import json

import pytest

from experiments import read_plan, run_plan
from experiments.answer.by_level import DEPENDS, OPEN, SAME, levels_table, told_levels, verdict
from experiments.answer.result import load
from experiments.commands import cli
from experiments.statistics.intervals import Interval
from sim.core.errors import InputError

COMPARE = {
    "name": "mastery",
    "question": "compare",
    "game": "shards_of_infinity",
    "entrant": "first",
    "under": ["random", {"agent": "best", "games": 400}],
    "variants": [{"name": "by the rules"}, {"name": "more", "table": {"starting_mastery": [0, 9]}}],
    "stop": {"games": 200},
}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return run_plan(read_plan(COMPARE), tmp_path_factory.mktemp("levels"))


def test_each_level_is_a_run_of_its_own(result):
    assert list(result.levels) == ["random", "best"]
    assert result.levels["random"] is result
    for level, games in (("random", 200), ("best", 400)):
        one = result.levels[level]
        assert one.folder.name.startswith(f"mastery-under-{level}-")
        assert one.table["games"].tolist() == [games, games]
        assert {agent.name for variant in one.plan.variants for agent in variant.agents} == {level}


def test_the_verdicts_stand_side_by_side_in_words_and_report(result):
    table = levels_table(result.levels)
    assert table.headers[1:] == ["under random", "under best", "Verdict"]
    assert [row[0] for row in table.rows] == ["more"]
    told = told_levels(result.levels)
    for level in result.levels.values():
        assert set(told) <= set(load(level.folder).explain().splitlines())
        assert "Does the answer depend on the player?" in level.report.read_text(encoding="utf-8")


def test_what_it_is_worth_to_begin_stands_beside_the_scores_of_the_seats(tmp_path):
    """Chance plays Shards of Infinity so slowly that it does not matter who begins; the all-rounder does not."""
    plan = {"question": "estimate", "game": "shards_of_infinity", "under": ["random", "best"], "stop": {"games": 2_000}}
    levels = run_plan(read_plan(plan), tmp_path, report=False).levels
    rows = {row[0]: row[1:] for row in levels_table(levels).rows}
    assert list(rows) == ["p1", "p2", "whoever begins"]
    scores = [float(text.split()[0]) for text in rows["whoever begins"][:2]]
    assert scores == pytest.approx([100 * one.first_seat["score"][0] for one in levels.values()], abs=1)
    assert scores[1] > scores[0] + 5


def test_a_level_that_is_gone_is_left_out(result, tmp_path):
    (moved := tmp_path / result.folder.name).mkdir()
    for file in result.folder.iterdir():
        if file.is_file():
            (moved / file.name).write_bytes(file.read_bytes())
    alone = load(moved)
    assert list(alone.levels) == ["random"]
    assert told_levels(alone.levels) == []


@pytest.mark.drawn(of="questions")
def test_the_command_plays_and_foresees_every_level(result, tmp_path, capsys):
    plan = tmp_path / "mastery.toml"
    plan.write_text(
        'name = "mastery"\nquestion = "compare"\ngame = "shards_of_infinity"\nentrant = "first"\n'
        'under = ["random", { agent = "best", games = 400 }]\nvariants = [{ name = "by the rules" },'
        ' { name = "more", table = { starting_mastery = [0, 9] } }]\n[stop]\ngames = 200\n',
        encoding="utf-8",
    )
    assert cli.main(["run", str(plan), "--results", str(result.folder.parent), "--json", "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["levels"]["runs"]) == ["random", "best"]
    assert told["levels"]["told"] == told_levels(result.levels)
    assert cli.main(["plan", str(plan), "--json"]) == 0
    levels = json.loads(capsys.readouterr().out)["levels"]
    assert [level["name"] for level in levels] == ["mastery-under-random", "mastery-under-best"]


@pytest.mark.parametrize(
    ("intervals", "line", "expected"),
    [
        ([(1, 3), (2, 4)], 0, SAME),
        ([(-3, -1), (-2, -1)], 0, SAME),
        ([(1, 3), (-4, -2)], 0, DEPENDS),
        ([(1, 3), (-1, 2)], 0, OPEN),
        ([(1, 3), (-1, 2), (-5, -4)], 0, DEPENDS),
        ([(51, 53), (49, 52)], 50, OPEN),
        ([(2.9, 3.1), (4, 5)], None, DEPENDS),
        ([(2.9, 4.1), (4, 5)], None, OPEN),
    ],
)
def test_an_answer_depends_on_the_player_if_its_side_is_shown_to_change(intervals, line, expected):
    assert verdict([Interval((low + high) / 2, low, high, 100) for low, high in intervals], line) == expected


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"under": ["best"]}, ["under", "two agents"]),
        ({"under": "best"}, ["under", "two agents"]),
        ({"under": ["best", "best"]}, ["several levels", '"best"']),
        ({"under": ["best", "bset"]}, ['"bset"', '"best"']),
        ({"under": ["best", {"agent": "random", "games": -1}]}, ["games", "-1"]),
        ({"agents": ["best", "best"]}, ["agents", "no other"]),
        ({"variants": [{"name": "a", "agents": ["best", "best"]}, {"name": "b"}]}, ["variants", "no other"]),
    ],
)
def test_wrong_levels_are_told(changes, words):
    with pytest.raises(InputError) as error:
        read_plan({**COMPARE, **changes})
    assert all(word in str(error.value) for word in words)


def test_entries_of_agents_have_no_levels():
    plan = {"question": "matrix", "game": "shards_of_infinity", "entries_of": {"agent": ["best", "random"]}}
    with pytest.raises(InputError, match="entries_of: agents belong"):
        read_plan({**plan, "under": ["best", "random"], "stop": {"games": 10}})
