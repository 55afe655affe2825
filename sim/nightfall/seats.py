"""What players own and gave."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def total_wounds(s, seat):
    """How many wounds a player owns, in hand, deck and discard pile (rules 10.3)."""
    return int(s.wounds[seat, 0]) + int(s.wounds[seat, 1]) + int(s.wounds[seat, 2])


@kernel
def given_by(s, seat):
    """How many wounds a player has given, to others and to himself, those included that have left the game since."""
    total = 0
    for victim in range(s.players):
        total += s.given[seat, victim]
    return total
