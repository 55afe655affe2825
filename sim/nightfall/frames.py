"""What is pending: the frames of this game."""

from __future__ import annotations

from ..cards.rows import START
from ..core.frames import push as push_frame
from ..core.kernel import kernel
from .state import NOBODY, Frame


@kernel
def push(s, kind, seat, card, victim, left):
    """Puts a frame on the stack of what is pending, with its fields filled in; returns it."""
    frame = push_frame(s)
    frame.kind, frame.seat, frame.card, frame.victim, frame.left = kind, seat, card, victim, left
    frame.pc, frame.end, frame.step, frame.n = 0, 0, START, 0
    return frame


@kernel
def push_program(s, seat, card, program):
    """Makes a text of a player's card pending; program: rows [start, end)."""
    if program[0] < program[1]:
        frame = push(s, Frame.PROGRAM, seat, card, NOBODY, 0)
        frame.pc, frame.end = program[0], program[1]
