"""What a position of Nightfall is worth to a seat: its chance to win.

Every seat has a strength, a weighted sum of features; the chances are proportional to the exponential of it. The
weights were fitted by maximum likelihood (conditional logit, ridge penalty 0.0001) to 26,986 positions at turn starts
of 2,400 games of an earlier `best`, one decision in thirty at random, with two to five players, by who won. On the
fifth of the games held out the log loss is 0.580, 1.033, 1.337 and 1.500 (even chances: 0.693, 1.099, 1.386, 1.609).
"""

from __future__ import annotations

import numpy as np

from sim.core.kernel import kernel
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING

from ..strategist import Setting, Settings
from ..value import share_of_win, weigh


class Feature(Settings):
    """The fitted weight of each feature, what it is measured in, scaled to about 0..1, and what it is."""

    WOUNDS = Setting(1.67, "10 wounds", "wounds owned")
    WOUNDS_LATE = Setting(-5.46, "10 wounds", "wounds owned, times the share of the counted wounds that are given")
    ACTIVE = Setting(0.21, "0 or 1", "whether it is the seat's turn")
    POWER = Setting(0.57, "10 points", "strength of the seat's minions in play")
    POWER_ACTIVE = Setting(-0.21, "10 points", "likewise, in its own turn")
    HEALTH = Setting(0.42, "10 points", "health of its minions in play")
    HAND = Setting(0.49, "5 cards", "orders in hand")
    WOUNDS_HELD = Setting(0.10, "5 cards", "wounds in hand")
    COST = Setting(0.43, "40 influence", "what the archive cards cost that it owns")
    STARTERS = Setting(0.34, "12 cards", "starters that it owns")


FITTED = np.array(list(Feature.defaults().values()))
N_FEATURES = len(Feature)


@kernel
def add_card(t, card, n, x):
    """Counts n copies of a card that a player owns: what they cost, and starters."""
    c = t.card[card]
    x[Feature.COST] += n * c.cost / 40.0
    x[Feature.STARTERS] += n * (c.type == 0) / 12.0


@kernel
def features(s, t, seat, x):
    """Writes the features of a seat."""
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
def strength_of(s, t, seat):
    """How near to winning a seat is: its chance to win is proportional to the exponential of this."""
    x = np.empty(N_FEATURES)
    features(s, t, seat, x)
    return weigh(x, FITTED, 0)


@kernel
def value(s, t, seat):
    """The chance that a seat wins, in 0..1; of a finished game its score."""
    if s.over != 0:
        return float(s.score[seat])
    return share_of_win(s, t, seat, strength_of)
