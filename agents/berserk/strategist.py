"""Our own strategies for Berserk: one way of playing a turn, steered by numbers.

Everything is weighed in crystals: what wounds and deaths are worth by the odds of the dice table, what it costs to be
closed in reach of the enemy, what a place on the field is worth. The action that is worth most comes first; a turn ends
when none is worth anything. Who walks into whose reach is weighed with every step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.berserk.attack import DIE_SIDES, combat_row, one_die
from sim.berserk.board import COLUMNS, DISTANCE, NEIGHBOURS, forward, row_of
from sim.berserk.choices import is_attack, sort_of
from sim.berserk.filters import attack_on, matches, opposite
from sim.berserk.frames import RUNNING, dice_of, fighter
from sim.berserk.modifiers import attack_die, defence_die, has, number
from sim.berserk.recruitment import can_recruit
from sim.berserk.state import CELLS, NO_CARD, OF_SETUP, SIDE, Decision, Frame, Kind, Zone
from sim.berserk.stats import everybody, fits, has_plain, in_play, lives, seat_of
from sim.berserk.tables import (
    ALL,
    AMOUNT_ZERO,
    KINDS_BITS,
    Attack,
    Condition,
    Count,
    Element,
    Event,
    Head,
    Operation,
    Reach,
    Select,
    Stat,
    Strength,
    Type,
    Window,
)
from sim.berserk.use import answered_strike
from sim.cards.chosen import first_chosen, times_chosen
from sim.core.bitsets import lowest
from sim.core.kernel import kernel

from ..agent import define_agent
from ..strategist import NEVER, most_wanted
from .features import (
    FOES,
    PLAIN_ODDS,
    ROOM,
    SHOTS,
    STAYS,
    STRENGTHS,
    STRIKES,
    TAKEN,
    UNKNOWN,
    WITH_MISS,
    Shot,
    attack_bits,
    fight_worth,
    is_unknown,
    joins,
    middle,
    pair,
    patience,
    place_of,
    place_worth,
    printed,
    quality,
    shot_worth,
    spent_worth,
    strike_value,
    strike_worth,
    strikes_from_afar,
    survey,
    withstood,
    worth,
    wound_worth,
)
from .numbers import Number

OWN_HARM, FINISHED_OWN = 1.2, 1.5
"""Factors on wounds and deaths of own cards by own texts, and on an own card that a text finishes."""
UNKNOWN_EFFECT, ANY_EFFECT = 0.1, 0.05
"""Crystals, what a text does to a card that lies face down, and what no other rule weighs."""
CLOSING, HOLDING, GIVING = 0.3, 0.2, 0.1
"""Parts of a card's worth: to close or to open it; to hold it otherwise; to give it a trait."""
SOON_OVER = 0.4
"""Part of a trait given until the end of a turn, against one for the battle."""
COUNTED_USUALLY = 2
"""What counts but of tokens mostly find."""
NOTHING_TO_HARM = 0.5
"""Crystals, wounds of a card that go to none of the enemy's."""
REVIVED = 0.5
"""Part of a card's worth, for its return to the field."""
NO_MISSING = 0.5
"""Part of the best attack from here that is lost by going where a worse one is left."""
GAINED_ACTION, PREPARED, RAGING, OTHERWISE = 0.5, 1.0, 0.5, -1.0
"""Crystals: an action that is no trait of the card's own, preparing, rage, and any other action of the main phase."""
GOING_ON = 1.0
"""Crystals, for striking on with a creature that strikes several cards: whatever else is done would end that."""
SHOOTING_LEAST = 2
"""King's steps from which on a card can be shot at; as many to one that flies."""
SPENT_IN_ANSWER = 0.5
"""Part of what closing a card costs, where it answers: it may open again before it is missed."""
OWN_WOUND = 0.3
"""Crystals, a wound chosen for an own card is worth this less what it costs."""
ENEMY_FIRST = 0.1
"""Crystals, for an enemy card rather than for none."""
OFF_MIDDLE = 0.1
"""Crystals, each column from the middle, where nothing else is known of a place."""
MOVED = 0.5
"""Crystals, a push or move that a text offers."""
STRONG_BODY, OWN_WOUNDS = 4, 2.0
"""Wounds that a card takes for a text are best so many, if it has more lives than that, else none."""
NOT_YET = -100.0
"""Points, to be done with recruitment while something can be recruited."""
SAME_ELEMENT = 0.4
"""Points in recruitment, for each card of the deal of the same element."""
LIFE_FORWARD, STRIKE_FORWARD, SHOOTER_BACK, ACTOR_BACK, AVERAGE = 0.25, 0.5, 3.0, 0.5, 3.0
"""How much a creature wants to stand in front: for each life and each wound of its medium strike, less for attacks from
afar, less for each trait where it has actions; less what an average one has."""
FLYING_BACK, DEAR_FIRST = 0.5, 0.05
"""Points, a row that one who flies stands farther back; and for each crystal of what is placed: the dear ones first."""
SECOND_ROW = 2.0
"""The row of its half before and behind which a card wants to stand."""
ONE_OF_EACH = 1 | 1 << 4 | 1 << 8
"""A wound more for each strength, as rows pack them."""
RANGE = Reach.ADJACENT - 1
"""The bits of a reach that are its range."""
MORE, FEWER, CHANGES = 0, 1, 3
"""What a change makes of a die: one more, one less; the last one rolls it again."""
OF_TIME = (Operation.SKIP_OPEN, Operation.NET, Operation.PIN, Operation.CURSE, Operation.HUNT)
GIVEN = (
    Operation.GRANT_TURN,
    Operation.GRANT_OWN_TURN,
    Operation.GRANT_ENEMY_TURN,
    Operation.GRANT_BATTLE,
    Operation.GRANT_ATTACK,
)

