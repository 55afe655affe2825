"""The frames of what is pending, on the stack of core/frames.py."""

from __future__ import annotations

from ..core import frames
from ..core.kernel import kernel
from .state import NO_CARD, NO_CELL, NO_PARENT, NO_ROW, Frame, Outcome, Step
from .stats import COUNTER, N_KINDS
from .tables import ANY_STRENGTH

NUMBERS, DECLARED, RUNNING, DEATHS, PAYMENT = range(5)
"""Stages of a program."""


@kernel
def push(s, kind, seat, source):
    """Puts a frame on the stack and returns it, its other fields reset. A full stack is a fault of the game."""
    frame = frames.push(s)
    frame.kind, frame.seat, frame.source = kind, seat, source
    frame.first, frame.pc, frame.end, frame.trait, frame.x, frame.amount = 0, 0, 0, -1, 0, 0
    frame.event, frame.subject, frame.did, frame.chooser, frame.times = NO_CARD, NO_CARD, 0, seat, 0
    frame.cell, frame.left, frame.stage, frame.pays, frame.asks = NO_CELL, NO_CELL, 0, 0, 0
    frame.n, frame.preset, frame.step, frame.passes, frame.window_seat = 0, NO_CARD, 0, 0, seat
    frame.ally, frame.spared, frame.blow = NO_CARD, 0, 0
    frame.launched, frame.landed, frame.stopped, frame.worked = 0, 0, 0, 0
    return frame


@kernel
def push_attack(s, seat, attacker, target, sort, values, reach):
    """Puts an attack on the stack, of which no program takes note. Rules 11 and 14."""
    frame = push(s, Frame.ATTACK, seat, attacker)
    frame.attacker, frame.target, frame.first_target, frame.defender = attacker, target, target, NO_CARD
    frame.manner, frame.values, frame.reach, frame.step = sort, values, reach, Step.DECLARE
    frame.directed, frame.unanswered, frame.ignoring, frame.fights = 0, 0, 0, 0
    frame.blocked, frame.redirected, frame.unity = 0, 0, -1
    frame.changed, frame.window_seat, frame.times = 0, s.active, 1
    frame.parent, frame.outcome, frame.first = NO_PARENT, Outcome.CANCELLED, NO_ROW
    for i in range(2):
        frame.value[i], frame.result[i], frame.strength[i], frame.dealt[i], frame.bonus[i] = 0, 0, 0, 0, 0
        frame.cells[i], frame.capped[i], frame.guarded[i] = NO_CELL, 0, 0
        frame.die[i], frame.die[2 + i] = 0, 0
    return frame


@kernel
def is_running(s):
    """Whether a text is going on, on top of the stack. Rule 26."""
    frame = frames.top(s)
    return s.n_frames > 0 and frame.kind == Frame.PROGRAM and frame.stage == RUNNING


@kernel
def fighter(frame, i):
    """The attacker (0) or the card that reflects (1)."""
    return int(frame.attacker) if i == 0 else int(frame.target)


@kernel
def roller(frame, i):
    """Whose the first or second die on the table is: of a fighter, or of the card whose text rolls."""
    return fighter(frame, i) if frame.kind == Frame.ATTACK else int(frame.source)


@kernel
def dice_of(frame):
    """How many dice lie on the table."""
    return 1 + int(frame.fights) if frame.kind == Frame.ATTACK else 1


@kernel
def bits_of(frame, i):
    """The kind and strength of one of the two strikes of an attack, as bits; any strength while it is not known."""
    strength = int(frame.strength[i])
    bits = (1 << int(frame.manner)) | (ANY_STRENGTH if strength == 0 else 1 << (N_KINDS + strength - 1))
    return bits | COUNTER if i == 1 else bits


@kernel
def exchange(one, other):
    """Two programs that have not begun change places on the stack."""
    one.first, other.first, one.pc, other.pc = other.first, one.first, other.pc, one.pc
    one.end, other.end, one.trait, other.trait = other.end, one.end, other.trait, one.trait
    one.source, other.source, one.amount, other.amount = other.source, one.source, other.amount, one.amount
    one.event, other.event, one.subject, other.subject = other.event, one.event, other.subject, one.subject
    one.left, other.left, one.cell, other.cell = other.left, one.left, other.cell, one.cell
    one.spared, other.spared, one.asks, other.asks = other.spared, one.spared, other.asks, one.asks
