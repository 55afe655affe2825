"""Our own strategies for Nightfall: one way of playing, steered by numbers.

A hand is searched for the chain that is worth most, link by link: what each text does as things stand, what a kicker
adds, what the minions are worth that enter play and what they add to the texts before them, which resolve after they
do, less what holding a card is worth, and less what the players after this one may add to the last colour, by what they
own; and the win that it brings if the game ends with it. Attacks go
to whoever leads and can block least, blocks are made where the wounds they save are worth more than the minion they
cost, and cards are claimed as long as games are long enough for them to come back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.cards.seats import clockwise
from sim.core.frames import below_top, top
from sim.core.kernel import kernel
from sim.nightfall.cards import Operation
from sim.nightfall.claim import can_trade
from sim.nightfall.draft import draft_step, is_private, packet_of
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING, PACKET, Decision, Frame, Kind, Select

from ..agent import define_agent
from ..strategist import EQUAL, NEVER, most_wanted
from .features import (
    COLOURS,
    COST,
    COUNTED,
    LINKED,
    WOUNDS,
    body_worth,
    card_worth,
    count_order,
    count_owned,
    economy,
    effect,
    effect_on_minion,
    fit_worth,
    followers_minded,
    guard,
    importance,
    lead,
    order_worth,
    peril,
    sort_orders,
    text_now,
    urgency,
    wounds_now,
)
from .numbers import N_NUMBERS, NUMBERS, Number

DEALT = 0.2
"""Share of the health of possible blockers that counts against an attack at them."""
HURT = 0.2
"""Wounds, a point of damage that a blocker survives."""
GUARDED = 0.5
"""How much less it matters to hurt a player, for each point of damage that is absorbed for him."""
FROM_DISCARD = 0.5
"""How many wounds of a type in the discard pile come before one more owned of another type."""
TAKEN = 0.1
"""Wounds, any card taken for nothing."""
OUT_OF_REACH = 1e8
"""Wounds, a price that nobody pays."""
HAND_SEARCHED = 60
"""Places of the hand that are searched for a chain: as many as an integer has bits for."""
DEEPEST = 8
"""Orders that one player plans to add at once."""
PATHS_MAX = 300
"""Chains that are looked at for one decision."""
LINKS_EXPECTED = 4
"""Orders that another player is expected to add at most."""
FOLLOWERS = 2
"""Minions of one's own after an order that are counted for what they add to its text."""
FIGURES = 2
WORTH, GIVEN = range(FIGURES)
"""Figures of a part of a hand: what it is worth, and how many wounds it gives."""
ORDER, KICKER, GAINS = range(3)
"""Parts of a hand of which there are figures, float64 (FIGURES, GAINS + FOLLOWERS, places of the hand and one more): an
order by itself, what its kicker adds, and from GAINS on what each minion adds that follows it."""
OUTLOOK = 7
THREATS, WOUNDS_FEARED, PENDING, STANDING, FORCE, SHIELD, LEFT = range(OUTLOOK)
"""Rows of what is expected, float64 (OUTLOOK, COLOURS): by colour what others may add to the chain, as a cost and in
wounds; by seat the wounds that the orders in it give, those that players have then, as they are being added up, and
the strength and health of their minions, and what is left of that, as it absorbs damage."""


# --- the chain --------------------------------------------------------------------------------------------------------


class Chain(NamedTuple):
    """What orders do that a player adds."""

    worth: float
    wounds: float
    """that they give"""
    shield: int
    """health of the minions among them"""


NOTHING_ADDED = Chain(0.0, 0.0, 0)


@kernel
def expect_threats(s, t, seat, p, outlook):
    """Writes what the players may add who have their chance after this one, by the colour that it begins with; as a
    cost it is more if this one leads, since they hit the leader.
    """
    feared = importance(s, seat, 0, p)
    for k in range(s.at + 1, s.players):
        other = clockwise(s, s.active, k)
        sums = np.zeros((COLOURS, LINKED + COLOURS))
        sort_orders(s, t, other, p[Number.TABLE], p[Number.TABLE_TEXT], p, sums)
        share = s.hand[other].n / max(s.hand[other].n + s.deck[other].n, 1)
        cost, wounds = np.zeros(COLOURS), np.zeros(COLOURS)
        expect_chain(sums, share, p[Number.REACH], cost, wounds)
        for colour in range(COLOURS):
            outlook[THREATS, colour] += feared * cost[colour]
            outlook[WOUNDS_FEARED, colour] += wounds[colour]


