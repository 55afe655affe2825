"""What a position of Nightfall is worth to a seat: its chance to win, with weights that were learned.

They stand in learned.toml, which says from which games they come.
"""

from __future__ import annotations

import numpy as np

from sim.core.kernel import kernel
from sim.nightfall.cards import Operation
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING, Type

from ..learned import Features, Weights, read_learned
from ..strategist import Setting, Settings
from ..value import chance_by_numbers
from .features import COLOURS, count_owned, economy


class Feature(Settings):
    """How much of each feature counts as one, in which unit, and what it is; 1 where others that are scaled make it."""

    ACTIVE = Setting(1.0, "0 or 1", "whether it is the seat's turn")
    WOUNDS = Setting(10.0, "wounds", "wounds owned")
    WOUNDS_LATE = Setting(1.0, "wounds", "the same, by the share of the counted wounds that are given")
    WOUNDS_END = Setting(1.0, "wounds", "the same, as fewer than four counted wounds a player are left")
    WOUNDS_HELD = Setting(5.0, "cards", "wounds in hand")
    WOUNDS_DECK = Setting(10.0, "cards", "wounds in the deck")
    POWER = Setting(10.0, "points", "strength of the seat's minions in play")
    POWER_LATE = Setting(1.0, "points", "the same, by the share of the counted wounds that are given")
    POWER_END = Setting(1.0, "points", "the same, as fewer than four counted wounds a player are left")
    HEALTH = Setting(10.0, "points", "health of its minions in play")
    DIRECT = Setting(10.0, "points", "health of those that block direct damage")
    STAYS = Setting(10.0, "points", "strength of those that stay in play")
    MINIONS = Setting(5.0, "minions", "minions in play")
    HAND = Setting(5.0, "cards", "orders in hand")
    STARTERS_HELD = Setting(5.0, "cards", "starters among them")
    HAND_COST = Setting(20.0, "influence", "what the orders in hand cost")
    HAND_HARM = Setting(10.0, "wounds", "damage on players that their texts tell")
    HAND_LINKS = Setting(10.0, "pairs", "pairs of them of which one links to the other")
    COST = Setting(40.0, "influence", "what the archive cards cost that it owns")
    COST_LATE = Setting(1.0, "influence", "the same, by the share of the counted wounds that are given")
    COST_EACH = Setting(2.0, "influence", "what a card of its costs on average, wounds counted")
    STARTERS = Setting(12.0, "cards", "starters that it owns")
    CARDS = Setting(30.0, "cards", "cards that it owns, wounds counted")
    HARM = Setting(20.0, "wounds", "damage on players that the texts of its orders tell")
    ECONOMY = Setting(20.0, "of them", "cards and influence that these texts give")
    LINKS = Setting(1.0, "share", "pairs of its orders of which one links to the other")


SCALES = np.array(list(Feature.defaults().values()))
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
    count_owned(s, t, seat, np.zeros(t.n_cards, np.int64), owned)
    orders, linked = 0, 0
    for colour in range(COLOURS):
        orders += owned[COLOURS, colour]
        for other in range(COLOURS):
            linked += owned[colour, other] * owned[COLOURS, other]
    return linked / max(orders * orders, 1)


@kernel
def read_numbers(s, t, seat, x):
    """Writes the features of a seat, in their order."""
    x[:] = 0.0
    x[Feature.ACTIVE] = seat == s.active
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


FEATURES = Features("nightfall", tuple(Feature.defaults()), read_numbers)


def value_with(weights: Weights) -> object:
    """The kernel `value` with some weights: the chance to win, see agents/value.py."""
    numbers = weights.numbers
    return kernel(lambda s, t, seat: chance_by_numbers(s, t, seat, read_numbers, numbers))


value = value_with(read_learned(FEATURES))
