"""Operations on life and strike: wounds, Shots, Fights, healing, destruction, counters."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import body, in_play, is_character, life_left, next_moment
from .damage import destroy, excess_damage, heal, settle, wound
from .fight import fight, shoot
from .modifiers import FIGURE_MAX, grant, renew
from .programs import boost
from .selection import select
from .state import GRANT_STRIKE, Source, Until
from .tables import ALL, Operation

ATTACKS = (Operation.SHOT, Operation.FIGHT, Operation.FIGHT_EVENT, Operation.FIGHT_EACH)
"""Operations that attack."""
DOUBLINGS_MAX = 14
"""After so many even a strike of 1 is as high as it can be."""


@kernel
def run_harm(s, t, frame, row, operation, n):
    """Wounds, Shots, Fights, healing, destruction."""
    count = select(s, t, frame, row)
    if operation in ATTACKS:
        run_attacks(s, t, frame, operation, count, n)
        return
    this, did, excess = int(frame.source), 0, 0
    for i in range(count):
        card = int(s.found[i])
        if not in_play(s, card):
            continue
        if operation == Operation.DESTROY:
            did += destroy(s, t, card, this)
        elif not is_character(s, t, card):
            continue
        elif operation == Operation.WOUND:
            did += wound(s, t, card, n, this, Source.EFFECT)
        elif operation == Operation.HEAL:
            wounds = int(body(s, card).wounds)
            did += heal(s, t, card, wounds if n == ALL else n)
            excess += 0 if n == ALL else max(0, n - wounds)
        else:
            s.error = ERROR_UNWRITTEN
    frame.did, frame.excess = did, excess_of_all(s, t, count, did) if operation == Operation.WOUND else excess


@kernel
def excess_of_all(s, t, count, dealt):
    """Excess damage of the first count cards of s.found, after all of them were wounded at once.

    Rule 8, keyword Excess damage.
    """
    excess = 0
    for i in range(count):
        card = int(s.found[i])
        if in_play(s, card) and is_character(s, t, card):
            excess += excess_damage(s, t, card, dealt - excess)
    return excess


@kernel
def run_attacks(s, t, frame, operation, count, n):
    """Shots or Fights with the first count cards of s.found, one after another: who died in one is gone before the
    next. Rules 6.3, 7.5.
    """
    cards, did = s.found[:count].copy(), 0
    frame.excess = 0
    for i in range(count):
        if i > 0:
            settle(s, t)
            if s.over == 1:
                break
        if operation == Operation.SHOT:
            shot_of_several(s, t, frame, int(cards[i]), n)
        else:
            fight_of_several(s, t, frame, operation, int(cards[i]))
        did += int(frame.did)
    frame.did = did


@kernel
def shot_of_several(s, t, frame, card, n):
    """One Shot of the card of a program. Rule 6.3."""
    frame.did = 0
    if in_play(s, card) and is_character(s, t, card):
        shoot(s, t, frame, int(frame.source), card, n)


@kernel
def fight_of_several(s, t, frame, operation, card):
    """One Fight of a program, if the fighter still lives: of the card, or of the card of the program with it.

    Rule 6.6.
    """
    fighter, target = card, last_chosen(frame)
    if operation == Operation.FIGHT_EVENT:
        target = int(frame.event)
    elif operation == Operation.FIGHT_EACH:
        fighter, target = int(frame.source), card
    frame.did = 0
    if target >= 0 and in_play(s, fighter) and life_left(s, fighter) > 0:
        fight(s, t, frame, fighter, target)


@kernel
def run_body(s, t, frame, row, operation, n):
    """Counters, extra life, poison, strike. Extra life that is removed several times is one payment: who dies of it
    does so when all is paid.

    Rules 7.2, 7.5.
    """
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
    if operation == Operation.REMOVE_EXTRA_LIFE and frame.loops > 1:
        renew(s, t)
        s.stale = 0


@kernel
def change_body(s, t, card, operation, n, you):
    """One of the operations on the counters, strike or life of a card. Rules 7.9, 8."""
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
    elif operation in (Operation.RIPEN, Operation.KNOWLEDGE, Operation.SUPPLY):
        it.counters = min(100, it.counters + n)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def set_strike(s, it, n):
    """The strike of a body becomes a number, whatever is added to it. Rule 7.9."""
    it.strike_set, it.set_at = max(0, n), next_moment(s)
