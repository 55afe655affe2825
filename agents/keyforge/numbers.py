"""The numbers that steer the strategies of KeyForge, in amber.

Those that `tuning.toml` lists were tuned by play for `best` (`strategies.toml` has them); where those of a house come
from, from `idle` to `saved`, houses.toml says. What games played on say of single cards and of actions, in percent of a
win, stands in actions.toml.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.keyforge.cards import card_facts
from sim.keyforge.tables import Operation

from ..strategist import Setting, Settings


class Number(Settings):
    """What things are worth first, then how a turn is played."""

    AMBER = Setting(1.0, "amber", "each of a pool, up to the cost of a key")
    SPARE = Setting(0.6, "amber", "each of a pool beyond that")
    KEY = Setting(2.0, "amber", "by which a pool that pays a key is worth more")
    LAST_KEY = Setting(3.0, "amber", "by which one that pays the third key is worth more")
    THEIR_AMBER = Setting(0.9, "amber", "each of the opponent's pool, up to the cost of a key, as a loss")
    THEIR_SPARE = Setting(0.6, "amber", "each of his pool beyond that, likewise")
    THEIR_KEY = Setting(2.5, "amber", "by which a pool of his that pays a key is worth more")
    THEIR_LAST_KEY = Setting(4.0, "amber", "by which one of his that pays the third key is worth more")
    BODY = Setting(1.2, "amber", "a creature in play beside its figures")
    STRENGTH = Setting(0.25, "amber", "each point by which a creature's power is above its damage")
    ARMOR = Setting(0.3, "amber", "each point of a creature's armor")
    REAPS = Setting(0.8, "amber", "an ability of a creature when it reaps")
    FIGHTS = Setting(0.4, "amber", "an ability of a creature when it fights")
    ACTS = Setting(0.8, "amber", "an action of a creature or artifact")
    EVENTS = Setting(0.6, "amber", "an ability of a creature at another event")
    CONSTANTS = Setting(0.8, "amber", "what a creature does as long as it is in play")
    ELUSIVE = Setting(0.6, "amber", "a creature that is elusive")
    TAUNT = Setting(0.4, "amber", "a creature with taunt")
    STUNNED = Setting(0.6, "factor", "on a creature that is stunned")
    THEIRS = Setting(1.0, "factor", "on enemy creatures and artifacts")
    WOUND = Setting(0.5, "share", "of a creature that wounding it to death's door takes")
    CAPTURED = Setting(0.6, "amber", "each held by a creature")
    PLACED = Setting(0.5, "amber", "each put on an enemy creature")
    PARTING = Setting(1.0, "factor", "on what the text of a creature does when it is destroyed")
    BOUNCE = Setting(0.7, "share", "of an enemy creature's worth that returning it to hand takes")
    BOUNCED = Setting(0.6, "share", "of an own creature's worth, likewise")
    STUN = Setting(0.7, "amber", "a creature stunned")
    USE = Setting(0.8, "amber", "a use of a creature")
    CARD = Setting(0.7, "amber", "a card in hand")
    ARCHIVED = Setting(0.6, "amber", "a card archived")
    THEIR_CARD = Setting(0.6, "amber", "a card in the opponent's hand")
    QUALITY = Setting(0.3, "factor", "on how much a card in hand is better than an average one")
    ARTIFACT = Setting(1.0, "amber", "an artifact in play")
    ARTIFACT_USE = Setting(1.5, "amber", "a use of an artifact by a text")
    UPGRADE = Setting(1.0, "amber", "an upgrade in play")
    CHAINS = Setting(0.6, "amber", "a chain")
    HEAL = Setting(0.3, "amber", "a point of damage healed")
    LASTING = Setting(0.8, "amber", "an effect of the rest of the turn")
    NEXT_TURN = Setting(1.0, "amber", "an effect of the opponent's next turn")
    KEYLESS = Setting(6.0, "amber", "what a rule to forge no keys costs, twice as much once its owner's pool pays one")
    CREATURELESS = Setting(0.5, "amber", "a rule that lets its owner play no creatures costs, for each still to come")
    REAP = Setting(1.0, "factor", "on reaping")
    FIGHT = Setting(1.0, "factor", "on fighting")
    PLAY = Setting(0.3, "amber", "any card played, for the room that it makes in hand")
    REMOVAL = Setting(1.0, "factor", "on what the text of a played card does")
    ABILITY = Setting(1.0, "factor", "on actions of cards")
    CYCLE = Setting(0.4, "amber", "discarding a card for a new one")
    KEEP = Setting(3.5, "amber", "a card whose play would be worth more is not discarded")
    FUTURE = Setting(0.15, "factor", "on cards of the other houses in hand, which a house is worth less for")
    MULLIGAN = Setting(3.2, "amber", "the first hand is kept if its best house is worth so much")
    IDLE = Setting(0.0, "amber", "by which a house is worth more for each card that is better discarded than played")
    EXHAUSTED = Setting(0.0, "amber", "likewise, for each creature of it that is not ready")
    POOL = Setting(0.0, "amber", "likewise, for the share of a key that the pool pays after the turn")
    WIN = Setting(0.0, "amber", "likewise, if it pays the third key")
    DENIED = Setting(0.0, "amber", "likewise, for each amber that the opponent loses")
    STOLEN = Setting(0.0, "amber", "likewise, for each amber stolen")
    SAVED = Setting(0.0, "amber", "likewise, if the opponent cannot pay his third key any more")
    CLEARLY = Setting(0.9, "percent of a win", "by which an action must be better by experience than the best without")
    CERTAINLY = Setting(0.5, "percent of a win", "by which a card chosen must be better, likewise")


CARDS = list(card_facts())
HELD = {f"{place}_{card}": 0.0 for place in ("hand", "ready") for card in (*CARDS, "other")}
"""What more a house is worth for each card of it in hand, and for each that is ready in play; `other`: cards that a
user changed or added."""

FIRST_HAND, N_CARDS = len(Number), len(CARDS)
FIRST_READY = FIRST_HAND + N_CARDS + 1


class Sort(IntEnum):
    """Sorts of actions in the main step; EVENT: playing an action card, USE: of an artifact or an ability."""

    CREATURE, ARTIFACT, EVENT, UPGRADE, DISCARD, REAP, FIGHT, USE, UNSTUN, END = range(10)


class Circumstance(IntEnum):
    """What all actions of a decision have in common, scaled to about 0..1."""

    ALWAYS = 0
    PLAYS = 1  # cards in hand of the house of the turn
    READY = 2  # ready creatures of that house
    POOL = 3  # the share of a key's cost in the own pool
    THEIR_POOL = 4
    THEY_PAY = 5  # the opponent's pool pays a key
    PAYS = 6
    LAST = 7  # the next key is the third
    THEIR_LAST = 8
    LINE = 9  # creatures
    THEIR_LINE = 10
    HAND = 11


class Experience(IntEnum):
    """What is done with a card."""

    PLAYED, DISCARDED, REAPER, ATTACKER, TARGET, USED = range(6)


class Reading(IntEnum):
    """What is read of the worth of an action: the worth, as much of it as is small, and whether there is any."""

    WORTH, SMALL, WANTED = range(3)


class Outcome(IntEnum):
    """What comes of a fight by power alone: the target would be destroyed, the attacker, both."""

    KILLS, DIES, TRADE = range(3)


CLEAR, SMALL = 15.0, 2.0
"""Amber: a worth beyond the first counts as that much, and as small up to the second."""
N_CIRCUMSTANCES = len(Circumstance)
N_OF_SORT = N_CIRCUMSTANCES + len(Reading)
"""How many numbers a sort of actions has."""
SORTS = {f"{sort.name.lower()}_{part.name.lower()}": 0.0 for sort in Sort for part in (*Circumstance, *Reading)}
FIGHTS = {f"fight_{outcome.name.lower()}": 0.0 for outcome in Outcome}
DONE = {f"{done.name.lower()}_{card}": 0.0 for done in Experience for card in (*CARDS, "other")}
FIRST_OF_SORTS = FIRST_READY + N_CARDS + 1
FIRST_OF_FIGHTS = FIRST_OF_SORTS + len(SORTS)
FIRST_OF_CARDS = FIRST_OF_FIGHTS + len(FIGHTS)


class Trait(IntEnum):
    """What is read of an option when a card is chosen, for each operation in CHOSEN; of a creature or artifact in play
    its own or the opponent's.
    """

    SCORE = 0  # how much it is wanted by what the rest of the text does
    DONE = 1  # no card
    READY = 2
    LEFT = 3  # damage that would destroy it
    DAMAGE = 4
    HOUSE = 5  # it is of the house of the turn
    AMBER = 6
    THEIR_READY = 7
    THEIR_LEFT = 8
    THEIR_DAMAGE = 9
    THEIR_HOUSE = 10
    THEIR_AMBER = 11


class Whose(IntEnum):
    """Where a card is that is chosen: in play, own or the opponent's, and out of play."""

    OURS, ENEMY, OWN_CARD, THEIR_CARD = range(4)


