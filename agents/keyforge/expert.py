"""KeyForge's expert: the all-rounder, thinking ahead."""

from __future__ import annotations

from ..search import search
from . import strategist
from .value import value

AGENTS = [
    search(
        "keyforge",
        "expert",
        rollout=strategist.AGENTS[0],
        value=value,
        description="""
        Tries every legal action in imagined games that the all-rounder plays on, and takes one that does better there
        than what the all-rounder would do.""",
        rollouts=60,
        horizon=3,
    )
]
