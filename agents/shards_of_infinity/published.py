"""A published weighted scorer for Shards of Infinity, rebuilt from its description as a baseline.

Every legal action gets one linear score; there is no look-ahead. A turn has three parts: plays, exhausts and focus
while
one of them beats ending the part; then purchases; then attacks. The original looks at the opponent's hidden hand for
shields; this one counts only shields that everybody knows of. With several opponents it hits the weakest.

The weights are those of the versions v007 and v008 (NicolleLouis/shards_ai).
"""

from __future__ import annotations

from enum import IntEnum

from sim.core.kernel import kernel
from sim.shards_of_infinity.cards import Condition, Operation
from sim.shards_of_infinity.conditions import verdict
from sim.shards_of_infinity.state import INFINITE, NO_CARD, Kind, Verdict

from ..agent import define_agent, places
from .features import (
    Resource,
    gains,
    is_lethal,
    known_shields,
    most_masterful,
    row_holds,
    weakest_target,
)

WEIGHTS = {
    "v007": {
        "gems_produced": 1.0,
        "power_produced": 0.25,
        "mastery_gained": 0.75,
        "health_gained": 2.75,
        "card_draw": 0.0,
        "deck_thinning": 1.0,
        "champion_value": 2.75,
        "target_denial": 1.5,
        "damage_value": 1.0,
        "purchase_opportunity_cost": 0.0,
        "buy_threshold": 0.625,
        "value_gems": 0.5,
        "value_power": 0.25,
        "value_mastery": 0.75,
        "value_health": 1.375,
        "value_draw": 1.75,
    },
    "v008": {
        "gems_produced": 0.75,
        "power_produced": 0.5,
        "mastery_gained": 0.25,
        "health_gained": 2.75,
        "card_draw": 0.75,
        "deck_thinning": 1.0,
        "champion_value": 2.75,
        "target_denial": 1.5,
        "damage_value": 1.25,
        "purchase_opportunity_cost": -1.0,
        "buy_threshold": 0.625,
        "value_gems": 0.0,
        "value_power": 0.75,
        "value_mastery": 0.75,
        "value_health": 1.375,
        "value_draw": 1.75,
    },
}
Weight = places("Weight", WEIGHTS["v008"])


class Part(IntEnum):
    """What is scored: one of the three parts of a turn, or a choice in mid-effect or in the attack phase."""

    CHOICE, PLAYS, PURCHASES, ATTACKS = range(4)


END_OF_PART = -0.9
"""Score of ending a part of the turn: progress 0.1, penalty 1."""
SHIELD_VALUE = 0.5
BANISH_THRESHOLD = 3.0
NEVER = -1e9


@kernel
def penalty(s, t, seat, card, condition, argument):
    """What a condition costs while it is not met; the height of a mastery threshold costs even when it is."""
    if condition == Condition.MASTERY:
        return argument / 20.0 + max(argument - s.mastery[seat], 0) / 10.0
    if verdict(s, t, seat, card, condition, argument) == Verdict.HOLDS:
        return 0.0
    if condition == Condition.UNIFY:
        return 1.0
    if condition == Condition.ECHO:
        return 0.75
    if condition == Condition.DOMINION:
        return 1.5
    if condition == Condition.INSPIRE:
        return 0.5
    if condition == Condition.HEALTH:
        return 0.75 * max(argument - s.health[seat], 0) / 10.0
    return 0.0


@kernel
def row_value(t, row, end, p):
    """Lasting value of one effect row; a tier counts for what it adds to the one below it."""
    e = t.effect[row]
    n = e.a * 1.0
    if e.skip > 0 and row + 1 < end:
        n -= t.effect[row + 1].a
    if e.per != 0 or e.a >= INFINITE:
        return 0.0
    if e.operation == Operation.GAIN_GEMS:
        return p[Weight.VALUE_GEMS] * n
    if e.operation == Operation.GAIN_POWER:
        return p[Weight.VALUE_POWER] * n
    if e.operation == Operation.GAIN_MASTERY:
        return p[Weight.VALUE_MASTERY] * n
    if e.operation == Operation.GAIN_HEALTH:
        return p[Weight.VALUE_HEALTH] * n
    if e.operation == Operation.DRAW:
        return p[Weight.VALUE_DRAW] * n
    if e.operation == Operation.RETURN_FROM_DISCARD:
        return p[Weight.VALUE_DRAW]
    if e.operation == Operation.BANISH_UP_TO:
        return n
    if e.operation == Operation.DESTROY_ENEMY_CHAMPION:
        return 1.0
    return 3.0 if e.operation == Operation.DESTROY_ALL_ENEMY_CHAMPIONS else 0.0