OF_DEFENCE = (Stat.INCOMING, Stat.DEFENSE_EXPERIENCE, Stat.MORE_DEFENSE_EXPERIENCE, Stat.ARMOUR, Stat.MORE_ARMOUR)

# --- what rows of traits are worth ------------------------------------------------------------------------------------


class Text(NamedTuple):
    """A text, as it is weighed."""

    source: int
    """the card whose text it is"""
    target: int
    """the card chosen, or NO_CARD"""
    event: int
    """the card that it is about, or NO_CARD"""
    seat: int
    """to whom it is worth something"""
    x: int
    """the number that is chosen, or the tokens spent"""


@kernel
def text_of(source, target, event, seat, x):
    """A text of these parts, of any width."""
    return Text(source, target, event, seat, x)


@kernel
def harm_worth(s, t, row, card, amount, mine, p):
    """What wounds, death and healing of a card are worth; mine: whether it is one's own."""
    operation = int(row.operation)
    if operation == Operation.HEAL:
        healed = min(amount, int(s.card[card].wounds))
        found = p[Number.HEAL] * healed * worth(s, t, card) / max(1, int(t.card[s.card[card].type].life))
        return found if mine else -found
    if operation == Operation.DESTROY:
        amount = ALL
    elif operation == Operation.ROLL_WOUND:
        amount = printed(row.amount, Strength.MEDIUM)
    found = wound_worth(s, t, card, amount, p)
    return -OWN_HARM * found if mine else found


@kernel
def effect_worth(s, t, row, card, amount, seat, p):
    """What an operation that works on a card is worth to a seat."""
    if card < 0 or not in_play(s, card):
        return 0.0
    it, operation = s.card[card], int(row.operation)
    mine = it.controller == seat
    if is_unknown(s, card, seat):
        return UNKNOWN_EFFECT
    if operation in (Operation.WOUND, Operation.ROLL_WOUND, Operation.HEAL, Operation.DESTROY):
        return harm_worth(s, t, row, card, amount, mine, p)
    sign = -1.0 if mine else 1.0
    if operation in (Operation.POISON, Operation.WORSEN):
        useful = it.poison < amount and not has(s, t, card, Stat.PROTECTION_POISONING, NO_CARD)
        return sign * p[Number.POISON] * wound_worth(s, t, card, amount - it.poison, p) if useful else 0.0
    if operation == Operation.CURE:
        return -sign * p[Number.POISON] * wound_worth(s, t, card, int(it.poison), p)
    if operation == Operation.CLOSE:
        return sign * p[Number.TEMPO] * CLOSING * worth(s, t, card) * (it.closed == 0)
    if operation == Operation.OPEN:
        return -sign * p[Number.TEMPO] * CLOSING * worth(s, t, card) * (it.closed == 1)
    if operation in OF_TIME:
        return sign * p[Number.TEMPO] * HOLDING * worth(s, t, card)
    if operation == Operation.TOKEN:
        return -sign * p[Number.TOKEN] * (it.tokens < row.argument)
    if operation == Operation.EXTRA_LIFE:
        return -sign * p[Number.HEAL]
    if operation in GIVEN:
        if row.operation == Operation.GRANT_TURN and row.argument in OF_DEFENCE:
            return -sign * p[Number.EFFECT] * GIVING * worth(s, t, card) * is_attacked(s, card)
        return given_worth(row, -sign, worth(s, t, card), p)
    return ANY_EFFECT * sign


@kernel
def given_worth(row, sign, value, p):
    """What giving a trait or modifier to a card is worth; sign 1.0 for an own card."""
    stat, amount = int(row.argument), int(row.amount)
    if stat in (Stat.VALUE, Stat.INCOMING, Stat.DIE, Stat.EXPOSED):
        amount = (amount & ((1 << KINDS_BITS) - 1)) - AMOUNT_ZERO
        if stat in (Stat.INCOMING, Stat.EXPOSED):
            sign = -sign
    lasting = 1.0 if row.operation == Operation.GRANT_BATTLE else SOON_OVER
    return sign * p[Number.EFFECT] * GIVING * value * lasting * (1.0 if amount > 0 else -1.0)


