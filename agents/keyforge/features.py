"""What an agent makes of a situation in KeyForge: the worth of pools, creatures, texts, plays and fights.

Everything is weighed in amber. Texts are weighed row by row, so that a card of the user's own is weighed too. Of what
is hidden nothing is read: of the opponent's hand, archives and deck only the numbers of cards.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.core.kernel import kernel
from sim.core.records import record_type
from sim.keyforge.battleline import neighbors
from sim.keyforge.conditions import holds, multiplier
from sim.keyforge.damage import catches
from sim.keyforge.filters import matches, zones_of
from sim.keyforge.modifiers import affected, armor, key_cost, keyword, keyword_amount, power
from sim.keyforge.state import (
    ACTIONS_MAX,
    CARDS,
    DECK_SIZE,
    FRAME,
    NO_CARD,
    Constant,
    Lasting,
    Mark,
    Trigger,
    Type,
    Zone,
)
from sim.keyforge.tables import Condition, Keyword, Operation, Place, Select

from ..strategist import NEVER
from .numbers import N_CIRCUMSTANCES, Number
from .texts import ACTS, CAPTURES, DAMAGES, DISCARDS, LEAVES_PLAY, MOVING

FORESEEN = tuple(
    int(condition)
    for condition in (
        Condition.DID, Condition.DESTROYED, Condition.NOT_DESTROYED, Condition.IN_PLAY, Condition.CHOSEN_AT_LEAST,
        Condition.LAST_IS, Condition.LAST_IS_NOT,
    )
)  # fmt: skip
"""Conditions that only the rows before can settle: what depends on them is hoped for."""
WON, KEY, KEYS_BUT_ONE = 100.0, 6.0, 2
"""Amber, a key forged or unforged by a text beside what it is worth to be able to: the third, and any other; how many
keys a player has then."""
DEADLY = 999
"""Damage that destroys any creature, by poison."""
AVERAGE_CREATURE = 3.0
"""Amber, a creature of a card in hand that is neither good nor bad."""
UNSTUNNING = 0.5
"""Part of a use, of one that only takes a stun away."""
TURNED = 2.0
"""How many times its worth it is worth that a creature changes sides."""
READIED = 0.3
"""Part of a use that readying a creature for a fight is worth."""
HELD = 0.3
"""Part of captured amber's worth, by who may hope for it when the creature leaves play."""
STUN_ABLE = 0.3
"""Share by which a stun is worth more for each amber of a creature's abilities."""
ARMOR_TWICE = 2
"""Damage for each point of armor that a creature loses: what it absorbs no more, and what goes through."""
ARCHIVE_OTHER, ARCHIVE_THIS = 0.2, -0.3
"""Amber, by which a card of another house is better archived, and one of the house of the turn worse."""
PLAYED_FREE = 1.0
"""Amber, a card played by a text beside how good it is."""
FROM_HAND, ON_TOP, LOST_FROM_DECK = 0.3, 0.7, 0.2
"""Parts of how good a card is: of the hand, done something else with; put on top of the deck; lost from elsewhere."""
STORED = 0.1
"""Amber, any stored on a card."""
CHOSEN_MOST = 3
"""Cards that a choice is weighed for, at most."""
MUST = -1e8
"""Amber: what must be chosen is chosen at any worth above this."""
ALLOCATED = 0.8
"""Part of the damage of a text that is dealt out in any way that does good."""
PLAY_BIT = 1 << Zone.PLAY
UNSEEN_BITS = 1 << Zone.HAND | 1 << Zone.DECK | 1 << Zone.ARCHIVES
"""The zones of which together a deck list tells what is in them."""
BURDENS = 1 << Constant.SKIPS_FORGING | 1 << Constant.CANNOT_PLAY_CREATURES
"""Rules that a card in play makes against its own side."""

USED = (Trigger.REAP, Trigger.FIGHT, Trigger.ACTION, Trigger.OMNI, Trigger.PLAY)


class Known(IntEnum):
    """Bits of what is known of a card while an agent decides."""

    FIGHTER, BODY, DOOM, CLASH, PLAY, REAP = (1 << bit for bit in range(6))


class Moved(IntEnum):
    """Amber that a turn moves, as far as can be foreseen: to the active player, from the opponent, and both at once."""

    GAINED = 0
    LOST = 1
    STOLEN = 2


