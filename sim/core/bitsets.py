"""Sets of small numbers, kept as the bits of an int64: looked through in the order of the numbers.

left = bits
while left != 0:
    number = lowest(left)
    left &= left - 1
"""

from __future__ import annotations

from typing import Any

from numba.cpython.unsafe.numbers import trailing_zeros

from .kernel import interpreted, kernel

lowest: Any
if interpreted:

    def lowest(bits):
        """The lowest number in a set, which is not empty."""
        return (int(bits) & -int(bits)).bit_length() - 1

else:

    @kernel
    def lowest(bits):
        """The lowest number in a set, which is not empty."""
        return trailing_zeros(bits)


@kernel
def count_bits(bits):
    """How many bits are set. bits: int64, not below 0."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n
