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

import tomllib
from pathlib import Path

import numpy as np

from sim.aeons_end.breaches import breaches_in, focus_price, open_price
from sim.aeons_end.cards import Count, Operation
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
from sim.core.frames import below_top, top
from sim.core.kernel import kernel

from ..agent import Agent, define_agent, in_sets, places
from .features import (
    AFTER_USES,
    CARDS,
    LOST,
    WEIGHTS,
    Owned,
    Weight,
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
    turns_left,
    use_worth,
)

MANNERS = {
    "price": 1.0,
    "slot": 1.0,
    "gems": 1.0,
    "relics": 1.0,
    "spells": 1.0,
    "spells_devours": 1.0,
    "gem_glut": 0.07,
    "spell_room": 1.0,
    "late_gems": 0.1,
    "pace": 3.0,
    "delay": 1.5,
    "breach": 1.2,
    "breach_bonus": 0.6,
    "focus": 0.7,
    "prep_now": 1.0,
    "power": 0.8,
    "power_early": 0.7,
    "spare": 0.0,
    "second": 0.0,
    "last_charge": 1.0,
    "hold": 0.0,
    "race": 0.0,
    "rush_fury": 1.0,
    "rush_husks": 1.0,
    "rush_devours": 1.0,
    "rush_corrupts": 1.0,
    "horizon": 3.0,
    "partial": 0.7,
    "clear": 3.0,
    "keep": 1.0,
    "lasting": 0.3,
    "thin": 1.5,
    "sift": 1.3,
    "whip": 0.5,
    "mirror": 3.0,
    "ward": 5.0,
    "auspex": 5.0,
    "lay": 1.0,
    "ability_cancel": 9.0,
    "ability_heal": 7.0,
    "ability_twice": 9.0,
    "ability_take": 9.0,
    "ability_turn": 10.0,
    "ability_draw": 8.0,
    "ability_prevent": 9.0,
    "ability_split": 8.0,
}
"""price: of an aether. slot: taken off a card's worth a use, for the place in the hand that it takes. gems, relics,
spells: factors on what such cards are worth, spells_devours: on that of spells against a nemesis that devours the
supply; gem_glut: off for each gem owned, late_gems: how much of a gem's worth does not fade with the turns left;
spell_room: how many spells a breach has work for. pace: damage expected of a player's turn, delay: turns until a card
is first used. breach, breach_bonus: worth a turn of a breach that spells wait for, of its added damage; focus: how far
a focus counts as part of opening; prep_now: worth of prepping a spell that has no breach, a point of damage. power,
power_early: factors on what ending a power saves, at its last token and before. spare: what ending a power must be
worth, beyond them, to give up cards of the hand that could be played. second: how far what the rest of the aether buys
counts; last_charge: factor on the charge that makes an ability ready. hold: a spell stays in its breach if it does no
more than this for each turn that is left; race: how much more damage to the nemesis is worth as its life runs out;
rush_*: what a point of it is worth against a nemesis of that way. horizon: turns that a minion is feared for, partial:
worth of wounding it against killing it, clear: how much more it is feared when the nemesis deck is empty. keep,
lasting, thin: what a card discarded or destroyed costs, and below what worth it is better gone; sift: likewise on top
of the deck. whip: worth of a spell cast early. mirror, ward, auspex: least damage, cast or warded off, that uses up the
ability. lay: above 0, the best cards are laid last. ability_*: what an ability is worth."""

USES = {
    "crystal": 1.0, "spark": 0.9, "amethyst_shard": 1.3, "buried_light": 1.6, "moonstone_shard": 1.4,
    "emerald_shard": 1.3, "quartz_shard": 1.4, "garnet_shard": 1.4, "tourmaline_shard": 1.2, "flare": 1.8,
    "jade": 2.0, "sifters_pearl": 2.3, "vriswood_amber": 2.3, "diamond_cluster": 2.6, "searing_ruby": 2.7,
    "burning_opal": 3.1, "clouded_sapphire": 3.3, "flexing_dagger": 1.6, "bottled_vortex": 1.6, "unstable_prism": 2.3,
    "blasting_staff": 2.4, "focusing_orb": 2.5, "mages_talisman": 3.0, "phoenix_flame": 2.8, "spectral_echo": 2.8,
    "amplify_vision": 3.2, "ignite": 3.3, "lava_tendril": 3.3, "dark_fire": 4.5, "essence_theft": 3.8,
    "feral_lightning": 3.5, "oblivion_swell": 4.6, "chaos_arc": 5.0, "planar_insight": 4.8, "wildfire_whip": 4.6,
    "arcane_nexus": 5.6, "consuming_void": 5.4,
}  # fmt: skip
"""What one use of each card is worth, in points of damage, as it is printed."""
OWN_USES = {f"use_{card}": USES.get(card, 1.0) for card in CARDS}

