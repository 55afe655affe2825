"""The state of a game of Aeon's End: one record, its enums and its bounds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 4
BREACHES = 4
SLOTS = 2
"""Spells that one breach can hold: two under Otherworldly Gate."""
PILES = 9
CARD_TYPES_MAX = 127
PILE_MAX = 80
"""More than all the cards one player can own: 10 of his own, the supply and the corruptions."""
PLAY_MAX = 24
"""Minions and powers in play."""
FRAMES_MAX = 24
ACTIONS_MAX = 256
HUSKS_MAX = 15
NEMESIS = -1
"""Who is active in a nemesis turn."""
WILD_CARD, NEMESIS_CARD = 4, 5
"""Turn order cards beside those of the seats 0 to 3."""
TURN_ORDER_CARDS = (*range(SEATS), WILD_CARD, NEMESIS_CARD)
TARGET_NEMESIS, TARGET_HUSK, TARGET_DAMAGED_HUSK = -1, -2, -3
"""Targets of damage beside minions, which are named by their card."""
HUSK_TARGETS = (TARGET_HUSK, TARGET_DAMAGED_HUSK)
ALL = 99
"""As a number of cards or charges: all of them."""


class Type(IntEnum):
    """What a card is."""

    GEM, RELIC, SPELL, CORRUPTION, MINION, POWER, ATTACK, STRIKE = range(8)


class Origin(IntEnum):
    """Whose a nemesis card is: a basic one, of the nemesis of this table or of another; player cards count as basic."""

    BASIC, THIS_NEMESIS, OTHER_NEMESIS = range(3)


class Breach(IntEnum):
    """What state a breach is in."""

    NONE, CLOSED, OPEN, DESTROYED = range(4)


class Use(IntEnum):
    """Whether the prepped effect of a spell was used this turn. EITHER: its own or that of the equal one beside it, as
    their player likes (rules 4.2.7).
    """

    NONE, USED, EITHER = range(3)


class Window(IntEnum):
    """When a mage's ability may be used."""

    OWN_MAIN, ANY_MAIN, NEMESIS_DRAW, TURN_CARD = range(4)


class Phase(IntEnum):
    """The step of a turn that comes when nothing is pending."""

    TURN = 0
    BEGIN = 1
    CORRUPTIONS_BEFORE = 2
    CASTING = 3
    AFTER_CASTING = 4
    MAIN = 5
    CORRUPTIONS_AFTER = 6
    DISCARD = 7
    NEMESIS_MAIN = 8
    NEMESIS_DRAW = 9
    NEMESIS_END = 10
    END_TURN = 11


class Decision(IntEnum):
    """What a seat is being asked: by the main phase, one of STEPS or a CHOICE frame, with its fields a, b, c."""

    NONE = 0
    TURN = 1
    CASTING = 2
    MAIN = 3
    NEMESIS_MAIN = 4
    NEMESIS_DRAW = 5
    AUSPEX = 6  # seat = the mage's
    WILD = 7
    CORRUPTION = 8
    ORDER = 9
    WARD = 10  # seat = the mage's
    TARGET = 11  # a = damage
    SPREAD = 12  # a = damage, b = the husk chosen
    SPREAD_TARGET = 13  # a = damage left
    PLAYER = 14  # a = bit mask of seats, b = 1 if it may be declined
    OPTION = 15  # a, b = first rows of the halves, c = row after the second
    DISCARD = 16  # a = how many more, b = Filter, c = 1 if it may be declined; who = whose hand
    DISCARD_TOGETHER = 17  # likewise, any hand
    DESTROY = 18  # likewise
    TAKE = 19  # likewise
    CAST = 20  # a = bonus, b = Scope, c = 1 if it may be declined
    CAST_TWICE = 21
    DISCARD_PREPPED = 22  # a = how many more, b = Scope; who = whose, c = breach, if the scope asks
    DESTROY_PREPPED = 23  # likewise
    FOCUS = 24  # a = Scope
    LOSE_BREACH = 25
    GEM = 26
    RETURN = 27
    DEVOUR = 28  # a = cards, b = Pick
    GAIN = 29  # a = Filter, b = Place; who = who gains
    LOSE_CHARGE = 30
    BOTTOM = 31
    DESTROY_TOP = 32
    ON_DECK = 33  # card = the card gained, seat = who gained it
    SIFT = 34
    CHARGE = 35  # a = how many more
    REORDER = 36  # a = how many cards have their place
    RESHUFFLE = 37  # a = 1 if the wild card may be chosen
    GIVE = 38  # card = a destroyed corruption that goes to somebody's discard pile


