"""What cards, fights and texts are worth to a player of Berserk: Heroes, in wounds of the other hero.

A text is weighed row by row: each operation on the cards that it works on, choices by the card for which the rest of
the text is worth most. What lies hidden is weighed by what a card is worth on average.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sim.berserk_heroes.basics import body, hero_of, in_play, keyword, life_left, side_of, untapped_gold
from sim.berserk_heroes.conditions import holds, multiplier
from sim.berserk_heroes.fight import can_attack, can_defend, strength_against
from sim.berserk_heroes.filters import at_least, next_match
from sim.berserk_heroes.modifiers import has_constant, total
from sim.berserk_heroes.state import NO_CARD, SEATS, Constant, Flag, Form, Lasting, Source, Trigger, Type, Zone
from sim.berserk_heroes.tables import (
    ALL,
    MODES_MAX,
    Condition,
    Count,
    Keyword,
    Operation,
    Place,
    Property,
    Select,
    Side,
)
from sim.berserk_heroes.texts import share_name
from sim.core.bitsets import count_bits
from sim.core.kernel import kernel

from ..strategist import NEVER
from .numbers import Number

UNKNOWN = (
    Condition.DID,
    Condition.CHOSEN,
    Condition.LAST_IS,
    Condition.TOP_LOWEST,
    Condition.THIRST_KILLED,
    Condition.FIRST_DRAWN,
)
"""Conditions that nobody can know before the text is under way: they are taken to hold, turned round to fail."""
OF_RESULTS = (Count.DID, Count.DID_ABOVE, Count.EXCESS, Count.CHOSEN, Count.COST_OF_CHOSEN)
GOOD_WORDS = sum(
    1 << word
    for word in (
        Keyword.ATTACK_MASTERY,
        Keyword.DEFENCE_MASTERY,
        Keyword.DIRECT_STRIKE,
        Keyword.ARMOUR,
        Keyword.SCALES,
        Keyword.SPELL_WARD,
        Keyword.SHOT_WARD,
        Keyword.REGENERATION,
        Keyword.MEDITATION,
        Keyword.MIGHT,
    )
)
"""Bits of the keywords that make a creature better as long as it is in play."""
BEFORE = 1 << Trigger.HIRE | 1 << Trigger.PLAYED
"""Bits of the triggers whose texts have been worth something by the time a creature is in play."""
USED = 1 << Trigger.USE
OF_TURNS = 1 << Trigger.TURN_START | 1 << Trigger.TURN_END
OF_DEATH = 1 << Trigger.DEATH | 1 << Trigger.LEAVES | 1 << Trigger.GRAVEYARD
"""Bits of the triggers of texts that last: of what is used, of turns, and of the death of their card."""
CHOICES = (Operation.CHOOSE, Operation.CHOOSE_ALSO)
PLAYERS = (
    Operation.AS_YOU,
    Operation.AS_OPPONENT,
    Operation.AS_OWNER,
    Operation.AS_CONTROLLER,
    Operation.AS_ACTIVE,
    Operation.AS_LOWEST_LIFE,
)
BAD_WORDS = sum(
    1 << word
    for word in (
        Keyword.FRENZY,
        Keyword.LAST_STRIKE,
        Keyword.SLEEPING,
        Keyword.CANNOT_ATTACK,
        Keyword.CANNOT_DEFEND,
        Keyword.CANNOT_ACT,
        Keyword.NO_UNTAP,
        Keyword.DEALS_NO_WOUNDS,
        Keyword.ATTACKS_UNWOUNDED_ONLY,
    )
)
"""Bits of the keywords that make a creature worse."""
GRANTS = (
    Operation.GRANT,
    Operation.GRANT_NOW,
    Operation.GRANT_ROUND,
    Operation.GRANT_OWN_TURN,
    Operation.GRANT_YOUR_TURN,
    Operation.GRANT_WHILE,
)
TAKES = (Operation.DISCARD, Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.SHUFFLE_INTO_DECK)
"""Operations that take cards out of a hand."""
PLAYS = (Operation.PLAY, Operation.PLAY_FREE, Operation.PLAY_FOR, Operation.PLAY_FOR_THIRST)
MODES = (Operation.CHOOSE_MODE, Operation.CHOOSE_NEW_MODE)
LIFE_SCALE = 12.0
STOPPED = 1
"""The loops of the imagined frame where a row has ended its text."""
REFUSED = 1
"""The flag of the imagined frame where what its player is asked for is not done; else it is taken to be done."""
DECIDED = 500.0
"""Wounds, beyond all else: a hero dies."""
WOUNDS_BEYOND = 3
"""Wounds beyond a hero's life that still count."""
GOLD_OF_ATTACKERS = 0.3
"""Wounds, a gold that Meditation makes an attacker pay."""
HAND_TAKEN, DECK_TAKEN, THEIR_DECK_TAKEN, PUT_AWAY = 0.8, 0.3, 0.6, 0.4
"""Out of play: parts of a card's worth that are lost if it is captured or shuffled away from the hand, and if it goes
to the deck or the graveyard; and wounds, for one taken from one's own deck or that of the opponent."""
INTO_DECK, CONTROLLED_NOW = 0.9, 0.7
"""Parts of a creature's worth: it goes from play to the deck; it is controlled for a turn."""
TAPPED_ALREADY, LINKED, LINK = 0.3, 0.6, 0.2
"""The part of a tapping that is left for a creature that is tapped; wounds, a creature that a link keeps tapped, and
any other link."""
HERO_TAPPED, HERO_POISON, HERO_GIFT = 0.5, 0.8, 0.3
"""Wounds: a hero tapped, each of its poison, anything else done for it."""
IDLE_STRIKE, STRIKE_LATER = 0.3, 0.2
"""Parts of a point of strike: of a creature that cannot attack or defend, and of strike in this turn for one that
cannot attack now."""
WORD_TIMES, ANY_GIFT = 0.2, 0.2
"""Wounds: each of the number of a keyword that a creature gains, and anything else done for it."""
GOLD_NOW_MOST, GOLD_PAID = 10, 0.25
"""How many gold for this turn alone count; wounds, a gold paid."""
ANY_EFFECT, SHOWN, CHOSEN_MOST = 0.05, 0.1, 6
"""Wounds: any other effect, cards looked at; how many cards a choice counts at most."""
TIMES_MOST = 8
"""What is done more often is weighed as if it were done so often."""


