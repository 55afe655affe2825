"""The same games compiled, interpreted by Python, and compiled with every index checked.

Run as a program (`python tests/test_interpreted.py rows`), this file prints what it plays as JSON; the tests run it so
in processes with other settings of the compiler, and compare.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from quick import quick_agents

from agents import Agent, load_agent
from agents.search import SearchAgent
from sim import load_game
from sim.core.kernel import kernel
from sim.core.turnloop import play_games
from sim.words.scenario import run_files

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
TABLES = {
    "shards_of_infinity": {
        "two": {"players": 2},
        "three": {"players": 3},
        "four": {"players": 4, "first": "random"},
        "house": {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_health": 60, "turn_limit": 6},
    },
    "aeons_end": {
        f"{players} against {nemesis}": {"players": players, "nemesis": nemesis} | house
        for players, house in (
            (1, {"solo_exhaustion_loses": False}),
            (2, {"mages": ["phaedraxa", "jian"], "supply": ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4}),
            (3, {"difficulty": "extinction", "hand": 7, "supply": "starter_simple"}),
            (4, {"supply": "free_charges", "first": "p3"}),
        )
        for nemesis in NEMESES
    },
    "keyforge": {
        "starters": {"players": 2},
        "random decks": {"players": 2, "decks": ["random:5", "random:6"], "first": "random"},
        "chains": {"players": 2, "decks": ["random:9", "random:40"], "chains": [7, 0], "turn_limit": 12},
    },
}
REDEALT = {
    "shards_of_infinity": {"three": 250},
    "aeons_end": {f"{players} against crooked_mask": 45 for players in (1, 2, 3, 4)},
    "keyforge": {"starters": 60, "random decks": 90},
}
"""In which games states are redealt, and after how many steps."""


def agents(game, table):
    """The agents that play a table: random all of them, one that thinks ahead, which is slow here, the first of a game,
    of the others each some in every number of players.
    """
    random, *others = quick_agents(game).values()
    number = list(TABLES[game]).index(table)
    thinkers = [agent for agent in others if isinstance(agent, SearchAgent)]
    quick = [agent for agent in others if agent not in thinkers]
    some = (a for i, a in enumerate(quick) if game != "aeons_end" or (number // 4 + number + i) % 4 == 0)
    return [random, *some, *(thinkers if number == 0 else [])]


PLAYED = [(game, agent.name, table) for game in TABLES for table in TABLES[game] for agent in agents(game, table)]


def rows():
    """What a few games of every agent come to."""
    found = {}
    for name, agent, table in PLAYED:
        game = load_game(name)
        random, player = load_agent(name, "random"), quick_agents(name)[agent]
        players = TABLES[name][table]["players"]
        seats = [player, *[random] * (players - 2), player][:players]
        count = 4 if agent == "random" and name == "shards_of_infinity" else 1
        batch = play_games(game, game.make_tables(TABLES[name][table]), seats, 5, 41, count)
        columns = ("fingerprint", "score", "measures", "first_seat", "turns", "decisions", "error")
        found[f"{name} {agent} {table}"] = {column: getattr(batch, column).tolist() for column in columns}
    return found


def redealt():
    """Every field of a state in mid-game as several seats imagine it."""
    found = {}
    for name in TABLES:
        for table, steps in REDEALT[name].items():
            game = load_game(name)
            tables, s, actions = game.make_tables(TABLES[name][table]), game.new_state(), game.new_actions()
            game.setup(s, tables, 3, 1)
            for step in range(steps):
                if not s.over:
                    game.apply(s, tables, actions[step % game.legal_actions(s, tables, actions)])
            for viewer in range(int(s.players)):
                game.determinize(s, tables, viewer, 10 + viewer)
            found[f"{name} {table}"] = {field: s[field].tobytes().hex() for field in s.dtype.names}
    return found


def checked():
    """Plays many games with every index checked; an index out of bounds ends this with an error."""
    errors = 0
    for name in TABLES:
        game, random = load_game(name), load_agent(name, "random")
        for table in TABLES[name].values():
            tables = game.make_tables(table)
            batch = play_games(game, tables, [random] * table["players"], 1, 0, 400)
            errors += int((batch.error != 0).sum())
            state = game.new_state()
            for number in range(20):
                game.setup(state, tables, 1, number)
                game.determinize(state, tables, number % table["players"], number)
    return {"errors": errors}


def scenarios():
    """The scenario files."""
    return run_files([SCENARIOS]).as_dict()


def beyond():
    """A game with an agent that reads beyond the end of an array."""

    def choose(s, t, actions, n, params):
        return 0 if params[n + 100] < 1e300 else 1

    game = load_game("shards_of_infinity")
    wrong = Agent("wrong", game.name, "wrong", kernel(cache=False)(choose))
    play_games(game, game.make_tables({}), [wrong] * 2, 1, 0, 1)
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


@pytest.mark.parametrize(("game", "agent", "table"), PLAYED)
def test_compiled_and_interpreted_games_are_the_same(by_python, compiled_rows, game, agent, table):
    compiled, python = (found[f"{game} {agent} {table}"] for found in (compiled_rows, by_python["rows"]))
    assert not any(compiled["error"])
    assert len(set(compiled["fingerprint"])) == len(compiled["turns"])
    for column in compiled:
        assert compiled[column] == python[column], column


@pytest.fixture(scope="module")
def compiled_rows():
    return json.loads(json.dumps(rows()))


def test_what_is_redealt_is_the_same_compiled_and_interpreted(by_python):
    found = redealt()
    assert len(found) == 7
    assert by_python["redealt"] == found


def test_every_scenario_holds_when_interpreted(by_python):
    assert by_python["scenarios"]["failures"] == []
    assert by_python["scenarios"]["passed"] > 1500


def test_no_index_is_out_of_bounds():
    found = results(deeds("checked", "scenarios", NUMBA_BOUNDSCHECK="1"))
    assert found["checked"] == {"errors": 0}
    assert found["scenarios"]["failures"] == []


def test_an_index_out_of_bounds_would_be_noticed():
    run = deeds("beyond", NUMBA_BOUNDSCHECK="1")
    assert run.returncode != 0
    assert "out of bounds" in run.stderr


if __name__ == "__main__":
    np.seterr(over="raise")  # interpreted, a narrow field that overflows ends this with an error
    print(json.dumps({name: globals()[name]() for name in sys.argv[1:]}))
