"""The end of the game (rules 7)."""

from __future__ import annotations

from ..cards.header import close
from ..core.kernel import kernel
from .seats import living
from .state import SEATS, Cause


@kernel
def end_game(s, cause):
    """The game is over: those still alive share the score (rules 7)."""
    close(s, cause, cause == Cause.TURN_LIMIT)
    share = 1.0 / living(s)
    for seat in range(SEATS):
        s.score[seat] = share if s.alive[seat] == 1 else 0.0
