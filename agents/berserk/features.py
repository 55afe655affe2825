"""What strikes, cards and places are worth in Berserk, in crystals; shared by all strategies.

A card is worth what it costs and a little more; its wounds take off that in proportion, its death all of it. Cards of
the enemy that lie face down are worth the same whatever they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.berserk.attack import DIE_SIDES, combat_row, is_protected, one_die
from sim.berserk.board import COLUMN, COLUMNS, DISTANCE, FULL, NEIGHBOURS
from sim.berserk.modifiers import attack_die, defence_die, has, modifier, movement
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD
from sim.berserk.stats import everybody, free_cells, has_plain, lives, seat_of
from sim.berserk.tables import ALL, Attack, Bestowed, Has, Stat, Strength, Type
from sim.berserk.targets import can_defend
from sim.berserk.wounds import preventable
from sim.core.bitsets import count_bits, lowest
from sim.core.kernel import kernel

from .numbers import Number

LOWEST, MODIFIERS = -5, 15
"""Modifiers of dice from LOWEST on, of which the tables know so many."""
HIDDEN_WORTH = 5.0
"""Crystals, a card that lies face down."""
HIDDEN_HARM = 0.3
"""Part of its worth that an attack at it is worth."""
TOKEN_WORTH = 0.3
"""Crystals by which a card is worth more for each of its tokens."""
DYING, ALIVE = 0.6, 0.4
"""Parts of a card's worth that its death takes: in any case, and by the share of life that it has left."""
OTHER_DEFENDER = 0.3
"""Crystals, what it costs the enemy that another card than the one struck at defends."""
OWN_FIRE = 1.5
"""Factor on wounds of own cards by own attacks."""
STRENGTHS = Strength.STRONG + 0
"""Strengths of an attack that lands: weak, medium and strong."""
WITH_MISS = STRENGTHS + 1
"""Those and a miss: what a row of the dice table counts a strike by."""
SHOOTING_GAP, BEYOND_GAP = 3.0, 0.5
"""King's steps to the enemy that attacks from afar keep, and part of a step on the way to him that each more counts."""
THREATS_MOST = 3.0
"""As so many enemies that reach a card more are counted, and as many those that kill it."""
ATTACK_EXPERT, DEFENCE_EXPERT, DIRECTED, ARMOURED = 0.5, 0.3, 0.4, 0.3
"""Points in recruitment, for each of attack and defence experience, directed strikes and armour."""
THREATS, GAPS, WAYS, BLOWS = 0, CELLS + 1, 2 * (CELLS + 1), 3 * (CELLS + 1)
FOES, FRIENDS, TAKEN = 4 * (CELLS + 1), 4 * (CELLS + 1) + 1, 4 * (CELLS + 1) + 2
STAYS = TAKEN + 1
KNOWN = STAYS + CARDS
FIGHTS, STRIKES, SHOTS = 0, 1, 2
PAIRS = KNOWN + 3 * CARDS
ROOM = PAIRS + 3 * CARDS * CARDS
"""Where in the room of a decision stand threats, gaps, ways and blows of cells; the enemy's cards, the cells of one's
own and those of anybody's, as bits; what it is worth to each card to stay where it is; of which cards' fights, strikes
and shots something is reckoned, and what these are worth."""
UNKNOWN = -1e6
FAR_OFF = 9.0
"""King's steps to the enemy where he has no card on the field."""
NO_WAY = 8.0
"""Steps to the enemy from where no way leads to him."""
FIRST_COLUMN = int(COLUMN[0]) | 1
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1
FARTHEST = 5
"""King's steps from one end of the field to the other."""
EVERYWHERE = 9
"""More king's steps than the field has."""
WITHIN = np.array([(reach >= DISTANCE) @ (1 << np.arange(CELLS)) for reach in range(FARTHEST + 1)])
"""By a number of king's steps and a cell: the set of cells within so many of it."""
N_KINDS = len(Attack)
FROM_AFAR = 1 << Has.SHOT | 1 << Has.THROW | 1 << Has.DISCHARGE


def _row(combat: int) -> tuple[int, int]:
    return combat // WITH_MISS, combat % WITH_MISS


def _fight_odds() -> np.ndarray:
    """By the modifiers of both dice: chances of a weak, medium and strong strike, and of such a counter-strike."""
    plain = getattr(combat_row, "py_func", combat_row)
    odds = np.zeros((MODIFIERS, MODIFIERS, 2 * STRENGTHS))
    for own in range(MODIFIERS):
        for other in range(MODIFIERS):
            for first in range(1, DIE_SIDES + 1):
                for second in range(1, DIE_SIDES + 1):
                    row = plain(first + own + LOWEST, second + other + LOWEST, False)
                    for place, strength in enumerate(_row(int(row))):
                        if strength > 0:
                            odds[own, other, STRENGTHS * place + strength - 1] += 1 / DIE_SIDES**2
    return odds


