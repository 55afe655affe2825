"""What the kernels of Berserk: Heroes read: the cards as tables of numbers, and the meaning of those numbers.

A program is a range of rows. A row is an operation on a selection of cards, with an amount and a condition; see
`Operation` for what each does, `notation.py` for how a card file writes it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from .state import CARDS, FRAME, SEATS, SLOTS

CARD_TYPES_MAX = 340
ROWS_MAX = 1400
FILTERS_MAX = 320
ABILITIES_MAX = 460
CONSTANTS_MAX = 160
MODES_MAX = 4
PRINTED_COPIES = 3
"""Copies of Meditation, or of Thirst, on one card."""
ALL = 9_999
"""As an amount: all there is."""


class Keyword(IntEnum):
    """What a card has by a word, with a value; those without a number have value 1."""

    RUSH = 0
    HORDE = 1
    UNIQUENESS = 2
    ATTACK_MASTERY = 3
    DEFENCE_MASTERY = 4
    DIRECT_STRIKE = 5
    FIRST_STRIKE = 6
    LAST_STRIKE = 7
    SPELL_WARD = 8
    SHOT_WARD = 9
    SUPPRESSION = 10
    SLEEPING = 11
    CLUTCH = 12
    CREATED = 13
    PLACED = 14
    MODULE = 15
    FRENZY = 16
    # properties that card texts say in words
    CANNOT_ATTACK = 17
    CANNOT_DEFEND = 18
    CANNOT_ACT = 19
    CANNOT_BE_ATTACKED = 20  # by strike attacks
    DEFENDS_ALWAYS = 21  # any number of times a turn
    NO_UNTAP = 22  # does not untap
    NO_WOUNDS = 23  # takes none
    DEALS_NO_WOUNDS = 24
    KEEPS_ABILITIES = 25  # cannot lose them
    ATTACKS_UNWOUNDED_ONLY = 26
    NO_SPELL_WOUNDS = 27
    NO_CAPTURE = 28  # the opponent's cards cannot capture it or return it to hand
    NO_HIRE = 29
    DIRECT_VS_CREATURES = 30
    DIRECT_VS_HEROES = 31
    DIRECT_VS_OTHER_CLASSES = 32  # creatures of a class that it does not have
    # with values
    ARMOUR = 33
    SCALES = 34
    REGENERATION = 35
    MEDITATION = 36
    THIRST = 37
    MIGHT = 38
    FEWER_FROM_ATTACKS = 39  # strength of strikes and Shots against it
    FEWER_FROM_STRIKES = 40
    ALL_ELEMENTS = 41  # has every element and counts as neutral
    AMBUSH = 42  # only to be asked for: whether the card has any
    ARMOUR_WHILE_ATTACKING = 43
    WOUNDS_TAKEN_FEWER = 44  # of attacks
    AWAKE = 45  # has lost Sleeping
    OTHER_ABILITY = 46  # only to be asked for: an ability that a card in play gives it, or that does not work


KEYWORD_COUNT = len(Keyword)
NUMBERED = (
    Keyword.ARMOUR,
    Keyword.SCALES,
    Keyword.REGENERATION,
    Keyword.MEDITATION,
    Keyword.THIRST,
    Keyword.MIGHT,
    Keyword.FEWER_FROM_ATTACKS,
    Keyword.FEWER_FROM_STRIKES,
    Keyword.AMBUSH,
    Keyword.ARMOUR_WHILE_ATTACKING,
    Keyword.WOUNDS_TAKEN_FEWER,
)
"""Keywords with a value."""


class Stage(IntEnum):
    """In which order constants change what cards are: what looks at others follows them. Rules 7.1, 7.9."""

    ABILITIES = 0  # whose texts count
    KEYWORDS = 1
    FIGURES = 2  # what is added to strike and life
    SETTING = 3  # what strike becomes
    LATE_KEYWORDS = 4  # those that look at figures or at keywords
    USELESS_KEYWORDS = 5  # those that do not work


STAGES = len(Stage)
STAGES_AT = 50
"""The bit of the first stage among the bits of a card's constants; kinds of constants are below."""


class Side(IntEnum):
    """Whose cards a filter lets pass, seen from "you": of cards in play their controllers', of cards being played those
    of who plays them, else their owners'.
    """

    ANY = 0
    FRIENDLY = 1
    ENEMY = 2


