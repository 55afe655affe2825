"""What a position of Nightfall is worth to a seat: its chance to win.

Every seat has a strength, a weighted sum of features, with weights of its own for the active seat; the chances are
proportional to the exponential of it. The weights were fitted to what the actions of one decision differ by, as this is
what thinking ahead asks: a logistic regression with an intercept of its own for every decision (ridge penalty 30) on
372,839 positions five turns after 6,461 decisions of `best`, one in fifty at random of those of 3,000 games of two
players with drafted archives (seed 810001, commit e5c6803). In each decision up to six actions were tried in the same
32 imagined games, which `best` played to their end. What is added for the active seat, and a factor on all weights,
were fitted to who won.
"""

from __future__ import annotations

import numpy as np

from sim.core.kernel import kernel
from sim.nightfall.cards import Operation
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING, Type

from ..strategist import Setting, Settings
from ..value import share_of_win, weigh
from .features import COLOURS, count_owned, economy


class Feature(Settings):
    """The weights of each feature for the active seat and for another, what it is measured in, and what it is."""

    WOUNDS = Setting((-1.31, -1.84), "10 wounds", "wounds owned")
    WOUNDS_LATE = Setting((-3.44, -1.81), "10 wounds", "the same, by the share of the counted wounds that are given")
    WOUNDS_END = Setting((-0.82, -1.41), "10 wounds", "the same, as fewer than four counted wounds a player are left")
    WOUNDS_HELD = Setting((0.17, 0.08), "5 cards", "wounds in hand")
    WOUNDS_DECK = Setting((-0.18, -0.17), "10 cards", "wounds in the deck")
    POWER = Setting((2.59, 0.78), "10 points", "strength of the seat's minions in play")
    POWER_LATE = Setting((1.79, 0.43), "10 points", "the same, by the share of the counted wounds that are given")
    POWER_END = Setting((0.75, 0.16), "10 points", "the same, as fewer than four counted wounds a player are left")
    HEALTH = Setting((0.50, 2.27), "10 points", "health of its minions in play")
    DIRECT = Setting((0.14, 0.60), "10 points", "health of those that block direct damage")
    STAYS = Setting((1.73, 0.21), "10 points", "strength of those that stay in play")
    MINIONS = Setting((-0.51, -0.42), "5 minions", "minions in play")
    HAND = Setting((-0.64, -0.23), "5 cards", "orders in hand")
    STARTERS_HELD = Setting((1.33, 0.86), "5 cards", "starters among them")
    HAND_COST = Setting((1.62, 1.32), "20 influence", "what the orders in hand cost")
    HAND_HARM = Setting((0.55, 0.53), "10 wounds", "damage on players that their texts tell")
    HAND_LINKS = Setting((1.49, 1.17), "10 pairs", "pairs of them of which one links to the other")
    COST = Setting((1.87, 0.40), "40 influence", "what the archive cards cost that it owns")
    COST_LATE = Setting((-0.45, -0.80), "40 influence", "the same, by the share of the counted wounds that are given")
    COST_EACH = Setting((0.55, 1.13), "2 influence", "what a card of its costs on average, wounds counted")
    STARTERS = Setting((0.22, 0.98), "12 cards", "starters that it owns")
    CARDS = Setting((-0.73, -0.91), "30 cards", "cards that it owns, wounds counted")
    HARM = Setting((0.77, 0.67), "20 wounds", "damage on players that the texts of its orders tell")
    ECONOMY = Setting((-1.18, -0.60), "20 of them", "cards and influence that these texts give")
    LINKS = Setting((0.68, 0.29), "share", "pairs of its orders of which one links to the other")


FITTED = np.array(list(Feature.defaults().values())).T.ravel()
N_FEATURES = len(Feature)
SCALES = np.ones(N_FEATURES)
SCALES[[Feature.WOUNDS, Feature.WOUNDS_DECK, Feature.POWER, Feature.HEALTH, Feature.DIRECT, Feature.STAYS]] = 10.0
SCALES[[Feature.HAND_HARM, Feature.HAND_LINKS]] = 10.0
SCALES[[Feature.WOUNDS_HELD, Feature.MINIONS, Feature.HAND, Feature.STARTERS_HELD]] = 5.0
SCALES[[Feature.HAND_COST, Feature.HARM, Feature.ECONOMY]] = 20.0
SCALES[[Feature.COST, Feature.COST_EACH, Feature.STARTERS, Feature.CARDS]] = 40.0, 2.0, 12.0, 30.0
"""How much of each feature is one, in their order; 1 where others that are scaled make it."""
ACTIVE = 0.88
"""What is added to the strength of the active seat."""
LAST_WOUNDS = 4.0
"""Counted wounds left a player, below which the end is near."""


