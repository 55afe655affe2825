"""Gaining cards of the supply (rules 4.2.2, 7)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import take_top
from .ending import check_supply
from .frames import push_choice
from .sorts import matches
from .state import NO_CARD, PILES, Decision, Filter, Place, Type
from .zones import put_gained


@kernel
def pile_of(s, card):
    """The supply pile of a card, or -1."""
    for i in range(PILES):
        if s.supply_card[i] == card:
            return i
    return -1


@kernel
def empty_piles(s):
    """How many supply piles are empty."""
    n = 0
    for i in range(PILES):
        n += s.supply_left[i] == 0 and s.supply_card[i] != NO_CARD
    return n


@kernel
def cheapest_gem(s, t, card):
    """Whether no gem pile with cards is cheaper than this one."""
    for i in range(PILES):
        if s.supply_card[i] != NO_CARD and s.supply_left[i] > 0:
            other = t.card[s.supply_card[i]]
            if other.type == Type.GEM and other.cost < t.card[card].cost:
                return False
    return True


@kernel
def may_gain(s, t, card, which):
    """Whether a card for sale is one that a text may gain without paying (rules 7)."""
    return matches(t, card, which) and (which != Filter.CHEAPEST_GEM or cheapest_gem(s, t, card))


@kernel
def is_supplied(s, t, which):
    """Whether a card for sale is one that a Filter lets pass: of a supply pile, or the devoured one on top
    (rules 7, 13).
    """
    if s.devoured.n > 0 and may_gain(s, t, int(s.devoured.card[s.devoured.n - 1]), which):
        return True
    for i in range(PILES):
        if s.supply_card[i] != NO_CARD and s.supply_left[i] > 0 and matches(t, int(s.supply_card[i]), which):
            return True
    return False


@kernel
def funds(s, t, card):
    """The aether that may pay for a card (rules 4.2.2)."""
    kind = t.card[card].type
    return s.aether + (s.spell_aether if kind == Type.SPELL else s.gem_aether if kind == Type.GEM else 0)


@kernel
def pay_for(s, t, card):
    """Pays the cost of a card, with aether that can pay for nothing else first (rules 4.2.2)."""
    cost = int(t.card[card].cost)
    kind = t.card[card].type
    if kind == Type.SPELL:
        special = min(cost, s.spell_aether)
        s.spell_aether -= special
        cost -= special
    elif kind == Type.GEM:
        special = min(cost, s.gem_aether)
        s.gem_aether -= special
        cost -= special
    s.aether -= cost


@kernel
def gain(s, t, seat, card, place):
    """A card taken from the supply is gained; some may go on top of the deck instead of the discard pile (rules 7)."""
    s.gained[card] += 1
    if t.card[card].gain_on_deck == 1 and place == Place.DISCARD:
        push_choice(s, Decision.ON_DECK, seat, 0, 0, 0).card = card
    else:
        put_gained(s, seat, card, place)


@kernel
def gain_devoured(s, t, seat, place):
    """The top card of the devoured pile is gained as if that were a supply pile (rules 13)."""
    gain(s, t, seat, int(take_top(s.devoured)), place)


@kernel
def gain_from_pile(s, t, seat, card, place):
    """The top card of a supply pile is gained (rules 7)."""
    s.supply_left[pile_of(s, card)] -= 1
    gain(s, t, seat, card, place)
    check_supply(s, t)
