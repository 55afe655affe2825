"""What strikes, cards and places are worth in Berserk, in crystals; shared by all strategies.

A card is worth what it costs and a little more; its wounds take off that in proportion, its death all of it. Cards of
the enemy that lie face down are worth the same whatever they are.
"""

from __future__ import annotations

import numpy as np

from sim.berserk.attack import combat_row, is_protected, one_die
from sim.berserk.board import COLUMN, COLUMNS, DISTANCE, FULL, NEIGHBOURS
from sim.berserk.modifiers import attack_die, defence_die, has, modifier, movement
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD
from sim.berserk.stats import everybody, free_cells, has_plain, lives, seat_of
from sim.berserk.tables import Attack, Bestowed, Has, Stat, Type
from sim.berserk.targets import can_defend
from sim.core.bits import lowest
from sim.core.kernel import kernel

from ..bitsets import count_bits

WEIGHTS = {
    "wound": 0.8,
    "kill": 1.2,
    "risk": 0.7,
    "spent": 0.15,
    "guarded": 0.6,
    "poison": 0.5,
    "heal": 0.5,
    "tempo": 0.6,
    "token": 0.3,
    "effect": 0.8,
    "danger": 0.25,
    "advance": 0.12,
    "support": 0.05,
    "formation": 0.3,
    "shooter": 0.3,
    "centre": 0.02,
    "impatience": 0.06,
    "accumulate": 0.4,
    "by_cost": 0.6,
    "by_life": 0.25,
    "by_traits": 0.2,
    "by_strike": 0.5,
    "by_move": 0.2,
    "by_flight": 0.8,
    "by_shots": 0.0,
    "by_lifeless": 0.0,
}
"""wound, kill: what wounds and deaths of enemy cards count, by their worth; risk: those of own cards. spent: what it
costs to close a card, for each enemy that may reach it. guarded: how far the enemy is expected to defend as he likes.
poison, heal, token: for one; tempo: closing or holding an enemy card, opening an own one, for what it is worth; effect:
factor on what traits do. danger: for each enemy that may strike a cell next turn, advance: for each step that the way
to the next enemy is shorter, support: for each own card beside, formation: for being in formation; shooter: for keeping
away with attacks from afar; centre: for the middle columns; impatience: how much more the way to the enemy counts each
turn. accumulate: for closing for a token. by_cost and so on: what a card is good for in recruitment, for each crystal,
life, trait, wound of its strikes, cell that it may move; by_flight: for flying, by_shots: for attacks from afar,
by_lifeless: what one that is no creature loses."""

(
    WOUND, KILL, RISK, SPENT, GUARDED, POISON, HEAL, TEMPO, TOKEN, EFFECT, DANGER, ADVANCE, SUPPORT, FORMATION,
    SHOOTER, CENTRE, IMPATIENCE, ACCUMULATE, BY_COST, BY_LIFE, BY_TRAITS, BY_STRIKE, BY_MOVE, BY_FLIGHT, BY_SHOTS,
    BY_LIFELESS,
) = range(len(WEIGHTS))  # fmt: skip
AFTER_WEIGHTS = len(WEIGHTS)

LOWEST, MODIFIERS = -5, 15
"""Modifiers of dice from LOWEST on, of which the tables know so many."""
HIDDEN_WORTH = 5.0
THREATS, GAPS, WAYS = 0, CELLS + 1, 2 * (CELLS + 1)
FOES, FRIENDS, TAKEN = 3 * (CELLS + 1), 3 * (CELLS + 1) + 1, 3 * (CELLS + 1) + 2
STAYS = TAKEN + 1
KNOWN = STAYS + CARDS
FIGHTS, STRIKES, SHOTS = 0, 1, 2
PAIRS = KNOWN + 3 * CARDS
ROOM = PAIRS + 3 * CARDS * CARDS
"""Where in the room of a decision stand threats, gaps and ways of cells; the enemy's cards, the cells of one's own and
those of anybody's, as bits; what it is worth to each card to stay where it is; of which cards' fights, strikes and
shots something is reckoned, and what these are worth."""
UNKNOWN = -1e6
FAR_OFF = 9.0
"""King's steps to the enemy where he has no card on the field."""
NO_WAY = 8.0
"""Steps to the enemy from where no way leads to him."""
FIRST_COLUMN = int(COLUMN[0]) | 1
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1
FARTHEST = 5
"""King's steps from one end of the field to the other."""
WITHIN = np.array([(reach >= DISTANCE) @ (1 << np.arange(CELLS)) for reach in range(FARTHEST + 1)])
"""By a number of king's steps and a cell: the set of cells within so many of it."""
N_KINDS = len(Attack)
FROM_AFAR = 1 << Has.SHOT | 1 << Has.THROW | 1 << Has.DISCHARGE


