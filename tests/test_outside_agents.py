"""Agents from outside the project: their digest covers all that they can reach, and what they may not do is noticed."""

import enum
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

import experiments
from agents import define_agent, load_agent
from experiments import estimate
from experiments.commands import cli
from experiments.commands.runs import list_runs
from experiments.plan import reading
from sim import load_game
from sim.core import conduct
from sim.core.errors import InputError
from sim.core.faults import ERROR_ACTIONS, ERROR_AGENT, ERROR_PARAMS, ERROR_STATE, ERROR_TABLES
from sim.core.kernel import interpreted, kernel
from sim.core.rng import agent_stream, below
from sim.core.turnloop import CLOSE_GAMES, play_games
from sim.words.trace import play_log

PROJECT = Path(__file__).parents[1]
GAME = load_game("shards_of_infinity")
TABLES = GAME.make_tables({"players": 2, "health": 10})
RANDOM = load_agent(GAME.name, "random")
compiled_only = pytest.mark.skipif(interpreted, reason="about compiled code")


def play(*agents, first=0, count=40):
    return play_games(GAME, TABLES, list(agents), 1, first, count)


# --- digests ----------------------------------------------------------------------------------------------------------


class Kind(enum.IntEnum):
    CALM = 1


class Other(enum.IntEnum):
    CALM = 2


HELPER = """
@kernel
def helper(n):
    return {}
"""
AGENT = """
@define_agent("shards_of_infinity")
def mine(s, tables, actions, n, params{}):
    return {}
"""


def agent_in(source, **scope):
    """The agent that a source defines."""
    scope = {"define_agent": define_agent, "kernel": kernel, "np": np, **scope}
    exec(source, scope)
    return scope["mine"]


@pytest.mark.parametrize(
    ("source", "one", "other"),
    [
        (AGENT.format("", "K % n"), {"K": 0}, {"K": 1}),
        (AGENT.format("", "int(K) % n"), {"K": 0.5}, {"K": 1.5}),
        (AGENT.format("", "K[1] % n"), {"K": (0, 0)}, {"K": (0, 1)}),
        (AGENT.format("", "K[0][1] % n"), {"K": ((0, 0), 1)}, {"K": ((0, 1), 1)}),
        (AGENT.format("", "int(K[1]) % n"), {"K": np.array([0, 0])}, {"K": np.array([0, 1])}),
        (AGENT.format("", "int(K[0]) % n"), {"K": np.array([257], "i2")}, {"K": np.array([257], "i4")}),
        (AGENT.format("", "np.zeros(1, K).size % n"), {"K": np.dtype("i2")}, {"K": np.dtype("i4")}),
        (AGENT.format("", "n - 1 if K.CALM == 1 else 0"), {"K": Kind}, {"K": Other}),
        (AGENT.format("", "(lambda a: a + K)(n) % n"), {"K": 1}, {"K": 2}),
    ],
)  # fmt: skip
def test_what_a_name_stands_for_is_in_the_digest(source, one, other):
    assert agent_in(source, **one).digest() == agent_in("\n\n" + source, **one).digest()
    assert agent_in(source, **one).digest() != agent_in(source, **other).digest()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (HELPER.format("0") + AGENT.format("", "helper(n)"), HELPER.format("n - 1") + AGENT.format("", "helper(n)")),
        (AGENT.format("", "0"), AGENT.format("", "n - 1")),
        (HELPER.replace("n)", "n, k=0)").format("k") + AGENT.format("", "helper(n)"),
         HELPER.replace("n)", "n, k=1)").format("k") + AGENT.format("", "helper(n)")),
    ],
)  # fmt: skip
def test_helpers_and_defaults_are_in_the_digest(one, other):
    assert agent_in(one).digest() == agent_in(one).digest()
    assert agent_in(one).digest() != agent_in(other).digest()


