"""The end of the game (rules 7)."""

from __future__ import annotations

from ..core.kernel import kernel
from .seats import living
from .state import SEATS, Cause, Decision


@kernel
def end_game(s, cause):
    """The game is over: those still alive share the score (rules 7)."""
    s.over, s.cause, s.n_frames, s.decision = 1, cause, 0, Decision.NONE
    s.truncated = cause == Cause.TURN_LIMIT
    share = 1.0 / living(s)
    for seat in range(SEATS):
        s.score[seat] = share if s.alive[seat] == 1 else 0.0
