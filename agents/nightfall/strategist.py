"""Our own strategies for Nightfall: one way of playing, steered by numbers.

A hand is searched for the chain that is worth most, link by link: what each text does as things stand, what a kicker
adds, what the minions are worth that enter play and what they add to the texts before them, which resolve after they
do, less what holding a card is worth, and less what the players after this one may add to the last colour, by what it
would be worth to them; what the next attack comes to then; and the win that it brings if the game ends. Attacks go
to whoever leads and can block least, the blocks of all minions are planned together, so that the wounds that they save
are worth more than the minions that they cost, or the game ends well, and cards are claimed as long as games are long
enough for them to come back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sim.cards.seats import clockwise
from sim.core.frames import below_top, top
from sim.core.kernel import kernel
from sim.nightfall.cards import Operation
from sim.nightfall.claim import can_claim_from, can_trade
from sim.nightfall.draft import draft_step, is_private, packet_of
from sim.nightfall.minions import strength
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING, PACKET, PLAY_MAX, Decision, Frame, Kind, Select

from ..agent import define_agent
from ..strategist import EQUAL, NEVER, most_wanted
from .features import (
    CHANCES,
    COLOURS,
    COST,
    COUNTED,
    HITTING,
    LINKED,
    WOUNDS,
    blocking,
    body_now,
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
    text_now,
    urgency,
    wounds_now,
)
from .numbers import N_NUMBERS, NUMBERS, Number

DEALT = 0.2
"""Share of the health of possible blockers that counts against an attack at them."""
END_OF_GAME = 100.0
"""How much more the end of the game matters than what it would change if it went on."""
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
USUAL_STRENGTH = 2
"""How strong the strongest minion is that a player may still add."""
END_NEAR = 12
"""Counted wounds: with more left, no chain of two players is feared to end the game."""
LINKS_EXPECTED = 2
"""Orders that another player is expected to add at most."""
FOLLOWERS = 2
"""Minions of one's own after an order that are counted for what they add to its text."""
FIGURES = 3
PARTS = 5
WORTH, GIVEN, SHIELD_ADDED, FORCE_ADDED, STRONGEST_ADDED = range(PARTS)
"""What orders do that a player adds: what they are worth by themselves, how many wounds they give, how much the minions
among them absorb that block, how strong they are together, and how strong the strongest is. The first three
are the figures of a part of a hand."""
ORDER, KICKER, GAINS = range(3)
"""Parts of a hand of which there are figures, float64 (FIGURES, GAINS + FOLLOWERS, places of the hand and one more): an
order by itself, what its kicker adds, and from GAINS on what each minion adds that follows it."""
OUTLOOK = CHANCES + 8
PENDING, STANDING, FORCE, SHIELD, LEFT, ABSORBED, CLASH, UNTIL = range(CHANCES, OUTLOOK)
"""Rows of what is expected, float64 (OUTLOOK, COLOURS): first those of COST, by colour, of what others may add to the
chain; by seat the wounds that the orders in it give, those that players have then, as they are being added up, and the
strength and health of their minions, and what is left of that, as it absorbs damage; of two players, by strength how
much of an attack the other absorbs if its strongest minion is as strong; then what stands on both sides, see
THEIR_FORCE, and how many wounds end the game beside those that the chain gives."""
THEIR_FORCE, THEIR_STRONGEST, OWN_SHIELD, OWN_FORCE, OWN_STRONGEST = range(5)
"""Of two players how strong the other's minions are together, and the strongest; how much of their attack one's own
absorb, those in the chain included; and how strong these are."""
SPREAD = 3.0
"""How many wounds more or less than expected may come of an attack."""


# --- the chain --------------------------------------------------------------------------------------------------------