class Judge(NamedTuple):
    """Who weighs a text."""

    me: int
    """the seat to which it is worth something"""
    imagined: Any
    """the frame of the program as it is imagined, which is written to"""
    p: Any
    """the numbers by which it is weighed"""


class Effect(NamedTuple):
    """What a row of a text does."""

    operation: int
    argument: int
    n: int
    """the number that the operation is done with"""


@kernel
def effect_of(operation, argument, n):
    """An effect of these parts, of any width."""
    return Effect(operation, argument, n)


@kernel
def hero_worth(s, seat, n, me, p):
    """What n wounds on a hero are worth to `me`: more as his life ends."""
    left = life_left(s, hero_of(seat))
    n = min(n, left + WOUNDS_BEYOND)
    if seat == me:
        worth = -p[Number.LIFE] * n * (1.0 + p[Number.FEAR] * max(0.0, 1.0 - (left - n) / LIFE_SCALE))
        return worth - DECIDED if n >= left else worth
    worth = p[Number.FACE] * n * (1.0 + p[Number.HURRY] * max(0.0, 1.0 - (left - n) / LIFE_SCALE))
    return worth + DECIDED if n >= left else worth


@kernel
def lasting_worth(ct, p):
    """What the texts of a creature are worth as long as it is in play."""
    heard, constants = int(ct.listens) & ~(BEFORE | int(ct.elsewhere)), int(ct.constant[1]) - int(ct.constant[0])
    if heard == 0 and constants == 0:
        return 0.0
    worth = p[Number.FACT] * ct.cost + p[Number.CONSTANT] * constants
    if heard & USED:
        worth += p[Number.ACT]
    if heard & OF_TURNS:
        worth += p[Number.TURNS] * count_bits(heard & OF_TURNS)
    if heard & OF_DEATH:
        worth += p[Number.LEGACY] * count_bits(heard & OF_DEATH)
    return worth + p[Number.TEXT] * count_bits(heard & ~(USED | OF_TURNS | OF_DEATH))


@kernel
def figures_worth(strike, life, p):
    """What the strike and the life of a creature are worth."""
    return p[Number.ANY] + p[Number.STRIKE] * strike + p[Number.BODY] * life + p[Number.BALANCE] * min(strike, life)


@kernel
def creature_worth(s, t, card, p):
    """What a creature in play is worth to its controller."""
    it, ct = body(s, card), t.card[s.card[card].type]
    worth = figures_worth(int(it.strike), max(0, life_left(s, card)), p)
    if s.card[card].bits & (Flag.LOST | Flag.SILENCED) == 0:
        worth += lasting_worth(ct, p)
    worth += p[Number.WORD] * count_bits(int(it.keywords) & GOOD_WORDS)
    if keyword(s, card, Keyword.CANNOT_ATTACK):
        worth *= p[Number.IDLE]
    return worth + blocker_worth(s, card, p)


@kernel
def blocker_worth(s, card, p):
    """What it is worth to its controller that a creature can defend his hero now."""
    if p[Number.BLOCKER] != 0.0 and can_defend(s, card, hero_of(int(s.card[card].controller))):
        return p[Number.BLOCKER]
    return 0.0


@kernel
def card_worth(s, t, card, p):
    """What a card in hand, deck or graveyard is worth in play, at most what its cost says."""
    ct = t.card[s.card[card].type]
    return 1.0 + p[Number.COST] * ct.cost


@kernel
def is_silenced(s, t, card):
    """Whether a creature out of play would lose its abilities to a card in play."""
    return has_constant(s, Constant.LOSES_ABILITIES) and total(s, t, Constant.LOSES_ABILITIES, -1, card, -1) > 0


@kernel
def has_hire(s, t, card):
    """Whether the Hire of a creature out of play would work."""
    if has_constant(s, Constant.NO_HIRE) and total(s, t, Constant.NO_HIRE, -1, -1, -1) > 0:
        return False
    return not is_silenced(s, t, card)


@kernel
def own_constant(s, t, card, kind, seat):
    """What a creature's own text would add to its strike or life in play."""
    ct, n = t.card[s.card[card].type], 0
    for index in range(ct.constant[0], ct.constant[1]):
        row = t.constant[index]
        frame = t.text_frame[seat, card]
        if row.kind == kind and row.filter < 0 and row.form == Form.OWN and holds(s, t, frame, row):
            n += int(row.amount) * multiplier(s, t, frame, row)
    return n


