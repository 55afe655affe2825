"""The record of a game in progress, and the codes of what happens in it."""

from __future__ import annotations

from enum import IntEnum, auto

import numpy as np

from ..core.actions import PROBE_SIZE
from ..core.dice import dice_dtype
from ..core.game import ACTION, header
from ..core.pile import NO_CARD as NO_CARD
from ..core.pile import pile_dtype

SEATS = 2
SQUAD_MAX, DECK_MAX, DEAL = 15, 50, 15
CARD_TYPES_MAX = 240
SIDE = 20
"""Card numbers of a seat: its squad and what is summoned. Card c belongs to seat c // SIDE."""
CARDS = SEATS * SIDE
CARD_TRAITS_MAX = 8
CELLS = 30
EXTRA, NOWHERE = 30, -1
"""Cells of cards in the extra zone, and of those that are in none."""
NO_CELL, NO_PARENT, NO_ROW = -1, -1, -1
ACTIONS_MAX = 1200
FRAMES_MAX, LASTING_MAX, PICKS_MAX = 32, 48, 24
TOKENS_MAX = 15
STAT_WORDS, STATS_A_WORD = 4, 32
"""A set of stats (named traits and modifiers) is kept as bits: in so many numbers, so many in each."""
HELD, THIRSTY = 1, 2
"""What keeps a card closed at its next start of a turn: an effect, and Thirst that is not quenched."""
FOREVER = 30_000
"""The turn at whose end ends what lasts until the end of battle."""
THIS_ATTACK = -1
"""In the place of that turn, less the attack's place on the stack: until that attack has ended."""


class Zone(IntEnum):
    """Where a card is."""

    NONE = 0
    SQUAD = auto()  # recruited, not placed
    PLAY = auto()
    GRAVEYARD = auto()


class Phase(IntEnum):
    """The step that comes when nothing is pending."""

    DEAL = 0
    RECRUIT = auto()
    PLACE = auto()
    REVEAL = auto()
    HOSTS = auto()
    START = auto()
    VANGUARD = auto()
    BEFORE_TURN = auto()
    OPEN = auto()
    TURN_START = auto()
    ANSWER_START = auto()
    MAIN = auto()
    ANSWER_MAIN = auto()  # to the declaration of the card `s.asked` that it closes, `s.closing` says for what
    TURN_END = auto()
    ANSWER_END = auto()
    NEXT_TURN = auto()


PREPARING = (Phase.DEAL, Phase.RECRUIT, Phase.PLACE)
OPENING = (Phase.REVEAL, Phase.HOSTS, Phase.START, Phase.VANGUARD)
BEGINNING = (Phase.BEFORE_TURN, Phase.OPEN, Phase.TURN_START, Phase.ANSWER_START)
"""Phases before the battle, until its first turn, and at the start of each turn."""
NO_BATTLE = (*PREPARING, Phase.REVEAL, Phase.HOSTS)
"""Phases in which nobody can have lost yet."""
BEFORE_TOKENS = (*NO_BATTLE, Phase.START)
"""Phases before all cards have the tokens with which they start the battle."""


class Decision(IntEnum):
    """What the seat to move is asked."""

    NONE = 0
    MULLIGAN = auto()
    RECRUIT = auto()
    PLACE = auto()
    HIDE = auto()  # which cards of the third row stay hidden
    HOST = auto()  # of the symbiont or equipment `s.asked`
    VANGUARD = auto()
    ORDER = auto()  # of poisoning or fading, and regeneration, of the card `s.asked`
    MAIN = auto()
    DEFEND = auto()
    SUDDEN = auto()
    DIE = auto()  # which of two dice, or which die to change and how
    STEP = auto()  # step down or not
    TARGET = auto()  # a card, for the program on top
    CELL = auto()  # a cell, for the program on top
    NUMBER = auto()
    MODE = auto()
    MAY = auto()
    UNITY = auto()
    SUMMON = auto()  # a card of the deck, for the program on top
    TRIGGER = auto()  # which of the seat's triggers of one moment comes first


OF_SETUP = (
    Decision.MULLIGAN,
    Decision.RECRUIT,
    Decision.PLACE,
    Decision.HIDE,
    Decision.HOST,
    Decision.VANGUARD,
    Decision.ORDER,
)
"""Decisions before the battle and at the start of a turn."""


