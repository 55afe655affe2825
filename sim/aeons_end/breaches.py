"""Breaches (rules 5)."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .frames import push_choice
from .state import BREACHES, Breach, Decision, Scope


@kernel
def focus_price(s, t, at):
    """What focusing a breach costs now (rules 5)."""
    return max(t.focus_cost[at % BREACHES] - s.discount, 0)


@kernel
def open_price(s, t, at):
    """What opening a breach costs now (rules 5)."""
    return max(t.open_cost[at % BREACHES, s.breach[at].turned] - s.discount, 0)


@kernel
def focus_breach(s, at):
    """A closed breach turns by one step; after four it is open (rules 5). In the own turn a spell may then be prepped
    there.
    """
    breach = s.breach[at]
    if breach.turned >= 3:
        breach.state = Breach.OPEN
    else:
        breach.turned += 1
    breach.focused = s.active == at // BREACHES


@kernel
def may_focus(s, at, scope, seat, who):
    """Whether a breach may be focused by an effect; see Scope (rules 5). OTHER: not one of the player picked before."""
    owner = at // BREACHES
    if s.breach[at].state != Breach.CLOSED:
        return False
    if scope == Scope.OTHER:
        return owner != who or s.players == 1
    if scope == Scope.ANY:
        return True
    if scope not in (Scope.OWN, Scope.LOWEST):
        s.error = ERROR_UNWRITTEN
        return False
    if owner != seat:
        return False
    if scope == Scope.LOWEST:
        for lower in range(seat * BREACHES, at):
            if s.breach[lower].state == Breach.CLOSED:
                return False
    return True


@kernel
def breaches_to_focus(s, scope, seat, who):
    """How many breaches may be focused by an effect (rules 5)."""
    n = 0
    for at in range(s.players * BREACHES):
        n += may_focus(s, at, scope, seat, who)
    return n


@kernel
def breaches_in(s, seat, state):
    """How many breaches of a player are in a state."""
    n = 0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        n += s.breach[at].state == state
    return n


@kernel
def destroy_breach(s, at):
    """A breach is lost for good; its spells are discarded in the order its owner likes (rules 5, 10)."""
    s.breach[at].state = Breach.DESTROYED
    if s.breach[at].n > 0:
        push_choice(s, Decision.DISCARD_PREPPED, at // BREACHES, int(s.breach[at].n), Scope.AT, at)
