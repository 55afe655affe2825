"""Our own strategies for KeyForge: one way of playing a turn, steered by numbers.

The house of the turn is the one whose plays and uses are worth most together, with what its cards are known to be
worth beyond and the keys that it wins or saves. Then whatever is worth something is done, in an order that lets one
thing help the next: effects of the whole turn, draws and archiving, single removal, fights, reaping, what hits
everybody, creatures, artifacts, what readies or counts; cards that do nothing are discarded. Choices in mid-effect go
to the card for which the rest of the text is worth most. What games played on say of actions in such circumstances and
of single cards (actions.toml) overrules this order and these choices where it is clear. All is weighed in amber, with
keys that a pool can pay counting extra, for both players.
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.kernel import kernel
from sim.keyforge.cards import card_facts
from sim.keyforge.modifiers import houses_of, key_cost
from sim.keyforge.pending import you_of
from sim.keyforge.state import DECK_SIZE, HOUSES, WITHOUT_PROGRAM, Constant, Decision, Kind, Trigger, Type, Zone
from sim.keyforge.tables import Operation, Select, Side

from ..agent import Agent, define_agent, places
from ..value import weigh
from .features import (
    AFTER_WEIGHTS,
    BURDENS,
    MIND,
    WEIGHTS,
    Known,
    Moved,
    Weight,
    add_amber_of,
    amount_of,
    best_clash_worth,
    body_worth,
    burden_worth,
    change_worth,
    choice_worth,
    clash_worth,
    effect_worth,
    fighter,
    new_creature_worth,
    on_chosen,
    plain_reap_worth,
    quality,
    removal_worth,
    rows_worth,
    strength_left,
    text_worth,
    toll_worth,
)

MANNERS = {
    "reap": 1.0,
    "fight": 1.0,
    "play": 0.3,
    "removal": 1.0,
    "ability": 1.0,
    "cycle": 0.4,
    "keep": 3.5,
    "future": 0.15,
    "mulligan": 3.2,
    "idle": 0.0,
    "exhausted": 0.0,
    "pool": 0.0,
    "win": 0.0,
    "denied": 0.0,
    "stolen": 0.0,
    "saved": 0.0,
    "clearly": 0.9,
    "certainly": 0.5,
}
"""reap, fight, ability: factors on what reaping, fighting, actions of cards are worth. play: for any card played, for
the room it makes in hand. removal: factor on what a text does. cycle: worth of discarding for a new card; keep: a
card whose play would be worth more than that is not discarded. future: what cards of the other houses, kept in hand,
take off a house. mulligan: the hand is kept if its best house is worth so much.
What more a house is worth: idle: for each card whose play is worth less than discarding it; exhausted: for each
creature of it that is not ready; pool: for the share of a key that the pool pays after the turn, win: if it pays the
third; denied: for each amber that the opponent loses, stolen: that is stolen, saved: if the opponent cannot pay his
third key any more.
clearly, certainly: by how many percent of a win an action of the main step, a card chosen, must be better by experience
than what would be done without."""

CARDS = list(card_facts())
HELD = {f"{place}_{card}": 0.0 for place in ("hand", "ready") for card in (*CARDS, "other")}
"""What more a house is worth for each card of it in hand, and for each that is ready in play; `other`: cards that a
user changed or added."""

Manner = places("Manner", MANNERS, AFTER_WEIGHTS)
FIRST_HAND, N_CARDS, N_MOVED = AFTER_WEIGHTS + len(MANNERS), len(CARDS), len(Moved)
FIRST_READY = FIRST_HAND + N_CARDS + 1


class Sort(IntEnum):
    """Sorts of actions in the main step; EVENT: playing an action card, USE: of an artifact or an ability."""

    CREATURE, ARTIFACT, EVENT, UPGRADE, DISCARD, REAP, FIGHT, USE, UNSTUN, END = range(10)


class Circumstance(IntEnum):
    """What all actions of a decision have in common, scaled to about 0..1."""

    ALWAYS = 0
    PLAYS = 1  # cards in hand of the house of the turn
    READY = 2  # ready creatures of that house
    POOL = 3  # the share of a key's cost in the own pool
    THEIR_POOL = 4
    THEY_PAY = 5  # the opponent's pool pays a key
    PAYS = 6
    LAST = 7  # the next key is the third
    THEIR_LAST = 8
    LINE = 9  # creatures
    THEIR_LINE = 10
    HAND = 11


class Experience(IntEnum):
    """What is done with a card."""

    PLAYED, DISCARDED, REAPER, ATTACKER, TARGET, USED = range(6)


READINGS = ("worth", "small", "wanted")
"""Of the worth of an action: the worth, as much of it as is small, and whether there is any."""
CLEAR, SMALL = 15.0, 2.0
N_CIRCUMSTANCES = len(Circumstance)
SORTS = {
    f"{sort.name.lower()}_{name}": 0.0
    for sort in Sort
    for name in (*(circumstance.name.lower() for circumstance in Circumstance), *READINGS)
}
FIGHTS = {f"fight_{name}": 0.0 for name in ("kills", "dies", "trade")}
"""Of a fight: by power alone, the target would be destroyed, the attacker, both."""
DONE = {f"{done.name.lower()}_{card}": 0.0 for done in Experience for card in (*CARDS, "other")}
FIRST_OF_SORTS = FIRST_READY + N_CARDS + 1
FIRST_OF_FIGHTS = FIRST_OF_SORTS + len(SORTS)
FIRST_OF_CARDS = FIRST_OF_FIGHTS + len(FIGHTS)


class Trait(IntEnum):
    """What is read of an option when a card is chosen, for each operation in CHOSEN; of a creature or artifact in play
    its own or the opponent's.
    """

    SCORE = 0  # how much it is wanted by what the rest of the text does
    DONE = 1  # no card
    READY = 2
    LEFT = 3  # damage that would destroy it
    DAMAGE = 4
    HOUSE = 5  # it is of the house of the turn
    AMBER = 6
    THEIR_READY = 7
    THEIR_LEFT = 8
    THEIR_DAMAGE = 9
    THEIR_HOUSE = 10
    THEIR_AMBER = 11


class Whose(IntEnum):
    """Where a card is that is chosen: in play, own or the opponent's, and out of play."""

    OURS, ENEMY, OWN_CARD, THEIR_CARD = range(4)


