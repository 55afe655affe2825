"""The agent that knows nothing: every legal action is equally likely. It plays any game."""

from __future__ import annotations

import functools

from sim.core.kernel import digest, kernel
from sim.core.rng import agent_stream, below

from .agent import Agent


@kernel
def choose(s, tables, actions, n, params):
    """A uniformly random index, from the seat's agent stream."""
    return below(s, agent_stream(s.to_move), n)


@functools.cache
def random_agent(game: str) -> Agent:
    """The random agent for a game."""
    return Agent(
        name="random",
        game=game,
        description="Takes any legal action with equal probability. The yardstick for every other agent.",
        choose=choose,
        source=digest(b"uniform"),
        outside=False,
    )