N_MOVED = len(Moved)
MIND = record_type(
    np.dtype(
        [
            ("body", "f8", (CARDS,)),
            ("doom", "f8", (CARDS,)),
            ("clash", "f8", (CARDS,)),
            ("play", "f8", (CARDS,)),
            ("reap", "f8", (CARDS,)),
            ("worths", "f8", (ACTIONS_MAX,)),
            ("orders", "f8", (ACTIONS_MAX,)),
            ("around", "f8", (N_CIRCUMSTANCES,)),
            ("moved", "i8", (N_MOVED,)),
            ("power", "i2", (CARDS,)),
            ("armor", "i2", (CARDS,)),
            ("strikes", "i2", (CARDS,)),
            ("known", "i1", (CARDS,)),
            ("frame", FRAME),
        ],
        align=True,
    )
)
"""What an agent holds in mind at one decision, so that nothing is reckoned twice. By card, where `known` has the bit:
its power, its armor, what it strikes for in a fight; the worth of its body, of its doom, of its best clash, of playing
it, of reaping with it. frame: its own, for texts that are not on the stack. By action of the list: its worth and its
order. around: the circumstances of the decision; moved: the amber that a turn moves. `known` and `frame` are all 0 when
a decision begins, see clear_mind; the others hold what they held before."""
OTHER_LISTENS = sum(1 << trigger for trigger in Trigger if trigger not in USED)


# --- pools ------------------------------------------------------------------------------------------------------------


@kernel
def pool_worth(s, seat, n, cost, p):
    """What n amber in a pool are worth to the active player: his own to have, the opponent's as a loss. cost: what a
    key costs its owner.
    """
    if seat == s.active:
        worth = p[Number.AMBER] * min(n, cost) + p[Number.SPARE] * max(n - cost, 0)
        if n >= cost:
            worth += p[Number.KEY] + (p[Number.LAST_KEY] if s.keys[seat] == KEYS_BUT_ONE else 0.0)
        return worth
    worth = p[Number.THEIR_AMBER] * min(n, cost) + p[Number.THEIR_SPARE] * max(n - cost, 0)
    if n >= cost:
        worth += p[Number.THEIR_KEY] + (p[Number.THEIR_LAST_KEY] if s.keys[seat] == KEYS_BUT_ONE else 0.0)
    return -worth


@kernel
def change_worth(s, t, seat, n, p):
    """What adding n amber to a pool (or taking -n) is worth to the active player."""
    cost = key_cost(s, t, seat)
    return pool_worth(s, seat, max(s.amber[seat] + n, 0), cost, p) - pool_worth(s, seat, int(s.amber[seat]), cost, p)


@kernel
def steal_worth(s, t, thief, n, p):
    """What stealing up to n amber is worth."""
    n = min(n, int(s.amber[1 - thief]))
    return change_worth(s, t, thief, n, p) + change_worth(s, t, 1 - thief, -n, p)


# --- creatures --------------------------------------------------------------------------------------------------------


@kernel
def strength_left(s, t, card):
    """Damage that would destroy a creature, its armor apart."""
    return power(s, t, card) - s.card[card].damage


@kernel
def armor_left(s, t, card):
    """Damage that its armor would still absorb this turn."""
    return max(armor(s, t, card) - s.card[card].armor_used, 0)


@kernel
def abilities_worth(t, kind, p):
    """What the abilities of a card type add to a creature."""
    facts = t.card[kind]
    listens = facts.listens
    worth = 0.0
    if listens & 1 << Trigger.REAP:
        worth += p[Number.REAPS]
    if listens & 1 << Trigger.FIGHT:
        worth += p[Number.FIGHTS]
    if listens & ACTS:
        worth += p[Number.ACTS]
    if listens & OTHER_LISTENS:
        worth += p[Number.EVENTS]
    if facts.plain == 0:
        worth += p[Number.CONSTANTS]
    elusive, taunt = facts.keywords & Keyword.ELUSIVE != 0, facts.keywords & Keyword.TAUNT != 0
    worth += p[Number.ELUSIVE] * elusive + p[Number.TAUNT] * taunt
    return worth


@kernel
def creatures_to_come(s, t, seat):
    """Creatures of a player that are neither in play nor out of reach, as his deck list tells."""
    count = 0
    for card in range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE):
        count += UNSEEN_BITS >> int(s.card[card].zone) & 1 and t.card[s.card[card].type].type == Type.CREATURE
    return count


