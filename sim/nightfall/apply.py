"""What an action does."""

from __future__ import annotations

from ..core.frames import pop, top
from ..core.kernel import kernel
from .chain import add_order
from .claim import claim, trade
from .cleanup import begin_cleanup, end_cleanup, shed
from .combat import fight
from .draft import pick
from .effects import advance, happen, reanimate, take_free, target_minion
from .state import Decision, Kind
from .wounds import absorb, exile_wound
from .zones import discard_from_hand, take_from_hand


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision, s.decision = s.decision, Decision.NONE
    kind, a, b = action.kind, action.a, action.b
    if kind == Kind.PASS:
        decline(s, t, decision)
    elif not act(s, t, s.to_move, kind, a, b):
        choose(s, t, s.to_move, kind, a, b)
    advance(s, t)


@kernel
def decline(s, t, decision):
    """A player does no more of what a phase lets him do."""
    if decision == Decision.CHAIN:
        s.at += 1
    elif decision == Decision.CLAIM:
        begin_cleanup(s, t)
    else:
        end_cleanup(s, t)


@kernel
def act(s, t, seat, kind, a, b):
    """An action of a phase. False for a choice in mid-effect."""
    if kind == Kind.PLAY:
        add_order(s, t, seat, a)
    elif kind == Kind.CLAIM:
        claim(s, t, a)
    elif kind == Kind.TRADE:
        trade(s, seat, a)
    elif kind == Kind.SHED:
        shed(s, a)
    elif kind == Kind.ATTACK:
        s.play[seat].minion[a].target = b
        s.at += 1
    elif kind == Kind.BLOCK:
        s.play[seat].minion[a].blocks = b
        s.at += 1
    elif kind == Kind.STAY:
        s.at += 1
    elif kind == Kind.FIGHT:
        fight(s, t, a)
    elif kind == Kind.DRAFT:
        pick(s, seat, a)
    else:
        return False
    return True


@kernel
def choose(s, t, seat, kind, a, b):
    """A choice in mid-effect, for the frame on top of the stack. Any other kind declines."""
    frame = top(s)
    if kind == Kind.ABSORB:
        absorb(s, t, a)
    elif kind == Kind.NEXT:
        happen(s, frame, b)
    elif kind == Kind.DISCARD:
        frame.b -= 1
        discard_from_hand(s, seat, a)
    elif kind == Kind.EXILE_HAND:
        frame.a -= 1
        take_from_hand(s, seat, a)
        exile_wound(s, t, seat, a)
    elif kind == Kind.EXILE_DISCARD:
        frame.a -= 1
        s.discard[seat, a] -= 1
        exile_wound(s, t, seat, a)
    else:
        pop(s)
        choose_once(s, t, seat, kind, a, b)


@kernel
def choose_once(s, t, seat, kind, a, b):
    """A choice with which its frame is done."""
    if kind == Kind.TARGET_MINION:
        target_minion(s, b, a)
    elif kind == Kind.TARGET_PLAYER:
        s.target = b
    elif kind == Kind.TARGET_ORDER:
        s.order = a
    elif kind == Kind.REANIMATE:
        reanimate(s, t, seat, a)
    elif kind == Kind.TAKE:
        take_free(s, seat, a)
