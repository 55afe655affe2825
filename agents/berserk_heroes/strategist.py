"""Our own strategies for Berserk: Heroes: one way of playing a turn, steered by numbers.

First it looks for a kill: whether strikes that the opponent meets with his best defence end the hero in this turn
together with what gold still buys: wounds by texts, strike for attackers, creatures with Rush, a defender less. Then
these things alone are done, before the strikes, and choices in mid-effect go to what the kill needs. Where that is not
enough, weak attackers strike at defenders first, if these die by it or others defend them, and the rest can kill.

Else gold goes to the plays and uses that are worth most together, and whatever is worth something is done in an order
that lets one thing help the next: what makes later cards stronger, cards and gold, removal, creatures that come with
something, other creatures and cards, abilities that count creatures or make each stronger, attacks; where Meditation
makes attacks cost gold, and there is enough, they come before creatures. An attack is weighed against the best defence
that the opponent has, as far as his defenders go round, against the defender that it would meet if all attacked, and
against what the attacker, tapped, would miss in his next turn; a defence by what happens with and without it. Choices
in mid-effect go to the card for which the rest of the text is worth most. All is weighed in wounds of the other hero.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sim.berserk_heroes.actions import offer_plays, offer_uses
from sim.berserk_heroes.basics import (
    body,
    hero_of,
    in_play,
    in_play_at,
    in_play_count,
    keyword,
    life_left,
    untapped_gold,
)
from sim.berserk_heroes.fight import can_attack, can_be_attacked, can_defend, is_direct
from sim.berserk_heroes.play import cost_to_play, may_thirst
from sim.berserk_heroes.state import (
    ACTIONS_MAX,
    CARDS,
    FRAME,
    LINE_MAX,
    NO_CARD,
    PILE_MAX,
    SEATS,
    SLOTS,
    Constant,
    Decision,
    Flag,
    Form,
    Frame,
    Kind,
    Trigger,
    Type,
    Zone,
)
from sim.berserk_heroes.tables import PAY_X, Count, Keyword, Operation, Select
from sim.berserk_heroes.texts import ability_at, place_of_use, share_name
from sim.core.game import ACTION
from sim.core.kernel import kernel
from sim.core.pile import find
from sim.core.records import record_type

from ..agent import define_agent
from ..strategist import EQUAL, NEVER, first_highest
from .features import (
    CHOICES,
    REFUSED,
    Judge,
    blow,
    card_worth,
    choice_worth,
    clash_of,
    clash_worth,
    creature_worth,
    has_hire,
    hero_worth,
    imagine_program,
    loss,
    new_creature_worth,
    note_worths,
    paid_text_worth,
    part_lost,
    plain_worth,
    program_worth,
    raid_worth,
    rest_worth,
    text_worth,
)
from .numbers import Number

RECORD = record_type(FRAME)
ITEMS_OF_LIST = ACTIONS_MAX + PILE_MAX
"""Things that gold may bring: each action of a list, and as many more as there are copies in hand."""
DESK = record_type(
    np.dtype(
        [
            ("burn", "f8", (len(Number),)),
            ("clear", "f8", (len(Number),)),
            ("worth", "f8", (ACTIONS_MAX,)),
            ("cost", "i8", (ACTIONS_MAX,)),
            ("taken", "i8", (ACTIONS_MAX,)),
            ("strikes", "i8", (LINE_MAX,)),
            ("clashes", "f8", (LINE_MAX, LINE_MAX)),
            ("raids", "f8", (LINE_MAX,)),
            ("met_by", "i8", (LINE_MAX,)),
            ("worths", "f8", (CARDS,)),
            ("gain", "f8", (ITEMS_OF_LIST,)),
            ("due", "i8", (ITEMS_OF_LIST,)),
            ("place", "i8", (ITEMS_OF_LIST,)),
            ("bought", "i8", (ITEMS_OF_LIST,)),
        ],
        align=True,
    )
)
ACTION_RECORD = record_type(ACTION)
OWN_CHOICES = (Decision.CHOOSE, Decision.MAY, Decision.NUMBER, Decision.MODE)
"""What texts ask of a player in his own turn."""
SCALE = 1_000.0
"""What a wound of the hero is worth where a kill is looked for: beside it what else texts are worth is nothing."""
KILL_FIRST, SURELY = 10_000.0, 1_000.0
"""The score and the worth of what a kill needs: above all else that is done in a turn."""
WITHIN_ORDER = 900.0
"""What a worth adds to a score at most: less than from one place of the order to the next."""
WOUNDS_A_GOLD, BY_CARDS, BY_TEXT = 2, 3, 8
"""Wounds of the other hero that a gold may bring, and that may come besides, where a kill is looked for: in the main
phase, and in the middle of a text."""
OUTNUMBERED_MOST = 3
"""Creatures that one player has more than the other, as far as they count."""
NO_ATTACK = -2
"""Instead of a place in line, for a creature that no defender would meet."""
LASTS = 1 << Trigger.USE | 1 << Trigger.TURN_START | 1 << Trigger.TURN_END
"""Bits of the triggers of texts whose worth is looked for as their card comes into play."""
OF_TURNS = (Trigger.TURN_START, Trigger.TURN_END)
THIRSTS = 3
"""Amounts of Thirst that a card may have."""
NOW = 1 << Trigger.HIRE | 1 << Trigger.SPELL | 1 << Trigger.TURN_END
"""Bits of the triggers whose texts playing a card is weighed by."""
HELPFUL = (
    1 << Constant.SPELLS_WOUND_MORE
    | 1 << Constant.DOUBLES_WOUNDS
    | 1 << Constant.COST
    | 1 << Constant.COST_OUTSIDE
    | 1 << Constant.DOUBLE_GOLD
)
"""Bits of the constants that make cards which are played after their card stronger or cheaper."""
HEARD = 1 << Trigger.CARD_PLAYED | 1 << Trigger.CREATURE_ENTERS
"""Bits of the triggers of texts that hear of cards which are played after their card."""
STRONGER = (Operation.BOOST, Operation.EXTRA_LIFE, Operation.STRIKE, Operation.STRIKE_NOW)
"""What makes creatures stronger."""
ITEMS_MOST = 62
"""Plays and uses that are looked through for a kill: as many as an integer has bits for."""
MEDITATION_USUAL = 2
"""Gold that Meditation takes from who attacks."""
LITTLE, LESS = 0.01, 0.001
"""Decides between equals: cards out of play by their worth, and what may be done rather than not; cards chosen rather
than none, and the higher of two numbers."""
AMBUSH_GOLD, AMBUSH = 0.4, 1.0
"""Wounds that playing a card for its Ambush costs: for each gold, and in any case."""
LAST, HITTING, MUSTERING, STAYING, COMING, HITTING_FIRST, REMOVING, GAINING, HELPING = (
    1_000.0 * place for place in range(9)
)
"""The order of a turn: where the scores of what is worth doing begin."""


class Items(NamedTuple):
    """What gold may bring, thing by thing."""

    gain: Any
    due: Any
    place: Any
    """the place of its action in the list"""
    bought: Any
    """1 if it is among those that gain most"""


class Attack(NamedTuple):
    """What the attacks of a creature are weighed with."""

    attacker: int
    met_by: int
    """the place in line of the defender that would meet it if all attack the hero, or -1"""
    tapping: float
    """see tapping_worth"""
    cover: float
    """see outnumbering"""


class Notes(NamedTuple):
    """Arrays for what is noted while a decision is made: parts of one record, since to make each takes longer than to
    fill it.
    """

    burn: Any
    clear: Any
    """numbers of the judges of a kill, see kill_judges"""
    worth: Any
    cost: Any
    """of each action: what it is worth, and the gold that it takes"""
    taken: Any
    """how many of each action a kill needs"""
    strikes: Any
    clashes: Any
    """see note_clashes, a row for each attacker in line"""
    raids: Any
    met_by: Any
    """see note_plan"""
    worths: Any
    """see note_worths"""
    items: Items


class Hunt(NamedTuple):
    """What plays and uses are weighed with where a kill is looked for."""

    burn: Judge
    clear: Judge
    """see kill_judges"""
    blocks: int
    """how many defenders the other hero has"""
    freed: int
    """wounds by strikes that one of them less sets free"""
    gold: int


# --- attacks --------------------------------------------------------------------------------------------------------


@kernel
def struck(strikes, n, blocks):
    """The sum of n strikes without as many of the strongest as are blocked. Changes the array."""
    total = 0
    for i in range(n):
        total += strikes[i]
    for _ in range(min(blocks, n)):
        most = 0
        for i in range(n):
            if strikes[i] > strikes[most]:
                most = i
        total -= strikes[most]
        strikes[most] = 0
    return total


@kernel
def defenders_of(s, seat):
    """How many creatures of a seat can defend its hero now."""
    n = 0
    for i in range(s.line[seat].n):
        n += can_defend(s, int(s.line[seat].card[i]), hero_of(seat))
    return n


@kernel
def strikes_at_home(s, t, seat, strikes, now):
    """Writes how strong the strikes at a seat's hero are that may come, in this turn if `now`, else in the opponent's
    next one; returns how many.
    """
    enemy, n = 1 - seat, 0
    for i in range(s.line[enemy].n):
        card = int(s.line[enemy].card[i])
        if can_attack(s, card) if now else not keyword(s, card, Keyword.CANNOT_ATTACK):
            strikes[n] = blow(s, t, card, hero_of(seat))
            n += 1
    return n


@kernel
def hold_worth(s, t, seat, strikes, now, p):
    """What the last of a seat's creatures that could defend is worth to it: the strike that it keeps from the hero."""
    blocks = defenders_of(s, seat)
    n = strikes_at_home(s, t, seat, strikes, now)
    if blocks > n or n == 0:
        return 0.0
    fewer = struck(strikes, n, blocks)
    n = strikes_at_home(s, t, seat, strikes, now)
    more = struck(strikes, n, max(0, blocks - 1))
    return hero_worth(s, seat, fewer, seat, p) - hero_worth(s, seat, more, seat, p)


