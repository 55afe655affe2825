"""The agents of a game as tests that play with all of them take them: those that think ahead think little."""

from agents import list_agents
from agents.search import SearchAgent

LITTLE = {"rollouts": 6.0, "horizon": 1.0, "margin": 0.0}
"""With no margin thinking often changes what is done, so that tests see it."""


def quick_agents(game):
    """All agents of a game by name, the random one first."""
    return {
        agent.name: agent.with_parameters(**LITTLE) if isinstance(agent, SearchAgent) else agent
        for agent in list_agents(game)
    }
