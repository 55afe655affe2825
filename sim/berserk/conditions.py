"""What `if` asks and `per` counts in the notation."""

from __future__ import annotations

from typing import NamedTuple

from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .board import BESIDE, COLUMNS, ROWS, are_adjacent, beyond, bit, is_diagonal, on_battlefield, row_of
from .filters import attack_on, count_matching, matches, opposite, poisoned_neighbours
from .frames import fighter
from .state import NO_CARD, Zone
from .stats import adjacent, cells_moved, counts_as_creature, everybody, partners, seat_of
from .tables import Condition, Count

OF_STEPS = (
    Condition.ENTERED_ENEMY_HALF,
    Condition.LEFT_ENEMY_HALF,
    Condition.ENTERED_YOUR_HALF,
    Condition.ENTERED_YOUR_FIRST_ROW,
    Condition.MOVED_BESIDE,
)
"""Conditions about the step that a card has made."""


class Question(NamedTuple):
    """What a row asks or counts."""

    code: int
    """a Condition, or a Count"""
    number: int
    f: int
    """the filter of the cards that it is about"""


@kernel
def holds(s, t, row, source, place, target):
    """Whether the condition of a row holds; place: of the frame of the program, -1 for a constant; target: the other
    card of the attack, or the card chosen, NO_CARD if there is none.
    """
    condition = int(row.condition)
    if condition == Condition.NONE:
        return True
    asked = Question(condition, int(row.condition_argument), int(row.condition_filter))
    found = is_so(s, t, asked, source, place, target)
    return found != (row.otherwise == 1)


@kernel
def is_so(s, t, asked, source, place, target):
    """Whether it is as a condition with a number and a filter says."""
    condition, number, f = asked.code, asked.number, asked.f
    if condition == Condition.AT_LEAST:
        return count_matching(s, t, f, source, place) >= number
    if condition in (Condition.EVENT, Condition.TARGET, Condition.SELF, Condition.HOST, Condition.OPPOSITE):
        card = asked_card(s, t, condition, f, source, place, target)
        return card >= 0 and matches(s, t, f, source, card, place)
    if condition in (Condition.DID, Condition.ROLLED):
        return place >= 0 and (s.frame[place].did == 1 if condition == Condition.DID else s.frame[place].x >= number)
    if condition == Condition.PARTNERS:
        return partners(s, t, source, -1, number) >= number
    if condition in (Condition.PARTNER_ELITE, Condition.PARTNER_ORDINARY):
        return partners(s, t, source, 1 if condition == Condition.PARTNER_ELITE else 0, 1) > 0
    if condition in (Condition.YOUR_TURN, Condition.ENEMY_TURN):
        return (s.active == seat_of(s, source)) == (condition == Condition.YOUR_TURN)
    if condition in (Condition.DIAGONAL, Condition.DIRECTED):
        return is_attack_so(s, condition)
    if condition in (Condition.MOVED_STRAIGHT, Condition.MOVED_TURNING, Condition.UNMOVED):
        return moved_so(s, condition, source)
    if condition in (Condition.ROW, Condition.CENTRAL_COLUMN, Condition.EDGE_COLUMN):
        return stands_so(s, condition, source, number)
    if condition == Condition.MORE_ALLIES:
        return allies_nearby(s, t, source) > 0
    if condition == Condition.EVERY_ROW:
        return in_every_row(s, t, seat_of(s, source))
    if condition in OF_STEPS:
        return place >= 0 and stepped_so(s, condition, source, place)
    s.error = ERROR_UNWRITTEN
    return False


@kernel
def asked_card(s, t, condition, f, source, place, target):
    """The card that a condition with a filter is about, or NO_CARD."""
    if condition == Condition.SELF:
        return source
    if condition == Condition.HOST:
        return int(s.card[source].host)
    if condition == Condition.OPPOSITE:
        return opposite(s, t, source, f, place)
    if condition == Condition.EVENT:
        return int(s.frame[place].event) if place >= 0 else NO_CARD
    if condition != Condition.TARGET:
        s.error = ERROR_UNWRITTEN
        return NO_CARD
    attack = attack_on(s)
    return int(s.frame[attack].target) if target < 0 and attack >= 0 else target


@kernel
def is_attack_so(s, condition):
    """Whether the attack that is on is diagonal, or a directed strike. Rules 1 and 24."""
    attack = attack_on(s)
    if attack < 0:
        return False
    frame = s.frame[attack]
    if condition == Condition.DIRECTED:
        return frame.directed == 1
    return is_diagonal(int(s.card[frame.attacker].cell), int(s.card[frame.target].cell))


@kernel
def moved_so(s, condition, card):
    """Whether a card moved two cells or more this turn, in one direction or in several; or not at all."""
    it = s.card[card]
    if condition == Condition.UNMOVED:
        return cells_moved(s, card) == 0
    one = it.directions & (it.directions - 1) == 0
    return cells_moved(s, card) >= 2 and one == (condition == Condition.MOVED_STRAIGHT)


@kernel
def stands_so(s, condition, card, number):
    """Whether a card stands in a row of its own half, or in some column. Rule 1."""
    cell = int(s.card[card].cell)
    if not on_battlefield(cell):
        return False
    if condition == Condition.ROW:
        return row_of(s, seat_of(s, card), cell) == number
    if condition == Condition.CENTRAL_COLUMN:
        return cell % COLUMNS == COLUMNS // 2
    return condition == Condition.EDGE_COLUMN and cell % COLUMNS in (0, COLUMNS - 1)


