"""How the Prince of Gluttons devours the supply (rules 13)."""

from __future__ import annotations

from ..cards.piles import put_copies
from ..core.kernel import kernel
from ..core.pile import put
from .ending import check_supply
from .frames import push_choice
from .life import damage_gravehold
from .state import NO_CARD, PILES, Decision, Pick, Type
from .supply import pile_of


@kernel
def can_devour(s, t, index, pick):
    """Whether a pile is one that a devouring may take from; see Pick (rules 13)."""
    card = s.supply_card[index]
    if card == NO_CARD or s.supply_left[index] == 0:
        return False
    kind, cost = t.card[card].type, t.card[card].cost
    if pick in (Pick.ANY, Pick.ANY_SPELL):
        return pick == Pick.ANY or kind == Type.SPELL
    if pick != Pick.CHEAPEST and kind != (Type.RELIC if pick == Pick.CHEAPEST_RELIC else Type.GEM):
        return False
    cheaper, dearer, equal = 0, 0, 0
    for i in range(PILES):
        if s.supply_card[i] != NO_CARD and s.supply_left[i] > 0:
            other = t.card[s.supply_card[i]]
            if pick == Pick.CHEAPEST or other.type == kind:
                cheaper += other.cost < cost
                dearer += other.cost > cost
                equal += other.cost == cost
    if pick == Pick.DEAREST_GEM:
        return dearer == 0
    if pick == Pick.SECOND_DEAREST_GEM:
        return dearer <= 1 and dearer + equal >= 2
    return pick in (Pick.CHEAPEST, Pick.CHEAPEST_RELIC) and cheaper == 0


@kernel
def devourable(s, t, pick):
    """How many piles a devouring may take from (rules 13)."""
    n = 0
    for i in range(PILES):
        n += can_devour(s, t, i, pick)
    return n


@kernel
def begin_devouring(s, t, seat, n, pick):
    """A pile to devour from is to be chosen (rules 16.5). Without a second gem pile Gravehold suffers for all the
    cards.
    """
    if pick == Pick.SECOND_DEAREST_GEM and devourable(s, t, pick) == 0:
        damage_gravehold(s, 2 * n)
    elif n > 0:
        push_choice(s, Decision.DEVOUR, seat, n, pick, 0)


@kernel
def devour(s, t, card, n):
    """Cards of a pile go to the devoured pile; each that is missing costs Gravehold 2 life (rules 13, 16.4)."""
    index = pile_of(s, card)
    taken = min(n, int(s.supply_left[index]))
    put_copies(s, card, taken, s.devoured)
    s.supply_left[index] -= taken
    damage_gravehold(s, 2 * (n - taken))
    check_supply(s, t)


@kernel
def devour_a_gem_of_each_pile(s, t):
    """One card of each gem pile is devoured, the dearest first (rules 13)."""
    for cost in range(99, -1, -1):
        for i in range(PILES):
            card = s.supply_card[i]
            if card != NO_CARD and s.supply_left[i] > 0 and t.card[card].type == Type.GEM and t.card[card].cost == cost:
                s.supply_left[i] -= 1
                put(s, s.devoured, int(card))
