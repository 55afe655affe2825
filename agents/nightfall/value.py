"""What a position of Nightfall is worth to a seat: its chance to win.

Every seat has a strength, a weighted sum of features; the chances are proportional to the exponential of it. The
weights were fitted by maximum likelihood (conditional logit, ridge penalty 0.0001) to 26,986 positions at turn starts
of 2,400 games of an earlier `best`, one decision in thirty at random, with two to five players, by who won. On the
fifth of the games held out the log loss is 0.580, 1.033, 1.337 and 1.500 (even chances: 0.693, 1.099, 1.386, 1.609).
"""

from __future__ import annotations

import math

import numpy as np

from sim.core.kernel import kernel
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING

from ..agent import places
from ..value import weigh

WEIGHTS = {
    "wounds": 1.67,
    "wounds_late": -5.46,
    "active": 0.21,
    "power": 0.57,
    "power_active": -0.21,
    "health": 0.42,
    "hand": 0.49,
    "wounds_held": 0.10,
    "cost": 0.43,
    "starters": 0.34,
}
"""wounds: owned; wounds_late: the same times the share of the counted wounds that are given. active: it is the seat's
turn. power, health: of its minions in play, power_active: in its own turn. hand: orders in hand; wounds_held: wounds
there. cost: of the archive cards owned; starters: owned. Scaled to about 0..1."""

Feature = places("Feature", WEIGHTS)
FITTED = np.array(list(WEIGHTS.values()))
N_FEATURES = len(WEIGHTS)


@kernel
def add_card(t, card, n, x):
    """Counts n copies of a card that a player owns: what they cost, and starters."""
    c = t.card[card]
    x[Feature.COST] += n * c.cost / 40.0
    x[Feature.STARTERS] += n * (c.type == 0) / 12.0


@kernel
def features(s, t, seat, x):
    """Writes the features of a seat, in the order of WEIGHTS."""
    x[:] = 0.0
    hand, deck, play = s.hand[seat], s.deck[seat], s.play[seat]
    for i in range(hand.n):
        card = hand.card[i]
        add_card(t, card, 1, x)
        held = t.card[card].wound != NOTHING
        x[Feature.WOUNDS_HELD] += held / 5.0
        x[Feature.HAND] += (not held) / 5.0
    for i in range(deck.n):
        add_card(t, deck.card[i], 1, x)
    for card in range(t.n_cards):
        if s.discard[seat, card] > 0:
            add_card(t, card, s.discard[seat, card], x)
    for place in range(play.n):
        add_card(t, play.minion[place].card, 1, x)
        x[Feature.POWER] += strength(s, t, seat, place) / 10.0
        x[Feature.HEALTH] += play.minion[place].health / 10.0
    x[Feature.ACTIVE] = seat == s.active
    x[Feature.POWER_ACTIVE] = x[Feature.POWER] * x[Feature.ACTIVE]
    x[Feature.WOUNDS] = total_wounds(s, seat) / 10.0
    given = 1.0 - s.counted / max(t.counted_wounds * s.players, 1)
    x[Feature.WOUNDS_LATE] = x[Feature.WOUNDS] * given


@kernel
def value(s, t, seat):
    """The chance that a seat wins, in 0..1; of a finished game its score."""
    if s.over != 0:
        return float(s.score[seat])
    x, own, total = np.empty(N_FEATURES), 0.0, 0.0
    for other in range(s.players):
        features(s, t, other, x)
        chance = math.exp(weigh(x, FITTED, 0))
        total += chance
        if other == seat:
            own = chance
    return own / total
