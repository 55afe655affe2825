"""What an agent can see of a card, a player and a situation in Shards of Infinity: shared by the strategies."""

from __future__ import annotations

from enum import IntEnum

from sim.cards.seats import clockwise
from sim.core.kernel import kernel
from sim.shards_of_infinity.attack import can_attack_player
from sim.shards_of_infinity.cards import Condition, Count, Operation
from sim.shards_of_infinity.conditions import count, verdict
from sim.shards_of_infinity.effects import matches
from sim.shards_of_infinity.state import INFINITE, Verdict

GAINS = (Operation.GAIN_GEMS, Operation.GAIN_POWER, Operation.GAIN_HEALTH, Operation.GAIN_MASTERY)
"""Operations of which a player has so much more at once."""
NO_RESOURCE = -1
ENOUGH = 40
"""Points of power that are as good as infinitely many."""
CHAMPIONS_HELD, DOMINION_HELD, USUALLY_HELD = 0.2, 0.4, 0.6
"""How often a condition about own champions, about Dominion and any other holds over a whole game, in 0..1: by hand, by
what decks and boards mostly hold."""
ENEMY_CHAMPIONS, WRAETHE_DISCARDED, OWN_HOMODEUS = 2.0, 2.0, 1.5
"""How many enemy champions there are when all are destroyed, and how many cards a text that counts them finds: by
hand."""
WITHIN_REACH = 6
"""Points of mastery that may be gained in a turn: cards wait for no more."""
AGAIN = 2.0
"""How many times as often as an ally is played, a champion in play is used."""


class Resource(IntEnum):
    """What an effect row can give; the first numbers of a strategy say what one of each is worth, in this order."""

    GEM, POWER, HEALTH, MASTERY, DRAW, BANISH, RETURN, DESTROY, TAKE, COPY, DRAIN = range(11)


@kernel
def resource(operation):
    """The resource that an operation gives, or NO_RESOURCE for one that fits none."""
    if operation == Operation.GAIN_GEMS:
        return Resource.GEM
    if operation == Operation.GAIN_POWER:
        return Resource.POWER
    if operation == Operation.GAIN_HEALTH:
        return Resource.HEALTH
    if operation == Operation.GAIN_MASTERY:
        return Resource.MASTERY
    if operation == Operation.DRAW:
        return Resource.DRAW
    if operation == Operation.BANISH_UP_TO:
        return Resource.BANISH
    if operation == Operation.RETURN_FROM_DISCARD:
        return Resource.RETURN
    if operation in (Operation.DESTROY_ENEMY_CHAMPION, Operation.DESTROY_ALL_ENEMY_CHAMPIONS):
        return Resource.DESTROY
    if operation == Operation.RECRUIT_FREE:
        return Resource.TAKE
    if operation == Operation.COPY_PLAYED_EFFECT:
        return Resource.COPY
    if operation == Operation.OPPONENT_LOSES_MASTERY:
        return Resource.DRAIN
    return NO_RESOURCE


@kernel
def row_holds(s, t, seat, card, row, mastery):
    """Whether the condition of an effect row holds now, proofs from hand included, with `mastery` just gained on
    top.
    """
    e = t.effect[row]
    if e.condition == 0:
        return True
    if e.condition == Condition.MASTERY:
        return s.mastery[seat] + mastery >= e.argument
    return verdict(s, t, seat, card, e.condition, e.argument) != Verdict.FAILS


@kernel
def in_discard(s, t, seat, which):
    """Whether a seat's discard pile holds a card that passes a Filter (rules 3)."""
    for i in range(s.discard[seat].n):
        if matches(t, s.discard[seat].card[i], which):
            return True
    return False


@kernel
def enemy_champions(s, seat):
    """How many champions the opponents of a seat have in play (rules 6)."""
    n = 0
    for opponent in range(s.players):
        if opponent != seat:
            n += s.champions[opponent].n
    return n


@kernel
def row_amount(s, t, seat, row):
    """How much of its resource an effect row gives now; nothing without an object."""
    e = t.effect[row]
    if e.per != 0:
        return e.a * count(s, t, seat, e.per)
    if e.operation == Operation.RETURN_FROM_DISCARD:
        return 1 if in_discard(s, t, seat, e.a) else 0
    if e.operation == Operation.DESTROY_ENEMY_CHAMPION:
        return min(1, enemy_champions(s, seat))
    if e.operation == Operation.DESTROY_ALL_ENEMY_CHAMPIONS:
        return enemy_champions(s, seat)
    if e.operation == Operation.RECRUIT_FREE:
        return 1
    return e.a


