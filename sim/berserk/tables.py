"""What the kernels read of cards and tables, and the codes of the notation."""

from __future__ import annotations

from enum import IntEnum, auto

import numpy as np

from ..cards.rows import ROW
from ..core.errors import quoted
from ..reading.notation import Codes, Object, Term, choice, number
from .state import CARD_TRAITS_MAX, CARD_TYPES_MAX, DECK_MAX, SEATS, SQUAD_MAX, STAT_WORDS

ROWS_MAX, CONSTANTS_MAX, FILTERS_MAX, TRAITS_MAX = 512, 256, 256, 512


class Element(IntEnum):
    """The element of a card; a neutral one has none."""

    STEPPES = 0
    MOUNTAINS = auto()
    FORESTS = auto()
    SWAMPS = auto()
    DARKNESS = auto()
    NEUTRAL = auto()


class Type(IntEnum):
    """What a card is."""

    CREATURE = 0
    ARTIFACT = auto()
    TERRAIN = auto()
    EQUIPMENT = auto()


class Subtype(IntEnum):
    """What kind of creature."""

    PLAIN = 0
    FLYING = auto()
    COMPANION = auto()
    PARASITE = auto()


class Attack(IntEnum):
    """The kinds of attack."""

    SIMPLE = 0
    SPECIAL = auto()
    MAGIC = auto()
    ACROSS = auto()
    SHOT = auto()
    THROW = auto()
    DISCHARGE = auto()


class Strength(IntEnum):
    """How an attack lands."""

    MISS = 0
    WEAK = auto()
    MEDIUM = auto()
    STRONG = auto()


KINDS = {
    "simple": 1 << Attack.SIMPLE,
    "special": 1 << Attack.SPECIAL,
    "magic": 1 << Attack.MAGIC,
    "across": 1 << Attack.ACROSS,
    "shot": 1 << Attack.SHOT,
    "throw": 1 << Attack.THROW,
    "discharge": 1 << Attack.DISCHARGE,
}
KINDS |= {
    "melee": KINDS["simple"] | KINDS["special"] | KINDS["magic"],
    "strikes": KINDS["simple"] | KINDS["special"] | KINDS["magic"] | KINDS["across"],
    "ranged": KINDS["across"] | KINDS["shot"] | KINDS["throw"] | KINDS["discharge"],
    "magical": KINDS["magic"] | KINDS["discharge"],
    "attacks": (1 << len(Attack)) - 1,
}
KINDS["nonmagic"] = KINDS["attacks"] & ~KINDS["magical"]
"""Sets of kinds of attack, as bits."""
STRENGTH_BITS = {"weak": 1 << len(Attack), "medium": 2 << len(Attack), "strong": 4 << len(Attack)}
ANY_STRENGTH = sum(STRENGTH_BITS.values())
KINDS_BITS = 5
"""An amount for some kinds of attack is written in one number: amount + 16, then the bits of kinds and strengths."""
AMOUNT_ZERO = 16


