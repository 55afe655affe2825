"""Agents for Shards of Infinity."""

from ..search import expert
from ..strategist import strategies
from . import published
from .doubt import doubt
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose)
LEFT = "cards of the hand and champions it uses as the all-rounder does"
EXPERT = expert(STRATEGIES[0], value, doubt, LEFT, rollouts=1000, horizon=8, margin=1, whole_from=3)
AGENTS = [*STRATEGIES, *published.AGENTS, EXPERT]
"""All named agents of the game, first the one that plays if none is named."""