def _plain_odds() -> np.ndarray:
    """By the modifier of the die: chances of a weak, medium and strong attack where nobody reflects it."""
    plain = getattr(one_die, "py_func", one_die)
    odds = np.zeros((MODIFIERS, STRENGTHS))
    for own in range(MODIFIERS):
        for die in range(1, DIE_SIDES + 1):
            odds[own, int(plain(die + own + LOWEST)) - 1] += 1 / DIE_SIDES
    return odds


FIGHT_ODDS, PLAIN_ODDS = _fight_odds(), _plain_odds()


@kernel
def place_of(bonus):
    """Where a modifier stands in the tables of odds."""
    return max(0, min(MODIFIERS - 1, bonus - LOWEST))


@kernel
def is_unknown(s, card, seat):
    """Whether a seat does not know which card it is."""
    return s.card[card].hidden == 1 and s.card[card].controller != seat


@kernel
def worth(s, t, card):
    """What a card is worth, in crystals."""
    row = t.card[s.card[card].type]
    return 1.0 + row.cost + TOKEN_WORTH * s.card[card].tokens


@kernel
def stake(s, t, card, p):
    """What there is to lose by the death of a card, in crystals: of what is no creature only a part."""
    part = 1.0 if t.card[s.card[card].type].type == Type.CREATURE else p[Number.LIFELESS]
    return part * worth(s, t, card)


@kernel
def figures(s, t, card, p):
    """Of a card: the lives that it has, what its death is worth to its enemy, and what a wound is, times its lives and
    one more.
    """
    left, value = lives(s, t, card), stake(s, t, card, p)
    dead = p[Number.KILL] * value * (DYING + ALIVE * left / max(1, int(t.card[s.card[card].type].life)))
    return left, dead, p[Number.WOUND] * value


@kernel
def harm(amount, left, dead, wounded):
    """What wounds are worth to the enemy of a card with these figures."""
    if amount <= 0 or left <= 0:
        return 0.0
    return dead if amount >= left else wounded * amount / (left + 1.0)


@kernel
def wound_worth(s, t, card, amount, p):
    """What wounds on a card are worth to its enemy."""
    left, dead, wounded = figures(s, t, card, p)
    return harm(float(amount), left, dead, wounded)


@kernel
def withstood(s, t, card, target, amount, sort):
    """How many wounds of so many armour and effects would prevent if a card attacked another now."""
    by_armour, by_effects = preventable(s, t, target, amount, card, sort)
    return by_armour + by_effects


@kernel
def absorbed(s, t, card, target, sort, p):
    """How many wounds of an attack of a card count as prevented by armour and effects: a share of those that would be,
    for the next attack meets what is left.
    """
    return p[Number.PREVENTED] * withstood(s, t, card, target, ALL, sort)


@kernel
def attack_bits(sort, strength):
    """An attack of a strength, as traits name those for which they hold."""
    return (1 << sort) | (1 << (N_KINDS + strength - 1))


@kernel
def attack_value(s, t, card, target, sort, base, strength):
    """The wounds of an attack with a printed value, after modifiers and protections."""
    bits = attack_bits(sort, strength)
    value = base + modifier(s, t, card, Stat.VALUE, target, bits) + modifier(s, t, target, Stat.INCOMING, card, bits)
    if value <= 0 or is_protected(s, t, card, target, sort, strength, value):
        return 0
    return value


@kernel
def attacks_plainly(s, t, card, target):
    """Whether nothing modifies the wounds of a card's attacks at another, or protects from them."""
    struck = t.card[s.card[target].type]
    if s.card[card].lasting > 0 or s.card[target].lasting > 0 or struck.guards == 1:
        return False
    if s.bestowed & (Bestowed.GUARDS | Bestowed.BLOWS) != 0:
        return False
    return t.card[s.card[card].type].moving[Stat.VALUE] == 0 and struck.moving[Stat.INCOMING] == 0


@kernel
def strikes_plainly(s, t, card, target):
    """Whether its printed numbers are the wounds of a card's simple strikes at another."""
    row = t.card[s.card[card].type]
    if row.moving[Stat.COPIES_STRIKE] == 1 or row.given[Stat.COPIES_STRIKE] == 1:
        return False
    return attacks_plainly(s, t, card, target)


