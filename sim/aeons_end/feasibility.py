"""Whether a text can be done in full (rules 12)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find
from .breaches import breaches_to_focus
from .cards import Operation
from .devouring import devourable
from .in_play import minion_discarded
from .sorts import count_matching
from .spells import spell_choice, spells_allowed
from .state import ALL, NEMESIS_CARD, Filter, Scope
from .supply import is_supplied


@kernel
def can_do(s, t, seat, who, operation, a, b):
    """Whether an operation can be done in full (rules 12): all of what there is always can, and so can what is not
    looked at.
    """
    if a == ALL:
        return True
    if operation == Operation.PAY:
        return s.aether >= a
    if operation == Operation.LOSE_CHARGES:
        return s.charges[who] >= a
    if operation in (Operation.DISCARD, Operation.DESTROY):
        found = count_matching(t, s.hand[who], b)
        if b == Filter.ANY_OR_DISCARDED:
            found += count_matching(t, s.discard[who], b)
        return found >= a
    if operation == Operation.TAKE:
        return count_matching(t, s.discard[who], b) >= a
    if operation in (Operation.DESTROY_PREPPED, Operation.DISCARD_PREPPED):
        return spells_allowed(s, t, spell_choice(b, who, 0, a)) >= a
    if operation == Operation.CAST_ANY:
        return spells_allowed(s, t, spell_choice(Scope.ANY, who, 0, 1)) > 0
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
    if operation == Operation.GAIN:
        return is_supplied(s, t, a)
    if operation == Operation.RESHUFFLE_NEMESIS_CARDS:
        return find(s.turn_discard, NEMESIS_CARD) >= 0
    return True


@kernel
def can_do_all(s, t, seat, who, start, end):
    """Whether all rows of a text can be done in full, each by itself (rules 12)."""
    for row in range(start, end):
        e = t.effect[row]
        if not can_do(s, t, seat, who, int(e.operation), int(e.a), int(e.b)):
            return False
    return True
