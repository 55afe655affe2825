"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.known import make_known, put_into_hand, take_from_hand
from ..cards.piles import remove
from ..cards.rows import ALLOWED, START, next_row, pass_over
from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX, pop, top
from ..core.kernel import kernel
from ..core.pile import find
from .actions import MOST_AT_ONCE, legal_actions
from .attack import assign_damage, begin_attack, begin_shields, next_target, shield, split_power, suffer_losses
from .cards import Operation
from .conditions import faction_to_show
from .effects import resolve_program
from .end_phase import end_phase
from .frames import push_program
from .main_phase import exhaust, fast_play, focus, play_from_hand
from .resources import lose_mastery, pay_power
from .state import Decision, Faction, Frame, Kind, Step
from .zones import acquire, banish, destroy_champion, take_from_row


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision, s.decision = s.decision, Decision.NONE
    if decision == Decision.MAIN:
        act(s, t, s.active, action.kind, action.a, action.b)
    else:
        choose(s, t, action.kind, action.a, action.b)
    advance(s, t)


@kernel
def act(s, t, seat, kind, card, opponent):
    """An action of the main phase (rules 4.1)."""
    if kind == Kind.PLAY:
        play_from_hand(s, t, seat, find(s.hand[seat], card))
    elif kind == Kind.EXHAUST:
        exhaust(s, t, seat, card)
    elif kind == Kind.RECRUIT:
        s.gems -= t.card[card].cost
        take_from_row(s, t, card)
        acquire(s, t, seat, card, 0)
    elif kind == Kind.FAST_PLAY:
        fast_play(s, t, seat, card)
    elif kind == Kind.FOCUS:
        focus(s, t, seat)
    elif kind == Kind.ATTACK_CHAMPION:
        pay_power(s, t.card[card].defense)
        destroy_champion(s, opponent, card)
    elif kind == Kind.END_TURN:
        begin_attack(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def choose(s, t, kind, a, b):
    """A choice in mid-effect or in the attack phase, for the frame on top of the stack."""
    seat, frame = s.active, top(s)
    if kind == Kind.REVEAL:
        reveal(s, t, seat, frame, a)
    elif kind == Kind.SHIELD:
        shield(s, t, a)
    elif kind == Kind.BANISH_HAND:
        frame.left -= 1
        banish(s, take_from_hand(s, seat, find(s.hand[seat], a)))
    elif kind == Kind.BANISH_DISCARD:
        frame.left -= 1
        banish(s, remove(s.discard[seat], a))
    elif kind == Kind.ASSIGN:
        pop(s)
        assign_damage(s, b, a)
        more = a == MOST_AT_ONCE and s.power > 0
        split_power(s, t, b if more else next_target(s, t, b))
    elif kind == Kind.DECLINE:
        decline(s, t, frame)
    elif kind in (Kind.RETURN, Kind.TAKE, Kind.DESTROY, Kind.COPY, Kind.TARGET):
        e = t.effect[frame.pc]
        next_row(frame, e)
        choose_once(s, t, e, a, b)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def decline(s, t, frame):
    """No more shields are revealed, the proof is not given, or no more of what a row offers is chosen (rules 3)."""
    if frame.kind == Frame.SHIELD:
        pop(s)
    elif frame.step == Step.PROVING:
        pass_over(frame)
    else:
        next_row(frame, t.effect[frame.pc])


@kernel
def choose_once(s, t, e, a, b):
    """The choice that an operation asks for, with which its row is done (rules 3)."""
    seat = s.active
    if e.operation == Operation.RETURN_FROM_DISCARD:
        put_into_hand(s, seat, remove(s.discard[seat], a))
    elif e.operation == Operation.RECRUIT_FREE:
        take_from_row(s, t, a)
        acquire(s, t, seat, a, e.b)
    elif e.operation == Operation.DESTROY_ENEMY_CHAMPION:
        destroy_champion(s, b, a)
    elif e.operation == Operation.COPY_PLAYED_EFFECT:
        for _ in range(e.a):
            push_program(s, a, t.card[a].play)
    elif e.operation == Operation.OPPONENT_LOSES_MASTERY:
        lose_mastery(s, b, e.a)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def reveal(s, t, seat, frame, card):
    """Shows a card from hand towards a proof; it stays in hand, known to all (rules 5)."""
    make_known(s, seat, find(s.hand[seat], card))
    frame.shown |= 1 << t.card[card].faction
    if faction_to_show(s, t, frame.condition, frame.shown) == Faction.NONE:
        frame.step = START if frame.step == Step.PAYING else ALLOWED


@kernel
def resolve_frame(s, t):
    """Deals with the frame on top of the stack: does it, or asks for the choice it needs (rules 3)."""
    frame = top(s)
    if frame.kind == Frame.PROGRAM:
        resolve_program(s, t, frame, s.active)
    elif frame.kind == Frame.SPLIT:
        ask(s, s.active, Decision.SPLIT)
    elif frame.kind == Frame.SHIELD:
        if s.damage[frame.seat] > 0:
            ask(s, frame.seat, Decision.SHIELD)
        else:
            pop(s)
    elif frame.kind == Frame.DEFEND:
        pop(s)
        begin_shields(s)
    elif frame.kind == Frame.LOSSES:
        pop(s)
        suffer_losses(s)
        if s.over == 0:
            end_phase(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def make_forced_choice(s, t):
    """Makes the choice that is asked for if it has one answer; what can only be declined is, and a row of effects for
    which there is nothing to choose is done (rules 3). A turn is ended by its player.
    """
    if s.decision == Decision.MAIN:
        return
    n, only = legal_actions(s, t, s.scratch[:]), s.scratch[0]
    if n > 1 or (n == 1 and s.ask_all == 1 and only.kind != Kind.DECLINE):
        return
    s.decision = Decision.NONE
    if n == 0:
        next_row(top(s), t.effect[top(s).pc])
    else:
        choose(s, t, only.kind, only.a, only.b)


@kernel
def advance(s, t):
    """Works off what is pending up to the next decision or the end of the game; with nothing pending the active
    seat moves.
    """
    for _ in range(STEPS_MAX):
        if s.decision != Decision.NONE or s.over != 0 or s.error != 0:
            return
        if s.n_frames == 0:
            ask(s, s.active, Decision.MAIN)
        else:
            resolve_frame(s, t)
        if s.decision != Decision.NONE:
            make_forced_choice(s, t)
    s.error = ERROR_ENDLESS