class Stat(IntEnum):
    """What can be said of a card: named traits with their number, properties, and modifiers."""

    NONE = 0
    # modifiers: they add up, each for some kinds of attack
    VALUE = auto()
    INCOMING = auto()
    DIE = auto()
    EXPOSED = auto()
    RANGE = auto()
    # sums without kinds
    MOVEMENT = auto()
    MORE_ATTACK_EXPERIENCE = auto()
    MORE_DEFENSE_EXPERIENCE = auto()
    MORE_ARMOUR = auto()
    # named traits: the highest number counts
    ATTACK_EXPERIENCE = auto()
    DEFENSE_EXPERIENCE = auto()
    SHOOTING_EXPERIENCE = auto()
    THROWING_EXPERIENCE = auto()
    DISCHARGE_EXPERIENCE = auto()
    CLUMSINESS = auto()
    ARMOUR = auto()
    REGENERATION = auto()
    FADING = auto()
    VAMPIRISM = auto()
    LESSER_VAMPIRISM = auto()
    INCARNATION = auto()
    INCARNATES_OPEN = auto()
    JUMP = auto()
    TELEPORT = auto()
    MANOEUVRE = auto()
    DIRECTED_STRIKE = auto()
    UNANSWERED_STRIKE = auto()
    INCORPOREAL = auto()
    CORPSE_EATING = auto()
    FORMATION = auto()
    FLYING = auto()
    GROUNDED = auto()
    VANGUARD = auto()
    WRATH = auto()
    GIFT_OF_LIFE = auto()
    SOUL_CATCHER = auto()
    UNITY = auto()
    THIRST = auto()
    CONCENTRATION = auto()
    DEXTERITY = auto()
    CAMOUFLAGE = auto()
    STEALTH = auto()
    MEDITATION = auto()
    FORTITUDE = auto()
    FEAR = auto()
    SHELTER = auto()
    THICK_HIDE = auto()
    PRECISION = auto()
    VULNERABILITY = auto()
    PLAGUE = auto()
    ARCHAALS_SHIELD = auto()
    RAGE = auto()
    BLESSING = auto()
    PROTECTION_POISONING = auto()
    PROTECTION_SHOTS = auto()
    PROTECTION_THROWS = auto()
    PROTECTION_DISCHARGES = auto()
    PROTECTION_MAGIC = auto()
    PROTECTION_SPELLS = auto()
    PROTECTION_FLYING = auto()
    PROTECTION_STRIKES = auto()
    PROTECTION_WEAK_STRIKES = auto()
    PROTECTION_VALUE = auto()
    # properties in the words of single cards
    OPEN_AFTER_ATTACK = auto()
    OPEN_AFTER_DEFENCE = auto()
    ENDLESS_DEFENCE = auto()
    DEFENDS_ANY = auto()
    REFLECTS_CLOSED = auto()
    STRIKES_TWICE = auto()
    STRIKES_TWO_CARDS = auto()
    STRIKES_ALL = auto()
    STRIKES_OPPOSITE = auto()
    STRIKES_ANYWHERE = auto()
    STRIKE_REACH = auto()
    STRIKES_FLYING = auto()
    JOINS_ROW_ENDS = auto()
    MOVES_DIAGONALLY = auto()
    MUST_STRIKE_CLOSED = auto()
    IGNORES_TRAITS = auto()
    IGNORES_PROTECTION_FLYING = auto()
    IGNORES_ARMOUR = auto()
    TWO_DICE = auto()
    NO_COUNTER_WOUNDS = auto()
    FIXED_STRENGTH = auto()
    COPIES_STRIKE = auto()
    STRIKES_TO_WEAK = auto()
    ATTACKS_TO_ONE = auto()
    ENEMY_REDIRECTS = auto()
    LURES_FLYING = auto()
    LURES_SHOTS = auto()
    SHOOTS_ADJACENT = auto()
    NO_CLUMSINESS = auto()
    NO_EXPERIENCE = auto()
    BARRED_FROM_HALF = auto()
    HEALING_BONUS = auto()
    THROWS_STRIKE = auto()
    SPENDS_TOKENS = auto()
    FREE_DISCHARGES = auto()


STATS = len(Stat)
LAST_MODIFIER = Stat.MORE_ARMOUR
"""Modifiers, which add up, come before the named traits, of which the highest number counts."""
LURES = (Stat.LURES_FLYING, Stat.LURES_SHOTS)


class Head(IntEnum):
    """How a trait comes to work."""

    ACTION = 1
    SUDDEN = auto()
    WHEN = auto()
    CONSTANT = auto()
    VALHALLA = auto()


class Window(IntEnum):
    """When a sudden action may be used."""

    NONE = 0
    ANY = auto()
    REDIRECT = auto()
    DICE = auto()
    STRENGTH = auto()
    WOUNDS = auto()
    LANDED = auto()
    ENTERED = auto()