class Cause(IntEnum):
    """How a game ended."""

    NONE, DEATHS, TURN_LIMIT = range(3)


class Frame(IntEnum):
    """What is pending."""

    PROGRAM = 0
    ATTACK = auto()
    MOVE = auto()  # a step that was made, and what it triggers


class Step(IntEnum):
    """Steps of an attack."""

    DECLARE = 0
    ANSWER = auto()
    DEFEND = auto()
    REDIRECT = auto()
    FIX = auto()
    READY = auto()
    ROLL = auto()
    CHOOSE_DIE = auto()
    DICE = auto()
    RESULT = auto()
    STRENGTH = auto()
    VALUE = auto()
    WOUNDS = auto()
    LAST_ANSWERS = auto()
    DEAL = auto()
    LANDED = auto()
    DEATHS = auto()
    PAY = auto()
    DONE = auto()


OF_AIM = (Step.DECLARE, Step.ANSWER, Step.DEFEND, Step.REDIRECT, Step.FIX)
OF_DICE = (Step.READY, Step.ROLL, Step.CHOOSE_DIE, Step.DICE, Step.RESULT)
"""Steps of an attack until its target is fixed, and until its results are known."""
UNTIL_WOUNDS = (*OF_DICE, Step.STRENGTH, Step.VALUE, Step.WOUNDS, Step.LAST_ANSWERS, Step.DEAL)
"""Steps of an attack whose target is fixed, up to its wounds: before each it must still be legal, and not blocked."""
OF_MODIFIERS = (Step.RESULT, Step.VALUE)
"""Steps of an attack in which the modifiers of its dice and of its wounds count."""


class Outcome(IntEnum):
    """What became of an attack. Rule 15."""

    CANCELLED = 0
    DONE = auto()
    BLOCKED = auto()


class Kind(IntEnum):
    """What an action is. a, b, c of the action record as noted."""

    KEEP = 0
    REDRAW = auto()
    RECRUIT = auto()  # a = place in the deal
    DONE = auto()
    PLACE = auto()  # a = card, b = cell
    HIDE = auto()  # a = card
    ATTACH = auto()  # a = card, b = host
    ORDER = auto()  # a = 0 poisoning and fading first, 1 regeneration first, b = card
    MOVE = auto()  # a = card, b = cell
    JUMP = auto()  # a = card, b = cell
    TELEPORT = auto()  # a = card, b = cell
    MANOEUVRE = auto()  # a = card, b = card
    STRIKE = auto()  # a = card, b = target
    USE = auto()  # a = card, b = trait, c = target or -1
    PREPARE = auto()  # a = card
    ACCUMULATE = auto()  # a = card
    RAGE = auto()  # a = card
    REVEAL = auto()  # a = card
    END_TURN = auto()
    DEFEND = auto()  # a = card
    PASS = auto()
    STEP_DOWN = auto()
    FULL = auto()
    CHOOSE = auto()  # a = card
    CELL = auto()  # b = cell
    NUMBER = auto()  # a = number
    MODE = auto()  # a = 1, 2
    YES = auto()
    NO = auto()
    DIE = auto()  # a = number of the die, b = what is done to it
    UNITY = auto()  # a = place in the deck
    SUMMON = auto()  # a = type of a card of the deck
    TRIGGER = auto()  # a = its place from the top of the stack, b = its card, c = the number of its trait


# Records inside the state leave no gaps: what lies in a gap is not copied, and equal games would have unequal bytes.

