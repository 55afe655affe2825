"""Agents for Nightfall."""

from . import strategist

AGENTS = [*strategist.AGENTS]
"""All named agents of the game, first the one that plays if none is named."""