@kernel
def expect_chain(sums, share, reach, cost, wounds):
    """Writes by colour what a chain of a player's orders costs another that begins with it, and the wounds that it
    gives: one order of the colour, if he holds any, and by its links a share of the chains that go on from there.
    sums: see `sort_orders`; share: of these orders that he holds.
    """
    for _ in range(LINKS_EXPECTED):
        for colour in range(COLOURS):
            n = sums[colour, COUNTED]
            if n > 0.0:
                total, given = sums[colour, COST], sums[colour, WOUNDS]
                for linked in range(COLOURS):
                    total += reach * sums[colour, LINKED + linked] * cost[linked]
                    given += reach * sums[colour, LINKED + linked] * wounds[linked]
                held = min(share * n, 1.0) / n
                cost[colour], wounds[colour] = held * total, held * given


@kernel
def feared_after(t, card, row, outlook):
    """What others may add to a card, by a row of the outlook."""
    total = 0.0
    for colour in range(COLOURS):
        total += outlook[row, colour] * ((t.card[card].links >> colour) & 1)
    return total


@kernel
def play_worth(s, t, seat, card, lost, swept, p):
    """What adding an order is worth by its text and body, less what holding it is. lost, swept: see `peril`."""
    c = t.card[card]
    hold = p[Number.HOLD] if seat == s.active else p[Number.HOLD_THEIRS]
    worth = text_now(s, t, seat, c.chain, 0, p) - hold
    stays = 1.0 - p[Number.DOOMED] * (1.0 if c.health <= swept else lost)
    return worth + stays * body_worth(t, card, c.health, p) if c.is_minion == 1 else worth


@kernel
def followers_of(s, t, place):
    """How many minions of its player follow an order in the chain: they enter play before it resolves."""
    total = 0
    for after in range(place + 1, s.n_chain):
        total += s.chain[after].seat == s.chain[place].seat and t.card[s.chain[after].card].is_minion == 1
    return total


@kernel
def expect_wounds(s, t, outlook):
    """Writes by seat how many wounds the orders give that are in the chain."""
    for place in range(s.n_chain):
        order, followers = s.chain[place], followers_of(s, t, place)
        outlook[PENDING, order.seat] += wounds_now(s, t, order.seat, t.card[order.card].chain, followers)
        if order.kicked == 1:
            outlook[PENDING, order.seat] += wounds_now(s, t, order.seat, t.card[order.card].kicked, followers)


@kernel
def leader_for(s, seat, standing):
    """Who has fewest wounds of a player's opponents, the next one to his left if several have. standing: by seat."""
    least = clockwise(s, seat, 1)
    for k in range(2, s.players):
        other = clockwise(s, seat, k)
        if standing[other] < standing[least]:
            least = other
    return least


@kernel
def give(s, seat, n, standing):
    """A player gives n wounds one by one, each to who has fewest of his opponents. standing: wounds by seat."""
    for _ in range(n):
        standing[leader_for(s, seat, standing)] += 1


@kernel
def add_up(s, seat, wounds, feared, outlook):
    """Writes how many wounds players have after those behind this one have given as many as are feared, he so many, and
    the orders in the chain theirs.
    """
    standing = outlook[STANDING]
    for other in range(s.players):
        standing[other] = total_wounds(s, other)
    give(s, clockwise(s, s.active, min(s.at + 1, s.players - 1)), feared, standing)
    give(s, seat, wounds, standing)
    for other in range(s.players):
        give(s, other, int(outlook[PENDING, other]), standing)


@kernel
def outcome(s, seat, standing):
    """How well a player stands if the game ends so: 1 with fewest wounds alone, less in a tie, below 0 if he is
    behind.
    """
    tied = 0
    for other in range(s.players):
        if standing[other] < standing[seat]:
            return -1.0 / (s.players - 1)
        tied += standing[other] == standing[seat]
    return (s.players / tied - 1.0) / (s.players - 1)


