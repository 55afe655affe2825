"""Lists of records in fixed arrays, such as abilities that wait: the first n entries of an array, in an order."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def drop(entries, n, index):
    """Takes the entry at an index out of the first n, 0 <= index < n; the others keep their order. Returns n - 1."""
    for i in range(index, n - 1):
        entries[i] = entries[i + 1]
    return n - 1
