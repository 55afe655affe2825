"""What cards, minions and texts of Nightfall are worth, in wounds given to an opponent: shared by the strategies."""

from __future__ import annotations

from typing import NamedTuple

from sim.core.kernel import kernel
from sim.nightfall.cards import Condition, Operation
from sim.nightfall.conditions import amount, count_minions, holds, is_of_side, passes, passes_minion, passes_order
from sim.nightfall.seats import total_wounds
from sim.nightfall.state import NOTHING, Colour, Select, Who

from .numbers import Number

COLOURS = len(Colour)
CHANCES = 3
COST, WOUNDS, HITTING, COUNTED, LINKED = range(CHANCES + 2)
"""Sums over the orders of a colour: what they cost another, the wounds that they give, how many give any, how many they
are, and from LINKED on to how many of them each colour links. The first are also told of chains that begin with it."""
OTHERS = 0.8
"""Part of a further opponent's wound, of more than two players, that is worth as much as one of the first."""
SURVIVED = 0.5
"""Factor on damage to a minion that survives it."""
LEAST_IMPORTANCE = 0.5
"""How much it matters at least to hurt a player."""
UNKNOWN_TARGET, MOST_TARGETS, USUAL_HEALTH = 1.6, 2.5, 2.0
"""What a minion is worth that some text may meet some day, how many each text of theirs may meet, and how much health
one has.
"""

OWN_FOLLOWER = 2.0
"""What a minion of one's own is worth that enters play before a text that must hit it."""


# --- cards ------------------------------------------------------------------------------------------------------------


@kernel
def body_worth(t, card, health, p):
    """What a minion in play is worth with so much health."""
    c = t.card[card]
    worth = (
        p[Number.STRENGTH] * c.strength * (1.0 + p[Number.STAYS] * c.stays)
        + p[Number.STRENGTHENS] * c.strengthens_others
    )
    return worth + health * (p[Number.HEALTH] + p[Number.DIRECT] * c.blocks_direct_damage)


@kernel
def body_now(s, t, seat, card, p):
    """What a minion is worth beside the next attack that enters play under a player now: see `blocking`."""
    c = t.card[card]
    health = c.health * p[Number.HEALTH] * (1.0 - blocking(s, t, seat, card, p[Number.IDLE]))
    return p[Number.BODY] * (body_worth(t, card, c.health, p) - health)


@kernel
def blocking(s, t, seat, card, idle):
    """What share of its worth the health of a minion has now: all of it if it can block every opponent before it
    attacks, which takes it from play.
    """
    if t.card[card].stays == 1:
        return 1.0
    ahead = seat - s.active if seat > s.active else seat - s.active + s.players
    return idle + (1.0 - idle) * (ahead - 1) / (s.players - 1)


@kernel
def reach(players, who):
    """How many opponents a text about players hits."""
    if who == Who.EACH_OPPONENT or who == Who.EACH_PLAYER:
        return 1.0 + OTHERS * (players - 2)
    return OTHERS * (players - 2) if who == Who.EACH_OTHER_OPPONENT else 1.0


@kernel
def row_worth(t, players, row, n, p):
    """What a row of a text is worth some day, done with the number n."""
    operation = row.operation
    if operation == Operation.DRAW:
        return p[Number.DRAW] * n
    if operation == Operation.INFLUENCE:
        return p[Number.INFLUENCE] * n
    if operation == Operation.INFLICT:
        return p[Number.WOUND] * n * reach(players, row.argument)
    if operation == Operation.DISCARD:
        return p[Number.DISCARD] * n * reach(players, row.argument)
    many = MOST_TARGETS if row.select == Select.EACH else 1.0
    if operation == Operation.DAMAGE:
        return p[Number.DAMAGE] * n * many
    if operation == Operation.HEAL:
        return p[Number.HEAL] * n * many
    if operation == Operation.DESTROY or operation == Operation.DISCARD_FROM_PLAY:
        return p[Number.REMOVE] * UNKNOWN_TARGET * many
    if operation == Operation.REANIMATE:
        return p[Number.REANIMATE] * UNKNOWN_TARGET
    if operation == Operation.CLAIM:
        return p[Number.CLAIM] * UNKNOWN_TARGET
    if operation == Operation.EXILE_WOUNDS:
        return p[Number.EXILE] * n
    return p[Number.NEGATE] * UNKNOWN_TARGET if operation == Operation.NEGATE else 0.0