@kernel
def muster(s, t, outlook):
    """Writes by seat how strong a player's minions are together, and how much health they have, those included that
    enter play from the chain.
    """
    for seat in range(s.players):
        for place in range(s.play[seat].n):
            outlook[FORCE, seat] += strength(s, t, seat, place)
            outlook[SHIELD, seat] += s.play[seat].minion[place].health
    for place in range(s.n_chain):
        card, seat = s.chain[place].card, s.chain[place].seat
        outlook[FORCE, seat] += t.card[card].strength * t.card[card].is_minion
        outlook[SHIELD, seat] += t.card[card].health * t.card[card].is_minion


@kernel
def exposure(s, seat, shield, hit, outlook):
    """How many wounds a player may expect up to his next turn, if every player before him attacks whoever leads by then
    with all minions, and hits him as often with orders. shield: health of minions that he adds. Changes the wounds in
    the outlook.
    """
    standing, left, total = outlook[STANDING], outlook[LEFT], 0.0
    for other in range(s.players):
        left[other] = outlook[SHIELD, other]
    left[seat] += shield
    for k in range(1, s.players):
        other = clockwise(s, s.active, k)
        if other == seat:
            break
        target = leader_for(s, other, standing)
        absorbed = min(outlook[FORCE, other], left[target])
        left[target] -= absorbed
        harm = outlook[FORCE, other] - absorbed + hit
        standing[target] += harm
        if target == seat:
            total += harm
    return total


@kernel
def rest_worth(s, seat, chain, feared, p, outlook):
    """What it is worth how players stand after a chain: the win or the loss if the game ends with it, or how exposed
    one is until one's next turn, of more than two.
    """
    given = chain.wounds + feared
    for other in range(s.players):
        given += outlook[PENDING, other]
    ends = given >= s.counted and given > 0
    if not ends and s.players == 2:
        return 0.0
    add_up(s, seat, int(chain.wounds), feared, outlook)
    if ends:
        return p[Number.FINISH] * outcome(s, seat, outlook[STANDING])
    return -p[Number.EXPOSED] * exposure(s, seat, chain.shield, p[Number.HIT], outlook)


@kernel
def stop_worth(s, t, seat, last, chain, p, outlook):
    """What a chain is worth that a player ends with the card `last`: what it does, what others may add, and how players
    stand then.
    """
    feared = int(feared_after(t, last, WOUNDS_FEARED, outlook) + 0.5)
    return chain.worth - feared_after(t, last, THREATS, outlook) + rest_worth(s, seat, chain, feared, p, outlook)


@kernel
def may_follow(t, before, card):
    """Whether an order links to another."""
    return (t.card[before].links >> t.card[card].colour) & 1 == 1


@kernel
def weigh_followers(s, t, seat, program, so_many, gains, p):
    """Adds what the next minions of a player's own that follow a text add to it, after so many of them. gains: float64
    (FIGURES, FOLLOWERS).
    """
    for n in range(so_many, min(so_many + FOLLOWERS, followers_minded(t, program))):
        gains[WORTH, n - so_many] += text_now(s, t, seat, program, n + 1, p) - text_now(s, t, seat, program, n, p)
        gains[GIVEN, n - so_many] += wounds_now(s, t, seat, program, n + 1) - wounds_now(s, t, seat, program, n)


@kernel
def weigh_chain(s, t, seat, p, weighed):
    """Writes, in the place after the hand, what the next minions of a player add to his orders in the chain."""
    after = s.hand[seat].n
    for place in range(s.n_chain):
        if s.chain[place].seat == seat:
            program, n = t.card[s.chain[place].card].chain, followers_of(s, t, place)
            weigh_followers(s, t, seat, program, n, weighed[:, GAINS:, after], p)