STEPS = (Decision.TURN, Decision.CASTING, Decision.NEMESIS_MAIN, Decision.NEMESIS_DRAW)
"""What the steps of a turn ask for, beside the main phase."""


class Frame(IntEnum):
    """What a pending frame is, with its fields."""

    CHOICE = 0  # decision = what is asked; its fields: see Decision
    PROGRAM = 1  # a text: see cards/rows.py; seat = "you", who = the player picked, k = number, x = cost last chosen,
    # plus = added to the next damage, bonus = of the breach a spell is cast from, at = that breach,
    # c = the breach that the spell of the text lies in, plus 1; 0 for all other texts
    UNLEASH = 2  # a = how often
    STRIKE = 3  # a = how often
    AFTER_STRIKE = 4
    SWARM = 5  # a = how often
    PLAY_CARD = 6  # a card of the play area takes effect
    DESTROY_PLAYED = 7
    RECAST = 8  # at = breach; the spell is cast once more and discarded
    SPREAD_DAMAGE = 9  # a = damage left
    EXHAUSTED = 10  # seat, a = excess damage
    MINION_TURNS = 11
    DRAW_CARD = 12
    RESOLVE_DRAWN = 13
    NEMESIS_ENDS = 14
    ASK_SIFT = 15  # a = how many players have had their turn
    AFTER_CASTING = 16  # card = a spell that was prepped when casting ended, at = its breach


class Filter(IntEnum):
    """Which cards may be chosen."""

    ANY, GEM, RELIC, SPELL, CRYSTAL, NON_CORRUPTION, COST_0, COST_2, COST_3, COST_4_OR_LESS, CHEAPEST_GEM = range(11)
    ANY_OR_DISCARDED = 11
    DECK = 12


class Scope(IntEnum):
    """Which prepped spells or closed breaches may be chosen."""

    ANY, OWN, OTHER, LOWEST, COST_3, OWN_COST_3, DEAREST, DEAREST_OWN, NEW, AT = range(10)


class Select(IntEnum):
    """Which players may be picked."""

    ANY_PLAYER, ANY_ALLY, OTHER_PLAYER, CURRENT_PLAYER, LOWEST_LIFE = range(5)
    MOST_LIFE, MOST_PREPPED, MOST_CHARGES, MOST_OPEN_BREACHES, MOST_CRYSTALS = range(5, 10)


class Pick(IntEnum):
    """Which supply piles may be devoured from."""

    ANY, CHEAPEST, ANY_SPELL, CHEAPEST_RELIC, DEAREST_GEM, SECOND_DEAREST_GEM = range(6)


class Place(IntEnum):
    """Where a gained card goes."""

    DISCARD, DECK, HAND = range(3)


class Kind(IntEnum):
    """What an action is. a, b, c of the action record as noted; breaches are numbered seat * 4 + position."""

    TURN_CARD = 0
    NEMESIS_ACTS = 1
    NEMESIS_DRAWS = 2
    PLAY = 3  # a = card
    GAIN = 4  # a = card
    GAIN_DEVOURED = 5  # a = card
    GAIN_CHARGE = 6
    FOCUS = 7  # b = breach
    OPEN = 8  # b = breach
    PREP = 9  # a = card, b = breach
    USE = 10  # a = card, b = breach
    DISCARD_POWER = 11  # a = card
    ABILITY = 12  # b = seat
    END_TURN = 13
    CAST = 14  # a = card, b = breach
    END_CASTING = 15
    RESOLVE = 16  # a = card
    TARGET = 17  # a = minion or TARGET_...
    SPREAD = 18
    CHOOSE = 19  # b = seat
    OPTION = 20  # a = 1 or 2
    DISCARD = 21  # a = card, b = seat
    DESTROY = 22  # a = card, b = seat
    DESTROY_DISCARDED = 23  # a = card, b = place in the discard pile, the lowest 0
    TAKE = 24  # likewise
    CHOOSE_SPELL = 25  # a = card, b = breach
    FOCUS_FREE = 26  # b = breach
    LOSE_BREACH = 27  # b = breach
    RETURN = 28  # a = card
    DEVOUR = 29  # a = card
    YES = 30
    CHARGE = 31  # b = seat
    NEXT = 32  # a = turn order card
    RESHUFFLE = 33  # a = turn order card
    LAY = 34  # a = card
    DECLINE = 35