@kernel
def expect_threats(s, t, seat, colours, p, outlook):
    """Writes what the players may add who have their chance after this one, by the colour that it begins with; as a
    cost it is more if this one leads, since they hit the leader. colours: bits of those that may begin it.
    """
    feared = importance(s, seat, 0, p)
    for k in range(s.at + 1, s.players):
        other = clockwise(s, s.active, k)
        sums = np.zeros((COLOURS, LINKED + COLOURS))
        sort_orders(s, t, other, colours, p, sums)
        share = s.hand[other].n / max(s.hand[other].n + s.deck[other].n, 1)
        chances = np.zeros((CHANCES, COLOURS + 1))
        expect_chain(sums, share, p[Number.REACH], chances)
        chances[COST] *= feared
        for row in range(CHANCES):
            for colour in range(COLOURS):
                outlook[row, colour] += chances[row, colour]


@kernel
def sort_orders(s, t, seat, colours, p, sums):
    """Adds up by colour the orders that a player may hold, as far as another can tell: his hand is any part of what he
    owns in hand and deck. Left out are those that cannot follow the colours. sums: zeros, float64 (COLOURS, LINKED +
    COLOURS), see COST and what follows it.
    """
    hand, deck = s.hand[seat], s.deck[seat]
    owned, more, before = np.zeros(t.n_cards, np.int64), colours, np.int64(0)
    for i in range(hand.n):
        owned[hand.card[i]] += 1
    for i in range(deck.n):
        owned[deck.card[i]] += 1
    while more != before:
        before = more
        for card in range(t.n_cards):
            c = t.card[card]
            if owned[card] > 0 and c.wound == NOTHING and (more >> c.colour) & 1 == 1:
                more |= c.links
    for card in range(t.n_cards):
        c, n = t.card[card], owned[card]
        if n > 0 and c.wound == NOTHING and (more >> c.colour) & 1 == 1:
            worth = text_now(s, t, seat, c.chain, 0, p)
            if c.is_minion == 1:
                worth += p[Number.TABLE_BODY] * body_now(s, t, seat, card, p)
            sums[c.colour, COUNTED] += n
            if s.players > 2 or s.counted <= END_NEAR:
                wounds = wounds_now(s, t, seat, c.chain, 0)
                sums[c.colour, HITTING] += n * (wounds > 0)
                sums[c.colour, WOUNDS] += n * wounds
            sums[c.colour, COST] += n * max(p[Number.TABLE] + p[Number.TABLE_TEXT] * worth, 0.0)
            for colour in range(COLOURS):
                sums[c.colour, LINKED + colour] += n * ((c.links >> colour) & 1)


@kernel
def expect_chain(sums, share, reach, chances):
    """Writes by colour what a chain of a player's orders costs another that begins with it, the wounds that it gives,
    and how likely it gives any: one order of the colour, if he holds any, and by its links a share of the chains that
    go on from there. sums: see `sort_orders`; share: of these orders that he holds; chances: zeros, see COST, by
    colour, with room for one more.
    """
    found = chances[:, COLOURS]
    for _ in range(LINKS_EXPECTED):
        for colour in range(COLOURS):
            n = sums[colour, COUNTED]
            if n > 0.0:
                held = min(share * n, 1.0) / n
                for row in range(CHANCES):
                    found[row] = sums[colour, row]
                for linked in range(COLOURS):
                    follows = reach * sums[colour, LINKED + linked]
                    if follows > 0.0:
                        for row in range(CHANCES):
                            found[row] += follows * chances[row, linked]
                for row in range(CHANCES):
                    chances[row, colour] = held * found[row]


@kernel
def fear(t, card, outlook, feared):
    """Writes what others may add to a card. feared: float64 (CHANCES,), see COST."""
    for colour in range(COLOURS):
        if (t.card[card].links >> colour) & 1 == 1:
            for row in range(CHANCES):
                feared[row] += outlook[row, colour]
    feared[HITTING] = min(feared[HITTING], 1.0)


