"""Minions in play: their strength, damage to them, how they enter and leave (rules 4.6, 5.7, 8)."""

from __future__ import annotations

from ..cards.entries import drop
from ..core.faults import ERROR_PILE_FULL
from ..core.kernel import kernel
from .state import NOBODY, NOTHING, Departure
from .zones import exile


@kernel
def strength(s, t, seat, place):
    """The strength of a minion: as printed, and more by the other minions of its controller (rules 9.6)."""
    play = s.play[seat]
    total = int(t.card[play.minion[place].card].strength)
    for i in range(play.n):
        if i != place:
            total += t.card[play.minion[i].card].strengthens_others
    return total


@kernel
def block_to_come(s, minion):
    """The place of the attacker that a minion blocks in a combat still to come, or NOTHING (rules 4.2)."""
    return minion.blocks if minion.blocks != NOTHING and s.play[s.active].minion[minion.blocks].target >= 0 else NOTHING


@kernel
def is_like(s, seat, a, b):
    """Whether two minions of a player differ in nothing: the same card, as much health, and no combat to come that they
    do not both block.
    """
    one, two = s.play[seat].minion[a], s.play[seat].minion[b]
    return one.card == two.card and one.health == two.health and block_to_come(s, one) == block_to_come(s, two)


@kernel
def enter_play(s, t, seat, card):
    """A minion enters play at full health under a player; it waits for his next combat phase (rules 4.9, 5.7)."""
    play = s.play[seat]
    if play.n >= play.minion.size:
        s.error = ERROR_PILE_FULL
        return
    minion = play.minion[play.n]
    minion.card, minion.health, minion.target, minion.blocks = card, t.card[card].health, NOBODY, NOTHING
    play.n += 1


@kernel
def leave_play(s, t, seat, place, departure):
    """A minion is destroyed or discarded from play: it goes to its owner's discard pile unless its text exiles it
    (rules 1.8, 1.9, 8.1).
    """
    play = s.play[seat]
    card = int(play.minion[place].card)
    play.n = drop(play.minion, int(play.n), place)
    forget(s, seat, place)
    s.destroyed[seat] += departure == Departure.DESTROYED
    facts = t.card[card]
    exiled = facts.exile_when_destroyed if departure == Departure.DESTROYED else facts.exile_when_discarded
    if exiled == 1:
        exile(s, card)
    else:
        s.discard[seat, card] += 1


@kernel
def forget(s, seat, place):
    """The minion targeted is no longer where it was, once this one has left; its controller is remembered."""
    if s.controller == seat and s.minion >= place:
        s.minion = NOTHING if s.minion == place else s.minion - 1


@kernel
def damage_minion(s, t, seat, place, n):
    """A minion loses health; without any it is destroyed, and damage beyond is lost (rules 4.6)."""
    minion = s.play[seat].minion[place]
    if n >= minion.health:
        leave_play(s, t, seat, place, Departure.DESTROYED)
    else:
        minion.health -= n


@kernel
def heal_minion(s, t, seat, place, n):
    """A minion regains health, never more than printed (rules 4.6)."""
    minion = s.play[seat].minion[place]
    minion.health = min(minion.health + n, t.card[minion.card].health)
