"""The state of a game of Berserk: Heroes: one record, its enums and its bounds.

The cards of each player are numbered: SLOTS each, of which the first is his hero, then come his deck and sideboard, and
tokens take what is free. Piles hold these numbers.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 2
SLOTS = 60
CARDS = SEATS * SLOTS
UNSETTLED = 2
"""Of `stale`: what cards are now is worked out, the state rules are not looked at since."""
SHIFTED = 3
"""Of `stale`: gold, wounds, places or what is tapped has changed since, at which constants alone look."""
DECK_LEAST, DECK_MOST, SIDEBOARD_MOST, OWNED_MOST = 40, 50, 10, 54
"""Cards of a deck, of a sideboard, of both together; the maximum of a deck is ours: the rules know none."""
LINE_MAX = 20
"""Creatures of one player in play: a bound of ours."""
PILE_MAX = 58
FRAMES_MAX = 10
QUEUE_MAX = 92
CHOSEN_MAX = 29
DELAYED_MAX = 6
TIMES_MAX = 100
"""How often an ability may wait in one place of those delayed."""
GRANTS_MAX = 44
TEXTS_MAX = 16
"""Texts of other cards that cards in play have gained, of both players together, those that a card has gained several
times counted once: a bound of ours."""
COPIES_MAX = 32
"""How often a row of `texts` may count."""
PLAYED_MAX = 24
ACTIONS_MAX = 512
GOLD_BY_PHASE = 10
OPENING_HAND = 4
DRAWS_MISSED = 3
SUPPORTS = 5


class Type(IntEnum):
    """What a card is; the five classes of support cards are types."""

    HERO, CREATURE, SPELL, WEAPON, ARMOUR, AMULET, EVENT, TERRAIN = range(8)


class Element(IntEnum):
    """The elements; a card without one is neutral."""

    STEPPES, MOUNTAINS, FORESTS, SWAMPS, DARKNESS = range(5)


class Zone(IntEnum):
    """Where a card is. RESOLVING: being played; CAPTURED: under the card `captor`; RESERVE: tokens out of play."""

    NONE, DECK, HAND, GRAVEYARD, SIDEBOARD, PLAY, RESOLVING, CAPTURED = range(8)


class Trigger(IntEnum):
    """When an ability happens."""

    SPELL = 0  # what a spell does
    HIRE = 1
    DEATH = 2
    GRAVEYARD = 3  # it comes to a graveyard from anywhere
    LEAVES = 4  # it leaves play
    ATTACK = 5  # it attacked by strike or Shot; event: the target
    STRIKES = 6  # event: whom it struck, x: excess damage, y: 1 if it attacked
    USE = 7  # activated
    PLAYED = 8  # you played it
    CARD_PLAYED = 9  # a card is played; event: the card, x: gold spent, y: the X of its cost, or x
    CANCELS = 10  # the opponent plays a card, before anything comes of it
    CREATURE_ENTERS = 11
    CREATURE_DIES = 12  # by: the card that killed it, x: excess damage
    DISCARDED = 13  # a card from hand, by: the hero of that player
    ATTACK_DECLARED = 14  # event: the target, by: the attacker
    WOUNDED = 15  # event: the character, by: the card that dealt x wounds
    ACTS = 16  # event: the card that attacked, defended or used a tap ability
    MEDITATION = 17  # event: the card whose Meditation x worked, y: gold paid for it, how: 1 if it wounded the hero
    THIRST = 18  # event: the card whose Thirst x was paid, by: with whom
    CAPTURES = 19  # event: captured, by: the captor
    GOLD_TAPPED = 20  # not for playing a card; event: the player's hero, x: how much
    GOLD_UNTAPS = 21  # likewise
    DRAWN = 22
    SPELL_TARGET = 23  # event: the target of a spell, by: the spell
    OVERHEAL = 24  # event: a character without wounds that was healed
    BOOSTED = 25  # event: the card, x: its boost counters then
    STATE = 26  # as soon as its condition holds
    TURN_START = 27
    TURN_END = 28
    MODE = 29  # what may be chosen, in mid-effect
    HIRES = 35  # the Hire of event works, which may have none of its own
    JOINS = 36  # a token that would come into play may become part of another card instead: at once
    # without a program of its own
    REGENERATION = 30
    MIGHT = 31
    POISON = 32
    MEDITATE = 33  # the opponent pays for a Meditation of x
    SUPPRESS = 34


ON_ITS_WAY = (
    1 << Trigger.SPELL
    | 1 << Trigger.HIRE
    | 1 << Trigger.DEATH
    | 1 << Trigger.GRAVEYARD
    | 1 << Trigger.LEAVES
    | 1 << Trigger.PLAYED
)
"""A bit for each Trigger that is about the card itself as it is played or moves, wherever it is by then."""
WITHOUT_KEY = (
    Trigger.MODE,
    Trigger.REGENERATION,
    Trigger.MIGHT,
    Trigger.POISON,
    Trigger.MEDITATE,
    Trigger.SUPPRESS,
)
"""What no ability of a card file is written under."""


class Turns(IntEnum):
    """Bits: in whose turns an ability works that triggers at its start or end."""

    YOURS = 1
    OPPONENTS = 2


class Limit(IntEnum):
    """How often an ability may be used."""

    TURN = 0  # once a turn
    EACH = 1  # each time
    SECOND = 2  # each second time in a turn
    GAME = 3  # once a game
    SHARED = 4  # once a turn together with the ability before it: two triggers of one ability
    GIVEN = 5  # once a turn for each card that did it and each that gives it: the ability is the former's


class Form(IntEnum):
    """To whom an ability belongs."""

    OWN = 0  # the card
    GAINED = 1  # cards to which this card gave its text
    LATER = 2  # nobody: it waits, once, after this card's `delay`
    PART = 3  # the card that a module joined; its own abilities are those of that card


FORMS = len(Form)


class Lasting(IntEnum):
    """Effects on a player, with an amount each, that end at some time."""

    NEXT_SPELL_COSTS = 0  # his next spell costs more
    FIRST_CARD_COSTS = 1  # his next card costs more, until the start of the other's turn
    PREVENT_CREATURES = 2  # wounds to his creatures that are prevented, until the start of his turn
    PREVENT_HERO = 3
    PLAYS_AT_MOST = 4  # cards a turn, until the end of the next turn of who made it
    GOLD_STAYS = 5  # his gold does not untap in his next untap phase
    EXTRA_TURNS = 6
    SKIPS = 7
    NAME_FORBIDDEN = 8  # the card type + 1 that nobody may play until the start of his turn
    GOLD_FROZEN = 9  # his gold does not untap until the start of the other's turn
    CREATURES_STAY = 10  # his creatures do not untap in his next untap phase


LASTING = len(Lasting)


class Passing(IntEnum):
    """When gold that was gained for a time goes again."""

    SPELLS = 0  # at the end of the turn, and until then it pays for spells alone
    TURN = 1  # at the end of the turn
    OWN_TURN = 2  # at the next end of a turn of its player's
    NEXT_TURN = 3  # at the second


PASSINGS = len(Passing)


class Constant(IntEnum):
    """What a card in play does all the time, beside keywords; rows of the constants table."""

    KEYWORD = 0  # the cards have keyword `argument` with value `amount`
    STRIKE = 1
    LIFE = 2
    STRIKE_IS_LIFE = 3  # current life
    LOSES_ABILITIES = 4
    NO_KEYWORD = 5  # keyword `argument` does not work
    COST = 6  # of cards that are played: added
    COST_OUTSIDE = 7  # of the player's cards played from outside the hand
    REGENERATION_MORE = 8  # added to Regeneration, if there is any
    ALL_CLASSES = 9
    # asked of a card that takes wounds, with whom they come from
    FEWER_WOUNDS = 10
    NO_WOUNDS_FROM = 11
    # of a player
    MEDITATION_TWICE = 20
    END_ABILITIES_TWICE = 21
    DOUBLE_GOLD = 22  # for creatures
    SPELLS_WOUND_MORE = 23
    DOUBLES_WOUNDS = 24  # an opponent's card wounds an opponent's character twice as much
    EXCESS_HEALING_TO_LIFE = 25  # of the creatures that match
    MEDITATION_WOUNDS_CREATURE = 26  # of this card: its controller may wound a creature instead of the hero
    PAYS_AMBUSH = 27  # knowledge counters pay for Ambush; a card for it
    PAYS_ORCS = 28  # supply counters
    THIRST_FOR_ENEMIES = 29  # this card's Thirst may be paid with an opponent's creature
    # of everybody
    BASE_COST_ONLY = 30
    HAND_ONLY = 31
    ONE_GOLD = 32
    GRAVEYARDS_CLOSED = 33
    NO_HIRE = 34
    NO_DEATH = 35
    NO_SUMMON = 36
    # of the card itself, wherever it is
    PLAYABLE_FROM_GRAVEYARD = 40  # then the hero captures it
    PLAYABLE_CAPTURED = 41
    PLAYS_DISCARDED = 42  # the player may play the linked card, which his hero then captures
    HATCHES = 43  # the card captured may be played for less, which destroys this
    HIRE_AGAIN_FOR_RICHER = 44  # for each player with more gold
    HIRE_THREE_TIMES = 45
    FEWER_FROM_STRIKES = 46  # strength of strikes from the cards of the second filter


CONSTANTS = max(Constant) + 1


class Decision(IntEnum):
    """What a player is being asked."""

    NONE = 0
    MULLIGAN = 1
    MAIN = 2
    DEFEND = 3
    CHOOSE = 4  # a card, for the row of the program on top
    MAY = 5
    NUMBER = 6
    MODE = 7
    NAME = 8
    THIRST = 9  # whom the card being played wounds
    X = 10  # the cost of the card or ability
    AMBUSH = 11  # whether to play a card for its Ambush
    COUNTERS = 12  # how many counters pay
    ORDER = 13  # which of a player's abilities that wait comes first
    MEDITATION = 14  # whom an unpaid Meditation wounds
    REVEAL = 16  # whether the hidden hero is revealed


class Frame(IntEnum):
    """What is pending. Which fields a kind uses is said where it is resolved."""

    PROGRAM = 0
    PLAY = 1
    ATTACK = 2
    AMBUSH = 3
    MEDITATE = 4
    USE = 6


class Phase(IntEnum):
    """The step of the turn that comes when nothing is pending."""

    MULLIGANS = 0
    UNTAP = 1
    ACCUMULATE = 2
    MAIN = 3
    END = 4
    CLEAN_UP = 5
    START = 6  # what is triggered at the start of the turn


class Kind(IntEnum):
    """What an action is. a, b, c of the action record as noted."""

    MULLIGAN = 0  # a = card to put under the deck
    KEEP = 1
    PLAY = 2  # a = card
    ATTACK = 3  # a = attacker, b = target
    DEFEND = 4  # a = defender
    NO_DEFENDER = 5
    USE = 6  # a = card, b = ability, counted from 0 among its activated ones
    CLUTCH = 7  # a = card
    END_TURN = 8
    CHOOSE = 9  # a = card
    YES = 10
    NO = 11
    DONE = 12
    NUMBER = 13  # a = number
    MODE = 14  # a = mode from 1
    NAME = 15  # a = card type
    AMBUSH = 16  # a = card
    ORDER = 17  # a = place in the queue


class Cause(IntEnum):
    """How a game ended."""

    NONE, HERO_DEAD, NO_DRAW, TURN_LIMIT, BOTH_DEAD = range(5)


class Source(IntEnum):
    """How wounds came."""

    EFFECT, STRIKE, SHOT, POISON, THIRST = range(5)


DEALT_BY = np.full(len(Source), 2, np.int8)
"""By how wounds came, the column of `dealt` in which they count: of strikes, of Shots, of all else."""
DEALT_BY[[Source.STRIKE, Source.SHOT]] = 0, 1
PLAYED_AS = np.full(len(Type), 2, np.int8)
"""By type, the column of `played_of` in which a card counts: creatures, spells, all else."""
PLAYED_AS[[Type.CREATURE, Type.SPELL]] = 0, 1


class Flag(IntEnum):
    """Bits of a card's `bits`."""

    TAPPED = 1 << 0
    STUNNED = 1 << 1
    HIDDEN = 1 << 2
    NEW = 1 << 3  # first-turn weakness
    ATTACKED = 1 << 4  # this turn
    DEFENDED = 1 << 5
    STAYS_TAPPED = 1 << 6  # in the next untap phase
    LOST = 1 << 7  # what is printed on it does not count
    CLASSLESS = 1 << 8
    GAINED = 1 << 9  # rows of `texts` are its own
    SHOWN = 1 << 10
    SILENCED = 1 << 11  # as LOST, by a card in play
    BORROWED = 1 << 12  # its controller gives it back at the end of the turn
    DOOMED = 1 << 13  # destroyed, about to leave play
    LENT = 1 << 14  # who does not own it controlled it when it left play, or played it as a spell