@kernel
def strike_wounds(s, t, card, target, strength, plain):
    """The wounds of a simple strike of a strength; plain: whether they are as printed."""
    base = int(t.card[s.card[card].type].strike[strength - 1])
    if plain:
        return base
    if has(s, t, card, Stat.COPIES_STRIKE, NO_CARD):
        base += int(t.card[s.card[target].type].strike[strength - 1])
    return attack_value(s, t, card, target, Attack.SIMPLE, base, strength)


@kernel
def strike_value(s, t, card, target, strength):
    """The wounds of a simple strike of a strength, alone."""
    return strike_wounds(s, t, card, target, strength, strikes_plainly(s, t, card, target))


@kernel
def reflects(s, t, card, target):
    """Whether a card would fight back against a strike."""
    if t.card[s.card[target].type].type != Type.CREATURE or seat_of(s, card) == seat_of(s, target):
        return False
    if s.card[target].closed == 1 and not has(s, t, target, Stat.REFLECTS_CLOSED, NO_CARD):
        return False
    return not has(s, t, card, Stat.UNANSWERED_STRIKE, target)


@kernel
def fight_worth(s, t, card, target, p):
    """What a simple strike at a card is worth to the striker, if nobody defends."""
    own = place_of(attack_die(s, t, card, Attack.SIMPLE, target))
    plain, total = strikes_plainly(s, t, card, target), 0.0
    left, dead, wounded = figures(s, t, target, p)
    armour = absorbed(s, t, card, target, Attack.SIMPLE, p)
    if not reflects(s, t, card, target):
        for k in range(STRENGTHS):
            chance = PLAIN_ODDS[own, k]
            if chance > 0.0:
                total += chance * harm(strike_wounds(s, t, card, target, k + 1, plain) - armour, left, dead, wounded)
        return total
    other = place_of(defence_die(s, t, target, card))
    safe = has(s, t, card, Stat.NO_COUNTER_WOUNDS, NO_CARD)
    plain_back = strikes_plainly(s, t, target, card)
    own_left, own_dead, own_wounded = figures(s, t, card, p)
    own_armour = absorbed(s, t, target, card, Attack.SIMPLE, p)
    for k in range(STRENGTHS):
        chance, back = FIGHT_ODDS[own, other, k], FIGHT_ODDS[own, other, STRENGTHS + k]
        if chance > 0.0:
            total += chance * harm(strike_wounds(s, t, card, target, k + 1, plain) - armour, left, dead, wounded)
        if back > 0.0 and not safe:
            blow = strike_wounds(s, t, target, card, k + 1, plain_back) - own_armour
            total -= p[Number.RISK] * back * harm(blow, own_left, own_dead, own_wounded)
    return total


@kernel
def pair(room, block, card, other):
    """Where in the room of a decision it stands what a card's fight, strike or shot at another is worth."""
    first = PAIRS + (block * CARDS + card) * CARDS
    if room[KNOWN + block * CARDS + card] == 0.0:
        room[KNOWN + block * CARDS + card] = 1.0
        for k in range(first, first + CARDS):
            room[k] = UNKNOWN
    return first + other


@kernel
def fight_with(s, t, card, target, p, room):
    """Likewise, reckoned once a decision."""
    k = pair(room, FIGHTS, card, target)
    if room[k] == UNKNOWN:
        room[k] = fight_worth(s, t, card, target, p)
    return room[k]


@kernel
def strike_worth(s, t, card, target, p, room):
    """What a simple strike is worth, with the defender whom the enemy would like best."""
    seat = seat_of(s, card)
    if is_unknown(s, target, seat):
        return HIDDEN_HARM * HIDDEN_WORTH
    found = fight_with(s, t, card, target, p, room)
    if p[Number.GUARDED] <= 0.0 or has(s, t, card, Stat.DIRECTED_STRIKE, target) or seat_of(s, target) == seat:
        return found
    if has(s, t, card, Stat.UNANSWERED_STRIKE, target):
        return found
    least, left = found, int(room[FOES])
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].closed == 0 and s.card[other].hidden == 0:
            if can_defend(s, t, other, card, target):
                least = min(least, fight_with(s, t, card, other, p, room) + OTHER_DEFENDER)
    return (1.0 - p[Number.GUARDED]) * found + p[Number.GUARDED] * least


@kernel
def printed(values, strength):
    """The wounds of a strength, as rows pack them: four bits for each, weak first."""
    return (values >> (4 * (strength - 1))) & 15


class Shot(NamedTuple):
    """An attack other than a simple strike."""

    sort: int
    """an Attack"""
    values: int
    """its wounds by its strength, as rows pack them"""
    times: int
    """times as many"""


