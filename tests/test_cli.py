"""The command: answers, exit statuses, JSON, errors, runs that are watched and interrupted."""

import html
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

import experiments
import overnight
from agents import load_agent
from agents.search import Thought
from experiments import load
from experiments.commands import bench, benchmark, cli, sampling
from experiments.commands import plan as plan_command
from experiments.plan.reading import read_plan
from experiments.run.parts import PartId
from experiments.run.store import Store
from sim.core import game as game_module
from sim.core.game import Game

GAME = "shards_of_infinity"
PROJECT = Path(__file__).parents[1]
PLAN = """
name = "tiny"
question = "compare"
game = "shards_of_infinity"
seed = 5
part_games = 120
agents = ["random", "random"]
[[variants]]
name = "as it is"
[[variants]]
name = "20 health"
table = { health = 20 }
[stop]
games = 480
"""
ENDLESS = """
name = "endless"
question = "estimate"
game = "shards_of_infinity"
part_games = 240
agents = ["random", "random"]
[stop]
games = 1000000000
"""
OFTEN_SAVED = """
import sys
from experiments.commands import cli
from experiments.run import runner
runner.SAVE_SECONDS = 0.2
sys.exit(cli.main())
"""
HOLDS = """
game = "shards_of_infinity"
[[scenario]]
name = "a crystal gives a gem"
given = { "p1.hand" = ["crystal"] }
do = ["play crystal"]
expect = { "gems" = 1 }
"""