@kernel
def new_creature_worth(s, t, card, seat, p):
    """What a creature that comes into play is worth to a seat, without its Hire; if it would die there, a card less."""
    ct, silenced = t.card[s.card[card].type], is_silenced(s, t, card)
    strike = int(ct.strike) + total(s, t, Constant.STRIKE, -1, card, -1)
    life = int(ct.life) + total(s, t, Constant.LIFE, -1, card, -1)
    if silenced:
        return figures_worth(strike, life, p) if life > 0 else -p[Number.CARD]
    if (ct.constants >> Constant.STRIKE) & 1:
        strike += own_constant(s, t, card, Constant.STRIKE, seat)
    if (ct.constants >> Constant.LIFE) & 1:
        life += own_constant(s, t, card, Constant.LIFE, seat)
    if life <= 0:
        return -p[Number.CARD]
    worth = figures_worth(max(0, strike), life, p)
    if (ct.keywords >> Keyword.RUSH) & 1:
        worth += p[Number.RUSH] * max(0, strike)
    worth += p[Number.WORD] * count_bits(int(ct.keywords) & GOOD_WORDS)
    return worth + lasting_worth(ct, p)


@kernel
def loss(s, t, card, n, me, p):
    """What n wounds on a character are worth to `me`."""
    seat = int(s.card[card].controller)
    if card == hero_of(seat):
        return hero_worth(s, seat, n, me, p)
    return part_lost(s, card, n, creature_worth(s, t, card, p), me, p) if n > 0 else 0.0


@kernel
def part_lost(s, card, n, worth, me, p):
    """What n wounds on a creature are worth to `me`. worth: its own, see creature_worth."""
    seat, left = int(s.card[card].controller), life_left(s, card)
    if n <= 0 or left <= 0:
        return 0.0
    worth = worth if n >= left else worth * p[Number.WOUND] * n / left
    if seat == me:
        return -worth
    return p[Number.THEIRS] * worth + (p[Number.MENACE] * body(s, card).strike if n >= left else 0.0)


# --- fights ---------------------------------------------------------------------------------------------------------


@kernel
def blow(s, t, card, target):
    """The wounds that a strike of a card does to another, armour and scales apart from what was used."""
    n = strength_against(s, t, card, target, int(body(s, card).strike), Source.STRIKE)
    ct = t.card[s.card[target].type]
    if keyword(s, target, Keyword.SCALES) and n <= ct.scales:
        return 0
    if keyword(s, target, Keyword.NO_WOUNDS) or keyword(s, card, Keyword.DEALS_NO_WOUNDS):
        return 0
    if keyword(s, target, Keyword.ARMOUR):
        n -= max(1, int(ct.armour)) - int(body(s, target).armour_used)
    return max(0, n)


@kernel
def note_worths(s, t, p, worths):
    """Writes what each creature in play is worth to its controller, by its number."""
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            card = int(s.line[seat].card[i])
            worths[card] = creature_worth(s, t, card, p)


@kernel
def raid_worth(s, t, attacker, hero, me, p):
    """What a strike attack on a hero is worth to `me` if nobody defends."""
    seat = int(s.card[hero].controller)
    worth = hero_worth(s, seat, blow(s, t, attacker, hero), me, p)
    return worth + meditation_worth(s, t, hero, me, p)


class Clash(NamedTuple):
    """A creature strikes at another."""

    attacker: int
    target: int
    dealt: int
    """the wounds that its strike would do"""
    taken: int
    """those that the target's would"""


@kernel
def clash_of(s, t, attacker, target):
    """What happens if a creature strikes at another."""
    return Clash(attacker, target, blow(s, t, attacker, target), blow(s, t, target, attacker))


@kernel
def clash_worth(s, t, clash, worths, me, p):
    """What a strike attack on a creature is worth to `me` if nobody defends: both strike if it is untapped. worths: see
    note_worths.
    """
    attacker, target = clash.attacker, clash.target
    worth = part_lost(s, target, clash.dealt, worths[target], me, p)
    if s.card[target].bits & Flag.TAPPED:
        return worth + meditation_worth(s, t, target, me, p)
    quick = keyword(s, attacker, Keyword.FIRST_STRIKE) or keyword(s, target, Keyword.LAST_STRIKE)
    slow = keyword(s, attacker, Keyword.LAST_STRIKE) or keyword(s, target, Keyword.FIRST_STRIKE)
    if quick and not slow and clash.dealt >= life_left(s, target):
        return worth + meditation_worth(s, t, target, me, p)
    if slow and not quick and clash.taken >= life_left(s, attacker):
        worth = 0.0
    worth += part_lost(s, attacker, clash.taken, worths[attacker], me, p)
    return worth + meditation_worth(s, t, target, me, p)


@kernel
def meditation_worth(s, t, target, me, p):
    """What the Meditation of an attacked card costs who attacks."""
    if not keyword(s, target, Keyword.MEDITATION) or body(s, target).meditations != 0:
        return 0.0
    ct, seat = t.card[s.card[target].type], int(s.card[target].controller)
    value = int(ct.meditation[0]) + int(ct.meditation[1]) + int(ct.meditation[2])
    missing = max(0, value - untapped_gold(s, 1 - seat))
    worth = hero_worth(s, 1 - seat, missing, me, p) if missing > 0 else 0.0
    paid = GOLD_OF_ATTACKERS * (value - missing)
    return worth - paid if seat != me else worth + paid


# --- texts ----------------------------------------------------------------------------------------------------------


@kernel
def is_hidden(f, you, me):
    """Whether a filter looks where `me` cannot see: the other deck and hand, and what will be shown of his own deck,
    of which he knows the cards but not their order.
    """
    if f.place not in (Place.DECK, Place.HAND):
        return False
    whose = 1 - you if f.side == Side.ENEMY else you
    return whose != me or f.both == 1 or (f.place == Place.DECK and f.properties & Property.SHOWN != 0)