@kernel
def risk_of_tapping(s, t, card, worths, p):
    """How much more the best strike at a creature in this turn is worth to the opponent when it is tapped and does not
    strike back. worths: see note_worths.
    """
    seat = int(s.card[card].controller)
    enemy, tapped, untapped = 1 - seat, 0.0, 0.0
    for i in range(s.line[enemy].n):
        other = int(s.line[enemy].card[i])
        if can_attack(s, other):
            gain = -part_lost(s, card, blow(s, t, other, card), worths[card], seat, p)
            tapped = max(tapped, gain)
            untapped = max(untapped, gain - part_lost(s, other, blow(s, t, card, other), worths[other], seat, p))
    return tapped - untapped


@kernel
def outnumbering(s, me, p):
    """How much of what the best defence takes off an attack of a seat counts, as far as there are enough defenders;
    what an attack at the hero, and one at a creature, is worth by how many attackers, defenders and creatures there
    are.
    """
    defenders, attackers = defenders_of(s, 1 - me), 0
    for i in range(s.line[me].n):
        attackers += can_attack(s, int(s.line[me].card[i]))
    more = max(-OUTNUMBERED_MOST, min(attackers - defenders, OUTNUMBERED_MOST))
    board = max(-OUTNUMBERED_MOST, min(int(s.line[me].n) - int(s.line[1 - me].n), OUTNUMBERED_MOST))
    cover = p[Number.COVER] * (1.0 - p[Number.PRESS] * max(0.0, 1.0 - defenders / max(1, attackers)))
    pressure = p[Number.PRESSURE] * more
    return cover, pressure + p[Number.BOARD] * board, pressure


@kernel
def note_clashes(s, t, attacker, me, p, worths, clashes):
    """Writes what strike attacks on the opponent's creatures are worth, in their order, if nobody defends; returns how
    much more their best strike at the attacker in the next turn is worth when it is tapped and does not strike back.
    worths: see note_worths.
    """
    line, tapped, untapped = s.line[1 - me], 0.0, 0.0
    for i in range(line.n):
        other = int(line.card[i])
        clash = clash_of(s, t, attacker, other)
        clashes[i] = clash_worth(s, t, clash, worths, me, p)
        if not keyword(s, other, Keyword.CANNOT_ATTACK):
            gain = -part_lost(s, attacker, clash.taken, worths[attacker], me, p)
            tapped = max(tapped, gain)
            untapped = max(untapped, gain - part_lost(s, other, clash.dealt, worths[other], me, p))
    return tapped - untapped


