"""Agents of Berserk: how strong they are with equal squads, and that they recruit and place with sense."""

from __future__ import annotations

import functools

import pytest

from agents import list_agents, load_agent
from experiments.statistics.intervals import rate
from sim import load_game
from sim.core.turnloop import play_games

GAME = load_game("berserk")
STRATEGIES = ("rush", "shooters", "formation")
SQUADS = [("mountains-starter", "forests-starter"), ("steppes-line", "swamps-poison")]
DECK = "forests-mountains-starter"


@functools.cache
def wins(agent: str, other: str, games: int = 100):
    """The win rate of an agent against another, each squad in each hand, with its interval; a draw is half a win."""
    won, played = 0.0, 0
    for pair in SQUADS:
        for squads in (pair, pair[::-1]):
            batch = play(agent, other, {"squads": list(squads)}, games)
            won, played = won + float(batch.score[:, 0].sum()), played + games
    return rate(round(won), played, confidence=0.99)


def play(agent: str, other: str, table: dict, games: int):
    """A batch of games without faults."""
    agents = [load_agent(GAME.name, name) for name in (agent, other)]
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