@kernel
def shot_worth(s, t, card, target, shot, p):
    """What an attack other than a simple strike is worth."""
    if is_unknown(s, target, seat_of(s, card)):
        return HIDDEN_HARM * HIDDEN_WORTH
    own, total, sort = place_of(attack_die(s, t, card, shot.sort, target)), 0.0, shot.sort
    plain = attacks_plainly(s, t, card, target)
    left, dead, wounded = figures(s, t, target, p)
    armour = absorbed(s, t, card, target, sort, p)
    for k in range(STRENGTHS):
        chance = PLAIN_ODDS[own, k]
        if chance > 0.0:
            base = printed(shot.values, k + 1) * shot.times
            blow = base if plain else attack_value(s, t, card, target, sort, base, k + 1)
            total += chance * harm(blow - armour, left, dead, wounded)
    return total if seat_of(s, card) != seat_of(s, target) else -OWN_FIRE * total


# --- places ---------------------------------------------------------------------------------------------------------


@kernel
def reach_of(s, t, card):
    """How far a creature's strikes reach in its next turn, in king's steps; the whole field for one that flies."""
    if s.card[card].cell == EXTRA:
        return EVERYWHERE
    return 1 + movement(s, t, card)


@kernel
def survey(s, t, seat, room):
    """Writes down for each cell how many enemy creatures may strike there next turn and how hard, how near the next
    enemy is and how long the way to him; what is reckoned for cards is unknown.

    room: float64, see THREATS and the like.
    """
    foes, foe_cells, own_cells = 0, 0, 0
    for cell in range(CELLS + 1):
        room[THREATS + cell], room[BLOWS + cell], room[GAPS + cell] = 0.0, 0.0, FAR_OFF
    left = everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        it = s.card[other]
        if it.controller == seat:
            own_cells |= 1 << int(it.cell)
            continue
        foes |= 1 << other
        if it.host >= 0:
            continue
        is_creature = it.hidden == 0 and t.card[it.type].type == Type.CREATURE
        blow = float(t.card[it.type].strike[Strength.MEDIUM - 1]) if is_creature else 0.0
        if it.cell == EXTRA:
            for cell in range(CELLS + 1):
                room[THREATS + cell] += is_creature
                room[BLOWS + cell] += blow
        elif it.cell >= 0:
            foe_cells |= 1 << int(it.cell)
            cells = int(WITHIN[min(FARTHEST, reach_of(s, t, other)), it.cell]) if is_creature else 0
            while cells != 0:
                room[THREATS + lowest(cells)] += 1.0
                room[BLOWS + lowest(cells)] += blow
                cells &= cells - 1
    room[FOES], room[FRIENDS], room[TAKEN] = float(foes), float(own_cells & FULL), float((own_cells | foe_cells) & FULL)
    for k in range(STAYS, KNOWN):
        room[k] = UNKNOWN
    for k in range(KNOWN, PAIRS):
        room[k] = 0.0
    find_gaps(foe_cells, room)
    find_ways(s, foe_cells, room)


@kernel
def find_gaps(foe_cells, room):
    """Writes down for each cell how many king's steps it is from the nearest of the cells of enemies."""
    edge, reached, gap = foe_cells, foe_cells, 0.0
    while edge != 0:
        left = edge
        while left != 0:
            room[GAPS + lowest(left)] = gap
            left &= left - 1
        edge |= (edge & ~LAST_COLUMN) << 1 | (edge & ~FIRST_COLUMN) >> 1
        edge = (edge | edge << COLUMNS | edge >> COLUMNS) & FULL & ~reached
        reached |= edge
        gap += 1.0


@kernel
def find_ways(s, foe_cells, room):
    """Writes down for each cell how many steps over free cells lead to one from where an enemy on the ground can be
    struck; foe_cells: where these stand.
    """
    free, edge, length = free_cells(s), 0, 0.0
    for cell in range(CELLS):
        room[WAYS + cell] = NO_WAY if foe_cells != 0 else 0.0
        if (foe_cells >> cell) & 1 == 1:
            edge |= NEIGHBOURS[cell]
    room[WAYS + EXTRA] = 0.0
    reached = edge
    while edge != 0:
        left = edge
        while left != 0:
            room[WAYS + lowest(left)] = length
            left &= left - 1
        edge &= free
        edge = (edge << COLUMNS | edge >> COLUMNS | (edge & ~LAST_COLUMN) << 1 | (edge & ~FIRST_COLUMN) >> 1) & FULL
        edge &= ~reached
        reached |= edge
        length += 1.0