@kernel
def is_attacked(s, card):
    """Whether an attack at a card is under way: before, help in defence until the end of the turn comes too early."""
    on = attack_on(s)
    return on >= 0 and s.frame[on].target == card


@kernel
def times_of(s, row, source, target, x):
    """Roughly what `per` counts."""
    count = int(row["count"])
    if count == 0:
        return 1
    if count == Count.X:
        return max(1, x)
    return max(1, int(s.card[source].tokens)) if count == Count.TOKENS else COUNTED_USUALLY


@kernel
def shifted_worth(s, t, row, text, amount, p):
    """What it is worth to a seat that wounds of a card go to others that a row names: to the enemy card for which that
    is worst; where they go to none of the enemy's, little.
    """
    target, seat = text.target, text.seat
    if target < 0 or is_unknown(s, target, seat):
        return 0.0
    mine, worst, left = seat_of(s, target) == seat, 0.0, everybody(s)
    amount = min(amount, int(s.card[target].wounds))
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if (
            seat_of(s, card) == seat
            or is_unknown(s, card, seat)
            or not matches(s, t, int(row.filter), text.source, card, -1)
        ):
            continue
        worst = max(worst, wound_worth(s, t, card, amount, p))
    if worst == 0.0:
        return NOTHING_TO_HARM if mine else -NOTHING_TO_HARM
    healed = p[Number.HEAL] * amount * worth(s, t, target) / max(1, int(t.card[s.card[target].type].life))
    return worst + (healed if mine else -healed)


