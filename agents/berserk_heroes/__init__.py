"""Agents for Berserk: Heroes."""

from . import expert, strategist

AGENTS = [*strategist.AGENTS, *expert.AGENTS]
"""All named agents of the game, first the one that plays if none is named."""
