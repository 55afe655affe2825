"""Agents for KeyForge."""

from ..search import expert
from ..strategist import read_tables, strategies
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose, held=read_tables("keyforge", "houses", "actions"))
EXPERT = expert(STRATEGIES[0], value, rollouts=60, horizon=3)
AGENTS = [*STRATEGIES, EXPERT]
"""All named agents of the game, first the one that plays if none is named."""