N_TRAITS, THEIR_TRAITS = len(Trait), Trait.THEIR_READY - Trait.READY
CHOSEN = (
    Operation.CAPTURE, Operation.CAPTURE_EACH, Operation.CAPTURE_SOME, Operation.DAMAGE, Operation.DAMAGE_DESCENDING,
    Operation.ALLOCATE, Operation.DESTROY, Operation.HEAL, Operation.STUN, Operation.EXHAUST, Operation.READY,
    Operation.MARK, Operation.TO_HAND, Operation.SHUFFLE_INTO_DECK, Operation.ARCHIVE, Operation.ABDUCT,
    Operation.PURGE, Operation.DISCARD, Operation.REVEAL, Operation.READY_AND_FIGHT, Operation.USE,
    Operation.READY_AND_USE, Operation.USE_AS_YOURS,
)  # fmt: skip
"""What is done to cards chosen, of which enough was seen to learn from."""
PLACE_OF = np.array([CHOSEN.index(code) if code in CHOSEN else -1 for code in range(max(Operation) + 1)])
CHOICES = {f"choose_{done.name.lower()}_{trait.name.lower()}": 0.0 for done in CHOSEN for trait in Trait}
CHOICES |= {f"{whose.name.lower()}_{card}": 0.0 for whose in Whose for card in (*CARDS, "other")}
FIRST_OF_CHOICES = FIRST_OF_CARDS + len(DONE)
FIRST_OF_CHOSEN = FIRST_OF_CHOICES + len(CHOSEN) * N_TRAITS


NEVER = -1e9
EQUAL = 1e-9
"""Worths that differ by less are equal: rounding decides nothing."""


CHOOSING = (Operation.CHOOSE, Operation.CHOOSE_ALSO)


(
    EARLIEST, DRAWING, REMOVING, UPGRADING, FIGHTING, USING, REAPING, SWEEPING, PLAYING_CREATURE, PLAYING, READYING,
    CYCLING,
) = (
    12_000.0, 11_000.0, 10_000.0, 9_500.0, 9_000.0, 8_000.0, 7_000.0, 6_000.0, 5_000.0, 4_000.0, 3_000.0, 1_000.0,
)  # fmt: skip
"""The order of a turn: where the scores of what is worth doing begin."""

# --- plays ------------------------------------------------------------------------------------------------------------