@kernel
def number_of(s, t, imagined, row, me):
    """The amount of a row as far as it is known before."""
    if row.amount == ALL:
        return TIMES_MOST
    if row.count == Count.NONE:
        return int(row.amount)
    if row.count in OF_RESULTS:
        return int(row.amount) * (int(imagined.did) if row.count == Count.DID else int(imagined.excess))
    if row.count == Count.DISCARDED:
        return int(row.amount) * (multiplier(s, t, imagined, row) + int(imagined.did))
    if row.count == Count.MATCHING and is_hidden(t.filter[row.count_filter], int(imagined.you), me):
        return int(row.amount)
    return int(row.amount) * multiplier(s, t, imagined, row)


@kernel
def may_hold(s, t, imagined, row, me):
    """Whether the condition of a row holds, or could."""
    kind = row.condition
    if kind == Condition.NONE:
        return True
    if kind == Condition.DID:
        return (imagined.flag == REFUSED) == (row.otherwise == 1)
    if kind in UNKNOWN:
        return row.otherwise == 0
    if kind in (Condition.AT_LEAST, Condition.ANY) and is_hidden(t.filter[row.condition_filter], int(imagined.you), me):
        return row.otherwise == 0
    return holds(s, t, imagined, row)


@kernel
def out_of_play_worth(s, t, card, operation, me, p):
    """What an operation on a card out of play is worth to `me`."""
    own = side_of(s, card) == me
    worth = card_worth(s, t, card, p)
    if operation == Operation.TO_HAND:
        return worth if own else -worth
    if operation == Operation.DISCARD:
        return -worth if own else worth
    if operation in (Operation.PUT_INTO_PLAY, Operation.PUT_INTO_PLAY_TAPPED):
        return p[Number.INTO_PLAY] * new_creature_worth(s, t, card, me, p)
    if operation in PLAYS:
        ct = t.card[s.card[card].type]
        gain = new_creature_worth(s, t, card, me, p) if ct.type == Type.CREATURE else p[Number.INTO_PLAY] * worth
        return gain - (GOLD_PAID * ct.cost if operation == Operation.PLAY else 0.0)
    if operation in (Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.SHUFFLE_INTO_DECK):
        if s.card[card].zone == Zone.HAND:
            return -HAND_TAKEN * worth if own else HAND_TAKEN * worth
        return DECK_TAKEN if own else THEIR_DECK_TAKEN
    if operation in (Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM, Operation.TO_GRAVEYARD):
        return -PUT_AWAY * worth if own else PUT_AWAY * worth
    return ANY_GIFT


@kernel
def keeps_tapped(s, t, card):
    """Whether a card keeps others from untapping as long as it is in play."""
    ct = t.card[s.card[card].type]
    for index in range(ct.constant[0], ct.constant[1]):
        row = t.constant[index]
        if row.kind == Constant.KEYWORD and row.argument == Keyword.NO_UNTAP:
            return True
    return False


@kernel
def card_effect_worth(s, t, effect, card, judge):
    """What an effect on one card is worth."""
    if card < 0:
        return 0.0
    operation, n = effect.operation, effect.n
    me, imagined, p = judge.me, judge.imagined, judge.p
    if not in_play(s, card):
        if operation == Operation.WOUND and card == imagined.source:
            return -p[Number.BODY] * n
        if operation == Operation.CONTROL and card == imagined.source:
            return 0.0 if imagined.you == me else -p[Number.GAIN] * new_creature_worth(s, t, card, me, p)
        return out_of_play_worth(s, t, card, operation, me, p)
    seat = int(s.card[card].controller)
    sign = 1.0 if seat == me else -p[Number.THEIRS]
    if operation in (Operation.WOUND, Operation.SHOT):
        return loss(s, t, card, n, me, p)
    if card == hero_of(seat):
        return hero_effect_worth(s, operation, seat, n, me, p)
    worth, strike = creature_worth(s, t, card, p), float(body(s, card).strike)
    if operation in (Operation.DESTROY, Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.TO_GRAVEYARD):
        return -sign * worth
    if operation in (Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM, Operation.SHUFFLE_INTO_DECK):
        return -sign * worth * INTO_DECK
    if operation == Operation.TO_HAND:
        return -sign * worth * p[Number.BOUNCE]
    if operation in (Operation.CONTROL, Operation.CONTROL_NOW):
        if imagined.you == seat:
            return 0.0
        return -sign * worth * (p[Number.GAIN] if operation == Operation.CONTROL else CONTROLLED_NOW)
    if operation == Operation.GIVE_TO_OPPONENT:
        return -sign * worth * p[Number.GAIN] if imagined.you == seat else 0.0
    if operation == Operation.HEAL:
        return sign * p[Number.HEAL] * min(n, int(body(s, card).wounds))
    if operation in (Operation.FIGHT, Operation.FIGHT_EVENT):
        return 0.0
    if operation == Operation.LINK:
        held = LINKED + p[Number.TWICE] * p[Number.TAPPED] * strike
        return -sign * held if keeps_tapped(s, t, int(imagined.source)) else sign * LINK
    if operation in (Operation.TAP, Operation.STUN, Operation.STAY_TAPPED):
        fresh = 1.0 if s.card[card].bits & Flag.TAPPED == 0 else TAPPED_ALREADY
        worth = (
            fresh
            * (p[Number.TAP] + p[Number.TAPPED] * strike)
            * (p[Number.TWICE] if operation == Operation.STUN else 1.0)
        )
        return -sign * (worth + blocker_worth(s, card, p))
    return sign * gift_worth(s, t, card, effect, p)