@kernel
def burden_worth(s, t, kind, seat, p):
    """What the rules that a card makes against its own side are worth to the player who controls it, with what it gives
    him in return.
    """
    facts, worth, other = t.card[kind], 0.0, 1 - seat
    if not facts.kinds & BURDENS:
        return worth
    for at in range(facts.constant[0], facts.constant[1]):
        constant = int(t.constant[at].kind)
        if constant == Constant.SKIPS_FORGING:
            cost = max(key_cost(s, t, seat), 1)
            worth -= p[Number.KEYLESS] * (1.0 + min(int(s.amber[seat]), cost) / cost)
        elif constant == Constant.GAINS_FORGING:
            cost = key_cost(s, t, other)
            worth += p[Number.AMBER] * cost * (s.amber[other] >= cost)
        elif constant == Constant.CANNOT_PLAY_CREATURES:
            worth -= p[Number.CREATURELESS] * creatures_to_come(s, t, seat)
    return worth


@kernel
def toll_worth(s, t, kind, p):
    """What the amber is worth that has to be lost in order to play a card."""
    facts, cost = t.card[kind], 0
    if facts.kinds >> Constant.PLAY_COST & 1:
        for at in range(facts.constant[0], facts.constant[1]):
            if t.constant[at].kind == Constant.PLAY_COST:
                cost += int(t.constant[at].amount)
    return change_worth(s, t, s.active, -cost, p) if cost > 0 else 0.0


@kernel
def body_worth(s, t, card, mind, p):
    """What a creature in play is worth to its controller, amber on it apart."""
    if mind.known[card] & Known.BODY == 0:
        strength, shield, _ = fighter(s, t, card, mind)
        mind.body[card] = body_worth_at(s, t, card, strength - s.card[card].damage, shield, p)
        mind.known[card] |= Known.BODY
    return mind.body[card]


@kernel
def body_worth_at(s, t, card, left, shield, p):
    """body_worth, given how much damage would destroy the creature, and its armor, used or not."""
    worth = p[Number.BODY] + p[Number.STRENGTH] * left + p[Number.ARMOR] * shield
    worth += abilities_worth(t, int(s.card[card].type), p) + p[Number.UPGRADE] * s.card[card].upgrades
    if s.card[card].stunned:
        worth *= p[Number.STUNNED]
    return worth + burden_worth(s, t, int(s.card[card].type), int(s.card[card].controller), p)


@kernel
def new_creature_worth(t, kind, p):
    """What a creature will be worth when it has entered play."""
    facts = t.card[kind]
    body = p[Number.BODY] + p[Number.STRENGTH] * facts.power + p[Number.ARMOR] * facts.armor
    return body + abilities_worth(t, kind, p)


@kernel
def removal_worth(s, t, card, mind, p):
    """What it is worth to the active player that a creature or artifact leaves play, amber on it included."""
    is_creature = t.card[s.card[card].type].type == Type.CREATURE
    return removal_worth_of(s, t, card, body_worth(s, t, card, mind, p) if is_creature else 0.0, p)


@kernel
def removal_worth_of(s, t, card, body, p):
    """removal_worth, given what the body of a creature is worth."""
    c = s.card[card]
    if t.card[c.type].type == Type.ARTIFACT:
        acts = t.card[c.type].listens & ACTS != 0
        worth = p[Number.ARTIFACT] + p[Number.ACTS] * acts
        worth += burden_worth(s, t, int(c.type), int(c.controller), p)
        return -worth if c.controller == s.active else p[Number.THEIRS] * worth
    freed = change_worth(s, t, 1 - c.controller, int(c.amber), p) if c.amber > 0 else 0.0
    return freed - body if c.controller == s.active else freed + p[Number.THEIRS] * body


@kernel
def parting_row_worth(s, t, card, row, p):
    """What a row of the text of a creature that is destroyed is worth to the active player."""
    owner, n = int(s.card[card].controller), int(row.amount)
    mine = 1.0 if owner == s.active else -1.0
    if row.operation == Operation.GAIN:
        return change_worth(s, t, owner, n, p)
    if row.operation == Operation.OPPONENT_LOSES:
        return change_worth(s, t, 1 - owner, -min(n, int(s.amber[1 - owner])), p)
    if row.operation == Operation.DRAW:
        return mine * p[Number.CARD] * n
    if row.operation == Operation.ARCHIVE_TOP:
        return mine * p[Number.ARCHIVED]
    if row.select == Select.THIS and row.operation in (Operation.TO_HAND, Operation.TO_DECK_TOP, Operation.ARCHIVE):
        return mine * quality(t, int(s.card[card].type), p)
    return 0.0


