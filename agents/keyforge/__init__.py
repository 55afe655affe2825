"""Agents for KeyForge."""

from . import strategist

AGENTS = strategist.AGENTS
"""All named agents of the game, the strongest first."""
