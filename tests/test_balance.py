"""The question `balance`: what is played, what is told, and when it stops."""

import json
import math
import tomllib

import numpy as np
import pytest
from pointing import answers
from test_runner import contents, play

from experiments import balance, read_plan
from experiments.answer.plots import progress, scores
from experiments.commands import cli
from experiments.questions.balance import balance_text
from experiments.questions.question import answer_table, leader
from sim import GAMES, load_game

GAME = "shards_of_infinity"
VALUES = {
    "question": "balance",
    "game": GAME,
    "agents": ["published_v008", "published_v008"],
    "entrant": "first",
    "setting": {"path": "starting_mastery", "seat": "p2", "from": 0, "to": 9, "step": 3},
    "part_games": 100,
    "stop": {"games": 1200},
}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return play(read_plan(VALUES), tmp_path_factory.mktemp("balance"), 2)


def test_every_value_is_a_table_of_its_own():
    plan = read_plan(VALUES)
    assert [variant.name for variant in plan.variants] == [f"starting_mastery {n}" for n in (0, 3, 6, 9)]
    # what the plan does not list is as by the rules
    assert [v.tables.starting_mastery[:2].tolist() for v in plan.variants] == [[0, 0], [0, 3], [0, 6], [0, 9]]
    listed = read_plan(VALUES | {"table": {"starting_mastery": [2, 7]}})
    assert [v.table["starting_mastery"] for v in listed.variants] == [[2, 0], [2, 3], [2, 6], [2, 9]]
    single = read_plan(VALUES | {"setting": {"path": "health", "from": 10, "to": 12}})
    assert [int(v.tables.health) for v in single.variants] == [10, 11, 12]


BY_SEAT = [
    (name, key) for name in GAMES for key, rule in load_game(name).words.keys.items() if rule.each_seat and rule.bounds
]


@pytest.mark.parametrize(("game", "path"), BY_SEAT)
def test_whose_a_setting_is_is_what_the_rules_take_it_for(game, path):
    """In a game that p2 begins, the second value of a list is that of p1 if the list is in turn order."""
    rule, starts = load_game(game).words.keys[path], []
    decks = {"table": {"decks": ["forests-mountains-starter"] * 2}} if game == "berserk" else {}
    setting = {"path": path, "seat": "p2", "from": 3, "to": 4}
    plan = read_plan({**VALUES, "game": game, "agents": ["random"] * 2, "setting": setting, **decks})
    for variant in plan.variants:
        starts.append(plan.game.new_state())
        plan.game.setup(starts[-1], variant.tables, 1, 1)
    assert int(starts[0]["first"]) == 1
    paths = plan.game.words.paths(plan.variants[0].tables, plan.game.words.card_ids([])).items()
    changed = {name[:2] for name, path in paths if path.read(starts[0]) != path.read(starts[1])}
    assert changed == {"p1" if rule.in_turn_order else "p2"}
    assert plan.own.label.endswith("of the second player" if rule.in_turn_order else "of p2")


def test_a_plan_comes_back_as_it_was():
    for values in (VALUES, VALUES | {"setting": {"path": "health", "from": 10, "to": 12}, "entrant": "p2"}):
        plan = read_plan(values)
        assert read_plan(tomllib.loads(plan.to_toml())).digest() == plan.digest()


def test_the_table_agrees_with_the_games(result):
    games, table = result.games, result.table
    begins = np.where(games["first_seat"] == 0, games["score_p1"], games["score_p2"])
    scores = games.assign(score=begins).groupby("variant", observed=True)["score"].mean()
    assert table["score"].tolist() == pytest.approx(scores.tolist())
    assert table["score"].is_monotonic_decreasing
    assert table["value"].tolist() == [0, 3, 6, 9]
    row = table.iloc[0]
    assert table[["balance", "balance_low", "balance_high", "answer"]].drop_duplicates().shape == (1, 4)
    assert row["answer"] == "reached"
    after = int((table["score"] < 0.5).to_numpy().argmax())
    assert table["value"][after - 1] < row["balance"] < table["value"][after]
    assert row["balance_low"] < row["balance"] < row["balance_high"]


