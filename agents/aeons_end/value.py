"""What a position of Aeon's End is worth to the team: the chance to win, and a little for how near a lost game came.

The log odds are a weighted sum of features, with weights for each number of players. They were fitted by logistic
regression (ridge penalty 0.0001; 0.003 on what the numbers of players differ by) to 64,113
positions at turn starts of 22,011 games against each nemesis, in which `best` played from some turn on and an agent of
the house before, by whether they were won. On the fifth of the games held out the log loss is 0.290, 0.514, 0.546 and
0.526 for one to four players (rate of wins alone: 0.332, 0.621, 0.648, 0.625).
"""

from __future__ import annotations

import numpy as np

from sim.aeons_end.state import BREACHES, NEMESIS_CARD, PILES, Breach, Type
from sim.core.kernel import kernel

from ..strategist import Setting, Settings
from ..value import logistic, weigh
from .features import prepped_damage, whole_text_worth
from .numbers import Number


class Feature(Settings):
    """The fitted weights of each feature for one to four players, what it is measured in, scaled to about 0..1, and
    what it is. Of players, their average, where nothing else is said.
    """

    BIAS = Setting((-1.13, 0.70, 1.11, -0.14), "1", "a constant")
    NEMESIS_LIFE = Setting((-2.28, -2.31, -2.42, -2.39), "70 points", "life of the nemesis")
    NEMESIS_CARDS = Setting((-0.15, -0.12, -0.01, 0.05), "20 cards", "cards left in its deck")
    PACE = Setting((-1.26, -1.44, -1.50, -1.51), "10 points", "life that each of them would have to cost it")
    NEMESIS_SOON = Setting((-1.31, -1.32, -1.30, -1.09), "share", "nemesis cards in the turn order deck")
    GRAVEHOLD = Setting((2.13, 2.22, 2.49, 2.34), "30 points", "life of Gravehold")
    GRAVEHOLD_LOW = Setting((-1.12, -1.66, -1.69, -1.55), "10 points", "what it is below 10")
    LIFE = Setting((0.88, 0.80, 0.82, 0.80), "10 points", "life of the players")
    LIFE_LOWEST = Setting((0.17, 0.10, 0.16, -0.00), "10 points", "life of the player who has least")
    EXHAUSTED = Setting((-0.73, -0.94, -0.69, -0.60), "share", "players exhausted")
    CHARGES = Setting((0.11, -0.11, 0.08, -0.13), "share of those needed", "charges")
    PREPPED = Setting((-0.03, -0.23, -0.22, -0.16), "10 damage", "damage of prepped spells")
    PREPPED_SHARE = Setting((2.39, 2.04, 2.38, 2.73), "share of the nemesis's life", "the same of all, 1 at most")
    OPEN = Setting((0.00, -0.59, -0.62, -0.41), "4 breaches", "open breaches")
    SPELLS = Setting((0.61, 0.93, 1.01, 0.99), "10 aether", "what the spells owned cost: see `cost`")
    GEMS = Setting((-1.04, -1.13, -1.08, -1.16), "10 aether", "what the gems owned cost")
    CARDS = Setting((-0.56, -0.87, -0.67, -0.52), "12 cards", "cards owned")
    CORRUPTIONS = Setting((-1.07, -1.09, -1.17, -0.85), "2 cards", "corruptions owned")
    MINIONS = Setting((-0.26, -0.39, -0.33, -0.33), "2 cards", "minions in play")
    MINION_LIFE = Setting((-0.39, -0.51, -0.56, -0.55), "10 points", "their life")
    POWERS = Setting((-0.86, -0.58, -0.51, -0.47), "2 cards", "powers in play")
    HUSKS = Setting((-0.67, -0.84, -1.19, -1.74), "10 husks", "husks in play")
    FURY = Setting((-0.14, 1.12, 0.58, 0.78), "5 tokens", "fury of the nemesis")
    SUPPLY = Setting((-0.12, 1.10, 0.22, -0.11), "40 cards", "cards left in the supply")


N_FEATURES = len(Feature)
FITTED = np.array(list(Feature.defaults().values())).T.ravel()
NEARLY = 0.3
"""What a lost game is worth if the nemesis has hardly any life left: where wins are rare, search needs to know more of
its rollouts than that they are lost."""


USUAL = np.array(list(Number.defaults().values()))
COST_OF_GEM, COST_OF_SPELL = (-1.5, 1.6), (-1.8, 1.5)
"""The cost of a gem and of a spell whose text is worth nothing, and for each point of damage that it is worth: fitted
to the printed cards (correlation 0.80 and 0.89)."""


