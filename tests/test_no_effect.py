"""A plan whose variants play the same games is told before it is played."""

import pytest

import experiments
from experiments import read_plan
from experiments.commands import cli
from experiments.commands.new import kinds
from experiments.run.no_effect import GAMES, without_effect
from sim import GAMES as GAMES_OF_ALL
from sim import load_game

PLAN = {"game": "nightfall", "agents": ["random", "random"], "stop": {"games": 4}}


VARIANTS = {"question": "compare", "variants": [{"name": "as it is"}, {"name": "other", "table": {"hand": 6}}]}


def balance(path, low, high):
    setting = {"path": path, "from": low, "to": high}
    return read_plan({**PLAN, "question": "balance", "entrant": "p1", "setting": setting})


def compared(table, **more):
    variants = [{"name": "as it is"}, {"name": "other", "table": table}]
    return read_plan({**PLAN, "question": "compare", "variants": variants, **more})


@pytest.mark.parametrize("plan", [lambda: balance("round_limit", 100, 110), lambda: compared({"round_limit": 150})])
def test_a_setting_that_reaches_no_game_is_told(plan):
    (told,) = without_effect(plan())
    assert f"the first {GAMES} games are the same" in told


@pytest.mark.parametrize("plan", [lambda: balance("hand", 3, 5), lambda: compared({"hand": 4})])
def test_one_that_does_is_not(plan):
    assert without_effect(plan()) == []


def test_gold_does_not_reach_fixed_squads():
    squads = {"squads": ["forests-starter", "mountains-starter"]}
    setting = {"path": "gold", "seat": "p2", "from": 20, "to": 30}
    plan = {"question": "balance", "game": "berserk", "agents": ["random", "random"], "entrant": "p1", "table": squads}
    (told,) = without_effect(read_plan({**plan, "setting": setting, "stop": {"games": 4}}))
    assert "does not reach play" in told


def test_one_table_has_nothing_to_compare():
    assert without_effect(read_plan({**PLAN, "question": "estimate"})) == []


def test_a_plan_and_its_run_say_so_first(tmp_path, capsys):
    path = tmp_path / "plan.toml"
    path.write_text(
        'question = "compare"\ngame = "nightfall"\nagents = ["random", "random"]\n[[variants]]\nname = "a"\n'
        '[[variants]]\nname = "b"\ntable = { round_limit = 150 }\n[stop]\ngames = 20\n',
        encoding="utf-8",
    )
    assert cli.main(["plan", str(path)]) == 0
    assert "games are the same" in " ".join(capsys.readouterr().out.split())
    assert cli.main(["run", str(path), "--results", str(tmp_path / "results")]) == 0
    (folder,) = (tmp_path / "results").iterdir()
    assert any("games are the same" in note for note in experiments.load(folder).notes)


SETTINGS = [(game, setting) for game in GAMES_OF_ALL for setting in kinds(load_game(game), "balance")]


@pytest.mark.parametrize(("game", "setting"), SETTINGS)
def test_a_new_balance_has_a_setting_that_reaches_play(game, setting, tmp_path):
    path = tmp_path / "plan.toml"
    assert cli.main(["new", str(path), "--game", game, "--question", "balance", "--of", setting]) == 0
    if load_game(game).words.team is None:  # players together seldom win by chance
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('"best"', '"random"'), encoding="utf-8")
    plan = read_plan(path)
    assert without_effect(plan) == []
    rule = plan.game.words.keys[setting]
    standard = rule.standard[-1] if rule.each_seat else rule.usual or rule.standard
    assert plan.own.values[0] <= standard <= plan.own.values[-1]
    own_seat = rule.each_seat and not rule.in_turn_order
    assert plan.team or plan.entrant == (plan.players - 1 if own_seat else plan.players)


@pytest.mark.parametrize("agents", [["random", "random"], ["best", "best"]])
def test_a_change_for_all_seats_alike_is_told(agents):
    plan = {**PLAN, "game": "shards_of_infinity", "agents": agents}
    (told,) = without_effect(read_plan({**plan, **VARIANTS}))
    assert "comes out even: all seats bring the same" in told
    assert without_effect(read_plan({**plan, **VARIANTS, "entrant": "first"})) == []
    assert without_effect(read_plan({**plan, **VARIANTS, "agents": ["best", "random"]})) == []
