"""Who decides: agents for every game, found by name."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from sim import load_game
from sim.core.errors import InputError, nearest, quoted, shown

from .agent import Agent, define_agent
from .random import random_agent

__all__ = ["Agent", "define_agent", "list_agents", "load_agent"]


@functools.cache
def _agents(game: str) -> dict[str, Agent]:
    load_game(game)
    agents = [random_agent(game)]
    if importlib.util.find_spec(f".{game}", __package__):
        agents += importlib.import_module(f".{game}", __package__).AGENTS
    return {agent.name: agent for agent in agents}


def list_agents(game: str) -> list[Agent]:
    """All agents for a game, the random one first."""
    return list(_agents(game).values())


def load_agent(game: str, spec: str | Mapping[str, Any] | Agent) -> Agent:
    """An agent by name, or by a mapping {"agent": name, parameter: value, ...}; an Agent is checked and passed through,
    made anew if what its function uses has changed since it was defined.

    InputError with the nearest names if there is no such agent or parameter, or if it plays another game.
    """
    if isinstance(spec, Agent):
        if spec.game != game:
            raise InputError(f"agent {quoted(spec.name)} plays {spec.game}, not {game}")
        return spec.current()
    if callable(spec):
        raise InputError(
            f"{quoted(getattr(spec, '__name__', spec))} is a function, not an agent: put"
            f" @define_agent({quoted(game)}) above it"
        )
    if isinstance(spec, str):
        spec = {"agent": spec}
    if not isinstance(spec, Mapping) or not isinstance(spec.get("agent"), str):
        raise InputError(f'an agent is a name or {{ agent = "name", parameter = value }}, found {shown(spec)}')
    values = {str(key): value for key, value in spec.items()}
    known = _agents(game)
    name = values.pop("agent")
    name = next((one for one in known if one == name.casefold()), name)
    if name not in known:
        raise InputError(f"no agent for {game} is called {quoted(name)}{nearest(name, known)}")
    return known[name].with_parameters(**values) if values else known[name]