@kernel
def hero_effect_worth(s, operation, seat, n, me, p):
    """What an operation on a hero, other than wounds, is worth to `me`."""
    sign = 1.0 if seat == me else -1.0
    if operation == Operation.HEAL:
        return sign * p[Number.LIFE] * min(n, int(body(s, hero_of(seat)).wounds))
    if operation in (Operation.EXTRA_LIFE, Operation.REMOVE_EXTRA_LIFE):
        return sign * p[Number.LIFE] * (n if operation == Operation.EXTRA_LIFE else -n)
    if operation in (Operation.TAP, Operation.STUN, Operation.STAY_TAPPED, Operation.LOSE_ABILITIES):
        return -sign * HERO_TAPPED
    return -sign * HERO_POISON * n if operation == Operation.POISON else sign * HERO_GIFT


@kernel
def gift_worth(s, t, card, effect, p):
    """What an effect that is good or bad for a creature is worth to its controller."""
    operation, n, strike = effect.operation, effect.n, float(body(s, card).strike)
    lunge = p[Number.LUNGE] if p[Number.LUNGE] != 0.0 and can_attack(s, card) else 0.0
    if operation == Operation.BOOST:
        idle = keyword(s, card, Keyword.CANNOT_ATTACK) or keyword(s, card, Keyword.CANNOT_DEFEND)
        return n * ((IDLE_STRIKE if idle else 1.0) * p[Number.STRIKE] + p[Number.BODY] + lunge)
    if operation == Operation.EXTRA_LIFE:
        return n * p[Number.BODY]
    if operation == Operation.REMOVE_EXTRA_LIFE:
        return -n * p[Number.BODY]
    if operation in (Operation.STRIKE, Operation.STRIKE_NOW):
        ready = 1.0 if s.card[card].bits & (Flag.TAPPED | Flag.NEW) == 0 else STRIKE_LATER
        return n * (p[Number.STRIKE] * (1.0 if operation == Operation.STRIKE else p[Number.STRIKE_NOW] * ready) + lunge)
    if operation == Operation.SET_STRIKE:
        return (n - strike) * p[Number.STRIKE]
    if operation == Operation.DOUBLE:
        return strike * (p[Number.STRIKE] + lunge) + life_left(s, card) * p[Number.BODY]
    if operation == Operation.SWAP_STRIKE_AND_LIFE:
        return (life_left(s, card) - strike) * (p[Number.STRIKE] - p[Number.BODY])
    if operation == Operation.POISON:
        return -p[Number.POISONED] * n
    if operation in (Operation.UNTAP, Operation.READY):
        tapped = s.card[card].bits & Flag.TAPPED != 0
        twice = p[Number.TWICE] if operation == Operation.READY else 1.0
        return p[Number.TAP] + p[Number.TAPPED] * strike * twice if tapped else 0.0
    if operation == Operation.COPY:
        return creature_worth(s, t, card, p)
    if operation in (Operation.LOSE_ABILITIES, Operation.REMOVE_EFFECTS):
        ct = t.card[s.card[card].type]
        return -lasting_worth(ct, p)
    if operation in GRANTS:
        return grant_worth(s, t, card, effect, p)
    return ANY_GIFT


@kernel
def grant_worth(s, t, card, effect, p):
    """What it is worth to its controller that a creature gains a keyword."""
    word, it = effect.argument, s.card[card]
    if word == Keyword.UNIQUENESS:
        return -twin_worth(s, t, card, p)
    if word == Keyword.RUSH:
        waits = it.bits & Flag.NEW != 0 and it.bits & (Flag.TAPPED | Flag.ATTACKED) == 0
        able = waits and not keyword(s, card, Keyword.RUSH) and not keyword(s, card, Keyword.CANNOT_ATTACK)
        return p[Number.CHARGE] * body(s, card).strike if able else 0.0
    if keyword(s, card, word) and effect.n <= 1:
        return 0.0
    if (BAD_WORDS >> int(word)) & 1:
        return -p[Number.BAD_WORD]
    return p[Number.GOOD_WORD] + WORD_TIMES * effect.n


@kernel
def twin_worth(s, t, card, p):
    """What the creature is worth that leaves play if one of two of the same name that a player controls is unique."""
    line = s.line[s.card[card].controller]
    for i in range(line.n):
        other = int(line.card[i])
        if other != card and share_name(s, other, card):
            return min(creature_worth(s, t, other, p), creature_worth(s, t, card, p))
    return 0.0


@kernel
def lasting_effect_worth(s, kind, seat, n, p):
    """What an effect that lasts is worth to the player on whom it is."""
    if kind == Lasting.EXTRA_TURNS:
        return p[Number.TURN]
    if kind == Lasting.SKIPS:
        return -p[Number.TURN]
    if kind in (Lasting.GOLD_STAYS, Lasting.GOLD_FROZEN):
        return -p[Number.FROZEN] * s.gold[seat]
    if kind == Lasting.CREATURES_STAY:
        return -p[Number.IDLE_TURN] * s.line[seat].n
    if kind in (Lasting.PREVENT_CREATURES, Lasting.PREVENT_HERO):
        return p[Number.LASTING]
    return -p[Number.LASTING] * min(n, 1)


@kernel
def player_effect_worth(s, operation, seat, n, me, p):
    """What an operation on a player is worth to `me`."""
    sign = 1.0 if seat == me else -1.0
    card = p[Number.CARD] if seat == me else p[Number.THEIR_CARD]
    if operation == Operation.DRAW:
        return sign * card * min(n, int(s.deck[seat].n))
    if operation in (Operation.GAIN_GOLD, Operation.GAIN_TAPPED_GOLD):
        return sign * p[Number.GOLD] * n
    if operation in (
        Operation.GAIN_GOLD_NOW,
        Operation.GAIN_SPELL_GOLD,
        Operation.UNTAP_GOLD,
        Operation.GAIN_GOLD_OWN_TURN,
    ):
        return sign * p[Number.GOLD_NOW] * p[Number.GOLD] * min(n, GOLD_NOW_MOST)
    if operation in (Operation.LOSE_GOLD, Operation.LOSE_GOLD_NEXT_TURN):
        return -sign * p[Number.GOLD] * n
    if operation in (Operation.PAY, Operation.TAP_GOLD):
        return -sign * GOLD_PAID * n
    if operation == Operation.SWAP_HAND_AND_SIDEBOARD:
        return sign * card * (int(s.sideboard[seat].n) - int(s.hand[seat].n))
    if operation == Operation.CREATE:
        return sign * p[Number.CREATED] * n
    if operation in (Operation.REPEAT_SPELL, Operation.HIRE_AGAIN):
        return p[Number.AGAIN]
    return ANY_EFFECT


