"""Movement: steps, jumps, teleports, manoeuvres. Rules 9 and 24."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.frames import pop
from ..core.kernel import kernel
from .board import NEIGHBOURS, ORTHOGONAL, ROW_END, bit, direction, distance, on_battlefield
from .choices import barred
from .frames import push
from .happenings import about, moved
from .modifiers import has, movement, number
from .state import CELLS, NO_CARD, Frame
from .stats import (
    everybody,
    free_cells,
    has_plain,
    in_play,
    is_corporeal,
    is_plain_creature,
    is_type,
    seat_of,
    symbiont_of,
)
from .sudden import window
from .tables import Bestowed, Event, Stat, Type, Window
from .triggers import announce, fire, fire_of
from .wounds import settle
from .zones import put_on, swap, unpin

ALL_SPENT = 99


@kernel
def can_move(s, t, card):
    """Whether a creature may move at all: open, not acted, not held, on the battlefield without a host. Rule 9."""
    it = s.card[card]
    if it.closed == 1 or it.acted == 1 or it.promised == 1 or it.netted > 0 or it.held_by != 0 or it.host >= 0:
        return False
    return on_battlefield(int(it.cell)) and is_type(s, t, card, Type.CREATURE)


@kernel
def walks_plainly(s, t, card):
    """Whether nothing changes where and how far a creature may step."""
    it = s.card[card]
    return it.lasting == 0 and t.card[it.type].paced == 0 and s.bestowed & (Bestowed.WAYS | Bestowed.PACE) == 0


@kernel
def steps_of(s, t, card, free):
    """The set of cells to which a creature may step; free: the free cells of the battlefield. Rule 9."""
    it = s.card[card]
    cell, is_plain = int(it.cell), walks_plainly(s, t, card)
    if is_plain and it.moved >= t.card[it.type].move:
        return 0
    if not can_move(s, t, card):
        return 0
    cells = ORTHOGONAL[cell]
    if is_plain:
        return cells & free
    if movement(s, t, card) <= it.moved:
        return 0
    if t.card[it.type].strange == 1 or it.lasting > 0 or s.bestowed & Bestowed.WAYS:
        if has(s, t, card, Stat.MOVES_DIAGONALLY, NO_CARD):
            cells = NEIGHBOURS[cell]
        if has(s, t, card, Stat.JOINS_ROW_ENDS, NO_CARD) and ROW_END[cell] >= 0:
            cells |= 1 << int(ROW_END[cell])
    if not has_plain(s, t, card, Stat.INCORPOREAL):
        cells &= free
    return cells & ~barred(s, t, card) if cells != 0 else 0


@kernel
def jump_cells(s, t, card, which):
    """The set of cells to which a creature may jump or teleport. Rule 24."""
    it = s.card[card]
    if not has(s, t, card, which, NO_CARD) or not can_move(s, t, card) or it.moved > 0:
        return 0
    most, free, cells = number(s, t, card, which, NO_CARD), free_cells(s), 0
    free &= ~barred(s, t, card)
    for cell in range(CELLS):
        if bit(free, cell) and (which == Stat.TELEPORT or distance(int(it.cell), cell) <= most):
            cells |= 1 << cell
    return cells


@kernel
def step(s, t, card, cell):
    """A creature moves one cell. Rule 9."""
    s.card[card].moved += 1
    taken = 0 if s.at[cell] < 0 else 1
    tell_move(s, t, card, change_cell(s, t, card, cell), cell, taken)


@kernel
def jump(s, t, card, cell):
    """A creature jumps or teleports. Rule 24."""
    s.card[card].moved = ALL_SPENT
    leap(s, t, card, cell)


@kernel
def leap(s, t, card, cell):
    """A creature comes to a cell by a jump or teleport, and what it bears takes note: in its player's turn after the
    enemy's cards, else before them. Rule 26.
    """
    left = change_cell(s, t, card, cell)
    rider = symbiont_of(s, t, card)
    own_turn = rider >= 0 and seat_of(s, rider) == s.active
    if own_turn:
        fire(s, t, Event.HOST_JUMPED, rider, about(card, card))
    tell_move(s, t, card, left, cell, 0)
    if rider >= 0 and not own_turn:
        fire(s, t, Event.HOST_JUMPED, rider, about(card, card))


@kernel
def change_cell(s, t, card, cell):
    """A creature comes to a cell by a way of its own, and holds nobody any more. Returns the cell that it left."""
    left = int(s.card[card].cell)
    note_way(s, card, cell)
    put_on(s, t, card, cell)
    unpin(s, card)
    return left


@kernel
def note_way(s, card, cell):
    """A creature is about to move to a cell: one cell more, and the direction in which that lies."""
    it = s.card[card]
    if it.controller == s.active:
        it.cells += 1
    else:
        it.stirred += 1
    it.directions |= 1 << direction(int(it.cell), cell)


@kernel
def can_swap(s, t, card, other):
    """Whether a creature may change places with an own plain creature orthogonally beside it. Rule 24."""
    if not in_play(s, other) or seat_of(s, other) != seat_of(s, card) or not is_plain_creature(s, t, other):
        return False
    if s.card[other].held_by != 0:
        return False
    if is_crowded(s, t, card, other) or is_crowded(s, t, other, card):
        return False
    here, there = int(s.card[card].cell), int(s.card[other].cell)
    if bit(barred(s, t, card), there) or bit(barred(s, t, other), here):
        return False
    return bit(ORTHOGONAL[here], there) and s.card[other].host < 0


@kernel
def is_crowded(s, t, card, other):
    """Whether one that comes to the cell of a card in its place would find a corporeal creature there, and be one.
    Rule 9.
    """
    if not is_corporeal(s, t, other):
        return False
    cell, left = int(s.card[card].cell), everybody(s)
    while left != 0:
        third = lowest(left)
        left &= left - 1
        if third != card and s.card[third].cell == cell and s.card[third].host < 0 and is_corporeal(s, t, third):
            return True
    return False


@kernel
def manoeuvre(s, t, card, other):
    """A creature changes places with another. Rule 24."""
    s.card[card].moved = ALL_SPENT
    left, cell = int(s.card[card].cell), int(s.card[other].cell)
    note_way(s, card, cell)
    swap(s, t, card, other)
    unpin(s, card)
    tell_move(s, t, card, left, cell, 1)


@kernel
def tell_move(s, t, card, left, cell, taken):
    """A move was made, of which cards may take note, and to which the enemy may answer; taken: 1 if another card stood
    on the cell, else 0. Rule 9.
    """
    if (s.events >> Event.MOVED) & 1 == 0 and (s.events >> Event.ENEMY_MOVED) & 1 == 0:
        if ((s.sudden[0] | s.sudden[1]) >> Window.ENTERED) & 1 == 0:
            return
    frame = push(s, Frame.MOVE, seat_of(s, card), card)
    frame.event, frame.subject, frame.left, frame.cell, frame.window_seat = card, card, left, cell, s.active
    frame.amount = taken
    announce(s, t, Event.ENEMY_MOVED, moved(card, left, cell, taken))


@kernel
def resolve_move(s, t, frame):
    """What comes after a step and what it triggers of the enemy's cards: what it triggers of the card itself, and
    sudden answers. Rule 26.
    """
    card = int(frame.source)
    frame.step += 1
    if frame.step == 1:
        if in_play(s, card):
            fire_step(s, t, card, frame)
    elif frame.step == 2:
        if in_play(s, card) and not window(s, t, frame, Window.ENTERED):
            frame.step = 1
    else:
        if s.dying == 1:
            settle(s, t)
        pop(s)


@kernel
def fire_step(s, t, card, frame):
    """The traits of a card that has moved, which know from where and to where."""
    if (t.card[s.card[card].type].events >> Event.MOVED) & 1 == 1:
        what = moved(card, int(frame.left), int(frame.cell), int(frame.amount))
        fire_of(s, t, Event.MOVED, card, what)
