"""Our own strategies for KeyForge: one way of playing a turn, steered by numbers.

The house of the turn is the one whose plays and uses are worth most together, with what its cards are known to be
worth beyond and the keys that it wins or saves. Then whatever is worth something is done, in an order that lets one
thing help the next: effects of the whole turn, draws and archiving, single removal, fights, reaping, what hits
everybody, creatures, artifacts, what readies or counts; cards that do nothing are discarded. Choices in mid-effect go
to the card for which the rest of the text is worth most. All is weighed in amber, with keys that a pool can pay
counting extra, for both players.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from sim.core.kernel import kernel
from sim.keyforge.cards import card_facts
from sim.keyforge.modifiers import houses_of, key_cost
from sim.keyforge.state import FRAME, HOUSES, WITHOUT_PROGRAM, Constant, Decision, Kind, Trigger, Type
from sim.keyforge.tables import Operation, Select, Side

from ..agent import Agent, define_agent, places
from .features import (
    AFTER_WEIGHTS,
    WEIGHTS,
    Moved,
    Weight,
    add_amber_of,
    amount_of,
    best_clash_worth,
    body_worth,
    change_worth,
    choice_worth,
    clash_worth,
    effect_worth,
    new_creature_worth,
    plain_reap_worth,
    quality,
    removal_worth,
    rows_worth,
    text_worth,
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
}
"""reap, fight, ability: factors on what reaping, fighting, actions of cards are worth. play: for any card played, for
the room it makes in hand. removal: factor on what a text does. cycle: worth of discarding for a new card; keep: a
card whose play would be worth more than that is not discarded. future: what cards of the other houses, kept in hand,
take off a house. mulligan: the hand is kept if its best house is worth so much.
What more a house is worth: idle: for each card whose play is worth less than discarding it; exhausted: for each
creature of it that is not ready; pool: for the share of a key that the pool pays after the turn, win: if it pays the
third; denied: for each amber that the opponent loses, stolen: that is stolen, saved: if the opponent cannot pay his
third key any more."""

CARDS = list(card_facts())
HELD = {f"{place}_{card}": 0.0 for place in ("hand", "ready") for card in (*CARDS, "other")}
"""What more a house is worth for each card of it in hand, and for each that is ready in play; `other`: cards of the
user's own."""

Manner = places("Manner", MANNERS, AFTER_WEIGHTS)
FIRST_HAND, N_CARDS, N_MOVED = AFTER_WEIGHTS + len(MANNERS), len(CARDS), len(Moved)
FIRST_READY = FIRST_HAND + N_CARDS + 1


NEVER = -1e9
EQUAL = 1e-9
"""Worths that differ by less are equal: rounding decides nothing."""


CHOOSING = (Operation.CHOOSE, Operation.CHOOSE_ALSO)


RECORD = np.dtype((np.record, FRAME))
(
    EARLIEST, DRAWING, REMOVING, UPGRADING, FIGHTING, USING, REAPING, SWEEPING, PLAYING_CREATURE, PLAYING, READYING,
    CYCLING,
) = (
    12_000.0, 11_000.0, 10_000.0, 9_500.0, 9_000.0, 8_000.0, 7_000.0, 6_000.0, 5_000.0, 4_000.0, 3_000.0, 1_000.0,
)  # fmt: skip
"""The order of a turn: where the scores of what is worth doing begin."""

# --- plays ------------------------------------------------------------------------------------------------------------


@kernel
def held_creatures_worth(s, t, p):
    """What the creatures of the active player are worth to him together."""
    worth, line = 0.0, s.line[s.active]
    for i in range(line.n):
        worth += body_worth(s, t, int(line.card[i]), p)
    return worth


@kernel
def host_worth(s, t, kind, host, ctx, p):
    """What an upgrade is worth on a creature: good ones on the own side, bad ones on the other."""
    mine = s.card[host].controller == s.active
    facts, worth, bad = t.card[kind], p[Weight.UPGRADE], False
    for at in range(facts.constant[0], facts.constant[1]):
        constant = t.constant[at]
        if constant.kind == Constant.CONTROLS_HOST:
            return -1.0 if mine else 2.0 * removal_worth(s, t, host, p)
    for at in range(facts.program[Trigger.PLAY, 0], facts.program[Trigger.PLAY, 1]):
        row = t.row[at]
        if row.select == Select.HOST and row.operation in (Operation.STUN, Operation.EXHAUST):
            bad = True
            worth += effect_worth(s, t, row, host, 1, p)
        elif row.select == Select.HOST:
            worth += effect_worth(s, t, row, host, amount_of(s, t, ctx, row), p)
    if bad:
        return worth - 2.0 * p[Weight.UPGRADE] if mine else worth
    return worth + 0.2 * body_worth(s, t, host, p) if mine else -worth


