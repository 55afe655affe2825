"""Conditions and counts of the effect notation, whom a text is about, and whether a text can be done in full."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find
from .cards import (
    ADJACENT_SPELL,
    ALL_OPEN,
    CAST_ANY,
    CHOSEN,
    CHOSEN_COST,
    DESTROY,
    DESTROY_PREPPED,
    DEVOUR,
    DISCARD,
    DISCARD_PREPPED,
    DONE,
    EMPTY_PILE,
    FIRST_PLAY,
    FOCUS,
    HALF_COST,
    HALF_THE_HUSKS,
    LIFE,
    LOSE_CHARGES,
    OPEN_BREACH,
    PAY,
    PER_FURY,
    PER_HUSK,
    PLAY_GEM_TWICE,
    PLAYERS,
    PLAYS,
    RESHUFFLE_NEMESIS,
    RETURN_GEM,
    RETURN_MINION,
    TURN_CARD_DISCARDED,
)
from .rules import (
    ANYONES,
    CLOSED,
    CRYSTALS,
    FROM_DECK,
    GEMS,
    OPEN,
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
from .state import NEMESIS_CARD, Select

ANY_PLAYER, ANY_ALLY, OTHER_PLAYER, CURRENT_PLAYER, LOWEST_LIFE = (int(x) for x in list(Select)[:5])
MOST_LIFE, MOST_PREPPED, MOST_CHARGES, MOST_OPEN_BREACHES, MOST_CRYSTALS = (int(x) for x in list(Select)[5:])


@kernel
def life_of(s, card):
    """The life of a minion in play."""
    index = slot_of(s, card)
    return int(s.in_play[index].value) if index >= 0 else 0


@kernel
def count(s, frame, what):
    """The number that a `per` of the notation stands for, in a text under way."""
    if what == CHOSEN:
        return int(frame.k)
    if what == PER_FURY:
        return s.fury
    if what == PER_HUSK:
        return s.husks
    if what == HALF_THE_HUSKS:
        return (s.husks + 1) // 2
    if what == EMPTY_PILE:
        return empty_piles(s)
    if what == OPEN_BREACH:
        return breaches_in(s, int(frame.seat), OPEN)
    if what == ADJACENT_SPELL:
        return adjacent_spells(s, int(frame.at))
    if what == TURN_CARD_DISCARDED:
        return int(s.turn_discard.n)
    if what == CHOSEN_COST:
        return int(frame.x)
    if what == HALF_COST:
        return (int(frame.x) + 1) // 2
    if what == LIFE:
        return life_of(s, int(frame.card))
    return spells_prepped(s, int(frame.who))


@kernel
def holds(s, frame, condition, argument):
    """Whether a condition of a text under way holds now."""
    if condition == DONE:
        return frame.k > 0
    if condition == FIRST_PLAY:
        return count_cards(s.played, int(frame.card)) == 1
    if condition == PLAYS:
        return count_cards(s.played, int(frame.card)) >= argument
    if condition == ALL_OPEN:
        return breaches_in(s, int(frame.seat), CLOSED) == 0
    if condition == PLAYERS:
        return s.players >= argument
    return count_cards(s.turn_discard, NEMESIS_CARD) >= argument


@kernel
def everybody(s):
    """The bit mask of all seats."""
    return (1 << int(s.players)) - 1


@kernel
def score_for(s, t, seat, select):
    """What the players are compared by."""
    if select == MOST_PREPPED:
        return spells_prepped(s, seat)
    if select == MOST_CHARGES:
        return s.charges[seat]
    if select == MOST_OPEN_BREACHES:
        return breaches_in(s, seat, OPEN)
    if select == MOST_CRYSTALS:
        return count_matching(t, s.hand[seat], CRYSTALS)
    return s.life[seat]


@kernel
def candidates(s, t, frame, select):
    """The bit mask of the players that a Select names; the players break ties."""
    everyone = everybody(s)
    if select == ANY_PLAYER:
        return everyone
    if select == CURRENT_PLAYER:
        return 1 << s.active if s.active >= 0 else everyone
    if select in (ANY_ALLY, OTHER_PLAYER):
        others = everyone & ~(1 << int(frame.seat if select == ANY_ALLY else frame.who))
        return others if others != 0 else everyone
    mask, best = 0, -1
    for seat in range(s.players):
        score = score_for(s, t, seat, select)
        if select == LOWEST_LIFE:
            score = 1000 - score if score > 0 else -1
        if score > best:
            mask, best = 0, score
        if score == best and score >= 0:
            mask |= 1 << seat
    if select == MOST_PREPPED and best == 0:
        return 0
    return mask if mask != 0 else everyone


@kernel
def able(s, t, n, which):
    """The bit mask of the players who have n cards of a sort, else of those who have the most."""
    mask, best = 0, 0
    for seat in range(s.players):
        if which == FROM_DECK:
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
    if operation == PAY:
        return s.aether >= a
    if operation == LOSE_CHARGES:
        return s.charges[who] >= a
    if operation in (DISCARD, DESTROY):
        return count_matching(t, s.hand[who], b) >= a
    if operation in (DESTROY_PREPPED, DISCARD_PREPPED):
        return spells_allowed(s, t, b, who, 0) >= a
    if operation == CAST_ANY:
        return spells_allowed(s, t, ANYONES, who, 0) > 0
    if operation == RETURN_GEM:
        return count_matching(t, s.play, GEMS) > 0
    if operation == PLAY_GEM_TWICE:
        return count_matching(t, s.hand[seat], GEMS) > 0
    if operation == FOCUS:
        return breaches_to_focus(s, a, seat, who) > 0
    if operation == RETURN_MINION:
        return minion_discarded(s, t)
    if operation == DEVOUR:
        return devourable(s, t, b) > 0
    if operation == RESHUFFLE_NEMESIS:
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
