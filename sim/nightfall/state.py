"""The state of a game of Nightfall: one record, its enums and its bounds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 5
CARD_TYPES_MAX = 64
PRIVATE = 2
"""Private archives a player has."""
COMMONS_MAX = 8
ARCHIVES_MAX = COMMONS_MAX + PRIVATE * SEATS
PACKET = 4
"""Draft cards that a player is dealt."""
DRAFT_STEPS = 3
"""How often a player picks one of the cards that he holds; the fourth is left."""
DECK_MAX = 200
"""All the cards that one player can own."""
HAND_MAX = 128
PLAY_MAX = 32
CHAIN_MAX = 64
WOUND_TYPES = 3
WOUNDS_MAX = 90
FRAMES_MAX = 16
ACTIONS_MAX = 128
NOBODY = -1
NOTHING = -1
"""No place in a list."""
DONE = -2
"""The target of an attacker whose combat has been resolved."""


class Colour(IntEnum):
    """Colours of orders, also the number of their bit."""

    BLUE, GREEN, YELLOW, WHITE, RED, PURPLE = range(6)


class Phase(IntEnum):
    """Where in a turn the game is (rules 3.6); before the first there is the draft. TURN: a turn is about to begin. The
    combat phase has three parts, the chain phase two; WOUNDS is the end of the cleanup phase.
    """

    DRAFT, TURN, ATTACK, BLOCK, COMBAT, CHAIN, RESOLVE, CLAIM, WOUNDS = range(9)


class Decision(IntEnum):
    """What a seat is being asked."""

    NONE = 0
    DRAFT = 1
    ATTACK = 2
    """whom the next minion attacks"""
    BLOCK = 3
    """which attacker the next minion blocks"""
    COMBAT = 4
    """which combat is resolved next"""
    ABSORB = 5
    """which blocker absorbs next"""
    CHAIN = 6
    """which order to add to the chain, if any"""
    TARGET_MINION = 7
    TARGET_PLAYER = 8
    TARGET_ORDER = 9
    NEXT = 10
    """to whom of several players something happens next"""
    DISCARD = 11
    EXILE = 12
    """which wound leaves the game, if any"""
    REANIMATE = 13
    TAKE = 14
    """claim a card without paying"""
    CLAIM = 15
    """the next step of the claim phase"""
    WOUNDS = 16
    """which wound to discard for two cards, if any"""


class Kind(IntEnum):
    """What an action is. a, b of the action record: a card, a place, a seat as noted."""

    DRAFT = 0  # a = card
    ATTACK = 1  # a = own minion, b = seat
    BLOCK = 2  # a = own minion, b = minion of the active seat
    STAY = 3  # a = own minion that does not block
    FIGHT = 4  # a = attacker
    ABSORB = 5  # a = own minion
    PLAY = 6  # a = card
    PASS = 7
    TARGET_MINION = 8  # a = minion, b = its seat
    TARGET_PLAYER = 9  # b = seat
    TARGET_ORDER = 10  # a = place in the chain
    NEXT = 11  # b = seat
    DISCARD = 12  # a = card
    EXILE_HAND = 13  # a = wound
    EXILE_DISCARD = 14  # a = wound
    REANIMATE = 15  # a = card
    TAKE = 16  # a = archive
    CLAIM = 17  # a = archive
    TRADE = 18  # a = card discarded for influence
    SHED = 19  # a = wound discarded for two cards
    DECLINE = 20


class Frame(IntEnum):
    """What a pending frame is; `seat` is the player whose card or minions it is about, `victim` to whom it happens."""

    PROGRAM = 0  # a text: see cards/rows.py; n = the number of its row, left = what the row has still to do
    ENTER = 1  # the resolved order on top of the chain goes where it goes
    DAMAGE = 2  # left = damage left
    COMBAT = 3  # card = attacker, left = damage left
    DISCARD = 4  # left = how many more


class Who(IntEnum):
    """Players that a text is about."""

    YOU, TARGETED, CONTROLLER, OPPONENT, ANY_PLAYER, EACH_OPPONENT, EACH_OTHER_OPPONENT, EACH_PLAYER, ACTIVE = range(9)


class Select(IntEnum):
    """Minions that an operation works on."""

    NONE, TARGETED, EACH = range(3)


class Source(IntEnum):
    """Archives from which a text claims."""

    COMMONS, OWN_PRIVATE, OPPOSING_PRIVATE, ANY = range(4)


class Side(IntEnum):
    """Whose cards a filter lets pass, seen from the player of the text."""

    ANY, FRIENDLY, OPPOSING = range(3)


class Zone(IntEnum):
    """Bits of the zones from which wounds are exiled."""

    HAND = 1
    DISCARD = 2


class Type(IntEnum):
    """What a card is; starters are minions too."""

    STARTER, MINION, ACTION, WOUND = range(4)


class Departure(IntEnum):
    """How a minion leaves play."""

    DESTROYED, DISCARDED = range(2)


class Cause(IntEnum):
    """How a game ended."""

    NONE, WOUNDS, ROUND_LIMIT = range(3)


class TieBreak(IntEnum):
    """How players with as few wounds are told apart (rules 10.4)."""

    EVEN_SPREAD, FIXED_ORDER, SHARED = range(3)


FRAME = np.dtype([
    (name, "i2") for name in ("kind", "seat", "card", "victim", "left", "pc", "end", "step", "n")
])  # fmt: skip
MINION = np.dtype([("card", "i1"), ("health", "i1"), ("target", "i1"), ("blocks", "i1")])
"""A minion in play. target: the seat that it attacks, NOBODY, or DONE; blocks: the place of the attacker, or
NOTHING."""
PLAY = np.dtype([("n", "i2"), ("minion", MINION, (PLAY_MAX,))])
ORDER = np.dtype([("card", "i1"), ("seat", "i1"), ("kicked", "i1"), ("negated", "i1")])
"""An order in the chain. negated: 1 if its text is lost, 2 if as a minion it is discarded too."""
ARCHIVE = np.dtype([("card", "i1"), ("left", "i1"), ("owner", "i1")])
"""owner: a seat, or NOBODY of the commons."""
COUNTS = ("claimed", "destroyed", "kicked", "ordered")

STATE = np.dtype(
    [
        *header(SEATS),
        ("phase", "i1"),
        ("at", "i1"),  # the place of the minion that is asked about, or the seats or wounds done with, by phase
        ("seat", "i1"),  # the seat whose chance it is to block or to add to the chain
        ("ending", "i1"),  # the last counted wound is taken: the game ends with this phase
        ("n_frames", "i2"),
        ("frame", FRAME, (FRAMES_MAX,)),
        ("scratch", ACTION, (2,)),
        # the draft: packet p holds the places 4p .. 4p + 3, after those of all players come the cards not dealt
        ("n_draft", "i1"),
        ("draft", "i1", (CARD_TYPES_MAX,)),
        ("drafted", "i1", (PACKET * SEATS,)),  # by place: the step in which it was picked, or DRAFT_STEPS
        # the turn under way
        ("influence", "i2"),
        ("n_chain", "i2"),
        ("chain", ORDER, (CHAIN_MAX,)),
        # what the order that resolves is about
        ("minion", "i1"),  # place of the minion targeted, or NOTHING if there is none (any more)
        ("controller", "i1"),  # the seat of that minion, or NOBODY if none was targeted
        ("target", "i1"),  # the player targeted
        ("order", "i1"),  # place of the order targeted
        ("claimed_card", "i1"),  # the card claimed by its text
        # the players
        ("deck", pile_dtype(DECK_MAX), (SEATS,)),
        ("hand", pile_dtype(HAND_MAX), (SEATS,)),
        ("known", "i2", (SEATS,)),  # the first so many cards of the hand are known to everybody
        ("discard", "i1", (SEATS, CARD_TYPES_MAX)),  # by card: how many
        ("play", PLAY, (SEATS,)),
        ("wounds", "i1", (SEATS, WOUND_TYPES)),  # owned, in whatever zone
        # the table
        ("n_archives", "i2"),
        ("archive", ARCHIVE, (ARCHIVES_MAX,)),
        ("stack", pile_dtype(WOUNDS_MAX)),
        ("counted", "i2"),  # wounds until the end; those of the stack that lie face up
        ("exiled", "i1", (CARD_TYPES_MAX,)),  # by card: out of the game
        # for the record
        ("cause", "i1"),
        ("tied", "i1"),  # how many players had the fewest wounds
        ("chains", "i2"),
        ("orders", "i2"),
        ("longest", "i2"),
        ("by_combat", "i2"),  # wounds given in combat
        ("given", "i2", (SEATS, SEATS)),  # wounds by giver and victim
        *((name, "i2", (SEATS,)) for name in COUNTS),
    ],
    align=True,
)
