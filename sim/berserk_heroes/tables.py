"""What the kernels of Berserk: Heroes read: the cards as tables of numbers, and the meaning of those numbers.

A program is a range of rows. A row is an operation on a selection of cards, with an amount and a condition; see
`Operation` for what each does, `notation.py` for how a card file writes it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..cards.rows import ROW
from ..reading.notation import Codes, Object, Term, number
from .state import CARDS, FRAME, SEATS, SLOTS, Lasting

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
    PLAYER = 1 << 45  # a hero who stands for his player: hidden or with Spell ward too, as the card is no target


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


class Group(IntEnum):
    """What an operation is about."""

    PROGRAM, HARM, BODY, STATE, WORDS, MOVES, ENTRANCE, DECK, GOLD = range(9)


NUMBER, NUMBER_OR_ALL = (number(0, 99),), (number(0, 99, {"all": ALL}),)
SIGNED = (number(-99, 99),)
SELECTED, PICKED, ONE_CARD = Object.SELECTION, Object.FILTER, Object.FILTER_OF_ONE
KEYWORDS = {
    keyword.name.lower(): Term(
        keyword, NUMBER if keyword in NUMBERED else (), default=None if keyword in NUMBERED else 1
    )
    for keyword in Keyword
}
LASTINGS = {kind.name.lower(): Term(kind, NUMBER, default=1) for kind in Lasting}


class Operation(Codes):
    """What a row does. n is its amount, times the row's count if it has one; "did" is noted in the frame: how many
    cards were really changed, or what is said here.
    """

    # choices

    # n cards of the filter (all if there are fewer), a new list; optional: at most n, ended by "done"
    CHOOSE = Term(
        0, NUMBER_OR_ALL, "choose so many such cards (1 if not said); may: up to so many", PICKED, 1, picks=True
    )
    # likewise, of those not in the list yet, added to it
    CHOOSE_ALSO = Term(1, NUMBER_OR_ALL, "choose more cards, other than those chosen before", PICKED, 1, picks=True)
    # from 0 to n: x
    CHOOSE_NUMBER = Term(2, NUMBER, "choose a number from 0 to this: x", asks=True)
    # up to n of the card's modes, in the order chosen; the first has to be chosen
    CHOOSE_MODE = Term(
        3, NUMBER, "choose up to so many different modes of the card; the first must be chosen", default=1, asks=True
    )
    # one that this has not chosen this turn
    CHOOSE_NEW_MODE = Term(4, (), "choose a mode that was not chosen this turn", asks=True)
    # any card of the game
    NAME_CARD = Term(5, (), "name any card of the game", asks=True)

    # whose choices follow, and who is "you"

    AS_YOU = Term(6, (), "what follows is again yours", about=Group.PROGRAM)
    AS_OPPONENT = Term(7, (), "what follows happens as if your opponent's text said it", about=Group.PROGRAM)
    # of the last chosen
    AS_OWNER = Term(8, (), "likewise the owner's of the card chosen last", about=Group.PROGRAM)
    # likewise; of a hero: the player
    AS_CONTROLLER = Term(
        9, (), "likewise of who controls the card chosen last; of a hero its player", about=Group.PROGRAM
    )
    AS_ACTIVE = Term(10, (), "likewise of the player whose turn it is", about=Group.PROGRAM)
    # the player whose hero has less life; if equal the program ends
    AS_LOWEST_LIFE = Term(
        11, (), "likewise of the player whose hero has less life; nothing follows if equal", about=Group.PROGRAM
    )

    # the program

    STOP = Term(12, (), "the rest does not happen", about=Group.PROGRAM)
    # what follows happens n times, up to ENOUGH or the end
    TIMES = Term(
        13, NUMBER, "what follows happens so many times, up to `enough` or the end", default=1, about=Group.PROGRAM
    )
    SET_X = Term(14, NUMBER, "x becomes this", about=Group.PROGRAM)
    ADD_X = Term(15, NUMBER, "x grows by this", about=Group.PROGRAM)
    # nothing but a question
    AGREE = Term(23, (), "nothing; may agree: only the question", about=Group.PROGRAM)
    ENOUGH = Term(24, (), "what is repeated ends here", about=Group.PROGRAM)
    # n is noted on this
    NOTE = Term(16, NUMBER, "a number, 1 to 4, is noted on this, see the condition `noted`", about=Group.PROGRAM)
    # the cards are linked to this
    LINK = Term(
        17,
        (),
        "the cards are linked to this, in play one alone: see the filter word `linked`",
        SELECTED,
        about=Group.PROGRAM,
    )
    # the card's `later` abilities wait
    DELAY = Term(18, (), "the card's `later` abilities wait, and happen once", about=Group.PROGRAM)
    # event, a card being played
    CANCEL = Term(19, (), "event, a card being played, is cancelled", about=Group.PROGRAM)
    # event
    REPEAT_SPELL = Term(20, (), "event, a spell, is repeated", about=Group.PROGRAM)
    # what the cards do as spells, one after another
    APPLY_SPELLS = Term(21, (), "the effects of the cards, which are spells, happen", SELECTED, about=Group.PROGRAM)
    # of this
    HIRE_AGAIN = Term(22, (), "the Hire of this happens again", about=Group.PROGRAM)

    # wounds and life

    # did: wounds put
    WOUND = Term(30, NUMBER, "the cards take wounds", SELECTED, about=Group.HARM)
    SHOT = Term(32, NUMBER, "a Shot at each of the cards", SELECTED, about=Group.HARM)
    # each of the cards fights the last chosen
    FIGHT = Term(33, (), "each of the cards fights the card chosen last", SELECTED, about=Group.HARM)
    # each of the cards fights event
    FIGHT_EVENT = Term(34, (), "each of the cards fights event", SELECTED, about=Group.HARM)
    # this fights each of the chosen
    FIGHT_EACH = Term(35, (), "this fights each of the cards, one after another", SELECTED, about=Group.HARM)
    # did: wounds removed, of all together
    HEAL = Term(36, NUMBER_OR_ALL, "the cards are healed", SELECTED, about=Group.HARM)
    DESTROY = Term(37, (), "the cards are destroyed", SELECTED, about=Group.HARM)
    BOOST = Term(38, NUMBER, "boost counters", SELECTED, 1, about=Group.BODY)
    EXTRA_LIFE = Term(39, NUMBER, "extra life", SELECTED, about=Group.BODY)
    # did: removed
    REMOVE_EXTRA_LIFE = Term(40, NUMBER, "extra life of the cards is removed", SELECTED, about=Group.BODY)
    POISON = Term(41, NUMBER, "the cards are poisoned", SELECTED, about=Group.BODY)
    # added for good
    STRIKE = Term(42, SIGNED, "the cards have more (or less) strike for good", SELECTED, about=Group.BODY)
    # added until the end of the turn
    STRIKE_NOW = Term(43, SIGNED, "likewise until the end of the turn", SELECTED, about=Group.BODY)
    SET_STRIKE = Term(44, NUMBER, "their strike becomes this", SELECTED, about=Group.BODY)
    SWAP_STRIKE_AND_LIFE = Term(45, (), "their strike and life are swapped", SELECTED, about=Group.BODY)
    # strike and life
    DOUBLE = Term(46, (), "their strike and life are doubled", SELECTED, about=Group.BODY)

    # state

    TAP = Term(50, (), "the cards are tapped", SELECTED, about=Group.STATE)
    UNTAP = Term(51, (), "the cards are untapped", SELECTED, about=Group.STATE)
    READY = Term(52, (), "the cards are untapped and may act again", SELECTED, about=Group.STATE)
    STUN = Term(53, (), "the cards are stunned", SELECTED, about=Group.STATE)
    # in the next untap phase
    STAY_TAPPED = Term(54, (), "the cards do not untap in their next untap phase", SELECTED, about=Group.STATE)
    # keyword `argument` with value n
    GRANT = Term(
        55, (), "the cards gain a keyword for good: grant armour 1 chosen", SELECTED, of=KEYWORDS, about=Group.WORDS
    )
    # until the end of the turn
    GRANT_NOW = Term(56, (), "likewise until the end of the turn", SELECTED, of=KEYWORDS, about=Group.WORDS)
    # until the start of your turn
    GRANT_ROUND = Term(57, (), "likewise until the start of your turn", SELECTED, of=KEYWORDS, about=Group.WORDS)
    # until the end of its controller's turn
    GRANT_OWN_TURN = Term(
        58, (), "likewise until the end of their controllers' turns", SELECTED, of=KEYWORDS, about=Group.WORDS
    )
    # until the end of your next turn
    GRANT_YOUR_TURN = Term(74, (), "likewise until the end of your next turn", SELECTED, of=KEYWORDS, about=Group.WORDS)
    # as long as this is in play
    GRANT_WHILE = Term(76, (), "likewise as long as this is in play", SELECTED, of=KEYWORDS, about=Group.WORDS)
    # keyword `argument`; did: cards that had it
    LOSE_KEYWORD = Term(
        75, (), "the cards lose a keyword; did: cards that had it", SELECTED, of=KEYWORDS, about=Group.WORDS
    )
    # the cards have this card's gained abilities
    GAIN_TEXT = Term(59, (), "the cards have the `gained_` abilities of this", SELECTED, about=Group.WORDS)
    # this has all abilities of the last chosen
    GAIN_TEXT_OF = Term(60, (), "this has all abilities of the card chosen last", about=Group.WORDS)
    LOSE_ABILITIES = Term(61, (), "the cards lose what is printed on them", SELECTED, about=Group.WORDS)
    LOSE_CLASSES = Term(62, (), "the cards lose their classes", SELECTED, about=Group.WORDS)
    GAIN_CLASS = Term(63, word=None, about=Group.WORDS)
    REMOVE_EFFECTS = Term(64, (), "all effects on the cards end; did: cards that had any", SELECTED, about=Group.WORDS)
    CONTROL = Term(65, (), "you control the cards", SELECTED, about=Group.STATE)
    # until the end of the turn
    CONTROL_NOW = Term(66, (), "likewise until the end of the turn", SELECTED, about=Group.STATE)
    GIVE_TO_OPPONENT = Term(67, (), "your opponent controls the cards", SELECTED, about=Group.STATE)
    # this becomes the last chosen
    BECOME = Term(68, (), "this becomes a copy of the card chosen last", about=Group.WORDS)
    # this, a module, becomes part of the last chosen
    ATTACH = Term(
        25,
        (),
        "the card chosen last has the figures and keywords of this too; this does not come into play",
        SELECTED,
        about=Group.WORDS,
    )
    HIDE = Term(69, (), "the cards are hidden", SELECTED, about=Group.STATE)
    REVEAL = Term(70, (), "the cards are hidden no more", SELECTED, about=Group.STATE)
    RIPEN = Term(71, NUMBER, "ripening counters", SELECTED, 1, about=Group.BODY)
    KNOWLEDGE = Term(72, NUMBER, "knowledge counters", SELECTED, 1, about=Group.BODY)
    SUPPLY = Term(73, NUMBER, "supply counters", SELECTED, 1, about=Group.BODY)

    # cards on the move

    TO_HAND = Term(80, (), "the cards go to their owners' hands", SELECTED, about=Group.MOVES)
    TO_DECK_TOP = Term(81, (), "on top of their owners' decks, one after another", SELECTED, about=Group.MOVES)
    TO_DECK_BOTTOM = Term(82, (), "under their owners' decks", SELECTED, about=Group.MOVES)
    TO_DECK_BOTTOM_RANDOM = Term(83, (), "likewise, in random order", SELECTED, about=Group.MOVES)
    SHUFFLE_INTO_DECK = Term(84, (), "into their owners' decks, which are shuffled", SELECTED, about=Group.MOVES)
    TO_GRAVEYARD = Term(
        85, (), "the cards, which are not in play, go to graveyards; no discard", SELECTED, about=Group.MOVES
    )
    DISCARD = Term(86, (), "the cards are discarded from hand", SELECTED, about=Group.MOVES)
    # did: cards drawn
    DRAW = Term(87, NUMBER, "you draw", default=1, about=Group.DECK)
    # under your control
    PUT_INTO_PLAY = Term(
        88, (), "summon, revive: the cards come into play under your control", SELECTED, about=Group.ENTRANCE
    )
    PUT_INTO_PLAY_TAPPED = Term(89, (), "likewise tapped", SELECTED, about=Group.ENTRANCE)
    # under its owner's control
    PUT_INTO_PLAY_OWNER = Term(90, (), "likewise under their owners' control", SELECTED, about=Group.ENTRANCE)
    # did: 1 if it was played
    PLAY = Term(91, (), "you play the cards, for what they cost", SELECTED, about=Group.ENTRANCE)
    PLAY_FREE = Term(92, (), "you play the cards for nothing", SELECTED, about=Group.ENTRANCE)
    # for n gold
    PLAY_FOR = Term(93, NUMBER, "you play the cards for so much gold", SELECTED, about=Group.ENTRANCE)
    # for nothing, with Thirst of their cost
    PLAY_FOR_THIRST = Term(
        105, (), "you play the cards for nothing, with Thirst of their cost", SELECTED, about=Group.ENTRANCE
    )
    # under this
    CAPTURE = Term(94, (), "this captures the cards", SELECTED, about=Group.MOVES)
    HERO_CAPTURES = Term(95, (), "your hero captures the cards", SELECTED, about=Group.MOVES)
    SHUFFLE_DECK = Term(96, (), "your deck is shuffled", about=Group.DECK)
    # n cards of your deck are shown: what the filter word `shown` means
    SHOW_TOP = Term(97, NUMBER, "cards on top of your deck are shown: `shown` in filters", default=1, about=Group.DECK)
    # only you see them
    LOOK_TOP = Term(98, NUMBER, "you alone see them", default=1, about=Group.DECK)
    # cards of your deck are shown until n match the filter
    REVEAL_UNTIL = Term(99, NUMBER, "cards of your deck are shown until so many match", PICKED, 1, about=Group.DECK)
    # a card of your hand, which is chosen
    SHOW_RANDOM = Term(100, (), "a random card of your hand is shown, and chosen", about=Group.DECK)
    SHOW_HAND = Term(101, (), "your hand is shown", about=Group.DECK)
    SWAP_HAND_AND_SIDEBOARD = Term(102, (), "they change places", about=Group.DECK)
    # n tokens `argument`
    CREATE = Term(103, word=None, about=Group.ENTRANCE)
    # n copies of each of the cards
    COPY = Term(104, NUMBER, "copies of the cards, created under your control", SELECTED, 1, about=Group.ENTRANCE)

    # gold and turns

    GAIN_GOLD = Term(110, NUMBER, "you gain gold", about=Group.GOLD)
    GAIN_TAPPED_GOLD = Term(111, NUMBER, "you gain tapped gold", about=Group.GOLD)
    # until the end of the turn
    GAIN_GOLD_NOW = Term(112, NUMBER, "until the end of the turn", about=Group.GOLD)
    # until the end of your turn
    GAIN_GOLD_OWN_TURN = Term(113, NUMBER, "until the end of your turn", about=Group.GOLD)
    # until the end of the next turn
    GAIN_TAPPED_GOLD_NEXT_TURN = Term(114, NUMBER, "tapped, until the end of your next turn", about=Group.GOLD)
    # until the end of the turn, for spells
    GAIN_SPELL_GOLD = Term(115, NUMBER, "until the end of the turn, for spells alone", about=Group.GOLD)
    # did: lost
    LOSE_GOLD = Term(116, NUMBER_OR_ALL, "you lose gold, all or nothing: did is what was lost", about=Group.GOLD)
    # until the end of your next turn; did: n if it could all be lost
    LOSE_GOLD_NEXT_TURN = Term(
        117, NUMBER, "you lose gold until the end of your next turn; did: all of it or 0", about=Group.GOLD
    )
    # did: tapped
    TAP_GOLD = Term(118, NUMBER_OR_ALL, "you tap gold, not to play a card", about=Group.GOLD)
    UNTAP_GOLD = Term(119, NUMBER_OR_ALL, "you untap gold", about=Group.GOLD)
    # half of all your gold, rounded down
    UNTAP_HALF_GOLD = Term(120, (), "you untap half as much as you have, rounded down", about=Group.GOLD)
    # gold; did: n if all could be paid, else nothing is
    PAY = Term(121, NUMBER, "you pay gold, if you can: did is what was paid", about=Group.GOLD)
    # of the last chosen
    FORBID_NAME = Term(
        124, (), "cards called like the last chosen cannot be played until the start of your turn", about=Group.GOLD
    )
    # `argument` of yours += n
    LASTING = Term(122, (), "an effect on you: lasting plays_at_most 2", of=LASTINGS, about=Group.GOLD)
    LASTING_OPPONENT = Term(123, (), "an effect on your opponent", of=LASTINGS, about=Group.GOLD)


GROUPS = Operation.subjects(every=True)
"""What each operation is about, by its code; -1: a choice."""
PICKS = tuple(operation for operation in Operation if operation.term.picks)
"""Operations that let the player pick cards one by one."""


class Count(Codes):
    """What an amount is multiplied with. MATCHING counts the cards that the row's count filter lets pass."""

    NONE = 0
    MATCHING = 1
    X = Term(2, (), "x: what the trigger or a choice says")
    Y = Term(3, (), "y: of Meditation the gold paid")
    DID = Term(4, (), "what the operation before did")
    # did less the count's argument
    DID_ABOVE = Term(5, NUMBER, "what it did, less this")
    # of the wounds or the healing before
    EXCESS = Term(6, (), "excess damage or healing of the line before")
    # cards in the frame's list
    CHOSEN = Term(7, (), "cards chosen")
    STRIKE_OF_LAST = Term(8, (), "strike of the card chosen last")
    COST_OF_LAST = Term(9, (), "its printed cost")
    LIFE_OF_LAST = Term(10, (), "its current life")
    COST_OF_EVENT = Term(11, (), "printed cost of event; X as paid")
    REGENERATION_OF_EVENT = Term(12, (), "Regeneration of event, as it last was")
    # of all together
    COST_OF_CHOSEN = Term(13, (), "printed costs of all cards chosen")
    HAND = Term(14, (), "cards in your hand")
    # more than the argument
    HAND_ABOVE = Term(15, NUMBER, "cards in your hand above this")
    GOLD = Term(16, (), "your gold")
    UNTAPPED_GOLD = Term(17, (), "your untapped gold")
    # by you this turn
    DISCARDED = Term(18, (), "cards you discarded this turn")
    # sum of the values of your creatures
    MEDITATION = Term(19, (), "Meditation values of your creatures")
    # cards under your characters
    CAPTURED = Term(20, (), "cards under characters of either player")
    # counters on this
    RIPENING = Term(21, (), "ripening counters on this")
    # cards called like this, played by you this turn
    NAMESAKES_PLAYED = Term(22, (), "cards called like this that you played this turn")
    # characters chosen for this card's Thirst
    THIRST_TARGETS = Term(23, (), "characters chosen for this card's Thirst")
    # the number of the last wounds that a character of yours took
    LAST_WOUNDS = Term(24, (), "wounds that a character of yours took last")
    GOLD_OF_OPPONENT = Term(25, (), "your opponent's gold")


