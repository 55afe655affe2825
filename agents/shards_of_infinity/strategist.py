"""Our own strategies for Shards of Infinity: one way of playing a turn, steered by numbers.

A turn is played in this order: cards and champions whose effects are all on, drawing first, then what banishes while
there is something to banish in hand, and last what gives more gems with more mastery, before which it focuses if that
is enough; focus, recruits and fast-plays, where the first is the one worth most together with what the gems left still
pay for, each weighed as a card to own against what it does at once, and fast-plays that together make the attack lethal
come before all else; then cards that still waited for something (a mastery threshold, Unify, Echo, a champion in play,
a recruit to count or to return to the hand), copies after them, so that there is most to copy, but before them where
that gives the mastery that a card of the hand wins with, and last what doubles the power; enemy champions that are
worth their price in power, unless the power is lethal; and all the rest at the opponent whom it is worth most to hit.
Crystals and Blasters are banished first, every shield is revealed, every proof is given.

What a strategy wants is in its numbers: what a point of each resource is worth now, what each card is worth owning,
how fast that fades as the end of the game draws near, when a gem is better spent on focus. What a card is worth owning
was learned for the cards as they are printed; a card that a user changed or added is worth what its text says. What a
purchase, a kill or a banishing is worth beside depends on how things stand (places.py): on health, mastery, the turn,
the gems left, the cards owned and the cards still in the deck.
"""

from __future__ import annotations

import numpy as np

from sim.cards.seats import clockwise
from sim.core.frames import top
from sim.core.kernel import kernel
from sim.shards_of_infinity.attack import can_attack_player
from sim.shards_of_infinity.cards import Operation
from sim.shards_of_infinity.effects import matches
from sim.shards_of_infinity.state import INFINITE, ROW_MAX, Decision, Faction, Filter, Kind

from ..agent import define_agent
from ..strategist import NEVER, most_wanted
from .features import (
    Resource,
    doubles,
    gains,
    is_lethal,
    is_plain,
    known_shields,
    mastery_to_win,
    more_gems_at,
    most_masterful,
    outlook,
    text_worth,
    threat,
    worth_now,
)
from .numbers import FIRST_LATE, FIRST_OWN, NUMBERS, Fact, Number
from .places import fact, places, prices_now, progress, recruit_facts
from .standing import strength_as_seen

DOUBLING_ORDER, COPIES_ORDER, WAITING_ORDER, WINNING_ORDER = -3.0, -2.0, -1.0, -0.5
MASTERY_ORDER, DRAWING_ORDER, FIRST_ORDER = 2.0, 5.0, 10.0
"""The order of play, higher is sooner: what doubles the power; what copies; what waits for something; what copies the
mastery that it takes to win; what gives more gems with more mastery; what waits for something, but draws; and from
there on the rest."""
CHAMPION_FIRST, DRAW_FIRST, BANISH_FIRST, FLEETING_FIRST = 5.0, 3.0, 2.0, 20.0
"""How much sooner a champion is played than another card, a card for each that it draws or banishes, and one that needs
the discard pile as it is.
"""
FIRST_BEFORE_SECOND = 1.01
"""Factor on the first of two purchases: of pairs that are worth the same the dearer one is made first."""
LEAST_SHARE = 0.2
"""The least share of what a card is worth owning at the start that is left of it: a better card is never worth less."""
RETURNED_COST = 0.1
"""Points a gem of its cost that a returned card is worth beside what it does: it decides between equals."""
PROTECTING = 5.0
"""Points that a champion is worth more to destroy that protects its owner."""
WINNING = 100.0
"""Points that a point of copied mastery is worth while a card of the hand needs it to win."""
SPARE_POWER = 8
"""How much power beyond what eliminates an opponent goes his way: he may have shields that nobody has seen."""

FAST_FACTS = (
    Fact.FAST_GEM, Fact.FAST_POWER, Fact.FAST_HEALTH, Fact.FAST_MASTERY, Fact.FAST_DRAW, Fact.FAST_BANISH,
)  # fmt: skip
"""What the first of Resource count, in their order, on a card that is fast-played; the rest count as FAST_OTHER."""
N_FILTERS, N_RESOURCES = len(Filter), len(Resource)


@kernel
def full_worth(t, card, p):
    """What a card is worth owning at the start of the game."""
    if t.card[card].printed == 1:
        return p[FIRST_OWN + card]
    return p[Number.TEXT] * text_worth(t, card, p, p[Number.TEXT_OTHER])


