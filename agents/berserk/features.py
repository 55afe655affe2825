"""What strikes, cards and places are worth in Berserk, in crystals; shared by all strategies.

A card is worth what it costs and a little more; its wounds take off that in proportion, its death all of it. Cards of
the enemy that lie face down are worth the same whatever they are.
"""

from __future__ import annotations

import numpy as np

from sim.berserk.attack import combat_row, is_protected, one_die
from sim.berserk.board import DISTANCE, NEIGHBOURS
from sim.berserk.modifiers import attack_die, defence_die, has, modifier, movement
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD, Zone
from sim.berserk.stats import has_plain, lives, seat_of
from sim.berserk.tables import Attack, Has, Stat, Type
from sim.berserk.targets import can_defend
from sim.core.kernel import kernel

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
}
"""wound, kill: what wounds and deaths of enemy cards count, by their worth; risk: those of own cards. spent: what it
costs to close a card, for each enemy that may reach it. guarded: how far the enemy is expected to defend as he likes.
poison, heal, token: for one; tempo: closing or holding an enemy card, opening an own one, for what it is worth; effect:
factor on what traits do. danger: for each enemy that may strike a cell next turn, advance: for each cell nearer to the
enemy, support: for each own card beside, formation: for being in formation; shooter: for keeping away with attacks from
afar; centre: for the middle columns; impatience: how much more the way to the enemy counts each turn."""

(
    WOUND, KILL, RISK, SPENT, GUARDED, POISON, HEAL, TEMPO, TOKEN, EFFECT, DANGER, ADVANCE, SUPPORT, FORMATION,
    SHOOTER, CENTRE, IMPATIENCE,
) = range(len(WEIGHTS))  # fmt: skip
AFTER_WEIGHTS = len(WEIGHTS)

LOWEST, MODIFIERS = -5, 15
"""Modifiers of dice from LOWEST on, of which the tables know so many."""
HIDDEN_WORTH = 5.0
THREATS, GAPS = 0, CELLS + 1
PAIRS = 2 * (CELLS + 1)
SHOTS = PAIRS + CARDS * CARDS
ROOM = SHOTS + CARDS * CARDS
"""Where in the room of a decision stand threats and gaps of cells, and what strikes and shots at cards are worth."""
UNKNOWN = -1e6
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
def wound_worth(s, t, card, amount, p):
    """What wounds on a card are worth to its enemy."""
    left = lives(s, t, card)
    if amount <= 0 or left <= 0:
        return 0.0
    value = worth(s, t, card)
    if amount >= left:
        return p[KILL] * value * (0.6 + 0.4 * left / max(1, int(t.card[s.card[card].type].life)))
    return p[WOUND] * value * amount / (left + 1.0)


@kernel
def attack_value(s, t, card, target, sort, base, strength):
    """The wounds of an attack with a printed value, after modifiers and protections."""
    bits = (1 << sort) | (1 << (N_KINDS + strength - 1))
    value = base + modifier(s, t, card, Stat.VALUE, target, bits) + modifier(s, t, target, Stat.INCOMING, card, bits)
    if value <= 0 or is_protected(s, t, card, target, sort, strength, value):
        return 0
    return value


@kernel
def strike_value(s, t, card, target, strength):
    """The wounds of a simple strike of a strength."""
    base = int(t.card[s.card[card].type].strike[strength - 1])
    if has(s, t, card, Stat.COPIES_STRIKE, NO_CARD):
        base += int(t.card[s.card[target].type].strike[strength - 1])
    return attack_value(s, t, card, target, Attack.SIMPLE, base, strength)


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
    total = 0.0
    if not reflects(s, t, card, target):
        for k in range(3):
            chance = PLAIN_ODDS[own, k]
            if chance > 0.0:
                total += chance * wound_worth(s, t, target, strike_value(s, t, card, target, k + 1), p)
        return total
    other = place_of(defence_die(s, t, target, card))
    safe = has(s, t, card, Stat.NO_COUNTER_WOUNDS, NO_CARD)
    for k in range(3):
        chance, back = FIGHT_ODDS[own, other, k], FIGHT_ODDS[own, other, 3 + k]
        if chance > 0.0:
            total += chance * wound_worth(s, t, target, strike_value(s, t, card, target, k + 1), p)
        if back > 0.0 and not safe:
            total -= p[RISK] * back * wound_worth(s, t, card, strike_value(s, t, target, card, k + 1), p)
    return total


