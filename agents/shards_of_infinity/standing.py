"""How near to winning a seat of Shards of Infinity is, as far as all can tell: by this `best` chooses whom to hit.

A weighted sum of features, fitted by maximum likelihood (conditional logit, ridge penalty 0.0001) to 60,000 positions
at turn starts of 5,230 games of `best` against itself with two to four players, by who won. What a position is worth to
one who thinks ahead is told by value.py.
"""

from __future__ import annotations

import numpy as np

from sim.core.kernel import kernel

from ..strategist import Setting, Settings
from ..value import weigh
from .features import Resource, text_worth
from .numbers import Number


class Feature(Settings):
    """The fitted weight of each feature, what it is measured in, scaled to about 0..1, and what it is.

    Cards are those of hand, deck, discard pile and allies in play. What one costs stands for how much it does: see
    `cost`.
    """

    ACTIVE = Setting(0.43, "0 or 1", "whether it is the seat's turn")
    HEALTH = Setting(4.89, "share of the most there can be", "health")
    HEALTH_SQUARED = Setting(-0.80, "square of that", "health")
    MASTERY = Setting(2.84, "share of the most there can be", "mastery")
    MASTERY_SQUARED = Setting(3.37, "square of that", "mastery")
    MASTERY_HIGH = Setting(0.91, "share of the most there can be", "mastery above two thirds of it")
    CARDS = Setting(-1.95, "20 cards", "cards")
    COST = Setting(0.73, "30 gems", "what the cards cost")
    COST_EACH = Setting(0.87, "gems", "what a card costs on average")
    STARTERS_EACH = Setting(-4.55, "share", "starters among the cards")
    CHAMPIONS = Setting(1.01, "10 gems", "what the champions in play cost")


FITTED = np.array(list(Feature.defaults().values()))
N_FEATURES = len(Feature)
USUAL = np.array(list(Number.defaults().values())[: len(Resource)])
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
    """Writes the features of a living seat."""
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
    x[Feature.COST_EACH] = x[Feature.COST] / max(x[Feature.CARDS], 1.0)
    x[Feature.STARTERS_EACH] /= max(x[Feature.CARDS], 1.0)
    x[Feature.CARDS] /= 20.0
    x[Feature.COST] /= 30.0
    x[Feature.CHAMPIONS] /= 10.0


@kernel
def strength_as_seen(s, t, seat):
    """The strength of a living seat: its chance to win goes with the exponential of this. Which of its cards it has in
    hand does not count, as nobody else knows.
    """
    x = np.empty(N_FEATURES)
    features(s, t, seat, x)
    return weigh(x, FITTED, 0)
