"""Our own strategies for Aeon's End: one way of playing, steered by numbers.

A turn is played in this order: prepped spells are cast, first those that count what is still prepped, then the small
before the big, so that minions are finished off without waste; a weak one may stay in a breach that nothing else wants,
so that it takes no place in the next hands; a power is ended that takes cards of the hand; gems and relics are played;
spells of the hand are prepped, the best where a breach adds damage; abilities are used where they do much; then what is
worth most after its price, together with what the rest of the aether buys: a card (by its uses in the turns that are
left), an opened or focused breach, a charge, a power's end.
Damage goes where it is worth most, life is lost where it costs least, bad cards go first. Cards are laid on the discard
pile in order of worth, so that the rich hands of the next round are rich and the poor ones poor, or the other way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.aeons_end.breaches import breaches_in, focus_price, open_price
from sim.aeons_end.cards import SWARM_ROWS, Count, Operation
from sim.aeons_end.husks import husk_life, husks_killed
from sim.aeons_end.in_play import slot_of
from sim.aeons_end.state import (
    BREACHES,
    HUSK_TARGETS,
    NEMESIS_CARD,
    TARGET_DAMAGED_HUSK,
    TARGET_HUSK,
    TARGET_NEMESIS,
    Breach,
    Decision,
    Kind,
    Type,
)
from sim.aeons_end.supply import funds
from sim.aeons_end.turn_order import is_players
from sim.cards.piles import count_copies
from sim.core.frames import below_top, top
from sim.core.kernel import kernel

from ..agent import define_agent
from ..strategist import NEVER
from .features import (
    LOST,
    Owned,
    chosen_gain,
    devoured_cost,
    harm,
    husk_worth,
    life_cost,
    owned,
    prepped_damage,
    spell_damage,
    spell_worth,
    text_worth,
    turns_feared,
    turns_left,
    use_worth,
)
from .numbers import ALONE_CORRUPTED, N_NUMBERS, NUMBERS, Number

LETHAL = 1e6
END_POWER, PLAY_EARLY, PLAY_GEMS, PLAY_RELICS, PLAY_THINNING, PREP_FIRST, USE_LATE, STAFF, ABILITIES = (
    1200.0, 1100.0, 1000.0, 960.0, 950.0, 900.0, 880.0, 860.0, 850.0,
)  # fmt: skip
"""Where the scores of what is done before anything is paid for begin."""
AT_ONCE = 500.0
"""What scores more is done before purchases."""
USE_FIRST, BONUS_FIRST, OPEN_FIRST, NEIGHBOUR_FIRST = 3.0, 2.0, 0.5, 0.1
"""How much sooner a spell is prepped for each point of damage that a use of it is worth, that its breach adds, in an
open breach, and in one with neighbours on both sides where it counts them."""
OVERRUN_NEAR = SWARM_ROWS[-1] - 2
"""Husks from which on one more unleash may be the last."""
HELD = 2
"""Spells that an open breach may hold."""
TAKEN_LEAST = 2
"""Spells that an ability must be able to take."""
TWICE = 2
"""How often an ability casts a spell that it casts twice (rule of the game)."""
HEALED, NEAR_EXHAUSTION = 4, 3
"""Life that an ability of the main phase heals, and life with which a player is in danger."""
COUNTERS_FIRST, FOCUSES_FIRST, DAMAGES_FIRST = 60.0, 50.0, 30.0
"""The order of casting, higher is sooner: what counts others, what focuses, the rest by damage, the least first."""
NEXT_BREACH = 0.5
"""Breaches that a player is counted to have or to lack beside those that are open: the next one is on its way."""
GEMS_FADE, GEMS_MOST = 0.1, 1.2
"""Of a gem's worth: the share for each turn left, and the most there is."""
DEVOURED_BY_US = 0.5
"""Part of what a card costs that the nemesis devours, for one that a player takes from the supply."""
TURNS_OF_A_BREACH = 4.0
"""Times that a closed breach is focused, at most, until it is open."""
FIRST_CHARGE, FURTHER_CHARGE = 0.6, 0.8
"""Parts of an ability's share that its first charge is worth, and more by the time it is ready."""
AS_OFTEN = 0.5
"""The share of turns that are the nemesis's, as far as nothing is known of them."""
USED_AETHER = 2.0
"""Aether that casting a spell early with a card takes."""
WOUNDED_HUSK, FINISHED = 0.3, 0.1
"""Part of a husk's worth for one wounded, and damage for one that is finished, which decides between equals."""
WOUND_MOST = 100.0
"""Damage, the most that a minion is feared for that is not killed: by wounds alone no lost game is prevented."""
LEAST_WORTH = 0.1
"""Damage, a card of the hand that is worth nothing: it may be of use."""
IN_HAND = 0.3
"""Damage, by which a card is rather destroyed from the discard pile than from the hand."""
BEYOND = 100.0
"""Above the worth of any card: what must be chosen is not declined."""
HAND_READY, HEALTHY = 0.5, 0.5
"""Part of what the cards of a hand are worth that the next turn does, and damage that a player promises who is not on
his last life."""
ANY_PLAYER = 50.0
"""The score of the turn order card that every player may use: above that of each."""
OPENED, PREPPED, TURNED = 10.0, 3.0, 2.0
"""The score of a breach that is open, of each spell in it, and of each turn that it is nearer to open."""
UNSEEN_HARM = 2.0
"""Damage, what the card that the nemesis draws is feared for."""
CHARGE_KEPT = 2.0
"""Damage: a charge worth more is not given up."""


