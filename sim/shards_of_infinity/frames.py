"""What is pending: the frames of this game."""

from __future__ import annotations

from ..cards.rows import START
from ..core.frames import push as push_frame
from ..core.kernel import kernel
from .state import NO_CARD, Frame


@kernel
def push(s, kind, seat):
    """Puts a frame on the stack of what is pending, with its fields filled in; returns it."""
    frame = push_frame(s)
    frame.kind, frame.card, frame.seat, frame.left, frame.condition, frame.shown = kind, NO_CARD, seat, 0, 0, 0
    frame.pc, frame.end, frame.step = 0, 0, START
    return frame


@kernel
def push_program(s, card, program):
    """Makes a program of effects pending; program: rows [start, end)."""
    if program[0] < program[1]:
        frame = push(s, Frame.PROGRAM, s.active)
        frame.card, frame.pc, frame.end = card, program[0], program[1]
