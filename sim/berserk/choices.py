"""Which cards and cells may be chosen, for the rows of traits."""

from __future__ import annotations

from ..cards.chosen import is_chosen
from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .board import NEIGHBOURS, ORTHOGONAL, bit, forward, on_battlefield, row_of
from .conditions import counted, is_nothing, pushed_to
from .filters import attack_on, matches, zone_of_filter
from .modifiers import has
from .state import CELLS, NO_CARD, Zone
from .stats import EVERY_CARD, adjacent, everybody, free_beside, free_cells, lives, needs_host, seat_of
from .tables import ATTACKS, SORTS, Operation, Reach, Side, Stat, Way
from .targets import can_aim, can_strike, is_within

REPEATED = (Operation.REDISTRIBUTE, Operation.SHIFT_WOUNDS)
"""Operations that let a card be chosen again and again, once for each wound."""


@kernel
def sort_of(operation):
    """The kind of attack of an operation that is one."""
    return int(SORTS[operation])


@kernel
def is_attack(operation):
    """Whether an operation is an attack."""
    return operation in ATTACKS


@kernel
def is_aimed(t, row):
    """Whether a row is an attack that is no one's own cards' by its words, nor at the card of the event alone."""
    if not is_attack(int(row.operation)) or row.argument & Reach.EVENT_TARGET:
        return False
    return t.filter[row.filter].side != Side.OWN


@kernel
def is_candidate(s, t, row, source, card, place):
    """Whether a card may be chosen for a row; place: of the frame of its program, -1 before it is on the stack.
    Rules 14 and 23.
    """
    operation = int(row.operation)
    if is_attack(operation):
        if t.own_targets == 0 and is_aimed(t, row) and s.card[card].controller == s.card[source].controller:
            return False
        return can_be_hit(s, t, row, source, card, place)
    if operation == Operation.FORCE_STRIKE:
        striker = int(s.frame[place].subject) if place >= 0 else NO_CARD
        if striker < 0 or s.card[striker].netted > 0 or has(s, t, striker, Stat.PRECISION, NO_CARD):
            return False
        return adjacent(s, striker, card) and can_strike(s, t, striker, card)
    if s.card[card].zone != zone_of_filter(t, int(row.filter)):
        return False
    if not matches(s, t, int(row.filter), source, card, place):
        return False
    if operation == Operation.FINISH:
        if is_nothing(s, t, row, source, place, card):
            return False
        if s.card[card].hidden == 1:
            return True
        return lives(s, t, card) <= row.amount * counted(s, t, row, source, place, card)
    if operation == Operation.REVIVE:
        return can_return(s, t, source, card)
    return True


@kernel
def can_be_hit(s, t, row, source, card, place):
    """Whether an attack of a row may have a card as its target: by its kind, range and filter. Rule 14."""
    sort, reach = sort_of(int(row.operation)), int(row.argument)
    if reach & Reach.EVENT_TARGET and (place < 0 or card != s.frame[place].subject):
        return False
    return is_within(s, t, source, card, sort, reach) and can_aim(s, t, source, card, sort, int(row.filter), place)


@kernel
def choosable(s, t, row):
    """The set of cards, as bits, among which those are that may be chosen for a row: in play, or in graveyards."""
    if not is_attack(int(row.operation)) and row.filter >= 0 and zone_of_filter(t, int(row.filter)) == Zone.GRAVEYARD:
        return EVERY_CARD
    return everybody(s)


@kernel
def candidates(s, t, row, source, place):
    """How many cards may be chosen for a row."""
    found, left = 0, choosable(s, t, row)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if is_open_to_choice(s, t, row, source, card, place):
            found += 1
    return found


@kernel
def is_open_to_choice(s, t, row, source, card, place):
    """Whether a card may be chosen next: likewise, and not chosen before unless it may be again. Rules 14 and 16."""
    if s.card[card].zone in (Zone.NONE, Zone.SQUAD) or not is_candidate(s, t, row, source, card, place):
        return False
    return place < 0 or row.operation in REPEATED or not is_chosen(s.frame[place], card)


@kernel
def can_return(s, t, source, card):
    """Whether a card of a graveyard may come to a card: its name may be in the squad, it needs no host, and there is a
    cell. Rules 19, 23 and 24.
    """
    seat, card_type = seat_of(s, source), int(s.card[card].type)
    if is_barred_by_name(s, t, seat, card_type) or needs_host(t, card_type):
        return False
    return t.card[card_type].stat[Stat.FLYING] > 0 or free_beside(s, source) != 0


@kernel
def is_barred_by_name(s, t, seat, card_type):
    """Whether a unique card is in a squad already. Rule 24."""
    if t.card[card_type].unique == 0:
        return False
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].type == card_type:
            return True
    return False


@kernel
def barred(s, t, card):
    """The set of cells onto which a trait forbids a creature to come."""
    if has(s, t, card, Stat.BARRED_FROM_HALF, NO_CARD):
        return enemy_half(s, seat_of(s, card))
    return 0


@kernel
def enemy_half(s, seat):
    """The set of cells of the other player's half. Rule 1."""
    cells = 0
    for cell in range(CELLS):
        if row_of(s, seat, cell) < 0:
            cells |= 1 << cell
    return cells


@kernel
def push_cell(s, t, pusher, card):
    """The cell onto which a card is pushed, or -1: there is none, or it may not come there."""
    cell = pushed_to(s, pusher, card)
    return -1 if cell >= 0 and bit(barred(s, t, card), cell) else cell


@kernel
def way_cells(s, t, card, way, source):
    """The set of free cells to which a card may be moved; source: whose trait moves it. What is borne goes nowhere
    without its host, who is held leaves his cell by no way, and in a net nobody moves himself. Rule 19.
    """
    if s.card[card].host >= 0 or s.card[card].held_by != 0 or (card == source and s.card[card].netted > 0):
        return 0
    cell, free = int(s.card[card].cell), free_cells(s) & ~barred(s, t, card)
    if way == Way.TO_ATTACKER:
        attack = attack_on(s)
        return free & free_beside(s, int(s.frame[attack].attacker)) if attack >= 0 else 0
    if not on_battlefield(cell):
        return 0
    if way == Way.ADJACENT:
        return free & NEIGHBOURS[cell]
    if way == Way.ORTHOGONAL:
        return free & ORTHOGONAL[cell]
    if way == Way.DIAGONAL:
        return free & NEIGHBOURS[cell] & ~ORTHOGONAL[cell]
    if way != Way.BACK:
        s.error = ERROR_UNWRITTEN
        return 0
    back = forward(s, 1 - seat_of(s, card), cell)
    return free & (1 << back) if back >= 0 else 0
