"""What the kernels of KeyForge read: the cards as tables of numbers, and the meaning of those numbers.

A program is a range of rows. A row is an operation on a selection of cards, with an amount and a condition; see
`Operation` for what each does, `notation.py` for how a card file writes it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..cards.rows import ROW
from ..reading.notation import Codes, Object, Term, choice, number, terms_by_name
from .state import DECK_SIZE, LASTING, PROGRAMS, SEATS, House, Lasting, Mark

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
    NOTED = 1 << 29  # noted last


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


HOUSES = {house.name.lower(): int(house) for house in House}
MARKS = {mark.name.lower(): int(mark) for mark in Mark}
NUMBER, NUMBER_OR_ALL = (number(0, 99),), (number(0, 99, {"all": ALL}),)
SIGNED = (number(-99, 99),)
HOUSE = (choice(HOUSES, "house"),)
ALL_HOUSES = (1 << len(HOUSES)) - 1
HOUSE_BITS = (choice({house: 1 << bit for house, bit in HOUSES.items()} | {"any": ALL_HOUSES}, "house"),)
"""What is written after the names below."""
CARDS, PICKED, CARD, PEOPLE = Object.SELECTION, Object.FILTER, Object.FILTER_OF_ONE, Object.PLAYERS


THIS_TURN = terms_by_name(
    Term(
        Lasting.ENEMY_DESTROYED,
        NUMBER,
        "each time an enemy creature is destroyed, the card's `later` happens",
        default=1,
    ),
    Term(Lasting.FRIENDLY_FIGHTS, NUMBER, "each time a friendly creature fights, `later`", default=1),
    Term(Lasting.CREATURE_REAPS, NUMBER, "each time a creature of yours reaps, `later`", default=1),
    Term(
        Lasting.FRIENDLY_FOUGHT,
        NUMBER,
        "each time a friendly creature has fought and lives, `later`, event being the creature",
        default=1,
    ),
    Term(Lasting.CREATURE_PLAYED, NUMBER, "each time you play a creature, `later`", default=1),
    Term(Lasting.CARD_PLAYED, NUMBER, "each time you play a card, `later`", default=1),
    Term(Lasting.CHARGE, NUMBER, "each creature you play gains `later` as a play ability", default=1),
    Term(
        Lasting.MAY_FIGHT, HOUSE_BITS, "friendly creatures of a house (or any, or the house named) may fight", default=0
    ),
    Term(
        Lasting.MAY_USE, HOUSE_BITS, "friendly creatures of a house (or any, or the house named) may be used", default=0
    ),
    Term(Lasting.STEAL_REAPS, NUMBER, "amber of your reaping is stolen instead", default=1),
    Term(Lasting.NON_LOGOS_PLAYS, NUMBER, "you may play so many cards that are not Logos", default=1),
    Term(Lasting.ENTERS_READY, NUMBER, "the next so many creatures or artifacts you play enter play ready", default=1),
    Term(Lasting.MARS_ENTERS_READY, NUMBER, "the next so many Mars creatures you play enter play ready", default=1),
    Term(Lasting.NO_ELUSIVE, NUMBER, "no creature is elusive", default=1),
    Term(Lasting.UNHURT, (), "your creatures cannot be dealt damage", default=0),
    Term(Lasting.ONLY_FIGHT, NUMBER, "friendly creatures may be used in any house, but only to fight", default=1),
    Term(Lasting.NO_PLAYS, NUMBER, "you cannot play cards", default=1),
)
NEXT_TURN = terms_by_name(
    Term(Lasting.MUST_CHOOSE, HOUSE_BITS, "your opponent must choose a house, or the house named", default=0),
    Term(Lasting.KEYS_COST, NUMBER, "keys cost so much more", default=1),
    Term(Lasting.NO_CREATURES, NUMBER, "your opponent cannot play creatures", default=1),
    Term(Lasting.NO_FIGHTS, NUMBER, "your opponent's creatures cannot fight", default=1),
    Term(Lasting.OPPONENT_FORGES, NUMBER, "each time your opponent forges a key, `later`", default=1),
    Term(Lasting.NO_ACTIONS, NUMBER, "your opponent cannot play actions", default=1),
    Term(Lasting.NO_USES, NUMBER, "your opponent cannot use cards", default=1),
    Term(Lasting.NO_FORGING, NUMBER, "your opponent skips the forge step", default=1),
)
LASTINGS = THIS_TURN | NEXT_TURN


class Operation(Codes):
    """What a row does. n is its amount, times the row's count if it has one; "did" is noted in the frame.

    Operations on cards work on the row's selection and note how many cards they really changed, unless said otherwise.
    """

    # choices: the frame's list

    # n cards of the filter (all if there are fewer), a new list; optional: at most n, ended by "done"; did = cards
    CHOOSE = Term(
        0,
        NUMBER_OR_ALL,
        "choose so many such cards (1 if not said); may: up to so many",
        PICKED,
        1,
        about=Subject.PROGRAM,
        picks=True,
    )
    # likewise, of those not in the list yet, added to it
    CHOOSE_ALSO = Term(
        1,
        NUMBER_OR_ALL,
        "choose more cards, other than those chosen before",
        PICKED,
        1,
        about=Subject.PROGRAM,
        picks=True,
    )
    # any of the seven: x
    CHOOSE_HOUSE = Term(2, (), "name one of the seven houses", about=Subject.PROGRAM, asks=True)
    # of the three of the opponent's deck: x
    CHOOSE_HOUSE_OF_OPPONENT = Term(
        3, (), "name one of the houses of the opponent's deck", about=Subject.PROGRAM, asks=True
    )
    # from 0 to the highest power in play: x
    CHOOSE_NUMBER = Term(4, (), "name the power of a creature in play", about=Subject.PROGRAM, asks=True)
    # the house x is noted on this, for the opponent
    NAME_HOUSE = Term(
        5, (), "the house named is noted on this card for your opponent while it is in play", about=Subject.PROGRAM
    )
    # either/or: the two halves, by number; amount = rows of the first half and of the JUMP that ends it
    MODES = Term(6, (), "", word=None, about=Subject.PROGRAM, asks=True)
    # n rows on (written by "or")
    JUMP = Term(7, (), "", word=None, about=Subject.PROGRAM)
    # from the first row, "argument" rows back
    REPEAT = Term(8, (), "the ability starts again", about=Subject.PROGRAM)
    # x = what the operation before did, which stays
    NOTE_DID = Term(9, (), "the number becomes what the line before did", about=Subject.PROGRAM)

    # amber

    GAIN = Term(10, NUMBER, "you gain amber", about=Subject.POOLS)
    OPPONENT_GAINS = Term(11, NUMBER, "your opponent gains amber", about=Subject.POOLS)
    # did = lost
    LOSE = Term(12, NUMBER_OR_ALL, "you lose amber", about=Subject.POOLS)
    OPPONENT_LOSES = Term(13, NUMBER_OR_ALL, "your opponent loses amber", about=Subject.POOLS)
    # did = stolen
    STEAL = Term(14, NUMBER_OR_ALL, "you steal amber", about=Subject.POOLS)
    OPPONENT_STEALS = Term(15, NUMBER_OR_ALL, "your opponent steals amber", about=Subject.POOLS)
    # to your pool; did = given
    OPPONENT_GIVES = Term(28, NUMBER_OR_ALL, "your opponent gives you amber", about=Subject.POOLS)
    # the selection captures n from the opponent of its controller, as whom this has "you"; did = captured
    CAPTURE = Term(
        16,
        NUMBER_OR_ALL,
        "each of the cards captures from its controller's opponent, this from yours",
        CARDS,
        about=Subject.AMBER_ON_CARDS,
    )
    # from its own controller's pool
    CAPTURE_OWN = Term(
        17,
        NUMBER_OR_ALL,
        "each of the cards captures amber from its own controller",
        CARDS,
        about=Subject.AMBER_ON_CARDS,
    )
    # each card of the filter captures n; if the pool is too small the player picks which
    CAPTURE_EACH = Term(
        18,
        NUMBER,
        "all such creatures capture amber; you pick which if there is too little",
        PICKED,
        about=Subject.AMBER_ON_CARDS,
        picks=True,
    )
    # n different cards of the filter, picked one by one, capture 1 each while the pool lasts
    CAPTURE_SOME = Term(
        19, NUMBER, "so many different such creatures capture 1 each", PICKED, about=Subject.AMBER_ON_CARDS, picks=True
    )
    # from the supply
    PLACE_AMBER = Term(20, NUMBER, "amber from the supply is placed on the cards", CARDS, about=Subject.AMBER_ON_CARDS)
    # n from the selection to your pool; did = moved
    TAKE_AMBER = Term(21, NUMBER_OR_ALL, "amber on the cards moves to your pool", CARDS, about=Subject.AMBER_ON_CARDS)
    # n from your pool to this; did = moved
    STORE_AMBER = Term(22, NUMBER, "amber moves from your pool to this", about=Subject.POOLS)
    # each player, rounded down
    LOSE_HALF = Term(23, (), "each player loses half the amber, rounded down", about=Subject.POOLS)
    # each player with more than n has n left
    LOSE_DOWN_TO = Term(24, NUMBER, "each player with more amber keeps so much", about=Subject.POOLS)
    # the owner of each card of the selection
    OWNER_GAINS = Term(25, NUMBER, "the owner of each of the cards gains amber", CARDS, about=Subject.AMBER_ON_CARDS)
    # of who controls each card of the selection; of the event's: controlled it then
    OPPONENT_OF_CONTROLLER_GAINS = Term(
        26, NUMBER, "the opponent of who controls each of the cards gains", CARDS, about=Subject.AMBER_ON_CARDS
    )
    # n times a card of the filter, picked anew, captures 1 from its own controller while it can
    CAPTURE_OWN_SOME = Term(
        27,
        NUMBER,
        "so often such a creature captures 1 from its own controller",
        PICKED,
        about=Subject.AMBER_ON_CARDS,
        picks=True,
    )

    # damage and destruction

    # n to each of the selection, at once; did = damage placed
    DAMAGE = Term(30, NUMBER, "damage to each of the cards", CARDS, about=Subject.BODY)
    # n to the last chosen, argument to each of its neighbors, at once
    DAMAGE_SPLASH = Term(
        31, NUMBER + NUMBER, "damage to the creature chosen last, and to its neighbors", about=Subject.BODY
    )
    # n, n-1, ... to the chosen in their order, at once
    DAMAGE_DESCENDING = Term(32, NUMBER, "damage to the chosen, 1 less from one to the next", about=Subject.BODY)
    DAMAGE_NO_ARMOR = Term(33, NUMBER, "damage that armor does not absorb", CARDS, about=Subject.BODY)
    # n packets of "argument" damage, each to a creature of the filter picked anew; dealt at once
    ALLOCATE = Term(
        34,
        NUMBER + NUMBER,
        "so many packets of so much damage, each to such a creature",
        PICKED,
        about=Subject.BODY,
        picks=True,
    )
    # the selection's armor is used up, each takes that much damage
    STRIP_ARMOR = Term(
        35, (), "the cards lose their armor for this turn and take as much damage", CARDS, about=Subject.BODY
    )
    # did = cards tagged
    DESTROY = Term(36, (), "the cards are destroyed", CARDS, about=Subject.BODY)
    # up to n damage; did = removed, of all together
    HEAL = Term(37, NUMBER_OR_ALL, "damage is healed from each of the cards", CARDS, about=Subject.BODY)
    ADD_COUNTERS = Term(38, NUMBER, "the cards get +1 power counters", CARDS, about=Subject.BODY)
    # from 0 to n, at most the damage on the last chosen: x; did = x
    CHOOSE_AMOUNT = Term(
        39,
        NUMBER,
        "name a number up to this, at most the damage on the card chosen last",
        about=Subject.PROGRAM,
        asks=True,
    )

    # state of cards in play

    STUN = Term(40, (), "the cards are stunned", CARDS, about=Subject.STATE)
    UNSTUN = Term(41, (), "the cards are no longer stunned", CARDS, about=Subject.STATE)
    EXHAUST = Term(42, (), "the cards are exhausted", CARDS, about=Subject.STATE)
    READY = Term(43, (), "the cards are readied", CARDS, about=Subject.STATE)
    # n = Mark bit, until end of turn
    MARK = Term(
        44,
        (choice(MARKS, "mark"),),
        "for the turn the cards are: unhurt, flank, skirmish, usable, mars; or noted, and no others are",
        CARDS,
        about=Subject.STATE,
    )
    # this and the last chosen change places in the battleline
    SWAP = Term(45, (), "this and the creature chosen last change places", about=Subject.STATE)
    # you control the selection for good; active player chooses the flank
    CONTROL = Term(46, (), "you take control of the cards", CARDS, about=Subject.STATE)
    # until this leaves play
    CONTROL_UNTIL_LEAVES = Term(47, (), "you control the cards until this leaves play", CARDS, about=Subject.STATE)
    # opponent of the player who uses it
    OPPONENT_CONTROLS_THIS = Term(48, (), "your opponent takes control of this", about=Subject.STATE)
    # as CONTROL; while you control it, it belongs to house n if it belongs to none of your three
    CONTROL_AS = Term(
        49, HOUSE, "likewise; what is of none of your houses counts as this house", CARDS, about=Subject.STATE
    )

    # cards on the move

    # owner's hand, from anywhere
    TO_HAND = Term(50, (), "the cards go to their owners' hands", CARDS, about=Subject.PLACE)
    # in an order that the active player chooses if it matters
    TO_DECK_TOP = Term(51, (), "the cards go on top of their owners' decks", CARDS, about=Subject.PLACE, picks=True)
    SHUFFLE_INTO_DECK = Term(52, (), "the cards are shuffled into their owners' decks", CARDS, about=Subject.PLACE)
    # owner's archives
    ARCHIVE = Term(53, (), "the cards go to their owners' archives", CARDS, about=Subject.PLACE)
    # your archives, to its owner's hand when it leaves them
    ABDUCT = Term(
        54, (), "the cards go to your archives, and from there to their owners' hands", CARDS, about=Subject.PLACE
    )
    # what is called last or event: only from play or a discard pile
    PURGE = Term(55, (), "the cards are purged", CARDS, about=Subject.PLACE)
    # and kept by this (Spangler Box)
    PURGE_FOR_THIS = Term(56, (), "the cards are purged, and this knows them", CARDS, about=Subject.PLACE)
    # from hand, archives or deck
    DISCARD = Term(57, (), "the cards, which are not in play, are discarded", CARDS, about=Subject.PLACE)
    # the opponent discards n
    DISCARD_RANDOM = Term(58, NUMBER, "your opponent discards random cards from hand", about=Subject.HANDS)
    # the owner of the last chosen discards n
    OWNER_DISCARDS_RANDOM = Term(
        59, NUMBER, "the owner of the card chosen last discards random cards", about=Subject.HANDS
    )
    DRAW = Term(60, NUMBER, "you draw", about=Subject.HANDS)
    # of your deck: a new list of that card; did = 0 or 1
    DISCARD_TOP = Term(61, (), "the top card of your deck is discarded, and chosen", about=Subject.DECK_TOP)
    OPPONENT_DISCARDS_TOP = Term(
        62, (), "the top card of your opponent's deck is discarded, and chosen", about=Subject.DECK_TOP
    )
    # added to the list
    DISCARD_TOP_ALSO = Term(63, (), "likewise your own top card, added to the cards chosen", about=Subject.DECK_TOP)
    # of your deck: a new list of that card, which stays
    REVEAL_TOP = Term(64, (), "the top card of your deck is shown, and chosen", about=Subject.DECK_TOP)
    ARCHIVE_TOP = Term(65, (), "the top card of your deck is archived", default=1, about=Subject.DECK_TOP)
    # your deck is discarded until a card of the filter: a new list of it; did = 0 or 1
    MILL_UNTIL = Term(
        66,
        (),
        "cards from your deck are discarded until there is such a card, which is chosen",
        PICKED,
        about=Subject.PLACE,
    )
    SHUFFLE_HAND_AND_DISCARD_IN = Term(
        67, (), "your hand and discard pile are shuffled into your deck", about=Subject.DECK
    )
    SHUFFLE_DISCARD_IN = Term(68, (), "your discard pile is shuffled into your deck", about=Subject.DECK)
    SHUFFLE_DECK = Term(69, (), "your deck is shuffled", about=Subject.DECK)
    # then shuffle
    SWAP_DECK_AND_DISCARD = Term(
        70, (), "your deck and discard pile change places; the deck is shuffled", about=Subject.DECK
    )
    # the chosen cards of your hand are shown
    REVEAL = Term(71, (), "the cards are shown to your opponent", CARDS, about=Subject.PLACE)
    # you see the opponent's
    LOOK_AT_HAND = Term(72, (), "you see your opponent's hand", about=Subject.HANDS)
    # yours is shown
    REVEAL_HAND = Term(73, (), "your hand is shown to your opponent", about=Subject.HANDS)
    # under your control; n = 1: under its owner's; the event's card: only from a discard pile
    PUT_INTO_PLAY = Term(
        74,
        (choice({"owner": 1}, "way"),),
        "the cards enter play under your control, or after `owner` their owners'",
        CARDS,
        0,
        about=Subject.ENTRANCE,
    )
    # the chosen card under this
    PUT_UNDER = Term(75, (), "the cards go facedown under this", CARDS, about=Subject.ENTRANCE)
    # the selection, whatever its house
    PLAY = Term(76, (), "you play the cards, whatever their house", CARDS, about=Subject.ENTRANCE)
    PURGE_THIS_ACTION = Term(77, (), "this action is purged when it is done", about=Subject.PLACE)

    # using

    # (FIGHT to READY_AND_USE: one after another in the order of the list)
    # the selection fights, if it is ready
    FIGHT = Term(80, (), "the cards fight, one after another, if ready", CARDS, about=Subject.ENTRANCE)
    READY_AND_FIGHT = Term(81, (), "the cards are readied and fight", CARDS, about=Subject.ENTRANCE)
    # a creature not in the list; the target joins the list (One Stood Against Many)
    READY_AND_FIGHT_ANOTHER = Term(
        82, (), "the creature chosen first is readied and fights a creature not fought yet", about=Subject.ENTRANCE
    )
    USE = Term(83, (), "you use the cards, whatever their house", CARDS, about=Subject.ENTRANCE)
    READY_AND_USE = Term(84, (), "the cards are readied and used", CARDS, about=Subject.ENTRANCE)
    # an artifact
    USE_AS_YOURS = Term(85, (), "you use artifacts as if they were yours", CARDS, about=Subject.LOAN)
    # the reap abilities of the last chosen, as its controller
    RESOLVE_REAP = Term(
        86, (), "the reap abilities of the cards happen as if you controlled them", CARDS, about=Subject.LOAN
    )
    # in the fight under way, this deals its damage to the last chosen
    FIGHT_DAMAGE_TO = Term(
        87, (), "this fight, this deals its damage to the cards instead", CARDS, about=Subject.ENTRANCE
    )
    # the attacker is exhausted, there is no fight
    CANCEL_FIGHT = Term(88, (), "the attacker is exhausted and does not fight", about=Subject.RULES)

    # keys, chains, the turn

    # at the current cost + n; did = 1 if forged
    FORGE = Term(90, SIGNED, "you forge a key at the current cost and so much more", about=Subject.RULES)
    FORGE_FREE = Term(91, (), "you forge a key without paying", about=Subject.RULES)
    # one key of the opponent
    UNFORGE = Term(92, (), "a key of your opponent is unforged", default=1, about=Subject.RULES)
    CHAINS = Term(93, NUMBER, "you gain chains", about=Subject.RULES)
    # Lasting "argument" += n; where it holds houses |= the bits n, or if 0 the bit of x; UNHURT: your seat
    REST_OF_TURN = Term(94, (), "an effect that lasts until the end of the turn", of=THIS_TURN, about=Subject.RULES)
    # likewise, in the opponent's next turn
    NEXT_TURN = Term(95, (), "an effect of your opponent's next turn", of=NEXT_TURN, about=Subject.RULES)
    # the rest of the program is passed over
    STOP = Term(96, (), "the rest of the ability does not happen", about=Subject.RULES)
    # one whose discard pile holds cards: x = seat
    CHOOSE_PLAYER = Term(98, (), "choose a player whose discard pile is not empty", about=Subject.PROGRAM, asks=True)
    # the active player, as DISCARD_TOP
    ATTACKER_DISCARDS_TOP = Term(
        99, (), "the top card of the attacking player's deck is discarded, and chosen", about=Subject.DECK_TOP
    )
    # at the current cost + n, less 1 for each card in your hand; did as FORGE
    FORGE_LESS_HAND = Term(97, SIGNED, "likewise, less 1 for each card in your hand", about=Subject.RULES)

    # cards that nothing general fits

    KILLING_MACHINE = Term(
        100,
        (),
        "the top card of each deck is discarded, a card of the house of each is destroyed; without two such, this too",
        about=Subject.PROGRAM,
        picks=True,
    )
    COPY_ACTION = Term(
        101, (), "this was played as a copy of an action in your opponent's discard pile", about=Subject.PROGRAM
    )


SUBJECTS = Operation.subjects(every=True)
"""What each operation is about, by its code."""
PICKS = tuple(operation for operation in Operation if operation.term.picks)
"""Operations that let the player pick cards one by one."""
ASKS = tuple(operation for operation in Operation if operation.term.asks)
"""Operations that ask for a house, a number, a mode or a player."""


class Count(Codes):
    """What an amount is multiplied with. MATCHING counts the cards that the row's count filter lets pass."""

    NONE = 0
    MATCHING = 1
    # what the operation before did
    DID = Term(2, (), "what the line before did")
    # cards in the frame's list
    CHOSEN = Term(3, (), "cards chosen")
    OPPONENT_KEYS = Term(4, (), "keys your opponent has forged", word="opponent_key")
    # yours
    UNFORGED_KEYS = Term(5, (), "keys you have not forged", word="unforged_key")
    OPPONENT_AMBER = Term(6, (), "amber of your opponent")
    # more than the row's count argument
    OPPONENT_AMBER_ABOVE = Term(7, NUMBER, "amber of your opponent beyond so much")
    AMBER_ON_THIS = Term(8, (), "amber on this")
    AMBER_ON_LAST = Term(9, (), "amber on the card chosen last")
    CARDS_IN_HAND = Term(10, (), "cards in your hand", word="card_in_hand")
    # yours
    ARCHIVED = Term(11, (), "cards in your archives", word="archived_card")
    # yours over the opponent's, at least 0
    CREATURES_IN_EXCESS = Term(12, (), "creatures you have more than your opponent", word="creature_in_excess")
    ENEMY_CREATURES_IN_EXCESS = Term(
        13, (), "creatures your opponent has more than you", word="enemy_creature_in_excess"
    )
    # enemy creatures destroyed in fights this turn
    FALLEN = Term(14, (), "enemy creatures destroyed in fights this turn", word="fallen_enemy")
    # on each card that the operation works on
    AMBER_ON_IT = Term(19, (), "amber on each of the cards itself")
    # of the cards that the operation before destroyed or changed, yours: see frames.tally
    DID_YOURS = Term(20, (), "cards of yours that the line before destroyed, or of your deck changed")
    DID_OPPONENTS = Term(21, (), "likewise of your opponent")
    # the frame's x
    NUMBER = Term(22, (), "the number named or noted")


