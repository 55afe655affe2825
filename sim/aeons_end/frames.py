"""What is pending: the frames of this game."""

from __future__ import annotations

from ..cards.rows import START
from ..core.frames import push as push_frame
from ..core.kernel import kernel
from .state import NEMESIS, NO_CARD, Decision, Frame


@kernel
def push(s, kind, seat, a, b, c):
    """Puts a frame on the stack of what is pending, with its fields filled in; returns it."""
    frame = push_frame(s)
    frame.kind, frame.decision, frame.seat, frame.who = kind, Decision.NONE, seat, seat
    frame.pc, frame.end, frame.step, frame.a, frame.b, frame.c = 0, 0, START, a, b, c
    frame.card, frame.k, frame.x, frame.plus, frame.bonus, frame.at = NO_CARD, 0, 0, 0, 0, -1
    return frame


@kernel
def push_choice(s, decision, seat, a, b, c):
    """Makes a choice of a seat pending, asked when nothing lies above it; see Decision. Returns the frame."""
    frame = push(s, Frame.CHOICE, seat, a, b, c)
    frame.decision = decision
    return frame


@kernel
def push_program(s, program, card, seat):
    """Makes a text pending, program: rows [start, end); `seat` is the "you" of it. Returns the frame."""
    frame = push(s, Frame.PROGRAM, seat, 0, 0, 0)
    frame.card, frame.pc, frame.end = card, program[0], program[1]
    return frame


@kernel
def speaker(s):
    """Who decides for the team: the player whose turn it is, else the seat named as first (rules 15)."""
    return s.active if s.active != NEMESIS else int(s.first)
