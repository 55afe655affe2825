"""Agents for Shards of Infinity."""

from . import expert, published, strategist

AGENTS = [*strategist.AGENTS, *published.AGENTS, *expert.AGENTS]
"""All named agents of the game, first the one that plays if none is named."""