@kernel
def note_plan(s, t, me, p, notes):
    """Notes what each creature that may attack would gain if it met the other hero, and which of his defenders would
    meet it if all of them attack and he gains most from each defender in turn; clashes are noted already.
    """
    hero, raids, met_by, clashes = hero_of(1 - me), notes.raids, notes.met_by, notes.clashes
    mine, theirs, taken = s.line[me], s.line[1 - me], 0
    for i in range(mine.n):
        card = int(mine.card[i])
        met_by[i] = -1
        if not can_attack(s, card):
            met_by[i] = NO_ATTACK
        else:
            raids[i] = raid_worth(s, t, card, hero, me, p)
            if is_direct(s, t, card, hero):
                met_by[i] = NO_ATTACK
    for _ in range(mine.n):
        least, first, second = 0.0, -1, -1
        for j in range(theirs.n):
            if (taken >> j) & 1 == 0 and can_defend(s, int(theirs.card[j]), hero):
                for i in range(mine.n):
                    if met_by[i] == -1 and clashes[i, j] + p[Number.DRAW_OUT] - raids[i] < least:
                        least, first, second = clashes[i, j] + p[Number.DRAW_OUT] - raids[i], i, j
        if first < 0:
            break
        met_by[first], taken = second, taken | 1 << second


@kernel
def attack_worth(s, t, attack, target, clashes, me, p):
    """What an attack is worth against the best that the opponent can do about it, tapping apart. clashes: see
    note_clashes.
    """
    attacker, line = attack.attacker, s.line[1 - me]
    if target == hero_of(1 - me):
        free = raid_worth(s, t, attacker, target, me, p) * p[Number.EARLY]
    else:
        free = clashes[find(line, target)]
    if is_direct(s, t, attacker, target):
        return free
    worst, met = free, free
    for i in range(line.n):
        if can_defend(s, int(line.card[i]), target):
            worst = min(worst, clashes[i] + p[Number.DRAW_OUT])
            if i == attack.met_by:
                met = min(free, clashes[i] + p[Number.DRAW_OUT])
    return free + attack.cover * (worst - free) + p[Number.PLAN] * (met - free)


@kernel
def survives(s, t, attacker, target):
    """Whether an attacker outlives what strikes back at it, if nobody defends."""
    if t.card[s.card[target].type].type == Type.HERO or s.card[target].bits & Flag.TAPPED:
        return True
    return blow(s, t, target, attacker) < life_left(s, attacker)


@kernel
def tapping_worth(s, attacker, me, hold, risk, p):
    """What it takes off an attack that the attacker taps. hold: see hold_worth; risk: see note_clashes."""
    if keyword(s, attacker, Keyword.ATTACK_MASTERY):
        return 0.0
    worth = p[Number.GUARD] * risk
    return worth + p[Number.HOLD] * hold if can_defend(s, attacker, hero_of(me)) else worth


@kernel
def undefended_worth(s, t, frame, hold, worths, judge):
    """What it is worth that nobody takes the attack on top. hold: see hold_worth; worths: see note_worths."""
    attacker, target, me, p = int(frame.source), int(frame.event), judge.me, judge.p
    if target == hero_of(me):
        return raid_worth(s, t, attacker, target, me, p)
    clash = clash_of(s, t, attacker, target)
    worth = clash_worth(s, t, clash, worths, me, p)
    dies = clash.dealt >= life_left(s, target)
    return worth - p[Number.HOLD_NOW] * hold if dies and can_defend(s, target, hero_of(me)) else worth


@kernel
def defence_worth(s, t, frame, defender, hold, worths, judge):
    """What it is worth that a creature takes the attack on top. hold: see hold_worth; worths: see note_worths."""
    me, p = judge.me, judge.p
    clash = clash_of(s, t, int(frame.source), defender)
    worth = clash_worth(s, t, clash, worths, me, p) - p[Number.HOLD_NOW] * hold
    if clash.dealt < life_left(s, defender) and not keyword(s, defender, Keyword.DEFENCE_MASTERY):
        worth -= p[Number.GUARD_NOW] * risk_of_tapping(s, t, defender, worths, p)
    return worth


@kernel
def choose_defender(s, t, actions, n, judge, notes):
    """The answer to the attack on top that is worth most."""
    frame = s.frame[s.n_frames - 1]
    note_worths(s, t, judge.p, notes.worths)
    hold = hold_worth(s, t, judge.me, notes.strikes, True, judge.p)
    for k in range(n):
        if actions[k].kind == Kind.DEFEND:
            notes.worth[k] = defence_worth(s, t, frame, int(actions[k].a), hold, notes.worths, judge)
        else:
            notes.worth[k] = undefended_worth(s, t, frame, hold, notes.worths, judge)
    return first_highest(notes.worth[:n])


# --- the turn -------------------------------------------------------------------------------------------------------


@kernel
def worth_of_twin(s, t, card, me, p):
    """What the creature is worth that leaves play because a card of its name comes and Uniqueness is on one of them."""
    unique = (t.card[s.card[card].type].keywords >> Keyword.UNIQUENESS) & 1 == 1
    for i in range(s.line[me].n):
        other = int(s.line[me].card[i])
        if share_name(s, other, card) and (unique or keyword(s, other, Keyword.UNIQUENESS)):
            return creature_worth(s, t, other, p)
    return 0.0


@kernel
def play_worth(s, t, card, due, judge):
    """What playing a card for so much gold is worth: what stays in play, what its text does now."""
    me, p, ct = judge.me, judge.p, t.card[s.card[card].type]
    worth = p[Number.PLAY] - p[Number.SAVE] * due + play_text_worth(s, t, card, judge)
    if ct.type == Type.SPELL:
        return worth + p[Number.SPELL_COST] * ct.cost - p[Number.SPELL]
    if ct.listens & LASTS:
        worth += later_worth(s, t, card, judge)
    if ct.type != Type.CREATURE:
        return worth + support_worth(s, t, card, me, p)
    worth += p[Number.CREATURE] * new_creature_worth(s, t, card, me, p) - worth_of_twin(s, t, card, me, p)
    if (ct.listens >> Trigger.HIRE) & 1 and has_hire(s, t, card):
        worth += p[Number.HIRE_COST] * ct.cost
    return worth


@kernel
def later_worth(s, t, card, judge):
    """What a card that comes into play will do by its abilities, by what they would do now: the best of those that are
    used, and those of turns.
    """
    p, ct, worth = judge.p, t.card[s.card[card].type], 0.0
    heard = int(ct.listens) & ~int(ct.elsewhere)
    if (heard >> Trigger.USE) & 1:
        for index in range(ct.ability[0], ct.ability[1]):
            ability = t.ability[index]
            if ability.trigger == Trigger.USE and ability.form == Form.OWN and ability.gold != PAY_X:
                worth = max(worth, paid_worth(s, t, index, card, int(ability.gold), judge))
    worth *= p[Number.LATER]
    for trigger in OF_TURNS:
        if (heard >> trigger) & 1:
            worth += p[Number.LATER_TURNS] * max(0.0, text_worth(s, t, card, trigger, judge))
    return worth


