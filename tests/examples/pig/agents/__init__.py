"""Agents for Pig."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.pig import Kind

from ..agent import define_agent
from ..random import random_agent
from ..search import search
from ..strategist import Setting, Settings


class Number(Settings):
    """What steers a player."""

    ENOUGH = Setting(20.0, "points", "at stake, with which he holds")


@define_agent("pig", Number.defaults())
def choose(s, t, actions, n, params):
    """Rolls until enough is at stake, or what wins."""
    enough = s.at_stake >= params[Number.ENOUGH] or s.points[s.active] + s.at_stake >= t.goal
    return Kind.HOLD if enough else Kind.ROLL


@kernel
def value(s, t, seat):
    """The chance that a seat wins, in 0..1: imagined games are played to their end, so that it is their score."""
    return float(s.score[seat])


BEST = choose.named("best", "Holds with twenty points at stake.")
CAUTIOUS = choose.named("cautious", "Holds with ten.", enough=10.0)
THINKER = search("pig", "thinker", random_agent("pig"), value, rollouts=60)
AGENTS = [BEST, CAUTIOUS, THINKER]
"""All named agents of the game, first the one that plays if none is named."""