class Place(IntEnum):
    """Where a filter looks for cards. HAND, GRAVEYARD, DECK, SIDEBOARD: yours unless the side is ENEMY (the
    opponent's); the word `anyones` stands for both. ANYWHERE: asked of one card, wherever it is.
    """

    PLAY, HAND, GRAVEYARD, DECK, SIDEBOARD, CAPTURED, CAPTURED_BY_THIS, CAPTURED_BY_HERO, ANYWHERE = range(9)


class Property(IntEnum):
    """Bits of what a filter asks of a card; what compares with the last card chosen holds for none without one."""

    OTHER = 1 << 0  # not this
    THIS = 1 << 1
    TAPPED = 1 << 2
    UNTAPPED = 1 << 3
    WOUNDED = 1 << 4
    UNWOUNDED = 1 << 5
    NEUTRAL = 1 << 6
    MULTI_ELEMENT = 1 << 7
    ONE_ELEMENT = 1 << 8
    WITHOUT_ABILITIES = 1 << 9
    WITH_UNIQUENESS = 1 << 10
    WITHOUT_UNIQUENESS = 1 << 11
    WITH_THIRST = 1 << 12
    WITH_MEDITATION = 1 << 13
    WITH_REGENERATION = 1 << 14
    WITH_AMBUSH = 1 << 15
    CAPTURER = 1 << 16  # has captured a card that is still under it
    NOT_CAPTURER = 1 << 17
    STRIKE_BELOW_LIFE = 1 << 18  # current life
    GREATEST_STRIKE = 1 << 19  # among those that match otherwise
    NOT_CREATED = 1 << 20
    CHOSEN = 1 << 21  # in the frame's list
    NOT_CHOSEN = 1 << 22
    THE_EVENT = 1 << 23
    NOT_THE_EVENT = 1 << 24
    COST_IS_X = 1 << 25  # the frame's x
    COST_AT_MOST_X = 1 << 26
    COST_BELOW_LAST = 1 << 27  # less than that of the last card chosen
    SAME_NAME = 1 << 28  # called like the last card chosen; in `use` of a card like this
    NAME_OF_THIS = 1 << 29
    NAMED = 1 << 30  # called as the name that was named
    DARKNESS_OR_NEUTRAL = 1 << 31
    NEW_CLASS = 1 << 32  # has a class that no creature of yours has
    WITH_EXTRA_LIFE = 1 << 33
    NOT_HERO = 1 << 34
    ATTACKING = 1 << 35
    WITH_ABILITIES = 1 << 37
    OWN = 1 << 39  # owned by you, whoever controls it
    TOTAL_AT_MOST_X = 1 << 41  # with the costs of the cards chosen
    LINKED = 1 << 42  # to this; in play: chosen by it
    SHOWN = 1 << 43
    OTHER_ELEMENTS = 1 << 44  # another combination than each card chosen


class Select(IntEnum):
    """On which cards an operation works."""

    NONE = 0
    THIS = 1
    HERO = 2  # yours
    OPPONENT_HERO = 3
    CHOSEN = 4  # all cards in the frame's list
    FIRST = 5
    LAST = 6
    EVENT = 7  # the card that the trigger is about
    BY = 8  # the card that did it
    EACH = 9  # all cards that the row's filter lets pass