@kernel
def play_worth(s, t, seat, card, lost, swept, p):
    """What adding an order is worth by its text and body, less what holding it is. lost, swept: see `peril`."""
    c = t.card[card]
    hold = p[Number.HOLD] if seat == s.active else p[Number.HOLD_THEIRS]
    worth = text_now(s, t, seat, c.chain, 0, p) - hold
    stays = 1.0 - p[Number.DOOMED] * (1.0 if c.health <= swept else lost)
    return worth + stays * body_now(s, t, seat, card, p) if c.is_minion == 1 else worth


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
    outlook[UNTIL, 0] = s.counted
    for seat in range(s.players):
        outlook[UNTIL, 0] -= outlook[PENDING, seat]


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
def measure_clash(s, t, seat, outlook):
    """Writes what stands on both sides of the attacks to come, of two players."""
    other, clash = 1 - seat, outlook[CLASH]
    for place in range(s.play[other].n):
        n = strength(s, t, other, place)
        clash[THEIR_FORCE] += n
        clash[THEIR_STRONGEST] = max(clash[THEIR_STRONGEST], n)
    for place in range(s.play[seat].n):
        n = strength(s, t, seat, place)
        clash[OWN_FORCE] += n
        clash[OWN_STRONGEST] = max(clash[OWN_STRONGEST], n)
        clash[OWN_SHIELD] += absorbs(s.play[seat].minion[place].health, clash[THEIR_STRONGEST])
    for place in range(s.play[other].n):
        add_absorbed(s.play[other].minion[place].health, outlook)
    for place in range(s.n_chain):
        order = s.chain[place]
        c = t.card[order.card]
        if c.is_minion == 1 and order.seat == seat:
            clash[OWN_FORCE] += c.strength
            clash[OWN_STRONGEST] = max(clash[OWN_STRONGEST], c.strength)
            clash[OWN_SHIELD] += absorbs(c.health, clash[THEIR_STRONGEST])
        elif c.is_minion == 1:
            add_absorbed(c.health, outlook)


@kernel
def absorbs(health, strongest):
    """How much of an attack a minion absorbs that blocks."""
    return min(health, strongest) if strongest > 0 else min(health, USUAL_STRENGTH)


@kernel
def add_absorbed(health, outlook):
    """Adds a minion of the other of two players that may block."""
    for strongest in range(COLOURS):
        outlook[ABSORBED, strongest] += min(health, strongest)


@kernel
def spill(excess):
    """How many wounds come of an attack that is so much stronger than what absorbs it, on average."""
    if excess >= SPREAD:
        return excess
    return (excess + SPREAD) ** 2 / (4.0 * SPREAD) if excess > -SPREAD else 0.0


@kernel
def clash_worth(s, seat, chain, p, outlook):
    """Of two players what the next attack comes to after a chain: in one's own turn the other's, in his one's own."""
    clash = outlook[CLASH]
    if seat == s.active:
        return -p[Number.EXPOSED] * spill(clash[THEIR_FORCE] + p[Number.HIT] - clash[OWN_SHIELD] - chain[SHIELD_ADDED])
    strongest = max(clash[OWN_STRONGEST], chain[STRONGEST_ADDED])
    absorbed = outlook[ABSORBED, int(min(strongest, COLOURS - 1))]
    return p[Number.BREAK] * spill(clash[OWN_FORCE] + chain[FORCE_ADDED] - absorbed)


@kernel
def rest_worth(s, seat, chain, feared, p, outlook):
    """What it is worth how players stand after a chain and so many wounds more: the win or the loss if the game ends
    with it, or what the next attacks come to.
    """
    given = chain[GIVEN] + feared
    ends = given >= outlook[UNTIL, 0] and given + s.counted > outlook[UNTIL, 0]
    if not ends and s.players == 2:
        return clash_worth(s, seat, chain, p, outlook)
    add_up(s, seat, int(chain[GIVEN]), feared, outlook)
    if ends:
        return p[Number.FINISH] * outcome(s, seat, outlook[STANDING])
    return -p[Number.EXPOSED] * exposure(s, seat, chain[SHIELD_ADDED], p[Number.HIT], outlook)