@kernel
def text_worth(t, players, program, p):
    """What a text is worth some day: of alternatives the mean of the first and the last."""
    worth, row = 0.0, program[0]
    while row < program[1]:
        line = t.row[row]
        found = row_worth(t, players, line, line.amount, p)
        if line.skip > 0:
            row += line.skip
            found = (found + row_worth(t, players, t.row[row], t.row[row].amount, p)) / 2.0
        worth += found
        row += 1
    return worth


@kernel
def card_worth(s, t, card, p):
    """What an order is worth to its owner, every time that it is played."""
    c = t.card[card]
    worth = text_worth(t, s.players, c.chain, p) + p[Number.KICK] * text_worth(t, s.players, c.kicked, p)
    return worth + body_worth(t, card, c.health, p) if c.is_minion == 1 else worth


@kernel
def economy(t, program):
    """How many cards and how much influence a text gives its owner."""
    total = 0
    for row in range(program[0], program[1]):
        operation = t.row[row].operation
        if operation == Operation.DRAW or operation == Operation.INFLUENCE:
            total += t.row[row].amount
    return total


@kernel
def count_copies(s, t, seat, copies):
    """Counts by card what a player owns in hand, deck and discard pile. copies: int64 (cards,), overwritten."""
    for card in range(t.n_cards):
        copies[card] = s.discard[seat, card]
    for i in range(s.hand[seat].n):
        copies[s.hand[seat].card[i]] += 1
    for i in range(s.deck[seat].n):
        copies[s.deck[seat].card[i]] += 1


@kernel
def count_owned(s, t, seat, copies, owned):
    """Counts the orders that a player owns and can play again, starters in play left out. owned: zeros, by colour of
    the order and colour to which it links, then by its colour alone; copies: room for the copies of each card, see
    `count_copies`, to which those in play are added.
    """
    count_copies(s, t, seat, copies)
    for card in range(t.n_cards):
        count_order(t, card, copies[card], owned)
    for place in range(s.play[seat].n):
        card = s.play[seat].minion[place].card
        copies[card] += 1
        count_order(t, card, t.card[card].exile_when_discarded == 0, owned)


@kernel
def count_order(t, card, n, owned):
    """Counts so many copies of a card, if it is an order."""
    c = t.card[card]
    if n > 0 and c.wound == NOTHING:
        owned[COLOURS, c.colour] += n
        for colour in range(COLOURS):
            owned[c.colour, colour] += n * ((c.links >> colour) & 1)


@kernel
def links_of(t, card, owned):
    """How many of the orders counted link to a card or it to them."""
    c, total = t.card[card], 0
    for colour in range(COLOURS):
        total += owned[colour, c.colour] + owned[COLOURS, colour] * ((c.links >> colour) & 1)
    return total


@kernel
def kicks_of(t, card, owned):
    """How many of the orders counted kick a card that is linked to them."""
    c = t.card[card]
    return owned[c.kicker, c.colour] if c.kicker != NOTHING else 0


@kernel
def fit_worth(t, players, card, owned, p):
    """What a card is worth with the orders counted: for those that link with it, and those that kick it."""
    total, kicks, worth = 0, kicks_of(t, card, owned), p[Number.FIT] * links_of(t, card, owned)
    for colour in range(COLOURS):
        total += owned[COLOURS, colour]
    if kicks > 0:
        worth += p[Number.MATCH] * text_worth(t, players, t.card[card].kicked, p) * kicks
    return worth / max(total, 1)


