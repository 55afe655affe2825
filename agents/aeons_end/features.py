"""What an agent makes of a situation in Aeon's End: the worth of texts, spells, cards and breaches.

Everything is weighed in points of damage dealt to the nemesis. Texts are weighed row by row, those of the nemesis and
those of players alike, so that a card of the user's own is weighed too. Of what is hidden nothing is read: decks count
by what they hold, the decks of turn order and nemesis by how many cards are left.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.aeons_end.breaches import breaches_in
from sim.aeons_end.cards import SWARM_ROWS, Condition, Count, Operation
from sim.aeons_end.in_play import life_of
from sim.aeons_end.sorts import matches
from sim.aeons_end.spells import adjacent_spells, spells_prepped
from sim.aeons_end.state import BREACHES, NEMESIS_CARD, NO_CARD, PILES, Breach, Select, Type
from sim.aeons_end.supply import empty_piles
from sim.cards.piles import count_copies
from sim.core.kernel import kernel

from .numbers import FIRST_USE, Number

USUALLY = np.ones(max(Condition) + 1)
USUALLY[[Condition.DONE, Condition.FIRST_PLAY, Condition.PLAYS, Condition.ALL_OPEN]] = 0.7, 0.6, 0.4, 0.4
"""How often each condition of a player card holds, in 0..1: designed; what no such card asks, always."""
LOST = 1000.0
"""Damage, beyond all else: the game is lost."""
OPEN_USUALLY, COST_USUALLY, CHOSEN_USUALLY = 2.0, 2.0, 1.5
"""How many open breaches, how much of a chosen card's cost and how many chosen cards a text mostly counts: by hand."""
CHOSEN_NOW = 2
"""As how many cards chosen for it, or gems of their cost, a text counts before they are."""
MINOR, SIFTED, OWN_LOSS, GEM_AGAIN, CRYSTAL_AGAIN = 0.5, 1.0, 2.0, 2.0, 3.0
"""By hand, in damage: a discount of one aether or a card that may be destroyed; a look at the deck; a card that
destroys itself, beside what a use of it is worth. In aether: a gem played twice or returned, and a Crystal of the hand
played twice."""
CAST_NOW = 0.5
"""Part of the damage of all prepped spells that casting any one of them now is worth."""
WITHOUT_LIFE = 2.0
"""Damage to Gravehold for each that an exhausted player would suffer (rule of the game)."""
FULL_OF_LIFE = 1.5
"""A corruption costs this less the share of life that its player has: more who is weak."""
SWARM_NEAR = 6
"""From so many husks on each further one is feared more."""
DEALT_AGAIN = 2.0
"""Damage, a point of life that the nemesis gains: it has to be dealt once more, and turns go by."""
LEAST_HARM = 0.1
"""Damage, of a nemesis card whose text seems to do nothing."""
STARTERS_BELOW = 2
"""Aether: what costs less is a Crystal or a Spark."""
TURNS_ALONE, TURNS_TOGETHER = 1.5, 2.0
"""Turns for each nemesis card left: of a player alone, and of all of several players together."""


class Owned(IntEnum):
    """Which cards of a player are counted: all, gems beyond Crystals, spells beyond Sparks."""

    ALL, GEMS, SPELLS = range(3)


SUPPLY_CARDS = 51
"""Cards of a supply of three gems, as a measure of how much is left."""


# --- cards ----------------------------------------------------------------------------------------------------------


@kernel
def use_worth(t, card, p):
    """What one use of a player card is worth: as learned, or by its text if a user changed or added the card; a
    corruption is a burden.
    """
    c = t.card[card]
    if c.type == Type.CORRUPTION:
        return -p[Number.CORRUPTED]
    if c.printed == 1:
        return p[FIRST_USE + card]
    return p[Number.TEXT] * whole_text_worth(t, card, p)