@kernel
def stop_worth(s, seat, feared, chain, p, outlook):
    """What a chain is worth that a player ends: what it does, what others may add, and how players stand then, with the
    wounds that others may give and without. feared: see `fear`.
    """
    worth, likely = chain[WORTH] - feared[COST], feared[HITTING]
    wounds = int(feared[WOUNDS] / likely + 0.5) if likely > EQUAL else 0
    unhurt = rest_worth(s, seat, chain, 0, p, outlook)
    if wounds == 0 or (s.players == 2 and chain[GIVEN] + wounds < outlook[UNTIL, 0]):
        return worth + unhurt
    return worth + likely * rest_worth(s, seat, chain, wounds, p, outlook) + (1.0 - likely) * unhurt


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
def addable(s, t, seat):
    """Bits of the places of the hand that may come into the chain, after others of the hand too, and of the colours
    that may follow these or the chain as it is.
    """
    hand, found, more = s.hand[seat], 0, True
    links = np.int64(t.card[s.chain[s.n_chain - 1].card].links) if s.n_chain > 0 else np.int64(0)
    while more:
        more = False
        for i in range(min(hand.n, HAND_SEARCHED)):
            c = t.card[hand.card[i]]
            if (found >> i) & 1 == 0 and c.wound == NOTHING and (s.n_chain == 0 or (links >> c.colour) & 1 == 1):
                found, links, more = found | (1 << i), links | c.links, True
    return found, links


@kernel
def weigh_hand(s, t, seat, places, p, weighed, outlook):
    """Writes by place in the hand what an order is worth and how many wounds it gives, what its kicker adds, and what
    minions add that follow it. In the place after the hand: what those add to the orders that the player has in the
    chain. places: bits of those of the hand that matter; weighed: zeros, see ORDER.
    """
    hand, (lost, swept) = s.hand[seat], peril(s, t, seat)
    weigh_chain(s, t, seat, p, weighed)
    for i in range(min(hand.n, HAND_SEARCHED)):
        c = t.card[hand.card[i]]
        if (places >> i) & 1 == 1:
            weighed[WORTH, ORDER, i] = play_worth(s, t, seat, hand.card[i], lost, swept, p)
            weighed[WORTH, KICKER, i] = text_now(s, t, seat, c.kicked, 0, p)
            if c.is_minion == 1:
                strongest = outlook[CLASH, THEIR_STRONGEST]
                weighed[SHIELD_ADDED, ORDER, i] = absorbs(c.health, strongest) if s.players == 2 else c.health
            weighed[GIVEN, ORDER, i] = wounds_now(s, t, seat, c.chain, 0)
            weighed[GIVEN, KICKER, i] = wounds_now(s, t, seat, c.kicked, 0)
            weigh_followers(s, t, seat, c.chain, 0, weighed[:, GAINS:, i], p)


