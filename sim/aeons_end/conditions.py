"""Conditions and counts of the effect notation, whom a text is about, and whether a text can be done in full."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find
from .cards import Condition, Count, Operation
from .rules import (
    adjacent_spells,
    breaches_in,
    breaches_to_focus,
    count_cards,
    count_matching,
    devourable,
    empty_piles,
    minion_discarded,
    slot_of,
    spells_allowed,
    spells_prepped,
)
from .state import NEMESIS_CARD, Breach, Filter, Scope, Select


@kernel
def life_of(s, card):
    """The life of a minion in play."""
    index = slot_of(s, card)
    return int(s.in_play[index].value) if index >= 0 else 0


@kernel
def count(s, frame, what):
    """The number that a `per` of the notation stands for, in a text under way."""
    if what == Count.CHOSEN:
        return int(frame.k)
    if what == Count.PER_FURY:
        return s.fury
    if what == Count.PER_HUSK:
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
    return spells_prepped(s, int(frame.who))


@kernel
def holds(s, frame, condition, argument):
    """Whether a condition of a text under way holds now."""
    if condition == Condition.DONE:
        return frame.k > 0
    if condition == Condition.FIRST_PLAY:
        return count_cards(s.played, int(frame.card)) == 1
    if condition == Condition.PLAYS:
        return count_cards(s.played, int(frame.card)) >= argument
    if condition == Condition.ALL_OPEN:
        return breaches_in(s, int(frame.seat), Breach.CLOSED) == 0
    if condition == Condition.PLAYERS:
        return s.players >= argument
    return count_cards(s.turn_discard, NEMESIS_CARD) >= argument


@kernel
def everybody(s):
    """The bit mask of all seats."""
    return (1 << int(s.players)) - 1


@kernel
def score_for(s, t, seat, select):
    """What the players are compared by."""
    if select == Select.MOST_PREPPED:
        return spells_prepped(s, seat)
    if select == Select.MOST_CHARGES:
        return s.charges[seat]
    if select == Select.MOST_OPEN_BREACHES:
        return breaches_in(s, seat, Breach.OPEN)
    if select == Select.MOST_CRYSTALS:
        return count_matching(t, s.hand[seat], Filter.CRYSTAL)
    return s.life[seat]


@kernel
def candidates(s, t, frame, select):
    """The bit mask of the players that a Select names; the players break ties."""
    everyone = everybody(s)
    if select == Select.ANY_PLAYER:
        return everyone
    if select == Select.CURRENT_PLAYER:
        return 1 << s.active if s.active >= 0 else everyone
    if select in (Select.ANY_ALLY, Select.OTHER_PLAYER):
        others = everyone & ~(1 << int(frame.seat if select == Select.ANY_ALLY else frame.who))
        return others if others != 0 else everyone
    mask, best = 0, -1
    for seat in range(s.players):
        score = score_for(s, t, seat, select)
        if select == Select.LOWEST_LIFE:
            score = 1000 - score if score > 0 else -1
        if score > best:
            mask, best = 0, score
        if score == best and score >= 0:
            mask |= 1 << seat
    if select == Select.MOST_PREPPED and best == 0:
        return 0
    return mask if mask != 0 else everyone


@kernel
def able(s, t, n, which):
    """The bit mask of the players who have n cards of a sort, else of those who have the most."""
    mask, best = 0, 0
    for seat in range(s.players):
        if which == Filter.DECK:
            found = int(s.deck[seat].n) + int(s.discard[seat].n)
        else:
            found = count_matching(t, s.hand[seat], which)
        found = min(found, n)
        if found > best:
            mask, best = 0, found
        if found == best:
            mask |= 1 << seat
    return mask


@kernel
def can_do(s, t, seat, who, operation, a, b):
    """Whether an operation can be done in full. Those that always can are not looked at."""
    if operation == Operation.PAY:
        return s.aether >= a
    if operation == Operation.LOSE_CHARGES:
        return s.charges[who] >= a
    if operation in (Operation.DISCARD, Operation.DESTROY):
        return count_matching(t, s.hand[who], b) >= a
    if operation in (Operation.DESTROY_PREPPED, Operation.DISCARD_PREPPED):
        return spells_allowed(s, t, b, who, 0) >= a
    if operation == Operation.CAST_ANY:
        return spells_allowed(s, t, Scope.ANY, who, 0) > 0
    if operation == Operation.RETURN_GEM:
        return count_matching(t, s.play, Filter.GEM) > 0
    if operation == Operation.PLAY_GEM_TWICE:
        return count_matching(t, s.hand[seat], Filter.GEM) > 0
    if operation == Operation.FOCUS:
        return breaches_to_focus(s, a, seat, who) > 0
    if operation == Operation.RETURN_MINION:
        return minion_discarded(s, t)
    if operation == Operation.DEVOUR:
        return devourable(s, t, b) > 0
    if operation == Operation.RESHUFFLE_NEMESIS:
        return find(s.turn_discard, NEMESIS_CARD) >= 0
    return True


@kernel
def can_do_all(s, t, seat, who, start, end):
    """Whether all rows of a text can be done in full, each by itself."""
    for row in range(start, end):
        e = t.effect[row]
        if not can_do(s, t, seat, who, int(e.operation), int(e.a), int(e.b)):
            return False
    return True