@kernel
def whole_text_worth(t, card, p):
    """What all texts of a player card are worth together in most situations."""
    c, worth = t.card[card], 0.0
    for program in (c.effect, c.prepped, c.after_casting):
        worth += usual_worth(t, int(program[0]), int(program[1]), p)
    return worth


@kernel
def usual_worth(t, start, end, p):
    """What a text of a player card is worth in most situations; of halves the better counts. A row that stands for
    those after it is followed by them as often as it fails.
    """
    before, total, first, failed, until = 0.0, 0.0, 0.0, 1.0, start
    for row in range(start, end):
        e = t.effect[row]
        if e.operation == Operation.EITHER:
            before, total = before + total, 0.0
        elif e.operation == Operation.OR:
            first, total = total, 0.0
        elif e.operation == Operation.END:
            before, total, first = before + max(first, total), 0.0, 0.0
        else:
            often = failed if row < until else 1.0
            holds = often * USUALLY[e.condition]
            total += holds * usual_row(e.operation, e.a * usual_times(e.per), p)
            if e.skip > 0:
                failed, until = often - holds, row + 1 + e.skip
    return before + total


@kernel
def usual_times(per):
    """The number that a `per` of the notation mostly stands for on a player card."""
    if per == Count.OPEN_BREACH:
        return OPEN_USUALLY
    if per == Count.CHOSEN_COST:
        return COST_USUALLY
    return CHOSEN_USUALLY if per == Count.CHOSEN else 1.0


@kernel
def usual_row(operation, n, p):
    """What an operation of a player card, n points of it, is worth in most situations."""
    if operation in (Operation.DEAL, Operation.PLUS):
        return 1.0 * n
    if operation in (Operation.AETHER, Operation.SPELL_AETHER, Operation.GEM_AETHER):
        return p[Number.AETHER] * n
    if operation == Operation.PAY:
        return -p[Number.AETHER] * n
    if operation == Operation.CHARGE:
        return p[Number.CHARGE] * n
    if operation == Operation.DRAW:
        return p[Number.DRAWN] * n
    if operation == Operation.HEAL:
        return p[Number.LIFE] * n
    if operation == Operation.DAMAGE:
        return -p[Number.LIFE] * n
    if operation == Operation.GRAVEHOLD_GAINS:
        return p[Number.GRAVEHOLD] * n
    if operation == Operation.GRAVEHOLD_DAMAGE:
        return -p[Number.GRAVEHOLD] * n
    return usual_choice(operation, n, p)


@kernel
def usual_choice(operation, n, p):
    """As `usual_row`, of operations on cards, breaches and the turn order."""
    if operation == Operation.FOCUS:
        return p[Number.FOCUSED]
    if operation in (Operation.CAST_ANY, Operation.MAY_CAST_NEW, Operation.CAST_TWICE):
        return p[Number.CAST]
    if operation in (Operation.DISCARD, Operation.DISCARD_ALL):
        return -p[Number.DISCARDED] * n
    if operation in (Operation.DISCOUNT, Operation.DESTROY_UP_TO):
        return MINOR * n
    if operation in (Operation.PLAY_GEM_TWICE, Operation.RETURN_GEM):
        return GEM_AGAIN * p[Number.AETHER]
    if operation == Operation.SIFT:
        return SIFTED
    return -OWN_LOSS if operation == Operation.DESTROY_SELF else 0.0


@kernel
def spell_damage(s, t, caster, card, at):
    """About how much damage a spell deals from a breach: what is sure, and cards chosen for it at two."""
    total, effect = 0.0, t.card[card].effect
    for row in range(effect[0], effect[1]):
        e = t.effect[row]
        if e.operation != Operation.DEAL and e.operation != Operation.PLUS:
            continue
        n = 1.0
        if e.per == Count.ADJACENT_SPELL:
            n = adjacent_spells(s, at)
        elif e.per == Count.OPEN_BREACH:
            n = breaches_in(s, caster, Breach.OPEN)
        elif e.per in (Count.CHOSEN, Count.CHOSEN_COST):
            n = min(1.0 * CHOSEN_NOW, s.hand[caster].n)
        if e.condition == 0 or (e.condition == Condition.ALL_OPEN and breaches_in(s, caster, Breach.CLOSED) == 0):
            total += e.a * n
            if e.condition != 0:
                break
    return total + (t.breach_bonus[at % BREACHES] if s.breach[at].state == Breach.OPEN else 0)