def _row(combat: int) -> tuple[int, int]:
    return combat // 4, combat % 4


def _fight_odds() -> np.ndarray:
    """By the modifiers of both dice: chances of a weak, medium and strong strike, and of such a counter-strike."""
    plain = getattr(combat_row, "py_func", combat_row)
    odds = np.zeros((MODIFIERS, MODIFIERS, 6))
    for own in range(MODIFIERS):
        for other in range(MODIFIERS):
            for first in range(1, 7):
                for second in range(1, 7):
                    row = plain(first + own + LOWEST, second + other + LOWEST, False)
                    for place, strength in enumerate(_row(int(row))):
                        if strength > 0:
                            odds[own, other, 3 * place + strength - 1] += 1 / 36
    return odds


def _plain_odds() -> np.ndarray:
    """By the modifier of the die: chances of a weak, medium and strong attack where nobody reflects it."""
    plain = getattr(one_die, "py_func", one_die)
    odds = np.zeros((MODIFIERS, 3))
    for own in range(MODIFIERS):
        for die in range(1, 7):
            odds[own, int(plain(die + own + LOWEST)) - 1] += 1 / 6
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
    return 1.0 + row.cost + 0.3 * s.card[card].tokens


@kernel
def figures(s, t, card, p):
    """Of a card: the lives that it has, what its death is worth to its enemy, and what a wound is, times its lives and
    one more.
    """
    left, value = lives(s, t, card), worth(s, t, card)
    dead = p[KILL] * value * (0.6 + 0.4 * left / max(1, int(t.card[s.card[card].type].life)))
    return left, dead, p[WOUND] * value


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
    return harm(amount, left, dead, wounded)


@kernel
def attack_value(s, t, card, target, sort, base, strength):
    """The wounds of an attack with a printed value, after modifiers and protections."""
    bits = (1 << sort) | (1 << (N_KINDS + strength - 1))
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
    if not reflects(s, t, card, target):
        for k in range(3):
            chance = PLAIN_ODDS[own, k]
            if chance > 0.0:
                total += chance * harm(strike_wounds(s, t, card, target, k + 1, plain), left, dead, wounded)
        return total
    other = place_of(defence_die(s, t, target, card))
    safe = has(s, t, card, Stat.NO_COUNTER_WOUNDS, NO_CARD)
    plain_back = strikes_plainly(s, t, target, card)
    own_left, own_dead, own_wounded = figures(s, t, card, p)
    for k in range(3):
        chance, back = FIGHT_ODDS[own, other, k], FIGHT_ODDS[own, other, 3 + k]
        if chance > 0.0:
            total += chance * harm(strike_wounds(s, t, card, target, k + 1, plain), left, dead, wounded)
        if back > 0.0 and not safe:
            blow = strike_wounds(s, t, target, card, k + 1, plain_back)
            total -= p[RISK] * back * harm(blow, own_left, own_dead, own_wounded)
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
        return 0.3 * HIDDEN_WORTH
    found = fight_with(s, t, card, target, p, room)
    if p[GUARDED] <= 0.0 or has(s, t, card, Stat.DIRECTED_STRIKE, target) or seat_of(s, target) == seat:
        return found
    if has(s, t, card, Stat.UNANSWERED_STRIKE, target):
        return found
    least, left = found, int(room[FOES])
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].closed == 0 and s.card[other].hidden == 0:
            if can_defend(s, t, other, card, target):
                least = min(least, fight_with(s, t, card, other, p, room) + 0.3)
    return (1.0 - p[GUARDED]) * found + p[GUARDED] * least


@kernel
def shot_worth(s, t, card, target, sort, values, times, p):
    """What an attack other than a simple strike is worth: values as rows pack them, times as many."""
    if is_unknown(s, target, seat_of(s, card)):
        return 0.3 * HIDDEN_WORTH
    own, total = place_of(attack_die(s, t, card, sort, target)), 0.0
    plain = attacks_plainly(s, t, card, target)
    left, dead, wounded = figures(s, t, target, p)
    for k in range(3):
        chance = PLAIN_ODDS[own, k]
        if chance > 0.0:
            base = ((values >> (4 * k)) & 15) * times
            blow = base if plain else attack_value(s, t, card, target, sort, base, k + 1)
            total += chance * harm(blow, left, dead, wounded)
    return total if seat_of(s, card) != seat_of(s, target) else -1.5 * total


