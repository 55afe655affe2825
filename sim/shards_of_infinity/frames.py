"""What is pending: the frames of this game."""

from __future__ import annotations

from ..core.frames import push as push_frame
from ..core.kernel import kernel
from .state import Frame


@kernel
def push(s, kind, card, a, b, c):
    """Puts a frame on the stack of what is pending, with its fields filled in."""
    frame = push_frame(s)
    frame.kind, frame.card, frame.a, frame.b, frame.c = kind, card, a, b, c


@kernel
def push_program(s, card, program):
    """Makes a program of effects pending; program: rows [start, end)."""
    if program[0] < program[1]:
        push(s, Frame.EFFECTS, card, program[0], program[1], 0)


@kernel
def ask(s, seat, decision):
    """Stops for a decision of a seat."""
    s.decision, s.to_move = decision, seat