@kernel
def cancelled_worth(s, t, card, me, p):
    """What it is worth that a card which the opponent plays comes to nothing."""
    if card >= 0 and t.card[s.card[card].type].type == Type.CREATURE:
        return p[Number.THEIRS] * new_creature_worth(s, t, card, 1 - me, p)
    return p[Number.THEIR_CARD] + p[Number.SUPPORT]


@kernel
def become_worth(s, t, judge):
    """What it is worth that a creature becomes a copy of the one chosen last."""
    me, imagined, p = judge.me, judge.imagined, judge.p
    if imagined.n == 0 or not in_play(s, int(imagined.chosen[imagined.n - 1])):
        return 0.0
    card = int(imagined.source)
    own = creature_worth(s, t, card, p) if in_play(s, card) else new_creature_worth(s, t, card, me, p)
    return creature_worth(s, t, int(imagined.chosen[imagined.n - 1]), p) - own


@kernel
def row_worth(s, t, row, judge):
    """What a row that chooses nothing is worth, but for cards that are chosen in the text."""
    operation, select = int(row.operation), int(row.select)
    me, imagined, p = judge.me, judge.imagined, judge.p
    n = number_of(s, t, imagined, row, me)
    if operation in (Operation.SHOW_RANDOM, Operation.SHOW_TOP, Operation.LOOK_TOP):
        return SHOWN
    if operation == Operation.SHOW_HAND:
        return SHOWN if imagined.you != me else -SHOWN
    if operation == Operation.CANCEL:
        return cancelled_worth(s, t, int(imagined.event), me, p)
    if operation in (Operation.LASTING, Operation.LASTING_OPPONENT):
        seat = int(imagined.you) if operation == Operation.LASTING else 1 - int(imagined.you)
        worth = lasting_effect_worth(s, int(row.argument), seat, n, p)
        return worth if seat == me else -worth
    if operation == Operation.BECOME:
        return become_worth(s, t, judge)
    if select == Select.NONE:
        return player_effect_worth(s, operation, int(imagined.you), n, me, p)
    effect = effect_of(operation, row.argument, n)
    if select == Select.EACH:
        return each_worth(s, t, int(row.filter), effect, judge)
    card = NO_CARD
    if select == Select.THIS:
        card = int(imagined.source)
    elif select == Select.HERO:
        card = hero_of(int(imagined.you))
    elif select == Select.OPPONENT_HERO:
        card = hero_of(1 - int(imagined.you))
    elif select == Select.EVENT:
        card = int(imagined.event)
    elif select == Select.BY:
        card = int(imagined.by)
    elif imagined.n > 0:
        card = int(imagined.chosen[0]) if select == Select.FIRST else int(imagined.chosen[imagined.n - 1])
    if card == NO_CARD and operation in PLAYS:
        return p[Number.THEIR_CARD] + p[Number.CHANCE] * p[Number.CARD]
    if card >= 0 and operation in (Operation.FIGHT, Operation.FIGHT_EVENT, Operation.FIGHT_EACH):
        return fight_worth(s, t, operation, card, judge)
    return card_effect_worth(s, t, effect, card, judge)


@kernel
def new_fighter_worth(s, t, fighter, target, judge):
    """What a Fight of a creature that is about to come into play is worth."""
    me, p, ct = judge.me, judge.p, t.card[s.card[fighter].type]
    if ct.type != Type.CREATURE or s.card[target].controller == me:
        return 0.0
    worth = loss(s, t, target, int(ct.strike), me, p)
    back, whole = int(body(s, target).strike), new_creature_worth(s, t, fighter, me, p)
    return worth - (whole if back >= ct.life else whole * p[Number.WOUND] * back / ct.life)


@kernel
def fight_worth(s, t, operation, card, judge):
    """What a Fight that a text makes is worth."""
    imagined = judge.imagined
    target = int(imagined.chosen[imagined.n - 1]) if imagined.n > 0 else NO_CARD
    if operation == Operation.FIGHT_EVENT:
        target = int(imagined.event)
    fighter = int(imagined.source) if operation == Operation.FIGHT_EACH else card
    if target < 0 or not in_play(s, target) or target == fighter:
        return 0.0
    if not in_play(s, fighter):
        return new_fighter_worth(s, t, fighter, target, judge)
    worth = loss(s, t, target, blow(s, t, fighter, target), judge.me, judge.p)
    return worth + loss(s, t, fighter, blow(s, t, target, fighter), judge.me, judge.p)


@kernel
def is_being_played(s, imagined, card):
    """Whether a card in hand is the one whose text is imagined: it has left the hand by then."""
    return card == imagined.source and s.card[card].zone == Zone.HAND