@kernel
def mastery_worth(s, t, seat, base, p):
    """What a point of mastery is worth that is worth `base` at the start."""
    return base * (1.0 + p[Number.LATE_MASTERY] * s.mastery[seat] / t.max_mastery)


@kernel
def copies_to_win(s, t, seat, card, program):
    """Whether a program copies enough mastery of a card played this turn for one of the hand to give infinite power."""
    most = 0
    for i in range(s.play.n):
        played = s.play.card[i]
        most = max(most, gains(s, t, seat, played, t.card[played].play, Resource.MASTERY))
    return 0 < mastery_to_win(s, t, seat) <= most * gains(s, t, seat, card, program, Resource.COPY)


@kernel
def play_order(s, t, seat, card, program, champion):
    """When to play a card or exhaust a champion: higher is sooner; below 0 only after focus and purchases are
    settled. A card that waits for something but draws is played before purchases: what it draws may pay for them.
    """
    if is_plain(t, program):
        return FIRST_ORDER + CHAMPION_FIRST * champion
    if doubles(s, t, seat, card, program):
        return DOUBLING_ORDER
    draws, gems, banishes, copies, waiting, fleeting = outlook(s, t, seat, card, program)
    if copies:
        return WINNING_ORDER if copies_to_win(s, t, seat, card, program) else COPIES_ORDER
    if waiting:
        return DRAWING_ORDER if draws + gems > 0 else WAITING_ORDER
    if more_gems_at(s, t, seat, program) > 0:
        return MASTERY_ORDER
    first = FIRST_ORDER + CHAMPION_FIRST * champion + DRAW_FIRST * draws
    return first + BANISH_FIRST * banishes + FLEETING_FIRST * fleeting


@kernel
def focus_score(s, t, seat, p):
    """What focus is worth."""
    return mastery_worth(s, t, seat, p[Number.FOCUS], p)


@kernel
def first_of(actions, kind, first, end):
    """The first action of a kind among those from `first` on, before `end`; -1 if there is none."""
    for k in range(first, end):
        if actions[k].kind == kind:
            return k
    return -1


@kernel
def program_of(t, action):
    """The program of a card that is played or exhausted."""
    card = t.card[action.a]
    return card.play if action.kind == Kind.PLAY else card.exhaust


@kernel
def returns_waiting(t, actions, first):
    """Bit mask of the filters of cards that may still be returned to the hand this turn, by the actions before
    `first`.
    """
    mask = 0
    for k in range(first):
        program = program_of(t, actions[k])
        for row in range(program[0], program[1]):
            if t.effect[row].operation == Operation.RETURN_FROM_DISCARD:
                mask |= 1 << t.effect[row].a
    return mask


@kernel
def comes_to_hand(t, card, mask):
    """Whether a card passes one of the filters of a bit mask."""
    for which in range(N_FILTERS):
        if mask >> which & 1 and matches(t, card, which):
            return True
    return False


@kernel
def recruit_score(s, t, seat, card, prices, p):
    """What recruiting a card is worth after its cost."""
    c, facts = t.card[card], prices.recruit
    score = taken_score(t, card, facts, prices.progress, p) - p[Number.COST] * c.cost
    if s.deploys > 0 and c.champion == 1 and c.faction == Faction.HOMODEUS:
        score += p[Number.DEPLOY]
    if prices.returns and comes_to_hand(t, card, prices.returns):
        score += facts.returned * returned_worth(s, t, seat, card, p)
    return score


@kernel
def taken_score(t, card, facts, end, p):
    """What a card is worth that is recruited for nothing and goes to the discard pile: what it is worth owning, less as
    the game nears its end, and what counts beside. facts: RecruitFacts; end: how near the end is, 0..1.
    """
    c = t.card[card]
    late = p[FIRST_LATE + card] if c.printed == 1 else 0.0
    share = max(1.0 - p[Number.FADING] * end + facts.own, LEAST_SHARE)
    beside = facts.any + facts.cost * c.cost + facts.shield * c.shield
    return share * full_worth(t, card, p) + late * end + beside


@kernel
def weigh_fast(s, t, seat, x, p, weights):
    """Writes what one of each Resource is worth at once on a card that is fast-played; mastery is worth more far up,
    healing near death.
    """
    other = fact(p, Fact.FAST_OTHER, x)
    for what in range(N_RESOURCES):
        more = fact(p, FAST_FACTS[what], x) if what < len(FAST_FACTS) else other
        weights[what] = p[Number.FAST_PLAY] * p[what] + more
    more = mastery_worth(s, t, seat, p[Number.MASTERY], p) - p[Number.MASTERY]
    low = p[Number.HEALTH_LOW] * (1.0 - s.health[seat] / t.max_health)
    weights[Resource.MASTERY] += p[Number.FAST_PLAY] * more
    weights[Resource.HEALTH] += p[Number.FAST_PLAY] * p[Number.HEALTH] * low


