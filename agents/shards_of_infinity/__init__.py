"""Agents for Shards of Infinity."""

from . import published, strategist

AGENTS = [*strategist.AGENTS, *published.AGENTS]
"""All named agents of the game, the strongest first."""