@kernel
def program_value(s, t, seat, card, program, p, net):
    """Value of all rows of a program, present and future: a conditional one counts if worth more than its penalty.

    With net = 1 the penalties of the rows counted are taken off.
    """
    value = 0.0
    for row in range(program[0], program[1]):
        e = t.effect[row]
        worth = row_value(t, row, program[1], p)
        cost = penalty(s, t, seat, card, e.condition, e.argument) if e.condition != 0 else 0.0
        if worth > cost:
            value += worth - net * cost
    return value


@kernel
def acquisition_value(s, t, seat, card, p, net):
    """What owning a card is worth."""
    c = t.card[card]
    value = program_value(s, t, seat, card, c.play, p, net) + SHIELD_VALUE * c.shield
    if c.champion == 1:
        value += c.defense + 2 + program_value(s, t, seat, card, c.exhaust, p, net)
    return max(value, 0.0)


@kernel
def replay_factor(s, t, seat):
    """How much of a purchase's value is still to come: falls as anybody nears full mastery or death."""
    mastery, health = 0, t.max_health
    for other in range(s.players):
        if s.alive[other] == 1:
            mastery, health = max(mastery, s.mastery[other]), min(health, s.health[other])
    return max(0.05, 1.0 - max(mastery / t.max_mastery, 1.0 - health / t.max_health))


@kernel
def recruit_value(s, t, seat, card, p):
    """Score of recruiting a card."""
    return acquisition_value(s, t, seat, card, p, 1) * replay_factor(s, t, seat)


@kernel
def active_penalties(s, t, seat, card, program):
    """Penalties of the conditional rows that would happen now."""
    total = 0.0
    for row in range(program[0], program[1]):
        e = t.effect[row]
        if e.condition != 0 and row_holds(s, t, seat, card, row, 0):
            total += penalty(s, t, seat, card, e.condition, e.argument)
    return total


@kernel
def immediate_value(s, t, seat, card, program, p, missing_health):
    """Score of a program happening now; healing counts up to `missing_health`."""
    power = gains(s, t, seat, card, program, Resource.POWER)
    if power >= INFINITE:
        return -NEVER
    value = p[Weight.GEMS_PRODUCED] * gains(s, t, seat, card, program, Resource.GEM) + p[Weight.POWER_PRODUCED] * power
    value += p[Weight.MASTERY_GAINED] * gains(s, t, seat, card, program, Resource.MASTERY)
    value += p[Weight.HEALTH_GAINED] * min(gains(s, t, seat, card, program, Resource.HEALTH), missing_health)
    draws = gains(s, t, seat, card, program, Resource.DRAW) + gains(s, t, seat, card, program, Resource.RETURN)
    value += p[Weight.CARD_DRAW] * draws + p[Weight.DECK_THINNING] * gains(s, t, seat, card, program, Resource.BANISH)
    return value - active_penalties(s, t, seat, card, program)


@kernel
def best_purchase(s, t, seat, gems, p):
    """Highest score of a recruit that so many gems allow."""
    best = 0.0
    for slot in range(t.row):
        card = s.row[slot]
        if card != NO_CARD and t.card[card].cost <= gems:
            best = max(best, recruit_value(s, t, seat, card, p))
    return best


@kernel
def play_score(s, t, seat, action, p):
    """Score of a play, an exhaust or focus."""
    card = action.a
    if action.kind == Kind.PLAY:
        value = immediate_value(s, t, seat, card, t.card[card].play, p, t.max_health)
        if t.card[card].champion == 1:
            value += p[Weight.CHAMPION_VALUE] * (t.card[card].defense + 2)
        return value
    if action.kind == Kind.EXHAUST:
        return immediate_value(s, t, seat, card, t.card[card].exhaust, p, t.max_health)
    if action.kind == Kind.FOCUS:
        lost = best_purchase(s, t, seat, s.gems, p) - best_purchase(s, t, seat, s.gems - t.focus_cost, p)
        return p[Weight.MASTERY_GAINED] + p[Weight.PURCHASE_OPPORTUNITY_COST] * lost
    return NEVER