def test_a_helper_of_a_helper_is_in_the_digest():
    deep = HELPER.replace("helper", "deep")
    rest = HELPER.format("deep(n)") + AGENT.format("", "helper(n)")
    assert agent_in(deep.format("0") + rest).digest() != agent_in(deep.format("n - 1") + rest).digest()


def test_captured_values_are_in_the_digest_and_in_the_play():
    def make(k):
        @define_agent(GAME.name)
        def mine(s, tables, actions, n, params):
            return k if k < n else n - 1

        return mine

    zero, last = make(0), make(10_000)
    assert zero.digest() == make(0).digest() != last.digest()
    assert (play(zero, RANDOM).fingerprint != play(last, RANDOM).fingerprint).any()


def test_a_helper_may_call_itself_and_one_of_the_project_counts_by_its_folder():
    source = HELPER.replace("helper", "fall").format("1 if n < 2 else fall(n - 1)") + AGENT.format("", "fall(n) % n")
    assert agent_in(source).digest() == agent_in(source).digest()
    own = AGENT.format("", "below(s, agent_stream(s.to_move), n)")
    mine = agent_in(own, below=below, agent_stream=agent_stream)
    assert np.array_equal(play(mine, RANDOM).fingerprint, play(RANDOM, RANDOM).fingerprint)


def test_an_array_that_changes_afterwards_changes_nothing_until_the_agent_is_asked_for_again():
    weights = np.array([0, 0])
    mine = agent_in(AGENT.format("", "int(K[0]) if K[0] < n else n - 1"), K=weights)
    before = play(mine, RANDOM).fingerprint
    weights[0] = 10_000
    assert np.array_equal(play(mine, RANDOM).fingerprint, before)
    now = load_agent(GAME.name, mine)
    assert now.digest() != mine.digest()
    assert (play(now, RANDOM).fingerprint != before).any()
    assert load_agent(GAME.name, now) is now


@pytest.mark.parametrize(
    ("body", "scope", "words"),
    [
        ("K.x", {"K": object()}, ["`K`", "object", "cannot be followed"]),
        ("missing(n)", {}, ["`missing`", "not defined"]),
        ("np.random.randint(n)", {}, ["`np.random`", "agent_stream"]),
        ("K(n)", {"K": np.random.randint}, ["`K`", "agent_stream"]),
        ("K", {"K": np}, ["`K` is a module"]),
        ("int(K[0])", {"K": np.array([object()])}, ["`K`", "Python objects"]),
    ],
)
def test_what_cannot_be_followed_is_one_clear_error(body, scope, words):
    with pytest.raises(InputError) as error:
        agent_in(AGENT.format("", body), **scope)
    assert len(error.value.problems) == 1
    assert all(word in str(error.value) for word in ['agent "mine"', "line 4", *words])


@compiled_only
def test_a_kernel_from_outside_is_not_cached_on_disk_and_one_of_the_project_is():
    @kernel
    def outside(n):
        return n

    assert outside.stats.cache_path is None
    assert below.stats.cache_path is not None


SCRIPT = """
import sys
import experiments
from agents import define_agent
from sim.core.kernel import kernel
import numbers_of_mine
from helpers_of_mine import pick

@define_agent("shards_of_infinity")
def mine(s, tables, actions, n, params):
    return pick(n, numbers_of_mine.LAST)

plan = {"question": "estimate", "game": "shards_of_infinity", "agents": [mine, "random"], "table": {"health": 4}}
result = experiments.run_plan(experiments.read_plan({**plan, "stop": {"games": 200}}), sys.argv[1], report=False)
print(result.folder.name, result.table["score"][0])
"""
HELPERS = """
from sim.core.kernel import kernel

@kernel
def pick(n, last):
    return {}
"""