@kernel
def doom_worth(s, t, card, mind, p):
    """What it is worth that a creature is destroyed."""
    if mind.known[card] & Known.DOOM == 0:
        mind.doom[card] = doom_worth_of(s, t, card, body_worth(s, t, card, mind, p), p)
        mind.known[card] |= Known.DOOM
    return mind.doom[card]


@kernel
def doom_worth_of(s, t, card, body, p):
    """What it is worth that a creature whose body is worth so much is destroyed: that it leaves play, and what its text
    does then.
    """
    worth = removal_worth_of(s, t, card, body, p)
    facts = t.card[s.card[card].type]
    if facts.listens >> Trigger.DESTROYED & 1:
        for at in range(facts.program[Trigger.DESTROYED, 0], facts.program[Trigger.DESTROYED, 1]):
            worth += p[Number.PARTING] * parting_row_worth(s, t, card, t.row[at], p)
    return worth


@kernel
def struck_instead(s, t, card):
    """The neighbor that takes damage dealt to a creature, or the creature itself."""
    if s.constant[Constant.CATCHES_DAMAGE] > 0:
        left, right = neighbors(s, card)
        if catches(s, t, left, card):
            return left
        if catches(s, t, right, card):
            return right
    return card


@kernel
def damage_worth(s, t, card, n, mind, p):
    """What n damage to a creature are worth."""
    c = s.card[card]
    if c.marks & Mark.UNHURT or s.now[Lasting.UNHURT] >> c.controller & 1:
        return 0.0
    strength, shield, _ = fighter(s, t, card, mind)
    dealt = n - max(shield - int(c.armor_used), 0)
    if dealt <= 0:
        return 0.0
    other = struck_instead(s, t, card)
    if other != card:
        return caught_worth(s, t, other, dealt, p)
    left = strength - c.damage
    if dealt >= left:
        return doom_worth(s, t, card, mind, p)
    return wound_worth(s, card, dealt, left, body_worth(s, t, card, mind, p), p)


@kernel
def caught_worth(s, t, card, dealt, p):
    """What damage is worth that a creature takes for another, its own armor apart."""
    left = strength_left(s, t, card)
    body = body_worth_at(s, t, card, left, 0, p)
    if dealt >= left:
        return doom_worth_of(s, t, card, body, p)
    return wound_worth(s, card, dealt, left, body, p)


@kernel
def wound_worth(s, card, dealt, left, body, p):
    """What damage is worth that a creature survives: left: what would destroy it, body: what its body is worth."""
    share = p[Number.WOUND] * dealt / max(left, 1) * body
    return -share if s.card[card].controller == s.active else p[Number.THEIRS] * share


@kernel
def eludes(s, t, attacker, target):
    """Whether an attack is the first on an elusive creature this turn, so that no damage is dealt."""
    if s.card[target].attacked != 0 or not keyword(s, t, target, Constant.ELUSIVE):
        return False
    return not affected(s, t, attacker, Constant.IGNORES_TAUNT_AND_ELUSIVE)


@kernel
def fighter(s, t, card, mind):
    """What is the same of a creature in all its fights: its power, its armor, and the damage that it deals, armor and
    keywords apart.
    """
    if mind.known[card] & Known.FIGHTER == 0:
        strength = power(s, t, card)
        mind.power[card], mind.armor[card] = strength, armor(s, t, card)
        mind.strikes[card] = 0 if affected(s, t, card, Constant.NO_FIGHT_DAMAGE) else strength
        mind.known[card] |= Known.FIGHTER
    return int(mind.power[card]), int(mind.armor[card]), int(mind.strikes[card])