@kernel
def spell_worth(s, t, caster, card, at, p):
    """What casting a spell from a breach is worth: its damage now, and what its use is worth beyond that."""
    return max(spell_damage(s, t, caster, card, at), use_worth(t, card, p))


@kernel
def prepped_damage(s, t, seat):
    """About how much damage the prepped spells of a player deal."""
    total = 0.0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        for i in range(s.breach[at].n):
            total += spell_damage(s, t, seat, int(s.breach[at].spell[i]), at)
    return total


# --- life -----------------------------------------------------------------------------------------------------------


@kernel
def life_cost(s, t, seat, n, p):
    """What it costs that a player suffers n damage: more the less life is left, most when it exhausts."""
    life = s.life[seat]
    if life == 0:
        return gravehold_cost(s, t, WITHOUT_LIFE * n, p)
    lost = min(n, life)
    left = 1.0 - (life - lost / 2.0) / t.life
    cost = lost * (p[Number.LIFE] + p[Number.LOW_LIFE] * left) * (p[Number.LONE_LIFE] if s.players == 1 else 1.0)
    if n >= life:
        cost += p[Number.EXHAUSTED] + gravehold_cost(s, t, WITHOUT_LIFE * (n - life), p)
        if s.players == 1 and t.solo_exhaustion_loses == 1:
            cost += LOST
    return cost


@kernel
def gravehold_cost(s, t, n, p):
    """What it costs that Gravehold suffers n damage: more the less life is left."""
    if n >= s.gravehold:
        return LOST
    return n * (p[Number.GRAVEHOLD] + p[Number.LOW_GRAVEHOLD] * (1.0 - s.gravehold / t.gravehold))


@kernel
def healthiest(s):
    """The player with the most life."""
    best = 0
    for seat in range(s.players):
        if s.life[seat] > s.life[best]:
            best = seat
    return best


@kernel
def weakest(s):
    """The player with the least life who is not exhausted."""
    best = -1
    for seat in range(s.players):
        if s.life[seat] > 0 and (best < 0 or s.life[seat] < s.life[best]):
            best = seat
    return max(best, 0)


# --- texts ----------------------------------------------------------------------------------------------------------


@kernel
def times(s, who, card, per):
    """The number that a `per` of the notation stands for, as far as it can be told beforehand."""
    if per == Count.FURY:
        return s.fury + 1  # it will rise
    if per == Count.HUSK:
        return s.husks
    if per == Count.HALF_THE_HUSKS:
        return (s.husks + 1) // 2
    if per == Count.EMPTY_PILE:
        return empty_piles(s)
    if per == Count.OPEN_BREACH:
        return breaches_in(s, who, Breach.OPEN)
    if per == Count.TURN_CARD_DISCARDED:
        return int(s.turn_discard.n)
    if per == Count.LIFE:
        return life_of(s, card)
    if per == Count.PREPPED:
        return spells_prepped(s, who)
    return CHOSEN_NOW if per in (Count.CHOSEN, Count.HALF_COST, Count.CHOSEN_COST) else 1


@kernel
def uses_lost(s, t, seat, sort, p):
    """What the uses are worth that the least card of a sort in a hand would still have, were it not destroyed."""
    least, found = 0.0, False
    for i in range(s.hand[seat].n):
        card = int(s.hand[seat].card[i])
        if matches(t, card, sort):
            worth = use_worth(t, card, p)
            least, found = min(least, worth) if found else worth, True
    return max(least, 0.0) * turns_left(s, p[Number.PACE]) * t.hand / (owned(s, t, seat, Owned.ALL) + 1.0)


