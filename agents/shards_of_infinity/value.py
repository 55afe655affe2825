"""What a position of Shards of Infinity is worth to a seat: its chance to win.

Every living seat has a strength, a weighted sum of features; the chances are proportional to the exponential of it. The
weights were fitted by maximum likelihood (conditional logit, ridge penalty 0.0001) to 60,000
positions at turn starts of 5,230 games of `best` against itself with two to four players, by who won. On the fifth of
the games held out the log loss is 0.555, 0.673 and 0.861 with two, three and four players (even chances: 0.693, 1.099,
1.386).
"""

from __future__ import annotations

import math

import numpy as np

from sim.core.kernel import kernel

from ..agent import places
from ..value import weigh
from .features import RESOURCES, text_worth

WEIGHTS = {
    "active": 0.43,
    "health": 4.89,
    "health_squared": -0.80,
    "mastery": 2.84,
    "mastery_squared": 3.37,
    "mastery_high": 0.91,
    "cards": -1.95,
    "cost": 0.73,
    "cost_each": 0.87,
    "starters_each": -4.55,
    "hand_cost": 0.28,
    "champions": 1.01,
}
"""active: it is the seat's turn. health, mastery: as a share of the most there can be, mastery_high: what is above two
thirds. cards, cost, cost_each: of hand, deck, discard pile and allies in play, starters_each: the share of starters.
hand_cost: of the hand alone. champions: the cost of those in play. Scaled to about 0..1. What a card costs stands for
how much it does: of one that is not as it is printed, it is what such a text costs (`cost`)."""

Feature = places("Feature", WEIGHTS)
FITTED = np.array(list(WEIGHTS.values()))
N_FEATURES = len(WEIGHTS)


USUAL = np.array(list(RESOURCES.values()))
COST_OF_NONE, COST_OF_WORTH, OTHER = 2.38, 0.23, 3.0
"""The cost of a card by what its text is worth: fitted to the printed cards but starters (correlation 0.47)."""


@kernel
def cost(t, card):
    """What a card costs, or what its text would cost if a user changed or added it."""
    c = t.card[card]
    if c.printed == 1 or c.starter == 1:
        return float(c.cost)
    return COST_OF_NONE + COST_OF_WORTH * text_worth(t, card, USUAL, OTHER)


@kernel
def add_pile(t, pile, x):
    """Counts the cards of a pile, their cost and the starters among them."""
    for i in range(pile.n):
        card = t.card[pile.card[i]]
        x[Feature.CARDS] += 1.0
        x[Feature.COST] += cost(t, pile.card[i])
        x[Feature.STARTERS_EACH] += card.starter


@kernel
def cost_of(t, pile):
    """What the cards of a pile cost together."""
    total = 0.0
    for i in range(pile.n):
        total += cost(t, pile.card[i])
    return total


@kernel
def features(s, t, seat, x):
    """Writes the features of a living seat, in the order of WEIGHTS."""
    x[:] = 0.0
    add_pile(t, s.deck[seat], x)
    add_pile(t, s.hand[seat], x)
    add_pile(t, s.discard[seat], x)
    x[Feature.CHAMPIONS] = cost_of(t, s.champions[seat])
    if seat == s.active:
        x[Feature.ACTIVE] = 1.0
        add_pile(t, s.play, x)
        x[Feature.CHAMPIONS] += cost_of(t, s.exhausted)
    health, mastery = s.health[seat] / t.max_health, s.mastery[seat] / t.max_mastery
    x[Feature.HEALTH], x[Feature.HEALTH_SQUARED] = health, health * health
    x[Feature.MASTERY], x[Feature.MASTERY_SQUARED] = mastery, mastery * mastery
    x[Feature.MASTERY_HIGH] = max(mastery - 2.0 / 3.0, 0.0)
    x[Feature.HAND_COST] = cost_of(t, s.hand[seat]) / 10.0
    x[Feature.COST_EACH] = x[Feature.COST] / max(x[Feature.CARDS], 1.0)
    x[Feature.STARTERS_EACH] /= max(x[Feature.CARDS], 1.0)
    x[Feature.CARDS] /= 20.0
    x[Feature.COST] /= 30.0
    x[Feature.CHAMPIONS] /= 10.0


@kernel
def strength(s, t, seat):
    """How near to winning a living seat is: its chance to win is proportional to the exponential of this."""
    x = np.empty(N_FEATURES)
    features(s, t, seat, x)
    return weigh(x, FITTED, 0)


@kernel
def strength_as_seen(s, t, seat):
    """The strength of a living seat as far as everybody can tell: which of its cards it has in hand, nobody can."""
    x = np.empty(N_FEATURES)
    features(s, t, seat, x)
    x[Feature.HAND_COST] = 0.0
    return weigh(x, FITTED, 0)


@kernel
def value(s, t, seat):
    """The chance that a seat wins, in 0..1; of a finished game its score."""
    if s.over != 0:
        return float(s.score[seat])
    if s.alive[seat] == 0:
        return 0.0
    own, total = 0.0, 0.0
    for other in range(s.players):
        if s.alive[other] == 1:
            share = math.exp(strength(s, t, other))
            total += share
            if other == seat:
                own = share
    return own / total
