"""Our own strategies for Shards of Infinity: one way of playing a turn, steered by numbers.

A turn is played in this order: cards and champions whose effects are all on, drawing first; focus, if a gem is better
spent on it; then cards that still waited for something (a mastery threshold, Unify, Echo, a champion in play), and
copies last, so that there is most to copy; then purchases by value, each weighed as a card to own against what it does
at once; enemy champions that are worth their price in power, unless the power is lethal; and all the rest at the
opponent with least health. Crystals and Blasters are banished first, every shield is revealed, every proof is given.

What a strategy wants is in its numbers: what a point of each resource is worth now, what each card is worth owning,
how fast that fades as the end of the game draws near, when a gem is better spent on focus.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from sim.core.kernel import kernel
from sim.shards_of_infinity.attack import can_attack_player
from sim.shards_of_infinity.cards import read_cards
from sim.shards_of_infinity.seats import clockwise
from sim.shards_of_infinity.state import INFINITE, Faction, Kind

from ..agent import define_agent, places
from .features import (
    Resource,
    gains,
    is_lethal,
    known_shields,
    most_masterful,
    outlook,
    threat,
    weakest_target,
    worth_now,
)

RESOURCES = {
    Resource.GEM: 0.5,
    Resource.POWER: 1.0,
    Resource.HEALTH: 0.6,
    Resource.MASTERY: 2.5,
    Resource.DRAW: 2.0,
    Resource.BANISH: 2.0,
    Resource.RETURN: 1.5,
    Resource.DESTROY: 4.0,
    Resource.TAKE: 3.0,
    Resource.COPY: 3.0,
    Resource.DRAIN: 1.5,
}
"""What one of each resource is worth at once."""

WORTHS = {resource.name.lower(): RESOURCES[resource] for resource in Resource}
MANNERS = {
    "focus": 3.0,
    "recruit_threshold": 0.5,
    "fast_play_threshold": 0.5,
    "fast_play": 1.0,
    "cost": 0.3,
    "fading": 1.0,
    "kill_threshold": 0.0,
    "kill_defense": 0.2,
    "kill_threat": 1.5,
    "late_mastery": 1.0,
    "deploy": 3.0,
    "health_low": 1.0,
}
"""focus: worth of focusing against the best purchase it costs. *_threshold: purchases worth less are not made.
fast_play:
factor on what a fast-played card does at once. cost: taken off a purchase's worth a gem. fading: how much of a
card's own
worth is gone at the end of the game. kill_*: a champion is attacked if threshold + defense * kill_defense + its yield *
kill_threat exceeds its price in power. late_mastery: how much more a point of mastery is worth near the maximum.
deploy:
extra worth of a Homodeus champion that enters play when recruited. health_low: how much more healing is worth near
death."""

CARDS = list(read_cards())
OWN = {f"own_{card}": 0.0 for card in CARDS}
"""What each card is worth owning. A card of the user's own counts as `own_other`."""
LATE = {f"late_{card}": 0.0 for card in CARDS}
"""How much more each card is worth owning at the end of the game, beside what fades of its own worth."""

FIRST_OWN, N_CARDS = len(RESOURCES) + len(MANNERS), len(CARDS)
Manner = places("Manner", MANNERS, len(RESOURCES))
OWN_OTHER = FIRST_OWN + N_CARDS
FIRST_LATE = OWN_OTHER + 1

NEVER = -1e9
LETHAL = 100.0
PLAY_FIRST, USE_GEMS, PLAY_LATE, ATTACK = 1000.0, 500.0, 100.0, 10.0
"""Where the scores of plays that wait for nothing, uses of gems, plays that waited, and attacks on champions begin."""


@kernel
def progress(s, t):
    """How near the end of the game is, 0..1: the highest mastery or the lowest health of anybody."""
    mastery, health = 0, s.health[s.active]
    for seat in range(s.players):
        if s.alive[seat] == 1:
            mastery, health = max(mastery, s.mastery[seat]), min(health, s.health[seat])
    return max(mastery / t.max_mastery, 1.0 - health / t.max_health)


