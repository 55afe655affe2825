"""Casting spells (rules 4.1, 6)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put
from .frames import push_program
from .spells import take_spell
from .state import BREACHES, Breach


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
    frame.bonus, frame.at = bonus + more, at


@kernel
def end_casting(s, t):
    """What spells still prepped do at the end of the casting phase of their owner (rules 4.1)."""
    for at in range(s.active * BREACHES, s.active * BREACHES + BREACHES):
        breach = s.breach[at]
        for i in range(breach.n):
            card = int(breach.spell[i])
            push_program(s, t.card[card].after_casting, card, s.active)