@kernel
def fast_play_score(s, t, seat, card, prices, p):
    """What fast-playing a mercenary is worth after its cost."""
    c, facts = t.card[card], prices.fast
    now = worth_now(s, t, seat, card, c.play, prices.weights)
    return now + facts.any + (facts.cost - p[Number.COST]) * c.cost + facts.own * full_worth(t, card, p)


@kernel
def kill_facts(s, t, owner, card, p):
    """What destroying an enemy champion is worth beside, as things stand."""
    x, c = places(s, t, s.active), t.card[card]
    worth = fact(p, Fact.KILL, x) + fact(p, Fact.KILL_DEFENDED, x) * c.defense
    worth += fact(p, Fact.KILL_POWER, x) * gains(s, t, owner, card, c.exhaust, Resource.POWER)
    return worth + fact(p, Fact.KILL_OWN, x) * full_worth(t, card, p)


@kernel
def kill_score(s, t, owner, card, p):
    """What destroying an enemy champion by power is worth after its price; Zetta's like stand between us and the
    player.
    """
    c = t.card[card]
    worth = (
        p[Number.KILL_THRESHOLD]
        + p[Number.KILL_DEFENSE] * c.defense
        + p[Number.KILL_THREAT] * threat(s, t, owner, card, p)
    )
    if c.protects_owner == 1 and s.power > c.defense:
        worth += s.power - c.defense
    return worth - c.defense + kill_facts(s, t, owner, card, p)


@kernel
def purchase_score(s, t, seat, action, prices, p):
    """Score of a recruit, a fast-play or focus as a use of gems; NEVER if below its threshold."""
    if action.kind == Kind.RECRUIT:
        score = recruit_score(s, t, seat, action.a, prices, p)
        return score if score > p[Number.RECRUIT_THRESHOLD] else NEVER
    if action.kind == Kind.FAST_PLAY:
        score = fast_play_score(s, t, seat, action.a, prices, p)
        return score if score > p[Number.FAST_PLAY_THRESHOLD] else NEVER
    return focus_score(s, t, seat, p) + prices.focusing


@kernel
def price(t, action):
    """The gems that a purchase takes."""
    return 1 if action.kind == Kind.FOCUS else t.card[action.a].cost


@kernel
def aim_score(s, t, seat, p):
    """What it is worth to hit an opponent rather than another one."""
    score = p[Number.AIM_NEXT] if seat == clockwise(s, s.active, 1) else 0.0
    if p[Number.AIM_STRONG] != 0.0:
        score += p[Number.AIM_STRONG] * strength_as_seen(s, t, seat)
    return score - p[Number.AIM_WEAK] * s.health[seat] / t.max_health


@kernel
def victim(s, t, asked, p):
    """The opponent to hit among those that can be attacked and have no damage assigned yet, or are the one asked about;
    -1 if there is none.
    """
    best, most = -1, NEVER
    for k in range(1, s.players):
        seat = clockwise(s, s.active, k)
        if can_attack_player(s, t, seat) and (s.damage[seat] == 0 or seat == asked):
            score = aim_score(s, t, seat, p) if s.players > 2 else 0.0
            if score > most:
                best, most = seat, score
    return best


@kernel
def power_needed(s, t, seat, target, actions, first):
    """How much more power an attack needs to be lethal once all that waits, the actions before `first`, is played; what
    doubles the power comes last.
    """
    needed, power = s.health[target] + known_shields(s, t, target), s.power
    for k in range(first):
        program = program_of(t, actions[k])
        power += gains(s, t, seat, actions[k].a, program, Resource.POWER)
        if doubles(s, t, seat, actions[k].a, program):
            needed = (needed + 1) // 2
    return needed - power


@kernel
def fast_power(s, t, seat, actions, first, end):
    """The power that all mercenaries of the row give now which the gems pay for, each by itself."""
    total = 0
    for k in range(first, end):
        if actions[k].kind == Kind.FAST_PLAY:
            total += gains(s, t, seat, actions[k].a, t.card[actions[k].a].play, Resource.POWER)
    return total


