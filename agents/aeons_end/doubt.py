"""Where the expert of Aeon's End thinks: of all but what its cards of the hand are for."""

from __future__ import annotations

from sim.aeons_end.state import Kind
from sim.core.kernel import kernel


@kernel
def doubt(s, t, actions, n, first):
    """That a gem or relic is played is not questioned: most decisions are of that kind, and least is lost there."""
    return 0.0 if actions[first].kind == Kind.PLAY else 1.0