@kernel
def stepped_so(s, condition, source, place):
    """Whether the step that the event is about led where the condition says. Rule 1."""
    frame = s.frame[place]
    start, end, seat = int(frame.left), int(frame.cell), seat_of(s, source)
    if not on_battlefield(start) or not on_battlefield(end):
        return False
    if condition == Condition.MOVED_BESIDE:
        return are_adjacent(start, end)
    before, after = row_of(s, seat, start), row_of(s, seat, end)
    if condition == Condition.ENTERED_ENEMY_HALF:
        return before > 0 > after
    if condition == Condition.LEFT_ENEMY_HALF:
        return before < 0 < after
    if condition == Condition.ENTERED_YOUR_HALF:
        return after > 0
    return condition == Condition.ENTERED_YOUR_FIRST_ROW and before < 0 and after == 1 and frame.amount == 0


@kernel
def allies_nearby(s, t, card):
    """How many more own creatures than enemy ones are adjacent to a card."""
    found, left = 0, everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if counts_as_creature(s, t, other) and adjacent(s, card, other):
            found += 1 if seat_of(s, other) == seat_of(s, card) else -1
    return found


@kernel
def in_every_row(s, t, seat):
    """Whether every row of the battlefield holds a creature of a seat."""
    rows, left = 0, int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if counts_as_creature(s, t, card) and on_battlefield(int(s.card[card].cell)):
            rows |= 1 << (int(s.card[card].cell) // COLUMNS)
    return rows == (1 << ROWS) - 1


@kernel
def strike_opposite(s, t, source):
    """The medium strike of the card opposite, without modifiers; of an enemy card that lies face down it is not known
    yet and taken for 1. Rule 23.
    """
    other = opposite(s, t, source, -1, -1)
    if other < 0:
        return 0
    if s.card[other].hidden == 1 and s.card[other].controller != s.card[source].controller:
        return 1
    return int(t.card[s.card[other].type].strike[1])


@kernel
def counted(s, t, row, source, place, target):
    """What `per` of a row counts; 1 if it counts nothing."""
    count = int(row["count"])
    if count == Count.NONE:
        return 1
    asked = Question(count, int(row.count_argument), int(row.count_filter))
    return find_count(s, t, asked, source, place, target)


@kernel
def find_count(s, t, asked, source, place, target):
    """How much there is of what is counted: cards that a filter lets pass, wounds up to a number, and the like."""
    count = asked.code
    if count == Count.MATCHING:
        return count_matching(s, t, asked.f, source, place)
    if count == Count.TOKENS:
        left = s.card[source].zone == Zone.GRAVEYARD and place >= 0
        return int(s.frame[place].amount) if left else int(s.card[source].tokens)
    if count == Count.WOUNDS:
        return min(int(s.card[source].wounds), asked.number)
    if count == Count.CELLS_MOVED:
        return cells_moved(s, source)
    if count == Count.X:
        return int(s.frame[place].x) if place >= 0 else 0
    if count == Count.EVENT:
        return int(s.frame[place].amount) if place >= 0 else 0
    if count == Count.STRIKES_BESIDE:
        return strikes_beside(s, t, source)
    if count == Count.STRIKE_OPPOSITE:
        return strike_opposite(s, t, source)
    if count == Count.POISONED_NEIGHBOURS:
        return poisoned_neighbours(s, t, target) + 1 if target >= 0 else 0
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def strikes_beside(s, t, card):
    """The sum of the weak strikes of the own creatures directly left and right of a card, those that others bear among
    them. Rule 19.
    """
    cell, total, left = int(s.card[card].cell), 0, int(s.team[seat_of(s, card)])
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if bit(BESIDE[cell], int(s.card[other].cell)):
            total += int(t.card[s.card[other].type].strike[0])
    return total


@kernel
def is_nothing(s, t, row, source, place, target):
    """Whether the number of a row is 0, so that it cannot be used; what it is to count may not be known yet. Rule 1."""
    count = int(row["count"])
    if count == Count.NONE or (place < 0 and count in (Count.X, Count.EVENT, Count.POISONED_NEIGHBOURS)):
        return False
    return counted(s, t, row, source, place, target) == 0


@kernel
def line_of_blow(s, striker, struck):
    """The cells from which and at which a card has just struck another, wherever both have come since; of one that has
    not struck it, those where they stand. Rule 1.
    """
    attack = attack_on(s)
    if attack >= 0:
        frame = s.frame[attack]
        for i in range(2):
            if fighter(frame, i) == striker and fighter(frame, 1 - i) == struck:
                return int(frame.cells[i]), int(frame.cells[1 - i])
    return int(s.card[striker].cell), int(s.card[struck].cell)


@kernel
def pushed_to(s, pusher, card):
    """The free cell onto which a card is pushed, away from another; -1 if there is none, or if the card is held, or is
    borne and so goes nowhere without its host. Rule 19.
    """
    if s.card[card].host >= 0 or s.card[card].held_by != 0:
        return -1
    start, target = line_of_blow(s, pusher, card)
    cell = beyond(start, target, int(s.card[card].cell))
    return cell if cell >= 0 and s.at[cell] < 0 and s.bonfire[cell] < s.turn else -1
