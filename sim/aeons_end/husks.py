"""Husks of the Carapace Queen (rules 13)."""

from __future__ import annotations

from ..core.kernel import kernel
from .cards import SWARM_ROWS
from .ending import check_deck
from .frames import push, push_program, speaker
from .life import damage_gravehold, damage_player
from .state import HUSKS_MAX, NO_CARD, TARGET_DAMAGED_HUSK, TARGET_HUSK, Frame

LAST_SWARM_ROW = len(SWARM_ROWS) - 1


@kernel
def husk_life(s, t):
    """The life of an undamaged husk (rules 13)."""
    for i in range(s.n_in_play):
        if t.card[s.in_play[i].card].husk_life > 1:
            return 2
    return 1


@kernel
def place_husks(s, n):
    """Husks come into play; with all of them there, each more costs Gravehold 1 life (rules 13)."""
    placed = min(n, HUSKS_MAX - s.husks)
    s.husks += placed
    damage_gravehold(s, n - placed)


@kernel
def discard_husks(s, n):
    """Husks leave play, damaged ones first; returns how many (rules 13)."""
    gone = min(n, s.husks)
    s.husks -= gone
    s.damaged_husks = max(s.damaged_husks - gone, 0)
    if gone > 0:
        check_deck(s)
    return gone


@kernel
def damage_husk(s, t, target, n):
    """One husk suffers damage: it dies, or with two life is damaged (rules 13)."""
    if target == TARGET_DAMAGED_HUSK:
        s.damaged_husks -= 1
        s.husks -= 1
    elif n >= husk_life(s, t):
        s.husks -= 1
    else:
        s.damaged_husks += 1
    if s.husks == 0:
        check_deck(s)


@kernel
def husks_killed(s, t, n):
    """How many husks die of n points of damage that are spread as well as can be: damaged ones first."""
    damaged = min(n, s.damaged_husks)
    return damaged + min((n - damaged) // husk_life(s, t), s.husks - s.damaged_husks)


@kernel
def two_kinds_of_husk(s):
    """Whether damaged and undamaged husks are in play."""
    return 0 < s.damaged_husks < s.husks


@kernel
def husk_target(s):
    """The kind of husk to damage when there is only one."""
    return TARGET_DAMAGED_HUSK if s.damaged_husks > 0 and s.damaged_husks == s.husks else TARGET_HUSK


@kernel
def spread(s, t, dealer, n):
    """The dealer suffers 1 damage; then each point of the damage hits a husk of his choice (rules 13, 16.14)."""
    push(s, Frame.SPREAD_DAMAGE, dealer, n, 0, 0)
    damage_player(s, t, dealer, 1)


@kernel
def heal_husks(s):
    """Damaged husks have their life back at the end of every turn (rules 3)."""
    s.damaged_husks = 0


@kernel
def swarm(s, t):
    """The row of the swarm table for the husks in play is resolved (rules 13)."""
    row = LAST_SWARM_ROW
    while SWARM_ROWS[row] > s.husks:
        row -= 1
    push_program(s, t.swarm[row], NO_CARD, speaker(s))