# --- players ----------------------------------------------------------------------------------------------------------


@kernel
def lead(s, seat):
    """How many wounds a player has less than the players have on average."""
    total = 0
    for other in range(s.players):
        total += total_wounds(s, other)
    return total / s.players - total_wounds(s, seat)


@kernel
def guard(s, t, seat):
    """How much damage inflicted on a player his minions absorb."""
    total = 0
    for place in range(s.play[seat].n):
        minion = s.play[seat].minion[place]
        total += minion.health * t.card[minion.card].blocks_direct_damage
    return total


@kernel
def importance(s, seat, harm, p):
    """How much it matters to hurt a player, more as he leads, once he has taken so many wounds more. It always matters
    half as much as between equals: who leads must not let his best chain go by.
    """
    return max(1.0 + p[Number.LEADER] * (lead(s, seat) - harm), LEAST_IMPORTANCE)


@kernel
def urgency(s, t, p):
    """How much more a wound matters as the end comes near."""
    return 1.0 + p[Number.URGENT] * (1.0 - s.counted / max(t.counted_wounds * s.players, 1))


# --- texts as things stand --------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """What an order does to minions."""

    seat: int
    """the player of the order"""
    operation: int
    n: int
    """the number that the operation is done with"""


@kernel
def effect(seat, operation, n):
    """An effect of these parts, of any width."""
    return Effect(seat, operation, n)


@kernel
def effect_on_minion(s, t, e, owner, place, p):
    """What an effect on a minion in play is worth to the player of the order."""
    minion = s.play[owner].minion[place]
    whole = body_worth(t, minion.card, minion.health, p)
    if e.operation == Operation.HEAL:
        healed = min(e.n, t.card[minion.card].health - minion.health)
        return p[Number.HEAL] * healed if owner == e.seat else -p[Number.HEAL] * healed
    if e.operation == Operation.DAMAGE and e.n < minion.health:
        worth = p[Number.DAMAGE] * e.n * SURVIVED
    else:
        worth = p[Number.REMOVE] * whole
    return -worth if owner == e.seat else worth * importance(s, owner, 0, p)


@kernel
def on_follower(t, e, number, p):
    """What an effect costs its player on a minion of his own that enters play before the text resolves."""
    if e.operation == Operation.HEAL or not is_of_side(t, number, e.seat, e.seat):
        return 0.0
    if e.operation == Operation.DAMAGE and e.n < USUAL_HEALTH:
        return -p[Number.DAMAGE] * e.n * SURVIVED
    return -p[Number.REMOVE] * OWN_FOLLOWER


@kernel
def best_on_minion(s, t, e, number, followers, p):
    """What an effect is worth on the best target that a filter lets pass; 0 if there is none. followers: see
    `text_now`.
    """
    best, found = on_follower(t, e, number, p) if followers > 0 else 0.0, followers > 0
    for owner in range(s.players):
        for place in range(s.play[owner].n):
            if passes_minion(s, t, number, e.seat, owner, place):
                worth = effect_on_minion(s, t, e, owner, place, p)
                best = worth if not found else max(best, worth)
                found = True
    return best


@kernel
def worth_on_each(s, t, e, number, p):
    """What an effect on all minions of a filter is worth."""
    total = 0.0
    for owner in range(s.players):
        for place in range(s.play[owner].n):
            if passes_minion(s, t, number, e.seat, owner, place):
                total += effect_on_minion(s, t, e, owner, place, p)
    return total


@kernel
def wounds_given(s, t, seat, who, n):
    """How many wounds damage on players gives now, after what their minions absorb; of one player that is the one who
    absorbs least.
    """
    total, least = 0, 1000
    for other in range(s.players):
        if other != seat:
            absorbed = guard(s, t, other)
            least = min(least, absorbed)
            total += max(n - absorbed, 0)
    one = max(n - least, 0)
    if who == Who.EACH_OPPONENT or who == Who.EACH_PLAYER:
        return total
    return total - one if who == Who.EACH_OTHER_OPPONENT else one


