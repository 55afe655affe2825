"""The state of a game of KeyForge: one record, its enums and its bounds.

The 72 cards of the two decks are numbered: 0 to 35 are owned by seat 0, 36 to 71 by seat 1. Piles hold these numbers.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 2
DECK_SIZE = 36
CARDS = SEATS * DECK_SIZE
HOUSES = 7
KEYS_TO_WIN = 3
NO_HOUSE = -1
ITS_CONTROLLER = -1
"""The "you" of a pending ability: whoever controls its card when it happens."""
BY_ROW = -2
PILE_MAX = 40
FRAMES_MAX = 37
TRIGGERS_MAX = 2 * CARDS
"""Abilities that wait in all windows together. The largest window is that of many deaths at once: each of the 24 cards
of house Dis in the two decks may see them, once for each owner and controller of the dead (4 times 24), each other card
once (48 more)."""
CHOSEN_MAX = 4
WAITING_MAX = CARDS
"""Damage and amber that wait: what happens at once makes each card lose its amber, or be dealt damage, once."""
AMOUNT_MAX = 30_000
"""Of amber, damage, counters or chains in one place, where a text that repeats for ever stops adding more."""
ACTIONS_MAX = 512
TURNS_NOTED = 8
"""Own turns of each player whose house is kept for the results table."""


class House(IntEnum):
    """The houses of the set."""

    BROBNAR, DIS, LOGOS, MARS, SANCTUM, SHADOWS, UNTAMED = range(7)


class Type(IntEnum):
    """What a card is."""

    ACTION, ARTIFACT, CREATURE, UPGRADE = range(4)


class Zone(IntEnum):
    """Where a card is. RESOLVING: an action being played; UNDER: facedown under the artifact `host`."""

    NONE, DECK, HAND, DISCARD, ARCHIVES, PURGED, PLAY, RESOLVING, UNDER = range(9)


class Flank(IntEnum):
    """The ends of a battleline."""

    LEFT, RIGHT = range(2)


class Mark(IntEnum):
    """Bits of a card's `marks`: what holds for it until the end of the turn."""

    UNHURT = 1  # cannot be dealt damage
    FLANK = 2  # counts as a flank creature (Spectral Tunneler)
    SKIRMISH = 4
    USABLE = 8  # may be used whatever its house
    MARS = 16  # belongs to house Mars
    NOTED = 32  # among the cards that the last text noted, so that it can name them again


class Status(IntEnum):
    """How far the destruction or departure of a card has got."""

    NONE = 0
    TAGGED = 1  # destroyed, still in play, its destroyed abilities not yet collected
    DYING = 2  # destroyed, still in play, its destroyed abilities collected
    GONE = 3  # was destroyed and has left play; the batch of destructions is not over
    LEFT = 4  # left play in another way; its leaves-play abilities are not yet collected
    TAKEN = 5  # was destroyed, and an ability moved it in the midst of its batch; likewise


class Trigger(IntEnum):
    """When a program of a card happens. The HOST_ ones stand on an upgrade and are abilities of its host."""

    PLAY = 0
    REAP = 1
    FIGHT = 2
    ACTION = 3
    OMNI = 4
    BEFORE_FIGHT = 5
    DESTROYED = 6
    LEAVES_PLAY = 7
    END_OF_TURN = 8
    CREATURE_DESTROYED_FIGHTING_THIS = 9
    CREATURE_ENTERS = 10
    CREATURE_PLAYED = 11
    CREATURE_DESTROYED = 12
    ARTIFACT_PLAYED = 13
    ARTIFACT_USED = 14
    CARD_DISCARDED = 15
    KEY_FORGED = 16
    HOUSE_CHOSEN = 17
    ANY_FIGHT = 18  # any creature attacks, before the fight
    HOST_REAP = 19
    HOST_FIGHT = 20
    HOST_ACTION = 21
    HOST_DESTROYED = 22
    HOST_CREATURE_PLAYED = 23
    LATER = 24  # what a rest-of-turn effect of this card does each time
    # pending abilities without a program
    ASSAULT = 25
    HAZARDOUS = 26
    TUNNELER = 27  # reap: draw 1, of a creature with Mark.FLANK
    CLOAK = 28  # Armageddon Cloak saves its host
    CONTROL = 29  # a creature changes sides: in an order of the active player where several do at once