@kernel
def clash_worth(s, t, attacker, target, mind, p):
    """What a fight is worth by who dies and who is wounded."""
    assault, hazardous = (
        keyword_amount(s, t, attacker, Constant.ASSAULT),
        keyword_amount(s, t, target, Constant.HAZARDOUS),
    )
    strength, own_shield, dealt = fighter(s, t, attacker, mind)
    their_strength, shield, taken = fighter(s, t, target, mind)
    own_left, left = strength - s.card[attacker].damage, their_strength - s.card[target].damage
    own_guard = max(own_shield - s.card[attacker].armor_used, 0)
    guard = max(shield - s.card[target].armor_used, 0)
    if eludes(s, t, attacker, target):
        dealt, taken = 0, 0
    if keyword(s, t, attacker, Constant.SKIRMISH):
        taken = 0
    if assault - guard >= left:
        hazardous, taken = 0, 0
    elif hazardous - own_guard >= own_left:
        dealt, taken = 0, 0
    if dealt > guard and keyword(s, t, attacker, Constant.POISON):
        dealt = DEADLY
    if taken > own_guard and keyword(s, t, target, Constant.POISON):
        taken = DEADLY
    worth = damage_worth(s, t, target, assault + dealt, mind, p)
    return worth + damage_worth(s, t, attacker, hazardous + taken, mind, p)


@kernel
def best_clash_worth(s, t, attacker, mind, p):
    """The worth of the best fight of a creature; NEVER if there is nobody to fight."""
    if mind.known[attacker] & Known.CLASH == 0:
        line, best = s.line[1 - s.card[attacker].controller], NEVER
        for i in range(line.n):
            best = max(best, clash_worth(s, t, attacker, int(line.card[i]), mind, p))
        mind.clash[attacker] = best
        mind.known[attacker] |= Known.CLASH
    return mind.clash[attacker]


@kernel
def plain_reap_worth(s, t, p):
    """What the amber of a reap is worth."""
    if s.now[Lasting.STEAL_REAPS] > 0:
        return steal_worth(s, t, s.active, 1, p)
    return change_worth(s, t, s.active, 1 + s.now[Lasting.CREATURE_REAPS], p)


@kernel
def plain_use_worth(s, t, card, mind, p):
    """What using a creature or artifact is worth, its texts apart."""
    c = s.card[card]
    if t.card[c.type].type == Type.ARTIFACT:
        return p[Number.ARTIFACT_USE]
    if c.stunned:
        return UNSTUNNING * p[Number.USE]
    extra = p[Number.REAPS] * (t.card[c.type].listens >> Trigger.REAP & 1)
    return max(plain_reap_worth(s, t, p) + extra, best_clash_worth(s, t, card, mind, p))


# --- cards out of play ------------------------------------------------------------------------------------------------


@kernel
def quality(t, kind, p):
    """How good it is to hold a card, beside an average one: bonus amber, big and able creatures."""
    facts = t.card[kind]
    worth = p[Number.AMBER] * facts.amber
    if facts.type == Type.CREATURE:
        worth += new_creature_worth(t, kind, p) - AVERAGE_CREATURE
    return p[Number.CARD] + p[Number.QUALITY] * worth


# --- texts ------------------------------------------------------------------------------------------------------------


@kernel
def amount_of(s, t, mind, row):
    """The amount of a row, times its count if it has one."""
    return int(row.amount) * multiplier(s, t, mind.frame, row) if row.count else int(row.amount)


