"""What there is to choose from: lists with search, what a missing argument tells, what a shell completes."""

import csv
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import mean

import pytest
from typer._click.shell_completion import _resolve_context, _resolve_incomplete

from agents import list_agents
from experiments.commands import choices, cli, options, strength, strengths
from experiments.commands.options import read_table
from experiments.run.backends import BACKENDS
from sim import GAMES, load_game, nameable

PROJECT = Path(__file__).parents[1]
KINDS_OF = {game: [kind for kind in nameable.KINDS if nameable.named(game, kind)] for game in GAMES}
NAMED = [(game, kind) for game, kinds in KINDS_OF.items() for kind in kinds]


@pytest.fixture
def call(capsys):
    """Runs a command: exit status, standard output, standard error."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_every_game_has_what_its_plans_name():
    assert KINDS_OF == {
        "shards_of_infinity": [],
        "aeons_end": ["mages", "nemeses", "supplies"],
        "berserk": ["decks", "squads"],
        "keyforge": ["decks"],
        "berserk_heroes": ["decks", "heroes"],
        "nightfall": [],
    }


@pytest.mark.parametrize(("game", "kind"), NAMED)
def test_every_name_that_is_listed_can_stand_in_a_table(game, kind):
    rules, key = load_game(game), nameable.KINDS[kind]
    found = list(nameable.named(game, kind))
    for mine, other in zip(found, [*found[1:], found[0]], strict=True):
        rules.make_tables({key: [mine, other] if key == kind else mine}, [])


@pytest.mark.parametrize(("game", "kind"), NAMED)
def test_the_list_shows_an_example_that_can_be_played(call, game, kind):
    code, out, err = call(kind, game)
    assert code == 0
    assert all(name in out for name in nameable.named(game, kind))
    table = re.search(rf"For example: overnight play {game} --table '(.*)'", err)[1]
    load_game(game).make_tables(read_table([table]), [])


@pytest.mark.parametrize(
    ("arguments", "names_found"),
    [
        ("decks keyforge brobnar starter", {"miss-onyx-censorius"}),
        ("decks keyforge STARTER", {"miss-onyx-censorius", "radiant-argus-the-supreme"}),
        ("mages aeons_end brama", {"brama"}),
        ("cards aeons_end Opal gem", {"burning_opal"}),
        ("agents shards_of_infinity published v007", {"published_v007"}),
        ("table shards_of_infinity mastery start", {"starting_mastery"}),
    ],
)
def test_words_narrow_a_list(call, arguments, names_found):
    command = arguments.split()[0]
    code, out, _ = call(*arguments.split(), "--json")
    told = json.loads(out)
    assert (code, set(told[command]), told["game"]) == (0, names_found, arguments.split()[1])
    shown = call(*arguments.split())[1]
    assert all(name in shown for name in names_found)
    assert len(shown.splitlines()) <= 6 + len(names_found)


def test_what_is_not_there_is_told(call):
    code, out, err = call("decks", "keyforge", "nosuchword")
    assert (code, out) == (2, "")
    assert 'nothing here has "nosuchword" in it' in err
    code, _, err = call("decks", "aeons_end")
    assert code == 2
    assert "aeons_end has no decks; decks are of berserk, keyforge, berserk_heroes" in err


@pytest.mark.parametrize("game", GAMES)
def test_the_table_lists_every_key_with_its_value_by_the_rules(call, game):
    code, out, _ = call("table", game, "--json")
    told = json.loads(out)["table"]
    assert code == 0
    assert set(told) == set(load_game(game).words.keys) >= {"players", "first"}
    assert all(fact["about"] for fact in told.values())
    defaults = {key: fact["default"] for key, fact in told.items() if fact["default"] is not None}
    if game == "shards_of_infinity":
        defaults["starting_mastery"] = defaults["starting_mastery"][:2]
        assert told["health"] == {
            "default": 50,
            "range": "a whole number from 1 to 999",
            "about": "health at the start",
        }
    load_game(game).make_tables(defaults, [])


@pytest.mark.parametrize("game", GAMES)
def test_agents_are_told_with_what_was_measured(call, game):
    measured = choices.strengths(game)
    assert set(measured["agents"]) == {agent.name for agent in list_agents(game)}
    code, out, _ = call("agents", game, "--json")
    told = json.loads(out)
    assert code == 0
    assert all(agent["about"] for agent in told["agents"].values())
    assert told["agents"]["best"]["speed"] == measured["agents"]["best"]["speed"]
    assert f"overnight bench {game}" in told["speed_of"]
    if "score_of" in told:
        plan = PROJECT / re.search(r"`overnight run (\S+)`", told["score_of"])[1]
        assert tomllib.loads(plan.read_text(encoding="utf-8"))["game"] == game
        assert told["agents"]["random"]["score"] < told["agents"]["best"]["score"] < 100


@pytest.mark.parametrize("game", GAMES)
def test_strengths_are_those_of_the_tables_that_are_kept(call, game, tmp_path, monkeypatch):
    kept = choices.strength_file(game).read_text(encoding="utf-8")
    (tmp_path / "strength.toml").write_text(kept.replace("score = ", "score = 1"), encoding="utf-8")
    for module in (choices, strengths):
        monkeypatch.setattr(module, "strength_file", lambda _: tmp_path / "strength.toml")
    assert call("strength", game)[0] == 0
    assert (tmp_path / "strength.toml").read_text(encoding="utf-8") == kept


def test_strengths_are_told_with_speeds_if_that_is_wished(call, tmp_path, monkeypatch):
    for module in (choices, strengths):
        monkeypatch.setattr(module, "strength_file", lambda _: tmp_path / "strength.toml")
    monkeypatch.setattr(strength, "prepare", lambda *_: 0.0)
    monkeypatch.setattr(strengths, "games_per_second", lambda game, agent: 12_345.6 if agent == "best" else 17.04)
    assert call("strength", "berserk_heroes", "--speeds")[0] == 0
    found = choices.strengths("berserk_heroes")
    assert next(iter(found["agents"])) == "best"
    assert {name: facts["speed"] for name, facts in found["agents"].items()} == {
        agent.name: 12_300 if agent.name == "best" else 17 for agent in list_agents("berserk_heroes")
    }
    assert "bench berserk_heroes" in found["speed_of"]


@pytest.mark.parametrize("game", ["shards_of_infinity", "keyforge", "berserk", "nightfall"])
def test_scores_are_the_means_of_the_table_that_is_kept(game):
    scores = {}
    kept = "agents" if game in ("keyforge", "berserk") else "matrix"
    with (PROJECT / f"results/reference/{game}_{kept}.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["row"] != row["column"]:
                scores.setdefault(row["row"], []).append(100 * float(row["score"]))
    told = {name: agent["score"] for name, agent in choices.strengths(game)["agents"].items() if "score" in agent}
    assert told == {name: pytest.approx(mean(values), abs=0.051) for name, values in scores.items()}


@pytest.mark.parametrize(
    ("command", "known", "example"),
    [
        ("agents", "nightfall", "overnight agents shards_of_infinity"),
        ("table", "nightfall", "overnight table shards_of_infinity"),
        ("nemeses", "aeons_end", "overnight nemeses aeons_end"),
        ("play", "nightfall", "overnight play shards_of_infinity"),
        ("run", "keyforge_chains", "overnight run aeons_end_expert"),
        ("plan", "keyforge_chains", "overnight plan aeons_end_expert"),
        ("tune keyforge", "amber_control", "overnight tune keyforge best"),
        ("scenario", "tests/scenarios/keyforge", "overnight scenario tests/scenarios/aeons_end"),
        ("report --results nowhere", "There is none yet", ""),
    ],
)
def test_a_missing_argument_tells_what_there_is_and_an_example(call, monkeypatch, command, known, example):
    monkeypatch.chdir(PROJECT)
    monkeypatch.setattr(choices, "WIDTH", 78)
    code, out, err = call(*command.split())
    assert (code, out) == (2, "")
    assert "is missing" in err
    assert known in err
    assert f"For example: {example}\n" in err or not example
    lines = [line for line in err.splitlines() if "overnight run" not in line]
    assert command in ("run", "plan") or all(len(line) <= 80 for line in lines)
    assert "is missing" in json.loads(call(*command.split(), "--json")[1])["error"][0]


def complete(line):
    """What a shell offers for the last word of a line, and what the process loaded for it that takes long."""
    told = (
        "import sys, atexit\nfrom experiments.commands import cli\n"
        "atexit.register(lambda: print(*{'numba', 'numpy', 'pandas'} & set(sys.modules), file=sys.stderr))\n"
        "cli.main([])"
    )
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_OVERNIGHT_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [sys.executable, "-c", told],
        cwd=PROJECT,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split(), done.stderr.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("overnight dec", ["decks"]),
        ("overnight agents key", ["keyforge"]),
        ("overnight decks keyforge miss", ["miss-onyx-censorius"]),
        ("overnight tune keyforge ra", ["race", "random"]),
        ("overnight run keyforge_ch", ["keyforge_chains"]),
        ("overnight plan berserk_heroes_go", ["berserk_heroes_gold"]),
        ("overnight play shards_of_infinity_demo --variant ch", ["champions"]),
        ("overnight run experiments/plans/keyforge_ch", ["experiments/plans/keyforge_chains.toml"]),
        ("overnight play keyforge --agents best,amb", ["best,amber_control"]),
        ("overnight new --game berserk_h", ["berserk_heroes"]),
        ("overnight play keyforge --agents am", ["amber_control"]),
        ("overnight export mine --to mark", ["markdown"]),
        ("overnight games mine --sort ", ["closest", "longest", "shortest", "typical", "upset"]),
        ("overnight index --results no", ["notebooks/"]),
        ("overnight play experiments/plans/shards_of_infinity_demo.toml --variant ch", ["champions"]),
    ],
)
def test_a_shell_completes_names_without_loading_a_game(line, offered):
    found, loaded = complete(line)
    assert sorted(found) == offered
    assert loaded == []


SLOW = ("numba", "pandas", "scipy.special", "matplotlib", "pyarrow")


def loaded_by(*arguments):
    """Which modules that take long a command loads, that ends well."""
    told = (
        "import sys\nfrom experiments.commands import cli\ncode = cli.main(sys.argv[1:])\n"
        f"print(*sorted({{*{SLOW}}} & set(sys.modules)), code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", told, *arguments], cwd=PROJECT, capture_output=True, text=True)
    *loaded, code = done.stderr.splitlines()[-1].split()
    assert code == "0", done.stderr
    return loaded


@pytest.mark.parametrize("command", ["run", "play", "report", "agents", "cards"])
def test_help_loads_nothing_that_takes_long(command):
    assert set(loaded_by(command, "--help")) <= ({"numba"} if command in ("agents", "cards") else set())


@pytest.mark.parametrize("line", ["decks keyforge", "agents keyforge", "cards keyforge", "words keyforge"])
def test_a_list_loads_the_rules_alone(line):
    assert loaded_by(*line.split()) == ["numba"]


def test_the_help_of_run_names_the_backends():
    assert tuple(BACKENDS) == options.BACKENDS


OF_RUNS = ("report", "status", "compare", "replay", "games", "export", "curves", "worth")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        *((f"{command} --results RESULTS m", ["mine-12345678"]) for command in OF_RUNS),
        ("compare --results RESULTS mine-12345678 ", ["mine-12345678", "other-12345678"]),
        ("replay mine --results RESULTS --variant ", ["first, of two", "second"]),
        ("games RESULTS/mine-12345678 --variant se", ["second"]),
        ("replay other --results RESULTS --variant ", []),
        ("replay nosuch --results RESULTS --variant ", []),
    ],
)  # fmt: skip
def test_a_shell_completes_runs_and_their_variants(tmp_path, line, offered):
    for name in ("mine-12345678", "other-12345678"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text("{}", encoding="utf-8")
    plan = '[[variants]]\nname = "first, of two"\n[[variants]]\nname = "second"\n'
    (tmp_path / "mine-12345678" / "plan.toml").write_text(plan, encoding="utf-8")
    (tmp_path / "other-12345678" / "plan.toml").write_text("[[vari", encoding="utf-8")
    command, *words, incomplete = line.replace("RESULTS", str(tmp_path)).split(" ")
    found, context = completed(command, words, incomplete)
    assert found == offered
    assert context.info_name == command


def completed(command, words, incomplete):
    """What a shell is offered after these words of a command."""
    context = _resolve_context(cli.get_command(cli.app), {}, "overnight", [command, *words])
    parameter, incomplete = _resolve_incomplete(context, [command, *words], incomplete)
    return [item.value for item in parameter.shell_complete(context, incomplete)], context


@pytest.mark.parametrize("command", cli.COMPLETED)
def test_what_is_completed_are_parameters_of_the_command(command):
    own = {parameter.name: parameter.metavar for parameter in cli._load(command).params}
    listed = {parameter.name: parameter.metavar for parameter in cli.get_command(cli.app).commands[command].params}
    listed.pop("help", None)
    assert listed
    assert listed == {name: own[name] for name in listed}
