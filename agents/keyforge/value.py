"""What a position of KeyForge is worth to a player: the chance to win.

The log odds of the active player are a weighted sum of features of both players; the features of the opponent, who
does not move, have weights of their own. They were fitted by logistic regression (ridge penalty 0.0001) to 25,135
positions at turn starts of 3,994 games of `best` against itself with 40 pairs of decks, by who won. On the fifth of the
games held out the log loss is 0.513 (even chances: 0.692).
"""

from __future__ import annotations

import numpy as np

from sim.core.kernel import kernel
from sim.keyforge.modifiers import key_cost, power

from ..agent import places
from ..value import logistic, weigh

WEIGHTS = {
    "one_key": (0.93, 0.83),
    "two_keys": (1.89, 1.72),
    "amber": (0.90, 0.93),
    "amber_by_keys": (1.00, 0.88),
    "full": (0.61, 0.06),
    "full_for_last": (0.31, 1.32),
    "spare": (0.28, 1.64),
    "creatures": (0.52, -0.18),
    "unstunned": (1.13, 1.24),
    "power": (0.12, 0.31),
    "captured": (-0.81, -0.70),
    "artifacts": (0.53, 0.41),
    "hand": (1.16, 0.77),
    "archives": (-0.17, -0.24),
    "chains": (0.11, 0.02),
    "key_cost": (0.24, 0.42),
}
"""Of the active player, of the opponent. one_key, two_keys: forged so many or more. amber: the share of a key's cost
in the pool, amber_by_keys: the same times the keys forged; full: the pool pays a key, full_for_last: the third; spare:
amber beyond. creatures, unstunned, power: of the creatures in play; captured: amber on them. key_cost: above 6. Scaled
to about 0..1."""
BIAS = -0.12

Feature = places("Feature", WEIGHTS)
N_FEATURES = len(WEIGHTS)
FITTED = np.array([[weights[k] for weights in WEIGHTS.values()] for k in range(2)]).ravel()


@kernel
def features(s, t, seat, x):
    """Writes the features of a player, in the order of WEIGHTS."""
    x[:] = 0.0
    cost, amber, keys, line = key_cost(s, t, seat), int(s.amber[seat]), int(s.keys[seat]), s.line[seat]
    for i in range(line.n):
        card = int(line.card[i])
        x[Feature.POWER] += max(power(s, t, card) - s.card[card].damage, 0) / 20.0
        x[Feature.CAPTURED] += s.card[card].amber / 6.0
        x[Feature.UNSTUNNED] += (s.card[card].stunned == 0) / 5.0
    x[Feature.ONE_KEY], x[Feature.TWO_KEYS] = keys >= 1, keys >= 2
    x[Feature.AMBER] = min(amber, cost) / max(cost, 1)
    x[Feature.AMBER_BY_KEYS] = keys * x[Feature.AMBER]
    x[Feature.FULL] = amber >= cost
    x[Feature.FULL_FOR_LAST] = x[Feature.FULL] * x[Feature.TWO_KEYS]
    x[Feature.SPARE] = max(amber - cost, 0) / 6.0
    x[Feature.CREATURES], x[Feature.ARTIFACTS] = line.n / 5.0, s.artifacts[seat].n / 3.0
    x[Feature.HAND], x[Feature.ARCHIVES] = s.hand[seat].n / 6.0, s.archives[seat].n / 3.0
    x[Feature.CHAINS], x[Feature.KEY_COST] = s.chains[seat] / 6.0, (cost - 6) / 2.0


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