class Event(IntEnum):
    """What triggered traits wait for."""

    NONE = 0
    STRIKE = auto()
    MISS = auto()
    STRUCK = auto()
    ATTACKS = auto()
    ATTACKED = auto()
    NEIGHBOUR_ATTACKED = auto()
    ALLY_ATTACKED = auto()
    ALLY_ATTACK = auto()
    DEFENDS = auto()
    DEFENDED = auto()
    MOVED = auto()
    ENEMY_MOVED = auto()
    BEFORE_TURN = auto()
    START_TURN = auto()
    ENEMY_START_TURN = auto()
    END_TURN = auto()
    START_BATTLE = auto()
    OWN_DEATH = auto()
    DEATH = auto()
    POISON_WOUNDS = auto()
    CORPSE_EATEN = auto()
    INCARNATED = auto()
    HOST_JUMPED = auto()
    ALLY_WOUNDED = auto()


EVENTS = len(Event)


class Rule(IntEnum):
    """Named traits that are written as traits of the notation."""

    GIFT_OF_LIFE = 0
    THIRST = auto()
    DEXTERITY = auto()
    THROWS_STRIKE = auto()
    LOSS_OF_FLIGHT = auto()
    CORPSE_EATING = auto()
    RAGE = auto()


class Select(IntEnum):
    """Which cards an operation works on."""

    NONE = 0
    SELF = auto()
    CHOSEN = auto()
    EVENT = auto()
    HOST = auto()
    OPPOSITE = auto()
    SUBJECT = auto()
    EACH = auto()


class Side(IntEnum):
    """Whose cards a filter lets pass."""

    ANY = 0
    OWN = auto()
    ENEMY = auto()


class Relation(IntEnum):
    """How a card stands to the card whose trait it is."""

    ANY = 0
    ADJACENT = auto()
    NOT_ADJACENT = auto()
    ORTHOGONAL = auto()
    BESIDE = auto()
    OPPOSITE = auto()
    SAME_COLUMN = auto()
    MIRRORED_ROW = auto()
    ENEMY_SECOND_ROW = auto()
    SELF = auto()
    HOST = auto()
    HOST_OR_ADJACENT = auto()
    NEXT_TO_EVENT = auto()
    GRAVEYARD = auto()
    OWN_GRAVEYARD = auto()
    DECK = auto()


class Property(IntEnum):
    """What a filter asks of a card."""

    FLYING = 1
    NON_FLYING = 2
    CORPOREAL = 4
    OPEN = 8
    CLOSED = 16
    WOUNDED = 32
    UNWOUNDED = 64
    UNMOVED = 128
    POISONED = 256
    ELITE = 512
    ORDINARY = 1024
    OTHER = 2048
    NOT_EVENT = 4096
    UNPICKED = 8192
    FIRST_ROW = 16384
    SECOND_ROW = 32768
    THIRD_ROW = 65536
    ISOLATED = 1 << 17
    DEFENDER = 1 << 18
    CURSED = 1 << 19
    FRESH = 1 << 20
    SAME_NAME = 1 << 21
    INCARNATING = 1 << 22
    UNEXTENDED = 1 << 23
    PLAIN = 1 << 24
    REVEALED = 1 << 25
    SAME_ELEMENT = 1 << 26
    STOOD_STILL = 1 << 27


class Has(IntEnum):
    """What `with_` asks of a card."""

    SHOT = 0
    THROW = auto()
    DISCHARGE = auto()
    MAGIC = auto()
    SPELL = auto()
    ATTACK_EXPERIENCE = auto()
    DEFENSE_EXPERIENCE = auto()
    ARMOUR = auto()
    INCARNATION_TOKEN = auto()


class Bestowed(IntEnum):
    """What sorts of traits a card gives to others, as bits: those that are asked for only where they may be."""

    WAYS = 1  # to move
    REACH = 2  # of strikes
    ACTIONS = 4
    GUARDS = 8  # protections
    BLOWS = 16  # more or fewer wounds of strikes
    PACE = 32  # more or fewer steps