CARD_STATE = np.dtype(
    [
        ("struck", "i8"),
        ("held_by", "i8"),
        ("type", "i2"),
        ("once", "i2"),
        ("directions", "i2"),
        ("traits", "i2"),
        ("zone", "i1"),
        ("controller", "i1"),
        ("cell", "i1"),
        ("host", "i1"),
        ("wounds", "i1"),
        ("extra", "i1"),
        ("tokens", "i1"),
        ("poison", "i1"),
        ("closed", "i1"),
        ("hidden", "i1"),
        ("promised", "i1"),
        ("moved", "i1"),
        ("cells", "i1"),
        ("acted", "i1"),
        ("strikes", "i1"),
        ("attacks", "i1"),
        ("attacked", "i1"),
        ("defended", "i1"),
        ("armour_used", "i1"),
        ("skip_open", "i1"),
        ("netted", "i1"),
        ("prepared", "i1"),
        ("cursed", "i1"),
        ("hunted", "i1"),
        ("incarnated", "i1"),
        ("dying", "i1"),
        ("killer", "i1"),
        ("by_enemy", "i1"),
        ("by_ranged", "i1"),
        ("wounded", "i1"),
        ("healed", "i1"),
        ("hurt", "i1"),
        ("lasting", "i1"),
        ("waits", "i1"),
        ("uses", "i1", (CARD_TRAITS_MAX + 1,)),
        ("heals_first", "i1"),
        ("stirred", "i1"),
        ("spare", "i1", (3,)),
    ],
    align=True,
)
"""A card. moved: movement spent this turn; cells: cells moved in its own turn that is on, or
was last; stirred: cells moved in the enemy turn that is on; directions: bits of the directions of these;
struck: bits of the cards that it struck this turn; held_by: bits of those that hold it on its cell; skip_open: bits of
what keeps it closed at its next start; netted: 1 from now on, 2 in the turn in which it ends; prepared: 1 closed to
strike a flyer, 2 may do so this turn; hurt: 1 wounded in this turn, 2 by a text after which it may move by Dexterity;
dying: 1 without lives, 2 destroyed, and of those that die together which one it is, until their deaths are told;
killer, by_enemy, by_ranged: how; heals_first: 1 while its Regeneration is to come before its Poisoning; lasting: how
many lasting effects are on it; traits: bits of the traits that it has now, of those that filters ask for; uses: of its
traits, and last of those that it was given."""

LASTING = np.dtype(
    [("until", "i2"), ("kinds", "i2"), ("card", "i1"), ("stat", "i1"), ("amount", "i1"), ("seat", "i1")], align=True
)
"""A trait or modifier given to a card, until the end of a turn."""

FRAME = np.dtype(
    [
        ("spared", "i8"),
        ("first", "i2"),
        ("pc", "i2"),
        ("end", "i2"),
        ("trait", "i2"),
        ("x", "i2"),
        ("amount", "i2"),
        ("values", "i2"),
        ("reach", "i2"),
        ("value", "i2", (SEATS,)),
        ("result", "i2", (SEATS,)),
        ("kind", "i1"),
        ("seat", "i1"),
        ("source", "i1"),
        ("event", "i1"),
        ("subject", "i1"),
        ("blow", "i1"),
        ("did", "i1"),
        ("chooser", "i1"),
        ("times", "i1"),
        ("cell", "i1"),
        ("ally", "i1"),
        ("left", "i1"),
        ("stage", "i1"),
        ("pays", "i1"),
        ("asks", "i1"),
        ("n", "i1"),
        ("chosen", "i1", (PICKS_MAX,)),
        ("step", "i1"),
        ("attacker", "i1"),
        ("target", "i1"),
        ("first_target", "i1"),
        ("defender", "i1"),
        ("manner", "i1"),
        ("directed", "i1"),
        ("unanswered", "i1"),
        ("ignoring", "i1"),
        ("fights", "i1"),
        ("blocked", "i1"),
        ("redirected", "i1"),
        ("unity", "i2"),
        ("passes", "i1"),
        ("window_seat", "i1"),
        ("preset", "i1"),
        ("changed", "i1"),
        ("parent", "i1"),
        ("outcome", "i1"),
        ("launched", "i1"),
        ("landed", "i1"),
        ("stopped", "i1"),
        ("worked", "i1"),
        ("cells", "i1", (SEATS,)),
        ("capped", "i1", (SEATS,)),
        ("guarded", "i1", (SEATS,)),
        ("dealt", "i1", (SEATS,)),
        ("die", "i1", (4,)),
        ("strength", "i1", (SEATS,)),
        ("bonus", "i1", (SEATS,)),
    ],
    align=True,
)
"""What is pending; which fields a kind uses is said where it is resolved. Of pairs in an attack the first is the
attacker's, the second that of the creature that reflects; cells: where both stood when it was declared, or as it hit;
guarded: whether who is struck is protected; parent: the place of the program whose attack it is, NO_PARENT if none
waits for it; first: the row whose count it looks up as it lands, NO_ROW if none.
Of a program: stage: how far it has got, step: how far its row has; spared: bits of the cards on which it has no effect;
blow: which strike of the pair it answers; launched, landed, stopped: how many attacks of a row there are, and how many
of them were carried out and blocked; worked: 1 if it has had an effect, 2 if its use is noted too."""

