"""An agent that refuses one card, or is greedy for it: what shows whether it misjudges that card.

    refuser = taking(load_agent("keyforge", "best"), card, Manner.REFUSES)

The agent is asked as ever, but among fewer actions: who refuses a card is not offered those that take it, who is greedy
is offered these alone, as long as other actions are left. What takes a card, the kernel `taken` of a game says
(agents/<game>/taking.py). The card is a number among those that `choose` reads, so that one kernel does for all cards;
the agent's own kernel comes as an address (agents.addresses), so that it is not compiled again.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numba import types

from sim import load_game
from sim.core.game import ACTION
from sim.core.kernel import digest, kernel, reached_digest
from sim.core.records import record_type

from .addresses import address_of, function_at
from .agent import Agent

CHOOSE, TAKEN, MANNER, CARD, OWN = range(5)
"""Where in the numbers that `choose` reads things stand: two addresses, the manner, the card, and from OWN on the
agent's own numbers."""
RECORD = record_type(ACTION)
NOTHING = -1
"""What an action takes that takes no card."""

choose_at = function_at(lambda s, t, actions, params: types.int64(s, t, actions, types.int64, params))
taken_at = function_at(lambda s, t, actions, params: types.int64(s, t, actions.dtype))


class Manner(IntEnum):
    """How an agent stands to a card: it never takes it, or always when it can."""

    REFUSES, IS_GREEDY = range(2)


@dataclass(frozen=True)
class Taking:
    """What it is to take a card of a game, and what is left of a card without its text."""

    taken: Any
    """the kernel taken(s, tables, action) -> the row of the card that an action buys, plays or uses, or NOTHING"""
    may_take: Callable[[Mapping[str, Any]], bool]
    """the facts of a card -> whether a player may ever take it"""
    facts: tuple[str, ...] = ()
    """the facts that a blank has of the card in whose place it stands; none where all share one market"""
    standard: Mapping[str, Any] | None = None
    """what else a blank has to say"""

    def blank(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """A card without text of the same kind and cost."""
        return {"name": "Blank", **{fact: facts[fact] for fact in self.facts if fact in facts}, **(self.standard or {})}


@functools.cache
def load_taking(game: str) -> Taking:
    """What it is to take a card of a game."""
    found = importlib.import_module(f".{game}.taking", __package__).TAKING
    assert isinstance(found, Taking)
    return found


@kernel
def list_kept(s, tables, actions, takes, card, greedy, kept):
    """Writes the places of the actions that an agent is left with, those that take the card or all others; returns how
    many they are. kept: int64 vector, as long as the list of legal actions.
    """
    m = 0
    for k in range(kept.size):
        if (takes(s, tables, actions[k]) == card) == greedy:
            kept[m] = k
            m += 1
    return m


@kernel
def choose(s, tables, actions, n, params):
    """What the agent would do among the actions that it is left with; among all where these are none."""
    ask = choose_at(np.int64(params[CHOOSE]), s, tables, actions, params)
    takes = taken_at(np.int64(params[TAKEN]), s, tables, actions, params)
    kept = np.empty(n, np.int64)
    m = list_kept(s, tables, actions, takes, np.int64(params[CARD]), params[MANNER] == Manner.IS_GREEDY, kept)
    if m == 0 or m == n:
        return ask(s, tables, actions, n, params[OWN:])
    if m == 1:
        return kept[0]
    left = np.zeros(actions.size, RECORD)
    for i in range(m):
        left[i] = actions[kept[i]]
    k = ask(s, tables, left, m, params[OWN:])
    return kept[k] if 0 <= k < m else np.int64(-1)


@dataclass(frozen=True, eq=False, kw_only=True)
class TakingAgent(Agent):
    """An agent that stands in some manner to one card."""

    asked: Agent
    card: int
    """its row in the tables"""
    manner: Manner

    @property
    def params(self) -> np.ndarray:
        """The vector that `choose` reads: see CHOOSE and what follows it."""
        t = load_game(self.game).signatures
        taken = load_taking(self.game).taken
        addresses = [
            address_of(self.asked.choose, t.choose),
            address_of(taken, types.int64(t.state, t.tables, t.choose.args[2].dtype)),
        ]
        return np.array([*addresses, self.manner, self.card, *self.asked.params], np.float64)


def taking(agent: Agent, card: int, manner: Manner) -> TakingAgent:
    """The agent, standing in some manner to the card of a row."""
    return TakingAgent(
        name=f"{agent.name} that {manner.name.lower().replace('_', ' ')}",
        game=agent.game,
        description=f"{agent.name}, which {'never takes' if manner == Manner.REFUSES else 'always takes'} one card.",
        choose=choose,
        source=digest(source(agent.game).encode(), agent.digest().encode()),
        outside=agent.outside,
        asked=agent,
        card=card,
        manner=manner,
    )


def source(game: str) -> str:
    """A digest of the code by which agents of a game are made to refuse a card or to be greedy."""
    return reached_digest("agents/taking.py", "agents/addresses.py", f"agents/{game}/taking.py")