@kernel
def worth_now(s, t, seat, card, program, weights):
    """What a program is worth if it happened now: the sum of its resources times `weights`, indexed by resource.

    program: rows [start, end); weights: float64 vector. Mastery that the card itself gains counts for its later
    rows.
    """
    value, mastery = 0.0, 0
    row = program[0]
    while row < program[1]:
        e = t.effect[row]
        if row_holds(s, t, seat, card, row, mastery):
            n = row_amount(s, t, seat, row)
            what = resource(e.operation)
            if what == Resource.MASTERY:
                mastery += n
            if what != NO_RESOURCE:
                value += weights[what] * n
            row += e.skip
        row += 1
    return value


@kernel
def chance(t, condition, argument):
    """How often a condition holds over a whole game, in 0..1; mastery grows evenly."""
    if condition == 0:
        return 1.0
    if condition == Condition.MASTERY:
        return max(1.0 - argument / t.max_mastery, 0.0)
    if condition in (Condition.HOMODEUS_CHAMPIONS, Condition.CONTROL):
        return CHAMPIONS_HELD
    return DOMINION_HELD if condition == Condition.DOMINION else USUALLY_HELD


@kernel
def usual_amount(t, row):
    """How much of its resource an effect row gives over a whole game when its condition holds."""
    e = t.effect[row]
    if resource(e.operation) == NO_RESOURCE or e.operation in (
        Operation.RETURN_FROM_DISCARD,
        Operation.DESTROY_ENEMY_CHAMPION,
        Operation.RECRUIT_FREE,
    ):
        return 1.0
    if e.operation == Operation.DESTROY_ALL_ENEMY_CHAMPIONS:
        return ENEMY_CHAMPIONS
    several = 1.0
    if e.per == Count.WRAETHE_CARD_DISCARDED:
        several = WRAETHE_DISCARDED
    elif e.per == Count.HOMODEUS_CHAMPION:
        several = OWN_HOMODEUS
    return min(e.a, ENOUGH) * several


@kernel
def expected_worth(t, program, weights, other):
    """What a program is worth on average over a game. program, weights: as of `worth_now`; other: worth of what gives
    no resource. A row that stands for those after it is followed by them as often as it fails.
    """
    worth, failed, until = 0.0, 1.0, program[0]
    for row in range(program[0], program[1]):
        e = t.effect[row]
        often = failed if row < until else 1.0
        holds = often * chance(t, e.condition, e.argument)
        what = resource(e.operation)
        worth += holds * usual_amount(t, row) * (other if what == NO_RESOURCE else weights[what])
        if e.skip > 0:
            failed, until = often - holds, row + 1 + e.skip
    return worth


@kernel
def text_worth(t, card, weights, other):
    """What a card's text is worth by itself: to play it, and to use it as a champion; see `expected_worth`."""
    c = t.card[card]
    return expected_worth(t, c.play, weights, other) + AGAIN * expected_worth(t, c.exhaust, weights, other)


@kernel
def gains(s, t, seat, card, program, what):
    """How much of one resource a program would give now."""
    total, mastery = 0, 0
    row = program[0]
    while row < program[1]:
        e = t.effect[row]
        if row_holds(s, t, seat, card, row, mastery):
            kind = resource(e.operation)
            if kind in (what, Resource.MASTERY):
                n = row_amount(s, t, seat, row)
                total += n if kind == what else 0
                mastery += n if kind == Resource.MASTERY else 0
            row += e.skip
        row += 1
    return total


@kernel
def more_gems_at(s, t, seat, program):
    """The least mastery above that of a seat at which a program gives more gems; 0 if there is none."""
    least = 0
    for row in range(program[0], program[1]):
        e = t.effect[row]
        if e.operation == Operation.GAIN_GEMS and e.condition == Condition.MASTERY and e.argument > s.mastery[seat]:
            least = e.argument if least == 0 else min(least, e.argument)
    return least


@kernel
def is_plain(t, program):
    """Whether a program is one row at most, which always gives the same, and neither draws nor asks for anything."""
    rows = program[1] - program[0]
    if rows != 1:
        return rows == 0
    e = t.effect[program[0]]
    return e.condition == 0 and e.per == 0 and e.operation in GAINS


@kernel
def may_grow(e):
    """Whether an effect row may give more after purchases: what is recruited may be counted or returned."""
    return e.per != 0 or e.operation == Operation.RETURN_FROM_DISCARD