@kernel
def each_worth(s, t, index, effect, judge):
    """What an effect on all cards of a filter is worth."""
    me, imagined, p = judge.me, judge.imagined, judge.p
    if is_hidden(t.filter[index], int(imagined.you), me):
        if effect.operation in TAKES:
            return p[Number.THEIR_CARD] * s.hand[1 - me].n if imagined.you != me else 0.0
        return p[Number.CHANCE]
    worth, k, found = 0.0, 0, 0
    while True:
        card, k = next_match(s, t, index, k, int(imagined.you), int(imagined.source), imagined)
        if card == NO_CARD:
            break
        if not is_being_played(s, imagined, card):
            worth += card_effect_worth(s, t, effect, card, judge)
            found += 1
    if effect.operation == Operation.DISCARD:
        imagined.did = found
    return worth


@kernel
def turn_player(s, t, imagined, operation):
    """Who is "you" after an operation that changes it."""
    if operation == Operation.AS_YOU:
        imagined.you = imagined.seat
    elif operation == Operation.AS_OPPONENT:
        imagined.you = 1 - imagined.seat
    elif operation == Operation.AS_ACTIVE:
        imagined.you = s.active
    elif operation == Operation.AS_LOWEST_LIFE:
        first, second = life_left(s, hero_of(0)), life_left(s, hero_of(1))
        imagined.you = imagined.seat if first == second else 0 if first < second else 1
    elif operation in (Operation.AS_OWNER, Operation.AS_CONTROLLER):
        imagined.you = side_of(s, int(imagined.chosen[imagined.n - 1])) if imagined.n > 0 else imagined.seat


@kernel
def rest_worth(s, t, start, end, judge):
    """What the rows up to the next choice are worth with the cards that the imagined program has chosen."""
    worth, imagined = 0.0, judge.imagined
    for at in range(start, end):
        row = t.row[at]
        operation = int(row.operation)
        if operation in CHOICES:
            break
        if operation in PLAYERS:
            turn_player(s, t, imagined, operation)
            continue
        if may_hold(s, t, imagined, row, judge.me):
            if operation == Operation.STOP:
                imagined.loops = STOPPED
                break
            worth += row_worth(s, t, row, judge)
            if operation == Operation.DISCARD and row.select != Select.EACH:
                imagined.did = imagined.n
    return worth


@kernel
def next_choice(t, start, end):
    """The row of the next choice from a row on; the end if there is none."""
    for at in range(start, end):
        if t.row[at].operation in CHOICES:
            return at
    return end


@kernel
def choice_worth(s, t, at, end, card, judge):
    """What the rows after a choice are worth if a card is chosen."""
    imagined = judge.imagined
    you, n = int(imagined.you), int(imagined.n)
    if t.row[at].operation == Operation.CHOOSE or n >= imagined.chosen.size:
        imagined.n = 0
    imagined.chosen[imagined.n] = card
    imagined.n += 1
    worth = rest_worth(s, t, at + 1, end, judge)
    imagined.you = you
    if imagined.n == 1 and n > 1:
        imagined.n = 1
    return worth


@kernel
def unchosen_worth(s, t, at, end, judge):
    """What the rows after a choice are worth if there is no card for it."""
    judge.imagined.n, judge.imagined.flag = 0, REFUSED
    worth = rest_worth(s, t, at + 1, end, judge)
    judge.imagined.flag = 0
    return worth


@kernel
def hidden_choice_worth(s, t, at, end, n, must, judge):
    """What a choice of n hidden cards and the rows after it are worth: who loses cards from hand loses what they are
    worth on average, more if the other picks them, and chooses none if he need not; else who chooses gains.
    """
    imagined, me, p, f = judge.imagined, judge.me, judge.p, t.filter[t.row[at].filter]
    mine, worth = imagined.you == me, p[Number.CHANCE] * p[Number.CARD] * n
    whose = 1 - int(imagined.you) if f.side == Side.ENEMY else int(imagined.you)
    if f.place == Place.HAND and takes_away(t, at, end):
        worth = (p[Number.CARD] if whose == me else p[Number.THEIR_CARD]) * min(n, int(s.hand[whose].n))
        picked = mine == (whose != me)
        worth *= p[Number.PICKED] if picked else 2.0 - p[Number.PICKED]
        if t.row[at].optional == 1 and not picked and not must:
            worth = 0.0
        mine = whose != me
    imagined.n = 0
    return (worth if mine else -worth) + rest_worth(s, t, at + 1, end, judge)


@kernel
def takes_away(t, at, end):
    """Whether the rows after a choice take the chosen cards out of the hand, and not into play."""
    for later in range(at + 1, next_choice(t, at + 1, end)):
        if t.row[later].operation in TAKES:
            return True
    return False


@kernel
def best_choice_worth(s, t, at, end, must, judge):
    """What a choice and the rows after it are worth if it is made well, by whoever makes it; must: also if he would
    rather choose nothing.

    Of equals the type that comes first, since the order of a deck is not known.
    """
    row = t.row[at]
    me, imagined, p = judge.me, judge.imagined, judge.p
    n = max(1, min(number_of(s, t, imagined, row, me), CHOSEN_MOST))
    f = t.filter[row.filter]
    if is_hidden(f, int(imagined.you), me):
        return hidden_choice_worth(s, t, at, end, n, must, judge)
    mine = imagined.you == me
    best, best_card, found, k, held = NEVER, NO_CARD, 0, 0, int(imagined.n)
    spell = t.card[s.card[imagined.source].type].type == Type.SPELL
    while True:
        card, k = next_match(s, t, int(row.filter), k, int(imagined.you), int(imagined.source), imagined)
        if card == NO_CARD:
            break
        if (spell and in_play(s, card) and keyword(s, card, Keyword.SPELL_WARD)) or is_being_played(s, imagined, card):
            continue
        worth = choice_worth(s, t, at, end, card, judge)
        imagined.n = held
        found += 1
        worth = worth if mine else -worth
        if worth > best or (worth == best and s.card[card].type < s.card[best_card].type):
            best, best_card = worth, card
    if best_card < 0:
        return unchosen_worth(s, t, at, end, judge)
    if row.optional == 1 and best < 0.0 and not must:
        return 0.0
    choice_worth(s, t, at, end, best_card, judge)
    best = best + p[Number.FURTHER] * best * (min(n, found) - 1)
    return best if mine else -best


