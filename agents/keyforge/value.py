"""What a position of KeyForge is worth to a player: the chance to win, with weights that were learned.

Read are pools, keys and creatures of both players, and of each card in which zone it stands (agents/value.py). The
weights stand in learned.toml, which says from which games they come.
"""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.keyforge.modifiers import key_cost, power
from sim.keyforge.state import CARDS, DECK_SIZE, HOUSES, Trigger, Type, Zone
from sim.keyforge.tables import CARD_TYPES_MAX, Keyword, Operation

from ..agent import places
from ..learned import Features, Weights, read_learned
from ..value import Reads, WeightArrays, chance_to_win
from .texts import ACTS, CAPTURES, DAMAGES, DISCARDS, DRAWS, HARMS, REMOVES, TAKES

SHORT, SPARE = 6, 4
"""How much amber short of a key, and beyond it, is told apart."""
STEPS = SHORT + SPARE + 1
NUMBERS = (
    "active", "one_key", "two_keys", "amber", "amber_by_keys", "full", "full_for_last", "spare", "creatures",
    "unstunned", "power", "captured", "artifacts", "hand", "archives", "chains", "key_cost", "house_in_hand",
    "house_in_all", "deck", "ready", "damage", "counters", "upgrades",
    *(f"keys_{keys}_short_{SHORT - step}" for keys in range(3) for step in range(STEPS)),
)  # fmt: skip
"""Of each player. one_key, two_keys: forged so many or more. amber: the share of a key's cost in the pool,
amber_by_keys: the same times the keys forged; full: the pool pays a key, full_for_last: the third; spare: amber beyond.
creatures, unstunned, ready, power, damage, counters, upgrades: of the creatures in play; captured: amber on them.
key_cost: above 6. house_in_hand, house_in_all: the most cards of one house in hand, and with creatures in play.
keys_K_short_N: so many keys, and so much amber short of the next, less than 0 beyond it. Scaled to about 0..1."""
ZONES = ("play", "hand", "archives", "deck", "discard")
FACTS = (
    "action", "artifact", "creature", "upgrade", "amber", "power", "armor", "elusive", "taunt", "fighter", "reaps",
    "fights", "acts", "parting", "events", "constants", "gain", "take", "capture", "damage", "removal", "draw",
    "discard", "harm",
)  # fmt: skip
"""Of a card. fighter: skirmish, poison, assault, hazardous. reaps ... events: it has such an ability. gain ... harm:
how much its text gains, takes from the opponent, captures, damages, removes, draws, makes him discard, and costs its
player. Scaled to about 0..1."""
Feature, Fact = places("Feature", NUMBERS), places("Fact", FACTS)
FIRST_STEP = NUMBERS.index(f"keys_0_short_{SHORT}")
PLAY, HAND, ARCHIVES, DECK, DISCARD = range(len(ZONES))
PARTS = 1 << Trigger.DESTROYED | 1 << Trigger.LEAVES_PLAY
EVENTS = ~(ACTS | PARTS | 1 << Trigger.PLAY | 1 << Trigger.REAP | 1 << Trigger.FIGHT)
AMOUNT_MOST = 5


@kernel
def add_creatures(s, t, seat, x):
    """Adds what a player's creatures have to the numbers."""
    line = s.line[seat]
    for i in range(line.n):
        c = s.card[line.card[i]]
        x[Feature.POWER] += max(power(s, t, line.card[i]) - c.damage, 0) / 20.0
        x[Feature.CAPTURED] += c.amber / 6.0
        x[Feature.UNSTUNNED] += (c.stunned == 0) / 5.0
        x[Feature.READY] += (c.ready == 1) / 5.0
        x[Feature.DAMAGE] += c.damage / 10.0
        x[Feature.COUNTERS] += c.counters / 5.0
        x[Feature.UPGRADES] += c.upgrades / 3.0


@kernel
def add_houses(s, seat, x):
    """Adds the most cards of one house, in hand and with those in play, to the numbers."""
    for house in range(HOUSES):
        hand, play = 0, 0
        for i in range(s.hand[seat].n):
            hand += s.card[s.hand[seat].card[i]].house == house
        for i in range(s.line[seat].n):
            play += s.card[s.line[seat].card[i]].house == house
        x[Feature.HOUSE_IN_HAND] = max(x[Feature.HOUSE_IN_HAND], hand / 4.0)
        x[Feature.HOUSE_IN_ALL] = max(x[Feature.HOUSE_IN_ALL], (hand + play) / 6.0)