class Rare(IntEnum):
    """Bits of `happened`: what befalls cards in few games, so that in others no card is asked about it."""

    CAPTURED = 1 << 0  # a card was captured
    LINKED = 1 << 1  # a card was linked to another
    BORROWED = 1 << 2  # a card was controlled for a turn
    MARKED = 1 << 3  # in this turn: a card out of play was used, or linked to another


class Until(IntEnum):
    """When a grant ends."""

    ALWAYS = 0
    TURN = 1
    ROUND = 2  # the start of the seat's turn
    OWN_TURN = 3  # the end of his next or this turn
    WHILE_GIVER = 4  # the card that gave it leaves play: its number stands in the place of the seat
    PART = 5  # the card leaves play: an ability of what became part of it, which it may lose


GRANT_STRIKE = 60
"""Stands in the place of a keyword: the strike of the card is changed."""

FRAME = np.dtype(
    [
        ("kind", "i1"),
        ("step", "i1"),
        ("you", "i1"),  # the seat that is "you"
        ("seat", "i1"),  # who controls the ability
        ("source", "i1"),  # the card that is "this"
        ("event", "i1"),  # the card that the trigger was about; attacks: the target
        ("by", "i1"),
        ("other", "i1"),  # attacks: the first target; plays: the zone that the card came from
        ("flag", "i1"),
        ("how", "i1"),
        ("n", "i1"),  # cards in `chosen`
        ("left", "i1"),  # picks left
        ("loops", "i1"),
        ("picked", "i1"),  # picks made
        ("modes", "i1"),  # bits of modes chosen
        ("text", "i2"),  # card type whose text it is
        ("pc", "i2"),  # next row of the program
        ("end", "i2"),
        ("loop", "i2"),  # the row from which it is done again
        ("did", "i2"),
        ("x", "i2"),
        ("y", "i2"),
        ("excess", "i2"),
        ("chosen", "i1", (CHOSEN_MAX,)),
    ]
)
EVENT = np.dtype(
    [
        ("ability", "i2"),  # row of the ability table; below 0: -1 - Trigger without a program
        ("x", "i2"),
        ("y", "i2"),
        ("source", "i1"),  # the card that is "this"
        ("event", "i1"),
        ("event_body", "i1"),  # its record in `body`, NO_BODY if it was not in play
        ("by", "i1"),
        ("you", "i1"),
        ("how", "i1"),
        ("batch", "i1"),  # those that were triggered at the same moment, see queue.close_moment
    ]
)
"""An ability that has been triggered and waits in the queue."""
GRANT = np.dtype([("card", "i1"), ("keyword", "i1"), ("value", "i1"), ("until", "i1"), ("seat", "i1")])
TEXT = np.dtype([("type", "i2"), ("card", "i1"), ("form", "i1"), ("marks", "u1")])
"""The text of a card type of which a card has the abilities of a Form besides its own, with marks of their own. form:
the Form, and FORMS for each further time that the card has the text with the same marks.
"""
DELAYED = np.dtype([("ability", "i2"), ("source", "i1"), ("you", "i1"), ("x", "i1"), ("times", "i1")])
"""An ability that waits for something to happen, once or as often as it was delayed."""