class Matter(IntEnum):
    """Bits of what of a pending ability makes its place in an order matter, where another has the same text."""

    THIS = 1  # the card whose ability it is
    EVENT = 2  # the card that it is about, more than whose it is
    HOUSE = 4  # the house of the card whose ability it is: it goes where cards of one title are told apart by that
    SENDS = 8  # the card whose ability it is, as soon as something else waits too: it is in play until it is sent away
    STIRS = 16  # it may take cards out of play, and with them abilities that wait


WITHOUT_PROGRAM = (Trigger.ASSAULT, Trigger.HAZARDOUS, Trigger.TUNNELER, Trigger.CLOAK, Trigger.CONTROL)
TRIGGERS = len(Trigger)
PROGRAMS = TRIGGERS - len(WITHOUT_PROGRAM)
"""Triggers that have programs in the card file."""


class Lasting(IntEnum):
    """Effects of this turn: an amount each in `now`. Those of the next turn wait in `next` until it begins.

    Those of TRIGGERED are triggered each time something happens, so often as their amount says; the program is the
    LATER program of the card that made them.
    """

    ENEMY_DESTROYED = 0  # Loot the Bodies, Looter Goblin
    FRIENDLY_FIGHTS = 1  # Warsong
    CREATURE_REAPS = 2  # Crystal Hive
    FRIENDLY_FOUGHT = 3  # Take Hostages: captures if it lives
    CREATURE_PLAYED = 4  # Full Moon
    CARD_PLAYED = 5  # Library Access
    CHARGE = 6  # Charge!: each creature played gains a play ability
    MAY_FIGHT = 7  # bits of houses whose friendly creatures may fight
    MAY_USE = 8  # bits of houses whose friendly creatures may be used
    STEAL_REAPS = 9
    NON_LOGOS_PLAYS = 10  # plays left
    ENTERS_READY = 11  # the next creature or artifact played
    MARS_ENTERS_READY = 12  # the next Mars creature played
    NO_ELUSIVE = 13
    UNHURT = 14  # bits of seats whose creatures cannot be dealt damage
    ONLY_FIGHT = 15  # friendly creatures may be used in any house, but only to fight
    NO_PLAYS = 16
    # during the opponent's next turn
    MUST_CHOOSE = 17  # bits of houses
    KEYS_COST = 18
    NO_CREATURES = 19
    NO_FIGHTS = 20
    OPPONENT_FORGES = 21  # Interdimensional Graft
    NO_ACTIONS = 22
    NO_USES = 23
    NO_FORGING = 24


TRIGGERED = (
    Lasting.ENEMY_DESTROYED,
    Lasting.FRIENDLY_FIGHTS,
    Lasting.CREATURE_REAPS,
    Lasting.FRIENDLY_FOUGHT,
    Lasting.CREATURE_PLAYED,
    Lasting.CARD_PLAYED,
    Lasting.CHARGE,
    Lasting.OPPONENT_FORGES,
)
"""Effects that are triggered each time something happens."""
NEXT_TURN = (
    Lasting.MUST_CHOOSE,
    Lasting.KEYS_COST,
    Lasting.NO_CREATURES,
    Lasting.NO_FIGHTS,
    Lasting.OPPONENT_FORGES,
    Lasting.NO_ACTIONS,
    Lasting.NO_USES,
    Lasting.NO_FORGING,
)
"""Effects of the opponent's next turn, in the order of `next`."""
LASTING = len(Lasting)


