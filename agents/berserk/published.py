"""A published rule-based player, rebuilt from what is known of how it scores its choices, as a baseline.

It attacks first of all: a strike that may kill, closed targets, weak ones and dear ones count more; it shoots at the
dearest card, heals whom it can, walks until it reaches somebody, keeps formations, and holds its shooters back. It
always defends, with the creature that has most lives; it never steps down, never changes a die, and takes what is
offered. Ties go to the first action, not to a drawn one. Left out, for they are against the rules: own cards as
targets, places outside the zones of placement, decks of four copies.
"""

from __future__ import annotations

from sim.berserk.recruitment import can_recruit
from sim.berserk.state import OF_SETUP, Decision, Kind, Zone
from sim.berserk.stats import lives, seat_of
from sim.berserk.tables import Has, Operation, Stat, Type
from sim.core.kernel import kernel

from ..agent import define_agent
from .features import is_unknown, joins, nearest_enemy, strikes_from_afar

RANGED = (Operation.SHOT, Operation.THROW, Operation.DISCHARGE, Operation.ACROSS)
AT_ONCE, FEW_LIVES = 85.0, 5
KEY_DEFENDERS = (Stat.OPEN_AFTER_DEFENCE, Stat.ENDLESS_DEFENCE)
SHOOTERS = 1 << Has.SHOT | 1 << Has.THROW | 1 << Has.DISCHARGE


@kernel
def strike_score(s, t, card, target):
    """What it gives a strike."""
    if is_unknown(s, target, seat_of(s, card)):
        return 80.0
    row, it = t.card[s.card[target].type], s.card[target]
    total = 100.0 + 2.0 * row.cost
    if t.card[s.card[card].type].strike[2] >= lives(s, t, target):
        total += 200.0
    if it.closed == 1:
        total += 50.0
    if lives(s, t, target) <= FEW_LIVES:
        total += 30.0
    if lives(s, t, card) <= FEW_LIVES and it.closed == 0:
        total -= 30.0
    for which in KEY_DEFENDERS:
        if row.moving[which] == 1 and it.closed == 0:
            total -= 40.0
    return total


@kernel
def heals(t, trait):
    """Whether a trait heals."""
    for at in range(trait.first, trait.end):
        if t.row[at].operation == Operation.HEAL:
            return True
    return False


@kernel
def use_score(s, t, card, place, target):
    """What it gives an action of a card: healing, shots, anything else."""
    row = t.card[s.card[card].type]
    if place >= row.n_traits:
        return 70.0
    trait = t.trait[row.trait[place]]
    operation = t.row[trait.first].operation
    if heals(t, trait):
        healed = target if target >= 0 else card
        return 120.0 if seat_of(s, healed) == seat_of(s, card) and s.card[healed].wounds > 0 else 0.0
    if operation in RANGED:
        if target < 0 or is_unknown(s, target, seat_of(s, card)):
            return 80.0
        if seat_of(s, target) == seat_of(s, card):
            return 0.0
        return 90.0 + t.card[s.card[target].type].cost + (10.0 if lives(s, t, target) <= 2 else 0.0)
    return 70.0


@kernel
def walk_score(s, t, card, cell):
    """What it gives a step."""
    seat, here = seat_of(s, card), int(s.card[card].cell)
    before, after = nearest_enemy(s, t, here, seat), nearest_enemy(s, t, cell, seat)
    if strikes_from_afar(t, int(s.card[card].type)):
        return 60.0 if after > before and before < 2 else 5.0 if after < before and before > 3 else 0.0
    if before <= 1:
        return 0.0
    if after <= 1:
        return AT_ONCE + 5.0 - after
    if joins(s, t, here, card, seat) > 0 and joins(s, t, cell, card, seat) == 0:
        return 0.0
    return 60.0 + (before - after) if after < before else 0.0


@kernel
def main_score(s, t, action, attacks):
    """What it gives an action of its turn; attacks: whether it may attack, so that it does not end its turn."""
    kind, card = int(action.kind), int(action.a)
    if kind == Kind.STRIKE:
        return strike_score(s, t, card, int(action.b))
    if kind == Kind.USE:
        return use_score(s, t, card, int(action.b), int(action.c))
    if kind in (Kind.MOVE, Kind.JUMP, Kind.TELEPORT):
        return walk_score(s, t, card, int(action.b))
    if kind == Kind.PREPARE:
        return 80.0
    return (1.0 if attacks else 50.0) if kind == Kind.END_TURN else 10.0