class Operation(IntEnum):
    """What a row does. n is its amount, times the row's count if it has one; "did" is noted in the frame: how many
    cards were really changed, or what is said here.
    """

    # choices
    CHOOSE = 0  # n cards of the filter (all if there are fewer), a new list; optional: at most n, ended by "done"
    CHOOSE_ALSO = 1  # likewise, of those not in the list yet, added to it
    CHOOSE_NUMBER = 2  # from 0 to n: x
    CHOOSE_MODE = 3  # up to n of the card's modes, in the order chosen; the first has to be chosen
    CHOOSE_NEW_MODE = 4  # one that this has not chosen this turn
    NAME_CARD = 5  # any card of the game
    # whose choices follow, and who is "you"
    AS_YOU = 6
    AS_OPPONENT = 7
    AS_OWNER = 8  # of the last chosen
    AS_CONTROLLER = 9  # likewise; of a hero: the player
    AS_ACTIVE = 10
    AS_LOWEST_LIFE = 11  # the player whose hero has less life; if equal the program ends
    # the program
    STOP = 12
    TIMES = 13  # what follows happens n times, up to ENOUGH or the end
    SET_X = 14
    ADD_X = 15
    AGREE = 23  # nothing but a question
    ENOUGH = 24
    NOTE = 16  # n is noted on this
    LINK = 17  # the cards are linked to this
    DELAY = 18  # the card's `later` abilities wait
    CANCEL = 19  # event, a card being played
    REPEAT_SPELL = 20  # event
    APPLY_SPELLS = 21  # what the cards do as spells, one after another
    HIRE_AGAIN = 22  # of this
    # wounds and life
    WOUND = 30  # did: wounds put
    SHOT = 32
    FIGHT = 33  # each of the cards fights the last chosen
    FIGHT_EVENT = 34  # each of the cards fights event
    FIGHT_EACH = 35  # this fights each of the chosen
    HEAL = 36  # did: wounds removed, of all together
    DESTROY = 37
    BOOST = 38
    EXTRA_LIFE = 39
    REMOVE_EXTRA_LIFE = 40  # did: removed
    POISON = 41
    STRIKE = 42  # added for good
    STRIKE_NOW = 43  # added until the end of the turn
    SET_STRIKE = 44
    SWAP_STRIKE_AND_LIFE = 45
    DOUBLE = 46  # strike and life
    # state
    TAP = 50
    UNTAP = 51
    READY = 52
    STUN = 53
    STAY_TAPPED = 54  # in the next untap phase
    GRANT = 55  # keyword `argument` with value n
    GRANT_NOW = 56  # until the end of the turn
    GRANT_ROUND = 57  # until the start of your turn
    GRANT_OWN_TURN = 58  # until the end of its controller's turn
    GRANT_YOUR_TURN = 74  # until the end of your next turn
    GRANT_WHILE = 76  # as long as this is in play
    LOSE_KEYWORD = 75  # keyword `argument`; did: cards that had it
    GAIN_TEXT = 59  # the cards have this card's gained abilities
    GAIN_TEXT_OF = 60  # this has all abilities of the last chosen
    LOSE_ABILITIES = 61
    LOSE_CLASSES = 62
    GAIN_CLASS = 63
    REMOVE_EFFECTS = 64
    CONTROL = 65
    CONTROL_NOW = 66  # until the end of the turn
    GIVE_TO_OPPONENT = 67
    BECOME = 68  # this becomes the last chosen
    ATTACH = 25  # this, a module, becomes part of the last chosen
    HIDE = 69
    REVEAL = 70
    RIPEN = 71
    KNOWLEDGE = 72
    SUPPLY = 73
    # cards on the move
    TO_HAND = 80
    TO_DECK_TOP = 81
    TO_DECK_BOTTOM = 82
    TO_DECK_BOTTOM_RANDOM = 83
    SHUFFLE_INTO_DECK = 84
    TO_GRAVEYARD = 85
    DISCARD = 86
    DRAW = 87  # did: cards drawn
    PUT_INTO_PLAY = 88  # under your control
    PUT_INTO_PLAY_TAPPED = 89
    PUT_INTO_PLAY_OWNER = 90  # under its owner's control
    PLAY = 91  # did: 1 if it was played
    PLAY_FREE = 92
    PLAY_FOR = 93  # for n gold
    PLAY_FOR_THIRST = 105  # for nothing, with Thirst of their cost
    CAPTURE = 94  # under this
    HERO_CAPTURES = 95
    SHUFFLE_DECK = 96
    SHOW_TOP = 97  # n cards of your deck are shown: what the filter word `shown` means
    LOOK_TOP = 98  # only you see them
    REVEAL_UNTIL = 99  # cards of your deck are shown until n match the filter
    SHOW_RANDOM = 100  # a card of your hand, which is chosen
    SHOW_HAND = 101
    SWAP_HAND_AND_SIDEBOARD = 102
    CREATE = 103  # n tokens `argument`
    COPY = 104  # n copies of each of the cards
    # gold and turns
    GAIN_GOLD = 110
    GAIN_TAPPED_GOLD = 111
    GAIN_GOLD_NOW = 112  # until the end of the turn
    GAIN_GOLD_OWN_TURN = 113  # until the end of your turn
    GAIN_TAPPED_GOLD_NEXT_TURN = 114  # until the end of the next turn
    GAIN_SPELL_GOLD = 115  # until the end of the turn, for spells
    LOSE_GOLD = 116  # did: lost
    LOSE_GOLD_NEXT_TURN = 117  # until the end of your next turn; did: n if it could all be lost
    TAP_GOLD = 118  # did: tapped
    UNTAP_GOLD = 119
    UNTAP_HALF_GOLD = 120  # half of all your gold, rounded down
    PAY = 121  # gold; did: n if all could be paid, else nothing is
    FORBID_NAME = 124  # of the last chosen
    LASTING = 122  # `argument` of yours += n
    LASTING_OPPONENT = 123


