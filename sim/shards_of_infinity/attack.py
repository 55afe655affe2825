"""Attacks (rules 4.2)."""

from __future__ import annotations

from ..cards.known import make_known
from ..cards.seats import clockwise
from ..core.frames import top
from ..core.kernel import kernel
from .cards import Operation
from .conditions import verdict
from .ending import end_game
from .frames import push
from .seats import eliminate, living
from .state import INFINITE, Cause, Frame, Verdict


@kernel
def protectors(s, t, seat):
    """How many champions in play protect a seat and its other champions (rules 6)."""
    n = 0
    for i in range(s.champions[seat].n):
        n += t.card[s.champions[seat].card[i]].protects_owner
    return n


@kernel
def can_attack_champion(s, t, seat, card):
    """Whether power may destroy a champion of an opponent: not if it, or another champion, forbids it
    (rules 4.1, 6).
    """
    if protectors(s, t, seat) > t.card[card].protects_owner:
        return False
    for row in range(t.card[card].static[0], t.card[card].static[1]):
        e = t.effect[row]
        if e.operation == Operation.CANNOT_BE_ATTACKED and (
            e.condition == 0 or verdict(s, t, seat, card, e.condition, e.argument) == Verdict.HOLDS
        ):
            return False
    return True


@kernel
def can_attack_player(s, t, seat):
    """Whether damage may be assigned to an opponent (rules 4.2, 6)."""
    return seat != s.active and s.alive[seat] == 1 and protectors(s, t, seat) == 0


@kernel
def next_target(s, t, seat):
    """The next opponent clockwise after `seat` that can be attacked, or the active seat if there is none before it
    (rules 4.2.1).
    """
    for _ in range(s.players):
        seat = clockwise(s, seat, 1)
        if seat == s.active or can_attack_player(s, t, seat):
            return seat
    return seat


@kernel
def begin_attack(s, t):
    """Attack phase: all power must be assigned among the opponents that can be attacked; without one it is lost
    (rules 4.2.1).
    """
    for seat in range(s.players):
        s.damage[seat] = 0
    push(s, Frame.LOSSES, s.active)
    push(s, Frame.DEFEND, s.active)
    if s.power < INFINITE:
        split_power(s, t, next_target(s, t, s.active))


@kernel
def split_power(s, t, seat):
    """How much of the remaining power `seat` gets is to be said; the last opponent that can be attacked gets the rest
    (rules 4.2.1).
    """
    if seat != s.active and s.power > 0:
        push(s, Frame.SPLIT, seat)


@kernel
def assign_damage(s, seat, n):
    """Power becomes damage to a seat, which may then reveal shields (rules 4.2.1)."""
    s.damage[seat] += n
    s.power -= n


@kernel
def begin_shields(s):
    """Every attacked seat may reveal shields, clockwise from the active seat (rules 4.2.2)."""
    for k in range(s.players - 1, 0, -1):
        seat = clockwise(s, s.active, k)
        if s.damage[seat] > 0:
            push(s, Frame.SHIELD, seat)


@kernel
def shield(s, t, card):
    """The attacked seat reveals a shield: so much of the damage is prevented (rules 4.2.2). It stays in hand and may
    serve again.

    The frame's `shown` counts the shields revealed against this attack, which lie first in the hand.
    """
    frame = top(s)
    seat, used = frame.seat, frame.shown
    hand = s.hand[seat]
    index = used
    while hand.card[index] != card:
        index += 1
    make_known(s, seat, index)
    index = min(index, s.known[seat] - 1)
    for i in range(index, used, -1):
        hand.card[i] = hand.card[i - 1]
    hand.card[used] = card
    frame.shown += 1
    s.damage[seat] = max(s.damage[seat] - t.card[card].shield, 0)


@kernel
def suffer_losses(s):
    """All damage takes effect together; infinite power overwhelms every opponent (rules 4.2.3). The last player alive
    wins.
    """
    for seat in range(s.players):
        if seat != s.active and s.alive[seat] == 1:
            s.health[seat] = 0 if s.power >= INFINITE else max(s.health[seat] - s.damage[seat], 0)
            if s.health[seat] == 0:
                eliminate(s, seat)
    if living(s) == 1:
        end_game(s, Cause.INFINITY_SHARD if s.power >= INFINITE else Cause.DAMAGE)
