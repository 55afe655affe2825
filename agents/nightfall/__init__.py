"""Agents for Nightfall."""

from ..search import expert
from ..strategist import strategies
from .numbers import TABLES
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose, TABLES)
EXPERT = expert(STRATEGIES[0], value, rollouts=90, horizon=3)
AGENTS = [*STRATEGIES, EXPERT]
"""All named agents of the game, first the one that plays if none is named."""