@kernel
def weigh_hand(s, t, seat, p, weighed):
    """Writes by place in the hand what an order is worth and how many wounds it gives, what its kicker adds, and what
    minions add that follow it. In the place after the hand: what those add to the orders that the player has in the
    chain. weighed: zeros, see ORDER.
    """
    hand, (lost, swept) = s.hand[seat], peril(s, t, seat)
    weigh_chain(s, t, seat, p, weighed)
    for i in range(hand.n):
        c = t.card[hand.card[i]]
        if c.wound == NOTHING:
            weighed[WORTH, ORDER, i] = play_worth(s, t, seat, hand.card[i], lost, swept, p)
            weighed[WORTH, KICKER, i] = text_now(s, t, seat, c.kicked, 0, p)
            weighed[GIVEN, ORDER, i] = wounds_now(s, t, seat, c.chain, 0)
            weighed[GIVEN, KICKER, i] = wounds_now(s, t, seat, c.kicked, 0)
            weigh_followers(s, t, seat, c.chain, 0, weighed[:, GAINS:, i], p)


@kernel
def tried(s, t, hand, path, depth, weighed):
    """What the order tried at a depth does, with its kicker if it is kicked there; of a minion also what it adds to the
    orders before it. weighed: see `weigh_hand`.
    """
    i = path[depth]
    worth, wounds, shield = weighed[WORTH, ORDER, i], weighed[GIVEN, ORDER, i], 0
    if is_kicked(s, t, hand, path, depth):
        worth, wounds = worth + weighed[WORTH, KICKER, i], wounds + weighed[GIVEN, KICKER, i]
    if t.card[hand.card[i]].is_minion == 1:
        worth += added_before(t, hand, path, depth, weighed[WORTH, GAINS:])
        wounds += added_before(t, hand, path, depth, weighed[GIVEN, GAINS:])
        shield = t.card[hand.card[i]].health
    return Chain(worth, wounds, shield)


@kernel
def added_before(t, hand, path, depth, gains):
    """By a figure what the minion tried at a depth adds to the player's orders before it."""
    followers, total = 0, 0.0
    for before in range(depth - 1, -1, -1):
        if followers == FOLLOWERS:
            return total
        total += gains[followers, path[before]]
        followers += t.card[hand.card[path[before]]].is_minion
    return total + gains[followers, hand.n] if followers < FOLLOWERS else total


@kernel
def best_first(s, t, seat, p, weighed, outlook, path):
    """The place in the hand of the first order of the best chain that it holds, or -1: to add nothing.

    Depth first over the orders in hand, each once, up to PATHS_MAX chains. weighed: see `weigh_hand`; outlook: see
    there; path: what is being tried at each depth.
    """
    hand = s.hand[seat]
    best, first = rest_worth(s, seat, NOTHING_ADDED, 0, p, outlook), -1
    if s.n_chain > 0:
        best = stop_worth(s, t, seat, s.chain[s.n_chain - 1].card, NOTHING_ADDED, p, outlook)
    depth, i, worth, wounds, shield, n_tried, used = 0, 0, 0.0, 0.0, 0, 0, 0
    while depth >= 0:
        if i >= hand.n or depth >= DEEPEST or n_tried >= PATHS_MAX:
            depth -= 1
            if depth >= 0:
                less = tried(s, t, hand, path, depth, weighed)
                worth, wounds, shield = worth - less.worth, wounds - less.wounds, shield - less.shield
                used &= ~(1 << path[depth])
                i = path[depth] + 1
        elif can_add(s, t, hand, path, depth, used, i):
            path[depth] = i
            more = tried(s, t, hand, path, depth, weighed)
            worth, wounds, shield = worth + more.worth, wounds + more.wounds, shield + more.shield
            used |= 1 << i
            n_tried += 1
            longer = p[Number.LONG] * (depth + (s.n_chain > 0))
            chain = Chain(worth + longer, wounds, shield)
            found = stop_worth(s, t, seat, hand.card[i], chain, p, outlook)
            if found > best + EQUAL:
                best, first = found, path[0]
            depth, i = depth + 1, 0
        else:
            i += 1
    return first


@kernel
def choose_order(s, t, seat, actions, n, p):
    """The first order of the best chain that the hand holds, or no more."""
    weighed = np.zeros((FIGURES, GAINS + FOLLOWERS, s.hand[seat].n + 1))
    outlook, path = np.zeros((OUTLOOK, COLOURS)), np.zeros(DEEPEST, np.int64)
    weigh_hand(s, t, seat, p, weighed)
    expect_threats(s, t, seat, p, outlook)
    expect_wounds(s, t, outlook)
    if s.players > 2:
        muster(s, t, outlook)
    first = best_first(s, t, seat, p, weighed, outlook, path)
    for k in range(n):
        if first >= 0 and actions[k].kind == Kind.PLAY and actions[k].a == s.hand[seat].card[first]:
            return k
    return n - 1