class Count(IntEnum):
    """What an amount is multiplied with. MATCHING counts the cards that the row's count filter lets pass."""

    NONE = 0
    MATCHING = 1
    X = 2
    Y = 3
    DID = 4
    DID_ABOVE = 5  # did less the count's argument
    EXCESS = 6  # of the wounds or the healing before
    CHOSEN = 7  # cards in the frame's list
    STRIKE_OF_LAST = 8
    COST_OF_LAST = 9
    LIFE_OF_LAST = 10
    COST_OF_EVENT = 11
    REGENERATION_OF_EVENT = 12
    COST_OF_CHOSEN = 13  # of all together
    HAND = 14
    HAND_ABOVE = 15  # more than the argument
    GOLD = 16
    UNTAPPED_GOLD = 17
    DISCARDED = 18  # by you this turn
    MEDITATION = 19  # sum of the values of your creatures
    CAPTURED = 20  # cards under your characters
    RIPENING = 21  # counters on this
    NAMESAKES_PLAYED = 22  # cards called like this, played by you this turn
    THIRST_TARGETS = 23  # characters chosen for this card's Thirst
    LAST_WOUNDS = 24  # the number of the last wounds that a character of yours took
    GOLD_OF_OPPONENT = 25


class Condition(IntEnum):
    """When a row happens, an ability triggers or a constant holds. Most take a number or a filter."""

    NONE = 0
    DID = 1  # at least n (1 if not given)
    CHOSEN = 2  # likewise, cards in the list
    AT_LEAST = 3  # n cards of the filter
    ANY = 4
    LAST_IS = 5
    EVENT_IS = 6
    BY_IS = 7
    THIS_IS = 8
    X_AT_LEAST = 9
    SPENT_NOTHING = 10  # x = 0
    GOLD = 11  # at least n
    UNTAPPED_GOLD = 12
    LESS_GOLD = 13  # than the opponent
    OPPONENT_NO_UNTAPPED_GOLD = 14
    HAND = 15  # at least n
    OPPONENT_HAND = 16
    MORE_HAND = 17  # than the opponent
    FEWER_HAND = 18
    DISCARDED = 19  # at least n cards this turn, by you
    DISCARDED_IS = 20
    PLAYED_CLASS = 21  # a card of the class this turn, by you
    YOUR_TURN = 22
    BY_STRIKE = 23  # the wounds
    NOT_BY_STRIKE = 24
    PAID = 25  # y gold for Meditation, at least 1
    HERO_WOUNDED = 26  # by the Meditation
    FIRST_DRAWN = 27  # the event is the first card drawn this turn
    GRAVEYARD_NAMES = 28  # at least n cards of different names
    HERO_BELOW_THIS = 29  # your hero has less current life than this
    THIRST_KILLED = 30  # this card's Thirst killed a creature
    NOTED = 31  # n is noted on this
    OPPONENT_HERO_TAPPED = 32
    TOP_LOWEST = 33  # your shown card has the lowest cost of those shown
    GRAVEYARD_ABOVE_COST = 34  # the graveyard of who plays the event has more cards than it costs
    ATTACKING = 35  # this attacks
    HAND_TWINS = 36  # two of your support cards are called alike
    EXTRA_LIFE = 37  # of your characters together: at least n


def fields(*names: str) -> np.dtype:
    """A record of small numbers."""
    return np.dtype([(name, "i2") for name in names])