NUMBERS = {**WEIGHTS, **OWN_USES, **MANNERS}
N_NUMBERS = len(NUMBERS)
TEAMS = ("", "alone_", "three_", "four_")
"""Before a number's name: of a team of two, of a player alone, of three, of four; each has a set of its own."""
Manner = places("Manner", MANNERS, AFTER_USES)

NEVER = -1e9
LETHAL = 1e6
END_POWER, PLAY_EARLY, PLAY_GEMS, PLAY_RELICS, PLAY_THINNING, PREP_FIRST, USE_LATE, STAFF, ABILITIES = (
    1200.0, 1100.0, 1000.0, 960.0, 950.0, 900.0, 880.0, 860.0, 850.0,
)  # fmt: skip
"""Where the scores of what is done before anything is paid for begin."""
AT_ONCE = 500.0


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
    bonus = 2.0 * t.breach_bonus[at % BREACHES] + 0.5 if breach.state == Breach.OPEN else 0.0
    return PREP_FIRST + 3.0 * use_worth(t, card, p) + bonus + 0.1 * counts_neighbours(t, card) * (at % BREACHES < 3)


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
        return p[Manner.ABILITY_CANCEL]
    if what == Operation.HEAL:
        return p[Manner.ABILITY_HEAL]
    if what == Operation.CAST_TWICE:
        return p[Manner.ABILITY_TWICE]
    if what == Operation.TAKE_UP_TO:
        return p[Manner.ABILITY_TAKE]
    if what == Operation.RESHUFFLE:
        return p[Manner.ABILITY_TURN]
    if what == Operation.DRAW:
        return p[Manner.ABILITY_DRAW]
    return (
        p[Manner.ABILITY_PREVENT]
        if what == Operation.PREVENT_DAMAGE
        else p[Manner.ABILITY_SPLIT]
        if what == Operation.SPLIT_CHARGES
        else p[Weight.CHARGE]
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
            places += 2 - s.breach[at].n
    return min(spells, places)


@kernel
def ability_pays(s, t, seat, p):
    """Whether an ability of the main phase does much now."""
    what = ability_of(t, seat)
    if what == Operation.HEAL:
        return any_wounded(s, t)
    if what == Operation.CAST_TWICE:
        return best_prepped(s, t) >= min(p[Manner.MIRROR], 1.0 + turns_left(s, p[Manner.PACE]))
    if what == Operation.TAKE_UP_TO:
        return spells_to_take(s, t, s.active) >= 2
    if what == Operation.RESHUFFLE:
        for i in range(s.turn_discard.n):
            card = s.turn_discard.card[i]
            if is_players(card) and life_cost(s, t, card, 1, p) < p[Weight.EXHAUSTED]:
                return True
        return False
    return True


@kernel
def any_wounded(s, t):
    """Whether a player can use four points of healing, or is near exhaustion."""
    for seat in range(s.players):
        if s.life[seat] > 0 and (s.life[seat] <= t.life - 4 or s.life[seat] <= 3):
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
        return END_POWER + worth if worth > p[Manner.SPARE] else 0.0
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


@kernel
def outlook(s, t, seat, p):
    """(turns left, uses of a card gained now, work left for a spell, for a gem, spells that wait for a breach)."""
    turns = turns_left(s, p[Manner.PACE])
    cards, gems, spells = owned(s, t, seat, Owned.ALL), owned(s, t, seat, Owned.GEMS), owned(s, t, seat, Owned.SPELLS)
    breaches = breaches_in(s, seat, Breach.OPEN)
    uses = max(turns - p[Manner.DELAY], 0.0) * t.hand / (cards + 1.0)
    room = min(1.0, (breaches + 0.5) * p[Manner.SPELL_ROOM] * (cards + 1.0) / (t.hand * (spells + 1.0)))
    glut = max(0.0, 1.0 - p[Manner.GEM_GLUT] * gems) * min(turns * 0.1 + p[Manner.LATE_GEMS], 1.2)
    waiting = min(max(t.hand * (spells + 1.0) / max(cards, 1) + 0.5 - breaches, 0.0), 1.0)
    return turns, uses, room, glut, waiting


@kernel
def gain_score(s, t, kind, card, p, v):
    """What gaining a card is worth after its price: its uses in the turns left."""
    c = t.card[card]
    worth = (use_worth(t, card, p) - p[Manner.SLOT]) * v[1]
    if c.type == Type.GEM:
        worth *= p[Manner.GEMS] * v[3]
    elif c.type == Type.RELIC:
        worth *= p[Manner.RELICS] if c.printed == 1 else 1.0
    else:
        worth *= p[Manner.SPELLS] * v[2] * (p[Manner.SPELLS_DEVOURS] if t.devours == 1 else 1.0)
    if t.devours == 1 and kind == Kind.GAIN:
        worth -= 0.5 * devoured_cost(s, p)
    return worth - p[Manner.PRICE] * c.cost


@kernel
def spell_in_hand(s, t, seat, p):
    """The worth of the best spell in hand; those that have a breach have been prepped."""
    best = 0.0
    for i in range(s.hand[seat].n):
        card = int(s.hand[seat].card[i])
        if t.card[card].type == Type.SPELL:
            best = max(best, use_worth(t, card, p))
    return best


@kernel
def breach_score(s, t, seat, kind, at, p, v):
    """What opening or focusing a breach is worth after its price."""
    worth = v[0] * (p[Manner.BREACH] * v[4] + p[Manner.BREACH_BONUS] * t.breach_bonus[at % BREACHES])
    cost = open_price(s, t, at)
    if kind == Kind.FOCUS:
        worth *= p[Manner.FOCUS] / (4.0 - s.breach[at].turned)
        cost = focus_price(s, t, at)
    if s.breach[at].n == 0:
        worth += p[Manner.PREP_NOW] * spell_in_hand(s, t, seat, p)
    return worth - p[Manner.PRICE] * cost


@kernel
def charge_score(s, t, seat, p):
    """What a charge is worth: a share of the ability, more when it is nearly charged."""
    needed = t.charges[seat]
    last = p[Manner.LAST_CHARGE] if s.charges[seat] + 1 == needed else 1.0
    return ability_worth(t, seat, p) / needed * (0.6 + 0.8 * s.charges[seat] / needed) * last


@kernel
def power_score(s, t, seat, card, p):
    """What ending a power saves, after what it takes."""
    c = t.card[card]
    worth = p[Manner.POWER] * harm(s, t, card, p)
    if s.in_play[slot_of(s, card)].value > 1:
        worth *= p[Manner.POWER_EARLY]
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
        return charge_score(s, t, seat, p) - p[Manner.PRICE] * t.charge_cost
    if kind == Kind.DISCARD_POWER:
        return power_score(s, t, seat, action.a, p)
    if kind == Kind.USE:
        return p[Manner.WHIP] * best_prepped(s, t) - 2.0 * p[Manner.PRICE]
    return 0.0 if kind == Kind.END_TURN else NEVER


# --- damage ---------------------------------------------------------------------------------------------------------


@kernel
def minion_score(s, t, card, n, dealer, p):
    """What n damage to a minion is worth: all that it would still do if it dies, a share if it can be finished."""
    c, life = t.card[card], int(s.in_play[slot_of(s, card)].value)
    hit = 0 if c.husks_shield == 1 and s.husks > 0 else min(min(n, int(c.damage_cap)), life)
    if hit <= 0:
        return 0.0
    turns = min(p[Manner.HORIZON], turns_left(s, p[Manner.PACE]))
    worth = harm(s, t, card, p) * turns + (p[Manner.CLEAR] if s.nemesis_deck.n == 0 else 0.0)
    if hit < life:
        worth *= hit / life
        if hit + prepped_damage(s, t, dealer) < life:
            worth *= p[Manner.PARTIAL]
    return worth + text_worth(s, t, dealer, card, int(c.when_damaged[0]), int(c.when_damaged[1]), p)


@kernel
def rush(t, p):
    """What a point of damage is worth that is dealt to a nemesis of this way."""
    if t.devours == 1:
        return p[Manner.RUSH_DEVOURS]
    if t.corrupts == 1:
        return p[Manner.RUSH_CORRUPTS]
    return p[Manner.RUSH_FURY] if t.strikes_at > 0 else p[Manner.RUSH_HUSKS]


@kernel
def target_score(s, t, target, n, dealer, p):
    """What n damage to a target is worth; what exceeds its life is wasted."""
    if target == TARGET_NEMESIS:
        if n + prepped_damage(s, t, dealer) >= s.nemesis_life:
            return LETHAL
        return n * rush(t, p) * (1.0 + p[Manner.RACE] * (1.0 - s.nemesis_life / t.nemesis_life))
    if target not in HUSK_TARGETS:
        return minion_score(s, t, target, n, dealer, p)
    husks = min(n, s.husks) if husk_life(s, t) == 1 else min(n // 2, s.husks)
    one = husk_worth(s, p) * (1.0 if husks > 0 or target == TARGET_DAMAGED_HUSK else 0.3)
    return max(one, one * husks - life_cost(s, t, dealer, 1, p)) + (0.1 if target == TARGET_DAMAGED_HUSK else 0.0)


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
def cast_score(s, t, card, at, p):
    """When a prepped spell is cast: first what counts others, then what focuses, then the small before the big; below 0
    if it waits.
    """
    least = p[Manner.HOLD] * turns_left(s, p[Manner.PACE])
    if least >= 1.0 and may_wait(s, t, at, least, p):
        return -1.0
    effect = t.card[card].effect
    if counts_neighbours(t, card):
        return 60.0
    if has_operation(t, int(effect[0]), int(effect[1]), Operation.FOCUS):
        return 50.0
    return 30.0 - spell_damage(s, t, s.active, card, at)


# --- choices --------------------------------------------------------------------------------------------------------


@kernel
def card_choice(s, t, frame, parent, kind, card, p):
    """Score of a card to discard, destroy, take, lay or give up."""
    worth = use_worth(t, card, p)
    if kind == Kind.DISCARD:
        return chosen_gain(s, t, parent, card, p) - p[Manner.KEEP] * max(worth, 0.1)
    if kind in (Kind.DESTROY, Kind.DESTROY_DISCARDED):
        cost = p[Manner.LASTING] * turns_left(s, p[Manner.PACE]) * (worth - p[Manner.THIN])
        return chosen_gain(s, t, parent, card, p) - cost - (0.3 if kind == Kind.DESTROY else 0.0)
    if kind == Kind.LAY:
        return worth if p[Manner.LAY] <= 0 else 100.0 - worth
    return 100.0 + (-worth if kind in (Kind.PLAY, Kind.DEVOUR) else worth)


@kernel
def seat_choice(s, t, frame, parent, kind, seat, p):
    """Score of a player."""
    if kind == Kind.CHARGE:
        return charge_score(s, t, seat, p) * (s.charges[seat] < t.charges[seat])
    if s.decision == Decision.PLAYER:
        return text_worth(s, t, seat, int(parent.card), int(parent.a), int(parent.b), p)
    return readiness(s, t, seat) if s.decision != Decision.GIVE else 1.0 * s.life[seat]


@kernel
def readiness(s, t, seat):
    """What a turn of a player would do about now."""
    return prepped_damage(s, t, seat) + 0.8 * s.hand[seat].n + (0.0 if s.life[seat] == 1 else 0.5)


@kernel
def turn_card_score(s, t, card):
    """Which turn order card is wanted soonest."""
    if card == NEMESIS_CARD:
        return -LOST
    return readiness(s, t, card) if is_players(card) else 50.0


@kernel
def reshuffle_score(s, t, parent, card, p):
    """Which turn order card is wanted back in the deck, after what the rest of the text does to its player."""
    score = turn_card_score(s, t, card)
    if is_players(card):
        score += text_worth(s, t, int(card), int(parent.card), int(parent.a), int(parent.b), p)
    return score


@kernel
def breach_choice(s, t, kind, at):
    """Score of a breach to focus for nothing, the nearest to open first, or to lose, the worst first."""
    breach = s.breach[at]
    if kind == Kind.FOCUS_FREE:
        return 20.0 - t.open_cost[at % BREACHES, breach.turned]
    return -(10.0 * (breach.state == Breach.OPEN) + 3.0 * breach.n + 2.0 * breach.turned - at % BREACHES)


@kernel
def feared(s, t, p):
    """How much harm the nemesis turn that begins does as far as it can be seen."""
    total = 2.0
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
        return feared(s, t, p) - p[Manner.AUSPEX] if drawn == NEMESIS_CARD else -1.0
    card = int(s.drawn)
    worth = harm(s, t, card, p)
    if t.card[card].type == Type.POWER and t.card[card].to_discard[0] < t.card[card].to_discard[1]:
        worth *= p[Manner.POWER] * p[Manner.POWER_EARLY]
    return worth - p[Manner.WARD]


@kernel
def yes_score(s, t, frame, p):
    """Score of doing what may be done."""
    decision, seat = s.decision, int(frame.seat)
    if decision == Decision.ON_DECK:
        return 1.0
    if decision == Decision.LOSE_CHARGE:
        return 2.0 - charge_score(s, t, seat, p)
    last = int(s.turn_deck.n) - 1
    if decision == Decision.BOTTOM:
        return 1.0 if s.turn_known & (1 << last) and s.turn_deck.card[last] == NEMESIS_CARD else -1.0
    worth = use_worth(t, int(s.deck[seat].card[s.deck[seat].n - 1]), p)
    return (p[Manner.THIN] if decision == Decision.DESTROY_TOP else p[Manner.SIFT]) - worth


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
    ):
        return card_choice(s, t, frame, parent, kind, card, p)
    if kind in (Kind.CHOOSE, Kind.CHARGE):
        return seat_choice(s, t, frame, parent, kind, int(action.b), p)
    if kind == Kind.CHOOSE_SPELL:
        return spell_choice(s, t, frame, card, int(action.b), p)
    if kind in (Kind.FOCUS_FREE, Kind.LOSE_BREACH):
        return breach_choice(s, t, kind, int(action.b))
    if kind == Kind.NEXT:
        return turn_card_score(s, t, card)
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
    """What is done at once if there is any, else the best use of aether and charges, or the end of the turn."""
    best, best_score = 0, 0.0
    for k in range(n):
        score = first_score(s, t, actions[k], p)
        if score > best_score:
            best, best_score = k, score
    return best if best_score >= AT_ONCE else choose_purchase(s, t, actions, n, p)


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
            score = scores[k] + p[Manner.SECOND] * more
            if score > best_score:
                best, best_score = k, score
    return best


@kernel
def numbers_of_team(s, params):
    """The set of numbers for as many players as there are."""
    team = 0 if s.players == 2 else 1 if s.players == 1 else int(s.players) - 1
    return params[team * N_NUMBERS : (team + 1) * N_NUMBERS]


@define_agent("aeons_end", {team + name: number for team in TEAMS for name, number in NUMBERS.items()})
def choose(s, t, actions, n, params):
    """The action with the highest score, the first of equals."""
    p = numbers_of_team(s, params)
    if s.decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, p)
    best, best_score = 0, 2.0 * NEVER
    for k in range(n):
        if s.decision == Decision.CASTING:
            score = cast_score(s, t, actions[k].a, actions[k].b, p) if actions[k].kind == Kind.CAST else 0.0
        else:
            score = choice_score(s, t, actions[k], p)
        if score > best_score:
            best, best_score = k, score
    return best


STRATEGIES = tomllib.loads(Path(__file__).with_name("strategies.toml").read_text(encoding="utf-8"))


def _strategies() -> list[Agent]:
    """The all-rounder, then the others, which change its numbers."""
    strategies = {name: in_sets(numbers, TEAMS) for name, numbers in STRATEGIES.items()}
    best = choose.named("best", **strategies.pop("best"))
    return [best, *(best.named(name, **strategy) for name, strategy in strategies.items())]


AGENTS = _strategies()