@kernel
def host_worth(s, t, kind, host, mind, p):
    """What an upgrade is worth on a creature: good ones on the own side, bad ones on the other."""
    mine = s.card[host].controller == s.active
    facts, worth, bad = t.card[kind], p[Weight.UPGRADE], False
    for at in range(facts.constant[0], facts.constant[1]):
        constant = t.constant[at]
        if constant.kind == Constant.CONTROLS_HOST:
            return -1.0 if mine else 2.0 * removal_worth(s, t, host, mind, p)
    for at in range(facts.program[Trigger.PLAY, 0], facts.program[Trigger.PLAY, 1]):
        row = t.row[at]
        if row.select == Select.HOST and row.operation in (Operation.STUN, Operation.EXHAUST):
            bad = True
            worth += effect_worth(s, t, row, host, 1, mind, p)
        elif row.select == Select.HOST:
            worth += effect_worth(s, t, row, host, amount_of(s, t, mind, row), mind, p)
    if bad:
        return worth - 2.0 * p[Weight.UPGRADE] if mine else worth
    return worth + 0.2 * body_worth(s, t, host, mind, p) if mine else -worth


@kernel
def best_host_worth(s, t, kind, mind, p):
    """What an upgrade is worth on the best creature for it."""
    best = 0.0
    for seat in range(2):
        line = s.line[seat]
        for i in range(line.n):
            best = max(best, host_worth(s, t, kind, int(line.card[i]), mind, p))
    return best


@kernel
def play_worth(s, t, card, mind, p):
    """What playing a card from hand is worth: its bonus amber, what stays in play, what its text does now."""
    kind = int(s.card[card].type)
    facts = t.card[kind]
    worth = p[Manner.PLAY] + burden_worth(s, t, kind, int(s.active), p) + toll_worth(s, t, kind, p)
    if facts.amber > 0:
        worth += change_worth(s, t, s.active, int(facts.amber), p)
    if facts.type == Type.CREATURE:
        worth += new_creature_worth(t, kind, p)
    elif facts.type == Type.ARTIFACT:
        worth += p[Weight.ARTIFACT]
    elif facts.type == Type.UPGRADE:
        return worth + best_host_worth(s, t, kind, mind, p)
    return worth + p[Manner.REMOVAL] * text_worth(s, t, kind, Trigger.PLAY, card, mind, p)


@kernel
def text_order(s, t, kind, trigger):
    """When in a turn a text is best used, higher is earlier: see the module's docstring."""
    program = t.card[kind].program[trigger]
    order = 0.0
    for at in range(program[0], program[1]):
        row = t.row[at]
        operation = row.operation
        if operation == Operation.REST_OF_TURN:
            return EARLIEST
        if operation == Operation.DRAW:
            order = max(order, DRAWING)
        elif operation in (Operation.READY_AND_FIGHT, Operation.READY_AND_USE, Operation.READY):
            order = READYING
        elif (
            operation in (Operation.DESTROY, Operation.DAMAGE)
            and row.select == Select.EACH
            and t.filter[row.filter].side != Side.ENEMY
        ):
            return SWEEPING
        elif operation in (
            Operation.DESTROY,
            Operation.DAMAGE,
            Operation.STUN,
            Operation.TO_HAND,
            Operation.PURGE,
            Operation.STEAL,
            Operation.CONTROL,
        ):
            order = max(order, REMOVING)
    return order


# --- the turn ---------------------------------------------------------------------------------------------------------


@kernel
def reap_score(s, t, card, mind, p):
    """What reaping with a creature is worth."""
    text = text_worth(s, t, int(s.card[card].type), Trigger.REAP, card, mind, p)
    return p[Manner.REAP] * (plain_reap_worth(s, t, p) + text)


@kernel
def best_use(s, t, card, mind, p):
    """What the best use of a ready creature or artifact is worth."""
    kind = int(s.card[card].type)
    listens, best = t.card[kind].listens, 0.0
    if s.card[card].stunned:
        return 0.5
    if listens & 1 << Trigger.ACTION:
        best = p[Manner.ABILITY] * text_worth(s, t, kind, Trigger.ACTION, card, mind, p)
    if t.card[kind].type == Type.CREATURE:
        best = max(best, reap_score(s, t, card, mind, p))
        if s.line[1 - s.active].n > 0:
            best = max(best, p[Manner.FIGHT] * best_clash_worth(s, t, card, mind, p))
    return best


@kernel
def learned(t, kind):
    """The place of a card's numbers among those of all cards: a card that a user changed has the place of `other`."""
    return int(kind) if t.card[kind].printed == 1 else N_CARDS


@kernel
def is_burden(t, kind):
    """Whether a card makes a rule against its own side, whose harm comes later than experience looks."""
    return t.card[kind].kinds & BURDENS != 0


