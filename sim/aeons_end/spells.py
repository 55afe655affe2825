"""Prepped spells (rules 4.2.6, 4.2.7)."""

from __future__ import annotations

from typing import NamedTuple

from ..cards.piles import remove
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import below_top
from ..core.kernel import kernel
from .frames import push_program
from .state import BREACHES, NO_CARD, SLOTS, Breach, Scope, Use
from .zones import destroy_card, destroy_discarded_last


class SpellChoice(NamedTuple):
    """Which prepped spells may be chosen (rules 12)."""

    scope: int
    """a Scope"""
    who: int
    """the player whose spells they are, where the scope asks for one's own"""
    at: int
    """the breach of Scope.AT"""
    n: int
    """how many are to be chosen yet"""


@kernel
def spell_choice(scope, who, at, n):
    """A choice of these parts, of any width (rules 12)."""
    return SpellChoice(scope, who, at, n)


@kernel
def spell_slot(s, at, card, new):
    """The place of a spell in a breach, prepped this turn if `new`, or -1."""
    breach = s.breach[at]
    for i in range(breach.n):
        if breach.spell[i] == card and breach.new[i] >= new:
            return i
    return -1


@kernel
def take_spell(s, at, slot):
    """Removes and returns a prepped spell. If it or an equal one that stays was used, it was this one: the other may
    still be used (rules 4.2.7).
    """
    breach = s.breach[at]
    card = int(breach.spell[slot])
    breach.n -= 1
    if slot < breach.n:
        breach.spell[slot] = breach.spell[slot + 1]
        breach.new[slot], breach.used[slot] = breach.new[slot + 1], breach.used[slot + 1]
    if breach.used[0] == Use.EITHER:
        breach.used[0] = Use.NONE
    return card


@kernel
def room(s, at):
    """Whether a breach takes one more spell, if it may take any (rules 5)."""
    breach = s.breach[at]
    return breach.n == 0 or (breach.n == 1 and s.two_spells == 1 and breach.state == Breach.OPEN)


@kernel
def can_prep(s, t, card, at):
    """Whether a spell may be prepped to an own breach: one that is open, or closed and focused this turn
    (rules 4.2.6, 5).
    """
    breach = s.breach[at]
    if not room(s, at):
        return False
    if breach.state == Breach.OPEN:
        return True
    return breach.state == Breach.CLOSED and (breach.focused == 1 or t.card[card].prep_unfocused == 1)


@kernel
def prep(s, card, at):
    """A spell of the active player's hand is prepped to a breach (rules 4.2.6)."""
    breach = s.breach[at]
    remove(s.hand[s.active], card)
    breach.spell[breach.n], breach.new[breach.n], breach.used[breach.n] = card, 1, 0
    breach.n += 1


@kernel
def use_prepped(s, t, card, at):
    """The prepped effect of a spell, once a turn for each copy; of two equal ones in a breach neither of which was used
    either is, as their player likes (rules 4.2.7).
    """
    breach = s.breach[at]
    if breach.spell[0] != card or breach.used[0] != Use.NONE:
        breach.used[1] = Use.USED
        if breach.used[0] == Use.EITHER:
            breach.used[0] = Use.USED
    elif breach.n == SLOTS and breach.spell[1] == card and breach.used[1] == Use.NONE:
        breach.used[0] = Use.EITHER
    else:
        breach.used[0] = Use.USED
    push_program(s, t.card[card].prepped, card, s.active).c = at + 1


@kernel
def destroy_spell(s, t, frame):
    """The spell whose text is under way is destroyed: in its breach or, once cast, in its owner's discard pile. If that
    is done while Black Mirror keeps it, it is not cast again (rules 6, 7).
    """
    card, below = int(frame.card), below_top(s)
    if frame.c == 0:
        destroy_discarded_last(s, t, int(frame.at) // BREACHES, card)
        return
    slot = spell_slot(s, int(frame.c) - 1, card, 0)
    if slot >= 0:
        destroy_card(s, t, take_spell(s, int(frame.c) - 1, slot))
        if frame.at >= 0:
            below.card = NO_CARD


@kernel
def spells_prepped(s, seat):
    """How many spells a player has prepped."""
    n = 0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        n += s.breach[at].n
    return n


@kernel
def adjacent_spells(s, at):
    """How many spells are prepped in the breaches next to one; none for a text that is not cast from one, for which
    `at` is -1 (rules 5).
    """
    n, position = 0, at % BREACHES
    if at < 0:
        return 0
    if position > 0:
        n += s.breach[at - 1].n
    if position < BREACHES - 1:
        n += s.breach[at + 1].n
    return n


@kernel
def spell_allowed(s, t, at, slot, choice):
    """Whether a prepped spell may be chosen (rules 12)."""
    breach, scope = s.breach[at], choice.scope
    cost = t.card[breach.spell[slot]].cost
    own = at // BREACHES == choice.who
    if scope == Scope.ANY:
        return True
    if scope == Scope.NEW:
        return own and breach.new[slot] == 1
    if scope == Scope.AT:
        return at == choice.at
    if scope in (Scope.COST_3, Scope.OWN_COST_3):
        return cost >= 3 and (own or scope == Scope.COST_3)
    if scope not in (Scope.DEAREST, Scope.DEAREST_OWN):
        s.error = ERROR_UNWRITTEN
        return False
    return (own or scope == Scope.DEAREST) and among_dearest(s, t, at, cost, scope == Scope.DEAREST_OWN, choice.n)


@kernel
def among_dearest(s, t, at, cost, own, n):
    """Whether a spell of this cost is among the n dearest of its owner (`own`) or of all players. It may go before a
    dearer one of its owner, who likes the order in the discard pile; of others a dearer one goes first (rules 7, 12).
    """
    owner, dearer, dearer_of_owner = at // BREACHES, 0, 0
    for other in range(s.players * BREACHES):
        for i in range(s.breach[other].n):
            if t.card[s.breach[other].spell[i]].cost > cost:
                dearer_of_owner += other // BREACHES == owner
                dearer += other // BREACHES == owner or not own
    return dearer == 0 or (dearer < n and dearer_of_owner > 0)


@kernel
def spells_allowed(s, t, choice):
    """How many prepped spells may be chosen (rules 12)."""
    found = 0
    for at in range(s.players * BREACHES):
        for slot in range(s.breach[at].n):
            found += spell_allowed(s, t, at, slot, choice)
    return found