CARD = np.dtype(
    [
        ("type", "i2"),  # row of the card table, -1: unused
        ("former", "i2"),  # the card type that it was before it became a copy, or -1
        ("bits", "i2"),
        ("marks", "u2"),  # abilities used this turn: see texts.py
        ("zone", "i1"),
        ("controller", "i1"),
        ("created", "i1"),  # 1: a token, whatever its type says
        ("captor", "i1"),  # CAPTURED: the card that it is under
        ("origin", "i1"),  # CAPTURED: the zone to which it returns
        ("body", "i1"),  # its record in `body`: of a card that left play as it was then, until others need it
        (
            "linked",
            "i1",
        ),  # in play: the card there that it chose; elsewhere: the card in play to which it belongs
        ("noted", "i1"),  # bits: see conditions.py
        ("spent", "i1"),  # gold spent to play it; X
        ("seen", "i1"),  # bits of seats that know where it lies, though it is hidden
    ]
)
BODY = np.dtype(
    [
        ("card", "i1"),  # whose it is, or was; -1: nobody's
        ("boost", "i1"),
        ("base_strike", "i1"),  # instead of the printed one, or -1
        ("base_life", "i1"),
        ("cost", "i1"),  # the printed one, with that of what became part of it
        ("meditation", "i1"),  # the highest value of Meditation that it has gained
        ("strike_doubled", "i1"),  # how often
        ("asleep", "i1"),  # 1: it had Sleeping when that was last worked out
        ("poison", "i1"),
        ("counters", "i1"),  # ripening, knowledge or supply
        ("class_gained", "i1"),  # -1: none
        ("armour_used", "i1"),  # this turn
        ("killer", "i1"),  # the card that killed it
        ("seconds", "i1"),  # this turn: bits of abilities that happened an odd number of times
        ("games", "i1"),  # bits of abilities of once a game that were used
        ("meditations", "i2"),  # this turn: how often each copy of Meditation worked, two bits a copy
        ("wounds", "i2"),
        ("extra", "i2"),  # extra life, or negative life
        ("strike_more", "i2"),
        ("strike_less", "i2"),
        ("strike_set", "i2"),  # what its strike has become, or -1
        ("set_at", "i2"),  # when, see `moments`
        ("came", "i2"),  # when it came, became what it is or last gained a text of which that counts; left: its type
        ("strike", "i2"),  # now, see modifiers.refresh
        ("life", "i2"),  # maximum life now
        ("keywords", "i8"),  # bits now
    ]
)
BODIES = SEATS * (LINE_MAX + SUPPORTS + 1) + 1
NO_BODY = BODIES - 1
"""The body of cards that never were in play: it says nothing."""
PILE = pile_dtype(PILE_MAX)
LINE = pile_dtype(LINE_MAX)
SUPPORT = pile_dtype(12)