class Condition(Codes):
    """When a row happens. Most take a number or a filter. Those about the last chosen fail while the list is empty,
    turned round or not. A row that does not happen leaves "did" and the list as they were."""

    NONE = 0
    # the operation before did at least n (1 if not given)
    DID = Term(1, NUMBER, "the line before did something, or at least so much", default=0)
    OPPONENT_AMBER_AT_LEAST = Term(2, NUMBER, "your opponent has so much amber")
    OPPONENT_AMBER_IS = Term(3, NUMBER, "your opponent has exactly so much amber")
    OPPONENT_HAS_MORE_AMBER = Term(4, (), "your opponent has more than you")
    # yours
    AMBER_AT_LEAST = Term(5, NUMBER, "you have so much amber")
    # you control more than the opponent
    MORE_CREATURES = Term(6, (), "you control more creatures than your opponent")
    FEWER_CREATURES = Term(7, (), "you control fewer creatures")
    # in the opponent's previous turn
    OPPONENT_FORGED = Term(8, (), "your opponent forged a key in the last own turn")
    # you, this turn
    FORGED = Term(9, (), "you forged a key this turn")
    # the last chosen is no longer in play, and the operation before destroyed or moved a card
    DESTROYED = Term(10, (), "the line before destroyed the card chosen last")
    NOT_DESTROYED = Term(11, (), "the card chosen last is still in play")
    # at least n cards of the filter (1 if not given)
    THERE_IS = Term(12, NUMBER, "there is such a card, or so many", PICKED, 0)
    THERE_IS_NO = Term(13, (), "there is no such card", PICKED)
    # the last chosen matches the filter
    LAST_IS = Term(14, (), "the card chosen last is such a card", CARD)
    LAST_IS_NOT = Term(15, (), "the card chosen last is not such a card", CARD)
    # n cards this turn
    PLAYED_EXACTLY = Term(16, NUMBER, "you played exactly so many cards this turn")
    SANCTUM_PLAYED_AT_LEAST = Term(17, NUMBER, "so many Sanctum cards this turn")
    # creatures this turn
    USED_AT_LEAST = Term(18, NUMBER, "so many uses of creatures this turn")
    # at least n in the opponent's previous turn
    OPPONENT_PLAYED_CREATURES = Term(19, NUMBER, "your opponent played so many in the last own turn")
    # of this, this turn
    FIRST_USE = Term(20, (), "this is used for the first time this turn")
    # this
    IN_PLAY = Term(21, (), "this is in play")
    # cards in the list
    CHOSEN_AT_LEAST = Term(22, NUMBER, "so many cards are chosen")
    # the card that the trigger was about matches the filter
    EVENT_IS = Term(23, (), "the card that the trigger is about is such a card", CARD)
    BOTH_HAVE_CREATURES = Term(24, (), "both players control creatures")
    # is house n
    ACTIVE_HOUSE = Term(25, HOUSE, "the house of the turn")
    OPPONENT_KEYS_AT_LEAST = Term(26, NUMBER, "your opponent has so many keys")


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
