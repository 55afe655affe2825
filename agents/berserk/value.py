"""What a position of Berserk is worth to a player: the chance to win, by the crystals, lives and open cards of both."""

from __future__ import annotations

import numpy as np

from sim.berserk.state import CARDS, Zone
from sim.berserk.stats import lives
from sim.berserk.tables import Type
from sim.core.kernel import kernel

from ..value import logistic, weigh

WEIGHTS = {"crystals": 2.0, "lives": 2.0, "open": 0.6, "creatures": 0.8, "tokens": 0.2, "poisoned": -0.2}
"""Of each player, the other's taken off. crystals: what his cards in play cost, by 20; lives: by 40; open, creatures:
by 5; tokens, poisoned: by 3."""
CRYSTALS, LIVES, OPEN, CREATURES, TOKENS, POISONED = range(len(WEIGHTS))
SCALES = np.array([20.0, 40.0, 5.0, 5.0, 3.0, 3.0])
FITTED = np.array([*WEIGHTS.values()])
UNKNOWN_COST, UNKNOWN_LIVES = 5, 9
"""What is reckoned for a card that lies face down, whoever's it is."""


@kernel
def features(s, t, seat, x):
    """Writes the features of a player, in the order of WEIGHTS."""
    x[:] = 0.0
    for card in range(CARDS):
        it = s.card[card]
        if it.zone != Zone.PLAY or it.controller != seat:
            continue
        row = t.card[it.type]
        if it.hidden == 1:
            x[CRYSTALS] += UNKNOWN_COST
            x[LIVES] += UNKNOWN_LIVES
            x[CREATURES] += 1
            continue
        x[CRYSTALS] += row.cost
        if row.type == Type.CREATURE:
            x[LIVES] += lives(s, t, card)
            x[CREATURES] += 1
        x[OPEN] += it.closed == 0
        x[TOKENS] += it.tokens
        x[POISONED] += it.poison > 0
    for k in range(x.size):
        x[k] /= SCALES[k]


@kernel
def value(s, t, seat):
    """The chance that a player wins, in 0..1; of a finished game the score."""
    if s.over != 0:
        return float(s.score[seat])
    x = np.empty(SCALES.size)
    features(s, t, seat, x)
    odds = weigh(x, FITTED, 0)
    features(s, t, 1 - seat, x)
    return logistic(odds - weigh(x, FITTED, 0))