@kernel
def hand_worth(s, t, house, mind, moved, p):
    """What the hand is worth in a turn of a house, by its plays and what is kept; adds the amber that plays move."""
    worth, hand = 0.0, s.hand[s.active]
    for i in range(hand.n):
        card = int(hand.card[i])
        kind = int(s.card[card].type)
        if s.card[card].house != house:
            worth += p[Manner.FUTURE] * quality(t, kind, p)
            continue
        play = play_worth(s, t, card, mind, p)
        worth += max(play, p[Manner.CYCLE])
        worth += p[FIRST_HAND + (N_CARDS if is_burden(t, kind) else learned(t, kind))]
        worth += p[Manner.IDLE] * (play < p[Manner.CYCLE])
        moved[Moved.GAINED] += t.card[kind].amber
        add_amber_of(s, t, kind, Trigger.PLAY, card, mind, moved)
    return worth


@kernel
def board_worth(s, t, house, mind, moved, p):
    """What creatures and artifacts are worth in a turn of a house; adds the amber they move."""
    worth = 0.0
    for creatures in range(2):
        row = s.line[s.active] if creatures else s.artifacts[s.active]
        for i in range(row.n):
            card = int(row.card[i])
            kind = int(s.card[card].type)
            if not houses_of(s, t, card) >> house & 1:
                continue
            if not s.card[card].ready:
                worth += p[Manner.EXHAUSTED] * creatures
                continue
            worth += max(best_use(s, t, card, mind, p), 0.0) + p[FIRST_READY + learned(t, kind)]
            if not s.card[card].stunned:
                moved[Moved.GAINED] += creatures
                add_amber_of(s, t, kind, Trigger.REAP if creatures else Trigger.ACTION, card, mind, moved)
    return worth


@kernel
def pools_after_worth(s, t, moved, p):
    """What the pools are worth after a turn that moves so much amber, beside the amber itself."""
    me, they = s.active, 1 - s.active
    cost, their_cost = key_cost(s, t, me), key_cost(s, t, they)
    before, theirs = int(s.amber[me]), int(s.amber[they])
    after, lost = before + moved[Moved.GAINED], min(moved[Moved.LOST], theirs)
    worth = p[Manner.POOL] * min(after, cost) / max(cost, 1)
    worth += p[Manner.DENIED] * lost + p[Manner.STOLEN] * min(moved[Moved.STOLEN], theirs)
    if s.keys[me] == 2 and before < cost <= after:
        worth += p[Manner.WIN]
    if s.keys[they] == 2 and theirs - lost < their_cost <= theirs:
        worth += p[Manner.SAVED]
    return worth


@kernel
def house_worth(s, t, house, mind, p):
    """What a turn of a house is worth: plays from hand, uses of what is ready, and what comes of them beyond."""
    moved = np.zeros(N_MOVED, np.int64)
    worth = hand_worth(s, t, house, mind, moved, p) + board_worth(s, t, house, mind, moved, p)
    return worth + pools_after_worth(s, t, moved, p)


@kernel
def action_order(s, t, action):
    """When in a turn an action of the main step comes, higher is earlier: see the module's docstring."""
    kind = int(action.kind)
    if kind == Kind.END_TURN:
        return 0.0
    title = int(s.card[action.a].type)
    if kind == Kind.PLAY:
        order = text_order(s, t, title, Trigger.PLAY)
        if order > 0.0:
            return order
        if action.c == 1:
            return UPGRADING
        return PLAYING_CREATURE if t.card[title].type == Type.CREATURE else PLAYING
    if kind in (Kind.REAP, Kind.UNSTUN):
        return REAPING
    if kind == Kind.FIGHT:
        return FIGHTING
    if kind == Kind.DISCARD:
        return CYCLING
    return max(text_order(s, t, title, Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI), USING)


@kernel
def known_play(s, t, card, mind, p):
    """play_worth, reckoned once a decision."""
    if mind.known[card] & Known.PLAY == 0:
        mind.play[card] = play_worth(s, t, card, mind, p)
        mind.known[card] |= Known.PLAY
    return mind.play[card]


@kernel
def known_reap(s, t, card, mind, p):
    """reap_score, reckoned once a decision."""
    if mind.known[card] & Known.REAP == 0:
        mind.reap[card] = reap_score(s, t, card, mind, p)
        mind.known[card] |= Known.REAP
    return mind.reap[card]


