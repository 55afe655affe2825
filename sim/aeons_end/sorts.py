"""Sorts of cards that texts name."""

from __future__ import annotations

from ..core.kernel import kernel
from .state import Filter, Type


@kernel
def matches(t, card, which):
    """Whether a card is of the sort that a Filter names."""
    c = t.card[card]
    if which in (Filter.ANY, Filter.ANY_OR_DISCARDED):
        return True
    if which in (Filter.GEM, Filter.CHEAPEST_GEM):
        return c.type == Type.GEM
    if which == Filter.RELIC:
        return c.type == Type.RELIC
    if which == Filter.SPELL:
        return c.type == Type.SPELL
    if which == Filter.CRYSTAL:
        return c.crystal == 1
    if which == Filter.NON_CORRUPTION:
        return c.type != Type.CORRUPTION
    if which == Filter.COST_0:
        return c.cost == 0
    if which == Filter.COST_2:
        return c.cost >= 2
    if which == Filter.COST_3:
        return c.cost >= 3
    return which == Filter.COST_4_OR_LESS and 0 <= c.cost <= 4


@kernel
def count_matching(t, pile, which):
    """How many cards of a pile a Filter lets pass."""
    n = 0
    for i in range(pile.n):
        n += matches(t, int(pile.card[i]), which)
    return n
