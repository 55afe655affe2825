"""What a position of Berserk: Heroes is worth to a player: the chance to win.

The log odds are a weighted sum of features of both players, the active one's first.
"""

from __future__ import annotations

import numpy as np

from sim.berserk_heroes.basics import hero_of, life_left
from sim.berserk_heroes.state import Flag
from sim.core.kernel import kernel

from ..strategist import Setting, Settings
from ..value import logistic, weigh


class Feature(Settings):
    """The weights of each feature for the active player and the opponent, set by hand, what it is measured in, scaled
    to about 0..1, and what it is.
    """

    LIFE = Setting((1.9, 1.9), "25 points", "life of the hero")
    LOW_LIFE = Setting((-1.2, -1.0), "10 points", "how far it is below 10")
    CREATURES = Setting((0.5, 0.5), "5 creatures", "creatures in play")
    STRIKE = Setting((1.5, 1.1), "15 points", "their strike")
    BODY = Setting((1.0, 1.0), "20 points", "their life")
    UNTAPPED = Setting((0.5, 0.9), "5 creatures", "those untapped")
    SUPPORT = Setting((0.5, 0.5), "3 cards", "support cards in play")
    HAND = Setting((0.9, 0.9), "6 cards", "cards in hand")
    GOLD = Setting((0.8, 0.8), "10 gold", "gold")


BIAS = 0.1
"""The log odds of the active player where both have the same."""
N_FEATURES = len(Feature)
BY_HAND = np.array(list(Feature.defaults().values())).T.ravel()


@kernel
def features(s, t, seat, x):
    """Writes the features of a player."""
    x[:] = 0.0
    life, line = max(0, life_left(s, hero_of(seat))), s.line[seat]
    for i in range(line.n):
        card = int(line.card[i])
        x[Feature.STRIKE] += s.body[s.card[card].body].strike / 15.0
        x[Feature.BODY] += max(0, life_left(s, card)) / 20.0
        x[Feature.UNTAPPED] += (s.card[card].bits & Flag.TAPPED == 0) / 5.0
    x[Feature.LIFE], x[Feature.LOW_LIFE] = life / 25.0, max(0, 10 - life) / 10.0
    x[Feature.CREATURES], x[Feature.SUPPORT] = line.n / 5.0, s.support[seat].n / 3.0
    x[Feature.HAND], x[Feature.GOLD] = s.hand[seat].n / 6.0, s.gold[seat] / 10.0


@kernel
def value(s, t, seat):
    """The chance that a player wins, in 0..1; of a finished game the score."""
    if s.over != 0:
        return float(s.score[seat])
    x = np.empty(N_FEATURES)
    features(s, t, s.active, x)
    odds = BIAS + weigh(x, BY_HAND, 0)
    features(s, t, 1 - s.active, x)
    odds -= weigh(x, BY_HAND, N_FEATURES)
    chance = logistic(odds)
    return chance if seat == s.active else 1.0 - chance