@kernel
def lethal_purchase(s, t, seat, actions, first, end, p):
    """The strongest of the fast-plays that together make the attack lethal, if the gems pay for them; else -1."""
    target = victim(s, t, -1, p)
    needed = power_needed(s, t, seat, target, actions, first) if target >= 0 else 0
    if needed <= 0 or fast_power(s, t, seat, actions, first, end) < needed:
        return -1
    return strongest_of_lethal(s, t, seat, actions, first, end, needed)


@kernel
def strongest_of_lethal(s, t, seat, actions, first, end, needed):
    """The strongest of the fast-plays that together give the power needed, if the gems pay for them; else -1."""
    power, index, m = np.zeros(ROW_MAX, np.int64), np.zeros(ROW_MAX, np.int64), 0
    for k in range(first, end):
        if actions[k].kind == Kind.FAST_PLAY:
            card = actions[k].a
            power[m], index[m] = gains(s, t, seat, card, t.card[card].play, Resource.POWER), k
            m += 1
    for some in range(1, 1 << m):
        strength, gems, strongest = 0, 0, -1
        for j in range(m):
            if some >> j & 1:
                strength, gems = strength + power[j], gems + t.card[actions[index[j]].a].cost
                if strongest < 0 or power[j] > power[strongest]:
                    strongest = j
        if strength >= needed and gems <= s.gems:
            return index[strongest]
    return -1


@kernel
def second_score(t, actions, first, end, scores, k, gems):
    """The score of the best purchase that `gems` pay for after purchase k; 0 if there is none."""
    best = 0.0
    for j in range(first, end):
        same = j == k or (actions[j].a == actions[k].a and Kind.FOCUS not in (actions[j].kind, actions[k].kind))
        if scores[j - first] > best and not same and price(t, actions[j]) <= gems:
            best = scores[j - first]
    return best


@kernel
def choose_purchase(s, t, seat, actions, first, end, p):
    """The use of gems that is worth most together with what the others pay for; -1 if none is worth it."""
    lethal = lethal_purchase(s, t, seat, actions, first, end, p)
    if lethal >= 0:
        return lethal
    room, best, most = np.empty(N_RESOURCES + end - first), -1, NEVER
    weights, scores, x = room[:N_RESOURCES], room[N_RESOURCES:], places(s, t, seat)
    if first_of(actions, Kind.FAST_PLAY, first, end) >= 0:
        weigh_fast(s, t, seat, x, p, weights)
    prices = prices_now(s, t, x, returns_waiting(t, actions, first), p, weights)
    for k in range(first, end):
        scores[k - first] = purchase_score(s, t, seat, actions[k], prices, p)
    for k in range(first, end):
        if scores[k - first] > NEVER:
            left = s.gems - price(t, actions[k])
            second = second_score(t, actions, first, end, scores, k, left)
            total = FIRST_BEFORE_SECOND * scores[k - first] + prices.second * second
            if total > most:
                best, most = k, total
    return best


@kernel
def is_purchase(kind):
    """Whether an action is a use of gems."""
    return kind == Kind.RECRUIT or kind == Kind.FAST_PLAY or kind == Kind.FOCUS


@kernel
def focus_before(s, t, seat, actions, first, n, play):
    """Focus, if it lets a play give more gems and is among the actions from `first` on; else the play."""
    if more_gems_at(s, t, seat, program_of(t, actions[play])) != s.mastery[seat] + 1:
        return play
    focus = first_of(actions, Kind.FOCUS, first, n)
    return focus if focus >= 0 else play


@kernel
def choose_in_main(s, t, seat, actions, n, p):
    """The next step of the main phase; see the module's docstring."""
    best, order, late, late_order, first, end = -1, 0.0, -1, NEVER, -1, 0
    for k in range(n):
        kind, card = actions[k].kind, actions[k].a
        if kind == Kind.PLAY or kind == Kind.EXHAUST:
            program = program_of(t, actions[k])
            champion = t.card[card].champion if kind == Kind.PLAY else 0
            score = play_order(s, t, seat, card, program, champion)
            if score > order:
                best, order = k, score
            elif score < 0.0 and score > late_order:
                late, late_order = k, score
        elif best >= 0:
            return focus_before(s, t, seat, actions, k, n, best) if order == MASTERY_ORDER else best
        elif is_purchase(kind):
            first, end = k if first < 0 else first, k + 1
    if best >= 0:
        return best
    if first >= 0:
        purchase = choose_purchase(s, t, seat, actions, first, end, p)
        if purchase >= 0:
            return purchase
    if late >= 0:
        return late
    best, wanted = n - 1, 0.0
    for k in range(n):
        if actions[k].kind == Kind.ATTACK_CHAMPION:
            score = kill_score(s, t, actions[k].b, actions[k].a, p)
            if score > wanted and not is_lethal(s, t, victim(s, t, -1, p)):
                best, wanted = k, score
    return best


