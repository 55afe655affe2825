"""The state of a game of Shards of Infinity: one record, its enums and its bounds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 4
CARD_TYPES_MAX = 127
PILE_MAX = 128
"""All the cards one player can own: the whole center deck and his own ten."""
ROW_MAX = 8
FRAMES_MAX = 32
ACTIONS_MAX = 400
INFINITE = 30_000
"""Power from Infinity Shard at full mastery; more than any finite power in a turn."""


class Faction(IntEnum):
    """Factions; starters have none."""

    NONE, HOMODEUS, ORDER, UNDERGROWTH, WRAETHE = range(5)


class Decision(IntEnum):
    """What a seat is being asked."""

    NONE = 0
    MAIN = 1
    """the active seat's next step in its main phase"""
    SPLIT = 2
    """how much of the power goes to the opponent named in the frame"""
    SHIELD = 3
    """the attacked seat may reveal one more shield"""
    REVEAL = 4
    """prove Unify or Dominion with a card from hand"""
    BANISH = 5
    RETURN = 6
    TAKE = 7
    """recruit without paying"""
    DESTROY = 8
    COPY = 9
    TARGET = 10
    """which opponent loses mastery"""


class Kind(IntEnum):
    """What an action is. a, b of the action record: a card, a seat, an amount as noted."""

    PLAY = 0  # a = card
    EXHAUST = 1  # a = champion
    RECRUIT = 2  # a = card in the row
    FAST_PLAY = 3  # a = mercenary in the row
    FOCUS = 4
    ATTACK_CHAMPION = 5  # a = champion, b = its seat
    END_TURN = 6
    ASSIGN = 7  # a = damage, b = seat
    SHIELD = 8  # a = card
    REVEAL = 9  # a = card
    BANISH_HAND = 10  # a = card
    BANISH_DISCARD = 11  # a = card
    RETURN = 12  # a = card
    TAKE = 13  # a = card in the row
    DESTROY = 14  # a = champion, b = its seat
    COPY = 15  # a = card
    TARGET = 16  # b = seat
    DECLINE = 17


class Frame(IntEnum):
    """What a pending frame is."""

    PROGRAM = 0  # the effects of `card`: see cards/rows.py; left = how many more may be banished
    SPLIT = 1  # seat = the opponent to decide about
    SHIELD = 2  # seat = who is attacked, shown = shields revealed against this attack (the first cards of its hand)
    DEFEND = 3  # the power is assigned: every attacked seat may reveal shields
    LOSSES = 4  # all damage takes effect, then the end phase


class Step(IntEnum):
    """More steps of a row of effects (cards/rows.py), in which cards are shown from hand for `condition`: `shown` has
    the bits of their factions.
    """

    PROVING = 4
    """the row's own condition, whose proof may be declined"""
    PAYING = 5
    """the proof is the price of an ability, of which this is the first row"""


class Verdict(IntEnum):
    """What is to be said of a condition. PROVABLE: it would hold if cards were shown from hand."""

    FAILS, HOLDS, PROVABLE = range(3)


class Filter(IntEnum):
    """Which cards may be returned from the discard."""

    CHAMPION, MERCENARY, WRAETHE = range(3)


class Cause(IntEnum):
    """How a game ended."""

    NONE, DAMAGE, INFINITY_SHARD, TURN_LIMIT = range(4)


FRAME = np.dtype([
    (name, "i2") for name in ("kind", "card", "seat", "pc", "end", "step", "left", "condition", "shown")
])  # fmt: skip
PILE = pile_dtype(PILE_MAX)

STATE = np.dtype(
    [
        *header(SEATS),
        ("n_frames", "i2"),
        ("frame", FRAME, (FRAMES_MAX,)),
        ("scratch", ACTION, (2,)),
        # the turn under way
        ("focused", "i1"),
        ("copies_homodeus", "i1"),  # General Decurion's effect is on
        ("deploys", "i2"),  # Homodeus champions that will enter play when recruited
        ("factions_deployed", "i2"),  # bit mask: factions of champions played from hand this turn
        ("gems", "i4"),
        ("power", "i4"),
        ("damage", "i4", (SEATS,)),  # assigned in the attack under way
        # the players
        ("alive", "i1", (SEATS,)),
        ("health", "i2", (SEATS,)),
        ("mastery", "i2", (SEATS,)),
        ("deck", PILE, (SEATS,)),
        ("hand", PILE, (SEATS,)),
        ("known", "i2", (SEATS,)),  # the first so many cards of the hand are known to everybody
        ("discard", PILE, (SEATS,)),
        ("champions", PILE, (SEATS,)),  # ready
        ("exhausted", PILE),  # champions of the active seat
        ("play", PILE),  # allies played this turn, in order
        ("fast_played", PILE),  # those of them that came from the row
        # the table
        ("row", "i1", (ROW_MAX,)),
        ("center", PILE),
        ("center_known", "i2"),  # the lowest so many cards of the center deck were put there in sight of all
        ("banished", "i2", (CARD_TYPES_MAX,)),  # by card: out of the game
        # for the record
        ("cause", "i1"),
        ("recruits", "i2", (SEATS,)),
        ("fast_plays", "i2", (SEATS,)),
        ("focuses", "i2", (SEATS,)),
    ],
    align=True,
)
