"""Charges of the mages, spent for their abilities (rules 8)."""

from __future__ import annotations

from ..core.kernel import kernel
from .frames import push_program
from .state import NO_CARD


@kernel
def gain_charges(s, t, seat, n):
    """A player gains charges, up to those his ability needs (rules 8)."""
    s.charges[seat] = min(s.charges[seat] + n, t.charges[seat])


@kernel
def use_ability(s, t, seat):
    """All charges are spent for the ability of a mage (rules 8)."""
    s.charges[seat] = 0
    push_program(s, t.ability[seat], NO_CARD, seat)
