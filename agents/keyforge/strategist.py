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

import numpy as np

from sim.core.kernel import kernel
from sim.keyforge.modifiers import houses_of, key_cost
from sim.keyforge.pending import you_of
from sim.keyforge.state import DECK_SIZE, HOUSES, WITHOUT_PROGRAM, Constant, Decision, Kind, Trigger, Type, Zone
from sim.keyforge.tables import Operation, Select, Side

from ..agent import define_agent
from ..strategist import EQUAL, first_highest, most_wanted
from ..value import weigh
from .features import (
    BURDENS,
    MIND,
    Known,
    Moved,
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
from .numbers import (
    CLEAR,
    FIRST_HAND,
    FIRST_OF_CARDS,
    FIRST_OF_CHOICES,
    FIRST_OF_CHOSEN,
    FIRST_OF_FIGHTS,
    FIRST_OF_SORTS,
    FIRST_READY,
    N_CARDS,
    N_CIRCUMSTANCES,
    N_OF_SORT,
    N_TRAITS,
    NUMBERS,
    PLACE_OF,
    SMALL,
    THEIR_TRAITS,
    Circumstance,
    Experience,
    Number,
    Outcome,
    Reading,
    Sort,
    Trait,
)

ON_GOOD = 0.2
"""Part of a creature's worth by which an upgrade is better on it than on another."""
TURNED = 2.0
"""How many times its worth it is worth that a creature changes sides."""
WEAKENING = 2.0
"""How many times what an upgrade is worth one that stuns or exhausts takes, on an own creature."""
UNSTUNNED = 0.5
"""Amber, a use that takes a stun away."""
BY_FLANK, BY_STRENGTH, BY_QUALITY, YES = 0.01, 0.01, 0.001, 0.01
"""Decide between equals: the flank on which a creature enters, the strength of a house, how good a chosen card is, and
what may be done rather than not."""
LEAST_USE, BEFORE_REAP = 0.05, 0.01
"""Amber: a use worth no more is left; one that beats reaping comes so much before it."""
OWN_HOUSE, OWN_PENDING = 0.5, 0.5
"""Amber: a named house of that player's deck; an own ability that waits, before the opponent's."""
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
    facts, worth, bad = t.card[kind], p[Number.UPGRADE], False
    for at in range(facts.constant[0], facts.constant[1]):
        constant = t.constant[at]
        if constant.kind == Constant.CONTROLS_HOST:
            return -1.0 if mine else TURNED * removal_worth(s, t, host, mind, p)
    for at in range(facts.program[Trigger.PLAY, 0], facts.program[Trigger.PLAY, 1]):
        row = t.row[at]
        if row.select == Select.HOST and row.operation in (Operation.STUN, Operation.EXHAUST):
            bad = True
            worth += effect_worth(s, t, row, host, 1, mind, p)
        elif row.select == Select.HOST:
            worth += effect_worth(s, t, row, host, amount_of(s, t, mind, row), mind, p)
    if bad:
        return worth - WEAKENING * p[Number.UPGRADE] if mine else worth
    return worth + ON_GOOD * body_worth(s, t, host, mind, p) if mine else -worth


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
    worth = p[Number.PLAY] + burden_worth(s, t, kind, int(s.active), p) + toll_worth(s, t, kind, p)
    if facts.amber > 0:
        worth += change_worth(s, t, s.active, int(facts.amber), p)
    if facts.type == Type.CREATURE:
        worth += new_creature_worth(t, kind, p)
    elif facts.type == Type.ARTIFACT:
        worth += p[Number.ARTIFACT]
    elif facts.type == Type.UPGRADE:
        return worth + best_host_worth(s, t, kind, mind, p)
    return worth + p[Number.REMOVAL] * text_worth(s, t, kind, Trigger.PLAY, card, mind, p)


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
    return p[Number.REAP] * (plain_reap_worth(s, t, p) + text)


@kernel
def best_use(s, t, card, mind, p):
    """What the best use of a ready creature or artifact is worth."""
    kind = int(s.card[card].type)
    listens, best = t.card[kind].listens, 0.0
    if s.card[card].stunned:
        return UNSTUNNED
    if listens & 1 << Trigger.ACTION:
        best = p[Number.ABILITY] * text_worth(s, t, kind, Trigger.ACTION, card, mind, p)
    if t.card[kind].type == Type.CREATURE:
        best = max(best, reap_score(s, t, card, mind, p))
        if s.line[1 - s.active].n > 0:
            best = max(best, p[Number.FIGHT] * best_clash_worth(s, t, card, mind, p))
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
            worth += p[Number.FUTURE] * quality(t, kind, p)
            continue
        play = play_worth(s, t, card, mind, p)
        worth += max(play, p[Number.CYCLE])
        worth += p[FIRST_HAND + (N_CARDS if is_burden(t, kind) else learned(t, kind))]
        worth += p[Number.IDLE] * (play < p[Number.CYCLE])
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
                worth += p[Number.EXHAUSTED] * creatures
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
    worth = p[Number.POOL] * min(after, cost) / max(cost, 1)
    worth += p[Number.DENIED] * lost + p[Number.STOLEN] * min(moved[Moved.STOLEN], theirs)
    if s.keys[me] == 2 and before < cost <= after:
        worth += p[Number.WIN]
    if s.keys[they] == 2 and theirs - lost < their_cost <= theirs:
        worth += p[Number.SAVED]
    return worth


@kernel
def house_worth(s, t, house, mind, p):
    """What a turn of a house is worth: plays from hand, uses of what is ready, and what comes of them beyond."""
    moved = mind.moved[:]
    moved[:] = 0
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
            return p[Number.PLAY] + host_worth(s, t, title, int(action.b), mind, p)
        worth = known_play(s, t, card, mind, p)
        return worth + BY_FLANK * flank_worth(s, t, int(action.b), mind, p) if worth > 0.0 else worth
    if kind == Kind.REAP:
        return known_reap(s, t, card, mind, p)
    if kind == Kind.FIGHT:
        worth = p[Number.FIGHT] * clash_worth(s, t, card, int(action.b), mind, p)
        return worth - known_reap(s, t, card, mind, p) if worth > 0.0 else worth
    if kind == Kind.UNSTUN:
        return p[Number.PLAY]
    if kind == Kind.DISCARD:
        return p[Number.CYCLE] if known_play(s, t, card, mind, p) < p[Number.KEEP] else 0.0
    trigger = Trigger.ACTION if kind == Kind.ACTION else Trigger.OMNI
    text = int(s.card[action.b if kind == Kind.ACTION else card].type)
    if text != title:
        trigger = Trigger.HOST_ACTION
    worth = p[Number.ABILITY] * text_worth(s, t, text, trigger, card, mind, p)
    if worth > LEAST_USE and t.card[title].type == Type.CREATURE:
        return worth - known_reap(s, t, card, mind, p) + BEFORE_REAP
    return worth - LEAST_USE


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
    numbers = p[FIRST_OF_FIGHTS:]
    worth = numbers[Outcome.KILLS] * kills + numbers[Outcome.DIES] * dies + numbers[Outcome.TRADE] * (kills and dies)
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
    first = FIRST_OF_SORTS + sort * N_OF_SORT
    score = weigh(x, p, first)
    if sort in (Sort.END, Sort.UNSTUN):
        return score
    score += card_experience(s, t, action, sort, mind, p)
    if sort == Sort.DISCARD:
        return score
    worth, numbers = max(min(worth, CLEAR), -CLEAR), p[first + N_CIRCUMSTANCES :]
    score = score + numbers[Reading.WORTH] * worth + numbers[Reading.SMALL] * max(min(worth, SMALL), 0.0)
    return score + numbers[Reading.WANTED] * (worth > 0.0)


@kernel
def next_in_order(s, t, actions, n, worths, orders):
    """The best action of the earliest order in which one is worth doing; else the last one, to end the turn.

    orders: room for the order of each action.
    """
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
    x, worths = mind.around[:], mind.worths[:]
    for k in range(n):
        worths[k] = 0.0 if actions[k].kind == Kind.END_TURN else main_worth(s, t, actions[k], mind, p)
    first = next_in_order(s, t, actions, n, worths, mind.orders[:])
    circumstances(s, t, x)
    best, wanted = first, main_score(s, t, actions[first], worths[first], x, mind, p) + p[Number.CLEARLY]
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
    worth = OWN_HOUSE * (s.houses[seat] >> house & 1)
    for side in range(2):
        row = s.line[seat] if side == 0 else s.artifacts[seat]
        for i in range(row.n):
            if houses_of(s, t, int(row.card[i])) >> house & 1:
                worth += p[Number.AMBER]
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
    worth = rows_worth(s, t, int(frame.pc) + 1, int(frame.end), mind, p)
    return worth + BY_STRENGTH * house_strength(s, t, me, house, p)


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
        return OWN_PENDING if you_of(s, pending) == s.active else 0.0
    kind = int(s.card[pending.text].type)
    worth = text_worth(s, t, kind, int(pending.trigger), int(pending.source), mind, p)
    return worth if you_of(s, pending) == s.active else -worth


@kernel
def choice_score(s, t, action, p, mind):
    """How much the house of the turn, its archives or an answer in mid-effect is wanted."""
    decision, kind, a = int(s.decision), int(action.kind), int(action.a)
    if decision == Decision.HOUSE:
        return house_worth(s, t, a, mind, p)
    if decision == Decision.ARCHIVES:
        return 1.0 if kind == Kind.YES else 0.0
    frame = s.frame[s.n_frames - 1]
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
        return own + choice_worth(s, t, pc + 1, end, a, mind, p) + BY_QUALITY * quality(t, int(s.card[a].type), p)
    if decision == Decision.NUMBER:
        mind.frame.x = a
        return rows_worth(s, t, pc + 1, end, mind, p)
    if decision == Decision.MODE:
        first = int(t.row[pc].amount)
        if a == 1:
            return rows_worth(s, t, pc + 1, pc + first, mind, p)
        return rows_worth(s, t, pc + 1 + first, end, mind, p)
    if decision == Decision.MAY:
        return rows_worth(s, t, pc, end, mind, p) + YES if kind == Kind.YES else 0.0
    return 0.0


@kernel
def use_score(s, t, action, mind, p):
    """How much a use in mid-effect is wanted."""
    kind, card = int(action.kind), int(action.a)
    title = int(s.card[card].type)
    if kind == Kind.REAP:
        return reap_score(s, t, card, mind, p)
    if kind == Kind.FIGHT:
        return p[Number.FIGHT] * clash_worth(s, t, card, int(action.b), mind, p)
    if kind in (Kind.ACTION, Kind.OMNI):
        return p[Number.ABILITY] * text_worth(
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
    scores = mind.worths[:n]
    for k in range(n):
        scores[k] = choice_score(s, t, actions[k], p, mind)
    first = first_highest(scores)
    place, best = done_to_chosen(t, s.frame[s.n_frames - 1]), first
    if place < 0:
        return first
    wanted = choice_experience(s, t, place, actions[first], scores[first], p) + p[Number.CERTAINLY]
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
def clear_mind(mind):
    """Nothing is known yet, and the frame is empty."""
    mind.known[:] = 0
    frame = mind.frame
    frame.kind, frame.step, frame.you, frame.source, frame.other, frame.event = 0, 0, 0, 0, 0, 0
    frame.flag, frame.n, frame.yours, frame.theirs = 0, 0, 0, 0
    frame.pc, frame.end, frame.did, frame.x = 0, 0, 0, 0
    frame.chosen[:] = 0


@kernel
def play_turn(s, t, actions, n, p, room):
    """The most wanted of the legal actions; see the module's docstring. `room` holds what the agent has in mind."""
    mind, decision = room[0], int(s.decision)
    clear_mind(mind)
    if decision == Decision.MULLIGAN:
        keep = best_house_in_hand(s, t, mind, p) >= p[Number.MULLIGAN]
        return 0 if (actions[0].kind == Kind.KEEP) == keep else 1
    if decision == Decision.MAIN:
        return choose_in_main(s, t, actions, n, mind, p)
    if decision == Decision.CHOOSE:
        return choose_card(s, t, actions, n, mind, p)
    return most_wanted(s, t, actions, n, p, mind, choice_score)


@define_agent("keyforge", NUMBERS)
def choose(s, t, actions, n, params):
    """The action with the highest score, the first of equals."""
    room = np.empty(1, MIND)  # held here: a record alone does not keep its memory
    return play_turn(s, t, actions, n, params, room)
