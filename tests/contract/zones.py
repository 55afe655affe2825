"""Rules of games whose cards lie in piles, as kernels: that no card is lost, and that each lies where its zone says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.core.kernel import kernel

ANYBODY = -1
"""Instead of a seat, where a pile may hold cards of all."""


@kernel(cache=False)
def holds_what_it_can(pile):
    """Whether a pile holds between 0 and all its cards."""
    return 0 <= pile.n <= pile.card.size


@kernel(cache=False)
def copies_in(pile, card):
    """How many copies of a card lie in a pile."""
    found = 0
    for i in range(pile.n):
        found += pile.card[i] == card
    return found


# --- no card is lost, where cards are numbers of their kind -----------------------------------------------------------


@kernel(cache=False)
def count_pile(pile, room):
    """Counts the cards of a pile: adds 1 to the number of each, `room[card]`."""
    for i in range(pile.n):
        room[pile.card[i]] += 1


@kernel(cache=False)
def count_numbers(numbers, n, room):
    """Counts cards of which it is kept how many there are: adds the first n numbers to those of the room."""
    for card in range(n):
        room[card] += numbers[card]


@kernel(cache=False)
def note_copies(t, card, n, room):
    """Notes how many copies of a card there are in the game, behind the numbers that are counted."""
    room[t.card.size + card] = n


@kernel(cache=False)
def are_all_there(t, room):
    """Whether as many copies of each card were counted as were noted."""
    for card in range(t.n_cards):
        if room[card] != room[t.card.size + card]:
            return False
    return True


# --- each card lies where its zone says, where cards are records that know their zone ---------------------------------


@kernel(cache=False)
def lie_in_zone(s, pile, zone, seat, room):
    """Whether the cards of a pile are of a zone and of a seat or ANYBODY: the first half of all cards is that of the
    first seat. Counts how often each card lies in a pile: adds 1 to `room[card]`.
    """
    for i in range(pile.n):
        card = pile.card[i]
        if card < 0 or card >= s.card.size:
            return False
        room[card] += 1
        if s.card[card].zone != zone or (seat != ANYBODY and card // (s.card.size // 2) != seat):
            return False
    return True


# --- what breaks these rules ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Missizes:
    """Says of a pile that it holds fewer cards than none, or more than it can: of that of the seat whose turn it is, if
    each has one.
    """

    pile: str
    too_many: bool

    def __call__(self, s: Any, seat: int) -> None:
        pile = s[self.pile][seat] if np.ndim(s[self.pile]) else s[self.pile]
        pile["n"] = pile["card"].size + 1 if self.too_many else -1


def other_sizes(*piles: str) -> Sequence[Missizes]:
    """Each pile, with fewer cards than none and with more than it can hold."""
    return [Missizes(pile, too_many) for pile in piles for too_many in (False, True)]


def first_in_line(s: Any) -> int:
    """The first creature of the first player."""
    return int(s.line[0].card[: s.line[0].n][0])


def creature(s: Any) -> Any:
    """The record of the first creature of the first player."""
    return s.card[first_in_line(s)]


def hidden(s: Any) -> Any:
    """The record of the lowest card of the deck of the seat whose turn it is."""
    deck = s.deck[max(int(s.active), 0)]
    return s.card[int(deck.card[: deck.n][0])]