class Way(IntEnum):
    """Where a card may be moved."""

    ADJACENT = 1
    ORTHOGONAL = auto()
    DIAGONAL = auto()
    BACK = auto()
    TO_ATTACKER = auto()


class Reach(IntEnum):
    """The range of an attack, in the low three bits, and what else is said of it."""

    ANY = 0
    ADJACENT = 8
    IGNORING = 16
    PLUS_X = 32
    THREE = 64
    EVENT_TARGET = 128
    CLOSING = 256


ALL = 99
"""An amount that stands for all there is."""

STAT_NAMES = {stat.name.lower(): int(stat) for stat in Stat if stat != Stat.NONE}
OF_ATTACKS = (Stat.VALUE, Stat.INCOMING, Stat.DIE, Stat.EXPOSED, Stat.RANGE)
"""Modifiers that are for some kinds of attack."""


def read_kinds(text: str) -> int:
    """Bits of kinds and strengths: `simple`, `shot+throw`, `simple/medium+strong`."""
    kinds, _, strengths = text.partition("/")
    bits = sum({1 << bit for word in kinds.split("+") for bit in _bits(choice(KINDS, "kind of attack")(word))})
    return bits | (
        sum({choice(STRENGTH_BITS, "strength")(word) for word in strengths.split("+")}) if strengths else ANY_STRENGTH
    )


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(16) if mask >> bit & 1]


def amount_of_kinds(word: str) -> int:
    """Reads `1@simple`, `-1@ranged`: an amount for kinds of attack, in one number."""
    amount, _, kinds = word.partition("@")
    return (number(-15, 15)(amount) + AMOUNT_ZERO) | (read_kinds(kinds or "attacks") << KINDS_BITS)


def values(word: str) -> int:
    """Reads `1-2-3`, or 2 for 2-2-2: what an attack wounds for when weak, medium and strong, four bits each."""
    parts = [number(0, 15)(part) for part in word.split("-")]
    if len(parts) not in (1, 3):
        raise ValueError(f"{quoted(word)} is not a number such as 2, or three such as 1-2-3")
    weak, medium, strong = parts if len(parts) == 3 else parts * 3
    return weak | medium << 4 | strong << 8


def reach(word: str) -> int:
    """Reads the range of an attack with what else is said of it: any, 3, any+adjacent, any+ignoring, 5+x, any+three."""
    first, *more = word.split("+")
    known = {"adjacent": Reach.ADJACENT, "ignoring": Reach.IGNORING, "x": Reach.PLUS_X, "three": Reach.THREE}
    known |= {"event_target": Reach.EVENT_TARGET}
    return number(0, 7, {"any": 0})(first) + sum(int(choice(known, "addition to a range")(part)) for part in more)


AMOUNT, AMOUNT_OR_ALL, SIGNED = (number(0, 99),), (number(0, 99, {"all": ALL, "fully": ALL}),), (number(-15, 15),)
CARDS, PICKED, ONE_CARD = Object.SELECTION, Object.FILTER, Object.FILTER_OF_ONE
WAYS = {way.name.lower(): int(way) for way in Way}

GRANTED = {
    name: Term(
        Stat(code),
        (amount_of_kinds,) if code in OF_ATTACKS else (number(-15, ALL),),
        works_on=CARDS,
        default=None if code in OF_ATTACKS else 1,
    )
    for name, code in STAT_NAMES.items()
}