ROW = fields(
    "operation",
    "amount",
    "argument",
    "select",
    "filter",
    "optional",
    "count",
    "count_argument",
    "count_filter",
    "condition",
    "condition_argument",
    "condition_filter",
    "otherwise",
    "skip",
)
CONSTANT_ROW = fields(
    "kind",
    "argument",
    "amount",
    "side",
    "filter",
    "source",
    "count",
    "count_argument",
    "count_filter",
    "condition",
    "condition_argument",
    "condition_filter",
    "otherwise",
    "stage",
    "form",
)
"""filter: whom, -1 for this; source: from whom wounds come, -1 for anybody; stage: -1 if it changes no card."""
ABILITY = np.dtype(
    [
        ("trigger", "i2"),
        ("start", "i2"),
        ("end", "i2"),
        ("limit", "i1"),
        ("form", "i1"),
        ("zone", "i1"),
        ("turns", "i1"),
        ("when", "i2"),  # filter of the event, or -1
        ("by", "i2"),
        ("condition", "i2"),
        ("condition_argument", "i2"),
        ("condition_filter", "i2"),
        ("otherwise", "i2"),
        ("ambush", "i1"),  # gold, or -1
        ("gold", "i1"),  # payment: gold, or PAY_X
        ("tap", "i1"),
        ("needs", "i1"),  # so many cards
        ("needs_filter", "i2"),
        ("text", "i2"),  # the card type in whose text it stands
    ],
    align=True,
)
PAY_X = -2
FILTER = np.dtype(
    [
        ("types", "i2"),
        ("side", "i1"),
        ("place", "i1"),
        ("both", "i1"),
        ("elements", "i2"),
        ("without_elements", "i2"),
        ("classes", "i8"),
        ("without_classes", "i8"),
        ("cost_at_least", "i2"),
        ("cost_at_most", "i2"),
        ("strike_at_least", "i2"),
        ("strike_at_most", "i2"),
        ("title", "i2"),
        ("properties", "i8"),
    ],
    align=True,
)
CARD_TYPE = np.dtype(
    [
        ("type", "i1"),
        ("cost_x", "i1"),
        ("cost", "i2"),
        ("strike", "i2"),
        ("life", "i2"),
        ("elements", "i2"),
        ("classes", "i8"),
        ("keywords", "i8"),  # bits
        ("armour", "i1"),
        ("scales", "i1"),
        ("regeneration", "i1"),
        ("might", "i1"),
        ("meditation", "i1", (PRINTED_COPIES,)),
        ("thirst", "i1", (PRINTED_COPIES,)),
        ("fewer_from_attacks", "i1"),
        ("fewer_from_strikes", "i1"),
        ("ambush", "i1"),
        ("armour_attacking", "i1"),
        ("vanilla", "i1"),  # no ability at all
        ("listens", "i8"),  # bits of triggers
        ("elsewhere", "i8"),  # of abilities that work out of play
        ("constants", "i8"),  # bits of constants and, from STAGES_AT, of their stages
        ("ability", "i2", (2,)),  # first, end
        ("constant", "i2", (2,)),
        ("modes", "i2", (MODES_MAX, 2)),  # program of each mode
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("card", CARD_TYPE, (CARD_TYPES_MAX,)),
        ("row", ROW, (ROWS_MAX,)),
        ("filter", FILTER, (FILTERS_MAX,)),
        ("ability", ABILITY, (ABILITIES_MAX,)),
        ("constant", CONSTANT_ROW, (CONSTANTS_MAX,)),
        ("text_frame", FRAME, (SEATS, CARDS)),  # of a text of a card that is asked for outside programs, by "you"
        # the table
        ("card_types", "i2"),
        ("egg", "i2"),  # what Clutch creates, or -1
        ("players", "i1"),
        ("first", "i1"),
        ("mulligans", "i1"),
        ("turn_limit", "i2"),
        ("hero", "i2", (SEATS,)),
        ("extra_life", "i2", (SEATS,)),
        ("gold", "i2", (SEATS,)),
        ("deck", "i2", (SEATS, SLOTS)),  # card types, -1 after the last
        ("sideboard", "i2", (SEATS, SLOTS)),
    ],
    align=True,
)


class Group(IntEnum):
    """What an operation is about."""

    PROGRAM, HARM, BODY, STATE, WORDS, MOVES, ENTRANCE, DECK, GOLD = range(9)