# --- what comes before purchases ------------------------------------------------------------------------------------


@kernel
def has_operation(t, start, end, operation):
    """Whether an operation stands in a text."""
    for row in range(start, end):
        if t.effect[row].operation == operation:
            return True
    return False


@kernel
def counts_neighbours(t, card):
    """Whether a spell counts those prepped next to it."""
    for row in range(t.card[card].effect[0], t.card[card].effect[1]):
        if t.effect[row].per == Count.ADJACENT_SPELL:
            return True
    return False


@kernel
def play_score(t, card):
    """When a gem or relic is played: those that work on others first, those that need prepped spells last."""
    start, end = int(t.card[card].effect[0]), int(t.card[card].effect[1])
    if t.card[card].type == Type.GEM:
        return PLAY_GEMS + t.card[card].cost
    if has_operation(t, start, end, Operation.PLAY_GEM_TWICE):
        return PLAY_EARLY
    if has_operation(t, start, end, Operation.MAY_CAST_NEW):
        return STAFF
    return PLAY_THINNING if has_operation(t, start, end, Operation.DESTROY_UP_TO) else PLAY_RELICS


@kernel
def prep_score(s, t, card, at, p):
    """The best spells are prepped first, where they gain damage; open breaches before closed ones."""
    breach = s.breach[at]
    bonus = BONUS_FIRST * t.breach_bonus[at % BREACHES] + OPEN_FIRST if breach.state == Breach.OPEN else 0.0
    joined = NEIGHBOUR_FIRST * counts_neighbours(t, card) * (at % BREACHES < BREACHES - 1)
    return PREP_FIRST + USE_FIRST * use_worth(t, card, p) + bonus + joined


@kernel
def ability_of(t, seat):
    """The operation that an ability is about."""
    row = int(t.ability[seat, 0])
    if row < t.ability[seat, 1] and t.effect[row].operation == Operation.PICK:
        row += 1
    return t.effect[row].operation if row < t.ability[seat, 1] else 0


@kernel
def ability_worth(t, seat, p):
    """What the ability of a mage is worth."""
    what = ability_of(t, seat)
    if what == Operation.CANCEL_NEMESIS_CARD:
        return p[Number.ABILITY_CANCEL]
    if what == Operation.HEAL:
        return p[Number.ABILITY_HEAL]
    if what == Operation.CAST_TWICE:
        return p[Number.ABILITY_TWICE]
    if what == Operation.TAKE_UP_TO:
        return p[Number.ABILITY_TAKE]
    if what == Operation.RESHUFFLE:
        return p[Number.ABILITY_TURN]
    if what == Operation.DRAW:
        return p[Number.ABILITY_DRAW]
    return (
        p[Number.ABILITY_PREVENT]
        if what == Operation.PREVENT_DAMAGE
        else p[Number.ABILITY_SPLIT]
        if what == Operation.SPLIT_CHARGES
        else p[Number.CHARGE]
    )


@kernel
def best_prepped(s, t):
    """The most damage that a prepped spell of anybody deals now."""
    best = 0.0
    for at in range(s.players * BREACHES):
        for i in range(s.breach[at].n):
            best = max(best, spell_damage(s, t, s.active, int(s.breach[at].spell[i]), at))
    return best


