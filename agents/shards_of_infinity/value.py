"""What a position of Shards of Infinity is worth to a seat: its chance to win, with weights that were learned.

Read are what both players have and what the texts of their cards give at the mastery that there is, and of each card in
which zone it stands (agents/value.py). The weights stand in learned.toml, which says from which games they come.
"""

from __future__ import annotations

import math

import numpy as np

from sim.core.kernel import kernel
from sim.shards_of_infinity.cards import Condition, Operation
from sim.shards_of_infinity.state import CARD_TYPES_MAX, INFINITE, PILE_MAX, Faction

from ..agent import places
from ..learned import Features, Weights, read_learned
from ..value import OUT, Reads, WeightArrays, chance_to_win
from .features import AGAIN, Resource, chance, resource, usual_amount

LATE = ("health", "mastery", "cards", "gems", "power", "mastering", "shields", "hand_power", "play_power")
AGAINST = ("health", "mastery", "power", "hand_power", "play_power")
NUMBERS = (
    "active", "health", "health_squared", "health_low", "mastery", "mastery_squared", "mastery_high", "mastery_top",
    "cards", "few_cards", "gems", "power", "healing", "mastering", "shields", "draws",
    "hand_gems", "hand_power", "hand_healing", "hand_mastery", "hand_draws", "hand_shields", "hand_infinite",
    "play_gems", "play_power", "play_mastery", "play_draws", "play_other", "champions", "defense",
    "kill", "kill_log", "summit", "summit_log",
    *(f"{number}_late" for number in LATE), *(f"{number}_against" for number in AGAINST),
    *(f"{faction.name.lower()}{what}" for what in ("", "_share", "_share_squared", "_late") for faction in Faction),
)  # fmt: skip
"""Of each seat. health_low, mastery_high, mastery_top: health below 30 % of the most, mastery above two thirds and
above five sixths. cards: of hand, deck and discard pile, few_cards: 1 by them; gems ... shields: what the texts of
these cards give in a turn. hand_...: what those of the hand give, play_...: the champions in play. kill, summit: 1 by
the turns to eliminate the weakest opponent, and to the most mastery, ..._log: minus the logarithm of them. ..._late: by
how near the end is, ..._against: by the health of the weakest opponent. none ... wraethe: cards of the faction, and
their share. Scaled to about 0..1."""
FACTS = (
    *(what.name.lower() for what in Resource), "other", "shield", "champion", "defense", "mercenary", "cost",
    *(faction.name.lower() for faction in Faction if faction),
)  # fmt: skip
"""Of a card: what its text gives over a game, twice what it gives as a champion; its faction. Scaled to about 0..1."""
Feature, Fact = places("Feature", NUMBERS), places("Fact", FACTS)
FIRST_LATE, FIRST_AGAINST, FIRST_FACTION = (NUMBERS.index(name) for name in ("health_late", "health_against", "none"))
IS_LATE, IS_AGAINST = (np.array([NUMBERS.index(name) for name in names]) for names in (LATE, AGAINST))
FACTIONS = len(Faction)
ZONES = ("play", "hand", "rest")
PLAY, HAND, REST = range(len(ZONES))
GEMS, POWER, HEALTH, MASTERY, DRAWS, OTHER, SHIELD, INFINITY = range(8)
"""What the cards of a zone give: the first of Resource, all else, shields, and power without end."""
AMOUNTS = INFINITY + 1
LEAST_NEW = 0.3
"""The least share of cards drawn that draw no other."""


@kernel
def holds(s, t, seat, row):
    """How often the condition of an effect row holds for a seat, in 0..1: mastery and health as they are."""
    e = t.effect[row]
    if e.condition == Condition.MASTERY:
        return 1.0 if s.mastery[seat] >= e.argument else 0.0
    if e.condition == Condition.HEALTH:
        return 1.0 if s.health[seat] >= e.argument else 0.0
    return chance(t, e.condition, e.argument)


@kernel
def add_text(s, t, seat, program, x):
    """Adds what a program gives a seat on average to the amounts. A row that stands for those after it is followed by
    them as often as it fails.
    """
    failed, until = 1.0, program[0]
    for row in range(program[0], program[1]):
        e = t.effect[row]
        often = failed if row < until else 1.0
        now = often * holds(s, t, seat, row)
        what = resource(e.operation)
        x[what if 0 <= what < OTHER else OTHER] += now * usual_amount(t, row)
        x[INFINITY] += now * (e.operation == Operation.GAIN_POWER and e.a >= INFINITE)
        if e.skip > 0:
            failed, until = often - now, row + 1 + e.skip


