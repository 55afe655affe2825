"""The seats round the table."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def clockwise(s, seat, k):
    """The seat k places after a seat, 0 <= k < players."""
    other = seat + k
    return other - s.players if other >= s.players else other