@kernel
def hits_own(s, t, seat, number, who):
    """Whether damage on a player hits the one who plays the order: it says so, or it follows a minion that must be
    targeted where only his own can be. number: the filter of that target.
    """
    if who != Who.CONTROLLER:
        return who == Who.YOU
    for owner in range(s.players):
        for place in range(s.play[owner].n):
            if owner != seat and passes_minion(s, t, number, seat, owner, place):
                return False
    return True


@kernel
def harm_worth(s, t, seat, who, n, p):
    """What damage on opponents is worth now, by how much it matters to hurt each; of one player the best."""
    total, best = 0.0, 0.0
    for other in range(s.players):
        if other != seat:
            harm = max(n - guard(s, t, other), 0)
            worth = harm * importance(s, other, harm / 2, p)
            total, best = total + worth, max(best, worth)
    worth = best
    if who == Who.EACH_OPPONENT or who == Who.EACH_PLAYER:
        worth = total
    elif who == Who.EACH_OTHER_OPPONENT:
        worth = total - best
    return p[Number.WOUND] * urgency(s, t, p) * worth


@kernel
def hand_share(s, seat, who):
    """How many of the players whom a text makes discard have a card in hand."""
    total = 0
    for other in range(s.players):
        total += other != seat and s.hand[other].n > 0
    return float(total) if who == Who.EACH_OPPONENT else min(float(total), 1.0)


@kernel
def own_wounds(s, t, seat):
    """How many wounds a player has in hand and discard pile, as far as who decides can tell."""
    total = 0
    for i in range(t.wound.size):
        total += s.discard[seat, t.wound[i]]
    if seat == s.to_move:
        for i in range(s.hand[seat].n):
            total += t.card[s.hand[seat].card[i]].wound != NOTHING
    return total


@kernel
def best_reanimated(s, t, seat, number, p):
    """What the best minion of a discard pile that a filter lets pass is worth."""
    best = 0.0
    for card in range(t.n_cards):
        if s.discard[seat, card] > 0 and t.card[card].is_minion == 1 and passes(t, number, card):
            best = max(best, body_worth(t, card, t.card[card].health, p))
    return best


@kernel
def best_negated(s, t, seat, number, p):
    """What the text of the best order in the chain that a filter lets pass is worth to its player."""
    best = 0.0
    for place in range(s.n_chain):
        if passes_order(s, t, number, seat, place):
            best = max(best, order_worth(s, t, place, p))
    return best


@kernel
def order_worth(s, t, place, p):
    """What the text of an order in the chain is worth to its player."""
    order = s.chain[place]
    worth = text_worth(t, s.players, t.card[order.card].chain, p)
    if order.kicked == 1:
        worth += text_worth(t, s.players, t.card[order.card].kicked, p)
    return 0.0 if order.negated > 0 else worth


@kernel
def happens(s, t, row, seat, followers):
    """Whether a row would happen in the chain that is under way, or about to be begun, in this turn. followers: see
    `text_now`.
    """
    if row.condition == Condition.YOUR_CHAIN:
        return (seat == s.active) != (row.otherwise == 1)
    if row.condition == Condition.IN_PLAY and followers > 0:
        number, least = row.condition_filter, row.condition_argument
        least -= followers * is_of_side(t, number, seat, seat)
        return (count_minions(s, t, number, seat, least) >= least) != (row.otherwise == 1)
    return holds(s, t, row, seat)