@kernel
def can_add(s, t, hand, path, depth, used, i):
    """Whether the order at a place of the hand goes on the chain tried so far; of equal ones the first that is left."""
    card = hand.card[i]
    if i >= HAND_SEARCHED or (used >> i) & 1 == 1 or t.card[card].wound != NOTHING:
        return False
    for j in range(i):
        if hand.card[j] == card and (used >> j) & 1 == 0:
            return False
    if depth > 0:
        return may_follow(t, hand.card[path[depth - 1]], card)
    return s.n_chain == 0 or may_follow(t, s.chain[s.n_chain - 1].card, card)


@kernel
def is_kicked(s, t, hand, path, depth):
    """Whether the order tried at a depth is kicked by the one before."""
    kicker = t.card[hand.card[path[depth]]].kicker
    if kicker == NOTHING:
        return False
    if depth > 0:
        return t.card[hand.card[path[depth - 1]]].colour == kicker
    return s.n_chain > 0 and t.card[s.chain[s.n_chain - 1].card].colour == kicker


# --- claims -----------------------------------------------------------------------------------------------------------


@kernel
def keep_worth(s, t, card, p):
    """What keeping a card in hand is worth: against its discard for influence, or at an opponent's wish. For one that
    leaves a hand no larger than it will be in the end another is drawn.
    """
    if t.card[card].wound != NOTHING:
        return p[Number.KEEP_WOUND]
    room = p[Number.ROOM] if s.hand[s.to_move].n <= t.hand else 0.0
    return p[Number.KEEP] * card_worth(s, t, card, p) - room


@kernel
def copies_owned(s, seat, card):
    """How many copies of a card a player owns."""
    total = int(s.discard[seat, card])
    for i in range(s.hand[seat].n):
        total += s.hand[seat].card[i] == card
    for i in range(s.deck[seat].n):
        total += s.deck[seat].card[i] == card
    for place in range(s.play[seat].n):
        total += s.play[seat].minion[place].card == card
    return total


@kernel
def gain(s, t, seat, card, owned, p):
    """What claiming a card is worth, which is less as the end comes near. owned: see `count_owned`."""
    left = s.counted / (s.players * p[Number.LATE])
    worth = p[Number.BUY] * card_worth(s, t, card, p) + fit_worth(t, s.players, card, owned, p)
    early = p[Number.EARLY] * economy(t, t.card[card].chain) * s.counted / (s.players * t.counted_wounds)
    again = p[Number.AGAIN] * copies_owned(s, seat, card)
    return worth * min(left, 1.0) + early - again - p[Number.PRICE]


@kernel
def best_claim(s, t, seat, actions, n, owned, p):
    """The index of the best claim in reach, or -1, and what it is worth."""
    best, worth = -1, 0.0
    for k in range(n):
        if actions[k].kind == Kind.CLAIM:
            found = gain(s, t, seat, s.archive[actions[k].a].card, owned, p)
            if found > worth + EQUAL:
                best, worth = k, found
    return best, worth


@kernel
def cost_of_trades(s, t, seat, deficit, p):
    """What the cards are worth that one gives up for so much influence, the least valuable first; a great number if
    there are too few.
    """
    hand, total, floor = s.hand[seat], 0.0, -OUT_OF_REACH
    taken = 0
    while taken < deficit:
        least, equal = OUT_OF_REACH, 0
        for i in range(hand.n):
            if can_trade(t, hand.card[i]):
                worth = keep_worth(s, t, hand.card[i], p)
                if worth > floor + EQUAL and worth < least - EQUAL:
                    least, equal = worth, 1
                elif abs(worth - least) <= EQUAL:
                    equal += 1
        if equal == 0:
            return OUT_OF_REACH
        more = min(equal, deficit - taken)
        total, taken, floor = total + more * least, taken + more, least
    return total


