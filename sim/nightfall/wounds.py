"""Wounds, and damage on its way to a player (rules 4.4, 4.5, 4.7, 9.5)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.frames import pop, top
from ..core.kernel import kernel
from ..core.pile import take_top
from .frames import push
from .minions import damage_minion, is_like
from .state import NOTHING, Decision, Frame
from .zones import exile


@kernel
def take_wounds(s, t, seat, n, giver, in_combat):
    """A player takes n wounds, one by one, on top of his discard pile; with the last counted one the end of the game is
    near, and the reserve follows (rules 4.7, 9.5, 10.1, 10.2).
    """
    for _ in range(n):
        if s.stack.n == 0:
            return
        card = take_top(s.stack)
        s.discard[seat, card] += 1
        s.wounds[seat, t.card[card].wound] += 1
        s.given[giver, seat] += 1
        s.by_combat += in_combat
        s.counted = max(s.counted - 1, 0)
        if s.counted == 0:
            s.ending = 1


@kernel
def exile_wound(s, t, seat, card):
    """A wound that a player owned leaves the game and no longer counts (rules 1.7)."""
    s.wounds[seat, t.card[card].wound] -= 1
    exile(s, card)


@kernel
def inflict(s, giver, seat, n):
    """Damage to a player; minions of his may absorb it first (rules 4.5)."""
    push(s, Frame.DAMAGE, giver, NOTHING, seat, n)


@kernel
def absorbs(s, t, frame, place):
    """Whether a minion of the damaged player absorbs the damage of a frame: in a combat a blocker of that attacker
    (rules 4.4), else one that blocks damage to its controller (rules 4.5).
    """
    minion = s.play[frame.victim].minion[place]
    if frame.kind == Frame.COMBAT:
        return minion.blocks == frame.card
    return t.card[minion.card].blocks_direct_damage == 1


@kernel
def first_absorber(s, t, frame):
    """The first minion that absorbs the damage of a frame, or NOTHING."""
    for place in range(s.play[frame.victim].n):
        if absorbs(s, t, frame, place):
            return place
    return NOTHING


@kernel
def is_order_open(s, t, frame, first):
    """Whether it matters which minion absorbs next: there are different ones, and the damage does not kill them all."""
    play, total, differ = s.play[frame.victim], 0, False
    for place in range(first, play.n):
        if absorbs(s, t, frame, place):
            total += play.minion[place].health
            differ |= not is_like(s, frame.victim, first, place)
    return differ and frame.left < total


@kernel
def absorb(s, t, place):
    """A minion absorbs as much of the damage on top of the stack as its health (rules 4.4)."""
    frame = top(s)
    minion = s.play[frame.victim].minion[place]
    n = min(frame.left, minion.health)
    frame.left -= n
    damage_minion(s, t, frame.victim, place, n)


@kernel
def resolve_damage(s, t):
    """The damage on top of the stack: minions absorb it one after another, in an order that their controller chooses;
    what blockers leave is inflicted on the player, and what is left of that becomes wounds (rules 4.4, 4.5).
    """
    frame = top(s)
    if frame.left <= 0:
        pop(s)
        return
    first = first_absorber(s, t, frame)
    if first == NOTHING and frame.kind == Frame.COMBAT:
        frame.kind = Frame.DAMAGE
    elif first == NOTHING:
        in_combat = frame.card != NOTHING
        pop(s)
        take_wounds(s, t, frame.victim, frame.left, frame.seat, in_combat)
    elif is_order_open(s, t, frame, first) or s.ask_all == 1:
        ask(s, frame.victim, Decision.ABSORB)
    else:
        absorb(s, t, first)