@kernel
def play_text_worth(s, t, card, judge):
    """What the text of a card does as it is played, with what its Thirst costs."""
    me, p, ct, worth = judge.me, judge.p, t.card[s.card[card].type], 0.0
    if ct.listens & NOW != 0:
        if ct.type == Type.SPELL:
            worth += p[Number.REMOVAL] * text_worth(s, t, card, Trigger.SPELL, judge)
        elif ct.type == Type.CREATURE:
            worth += min(0.0, text_worth(s, t, card, Trigger.TURN_END, judge))
            if has_hire(s, t, card):
                worth += p[Number.REMOVAL] * hire_worth(s, t, card, judge)
        else:
            worth += text_worth(s, t, card, Trigger.HIRE, judge)
    for k in range(THIRSTS):
        if ct.thirst[k] > 0:
            worth += best_thirst_worth(s, t, card, int(ct.thirst[k]), me, p)
    return worth


@kernel
def support_worth(s, t, card, me, p):
    """What a support card is worth that comes into play, without its Hire, instead of the one that it replaces."""
    ct = t.card[s.card[card].type]
    worth = p[Number.SUPPORT] + p[Number.SUPPORT_COST] * ct.cost
    for i in range(s.support[me].n):
        replaced = s.card[s.support[me].card[i]].type
        if t.card[replaced].type == ct.type:
            worth -= p[Number.SUPPORT] + p[Number.SUPPORT_COST] * t.card[replaced].cost
            worth -= p[Number.CARD] if replaced == s.card[card].type else 0.0
    return worth


@kernel
def hire_worth(s, t, card, judge):
    """What the Hire of a card is worth, for the best X if its cost is one."""
    if t.card[s.card[card].type].cost_x == 0:
        return text_worth(s, t, card, Trigger.HIRE, judge)
    worth = NEVER
    for x in range(1, untapped_gold(s, judge.me) + 1):
        worth = max(worth, paid_card_worth(s, t, card, x, judge))
    return worth


@kernel
def best_thirst_worth(s, t, card, n, me, p):
    """What it is worth that a card's Thirst puts n wounds on the character that is best for it."""
    best = NEVER
    for side in range(SEATS):
        for k in range(in_play_count(s, side)):
            target = in_play_at(s, side, k)
            if may_thirst(s, t, card, me, target):
                best = max(best, loss(s, t, target, n, me, p))
    return best


@kernel
def paid_worth(s, t, index, card, gold, judge):
    """What an activated ability is worth that costs so much gold."""
    ability, p = t.ability[index], judge.p
    imagine_program(s, t, judge.imagined, card, judge.me, card)
    if ability.gold == PAY_X:
        judge.imagined.x = gold
    worth = program_worth(s, t, int(ability.start), int(ability.end), judge)
    return p[Number.USE] * worth - p[Number.SAVE] * gold


@kernel
def ability_used(s, t, card, number):
    """The row of the activated ability of a card that has this number among them, counted from 0; -1: there is none."""
    place = place_of_use(s, t, card, number)
    return ability_at(s, t, card, place) if place >= 0 else -1


@kernel
def use_worth(s, t, card, number, judge):
    """What an activated ability is worth, for the best X if it has one."""
    index, p = ability_used(s, t, card, number), judge.p
    ability = t.ability[index]
    least, most = int(ability.gold), int(ability.gold)
    if ability.gold == PAY_X:
        least, most = 1, untapped_gold(s, judge.me)
    worth = NEVER
    for gold in range(least, most + 1):
        worth = max(worth, paid_worth(s, t, index, card, gold, judge))
    if ability.tap == 1 and in_play(s, card) and t.card[s.card[card].type].type == Type.CREATURE:
        worth -= p[Number.TAPPING] * body(s, card).strike
    return worth


@kernel
def attacks_come_first(s, me, left):
    """Whether attacks come before creatures, since gold is kept for the Meditation of the opponent and suffices. left:
    the gold beside what is to be spent.
    """
    line, most = s.line[1 - me], 0
    for i in range(line.n):
        if keyword(s, int(line.card[i]), Keyword.MEDITATION):
            most = max(most, MEDITATION_USUAL)
    return 0 < most <= left


@kernel
def waits_for_creatures(s, t, card, number):
    """Whether an activated ability does more with more creatures in play: it counts them or makes each stronger."""
    ability = t.ability[ability_used(s, t, card, number)]
    for at in range(ability.start, ability.end):
        row = t.row[at]
        if row.count == Count.MATCHING and (t.filter[row.count_filter].types >> Type.CREATURE) & 1:
            return True
        if row.operation in STRONGER and row.amount > 0 and row.select == Select.EACH:
            return True
    return False


@kernel
def order_of(s, t, action, attacks_at):
    """When in a turn an action comes, higher is earlier: see the module's docstring. attacks_at: where attacks do."""
    kind = int(action.kind)
    if kind == Kind.ATTACK:
        return attacks_at
    if kind == Kind.USE:
        return MUSTERING if waits_for_creatures(s, t, int(action.a), int(action.b)) else REMOVING
    if kind in (Kind.CLUTCH, Kind.END_TURN):
        return LAST
    ct = t.card[s.card[action.a].type]
    if ct.constants & HELPFUL or int(ct.listens) & ~int(ct.elsewhere) & HEARD:
        return HELPING
    for index in range(ct.ability[0], ct.ability[1]):
        ability = t.ability[index]
        if ability.trigger in (Trigger.SPELL, Trigger.HIRE):
            for at in range(ability.start, ability.end):
                if t.row[at].operation in (Operation.GAIN_GOLD, Operation.GAIN_GOLD_NOW, Operation.DRAW):
                    return GAINING
    if ct.type == Type.SPELL:
        return REMOVING
    if (ct.listens >> Trigger.HIRE) & 1 or (ct.keywords >> Keyword.RUSH) & 1:
        return COMING
    return STAYING


@kernel
def strike_worth(s, t, attack, target, clashes, me, p):
    """What an attack in the main phase is worth; not above 0: better not. clashes: see note_clashes."""
    taps = attack.tapping if survives(s, t, attack.attacker, target) else 0.0
    return p[Number.ATTACK] * attack_worth(s, t, attack, target, clashes, me, p) - taps


@kernel
def gold_missing(s, t, card, seat):
    """How much more gold a card costs than a seat will have in its next turn."""
    return int(t.card[s.card[card].type].cost) - int(s.gold[seat]) - 1


