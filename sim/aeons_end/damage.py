"""Damage that players deal (rules 6)."""

from __future__ import annotations

from ..core.kernel import kernel
from .ending import end_game
from .frames import push_choice, push_program
from .husks import damage_husk
from .in_play import minion_suffers
from .state import HUSK_TARGETS, TARGET_NEMESIS, Cause, Decision


@kernel
def damage_target(s, t, target, n, dealer):
    """A player's damage hits its target (rules 6). Damage to a husk may be spread over several at a price."""
    if target == TARGET_NEMESIS:
        damage_nemesis(s, n)
    elif target not in HUSK_TARGETS:
        damage_minion(s, t, target, n, dealer)
    elif n > 1 and s.husks > 1 and s.prevented == 0:
        push_choice(s, Decision.SPREAD, dealer, n, target, 0)
    else:
        damage_husk(s, t, target, n)


@kernel
def damage_nemesis(s, n):
    """The nemesis loses life; without any it is defeated (rules 6, 11)."""
    s.nemesis_life = max(s.nemesis_life - n, 0)
    if s.nemesis_life == 0:
        end_game(s, Cause.NEMESIS)


@kernel
def damage_minion(s, t, card, n, dealer):
    """A player deals damage to a minion: some take less or none, some strike back at the dealer (rules 6)."""
    c = t.card[card]
    n = 0 if c.husks_shield == 1 and s.husks > 0 else min(n, int(c.damage_cap))
    if n > 0:
        if c.when_damaged[0] < c.when_damaged[1]:
            push_program(s, c.when_damaged, card, dealer)
        minion_suffers(s, t, card, n)
