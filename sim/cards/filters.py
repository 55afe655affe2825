"""What filters ask of a card: bits of its sorts, and ranges of its numbers."""

from __future__ import annotations

from ..core.kernel import kernel


@kernel
def has_asked(asked, forbidden, bits):
    """Whether the sorts of a card are some of those that are asked, if any are, and none of those forbidden."""
    return (asked == 0 or asked & bits != 0) and forbidden & bits == 0