@kernel
def best_host_worth(s, t, kind, ctx, p):
    """What an upgrade is worth on the best creature for it."""
    best = 0.0
    for seat in range(2):
        line = s.line[seat]
        for i in range(line.n):
            best = max(best, host_worth(s, t, kind, int(line.card[i]), ctx, p))
    return best


@kernel
def play_worth(s, t, card, ctx, p):
    """What playing a card from hand is worth: its bonus amber, what stays in play, what its text does now."""
    kind = int(s.card[card].type)
    facts = t.card[kind]
    worth = p[Manner.PLAY]
    if facts.amber > 0:
        worth += change_worth(s, t, s.active, int(facts.amber), p)
    if facts.type == Type.CREATURE:
        worth += new_creature_worth(t, kind, p)
    elif facts.type == Type.ARTIFACT:
        worth += p[Weight.ARTIFACT]
    elif facts.type == Type.UPGRADE:
        return worth + best_host_worth(s, t, kind, ctx, p)
    return worth + p[Manner.REMOVAL] * text_worth(s, t, kind, Trigger.PLAY, card, ctx, p)


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
def reap_score(s, t, card, ctx, p):
    """What reaping with a creature is worth."""
    text = text_worth(s, t, int(s.card[card].type), Trigger.REAP, card, ctx, p)
    return p[Manner.REAP] * (plain_reap_worth(s, t, p) + text)


@kernel
def best_use(s, t, card, ctx, p):
    """What the best use of a ready creature or artifact is worth."""
    kind = int(s.card[card].type)
    listens, best = t.card[kind].listens, 0.0
    if s.card[card].stunned:
        return 0.5
    if listens & 1 << Trigger.ACTION:
        best = p[Manner.ABILITY] * text_worth(s, t, kind, Trigger.ACTION, card, ctx, p)
    if t.card[kind].type == Type.CREATURE:
        best = max(best, reap_score(s, t, card, ctx, p))
        if s.line[1 - s.active].n > 0:
            best = max(best, p[Manner.FIGHT] * best_clash_worth(s, t, card, p))
    return best


@kernel
def hand_worth(s, t, house, ctx, moved, p):
    """What the hand is worth in a turn of a house, by its plays and what is kept; adds the amber that plays move."""
    worth, hand = 0.0, s.hand[s.active]
    for i in range(hand.n):
        card = int(hand.card[i])
        kind = int(s.card[card].type)
        if s.card[card].house != house:
            worth += p[Manner.FUTURE] * quality(t, kind, p)
            continue
        play = play_worth(s, t, card, ctx, p)
        worth += max(play, p[Manner.CYCLE]) + p[FIRST_HAND + min(kind, N_CARDS)]
        worth += p[Manner.IDLE] * (play < p[Manner.CYCLE])
        moved[Moved.GAINED] += t.card[kind].amber
        add_amber_of(s, t, kind, Trigger.PLAY, card, ctx, moved)
    return worth