# --- places ---------------------------------------------------------------------------------------------------------


@kernel
def reach_of(s, t, card):
    """How far a creature's strikes reach in its next turn, in king's steps; the whole field for one that flies."""
    if s.card[card].cell == EXTRA:
        return 9
    return 1 + movement(s, t, card)


@kernel
def survey(s, t, seat, room):
    """Writes down for each cell how many enemy creatures may strike there next turn, how near the next enemy is and how
    long the way to him; what is reckoned for cards is unknown. room: float64, see THREATS and the like.
    """
    foes, foe_cells, own_cells = 0, 0, 0
    for cell in range(CELLS + 1):
        room[THREATS + cell], room[GAPS + cell] = 0.0, FAR_OFF
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
        if it.cell == EXTRA:
            for cell in range(CELLS + 1):
                room[THREATS + cell] += is_creature
        elif it.cell >= 0:
            foe_cells |= 1 << int(it.cell)
            cells = int(WITHIN[min(FARTHEST, reach_of(s, t, other)), it.cell]) if is_creature else 0
            while cells != 0:
                room[THREATS + lowest(cells)] += 1.0
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
    best = 9
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
    """Whether a card has attacks from afar."""
    return t.card[kind].has & FROM_AFAR != 0


@kernel
def joins(s, t, cell, card, seat):
    """How many own creatures with Formation a creature with it has orthogonally beside a cell."""
    if not has_plain(s, t, card, Stat.FORMATION):
        return 0
    found = 0
    for step in (-5, -1, 1, 5):
        near = cell + step
        if near < 0 or near >= CELLS or (step in (-1, 1) and near // 5 != cell // 5):
            continue
        other = s.at[near]
        if other >= 0 and other != card and s.card[other].controller == seat:
            found += has_plain(s, t, other, Stat.FORMATION)
    return found


@kernel
def place_worth(s, t, card, cell, p, room):
    """What it is worth to stand on a cell at the end of the turn; room: as `survey` left it."""
    if cell < 0 or cell >= CELLS:
        return 0.0
    seat, kind = seat_of(s, card), int(s.card[card].type)
    value = worth(s, t, card)
    far = strikes_from_afar(t, kind)
    gap = room[GAPS + cell]
    way = 0.5 * max(0.0, gap - 3.0) if far else room[WAYS + cell]
    total = -p[ADVANCE] * (1.0 + p[IMPATIENCE] * s.turn) * way
    if far:
        total -= p[SHOOTER] * max(0.0, 3.0 - gap)
    total -= p[DANGER] * room[THREATS + cell] * value / (1.0 + max(0, lives(s, t, card)))
    total += p[SUPPORT] * friends(cell, int(s.card[card].cell), room)
    total += p[FORMATION] * min(1, joins(s, t, cell, card, seat))
    return total + p[CENTRE] * (2 - abs(cell % 5 - 2))


@kernel
def spent_worth(s, card, p, room):
    """What it costs to close a card; room: as `survey` left it."""
    return p[SPENT] * (1.0 + min(3.0, room[THREATS + s.card[card].cell]))


@kernel
def quality(t, kind, p):
    """What a card is good for, before the battle, per se: figures and traits."""
    row = t.card[kind]
    found = p[BY_COST] * row.cost + p[BY_LIFE] * row.life + p[BY_TRAITS] * row.n_traits
    if row.type == Type.CREATURE:
        found += p[BY_STRIKE] * (row.strike[0] + row.strike[1] + row.strike[2]) / 3.0 + p[BY_MOVE] * row.move
    else:
        found -= p[BY_LIFELESS]
    found += 0.5 * row.stat[Stat.ATTACK_EXPERIENCE] + 0.3 * row.stat[Stat.DEFENSE_EXPERIENCE]
    found += p[BY_FLIGHT] * row.stat[Stat.FLYING] + p[BY_SHOTS] * strikes_from_afar(t, kind)
    return found + 0.4 * row.stat[Stat.DIRECTED_STRIKE] + 0.3 * row.stat[Stat.ARMOUR]
