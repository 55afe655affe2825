"""Agents of Aeon's End: how strong they are against each nemesis, what they say of themselves, and that none peeks."""

from __future__ import annotations

import functools

import pytest
from contract.honesty import HONEST, VERDICTS, look

from agents import list_agents, load_agent
from agents.aeons_end.features import CARDS
from experiments.statistics.intervals import rate
from sim import load_game
from sim.aeons_end.cards import read_cards
from sim.aeons_end.knowledge import MEASURES
from sim.core.turnloop import play_games

GAME = load_game("aeons_end")
STRATEGIES = ("economy_first", "fast_breaches", "spell_damage", "gravehold_first")
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
AT_LEAST = {
    "best": (0.86, 0.73, 0.58, 0.43),
    "economy_first": (0.86, 0.64, 0.53, 0.39),
    "fast_breaches": (0.76, 0.48, 0.34, 0.26),
    "spell_damage": (0.69, 0.64, 0.52, 0.37),
    "gravehold_first": (0.87, 0.62, 0.36, 0.26),
}
"""The win rate of a team of two that each agent surely reaches with the suggested first supply, by nemesis."""


@functools.cache
def wins(agent: str, nemesis: str, players: int = 2, games: int = 4_000):
    """The win rate of a team of one agent, with its interval."""
    tables = GAME.make_tables({"players": players, "nemesis": nemesis})
    batch = play_games(GAME, tables, [load_agent(GAME.name, agent)] * players, seed=2026, first=0, count=games)
    assert not batch.error.any()
    return rate(int(batch.score[:, 0].sum()), games, confidence=0.99)


def test_the_strategies_are_listed():
    agents = list_agents(GAME.name)
    assert {*STRATEGIES} <= {agent.name for agent in agents}


def test_all_strategies_share_their_numbers_and_differ_in_them():
    agents = [agent for agent in list_agents(GAME.name) if agent.name in ("best", *STRATEGIES)]
    assert len({tuple(agent.parameters) for agent in agents}) == 1
    assert {f"use_{card}" for card in CARDS} <= set(agents[0].parameters)
    assert len({tuple(agent.parameters.values()) for agent in agents}) == len(agents)


@pytest.mark.parametrize("nemesis", NEMESES)
@pytest.mark.parametrize("agent", ["best", *STRATEGIES])
def test_every_strategy_beats_chance(agent, nemesis):
    assert wins(agent, nemesis).low > wins("random", nemesis).high
    assert wins(agent, nemesis).low > AT_LEAST[agent][NEMESES.index(nemesis)]


@pytest.mark.parametrize("nemesis", NEMESES)
def test_the_best_agent_is_the_strongest(nemesis):
    assert all(wins("best", nemesis).high > wins(other, nemesis).low for other in STRATEGIES)


def owned(agent: str, players: int) -> tuple[float, float]:
    """Gems that a team of one agent gains in a game, and breaches that are open at its end, a player."""
    tables = GAME.make_tables({"players": players})
    batch = play_games(GAME, tables, [load_agent(GAME.name, agent)] * players, seed=7, first=0, count=500)
    figures = dict(zip(MEASURES, batch.measures.mean(axis=0) / players, strict=True))
    cards = read_cards()
    gems = sum(n for name, n in figures.items() if name.startswith("gained_") and cards[name[7:]]["type"] == "gem")
    return float(gems), sum(float(figures[f"p{seat + 1}_open_breaches"]) for seat in range(players))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_economy_first_gains_most_gems_and_fast_breaches_opens_most_breaches(players):
    found = {agent: owned(agent, players) for agent in ("best", *STRATEGIES)}
    assert max(found, key=lambda agent: found[agent][0]) == "economy_first"
    assert max(found, key=lambda agent: found[agent][1]) == "fast_breaches"
    assert found["economy_first"][0] > 1.5 * found["best"][0]


def test_agents_of_different_seats_may_differ():
    tables = GAME.make_tables({"players": 3})
    team = [load_agent(GAME.name, name) for name in ("best", "random", "economy_first")]
    batch = play_games(GAME, tables, team, seed=5, first=0, count=100)
    assert not batch.error.any()
    assert (batch.score[:, 0] == batch.score[:, 2]).all()


# --- no agent peeks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nemesis", NEMESES)
@pytest.mark.parametrize(
    "mages",
    [["jian"], ["adelheim", "phaedraxa"], ["kadir", "lash", "mist"], ["brama", "xaxos", "lash", "phaedraxa"]],
    ids=len,
)
@pytest.mark.parametrize("name", ["best", "gravehold_first", "random"])
def test_no_agent_peeks_or_meddles(name, mages, nemesis):
    supply = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
    table = {"mages": mages, "nemesis": nemesis, "supply": supply}
    verdict, _ = look(GAME, load_agent(GAME.name, name), table, 3_000)
    assert verdict == VERDICTS[HONEST]
