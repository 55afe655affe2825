"""Sets that are kept as the bits of an integer."""

from __future__ import annotations

from sim.core.kernel import kernel


@kernel
def count_bits(bits):
    """How many bits are set. bits: int64, not below 0."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n