class Operation(Codes):
    """What a row of a trait does."""

    NONE = 0
    SHOT = Term(
        1,
        (values, reach),
        "shoots one card that a filter lets pass: VALUES RANGE FILTER",
        PICKED,
        about=Attack.SHOT,
        picks=True,
    )
    THROW = Term(2, (values, reach), "throws at one card: VALUES RANGE FILTER", PICKED, about=Attack.THROW, picks=True)
    DISCHARGE = Term(
        3, (values, reach), "a discharge at one card: VALUES RANGE FILTER", PICKED, about=Attack.DISCHARGE, picks=True
    )
    ACROSS = Term(
        4, (values, reach), "a strike across a row: VALUES RANGE FILTER", PICKED, about=Attack.ACROSS, picks=True
    )
    MAGIC = Term(5, (values, reach), "a magic strike: VALUES RANGE FILTER", PICKED, about=Attack.MAGIC, picks=True)
    SPECIAL = Term(
        6, (values, reach), "a special strike: VALUES RANGE FILTER", PICKED, about=Attack.SPECIAL, picks=True
    )
    TARGET = Term(7, AMOUNT, "chooses up to so many different cards, at least one", PICKED, default=1, picks=True)
    WOUND = Term(8, AMOUNT, "wounds, without an attack", CARDS)
    ROLL_WOUND = Term(9, (values,), "wounds for a number that a die decides, without an attack", CARDS)
    HEAL = Term(10, AMOUNT_OR_ALL, "heals", CARDS)
    POISON = Term(11, AMOUNT, "gives Poisoning; the higher number counts", CARDS)
    WORSEN = Term(12, AMOUNT, "one more of Poisoning, up to so much", CARDS)
    CURE = Term(13, (), "removes Poisoning", CARDS)
    CLOSE = Term(14, (), "closes", CARDS)
    OPEN = Term(15, (), "opens", CARDS)
    SKIP_OPEN = Term(16, (), "does not open at its next start of a turn", CARDS)
    AWAKEN = Term(17, (), "may open at its next start of a turn after all", CARDS)
    TOKEN = Term(18, (number(0, 15), number(0, 99)), "gains tokens: NUMBER CAP", CARDS, default=1)
    LOSE_TOKENS = Term(19, AMOUNT_OR_ALL, "loses tokens", CARDS)
    INCARNATION_TOKEN = Term(20, SIGNED, "puts on or takes off tokens of incarnation", CARDS)
    DESTROY = Term(21, (), "destroys", CARDS)
    FINISH = Term(22, AMOUNT, "Finishing: destroys one card with so many lives or fewer", PICKED, picks=True)
    REDISTRIBUTE = Term(23, AMOUNT, "moves up to so many wounds from the chosen card onto those of a filter", PICKED)
    GRANT_TURN = Term(24, help="gives a trait until the end of this turn", works_on=CARDS, of=GRANTED)
    GRANT_OWN_TURN = Term(25, help="gives a trait until the end of your turn", works_on=CARDS, of=GRANTED)
    GRANT_ENEMY_TURN = Term(26, help="gives a trait until the end of the next enemy turn", works_on=CARDS, of=GRANTED)
    GRANT_BATTLE = Term(27, help="gives a trait until the end of battle", works_on=CARDS, of=GRANTED)
    GRANT_ATTACK = Term(28, help="gives a trait for the attack that is on", works_on=CARDS, of=GRANTED)
    MOVE = Term(29, (choice(WAYS, "way"),), "moves to a free cell of your choice", CARDS, asks=True)
    PUSH = Term(30, AMOUNT, "pushes on in the direction of the strike, if the enemy does not refuse", CARDS)
    DISPLACE = Term(31, (), "moves to an adjacent free cell of your choice, which frees its own", CARDS, asks=True)
    LAND = Term(32, (), "leaves the air for the cell that was freed", CARDS)
    GROUND = Term(33, (), "loses Flight: a free cell of its controller's choice", CARDS, asks=True)
    REVIVE = Term(
        34,
        (choice({"closed": 1, "open": 0}, "state"),),
        "a card of a graveyard to a free adjacent cell",
        PICKED,
        picks=True,
        asks=True,
    )
    SUMMON = Term(
        35,
        (choice({"closed": 1, "open": 0}, "state"),),
        "a card of your deck to a free adjacent cell, which is chosen first; the deck is shuffled",
        PICKED,
        asks=True,
    )
    HUNT = Term(36, (), "marks until the end of your turn: wounds of flying attackers are 2 more", CARDS)
    BONFIRE = Term(37, (), "makes a free cell occupied until the end of the enemy turn", asks=True)
    NET = Term(38, (), "nets for its next turn", CARDS)
    PIN = Term(39, (), "cannot leave its cell until this moves or leaves", CARDS)
    CURSE = Term(40, (), "curses", CARDS)
    EXTRA_LIFE = Term(41, AMOUNT, "extra lives", CARDS)
    REDIRECT = Term(42, (), "the simple strike that is on hits this card instead", CARDS)
    SET_STRENGTH = Term(43, (choice({"weak": 1, "strong": 3}, "strength"),), "the attack that is on becomes so strong")
    CAP_VALUE = Term(44, AMOUNT, "the attack that is on wounds for no more")
    BLOCK = Term(45, (), "blocks the attack that is on")
    ROLL = Term(46, (), "rolls a die, for `if rolled`")
    CHANGE_DIE = Term(47, (), "+1 or -1 to a die on the table, or it is rolled again")
    PREVENT = Term(48, (amount_of_kinds,), "prevents the next wounds on your cards until the end of the enemy turn")
    FORCE_STRIKE = Term(49, (), "the chosen creature strikes a card beside it and closes")
    SHIFT_WOUNDS = Term(50, (), "the wounds that are about to be dealt go to cards of a filter", PICKED)
    ASK_ENEMY = Term(51, (), "the controller of the event's card, if any, chooses which of the modes that follow")
    NUMBER = Term(52, AMOUNT, "chooses X: from 1 (`may`: 0) to so many")
    TIMES = Term(53, AMOUNT, "the next line happens so many times", default=1)
    EITHER = 54
    OR = 55


