"""The list of cards that a program has chosen: the first n of `chosen` in its frame, of which a full list is a part."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import NO_CARD


@kernel
def first_chosen(frame):
    """The first card of a frame's list, or NO_CARD."""
    return int(frame.chosen[0]) if frame.n > 0 else NO_CARD


@kernel
def last_chosen(frame):
    """The last card of a frame's list, or NO_CARD."""
    return int(frame.chosen[min(frame.n, frame.chosen.size) - 1]) if frame.n > 0 else NO_CARD


@kernel
def times_chosen(frame, card):
    """How often a card is in a frame's list."""
    times = 0
    for i in range(min(frame.n, frame.chosen.size)):
        times += frame.chosen[i] == card
    return times


@kernel
def is_chosen(frame, card):
    """Whether a card is in a frame's list."""
    for i in range(min(frame.n, frame.chosen.size)):
        if frame.chosen[i] == card:
            return True
    return False