@kernel
def player_row(s, t, who, card, e, n, p):
    """Worth of a row, n points of its operation, on players and cards."""
    operation = e.operation
    if operation == Operation.DAMAGE:
        return -life_cost(s, t, who, n, p)
    if operation == Operation.GRAVEHOLD_DAMAGE:
        return -gravehold_cost(s, t, 1.0 * n, p) if n > 0 else 0.0
    if operation == Operation.HEAL:
        gained = min(n, t.life - s.life[who]) if s.life[who] > 0 else 0
        return gained * (p[Number.LIFE] + p[Number.LOW_LIFE] * (1.0 - s.life[who] / t.life))
    if operation == Operation.GRAVEHOLD_GAINS:
        return min(n, t.gravehold - s.gravehold) * gravehold_cost(s, t, 1.0, p)
    if operation == Operation.CHARGE:
        return p[Number.CHARGE] * min(n, t.charges[who] - s.charges[who])
    if operation == Operation.LOSE_CHARGES:
        return -p[Number.CHARGE] * min(n, s.charges[who])
    if operation == Operation.AETHER:
        return p[Number.AETHER] * n
    if operation == Operation.PAY:
        return -p[Number.AETHER] * n
    if operation == Operation.DRAW:
        return p[Number.DRAWN] * n
    if operation in (Operation.DISCARD, Operation.DESTROY, Operation.DISCARD_ALL):
        lasting = uses_lost(s, t, who, e.b, p) if operation == Operation.DESTROY else 0.0
        return -(p[Number.DISCARDED] + lasting) * min(n, s.hand[who].n)
    if operation in (Operation.DISCARD_PREPPED, Operation.DESTROY_PREPPED):
        return -p[Number.SPELL_LOST] * n
    if operation == Operation.CORRUPTION:
        return -n * p[Number.CORRUPTED] * (FULL_OF_LIFE - s.life[who] / t.life)
    if operation == Operation.DEAL:
        return 1.0 * n
    if operation == Operation.DESTROY_SELF:
        return -OWN_LOSS * max(use_worth(t, card, p), 0.0)
    return choice_row(s, t, who, operation, n, p)


@kernel
def choice_row(s, t, who, operation, n, p):
    """Worth of operations that gems and relics offer a choice of."""
    if operation == Operation.DISCOUNT:
        return p[Number.AETHER] * n if breaches_in(s, who, Breach.CLOSED) > 0 else 0.0
    if operation == Operation.FOCUS:
        return p[Number.FOCUSED]
    if operation == Operation.PLAY_GEM_TWICE:
        return CRYSTAL_AGAIN * p[Number.AETHER] if holds_crystal(s, t, who) else p[Number.AETHER]
    if operation == Operation.CAST_ANY:
        return CAST_NOW * prepped_damage(s, t, who)
    return 0.0


@kernel
def holds_crystal(s, t, seat):
    """Whether a player has a Crystal in hand."""
    for i in range(s.hand[seat].n):
        if t.card[s.hand[seat].card[i]].crystal == 1:
            return True
    return False


@kernel
def nemesis_row(s, t, operation, n, p):
    """Worth of one operation of the nemesis's own ways."""
    if operation == Operation.FURY:
        return -p[Number.FURY] * n
    if operation == Operation.STRIKE:
        return -p[Number.STRIKE] * n
    if operation == Operation.HUSKS:
        return -n * husk_worth(s, p)
    if operation == Operation.DISCARD_HUSKS:
        return min(n, s.husks) * husk_worth(s, p)
    if operation == Operation.DEVOUR:
        return -n * devoured_cost(s, p)
    if operation == Operation.NEMESIS_GAINS:
        return -DEALT_AGAIN * min(n, t.nemesis_life - s.nemesis_life)
    if operation == Operation.RESHUFFLE_NEMESIS_CARDS:
        return -p[Number.TURNS_AGAIN]
    return -LOST if operation == Operation.PLAYERS_LOSE else 0.0