@kernel
def may_still_hold(s, e, seat):
    """Whether the condition of an effect row, which fails now, is worth waiting for in this turn. Gems do not wait."""
    if e.operation == Operation.GAIN_GEMS:
        return False
    return e.condition != Condition.MASTERY or e.argument <= s.mastery[seat] + WITHIN_REACH


@kernel
def rows_draw(t, program):
    """How many cards a program draws if all its conditions hold."""
    draws = 0
    for row in range(program[0], program[1]):
        if t.effect[row].operation == Operation.DRAW:
            draws += t.effect[row].a
    return draws


@kernel
def draws_held(s, t, seat):
    """How many cards the hand and the ready champions of a seat draw if all their conditions hold."""
    draws = 0
    for i in range(s.hand[seat].n):
        draws += rows_draw(t, t.card[s.hand[seat].card[i]].play)
    for i in range(s.champions[seat].n):
        draws += rows_draw(t, t.card[s.champions[seat].card[i]].exhaust)
    return draws


@kernel
def outlook(s, t, seat, card, program):
    """What matters for the order of play: (cards drawn now, gems given now, cards banished now, whether it copies,
    whether it waits, whether drawing may take it from it, as the discard pile is shuffled).

    A program waits if a row other than one for gems has a condition that fails now and might hold later this turn.
    """
    draws, gems, banishes, mastery, reached = 0, 0, 0, 0, program[0]
    copies, waiting, fleeting = False, False, False
    for row in range(program[0], program[1]):
        e = t.effect[row]
        holds = row_holds(s, t, seat, card, row, mastery)
        if row >= reached and may_grow(e):
            fleeting |= draws_held(s, t, seat) > s.deck[seat].n
            waiting |= not fleeting
        fleeting |= e.condition == Condition.ECHO and holds
        waiting |= row >= reached and not holds and may_still_hold(s, e, seat)
        if row < reached or not holds:
            continue
        reached = row + 1 + e.skip
        if e.operation == Operation.DRAW:
            draws += e.a
        elif e.operation == Operation.GAIN_GEMS:
            gems += e.a
        elif e.operation == Operation.COPY_PLAYED_EFFECT:
            copies = True
        elif e.operation == Operation.GAIN_MASTERY:
            mastery += e.a
        elif e.operation == Operation.BANISH_UP_TO:
            banishes += e.a
    return draws, gems, banishes, copies, waiting, fleeting


@kernel
def doubles(s, t, seat, card, program):
    """Whether a program would double the power now."""
    for row in range(program[0], program[1]):
        if t.effect[row].operation == Operation.DOUBLE_POWER and row_holds(s, t, seat, card, row, 0):
            return True
    return False


@kernel
def mastery_to_win(s, t, seat):
    """How much more mastery it takes that a card of a hand gives infinite power; 0 if none waits for that."""
    least = 0
    for i in range(s.hand[seat].n):
        program = t.card[s.hand[seat].card[i]].play
        for row in range(program[0], program[1]):
            e = t.effect[row]
            needed = e.argument - s.mastery[seat]
            if e.a >= INFINITE and e.condition == Condition.MASTERY and needed > 0:
                least = needed if least == 0 else min(least, needed)
    return least


@kernel
def known_shields(s, t, seat):
    """Shield points in the part of a hand that everybody knows."""
    total = 0
    for i in range(s.known[seat]):
        total += t.card[s.hand[seat].card[i]].shield
    return total


@kernel
def weakest_target(s, t):
    """The opponent with the least health among those that can be attacked, or -1."""
    best, least = -1, 1_000_000
    for k in range(1, s.players):
        seat = clockwise(s, s.active, k)
        if can_attack_player(s, t, seat) and s.health[seat] < least:
            best, least = seat, s.health[seat]
    return best


@kernel
def is_lethal(s, t, target):
    """Whether the power as it is suffices to eliminate an opponent, -1 for none, but for unseen shields."""
    if s.power >= INFINITE:
        return True
    return target >= 0 and s.power >= s.health[target] + known_shields(s, t, target)


@kernel
def most_masterful(s, seat):
    """The living opponent with the most mastery."""
    best = -1
    for k in range(1, s.players):
        opponent = clockwise(s, seat, k)
        if s.alive[opponent] == 1 and (best < 0 or s.mastery[opponent] > s.mastery[best]):
            best = opponent
    return best


@kernel
def threat(s, t, owner, card, weights):
    """What a champion gives its owner in a turn, as things stand, by `weights`."""
    return worth_now(s, t, owner, card, t.card[card].exhaust, weights)