@kernel
def main_worth(s, t, action, due, judge):
    """What an action of the main phase that takes so much gold, but for attacks, is worth; not above 0: better not."""
    kind, a = int(action.kind), int(action.a)
    if kind == Kind.PLAY:
        return play_worth(s, t, a, due, judge)
    if kind == Kind.USE:
        return use_worth(s, t, a, int(action.b), judge) - judge.p[Number.ABILITY]
    if kind == Kind.CLUTCH:
        return judge.p[Number.CLUTCH] + judge.p[Number.CLUTCH_COST] * (gold_missing(s, t, a, judge.me) - 1)
    return 0.0


@kernel
def note_costs(s, t, actions, n, me, cost):
    """Writes the gold that each action of the main phase takes, 1 where X is paid."""
    for k in range(n):
        kind, card = int(actions[k].kind), int(actions[k].a)
        cost[k] = 1 if kind == Kind.CLUTCH else 0
        if kind == Kind.PLAY:
            cost[k] = cost_to_play(s, t, card, me, 1 if t.card[s.card[card].type].cost_x == 1 else -1, 0)
        elif kind == Kind.USE:
            gold = int(t.ability[ability_used(s, t, card, int(actions[k].b))].gold)
            cost[k] = 1 if gold == PAY_X else gold


@kernel
def keep_best_company(s, actions, n, me, notes):
    """Leaves the worth of an action that takes gold only if it belongs to those that are worth most together; returns
    the gold that they leave.
    """
    found, items, worth, cost, left = 0, notes.items, notes.worth, notes.cost, untapped_gold(s, me)
    for k in range(n):
        if cost[k] > 0 and worth[k] > 0.0:
            for _ in range(copies_of(s, actions[k], me)):
                items.gain[found], items.due[found], items.place[found] = worth[k], cost[k], k
                found += 1
    most_for_gold(items.gain, items.due, found, left, items.bought)
    for i in range(found):
        if items.bought[i] == 1:
            left -= items.due[i]
            cost[items.place[i]] = 0
    for k in range(n):
        if cost[k] > 0:
            worth[k] = NEVER
    return left


# --- kills ----------------------------------------------------------------------------------------------------------


@kernel
def kill_judges(judge, notes, blocks):
    """Two judges by whose numbers texts are worth nothing but SCALE for each wound of the other hero, and for each of
    his defenders that they remove. blocks: how many these are; without any, strike for attackers is worth wounds.
    """
    burn, clear = notes.burn, notes.clear
    burn[:], clear[:] = 0.0, 0.0
    for q in (burn, clear):
        q[Number.REMOVAL] = q[Number.USE] = 1.0
    burn[Number.FACE], burn[Number.LUNGE] = SCALE, SCALE if blocks == 0 else 0.0
    clear[Number.BLOCKER] = SCALE
    clear[Number.THEIRS] = clear[Number.BOUNCE] = clear[Number.FURTHER] = clear[Number.GAIN] = 1.0
    clear[Number.IDLE] = 1.0
    return Judge(judge.me, judge.imagined, burn), Judge(judge.me, judge.imagined, clear)


@kernel
def copies_of(s, action, me):
    """How many cards like the one that an action plays are in hand, which make one action together."""
    if action.kind != Kind.PLAY:
        return 1
    n, hand = 0, s.hand[me]
    for i in range(hand.n):
        n += s.card[hand.card[i]].type == s.card[action.a].type
    return max(1, n)


@kernel
def strikes_to_come(s, t, me, strikes):
    """Writes how strong the strikes are that a seat's creatures may make now at the other hero and that may meet a
    defender; returns how many, and the sum of those that may not.
    """
    hero, n, direct = hero_of(1 - me), 0, 0
    for i in range(s.line[me].n):
        card = int(s.line[me].card[i])
        if not can_attack(s, card) or not can_be_attacked(s, t, card, hero):
            continue
        if is_direct(s, t, card, hero):
            direct += blow(s, t, card, hero)
        else:
            strikes[n] = blow(s, t, card, hero)
            n += 1
    return n, direct


@kernel
def wounds_by_strikes(s, t, me, strikes, blocks):
    """The wounds of the other hero by a seat's strikes of this turn if so many of them meet the best defence."""
    n, direct = strikes_to_come(s, t, me, strikes)
    return direct + struck(strikes, n, blocks)


@kernel
def works_at_once(ct):
    """Whether a card of a type may do more when it is played than come into play: by its text, or by Thirst."""
    if ct.listens & NOW != 0:
        return True
    for k in range(THIRSTS):
        if ct.thirst[k] > 0:
            return True
    return False


@kernel
def worth_at_once(s, t, action, judge):
    """What the text of a play or a use does at once."""
    if action.kind == Kind.USE:
        return use_worth(s, t, int(action.a), int(action.b), judge)
    return play_text_worth(s, t, int(action.a), judge)


@kernel
def wounds_added(s, t, action, hunt):
    """How many more wounds of the other hero a play or use brings: by its text, or by a defender less, which sets
    strikes free, or by a creature with Rush.
    """
    a, wounds, freed, blocks = int(action.a), 0, hunt.freed, hunt.blocks
    if action.kind == Kind.USE or works_at_once(t.card[s.card[a].type]):
        wounds = round(worth_at_once(s, t, action, hunt.burn) / SCALE)
        if freed > 0:
            cleared = round(worth_at_once(s, t, action, hunt.clear) / SCALE)
            wounds = max(wounds, freed * min(blocks, cleared))
    if action.kind == Kind.USE:
        tapped = t.ability[ability_used(s, t, a, int(action.b))].tap == 1 and in_play(s, a) and can_attack(s, a)
        return wounds - int(body(s, a).strike) if tapped else wounds
    ct = t.card[s.card[a].type]
    if ct.type == Type.CREATURE and (ct.keywords >> Keyword.RUSH) & 1 == 1:
        wounds += min(int(ct.strike), freed) if blocks > 0 else int(ct.strike)
    return wounds


@kernel
def most_for_gold(gain, cost, n, gold, taken):
    """The most that n things gain together that cost at most so much gold; marks in `taken` which ones they are."""
    best, bits = np.zeros(gold + 1), np.zeros(gold + 1, np.int64)
    for i in range(min(n, ITEMS_MOST)):
        for left in range(gold, cost[i] - 1, -1):
            rest = left - cost[i]
            if gain[i] > 0 and best[rest] + gain[i] > best[left] + EQUAL:
                best[left], bits[left] = best[rest] + gain[i], bits[rest] | 1 << i
    for i in range(n):
        taken[i] = (bits[gold] >> min(i, ITEMS_MOST)) & 1
    return best[gold]


