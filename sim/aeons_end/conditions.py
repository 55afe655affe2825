"""Conditions and counts of the effect notation."""

from __future__ import annotations

from ..cards.piles import count_copies
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .breaches import breaches_in
from .cards import Condition, Count
from .in_play import life_of
from .spells import adjacent_spells, spells_prepped
from .state import NEMESIS_CARD, Breach
from .supply import empty_piles


@kernel
def count(s, frame, what):
    """The number that a `per` of the notation stands for, in a text under way."""
    if what == Count.CHOSEN:
        return int(frame.k)
    if what == Count.FURY:
        return s.fury
    if what == Count.HUSK:
        return s.husks
    if what == Count.HALF_THE_HUSKS:
        return (s.husks + 1) // 2
    if what == Count.EMPTY_PILE:
        return empty_piles(s)
    if what == Count.OPEN_BREACH:
        return breaches_in(s, int(frame.seat), Breach.OPEN)
    if what == Count.ADJACENT_SPELL:
        return adjacent_spells(s, int(frame.at))
    if what == Count.TURN_CARD_DISCARDED:
        return int(s.turn_discard.n)
    if what == Count.CHOSEN_COST:
        return int(frame.x)
    if what == Count.HALF_COST:
        return (int(frame.x) + 1) // 2
    if what == Count.LIFE:
        return life_of(s, int(frame.card))
    if what == Count.PREPPED:
        return spells_prepped(s, int(frame.who))
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def holds(s, frame, condition, argument):
    """Whether a condition of a text under way holds now (rules 3, 12)."""
    if condition == Condition.DONE:
        return frame.k > 0
    if condition == Condition.FIRST_PLAY:
        return count_copies(s.played, int(frame.card)) == 1
    if condition == Condition.PLAYS:
        return count_copies(s.played, int(frame.card)) >= argument
    if condition == Condition.ALL_OPEN:
        return breaches_in(s, int(frame.seat), Breach.CLOSED) == 0
    if condition == Condition.PLAYERS:
        return s.players >= argument
    if condition == Condition.NEMESIS_TURNS_DISCARDED:
        return count_copies(s.turn_discard, NEMESIS_CARD) >= argument
    s.error = ERROR_UNWRITTEN
    return False
