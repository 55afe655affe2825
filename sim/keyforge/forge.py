"""Forging keys: what a key costs, from where it is paid, what follows.

A FORGE frame: you forge, x is added to the cost and then is the cost, flag 1: at no cost. end: amber still to pay,
pc: the place in the row of artifacts that is asked next.
"""

from __future__ import annotations

from ..core.frames import pop
from ..core.kernel import kernel
from .amber import gain
from .battleline import other
from .frames import push
from .modifiers import affected, has_constant, key_cost
from .pending import add_listeners, add_turn_trigger, begin_window, open_window
from .state import KEYS_TO_WIN, NO_CARD, Cause, Constant, Decision, Frame, Lasting, Trigger

BEGIN, SOURCES = range(2)
"""Steps of a FORGE frame."""


@kernel
def end_game(s, cause, winner):
    """The game is over and one seat has won. Rule 22."""
    s.over, s.cause, s.score[winner] = 1, cause, 1.0
    s.truncated = cause == Cause.TURN_LIMIT


@kernel
def is_source(s, t, card):
    """Whether amber on an artifact may be spent on keys and there is some. Rule 4."""
    return s.card[card].amber > 0 and affected(s, t, card, Constant.FORGE_SOURCE)


@kernel
def stored(s, t, seat, start):
    """Amber on a seat's artifacts from place `start` of their row on that it may spend on keys. Rule 4."""
    amber = 0
    if s.constant[Constant.FORGE_SOURCE] > 0:
        row = s.artifacts[seat]
        for i in range(start, row.n):
            if is_source(s, t, row.card[i]):
                amber += s.card[row.card[i]].amber
    return amber


@kernel
def forge_step(s, t):
    """The first step of a turn: a key must be forged if it can be paid for. Rule 4."""
    seat = int(s.active)
    if s.now[Lasting.NO_FORGING] > 0 or has_constant(s, t, seat, Constant.SKIPS_FORGING):
        return
    if s.amber[seat] + stored(s, t, seat, 0) >= key_cost(s, t, seat):
        push(s, Frame.FORGE, seat, NO_CARD)


@kernel
def resolve_forge(s, t, frame):
    """One step of a FORGE frame: whether it can be paid, then how much comes from each artifact. Rule 4."""
    you = int(frame.you)
    if frame.step == BEGIN:
        cost = 0 if frame.flag == 1 else max(0, key_cost(s, t, you) + frame.x)
        if s.amber[you] + stored(s, t, you, 0) < cost:
            pop(s)
            return
        frame.step, frame.x, frame.end, frame.pc = SOURCES, cost, cost, 0
    row = s.artifacts[you]
    while stored(s, t, you, int(frame.pc)) > 0:
        if is_source(s, t, row.card[frame.pc]):
            least, most = forge_range(s, t, frame)
            if least < most:
                s.decision = Decision.FORGE_FROM
                return
            take_from_source(s, frame, least)
        else:
            frame.pc += 1
    forge(s, t, you, int(frame.x), int(frame.end))


@kernel
def forge_range(s, t, frame):
    """The least and the most that may be taken from the artifact that a FORGE frame is at. Rule 4."""
    you, at = int(frame.you), int(frame.pc)
    here = int(s.card[s.artifacts[you].card[at]].amber)
    elsewhere = s.amber[you] + stored(s, t, you, at + 1)
    return max(0, frame.end - elsewhere), min(here, frame.end)


@kernel
def take_from_source(s, frame, n):
    """So much of a key's cost is taken from the artifact that a FORGE frame is at. Rule 4."""
    s.card[s.artifacts[frame.you].card[frame.pc]].amber -= n
    frame.end -= n
    frame.pc += 1


@kernel
def forge(s, t, you, cost, from_pool):
    """A key is forged: the rest of its cost is paid from the pool, the FORGE frame on top is done with. Rule 4."""
    pop(s)
    if s.n_frames > 0 and s.frame[s.n_frames - 1].kind == Frame.PROGRAM:
        s.frame[s.n_frames - 1].did = 1
    s.amber[you] -= from_pool
    s.keys[you] += 1
    s.forged[you] += 1
    s.unsettled = 1
    if s.keys[you] >= KEYS_TO_WIN:
        end_game(s, Cause.THREE_KEYS, you)
        return
    if cost > 0 and has_constant(s, t, other(you), Constant.GAINS_FORGING):
        gain(s, t, other(you), cost)
    start = begin_window(s)
    add_turn_trigger(s, t, Lasting.OPPONENT_FORGES, NO_CARD)
    add_listeners(s, t, Trigger.KEY_FORGED, NO_CARD, you)
    open_window(s, start)
