"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..cards.known import take_from_hand
from ..cards.rows import next_row
from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX, top
from ..core.kernel import kernel
from ..core.pile import find
from .actions import legal_actions
from .cards import Operation
from .chain import add_order, enter, next_link, resolve_next
from .claim import claim, next_claim, trade
from .cleanup import begin_cleanup, end_cleanup, next_wound, shed
from .combat import begin_combat, fight, next_attack, next_block, next_combat
from .draft import next_pick, pick
from .effects import choose_discard, happen, reanimate, resolve_program, take_free, target_minion
from .state import Decision, Frame, Kind, Phase
from .wounds import absorb, exile_wound, resolve_damage
from .zones import discard_from_hand

OF_PHASES = (Decision.DRAFT, Decision.BLOCK, Decision.CHAIN, Decision.CLAIM, Decision.WOUNDS)
"""Decisions that always leave a choice, or are a player's way to end his part of a phase."""


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
    elif decision == Decision.WOUNDS:
        end_cleanup(s, t)
    else:
        s.error = ERROR_UNWRITTEN


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
    """A choice in mid-effect, for the frame on top of the stack."""
    frame = top(s)
    if kind == Kind.ABSORB:
        absorb(s, t, a)
    elif kind == Kind.NEXT:
        happen(s, t, frame, b)
    elif kind == Kind.DISCARD:
        frame.left -= 1
        discard_from_hand(s, seat, a)
    elif kind == Kind.EXILE_HAND:
        frame.left -= 1
        take_from_hand(s, seat, find(s.hand[seat], a))
        exile_wound(s, t, seat, a)
    elif kind == Kind.EXILE_DISCARD:
        frame.left -= 1
        s.discard[seat, a] -= 1
        exile_wound(s, t, seat, a)
    else:
        row = t.row[frame.pc]
        next_row(frame, row)
        if kind != Kind.DECLINE:
            choose_once(s, t, row.operation, seat, a, b)


@kernel
def choose_once(s, t, operation, seat, a, b):
    """The choice that an operation asks for, with which its row is done."""
    if operation == Operation.TARGET:
        target_minion(s, b, a)
    elif operation == Operation.TARGET_PLAYER:
        s.target = b
    elif operation == Operation.TARGET_ORDER:
        s.order = a
    elif operation == Operation.REANIMATE:
        reanimate(s, t, seat, a)
    elif operation == Operation.CLAIM:
        take_free(s, seat, a)
    else:
        s.error = ERROR_UNWRITTEN


# --- working off ------------------------------------------------------------------------------------------------------


@kernel
def resolve_frame(s, t):
    """Deals with the frame on top of the stack: does it, or asks for the choice it needs."""
    frame = top(s)
    kind = frame.kind
    if kind == Frame.PROGRAM:
        resolve_program(s, t, frame)
    elif kind == Frame.ENTER:
        enter(s, t)
    elif kind in (Frame.DAMAGE, Frame.COMBAT):
        resolve_damage(s, t)
    elif kind == Frame.DISCARD:
        choose_discard(s, frame)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def next_step(s, t):
    """With nothing pending, goes on with the phase."""
    phase = s.phase
    if phase == Phase.DRAFT:
        next_pick(s, t)
    elif phase == Phase.TURN:
        begin_combat(s)
    elif phase == Phase.ATTACK:
        next_attack(s, t)
    elif phase == Phase.BLOCK:
        next_block(s, t)
    elif phase == Phase.COMBAT:
        next_combat(s, t)
    elif phase == Phase.CHAIN:
        next_link(s, t)
    elif phase == Phase.RESOLVE:
        resolve_next(s, t)
    elif phase == Phase.CLAIM:
        next_claim(s, t)
    elif phase == Phase.WOUNDS:
        next_wound(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def make_forced_choice(s, t):
    """Makes the choice in mid-effect or combat that is asked for if it has one answer; a text goes on behind what can
    only be declined, and behind what has no answer (rules 5.9). What a phase lets a player do, and when he is done with
    it, is said by himself.
    """
    if s.decision in OF_PHASES:
        return
    n, only = legal_actions(s, t, s.scratch[:]), s.scratch[0]
    if n > 1 or (n == 1 and s.ask_all == 1 and only.kind != Kind.DECLINE):
        return
    s.decision = Decision.NONE
    if n == 0:
        next_row(top(s), t.row[top(s).pc])
    elif not act(s, t, s.to_move, only.kind, only.a, only.b):
        choose(s, t, s.to_move, only.kind, only.a, only.b)


@kernel
def advance(s, t):
    """Works off what is pending and goes on with the turn, up to the next decision or the end of the game."""
    for _ in range(STEPS_MAX):
        if s.decision != Decision.NONE or s.over != 0 or s.error != 0:
            return
        if s.n_frames == 0:
            next_step(s, t)
        else:
            resolve_frame(s, t)
        if s.decision != Decision.NONE:
            make_forced_choice(s, t)
    s.error = ERROR_ENDLESS