@kernel
def devoured_cost(s, p):
    """What it costs that a card of the supply is devoured: more as the supply runs out."""
    left = 0
    for i in range(PILES):
        left += s.supply_left[i]
    return p[Number.DEVOURED] * (1.0 + p[Number.HUNGER] * max(1.0 - left / SUPPLY_CARDS, 0.0))


@kernel
def husk_worth(s, p):
    """What it is worth that one husk less is in play: much when a swarm would lose the game."""
    return p[Number.HUSK] + p[Number.SWARMING] * max(s.husks - SWARM_NEAR, 0)


@kernel
def mat_worth(s, t, start, end, p):
    """Worth of a text of the mat."""
    total, who = 0.0, weakest(s)
    for row in range(start, end):
        e = t.effect[row]
        if e.condition != Condition.PLAYERS or s.players >= e.argument:
            n = int(e.a)
            total += nemesis_row(s, t, e.operation, n, p) + player_row(s, t, who, 0, e, n, p)
            if e.skip > 0:
                break
    return total


@kernel
def swarm_worth(s, t, p):
    """Worth of a swarm with the husks now in play."""
    row = len(SWARM_ROWS) - 1
    while SWARM_ROWS[row] > s.husks:
        row -= 1
    return mat_worth(s, t, int(t.swarm[row, 0]), int(t.swarm[row, 1]), p)


@kernel
def usual_row_worth(s, t, who, card, e, n, p):
    """Worth of a row of a text, n points of its operation, of any but the return of a minion."""
    if e.operation == Operation.UNLEASH:
        return n * mat_worth(s, t, int(t.unleash[0]), int(t.unleash[1]), p)
    if e.operation == Operation.SWARM:
        return n * swarm_worth(s, t, p)
    return player_row(s, t, who, card, e, n, p) + nemesis_row(s, t, e.operation, n, p)


@kernel
def row_worth(s, t, who, card, e, n, p):
    """Worth of a row of a text, n points of its operation."""
    if e.operation == Operation.RETURN_MINION:
        return p[Number.RETURNED] * returned_worth(s, t, p)
    return usual_row_worth(s, t, who, card, e, n, p)


@kernel
def last_minion(s, t):
    """The minion that the nemesis discarded last, or NO_CARD."""
    for i in range(s.nemesis_discard.n - 1, -1, -1):
        if t.card[s.nemesis_discard.card[i]].type == Type.MINION:
            return int(s.nemesis_discard.card[i])
    return NO_CARD


@kernel
def returned_worth(s, t, p):
    """Worth, below 0, of what the minion that was discarded last does in the turns left if it comes back unhurt."""
    card = last_minion(s, t)
    if card == NO_CARD:
        return 0.0
    c, before, total, first, who = t.card[card], 0.0, 0.0, 0.0, healthiest(s)
    for row in range(c.effect[0], c.effect[1]):
        e = t.effect[row]
        if e.operation == Operation.EITHER:
            before, total = total, 0.0
        elif e.operation == Operation.OR:
            first, total = total, 0.0
        elif e.operation == Operation.END:
            before, total = 0.0, before + max(first, total)
        else:
            n = int(e.a) * (int(c.value) if e.per == Count.LIFE else times(s, who, card, int(e.per)))
            total += usual_row_worth(s, t, who, card, e, n, p)
    return min(total, -LEAST_HARM) * turns_feared(s, p)


@kernel
def turns_feared(s, p):
    """For how many turns a minion is feared."""
    return min(p[Number.HORIZON], p[Number.FEARED] * turns_left(s, p[Number.PACE]))


@kernel
def happens(s, e):
    """Whether a row is to be counted: its condition is one that can be told, or what stands before it is done."""
    if e.condition == 0:
        return True
    if e.condition == Condition.PLAYERS:
        return s.players >= e.argument
    if e.condition == Condition.NEMESIS_TURNS_DISCARDED:
        return count_copies(s.turn_discard, NEMESIS_CARD) >= e.argument
    return e.skip == 0 and e.condition != Condition.ALL_OPEN


