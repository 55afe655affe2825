"""Filters, counts and conditions of the texts of cards (rules 9)."""

from __future__ import annotations

from ..cards.filters import has_asked
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .cards import ALL, Condition, Count, Property
from .state import NOTHING, Select, Side, Type, Who


@kernel
def passes(t, number, card):
    """Whether a filter lets a card pass by what is printed on it."""
    f, c = t.filter[number], t.card[card]
    if not has_asked(f.types, 0, 1 << (Type.MINION if c.is_minion == 1 else Type.ACTION)):
        return False
    if not has_asked(f.species, f.without_species, c.species):
        return False
    if not has_asked(f.colours, f.without_colours, 1 << c.colour):
        return False
    if not f.cost_at_least <= c.cost <= f.cost_at_most:
        return False
    if not f.strength_at_least <= c.strength <= f.strength_at_most:
        return False
    return f.health_at_least <= c.health <= f.health_at_most and f.card in (NOTHING, card)


@kernel
def is_of_side(t, number, seat, owner):
    """Whether a filter lets cards of an owner pass, seen from a seat (rules 1.6)."""
    side = t.filter[number].side
    return side == Side.ANY or (side == Side.FRIENDLY) == (owner == seat)


@kernel
def passes_minion(s, t, number, seat, owner, place):
    """Whether a filter lets a minion in play pass, seen from a seat."""
    minion = s.play[owner].minion[place]
    if t.filter[number].properties & Property.DAMAGED and minion.health >= t.card[minion.card].health:
        return False
    return is_of_side(t, number, seat, owner) and passes(t, number, minion.card)


@kernel
def passes_order(s, t, number, seat, place):
    """Whether a filter lets an order of the chain pass, seen from a seat. The last is the one that resolves."""
    order = s.chain[place]
    return is_of_side(t, number, seat, order.seat) and passes(t, number, order.card)


@kernel
def count_minions(s, t, number, seat, most):
    """How many minions in play a filter lets pass, at most so many."""
    found = 0
    for owner in range(s.players):
        for place in range(s.play[owner].n):
            found += found < most and passes_minion(s, t, number, seat, owner, place)
    return found


@kernel
def holds(s, t, row, seat):
    """Whether the condition of a row holds for the player of the order (rules 1.4)."""
    found = True
    if row.condition == Condition.YOUR_CHAIN:
        found = s.chain[0].seat == seat
    elif row.condition == Condition.IN_PLAY:
        least = row.condition_argument
        found = count_minions(s, t, row.condition_filter, seat, least) >= least
    elif row.condition != 0:
        s.error = ERROR_UNWRITTEN
    return found != (row.otherwise == 1)


@kernel
def amount(s, t, row, seat):
    """The number of a row."""
    if row.count == 0:
        return row.amount
    if row.count == Count.MATCHING:
        return row.amount * count_minions(s, t, row.count_filter, seat, ALL)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def players_of(s, seat, who):
    """The players that a text is about, as bits of their seats (rules 9.2)."""
    everybody = (1 << s.players) - 1
    if who == Who.YOU:
        return 1 << seat
    if who == Who.TARGETED:
        return 1 << s.target if s.target >= 0 else 0
    if who == Who.CONTROLLER:
        return 1 << s.controller if s.controller >= 0 else 0
    if who == Who.ACTIVE:
        return 1 << s.active
    if who == Who.EACH_PLAYER:
        return everybody
    others = everybody & ~(1 << seat)
    if who == Who.EACH_OPPONENT:
        return others
    if who == Who.EACH_OTHER_OPPONENT:
        return others & ~(1 << s.target) if s.target >= 0 else others
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def is_selected(s, t, row, seat, owner, place):
    """Whether an operation works on a minion in play (rules 9.1, 9.3)."""
    if row.select == Select.TARGETED:
        return owner == s.controller and place == s.minion
    return row.select == Select.EACH and passes_minion(s, t, row.filter, seat, owner, place)
