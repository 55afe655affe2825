"""What a position of Berserk is worth to a player: the chance to win, with weights that were learned.

They stand in learned.toml, which says from which games they come.
"""

from __future__ import annotations

import math

import numpy as np

from sim.berserk.stats import lives
from sim.berserk.tables import Type
from sim.core.bitsets import lowest
from sim.core.kernel import kernel

from ..learned import Features, Weights, read_learned
from ..strategist import Setting, Settings
from ..value import chance_by_numbers


class Feature(Settings):
    """How much of each feature counts as one, in which unit, and what it is: of each player's cards in play."""

    ACTIVE = Setting(1.0, "0 or 1", "whether it is the player's turn")
    CRYSTALS = Setting(20.0, "crystals", "what they cost")
    KEPT = Setting(20.0, "crystals", "the same and one for each card, by the share of lives left")
    LIVES = Setting(40.0, "lives", "lives that creatures have left")
    LOG_LIVES = Setting(1.0, "logarithm", "of these lives and one more")
    STRIKE = Setting(15.0, "wounds", "medium strikes of creatures")
    LOG_STRIKE = Setting(1.0, "logarithm", "of these strikes and one more")
    OPEN_STRIKE = Setting(15.0, "wounds", "those of open creatures")
    MOVES = Setting(8.0, "cells", "that creatures may move in a turn")
    WOUNDS = Setting(20.0, "wounds", "on creatures")
    LIFELESS = Setting(3.0, "cards", "other cards")
    OPEN = Setting(5.0, "cards", "open cards")
    ELITE = Setting(3.0, "cards", "elite cards")
    TOKENS = Setting(3.0, "tokens", "tokens")
    POISONED = Setting(3.0, "cards", "cards that are poisoned")


SCALES = np.array(list(Feature.defaults().values()))
MEDIUM = 1
"""The place of the medium strike among those of a card."""
UNKNOWN_COST, UNKNOWN_LIVES, UNKNOWN_STRIKE = 5, 9, 2
"""What is reckoned for a card that lies face down, whoever's it is."""


@kernel
def add_unknown(closed, x):
    """Adds a card that lies face down to the features."""
    x[Feature.CRYSTALS] += UNKNOWN_COST
    x[Feature.KEPT] += UNKNOWN_COST + 1
    x[Feature.LIVES] += UNKNOWN_LIVES
    x[Feature.STRIKE] += UNKNOWN_STRIKE
    if closed == 0:
        x[Feature.OPEN] += 1
        x[Feature.OPEN_STRIKE] += UNKNOWN_STRIKE


@kernel
def add_card(s, t, card, x):
    """Adds a card that both players know to the features."""
    it = s.card[card]
    row = t.card[it.type]
    left, kept = max(0, lives(s, t, card)), 1.0 + row.cost
    x[Feature.CRYSTALS] += row.cost
    x[Feature.KEPT] += kept * min(1.0, left / row.life) if row.life > 0 else kept
    x[Feature.OPEN] += it.closed == 0
    x[Feature.ELITE] += row.elite
    x[Feature.TOKENS] += it.tokens
    x[Feature.POISONED] += it.poison > 0
    if row.type != Type.CREATURE:
        x[Feature.LIFELESS] += 1
        return
    x[Feature.LIVES] += left
    x[Feature.STRIKE] += row.strike[MEDIUM]
    x[Feature.OPEN_STRIKE] += row.strike[MEDIUM] if it.closed == 0 else 0
    x[Feature.MOVES] += row.move
    x[Feature.WOUNDS] += max(0, row.life - left)


@kernel
def read_numbers(s, t, seat, x):
    """Writes the features of a player, in their order."""
    x[:] = 0.0
    x[Feature.ACTIVE] = seat == s.active
    remaining = int(s.team[seat])
    while remaining != 0:
        card = lowest(remaining)
        remaining &= remaining - 1
        if s.card[card].hidden == 1:
            add_unknown(s.card[card].closed, x)
        else:
            add_card(s, t, card, x)
    x[Feature.LOG_LIVES], x[Feature.LOG_STRIKE] = math.log1p(x[Feature.LIVES]), math.log1p(x[Feature.STRIKE])
    for k in range(x.size):
        x[k] /= SCALES[k]


FEATURES = Features("berserk", tuple(Feature.defaults()), read_numbers)


def value_with(weights: Weights) -> object:
    """The kernel `value` with some weights: the chance to win, see agents/value.py."""
    numbers = weights.numbers
    return kernel(lambda s, t, seat: chance_by_numbers(s, t, seat, read_numbers, numbers))


value = value_with(read_learned(FEATURES))