@kernel
def main_worth(s, t, action, mind, p):
    """What an action of the main step is worth, beyond what the card could do instead; not above 0: better not."""
    kind, card = int(action.kind), int(action.a)
    title = int(s.card[card].type)
    if kind == Kind.PLAY:
        if action.c == 1:
            return p[Manner.PLAY] + host_worth(s, t, title, int(action.b), mind, p)
        worth = known_play(s, t, card, mind, p)
        return worth + 0.01 * flank_worth(s, t, int(action.b), mind, p) if worth > 0.0 else worth
    if kind == Kind.REAP:
        return known_reap(s, t, card, mind, p)
    if kind == Kind.FIGHT:
        worth = p[Manner.FIGHT] * clash_worth(s, t, card, int(action.b), mind, p)
        return worth - known_reap(s, t, card, mind, p) if worth > 0.0 else worth
    if kind == Kind.UNSTUN:
        return p[Manner.PLAY]
    if kind == Kind.DISCARD:
        return p[Manner.CYCLE] if known_play(s, t, card, mind, p) < p[Manner.KEEP] else 0.0
    trigger = Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI
    text = int(s.card[action.b if kind == Kind.ACTION else card].type)
    if text != title:
        trigger = Trigger.HOST_ACTION
    worth = p[Manner.ABILITY] * text_worth(s, t, text, trigger, card, mind, p)
    if worth > 0.05 and t.card[title].type == Type.CREATURE:
        return worth - known_reap(s, t, card, mind, p) + 0.01
    return worth - 0.05


@kernel
def circumstances(s, t, x):
    """Writes what is the same for all actions of a decision, in the order of CIRCUMSTANCES."""
    me, they = s.active, 1 - s.active
    cost, their_cost = key_cost(s, t, me), key_cost(s, t, they)
    hand, line = s.hand[me], s.line[me]
    x[:] = 0.0
    for i in range(hand.n):
        x[Circumstance.PLAYS] += (s.card[hand.card[i]].house == s.house) / 3.0
    for i in range(line.n):
        card = int(line.card[i])
        x[Circumstance.READY] += (s.card[card].ready and houses_of(s, t, card) >> s.house & 1) / 3.0
    x[Circumstance.ALWAYS] = 1.0
    x[Circumstance.POOL] = min(s.amber[me], cost) / max(cost, 1)
    x[Circumstance.THEIR_POOL] = min(s.amber[they], their_cost) / max(their_cost, 1)
    x[Circumstance.PAYS], x[Circumstance.THEY_PAY] = s.amber[me] >= cost, s.amber[they] >= their_cost
    x[Circumstance.LAST], x[Circumstance.THEIR_LAST] = s.keys[me] == 2, s.keys[they] == 2
    x[Circumstance.LINE], x[Circumstance.THEIR_LINE] = line.n / 5.0, s.line[they].n / 5.0
    x[Circumstance.HAND] = hand.n / 6.0


@kernel
def sort_of(s, t, action):
    """What sort of action of the main step one is."""
    kind = int(action.kind)
    if kind == Kind.PLAY:
        played = t.card[s.card[action.a].type].type
        if played == Type.CREATURE:
            return Sort.CREATURE
        if played == Type.ARTIFACT:
            return Sort.ARTIFACT
        return Sort.UPGRADE if played == Type.UPGRADE else Sort.EVENT
    if kind == Kind.DISCARD:
        return Sort.DISCARD
    if kind == Kind.REAP:
        return Sort.REAP
    if kind == Kind.FIGHT:
        return Sort.FIGHT
    if kind == Kind.UNSTUN:
        return Sort.UNSTUN
    return Sort.END if kind == Kind.END_TURN else Sort.USE


@kernel
def of_card(s, t, place, card, p):
    """What doing something with a card is worth beyond its sort, by what card it is."""
    return p[FIRST_OF_CARDS + place * (N_CARDS + 1) + learned(t, s.card[card].type)]


@kernel
def fight_experience(s, t, attacker, target, mind, p):
    """What a fight is worth beyond its sort: by who can destroy whom, and by the two cards."""
    strength, their_strength = fighter(s, t, attacker, mind)[0], fighter(s, t, target, mind)[0]
    kills = strength >= their_strength - s.card[target].damage
    dies = their_strength >= strength - s.card[attacker].damage
    worth = p[FIRST_OF_FIGHTS] * kills + p[FIRST_OF_FIGHTS + 1] * dies + p[FIRST_OF_FIGHTS + 2] * (kills and dies)
    return worth + of_card(s, t, Experience.ATTACKER, attacker, p) + of_card(s, t, Experience.TARGET, target, p)