@kernel
def damage_told(t, program):
    """How much damage on players a text tells, whoever they are."""
    total = 0
    for row in range(program[0], program[1]):
        if t.row[row].operation == Operation.INFLICT:
            total += t.row[row].amount
    return total


@kernel
def add_card(t, card, n, x):
    """Adds n copies of a card that a player owns to the features."""
    c = t.card[card]
    x[Feature.CARDS] += n
    if c.wound == NOTHING:
        x[Feature.COST] += n * c.cost
        x[Feature.STARTERS] += n * (c.type == Type.STARTER)
        x[Feature.HARM] += n * damage_told(t, c.chain)
        x[Feature.ECONOMY] += n * economy(t, c.chain)


@kernel
def add_hand(s, t, seat, x):
    """Adds the hand of a seat to the features, the first of its cards that are added."""
    hand = s.hand[seat]
    for i in range(hand.n):
        c = t.card[hand.card[i]]
        add_card(t, hand.card[i], 1, x)
        if c.wound != NOTHING:
            x[Feature.WOUNDS_HELD] += 1
            continue
        x[Feature.HAND] += 1
        x[Feature.STARTERS_HELD] += c.type == Type.STARTER
        for j in range(hand.n):
            other = t.card[hand.card[j]]
            if j != i and other.wound == NOTHING:
                x[Feature.HAND_LINKS] += (c.links >> other.colour) & 1
    x[Feature.HAND_COST], x[Feature.HAND_HARM] = x[Feature.COST], x[Feature.HARM]


@kernel
def add_play(s, t, seat, x):
    """Adds the minions in play of a seat to the features."""
    play = s.play[seat]
    for place in range(play.n):
        minion = play.minion[place]
        c, power = t.card[minion.card], strength(s, t, seat, place)
        add_card(t, minion.card, 1, x)
        x[Feature.POWER] += power
        x[Feature.HEALTH] += minion.health
        x[Feature.DIRECT] += minion.health * c.blocks_direct_damage
        x[Feature.STAYS] += power * c.stays
        x[Feature.MINIONS] += 1


@kernel
def linked_share(s, t, seat):
    """Of all pairs of orders of a seat, which share has a first that links to the second, in 0..1."""
    owned = np.zeros((COLOURS + 1, COLOURS), np.int64)
    count_owned(s, t, seat, owned)
    orders, linked = 0, 0
    for colour in range(COLOURS):
        orders += owned[COLOURS, colour]
        for other in range(COLOURS):
            linked += owned[colour, other] * owned[COLOURS, other]
    return linked / max(orders * orders, 1)


@kernel
def features(s, t, seat, x):
    """Writes the features of a seat."""
    x[:] = 0.0
    add_hand(s, t, seat, x)
    deck = s.deck[seat]
    for i in range(deck.n):
        add_card(t, deck.card[i], 1, x)
        x[Feature.WOUNDS_DECK] += t.card[deck.card[i]].wound != NOTHING
    for card in range(t.n_cards):
        if s.discard[seat, card] > 0:
            add_card(t, card, s.discard[seat, card], x)
    add_play(s, t, seat, x)
    x[Feature.LINKS] = linked_share(s, t, seat)
    x[Feature.COST_EACH] = x[Feature.COST] / max(x[Feature.CARDS], 1.0)
    x[Feature.WOUNDS] = total_wounds(s, seat)
    for k in range(x.size):
        x[k] /= SCALES[k]
    left = s.counted / s.players
    given, end = 1.0 - left / max(t.counted_wounds, 1), max(1.0 - left / LAST_WOUNDS, 0.0)
    x[Feature.WOUNDS_LATE], x[Feature.WOUNDS_END] = x[Feature.WOUNDS] * given, x[Feature.WOUNDS] * end
    x[Feature.POWER_LATE], x[Feature.POWER_END] = x[Feature.POWER] * given, x[Feature.POWER] * end
    x[Feature.COST_LATE] = x[Feature.COST] * given


@kernel
def strength_of(s, t, seat):
    """How near to winning a seat is: its chance to win is proportional to the exponential of this."""
    x = np.empty(N_FEATURES)
    features(s, t, seat, x)
    return ACTIVE + weigh(x, FITTED, 0) if seat == s.active else weigh(x, FITTED, N_FEATURES)


@kernel
def value(s, t, seat):
    """The chance that a seat wins, in 0..1; of a finished game its score."""
    if s.over != 0:
        return float(s.score[seat])
    return share_of_win(s, t, seat, strength_of)
