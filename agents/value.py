"""What a position is worth, for any game: the chance to win, by weighted features and by what stands in which zone.

Every seat has a strength: a weighted sum of the game's numbers, and for each card in each zone what it is worth there,
with weights of its own for the seat whose turn it is. The chances are proportional to the exponential of the strengths,
which for two seats is a logistic regression. A card that the weights do not know is worth what its facts and its text
say; a game may also tell no cards apart. `overnight learn` fits the weights (agents/learned.py keeps them).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sim.core.kernel import kernel

ACTIVE, WAITING = 0, 1
"""Which weights are a seat's: it is its turn, or not."""
OUT = -1
"""Instead of how many cards a seat has: it is out of the game."""


class Reads(NamedTuple):
    """What the value of a game reads, where cards are told apart."""

    numbers: Any
    """the kernel (s, t, seat, x)"""
    cards: Any
    """the kernel (s, t, seat, found) -> n, OUT for a seat that is out of the game; found: zone * kinds + kind"""
    facts: Any
    """the kernel (t, kind, facts)"""
    most: int
    """the most cards found"""


class WeightArrays(NamedTuple):
    """Weights as kernels read them; the first axis of all but `known` is of ACTIVE and WAITING."""

    numbers: Any
    """(2, numbers)"""
    worth: Any
    """(2, zones * kinds)"""
    known: Any
    """(kinds,): 1 of a card whose worth was learned as it is printed"""
    texts: Any
    """(2, zones, facts)"""


@kernel
def weigh(features, weights, first):
    """The sum of features, each times its weight; the weights begin at index `first`."""
    total = 0.0
    for i in range(features.size):
        total += features[i] * weights[first + i]
    return total


@kernel
def logistic(x):
    """The chance in 0..1 whose log odds are x."""
    return 1.0 / (1.0 + math.exp(-x))


@kernel
def no_cards(s, t, seat, found):
    """What a value reads of the cards of a seat that are not told apart: nothing."""
    return 0


@kernel
def no_facts(t, kind, x):
    """What a value reads of a card that is not told apart: nothing."""


@kernel
def chance_by_numbers(s, t, seat, read_numbers, numbers):
    """The chance of a seat, in 0..1; of a finished game its score. read_numbers(s, t, seat, x): what the game's value
    reads; numbers: weights (2, numbers), for ACTIVE and WAITING.
    """
    if s.over != 0:
        return float(s.score[seat])
    x, own, total = np.empty(numbers.shape[1]), 0.0, 0.0
    for other in range(s.players):
        read_numbers(s, t, other, x)
        share = math.exp(weigh(x, numbers[ACTIVE if other == s.active else WAITING], 0))
        total += share
        if other == seat:
            own = share
    return own / total


@kernel
def worth_of_text(t, kind, read_facts, texts, facts):
    """What a card is worth by its facts and its text. texts: weights (facts,) of a zone; facts: room, overwritten."""
    read_facts(t, kind, facts)
    return weigh(facts, texts, 0)


@kernel
def worth_of_cards(t, found, read_facts, weights, whose, facts):
    """What the cards found are worth where they stand, to a seat that is ACTIVE or WAITING. found: zone * kinds + kind;
    facts: room.
    """
    worth, known, texts = weights.worth[whose], weights.known, weights.texts[whose]
    total, kinds = 0.0, known.size
    for i in range(found.size):
        kind = found[i] % kinds
        if known[kind] == 1 and t.card[kind].printed == 1:
            total += worth[found[i]]
        else:
            total += worth_of_text(t, kind, read_facts, texts[found[i] // kinds], facts)
    return total


@kernel
def chance_to_win(s, t, seat, reads, weights):
    """The chance of a seat, in 0..1; of a finished game its score. reads: Reads; weights: WeightArrays."""
    if s.over != 0:
        return float(s.score[seat])
    x, facts = np.empty(weights.numbers.shape[1]), np.empty(weights.texts.shape[2])
    found = np.empty(reads.most, np.int64)
    own, total = 0.0, 0.0
    for other in range(s.players):
        whose = ACTIVE if other == s.active else WAITING
        n = reads.cards(s, t, other, found)
        if n == OUT:
            continue
        reads.numbers(s, t, other, x)
        strength = weigh(x, weights.numbers[whose], 0)
        strength += worth_of_cards(t, found[:n], reads.facts, weights, whose, facts)
        share = math.exp(strength)
        total += share
        if other == seat:
            own = share
    return own / total