@kernel
def card_experience(s, t, action, sort, mind, p):
    """What an action is worth beyond its sort, by the cards that take part in it."""
    card = int(action.a)
    if sort == Sort.FIGHT:
        return fight_experience(s, t, card, int(action.b), mind, p)
    if sort == Sort.REAP:
        return of_card(s, t, Experience.REAPER, card, p)
    if sort == Sort.DISCARD:
        return of_card(s, t, Experience.DISCARDED, card, p)
    if sort == Sort.USE:
        return of_card(s, t, Experience.USED, int(action.b) if action.kind == Kind.ACTION else card, p)
    return of_card(s, t, Experience.PLAYED, card, p)


@kernel
def main_score(s, t, action, worth, x, mind, p):
    """What an action of the main step is worth by experience, in percent of a win; x: the circumstances."""
    sort = sort_of(s, t, action)
    first = FIRST_OF_SORTS + sort * (N_CIRCUMSTANCES + len(READINGS))
    score = weigh(x, p, first)
    if sort in (Sort.END, Sort.UNSTUN):
        return score
    score += card_experience(s, t, action, sort, mind, p)
    if sort == Sort.DISCARD:
        return score
    worth, first = max(min(worth, CLEAR), -CLEAR), first + N_CIRCUMSTANCES
    return score + p[first] * worth + p[first + 1] * max(min(worth, SMALL), 0.0) + p[first + 2] * (worth > 0.0)


@kernel
def next_in_order(s, t, actions, n, worths):
    """The best action of the earliest order in which one is worth doing; else the last one, to end the turn."""
    orders = np.empty(n, np.float64)
    for k in range(n):
        orders[k] = action_order(s, t, actions[k])
    for _ in range(n):
        order, best, wanted = 0.0, -1, 0.0
        for k in range(n):
            order = max(order, orders[k])
        if order == 0.0:
            break
        for k in range(n):
            if orders[k] == order:
                orders[k] = 0.0
                if worths[k] > wanted + EQUAL:
                    best, wanted = k, worths[k]
        if best >= 0:
            return best
    for k in range(n):
        if actions[k].kind == Kind.END_TURN:
            return k
    return n - 1


@kernel
def speaks_against(s, t, action, worth):
    """Whether an action is to play a card whose text does harm and that was not learned, so that experience of other
    cards does not tell of it, or does harm later than experience looks.
    """
    if action.kind != Kind.PLAY or worth > 0.0:
        return False
    kind = int(s.card[action.a].type)
    return t.card[kind].printed == 0 or is_burden(t, kind)


@kernel
def choose_in_main(s, t, actions, n, mind, p):
    """What comes next in the order of a turn, unless by experience another action is clearly better."""
    x, worths = np.empty(N_CIRCUMSTANCES), np.empty(n, np.float64)
    for k in range(n):
        worths[k] = 0.0 if actions[k].kind == Kind.END_TURN else main_worth(s, t, actions[k], mind, p)
    first = next_in_order(s, t, actions, n, worths)
    circumstances(s, t, x)
    best, wanted = first, main_score(s, t, actions[first], worths[first], x, mind, p) + p[Manner.CLEARLY]
    for k in range(n):
        if k != first and actions[k].kind != Kind.END_TURN and not speaks_against(s, t, actions[k], worths[k]):
            score = main_score(s, t, actions[k], worths[k], x, mind, p)
            if score > wanted + EQUAL:
                best, wanted = k, score
    return best


# --- choices in mid-effect --------------------------------------------------------------------------------------------


@kernel
def flank_worth(s, t, flank, mind, p):
    """How good an end of the own battleline is for a new creature: it takes the open place of the creature there."""
    line = s.line[s.active]
    if flank < 0 or line.n == 0:
        return 0.0
    return body_worth(s, t, int(line.card[0] if flank == 0 else line.card[line.n - 1]), mind, p)


@kernel
def house_strength(s, t, seat, house, p):
    """How much a player would miss a house next turn, by what lies open and what the deck list holds of it."""
    worth = 0.5 * (s.houses[seat] >> house & 1)
    for side in range(2):
        row = s.line[seat] if side == 0 else s.artifacts[seat]
        for i in range(row.n):
            if houses_of(s, t, int(row.card[i])) >> house & 1:
                worth += p[Weight.AMBER]
    return worth


