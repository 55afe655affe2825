"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX, pop
from ..core.kernel import kernel
from .actions import legal_actions
from .choices import choose
from .damage import redirect
from .destruction import resolve_batch_window, resolve_destruction, settle
from .effects import resolve_program
from .fight import aim, report, resolve_fight, start_fight
from .forge import resolve_forge, take_from_source
from .frames import drop_finished
from .pending import begin_window, discard_from_hand, open_window, take_pending
from .play import COME, TAKE_EFFECT, play_by_right, resolve_control, resolve_enter, resolve_play
from .state import Decision, Frame, Kind, Phase, Trigger
from .turn import choose_house, mulligan, next_step
from .use import act, reap, resolve_used, unstun
from .zones import take_archives


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision = int(s.decision)
    s.decision = 0
    if decision in (
        Decision.CHOOSE,
        Decision.HOUSE_NAME,
        Decision.NUMBER,
        Decision.MODE,
        Decision.MAY,
        Decision.PLAYER,
    ):
        choose(s, t, action)
    else:
        answer(s, t, decision, int(action.kind), int(action.a), int(action.b))
    advance(s, t)


@kernel(apart=True)
def advance(s, t):
    """Works off what is pending and the steps of the turns, up to the next decision or the end of the game."""
    for _ in range(STEPS_MAX):
        if s.over != 0 or s.error != 0:
            return
        if s.unsettled == 1:
            settle(s, t)
        elif s.n_frames == 0:
            next_step(s, t)
        else:
            resolve_frame(s, t, s.frame[s.n_frames - 1])
        if s.decision != 0:
            s.to_move = s.active
            if not make_forced_choice(s, t):
                return
    s.error = ERROR_ENDLESS


@kernel
def make_forced_choice(s, t):
    """Makes the choice that is asked for if it has one answer; returns whether it did. Programs, windows and the
    choice of a house see to that themselves.
    """
    decision = int(s.decision)
    if decision not in (Decision.HOST, Decision.FIGHT_TARGET, Decision.USE, Decision.COPY):
        return False
    if legal_actions(s, t, s.scratch[:]) > 1 or s.ask_all == 1:
        return False
    only = s.scratch[0]
    s.decision = 0
    answer(s, t, decision, int(only.kind), int(only.a), int(only.b))
    return True


@kernel
def resolve_frame(s, t, frame):
    """One step of the frame on top of the stack."""
    kind = frame.kind
    if kind == Frame.PROGRAM:
        resolve_program(s, t, frame)
    elif kind == Frame.WINDOW:
        resolve_batch_window(s, t)
    elif kind == Frame.PLAY:
        resolve_play(s, t, frame)
    elif kind == Frame.FIGHT:
        resolve_fight(s, t, frame)
    elif kind == Frame.DESTRUCTION:
        resolve_destruction(s, t)
    elif kind == Frame.USE:
        resolve_use(s, t)
    elif kind == Frame.USED:
        resolve_used(s, t, frame)
    elif kind == Frame.FORGE:
        resolve_forge(s, t, frame)
    elif kind == Frame.ENTER:
        resolve_enter(s, t, frame)
    elif kind == Frame.CONTROL:
        resolve_control(s, t, frame)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def resolve_use(s, t):
    """A USE frame: you use source, whatever its house, if you can use it for anything. Rule 8."""
    s.decision = Decision.USE
    if legal_actions(s, t, s.scratch[:]) == 0:
        s.decision = 0
        pop(s)


# --- answers --------------------------------------------------------------------------------------------------------


@kernel
def answer(s, t, decision, kind, a, b):
    """Does what was decided."""
    if decision == Decision.MAIN:
        if kind == Kind.PLAY:
            play_by_right(s, t, a, b)
        elif kind == Kind.DISCARD:
            discard(s, t, a)
        elif kind == Kind.END_TURN:
            s.phase = Phase.READY
        else:
            use(s, t, kind, a, b, int(s.active))
    elif decision == Decision.HOUSE:
        choose_house(s, t, a)
    elif decision == Decision.ARCHIVES:
        if kind == Kind.YES:
            take_archives(s, t, int(s.active))
    elif decision == Decision.MULLIGAN:
        mulligan(s, t, kind == Kind.MULLIGAN)
    elif decision == Decision.ORDER:
        take_pending(s, t, a)
    elif decision == Decision.REDIRECT:
        redirect(s, t, a)
    else:
        answer_frame(s, t, s.frame[s.n_frames - 1], decision, kind, a, b)


@kernel
def answer_frame(s, t, frame, decision, kind, a, b):
    """Does what was decided about the card that is played, used or fights on top of the stack."""
    if decision in (Decision.FLANK, Decision.HOST):
        frame.x, frame.step = a, COME
    elif decision == Decision.COPY:
        frame.other, frame.step = a, TAKE_EFFECT
    elif decision == Decision.FIGHT_TARGET:
        aim(s, t, frame, a)
    elif decision == Decision.FORGE_FROM:
        take_from_source(s, frame, a)
    elif decision == Decision.USE:
        you = int(frame.you)
        report(s)
        drop_finished(s)
        pop(s)
        use(s, t, kind, a, b, you)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def discard(s, t, card):
    """The active player discards a card of the active house from hand. Rule 6."""
    s.by_house += 1
    start = begin_window(s)
    discard_from_hand(s, t, card)
    open_window(s, start)


@kernel
def use(s, t, kind, a, b, you):
    """`you` uses card a: reaps, attacks b, uses an ability in the text of b, or removes its stun. Rule 8."""
    if kind == Kind.REAP:
        reap(s, t, a, you)
    elif kind == Kind.FIGHT:
        start_fight(s, a, b, you)
    elif kind == Kind.ACTION:
        act(s, t, a, b, Trigger.ACTION if a == b else Trigger.HOST_ACTION, you)
    elif kind == Kind.OMNI:
        act(s, t, a, a, Trigger.OMNI, you)
    elif kind == Kind.UNSTUN:
        unstun(s, t, a)
    else:
        s.error = ERROR_UNWRITTEN