_GROUPS = {
    Group.PROGRAM: (
        Operation.AS_YOU,
        Operation.AS_OPPONENT,
        Operation.AS_OWNER,
        Operation.AS_CONTROLLER,
        Operation.AS_ACTIVE,
        Operation.AS_LOWEST_LIFE,
        Operation.STOP,
        Operation.TIMES,
        Operation.SET_X,
        Operation.ADD_X,
        Operation.AGREE,
        Operation.ENOUGH,
        Operation.NOTE,
        Operation.LINK,
        Operation.DELAY,
        Operation.CANCEL,
        Operation.HIRE_AGAIN,
        Operation.REPEAT_SPELL,
        Operation.APPLY_SPELLS,
    ),
    Group.HARM: (
        Operation.WOUND,
        Operation.SHOT,
        Operation.FIGHT,
        Operation.FIGHT_EVENT,
        Operation.FIGHT_EACH,
        Operation.HEAL,
        Operation.DESTROY,
    ),
    Group.BODY: (
        Operation.BOOST,
        Operation.EXTRA_LIFE,
        Operation.REMOVE_EXTRA_LIFE,
        Operation.POISON,
        Operation.STRIKE,
        Operation.STRIKE_NOW,
        Operation.SET_STRIKE,
        Operation.SWAP_STRIKE_AND_LIFE,
        Operation.DOUBLE,
        Operation.RIPEN,
        Operation.KNOWLEDGE,
        Operation.SUPPLY,
    ),
    Group.STATE: (
        Operation.TAP,
        Operation.UNTAP,
        Operation.READY,
        Operation.STUN,
        Operation.STAY_TAPPED,
        Operation.CONTROL,
        Operation.CONTROL_NOW,
        Operation.GIVE_TO_OPPONENT,
        Operation.HIDE,
        Operation.REVEAL,
    ),
    Group.WORDS: (
        Operation.GRANT,
        Operation.GRANT_NOW,
        Operation.GRANT_ROUND,
        Operation.GRANT_OWN_TURN,
        Operation.GRANT_YOUR_TURN,
        Operation.GRANT_WHILE,
        Operation.LOSE_KEYWORD,
        Operation.GAIN_TEXT,
        Operation.GAIN_TEXT_OF,
        Operation.LOSE_ABILITIES,
        Operation.LOSE_CLASSES,
        Operation.GAIN_CLASS,
        Operation.REMOVE_EFFECTS,
        Operation.BECOME,
        Operation.ATTACH,
    ),
    Group.MOVES: (
        Operation.TO_HAND,
        Operation.TO_DECK_TOP,
        Operation.TO_DECK_BOTTOM,
        Operation.TO_DECK_BOTTOM_RANDOM,
        Operation.SHUFFLE_INTO_DECK,
        Operation.TO_GRAVEYARD,
        Operation.DISCARD,
        Operation.CAPTURE,
        Operation.HERO_CAPTURES,
    ),
    Group.ENTRANCE: (
        Operation.PUT_INTO_PLAY,
        Operation.PUT_INTO_PLAY_TAPPED,
        Operation.PUT_INTO_PLAY_OWNER,
        Operation.PLAY,
        Operation.PLAY_FREE,
        Operation.PLAY_FOR,
        Operation.PLAY_FOR_THIRST,
        Operation.CREATE,
        Operation.COPY,
    ),
    Group.DECK: (
        Operation.DRAW,
        Operation.SHUFFLE_DECK,
        Operation.SHOW_TOP,
        Operation.LOOK_TOP,
        Operation.REVEAL_UNTIL,
        Operation.SHOW_RANDOM,
        Operation.SHOW_HAND,
        Operation.SWAP_HAND_AND_SIDEBOARD,
    ),
    Group.GOLD: (
        Operation.GAIN_GOLD,
        Operation.GAIN_TAPPED_GOLD,
        Operation.GAIN_GOLD_NOW,
        Operation.GAIN_GOLD_OWN_TURN,
        Operation.GAIN_TAPPED_GOLD_NEXT_TURN,
        Operation.GAIN_SPELL_GOLD,
        Operation.LOSE_GOLD,
        Operation.LOSE_GOLD_NEXT_TURN,
        Operation.TAP_GOLD,
        Operation.UNTAP_GOLD,
        Operation.UNTAP_HALF_GOLD,
        Operation.PAY,
        Operation.LASTING,
        Operation.LASTING_OPPONENT,
        Operation.FORBID_NAME,
    ),
}
GROUPS = np.full(max(Operation) + 1, -1, np.int8)
"""What each operation is about, by its code; -1: a choice."""
for _group, _operations in _GROUPS.items():
    GROUPS[list(_operations)] = _group