@kernel
def spells_to_take(s, t, seat):
    """How many spells of a discard pile have a place if open breaches hold two."""
    spells, places = 0, 0
    for i in range(s.discard[seat].n):
        spells += t.card[s.discard[seat].card[i]].type == Type.SPELL
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        if s.breach[at].state == Breach.OPEN:
            places += HELD - s.breach[at].n
    return min(spells, places)


@kernel
def ability_pays(s, t, seat, p):
    """Whether an ability of the main phase does much now."""
    what = ability_of(t, seat)
    if what == Operation.HEAL:
        return any_wounded(s, t)
    if what == Operation.CAST_TWICE:
        return best_prepped(s, t) >= min(p[Number.MIRROR], 1.0 + turns_left(s, p[Number.PACE]))
    if what == Operation.TAKE_UP_TO:
        return spells_to_take(s, t, s.active) >= TAKEN_LEAST
    if what == Operation.RESHUFFLE:
        for i in range(s.turn_discard.n):
            card = s.turn_discard.card[i]
            if is_players(card) and life_cost(s, t, card, 1, p) < p[Number.EXHAUSTED]:
                return True
        return False
    return True


@kernel
def any_wounded(s, t):
    """Whether a player can use four points of healing, or is near exhaustion."""
    for seat in range(s.players):
        if s.life[seat] > 0 and (s.life[seat] <= t.life - HEALED or s.life[seat] <= NEAR_EXHAUSTION):
            return True
    return False


@kernel
def hand_pays(t, card):
    """Whether a power is ended with cards of the hand, which are no longer there once they are played."""
    start, end = int(t.card[card].to_discard[0]), int(t.card[card].to_discard[1])
    return has_operation(t, start, end, Operation.DISCARD) or has_operation(t, start, end, Operation.DESTROY)


@kernel
def first_score(s, t, action, p):
    """Score of what is done before anything is paid for; 0 for the rest."""
    kind, card = action.kind, action.a
    if kind == Kind.DISCARD_POWER and hand_pays(t, card):
        worth = power_score(s, t, s.active, card, p)
        return END_POWER + worth if worth > p[Number.SPARE] else 0.0
    if kind == Kind.PLAY:
        return play_score(t, card)
    if kind == Kind.PREP:
        return prep_score(s, t, card, action.b, p)
    if kind == Kind.USE:
        operation = t.effect[t.card[card].prepped[0]].operation
        if operation == Operation.PAY:
            return 0.0
        return PLAY_EARLY if operation == Operation.AETHER else USE_LATE
    if kind == Kind.ABILITY and ability_pays(s, t, action.b, p):
        return ABILITIES
    return 0.0


# --- purchases ------------------------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """What a player may expect of what he buys."""

    turns: float
    """that he has left"""
    uses: float
    """of a card gained now"""
    spell: float
    """share of its uses that a spell has work for"""
    gem: float
    """share of its worth that a gem has left"""
    waiting: float
    """spells that wait for a breach, 0..1"""


@kernel
def outlook(s, t, seat, p):
    """What a player may expect of what he buys."""
    turns = turns_left(s, p[Number.PACE])
    cards, gems, spells = owned(s, t, seat, Owned.ALL), owned(s, t, seat, Owned.GEMS), owned(s, t, seat, Owned.SPELLS)
    breaches = breaches_in(s, seat, Breach.OPEN)
    ahead = (s.deck[seat].n + s.discard[seat].n) / t.hand
    uses = max(turns - p[Number.DELAY] - p[Number.AHEAD] * ahead, 0.0) * t.hand / (cards + 1.0)
    room = min(1.0, (breaches + NEXT_BREACH) * p[Number.SPELL_ROOM] * (cards + 1.0) / (t.hand * (spells + 1.0)))
    glut = max(0.0, 1.0 - p[Number.GEM_GLUT] * gems) * min(turns * GEMS_FADE + p[Number.LATE_GEMS], GEMS_MOST)
    waiting = min(max(t.hand * (spells + 1.0) / max(cards, 1) + NEXT_BREACH - breaches, 0.0), 1.0)
    return Outlook(turns, uses, room, glut, waiting)


@kernel
def gain_score(s, t, kind, card, p, v):
    """What gaining a card is worth after its price: its uses in the turns left."""
    c = t.card[card]
    worth = (use_worth(t, card, p) - p[Number.SLOT]) * v.uses
    if c.type == Type.GEM:
        worth *= p[Number.GEMS] * v.gem
    elif c.type == Type.RELIC:
        worth *= p[Number.RELICS] if c.printed == 1 else 1.0
    else:
        worth *= p[Number.SPELLS] * v.spell * (p[Number.SPELLS_DEVOURS] if t.devours == 1 else 1.0)
    if t.devours == 1 and kind == Kind.GAIN:
        worth -= DEVOURED_BY_US * devoured_cost(s, p)
    return worth - p[Number.PRICE] * c.cost