@kernel
def add_tried(s, t, hand, path, depth, weighed, chains):
    """Writes what a chain does with the order tried at a depth, with its kicker if it is kicked there; of a minion also
    what it adds to the orders before it. weighed: see `weigh_hand`; chains: float64 (DEEPEST + 1, PARTS), by length.
    """
    i, before, chain = path[depth], chains[depth], chains[depth + 1]
    c, kicked = t.card[hand.card[i]], is_kicked(s, t, hand, path, depth)
    for k in range(PARTS):
        chain[k] = before[k]
    for k in range(FIGURES):
        chain[k] += weighed[k, ORDER, i]
        if kicked:
            chain[k] += weighed[k, KICKER, i]
        if c.is_minion == 1:
            chain[k] += added_before(t, hand, path, depth, weighed[k, GAINS:])
    if c.is_minion == 1:
        chain[FORCE_ADDED] += c.strength
        chain[STRONGEST_ADDED] = max(chain[STRONGEST_ADDED], c.strength)


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
def best_first(s, t, seat, places, p, weighed, outlook):
    """The place in the hand of the first order of the best chain that it holds, or -1: to add nothing.

    Depth first over the orders in hand, each once, up to PATHS_MAX chains. weighed: see `weigh_hand`; outlook: see
    there; places: bits of the orders that may be added.
    """
    hand, chains, path = s.hand[seat], np.zeros((DEEPEST + 1, PARTS)), np.zeros(DEEPEST, np.int64)
    feared = np.zeros((hand.n + 1, CHANCES))
    for i in range(min(hand.n, HAND_SEARCHED)):
        if (places >> i) & 1 == 1:
            fear(t, hand.card[i], outlook, feared[i])
    if s.n_chain > 0:
        fear(t, s.chain[s.n_chain - 1].card, outlook, feared[hand.n])
    best, first = stop_worth(s, seat, feared[hand.n], chains[0], p, outlook), -1
    depth, i, n_tried, used = 0, 0, 0, 0
    while depth >= 0:
        if i >= min(hand.n, HAND_SEARCHED) or depth >= DEEPEST or n_tried >= PATHS_MAX:
            depth -= 1
            if depth >= 0:
                used &= ~(1 << path[depth])
                i = path[depth] + 1
        elif (places >> i) & 1 == 1 and can_add(s, t, hand, path, depth, used, i):
            path[depth] = i
            add_tried(s, t, hand, path, depth, weighed, chains)
            used |= 1 << i
            n_tried += 1
            longer = p[Number.LONG] * (depth + (s.n_chain > 0))
            found = longer + stop_worth(s, seat, feared[i], chains[depth + 1], p, outlook)
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
    outlook = np.zeros((OUTLOOK, COLOURS))
    places, colours = addable(s, t, seat)
    expect_threats(s, t, seat, colours, p, outlook)
    expect_wounds(s, t, outlook)
    if s.players > 2:
        muster(s, t, outlook)
    else:
        measure_clash(s, t, seat, outlook)
    weigh_hand(s, t, seat, places, p, weighed, outlook)
    first = best_first(s, t, seat, places, p, weighed, outlook)
    for k in range(n):
        if first >= 0 and actions[k].kind == Kind.PLAY and actions[k].a == s.hand[seat].card[first]:
            return k
    return n - 1


@kernel
def can_add(s, t, hand, path, depth, used, i):
    """Whether the order at a place of the hand goes on the chain tried so far; of equal ones the first that is left."""
    card = hand.card[i]
    if (used >> i) & 1 == 1:
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
def gain(s, t, card, copies, owned, p):
    """What claiming a card is worth, which is less as the end comes near. copies, owned: see `count_owned`."""
    left = s.counted / (s.players * p[Number.LATE])
    worth = p[Number.BUY] * card_worth(s, t, card, p) + fit_worth(t, s.players, card, owned, p)
    early = p[Number.EARLY] * economy(t, t.card[card].chain) * s.counted / (s.players * t.counted_wounds)
    again = p[Number.AGAIN] * copies[card]
    return worth * min(left, 1.0) + early - again - p[Number.PRICE]


@kernel
def weigh_archives(s, t, seat, most, p, gains):
    """Writes by archive what a claim from it is worth, NEVER if it costs more than `most` or there is none. gains:
    float64 (archives,).
    """
    owned, copies, counted = np.zeros((COLOURS + 1, COLOURS), np.int64), np.zeros(t.n_cards, np.int64), False
    for i in range(gains.size):
        gains[i] = NEVER
        if t.card[s.archive[i].card].cost <= most and can_claim_from(s, seat, s.archive[i]):
            if not counted:
                count_owned(s, t, seat, copies, owned)
                counted = True
            gains[i] = gain(s, t, s.archive[i].card, copies, owned, p)


@kernel
def weigh_trades(s, t, seat, p, keeps):
    """Writes what the cards of the hand are worth that can be discarded for influence, the least first; returns how
    many. keeps: room for them.
    """
    hand, n = s.hand[seat], 0
    for i in range(hand.n):
        if can_trade(t, hand.card[i]):
            worth, at = keep_worth(s, t, hand.card[i], p), n
            while at > 0 and keeps[at - 1] > worth:
                keeps[at] = keeps[at - 1]
                at -= 1
            keeps[at], n = worth, n + 1
    return n