@kernel
def strike_worth(s, t, card, target, p):
    """What a simple strike is worth, with the defender whom the enemy would like best."""
    seat = seat_of(s, card)
    if is_unknown(s, target, seat):
        return 0.3 * HIDDEN_WORTH
    found = fight_worth(s, t, card, target, p)
    if p[GUARDED] <= 0.0 or has(s, t, card, Stat.DIRECTED_STRIKE, target) or seat_of(s, target) == seat:
        return found
    if has(s, t, card, Stat.UNANSWERED_STRIKE, target):
        return found
    least = found
    for other in range(CARDS):
        it = s.card[other]
        if it.zone == Zone.PLAY and it.controller != seat and it.closed == 0 and it.hidden == 0:
            if can_defend(s, t, other, card, target):
                least = min(least, fight_worth(s, t, card, other, p) + 0.3)
    return (1.0 - p[GUARDED]) * found + p[GUARDED] * least


@kernel
def shot_worth(s, t, card, target, sort, values, times, p):
    """What an attack other than a simple strike is worth: values as rows pack them, times as many."""
    if is_unknown(s, target, seat_of(s, card)):
        return 0.3 * HIDDEN_WORTH
    own, total = place_of(attack_die(s, t, card, sort, target)), 0.0
    for k in range(3):
        chance = PLAIN_ODDS[own, k]
        if chance > 0.0:
            base = ((values >> (4 * k)) & 15) * times
            total += chance * wound_worth(s, t, target, attack_value(s, t, card, target, sort, base, k + 1), p)
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
    """Writes down for each cell how many enemy creatures may strike there next turn, and how near the next enemy is;
    what is reckoned for pairs of cards is unknown. room: float64, see THREATS and the like.
    """
    for cell in range(CELLS):
        room[THREATS + cell], room[GAPS + cell] = 0.0, 9.0
    room[THREATS + EXTRA], room[GAPS + EXTRA] = 0.0, 9.0
    for other in range(CARDS):
        it = s.card[other]
        if it.zone != Zone.PLAY or it.controller == seat or it.host >= 0:
            continue
        is_creature = it.hidden == 0 and t.card[it.type].type == Type.CREATURE
        if it.cell == EXTRA:
            for cell in range(CELLS + 1):
                room[THREATS + cell] += is_creature
        elif it.cell >= 0:
            reach = reach_of(s, t, other) if is_creature else -1
            for cell in range(CELLS):
                gap = DISTANCE[it.cell, cell]
                room[THREATS + cell] += gap <= reach
                room[GAPS + cell] = min(room[GAPS + cell], float(gap))
    for k in range(PAIRS, ROOM):
        room[k] = UNKNOWN


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
def friends(s, cell, card, seat):
    """How many own cards stand beside a cell, but for one."""
    found = 0
    for other in range(CELLS):
        if (NEIGHBOURS[cell] >> other) & 1 == 1 and s.at[other] >= 0 and s.at[other] != card:
            found += s.card[s.at[other]].controller == seat
    return found


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
    total = -p[ADVANCE] * (1.0 + p[IMPATIENCE] * s.turn) * max(0, gap - (3 if far else 1)) * (0.5 if far else 1.0)
    if far:
        total -= p[SHOOTER] * max(0, 3 - gap)
    total -= p[DANGER] * room[THREATS + cell] * value / (1.0 + lives(s, t, card))
    total += p[SUPPORT] * friends(s, cell, card, seat) + p[FORMATION] * min(1, joins(s, t, cell, card, seat))
    return total + p[CENTRE] * (2 - abs(cell % 5 - 2))


@kernel
def spent_worth(s, card, p, room):
    """What it costs to close a card; room: as `survey` left it."""
    return p[SPENT] * (1.0 + min(3.0, room[THREATS + s.card[card].cell]))


@kernel
def quality(t, kind):
    """What a card is good for, before the battle, per se: figures and traits."""
    row = t.card[kind]
    found = 0.6 * row.cost + 0.25 * row.life + 0.2 * row.n_traits
    if row.type == Type.CREATURE:
        found += 0.5 * (row.strike[0] + row.strike[1] + row.strike[2]) / 3.0 + 0.2 * row.move
    found += 0.5 * row.stat[Stat.ATTACK_EXPERIENCE] + 0.3 * row.stat[Stat.DEFENSE_EXPERIENCE]
    return found + 0.4 * row.stat[Stat.DIRECTED_STRIKE] + 0.8 * row.stat[Stat.FLYING] + 0.3 * row.stat[Stat.ARMOUR]
