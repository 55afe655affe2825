"""What the kernels read of cards and tables, and the codes of the notation."""

from __future__ import annotations

from enum import IntEnum, auto

import numpy as np

from .state import CARD_TRAITS_MAX, DECK_MAX, SEATS, SQUAD_MAX, STAT_WORDS

CARD_TYPES_MAX, ROWS_MAX, CONSTANTS_MAX, FILTERS_MAX, TRAITS_MAX = 240, 512, 256, 256, 512


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


class Operation(IntEnum):
    """What a row of a trait does."""

    NONE = 0
    SHOT = auto()
    THROW = auto()
    DISCHARGE = auto()
    ACROSS = auto()
    MAGIC = auto()
    SPECIAL = auto()
    TARGET = auto()
    WOUND = auto()
    ROLL_WOUND = auto()
    HEAL = auto()
    POISON = auto()
    WORSEN = auto()
    CURE = auto()
    CLOSE = auto()
    OPEN = auto()
    SKIP_OPEN = auto()
    AWAKEN = auto()
    TOKEN = auto()
    LOSE_TOKENS = auto()
    INCARNATION_TOKEN = auto()
    DESTROY = auto()
    FINISH = auto()
    REDISTRIBUTE = auto()
    GRANT_TURN = auto()
    GRANT_OWN_TURN = auto()
    GRANT_ENEMY_TURN = auto()
    GRANT_BATTLE = auto()
    GRANT_ATTACK = auto()
    MOVE = auto()
    PUSH = auto()
    DISPLACE = auto()
    LAND = auto()
    GROUND = auto()
    REVIVE = auto()
    SUMMON = auto()
    HUNT = auto()
    BONFIRE = auto()
    NET = auto()
    PIN = auto()
    CURSE = auto()
    EXTRA_LIFE = auto()
    REDIRECT = auto()
    SET_STRENGTH = auto()
    CAP_VALUE = auto()
    BLOCK = auto()
    ROLL = auto()
    CHANGE_DIE = auto()
    PREVENT = auto()
    FORCE_STRIKE = auto()
    SHIFT_WOUNDS = auto()
    ASK_ENEMY = auto()
    NUMBER = auto()
    TIMES = auto()
    EITHER = auto()
    OR = auto()


class Condition(IntEnum):
    """What `if` asks."""

    NONE = 0
    DID = auto()
    AT_LEAST = auto()
    EVENT = auto()
    TARGET = auto()
    SELF = auto()
    HOST = auto()
    OPPOSITE = auto()
    ROW = auto()
    CENTRAL_COLUMN = auto()
    EDGE_COLUMN = auto()
    MORE_ALLIES = auto()
    EVERY_ROW = auto()
    PARTNERS = auto()
    PARTNER_ELITE = auto()
    PARTNER_ORDINARY = auto()
    ENTERED_ENEMY_HALF = auto()
    LEFT_ENEMY_HALF = auto()
    ENTERED_YOUR_HALF = auto()
    ENTERED_YOUR_FIRST_ROW = auto()
    MOVED_STRAIGHT = auto()
    MOVED_TURNING = auto()
    UNMOVED = auto()
    DIAGONAL = auto()
    DIRECTED = auto()
    ROLLED = auto()
    YOUR_TURN = auto()
    ENEMY_TURN = auto()


class Rule(IntEnum):
    """Named traits that are written as traits of the notation."""

    GIFT_OF_LIFE = 0
    THIRST = auto()
    DEXTERITY = auto()
    THROWS_STRIKE = auto()
    LOSS_OF_FLIGHT = auto()
    CORPSE_EATING = auto()
    RAGE = auto()


class Count(IntEnum):
    """What `per` counts."""

    NONE = 0
    MATCHING = auto()
    TOKENS = auto()
    X = auto()
    EVENT = auto()
    WOUNDS = auto()
    CELLS_MOVED = auto()
    STRIKES_BESIDE = auto()
    STRIKE_OPPOSITE = auto()
    POISONED_NEIGHBOURS = auto()


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


ALL = 99
"""An amount that stands for all there is."""

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

ROW = np.dtype(
    [
        ("operation", "i2"),
        ("amount", "i2"),
        ("argument", "i2"),
        ("select", "i2"),
        ("filter", "i2"),
        ("optional", "i2"),
        ("count", "i2"),
        ("count_argument", "i2"),
        ("count_filter", "i2"),
        ("condition", "i2"),
        ("condition_argument", "i2"),
        ("condition_filter", "i2"),
        ("otherwise", "i2"),
        ("skip", "i2"),
    ],
    align=True,
)

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
    ],
    align=True,
)
"""What a card has to be. narrow: whether more is asked than its type, whose it is, where it is, and its properties."""
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
        ("asks", "i2"),
        ("asks_fighting", "i2"),
        ("bestows", "i1"),
        ("to_others", "i8", (STAT_WORDS,)),
        ("accumulates", "i1"),
        ("given", "i1", (STATS,)),
    ],
    align=True,
)
"""A card. stat: numbers of its named traits, given: which it has; moving: whether its own constants say something of a
stat; aura: whether they work on other cards; shifts, shifts_all: bits (of Has) of the traits that filters ask for and
that they give it, or others, or take away; asks, asks_fighting: of those for which a filter of its own asks, at any
time or in its fights; bestows: bits of Bestowed; paced: whether something that it has changes where or how far it
steps; to_others: bits of the stats of which its constants speak for other cards. events, windows: bits of what its
traits wait for; actions: bits of the traits that it may use in its turn."""

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
