"""Minions and powers in play (rules 9)."""

from __future__ import annotations

from ..cards.entries import drop
from ..core.faults import ERROR_PILE_FULL
from ..core.kernel import kernel
from ..core.pile import put, take
from .ending import check_deck
from .frames import push_program, speaker
from .state import NO_CARD, PLAY_MAX, Type


@kernel
def slot_of(s, card):
    """The place of a minion or power in play, or -1."""
    for i in range(s.n_in_play):
        if s.in_play[i].card == card:
            return i
    return -1


@kernel
def life_of(s, card):
    """The life of a minion in play."""
    index = slot_of(s, card)
    return int(s.in_play[index].value) if index >= 0 else 0


@kernel
def enter_play(s, t, card):
    """A minion or power enters play, after its "immediately" text; it acts from the next nemesis turn on
    (rules 9.2).
    """
    if s.n_in_play >= PLAY_MAX:
        s.error = ERROR_PILE_FULL
        return
    new = s.in_play[s.n_in_play]
    new.card, new.value, new.acted = card, t.card[card].value, 1
    s.n_in_play += 1
    push_program(s, t.card[card].immediately, card, speaker(s))


@kernel
def leave_play(s, t, card):
    """A minion or power, or the attack being resolved, goes to the nemesis discard pile (rules 9)."""
    index = slot_of(s, card)
    if index >= 0:
        s.n_in_play = drop(s.in_play, int(s.n_in_play), index)
        if t.card[card].husk_life > 1:
            s.damaged_husks = 0
    elif s.drawn == card:
        s.drawn = NO_CARD
    else:
        return
    put(s, s.nemesis_discard, card)
    check_deck(s)


@kernel
def return_minion(s, t):
    """The minion discarded last comes back with full life; its "immediately" text happens again (rules 16.6)."""
    for i in range(int(s.nemesis_discard.n) - 1, -1, -1):
        if t.card[s.nemesis_discard.card[i]].type == Type.MINION:
            enter_play(s, t, int(take(s.nemesis_discard, i)))
            return


@kernel
def minion_discarded(s, t):
    """Whether a minion lies in the nemesis discard pile (rules 12)."""
    for i in range(s.nemesis_discard.n):
        if t.card[s.nemesis_discard.card[i]].type == Type.MINION:
            return True
    return False


@kernel
def minion_suffers(s, t, card, n):
    """A minion loses life; without any it is discarded (rules 6)."""
    index = slot_of(s, card)
    if index >= 0 and n > 0:
        s.in_play[index].value -= n
        if s.in_play[index].value <= 0:
            leave_play(s, t, card)


@kernel
def set_life(s, t, card, n):
    """The life of a minion in play becomes n; without any it is discarded (rules 6)."""
    index = slot_of(s, card)
    if index >= 0:
        s.in_play[index].value = n
        if n <= 0:
            leave_play(s, t, card)
