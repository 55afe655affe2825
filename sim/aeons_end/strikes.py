"""Strikes of Rageborne (rules 13)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import take_top
from ..core.rng import DICE, below
from .frames import push, push_program, speaker
from .state import Frame, Origin, Type


@kernel
def strike(s, t):
    """A strike card is drawn and resolved; then the nemesis loses Fury (rules 13). As the card is shuffled back, each
    strike is any of them with equal chance.
    """
    push(s, Frame.AFTER_STRIKE, speaker(s), 0, 0, 0)
    if s.strikes.n > 0:
        resolve_strike(s, t, int(take_top(s.strikes)))
        return
    n = 0
    for card in range(t.n_cards):
        n += t.card[card].type == Type.STRIKE and t.card[card].origin != Origin.OTHER_NEMESIS
    chosen = below(s, DICE, n)
    for card in range(t.n_cards):
        if t.card[card].type == Type.STRIKE and t.card[card].origin != Origin.OTHER_NEMESIS:
            if chosen == 0:
                resolve_strike(s, t, card)
            chosen -= 1


@kernel
def resolve_strike(s, t, card):
    """The text of a strike card, which is noted, becomes pending (rules 13)."""
    s.used[card] += 1
    push_program(s, t.card[card].effect, card, speaker(s))


@kernel
def lose_fury(s, t):
    """What a strike costs the nemesis (rules 13)."""
    s.fury = max(s.fury - t.fury_after_strike, 0)