class Condition(Codes):
    """When a row happens, an ability triggers or a constant holds. Most take a number or a filter."""

    NONE = 0
    # at least n (1 if not given)
    DID = Term(1, NUMBER, "the operation before did so much", default=1)
    # likewise, cards in the list
    CHOSEN = Term(2, NUMBER, "so many cards are chosen", default=1)
    # n cards of the filter
    AT_LEAST = Term(3, NUMBER, "there are so many such cards", PICKED)
    ANY = Term(4, (), "there is such a card", PICKED)
    LAST_IS = Term(5, (), "the card chosen last is such a card", ONE_CARD)
    EVENT_IS = Term(6, (), "event is such a card", ONE_CARD)
    BY_IS = Term(7, (), "the card that did it is such a card", ONE_CARD)
    THIS_IS = Term(8, (), "this is such a card", ONE_CARD)
    X_AT_LEAST = Term(9, NUMBER, "x is at least this")
    # x = 0
    SPENT_NOTHING = Term(10, (), "x is 0: of `played` and `hire`, no gold was spent")
    # at least n
    GOLD = Term(11, NUMBER, "you have so much gold")
    UNTAPPED_GOLD = Term(12, NUMBER, "untapped")
    # than the opponent
    LESS_GOLD = Term(13, (), "you have less gold than your opponent")
    OPPONENT_NO_UNTAPPED_GOLD = Term(14, (), "all gold of your opponent is tapped")
    # at least n
    HAND = Term(15, NUMBER, "you have so many cards in hand")
    OPPONENT_HAND = Term(16, NUMBER, "your opponent has")
    # than the opponent
    MORE_HAND = Term(17, (), "more cards in hand than your opponent")
    FEWER_HAND = Term(18, (), "fewer")
    # at least n cards this turn, by you
    DISCARDED = Term(19, NUMBER, "you discarded so many cards this turn", default=1)
    DISCARDED_IS = Term(20, NUMBER, "exactly so many")
    PLAYED_CLASS = 21  # a card of the class this turn, by you
    YOUR_TURN = Term(22, (), "it is your turn")
    # the wounds
    BY_STRIKE = Term(23, (), "the wounds came by strike")
    NOT_BY_STRIKE = Term(24, (), "they did not")
    # y gold for Meditation, at least 1
    PAID = Term(25, (), "gold was paid for the Meditation")
    # by the Meditation
    HERO_WOUNDED = Term(26, (), "the Meditation wounded the opponent's hero")
    # the event is the first card drawn this turn
    FIRST_DRAWN = Term(27, (), "it was the first card drawn this turn")
    # at least n cards of different names
    GRAVEYARD_NAMES = Term(28, NUMBER, "your graveyard has cards of so many names")
    # your hero has less current life than this
    HERO_BELOW_THIS = Term(29, (), "your hero has less current life than this")
    # this card's Thirst killed a creature
    THIRST_KILLED = Term(30, (), "the Thirst of this card killed a creature")
    # n is noted on this
    NOTED = Term(31, NUMBER, "the number is noted on this")
    OPPONENT_HERO_TAPPED = Term(32, (), "your opponent's hero is tapped")
    # your shown card has the lowest cost of those shown
    TOP_LOWEST = Term(33, (), "of the cards shown yours alone has the lowest cost")
    # the graveyard of who plays the event has more cards than it costs
    GRAVEYARD_ABOVE_COST = Term(34, (), "the graveyard of the player of event has more cards than it costs")
    # this attacks
    ATTACKING = Term(35, (), "this attacks")
    # two of your support cards are called alike
    HAND_TWINS = Term(36, (), "two of your support cards are called alike")
    # of your characters together: at least n
    EXTRA_LIFE = Term(37, NUMBER, "your characters have so much extra life together")
    THIS_LIES = 38  # this is in the zone now
    EVENT_LIES = 39


def fields(*names: str) -> np.dtype:
    """A record of small numbers."""
    return np.dtype([(name, "i2") for name in names])


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