@pytest.fixture
def call(capsys):
    """Runs a command: exit status, standard output, standard error."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a plan and its finished run."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "tiny.toml").write_text(PLAN, encoding="utf-8")
    (folder / "holds.toml").write_text(HOLDS, encoding="utf-8")
    assert cli.main(["run", str(folder / "tiny.toml"), "--results", str(folder / "results"), "-q"]) == 0
    return folder


def test_no_arguments_print_help_that_begins_with_two_examples(call):
    code, out, _ = call()
    assert code == 0
    examples = re.findall(r"^ +overnight (.+)$", out, re.MULTILINE)
    assert examples == [f"play {GAME}", f"run {GAME}_demo"]
    assert len(read_plan(examples[1].removeprefix("run ")).variants) > 1
    code, out, _ = call(*examples[0].split())
    assert (code, out.splitlines()[-1][:8]) == (0, "The game")


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_explains_itself_as_in_the_list(call, command):
    code, out, _ = call(command, "--help")
    assert code == 0
    assert "--json" in out
    assert cli.COMMANDS[command][1] in " ".join(out.split())


HEAVY = ("numba", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "joblib")
LOADED = f"""
import sys
import overnight
code = overnight.main()
print(code, *[name for name in {HEAVY} if name in sys.modules])
"""


@pytest.mark.parametrize(("arguments", "code"), [(["nosuch"], 2), (["--help"], 0), ([], 0)])
def test_what_plays_nothing_loads_nothing_that_takes_long(arguments, code):
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == str(code)
    entry = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["overnight"]
    assert entry == f"{overnight.__name__}:{overnight.main.__name__}"


def test_names_for_notebooks_are_loaded_when_they_are_used():
    told = "import sys, experiments; print('numba' in sys.modules, callable(experiments.estimate), dir(experiments))"
    done = subprocess.run([sys.executable, "-c", told], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split(maxsplit=2)[:2] == ["False", "True"]
    assert "estimate" in done.stdout
    with pytest.raises(AttributeError, match="no attribute 'estimat'"):
        experiments.estimat  # noqa: B018


def _one_object(out):
    answer = json.loads(out)
    assert isinstance(answer, dict)
    assert out.count("\n") == 1
    return answer


@pytest.mark.drawn(8)
@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        ("games", {"games"}),
        (f"agents {GAME}", {"game", "agents"}),
        (f"cards {GAME}", {"game", "cards"}),
        (f"words {GAME}", {"game", "verbs", "paths", "events", "decisions", "operations", "counts", "conditions"}),
        (f"play {GAME} --agents random --game 3", {"game", "seed", "number", "score", "fingerprint", "log"}),
        ("play PLAN --results RESULTS --game 7", {"stored", "log"}),
        ("replay tiny 7 --results RESULTS", {"stored", "log"}),
        ("games tiny --results RESULTS --sort longest", {"folder", "sort", "games"}),
        ("compare tiny tiny --results RESULTS", {"runs", "differ_by", "pairing", "table"}),
        ("curves tiny --games 4 --results RESULTS", {"folder", "table"}),
        ("worth tiny --games 4 --results RESULTS", {"folder", "table"}),
        ("report tiny --results RESULTS", {"report", "explanation", "table"}),
        ("status --results RESULTS", {"runs"}),
        ("index --results RESULTS", {"index", "runs"}),
        ("export tiny --to line --results RESULTS", {"files", "text"}),
        ("plan PLAN", {"games", "seconds", "half_width", "games_per_second"}),
        ("scenario HOLDS", {"passed", "failed", "failures"}),
        ("doctor --results RESULTS", {"ok", "findings"}),
    ],
)
def test_json_is_one_object_and_nothing_else(call, played, arguments, keys):
    places = {"PLAN": played / "tiny.toml", "RESULTS": played / "results", "HOLDS": played / "holds.toml"}
    code, out, _ = call(*(places.get(word, word) for word in arguments.split()), "--json")
    assert code == 0
    assert keys <= _one_object(out).keys()


def test_the_time_to_start_does_not_count_what_is_compiled_once(call, played, monkeypatch):
    monkeypatch.setattr(plan_command, "prepare", lambda *_: 1000.0)
    monkeypatch.setattr(
        plan_command, "forecast", lambda plan, workers, starting: SimpleNamespace(as_dict=lambda: starting)
    )
    monkeypatch.setattr(plan_command, "answer", lambda facts, *_: started.append(facts))
    started = []
    assert call("plan", played / "tiny.toml")[0] == 0
    assert 0 < started[0] <= time.process_time()


def test_curves_and_worth_are_told_and_drawn(call, played, tmp_path):
    run = ["tiny", "--games", "4", "--results", played / "results", "--picture", tmp_path / "picture.png"]
    code, out, err = call("curves", *run, "--of", "mastery", "--whose", "margin")
    assert code == 0
    assert out.startswith("Mastery more than those that each met, turn by turn: 4 games of each, played again.\n")
    assert re.search(r"\nTurns +as it is +20 health *\n +0 +0\.0 \(-1 to 1\)", out)
    assert "--of takes health, champions too" in err
    assert b"tiny, plan key " in (tmp_path / "picture.png").read_bytes()
    assert 'did you mean "mastery"?' in call("curves", *run, "--of", "mastry")[2]
    (tmp_path / "picture.png").unlink()
    code, out, _ = call("worth", *run, "--kind", "gained", "--entry", "20 health")
    assert code == 0
    says = "score more than usual: a description, not a cause. Each interval is for itself.\n"
    assert out.startswith(f"Points that those who got or played it {says}")
    assert re.search(r"\nCard +Points, shrunk +As seen +Games *\n\w+ +\S+ ", out)
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_is_told_as_a_seat_sees_it(call):
    code, out, _ = call("play", GAME, "--agents", "random", "--view", "p2")
    assert code == 0
    assert "p1.hand.count" in out
    assert "p2.hand +" in out
    assert "p1.hand +" not in out
    code, _, told = call("play", GAME, "--agents", "random", "--view", "p3")
    assert code == 2
    assert 'view: no seat is called "p3"' in " ".join(told.split())


@pytest.mark.drawn(of="measuring")
def test_bench_tells_every_figure(call, monkeypatch):
    monkeypatch.setattr(benchmark, "cold_compile_seconds", lambda *_: (30.0, 25.0))
    monkeypatch.setattr(benchmark, "REPETITION_SECONDS", 0.05)
    code, out, _ = call("bench", GAME, "--agent", "random", "--json")
    answer = _one_object(out)
    assert code == 0
    assert list(answer) == [
        "game", "agent", "players", "games_per_cpu_second", "median_games_per_cpu_second", "decisions_per_cpu_second",
        "decisions_per_game", "cold_compile_cpu_seconds", "cold_compile_seconds", "warm_start_seconds", "state_bytes",
        "calibration_ns",
    ]  # fmt: skip
    assert answer["decisions_per_cpu_second"] / answer["games_per_cpu_second"] == pytest.approx(
        answer["decisions_per_game"]
    )
    assert 0.1 < answer["warm_start_seconds"] < 60
    assert 0.05 < answer["calibration_ns"] < 50


def test_bench_goes_by_the_fastest_repetition_and_says_when_the_machine_was_busy(monkeypatch):
    """Ten games a repetition, on a clock by which these take 2, 1 and 4 seconds."""
    clock = iter([0, 2, 2, 3, 3, 7])
    monkeypatch.setattr(benchmark.time, "process_time", lambda: next(clock))
    monkeypatch.setattr(benchmark, "REPETITIONS", 3)
    batch = SimpleNamespace(decisions=np.array([3, 5]))
    assert benchmark._measure(lambda games: batch, 10) == benchmark._Pace(10.0, 5.0, 4.0)


@pytest.mark.parametrize(("median", "told"), [(95.0, False), (50.0, True)])
def test_bench_warns_where_half_of_the_repetitions_were_slower(call, monkeypatch, median, told):
    measured = benchmark.Bench(GAME, "best", 2, 100.0, median, 1e3, 10.0, None, 9.0, 7.0, 0.9, 1000, 3.5)
    monkeypatch.setattr(bench, "measure", lambda *_: measured)
    _, _, said = call("bench", GAME, "--agent", "random")
    assert ("half of the repetitions took 2.00 times as long as the fastest one" in said) == told


def test_bench_of_no_game_is_one_table_of_all(call, monkeypatch):
    monkeypatch.setattr(bench, "GAMES", [GAME])
    monkeypatch.setattr(benchmark, "cold_compile_seconds", lambda *_: (30.0, 25.0))
    monkeypatch.setattr(benchmark, "warm_start_seconds", lambda *_: 0.75)
    monkeypatch.setattr(benchmark, "REPETITION_SECONDS", 0.05)
    monkeypatch.setattr(benchmark, "THINKING_SECONDS", 0.05)
    code, out, _ = call("bench")
    assert code == 0
    spun, _, line = out.strip().splitlines()
    assert re.fullmatch(r"Two players; a CPU-second of a core whose spin loop takes \d+\.\d\d ns a step\.", spun)
    numbers = [float(word.replace(",", "")) for word in line.removeprefix("Shards of Infinity").split()]
    random_games, random_decisions, best_games, imagined_games, *compiling = numbers
    assert random_decisions > 50 * random_games > 50 * best_games > 0
    assert imagined_games > 0
    assert compiling == [30.0, 25.0, 0.75]
    [facts] = json.loads(call("bench", "--json")[1])["games"]
    assert facts["game"] == GAME
    assert facts["cold_compile_seconds"] == 25.0


def test_what_is_of_one_game_is_not_told_in_the_table_of_all(call):
    for option in ("--agent random", "--players 3", "--games 5", "--profile", "--compile-times"):
        code, _, said = call("bench", *option.split())
        assert code == 2
        assert f"{option.split()[0]} is of one game" in said


def test_bench_counts_the_imagined_games_of_an_agent_that_thinks_ahead(monkeypatch):
    """As many as its thoughts tell of, in the CPU time that passes meanwhile, on a clock that goes by the look."""
    clock = itertools.count()
    monkeypatch.setattr(benchmark.time, "process_time", lambda: next(clock) / 2)
    monkeypatch.setattr(
        benchmark, "thoughts", lambda *_: [Thought(0, 0.5, 0.1, 7, 0.0, 0.0), Thought(1, 0.4, 0.1, 3, -0.1, 0.2)]
    )
    monkeypatch.setattr(benchmark, "THINKING_SECONDS", 3.0)
    assert benchmark.rollouts_per_second(load_agent(GAME, "expert"), 2) == 10 / 0.5


def test_play_explains_decisions_to_whom_they_are_shown(call):
    game = ("play", GAME, "--agents", "random", "--table", "turn_limit=3")
    plain, explained = call(*game)[1], call(*game, "--explain")[1]
    thought = re.compile(r"      [> ] \S+ % .*  ")
    lines = explained.splitlines()
    assert [line for line in lines if not thought.match(line)] == plain.splitlines()
    assert len([line for line in lines if line.startswith("      > ")]) > 3
    assert explained_seats(lines, thought) == {"p1", "p2"}
    seen = call(*game, "--explain", "--view", "p1")[1].splitlines()
    assert explained_seats(seen, thought) == {"p1"}


def explained_seats(lines, thought):
    """Of the deeds with thoughts under them, who did them."""
    pairs = itertools.pairwise(lines)
    return {deed.split()[0] for deed, option in pairs if thought.match(option) and not thought.match(deed)}


def test_run_answers_with_the_table_and_plays_a_finished_plan_no_more(call, played):
    before = {path: path.stat().st_mtime_ns for path in played.rglob("*.parquet") if path.parent.parent.name == "parts"}
    code, out, _ = call("run", played / "tiny.toml", "--results", played / "results", "--json")
    answer = _one_object(out)
    table = load(answer["folder"]).table
    assert (code, answer["status"], answer["games"]) == (0, "done", 480)
    assert [row["score"] for row in answer["table"]] == table["score"].tolist()
    assert answer["table"][0]["difference"] is None
    assert before
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_run_that_stops_early_says_how_to_go_on(call, tmp_path):
    (tmp_path / "short.toml").write_text(ENDLESS + "hours = 1e-9\n", encoding="utf-8")
    code, out, err = call("run", tmp_path / "short.toml", "--results", tmp_path / "r", "--workers", 1)
    assert code == 3
    assert "Score" in out
    assert f"overnight run {tmp_path}/short.toml --workers 1 --results {tmp_path}/r" in err
    code, out, _ = call("status", "short", "--results", tmp_path / "r", "--json")
    assert code == 2
    for run in ("endless", tmp_path / "short.toml"):
        code, out, _ = call("status", run, "--results", tmp_path / "r", "--json")
        assert [run["status"] for run in _one_object(out)["runs"]] == ["stopped"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("pla", "'play'"),
        ("games --jsn", "--json"),
        ("agents shards_of_infinty", '"shards_of_infinity"'),
        (f"play {GAME} --agents bset", '"best"'),
        (f"play {GAME} --table helth=40", '"health"'),
        (f"play {GAME} --table health", "KEY=VALUE"),
        (f"play {GAME} --table health=5 --table health=6", '"health" more than once'),
        (f"play {GAME} --agents random,random,random", "2 players"),
        (f"play {GAME} --variant x", "--variant is for a game of a plan only"),
        ("play PLAN --seed 3", "--seed is for a new game only"),
        ("play PLAN --variant '20 helth'", '"20 health"'),
        ("play PLAN --game -1", "from 0 on"),
        ("run tinny.toml", "tinny.toml: no such plan file"),
        ("report tinny --results RESULTS", '"tiny"'),
        ("scenario nowhere.toml", "nowhere.toml"),
        ("run PLAN --backend treads", '"threads", "processes" or "dask"'),
        (f"bench {GAME} --games 0", "above 0"),
    ],
)
def test_wrong_input_gets_a_short_message_with_what_would_be_right(call, played, arguments, message):
    places = {"PLAN": str(played / "tiny.toml"), "RESULTS": str(played / "results")}
    words = [places.get(word, word).strip("'") for word in re.findall(r"'[^']*'|\S+", arguments)]
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    code, out, _ = call(*words, "--json")
    assert code == 2
    assert message in " ".join(_one_object(out)["error"])


def test_all_that_is_wrong_with_a_plan_is_told_at_once(call, tmp_path):
    wrong = PLAN.replace("game = ", 'colour = "red"\ngame = ', 1).replace('"random", "random"', '"bset", "random"')
    (tmp_path / "wrong.toml").write_text(wrong.replace("health", "helth"), encoding="utf-8")
    code, _, err = call("plan", tmp_path / "wrong.toml")
    assert code == 2
    assert all(word in err for word in ("colour", '"best"', '"health"'))


def test_scenarios_that_do_not_hold_fail_with_expected_and_found(call, tmp_path):
    (tmp_path / "no.toml").write_text(HOLDS.replace('"gems" = 1', '"gems" = 2'), encoding="utf-8")
    code, out, _ = call("scenario", tmp_path / "no.toml")
    assert code == 1
    assert all(words in out for words in ("a crystal gives a gem", "expected 2", "found    1", "0 passed, 1 failed"))
    code, out, _ = call("scenario", tmp_path / "no.toml", "--json")
    answer = _one_object(out)
    assert (code, answer["failed"], answer["failures"][0]["expected"]) == (1, 1, 2)


def test_a_scenario_can_be_played_by_its_name(call, tmp_path):
    (tmp_path / "two.toml").write_text(
        HOLDS + HOLDS[HOLDS.index("[[") :].replace("a crystal", "no crystal"), encoding="utf-8"
    )
    code, out, _ = call("scenario", tmp_path / "two.toml", "--name", "no crystal gives a gem")
    assert (code, out.strip()) == (0, "1 passed, 0 failed")
    code, out, err = call("scenario", tmp_path / "two.toml", "--name", "a cristal gives a gem")
    assert (code, out) == (2, "")
    assert 'no scenario is called "a cristal gives a gem"; did you mean "a crystal gives a gem"' in err


def test_a_failure_tells_every_claim_and_what_was_made_at_once(call, tmp_path):
    claims = HOLDS.replace('"gems" = 1', '"gems" = 2, power = 3').replace('{ "p1.hand"', '{ power = 1, "p1.hand"')
    (tmp_path / "no.toml").write_text(claims.replace('do = ["play', 'do = ["end turn", "play'), encoding="utf-8")
    code, out, _ = call("scenario", tmp_path / "no.toml")
    assert code == 1
    assert 'made at once, without an alternative: after "end turn": attack p2 1' in out
    (tmp_path / "no.toml").write_text(claims, encoding="utf-8")
    code, out, _ = call("scenario", tmp_path / "no.toml")
    assert all(f"\n  {path}\n    expected {n}\n    found    1\n" in out for path, n in (("gems", 2), ("power", 3)))
    assert "made at once" not in out


def test_a_value_that_cannot_be_is_wrong_input(call, tmp_path):
    (tmp_path / "wrong.toml").write_text(HOLDS.replace('["crystal"]', '["crystl"]'), encoding="utf-8")
    code, out, _ = call("scenario", tmp_path / "wrong.toml", "--json")
    assert code == 2
    assert 'given p1.hand: no card is called "crystl"; did you mean "crystal"' in _one_object(out)["error"][0]


def test_the_help_of_scenario_shows_the_format(call):
    code, out, _ = call("scenario", "--help")
    assert code == 0
    lines = [line.strip() for line in out.splitlines()]
    assert 'game = "shards_of_infinity"' in lines
    assert 'do     = ["play fungal_hermit"]' in lines


def test_a_stored_game_is_told_again_and_a_changed_one_is_noticed(call, tmp_path):
    (tmp_path / "tiny.toml").write_text(PLAN.replace("480", "120"), encoding="utf-8")
    plan, results = tmp_path / "tiny.toml", tmp_path / "results"
    assert call("run", plan, "--results", results, "-q")[0] == 0
    store = Store.of_plan(read_plan(plan), results)
    for source in ((plan, "--results", results), (store.folder,)):
        code, out, err = call("play", *source, "--game", 61, "--variant", "20 health")
        assert code == 0
        assert "game 61 of seed 5" in out
        assert "the same game as the stored one" in err
    assert call("play", plan, "--results", results, "--game", 4000, "--json")[1].count('"not stored"') == 1
    code, out, err = call("play", store.folder, "--game", 500_000_000)
    assert (code, out) == (2, "")
    assert "one of the 120 games that this run holds" in err
    assert "500000000" in err

    part, path = PartId(read_plan(plan).digest(), 1, 0), store.parts.path(1, 0)
    games = part.read(path)
    at = games.column_names.index("fingerprint")
    changed = pa.array(games["fingerprint"].to_numpy() ^ np.uint64(1))
    store.parts.write(path, part.encode(games.set_column(at, "fingerprint", changed)))
    code, _, err = call("play", store.folder, "--game", 61, "--variant", "20 health")
    assert code == 1
    assert "NOT the game that is stored" in err


def test_one_agent_plays_all_seats_and_house_rules_count(call):
    code, out, _ = call("play", GAME, "--agents", "random", "--table", "players=3", "--table", "health=7", "--json")
    answer = _one_object(out)
    assert (code, answer["agents"], len(answer["score"])) == (0, ["random"] * 3, 3)
    assert "p3: health 7" in answer["log"]


def test_the_first_compile_is_announced(call, monkeypatch):
    call("play", GAME, "--agents", "random")
    assert "compiling" not in call("play", GAME, "--agents", "random")[2]
    monkeypatch.setattr(Game, "is_warm", lambda game: False)
    told = call("play", GAME, "--agents", "random")[2]
    assert "compiling Shards of Infinity, about" in told
    assert "compiled Shards of Infinity in" in told


def test_compiling_an_agent_is_announced_too(call, monkeypatch):
    choose = load_agent(GAME, "random").choose
    monkeypatch.setattr(game_module, "is_compiled", lambda kernel: kernel is not choose)
    assert "compiling Shards of Infinity" in call("play", GAME, "--agents", "random")[2]


@pytest.mark.drawn(of="measuring")
def test_compile_times_are_listed_by_kernel(call):
    code, out, _ = call("bench", GAME, "--agent", "random", "--compile-times", "--json")
    times = _one_object(out)["compile_cpu_seconds"]
    assert code == 0
    assert times["turnloop.fold"] > 0
    assert times["apply (machine code)"] > 0


@pytest.mark.drawn(of="measuring")
@pytest.mark.skipif(not sampling.is_possible(), reason="samples are taken on Linux on x86-64 alone")
def test_the_profile_tells_in_which_kernels_the_time_goes(call):
    code, out, _ = call("bench", GAME, "--agent", "random", "--profile", "--json")
    found = {share["kernel"]: share for share in _one_object(out)["kernels"]}
    assert code == 0
    assert sum(share["itself"] for share in found.values()) == pytest.approx(1)
    assert found["apply.apply"]["with_callees"] > found["apply.apply"]["itself"]
    assert sum(found[kernel]["with_callees"] for kernel in ("apply.apply", "actions.legal_actions")) > 0.3


def test_shares_count_each_tick_for_the_kernel_that_runs_and_once_for_all_that_called_it():
    found = {share.kernel: share for share in sampling.shares([["a", "b", "c"], ["b", "c"], ["a", "a", "c"], ["c"]])}
    assert {name: (share.itself, share.with_callees) for name, share in found.items()} == {
        "a": (0.5, 0.5),
        "b": (0.25, 0.5),
        "c": (0.25, 1.0),
    }
    assert found["a"].callers == {"b": 0.25, "a": 0.25, "c": 0.25}


def test_symbols_are_read_as_kernels_with_their_files():
    symbol = "_ZN3sim7berserk5stats9has_plainB17v16b408caacb94c91B73_804tykv"
    assert sampling.kernel_of(symbol) == sampling.kernel_of(f"12:long:{symbol}") == "stats.has_plain"


def test_the_doctor_notices_a_folder_that_cannot_be_written(call, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, out, _ = call("doctor", "--results", tmp_path / "file" / "results", "--json")
    findings = {finding["name"]: finding for finding in _one_object(out)["findings"]}
    assert code == 1
    assert [name for name, finding in findings.items() if not finding["ok"]] == ["results"]
    assert "--results" in findings["results"]["advice"]


def test_a_damaged_run_is_listed_as_such(call, tmp_path):
    (tmp_path / "broken-12345678").mkdir()
    (tmp_path / "broken-12345678" / "manifest.json").write_text("{", encoding="utf-8")
    code, out, _ = call("status", "--results", tmp_path, "--json")
    assert (code, _one_object(out)["runs"][0]["status"]) == (1, "damaged")
    assert call("doctor", "--results", tmp_path)[0] == 1


def test_runs_under_earlier_rules_are_read_and_say_so(call, tmp_path, monkeypatch):
    plan = tmp_path / "small.toml"
    plan.write_text(
        f'question = "estimate"\ngame = "{GAME}"\nagents = ["random", "random"]\nstop = {{ games = 20 }}\n',
        encoding="utf-8",
    )
    results = tmp_path / "r"
    assert call("run", plan, "--results", results)[0] == 0
    rules = load(next(results.glob("small-*"))).rules
    assert len(rules) == 12
    monkeypatch.setattr(Game, "source_digest", lambda game: "another12345")
    assert "other rules than today's" in " ".join(call("status", "--results", results)[1].split())
    assert _one_object(call("status", "--results", results, "--json")[1])["runs"][0]["under_rules_of_today"] is False
    told = f"{rules} (today's are others: another12345)"
    assert told in call("export", "small", "--to", "line", "--results", results)[1]
    assert call("report", "small", "--results", results)[0] == 0
    assert html.unescape(next(results.glob("small-*/report.html")).read_text(encoding="utf-8")).count(told) == 1


@pytest.mark.parametrize("environment", [{}, {"FORCE_COLOR": "1", "NO_COLOR": "1"}])
def test_there_is_no_colour_in_a_pipe_or_if_none_is_wanted(environment):
    done = subprocess.run(
        [sys.executable, "-m", "experiments", "games"],
        env={**os.environ, **environment}, cwd=PROJECT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert GAME in done.stdout
    assert not re.search(r"\x1b\[[0-9;]*(3|4|9|10)[0-9]", done.stdout)
    assert environment or "\x1b" not in done.stdout


def test_status_works_while_a_run_goes_on_and_an_interrupted_run_can_go_on(call, tmp_path):
    (tmp_path / "endless.toml").write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-c", OFTEN_SAVED, "run", "endless.toml", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    run = start(command, tmp_path, environment, signal.SIG_DFL)
    try:
        playing = _wait_for_games(call, tmp_path / "results")
        assert (playing["status"], playing["target"]) == ("playing", 1_000_000_000)
        assert "± " in playing["leader"]
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == 130
    assert "overnight run endless.toml --workers 1" in err
    assert "Traceback" not in err
    assert "Score" in out
    code, listed, _ = call("status", "--results", tmp_path / "results", "--json")
    stopped = _one_object(listed)["runs"][0]
    assert (code, stopped["status"]) == (0, "stopped")
    assert stopped["done"] >= playing["done"] > 0


def start(command, folder, environment, interrupts):
    """A run as a child of its own, with the given handler of SIGINT and the usual one of SIGHUP: it would take over
    those of this process, which ignores them under nohup and the like.
    """

    def settle():
        signal.signal(signal.SIGINT, interrupts)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=settle,
    )  # fmt: skip


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_ignores_interrupts_is_stopped_by_other_signals(call, tmp_path, ending):
    (tmp_path / "endless.toml").write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-c", OFTEN_SAVED, "run", "endless.toml", "--workers", "1"]
    run = start(command, tmp_path, {**os.environ, "PYTHONPATH": str(PROJECT)}, signal.SIG_IGN)
    try:
        playing = _wait_for_games(call, tmp_path / "results")
        run.send_signal(signal.SIGINT)
        time.sleep(1)
        assert run.poll() is None
        run.send_signal(ending)
        out, err = run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == 3
    assert "nothing finished is lost. To go on:" in err
    assert "Traceback" not in err
    assert "Score" in out
    stopped = _one_object(call("status", "--results", tmp_path / "results", "--json")[1])["runs"][0]
    assert stopped["status"] == "stopped"
    assert stopped["done"] >= playing["done"] > 0


def _wait_for_games(call, results):
    for _ in range(300):
        runs = json.loads(call("status", "--results", results, "--json")[1]).get("runs")
        if runs and runs[0]["done"]:
            return runs[0]
        time.sleep(0.1)
    raise AssertionError("no game was played")
