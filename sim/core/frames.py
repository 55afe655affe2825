"""The stack of what is pending in the middle of a turn: the frame on top is dealt with before those below it.

A game's state has the fields `n_frames` and `frame`, an array of its own FRAME records. A game wraps `push` to fill in
the fields of its frames.
"""

from __future__ import annotations

from .faults import ERROR_FRAMES_FULL
from .kernel import kernel

STEPS_MAX = 20_000
"""Steps without a decision after which a game is stopped as endless: a text of the user's own may repeat for ever."""


@kernel
def push(s):
    """Puts a frame on the stack and returns it; its fields hold what they held before. A full stack is a fault of the
    game: the topmost frame is lost.
    """
    if s.n_frames >= s.frame.size:
        s.error = ERROR_FRAMES_FULL
        s.n_frames = s.frame.size - 1
    s.n_frames += 1
    return s.frame[s.n_frames - 1]


@kernel
def pop(s):
    """Drops the frame on top of the stack."""
    s.n_frames -= 1


@kernel
def top(s):
    """The frame on top; a spare one if the stack is empty."""
    return s.frame[s.n_frames - 1] if s.n_frames >= 1 else s.frame[s.frame.size - 1]


@kernel
def below_top(s):
    """The frame under the one on top; a spare one if there is none."""
    return s.frame[s.n_frames - 2] if s.n_frames >= 2 else s.frame[s.frame.size - 1]
