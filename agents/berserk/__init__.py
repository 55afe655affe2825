"""Agents for Berserk."""

from . import expert, published, strategist

AGENTS = [*strategist.AGENTS, *expert.AGENTS, *published.AGENTS]
"""All named agents of the game, first the one that plays if none is named."""