@kernel
def trade_for(s, t, seat, worth, owned, p):
    """Whether some card out of reach is worth more than the best in reach, less the cards that must go for it."""
    for i in range(s.n_archives):
        archive = s.archive[i]
        deficit = t.card[archive.card].cost - s.influence
        if archive.left > 0 and deficit > 0 and (archive.owner < 0 or archive.owner == seat):
            if gain(s, t, seat, archive.card, owned, p) - cost_of_trades(s, t, seat, deficit, p) > worth + EQUAL:
                return True
    return False


@kernel
def choose_claim(s, t, actions, n, p):
    """The best claim; or a card discarded towards a better one; or the end of the phase."""
    owned = np.zeros((COLOURS + 1, COLOURS), np.int64)
    count_owned(s, t, s.to_move, owned)
    best, worth = best_claim(s, t, s.to_move, actions, n, owned, p)
    if trade_for(s, t, s.to_move, worth, owned, p):
        cheapest, least = -1, OUT_OF_REACH
        for k in range(n):
            if actions[k].kind == Kind.TRADE:
                found = keep_worth(s, t, actions[k].a, p)
                if found < least - EQUAL:
                    cheapest, least = k, found
        if cheapest >= 0:
            return cheapest
    return best if best >= 0 else n - 1


# --- combat -----------------------------------------------------------------------------------------------------------


@kernel
def attack_score(s, t, seat, target, p):
    """How good it is to attack a player: he leads, also after the attacks declared, and little stands in the way."""
    health = 0
    for place in range(s.play[target].n):
        health += s.play[target].minion[place].health
    aimed = 0
    for place in range(s.play[seat].n):
        if s.play[seat].minion[place].target == target:
            aimed += strength(s, t, seat, place)
    through = max(aimed - health, 0) * p[Number.AIMED]
    return importance(s, target, through, p) - p[Number.BLOCKERS] * max(health - aimed, 0) * DEALT


@kernel
def damage_left(s, t, attacker, seat):
    """What is left of an attacker's strength after those who block it already."""
    left = int(strength(s, t, s.active, attacker))
    for place in range(s.play[seat].n):
        if s.play[seat].minion[place].blocks == attacker:
            left -= s.play[seat].minion[place].health
    return max(left, 0)


@kernel
def ends_in_combat(s, t):
    """Whether the game ends with this combat phase, as far as blocks are declared."""
    total = 0
    for attacker in range(s.play[s.active].n):
        total += damage_left(s, t, attacker, s.play[s.active].minion[attacker].target)
    return total >= s.counted


@kernel
def block_score(s, t, seat, place, attacker, p):
    """What a block is worth: wounds that it saves, less what the minion loses."""
    minion = s.play[seat].minion[place]
    left = damage_left(s, t, attacker, seat)
    saved = min(left, minion.health)
    worth = p[Number.SAVE] * saved * urgency(s, t, p)
    if t.card[minion.card].blocks_direct_damage == 1:
        return -EQUAL  # it absorbs as much without a block of its own
    if saved >= minion.health and not ends_in_combat(s, t):
        return worth - p[Number.SPARE] * body_worth(t, minion.card, 0, p)
    return worth - HURT * saved


# --- choices of texts -------------------------------------------------------------------------------------------------


@kernel
def row_to_come(s, t):
    """The row that comes after the one that asks, of its text or of the text below it, or NOTHING."""
    frame, below = top(s), below_top(s)
    at = frame.pc + 1 + t.row[frame.pc].skip
    if at < frame.end:
        return at
    return below.pc if below.kind == Frame.PROGRAM else NOTHING


@kernel
def target_score(s, t, seat, owner, place, p):
    """What the next line of the text is worth on a minion."""
    at, operation, n = row_to_come(s, t), Operation.DAMAGE, 1
    if at != NOTHING and t.row[at].select == Select.TARGETED:
        operation, n = t.row[at].operation, t.row[at].amount
    return effect_on_minion(s, t, effect(seat, operation, n), owner, place, p)


@kernel
def player_score(s, t, seat, target, p):
    """How good a player is as a target: he leads, and nothing absorbs damage for him; of discards, who holds cards."""
    if target == seat:
        return NEVER
    at = row_to_come(s, t)
    if at != NOTHING and t.row[at].operation == Operation.DISCARD:
        return importance(s, target, 0, p) if s.hand[target].n > 0 else -1.0
    return importance(s, target, 0, p) - GUARDED * guard(s, t, target)


