"""Agents for Berserk: Heroes."""

from ..search import expert
from ..strategist import strategies
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose)
EXPERT = expert(STRATEGIES[0], value, rollouts=48, horizon=2)
AGENTS = [*STRATEGIES, EXPERT]
"""All named agents of the game, first the one that plays if none is named."""
