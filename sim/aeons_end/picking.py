"""Which players a text may pick (rules 12)."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .breaches import breaches_in
from .sorts import count_matching
from .spells import spells_prepped
from .state import NEMESIS, Breach, Filter, Select


@kernel
def everybody(s):
    """The bit mask of all seats."""
    return (1 << int(s.players)) - 1


@kernel
def score_for(s, t, seat, select):
    """What the players are compared by (rules 12)."""
    if select == Select.MOST_PREPPED:
        return spells_prepped(s, seat)
    if select == Select.MOST_CHARGES:
        return s.charges[seat]
    if select == Select.MOST_OPEN_BREACHES:
        return breaches_in(s, seat, Breach.OPEN)
    if select == Select.MOST_CRYSTALS:
        return count_matching(t, s.hand[seat], Filter.CRYSTAL)
    if select in (Select.LOWEST_LIFE, Select.MOST_LIFE):
        return s.life[seat]
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def candidates(s, t, frame, select):
    """The bit mask of the players that a Select names; the players break ties (rules 12)."""
    everyone = everybody(s)
    if select == Select.ANY_PLAYER:
        return everyone
    if select == Select.CURRENT_PLAYER:
        return 1 << s.active if s.active != NEMESIS else everyone
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
    """The bit mask of the players who have n cards of a sort, else of those who have the most (rules 12)."""
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
