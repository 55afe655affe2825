"""Agents for Berserk."""

from ..search import expert
from ..strategist import strategies
from . import published
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose)
EXPERT = expert(STRATEGIES[0], value, rollouts=60, horizon=2)
AGENTS = [*STRATEGIES, EXPERT, *published.AGENTS]
"""All named agents of the game, first the one that plays if none is named."""
