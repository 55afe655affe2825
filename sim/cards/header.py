"""The header of a state (core/game.py) as an empty table has it, and at the end of a game."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def clear_header(s, players, first, decision):
    """Nothing has happened yet, nothing is pending, and the first seat is asked for a decision of its turn."""
    s.turn, s.players, s.first, s.to_move, s.active = 0, players, first, first, first
    s.decision, s.ask_all, s.over, s.truncated, s.error = decision, 0, 0, 0, 0
    s.n_frames, s.cause = 0, 0
    for seat in range(s.score.size):
        s.score[seat] = 0


@kernel
def close(s, cause, truncated):
    """The game is over by a cause, and nothing is pending or asked; the scores are the game's affair."""
    s.over, s.cause, s.truncated = 1, cause, truncated
    s.n_frames, s.decision = 0, 0
