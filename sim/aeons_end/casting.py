"""Casting spells (rules 4.1, 6)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put
from .frames import push, push_program
from .spells import spell_slot, take_spell
from .state import BREACHES, Breach, Frame


@kernel
def cast(s, t, caster, at, slot, more, keep):
    """A prepped spell goes to its owner's discard pile, unless kept, and takes effect for the caster (rules 6)."""
    breach = s.breach[at]
    card = int(breach.spell[slot])
    bonus = t.breach_bonus[at % BREACHES] if breach.state == Breach.OPEN else 0
    if keep == 0:
        put(s, s.discard[at // BREACHES], take_spell(s, at, slot))
    s.used[card] += 1
    frame = push_program(s, t.card[card].effect, card, caster)
    frame.bonus, frame.at, frame.c = bonus + more, at, (at + 1) * keep


@kernel
def end_casting(s, t):
    """What spells still prepped do at the end of the casting phase of their owner, from breach I on (rules 4.1)."""
    first = s.active * BREACHES
    for at in range(first + BREACHES - 1, first - 1, -1):
        breach = s.breach[at]
        for i in range(breach.n - 1, -1, -1):
            card = int(breach.spell[i])
            program = t.card[card].after_casting
            if program[1] > program[0]:
                frame = push(s, Frame.AFTER_CASTING, s.active, 0, 0, 0)
                frame.card, frame.at = card, at


@kernel
def after_casting(s, t, seat, card, at):
    """A spell does what it does at the end of the casting phase, unless it has left its breach since (rules 4.1)."""
    if spell_slot(s, at, card, 0) >= 0:
        push_program(s, t.card[card].after_casting, card, seat).c = at + 1