@kernel
def spell_in_hand(s, t, seat, p):
    """The worth of the best spell in hand for which no breach is free once the better ones are prepped."""
    best, places = 0.0, places_free(s, seat)
    for i in range(s.hand[seat].n):
        card = int(s.hand[seat].card[i])
        if t.card[card].type == Type.SPELL and better_spells(s, t, seat, i, p) >= places:
            best = max(best, use_worth(t, card, p))
    return best


@kernel
def places_free(s, seat):
    """How many breaches of a player take a spell now, while each holds one."""
    free = 0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        breach = s.breach[at]
        free += breach.n == 0 and (breach.state == Breach.OPEN or (breach.state == Breach.CLOSED and breach.focused))
    return free


@kernel
def better_spells(s, t, seat, place, p):
    """How many spells in hand are prepped before the one at a place: better ones, and as good ones that come first."""
    worth, better = use_worth(t, int(s.hand[seat].card[place]), p), 0
    for i in range(s.hand[seat].n):
        card = int(s.hand[seat].card[i])
        if t.card[card].type == Type.SPELL and i != place:
            found = use_worth(t, card, p)
            better += found > worth or (found == worth and i < place)
    return better


@kernel
def breach_score(s, t, seat, kind, at, p, v):
    """What opening or focusing a breach is worth after its price."""
    worth = v.turns * (p[Number.BREACH] * v.waiting + p[Number.BREACH_BONUS] * t.breach_bonus[at % BREACHES])
    cost = open_price(s, t, at)
    if kind == Kind.FOCUS:
        worth *= p[Number.FOCUS] / (TURNS_OF_A_BREACH - s.breach[at].turned)
        cost = focus_price(s, t, at)
    if s.breach[at].n == 0:
        worth += p[Number.PREP_NOW] * spell_in_hand(s, t, seat, p)
    return worth - p[Number.PRICE] * cost


@kernel
def ability_wins(s, t, seat):
    """Whether an ability that casts a spell twice would leave the nemesis without life."""
    return ability_of(t, seat) == Operation.CAST_TWICE and TWICE * best_prepped(s, t) >= s.nemesis_life


@kernel
def charge_score(s, t, seat, p):
    """What a charge is worth: a share of the ability, more when it is nearly charged."""
    needed = t.charges[seat]
    if s.charges[seat] + 1 == needed and ability_wins(s, t, seat):
        return LETHAL
    last = p[Number.LAST_CHARGE] if s.charges[seat] + 1 == needed else 1.0
    share = FIRST_CHARGE + FURTHER_CHARGE * s.charges[seat] / needed
    return ability_worth(t, seat, p) / needed * share * last


@kernel
def power_score(s, t, seat, card, p):
    """What ending a power saves, after what it takes."""
    c = t.card[card]
    worth = p[Number.POWER] * harm(s, t, card, p)
    if s.in_play[slot_of(s, card)].value > 1:
        worth *= p[Number.POWER_EARLY]
    return worth + text_worth(s, t, seat, card, int(c.to_discard[0]), int(c.to_discard[1]) - 1, p)


@kernel
def aether_cost(s, t, action):
    """What a purchase takes of the aether that can pay for everything; what ends a power or uses a spell, all of it."""
    kind = action.kind
    if kind in (Kind.GAIN, Kind.GAIN_DEVOURED):
        return max(t.card[action.a].cost - funds(s, t, action.a) + s.aether, 0)
    if kind == Kind.OPEN:
        return open_price(s, t, action.b)
    if kind == Kind.FOCUS:
        return focus_price(s, t, action.b)
    return t.charge_cost if kind == Kind.GAIN_CHARGE else int(s.aether)


