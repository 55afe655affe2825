"""The stack of what is pending, looked through; see core/frames.py."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def nearest(s, kind):
    """The place of the topmost frame of a kind, or -1."""
    for i in range(s.n_frames - 1, -1, -1):
        if s.frame[i].kind == kind:
            return i
    return -1