@kernel
def ends_unchosen(s, t, at, end, imagined, me):
    """Whether a program ends at a choice: there is no card for it, and without one the rest does not happen."""
    row = t.row[at]
    if is_hidden(t.filter[row.filter], int(imagined.you), me):
        return False
    if at_least(s, t, int(row.filter), 1, int(imagined.you), int(imagined.source), imagined):
        return False
    for later in range(at + 1, next_choice(t, at + 1, end)):
        after = t.row[later]
        if after.operation == Operation.STOP and after.condition == Condition.DID and after.otherwise == 1:
            return True
    return False


@kernel
def times_of(s, t, start, at, imagined, me):
    """How often what begins at a row of a program is done."""
    for before in range(start, at):
        if t.row[before].operation == Operation.TIMES:
            return max(0, min(number_of(s, t, imagined, t.row[before], me), TIMES_MOST))
    return 1


@kernel
def stop_if_done(t, at, end):
    """The row by which a text ends if what a row says is done, up to the next choice; -1 if there is none."""
    for later in range(at + 1, next_choice(t, at + 1, end)):
        row = t.row[later]
        if row.operation == Operation.STOP and row.condition == Condition.DID and row.otherwise == 0:
            return later
    return -1


@kernel
def plain_worth(s, t, start, end, judge):
    """What a program is worth, modes apart, to the player that the imagined frame calls "you".

    Where a player may do something so that the rest does not happen, he does what is better for him.
    """
    me, imagined = judge.me, judge.imagined
    imagined.did, imagined.loops = 0, 0
    worth, done, mine = rest_worth(s, t, start, end, judge), 0.0, 0
    at = next_choice(t, start, end)
    while at < end and imagined.loops != STOPPED:
        if may_hold(s, t, imagined, t.row[at], me):
            if ends_unchosen(s, t, at, end, imagined, me):
                break
            chooser = 1 if imagined.you == me else -1
            stop = stop_if_done(t, at, end) if t.row[at].optional == 1 and mine == 0 else -1
            got = times_of(s, t, start, at, imagined, me) * best_choice_worth(s, t, at, end, stop >= 0, judge)
            if stop >= 0 and imagined.loops == STOPPED:
                done, mine = worth + got, chooser
                imagined.you, imagined.loops, imagined.flag = player_at(s, t, at, stop, imagined), 0, REFUSED
                worth += rest_worth(s, t, stop + 1, end, judge)
                imagined.flag = 0
            else:
                worth += got
        after = next_choice(t, at + 1, end)
        if after == end:
            break
        imagined.you = player_at(s, t, at, after, imagined)
        at = after
    if mine == 0:
        return worth
    return max(done, worth) if mine == 1 else min(done, worth)


@kernel
def player_at(s, t, at, stop, imagined):
    """Who is "you" at a row, by the rows from a choice on."""
    for later in range(at + 1, stop):
        if t.row[later].operation in PLAYERS:
            turn_player(s, t, imagined, int(t.row[later].operation))
    return imagined.you


@kernel
def program_worth(s, t, start, end, judge):
    """What a program is worth."""
    imagined = judge.imagined
    imagined.you = imagined.seat
    worth = plain_worth(s, t, start, end, judge)
    for at in range(start, end):
        row = t.row[at]
        if row.operation in MODES:
            worth += modes_worth(s, t, int(row.amount), judge)
    return worth


@kernel
def modes_worth(s, t, n, judge):
    """What the modes of a text are worth of which n may be chosen: the best one, or all that are worth something."""
    best, total, imagined = 0.0, 0.0, judge.imagined
    for mode in range(MODES_MAX):
        first, last = t.card[imagined.text].modes[mode]
        if first < last:
            imagined.you = imagined.seat
            worth = plain_worth(s, t, first, last, judge)
            best, total = max(best, worth), total + max(0.0, worth)
    return best if n <= 1 else total


@kernel
def imagine_program(s, t, imagined, card, seat, event):
    """Makes the imagined frame that of a program of a card."""
    imagined.you, imagined.seat, imagined.source, imagined.event, imagined.by = seat, seat, card, event, NO_CARD
    imagined.n, imagined.did, imagined.x, imagined.y, imagined.excess, imagined.how = 0, 0, 1, 0, 1, 0
    imagined.flag, imagined.loops = 0, 0
    imagined.text = s.card[card].type


@kernel
def text_worth(s, t, card, trigger, judge):
    """What the abilities of a card with a trigger are worth to who controls it, now."""
    return paid_text_worth(s, t, card, trigger, 1, judge)


@kernel
def paid_text_worth(s, t, card, trigger, x, judge):
    """What the abilities of a card with a trigger are worth to who controls it, now, if X gold is paid for it."""
    worth = 0.0
    ct = t.card[s.card[card].type]
    if (ct.listens >> trigger) & 1 == 0:
        return worth
    for index in range(ct.ability[0], ct.ability[1]):
        ability = t.ability[index]
        if ability.trigger == trigger and ability.form == Form.OWN:
            imagine_program(s, t, judge.imagined, card, judge.me, card)
            judge.imagined.x = x
            worth += program_worth(s, t, int(ability.start), int(ability.end), judge)
    return worth