@kernel
def board_worth(s, t, house, ctx, moved, p):
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
            worth += max(best_use(s, t, card, ctx, p), 0.0) + p[FIRST_READY + min(kind, N_CARDS)]
            if not s.card[card].stunned:
                moved[Moved.GAINED] += creatures
                add_amber_of(s, t, kind, Trigger.REAP if creatures else Trigger.ACTION, card, ctx, moved)
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
def house_worth(s, t, house, ctx, p):
    """What a turn of a house is worth: plays from hand, uses of what is ready, and what comes of them beyond."""
    moved = np.zeros(N_MOVED, np.int64)
    worth = hand_worth(s, t, house, ctx, moved, p) + board_worth(s, t, house, ctx, moved, p)
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
def main_worth(s, t, action, ctx, p):
    """What an action of the main step is worth, beyond what the card could do instead; not above 0: better not."""
    kind, card = int(action.kind), int(action.a)
    title = int(s.card[card].type)
    if kind == Kind.PLAY:
        if action.c == 1:
            return p[Manner.PLAY] + host_worth(s, t, title, int(action.b), ctx, p)
        worth = play_worth(s, t, card, ctx, p)
        return worth + 0.01 * flank_worth(s, t, int(action.b), p) if worth > 0.0 else worth
    if kind == Kind.REAP:
        return reap_score(s, t, card, ctx, p)
    if kind == Kind.FIGHT:
        worth = p[Manner.FIGHT] * clash_worth(s, t, card, int(action.b), p)
        return worth - reap_score(s, t, card, ctx, p) if worth > 0.0 else worth
    if kind == Kind.UNSTUN:
        return p[Manner.PLAY]
    if kind == Kind.DISCARD:
        return p[Manner.CYCLE] if play_worth(s, t, card, ctx, p) < p[Manner.KEEP] else 0.0
    trigger = Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI
    text = int(s.card[action.b if kind == Kind.ACTION else card].type)
    if text != title:
        trigger = Trigger.HOST_ACTION
    worth = p[Manner.ABILITY] * text_worth(s, t, text, trigger, card, ctx, p)
    if worth > 0.05 and t.card[title].type == Type.CREATURE:
        return worth - reap_score(s, t, card, ctx, p) + 0.01
    return worth - 0.05


@kernel
def choose_in_main(s, t, actions, n, ctx, p):
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
                worth = main_worth(s, t, actions[k], ctx, p)
                if worth > wanted + EQUAL:
                    best, wanted = k, worth
        if best >= 0:
            return best
    for k in range(n):
        if actions[k].kind == Kind.END_TURN:
            return k
    return n - 1


# --- choices in mid-effect --------------------------------------------------------------------------------------------


@kernel
def flank_worth(s, t, flank, p):
    """How good an end of the own battleline is for a new creature: it takes the open place of the creature there."""
    line = s.line[s.active]
    if flank < 0 or line.n == 0:
        return 0.0
    return body_worth(s, t, int(line.card[0] if flank == 0 else line.card[line.n - 1]), p)


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
def named_house_worth(s, t, house, frame, ctx, p):
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
    take_over(ctx, frame)
    ctx.x = house
    return rows_worth(s, t, int(frame.pc) + 1, int(frame.end), ctx, p) + 0.01 * house_strength(s, t, me, house, p)


@kernel
def take_over(ctx, frame):
    """Makes the agent's own frame a copy of a pending one."""
    ctx.kind, ctx.step, ctx.you, ctx.source, ctx.other, ctx.event = (
        frame.kind, frame.step, frame.you, frame.source, frame.other, frame.event,
    )  # fmt: skip
    ctx.flag, ctx.n, ctx.pc, ctx.end, ctx.did, ctx.x = frame.flag, frame.n, frame.pc, frame.end, frame.did, frame.x
    ctx.yours, ctx.theirs = frame.yours, frame.theirs
    for i in range(frame.n if frame.n < ctx.chosen.size else ctx.chosen.size):
        ctx.chosen[i] = frame.chosen[i]


@kernel
def pending_worth(s, t, index, ctx, p):
    """How early a pending ability should come: draws first, then by worth."""
    pending = s.pending[index]
    if pending.trigger in WITHOUT_PROGRAM or pending.text < 0:
        return 0.5 if pending.you == s.active else 0.0
    kind = int(s.card[pending.text].type)
    worth = text_worth(s, t, kind, int(pending.trigger), int(pending.source), ctx, p)
    return worth if pending.you == s.active else -worth