@kernel
def purchase_score(s, t, seat, action, p, v):
    """Score of what is paid for; ending the turn scores 0."""
    kind = action.kind
    if kind in (Kind.GAIN, Kind.GAIN_DEVOURED):
        return gain_score(s, t, kind, action.a, p, v)
    if kind in (Kind.OPEN, Kind.FOCUS):
        return breach_score(s, t, seat, kind, action.b, p, v)
    if kind == Kind.GAIN_CHARGE:
        return charge_score(s, t, seat, p) - p[Number.PRICE] * t.charge_cost
    if kind == Kind.DISCARD_POWER:
        return power_score(s, t, seat, action.a, p)
    if kind == Kind.USE:
        return p[Number.WHIP] * best_prepped(s, t) - USED_AETHER * p[Number.PRICE]
    return 0.0 if kind == Kind.END_TURN else NEVER


# --- damage ---------------------------------------------------------------------------------------------------------


@kernel
def nemesis_soon(s):
    """The share of the turn order cards to come that are the nemesis's; half of them where none is left."""
    if s.turn_deck.n == 0:
        return AS_OFTEN
    return count_copies(s.turn_deck, NEMESIS_CARD) / s.turn_deck.n


@kernel
def minion_score(s, t, card, n, dealer, p):
    """What n damage to a minion is worth: all that it would still do if it dies, a share if it can be finished."""
    c, life = t.card[card], int(s.in_play[slot_of(s, card)].value)
    hit = 0 if c.husks_shield == 1 and s.husks > 0 else min(min(n, int(c.damage_cap)), life)
    if hit <= 0:
        return 0.0
    turns = turns_feared(s, p) + p[Number.SOON] * nemesis_soon(s)
    worth = harm(s, t, card, p) * turns + (p[Number.CLEAR] if s.nemesis_deck.n == 0 else 0.0)
    if hit < life:
        worth = min(worth, WOUND_MOST) * hit / life
        if hit + prepped_damage(s, t, dealer) < life:
            worth *= p[Number.PARTIAL]
    return worth + text_worth(s, t, dealer, card, int(c.when_damaged[0]), int(c.when_damaged[1]), p)


@kernel
def rush(t, p):
    """What a point of damage is worth that is dealt to a nemesis of this way."""
    if t.devours == 1:
        return p[Number.RUSH_DEVOURS]
    if t.corrupts == 1:
        return p[Number.RUSH_CORRUPTS]
    return p[Number.RUSH_FURY] if t.strikes_at > 0 else p[Number.RUSH_HUSKS]


@kernel
def overrun_foreseen(s, t):
    """Whether a card in play lets the husks swarm in the next nemesis turn, when they may be enough to win."""
    if s.husks < OVERRUN_NEAR:
        return False
    for i in range(s.n_in_play):
        c = t.card[s.in_play[i].card]
        acts = c.type == Type.MINION or s.in_play[i].value <= 1
        if acts and has_operation(t, int(c.effect[0]), int(c.effect[1]), Operation.SWARM):
            return True
    return False