@kernel
def kill_is_near(s, t, me, strikes, by_text):
    """Whether strikes and what gold buys could end the game. by_text: wounds that it may bring besides."""
    reach = wounds_by_strikes(s, t, me, strikes, 0) + WOUNDS_A_GOLD * untapped_gold(s, me) + by_text
    return reach >= life_left(s, hero_of(1 - me))


@kernel
def wounds_in_reach(s, t, actions, n, judge, notes):
    """The wounds of the other hero that a seat can bring about in this turn, by plays and uses of the list and strikes,
    and by how many more strikes with a defender less. Notes which plays and uses are taken.
    """
    me, strikes, items, taken = judge.me, notes.strikes, notes.items, notes.taken
    blocks = defenders_of(s, 1 - me)
    wounds = wounds_by_strikes(s, t, me, strikes, blocks)
    freed = wounds_by_strikes(s, t, me, strikes, max(0, blocks - 1)) - wounds
    burn, clear = kill_judges(judge, notes, blocks)
    hunt = Hunt(burn, clear, blocks, freed, untapped_gold(s, me))
    found = note_items(s, t, actions, n, hunt, notes)
    wounds += most_for_gold(items.gain, items.due, found, hunt.gold, items.bought)
    taken[:n] = 0
    for i in range(found):
        taken[items.place[i]] += items.bought[i]
    return wounds, freed


@kernel
def pays_x(s, t, action):
    """Whether an action uses an ability for which its player chooses how much gold he pays."""
    if action.kind != Kind.USE:
        return False
    return t.ability[ability_used(s, t, int(action.a), int(action.b))].gold == PAY_X


@kernel
def note_items(s, t, actions, n, hunt, notes):
    """Notes what each play and use of the list adds to the wounds of the other hero, copies by themselves; returns how
    many there are.
    """
    found, me, items = 0, hunt.burn.me, notes.items
    for k in range(n):
        if actions[k].kind in (Kind.PLAY, Kind.USE):
            added = wounds_added(s, t, actions[k], hunt)
            due = hunt.gold if pays_x(s, t, actions[k]) else notes.cost[k]
            for _ in range(copies_of(s, actions[k], me)):
                items.gain[found], items.due[found], items.place[found] = added, due, k
                found += 1
    return found


@kernel
def note_openers(s, t, actions, n, me, notes):
    """Notes of each creature that may strike at the other hero how strong its strike is, unless no defender meets it,
    and the place of its first attack that would kill one of his defenders, or -1; returns how many there are.
    """
    found, attacker, hero = 0, NO_CARD, hero_of(1 - me)
    strikes, opens = notes.strikes, notes.items.place
    for k in range(n):
        if actions[k].kind != Kind.ATTACK:
            continue
        card, target = int(actions[k].a), int(actions[k].b)
        if card != attacker:
            attacker = card
            if is_direct(s, t, card, hero):
                continue
            strikes[found] = blow(s, t, card, hero) if can_be_attacked(s, t, card, hero) else 0
            opens[found] = -1
            found += 1
        if target == hero or found == 0 or opens[found - 1] >= 0 or not can_defend(s, target, hero):
            continue
        if blow(s, t, card, target) >= life_left(s, target) and not is_direct(s, t, card, hero):
            opens[found - 1] = k
    return found


@kernel
def opening_strike(s, t, actions, n, me, missing, notes):
    """The place of an attack that kills a defender, or draws another, if the strikes left after as many such attacks as
    it takes bring `missing` more wounds to the other hero than all strikes do now; -1 if there is none.
    """
    strikes, blocks = notes.strikes, defenders_of(s, 1 - me)
    now = wounds_by_strikes(s, t, me, strikes, blocks)
    if blocks == 0 or wounds_by_strikes(s, t, me, strikes, 0) - now < missing:
        return -1
    now -= strikes_to_come(s, t, me, strikes)[1]
    found = note_openers(s, t, actions, n, me, notes)
    left, first = notes.items.due, -1
    for opened in range(1, blocks + 1):
        weakest = -1
        for i in range(found):
            if notes.items.place[i] >= 0 and (weakest < 0 or strikes[i] < strikes[weakest]):
                weakest = i
        if weakest < 0:
            return -1
        if first < 0:
            first = int(notes.items.place[weakest])
        notes.items.place[weakest], strikes[weakest] = -1, 0
        for i in range(found):
            left[i] = strikes[i]
        if struck(left, found, blocks - opened) - now >= missing:
            return first
    return -1


@kernel
def choose_in_main(s, t, actions, n, judge, notes):
    """The best action of the earliest order in which one is worth doing; else the last one, to end the turn."""
    me = judge.me
    note_costs(s, t, actions, n, me, notes.cost)
    kill = kill_is_near(s, t, me, notes.strikes, BY_CARDS)
    if kill:
        missing = life_left(s, hero_of(1 - me)) - wounds_in_reach(s, t, actions, n, judge, notes)[0]
        kill = missing <= 0
        opening = -1 if kill else opening_strike(s, t, actions, n, me, missing, notes)
        if opening >= 0:
            return opening
    attacks_at = weigh_actions(s, t, actions, n, kill, judge, notes)
    return first_in_order(s, t, actions, n, attacks_at, judge, notes)


@kernel
def weigh_actions(s, t, actions, n, kill, judge, notes):
    """Notes what the actions of the main phase are worth; kill: whether the other hero is to be killed in this turn.
    Attacks are worth nothing where something else comes before any of them. Returns where in the order they stand.
    """
    for k in range(n):
        if actions[k].kind == Kind.ATTACK:
            notes.worth[k] = NEVER
        elif kill and notes.taken[k] > 0:
            notes.worth[k] = SURELY
        else:
            notes.worth[k] = main_worth(s, t, actions[k], notes.cost[k], judge)
    if kill:
        weigh_lethal_attacks(s, t, actions, n, judge.me, notes)
        return KILL_FIRST + HITTING
    gold_first = attacks_come_first(s, judge.me, keep_best_company(s, actions, n, judge.me, notes))
    if gold_first or not has_worthy_card(actions, n, notes.worth):
        weigh_attacks(s, t, actions, n, judge, notes)
    return HITTING_FIRST if gold_first else HITTING