@kernel
def nearest_enemy(s, t, cell, seat):
    """King's steps from a cell to the nearest enemy card on the battlefield."""
    best = EVERYWHERE
    for other in range(CELLS):
        card = s.at[other]
        if card >= 0 and s.card[card].controller != seat:
            best = min(best, int(DISTANCE[other, cell]))
    return best


@kernel
def friends(cell, here, room):
    """On how many cells beside a cell own cards stand, but for the one at `here`."""
    return count_bits(NEIGHBOURS[cell] & int(room[FRIENDS]) & ~(1 << here))


@kernel
def strikes_from_afar(t, kind):
    """Whether a card may declare attacks from afar."""
    return t.card[kind].declares & FROM_AFAR != 0


@kernel
def joins(s, t, cell, card, seat):
    """How many own creatures with Formation a creature with it has orthogonally beside a cell."""
    if not has_plain(s, t, card, Stat.FORMATION):
        return 0
    found = 0
    for step in (-COLUMNS, -1, 1, COLUMNS):
        near = cell + step
        if near < 0 or near >= CELLS or (step in (-1, 1) and near // COLUMNS != cell // COLUMNS):
            continue
        other = s.at[near]
        if other >= 0 and other != card and s.card[other].controller == seat:
            found += has_plain(s, t, other, Stat.FORMATION)
    return found


@kernel
def middle(cell):
    """How near a cell is to the middle column: 2 there, 0 at the sides."""
    return COLUMNS // 2 - abs(cell % COLUMNS - COLUMNS // 2)


@kernel
def exposed_share(s, t, card, cell, room):
    """The share of its lives that a card loses on a cell by the medium strikes of all enemy creatures that may reach it
    next turn; room: as `survey` left it.
    """
    return min(1.0, room[BLOWS + cell] / (1.0 + max(0, lives(s, t, card))))


@kernel
def place_worth(s, t, card, cell, p, room):
    """What it is worth to stand on a cell at the end of the turn; room: as `survey` left it."""
    if cell < 0 or cell >= CELLS:
        return 0.0
    seat, kind = seat_of(s, card), int(s.card[card].type)
    far = strikes_from_afar(t, kind)
    gap = room[GAPS + cell]
    way = BEYOND_GAP * max(0.0, gap - SHOOTING_GAP) if far else room[WAYS + cell]
    total = -p[Number.ADVANCE] * (1.0 + p[Number.IMPATIENCE] * s.turn) * way
    if far:
        total -= p[Number.SHOOTER] * max(0.0, SHOOTING_GAP - gap)
    total -= p[Number.DANGER] * stake(s, t, card, p) * exposed_share(s, t, card, cell, room)
    total += p[Number.SUPPORT] * friends(cell, int(s.card[card].cell), room)
    total += p[Number.FORMATION] * min(1, joins(s, t, cell, card, seat))
    return total + p[Number.CENTRE] * middle(cell)


@kernel
def patience(s, p):
    """How much of one's caution is left in a long battle: two who wait for each other would never strike."""
    return min(1.0, p[Number.PATIENCE] / max(1, int(s.turn)))


@kernel
def spent_worth(s, t, card, p, room):
    """What it costs to close a card: it neither defends nor fights back; room: as `survey` left it."""
    cell = int(s.card[card].cell)
    reached = (1.0 - p[Number.EXPOSED]) * min(THREATS_MOST, room[THREATS + cell])
    reached += p[Number.EXPOSED] * THREATS_MOST * exposed_share(s, t, card, cell, room)
    return patience(s, p) * p[Number.SPENT] * (1.0 + reached)


@kernel
def quality(t, kind, p):
    """What a card is good for, before the battle, per se: figures and traits."""
    row = t.card[kind]
    found = p[Number.BY_COST] * row.cost + p[Number.BY_LIFE] * row.life + p[Number.BY_TRAITS] * row.n_traits
    if row.type == Type.CREATURE:
        strikes = row.strike[0] + row.strike[1] + row.strike[2]
        found += p[Number.BY_STRIKE] * strikes / STRENGTHS + p[Number.BY_MOVE] * row.move
    else:
        found -= p[Number.BY_LIFELESS]
    found += ATTACK_EXPERT * row.stat[Stat.ATTACK_EXPERIENCE] + DEFENCE_EXPERT * row.stat[Stat.DEFENSE_EXPERIENCE]
    found += p[Number.BY_FLIGHT] * row.stat[Stat.FLYING] + p[Number.BY_SHOTS] * strikes_from_afar(t, kind)
    return found + DIRECTED * row.stat[Stat.DIRECTED_STRIKE] + ARMOURED * row.stat[Stat.ARMOUR]
