"""What a position of Berserk: Heroes is worth to a player: the chance to win.

The weights stand in learned.toml, which says where they come from.
"""

from __future__ import annotations

import numpy as np

from sim.berserk_heroes.basics import hero_of, life_left
from sim.berserk_heroes.state import Flag
from sim.core.kernel import kernel

from ..learned import Features, Weights, read_learned
from ..strategist import Setting, Settings
from ..value import chance_by_numbers


class Feature(Settings):
    """How much of each feature counts as one, in which unit, and what it is."""

    ACTIVE = Setting(1.0, "0 or 1", "whether it is the player's turn")
    LIFE = Setting(25.0, "points", "life of the hero")
    LOW_LIFE = Setting(10.0, "points", "how far it is below 10")
    CREATURES = Setting(5.0, "creatures", "creatures in play")
    STRIKE = Setting(15.0, "points", "their strike")
    BODY = Setting(20.0, "points", "their life")
    UNTAPPED = Setting(5.0, "creatures", "those untapped")
    SUPPORT = Setting(3.0, "cards", "support cards in play")
    HAND = Setting(6.0, "cards", "cards in hand")
    GOLD = Setting(10.0, "gold", "gold")


SCALES = np.array(list(Feature.defaults().values()))


@kernel
def read_numbers(s, t, seat, x):
    """Writes the features of a player, in their order."""
    x[:] = 0.0
    x[Feature.ACTIVE] = seat == s.active
    life, line = max(0, life_left(s, hero_of(seat))), s.line[seat]
    for i in range(line.n):
        card = int(line.card[i])
        x[Feature.STRIKE] += s.body[s.card[card].body].strike
        x[Feature.BODY] += max(0, life_left(s, card))
        x[Feature.UNTAPPED] += s.card[card].bits & Flag.TAPPED == 0
    x[Feature.LIFE], x[Feature.LOW_LIFE] = life, max(0, 10 - life)
    x[Feature.CREATURES], x[Feature.SUPPORT] = line.n, s.support[seat].n
    x[Feature.HAND], x[Feature.GOLD] = s.hand[seat].n, s.gold[seat]
    for k in range(x.size):
        x[k] /= SCALES[k]


FEATURES = Features("berserk_heroes", tuple(Feature.defaults()), read_numbers)


def value_with(weights: Weights) -> object:
    """The kernel `value` with some weights."""
    numbers = weights.numbers

    def value(s, t, seat):
        """The chance that a player wins, in 0..1; of a finished game the score."""
        if s.over != 0:
            return float(s.score[seat])
        return chance_by_numbers(s, t, seat, read_numbers, numbers)

    return kernel(value)


value = value_with(read_learned(FEATURES))