class Condition(Codes):
    """What `if` asks."""

    NONE = 0
    DID = Term(1, (), "the question before was answered with yes, or a choice was made")
    AT_LEAST = Term(2, AMOUNT, "there are so many cards of a filter", PICKED)
    EVENT = Term(3, (), "the event's card passes a filter", ONE_CARD)
    TARGET = Term(4, (), "the chosen card, or the target of the attack, passes a filter", ONE_CARD)
    SELF = Term(5, (), "this card passes a filter", ONE_CARD)
    HOST = Term(6, (), "its host passes a filter", ONE_CARD)
    OPPOSITE = Term(7, (), "there is a card opposite and it passes a filter", ONE_CARD)
    ROW = Term(8, (number(1, 3),), "it stands in this row of its half")
    CENTRAL_COLUMN = Term(9, (), "it stands in the central column")
    EDGE_COLUMN = Term(10, (), "it stands in the leftmost or rightmost column")
    MORE_ALLIES = Term(11, (), "more of your creatures than enemy ones are adjacent")
    EVERY_ROW = Term(12, (), "every row of the battlefield holds a creature of yours")
    PARTNERS = Term(13, (number(1, 4),), "in formation with so many")
    PARTNER_ELITE = Term(14, (), "in formation with an elite creature")
    PARTNER_ORDINARY = Term(15, (), "in formation with an ordinary creature")
    ENTERED_ENEMY_HALF = Term(16, (), "the step led from your half to the enemy's")
    LEFT_ENEMY_HALF = Term(17, (), "the step led from the enemy's half to yours")
    ENTERED_YOUR_HALF = Term(18, (), "the enemy's step ended in your half")
    ENTERED_YOUR_FIRST_ROW = Term(19, (), "the enemy's step led from his half to a free cell of your first row")
    MOVED_STRAIGHT = Term(20, (), "two cells or more this turn, all in one direction")
    MOVED_TURNING = Term(21, (), "two cells or more this turn, in different directions")
    UNMOVED = Term(22, (), "it has not moved this turn")
    DIAGONAL = Term(23, (), "the attack is diagonal")
    DIRECTED = Term(24, (), "the attacker has Directed Strike")
    ROLLED = Term(25, (number(1, 6),), "the die of `roll` showed so much or more")
    YOUR_TURN = Term(26, (), "it is your turn")
    ENEMY_TURN = Term(27, (), "it is the enemy's turn")
    MOVED_BESIDE = Term(28, (), "the move led to an adjacent cell")


