"""The list of legal actions, as it is filled."""

from __future__ import annotations

from .faults import ERROR_ACTIONS_FULL
from .kernel import kernel

PROBE_SIZE = 2
"""A list so short asks only whether there is a choice: actions beyond its end are counted, not written."""


@kernel
def offer(s, actions, n, kind, a, b, c):
    """Adds an action to the list, which holds n; returns the new length. A full list is a fault of the game."""
    if n < actions.size:
        action = actions[n]
        action.kind, action.a, action.b, action.c = kind, a, b, c
    elif actions.size > PROBE_SIZE:
        s.error = ERROR_ACTIONS_FULL
        return n
    return n + 1