class Constant(IntEnum):
    """What a card in play does all the time. Rows of the constants table: kind, amount, whom (a filter), per what."""

    POWER = 0
    ARMOR = 1
    TAUNT = 2
    ELUSIVE = 3
    SKIRMISH = 4
    POISON = 5
    ASSAULT = 6
    HAZARDOUS = 7
    KEY_COST = 8  # of the players that the side names
    REFILL = 9  # likewise
    CANNOT_REAP = 10
    PLAYS_AT_MOST = 11  # cards each turn, for the opponent
    CANNOT_PLAY_CREATURES = 12
    FIGHTS_ONLY_STUNNED = 13
    NEEDS_DISCARD = 14  # cannot be used unless a card of this card's house was discarded this turn
    PAY_TO_USE_ARTIFACTS = 15  # the opponent pays
    PAY_TO_PLAY_ARTIFACTS = 16
    NO_STEALING = 17
    MUST_CHOOSE = 18  # house `amount`
    FORBIDS_NAMED = 19  # the opponent of the player who named it cannot choose the named house
    USABLE = 20  # of the creatures that match: in any house
    PLAYS_OFF_HOUSE = 21  # Witch of the Wilds
    FIRST_CREATURE_READY = 22
    ENTERS_READY = 23
    ENTERS_STUNNED = 24
    SKIPS_FORGING = 25
    GAINS_FORGING = 26  # what the opponent spends on keys
    FORGE_SOURCE = 27
    STRONG_AGAINST_FLANK = 28  # +amount damage when it attacks a flank creature
    NO_FIGHT_DAMAGE = 29
    IGNORES_TAUNT_AND_ELUSIVE = 30
    PURGES_DEAD = 31  # Annihilation Ritual
    CATCHES_AMBER = 32  # Ether Spider
    CATCHES_DAMAGE = 33  # Shadow Self
    SAVES_HOST = 34  # Armageddon Cloak
    CONTROLS_HOST = 35  # Collar of Subordination
    STATE_LONELY = 36  # destroyed as soon as the opponent has no creatures
    PLAY_COST = 37  # amber to lose in order to play it
    PLAY_NEEDS = 38  # amber to have in order to play it
    LESS_POWER = 39  # as POWER, of amounts below 0
    ACTION_NEEDS_AMBER = 40  # its action cannot be used with less amber in the user's pool


CONSTANTS = max(Constant) + 1


class Decision(IntEnum):
    """What the active player is being asked."""

    NONE = 0
    MULLIGAN = 1
    HOUSE = 2
    ARCHIVES = 3
    MAIN = 4
    ORDER = 5  # which pending ability of the window on top comes first
    CHOOSE = 6  # a card, for the choose row of the program on top
    HOUSE_NAME = 7  # a house, for the program on top
    NUMBER = 8  # a number, for the program on top
    MODE = 9  # which of the modes of the program on top
    MAY = 10  # whether to do the row of the program on top
    FLANK = 11  # for the card entering play on top
    HOST = 12  # for the upgrade being played on top
    FIGHT_TARGET = 13  # for the fight on top
    USE = 14  # how to use the card of the frame on top
    COPY = 15  # which action Mimicry copies
    FORGE_FROM = 16  # how much to take from one artifact
    PLAYER = 17  # a player, for the program on top
    REDIRECT = 18  # which of several creatures takes the damage or amber that waits


class Frame(IntEnum):
    """What is pending. Which fields a kind uses is said where it is resolved."""

    PROGRAM = 0
    WINDOW = 1
    PLAY = 2
    USE = 3
    FIGHT = 4
    DESTRUCTION = 5
    ENTER = 6
    FORGE = 7
    CONTROL = 8
    USED = 9


class Phase(IntEnum):
    """The step of the turn that comes when nothing is pending."""

    MULLIGANS = 0
    BEGIN = 1
    FORGE = 2
    HOUSE = 3
    ARCHIVES = 4
    MAIN = 5
    READY = 6
    DRAW = 7
    END_ABILITIES = 8
    END = 9  # the effects of the turn end: what dies of that dies in this turn
    PASS = 10  # the opponent becomes active


