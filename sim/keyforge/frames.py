"""The stack of what is pending: the frame on top is dealt with before those below it."""

from __future__ import annotations

from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .state import FRAMES_MAX, NO_CARD


@kernel
def push(s, kind, you, source):
    """Puts a frame on the stack and returns it, its other fields reset. A full stack is a fault of the game."""
    if s.n_frames >= FRAMES_MAX:
        s.error = ERROR_FRAMES_FULL
        s.n_frames = FRAMES_MAX - 1
    frame = s.frame[s.n_frames]
    frame.kind, frame.you, frame.source = kind, you, source
    frame.step, frame.other, frame.event, frame.flag, frame.n = 0, NO_CARD, NO_CARD, 0, 0
    frame.pc, frame.end, frame.did, frame.x, frame.yours, frame.theirs = 0, 0, 0, 0, 0, 0
    s.n_frames += 1
    return frame


@kernel
def pop(s):
    """Drops the frame on top of the stack."""
    s.n_frames -= 1


@kernel
def top(s):
    """The frame on top; a spare one if the stack is empty."""
    return s.frame[s.n_frames - 1] if s.n_frames >= 1 else s.frame[FRAMES_MAX - 1]


@kernel
def clear_tally(frame):
    """A row of a program begins to count the cards that it destroys or changes."""
    frame.yours, frame.theirs = 0, 0


@kernel
def tally(frame, seat):
    """The row of a program counts a card of a seat.

    Cards that a row destroys are their controllers' and count when they leave play, as none that is saved does;
    cards that it changes otherwise are their owners'.
    """
    if seat == frame.you:
        frame.yours += 1
    else:
        frame.theirs += 1


@kernel
def below_top(s):
    """The frame under the one on top; a spare one if there is none."""
    return s.frame[s.n_frames - 2] if s.n_frames >= 2 else s.frame[FRAMES_MAX - 1]
