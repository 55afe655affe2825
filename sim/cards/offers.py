"""Lists of legal actions that are alike in several games; see core/actions.py."""

from __future__ import annotations

from ..core.actions import offer
from ..core.kernel import kernel
from ..core.pile import seen_before


@kernel
def offer_cards(s, actions, n, kind, pile):
    """Adds one action for each card of a pile, for its copies only one; returns the new length of the list."""
    for i in range(pile.n):
        if not seen_before(pile, i):
            n = offer(s, actions, n, kind, pile.card[i], 0, 0)
    return n


@kernel
def offer_pair(s, actions, first, second):
    """Two kinds of actions that need no more words, such as yes and no; returns 2."""
    return offer(s, actions, offer(s, actions, 0, first, 0, 0, 0), second, 0, 0, 0)


@kernel
def offer_numbers(s, actions, kind, least, most):
    """One action for each number of a range, both ends included; returns how many."""
    n = 0
    for number in range(least, most + 1):
        n = offer(s, actions, n, kind, number, 0, 0)
    return n