@kernel
def effect_worth(s, t, row, card, n, mind, p):
    """What an operation with the amount n is worth to the active player when it meets one card."""
    operation, c = row.operation, s.card[card]
    mine, me = c.controller == s.active, s.active
    if c.zone != Zone.PLAY:
        return zone_effect_worth(s, t, operation, card, p)
    if operation in DAMAGES:
        return damage_worth(s, t, card, row.argument if operation == Operation.ALLOCATE else n, mind, p)
    if operation == Operation.DESTROY:
        return doom_worth(s, t, card, mind, p)
    if operation in LEAVES_PLAY or operation == Operation.PURGE_FOR_THIS:
        return removal_worth(s, t, card, mind, p)
    if operation in (Operation.TO_HAND, Operation.ARCHIVE):
        return removal_worth(s, t, card, mind, p) * (p[Number.BOUNCED] if mine else p[Number.BOUNCE])
    if operation in (Operation.CONTROL, Operation.CONTROL_AS, Operation.CONTROL_UNTIL_LEAVES):
        return 0.0 if mine else TURNED * removal_worth(s, t, card, mind, p)
    if operation in (Operation.FIGHT, Operation.READY_AND_FIGHT, Operation.READY_AND_FIGHT_ANOTHER):
        able = c.ready == 1 or operation != Operation.FIGHT
        worth = best_clash_worth(s, t, card, mind, p) if able else 0.0
        return max(worth, 0.0) + (READIED * p[Number.USE] if c.ready == 0 and operation != Operation.FIGHT else 0.0)
    if operation in (Operation.USE, Operation.READY_AND_USE, Operation.USE_AS_YOURS, Operation.READY):
        if operation == Operation.READY:
            return (p[Number.USE] if c.ready == 0 else 0.0) * (1.0 if mine else -1.0)
        return plain_use_worth(s, t, card, mind, p) if c.ready == 1 or operation == Operation.READY_AND_USE else 0.0
    if operation in CAPTURES or operation == Operation.CAPTURE_OWN:
        payer = int(c.controller) if operation == Operation.CAPTURE_OWN else 1 - int(c.controller)
        taken = min(n, int(s.amber[payer]))
        held = p[Number.CAPTURED] * taken * (-HELD if payer != me else HELD)
        return change_worth(s, t, payer, -taken, p) + held
    if operation == Operation.TAKE_AMBER:
        return change_worth(s, t, me, min(n, int(c.amber)), p)
    return state_effect_worth(s, t, operation, card, n, mind, p)


@kernel
def resolves_reaps(t, first, end):
    """Whether rows of a text resolve another creature's reap abilities."""
    for at in range(first, end):
        if t.row[at].operation == Operation.RESOLVE_REAP:
            return True
    return False


@kernel
def state_effect_worth(s, t, operation, card, n, mind, p):
    """What changing the state of a card in play is worth."""
    c = s.card[card]
    mine = 1.0 if c.controller == s.active else -1.0
    if operation == Operation.STUN:
        return 0.0 if c.stunned else -mine * p[Number.STUN] * (1.0 + STUN_ABLE * abilities_worth(t, int(c.type), p))
    if operation == Operation.UNSTUN:
        return mine * p[Number.STUN] if c.stunned else 0.0
    if operation == Operation.EXHAUST:
        return -mine * p[Number.USE] if c.ready else 0.0
    if operation == Operation.HEAL:
        return mine * p[Number.HEAL] * min(n, int(c.damage))
    if operation == Operation.ADD_COUNTERS:
        return mine * p[Number.STRENGTH] * n
    if operation == Operation.PLACE_AMBER:
        return -mine * p[Number.PLACED] * n
    if operation == Operation.RESOLVE_REAP:
        program = t.card[c.type].program[Trigger.REAP]
        return 1.0 if program[0] < program[1] and not resolves_reaps(t, program[0], program[1]) else 0.0
    if operation == Operation.MARK:
        return mine * p[Number.LASTING]
    if operation == Operation.STRIP_ARMOR:
        return damage_worth(s, t, card, ARMOR_TWICE * armor_left(s, t, card), mind, p)
    return 0.0


@kernel
def zone_effect_worth(s, t, operation, card, p):
    """What moving a card out of play is worth."""
    c, kind = s.card[card], int(s.card[card].type)
    mine = 1.0 if card // DECK_SIZE == s.active else -1.0
    good = quality(t, kind, p)
    if c.zone == Zone.HAND:
        if operation == Operation.ARCHIVE:
            return mine * (p[Number.ARCHIVED] + (ARCHIVE_OTHER if c.house != s.house else ARCHIVE_THIS))
        if operation in (Operation.DISCARD, Operation.PURGE):
            return -mine * good
        if operation in (Operation.PLAY, Operation.PUT_INTO_PLAY):
            return PLAYED_FREE + good
        return FROM_HAND * good
    if operation in (Operation.TO_HAND, Operation.ARCHIVE):
        return mine * good
    if operation in (Operation.PLAY, Operation.PUT_INTO_PLAY):
        return PLAYED_FREE + good
    if operation == Operation.TO_DECK_TOP:
        return ON_TOP * mine * good
    return -LOST_FROM_DECK * mine * good


