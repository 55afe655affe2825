"""Agents for Aeon's End."""

from ..search import expert
from ..strategist import strategies
from .doubt import doubt
from .numbers import TEAMS
from .strategist import choose
from .value import value

STRATEGIES = strategies(choose, TEAMS)
EXPERT = expert(STRATEGIES[0], value, doubt, "gems and relics it plays as the all-rounder does", rollouts=200, margin=1)
AGENTS = [*STRATEGIES, EXPERT]
"""All named agents of the game, first the one that plays if none is named."""