@kernel
def purchase_score(s, t, seat, action, p):
    """Score of a purchase; recruits below the threshold are not made."""
    if action.kind == Kind.RECRUIT:
        value = recruit_value(s, t, seat, action.a, p)
        return value if value > p[Weight.BUY_THRESHOLD] else NEVER
    if action.kind == Kind.FAST_PLAY:
        return immediate_value(s, t, seat, action.a, t.card[action.a].play, p, t.max_health - s.health[seat])
    return NEVER


@kernel
def attack_score(s, t, action, p):
    """Score of an attack on a champion, or of turning all power on the players."""
    if action.kind == Kind.ATTACK_CHAMPION:
        return 0.0 if is_lethal(s, t, weakest_target(s, t)) else champion_target(t, action.a, p)
    if action.kind == Kind.END_TURN:
        if is_lethal(s, t, weakest_target(s, t)):
            return -NEVER
        target = weakest_target(s, t)
        return p[Weight.DAMAGE_VALUE] * max(s.power - known_shields(s, t, target), 0) if target >= 0 else 0.0
    return NEVER


@kernel
def champion_target(t, card, p):
    """What removing a champion is worth."""
    c = t.card[card]
    acts = c.exhaust[0] < c.exhaust[1]
    value = p[Weight.CHAMPION_VALUE] * (c.defense + (2 if acts else 0))
    return value + (p[Weight.TARGET_DENIAL] if acts or c.static[0] < c.static[1] else 0.0)


@kernel
def banish_value(s, t, seat, card, p):
    """Score of banishing a card: never Infinity Shard (the card of infinite power), nor one that would draw now."""
    c = t.card[card]
    for row in range(c.play[0], c.play[1]):
        if t.effect[row].a >= INFINITE:
            return NEVER
    if gains(s, t, seat, card, c.play, Resource.DRAW) > 0:
        return NEVER
    value = p[Weight.DECK_THINNING] * (BANISH_THRESHOLD - acquisition_value(s, t, seat, card, p, 0))
    return value - 1e-3 * immediate_value(s, t, seat, card, c.play, p, t.max_health) - 1e-6 * c.cost


@kernel
def choice_value(s, t, seat, action, p):
    """Score of a choice in mid-effect or in the attack phase."""
    kind, card = action.kind, action.a
    if kind in (Kind.SHIELD, Kind.REVEAL):
        return 1.0
    if kind in (Kind.BANISH_HAND, Kind.BANISH_DISCARD):
        return banish_value(s, t, seat, card, p)
    if kind in (Kind.RETURN, Kind.COPY):
        return acquisition_value(s, t, seat, card, p, 0)
    if kind == Kind.TAKE:
        return recruit_value(s, t, seat, card, p)
    if kind == Kind.DESTROY:
        return champion_target(t, card, p)
    if kind == Kind.TARGET:
        return 1.0 if action.b == most_masterful(s, seat) else 0.0
    if kind == Kind.ASSIGN:
        return 1.0 * action.a if action.b == weakest_target(s, t) else -1.0 * action.a
    return -1.0


@kernel
def score(s, t, seat, action, p, part):
    """Score of an action in a Part."""
    if part == Part.CHOICE:
        return choice_value(s, t, seat, action, p)
    if part == Part.PLAYS:
        return play_score(s, t, seat, action, p)
    if part == Part.PURCHASES:
        return purchase_score(s, t, seat, action, p)
    return attack_score(s, t, action, p)


@kernel
def best_action(s, t, actions, n, p, part):
    """Index of the action with the highest score (the first of equals) and that score."""
    best, best_score = 0, 2 * NEVER
    for k in range(n):
        value = score(s, t, s.to_move, actions[k], p, part)
        if value > best_score:
            best, best_score = k, value
    return best, best_score


@define_agent("shards_of_infinity", WEIGHTS["v008"])
def choose(s, t, actions, n, params):
    """The best action of the first part of the turn that still has one better than ending it."""
    last = actions[n - 1].kind
    if last != Kind.END_TURN:
        return best_action(s, t, actions, n, params, Part.CHOICE)[0]
    for part in (Part.PLAYS, Part.PURCHASES):
        best, value = best_action(s, t, actions, n, params, part)
        if value > END_OF_PART:
            return best
    return best_action(s, t, actions, n, params, Part.ATTACKS)[0]


AGENTS = [
    choose.named(
        f"published_{version}",
        f"A published weighted scorer with its {version} weights. Plays everything by a linear score, values healing "
        "and champions highest, kills nearly every champion that it can, does not look ahead and sees no hidden card.",
        **weights,
    )
    for version, weights in WEIGHTS.items()
]