@kernel
def own_worth(s, t, card, p):
    """What a card is worth owning, another worth as the game nears its end."""
    worth, late = p[OWN_OTHER], 0.0
    if card < N_CARDS:
        worth, late = p[FIRST_OWN + card], p[FIRST_LATE + card]
    return worth + (late - p[Manner.FADING] * worth) * progress(s, t)


@kernel
def bonus(s, t, seat, card, p):
    """Extra worth of what a card does at once: mastery far up, healing near death, power that makes the attack
    lethal.
    """
    program = t.card[card].play
    late = p[Manner.LATE_MASTERY] * s.mastery[seat] / t.max_mastery
    low = p[Manner.HEALTH_LOW] * (1.0 - s.health[seat] / t.max_health)
    worth = p[Resource.MASTERY] * late * gains(s, t, seat, card, program, Resource.MASTERY)
    worth += p[Resource.HEALTH] * low * gains(s, t, seat, card, program, Resource.HEALTH)
    target = weakest_target(s, t)
    if target >= 0:
        needed = s.health[target] + known_shields(s, t, target) - s.power
        if 0 < needed <= gains(s, t, seat, card, program, Resource.POWER):
            worth += LETHAL
    return worth


@kernel
def play_order(s, t, seat, card, program, champion):
    """When to play a card or exhaust a champion: higher is sooner; below 0 only after focus and purchases are
    settled. A card that waits for something but draws is played before purchases: what it draws may pay for them.
    """
    draws, returns, copies, waiting = outlook(s, t, seat, card, program)
    if copies:
        return -2.0
    if waiting:
        return 5.0 if draws > 0 else -1.0
    return 10.0 + 5.0 * champion + 3.0 * draws + 2.0 * returns


@kernel
def focus_score(s, t, seat, p):
    """What focus is worth: more near a full mastery."""
    return p[Manner.FOCUS] * (1.0 + p[Manner.LATE_MASTERY] * s.mastery[seat] / t.max_mastery)


@kernel
def recruit_score(s, t, card, p):
    """What recruiting a card is worth after its cost."""
    score = own_worth(s, t, card, p) - p[Manner.COST] * t.card[card].cost
    if s.deploys > 0 and t.card[card].champion == 1 and t.card[card].faction == Faction.HOMODEUS:
        score += p[Manner.DEPLOY]
    return score


@kernel
def fast_play_score(s, t, seat, card, p):
    """What fast-playing a mercenary is worth after its cost."""
    now = worth_now(s, t, seat, card, t.card[card].play, p) + bonus(s, t, seat, card, p)
    return p[Manner.FAST_PLAY] * now - p[Manner.COST] * t.card[card].cost


@kernel
def kill_score(s, t, owner, card, p):
    """What destroying an enemy champion by power is worth after its price; Zetta's like stand between us and the
    player.
    """
    c = t.card[card]
    worth = (
        p[Manner.KILL_THRESHOLD]
        + p[Manner.KILL_DEFENSE] * c.defense
        + p[Manner.KILL_THREAT] * threat(s, t, owner, card, p)
    )
    if c.protects_owner == 1 and s.power > c.defense:
        worth += s.power - c.defense
    return worth - c.defense


@kernel
def purchase_score(s, t, seat, action, p):
    """Score of a recruit, a fast-play or focus as a use of gems; NEVER if below its threshold."""
    if action.kind == Kind.RECRUIT:
        score = recruit_score(s, t, action.a, p)
        return score if score > p[Manner.RECRUIT_THRESHOLD] else NEVER
    if action.kind == Kind.FAST_PLAY:
        score = fast_play_score(s, t, seat, action.a, p)
        return score if score > p[Manner.FAST_PLAY_THRESHOLD] else NEVER
    if action.kind == Kind.FOCUS:
        return focus_score(s, t, seat, p)
    return NEVER


