"""Questions to seats."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def ask(s, seat, decision):
    """Stops for a decision of a seat."""
    s.decision, s.to_move = decision, seat