@kernel
def best_claim(s, actions, n, gains):
    """The index of the best claim in reach, or -1, and what it is worth."""
    best, worth = -1, 0.0
    for k in range(n):
        if actions[k].kind == Kind.CLAIM:
            found = gains[actions[k].a]
            if found > worth + EQUAL:
                best, worth = k, found
    return best, worth


@kernel
def trade_for(s, t, worth, gains, keeps, trades):
    """Whether some card out of reach is worth more than the best in reach, less the cards that must go for it, of which
    there are so many.
    """
    for i in range(gains.size):
        deficit = t.card[s.archive[i].card].cost - s.influence
        if 0 < deficit <= trades and gains[i] - keeps[:deficit].sum() > worth + EQUAL:
            return True
    return False


@kernel
def choose_claim(s, t, actions, n, p):
    """The best claim; or a card discarded towards a better one; or the end of the phase."""
    gains, keeps = np.zeros(s.n_archives), np.zeros(s.hand[s.to_move].n)
    trades = weigh_trades(s, t, s.to_move, p, keeps)
    weigh_archives(s, t, s.to_move, s.influence + trades, p, gains)
    best, worth = best_claim(s, actions, n, gains)
    if trade_for(s, t, worth, gains, keeps, trades):
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


class Siege(NamedTuple):
    """What a player decides his blocks by."""

    strengths: Any
    """by attacker, 0 of one that attacks somebody else"""
    losses: Any
    """by place of his minions, see `lost_worth`"""
    blocks: Any
    """by place of his minions the attacker that each blocks, or NOTHING"""
    lost: Any
    """by attacker what its attack costs of the minions that block it"""
    through: Any
    """by attacker how much of its strength they leave"""
    standing: Any
    """by seat the wounds that players have if he takes none"""
    until_end: Any
    """how many wounds he takes with which the game ends"""
    absorbed: Any
    """how many wounds minions absorb without a block of their own"""
    save: Any
    """what a wound is worth that a block saves"""


@kernel
def lost_worth(s, t, seat, place, p):
    """What a minion that blocks is worth beside the block: its attacks, and blocks that are still to come."""
    minion = s.play[seat].minion[place]
    again = minion.health * p[Number.HEALTH] * blocking(s, t, seat, minion.card, 0.0)
    return p[Number.SPARE] * (body_worth(t, minion.card, 0, p) + again)


@kernel
def besiege(s, t, seat, p):
    """What a player decides his blocks by, with those that are declared."""
    play, attackers = s.play[seat], s.play[s.active]
    counts, worths = np.zeros((3, max(attackers.n, play.n)), np.int64), np.zeros((3, PLAY_MAX))
    strengths, through, blocks = counts[0, : attackers.n], counts[1, : attackers.n], counts[2]
    losses, lost, standing = worths[0], worths[1, : attackers.n], worths[2]
    taken = 0
    for other in range(s.players):
        standing[other] = total_wounds(s, other)
    for attacker in range(attackers.n):
        target = attackers.minion[attacker].target
        if target == seat:
            strengths[attacker] = strength(s, t, s.active, attacker)
        elif target >= 0:
            left = damage_left(s, t, attacker, target)
            standing[target] += left
            taken += left
    for place in range(play.n):
        losses[place] = lost_worth(s, t, seat, place, p)
        blocks[place] = play.minion[place].blocks if place < s.at else NOTHING
    save = p[Number.SAVE] * urgency(s, t, p)
    until_end, absorbed = s.counted - np.int64(taken), np.int64(guard(s, t, seat))
    siege = Siege(strengths, losses, blocks, lost, through, standing, until_end, absorbed, save)
    for attacker in range(attackers.n):
        lost[attacker], through[attacker] = fight_out(s, seat, siege, attacker)
    return siege


