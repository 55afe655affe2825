"""Agents of Berserk: how strong they are with equal squads, and that they recruit and place with sense."""

from __future__ import annotations

import functools

import pytest

from agents import define_agent, list_agents, load_agent
from experiments.statistics.intervals import rate
from sim import load_game
from sim.berserk.state import Decision
from sim.core.rng import agent_stream, below
from sim.core.turnloop import play_games

GAME = load_game("berserk")
STRATEGIES = ("rush", "shooters", "formation")
SQUADS = [("mountains-starter", "forests-starter"), ("steppes-line", "swamps-poison")]
DECK = "forests-mountains-starter"
RECRUITS = "forests-mountains-starter-recruits"
BEST = load_agent("berserk", "best")
play_best = BEST.choose


@functools.cache
def wins(agent: str, other: str, games: int = 100):
    """The win rate of an agent against another, each squad in each hand, with its interval; a draw is half a win."""
    won, played = 0.0, 0
    for pair in SQUADS:
        for squads in (pair, pair[::-1]):
            batch = play(agent, other, {"squads": list(squads)}, games)
            won, played = won + float(batch.score[:, 0].sum()), played + games
    return rate(round(won), played, confidence=0.99)


def play(agent, other, table: dict, games: int):
    """A batch of games without faults."""
    agents = [load_agent(GAME.name, name) if isinstance(name, str) else name for name in (agent, other)]
    batch = play_games(GAME, GAME.make_tables(table, []), agents, seed=2026, first=0, count=games)
    assert not batch.error.any()
    return batch


def test_the_strategies_are_listed():
    assert {"best", "published", "expert", *STRATEGIES} <= {agent.name for agent in list_agents(GAME.name)}


def test_the_best_agent_beats_the_published_one_two_to_one():
    assert wins("best", "published").low > 0.65


@pytest.mark.parametrize("agent", ["best", *STRATEGIES])
def test_random_loses_to_every_strategy(agent):
    assert wins(agent, "random").low > 0.9


def test_random_loses_to_the_published_agent():
    assert wins("published", "random").low > 0.5


@pytest.mark.parametrize("other", STRATEGIES)
def test_no_strategy_is_stronger_than_the_best_agent(other):
    assert wins("best", other).high > 0.5


def test_the_best_agent_recruits_and_places_better_than_chance():
    batch = play("best", "random", {"decks": [DECK, DECK]}, 200)
    assert rate(round(float(batch.score[:, 0].sum())), 200, confidence=0.99).low > 0.9


def careless(decision: int):
    """The best agent, but for one kind of decision, which it leaves to chance."""

    @define_agent("berserk", BEST.parameters, name="careless")
    def choose(s, t, actions, n, params):
        """Plays like the best agent, and decides one thing by chance."""
        if s.decision == decision:
            return below(s, agent_stream(s.to_move), n)
        return play_best(s, t, actions, n, params)

    return choose


@pytest.mark.parametrize(
    ("decision", "table"),
    [
        (int(Decision.RECRUIT), {"decks": [DECK, DECK]}),
        (int(Decision.PLACE), {"squads": [RECRUITS, RECRUITS]}),
    ],
    ids=["recruitment", "placement"],
)
def test_the_best_agent_gains_by_recruiting_and_by_placing(decision, table):
    score = sum(
        float(play("best", careless(decision), table | {"first": first}, 200).score[:, 0].sum())
        for first in ("p1", "p2")
    )
    assert rate(round(score), 400, confidence=0.99).low > 0.5
