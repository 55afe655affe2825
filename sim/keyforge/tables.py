"""What the kernels of KeyForge read: the cards as tables of numbers, and the meaning of those numbers.

A program is a range of rows. A row is an operation on a selection of cards, with an amount and a condition; see
`Operation` for what each does, `notation.py` for how a card file writes it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from .state import DECK_SIZE, LASTING, PROGRAMS, SEATS

CARD_TYPES_MAX = 420
ROWS_MAX = 1200
FILTERS_MAX = 260
CONSTANTS_MAX = 120
ALL = 9_999
"""As an amount: all there is."""


class Keyword(IntEnum):
    """Bits of the keywords without a number that are printed on a card."""

    TAUNT = 1
    ELUSIVE = 2
    SKIRMISH = 4
    POISON = 8


class Side(IntEnum):
    """Whose cards a filter lets pass, seen from "you".

    A card in play, or just destroyed, is on its controller's side, an upgrade on that of its host's controller, any
    other card on its owner's.
    """

    ANY = 0
    FRIENDLY = 1
    ENEMY = 2
    HOST_OPPONENT = 3  # of constants only: the opponent of the host's controller


class Place(IntEnum):
    """Where a filter looks for cards. HAND, DISCARD, ARCHIVES, DECK belong to "you" unless the side is ENEMY (the
    opponent's) or, for DISCARD, ANY (both). ANYWHERE: asked of one card, wherever it is."""

    (
        PLAY, HAND, DISCARD, ARCHIVES, DECK, DECK_AND_DISCARD, UNDER_THIS, PURGED_BY_THIS, ANYWHERE, PLAY_AND_DISCARD,
    ) = range(10)  # fmt: skip


class Property(IntEnum):
    """Bits of what a filter asks of a card. The creatures named by "this", "chosen", ... are those of the frame; what
    is asked in comparison with the last card chosen holds for no card while the list is empty."""

    OTHER = 1 << 0  # not this
    FLANK = 1 << 1  # asked of creatures only
    NOT_FLANK = 1 << 2  # likewise
    DAMAGED = 1 << 3
    UNDAMAGED = 1 << 4
    READY = 1 << 5
    EXHAUSTED = 1 << 6
    STUNNED = 1 << 7
    ELUSIVE = 1 << 8
    HAS_AMBER = 1 << 9
    NEIGHBOR = 1 << 10  # of this
    NEIGHBOR_OF_CHOSEN = 1 << 11  # of the last card chosen
    NEIGHBOR_OF_FOUGHT = 1 << 12  # of the creature that this fights
    MOST_POWERFUL = 1 << 13  # among those that match otherwise and are not chosen yet
    LEAST_POWERFUL = 1 << 14
    THIS = 1 << 15
    HOST = 1 << 16  # the creature that this upgrade is on
    NAMED_HOUSE = 1 << 17  # belongs to the house in the frame's x
    POWER_IS_NUMBER = 1 << 18  # power equals the frame's x
    SHARES_TRAIT = 1 << 19  # with the last card chosen
    OTHER_NAME = 1 << 20  # not called like the last card chosen
    ACTIVE_HOUSE = 1 << 21
    NOT_CHOSEN = 1 << 22  # not yet in the frame's list
    EVENT = 1 << 23  # the card that the trigger was about
    CHOSEN = 1 << 24  # in the frame's list
    HOUSE_OF_CHOSEN = 1 << 25  # shares the house of the last card chosen
    YOUR_TURN = 1 << 26  # asked of the turn, not of the card
    SAME_OWNER = 1 << 27  # as the last card chosen
    NAMED_PLAYER = 1 << 28  # owned by the seat in the frame's x


class Select(IntEnum):
    """On which cards an operation works."""

    NONE = 0
    THIS = 1
    HOST = 2
    CHOSEN = 3  # all cards in the frame's list
    LAST = 4  # the last of them
    EVENT = 5
    FOUGHT = 6  # the creature that this fights
    EACH = 7  # all cards that the row's filter lets pass


class Operation(IntEnum):
    """What a row does. n is its amount, times the row's count if it has one; "did" is noted in the frame.

    Operations on cards work on the row's selection and note how many cards they really changed, unless said otherwise.
    """

    # choices: the frame's list
    # n cards of the filter (all if there are fewer), a new list; optional: at most n, ended by "done"; did = cards
    CHOOSE = 0
    CHOOSE_ALSO = 1  # likewise, of those not in the list yet, added to it
    CHOOSE_HOUSE = 2  # any of the seven: x
    CHOOSE_HOUSE_OF_OPPONENT = 3  # of the three of the opponent's deck: x
    CHOOSE_NUMBER = 4  # from 0 to the highest power in play: x
    NAME_HOUSE = 5  # the house x is noted on this, for the opponent
    MODES = 6  # either/or: the two halves, by number; amount = rows of the first half and of the JUMP that ends it
    JUMP = 7  # n rows on (written by "or")
    REPEAT = 8  # from the first row, "argument" rows back
    NOTE_DID = 9  # x = what the operation before did, which stays
    # amber
    GAIN = 10
    OPPONENT_GAINS = 11
    LOSE = 12  # did = lost
    OPPONENT_LOSES = 13
    STEAL = 14  # did = stolen
    OPPONENT_STEALS = 15
    # the selection captures n from the opponent of its controller, as whom this has "you"; did = captured
    CAPTURE = 16
    CAPTURE_OWN = 17  # from its own controller's pool
    CAPTURE_EACH = 18  # each card of the filter captures n; if the pool is too small the player picks which
    CAPTURE_SOME = 19  # n different cards of the filter, picked one by one, capture 1 each while the pool lasts
    PLACE_AMBER = 20  # from the supply
    TAKE_AMBER = 21  # n from the selection to your pool; did = moved
    STORE_AMBER = 22  # n from your pool to this; did = moved
    LOSE_HALF = 23  # each player, rounded down
    LOSE_DOWN_TO = 24  # each player with more than n has n left
    OWNER_GAINS = 25  # the owner of each card of the selection
    OPPONENT_OF_CONTROLLER_GAINS = 26  # of who controls each card of the selection; of the event's: controlled it then
    CAPTURE_OWN_SOME = 27  # n times a card of the filter, picked anew, captures 1 from its own controller while it can
    # damage and destruction
    DAMAGE = 30  # n to each of the selection, at once; did = damage placed
    DAMAGE_SPLASH = 31  # n to the last chosen, argument to each of its neighbors, at once
    DAMAGE_DESCENDING = 32  # n, n-1, ... to the chosen in their order, at once
    DAMAGE_NO_ARMOR = 33
    ALLOCATE = 34  # n packets of "argument" damage, each to a creature of the filter picked anew; dealt at once
    STRIP_ARMOR = 35  # the selection's armor is used up, each takes that much damage
    DESTROY = 36  # did = cards tagged
    HEAL = 37  # up to n damage; did = removed, of all together
    ADD_COUNTERS = 38
    CHOOSE_AMOUNT = 39  # from 0 to n, at most the damage on the last chosen: x; did = x
    # state of cards in play
    STUN = 40
    UNSTUN = 41
    EXHAUST = 42
    READY = 43
    MARK = 44  # n = Mark bit, until end of turn
    SWAP = 45  # this and the last chosen change places in the battleline
    CONTROL = 46  # you control the selection for good; active player chooses the flank
    CONTROL_UNTIL_LEAVES = 47  # until this leaves play
    OPPONENT_CONTROLS_THIS = 48  # opponent of the player who uses it
    CONTROL_AS = 49  # as CONTROL; while you control it, it belongs to house n if it belongs to none of your three
    # cards on the move
    TO_HAND = 50  # owner's hand, from anywhere
    TO_DECK_TOP = 51  # in an order that the active player chooses if it matters
    SHUFFLE_INTO_DECK = 52
    ARCHIVE = 53  # owner's archives
    ABDUCT = 54  # your archives, to its owner's hand when it leaves them
    PURGE = 55  # what is called last or event: only from play or a discard pile
    PURGE_FOR_THIS = 56  # and kept by this (Spangler Box)
    DISCARD = 57  # from hand, archives or deck
    DISCARD_RANDOM = 58  # the opponent discards n
    OWNER_DISCARDS_RANDOM = 59  # the owner of the last chosen discards n
    DRAW = 60
    DISCARD_TOP = 61  # of your deck: a new list of that card; did = 0 or 1
    OPPONENT_DISCARDS_TOP = 62
    DISCARD_TOP_ALSO = 63  # added to the list
    REVEAL_TOP = 64  # of your deck: a new list of that card, which stays
    ARCHIVE_TOP = 65
    MILL_UNTIL = 66  # your deck is discarded until a card of the filter: a new list of it; did = 0 or 1
    SHUFFLE_HAND_AND_DISCARD_IN = 67
    SHUFFLE_DISCARD_IN = 68
    SHUFFLE_DECK = 69
    SWAP_DECK_AND_DISCARD = 70  # then shuffle
    REVEAL = 71  # the chosen cards of your hand are shown
    LOOK_AT_HAND = 72  # you see the opponent's
    REVEAL_HAND = 73  # yours is shown
    PUT_INTO_PLAY = 74  # under your control; n = 1: under its owner's; the event's card: only from a discard pile
    PUT_UNDER = 75  # the chosen card under this
    PLAY = 76  # the selection, whatever its house
    PURGE_THIS_ACTION = 77
    # using
    # (FIGHT to READY_AND_USE: one after another in the order of the list)
    FIGHT = 80  # the selection fights, if it is ready
    READY_AND_FIGHT = 81
    READY_AND_FIGHT_ANOTHER = 82  # a creature not in the list; the target joins the list (One Stood Against Many)
    USE = 83
    READY_AND_USE = 84
    USE_AS_YOURS = 85  # an artifact
    RESOLVE_REAP = 86  # the reap abilities of the last chosen, as its controller
    FIGHT_DAMAGE_TO = 87  # in the fight under way, this deals its damage to the last chosen
    CANCEL_FIGHT = 88  # the attacker is exhausted, there is no fight
    # keys, chains, the turn
    FORGE = 90  # at the current cost + n; did = 1 if forged
    FORGE_FREE = 91
    UNFORGE = 92  # one key of the opponent
    CHAINS = 93
    # Lasting "argument" += n; where it holds houses |= the bits n, or if 0 the bit of x; UNHURT: your seat
    REST_OF_TURN = 94
    NEXT_TURN = 95  # likewise, in the opponent's next turn
    STOP = 96  # the rest of the program is passed over
    CHOOSE_PLAYER = 98  # one whose discard pile holds cards: x = seat
    ATTACKER_DISCARDS_TOP = 99  # the active player, as DISCARD_TOP
    FORGE_LESS_HAND = 97  # at the current cost + n, less 1 for each card in your hand; did as FORGE
    # cards that nothing general fits
    KILLING_MACHINE = 100
    COPY_ACTION = 101


class Subject(IntEnum):
    """What an operation is about."""

    PROGRAM = 0  # which row is next, and what is noted for it
    POOLS = 1
    AMBER_ON_CARDS = 2
    BODY = 3  # damage, destruction, power
    STATE = 4
    PLACE = 5  # cards go elsewhere
    ENTRANCE = 6  # cards are played, put into play, put under this or used
    LOAN = 7  # cards of others are used
    HANDS = 8
    DECK_TOP = 9
    DECK = 10
    RULES = 11


_OPERATIONS_ABOUT = {
    Subject.PROGRAM: (
        Operation.CHOOSE,
        Operation.CHOOSE_ALSO,
        Operation.CHOOSE_HOUSE,
        Operation.CHOOSE_HOUSE_OF_OPPONENT,
        Operation.CHOOSE_NUMBER,
        Operation.CHOOSE_AMOUNT,
        Operation.CHOOSE_PLAYER,
        Operation.NAME_HOUSE,
        Operation.MODES,
        Operation.JUMP,
        Operation.REPEAT,
        Operation.NOTE_DID,
        Operation.KILLING_MACHINE,
        Operation.COPY_ACTION,
    ),
    Subject.POOLS: (
        Operation.GAIN,
        Operation.OPPONENT_GAINS,
        Operation.LOSE,
        Operation.OPPONENT_LOSES,
        Operation.STEAL,
        Operation.OPPONENT_STEALS,
        Operation.STORE_AMBER,
        Operation.LOSE_HALF,
        Operation.LOSE_DOWN_TO,
    ),
    Subject.AMBER_ON_CARDS: (
        Operation.CAPTURE,
        Operation.CAPTURE_OWN,
        Operation.CAPTURE_EACH,
        Operation.CAPTURE_SOME,
        Operation.CAPTURE_OWN_SOME,
        Operation.PLACE_AMBER,
        Operation.TAKE_AMBER,
        Operation.OWNER_GAINS,
        Operation.OPPONENT_OF_CONTROLLER_GAINS,
    ),
    Subject.BODY: (
        Operation.DAMAGE,
        Operation.DAMAGE_SPLASH,
        Operation.DAMAGE_DESCENDING,
        Operation.DAMAGE_NO_ARMOR,
        Operation.ALLOCATE,
        Operation.STRIP_ARMOR,
        Operation.DESTROY,
        Operation.HEAL,
        Operation.ADD_COUNTERS,
    ),
    Subject.STATE: (
        Operation.STUN,
        Operation.UNSTUN,
        Operation.EXHAUST,
        Operation.READY,
        Operation.MARK,
        Operation.SWAP,
        Operation.CONTROL,
        Operation.CONTROL_UNTIL_LEAVES,
        Operation.CONTROL_AS,
        Operation.OPPONENT_CONTROLS_THIS,
    ),
    Subject.PLACE: (
        Operation.TO_HAND,
        Operation.TO_DECK_TOP,
        Operation.SHUFFLE_INTO_DECK,
        Operation.ARCHIVE,
        Operation.ABDUCT,
        Operation.PURGE,
        Operation.PURGE_FOR_THIS,
        Operation.DISCARD,
        Operation.REVEAL,
        Operation.MILL_UNTIL,
        Operation.PURGE_THIS_ACTION,
    ),
    Subject.ENTRANCE: (
        Operation.PUT_INTO_PLAY,
        Operation.PUT_UNDER,
        Operation.PLAY,
        Operation.FIGHT,
        Operation.READY_AND_FIGHT,
        Operation.READY_AND_FIGHT_ANOTHER,
        Operation.USE,
        Operation.READY_AND_USE,
        Operation.FIGHT_DAMAGE_TO,
    ),
    Subject.LOAN: (Operation.USE_AS_YOURS, Operation.RESOLVE_REAP),
    Subject.HANDS: (
        Operation.DRAW,
        Operation.DISCARD_RANDOM,
        Operation.OWNER_DISCARDS_RANDOM,
        Operation.LOOK_AT_HAND,
        Operation.REVEAL_HAND,
    ),
    Subject.DECK_TOP: (
        Operation.DISCARD_TOP,
        Operation.OPPONENT_DISCARDS_TOP,
        Operation.DISCARD_TOP_ALSO,
        Operation.ATTACKER_DISCARDS_TOP,
        Operation.REVEAL_TOP,
        Operation.ARCHIVE_TOP,
    ),
    Subject.DECK: (
        Operation.SHUFFLE_HAND_AND_DISCARD_IN,
        Operation.SHUFFLE_DISCARD_IN,
        Operation.SHUFFLE_DECK,
        Operation.SWAP_DECK_AND_DISCARD,
    ),
    Subject.RULES: (
        Operation.CANCEL_FIGHT,
        Operation.FORGE,
        Operation.FORGE_FREE,
        Operation.FORGE_LESS_HAND,
        Operation.UNFORGE,
        Operation.CHAINS,
        Operation.REST_OF_TURN,
        Operation.NEXT_TURN,
        Operation.STOP,
    ),
}
SUBJECTS = np.full(max(Operation) + 1, -1, np.int8)
"""What each operation is about, by its code."""
for _subject, _operations in _OPERATIONS_ABOUT.items():
    SUBJECTS[list(_operations)] = _subject


class Count(IntEnum):
    """What an amount is multiplied with. MATCHING counts the cards that the row's count filter lets pass."""

    NONE = 0
    MATCHING = 1
    DID = 2  # what the operation before did
    CHOSEN = 3  # cards in the frame's list
    OPPONENT_KEYS = 4
    UNFORGED_KEYS = 5  # yours
    OPPONENT_AMBER = 6
    OPPONENT_AMBER_ABOVE = 7  # more than the row's count argument
    AMBER_ON_THIS = 8
    AMBER_ON_LAST = 9
    CARDS_IN_HAND = 10
    ARCHIVED = 11  # yours
    CREATURES_IN_EXCESS = 12  # yours over the opponent's, at least 0
    ENEMY_CREATURES_IN_EXCESS = 13
    FALLEN = 14  # enemy creatures destroyed in fights this turn
    AMBER_ON_IT = 19  # on each card that the operation works on
    DID_YOURS = 20  # of the cards that the operation before destroyed or changed, yours: see frames.tally
    DID_OPPONENTS = 21
    NUMBER = 22  # the frame's x


class Condition(IntEnum):
    """When a row happens. Most take a number or a filter. Those about the last chosen fail while the list is empty,
    turned round or not. A row that does not happen leaves "did" and the list as they were."""

    NONE = 0
    DID = 1  # the operation before did at least n (1 if not given)
    OPPONENT_AMBER_AT_LEAST = 2
    OPPONENT_AMBER_IS = 3
    OPPONENT_HAS_MORE_AMBER = 4
    AMBER_AT_LEAST = 5  # yours
    MORE_CREATURES = 6  # you control more than the opponent
    FEWER_CREATURES = 7
    OPPONENT_FORGED = 8  # in the opponent's previous turn
    FORGED = 9  # you, this turn
    DESTROYED = 10  # the last chosen is no longer in play, and the operation before destroyed or moved a card
    NOT_DESTROYED = 11
    THERE_IS = 12  # at least n cards of the filter (1 if not given)
    THERE_IS_NO = 13
    LAST_IS = 14  # the last chosen matches the filter
    LAST_IS_NOT = 15
    PLAYED_EXACTLY = 16  # n cards this turn
    SANCTUM_PLAYED_AT_LEAST = 17
    USED_AT_LEAST = 18  # creatures this turn
    OPPONENT_PLAYED_CREATURES = 19  # at least n in the opponent's previous turn
    FIRST_USE = 20  # of this, this turn
    IN_PLAY = 21  # this
    CHOSEN_AT_LEAST = 22  # cards in the list
    EVENT_IS = 23  # the card that the trigger was about matches the filter
    BOTH_HAVE_CREATURES = 24
    ACTIVE_HOUSE = 25  # is house n
    OPPONENT_KEYS_AT_LEAST = 26


ROW = np.dtype(
    [
        (name, "i2")
        for name in (
            "operation",
            "amount",
            "argument",
            "select",
            "filter",
            "optional",
            "count",
            "count_filter",
            "count_argument",
            "condition",
            "condition_argument",
            "condition_filter",
            "otherwise",  # the condition is turned round
            "skip",  # rows to pass over once this one has happened or was refused: it stands for them
        )
    ],
    align=True,
)
FILTER = np.dtype(
    [
        ("traits", "i8"),  # bits, one of which the card must have; 0 = any
        ("without_traits", "i8"),
        ("properties", "i4"),  # Property bits, all of which must hold
        ("side", "i1"),
        ("place", "i1"),
        ("types", "i1"),  # bits of Type
        ("houses", "i2"),  # bits, one of which the card must belong to; 0 = any
        ("without_houses", "i2"),
        ("power_at_least", "i2"),
        ("power_at_most", "i2"),
        ("title", "i2"),  # a card type, or -1
    ],
    align=True,
)
CONSTANT_ROW = np.dtype(
    [(name, "i2") for name in ("kind", "amount", "filter", "side", "count", "count_filter")], align=True
)
"""`filter`: whom it works on, for those that work on cards; `side`: whose affair it is, for the others, seen from the
controller of the card; see Side."""
CARD_FACTS = np.dtype(
    [
        ("traits", "i8"),
        ("kinds", "i8"),  # bits of the constants that it has
        ("listens", "i8"),  # bits of the triggers for which it has programs
        ("program", "i2", (PROGRAMS, 2)),  # rows [start, end)
        ("when", "i2", (PROGRAMS,)),  # the filter that the event's card must pass, -1 = none
        ("matters", "i1", (PROGRAMS,)),  # Matter bits of the programs
        ("constant", "i2", (2,)),  # rows [start, end) of the constants table
        ("type", "i1"),
        ("house", "i1"),
        ("amber", "i1"),
        ("power", "i1"),
        ("armor", "i1"),
        ("keywords", "i1"),  # bits of Keyword
        ("assault", "i1"),
        ("hazardous", "i1"),
        ("plain", "i1"),  # 1 = no constants at all
        ("printed", "i1"),  # 1 = its facts are those of the game's own card
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("players", "i8"),
        ("first", "i8"),  # a seat, ROTATE or RANDOM_FIRST
        ("turn_limit", "i8"),  # turns of each player
        ("mulligans", "i1"),  # whether players are asked
        ("chains", "i2", (SEATS,)),  # at the start
        ("deck_card", "i2", (SEATS, DECK_SIZE)),  # card types; -1 in a table without decks
        ("deck_house", "i1", (SEATS, DECK_SIZE)),
        ("houses", "i2", (SEATS,)),  # bits
        ("lasting", "i2", (LASTING,)),  # the card type whose LATER program such an effect runs
        ("card", CARD_FACTS, (CARD_TYPES_MAX,)),
        ("row", ROW, (ROWS_MAX,)),
        ("filter", FILTER, (FILTERS_MAX,)),
        ("constant", CONSTANT_ROW, (CONSTANTS_MAX,)),
    ],
    align=True,
)
