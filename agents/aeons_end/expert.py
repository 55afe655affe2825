"""Aeon's End's expert: the all-rounder, thinking ahead of what its cards of the hand are for."""

from __future__ import annotations

from sim.aeons_end.state import Kind
from sim.core.kernel import kernel

from ..search import search
from . import strategist
from .value import value


@kernel
def doubt(s, t, actions, n, first):
    """That a gem or relic is played is not questioned: most decisions are of that kind, and least is lost there."""
    return 0.0 if actions[first].kind == Kind.PLAY else 1.0


AGENTS = [
    search(
        "aeons_end",
        "expert",
        rollout=strategist.AGENTS[0],
        value=value,
        doubt=doubt,
        description="""
        Tries every legal action in imagined games that the all-rounder plays on, and takes one that does better there
        than what the all-rounder would do; gems and relics it plays as the all-rounder does.""",
        rollouts=200,
        margin=1,
    )
]
