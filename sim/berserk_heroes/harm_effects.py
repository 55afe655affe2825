"""Operations on life and strike: wounds, Shots, Fights, healing, destruction, counters."""

from __future__ import annotations

from ..core.kernel import kernel
from .basics import body, in_play, is_character, life_left, next_moment
from .damage import destroy, excess_damage, heal, wound
from .fight import fight, shoot
from .filters import last_chosen
from .modifiers import FIGURE_MAX, grant
from .programs import boost
from .selection import select
from .state import GRANT_STRIKE, Source, Until
from .tables import ALL, Operation

DOUBLINGS_MAX = 10
"""After so many the strike is as high as it can be."""


@kernel
def run_harm(s, t, frame, row, operation, n):
    """Wounds, Shots, Fights, healing, destruction."""
    count = select(s, t, frame, row)
    this, last = int(frame.source), last_chosen(frame)
    if operation in (Operation.FIGHT, Operation.FIGHT_EVENT, Operation.FIGHT_EACH):
        run_fights(s, t, frame, operation, count, this, last)
        return
    did, excess = 0, 0
    for i in range(count):
        card = int(s.found[i])
        if not in_play(s, card):
            continue
        if operation == Operation.DESTROY:
            did += destroy(s, t, card, this)
        elif not is_character(s, t, card):
            continue
        elif operation == Operation.WOUND:
            dealt = wound(s, t, card, n, this, Source.EFFECT)
            did += dealt
            excess += excess_damage(s, card, dealt)
        elif operation == Operation.SHOT:
            shoot(s, t, frame, this, card, n)
            did += int(frame.did)
        else:
            wounds = int(body(s, card).wounds)
            did += heal(s, t, card, wounds if n == ALL else n)
            excess += 0 if n == ALL else max(0, n - wounds)
    frame.did, frame.excess = did, excess


@kernel
def run_fights(s, t, frame, operation, count, this, last):
    """Fights one after another, as long as the fighters live."""
    did = 0
    for i in range(count):
        card = int(s.found[i])
        fighter, target = card, last
        if operation == Operation.FIGHT_EVENT:
            target = int(frame.event)
        elif operation == Operation.FIGHT_EACH:
            fighter, target = this, card
        if target >= 0 and in_play(s, fighter) and life_left(s, fighter) > 0:
            fight(s, t, frame, fighter, target)
            did += int(frame.did)
    frame.did = did


@kernel
def run_body(s, t, frame, row, operation, n):
    """Counters, extra life, poison, strike."""
    count = select(s, t, frame, row)
    did = 0
    for i in range(count):
        card = int(s.found[i])
        if in_play(s, card):
            before = int(body(s, card).extra)
            change_body(s, t, card, operation, n, int(frame.you))
            did += before - int(body(s, card).extra) if operation == Operation.REMOVE_EXTRA_LIFE else 1
    frame.did = did
    s.stale = 1


@kernel
def change_body(s, t, card, operation, n, you):
    """One of the operations on the counters, strike or life of a card."""
    it = body(s, card)
    if operation == Operation.BOOST:
        boost(s, t, card, n)
    elif operation == Operation.EXTRA_LIFE:
        it.extra = min(FIGURE_MAX, it.extra + n)
    elif operation == Operation.REMOVE_EXTRA_LIFE:
        it.extra -= max(0, min(n, int(it.extra)))
    elif operation == Operation.POISON:
        it.poison = max(int(it.poison), min(n, 100))
    elif operation == Operation.STRIKE:
        it.strike_more = min(FIGURE_MAX, int(it.strike_more) + max(0, n))
        it.strike_less = min(FIGURE_MAX, int(it.strike_less) - min(0, n))
    elif operation == Operation.STRIKE_NOW:
        grant(s, card, GRANT_STRIKE, n, Until.TURN, you)
    elif operation == Operation.SET_STRIKE:
        set_strike(s, it, n)
    elif operation == Operation.DOUBLE:
        it.strike_doubled = min(DOUBLINGS_MAX, it.strike_doubled + 1)
        it.extra = min(FIGURE_MAX, it.extra + max(0, int(it.life)))
    elif operation == Operation.SWAP_STRIKE_AND_LIFE:
        strike, life = int(it.strike), int(it.life)
        set_strike(s, it, life)
        it.extra += strike - life
        it.wounds = 0
    else:
        it.counters = min(100, it.counters + n)


@kernel
def set_strike(s, it, n):
    """The strike of a body becomes a number, whatever is added to it. Rule 7.9."""
    it.strike_set, it.set_at = max(0, n), next_moment(s)