@kernel
def fight_out(s, seat, siege, attacker):
    """What an attack costs the minions that block it, and what they leave of it. One that survives it absorbs all, else
    those absorb first that are worth least.
    """
    left, lost, absorbed, play = siege.strengths[attacker], 0.0, 0, s.play[seat]
    while left > 0:
        first = NOTHING
        for place in range(play.n):
            if siege.blocks[place] == attacker and (absorbed >> place) & 1 == 0:
                if play.minion[place].health > left:
                    return lost + HURT * left, 0
                if first == NOTHING or siege.losses[place] < siege.losses[first]:
                    first = place
        if first == NOTHING:
            return lost, left
        absorbed |= 1 << first
        lost, left = lost + siege.losses[first], left - int(play.minion[first].health)
    return lost, 0


@kernel
def siege_worth(s, seat, siege, lost, through):
    """What it is worth to lose so much and to let so much through: above all the win or the loss if the game ends."""
    wounds = max(through - siege.absorbed, 0)
    if wounds < siege.until_end:
        return -siege.save * wounds - lost
    siege.standing[seat] += wounds
    result = outcome(s, seat, siege.standing)
    siege.standing[seat] -= wounds
    return END_OF_GAME * result - siege.save * wounds


@kernel
def try_block(s, seat, siege, place, attacker, lost, through):
    """What the blocks are worth with one of them changed. lost, through: sums over all attackers before."""
    before = siege.blocks[place]
    siege.blocks[place] = attacker
    for changed in (before, attacker):
        if changed != NOTHING:
            more, left = fight_out(s, seat, siege, changed)
            lost, through = lost + more - siege.lost[changed], through + left - siege.through[changed]
    siege.blocks[place] = before
    return siege_worth(s, seat, siege, lost, through)


@kernel
def may_block(s, siege, place, attacker, offered):
    """Whether a minion may block an attacker, or none. offered: see `change_best_block`."""
    if attacker == NOTHING:
        return True
    return (offered >> attacker) & 1 == 1 if place == s.at else siege.strengths[attacker] > 0


@kernel
def change_best_block(s, t, seat, siege, offered):
    """Changes one block of a minion that is not declared, that by which most is gained; whether there is one. offered:
    bits of the attackers that the minion may block that is asked.
    """
    lost, through = siege.lost.sum(), siege.through.sum()
    best, at, to = siege_worth(s, seat, siege, lost, through) + EQUAL, NOTHING, NOTHING
    for place in range(s.at, s.play[seat].n):
        if t.card[s.play[seat].minion[place].card].blocks_direct_damage == 1:
            continue  # it absorbs as much without a block of its own
        for attacker in range(NOTHING, siege.strengths.size):
            if attacker != siege.blocks[place] and may_block(s, siege, place, attacker, offered):
                found = try_block(s, seat, siege, place, attacker, lost, through)
                if found > best:
                    best, at, to = found + EQUAL, place, attacker
    if at == NOTHING:
        return False
    before = siege.blocks[at]
    siege.blocks[at] = to
    for changed in (before, to):
        if changed != NOTHING:
            siege.lost[changed], siege.through[changed] = fight_out(s, seat, siege, changed)
    return True


@kernel
def choose_block(s, t, actions, n, p):
    """The block of the minion that is asked, as the blocks of all are worth most: of all changes of one block the best,
    again and again.
    """
    seat, offered = s.to_move, 0
    siege = besiege(s, t, seat, p)
    for k in range(n):
        if actions[k].kind == Kind.BLOCK:
            offered |= 1 << actions[k].b
    for _ in range(2 * s.play[seat].n):
        if not change_best_block(s, t, seat, siege, offered):
            break
    for k in range(n):
        if actions[k].kind == Kind.BLOCK and actions[k].b == siege.blocks[s.at]:
            return k
    return 0


@kernel
def absorb_score(s, t, place, p):
    """How good it is that a minion absorbs next: one that survives it, else one that is worth least."""
    seat, left = s.to_move, top(s).left
    survives = s.play[seat].minion[place].health > left
    return (1.0 if survives else 0.0) - lost_worth(s, t, seat, place, p) / OUT_OF_REACH


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
    if kind == Kind.ABSORB:
        return absorb_score(s, t, a, p)
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
    if s.decision == Decision.BLOCK:
        return choose_block(s, t, actions, n, p)
    return most_wanted(s, t, actions, n, p, p, choice_score)
