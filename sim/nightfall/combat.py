"""The combat phase (rules 4)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.seats import clockwise
from ..core.kernel import kernel
from .chain import begin_chain
from .ending import ends_here
from .frames import push
from .minions import leave_play, strength
from .state import DONE, NOBODY, NOTHING, Decision, Departure, Frame, Phase


@kernel
def begin_combat(s):
    """A turn begins with its combat phase: all minions of the active player must attack (rules 4.1)."""
    s.phase, s.at = Phase.ATTACK, 0
    for seat in range(s.players):
        stand_down(s, seat)


@kernel
def stand_down(s, seat):
    """The minions of a player neither attack nor block."""
    for place in range(s.play[seat].n):
        minion = s.play[seat].minion[place]
        minion.target, minion.blocks = NOBODY, NOTHING


@kernel
def next_attack(s, t):
    """Each minion of the active player attacks one opponent; then blocks are declared (rules 4.1)."""
    play = s.play[s.active]
    if s.at < play.n and (s.players > 2 or s.ask_all == 1):
        ask(s, s.active, Decision.ATTACK)
        return
    while s.at < play.n:
        play.minion[s.at].target = clockwise(s, s.active, 1)
        s.at += 1
    s.phase, s.seat, s.at = Phase.BLOCK, clockwise(s, s.active, 1), 0


@kernel
def is_attacked(s, seat):
    """Whether a minion attacks a player (rules 4.2)."""
    for place in range(s.play[s.active].n):
        if s.play[s.active].minion[place].target == seat:
            return True
    return False


@kernel
def next_block(s, t):
    """Every attacked player, clockwise, says of each of his minions which attacker it blocks; all blocks are declared
    before any damage (rules 4.2, 4.3).
    """
    while s.seat != s.active:
        if s.at < s.play[s.seat].n and is_attacked(s, s.seat):
            ask(s, s.seat, Decision.BLOCK)
            return
        s.seat, s.at = clockwise(s, s.seat, 1), 0
    s.phase = Phase.COMBAT


@kernel
def is_blocked(s, seat, attacker):
    """Whether a minion of the attacked player blocks an attacker (rules 4.2)."""
    for place in range(s.play[seat].n):
        if s.play[seat].minion[place].blocks == attacker:
            return True
    return False


@kernel
def is_like_earlier(s, place):
    """Whether a combat differs in nothing from one listed earlier: the same card attacks the same player, and both are
    unblocked.
    """
    play = s.play[s.active]
    minion = play.minion[place]
    if is_blocked(s, minion.target, place):
        return False
    for other in range(place):
        earlier = play.minion[other]
        if earlier.target == minion.target and earlier.card == minion.card:
            if not is_blocked(s, earlier.target, other):
                return True
    return False


@kernel
def has_direct_blocker(s, t, seat):
    """Whether a player has a minion that absorbs damage inflicted on him (rules 4.5)."""
    for place in range(s.play[seat].n):
        if t.card[s.play[seat].minion[place].card].blocks_direct_damage == 1:
            return True
    return False


@kernel
def is_order_open(s, t, first):
    """Whether the order of the combats that are left, of which this is the first, matters: not if all are with one
    player whose minions absorb in no combat but their own.
    """
    play, more = s.play[s.active], False
    for place in range(first + 1, play.n):
        target = play.minion[place].target
        more |= target >= 0
        if target >= 0 and target != play.minion[first].target:
            return True
    return more and has_direct_blocker(s, t, play.minion[first].target)


@kernel
def next_combat(s, t):
    """The active player picks the next combat; after the last the phase ends (rules 4.4)."""
    play = s.play[s.active]
    first = 0
    while first < play.n and play.minion[first].target < 0:
        first += 1
    if first == play.n:
        end_combat(s, t)
    elif is_order_open(s, t, first) or s.ask_all == 1:
        ask(s, s.active, Decision.COMBAT)
    else:
        fight(s, t, first)


@kernel
def fight(s, t, place):
    """An attacker inflicts damage equal to its strength; blockers never damage it (rules 4.4)."""
    minion = s.play[s.active].minion[place]
    push(s, Frame.COMBAT, s.active, place, minion.target, strength(s, t, s.active, place))
    minion.target = DONE


@kernel
def end_combat(s, t):
    """The minions that attacked are discarded unless they stay in play; blockers stay (rules 4.8)."""
    play = s.play[s.active]
    for place in range(play.n - 1, -1, -1):
        if t.card[play.minion[place].card].stays == 0:
            leave_play(s, t, s.active, place, Departure.DISCARDED)
    for seat in range(s.players):
        stand_down(s, seat)
    if not ends_here(s, t):
        begin_chain(s)
