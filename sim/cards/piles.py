"""Cards of piles by what they are, wherever in a pile they lie; see core/pile.py."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find, put, take


@kernel
def remove(pile, card):
    """Removes and returns a card that lies in a pile, of several copies the lowest."""
    return int(take(pile, find(pile, card)))


@kernel
def move_card(s, card, source, target):
    """A card that lies in a pile goes on top of another."""
    put(s, target, remove(source, card))


@kernel
def put_copies(s, card, n, pile):
    """So many copies of a card go on top of a pile."""
    for _ in range(n):
        put(s, pile, card)


@kernel
def count_copies(pile, card):
    """How many copies of a card a pile holds."""
    n = 0
    for i in range(pile.n):
        n += pile.card[i] == card
    return n
