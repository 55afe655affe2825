"""Resources of the players (rules 1, 3)."""

from __future__ import annotations

from ..core.kernel import kernel
from .state import INFINITE


@kernel
def gain_power(s, n):
    """Power for this turn; infinite power stays infinite (rules 6)."""
    s.power = min(s.power + n, INFINITE)


@kernel
def pay_power(s, n):
    """Spends power; infinite power does not run out (rules 6)."""
    if s.power < INFINITE:
        s.power -= n


@kernel
def gain_health(s, t, seat, n):
    """Health rises to at most the table's maximum (rules 3)."""
    s.health[seat] = min(s.health[seat] + n, t.max_health)


@kernel
def gain_mastery(s, t, seat, n):
    """Mastery rises to at most the table's maximum (rules 3)."""
    s.mastery[seat] = min(s.mastery[seat] + n, t.max_mastery)


@kernel
def lose_mastery(s, seat, n):
    """Mastery falls to no less than 0 (rules 3)."""
    s.mastery[seat] = max(s.mastery[seat] - n, 0)