class Count(Codes):
    """What `per` counts."""

    NONE = 0
    MATCHING = 1
    TOKENS = Term(2, (), "its tokens")
    X = Term(3, (), "X: tokens spent, or the number chosen")
    EVENT = Term(4, (), "the number of the event: wounds dealt")
    WOUNDS = Term(5, (number(1, 99),), "its wounds, at most so many")
    CELLS_MOVED = Term(6, (), "cells it moved this turn")
    STRIKES_BESIDE = Term(7, (), "sum of the weak strikes of your creatures directly left and right")
    STRIKE_OPPOSITE = Term(8, (), "the medium strike of the creature opposite")
    POISONED_NEIGHBOURS = Term(9, (), "for `finish`: poisoned creatures adjacent to the target, plus one")


OF_THE_MOMENT = (Count.MATCHING, Count.WOUNDS, Count.CELLS_MOVED, Count.STRIKES_BESIDE, Count.STRIKE_OPPOSITE)
"""What may have changed between the declaration of an attack whose number it is and its calculation."""

SORTS = Operation.subjects()
"""The kind of attack of each operation, by its code; -1 of one that is no attack."""
ATTACKS = tuple(operation for operation in Operation if operation.term.about >= 0)
CHOOSERS = tuple(operation for operation in Operation if operation.term.picks)
"""Operations that begin with the choice of a card."""
WITH_CELLS = tuple(operation for operation in Operation if operation.term.asks)
"""Operations that ask for a cell."""


TRAIT = np.dtype(
    [
        ("head", "i1"),
        ("event", "i1"),
        ("event_or", "i1"),
        ("window", "i1"),
        ("kinds", "i2"),
        ("filter", "i2"),
        ("tokens", "i1"),
        ("limit", "i1"),
        ("once", "i1"),
        ("formation", "i1"),
        ("by_ally", "i1"),
        ("spell", "i1"),
        ("second", "i1"),
        ("condition", "i1"),
        ("condition_argument", "i2"),
        ("condition_filter", "i2"),
        ("otherwise", "i1"),
        ("first", "i2"),
        ("end", "i2"),
    ],
    align=True,
)
"""A trait: how it comes to work, and its rows. tokens: what it costs; X_TOKENS, ALL_TOKENS. filter: of the card that
the event is about, or of the cards for which a constant works; -1 if there is none."""
GAINED = CARD_TRAITS_MAX
"""In the place of the number of a trait: the action that a card was given."""
X_TOKENS, X_OR_NO_TOKENS, ALL_TOKENS = -1, -2, -3

CONSTANT_ROW = np.dtype(
    [
        ("stat", "i2"),
        ("amount", "i2"),
        ("kinds", "i2"),
        ("filter", "i2"),
        ("count", "i2"),
        ("count_argument", "i2"),
        ("count_filter", "i2"),
        ("condition", "i2"),
        ("condition_argument", "i2"),
        ("condition_filter", "i2"),
        ("otherwise", "i2"),
        ("whom", "i2"),
        ("formation", "i2"),
    ],
    align=True,
)
"""A constant modifier. filter: of the other card of an attack, -1 any; whom: of the cards it works on, -1 its own."""