@kernel
def front_score(s, t, card):
    """How far in front it places a card."""
    row = t.card[s.card[card].type]
    strikes = (row.strike[0] + row.strike[1] + row.strike[2]) / 3.0
    total = 3.0 * row.life + 2.0 * strikes + 20.0 * (row.moving[Stat.OPEN_AFTER_DEFENCE] == 1)
    total += 15.0 * (row.life >= 12) - 20.0 * (row.declares & SHOOTERS != 0)
    return total if row.type == Type.CREATURE else -50.0


@kernel
def place_score(s, t, card, cell):
    """What it gives a place: the best fronts first, from the middle outwards, formations side by side."""
    seat = seat_of(s, card)
    row = abs(cell // 5 - (2 if s.first == seat else 3))
    return front_score(s, t, card) * (3 - row) + 2.0 * (2 - abs(cell % 5 - 2)) + 15.0 * joins(s, t, cell, card, seat)


@kernel
def recruit_score(s, t, seat, action):
    """What it gives a card of its deal: crystals, lives, strikes, movement, flight and abilities; the main element."""
    if action.kind == Kind.DONE:
        return -1.0
    kind = int(s.deal[seat].card[action.a])
    row, same = t.card[kind], 0
    for place in range(s.deal[seat].n):
        same += t.card[s.deal[seat].card[place]].element == row.element
    if not can_recruit(s, t, seat, kind):
        return -1.0
    total = 10.0 * row.cost + 2.0 * row.life + (row.strike[0] + row.strike[1] + row.strike[2]) + 5.0 * row.move
    total += 15.0 * row.stat[Stat.FLYING] + 10.0 * row.elite + 10.0 * row.n_traits
    return total + 20.0 * same - (5.0 if row.elite == 1 else 0.0)


@kernel
def choice_score(s, t, decision, action):
    """What it gives a choice in mid-effect: the enemy's dearest card, its own most wounded one; always yes."""
    if action.kind != Kind.CHOOSE:
        return 1.0 if action.kind == Kind.YES else float(action.a) if action.kind == Kind.NUMBER else 0.0
    card, seat = int(action.a), int(s.to_move)
    if is_unknown(s, card, seat):
        return 2.0
    if seat_of(s, card) != seat:
        return 10.0 + t.card[s.card[card].type].cost
    return 1.0 + s.card[card].wounds


@kernel
def score(s, t, decision, action, attacks):
    """What it gives an action."""
    kind, seat = int(action.kind), int(s.to_move)
    if decision == Decision.MAIN:
        return main_score(s, t, action, attacks)
    if decision == Decision.DEFEND:
        return float(lives(s, t, int(action.a))) if kind == Kind.DEFEND else -1.0
    if decision == Decision.STEP:
        return 1.0 if kind == Kind.FULL else 0.0
    if decision == Decision.SUDDEN:
        return 1.0 if kind == Kind.PASS else 0.0
    if decision == Decision.PLACE and s.card[action.a].zone != Zone.GRAVEYARD:
        return place_score(s, t, int(action.a), int(action.b))
    if decision == Decision.RECRUIT:
        return recruit_score(s, t, seat, action)
    if decision in OF_SETUP:
        return 1.0 if kind in (Kind.KEEP, Kind.DONE) else 0.0
    return choice_score(s, t, decision, action)


@define_agent("berserk", name="published")
def choose(s, t, actions, n, params):
    """The published rule-based player, rebuilt: scores every action by fixed rules and takes the best."""
    decision, best, wanted, attacks = int(s.decision), 0, -1e9, False
    if decision == Decision.MAIN:
        for k in range(n):
            attacks = attacks or actions[k].kind == Kind.STRIKE
    for k in range(n):
        found = score(s, t, decision, actions[k], attacks)
        if found > wanted:
            best, wanted = k, found
    return best


AGENTS = [choose]
