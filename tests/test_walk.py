"""A walk through a game is the game that a batch plays."""

import numpy as np
import pytest

from agents import load_agent
from sim import load_game
from sim.core.faults import ERROR_AGENT
from sim.core.turnloop import play_games
from sim.words.walk import Walk

GAME = load_game("shards_of_infinity")
TABLES = GAME.make_tables({"players": 3})
RANDOM = [load_agent(GAME.name, "random")] * 3


@pytest.mark.parametrize("number", [0, 4])
def test_a_walk_is_the_game_of_the_batch(number):
    walk, batch = Walk(GAME, TABLES, RANDOM, seed=3, number=number), play_games(GAME, TABLES, RANDOM, 3, number, 1)
    steps = [(step.seat, len(step.legal)) for step in walk]
    assert walk.state.over
    assert not walk.fault
    assert int(walk.fingerprint) == int(batch.fingerprint[0])
    assert walk.asked == batch.decisions[0] == sum(n > 1 for _, n in steps)
    assert {seat for seat, _ in steps} == {0, 1, 2}


def test_a_step_comes_before_its_action_is_done():
    states, turns = [], []
    for step in Walk(GAME, TABLES, RANDOM):
        assert step.action in step.legal
        assert step.seat == step.state.to_move
        states.append(step.state.tobytes())
        turns.append(int(step.state.turn))
    assert len(set(states)) == len(states)
    assert turns[0] == 0
    assert turns == sorted(turns)


def test_one_decider_can_play_all_seats():
    seen = []

    def last(s, legal):
        seen.append((int(s.to_move), len(legal)))
        return len(legal) - 1

    walk = Walk(GAME, TABLES, last, seed=2)
    taken = [(step.seat, len(step.legal)) for step in walk if len(step.legal) > 1 and step.index == len(step.legal) - 1]
    assert walk.state.over
    assert seen == taken
    assert walk.asked == len(seen)


def test_an_index_outside_the_list_ends_the_walk():
    walk = Walk(GAME, TABLES, lambda s, legal: len(legal))
    assert all(len(step.legal) == 1 for step in walk)
    assert walk.state.error == ERROR_AGENT
    assert 'agent "decider": index' in walk.fault
    assert np.all(walk.state.score == 0)