class Kind(IntEnum):
    """What an action is. a, b, c of the action record as noted."""

    MULLIGAN = 0
    KEEP = 1
    HOUSE = 2  # a = house: the house of the turn, or a house named for an effect
    PLAY = 3  # a = card, b = Flank or -1; with c = 1: b = the host of an upgrade
    DISCARD = 4  # a = card
    REAP = 5  # a = card
    FIGHT = 6  # a = attacker, b = target
    ACTION = 7  # a = card, b = card whose text is used: itself or an upgrade on it; c = 1 if it has a choice of texts
    OMNI = 8  # a = card
    UNSTUN = 9  # a = card
    END_TURN = 10
    CHOOSE = 11  # a = card; c = 1: of a discard pile, where cards in play are offered too
    ORDER = 12  # a = place in the list of pending abilities
    NUMBER = 13  # a = the number
    MODE = 14  # a = 1, 2
    FLANK = 15  # a = Flank
    YES = 16
    NO = 17
    DONE = 18
    PLAYER = 19  # a = seat


class Cause(IntEnum):
    """How a game ended."""

    NONE, THREE_KEYS, TURN_LIMIT = range(3)


FRAME = np.dtype(
    [
        ("kind", "i1"),
        ("step", "i1"),
        ("you", "i1"),  # the seat that is "you"
        ("source", "i1"),  # the card that is "this"
        ("other", "i1"),  # fights: the target; plays: the card copied; programs: the seat whose card `event` was then
        ("event", "i1"),  # the card that the trigger was about
        ("flag", "i1"),
        ("n", "i1"),  # cards in `chosen`
        # programs: the cards of "you" and of the opponent that the last row on cards destroyed or changed, see tally
        ("yours", "i1"),
        ("theirs", "i1"),
        ("pc", "i2"),  # next row of the program; windows: first pending ability
        ("end", "i2"),  # row after the program
        ("did", "i2"),  # how much the last operation really did
        ("x", "i2"),  # house or number named
        ("chosen", "i1", (CHOSEN_MAX,)),
    ]
)
PENDING = np.dtype(
    [
        ("trigger", "i1"),
        ("source", "i1"),  # the card that is "this"
        ("text", "i1"),  # the card whose text it is; -2 - Lasting for an effect of this turn
        ("event", "i1"),  # the card that the trigger was about; -2 - card if its owner did not control it then
        ("you", "i1"),  # a seat, or ITS_CONTROLLER
        ("times", "i1"),  # so often it happens; 0: no more, see forget
    ]
)
"""An ability that has been triggered and waits for its turn in a window."""

CARD = np.dtype(
    [
        ("type", "i2"),  # row of the card table
        ("damage", "i2"),
        ("amber", "i2"),
        ("counters", "i2"),  # +1 power counters
        ("house", "i1"),  # the house under which its deck lists it
        ("zone", "i1"),
        ("controller", "i1"),
        ("lasting", "i1"),  # who controls it but for a Collar or Mindlock; of a Collar: to whom it gives its host or -1
        ("ready", "i1"),
        ("stunned", "i1"),
        ("armor_used", "i1"),
        ("attacked", "i1"),  # this turn: its elusive is used up
        ("uses", "i1"),  # this turn
        ("times", "i1"),  # plays and uses this turn, for the rule of six
        ("host", "i1"),  # of an upgrade, a card under an artifact, or a creature purged by a Spangler Box
        ("upgrades", "i1"),  # how many are on it
        ("marks", "i1"),  # Mark bits
        ("tunnels", "i1"),  # so often it has got "reap: draw 1" of a Spectral Tunneler this turn
        ("status", "i1"),
        ("picked", "i1"),  # scratch of the choice under way: picked, or damage allocated
        # a house and for whom (named_for); of a Collar its rank, the higher the later it took its host, of a Mindlock
        # twice its rank and the seat to which it gives
        ("named", "i1"),
        ("killer", "i1"),  # the creature whose fight damage destroyed it; BY_ROW: the row of the program on top did
        ("seen", "i1"),  # bits of seats that know where this card lies though it is hidden
        ("taken_house", "i1"),  # the house it counts as while another than its owner controls it, or NO_HOUSE
        ("mindlock", "i1"),  # the Harland Mindlock that took it last, of those in play
        ("earlier", "i1"),  # of a Harland Mindlock: the one that took its creature before, and still is in play
    ]
)
PILE = pile_dtype(PILE_MAX)
WAITING = np.dtype(
    [
        ("amount", "i2"),
        ("card", "i1"),  # the creature that the damage was dealt to, or NO_CARD: it is amber
        ("dealer", "i1"),  # damage: the creature that dealt it in a fight; amber: the seat that was to gain it
    ]
)
"""Damage or amber that several creatures could take instead, until the active player picks one."""