@kernel
def main_score(s, t, seat, action, p):
    """Score of an action of the main phase, in the order of the ranges; ending the turn scores 0."""
    kind, card = action.kind, action.a
    if kind == Kind.PLAY:
        order = play_order(s, t, seat, card, t.card[card].play, t.card[card].champion)
        return order + (PLAY_FIRST if order >= 0 else PLAY_LATE)
    if kind == Kind.EXHAUST:
        order = play_order(s, t, seat, card, t.card[card].exhaust, 0)
        return order + (PLAY_FIRST if order >= 0 else PLAY_LATE)
    if kind == Kind.ATTACK_CHAMPION:
        score = kill_score(s, t, action.b, card, p)
        return ATTACK + score if score > 0 and not is_lethal(s, t) else NEVER
    if kind == Kind.END_TURN:
        return 0.0
    score = purchase_score(s, t, seat, action, p)
    return USE_GEMS + score if score > NEVER else NEVER


@kernel
def banish_score(s, t, seat, action, p):
    """Score of banishing a card; declining scores 0. From hand a card loses its effect of this turn too."""
    card = action.a
    c = t.card[card]
    for row in range(c.play[0], c.play[1]):
        if t.effect[row].a >= INFINITE:
            return NEVER
    worth = p[FIRST_OWN + card] if card < N_CARDS else p[OWN_OTHER]
    if action.kind == Kind.BANISH_HAND:
        worth += worth_now(s, t, seat, card, c.play, p)
    return -worth


@kernel
def copy_score(s, t, seat, card, p):
    """What an effect is worth resolved now."""
    return worth_now(s, t, seat, card, t.card[card].play, p)


@kernel
def assign_score(s, t, action):
    """Damage goes to the weakest opponent: enough to eliminate him, the rest to the others."""
    target = weakest_target_left(s, t, action.b)
    if action.b != target:
        return -1.0 * action.a
    enough = s.health[target] + known_shields(s, t, target) + 8 - s.damage[target]
    return -abs(action.a - min(s.power, enough)) * 1.0


@kernel
def weakest_target_left(s, t, asked):
    """The opponent with the least health among those that can be attacked and have no damage assigned yet, or are the
    one that is asked about.
    """
    best, least = -1, 1_000_000
    for k in range(1, s.players):
        seat = clockwise(s, s.active, k)
        if can_attack_player(s, t, seat) and (s.damage[seat] == 0 or seat == asked) and s.health[seat] < least:
            best, least = seat, s.health[seat]
    return best


@kernel
def choice_score(s, t, seat, action, p):
    """Score of a choice in mid-effect or in the attack phase; declining scores 0."""
    kind, card = action.kind, action.a
    if kind in (Kind.SHIELD, Kind.REVEAL):
        return 1.0
    if kind in (Kind.BANISH_HAND, Kind.BANISH_DISCARD):
        return banish_score(s, t, seat, action, p)
    if kind == Kind.RETURN:
        return copy_score(s, t, seat, card, p) + 0.1 * t.card[card].cost
    if kind == Kind.TAKE:
        return own_worth(s, t, card, p)
    if kind == Kind.DESTROY:
        return t.card[card].defense + threat(s, t, action.b, card, p) + 5.0 * t.card[card].protects_owner
    if kind == Kind.COPY:
        return copy_score(s, t, seat, card, p)
    if kind == Kind.TARGET:
        return 1.0 if action.b == most_masterful(s, seat) else 0.0
    if kind == Kind.ASSIGN:
        return assign_score(s, t, action)
    return 0.0


@define_agent("shards_of_infinity", {**WORTHS, **MANNERS, **OWN, "own_other": 2.0, **LATE})
def choose(s, t, actions, n, params):
    """The action with the highest score, the first of equals."""
    seat, main = s.to_move, actions[n - 1].kind == Kind.END_TURN
    best, best_score = 0, 2 * NEVER
    for k in range(n):
        if main and best_score >= PLAY_FIRST and actions[k].kind != Kind.PLAY and actions[k].kind != Kind.EXHAUST:
            break  # plays are listed first, and one that waits for nothing comes before everything else
        if main:
            score = main_score(s, t, seat, actions[k], params)
        else:
            score = choice_score(s, t, seat, actions[k], params)
        if score > best_score:
            best, best_score = k, score
    return best


STRATEGIES = tomllib.loads(Path(__file__).with_name("strategies.toml").read_text(encoding="utf-8"))

AGENTS = [choose.named(name, strategy.pop("description"), **strategy) for name, strategy in STRATEGIES.items()]