@kernel
def named_house_worth(s, t, house, frame, mind, p):
    """What naming a house for the program on top is worth."""
    me = s.active
    for at in range(frame.pc, frame.end):
        row = t.row[at]
        if row.operation == Operation.NEXT_TURN:
            return -house_strength(s, t, 1 - me, house, p)
        if row.operation == Operation.NAME_HOUSE:
            return house_strength(s, t, 1 - me, house, p)
        if row.operation == Operation.REVEAL_TOP:
            return float(s.houses[me] >> house & 1)
    take_over(mind.frame, frame)
    mind.frame.x = house
    return rows_worth(s, t, int(frame.pc) + 1, int(frame.end), mind, p) + 0.01 * house_strength(s, t, me, house, p)


@kernel
def take_over(own, frame):
    """Makes the agent's own frame a copy of a pending one."""
    own.kind, own.step, own.you, own.source, own.other, own.event = (
        frame.kind, frame.step, frame.you, frame.source, frame.other, frame.event,
    )  # fmt: skip
    own.flag, own.n, own.pc, own.end, own.did, own.x = frame.flag, frame.n, frame.pc, frame.end, frame.did, frame.x
    own.yours, own.theirs = frame.yours, frame.theirs
    for i in range(frame.n if frame.n < own.chosen.size else own.chosen.size):
        own.chosen[i] = frame.chosen[i]


@kernel
def pending_worth(s, t, index, mind, p):
    """How early a pending ability should come: draws first, then by worth."""
    pending = s.pending[index]
    if pending.trigger in WITHOUT_PROGRAM or pending.text < 0:
        return 0.5 if you_of(s, pending) == s.active else 0.0
    kind = int(s.card[pending.text].type)
    worth = text_worth(s, t, kind, int(pending.trigger), int(pending.source), mind, p)
    return worth if you_of(s, pending) == s.active else -worth


@kernel
def choice_score(s, t, decision, action, mind, p):
    """How much an answer in mid-effect is wanted."""
    frame, kind, a = s.frame[s.n_frames - 1], int(action.kind), int(action.a)
    if decision == Decision.FIGHT_TARGET:
        return clash_worth(s, t, int(frame.source), a, mind, p)
    if decision == Decision.FLANK:
        return flank_worth(s, t, a, mind, p)
    if decision == Decision.HOST:
        return host_worth(s, t, int(s.card[frame.source].type), a, mind, p)
    if decision == Decision.USE:
        return use_score(s, t, action, mind, p)
    if decision == Decision.ORDER:
        return pending_worth(s, t, a, mind, p)
    if decision == Decision.FORGE_FROM:
        return float(a)
    if decision == Decision.COPY:
        return play_worth(s, t, a, mind, p)
    if decision == Decision.PLAYER:
        return 1.0 if a != s.active else 0.0
    if decision == Decision.REDIRECT:
        return body_worth(s, t, a, mind, p) * (-1.0 if s.card[a].controller == s.active else 1.0)
    if decision == Decision.HOUSE_NAME:
        return named_house_worth(s, t, a, frame, mind, p)
    take_over(mind.frame, frame)
    pc, end = int(frame.pc), int(frame.end)
    if decision == Decision.CHOOSE:
        if kind == Kind.DONE:
            return 0.0
        row = t.row[pc]
        own = effect_worth(s, t, row, a, amount_of(s, t, mind, row), mind, p) if row.operation not in CHOOSING else 0.0
        return own + choice_worth(s, t, pc + 1, end, a, mind, p) + 0.001 * quality(t, int(s.card[a].type), p)
    if decision == Decision.NUMBER:
        mind.frame.x = a
        return rows_worth(s, t, pc + 1, end, mind, p)
    if decision == Decision.MODE:
        first = int(t.row[pc].amount)
        if a == 1:
            return rows_worth(s, t, pc + 1, pc + first, mind, p)
        return rows_worth(s, t, pc + 1 + first, end, mind, p)
    if decision == Decision.MAY:
        return rows_worth(s, t, pc, end, mind, p) + 0.01 if kind == Kind.YES else 0.0
    return 0.0


@kernel
def use_score(s, t, action, mind, p):
    """How much a use in mid-effect is wanted."""
    kind, card = int(action.kind), int(action.a)
    title = int(s.card[card].type)
    if kind == Kind.REAP:
        return reap_score(s, t, card, mind, p)
    if kind == Kind.FIGHT:
        return p[Manner.FIGHT] * clash_worth(s, t, card, int(action.b), mind, p)
    if kind in (Kind.ACTION, Kind.OMNI):
        return p[Manner.ABILITY] * text_worth(
            s, t, title, Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI, card, mind, p
        )
    return 0.0