STATE = np.dtype(
    [
        *header(SEATS),
        # sets of cards: bit k of seat p is card 36 p + k
        ("sources", "i8", (SEATS,)),  # which cards in play have constants at all, and which are upgrades
        ("leaving", "i8", (SEATS,)),  # which cards have another status than NONE
        ("card", CARD, (CARDS,)),
        ("deck", PILE, (SEATS,)),
        ("hand", PILE, (SEATS,)),
        ("discard", PILE, (SEATS,)),
        ("archives", PILE, (SEATS,)),
        ("line", PILE, (SEATS,)),  # battleline, left to right
        ("artifacts", PILE, (SEATS,)),
        # what is pending
        ("n_frames", "i2"),
        ("n_pending", "i2"),
        ("unsettled", "i1"),  # something changed that may destroy creatures or trigger leaves-play abilities
        ("batch", "i1"),  # 1 while destroyed abilities of a batch resolve: new destructions join it
        ("n_waiting", "i1"),
        ("disputed", "i1"),  # something changed that may give a creature to the other player
        ("covered", "i1"),  # cards that lie facedown under others
        ("marked", "i1"),  # something has marked a card this turn
        ("waiting", WAITING, (WAITING_MAX,)),
        ("frame", FRAME, (FRAMES_MAX,)),
        ("pending", PENDING, (TRIGGERS_MAX,)),
        # the players
        ("amber", "i2", (SEATS,)),
        ("chains", "i2", (SEATS,)),
        ("houses", "i2", (SEATS,)),  # bits
        ("keys", "i1", (SEATS,)),
        ("forged", "i1", (SEATS,)),  # keys forged in the last own turn
        ("unforged", "i1", (SEATS,)),  # so many of them were turned back
        ("creatures_played", "i2", (SEATS,)),  # in the last own turn
        ("shuffled", "i1", (SEATS,)),  # the lowest so many cards of the deck lie in an order nobody knows
        # the turn under way
        ("phase", "i1"),
        ("house", "i1"),  # the active house or NO_HOUSE
        ("first_turn", "i1"),  # 1 in the first turn of the first player
        ("by_house", "i1"),  # cards played or discarded by the right of the active house
        ("off_house", "i1"),  # plays made by the right of a Witch of the Wilds
        ("creature_came", "i1"),  # whether a creature was played this turn
        ("discarded", "i1"),  # bits of houses of cards discarded from hand
        ("played_of", "i1", (HOUSES,)),
        ("played", "i2"),
        ("acts", "i2"),  # cards played and uses of cards, for the rule of six
        ("uses", "i2"),  # of creatures
        ("fallen", "i2"),  # enemy creatures destroyed in fights
        ("now", "i2", (LASTING,)),
        ("next", "i2", (len(NEXT_TURN),)),
        # how many cards in play have such an ability, so that most questions are answered at once
        ("listening", "i1", (PROGRAMS,)),
        ("constant", "i1", (CONSTANTS,)),
        ("scratch", ACTION, (2,)),
        # for the record
        ("cause", "i1"),
        ("mulligans", "i1", (SEATS,)),
        ("made", "i2", (SEATS,)),
        ("stolen", "i2", (SEATS,)),
        ("captured", "i2", (SEATS,)),
        ("house_of_turn", "i1", (SEATS, TURNS_NOTED)),  # NO_HOUSE: none was active, or no such turn
        ("house_turns", "i1", (SEATS, HOUSES)),  # own turns in which the house was chosen
    ],
    align=True,
)
