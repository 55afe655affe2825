"""What a position of Berserk is worth to a player: the chance to win, by the crystals, lives and open cards of both."""

from __future__ import annotations

import numpy as np

from sim.berserk.state import CARDS, Zone
from sim.berserk.stats import lives
from sim.berserk.tables import Type
from sim.core.kernel import kernel

from ..strategist import Setting, Settings
from ..value import logistic, weigh


class Feature(Settings):
    """The weight of each feature, set by hand, what it is measured in, and what it is: of each player's cards in play,
    the other's taken off.
    """

    CRYSTALS = Setting(2.0, "20 crystals", "what they cost")
    LIVES = Setting(2.0, "40 lives", "lives that creatures have left")
    OPEN = Setting(0.6, "5 cards", "open cards")
    CREATURES = Setting(0.8, "5 cards", "creatures")
    TOKENS = Setting(0.2, "3 tokens", "tokens")
    POISONED = Setting(-0.2, "3 cards", "cards that are poisoned")


SCALES = np.array([20.0, 40.0, 5.0, 5.0, 3.0, 3.0])
"""How much of each feature is one, in their order."""
BY_HAND = np.array(list(Feature.defaults().values()))
UNKNOWN_COST, UNKNOWN_LIVES = 5, 9
"""What is reckoned for a card that lies face down, whoever's it is."""


@kernel
def features(s, t, seat, x):
    """Writes the features of a player."""
    x[:] = 0.0
    for card in range(CARDS):
        it = s.card[card]
        if it.zone != Zone.PLAY or it.controller != seat:
            continue
        row = t.card[it.type]
        if it.hidden == 1:
            x[Feature.CRYSTALS] += UNKNOWN_COST
            x[Feature.LIVES] += UNKNOWN_LIVES
            x[Feature.CREATURES] += 1
            continue
        x[Feature.CRYSTALS] += row.cost
        if row.type == Type.CREATURE:
            x[Feature.LIVES] += lives(s, t, card)
            x[Feature.CREATURES] += 1
        x[Feature.OPEN] += it.closed == 0
        x[Feature.TOKENS] += it.tokens
        x[Feature.POISONED] += it.poison > 0
    for k in range(x.size):
        x[k] /= SCALES[k]


@kernel
def value(s, t, seat):
    """The chance that a player wins, in 0..1; of a finished game the score."""
    if s.over != 0:
        return float(s.score[seat])
    x = np.empty(SCALES.size)
    features(s, t, seat, x)
    odds = weigh(x, BY_HAND, 0)
    features(s, t, 1 - seat, x)
    return logistic(odds - weigh(x, BY_HAND, 0))