@kernel
def add_pile(s, t, seat, pile, amounts, x):
    """Adds what the cards of a pile give when played to the amounts of its zone, and counts them by faction."""
    for i in range(pile.n):
        card = t.card[pile.card[i]]
        x[FIRST_FACTION + card.faction] += 1.0
        amounts[SHIELD] += card.shield
        add_text(s, t, seat, card.play, amounts)


@kernel
def add_champions(s, t, seat, pile, amounts, x):
    """Adds what champions in play give in a turn to the amounts of their zone, and counts them."""
    x[Feature.CHAMPIONS] += pile.n
    for i in range(pile.n):
        card = t.card[pile.card[i]]
        x[FIRST_FACTION + card.faction] += 1.0
        x[Feature.DEFENSE] += card.defense
        add_text(s, t, seat, card.exhaust, amounts)


@kernel
def add_turn(t, amounts, x):
    """Writes what a turn gives: of all cards, of the hand and of the champions in play. amounts: (zones, AMOUNTS)."""
    cards, play, hand = max(x[Feature.CARDS], 1.0), amounts[PLAY], amounts[HAND]
    drawn = (amounts[REST, DRAWS] + hand[DRAWS]) / cards
    seen = min(t.hand / max(1.0 - drawn, LEAST_NEW) + play[DRAWS], cards) / cards
    x[Feature.DRAWS], x[Feature.FEW_CARDS] = 2.0 * drawn, 10.0 / cards
    for k in range(4):
        x[Feature.GEMS + k] = (amounts[REST, k] + hand[k]) * seen / 5.0
    x[Feature.SHIELDS] = (amounts[REST, SHIELD] + hand[SHIELD]) * seen / 5.0
    for k in range(DRAWS + 1):
        x[Feature.HAND_GEMS + k] = hand[k] / 5.0
    x[Feature.HAND_SHIELDS], x[Feature.HAND_INFINITE] = hand[SHIELD] / 5.0, hand[INFINITY]
    x[Feature.PLAY_GEMS], x[Feature.PLAY_POWER] = play[GEMS] / 5.0, play[POWER] / 5.0
    x[Feature.PLAY_MASTERY], x[Feature.PLAY_DRAWS] = play[MASTERY] / 5.0, play[DRAWS] / 5.0
    x[Feature.PLAY_OTHER] = play[OTHER] / 5.0
    x[Feature.CHAMPIONS] /= 3.0
    x[Feature.DEFENSE] /= 10.0


@kernel
def end_and_weakest(s, t, seat):
    """How near the end of the game is, and the health of the weakest opponent, both in 0..1."""
    end, weakest = 0.0, 1.0
    for other in range(s.players):
        if s.alive[other] == 1:
            health = s.health[other] / t.max_health
            end = max(end, s.mastery[other] / t.max_mastery, 1.0 - health)
            if other != seat:
                weakest = min(weakest, health)
    return end, weakest


@kernel
def add_clocks(s, t, seat, weakest, x):
    """Writes how soon the seat eliminates the weakest opponent, and has the most mastery, at what a turn gives."""
    power = 5.0 * (x[Feature.POWER] + x[Feature.PLAY_POWER])
    kill = max(weakest * t.max_health, 1.0) / max(power, 1.0) + 0.5
    mastery = 5.0 * (x[Feature.MASTERING] + x[Feature.PLAY_MASTERY]) + 1.0
    summit = (t.max_mastery - s.mastery[seat]) / mastery + 1.0
    x[Feature.KILL], x[Feature.KILL_LOG] = 1.0 / kill, -math.log(kill)
    x[Feature.SUMMIT], x[Feature.SUMMIT_LOG] = 1.0 / summit, -math.log(summit)


@kernel
def add_products(end, weakest, cards, x):
    """Writes what counts more late, or against health, and the factions, of which so many cards are owned."""
    for k in range(IS_LATE.size):
        x[FIRST_LATE + k] = x[IS_LATE[k]] * end
    for k in range(IS_AGAINST.size):
        x[FIRST_AGAINST + k] = x[IS_AGAINST[k]] * weakest
    for k in range(FIRST_FACTION, FIRST_FACTION + FACTIONS):
        share = x[k] / max(cards, 1.0)
        x[k] /= 10.0
        x[k + FACTIONS], x[k + 2 * FACTIONS], x[k + 3 * FACTIONS] = share, share * share, x[k] * end