@compiled_only
def test_a_script_run_again_with_another_helper_plays_other_games(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")

    def run(helper, last, results):
        (tmp_path / "helpers_of_mine.py").write_text(HELPERS.format(helper), encoding="utf-8")
        (tmp_path / "numbers_of_mine.py").write_text(f"LAST = {last}\n", encoding="utf-8")
        path = os.pathsep.join([str(PROJECT), str(tmp_path)])
        command = [sys.executable, "-B", tmp_path / "script.py", tmp_path / results]
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()

    helper = "n - 1 if last else 0 * n"
    idle, busy, again = run(helper, True, "r"), run(helper, False, "r"), run(helper, True, "r")
    assert idle == again
    assert idle[0] != busy[0]
    assert float(idle[1]) < 0.1 < float(busy[1])
    turned = "0 * n if last else n - 1"
    assert run(turned, True, "r")[1] == run(turned, True, "new")[1] == busy[1]


CELL = "from sim.core.kernel import kernel\n@kernel\ndef pick(n):\n    return {}"
AGENT_CELL = """
from agents import define_agent
@define_agent("shards_of_infinity")
def mine(s, tables, actions, n, params):
    return pick(n)
"""
ASK_CELL = """
import experiments
found = experiments.estimate("shards_of_infinity", [mine, "random"], games=200, table={"health": 4}, results=None)
answers.append((found.manifest["key"], found.table["score"][0]))
"""


@pytest.mark.parametrize("define_again", [True, False])
def test_a_helper_defined_anew_in_a_cell_counts_at_once(define_again):
    shell, answers = InteractiveShell(), []
    shell.user_ns["answers"] = answers
    cells = [CELL.format("n - 1"), AGENT_CELL, ASK_CELL, CELL.format("0 * n"), *[AGENT_CELL] * define_again, ASK_CELL]
    for cell in [*cells, CELL.format("n - 1"), ASK_CELL]:
        shell.run_cell(cell, store_history=True).raise_error()
    (first, idle), (second, busy), (third, again) = answers
    assert first != second
    assert idle < 0.1 < busy
    if not define_again:
        assert (first, idle) == (third, again)


# --- conduct ----------------------------------------------------------------------------------------------------------


def win(s, tables, actions, n, params):
    s.over, s.score[s.to_move] = 1, 1.0
    return 0


def heal(s, tables, actions, n, params):
    s.health[s.to_move] += 1
    return 0


def luck(s, tables, actions, n, params):
    s.rng[0] += 1
    return 0


def forge(s, tables, actions, n, params):
    actions[0].kind = 1
    actions[0].a += 1
    return 0


def learn(s, tables, actions, n, params):
    params[0] += 1
    return int(params[0]) % n


def remember(s, tables, actions, n, params):
    actions[actions.size - 1].a += 1
    return 0


def reorder(s, tables, actions, n, params):
    if s.turn >= 8:
        tables.first = 1
    return below(s, agent_stream(s.to_move), n)


FAULTS = {
    win: ERROR_STATE, heal: ERROR_STATE, luck: ERROR_STATE, forge: ERROR_ACTIONS, remember: ERROR_ACTIONS,
    learn: ERROR_PARAMS, reorder: ERROR_TABLES,
}  # fmt: skip


@pytest.mark.parametrize("function", FAULTS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("first", [0, CLOSE_GAMES - 20, 5000])
def test_what_an_agent_may_not_change_is_a_fault_of_that_game_alone(function, first):
    agent = define_agent(GAME.name, x=0.0)(function)
    before, batch = TABLES.tobytes(), play(RANDOM, agent, first=first)
    faulty = batch.error != 0
    assert faulty.all() or function is reorder
    assert set(batch.error[faulty].tolist()) == {FAULTS[function]}
    assert (batch.at_fault[faulty] == 1).all()
    assert not batch.score[faulty].any()
    assert f'agent "{function.__name__}" changed' in batch.fault(int(faulty.argmax()), [RANDOM, agent])
    assert TABLES.tobytes() == before
    parts = [play(RANDOM, agent, first=start, count=8) for start in range(first, first + 40, 8)]
    for column in fields(batch)[1:]:
        joined = np.concatenate([getattr(part, column.name) for part in parts])
        assert np.array_equal(joined, getattr(batch, column.name)), column.name
    row = int(faulty.argmax())
    log = play_log(GAME, TABLES, [RANDOM, agent], 1, first + row, ["random", agent.name])
    assert (log.error, log.fingerprint, log.turns) == (batch.error[row], batch.fingerprint[row], batch.turns[row])
    assert f'agent "{agent.name}" changed' in log.text


def test_an_agent_that_changes_its_own_stream_alone_is_no_fault():
    mine = agent_in(AGENT.format("", "below(s, agent_stream(s.to_move), n)"), below=below, agent_stream=agent_stream)
    batch = play(mine, mine, count=200)
    assert not batch.error.any()
    assert (batch.at_fault == -1).all()


def bad(s, tables, actions, n, params):
    return n + 2


def bad_first(s, tables, actions, n, params):
    return n if s.first == 0 else 0


@pytest.mark.parametrize("results", [None, "results"])
@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_whose_games_all_end_in_faults_stops_the_run(tmp_path, monkeypatch, workers, results):
    monkeypatch.chdir(tmp_path)
    agent = define_agent(GAME.name)(bad)
    for _ in range(2):  # the second call reads what the first has played
        with pytest.raises(InputError) as error:
            estimate(GAME.name, [agent, "random"], games=10**9, part_games=240, results=results, workers=workers)
        (problem,) = error.value.problems
        fault, how = problem.splitlines()
        legal = int(fault.split(" of ")[1].split()[0])
        assert fault.startswith(f'agent "bad": index {legal + 2} of {legal} legal actions (game 0, turn 1)')
        told = eval(how.partition("#")[0].strip().removeprefix("print"), {"experiments": experiments, "bad": agent})
        assert told.splitlines()[-1] == f'Stopped by a fault: agent "bad": index {legal + 2} of {legal} legal actions.'
    if results:
        (run,) = list_runs("results", [])
        assert run.as_dict()["status"] == "stopped"


@pytest.mark.parametrize("games", [4, 400])
def test_no_rate_is_nan(tmp_path, capsys, games):
    agent = define_agent(GAME.name)(bad_first)
    with pytest.raises(InputError, match=r'agent "bad_first": index . of . legal actions \(game 0, turn 1\)'):
        estimate(GAME.name, [agent, "random"], games=games, table={"health": 10}, results=tmp_path)
    (folder,) = tmp_path.iterdir()
    for command in (["report", str(folder)], ["status", "--results", str(tmp_path)]):
        assert cli.main(command) == 0
        assert "nan" not in capsys.readouterr().out.lower().split()
    assert ">nan" not in (folder / "report.html").read_text(encoding="utf-8").lower()
    assert "no answer" in experiments.load(folder).explain()


def test_a_variant_without_a_sound_deal_stops_a_comparison_too(tmp_path):
    variants = {"fine": {}, "broken": {"agents": [define_agent(GAME.name)(bad), "random"]}}
    with pytest.raises(InputError, match='agent "bad": index'):
        experiments.compare(GAME.name, ["random"] * 2, variants, games=10**9, part_games=240, results=tmp_path)


# --- agents that do not answer ----------------------------------------------------------------------------------------

STUCK = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from agents import define_agent
from sim.core import conduct
import experiments
conduct.PATIENCE = 0.5

@define_agent("shards_of_infinity")
def stuck(s, tables, actions, n, params):
    while s.turn > 12:
        if s.turn < 3:
            return 1
    return 0

print("begins", flush=True)
how = dict(games=10**6, part_games=2, table={"health": 4}, results=sys.argv[2], workers=int(sys.argv[1]))
experiments.estimate("shards_of_infinity", [stuck, "random"], **how)
"""


@compiled_only
@pytest.mark.parametrize("workers", [1, 2])
def test_an_agent_that_never_answers_is_named_and_can_be_interrupted(tmp_path, workers):
    command = [sys.executable, "-c", STUCK, str(workers), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        deadline = threading.Timer(120, process.kill)
        deadline.start()
        line = next(line for line in process.stderr if "has not answered" in line)
        assert line.startswith('agent "stuck" has not answered')
        assert "Ctrl-C" in line
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        process.wait()
        deadline.cancel()
    assert process.returncode not in (0, -signal.SIGKILL, -signal.SIGSEGV)
    assert "KeyboardInterrupt" in rest
    (folder,) = tmp_path.iterdir()
    assert experiments.load(folder).status == "stopped"


@compiled_only
def test_one_that_answers_slowly_is_told_of_once_a_question(capsys, monkeypatch):
    monkeypatch.setattr(conduct, "PATIENCE", 0.1)
    clock = np.array([1, 1, 7, 3], np.int64)
    assert conduct.wait_for(lambda: time.sleep(0.6) or 5, clock, ["one", "two"]) == 5
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith('agent "two" has not answered')
    assert "(game 7, turn 4)" in line


# --- mistakes ---------------------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("s.mastry[0]", ["line 4", "the state", '"mastry"', '"mastery"']),
        ("actions[0].kond", ["line 4", "an action", '"kond"', '"kind"']),
        ("tables.playrs", ["line 4", "the tables", '"playrs"', '"players"']),
        ("helper(s)", ["line 4", "the state", '"mastri"', '"mastery"']),
        ("n / 2", ["float64", "whole number"]),
        ("None if n > 3 else 0", ["nothing", "whole number"]),
        ("'a' + n", ["line 4", "cannot be compiled", "add"]),
    ],
)
def test_a_mistake_is_told_in_one_sentence_with_its_place(body, words):
    def helper(s):
        return s.mastri[0]

    with pytest.raises(InputError) as error:
        agent_in(AGENT.format("", body), helper=kernel(helper))
    (problem,) = error.value.problems
    assert all(word in problem for word in ['agent "mine"', *words] if body != "helper(s)" or word != "line 4")
    assert len(problem) < 500
    assert "\n" not in problem
    assert error.value.__context__ is None or error.value.__suppress_context__


@compiled_only
def test_debug_shows_where_an_error_comes_from(monkeypatch, capsys):
    def broken(*_):
        agent_in(AGENT.format("", "s.mastry[0]"))

    monkeypatch.setattr(reading, "read_plan", broken)
    assert cli.main(["run", "x.toml"]) == 2
    plain = capsys.readouterr().err
    assert cli.main(["run", "x.toml", "--debug"]) == 2
    told = capsys.readouterr().err
    assert "Traceback" not in plain
    assert "numba" in told
    assert told.endswith(plain)


def choose(s, tables, actions, n, params):
    return 0


@pytest.mark.parametrize("what", [choose, kernel(choose), lambda s, tables, actions, n, params: 0])
def test_a_plain_function_is_told_what_makes_it_an_agent(what):
    with pytest.raises(InputError, match='put @define_agent\\("shards_of_infinity"\\) above it'):
        estimate(GAME.name, [what, "random"], games=10, results=None)


def test_define_agent_itself_is_told_what_it_needs():
    with pytest.raises(InputError, match='write @define_agent\\("shards_of_infinity"\\)'):
        define_agent(choose)
    with pytest.raises(InputError, match="takes \\(s, tables, actions, n, params\\), found \\(s\\)"):
        define_agent(GAME.name)(lambda s: 0)


def test_an_index_outside_the_list_names_the_seat():
    batch = play(RANDOM, define_agent(GAME.name)(bad), count=4)
    assert set(batch.error.tolist()) == {ERROR_AGENT}
    assert batch.at_fault.tolist() == [1] * 4
    assert (batch.answer[:, 0] == batch.answer[:, 1] + 2).all()
