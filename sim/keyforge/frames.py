"""The frames of what is pending, on the stack of core/frames.py."""

from __future__ import annotations

from ..core import frames
from ..core.kernel import kernel
from .state import NO_CARD


@kernel
def push(s, kind, you, source):
    """Puts a frame on the stack and returns it, its other fields reset. A full stack is a fault of the game."""
    frame = frames.push(s)
    frame.kind, frame.you, frame.source = kind, you, source
    frame.step, frame.other, frame.event, frame.flag, frame.n = 0, NO_CARD, NO_CARD, 0, 0
    frame.pc, frame.end, frame.did, frame.x, frame.yours, frame.theirs = 0, 0, 0, 0, 0, 0
    return frame


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
