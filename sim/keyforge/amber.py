"""Amber: between the supply, the pools and the creatures."""

from __future__ import annotations

from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .battleline import other
from .modifiers import carries, has_constant
from .state import AMOUNT_MAX, NO_CARD, WAITING_MAX, Constant


@kernel
def wait(s, amount, card, dealer):
    """Notes damage (of creature `card`) or amber (card NO_CARD) that several creatures could take, see WAITING."""
    s.unsettled = 1
    if s.n_waiting >= WAITING_MAX:
        s.error = ERROR_FRAMES_FULL
        return
    entry = s.waiting[s.n_waiting]
    entry.amount, entry.card, entry.dealer = amount, card, dealer
    s.n_waiting += 1


@kernel
def grown(amount, n):
    """An amount of amber, damage, counters or chains after n more, up to more than any game of the rules comes to."""
    return min(int(amount) + n, AMOUNT_MAX)


@kernel
def put_on(s, card, n):
    """Puts n amber on a creature: captured by its controller. Rule 14."""
    here = s.card[card]
    here.amber = grown(here.amber, n)
    s.captured[here.controller] = grown(s.captured[here.controller], n)


@kernel
def amber_catchers(s, t, seat):
    """(one of the creatures that catch amber added to a player's pool, or NO_CARD; how many there are). Rule 14."""
    catcher, catchers = NO_CARD, 0
    if has_constant(s, t, other(seat), Constant.CATCHES_AMBER):
        line = s.line[other(seat)]
        for i in range(line.n):
            if carries(s, t, int(line.card[i]), Constant.CATCHES_AMBER) > 0:
                catcher = int(line.card[i])
                catchers += 1
    return catcher, catchers


@kernel
def add_to_pool(s, t, seat, n):
    """Adds n amber from anywhere to a player's pool, unless a creature of the opponent catches it. Rule 14."""
    if n <= 0:
        return
    catcher, catchers = amber_catchers(s, t, seat)
    if catchers == 0:
        s.amber[seat] = grown(s.amber[seat], n)
    elif catchers == 1:
        put_on(s, catcher, n)
    else:
        wait(s, n, NO_CARD, seat)


@kernel
def gain(s, t, seat, n):
    """A player gains n amber from the supply. Rule 14."""
    if n > 0:
        s.made[seat] = grown(s.made[seat], n)
        add_to_pool(s, t, seat, n)


@kernel
def lose(s, t, seat, n):
    """A player loses up to n amber to the supply; returns how much. Rule 14."""
    lost = max(0, min(n, int(s.amber[seat])))
    s.amber[seat] -= lost
    return lost


@kernel
def steal(s, t, thief, n):
    """A player steals up to n amber from the opponent; returns how much. Rule 14."""
    victim = other(thief)
    if has_constant(s, t, victim, Constant.NO_STEALING):
        return 0
    stolen = lose(s, t, victim, n)
    s.stolen[thief] = grown(s.stolen[thief], stolen)
    add_to_pool(s, t, thief, stolen)
    return stolen


@kernel
def capture(s, t, card, n, victim):
    """A creature in play captures up to n amber from a player's pool; returns how much. Rule 14."""
    captured = lose(s, t, victim, n)
    put_on(s, card, captured)
    return captured


@kernel
def pay(s, t, payer, n):
    """A player pays up to n amber to the opponent; returns how much. Rule 14."""
    paid = lose(s, t, payer, n)
    add_to_pool(s, t, other(payer), paid)
    return paid


@kernel
def take_from(s, t, card, n, seat):
    """Moves up to n amber from a card in play to a player's pool; returns how much. Rule 14."""
    moved = max(0, min(n, int(s.card[card].amber)))
    s.card[card].amber -= moved
    s.unsettled = 1
    add_to_pool(s, t, seat, moved)
    return moved