FILTER = np.dtype(
    [
        ("types", "i2"),
        ("side", "i2"),
        ("relation", "i2"),
        ("properties", "i4"),
        ("element", "i2"),
        ("without_element", "i2"),
        ("class", "i8"),
        ("without_class", "i8"),
        ("has", "i2"),
        ("without_has", "i2"),
        ("cost_at_least", "i2"),
        ("cost_at_most", "i2"),
        ("lives_at_least", "i2"),
        ("lives_at_most", "i2"),
        ("range_at_least", "i2"),
        ("range_at_most", "i2"),
        ("named", "i2"),
        ("narrow", "i2"),
        ("plain", "i2"),
    ],
    align=True,
)
"""What a card has to be. narrow: whether more is asked than its type, whose it is, where it is, and its properties;
plain: whether nothing more is asked than its type and whose it is."""
PLACING = ("relation", "properties", "range_at_least", "range_at_most")
NARROWING = (
    "element",
    "without_element",
    "class",
    "without_class",
    "has",
    "without_has",
    "cost_at_least",
    "cost_at_most",
    "lives_at_least",
    "lives_at_most",
    "named",
)

CARD = np.dtype(
    [
        ("type", "i1"),
        ("subtype", "i1"),
        ("element", "i1"),
        ("cost", "i1"),
        ("elite", "i1"),
        ("unique", "i1"),
        ("life", "i1"),
        ("move", "i1"),
        ("strike", "i1", (3,)),
        ("token_cap", "i1"),
        ("aura", "i1"),
        ("has", "i2"),
        ("declares", "i2"),
        ("classes", "i8"),
        ("stat", "i1", (STATS,)),
        ("moving", "i1", (STATS,)),
        ("n_traits", "i1"),
        ("trait", "i2", (CARD_TRAITS_MAX,)),
        ("constant", "i2", (2,)),
        ("events", "i8"),
        ("windows", "i4"),
        ("actions", "i4"),
        ("neutral", "i8"),
        ("gold", "i1"),
        ("valhalla", "i1"),
        ("lures", "i1"),
        ("far", "i1"),
        ("guards", "i1"),
        ("strange", "i1"),
        ("jumps", "i1"),
        ("paced", "i1"),
        ("shifts", "i2"),
        ("shifts_all", "i2"),
        ("shifts_still", "i2"),
        ("asks", "i2"),
        ("asks_fighting", "i2"),
        ("bestows", "i1"),
        ("to_others", "i8", (STAT_WORDS,)),
        ("accumulates", "i1"),
        ("given", "i1", (STATS,)),
        ("spoken", "i8", (STAT_WORDS,)),
    ],
    align=True,
)
"""A card. declares: bits (of Has) of the traits that it may declare, has: of those too that a text triggers; stat:
numbers of its named traits, given: which it has; moving: whether its own constants say something of a stat; aura:
whether they work on other cards; shifts, shifts_all: bits (of Has) of the traits that filters ask for and that they
give it, or others, or take away, shifts_still: of those that they may though no card moves; asks, asks_fighting: of
those for which a filter of its own asks, at any time or in its fights; bestows: bits of Bestowed; paced: whether
something that it has changes where or how far it steps; to_others: bits of the stats of which its constants speak for
other cards; spoken: of those that are given or moving, so that a trait of which nothing is said costs one look. events,
windows: bits of what its traits wait for; actions: bits of the traits that it may use in its turn."""

TABLES = np.dtype(
    [
        ("players", "i1"),
        ("first", "i1"),
        ("turn_limit", "i2"),
        ("gold", "i1", (SEATS,)),
        ("silver", "i1", (SEATS,)),
        ("redraws", "i1"),
        ("own_targets", "i1"),
        ("n_deck", "i1", (SEATS,)),
        ("deck", "i2", (SEATS, DECK_MAX)),
        ("n_squad", "i1", (SEATS,)),
        ("squad", "i2", (SEATS, SQUAD_MAX)),
        ("placed", "i1", (SEATS, SQUAD_MAX)),
        ("rule", "i2", (len(Rule),)),
        ("card", CARD, (CARD_TYPES_MAX,)),
        ("trait", TRAIT, (TRAITS_MAX,)),
        ("row", ROW, (ROWS_MAX,)),
        ("constant", CONSTANT_ROW, (CONSTANTS_MAX,)),
        ("filter", FILTER, (FILTERS_MAX,)),
    ],
    align=True,
)