STATE = np.dtype(
    [
        *header(SEATS),
        ("phase", "i1"),
        ("closing", "i1"),
        ("phase_step", "i1"),
        ("asked", "i1"),
        ("first_turn", "i1"),
        ("n_lasting", "i1"),
        ("passes", "i1"),
        ("dying", "i1"),
        ("settled", "i1"),
        ("moved", "i1"),
        ("unfinished", "i1"),
        ("held", "i1"),
        ("shared", "i1"),
        ("events", "i8"),
        ("listeners", "i8"),
        ("team", "i8", (SEATS,)),
        ("creatures", "i8", (SEATS,)),
        ("formers", "i8"),
        ("worn", "i8"),
        ("tended", "i8"),
        ("taken", "i8"),
        ("burnt", "i8"),
        ("shifting", "i8"),
        ("shifting_still", "i8"),
        ("n_auras", "i1"),
        ("aura", "i1", (CARDS,)),
        ("ignored", "i1"),
        ("lures", "i1"),
        ("window", "i1"),
        ("sudden", "i4", (SEATS,)),
        ("asked_for", "i2"),
        ("asked_always", "i2"),
        ("asking", "i2"),
        ("shifts_all", "i2"),
        ("bestowed", "i2"),
        ("aura_stats", "i8", (STAT_WORDS,)),
        ("at", "i1", (CELLS,)),
        ("bonfire", "i2", (CELLS,)),
        ("gold", "i1", (SEATS,)),
        ("silver", "i1", (SEATS,)),
        ("redraws", "i1", (SEATS,)),
        ("card", CARD_STATE, (CARDS,)),
        ("lasting", LASTING, (LASTING_MAX,)),
        ("graveyard", pile_dtype(CARDS), (SEATS,)),
        ("prevent", "i1", (SEATS,)),
        ("prevent_until", "i2", (SEATS,)),
        ("deck", pile_dtype(DECK_MAX, CARD_TYPES_MAX), (SEATS,)),
        ("deal", pile_dtype(DEAL, CARD_TYPES_MAX), (SEATS,)),
        ("n_frames", "i2"),
        ("frame", FRAME, (FRAMES_MAX,)),
        ("scratch", ACTION, (PROBE_SIZE,)),
        ("dice", dice_dtype()),
        ("wounds_by", "i2", (SEATS, 3)),
        ("strikes_by", "i2", (SEATS, 4)),
        ("killed", "i2", (SEATS,)),
        ("defences", "i2", (SEATS,)),
        ("first_striker", "i1"),
        ("cause", "i1"),
    ],
    align=True,
)
"""team: bits of the cards in play that a seat controls, creatures: of the creatures among them, formers: of all
on which Formation is printed. aura: the cards whose
constants work on others; bits of `listeners` are cards whose traits wait for events, of `events` those events; closing:
the kind of action for which the card `asked` is about to close; ignored: the card whose own traits the attack that is
being worked off ignores; `sudden` has the windows of each seat's sudden actions. worn: bits of the cards whose armour
prevented wounds in this turn; asked_for: bits (of Has) of the traits for which filters of cards in play ask,
asked_always: of those not in fights alone, asking: of those among them that may come and go now, shifts_all: of those
that auras give or take away; shifting: bits of the cards that may gain and lose these, shifting_still: of those that
may though moved is 0, which is 1 once a card has come, gone, turned up, or was given or lost something since traits
were noted, or one has moved that is of `shifting` or `formers`; bestowed: what sorts of traits auras give, aura_stats:
bits of all that they speak of. settled: whether the traits noted last are those noted before,
with nothing changed since. tended: bits of cards, among them all in play that are poisoned, borne or in the extra zone;
taken: bits of the cells that hold a card, burnt: of those that have had a bonfire. bonfire: the turn until whose end a
cell counts as occupied. unfinished: whether a card of the active player that has struck in his turn may be open still;
held: whether a card may be held on its cell; shared: whether two cards may stand on one."""
