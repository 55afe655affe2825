"""What an action does."""

from __future__ import annotations

from ..core.frames import pop, top
from ..core.kernel import kernel
from ..core.pile import find, take
from .actions import MOST_AT_ONCE
from .attack import assign_damage, begin_attack, next_target, shield, split_power
from .conditions import faction_to_show
from .effects import advance
from .frames import push, push_program
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
    elif frame.kind == Frame.PROVE:
        settle_proof(s, Proof.REFUSED)


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