@kernel
def choice_score(s, t, decision, action, ctx, p):
    """How much an answer in mid-effect is wanted."""
    frame, kind, a = s.frame[s.n_frames - 1], int(action.kind), int(action.a)
    if decision == Decision.FIGHT_TARGET:
        return clash_worth(s, t, int(frame.source), a, p)
    if decision == Decision.FLANK:
        return flank_worth(s, t, a, p)
    if decision == Decision.HOST:
        return host_worth(s, t, int(s.card[frame.source].type), a, ctx, p)
    if decision == Decision.USE:
        return use_score(s, t, action, ctx, p)
    if decision == Decision.ORDER:
        return pending_worth(s, t, a, ctx, p)
    if decision == Decision.FORGE_FROM:
        return float(a)
    if decision == Decision.COPY:
        return play_worth(s, t, a, ctx, p)
    if decision == Decision.PLAYER:
        return 1.0 if a != s.active else 0.0
    if decision == Decision.REDIRECT:
        return body_worth(s, t, a, p) * (-1.0 if s.card[a].controller == s.active else 1.0)
    if decision == Decision.HOUSE_NAME:
        return named_house_worth(s, t, a, frame, ctx, p)
    take_over(ctx, frame)
    pc, end = int(frame.pc), int(frame.end)
    if decision == Decision.CHOOSE:
        if kind == Kind.DONE:
            return 0.0
        row = t.row[pc]
        own = effect_worth(s, t, row, a, amount_of(s, t, ctx, row), p) if row.operation not in CHOOSING else 0.0
        return own + choice_worth(s, t, pc + 1, end, a, ctx, p) + 0.001 * quality(t, int(s.card[a].type), p)
    if decision == Decision.NUMBER:
        ctx.x = a
        return rows_worth(s, t, pc + 1, end, ctx, p)
    if decision == Decision.MODE:
        first = int(t.row[pc].amount)
        if a == 1:
            return rows_worth(s, t, pc + 1, pc + first, ctx, p)
        return rows_worth(s, t, pc + 1 + first, end, ctx, p)
    if decision == Decision.MAY:
        return rows_worth(s, t, pc, end, ctx, p) + 0.01 if kind == Kind.YES else 0.0
    return 0.0


@kernel
def use_score(s, t, action, ctx, p):
    """How much a use in mid-effect is wanted."""
    kind, card = int(action.kind), int(action.a)
    title = int(s.card[card].type)
    if kind == Kind.REAP:
        return reap_score(s, t, card, ctx, p)
    if kind == Kind.FIGHT:
        return p[Manner.FIGHT] * clash_worth(s, t, card, int(action.b), p)
    if kind in (Kind.ACTION, Kind.OMNI):
        return p[Manner.ABILITY] * text_worth(
            s, t, title, Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI, card, ctx, p
        )
    return 0.0


@kernel
def best_house_in_hand(s, t, ctx, p):
    """What the best house of a first hand would allow."""
    best = 0.0
    for house in range(HOUSES):
        if s.houses[s.active] >> house & 1:
            best = max(best, house_worth(s, t, house, ctx, p))
    return best


@kernel
def play_turn(s, t, actions, n, p, room):
    """The most wanted of the legal actions; see the module's docstring. `room` holds the agent's own frame."""
    ctx = room[0]
    decision, best, wanted = int(s.decision), 0, NEVER
    if decision == Decision.MULLIGAN:
        keep = best_house_in_hand(s, t, ctx, p) >= p[Manner.MULLIGAN]
        return 0 if (actions[0].kind == Kind.KEEP) == keep else 1
    if decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, ctx, p)
    for k in range(n):
        if decision == Decision.HOUSE:
            score = house_worth(s, t, int(actions[k].a), ctx, p)
        elif decision == Decision.ARCHIVES:
            score = 1.0 if actions[k].kind == Kind.YES else 0.0
        else:
            score = choice_score(s, t, decision, actions[k], ctx, p)
        if score > wanted + EQUAL:
            best, wanted = k, score
    return best


@define_agent("keyforge", {**WEIGHTS, **MANNERS, **HELD})
def choose(s, t, actions, n, params):
    """The action with the highest score, the first of equals."""
    room = np.zeros(1, RECORD)  # held here: a record alone does not keep its memory
    return play_turn(s, t, actions, n, params, room)


HOUSES_BY_CARD = tomllib.loads(Path(__file__).with_name("houses.toml").read_text(encoding="utf-8"))
STRATEGIES = tomllib.loads(Path(__file__).with_name("strategies.toml").read_text(encoding="utf-8"))


def _strategies() -> list[Agent]:
    """The all-rounder, then the others, which change its numbers."""
    held = {f"{place}_{card}": worth for place, cards in HOUSES_BY_CARD.items() for card, worth in cards.items()}
    best = choose.named("best", **STRATEGIES.pop("best"), **held)
    return [best, *(best.named(name, **strategy) for name, strategy in STRATEGIES.items())]


AGENTS = _strategies()
