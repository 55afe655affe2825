"""Thinking ahead: it finds what wins, keeps to its budget, and is a function of the game, the seed and its numbers.

Run as a program (`python tests/test_search.py counted`), this file counts imagined games; a test runs it so.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numba.core.event
import numpy as np
import pytest
from contract.honesty import HONEST, VERDICTS, look
from quick import quick_agents

from agents import define_agent, list_agents, load_agent
from agents.agent import Agent
from agents.search import (
    NUMBERS,
    SearchAgent,
    chooser,
    draw_candidates,
    is_better,
    keep_better_half,
    rounds_for,
    search,
    thoughts,
)
from experiments.statistics.intervals import rate
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.core.kernel import kernel
from sim.core.turnloop import play_games

ROOT = Path(__file__).parents[1]
SHARDS = load_game("shards_of_infinity")
WINNING = {
    "shards_of_infinity": ({"p1.hand": ["blaster", "crystal"], "p2.health": 1}, "play blaster"),
    "keyforge": ({"house": "untamed", "p1.amber": 7, "p1.keys": 2, "p1.hand": ["key_charge"]}, "play key_charge"),
    "aeons_end": (
        {"nemesis.life": 2, "p1.breach1.spells": ["wildfire_whip"], "phase": "casting"},
        "cast wildfire_whip 1",
    ),
    "berserk": (
        {
            "p1.squad": [{"id": "nomad", "cell": "C1"}],
            "p2.squad": [{"id": "leshy", "cell": "C1'", "wounds": 6, "closed": True}],
        },
        "strike nomad leshy",
    ),
    "berserk_heroes": ({"p1.creatures": ["burk"], "p2.wounds": 16}, "attack burk furgot"),
    "nightfall": ({"counted": 1, "p1.hand": ["midnight_barrage"]}, "play midnight_barrage"),
}
"""Positions in which one action wins this turn, and what it is."""


ASLEEP_IN = {
    "shards_of_infinity": "main",
    "keyforge": "main",
    "aeons_end": "casting",
    "berserk": "main",
    "berserk_heroes": "main",
    "nightfall": "chain",
}


def asleep(name):
    """An agent that does nothing in its turn, and takes what is listed first of all other choices."""
    kinds = load_game(name).words.decisions
    idle = next(code for code, kind in kinds.items() if kind == ASLEEP_IN[name])

    @define_agent(name)
    def sleeper(s, tables, actions, n, params):
        """Does nothing in its turn."""
        return n - 1 if s.decision == idle else 0

    return sleeper


def position(game, given):
    """The tables, the state, the legal actions and their number where all is as a scenario would give it."""
    tables, s, actions = game.make_tables({}, []), game.new_state(), game.new_actions()
    game.words.clear(s, tables, 0)
    paths = game.words.paths(tables, game.words.card_ids())
    for path, value in given.items():
        paths[path].write(s, value)
    return tables, s, actions, game.legal_actions(s, tables, actions)


def answer(game, agent, given):
    """The phrase of what an agent does first in a position, and all that it could have done."""
    tables, s, actions, n = position(game, given)
    phrases = [game.words.phrase(s, actions[k], game.words.card_ids()) for k in range(n)]
    return phrases[agent.choose(s, tables, actions, n, agent.params)], phrases


# --- it finds what wins -----------------------------------------------------------------------------------------------


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", GAMES)
def test_search_finds_the_winning_action_that_its_simple_agent_misses(name):
    game, expert, sleeper = load_game(name), load_agent(name, "expert"), asleep(name)
    given, wins = WINNING[name]
    thinker = search(name, "thinker", sleeper, expert.value, rollouts=30, horizon=1)
    missed, phrases = answer(game, sleeper, given)
    assert len(phrases) > 1
    assert missed != wins
    assert answer(game, thinker, given)[0] == wins


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", GAMES)
def test_what_it_thinks_of_an_action_is_what_it_does_by(name):
    game, (given, wins) = load_game(name), WINNING[name]
    thinker = search(name, "thinker", asleep(name), load_agent(name, "expert").value, rollouts=30, horizon=1)
    tables, s, actions, n = position(game, given)
    before = s.tobytes()
    found = thoughts(thinker, tables, s, actions[:n])
    assert s.tobytes() == before
    assert len({thought.index for thought in found}) == len(found)
    assert n <= sum(thought.worlds for thought in found) <= 30
    best = max(found[:2], key=lambda thought: thought.share)
    assert game.words.phrase(s, actions[best.index], game.words.card_ids()) == wins
    assert best.index == thinker.choose(s, tables, actions, n, thinker.params)
    assert all(
        0 <= thought.share <= 1 and thought.variance <= thought.share * (1 - thought.share) + 1e-9 for thought in found
    )
    by_share = {thought.index: thought.gain - thought.share for thought in found if thought.worlds == best.worlds}
    assert len({round(difference, 9) for difference in by_share.values()}) == 1, (
        "gains are over one and the same choice"
    )
    assert best.share > 0.99 or name == "aeons_end"
    assert thoughts(thinker.with_parameters(rollouts=0), tables, s, actions[:n]) == []


def test_a_kind_of_decision_without_rollouts_is_left_to_the_simple_agent():
    given, wins = WINNING["keyforge"]
    value = load_agent("keyforge", "expert").value
    game = load_game("keyforge")
    idle = search("keyforge", "idle", asleep("keyforge"), value, rollouts=30, horizon=1, main=0)
    assert answer(game, idle, given)[0] != wins
    assert answer(game, idle.with_parameters(main=1), given)[0] == wins


def test_a_choice_that_is_not_doubted_is_left_to_the_simple_agent():
    @kernel(cache=False)
    def doubt(s, tables, actions, n, first):
        return 0.0 if first == n - 1 else 0.5

    (given, wins), value = WINNING["keyforge"], load_agent("keyforge", "expert").value
    doubtful = search("keyforge", "doubtful", asleep("keyforge"), value, doubt=doubt, rollouts=30, horizon=1)
    assert answer(load_game("keyforge"), doubtful, given)[0] != wins
    sure = search("keyforge", "sure", asleep("keyforge"), value, rollouts=30, horizon=1)
    assert answer(load_game("keyforge"), sure, given)[0] == wins
    assert doubtful.digest() != sure.digest()


@pytest.mark.parametrize(
    ("name", "given", "doubted"),
    [
        ("shards_of_infinity", {"p1.hand": ["crystal", "blaster"], "row": ["kiln_drone"]}, False),
        ("shards_of_infinity", {"gems": 2, "row": ["kiln_drone", "mining_drones"]}, True),
        ("aeons_end", {"phase": "main", "p1.hand": ["crystal", "spark"]}, False),
        ("aeons_end", {"phase": "casting", "p1.breach1.spells": ["spark"]}, True),
    ],
)
def test_cards_of_the_hand_are_played_without_doubt(name, given, doubted):
    game, expert = load_game(name), load_agent(name, "expert").with_parameters(rollouts=30, horizon=1)
    tables, s, actions, n = position(game, given)
    assert n > 1
    assert bool(thoughts(expert, tables, s, actions[:n])) == doubted


def test_thinking_ahead_beats_the_agent_that_plays_the_rollouts():
    tables, random = SHARDS.make_tables({"players": 2}), load_agent(SHARDS.name, "random")
    value = load_agent(SHARDS.name, "expert").value
    thinker = search(SHARDS.name, "thinker", random, value, rollouts=20, horizon=2, margin=1)
    batch = play_games(SHARDS, tables, [thinker, random], 8, 0, 100)
    assert rate(int(batch.score[:, 0].sum()), 100, confidence=0.99).low > 0.5


@pytest.mark.parametrize(("players", "horizon"), [(2, 2), (3, 0)])
def test_with_so_many_players_imagined_games_are_played_to_their_end(players, horizon):
    tables, best = SHARDS.make_tables({"players": players}), load_agent(SHARDS.name, "best")
    value = load_agent(SHARDS.name, "expert").value
    thinker = search(SHARDS.name, "thinker", best, value, rollouts=20, horizon=2, whole_from=3)
    played = [
        play_games(SHARDS, tables, [agent] * players, 3, 0, 2).fingerprint.tolist()
        for agent in (
            thinker,
            *(thinker.with_parameters(horizon=turns, whole_from=0) for turns in (horizon, 2 - horizon)),
        )
    ]
    assert played[0] == played[1] != played[2]


# --- a game is a function of the plan and its number ------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_games_depend_neither_on_the_batch_nor_on_the_thread(name):
    game, expert = load_game(name), quick_agents(name)["expert"]
    tables = game.make_tables({"players": 2})
    whole = play_games(game, tables, [expert] * 2, 4, 0, 12)
    assert not whole.error.any()
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda first: play_games(game, tables, [expert] * 2, 4, first, 3), range(0, 12, 3)))
    assert np.array_equal(np.concatenate([part.fingerprint for part in parts]), whole.fingerprint)
    simple = play_games(game, tables, [expert.rollout] * 2, 4, 0, 12)
    assert not np.array_equal(simple.fingerprint, whole.fingerprint)


@pytest.mark.parametrize("rollouts", [0, 1, 2, 3, 17, 60])
def test_every_budget_plays_legal_games(rollouts):
    tables = SHARDS.make_tables({"players": 4})
    expert = load_agent(SHARDS.name, "expert").with_parameters(rollouts=rollouts, horizon=2, margin=0)
    assert not play_games(SHARDS, tables, [expert] * 4, 1, 0, 2).error.any()


@pytest.mark.parametrize("name", GAMES)
def test_search_neither_peeks_nor_meddles(name):
    assert look(load_game(name), quick_agents(name)["expert"], {"players": 2}, 400)[0] == VERDICTS[HONEST]


def test_a_value_that_sees_hidden_cards_tells_search_nothing():
    @kernel(cache=False)
    def peeking(s, tables, seat):
        other, total = s.hand[1 - seat], 0
        for i in range(other.n):
            total += other.card[i]
        return (total % 7) / 7.0

    thinker = search(SHARDS.name, "peeker", load_agent(SHARDS.name, "best"), peeking, rollouts=20, horizon=1, margin=0)
    assert look(SHARDS, thinker, {"players": 2}, 400)[0] == VERDICTS[HONEST]


# --- it compiles alone, and once --------------------------------------------------------------------------------------


def compiled_during(deed):
    """Modules of the functions that were compiled meanwhile."""
    with numba.core.event.install_recorder("numba:compile") as recorder:
        deed()
    return {event.data["dispatcher"].py_func.__module__ for _, event in recorder.buffer if event.is_start}


def test_search_compiles_no_game_and_no_agent():
    tables, expert = SHARDS.make_tables({"players": 2}), quick_agents(SHARDS.name)["expert"]
    fresh = replace(expert, choose=kernel(cache=False)(chooser.__wrapped__(SHARDS.name).py_func))
    play_games(SHARDS, tables, [expert] * 2, 1, 0, 1)
    modules = compiled_during(lambda: play_games(SHARDS, tables, [fresh] * 2, 1, 0, 1))
    assert "agents.search" in modules
    assert {module for module in modules if not module.startswith("numba.")} <= {"agents.search", "sim.core.rng"}


def test_another_simple_agent_compiles_no_search():
    best, random = load_agent(SHARDS.name, "best"), load_agent(SHARDS.name, "random")
    expert = quick_agents(SHARDS.name)["expert"]
    tables = SHARDS.make_tables({"players": 2})
    play_games(SHARDS, tables, [expert, random], 1, 0, 1)
    for simple in (best, random):
        thinker = replace(expert, rollout=simple)
        assert compiled_during(lambda thinker=thinker: play_games(SHARDS, tables, [thinker] * 2, 1, 0, 1)) == set()


# --- its parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "budget", "tried"), [(3, 60, 3), (20, 240, 20), (20, 60, 12), (20, 2, 2), (2, 2, 2)])
def test_no_more_candidates_are_drawn_than_there_are_rollouts_for(n, budget, tried):
    candidates = np.zeros(n, np.int64)
    assert draw_candidates(candidates, 1, budget, np.uint64(5)) == tried
    assert candidates[0] == 1
    assert sorted(candidates) == list(range(n))


def test_rounds_halve_the_challengers():
    assert [rounds_for(n) for n in (2, 3, 4, 5, 6, 9, 10)] == [1, 2, 3, 3, 4, 4, 5]


def test_challengers_that_are_not_ahead_are_dropped():
    candidates, gain = np.array([4, 0, 1, 2, 3]), np.array([0.5, -1.0, 2.0, 1.0, 0.0])
    assert keep_better_half(candidates, gain, 5) == 3
    assert list(candidates[:3]) == [4, 2, 3]
    assert keep_better_half(candidates, np.array([-0.5, -1.0, 0.0, -1.0, 0.0]), 3) == 1


@pytest.mark.parametrize(
    ("gains", "margin", "better"),
    [
        ([1.0, 0.0, 1.0, 0.0], 1.0, True),
        ([1.0, 0.0, 1.0, 0.0], 2.0, False),
        ([0.1, 0.1, 0.1], 5.0, True),
        ([0.0, 0.0, 0.0], 0.0, False),
        ([-1.0, 0.5], 0.0, False),
        ([1.0], 0.0, False),
    ],
)
def test_better_is_so_many_standard_errors_above_nothing(gains, margin, better):
    gains = np.array(gains)
    assert is_better(gains.sum(), (gains**2).sum(), len(gains), margin) == better


def test_values_are_chances_of_all_seats_together():
    for name in GAMES:
        game, agent = load_game(name), load_agent(name, "expert")
        tables, s, actions = game.make_tables({"players": 2}), game.new_state(), game.new_actions()
        game.setup(s, tables, 1, 0)
        for step in range(60):
            if not s.over:
                game.apply(s, tables, actions[step % game.legal_actions(s, tables, actions)])
            values = [agent.value(s, tables, seat) for seat in range(2)]
            assert all(0 <= value <= 1 for value in values)
            assert values[0] == values[1] if name == "aeons_end" else sum(values) == pytest.approx(1)


# --- in plans ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_an_expert_is_an_agent_like_any_other(name):
    expert = load_agent(name, {"agent": "expert", "rollouts": 20, ASLEEP_IN[name]: 0.5})
    assert isinstance(expert, SearchAgent)
    assert expert.name in [agent.name for agent in list_agents(name)]
    assert (expert.parameters["rollouts"], expert.parameters[ASLEEP_IN[name]]) == (20, 0.5)
    assert set(NUMBERS) < set(expert.parameters)
    assert len({expert.digest(), load_agent(name, "expert").digest(), expert.rollout.digest()}) == 3


def test_the_simple_agent_s_numbers_count_in_the_digest():
    expert = load_agent(SHARDS.name, "expert")
    other = search(SHARDS.name, "expert", expert.rollout.with_parameters(focus=9), expert.value)
    same = search(SHARDS.name, "expert", expert.rollout, expert.value)
    assert other.digest() != same.digest()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"rollouts": -1}, ["rollouts", "whole number", "-1"]),
        ({"rollouts": 2.5}, ["rollouts", "whole number", "2.5"]),
        ({"horizon": 0.5}, ["horizon", "whole number", "0.5"]),
        ({"whole_from": 2.5}, ["whole_from", "whole number", "2.5"]),
        ({"margin": -2}, ["margin", "number", "-2"]),
        ({"rolouts": 7}, ["rolouts", "rollouts"]),
    ],
)
def test_a_wrong_number_is_one_clear_error(values, words):
    with pytest.raises(InputError) as error:
        load_agent(SHARDS.name, {"agent": "expert", **values})
    assert len(error.value.problems) == 1
    assert all(word in str(error.value) for word in words)


# --- the budget -------------------------------------------------------------------------------------------------------


def counted():
    """How many imagined games each decision of a game took, by budget; interpreted."""
    found = {}
    tables = SHARDS.make_tables({"players": 2, "turn_limit": 3})
    for budget in (0, 1, 2, 7, 25):
        calls = []

        def value(s, tables, seat, calls=calls):
            calls.append(seat)
            return (int(s.rng[0]) % 101) / 101

        thinker = search(SHARDS.name, "t", load_agent(SHARDS.name, "random"), value, rollouts=budget, horizon=1)
        thinker = replace(thinker, value=value)  # not a copy, which would count elsewhere
        each = []

        def choose(s, t, actions, n, params, thinker=thinker, each=each, calls=calls):
            calls.clear()
            k = thinker.choose(s, t, actions, n, thinker.params)
            each.append(len(calls))
            return k

        counter = Agent("counter", SHARDS.name, "counts", choose)
        play_games(SHARDS, tables, [counter] * 2, 1, 0, 1)
        found[budget] = each
    return found


def test_the_budget_is_kept():
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, __file__, "counted"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    found = {int(budget): each for budget, each in json.loads(run.stdout).items()}
    for budget, each in found.items():
        assert len(each) > 5
        assert max(each) <= budget
    assert max(found[0] + found[1]) == 0
    assert max(found[25]) > 16


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]]()))