@kernel
def rows_worth(s, t, first, end, text, p):
    """What the rows of a text are worth to a seat."""
    total, source, target, seat, x = 0.0, text.source, text.target, text.seat, text.x
    for at in range(first, end):
        row = t.row[at]
        amount = int(row.amount) * times_of(s, row, source, target, x)
        operation = int(row.operation)
        if is_attack(operation):
            if target >= 0:
                bonus = x if row.argument & Reach.PLUS_X else 0
                packed = int(row.amount) + bonus * ONE_OF_EACH
                shot = Shot(sort_of(operation), packed, amount // max(1, int(row.amount)))
                total += shot_worth(s, t, source, target, shot, p)
        elif operation == Operation.FINISH:
            if target >= 0 and not is_unknown(s, target, seat):
                total += wound_worth(s, t, target, ALL, p) * (1.0 if seat_of(s, target) != seat else -FINISHED_OWN)
        elif operation == Operation.REVIVE:
            total += REVIVED * worth(s, t, target) if target >= 0 else 0.0
        elif operation == Operation.REDISTRIBUTE:
            total += shifted_worth(s, t, row, text, amount, p)
        elif operation == Operation.OR:
            return total
        elif row.select == Select.EACH:
            total += each_worth(s, t, row, source, amount, seat, p)
        elif row.select != Select.NONE:
            card = card_of(s, t, row, source, target, text.event)
            total += effect_worth(s, t, row, card, amount, seat, p)
    return total


@kernel
def each_worth(s, t, row, source, amount, seat, p):
    """What an operation on all cards of a filter is worth."""
    total = 0.0
    left = everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if not is_unknown(s, card, seat):
            if matches(s, t, int(row.filter), source, card, -1):
                total += effect_worth(s, t, row, card, amount, seat, p)
    return total


@kernel
def card_of(s, t, row, source, target, event):
    """The card on which a row works."""
    select = int(row.select)
    if select == Select.SELF:
        return source
    if select == Select.CHOSEN:
        return target
    if select == Select.HOST:
        return int(s.card[source].host)
    return opposite(s, t, source, -1, -1) if select == Select.OPPOSITE else event


# --- the main phase ---------------------------------------------------------------------------------------------------


@kernel
def following_worth(s, t, card, target, sort, p):
    """What the traits of a card are worth that its attack at another may trigger: by the chance of the strengths that
    they wait for.
    """
    row, total, seat = t.card[s.card[card].type], 0.0, seat_of(s, card)
    if (row.events >> Event.STRIKE) & 1 == 0 or is_unknown(s, target, seat):
        return 0.0
    own = place_of(attack_die(s, t, card, sort, target))
    for place in range(row.n_traits):
        trait = t.trait[row.trait[place]]
        if trait.head != Head.WHEN or (trait.event != Event.STRIKE and trait.event_or != Event.STRIKE):
            continue
        if trait.filter >= 0 and not matches(s, t, int(trait.filter), card, target, -1):
            continue
        chance = 0.0
        for k in range(STRENGTHS):
            chance += PLAIN_ODDS[own, k] * fits(trait.kinds, attack_bits(sort, k + 1))
        text = text_of(card, NO_CARD, target, seat, 1)
        total += chance * rows_worth(s, t, int(trait.first), int(trait.end), text, p)
    return total


@kernel
def pair_worth(s, t, card, target, p, room):
    """What a simple strike at a card is worth, with what it triggers, reckoned once a decision."""
    k = pair(room, STRIKES, card, target)
    if room[k] == UNKNOWN:
        follows = following_worth(s, t, card, target, Attack.SIMPLE, p)
        room[k] = strike_worth(s, t, card, target, p, room) + p[Number.ON_STRIKE] * follows
    return room[k]


@kernel
def best_strike(s, t, card, cell, p, room):
    """What the best simple strike of a creature would be worth from a cell; the worst, if the enemy says at whom."""
    it, best = s.card[card], 0.0
    if it.acted == 1 or it.closed == 1 or cell >= CELLS:
        return 0.0
    if has_plain(s, t, card, Stat.STRIKES_OPPOSITE):
        target = s.at[forward(s, seat_of(s, card), cell)] if forward(s, seat_of(s, card), cell) >= 0 else NO_CARD
        return (
            pair_worth(s, t, card, target, p, room)
            if target >= 0 and s.card[target].controller != it.controller
            else 0.0
        )
    least, left = UNKNOWN, NEIGHBOURS[cell] & int(room[TAKEN])
    while left != 0:
        target = int(s.at[lowest(left)])
        left &= left - 1
        if target >= 0 and s.card[target].controller != it.controller:
            found = pair_worth(s, t, card, target, p, room)
            best, least = max(best, found), found if least == UNKNOWN else min(least, found)
    return max(0.0, least) if has(s, t, card, Stat.ENEMY_REDIRECTS, NO_CARD) else best


@kernel
def best_shot(s, t, card, cell, p, room):
    """What the best shot, throw or discharge of a card would be worth from a cell."""
    it, best, foes = s.card[card], 0.0, int(room[FOES])
    row = t.card[it.type]
    if it.acted == 1 or it.closed == 1 or cell >= CELLS or not strikes_from_afar(t, int(it.type)):
        return 0.0
    for place in range(row.n_traits):
        trait = t.trait[row.trait[place]]
        if trait.head != Head.ACTION or trait.tokens > it.tokens:
            continue
        first = t.row[trait.first]
        if first.operation in (Operation.SHOT, Operation.THROW, Operation.DISCHARGE):
            most = first.argument & RANGE
            left = foes
            while left != 0:
                target = lowest(left)
                left &= left - 1
                other = s.card[target]
                if other.hidden == 0 and t.card[other.type].life == 0:
                    continue
                gap = DISTANCE[cell, other.cell] if other.cell < CELLS else SHOOTING_LEAST
                if gap >= SHOOTING_LEAST and (most == 0 or gap <= most):
                    k = pair(room, SHOTS, card, target)
                    if room[k] == UNKNOWN:
                        times = times_of(s, first, card, target, 1)
                        shot = Shot(sort_of(first.operation), int(first.amount), times)
                        room[k] = shot_worth(s, t, card, target, shot, p)
                    best = max(best, room[k])
    return p[Number.EFFECT] * best


@kernel
def best_attack(s, t, card, cell, p, room):
    """What the best strike or shot of a card would be worth from a cell."""
    return max(best_strike(s, t, card, cell, p, room), best_shot(s, t, card, cell, p, room))


@kernel
def walk_worth(s, t, card, cell, p, room):
    """What it is worth to go to another cell: the place, and strikes that become possible."""
    here = int(s.card[card].cell)
    if room[STAYS + card] == UNKNOWN:
        room[STAYS + card] = best_attack(s, t, card, here, p, room)
    before, after = room[STAYS + card], best_attack(s, t, card, cell, p, room)
    gain = p[Number.WALK] * (after - before) if after > before else NO_MISSING * (after - before)
    return gain + place_worth(s, t, card, cell, p, room) - place_worth(s, t, card, here, p, room)


@kernel
def use_worth(s, t, card, place, target, p):
    """What using an action is worth."""
    row = t.card[s.card[card].type]
    if place >= row.n_traits:
        return GAINED_ACTION
    trait = t.trait[row.trait[place]]
    x = int(s.card[card].tokens) if trait.tokens < 0 else 0
    chosen = NO_CARD if trait.by_ally == 1 else target
    text = text_of(card, chosen, chosen, seat_of(s, card), x)
    total = rows_worth(s, t, int(trait.first), int(trait.end), text, p)
    operation = int(t.row[trait.first].operation)
    if is_attack(operation) and chosen >= 0:
        total += p[Number.ON_STRIKE] * following_worth(s, t, card, chosen, sort_of(operation), p)
    cost = p[Number.TOKEN] * (trait.tokens if trait.tokens > 0 else x)
    return p[Number.EFFECT] * total - cost


@kernel
def main_worth(s, t, action, p, room):
    """What an action of the main phase is worth; not above 0: better not."""
    kind, card = int(action.kind), int(action.a)
    if kind == Kind.STRIKE:
        cost = 0.0 if has(s, t, card, Stat.OPEN_AFTER_ATTACK, NO_CARD) else spent_worth(s, t, card, p, room)
        cost = cost if s.card[card].strikes == 0 else -GOING_ON
        if has(s, t, card, Stat.ENEMY_REDIRECTS, NO_CARD):
            found = best_strike(s, t, card, int(s.card[card].cell), p, room)
        else:
            found = pair_worth(s, t, card, int(action.b), p, room)
        return found - cost - patience(s, p) * p[Number.STRIKE]
    if kind in (Kind.MOVE, Kind.JUMP, Kind.TELEPORT):
        return walk_worth(s, t, card, int(action.b), p, room) - p[Number.STEP]
    if kind == Kind.USE:
        return use_worth(s, t, card, int(action.b), int(action.c), p) - spent_worth(s, t, card, p, room)
    if kind == Kind.ACCUMULATE:
        return p[Number.ACCUMULATE] - spent_worth(s, t, card, p, room)
    if kind == Kind.PREPARE:
        return PREPARED
    return RAGING if kind == Kind.RAGE else 0.0 if kind == Kind.END_TURN else OTHERWISE


# --- fights -----------------------------------------------------------------------------------------------------------


@kernel
def landed(s, t, card, target, strength):
    """The wounds of a simple strike of a strength, after armour."""
    return strike_value(s, t, card, target, strength) - withstood(s, t, card, target, ALL, Attack.SIMPLE)


@kernel
def outcome_worth(s, t, frame, first, second, seat, p):
    """What a fight with these strengths is worth to a seat."""
    attacker, target = int(frame.attacker), int(frame.target)
    total = 0.0
    if first > 0:
        found = wound_worth(s, t, target, landed(s, t, attacker, target, first), p)
        total += found if seat_of(s, attacker) == seat else -p[Number.RISK] * found
    if second > 0 and not has(s, t, attacker, Stat.NO_COUNTER_WOUNDS, NO_CARD):
        found = wound_worth(s, t, attacker, landed(s, t, target, attacker, second), p)
        total += found if seat_of(s, target) == seat else -p[Number.RISK] * found
    return total


@kernel
def result_worth(s, t, frame, results, stepped, seat, p):
    """What the results of both dice are worth to a seat."""
    own, other = results
    if frame.fights == 0:
        strength = one_die(own)
        if frame.manner == Attack.SIMPLE:
            return outcome_worth(s, t, frame, strength, 0, seat, p)
        attacker, target = int(frame.attacker), int(frame.target)
        value = printed(int(frame.values), strength) * int(frame.times)
        value -= withstood(s, t, attacker, target, value, int(frame.manner))
        found = wound_worth(s, t, target, value, p)
        return found if seat_of(s, attacker) == seat else -found
    row = combat_row(own, other, stepped)
    return outcome_worth(s, t, frame, row // WITH_MISS, row % WITH_MISS, seat, p)


@kernel
def step_worth(s, t, frame, kind, seat, p):
    """What stepping down, or not, is worth."""
    results = int(frame.result[0]), int(frame.result[1])
    return result_worth(s, t, frame, results, kind == Kind.STEP_DOWN, seat, p)


@kernel
def defend_worth(s, t, frame, action, p, room):
    """What naming a defender, or none, is worth to his side."""
    attacker = int(frame.attacker)
    if action.kind == Kind.PASS:
        return -fight_worth(s, t, attacker, int(frame.target), p)
    card = int(action.a)
    cost = p[Number.DEFEND] + spent_worth(s, t, card, p, room)
    if action.kind == Kind.CHOOSE or has(s, t, card, Stat.OPEN_AFTER_DEFENCE, NO_CARD):
        cost = 0.0
    return -fight_worth(s, t, attacker, card, p) - cost


@kernel
def text_die_worth(s, t, frame, die, seat, p):
    """What the die of a card's text is worth to a seat: by the wounds that it deals, or by what follows from it."""
    row = t.row[frame.pc]
    if row.operation == Operation.ROLL_WOUND:
        card = int(frame.chosen[0]) if frame.n > 0 else int(frame.event)
        if card < 0:
            return 0.0
        found = wound_worth(s, t, card, printed(int(row.amount), one_die(die)), p)
        return found if seat_of(s, card) != seat else -found
    for at in range(frame.pc + 1, frame.end):
        if t.row[at].condition == Condition.ROLLED and die >= t.row[at].condition_argument:
            return p[Number.EFFECT] if frame.seat == seat else -p[Number.EFFECT]
    return 0.0


@kernel
def text_die_change(s, t, frame, change, seat, p):
    """What changing the die of a card's text is worth: see CHANGES."""
    die = int(frame.die[0]) + int(frame.bonus[0])
    before, total = text_die_worth(s, t, frame, die, seat, p), 0.0
    if change in (MORE, FEWER):
        return text_die_worth(s, t, frame, die + 1 - 2 * change, seat, p) - before
    for again in range(1, DIE_SIDES + 1):
        total += text_die_worth(s, t, frame, again, seat, p) / DIE_SIDES
    return total - before


@kernel
def results_by(s, t, frame, own, other):
    """The results of an attack by both dice, with what is added to each. Rule 13."""
    attacker, target = int(frame.attacker), int(frame.target)
    own += int(frame.bonus[0]) + attack_die(s, t, attacker, int(frame.manner), target)
    return own, other + int(frame.bonus[1]) + defence_die(s, t, target, attacker) if frame.fights == 1 else 0


@kernel
def die_worth(s, t, frame, i, change, seat, p):
    """What changing a die on the table is worth: see CHANGES."""
    if frame.kind != Frame.ATTACK:
        return text_die_change(s, t, frame, change, seat, p)
    results = results_by(s, t, frame, int(frame.die[0]), int(frame.die[1]))
    before, total = result_worth(s, t, frame, results, False, seat, p), 0.0
    if change in (MORE, FEWER):
        return result_worth(s, t, frame, moved_on(results, i, 1 - 2 * change), False, seat, p) - before
    for die in range(1, DIE_SIDES + 1):
        results_then = moved_on(results, i, die - int(frame.die[i]))
        total += result_worth(s, t, frame, results_then, False, seat, p) / DIE_SIDES
    return total - before


@kernel
def moved_on(results, i, step):
    """The results of both dice with one of them so much higher."""
    return results[0] + step * (i == 0), results[1] + step * (i == 1)


@kernel
def die_choice(s, t, action, seat, p):
    """What a choice about dice is worth."""
    frame = s.frame[s.n_frames - 1]
    if frame.kind == Frame.ATTACK:
        place = int(action.a)
        dice = (frame.die[place if place % 2 == 0 else 0], frame.die[place if place % 2 == 1 else 1])
        results = results_by(s, t, frame, int(dice[0]), int(dice[1]))
        return result_worth(s, t, frame, results, False, seat, p)
    return die_worth(s, t, s.frame[s.n_frames - 2], int(action.a), int(action.b), seat, p)


@kernel
def redirect_worth(s, t, attacker, target, to, seat, p):
    """What it is worth to a seat that an attack goes to another card; an own attack is not drawn on an own card."""
    if to < 0:
        return 0.0
    gain = fight_worth(s, t, attacker, to, p) - fight_worth(s, t, attacker, target, p)
    if seat_of(s, attacker) != seat:
        return -gain
    return gain if seat_of(s, to) != seat else -1.0


@kernel
def sudden_worth(s, t, action, p, room):
    """What a sudden action, or none, is worth."""
    if action.kind == Kind.PASS:
        return p[Number.SUDDEN]
    card, seat, kind = int(action.a), int(s.to_move), int(s.window)
    if kind == Window.DICE:
        frame, best = s.frame[s.n_frames - 1], 0.0
        for i in range(dice_of(frame)):
            for change in range(CHANGES):
                best = max(best, die_worth(s, t, frame, i, change, seat, p))
        return best
    if kind in (Window.ANY, Window.ENTERED) or attack_on(s) < 0:
        return use_worth(s, t, card, int(action.b), int(action.c), p) - SPENT_IN_ANSWER * spent_worth(
            s, t, card, p, room
        )
    frame = s.frame[attack_on(s)]
    attacker, target = int(frame.attacker), int(frame.target)
    if kind == Window.REDIRECT:
        return redirect_worth(s, t, attacker, target, int(action.c), seat, p)
    blow = max(0, answered_strike(s, t, t.trait[t.card[s.card[card].type].trait[action.b]], card, attack_on(s)))
    striker, struck = fighter(frame, blow), fighter(frame, 1 - blow)
    if kind == Window.STRENGTH:
        if frame.manner != Attack.SIMPLE or frame.strength[blow] == 0:
            return 0.0
        more = wound_worth(s, t, struck, strike_value(s, t, striker, struck, Strength.STRONG), p)
        return more - wound_worth(s, t, struck, strike_value(s, t, striker, struck, int(frame.strength[blow])), p)
    if kind == Window.WOUNDS:
        saved = wound_worth(s, t, struck, int(frame.value[blow]), p) - wound_worth(s, t, struck, 1, p)
        return saved if seat_of(s, struck) == seat else -1.0
    return 1.0 if seat_of(s, struck) != seat else -1.0


# --- choices in mid-effect --------------------------------------------------------------------------------------------


@kernel
def target_worth(s, t, frame, action, p):
    """What choosing a card for the row on top is worth."""
    if action.kind == Kind.PASS:
        return 0.0
    card, seat, at = int(action.a), int(frame.seat), int(frame.pc)
    row, text = t.row[at], text_of(frame.source, card, frame.event, seat, frame.x)
    operation = int(row.operation)
    if operation == Operation.TARGET:
        return rows_worth(s, t, at + 1, int(frame.end), text, p)
    if operation in (Operation.REDISTRIBUTE, Operation.SHIFT_WOUNDS):
        found = wound_worth(s, t, card, 1 + times_chosen(frame, card), p)
        return found + ENEMY_FIRST if seat_of(s, card) != seat else OWN_WOUND - found
    if operation == Operation.FORCE_STRIKE:
        if frame.subject < 0:
            return 0.0
        found = wound_worth(s, t, card, strike_value(s, t, int(frame.subject), card, 1), p)
        return found if seat_of(s, card) != seat else -found
    return rows_worth(s, t, at, at + 1, text, p)


@kernel
def cell_worth(s, t, frame, cell, p, room):
    """What choosing a cell for the row on top is worth."""
    row = t.row[frame.pc]
    card = card_of(s, t, row, int(frame.source), first_chosen(frame), int(frame.event))
    if row.operation == Operation.REVIVE:
        card = int(frame.source)
    if row.operation == Operation.BONFIRE or card < 0 or is_unknown(s, card, int(s.to_move)):
        return (middle(cell) - COLUMNS // 2) * OFF_MIDDLE
    found = place_worth(s, t, card, cell, p, room)
    return found if seat_of(s, card) == s.to_move else -found


@kernel
def yes_worth(s, t, frame, p):
    """What saying yes to the row on top is worth."""
    at = int(frame.pc)
    row = t.row[at]
    if row.operation == Operation.PUSH and frame.seat != s.to_move:
        return 1.0
    target = first_chosen(frame)
    text = text_of(frame.source, target, frame.event, frame.seat, frame.x)
    found = rows_worth(s, t, at, int(frame.end), text, p)
    if row.operation in (Operation.PUSH, Operation.MOVE):
        found += MOVED
    return found


@kernel
def mode_worth(s, t, frame, mode, p):
    """What a mode of the rows on top is worth to the one who chooses."""
    at, seat = int(frame.pc), int(s.to_move)
    row = t.row[at]
    if mode == 1:
        first, end = at + 1, at + int(row.amount)
    else:
        first = at + 1 + int(row.amount)
        end = first + int(row.argument)
    target = first_chosen(frame)
    return rows_worth(s, t, first, end, text_of(frame.source, target, frame.event, seat, 1), p)


@kernel
def number_worth(s, t, frame, number, p):
    """What choosing a number is worth: all tokens, but of wounds to oneself two at most."""
    if frame.stage != RUNNING:
        return float(number)
    return -abs(number - OWN_WOUNDS) if lives(s, t, int(frame.source)) > STRONG_BODY else -float(number)


# --- before the battle ------------------------------------------------------------------------------------------------


@kernel
def recruit_worth(s, t, seat, action, p):
    """What recruiting a card is worth."""
    if action.kind == Kind.DONE:
        return NOT_YET
    kind = int(s.deal[seat].card[action.a])
    element, known, size = int(t.card[kind].element), False, 0
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].type >= 0:
            size += 1
            known = known or t.card[s.card[card].type].element == element
    found = quality(t, kind, p)
    if element != Element.NEUTRAL:
        found += SAME_ELEMENT * same_element_in_deal(s, t, seat, element)
        if size > 0 and not known:
            found -= p[Number.ONE_ELEMENT]
    return found if can_recruit(s, t, seat, kind) else NEVER


@kernel
def same_element_in_deal(s, t, seat, element):
    """How many cards of the deal are of an element."""
    found = 0
    for place in range(s.deal[seat].n):
        found += t.card[s.deal[seat].card[place]].element == element
    return found


@kernel
def front_wish(t, kind):
    """How much a card wants to stand in front: bodies and strikes do, attacks from afar and actions do not."""
    row = t.card[kind]
    if row.type != Type.CREATURE:
        return -AVERAGE
    medium = row.strike[Strength.MEDIUM - 1]
    found = LIFE_FORWARD * row.life + STRIKE_FORWARD * medium - (SHOOTER_BACK if strikes_from_afar(t, kind) else 0.0)
    for place in range(row.n_traits):
        found -= ACTOR_BACK if row.trait[place] >= 0 and row.actions != 0 else 0.0
    return found - AVERAGE


@kernel
def forward_wish(s, t, seat, kind, p):
    """How much a card wants to stand in front, for its player and its pace."""
    row, wish = t.card[kind], p[Number.FRONT] * front_wish(t, kind)
    if row.type != Type.CREATURE:
        return wish
    wish += p[Number.FORWARD_FIRST] if s.first == seat else p[Number.FORWARD_SECOND]
    return wish + p[Number.SLOW] * (row.move < 2)


@kernel
def faced(s, cell, seat):
    """How many enemy cards stand beside a cell."""
    found = 0
    for other in range(CELLS):
        if (NEIGHBOURS[cell] >> other) & 1 == 1 and s.at[other] >= 0:
            found += s.card[s.at[other]].controller != seat
    return found


@kernel
def placing_worth(s, t, card, cell, p):
    """What it is worth to place a card on a cell."""
    seat, kind = seat_of(s, card), int(s.card[card].type)
    row = row_of(s, seat, cell)
    if t.card[kind].stat[Stat.FLYING] > 0:
        return FLYING_BACK * row + DEAR_FIRST * worth(s, t, card)
    total = forward_wish(s, t, seat, kind, p) * (SECOND_ROW - row) + p[Number.MIDDLE] * middle(cell)
    total += p[Number.FACED] * faced(s, cell, seat) * (-1.0 if strikes_from_afar(t, kind) else 1.0)
    return total + p[Number.JOINED] * joins(s, t, cell, card, seat) + DEAR_FIRST * worth(s, t, card)


@kernel
def setup_worth(s, t, decision, action, p, room):
    """What a choice before the battle, or at the start of a turn, is worth."""
    kind, seat = int(action.kind), int(s.to_move)
    if decision == Decision.RECRUIT:
        return recruit_worth(s, t, seat, action, p)
    if decision == Decision.PLACE:
        if s.card[action.a].zone == Zone.GRAVEYARD:
            found = place_worth(s, t, int(action.a), int(action.b), p, room)
            return found + DEAR_FIRST * worth(s, t, int(action.a))
        return placing_worth(s, t, int(action.a), int(action.b), p)
    if decision == Decision.HOST:
        return worth(s, t, int(action.b))
    if decision == Decision.VANGUARD:
        return 0.0 if kind == Kind.PASS else strike_worth(s, t, int(action.a), int(action.b), p, room)
    if decision == Decision.ORDER:
        lost = s.card[s.asked].poison + number(s, t, int(s.asked), Stat.FADING, NO_CARD)
        return float(action.a if lives(s, t, int(s.asked)) <= lost else -action.a)
    return 1.0 if kind in (Kind.KEEP, Kind.DONE) else 0.0


# --- all of it --------------------------------------------------------------------------------------------------------


@kernel
def fight_choice(s, t, decision, action, p, room):
    """What a choice of an attack is worth."""
    frame, seat = s.frame[s.n_frames - 1], int(s.to_move)
    if decision == Decision.DEFEND:
        return defend_worth(s, t, frame, action, p, room)
    if decision == Decision.STEP:
        return step_worth(s, t, frame, int(action.kind), seat, p)
    if decision == Decision.DIE:
        return die_choice(s, t, action, seat, p)
    return 1.0 if action.kind == Kind.UNITY else 0.0


@kernel
def effect_choice(s, t, decision, action, p, room):
    """What a choice in mid-effect is worth."""
    frame = s.frame[s.n_frames - 1]
    if decision == Decision.TARGET:
        return target_worth(s, t, frame, action, p)
    if decision == Decision.CELL:
        return cell_worth(s, t, frame, int(action.b), p, room)
    if decision == Decision.NUMBER:
        return number_worth(s, t, frame, int(action.a), p)
    if decision == Decision.MODE:
        return mode_worth(s, t, frame, int(action.a), p)
    if decision == Decision.SUMMON:
        return quality(t, int(action.a), p) if action.kind == Kind.SUMMON else 0.0
    return yes_worth(s, t, frame, p) if action.kind == Kind.YES else 0.0


@kernel
def score(s, t, action, p, room):
    """How much an action is wanted."""
    decision = int(s.decision)
    if decision == Decision.MAIN:
        return main_worth(s, t, action, p, room)
    if decision in OF_SETUP:
        return setup_worth(s, t, decision, action, p, room)
    if decision == Decision.SUDDEN:
        return sudden_worth(s, t, action, p, room)
    if decision in (Decision.DEFEND, Decision.STEP, Decision.DIE, Decision.UNITY):
        return fight_choice(s, t, decision, action, p, room)
    return effect_choice(s, t, decision, action, p, room)


@define_agent("berserk", Number.defaults())
def choose(s, t, actions, n, params):
    """The action that is wanted most, by what it is worth in crystals."""
    room = np.empty(ROOM, np.float64)
    survey(s, t, int(s.to_move), room)
    return most_wanted(s, t, actions, n, params, room, score)
