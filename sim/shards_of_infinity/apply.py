"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX, pop, top
from ..core.kernel import kernel
from ..core.pile import find, take
from .actions import MOST_AT_ONCE, legal_actions
from .attack import assign_damage, begin_attack, begin_shields, next_target, shield, split_power, suffer_losses
from .conditions import faction_to_show
from .effects import ask_if, can_copy, enemy_champions, has_shield, in_discard, in_row, run_effects
from .end_phase import end_phase
from .frames import ask, push, push_program
from .main_phase import exhaust, fast_play, focus, play_from_hand
from .resources import lose_mastery, pay_power
from .state import Decision, Faction, Frame, Kind, Proof
from .zones import acquire, banish, destroy_champion, make_known, put_into_hand, take_from_hand, take_from_row


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
    """A choice in mid-effect or in the attack phase, for the frame on top of the stack. Any other kind declines."""
    seat = s.active
    if kind == Kind.REVEAL:
        reveal(s, t, seat, a)
        return
    if kind == Kind.SHIELD:
        shield(s, t, a)
        return
    frame = top(s)
    pop(s)
    if kind == Kind.BANISH_HAND:
        banish(s, take_from_hand(s, seat, find(s.hand[seat], a)))
        push(s, frame.kind, frame.card, frame.a - 1, 0, 0)
    elif kind == Kind.BANISH_DISCARD:
        banish(s, take(s.discard[seat], find(s.discard[seat], a)))
        push(s, frame.kind, frame.card, frame.a - 1, 0, 0)
    elif kind == Kind.RETURN:
        put_into_hand(s, seat, take(s.discard[seat], find(s.discard[seat], a)))
    elif kind == Kind.TAKE:
        take_from_row(s, t, a)
        acquire(s, t, seat, a, frame.b)
    elif kind == Kind.DESTROY:
        destroy_champion(s, b, a)
    elif kind == Kind.COPY:
        for _ in range(frame.a):
            push_program(s, a, t.card[a].play)
    elif kind == Kind.TARGET:
        lose_mastery(s, b, frame.a)
    elif kind == Kind.ASSIGN:
        assign_damage(s, b, a)
        more = a == MOST_AT_ONCE and s.power > 0
        split_power(s, t, b if more else next_target(s, t, b))
    elif kind == Kind.DECLINE:
        if frame.kind == Frame.PROVE:
            settle_proof(s, Proof.REFUSED)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def settle_proof(s, proof):
    """Tells the program that asked whether its condition was proven."""
    frame = top(s)
    if frame.kind == Frame.EFFECTS:
        frame.c = proof


@kernel
def reveal(s, t, seat, card):
    """Shows a card from hand towards a proof; it stays in hand, known to all (rules 5)."""
    make_known(s, seat, find(s.hand[seat], card))
    frame = top(s)
    frame.b |= 1 << t.card[card].faction
    if faction_to_show(s, t, frame.a, frame.b) == Faction.NONE:
        pop(s)
        if frame.c == 1:
            settle_proof(s, Proof.GIVEN)


@kernel
def resolve_frame(s, t):
    """Deals with the frame on top of the stack: does it, asks for the choice it needs, or drops it if it has no
    object (rules 3).
    """
    frame, seat = top(s), s.active
    if frame.kind == Frame.EFFECTS:
        run_effects(s, t, seat)
    elif frame.kind == Frame.PROVE:
        ask(s, seat, Decision.REVEAL)
    elif frame.kind == Frame.BANISH:
        ask_if(s, seat, Decision.BANISH, frame.a > 0 and s.hand[seat].n + s.discard[seat].n > 0)
    elif frame.kind == Frame.RETURN:
        ask_if(s, seat, Decision.RETURN, in_discard(s, t, seat, frame.a))
    elif frame.kind == Frame.TAKE:
        ask_if(s, seat, Decision.TAKE, in_row(s, t, frame.a))
    elif frame.kind == Frame.DESTROY:
        ask_if(s, seat, Decision.DESTROY, enemy_champions(s, seat) > 0)
    elif frame.kind == Frame.COPY:
        ask_if(s, seat, Decision.COPY, can_copy(s, t))
    elif frame.kind == Frame.TARGET:
        ask(s, seat, Decision.TARGET)
    elif frame.kind == Frame.SPLIT:
        ask(s, seat, Decision.SPLIT)
    elif frame.kind == Frame.SHIELD:
        ask_if(s, frame.a, Decision.SHIELD, s.damage[frame.a] > 0 and has_shield(s, t, frame.a, frame.b))
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
    """Makes the choice that is asked for if it has one answer. A turn is ended by its player."""
    if s.decision == Decision.MAIN or s.ask_all == 1 or legal_actions(s, t, s.scratch[:]) > 1:
        return
    only = s.scratch[0]
    s.decision = Decision.NONE
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