@kernel
def read_numbers(s, t, seat, x):
    """Writes the numbers of a player, in the order of NUMBERS."""
    x[:] = 0.0
    cost, amber, keys = key_cost(s, t, seat), int(s.amber[seat]), int(s.keys[seat])
    add_creatures(s, t, seat, x)
    add_houses(s, seat, x)
    x[Feature.ACTIVE] = seat == s.active
    x[Feature.ONE_KEY], x[Feature.TWO_KEYS] = keys >= 1, keys >= 2
    x[Feature.AMBER] = min(amber, cost) / max(cost, 1)
    x[Feature.AMBER_BY_KEYS] = keys * x[Feature.AMBER]
    x[Feature.FULL] = amber >= cost
    x[Feature.FULL_FOR_LAST] = x[Feature.FULL] * x[Feature.TWO_KEYS]
    x[Feature.SPARE] = max(amber - cost, 0) / 6.0
    x[Feature.CREATURES], x[Feature.ARTIFACTS] = s.line[seat].n / 5.0, s.artifacts[seat].n / 3.0
    x[Feature.HAND], x[Feature.ARCHIVES] = s.hand[seat].n / 6.0, s.archives[seat].n / 3.0
    x[Feature.DECK] = s.deck[seat].n / 20.0
    x[Feature.CHAINS], x[Feature.KEY_COST] = s.chains[seat] / 6.0, (cost - 6) / 2.0
    step = min(max(SHORT - (cost - amber), 0), STEPS - 1)
    x[FIRST_STEP + min(keys, 2) * STEPS + step] = 1.0


@kernel
def zone_of(s, card):
    """The place in ZONES where a card stands, or -1."""
    zone = s.card[card].zone
    if zone == Zone.PLAY:
        return PLAY
    if zone == Zone.HAND:
        return HAND
    if zone == Zone.DECK:
        return DECK
    if zone == Zone.DISCARD:
        return DISCARD
    return ARCHIVES if zone == Zone.ARCHIVES else -1


@kernel
def read_cards(s, t, seat, found):
    """Writes which cards a player has where, zone * CARD_TYPES_MAX + type; returns how many."""
    n = 0
    for card in range(CARDS):
        zone = zone_of(s, card)
        whose = s.card[card].controller if zone == PLAY else card // DECK_SIZE
        if zone >= 0 and whose == seat:
            found[n] = zone * CARD_TYPES_MAX + int(s.card[card].type)
            n += 1
    return n


@kernel
def add_row(row, x):
    """Adds what a row of a text does to the facts of its card."""
    operation, n = row.operation, min(max(row.amount, 1), AMOUNT_MOST) / 3.0
    if operation == Operation.GAIN:
        x[Fact.GAIN] += n
    elif operation in TAKES:
        x[Fact.TAKE] += n
    elif operation in CAPTURES:
        x[Fact.CAPTURE] += n
    elif operation in DAMAGES:
        x[Fact.DAMAGE] += n
    elif operation in REMOVES:
        x[Fact.REMOVAL] += 0.5
    elif operation in DRAWS:
        x[Fact.DRAW] += n
    elif operation in DISCARDS:
        x[Fact.DISCARD] += n
    elif operation in HARMS:
        x[Fact.HARM] += n


@kernel
def read_facts(t, kind, x):
    """Writes the facts of a card, in the order of FACTS."""
    x[:] = 0.0
    c = t.card[kind]
    x[Fact.ACTION], x[Fact.ARTIFACT] = c.type == Type.ACTION, c.type == Type.ARTIFACT
    x[Fact.CREATURE], x[Fact.UPGRADE] = c.type == Type.CREATURE, c.type == Type.UPGRADE
    x[Fact.AMBER], x[Fact.POWER], x[Fact.ARMOR] = c.amber / 2.0, c.power / 6.0, c.armor / 2.0
    x[Fact.ELUSIVE], x[Fact.TAUNT] = c.keywords & Keyword.ELUSIVE != 0, c.keywords & Keyword.TAUNT != 0
    strikes = c.keywords & (Keyword.SKIRMISH | Keyword.POISON) != 0
    x[Fact.FIGHTER] = strikes + (c.assault + c.hazardous) / 3.0
    x[Fact.REAPS], x[Fact.FIGHTS] = c.listens >> Trigger.REAP & 1, c.listens >> Trigger.FIGHT & 1
    x[Fact.ACTS], x[Fact.PARTING] = c.listens & ACTS != 0, c.listens & PARTS != 0
    x[Fact.EVENTS], x[Fact.CONSTANTS] = c.listens & EVENTS != 0, c.plain == 0
    for trigger in range(c.program.shape[0]):
        for at in range(c.program[trigger, 0], c.program[trigger, 1]):
            add_row(t.row[at], x)


MOST = CARDS
"""Cards that a player may have in all zones together."""
FEATURES = Features("keyforge", NUMBERS, read_numbers, ZONES, FACTS, CARD_TYPES_MAX, MOST, read_cards, read_facts)


def value_with(weights: Weights) -> object:
    """The kernel `value` with some weights: the chance to win, see agents/value.py."""
    numbers, worth, known, texts = weights.arrays

    def value(s, t, seat):
        reads = Reads(read_numbers, read_cards, read_facts, MOST)
        return chance_to_win(s, t, seat, reads, WeightArrays(numbers, worth, known, texts))

    return kernel(value)


value = value_with(read_learned(FEATURES))
