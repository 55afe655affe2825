"""The frames of what is pending, on the stack of core/frames.py."""

from __future__ import annotations

from ..core import frames
from ..core.frames import below_top, pop
from ..core.kernel import kernel
from .state import NO_CARD, Frame


@kernel
def push(s, kind, you, source):
    """Puts a frame on the stack and returns it, its other fields reset. A full stack is a fault of the game."""
    frame = frames.push(s)
    frame.kind, frame.you, frame.source = kind, you, source
    frame.step, frame.other, frame.event, frame.flag, frame.n = 0, NO_CARD, NO_CARD, 0, 0
    frame.pc, frame.end, frame.did, frame.x, frame.yours, frame.theirs = 0, 0, 0, 0, 0, 0
    return frame


@kernel
def drop_finished(s):
    """Takes the program under the frame on top off the stack if all its rows are done: as deep as cards play and use
    cards that play and use cards, the stack holds no program that is over.

    Rule 19.
    """
    if s.n_frames < 2:
        return
    below = below_top(s)
    if below.kind == Frame.PROGRAM and below.pc >= below.end:
        s.frame[s.n_frames - 2] = s.frame[s.n_frames - 1]
        pop(s)


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
