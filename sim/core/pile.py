"""Ordered piles of cards in fixed arrays. The top of a pile is its last card; users see piles top first.

A pile is a record (n, card[capacity]) of card ids, from 0 on. A full pile is a fault of that game, noted in its header,
never an overwrite.
"""

from __future__ import annotations

import numpy as np

from .faults import ERROR_PILE_FULL
from .kernel import kernel
from .rng import below

NO_CARD = -1
"""Where the id of a card may stand: none. The states of games have it by this name."""


def pile_dtype(capacity: int, ids: int = 128) -> np.dtype:
    """Record of a pile that holds up to `capacity` cards, whose ids are below `ids`: up to 32,768."""
    return np.dtype([("n", "i2"), ("card", "i1" if ids <= 128 else "i2", (capacity,))], align=True)


@kernel
def put(s, pile, card):
    """Puts a card on top."""
    if pile.n >= pile.card.size:
        s.error = ERROR_PILE_FULL
        return
    pile.card[pile.n] = card
    pile.n += 1


@kernel
def put_under(s, pile, card):
    """Puts a card at the bottom."""
    if pile.n >= pile.card.size:
        s.error = ERROR_PILE_FULL
        return
    for i in range(pile.n, 0, -1):
        pile.card[i] = pile.card[i - 1]
    pile.card[0] = card
    pile.n += 1


@kernel
def take(pile, index):
    """Removes and returns the card at an index (0 = bottom), 0 <= index < n; the others keep their order."""
    card = pile.card[index]
    pile.n -= 1
    for i in range(index, pile.n):
        pile.card[i] = pile.card[i + 1]
    return card


@kernel
def take_top(pile):
    """Removes and returns the top card of a pile that is not empty."""
    pile.n -= 1
    return pile.card[pile.n]


@kernel
def find(pile, card):
    """Index of the lowest copy of a card, or -1."""
    for i in range(pile.n):
        if pile.card[i] == card:
            return i
    return -1


@kernel
def seen_before(pile, index):
    """Whether the card at an index also lies lower in the pile: lists of legal actions name each card once."""
    for i in range(index):
        if pile.card[i] == pile.card[index]:
            return True
    return False


@kernel
def move_all(s, source, target):
    """Puts all cards of a pile on another, bottom first, so that they keep their order."""
    start = target.n
    if start + source.n > target.card.size:
        s.error = ERROR_PILE_FULL
        return
    for i in range(source.n):
        target.card[start + i] = source.card[i]
    target.n += source.n
    source.n = 0


@kernel
def shuffle_between(s, stream, pile, low, high):
    """Uniform order for the cards at indices low to high - 1 (Fisher-Yates)."""
    for i in range(high - 1, low, -1):
        j = low + below(s, stream, i - low + 1)
        pile.card[i], pile.card[j] = pile.card[j], pile.card[i]


@kernel
def shuffle_part(s, stream, pile, start):
    """Uniform order for the cards from index `start` to the top."""
    shuffle_between(s, stream, pile, start, int(pile.n))


@kernel
def redeal_part(s, stream, pile, start):
    """Uniform order for the cards from index `start` to the top, whatever order they are in: sorted, then shuffled.

    So two states that differ in that order alone become the same.
    """
    for i in range(start + 1, pile.n):
        card, j = pile.card[i], i
        while j > start and pile.card[j - 1] > card:
            pile.card[j] = pile.card[j - 1]
            j -= 1
        pile.card[j] = card
    shuffle_part(s, stream, pile, start)


@kernel
def shuffle(s, stream, pile):
    """Uniform order for the whole pile."""
    shuffle_part(s, stream, pile, 0)


@kernel
def mix(s, stream, cards, n):
    """Puts the first n numbers of an array into an order of that stream that says nothing of the one they had.

    cards: signed integers; n: 0 to its size.
    """
    for i in range(1, n):
        card, at = cards[i], i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    for i in range(n - 1, 0, -1):
        j = below(s, stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