@kernel
def done_to_chosen(t, frame):
    """The place in CHOSEN of what a text does to the card that it asks for; -1: none of them."""
    for at in range(frame.pc, frame.end):
        if on_chosen(t.row[at]):
            return PLACE_OF[t.row[at].operation]
    return PLACE_OF[t.row[frame.pc].operation]


@kernel
def choice_experience(s, t, place, action, score, p):
    """What choosing a card is worth by experience, in percent of a win; score: of choice_score."""
    first, card = FIRST_OF_CHOICES + place * N_TRAITS, int(action.a)
    worth = p[first + Trait.SCORE] * max(min(score, CLEAR), -CLEAR)
    if action.kind == Kind.DONE:
        return worth + p[first + Trait.DONE]
    c = s.card[card]
    in_play = c.zone == Zone.PLAY
    mine = c.controller == s.active if in_play else card // DECK_SIZE == s.active
    of_house = houses_of(s, t, card) >> s.house & 1 if in_play else c.house == s.house
    whose = (0 if mine else 1) + (0 if in_play else 2)
    worth += p[FIRST_OF_CHOSEN + whose * (N_CARDS + 1) + learned(t, c.type)]
    first += 0 if mine else THEIR_TRAITS
    worth += p[first + Trait.READY] * c.ready + p[first + Trait.HOUSE] * of_house
    if in_play and t.card[c.type].type == Type.CREATURE:
        worth += p[first + Trait.LEFT] * strength_left(s, t, card) / 5.0
        worth += p[first + Trait.DAMAGE] * c.damage / 5.0 + p[first + Trait.AMBER] * c.amber
    return worth


@kernel
def choose_card(s, t, actions, n, mind, p):
    """The card for which the rest of a text is worth most, unless by experience another is clearly better."""
    scores, first = np.empty(n, np.float64), 0
    for k in range(n):
        scores[k] = choice_score(s, t, Decision.CHOOSE, actions[k], mind, p)
        if scores[k] > scores[first] + EQUAL:
            first = k
    place, best = done_to_chosen(t, s.frame[s.n_frames - 1]), first
    if place < 0:
        return first
    wanted = choice_experience(s, t, place, actions[first], scores[first], p) + p[Manner.CERTAINLY]
    for k in range(n):
        worth = choice_experience(s, t, place, actions[k], scores[k], p)
        if worth > wanted + EQUAL:
            best, wanted = k, worth
    return best


@kernel
def best_house_in_hand(s, t, mind, p):
    """What the best house of a first hand would allow."""
    best = 0.0
    for house in range(HOUSES):
        if s.houses[s.active] >> house & 1:
            best = max(best, house_worth(s, t, house, mind, p))
    return best


@kernel
def play_turn(s, t, actions, n, p, room):
    """The most wanted of the legal actions; see the module's docstring. `room` holds what the agent has in mind."""
    mind = room[0]
    decision, best, wanted = int(s.decision), 0, NEVER
    if decision == Decision.MULLIGAN:
        keep = best_house_in_hand(s, t, mind, p) >= p[Manner.MULLIGAN]
        return 0 if (actions[0].kind == Kind.KEEP) == keep else 1
    if decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, mind, p)
    if decision == Decision.CHOOSE:
        return choose_card(s, t, actions, n, mind, p)
    for k in range(n):
        if decision == Decision.HOUSE:
            score = house_worth(s, t, int(actions[k].a), mind, p)
        elif decision == Decision.ARCHIVES:
            score = 1.0 if actions[k].kind == Kind.YES else 0.0
        else:
            score = choice_score(s, t, decision, actions[k], mind, p)
        if score > wanted + EQUAL:
            best, wanted = k, score
    return best


@define_agent("keyforge", {**WEIGHTS, **MANNERS, **HELD, **SORTS, **FIGHTS, **DONE, **CHOICES})
def choose(s, t, actions, n, params):
    """The action with the highest score, the first of equals."""
    room = np.zeros(1, MIND)  # held here: a record alone does not keep its memory
    return play_turn(s, t, actions, n, params, room)


def _numbers(file: str) -> dict[str, Any]:
    """What a file beside this one says."""
    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))


STRATEGIES = _numbers("strategies.toml")


def _strategies() -> list[Agent]:
    """The all-rounder, then the others, which change its numbers."""
    tables = {**_numbers("houses.toml"), **_numbers("actions.toml")}
    held = {f"{table}_{name}": worth for table, numbers in tables.items() for name, worth in numbers.items()}
    best = choose.named("best", **STRATEGIES.pop("best"), **held)
    return [best, *(best.named(name, **strategy) for name, strategy in STRATEGIES.items())]


AGENTS = _strategies()