def test_words_and_pictures_say_what_the_table_says(result):
    row = next(result.table.itertuples())
    told = balance_text(row)
    assert float(told.split()[0]) == pytest.approx(row.balance, abs=0.5)
    assert result.headline == f"The game is even for the first seat at {row.setting} = {told}"
    assert leader(result.plan.question, result.table) == f"starting mastery of the second player {told}"
    assert result.headline in result.explain()
    assert answer_table(result.plan.question, result.table).headers == [
        "Starting mastery of the second player",
        "Score",
        "Verdict",
        "Games",
    ]
    axes = result.plot("balance")
    answers(axes, len(result.table), "±|to")
    dots = [line.get_xydata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert np.ravel(dots) == pytest.approx(np.ravel(result.table[["value", "score"]] * [1, 100]))
    assert any(line.get_xdata()[0] == row.balance for line in axes.lines)
    assert "starting mastery" in progress(result).get_ylabel()


@pytest.mark.parametrize(
    ("setting", "agents", "answer", "words"),
    [
        ({"from": 0, "to": 1}, ["published_v008", "random"], "nowhere", " at no "),
        ({"from": 0, "to": 30, "step": 30}, ["published_v008", "published_v008"], "reached", "The game is even for"),
        ({"from": 7, "to": 11, "step": 2}, ["published_v008", "published_v008"], "before", "less than 7"),
    ],
)
def test_the_answer_may_lie_elsewhere(tmp_path, setting, agents, answer, words):
    setting = {"path": "starting_mastery", "seat": "p2", **setting}
    entrant = "p1" if "random" in agents else "first"
    plan = read_plan(VALUES | {"setting": setting, "agents": agents, "entrant": entrant, "stop": {"games": 600}})
    found = play(plan, tmp_path)
    assert found.table["answer"].tolist() == [answer] * len(found.table)
    assert words in found.headline
    assert words in found.explain()
    found.plot("balance")
    progress(found)


@pytest.mark.drawn(of="going on")
@pytest.mark.parametrize("stop", [{"half_width": 1.5}, {"decided": 0.95}])
def test_a_stop_that_looks_at_results_falls_on_the_same_game(tmp_path, stop):
    plan = read_plan(VALUES | {"stop": {"games": 20_000} | stop})
    results = [play(plan, tmp_path / str(workers), workers) for workers in (1, 3)]
    assert contents(results[0].folder) == contents(results[1].folder)
    assert results[0].manifest["stopped_by"] == next(iter(stop))
    row = results[0].table.iloc[0]
    assert row["answer"] == "reached"
    if "half_width" in stop:
        assert row["balance_high"] - row["balance_low"] <= 3


def test_a_run_killed_in_between_goes_on_with_the_same_bytes(result, tmp_path):
    assert play(read_plan(VALUES), tmp_path, stop_after=0.0).status == "stopped"
    assert contents(play(read_plan(VALUES), tmp_path, 3).folder) == contents(result.folder)


@pytest.mark.drawn(of="questions")
def test_it_is_asked_from_the_command_and_from_python(tmp_path, capsys):
    (tmp_path / "even.toml").write_text(read_plan(VALUES).to_toml(), encoding="utf-8")
    where = ["--results", str(tmp_path / "r")]
    assert cli.main(["run", str(tmp_path / "even.toml"), *where, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["table"]) == 4
    assert math.isfinite(answer["table"][0]["balance"])
    assert cli.main(["plan", str(tmp_path / "even.toml")]) == 0
    assert "1,200 games of each value, 4,800 in all" in capsys.readouterr().out
    assert cli.main(["play", answer["folder"], "--game", "101", "--variant", "starting_mastery 6"]) == 0
    assert "the same game as the stored one" in capsys.readouterr().err
    values = {"setting": VALUES["setting"], "entrant": "first", "part_games": 100, "games": 1200, "name": "plan"}
    asked = balance(GAME, VALUES["agents"], **values, results=None)
    assert asked.table.to_dict("records") == answer["table"]


def test_the_picture_of_scores_says_whose_they_are(result):
    assert "for the first seat" in " ".join(scores(result).get_title(loc="left").split())
