"""What an action does."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find, put, take
from .actions import MOST_AT_ONCE
from .conditions import PROVABLE, faction_to_show, verdict
from .effects import advance
from .rules import (
    acquire,
    assign_damage,
    banish,
    begin_attack,
    destroy_champion,
    fast_play,
    focus,
    lose_mastery,
    make_known,
    next_target,
    pay_power,
    play_from_hand,
    push,
    push_program,
    put_into_hand,
    split_power,
    take_from_hand,
    take_from_row,
)
from .state import Decision, Frame, Kind, Proof


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision, s.decision = s.decision, 0
    if decision == Decision.MAIN:
        act(s, t, s.active, action.kind, action.a, action.b)
    else:
        choose(s, t, action.kind, action.a, action.b)
    advance(s, t)


@kernel
def act(s, t, seat, kind, card, opponent):
    """An action of the main phase."""
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
def exhaust(s, t, seat, card):
    """Exhausts a ready champion: its ability happens, after the proof that some abilities ask for."""
    put(s, s.exhausted, take(s.champions[seat], find(s.champions[seat], card)))
    c = t.card[card]
    push_program(s, card, c.exhaust)
    if c.exhaust_needs[0] != 0 and verdict(s, t, seat, card, c.exhaust_needs[0], c.exhaust_needs[1]) == PROVABLE:
        push(s, Frame.PROVE, card, c.exhaust_needs[0], 0, 0)


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
    s.n_frames -= 1
    frame = s.frame[s.n_frames]
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
    frame = s.frame[s.n_frames - 1]
    if frame.kind == Frame.EFFECTS:
        frame.c = proof


@kernel
def reveal(s, t, seat, card):
    """Shows a card from hand towards a proof; it stays in hand, known to all."""
    make_known(s, seat, find(s.hand[seat], card))
    frame = s.frame[s.n_frames - 1]
    frame.b |= 1 << t.card[card].faction
    if faction_to_show(s, t, frame.a, frame.b) == 0:
        s.n_frames -= 1
        if frame.c == 1:
            settle_proof(s, Proof.GIVEN)


@kernel
def shield(s, t, card):
    """The attacked seat reveals a shield: so much of the damage is prevented. It stays in hand and may serve again.

    The frame's b counts the shields revealed against this attack, which lie first in the hand.
    """
    frame = s.frame[s.n_frames - 1]
    seat, used = frame.a, frame.b
    hand = s.hand[seat]
    index = used
    while hand.card[index] != card:
        index += 1
    make_known(s, seat, index)
    index = min(index, s.known[seat] - 1)
    for i in range(index, used, -1):
        hand.card[i] = hand.card[i - 1]
    hand.card[used] = card
    frame.b += 1
    s.damage[seat] = max(s.damage[seat] - t.card[card].shield, 0)