@kernel
def read_numbers(s, t, seat, x):
    """Writes the numbers of a seat, in the order of NUMBERS."""
    x[:] = 0.0
    amounts = np.zeros((len(ZONES), AMOUNTS))
    add_pile(s, t, seat, s.hand[seat], amounts[HAND], x)
    add_pile(s, t, seat, s.deck[seat], amounts[REST], x)
    add_pile(s, t, seat, s.discard[seat], amounts[REST], x)
    cards = s.hand[seat].n + s.deck[seat].n + s.discard[seat].n
    add_champions(s, t, seat, s.champions[seat], amounts[PLAY], x)
    if seat == s.active:
        x[Feature.ACTIVE] = 1.0
        cards += s.play.n
        add_pile(s, t, seat, s.play, amounts[REST], x)
        add_champions(s, t, seat, s.exhausted, amounts[PLAY], x)
    x[Feature.CARDS] = cards
    add_turn(t, amounts, x)
    health, mastery = s.health[seat] / t.max_health, s.mastery[seat] / t.max_mastery
    x[Feature.HEALTH], x[Feature.HEALTH_SQUARED] = health, health * health
    x[Feature.HEALTH_LOW] = max(0.3 - health, 0.0)
    x[Feature.MASTERY], x[Feature.MASTERY_SQUARED] = mastery, mastery * mastery
    x[Feature.MASTERY_HIGH], x[Feature.MASTERY_TOP] = max(mastery - 2.0 / 3.0, 0.0), max(mastery - 5.0 / 6.0, 0.0)
    x[Feature.CARDS] = cards / 20.0
    end, weakest = end_and_weakest(s, t, seat)
    add_clocks(s, t, seat, weakest, x)
    add_products(end, weakest, cards, x)


@kernel
def add_found(pile, zone, found, n):
    """Writes the cards of a pile, zone * CARD_TYPES_MAX + card, from the n-th on; returns how many there are then."""
    for i in range(pile.n):
        found[n + i] = zone * CARD_TYPES_MAX + int(pile.card[i])
    return n + pile.n


@kernel
def read_cards(s, t, seat, found):
    """Writes which cards a seat has where; returns how many, OUT if it is out of the game."""
    if s.alive[seat] == 0:
        return OUT
    n = add_found(s.champions[seat], PLAY, found, 0)
    n = add_found(s.hand[seat], HAND, found, n)
    n = add_found(s.deck[seat], REST, found, n)
    n = add_found(s.discard[seat], REST, found, n)
    if seat == s.active:
        n = add_found(s.exhausted, PLAY, found, n)
        n = add_found(s.play, REST, found, n)
    return n


@kernel
def add_facts(t, program, times, x):
    """Adds what a program gives on average over a game, so many times, to the facts of its card."""
    failed, until = 1.0, program[0]
    for row in range(program[0], program[1]):
        e = t.effect[row]
        often = failed if row < until else 1.0
        now = often * chance(t, e.condition, e.argument)
        what = resource(e.operation)
        x[what if what >= 0 else Fact.OTHER] += times * now * usual_amount(t, row) / 5.0
        if e.skip > 0:
            failed, until = often - now, row + 1 + e.skip


@kernel
def read_facts(t, kind, x):
    """Writes the facts of a card, in the order of FACTS."""
    x[:] = 0.0
    c = t.card[kind]
    add_facts(t, c.play, 1.0, x)
    add_facts(t, c.exhaust, AGAIN, x)
    x[Fact.SHIELD], x[Fact.DEFENSE], x[Fact.COST] = c.shield / 5.0, c.defense / 5.0, c.cost / 5.0
    x[Fact.CHAMPION], x[Fact.MERCENARY] = c.champion, c.mercenary
    if c.faction != Faction.NONE:
        x[Fact.COST + c.faction] = 1.0


MOST = 2 * PILE_MAX
"""Cards that a player may have in all zones together: his own, and all of the center deck."""
FEATURES = Features(
    "shards_of_infinity", NUMBERS, read_numbers, ZONES, FACTS, CARD_TYPES_MAX, MOST, read_cards, read_facts
)  # fmt: skip


def value_with(weights: Weights) -> object:
    """The kernel `value` with some weights: the chance to win, see agents/value.py."""
    numbers, worth, known, texts = weights.arrays

    def value(s, t, seat):
        reads = Reads(read_numbers, read_cards, read_facts, MOST)
        return chance_to_win(s, t, seat, reads, WeightArrays(numbers, worth, known, texts))

    return kernel(value)


value = value_with(read_learned(FEATURES))