@kernel
def target_score(s, t, target, n, dealer, p):
    """What n damage to a target is worth; what exceeds its life is wasted."""
    if target == TARGET_NEMESIS:
        if n + prepped_damage(s, t, dealer) >= s.nemesis_life:
            return LETHAL
        return n * rush(t, p) * (1.0 + p[Number.RACE] * (1.0 - s.nemesis_life / t.nemesis_life))
    if target not in HUSK_TARGETS:
        return minion_score(s, t, target, n, dealer, p)
    husks = min(n, s.husks) if husk_life(s, t) == 1 else min(n // 2, s.husks)
    one = husk_worth(s, p) + p[Number.OVERRUN] * overrun_foreseen(s, t)
    one *= 1.0 if husks > 0 or target == TARGET_DAMAGED_HUSK else WOUNDED_HUSK
    return max(one, one * husks - life_cost(s, t, dealer, 1, p)) + (FINISHED if target == TARGET_DAMAGED_HUSK else 0.0)


@kernel
def best_target(s, t, n, dealer, p):
    """What n damage is worth where it is worth most."""
    best = target_score(s, t, TARGET_NEMESIS, n, dealer, p)
    for i in range(s.n_in_play):
        if t.card[s.in_play[i].card].type == Type.MINION:
            best = max(best, target_score(s, t, int(s.in_play[i].card), n, dealer, p))
    return max(best, target_score(s, t, TARGET_HUSK, n, dealer, p)) if s.husks > 0 else best


@kernel
def may_wait(s, t, at, least, p):
    """Whether a spell may stay in its open breach: it does no more than `least`, and no other spell wants the place."""
    seat, weak, places = s.active, 0, 0
    damage = spell_damage(s, t, seat, int(s.breach[at].spell[0]), at)
    if s.breach[at].state != Breach.OPEN or damage > least or best_target(s, t, int(damage), seat, p) > least:
        return False
    for own in range(seat * BREACHES, seat * BREACHES + BREACHES):
        breach = s.breach[own]
        places += breach.state == Breach.OPEN
        if breach.state == Breach.OPEN and breach.n > 0:
            weak += spell_damage(s, t, seat, int(breach.spell[0]), own) <= least
    for i in range(s.hand[seat].n):
        weak += t.card[s.hand[seat].card[i]].type == Type.SPELL
    return weak <= places


@kernel
def is_kept(s, t, card, at, p):
    """Whether a spell waits for the ability that casts it twice: none that is prepped or in hand deals more, and the
    nemesis does not fall without it.
    """
    seat, damage = s.active, spell_damage(s, t, s.active, card, at)
    if s.charges[seat] < t.charges[seat] or ability_of(t, seat) != Operation.CAST_TWICE:
        return False
    if s.breach[at].state != Breach.OPEN or damage < best_prepped(s, t) or damage < p[Number.MIRROR]:
        return False
    for i in range(s.hand[seat].n):
        other = int(s.hand[seat].card[i])
        if t.card[other].type == Type.SPELL and spell_damage(s, t, seat, other, at) >= damage:
            return False
    return prepped_damage(s, t, seat) < s.nemesis_life


@kernel
def minions_in_play(s, t):
    """Whether the nemesis has a minion or a husk in play."""
    for i in range(s.n_in_play):
        if t.card[s.in_play[i].card].type == Type.MINION:
            return True
    return s.husks > 0


@kernel
def cast_score(s, t, action, p):
    """When a prepped spell is cast: first what counts others, then what focuses, then the small before the big, so that
    minions are finished without waste, or without any minion the big before the small, which come later again; below 0
    if it waits, 0 to cast no more.
    """
    if action.kind != Kind.CAST:
        return 0.0
    card, at = action.a, action.b
    least = p[Number.HOLD] * turns_left(s, p[Number.PACE])
    if (least >= 1.0 and may_wait(s, t, at, least, p)) or is_kept(s, t, card, at, p):
        return -1.0
    effect = t.card[card].effect
    if counts_neighbours(t, card):
        return COUNTERS_FIRST
    if has_operation(t, int(effect[0]), int(effect[1]), Operation.FOCUS):
        return FOCUSES_FIRST
    damage = spell_damage(s, t, s.active, card, at)
    return DAMAGES_FIRST + (-damage if minions_in_play(s, t) else damage)


# --- choices --------------------------------------------------------------------------------------------------------


@kernel
def price_of_gift(s, t, frame, parent, card, p):
    """What a card costs that a text gives without payment, where its player suffers damage by its cost."""
    price = 0.0
    for row in range(parent.pc, parent.end):
        e = t.effect[row]
        if e.operation == Operation.DAMAGE and e.per == Count.HALF_COST:
            price += life_cost(s, t, int(frame.who), int(e.a) * (int(t.card[card].cost + 1) // 2), p)
    return price


@kernel
def card_choice(s, t, frame, parent, kind, card, p):
    """Score of a card to discard, destroy, take, lay or give up."""
    worth = use_worth(t, card, p)
    if kind == Kind.DISCARD:
        return chosen_gain(s, t, parent, card, p) - p[Number.KEEP] * max(worth, LEAST_WORTH)
    if kind in (Kind.DESTROY, Kind.DESTROY_DISCARDED):
        cost = p[Number.LASTING] * turns_left(s, p[Number.PACE]) * (worth - p[Number.THIN])
        return chosen_gain(s, t, parent, card, p) - cost - (IN_HAND if kind == Kind.DESTROY else 0.0)
    if kind == Kind.LAY:
        return worth if p[Number.LAY] <= 0 else BEYOND - worth
    if kind in (Kind.GAIN, Kind.GAIN_DEVOURED):
        worth -= price_of_gift(s, t, frame, parent, card, p)
    return BEYOND + (-worth if kind in (Kind.PLAY, Kind.DEVOUR) else worth)


@kernel
def seat_choice(s, t, frame, parent, kind, seat, p):
    """Score of a player."""
    if kind == Kind.CHARGE:
        return charge_score(s, t, seat, p) * (s.charges[seat] < t.charges[seat])
    if s.decision == Decision.PLAYER:
        return text_worth(s, t, seat, int(parent.card), int(parent.pc), int(parent.end), p)
    return readiness(s, t, seat, p) if s.decision != Decision.GIVE else 1.0 * s.life[seat]


@kernel
def readiness(s, t, seat, p):
    """What a turn of a player would do about now."""
    hand = 0.0
    for i in range(s.hand[seat].n):
        hand += use_worth(t, int(s.hand[seat].card[i]), p)
    return prepped_damage(s, t, seat) + HAND_READY * hand + (0.0 if s.life[seat] == 1 else HEALTHY)


@kernel
def turn_card_score(s, t, card, p):
    """Which turn order card is wanted soonest."""
    if card == NEMESIS_CARD:
        return -LOST
    return readiness(s, t, card, p) if is_players(card) else ANY_PLAYER


@kernel
def reshuffle_score(s, t, parent, card, p):
    """Which turn order card is wanted back in the deck, after what the rest of the text does to its player."""
    score = turn_card_score(s, t, card, p)
    if is_players(card):
        score += text_worth(s, t, int(card), int(parent.card), int(parent.pc), int(parent.end), p)
    return score


@kernel
def breach_choice(s, t, kind, at):
    """Score of a breach to focus for nothing, by what an open one adds over the turns until then, or to lose, the worst
    first.
    """
    breach = s.breach[at]
    if kind == Kind.FOCUS_FREE:
        return (1.0 + t.breach_bonus[at % BREACHES]) / (TURNS_OF_A_BREACH - breach.turned)
    return -(OPENED * (breach.state == Breach.OPEN) + PREPPED * breach.n + TURNED * breach.turned - at % BREACHES)


@kernel
def feared(s, t, p):
    """How much harm the nemesis turn that begins does as far as it can be seen."""
    total = UNSEEN_HARM
    for i in range(s.n_in_play):
        card = int(s.in_play[i].card)
        if t.card[card].type == Type.MINION or s.in_play[i].value <= 1:
            total += harm(s, t, card, p)
    return total


@kernel
def ability_score(s, t, p):
    """Score of Aethereal Ward against the card drawn, or of Auspex Rune for the turn that begins."""
    if s.decision == Decision.AUSPEX:
        drawn = s.turn_discard.card[s.turn_discard.n - 1]
        return feared(s, t, p) - p[Number.AUSPEX] if drawn == NEMESIS_CARD else -1.0
    card = int(s.drawn)
    worth = harm(s, t, card, p)
    if t.card[card].type == Type.POWER and t.card[card].to_discard[0] < t.card[card].to_discard[1]:
        worth *= p[Number.POWER] * p[Number.POWER_EARLY]
    return worth - p[Number.WARD]


@kernel
def yes_score(s, t, frame, p):
    """Score of doing what may be done."""
    decision, seat = s.decision, int(frame.seat)
    if decision == Decision.ON_DECK:
        return 1.0
    if decision == Decision.LOSE_CHARGE:
        return CHARGE_KEPT - charge_score(s, t, seat, p)
    last = int(s.turn_deck.n) - 1
    if decision == Decision.BOTTOM:
        return 1.0 if s.turn_known & (1 << last) and s.turn_deck.card[last] == NEMESIS_CARD else -1.0
    worth = use_worth(t, int(s.deck[seat].card[s.deck[seat].n - 1]), p)
    return (p[Number.THIN] if decision == Decision.DESTROY_TOP else p[Number.SIFT]) - worth


@kernel
def spell_choice(s, t, frame, card, at, p):
    """Score of a prepped spell to cast, discard or destroy."""
    worth = spell_worth(s, t, int(frame.seat), card, at, p)
    lost = s.decision in (Decision.DISCARD_PREPPED, Decision.DESTROY_PREPPED)
    return -worth if lost else spell_damage(s, t, int(frame.seat), card, at)


@kernel
def option_score(s, t, frame, parent, number, p):
    """Score of a half."""
    start, end = (int(frame.a), int(frame.b) - 1) if number == 1 else (int(frame.b), int(frame.c))
    return LOST + text_worth(s, t, int(parent.who), int(parent.card), start, end, p)


@kernel
def choice_score(s, t, action, p):
    """Score of a choice in mid-effect; declining scores 0."""
    frame, parent = top(s), below_top(s)
    kind, card = action.kind, int(action.a)
    if kind == Kind.TARGET:
        return target_score(s, t, card, int(frame.a), int(frame.seat), p)
    if kind == Kind.SPREAD:
        return husk_worth(s, p) * (husks_killed(s, t, int(frame.a)) - 1) - life_cost(s, t, int(frame.seat), 1, p)
    if kind in (
        Kind.DISCARD,
        Kind.DESTROY,
        Kind.DESTROY_DISCARDED,
        Kind.TAKE,
        Kind.LAY,
        Kind.RETURN,
        Kind.PLAY,
        Kind.DEVOUR,
        Kind.GAIN,
        Kind.GAIN_DEVOURED,
    ):
        return card_choice(s, t, frame, parent, kind, card, p)
    if kind in (Kind.CHOOSE, Kind.CHARGE):
        return seat_choice(s, t, frame, parent, kind, int(action.b), p)
    if kind == Kind.CHOOSE_SPELL:
        return spell_choice(s, t, frame, card, int(action.b), p)
    if kind in (Kind.FOCUS_FREE, Kind.LOSE_BREACH):
        return breach_choice(s, t, kind, int(action.b))
    if kind == Kind.NEXT:
        return turn_card_score(s, t, card, p)
    if kind == Kind.RESHUFFLE:
        return reshuffle_score(s, t, parent, card, p)
    if kind == Kind.RESOLVE:
        return LOST + text_worth(s, t, s.active, card, int(t.card[card].effect[0]), int(t.card[card].effect[1]), p)
    if kind == Kind.OPTION:
        return option_score(s, t, frame, parent, card, p)
    if kind == Kind.ABILITY:
        return ability_score(s, t, p)
    return yes_score(s, t, frame, p) if kind == Kind.YES else 0.0


# --- the agent ------------------------------------------------------------------------------------------------------


@kernel
def choose_in_main(s, t, actions, n, p):
    """What is done at once if there is any, else the best use of aether and charges, or the end of the turn. A breach
    that is to be opened is opened before spells are prepped, so that the best ones have it.
    """
    best, best_score = 0, 0.0
    for k in range(n):
        score = first_score(s, t, actions[k], p)
        if score > best_score:
            best, best_score = k, score
    if best_score < AT_ONCE:
        return choose_purchase(s, t, actions, n, p)
    if actions[best].kind == Kind.PREP and any_breach(actions, n):
        bought = choose_purchase(s, t, actions, n, p)
        if actions[bought].kind in (Kind.OPEN, Kind.FOCUS):
            return bought
    return best


@kernel
def any_breach(actions, n):
    """Whether a breach can be opened or focused."""
    for k in range(n):
        if actions[k].kind in (Kind.OPEN, Kind.FOCUS):
            return True
    return False


@kernel
def choose_purchase(s, t, actions, n, p):
    """The purchase that is worth most together with the best one for the rest of the aether, or the end of the turn."""
    seat, best, best_score = s.active, n - 1, 0.0
    v = outlook(s, t, seat, p)
    scores, costs = np.empty(n), np.empty(n)
    for k in range(n):
        scores[k], costs[k] = purchase_score(s, t, seat, actions[k], p, v), aether_cost(s, t, actions[k])
    for k in range(n - 1):
        if scores[k] > 0.0:
            more = 0.0
            for other in range(n - 1):
                if costs[k] + costs[other] <= s.aether:
                    more = max(more, scores[other])
            score = scores[k] + p[Number.SECOND] * more
            if score > best_score:
                best, best_score = k, score
    return best


@kernel
def highest_scored(s, t, actions, n, p, score):
    """The index of the legal action that scores most, the first of equals: without a margin, so that rounding decides
    between some. score: the kernel (s, t, action, p) -> float64.
    """
    best, most = 0, score(s, t, actions[0], p)
    for k in range(1, n):
        found = score(s, t, actions[k], p)
        if found > most:
            best, most = k, found
    return best


@kernel
def numbers_of_team(s, t, params):
    """The set of numbers for as many players as there are, and for one alone against a nemesis that corrupts."""
    team = 0 if s.players == 2 else 1 if s.players == 1 else int(s.players) - 1
    if s.players == 1 and t.corrupts == 1:
        team = ALONE_CORRUPTED
    return params[team * N_NUMBERS : (team + 1) * N_NUMBERS]


@define_agent("aeons_end", NUMBERS)
def choose(s, t, actions, n, params):
    """What is done first of all that is worth doing, or the choice that is wanted most; see the module's docstring."""
    p = numbers_of_team(s, t, params)
    if s.decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, p)
    if s.decision == Decision.CASTING:
        return highest_scored(s, t, actions, n, p, cast_score)
    return highest_scored(s, t, actions, n, p, choice_score)