@kernel
def text_worth(s, t, who, card, start, end, p):
    """Worth of a text for the team, below 0 if it harms; `who`: the player it is about, until it picks another.

    Of halves the better counts.
    """
    total, before, first, plus, halves, row = 0.0, 0.0, 0.0, 0, False, start
    while row < end:
        e = t.effect[row]
        row += 1
        if not happens(s, e):
            continue
        row += e.skip
        n = int(e.a) * (times(s, who, card, int(e.per)) if e.per != 0 else 1)
        if e.operation in (Operation.PICK, Operation.PICK_ABLE):
            who = weakest(s) if e.operation == Operation.PICK and e.a == Select.LOWEST_LIFE else healthiest(s)
        elif e.operation == Operation.PLUS:
            plus += n
        elif e.operation == Operation.EITHER:
            before, total, halves = before + total, 0.0, True
        elif e.operation == Operation.OR and halves:
            first, total = total, 0.0
        elif e.operation == Operation.OR:
            row = e.a  # a first half under way ends here
        elif e.operation == Operation.END and halves:
            before, total, halves = before + max(first, total), 0.0, False
        else:
            if e.operation in (Operation.DAMAGE, Operation.GRAVEHOLD_DAMAGE):
                n, plus = n + plus, 0
            total += row_worth(s, t, who, card, e, n, p)
    return before + total


@kernel
def harm(s, t, card, p):
    """How much the text of a nemesis card harms, at least a little."""
    effect = t.card[card].effect
    return max(-text_worth(s, t, s.first, card, int(effect[0]), int(effect[1]), p), LEAST_HARM)


# --- players' decks -------------------------------------------------------------------------------------------------


@kernel
def add_pile(t, pile, counts, which):
    """The count with the cards of a pile that are of a sort."""
    for i in range(pile.n):
        c = t.card[pile.card[i]]
        wanted = Type.GEM if which == Owned.GEMS else Type.SPELL
        if which == Owned.ALL or (c.cost >= STARTERS_BELOW and c.type == wanted):
            counts += 1
    return counts


@kernel
def owned(s, t, seat, which):
    """How many cards of a sort a player owns, prepped ones included."""
    n = add_pile(t, s.deck[seat], 0, which)
    n = add_pile(t, s.hand[seat], n, which)
    n = add_pile(t, s.discard[seat], n, which)
    if seat == s.active:
        n = add_pile(t, s.play, n, which)
    if which != Owned.GEMS:
        for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
            for i in range(s.breach[at].n):
                n += which == Owned.ALL or t.card[s.breach[at].spell[i]].cost >= STARTERS_BELOW
    return n


@kernel
def turns_left(s, pace):
    """About how many turns every player still has: until the nemesis deck is empty or the nemesis has no life."""
    each = TURNS_ALONE if s.players == 1 else TURNS_TOGETHER / s.players
    return min(each * (s.nemesis_deck.n + 1), s.nemesis_life / (pace * s.players))


@kernel
def chosen_gain(s, t, frame, card, p):
    """What a text gains by choosing a card now to discard or destroy: damage or life by number or cost."""
    gain, done = 0.0, False
    for row in range(frame.pc, frame.end):
        e = t.effect[row]
        if e.operation in (Operation.DEAL, Operation.PLUS, Operation.GRAVEHOLD_DAMAGE):
            if e.per == Count.CHOSEN:
                gain += e.a if e.operation == Operation.DEAL else -e.a * gravehold_cost(s, t, 1.0, p)
            elif e.per == Count.CHOSEN_COST:
                gain += e.a * t.card[card].cost
        done = done or (e.condition != 0 and e.skip == 0 and e.operation in (Operation.HEAL, Operation.DRAW))
    return gain + (p[Number.DRAWN] if done else 0.0)