class Cause(IntEnum):
    """How a game ended."""

    NONE, NEMESIS, DECK, GRAVEHOLD, EXHAUSTED, SWARM, SUPPLY, TURN_LIMIT = range(8)


FRAME = np.dtype(
    [
        (name, "i2")
        for name in (
            "kind",
            "decision",
            "card",
            "pc",
            "end",
            "step",
            "a",
            "b",
            "c",
            "seat",
            "who",
            "k",
            "x",
            "plus",
            "bonus",
            "at",
        )
    ]
)
PILE = pile_dtype(PILE_MAX)
BREACH = np.dtype(
    [
        ("state", "i1"),
        ("turned", "i1"),  # focuses made
        ("focused", "i1"),  # this turn
        ("n", "i1"),
        ("spell", "i1", (SLOTS,)),
        ("new", "i1", (SLOTS,)),  # prepped this turn
        ("used", "i1", (SLOTS,)),  # Use
    ]
)
IN_PLAY = np.dtype([("card", "i2"), ("value", "i2"), ("acted", "i2")])
"""A minion with its life or a power with its tokens."""

STATE = np.dtype(
    [
        *header(SEATS),
        ("n_frames", "i8"),
        ("frame", FRAME, (FRAMES_MAX,)),
        ("scratch", ACTION, (2,)),
        # the turn under way
        ("phase", "i8"),
        ("aether", "i8"),
        ("spell_aether", "i8"),
        ("gem_aether", "i8"),
        ("discount", "i8"),
        ("two_spells", "i8"),
        ("prevented", "i8"),
        ("play", PILE),
        ("played", PILE),  # all plays of this turn in order, replays included
        # the players
        ("life", "i8", (SEATS,)),
        ("charges", "i8", (SEATS,)),
        ("deck", PILE, (SEATS,)),
        ("hand", PILE, (SEATS,)),
        ("discard", PILE, (SEATS,)),
        ("breach", BREACH, (SEATS * BREACHES,)),
        ("shuffled", "i2", (SEATS,)),  # the lowest so many cards of the deck lie in an order nobody knows
        # the table
        ("gravehold", "i8"),
        ("supply_card", "i2", (PILES,)),
        ("supply_left", "i2", (PILES,)),
        ("destroyed", "i2", (CARD_TYPES_MAX,)),
        ("turn_deck", PILE),
        ("turn_discard", PILE),
        ("turn_known", "i8"),  # bit mask: positions of the turn order deck, from the bottom, that all know
        # the nemesis
        ("nemesis_life", "i8"),
        ("fury", "i8"),
        ("husks", "i8"),
        ("damaged_husks", "i8"),
        ("drawn", "i8"),
        ("n_in_play", "i8"),
        ("in_play", IN_PLAY, (PLAY_MAX,)),
        ("nemesis_deck", PILE),
        ("nemesis_discard", PILE),
        ("unused", PILE),  # basic cards that are not in this game
        ("devoured", PILE),
        ("corruptions", PILE),
        ("strikes", PILE),  # strikes laid ready; without any, a strike is any of them
        ("seen", "i1", (CARD_TYPES_MAX,)),  # corruptions that all know the place of
        # for the record
        ("cause", "i8"),
        ("unleashes", "i8"),
        ("exhausted_in", "i2", (SEATS,)),  # turn, from 1
        ("gained", "i2", (CARD_TYPES_MAX,)),
        ("used", "i2", (CARD_TYPES_MAX,)),
    ],
    align=True,
)