@kernel
def row_now(s, t, seat, row, number, followers, p):
    """What a row is worth now; number: the filter of the target chosen before; followers: see `text_now`."""
    operation, n = row.operation, amount(s, t, row, seat)
    if operation == Operation.INFLICT:
        if hits_own(s, t, seat, number, row.argument):
            return -p[Number.WOUND] * urgency(s, t, p) * max(n - guard(s, t, seat), 0)
        return harm_worth(s, t, seat, row.argument, n, p)
    if operation == Operation.DISCARD:
        return p[Number.DISCARD] * n * hand_share(s, seat, row.argument)
    if operation == Operation.EXILE_WOUNDS:
        return p[Number.EXILE] * min(n, own_wounds(s, t, seat))
    if operation == Operation.REANIMATE:
        return p[Number.REANIMATE] * best_reanimated(s, t, seat, row.filter, p)
    if operation == Operation.NEGATE:
        return p[Number.NEGATE] * best_negated(s, t, seat, number, p)
    if row.select == Select.EACH:
        return worth_on_each(s, t, effect(seat, operation, n), row.filter, p)
    if row.select == Select.TARGETED:
        return best_on_minion(s, t, effect(seat, operation, n), number, followers, p)
    return row_worth(t, s.players, row, n, p)


@kernel
def text_now(s, t, seat, program, followers, p):
    """What a text is worth if it resolved now, but for so many minions more of its player's own: those that he adds to
    the chain after it are in play by then.
    """
    worth, number, row = 0.0, 0, program[0]
    while row < program[1]:
        line = t.row[row]
        row += 1
        if happens(s, t, line, seat, followers):
            row += line.skip
            if line.operation == Operation.TARGET or line.operation == Operation.TARGET_ORDER:
                number = line.filter
            else:
                worth += row_now(s, t, seat, line, number, followers, p)
    return worth


@kernel
def wounds_now(s, t, seat, program, followers):
    """How many wounds a text gives opponents if it resolved now; followers: see `text_now`."""
    wounds, number, row = 0, 0, program[0]
    while row < program[1]:
        line = t.row[row]
        row += 1
        if happens(s, t, line, seat, followers):
            row += line.skip
            if line.operation == Operation.TARGET:
                number = line.filter
            elif line.operation == Operation.INFLICT and not hits_own(s, t, seat, number, line.argument):
                wounds += wounds_given(s, t, seat, line.argument, amount(s, t, line, seat))
    return wounds


@kernel
def followers_minded(t, program):
    """Up to how many minions of its player that enter play before it resolves matter to a text: those that it counts,
    or one that it may have to target.
    """
    found = 0
    for row in range(program[0], program[1]):
        line = t.row[row]
        if line.condition == Condition.IN_PLAY:
            found = max(found, line.condition_argument)
        elif line.operation == Operation.TARGET and is_of_side(t, line.filter, 0, 0):
            found = max(found, 1)
    return found


@kernel
def removals(s, t, seat, place):
    """How many minions an order in the chain takes from play that it targets, as a fraction by the damage it deals, and
    how much damage it deals to each one of a player.
    """
    order, targeted, swept = s.chain[place], 0.0, 0
    if order.seat == seat or order.negated > 0:
        return targeted, swept
    for kicked in range(1 + order.kicked):
        program = t.card[order.card].kicked if kicked == 1 else t.card[order.card].chain
        for row in range(program[0], program[1]):
            operation, n = t.row[row].operation, t.row[row].amount
            damages = operation == Operation.DAMAGE
            if t.row[row].select == Select.EACH:
                swept += n * (damages and is_of_side(t, t.row[row].filter, order.seat, seat))
            elif damages or operation == Operation.DESTROY or operation == Operation.DISCARD_FROM_PLAY:
                targeted += min(n / USUAL_HEALTH, 1.0) if damages else 1.0
    return targeted, swept


@kernel
def peril(s, t, seat):
    """What the orders of others in the chain, which resolve after those that a player adds, may do to each minion of
    his: how likely one is that he adds to be taken from play, and the damage that all of his take.
    """
    targeted, swept = 0.0, 0
    for place in range(s.n_chain):
        more, damage = removals(s, t, seat, place)
        targeted, swept = targeted + more, swept + damage
    return min(targeted / (s.players - 1) / (s.play[seat].n + 1), 1.0), swept