STATE = np.dtype(
    [
        *header(SEATS),
        ("card", CARD, (CARDS,)),
        ("body", BODY, (BODIES,)),
        ("deck", PILE, (SEATS,)),
        ("hand", PILE, (SEATS,)),
        ("graveyard", PILE, (SEATS,)),
        ("sideboard", PILE, (SEATS,)),
        ("line", LINE, (SEATS,)),  # creatures, in the order in which they came
        ("support", SUPPORT, (SEATS,)),
        # what is pending
        ("n_frames", "i2"),
        ("n_queue", "i2"),
        ("entered", "i2"),  # of the queue those that were triggered at an earlier moment, see queue.close_moment
        ("n_grants", "i1"),
        ("n_delayed", "i1"),
        ("next_body", "i1"),
        ("batch", "i1"),
        ("programs", "i1"),  # frames of programs on the stack
        ("stale", "i1"),  # 1: what cards are now has to be worked out anew; 0: nothing is to be done
        ("frame", FRAME, (FRAMES_MAX,)),
        ("trial", FRAME, (1,)),  # scratch: see modifiers.spare
        ("queue", EVENT, (QUEUE_MAX,)),
        ("grant", GRANT, (GRANTS_MAX,)),
        ("delayed", DELAYED, (DELAYED_MAX,)),
        # the players
        ("gold", "i2", (SEATS,)),
        ("tapped_gold", "i2", (SEATS,)),
        ("passing_gold", "i2", (SEATS, PASSINGS)),  # of the gold, what goes again
        ("tapped_passing", "i2", (SEATS, PASSINGS)),  # of that, what is tapped
        ("gold_back", "i2", (SEATS,)),  # lost for a time: what comes back at the next end of a turn of his
        ("gold_owed", "i2", (SEATS,)),  # at the second
        ("fading", "i1", (SEATS,)),  # ends of turns since he limited plays
        ("changed", "i1", (SEATS,)),  # cards of the first hand put under the deck
        ("failed_draws", "i1", (SEATS,)),
        ("lasting", "i2", (SEATS, LASTING)),
        ("last_wounds", "i2", (SEATS,)),
        ("listens", "i8", (SEATS,)),  # bits of the triggers of all cards owned
        ("elsewhere", "i8", (SEATS,)),  # likewise of those that work out of play
        ("outside", "i1", (SEATS,)),  # 1 if a card owned may be played, or let others be played, from elsewhere
        ("moments", "i2"),  # what happened so far whose order matters: cards that came, texts gained, strikes set
        ("n_texts", "i1"),
        ("texts", TEXT, (TEXTS_MAX,)),  # in the order in which they were gained
        ("happened", "i1"),  # see Rare
        ("shown", "i1"),  # bits of the seats of whose cards some are SHOWN
        ("constants", "i8"),  # bits of the constants of all cards in play
        # the turn under way
        ("phase", "i1"),
        ("first_turn", "i1"),  # 1 in the first turn of the first player
        ("discarded", "i1", (SEATS,)),
        ("drawn", "i1", (SEATS,)),
        ("plays", "i1", (SEATS,)),
        ("gold_gained", "i1", (SEATS,)),
        ("n_played", "i1"),
        ("played", "i2", (PLAYED_MAX,)),  # types of the cards played this turn, by the active player
        ("named", "i2"),  # the card type named last
        ("scratch", ACTION, (2,)),
        ("found", "i1", (CARDS,)),  # scratch: the cards that an operation works on
        # for the record
        ("cause", "i1"),
        ("played_of", "i2", (SEATS, 3)),  # creatures, spells, support cards
        ("dealt", "i2", (SEATS, 3)),  # wounds to the other's hero by strikes, Shots, effects
        ("unspent", "i2", (SEATS,)),  # untapped gold at the ends of his turns
        ("uses", "i2", (SEATS,)),
        ("keywords_used", "i2", (SEATS,)),
        ("turns_taken", "i2", (SEATS,)),
    ],
    align=True,
)
