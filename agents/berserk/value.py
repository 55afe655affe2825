"""What a position of Berserk is worth to a player: the chance to win.

The log odds are a weighted sum of features of both players, the active one's first. The weights were fitted to what the
actions of one decision differ by, as this is what thinking ahead asks: a logistic regression with an intercept of its
own for every decision (ridge penalty 30) on 842,508 positions two turns after 5,371 decisions of `best`, one in fifty
at random of those of 1,500 games with random squads (seed 710001, commit 5737e46). In each decision up to six actions
were tried in the same 32 imagined games, which `best` played to their end. The bias, and a factor on all weights, were
fitted to who won.
"""

from __future__ import annotations

import math

import numpy as np

from sim.berserk.stats import lives
from sim.berserk.tables import Type
from sim.core.bits import lowest
from sim.core.kernel import kernel

from ..strategist import Setting, Settings
from ..value import logistic, weigh


class Feature(Settings):
    """The weights of each feature for the active player and the opponent, what it is measured in, and what it is: of
    each player's cards in play.
    """

    CRYSTALS = Setting((0.62, 0.66), "20 crystals", "what they cost")
    KEPT = Setting((1.05, 1.16), "20 crystals", "the same and one for each card, by the share of lives left")
    LIVES = Setting((0.74, 0.75), "40 lives", "lives that creatures have left")
    LOG_LIVES = Setting((0.53, 1.08), "logarithm", "of these lives and one more")
    STRIKE = Setting((0.68, 0.16), "15 wounds", "medium strikes of creatures")
    LOG_STRIKE = Setting((0.18, 0.17), "logarithm", "of these strikes and one more")
    OPEN_STRIKE = Setting((0.48, 0.11), "15 wounds", "those of open creatures")
    MOVES = Setting((0.38, 0.19), "8 cells", "that creatures may move in a turn")
    WOUNDS = Setting((-0.17, -0.34), "20 wounds", "on creatures")
    LIFELESS = Setting((0.33, 0.07), "3 cards", "other cards")
    OPEN = Setting((-0.32, 0.22), "5 cards", "open cards")
    ELITE = Setting((0.25, 0.08), "3 cards", "elite cards")
    TOKENS = Setting((0.26, 0.26), "3 tokens", "tokens")
    POISONED = Setting((-0.50, -0.53), "3 cards", "cards that are poisoned")


SCALES = np.array([20.0, 20.0, 40.0, 1.0, 15.0, 1.0, 15.0, 8.0, 20.0, 3.0, 5.0, 3.0, 3.0, 3.0])
"""How much of each feature is one, in their order."""
BIAS = 2.06
"""The log odds of the active player where both have the same, beside what his other weights make of it."""
N_FEATURES = len(Feature)
FITTED = np.array(list(Feature.defaults().values())).T.ravel()
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
def features(s, t, seat, x):
    """Writes the features of a player."""
    x[:] = 0.0
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
