"""What is pending: the frames of this game."""

from __future__ import annotations

from ..core.frames import push as push_frame
from ..core.kernel import kernel


@kernel
def push(s, kind, seat, card, a, b, c):
    """Puts a frame on the stack of what is pending, with its fields filled in."""
    frame = push_frame(s)
    frame.kind, frame.seat, frame.card, frame.a, frame.b, frame.c = kind, seat, card, a, b, c


@kernel
def ask(s, seat, decision):
    """Stops for a decision of a seat."""
    s.decision, s.to_move = decision, seat