N_TRAITS, THEIR_TRAITS = len(Trait), Trait.THEIR_READY - Trait.READY
CHOSEN = (
    Operation.CAPTURE, Operation.CAPTURE_EACH, Operation.CAPTURE_SOME, Operation.DAMAGE, Operation.DAMAGE_DESCENDING,
    Operation.ALLOCATE, Operation.DESTROY, Operation.HEAL, Operation.STUN, Operation.EXHAUST, Operation.READY,
    Operation.MARK, Operation.TO_HAND, Operation.SHUFFLE_INTO_DECK, Operation.ARCHIVE, Operation.ABDUCT,
    Operation.PURGE, Operation.DISCARD, Operation.REVEAL, Operation.READY_AND_FIGHT, Operation.USE,
    Operation.READY_AND_USE, Operation.USE_AS_YOURS,
)  # fmt: skip
"""What is done to cards chosen, of which enough was seen to learn from."""
PLACE_OF = np.array([CHOSEN.index(code) if code in CHOSEN else -1 for code in range(max(Operation) + 1)])
CHOICES = {f"choose_{done.name.lower()}_{trait.name.lower()}": 0.0 for done in CHOSEN for trait in Trait}
CHOICES |= {f"{whose.name.lower()}_{card}": 0.0 for whose in Whose for card in (*CARDS, "other")}
FIRST_OF_CHOICES = FIRST_OF_CARDS + len(DONE)
FIRST_OF_CHOSEN = FIRST_OF_CHOICES + len(CHOSEN) * N_TRAITS
NUMBERS = {**Number.defaults(), **HELD, **SORTS, **FIGHTS, **DONE, **CHOICES}