@kernel
def banish_score(s, t, seat, action, p):
    """Score of banishing a card; declining scores 0. From hand a card loses its effect of this turn too."""
    card = action.a
    c = t.card[card]
    for row in range(c.play[0], c.play[1]):
        if t.effect[row].a >= INFINITE:
            return NEVER
    x, full = places(s, t, seat), full_worth(t, card, p)
    score = fact(p, Fact.BANISH_ANY, x) + (fact(p, Fact.BANISH_OWN, x) - 1.0) * full
    if c.starter == 1:
        score += fact(p, Fact.BANISH_STARTER, x)
    if action.kind == Kind.BANISH_HAND:
        now = worth_now(s, t, seat, card, c.play, p)
        score += fact(p, Fact.BANISH_HELD, x) + (fact(p, Fact.BANISH_NOW, x) - 1.0) * now
    return score


@kernel
def effect_worth(s, t, seat, card, p):
    """What an effect is worth resolved now."""
    return worth_now(s, t, seat, card, t.card[card].play, p)


@kernel
def copy_score(s, t, seat, card, p):
    """Score of copying an effect: while a card of the hand waits for mastery to win with, mastery counts most."""
    score = effect_worth(s, t, seat, card, p)
    if mastery_to_win(s, t, seat) > 0:
        score += WINNING * gains(s, t, seat, card, t.card[card].play, Resource.MASTERY)
    return score


@kernel
def returned_worth(s, t, seat, card, p):
    """What a card is worth that comes to the hand to be played now: what it does, and what it does as a champion."""
    return effect_worth(s, t, seat, card, p) + worth_now(s, t, seat, card, t.card[card].exhaust, p)


@kernel
def taken_worth(s, t, seat, card, p):
    """What a card is worth that is recruited for nothing; to the hand it comes to be played now."""
    facts = recruit_facts(places(s, t, seat), p)
    worth = taken_score(t, card, facts, progress(s, t), p)
    if t.effect[top(s).pc].b == 1:
        worth += facts.returned * returned_worth(s, t, seat, card, p)
    return worth


@kernel
def choose_split(s, t, actions, n, p):
    """How much damage the opponent who is asked about gets: nothing unless he is the one to hit, then enough to
    eliminate him; the rest is for the others.
    """
    target = victim(s, t, int(actions[0].b), p)
    wanted = 0
    if target == actions[0].b:
        wanted = min(int(s.power), s.health[target] + known_shields(s, t, target) + SPARE_POWER - s.damage[target])
    best = 0
    for k in range(n):
        if abs(actions[k].a - wanted) < abs(actions[best].a - wanted):
            best = k
    return best


@kernel
def choice_score(s, t, action, p, room):
    """Score of a choice in mid-effect or in the attack phase; declining scores 0."""
    kind, card, seat = action.kind, action.a, s.to_move
    if kind in (Kind.SHIELD, Kind.REVEAL):
        return 1.0
    if kind in (Kind.BANISH_HAND, Kind.BANISH_DISCARD):
        return banish_score(s, t, seat, action, p)
    if kind == Kind.RETURN:
        return returned_worth(s, t, seat, card, p) + RETURNED_COST * t.card[card].cost
    if kind == Kind.TAKE:
        return taken_worth(s, t, seat, card, p)
    if kind == Kind.DESTROY:
        return t.card[card].defense + threat(s, t, action.b, card, p) + PROTECTING * t.card[card].protects_owner
    if kind == Kind.COPY:
        return copy_score(s, t, seat, card, p)
    if kind == Kind.TARGET:
        return 1.0 if action.b == most_masterful(s, seat) else 0.0
    return 0.0


@define_agent("shards_of_infinity", NUMBERS)
def choose(s, t, actions, n, params):
    """The next step of a turn, or the choice that is wanted most; see the module's docstring."""
    if actions[n - 1].kind == Kind.END_TURN:
        return choose_in_main(s, t, s.to_move, actions, n, params)
    if s.decision == Decision.SPLIT:
        return choose_split(s, t, actions, n, params)
    return most_wanted(s, t, actions, n, params, params, choice_score)