@kernel
def direct_worth(s, t, row, n, spent, p):
    """What an operation that is about no card is worth, once so much amber is spent."""
    operation, me = row.operation, s.active
    if operation == Operation.GAIN:
        return change_worth(s, t, me, n, p)
    if operation == Operation.OPPONENT_GAINS:
        return change_worth(s, t, 1 - me, n, p)
    if operation == Operation.LOSE:
        return change_worth(s, t, me, -min(n, int(s.amber[me])), p)
    if operation == Operation.OPPONENT_LOSES:
        return change_worth(s, t, 1 - me, -min(n, int(s.amber[1 - me])), p)
    if operation == Operation.STEAL:
        return steal_worth(s, t, me, n, p)
    if operation == Operation.OPPONENT_STEALS:
        return steal_worth(s, t, 1 - me, n, p)
    if operation == Operation.LOSE_HALF:
        return change_worth(s, t, 1 - me, -(s.amber[1 - me] // 2), p) + change_worth(s, t, me, -(s.amber[me] // 2), p)
    if operation == Operation.LOSE_DOWN_TO:
        mine, theirs = max(s.amber[me] - n, 0), max(s.amber[1 - me] - n, 0)
        return change_worth(s, t, 1 - me, -theirs, p) + change_worth(s, t, me, -mine, p)
    if operation == Operation.STORE_AMBER:
        return STORED
    if operation == Operation.DRAW:
        return p[Number.CARD] * n
    if operation in DISCARDS:
        return p[Number.THEIR_CARD] * min(n, int(s.hand[1 - me].n))
    if operation == Operation.ARCHIVE_TOP:
        return p[Number.ARCHIVED]
    if operation in (Operation.FORGE, Operation.FORGE_FREE):
        able = operation == Operation.FORGE_FREE or s.amber[me] - spent >= key_cost(s, t, me) + n
        return p[Number.KEY] + (WON if s.keys[me] == KEYS_BUT_ONE else KEY) if able else 0.0
    if operation == Operation.UNFORGE:
        return p[Number.THEIR_KEY] + KEY if s.keys[1 - me] > 0 else 0.0
    if operation == Operation.CHAINS:
        return -p[Number.CHAINS] * n
    if operation == Operation.REST_OF_TURN:
        return p[Number.LASTING]
    if operation == Operation.NEXT_TURN:
        return p[Number.NEXT_TURN]
    return 0.0


@kernel
def on_chosen(row):
    """Whether a row works on the cards chosen before it."""
    if row.operation in (Operation.DAMAGE_SPLASH, Operation.DAMAGE_DESCENDING):
        return True
    return row.select in (Select.CHOSEN, Select.LAST) and row.operation not in (Operation.CHOOSE, Operation.CHOOSE_ALSO)


@kernel
def choice_worth(s, t, first, end, card, mind, p):
    """What choosing a card is worth by the rows of a text from `first` on, up to the next choice; damage that goes from
    one to the next of the cards chosen comes after all these choices.
    """
    worth, more = 0.0, False
    for at in range(first, end):
        row = t.row[at]
        if row.operation in (Operation.CHOOSE, Operation.CHOOSE_HOUSE):
            break
        more |= row.operation == Operation.CHOOSE_ALSO
        if on_chosen(row) and (not more or row.operation == Operation.DAMAGE_DESCENDING):
            worth += effect_worth(s, t, row, card, amount_of(s, t, mind, row), mind, p)
            if row.operation == Operation.DAMAGE_SPLASH:
                worth += splash_worth(s, t, card, int(row.argument), mind, p)
    return worth


@kernel
def splash_worth(s, t, card, damage, mind, p):
    """What damage to each neighbor of a creature is worth."""
    worth = 0.0
    for other in neighbors(s, card):
        if other != NO_CARD:
            worth += damage_worth(s, t, other, damage, mind, p)
    return worth


@kernel
def zones_weighed(t, index):
    """Bits of the zones whose cards are weighed for a filter: play, or all others that it looks in."""
    return PLAY_BIT if t.filter[index].place == Place.PLAY else zones_of(t, index) & ~PLAY_BIT


@kernel
def best_choices_worth(s, t, at, end, mind, p):
    """What the choices that row `at` asks for are worth: the best n of its filter."""
    row = t.row[at]
    n = min(max(amount_of(s, t, mind, row), 1), CHOSEN_MOST)
    first, second, third, found = NEVER, NEVER, NEVER, 0
    zones, frame = zones_weighed(t, row.filter), mind.frame
    for card in range(CARDS):
        if zones >> int(s.card[card].zone) & 1 and matches(s, t, row.filter, card, frame.you, frame.source, frame):
            worth = choice_worth(s, t, at + 1, end, card, mind, p)
            found += 1
            if worth > first:
                first, second, third = worth, first, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    total, least = 0.0, MUST if row.optional == 0 else 0.0
    if found >= 1 and first > least:
        total += first
    if n >= 2 and found >= 2 and second > least:
        total += second
    if n >= 3 and found >= 3 and third > least:
        total += third
    return total


@kernel
def each_worth(s, t, row, n, mind, p):
    """What an operation on all cards of a filter is worth."""
    worth, zones, frame = 0.0, zones_weighed(t, row.filter), mind.frame
    for card in range(CARDS):
        if zones >> int(s.card[card].zone) & 1 and matches(s, t, row.filter, card, frame.you, frame.source, frame):
            worth += effect_worth(s, t, row, card, n, mind, p)
    return worth


@kernel
def rows_worth(s, t, first, end, mind, p):
    """What the rows of a text are worth to the active player, as far as can be foreseen."""
    worth, spent = 0.0, 0
    for at in range(first, end):
        row = t.row[at]
        if row.condition == 0 or row.condition in FORESEEN or holds(s, t, mind.frame, row):
            worth += row_worth(s, t, at, end, mind, spent, p)
            if row.operation == Operation.LOSE:
                spent += amount_of(s, t, mind, row)
    return worth


@kernel
def row_worth(s, t, at, end, mind, spent, p):
    """What one row is worth after rows that have spent so much amber; a choice is worth what the rows after it do to
    the cards chosen.
    """
    row = t.row[at]
    if row.operation in (Operation.CHOOSE, Operation.CHOOSE_ALSO):
        return best_choices_worth(s, t, at, end, mind, p)
    if on_chosen(row):
        return 0.0
    n = amount_of(s, t, mind, row)
    if row.operation in (Operation.CAPTURE_SOME, Operation.CAPTURE_OWN_SOME):
        return change_worth(s, t, 1 - s.active, -min(n, int(s.amber[1 - s.active])), p)
    if row.select == Select.EACH or row.operation == Operation.CAPTURE_EACH:
        return each_worth(s, t, row, n, mind, p)
    if row.operation == Operation.ALLOCATE:
        return ALLOCATED * p[Number.WOUND] * row.argument * n
    if row.select in (Select.THIS, Select.HOST):
        card = mind.frame.source if row.select == Select.THIS else s.card[mind.frame.source].host
        return effect_worth(s, t, row, card, n, mind, p) if card != NO_CARD else 0.0
    return direct_worth(s, t, row, n, spent, p)


@kernel
def begin_text(s, card, mind):
    """Makes the agent's own frame that of a text which begins."""
    frame = mind.frame
    frame.source, frame.you, frame.n, frame.did, frame.x = card, s.active, 0, 1, s.house


@kernel
def text_worth(s, t, kind, trigger, card, mind, p):
    """What a text of a card type is worth when it happens to the card now."""
    program = t.card[kind].program[trigger]
    if program[0] >= program[1]:
        return 0.0
    begin_text(s, card, mind)
    return rows_worth(s, t, int(program[0]), int(program[1]), mind, p)


@kernel
def row_amber(s, row, n, moved):
    """Adds the amber that an operation of MOVING with the amount n moves: gained, lost by the opponent, stolen."""
    if row.operation == Operation.GAIN:
        moved[Moved.GAINED] += n
    elif row.operation == Operation.LOSE_HALF:
        moved[Moved.LOST] += s.amber[1 - s.active] // 2
    else:
        moved[Moved.LOST] += n
    if row.operation == Operation.STEAL:
        moved[Moved.GAINED] += min(n, int(s.amber[1 - s.active]))
        moved[Moved.STOLEN] += n


@kernel
def add_amber_of(s, t, kind, trigger, card, mind, moved):
    """Adds the amber that a text of a card type moves when it happens to the card now; see Moved."""
    program = t.card[kind].program[trigger]
    if program[0] >= program[1]:
        return
    begin_text(s, card, mind)
    for at in range(program[0], program[1]):
        row = t.row[at]
        if row.operation not in MOVING:
            continue
        if row.condition == 0 or row.condition in FORESEEN or holds(s, t, mind.frame, row):
            row_amber(s, row, amount_of(s, t, mind, row), moved)