@kernel
def has_worthy_card(actions, n, worth):
    """Whether a card to play or an ability to use is worth something: it comes before attacks that cost no gold."""
    for k in range(n):
        if actions[k].kind in (Kind.PLAY, Kind.USE) and worth[k] > EQUAL:
            return True
    return False


@kernel
def weigh_lethal_attacks(s, t, actions, n, me, notes):
    """Notes what the attacks are worth where the other hero is to be killed: those at him alone, by their strike."""
    hero = hero_of(1 - me)
    for k in range(n):
        if actions[k].kind == Kind.ATTACK and actions[k].b == hero:
            notes.worth[k] = SURELY + blow(s, t, int(actions[k].a), hero)


@kernel
def weigh_attacks(s, t, actions, n, judge, notes):
    """Notes what the attacks are worth, which stand behind each other attacker by attacker."""
    if actions[last_of(actions, n, Kind.ATTACK)].kind != Kind.ATTACK:
        return
    me, p = judge.me, judge.p
    note_worths(s, t, p, notes.worths)
    cover, at_hero, at_creature = outnumbering(s, me, p)
    hold = hold_worth(s, t, me, notes.strikes, False, p)
    line, risks = s.line[me], notes.items.gain
    for i in range(line.n):
        if can_attack(s, int(line.card[i])):
            risks[i] = note_clashes(s, t, int(line.card[i]), me, p, notes.worths, notes.clashes[i])
    note_plan(s, t, me, p, notes)
    for k in range(n):
        if actions[k].kind == Kind.ATTACK:
            attacker, target = int(actions[k].a), int(actions[k].b)
            i = find(line, attacker)
            tapping = tapping_worth(s, attacker, me, hold, risks[i], p)
            attack = Attack(attacker, int(notes.met_by[i]), tapping, cover)
            notes.worth[k] = strike_worth(s, t, attack, target, notes.clashes[i], me, p)
            notes.worth[k] += at_hero if target == hero_of(1 - me) else at_creature


@kernel
def first_in_order(s, t, actions, n, attacks_at, judge, notes):
    """The best action of the earliest order in which one is worth doing; else the last one, to end the turn."""
    best, wanted, kill = -1, 0.0, attacks_at >= KILL_FIRST
    for k in range(n):
        if notes.worth[k] > EQUAL and actions[k].kind != Kind.END_TURN:
            score = order_of(s, t, actions[k], attacks_at) + min(notes.worth[k], WITHIN_ORDER)
            if actions[k].kind == Kind.ATTACK and not kill:
                score -= judge.p[Number.LEAD] * body(s, int(actions[k].a)).strike
            if kill and notes.taken[k] > 0:
                score += KILL_FIRST
            if score > wanted + EQUAL:
                best, wanted = k, score
    return best if best >= 0 else last_of(actions, n, Kind.END_TURN)


@kernel
def last_of(actions, n, kind):
    """The last action of a kind; the last of all if there is none."""
    for k in range(n - 1, -1, -1):
        if actions[k].kind == kind:
            return k
    return n - 1


# --- choices in mid-effect ------------------------------------------------------------------------------------------


@kernel
def take_over(imagined, frame):
    """Makes the agent's own frame a copy of a pending one."""
    imagined.kind, imagined.you, imagined.seat, imagined.source = frame.kind, frame.you, frame.seat, frame.source
    imagined.event, imagined.by, imagined.other = frame.event, frame.by, frame.other
    imagined.how, imagined.text, imagined.flag, imagined.loops = frame.how, frame.text, 0, 0
    imagined.n, imagined.did, imagined.x, imagined.y, imagined.excess = (
        frame.n,
        frame.did,
        frame.x,
        frame.y,
        frame.excess,
    )
    for i in range(frame.n):
        imagined.chosen[i] = frame.chosen[i]


@kernel
def card_choice_worth(s, t, frame, a, judge):
    """How much a card is wanted for the choice that the program on top asks for."""
    take_over(judge.imagined, frame)
    worth = 0.0
    if t.row[frame.pc].operation in CHOICES:
        worth = choice_worth(s, t, int(frame.pc), int(frame.end), a, judge)
    if in_play(s, a):
        return worth
    own = s.card[a].controller == judge.me
    return worth + (LITTLE if own else -LITTLE) * card_worth(s, t, a, judge.p)


@kernel
def thirst_worth(s, t, frame, target, me, p):
    """How little it costs to let a character take the wounds of a card's Thirst."""
    ct, k = t.card[s.card[frame.source].type], min(int(frame.picked), THIRSTS - 1)
    return loss(s, t, target, max(1, int(ct.thirst[k])), me, p)


@kernel
def ambush_worth(s, t, frame, card, judge):
    """What playing a card for its Ambush is worth."""
    ability, me, imagined = t.ability[frame.pc], judge.me, judge.imagined
    imagine_program(s, t, imagined, card, me, int(frame.event))
    imagined.x, imagined.y, imagined.by = frame.x, frame.y, frame.by
    worth = program_worth(s, t, int(ability.start), int(ability.end), judge)
    return worth + new_creature_worth(s, t, card, me, judge.p) - AMBUSH_GOLD * ability.ambush - AMBUSH


@kernel
def paid_card_worth(s, t, card, x, judge):
    """What the text of a card does when it is played for X gold, less what that gold is worth."""
    trigger = Trigger.SPELL if t.card[s.card[card].type].type == Type.SPELL else Trigger.HIRE
    return paid_text_worth(s, t, card, trigger, x, judge) - judge.p[Number.SAVE] * x


@kernel
def name_worth(s, t, named, judge):
    """How much a name is wanted: by the cards so called that the opponent may have in hand."""
    n, enemy = 0, 1 - judge.me
    for card in range(enemy * SLOTS, (enemy + 1) * SLOTS):
        it = s.card[card]
        n += it.type == named and (it.zone == Zone.HAND or it.zone == Zone.DECK)
    return n * (1.0 + judge.p[Number.COST] * t.card[named].cost)


@kernel
def order_worth(s, t, place, judge):
    """How early an ability that waits should come: the one that is worth most first."""
    it, imagined = s.queue[place], judge.imagined
    if it.ability < 0:
        return 0.0
    imagine_program(s, t, imagined, int(it.source), int(it.you), int(it.event))
    imagined.x, imagined.y, imagined.by = it.x, it.y, it.by
    ability = t.ability[it.ability]
    return program_worth(s, t, int(ability.start), int(ability.end), judge)