@kernel
def cost(t, card):
    """What a gem or spell costs, which stands for how much it does; of one that a user changed or added, what such a
    text costs.
    """
    c = t.card[card]
    if c.printed == 1:
        return float(c.cost)
    none, each = COST_OF_GEM if c.type == Type.GEM else COST_OF_SPELL
    return max(none + each * whole_text_worth(t, card, USUAL), 0.0)


@kernel
def add_card(t, card, each, x):
    """Counts a card owned by a player; each: over how many players it is averaged."""
    c = t.card[card]
    x[Feature.CARDS] += each / 12.0
    if c.type == Type.SPELL:
        x[Feature.SPELLS] += each * cost(t, card) / 10.0
    elif c.type == Type.GEM:
        x[Feature.GEMS] += each * cost(t, card) / 10.0
    elif c.type == Type.CORRUPTION:
        x[Feature.CORRUPTIONS] += each / 2.0


@kernel
def add_pile(t, pile, each, x):
    """Counts the cards of a pile."""
    for i in range(pile.n):
        add_card(t, int(pile.card[i]), each, x)


@kernel
def player_features(s, t, seat, each, x):
    """Adds what a player has to the features."""
    x[Feature.LIFE] += each * s.life[seat] / 10.0
    x[Feature.LIFE_LOWEST] = min(x[Feature.LIFE_LOWEST], s.life[seat] / 10.0)
    x[Feature.EXHAUSTED] += each * (s.life[seat] == 0)
    x[Feature.CHARGES] += each * s.charges[seat] / max(t.charges[seat], 1)
    x[Feature.PREPPED] += prepped_damage(s, t, seat)
    add_pile(t, s.deck[seat], each, x)
    add_pile(t, s.hand[seat], each, x)
    add_pile(t, s.discard[seat], each, x)
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        x[Feature.OPEN] += each * (s.breach[at].state == Breach.OPEN) / 4.0
        for i in range(s.breach[at].n):
            add_card(t, int(s.breach[at].spell[i]), each, x)


@kernel
def nemesis_features(s, t, x):
    """Adds what the nemesis has to the features."""
    cards = s.nemesis_deck.n
    x[Feature.NEMESIS_LIFE], x[Feature.NEMESIS_CARDS] = s.nemesis_life / 70.0, cards / 20.0
    x[Feature.PACE] = s.nemesis_life / (cards + 2.0) / 10.0
    x[Feature.HUSKS], x[Feature.FURY] = s.husks / 10.0, s.fury / 5.0
    for i in range(s.n_in_play):
        if t.card[s.in_play[i].card].type == Type.MINION:
            x[Feature.MINIONS] += 0.5
            x[Feature.MINION_LIFE] += s.in_play[i].value / 10.0
        else:
            x[Feature.POWERS] += 0.5
    for i in range(s.turn_deck.n):
        x[Feature.NEMESIS_SOON] += (s.turn_deck.card[i] == NEMESIS_CARD) / s.turn_deck.n


@kernel
def features(s, t, x):
    """Writes the features of a position."""
    x[:] = 0.0
    x[Feature.BIAS], x[Feature.LIFE_LOWEST], each = 1.0, 100.0, 1.0 / s.players
    for seat in range(s.players):
        player_features(s, t, seat, each, x)
    add_pile(t, s.play, each, x)
    nemesis_features(s, t, x)
    x[Feature.GRAVEHOLD], x[Feature.GRAVEHOLD_LOW] = s.gravehold / 30.0, max(10 - s.gravehold, 0) / 10.0
    x[Feature.PREPPED_SHARE] = min(x[Feature.PREPPED] / max(s.nemesis_life, 1), 1.0)
    x[Feature.PREPPED] *= each / 10.0
    for pile in range(PILES):
        x[Feature.SUPPLY] += s.supply_left[pile] / 40.0


@kernel
def value(s, t, seat):
    """The chance that the team wins, in 0..1, and of the rest NEARLY for the damage done to the nemesis."""
    near = NEARLY * max(1.0 - s.nemesis_life / max(float(t.nemesis_life), 1.0), 0.0)
    if s.over != 0:
        return max(float(s.score[seat]), near)
    x = np.empty(N_FEATURES)
    features(s, t, x)
    chance = logistic(weigh(x, FITTED, (s.players - 1) * N_FEATURES))
    return chance + (1.0 - chance) * near