@kernel
def exile_score(s, t, seat, action):
    """A wound of the type of which one has most, of the discard pile before one in hand."""
    kind = t.card[action.a].wound
    return 1.0 + s.wounds[seat, kind] + (FROM_DISCARD if action.kind == Kind.EXILE_DISCARD else 0.0)


@kernel
def choice_score(s, t, action, p, room):
    """Score of a choice of which the best is taken; to do no more scores 0."""
    kind, a, b, seat = action.kind, action.a, action.b, s.to_move
    if kind == Kind.ATTACK:
        return attack_score(s, t, seat, b, p)
    if kind == Kind.BLOCK:
        return block_score(s, t, seat, a, b, p)
    if kind == Kind.ABSORB:
        minion = s.play[seat].minion[a]
        return -body_worth(t, minion.card, 0, p)
    if kind == Kind.TARGET_MINION:
        return target_score(s, t, seat, b, a, p)
    if kind == Kind.TARGET_PLAYER:
        return player_score(s, t, seat, b, p)
    if kind == Kind.TARGET_ORDER:
        return order_worth(s, t, a, p) * importance(s, s.chain[a].seat, 0, p)
    if kind == Kind.NEXT:
        return lead(s, b)
    if kind == Kind.DISCARD:
        return -keep_worth(s, t, a, p)
    if kind == Kind.EXILE_HAND or kind == Kind.EXILE_DISCARD:
        return exile_score(s, t, seat, action)
    if kind == Kind.REANIMATE:
        return body_worth(t, a, t.card[a].health, p)
    if kind == Kind.TAKE:
        return TAKEN + card_worth(s, t, s.archive[a].card, p)
    if kind == Kind.SHED:
        return 1.0
    if kind == Kind.DRAFT:
        return draft_choice(s, t, seat, a, p)
    return float(strength(s, t, seat, a)) if kind == Kind.FIGHT else 0.0


@kernel
def draft_score(s, t, seat, card, p):
    """What an archive is worth of one's own: what the card is, and with those picked before, less what it costs."""
    owned = np.zeros((COLOURS + 1, COLOURS), np.int64)
    for step in range(draft_step(s)):
        start = PACKET * packet_of(s, seat, step)
        for i in range(start, start + PACKET):
            if s.drafted[i] == step and is_private(t, step):
                count_order(t, s.draft[i], 1, owned)
    early = p[Number.EARLY] * economy(t, t.card[card].chain)
    fit = fit_worth(t, s.players, card, owned, p)
    return p[Number.BUY] * card_worth(s, t, card, p) + fit + early - p[Number.DEAR] * t.card[card].cost


@kernel
def removal_score(s, t, seat, card, p):
    """How good it is to remove a card of a packet from which the opponent then takes the best, and oneself the next: by
    how little more his is worth.
    """
    best, second, start = -OUT_OF_REACH, -OUT_OF_REACH, PACKET * packet_of(s, seat, 0)
    for i in range(start, start + PACKET):
        if s.draft[i] != card:
            worth = draft_score(s, t, seat, s.draft[i], p)
            best, second = max(best, worth), max(second, min(best, worth))
    return second - best


@kernel
def draft_choice(s, t, seat, card, p):
    """How good it is to pick a card: to own it, to keep it from the opponent where it is removed, or to be rid of it
    where it goes to all.
    """
    if draft_step(s) == 0 and t.removes_first == 1:
        return removal_score(s, t, seat, card, p)
    worth = draft_score(s, t, seat, card, p)
    return worth if is_private(t, draft_step(s)) else -worth


@define_agent("nightfall", NUMBERS)
def choose(s, t, actions, n, params):
    """Searches its hand for the best chain, weighs the rest by what it is worth; see the module's docstring."""
    first = 0 if s.players == 2 else N_NUMBERS
    p = params[first : first + N_NUMBERS]
    if s.decision == Decision.CHAIN:
        return choose_order(s, t, s.to_move, actions, n, p)
    if s.decision == Decision.CLAIM:
        return choose_claim(s, t, actions, n, p)
    return most_wanted(s, t, actions, n, p, p, choice_score)
