"""Shards of Infinity's expert: the all-rounder, thinking ahead where gems are spent and where choices are lasting."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.shards_of_infinity.state import Kind

from ..search import search
from . import strategist
from .value import value


@kernel
def doubt(s, t, actions, n, first):
    """Playing a card of the hand and using a champion are not questioned: what matters is what is bought then."""
    kind = actions[first].kind
    return 0.0 if kind in (Kind.PLAY, Kind.EXHAUST, Kind.SHIELD, Kind.REVEAL) else 1.0


AGENTS = [
    search(
        "shards_of_infinity",
        "expert",
        rollout=strategist.AGENTS[0],
        value=value,
        doubt=doubt,
        description="""
        Tries every legal action in imagined games that the all-rounder plays on, and takes one that does better there
        than what the all-rounder would do; cards of the hand and champions it uses as the all-rounder does.""",
        rollouts=400,
        margin=1,
    )
]
