"""What a position of Berserk: Heroes is worth to a player: the chance to win.

The log odds are a weighted sum of features of both players, the active one's first.
"""

from __future__ import annotations

import numpy as np

from sim.berserk_heroes.basics import hero_of, life_left
from sim.berserk_heroes.state import Flag
from sim.core.kernel import kernel

from ..value import logistic, weigh

WEIGHTS = {
    "life": (1.9, 1.9),
    "low_life": (-1.2, -1.0),
    "creatures": (0.5, 0.5),
    "strike": (1.5, 1.1),
    "body": (1.0, 1.0),
    "untapped": (0.5, 0.9),
    "support": (0.5, 0.5),
    "hand": (0.9, 0.9),
    "gold": (0.8, 0.8),
}
"""Of the active player, of the opponent. life: of the hero; low_life: how far it is below 10. creatures, their strike
and life, those untapped. Scaled to about 0..1."""
BIAS = 0.1

LIFE, LOW_LIFE, CREATURES, STRIKE, BODY, UNTAPPED, SUPPORT, HAND, GOLD = range(len(WEIGHTS))
N_FEATURES = len(WEIGHTS)
FITTED = np.array([[weights[k] for weights in WEIGHTS.values()] for k in range(2)]).ravel()


@kernel
def features(s, t, seat, x):
    """Writes the features of a player, in the order of WEIGHTS."""
    x[:] = 0.0
    life, line = max(0, life_left(s, hero_of(seat))), s.line[seat]
    for i in range(line.n):
        card = int(line.card[i])
        x[STRIKE] += s.body[s.card[card].body].strike / 15.0
        x[BODY] += max(0, life_left(s, card)) / 20.0
        x[UNTAPPED] += (s.card[card].bits & Flag.TAPPED == 0) / 5.0
    x[LIFE], x[LOW_LIFE] = life / 25.0, max(0, 10 - life) / 10.0
    x[CREATURES], x[SUPPORT] = line.n / 5.0, s.support[seat].n / 3.0
    x[HAND], x[GOLD] = s.hand[seat].n / 6.0, s.gold[seat] / 10.0


@kernel
def value(s, t, seat):
    """The chance that a player wins, in 0..1; of a finished game the score."""
    if s.over != 0:
        return float(s.score[seat])
    x = np.empty(N_FEATURES)
    features(s, t, s.active, x)
    odds = BIAS + weigh(x, FITTED, 0)
    features(s, t, 1 - s.active, x)
    odds -= weigh(x, FITTED, N_FEATURES)
    chance = logistic(odds)
    return chance if seat == s.active else 1.0 - chance