@kernel
def answer_worth(s, t, decision, action, judge):
    """How much an answer in mid-effect is wanted."""
    kind, a = int(action.kind), int(action.a)
    me, p = judge.me, judge.p
    if decision == Decision.ORDER:
        return order_worth(s, t, a, judge)
    frame = s.frame[max(0, s.n_frames - 1)]
    if decision == Decision.THIRST:
        return thirst_worth(s, t, frame, a, me, p)
    if decision == Decision.AMBUSH:
        return ambush_worth(s, t, frame, a, judge) if kind == Kind.AMBUSH else 0.0
    if decision == Decision.MEDITATION:
        return loss(s, t, a, int(frame.x) - int(frame.y), me, p)
    if decision == Decision.X and frame.kind == Frame.USE:
        return paid_worth(s, t, int(frame.pc), int(frame.source), a, judge)
    if decision == Decision.X:
        return paid_card_worth(s, t, int(frame.source), a, judge)
    if decision == Decision.NAME:
        return name_worth(s, t, a, judge)
    if decision == Decision.COUNTERS:
        return float(a)
    if decision == Decision.REVEAL:
        return 1.0 if kind == Kind.YES else 0.0
    return program_answer_worth(s, t, decision, frame, kind, a, judge)


@kernel
def refusal_worth(s, t, frame, judge):
    """What the rest of the program on top is worth if what it asks for is not done."""
    take_over(judge.imagined, frame)
    judge.imagined.flag = REFUSED
    if t.row[frame.pc].operation == Operation.CHOOSE:
        judge.imagined.n = 0
    return rest_worth(s, t, int(frame.pc) + 1, int(frame.end), judge)


@kernel
def program_answer_worth(s, t, decision, frame, kind, a, judge):
    """How much an answer to the program on top is wanted."""
    if decision == Decision.CHOOSE:
        if kind == Kind.DONE:
            return refusal_worth(s, t, frame, judge) if frame.picked == 0 else 0.0
        return card_choice_worth(s, t, frame, a, judge) + LESS
    imagined = judge.imagined
    take_over(imagined, frame)
    if decision == Decision.MAY:
        if kind == Kind.NO:
            return refusal_worth(s, t, frame, judge)
        imagined.did = 1
        worth = plain_worth(s, t, int(frame.pc), int(frame.end), judge) + LITTLE
        return worth + hire_again_worth(s, t, frame, judge)
    if decision == Decision.NUMBER:
        imagined.x, imagined.did = a, a
        return plain_worth(s, t, int(frame.pc) + 1, int(frame.end), judge) + LESS * a
    if decision == Decision.MODE:
        if kind == Kind.DONE:
            return 0.0
        first, last = t.card[frame.text].modes[a - 1]
        return plain_worth(s, t, first, last, judge)
    return 0.0


@kernel
def hire_again_worth(s, t, frame, judge):
    """What it is worth more, or less, than on average that the Hire of the card on top happens again."""
    for at in range(frame.pc, frame.end):
        if t.row[at].operation == Operation.HIRE_AGAIN:
            return text_worth(s, t, int(frame.source), Trigger.HIRE, judge) - judge.p[Number.AGAIN]
    return 0.0


@kernel
def kills_by_choice(s, t, decision, actions, n, judge, notes):
    """Adds SCALE to the worth of the answers in mid-effect that bring the end of the other hero into reach in this
    turn.
    """
    me, listed = judge.me, np.empty(ACTIONS_MAX, ACTION_RECORD)
    m = offer_uses(s, t, listed, offer_plays(s, t, listed, me), me)
    note_costs(s, t, listed, m, me, notes.cost)
    wounds, freed = wounds_in_reach(s, t, listed, m, judge, notes)
    missing = life_left(s, hero_of(1 - me)) - wounds
    if missing <= 0:
        return
    burn, clear = kill_judges(judge, notes, defenders_of(s, 1 - me))
    for k in range(n):
        most = answer_worth(s, t, decision, actions[k], burn) / SCALE
        if freed > 0:
            most = max(most, freed * answer_worth(s, t, decision, actions[k], clear) / SCALE)
        if round(most) >= missing:
            notes.worth[k] += SCALE


@kernel
def mulligan(s, t, actions, n, p):
    """Cards that cost too much for a first hand are changed."""
    for k in range(n):
        if actions[k].kind == Kind.MULLIGAN and first_cost(s, t, int(actions[k].a), p) > p[Number.KEEP]:
            return k
    return last_of(actions, n, Kind.KEEP)


@kernel
def first_cost(s, t, card, p):
    """How dear a card of the first hand counts."""
    ct, hand = t.card[s.card[card].type], s.hand[s.to_move]
    cost = ct.cost - p[Number.KEEP_SAME]
    for i in range(hand.n):
        if t.card[s.card[hand.card[i]].type].cost == ct.cost:
            cost += p[Number.KEEP_SAME]
    support = ct.type != Type.CREATURE and ct.type != Type.SPELL
    return cost + p[Number.KEEP_SUPPORT] if support else cost


@kernel
def notes_on(desk):
    """The arrays of a record."""
    items = Items(desk.gain[:], desk.due[:], desk.place[:], desk.bought[:])
    return Notes(
        desk.burn[:],
        desk.clear[:],
        desk.worth[:],
        desk.cost[:],
        desk.taken[:],
        desk.strikes[:],
        desk.clashes[:],
        desk.raids[:],
        desk.met_by[:],
        desk.worths[:],
        items,
    )


@kernel
def play_turn(s, t, actions, n, p, room, desk):
    """The most wanted of the legal actions; see the module's docstring. `room` holds the agent's own frame, `desk` its
    notes.
    """
    decision, me = int(s.decision), int(s.to_move)
    if decision == Decision.MULLIGAN:
        return mulligan(s, t, actions, n, p)
    judge, notes = Judge(me, room[0], p), notes_on(desk[0])
    if decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, judge, notes)
    if decision == Decision.DEFEND:
        return choose_defender(s, t, actions, n, judge, notes)
    notes.worth[:n] = 0.0
    if me == s.active and decision in OWN_CHOICES and kill_is_near(s, t, me, notes.strikes, BY_TEXT):
        kills_by_choice(s, t, decision, actions, n, judge, notes)
    for k in range(n):
        notes.worth[k] += answer_worth(s, t, decision, actions[k], judge)
    return first_highest(notes.worth[:n])


@define_agent("berserk_heroes", Number.defaults())
def choose(s, t, actions, n, params):
    """The action with the highest worth, the first of equals."""
    room, desk = np.zeros(1, RECORD), np.empty(1, DESK)  # held here: a record alone does not keep its memory
    return play_turn(s, t, actions, n, params, room, desk)
