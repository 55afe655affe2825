"""The same games compiled, interpreted by Python, and compiled with every index checked.

Run as a program (`python tests/test_interpreted.py rows`), this file prints what it plays as JSON; the tests run it so
in processes with other settings of the compiler, and compare.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents import Agent, list_agents, load_agent
from sim import load_game
from sim.core.kernel import kernel
from sim.core.scenario import run_files
from sim.core.turnloop import play_games

ROOT = Path(__file__).parents[1]
GAME = load_game("shards_of_infinity")
SCENARIOS = ROOT / "tests" / "scenarios"
TABLES = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4, "first": "random"},
    "house": {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_health": 60, "turn_limit": 6},
}


def rows():
    """What a few games of every agent come to."""
    found = {}
    for agent in list_agents(GAME.name):
        for name, table in TABLES.items():
            tables = GAME.make_tables(table)
            random = load_agent(GAME.name, "random")
            seats = [agent, *[random] * (table["players"] - 2), agent]
            batch = play_games(GAME, tables, seats, 5, 41, 4 if agent.name == "random" else 1)
            columns = ("fingerprint", "score", "measures", "first_seat", "turns", "decisions", "error")
            found[f"{agent.name} {name}"] = {column: getattr(batch, column).tolist() for column in columns}
    return found


def redealt():
    """Every field of a state in mid-game as several seats imagine it."""
    tables, s, actions = GAME.make_tables({"players": 3}), GAME.new_state(), GAME.new_actions()
    GAME.setup(s, tables, 3, 1)
    for step in range(250):
        if not s.over:
            GAME.apply(s, tables, actions[step % GAME.legal_actions(s, tables, actions)])
    for viewer in range(3):
        GAME.determinize(s, tables, viewer, 10 + viewer)
    return {name: s[name].tobytes().hex() for name in s.dtype.names}


def checked():
    """Plays many games with every index checked; an index out of bounds ends this with an error."""
    errors = 0
    random = load_agent(GAME.name, "random")
    for table in TABLES.values():
        tables = GAME.make_tables(table)
        batch = play_games(GAME, tables, [random] * table["players"], 1, 0, 400)
        errors += int((batch.error != 0).sum())
        state = GAME.new_state()
        for number in range(20):
            GAME.setup(state, tables, 1, number)
            GAME.determinize(state, tables, number % table["players"], number)
    return {"errors": errors}


def scenarios():
    """The scenario files."""
    return run_files([SCENARIOS]).as_dict()


def beyond():
    """A game with an agent that reads beyond the end of an array."""

    def choose(s, t, actions, n, params):
        return 0 if params[n + 100] < 1e300 else 1

    wrong = Agent("wrong", GAME.name, "wrong", kernel(cache=False)(choose))
    play_games(GAME, GAME.make_tables({}), [wrong] * 2, 1, 0, 1)
    return {}


def deeds(*names, **settings):
    """A run of this file as a program, in a process with such settings."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run([sys.executable, __file__, *names], cwd=ROOT, env=environment, capture_output=True, text=True)


def results(run):
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def by_python():
    return results(deeds("rows", "redealt", "scenarios", NUMBA_DISABLE_JIT="1"))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("agent", [agent.name for agent in list_agents(GAME.name)])
def test_compiled_and_interpreted_games_are_the_same(by_python, compiled_rows, agent, table):
    compiled, python = compiled_rows[f"{agent} {table}"], by_python["rows"][f"{agent} {table}"]
    assert not any(compiled["error"])
    assert len(set(compiled["fingerprint"])) == (4 if agent == "random" else 1)
    for column in compiled:
        assert compiled[column] == python[column], column


@pytest.fixture(scope="module")
def compiled_rows():
    return json.loads(json.dumps(rows()))


def test_what_is_redealt_is_the_same_compiled_and_interpreted(by_python):
    assert by_python["redealt"] == redealt()


def test_every_scenario_holds_when_interpreted(by_python):
    assert by_python["scenarios"]["failures"] == []
    assert by_python["scenarios"]["passed"] > 500


def test_no_index_is_out_of_bounds():
    found = results(deeds("checked", "scenarios", NUMBA_BOUNDSCHECK="1"))
    assert found["checked"] == {"errors": 0}
    assert found["scenarios"]["failures"] == []


def test_an_index_out_of_bounds_would_be_noticed():
    run = deeds("beyond", NUMBA_BOUNDSCHECK="1")
    assert run.returncode != 0
    assert "out of bounds" in run.stderr


if __name__ == "__main__":
    print(json.dumps({name: globals()[name]() for name in sys.argv[1:]}))
