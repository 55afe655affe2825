"""Actions of cards: who may use which, and what they cost. Rules 10, 17 and 23."""

from __future__ import annotations

from typing import NamedTuple

from ..core.actions import offer
from ..core.bitsets import lowest
from ..core.kernel import kernel
from .choices import choosable, is_aimed, is_open_to_choice, sort_of
from .conditions import holds
from .filters import element_of, matches
from .frames import bits_of, fighter, push
from .modifiers import has, number
from .state import CARDS, NO_CARD, Frame, Kind, Zone
from .stats import adjacent, counts_as_creature, fits, in_play, is_type, seat_of
from .tables import (
    ALL_TOKENS,
    ATTACKS,
    CHOOSERS,
    GAINED,
    KINDS,
    X_OR_NO_TOKENS,
    Bestowed,
    Element,
    Head,
    Operation,
    Rule,
    Stat,
    Type,
    Window,
)
from .targets import can_aim, hit_cells, hits_all, is_within
from .triggers import may_fire, note_use
from .wounds import coming
from .zones import reveal

STRIKES = KINDS["strikes"]
OF_STRIKES = (Window.STRENGTH, Window.WOUNDS, Window.LANDED)
"""Windows in which one of the two strikes of an attack is answered."""


class Use(NamedTuple):
    """An action that a card may use."""

    card: int
    place: int
    """the number of the trait on the card; GAINED: the action that it was given"""


@kernel
def trait_of(s, t, card, place):
    """The number of a trait of a card; GAINED is the action that it was given."""
    return int(t.rule[Rule.THROWS_STRIKE]) if place == GAINED else int(t.card[s.card[card].type].trait[place])


@kernel
def can_act(s, card):
    """Whether a card may act: open, not promised to something else, not netted, and one that has neither acted nor
    defended in this turn. Rule 10.
    """
    it = s.card[card]
    if it.zone != Zone.PLAY or it.closed == 1 or it.promised == 1 or it.netted > 0:
        return False
    return it.acted == 0 and it.defended == 0


@kernel
def open_to_attack(s, t, seat):
    """The set of cards, as bits, that a seat may attack in reach: the enemy's, own ones where the table says so.
    Rules 11 and 14.
    """
    return int(s.team[1 - seat]) | (int(s.team[seat]) if t.own_targets == 1 else 0)


@kernel
def list_uses(s, t, actions, n, card, asked, aims):
    """Offers the actions of a card that may be used in a window (Window.NONE: in the main phase); aims: what its seat
    may attack.
    """
    row = t.card[s.card[card].type]
    left = int(row.actions) if asked == Window.NONE else (1 << int(row.n_traits)) - 1
    if asked == Window.NONE and may_have_gained(s, card) and has(s, t, card, Stat.THROWS_STRIKE, NO_CARD):
        left |= 1 << GAINED
    while left != 0:
        n = list_use(s, t, actions, n, Use(card, lowest(left)), asked, aims)
        left &= left - 1
    return n


@kernel
def may_have_gained(s, card):
    """Whether a card may have an action that it was given."""
    return s.card[card].lasting > 0 or s.bestowed & Bestowed.ACTIONS != 0


@kernel
def list_use(s, t, actions, n, one, asked, aims):
    """Offers one action of a card, once for each card with which it may begin."""
    card, place = one.card, one.place
    trait, at = t.trait[trait_of(s, t, card, place)], s.n_frames - 1
    if not is_usable(s, t, trait, card, place, asked, at):
        return n
    if trait.by_ally == 1:
        return list_allies(s, t, actions, n, card, place)
    row = t.row[trait.first]
    if row.operation not in CHOOSERS or row.optional == 1:
        return offer(s, actions, n, Kind.USE, card, place, NO_CARD)
    if asked == Window.NONE and is_aimed(t, row):
        return list_aims(s, t, actions, n, one, row, aims)
    left = int(aims) if is_aimed(t, row) else choosable(s, t, row)
    while left != 0:
        target = lowest(left)
        left &= left - 1
        if is_open_to_choice(s, t, row, card, target, at if asked > 0 else -1):
            n = offer(s, actions, n, Kind.USE, card, place, target)
    return n


@kernel
def list_aims(s, t, actions, n, one, row, aims):
    """Offers an action that begins with an attack, once for each card that it may hit, in the main phase."""
    card = one.card
    sort, reach, f, left = sort_of(int(row.operation)), int(row.argument), int(row.filter), int(aims)
    near, all_near = hit_cells(s, t, card, sort, reach), hits_all(s, t, card, sort, reach)
    while left != 0:
        target = lowest(left)
        left &= left - 1
        if (near >> int(s.card[target].cell)) & 1 == 1 and can_aim(s, t, card, target, sort, f, -1):
            if all_near or is_within(s, t, card, target, sort, reach):
                n = offer(s, actions, n, Kind.USE, card, one.place, target)
    return n


@kernel
def is_usable(s, t, trait, card, place, asked, at):
    """Whether the window, the cost and the conditions of an action let it be used; at: the frame that is answered.
    Rules 1 and 28.
    """
    if trait.head == Head.SUDDEN:
        if trait.window != asked and not (asked == Window.NONE and trait.window == Window.ANY):
            return False
    elif asked != Window.NONE:
        return False
    if not may_fire(s, t, trait, card, place):
        return False
    if t.row[trait.first].operation == Operation.TOKEN and s.card[card].tokens >= t.row[trait.first].argument:
        return False
    if not can_pay(s, t, trait, card):
        return False
    if asked not in (Window.NONE, Window.ANY):
        return suits(s, t, trait, card, at)
    return trait.condition == 0 or holds(s, t, trait, card, at if asked > 0 else -1, NO_CARD)


@kernel
def suits(s, t, trait, card, at):
    """Whether the attack or the step that is answered is of the kind and of the cards that a sudden action wants.
    Rule 28.
    """
    if at < 0:
        return False
    frame = s.frame[at]
    if frame.kind == Frame.ATTACK:
        return answered_strike(s, t, trait, card, at) >= 0
    return is_about(s, t, trait, card, at, int(frame.subject), int(frame.event))


@kernel
def answered_strike(s, t, trait, card, at):
    """Which strike of an attack a sudden action answers: 0 the attacker's, 1 the counter-strike, -1 neither. Once
    their strengths are known a miss is none, and of wounds one that is about to deal some.
    """
    frame = s.frame[at]
    for i in range(2):
        known = trait.window in OF_STRIKES
        if (i == 1 and not known) or (known and frame.strength[i] == 0):
            continue
        if trait.window == Window.WOUNDS and coming(s, t, frame, i) == 0:
            continue
        striker, struck = fighter(frame, i), fighter(frame, 1 - i)
        if fits(trait.kinds, bits_of(frame, i)) and is_about(s, t, trait, card, at, striker, struck):
            return i
    return -1


@kernel
def is_about(s, t, trait, card, at, subject, event):
    """Whether the card that acts, and the one it acts upon, are as a sudden action wants them."""
    if trait.filter >= 0 and not matches(s, t, int(trait.filter), card, subject, at):
        return False
    return trait.condition == 0 or holds(s, t, trait, card, at, event)


@kernel
def can_pay(s, t, trait, card):
    """Whether a card has the tokens that an action costs; with Meditation others of its element may pay.
    Rules 17 and 24.
    """
    if trait.tokens == 0 or trait.tokens == X_OR_NO_TOKENS:
        return True
    needed = max(1, int(trait.tokens))
    if trait.tokens == ALL_TOKENS:
        return s.card[card].tokens >= needed
    return tokens_to_spend(s, t, card) >= needed


@kernel
def tokens_to_spend(s, t, card):
    """The tokens with which a card may pay: its own, and with Meditation those of its element. Rule 24."""
    own = int(s.card[card].tokens) - tokens_promised(s, t, card, card)
    if not has(s, t, card, Stat.MEDITATION, NO_CARD):
        return own
    total, left = own, int(s.team[seat_of(s, card)]) & ~(1 << card)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if pays_for(s, t, other, card):
            total += int(s.card[other].tokens) - tokens_promised(s, t, other, card)
    return total


@kernel
def tokens_promised(s, t, card, payer):
    """How many tokens of a card are promised to declared actions of others than the one that is to pay. Rule 10."""
    found = 0
    for i in range(s.n_frames):
        frame = s.frame[i]
        if frame.kind == Frame.PROGRAM and frame.pays == 1 and frame.source != payer:
            found += tokens_taken(s, t, card, int(frame.source), tokens_of(t, frame))
    return min(found, int(s.card[card].tokens))


@kernel
def tokens_taken(s, t, card, payer, cost):
    """How many tokens of a card go into what another pays, whose own go first. Rules 17 and 24."""
    left = cost
    if card != payer:
        left -= int(s.card[payer].tokens)
        for other in range(card):
            if left > 0 and other != payer and pays_for(s, t, other, payer):
                left -= int(s.card[other].tokens)
        if left > 0 and not pays_for(s, t, card, payer):
            left = 0
    return max(0, min(left, int(s.card[card].tokens)))


@kernel
def pays_for(s, t, other, card):
    """Whether the tokens of a card pay for one that meditates: its own do, and those of its element in its squad.
    Rule 24.
    """
    if other == card:
        return True
    if not in_play(s, other) or seat_of(s, other) != seat_of(s, card):
        return False
    return element_of(s, t, other) == element_of(s, t, card) != Element.NEUTRAL


@kernel
def list_allies(s, t, actions, n, card, place):
    """Offers an action that an adjacent creature pays for by closing."""
    left = int(s.team[seat_of(s, card)])
    while left != 0:
        ally = lowest(left)
        left &= left - 1
        if adjacent(s, ally, card):
            if s.card[ally].closed == 0 and s.card[ally].promised == 0 and is_type(s, t, ally, Type.CREATURE):
                n = offer(s, actions, n, Kind.USE, card, place, ally)
    return n


@kernel
def use(s, t, card, place, target):
    """A card uses an action: its program comes on the stack, and is paid for at its end. Rule 10."""
    code = trait_of(s, t, card, place)
    trait = t.trait[code]
    event, subject, left, cell, blow = NO_CARD, NO_CARD, -1, -1, 0
    if trait.head == Head.SUDDEN and s.n_frames > 0:
        below = s.frame[s.n_frames - 1]
        event, subject, left, cell = int(below.event), int(below.subject), int(below.left), int(below.cell)
        if trait.window in OF_STRIKES and answered_strike(s, t, trait, card, s.n_frames - 1) == 1:
            event, subject, blow = subject, event, 1
    reveal(s, t, card)
    frame = push(s, Frame.PROGRAM, seat_of(s, card), card)
    frame.first, frame.pc, frame.end, frame.trait, frame.pays = trait.first, trait.first, trait.end, code, 1
    frame.event, frame.subject, frame.left, frame.cell, frame.blow = event, subject, left, cell, blow
    if trait.by_ally == 1:
        frame.ally = target
        s.card[target].promised = 1
    else:
        frame.preset = target
        s.card[card].promised = 1
    if place == GAINED:
        frame.x = t.card[s.card[card].type].strike[0]
    else:
        note_use(s, trait, card, place)
    if trait.tokens == ALL_TOKENS:
        frame.x = s.card[card].tokens


@kernel
def payer(frame):
    """The card that closes for an action: the creature that pays for it, or the card itself."""
    return int(frame.source) if frame.ally < 0 else int(frame.ally)


@kernel
def tokens_of(t, frame):
    """The tokens that a declared action costs. Rule 17."""
    tokens = int(t.trait[frame.trait].tokens)
    return tokens if tokens > 0 else int(frame.x) if tokens < 0 else 0


@kernel
def can_pay_still(s, t, frame):
    """Whether the tokens that a declared action costs are there still, those of others that pay for it among them.
    Rules 24 and 26.
    """
    cost = tokens_of(t, frame)
    return cost == 0 or tokens_to_spend(s, t, int(frame.source)) >= cost


@kernel
def pay_use(s, t, frame):
    """The cost of an action: tokens are spent, the card closes, or the creature that pays for it. Rules 10 and 17."""
    trait, card = t.trait[frame.trait], int(frame.source)
    if frame.ally >= 0:
        s.card[frame.ally].promised = 0
        if in_play(s, int(frame.ally)):
            s.card[frame.ally].closed = 1
        return
    it = s.card[card]
    it.promised = 0
    if not in_play(s, card):
        return
    spend(s, t, card, tokens_of(t, frame))
    if t.row[trait.first].operation in ATTACKS:
        it.tokens = max(0, it.tokens - number(s, t, card, Stat.SPENDS_TOKENS, NO_CARD))
    it.acted = 1
    if not stays_open(s, t, trait, card):
        it.closed = 1


@kernel
def stays_open(s, t, trait, card):
    """Whether a card does not close after an action: after an attack if a trait says so, and after the first of two
    strikes, of whatever kind. Rules 1 and 10.
    """
    if t.row[trait.first].operation not in ATTACKS:
        return False
    if has(s, t, card, Stat.OPEN_AFTER_ATTACK, NO_CARD):
        return True
    if not is_strike(t, trait) or not has(s, t, card, Stat.STRIKES_TWO_CARDS, NO_CARD):
        return False
    s.card[card].strikes += 1
    s.unfinished = 1
    return strikes_again(s, t, card)


@kernel
def is_strike(t, trait):
    """Whether an action is a strike of whatever kind. Rule 1."""
    operation = int(t.row[trait.first].operation)
    return operation in ATTACKS and (STRIKES >> sort_of(operation)) & 1 == 1


@kernel
def strikes_again(s, t, card):
    """Whether a creature that has struck may strike on in this turn."""
    it = s.card[card]
    if has(s, t, card, Stat.STRIKES_TWICE, NO_CARD) or has(s, t, card, Stat.STRIKES_TWO_CARDS, NO_CARD):
        return it.strikes < 2
    if not has(s, t, card, Stat.STRIKES_ALL, NO_CARD):
        return False
    left = int(s.team[1 - seat_of(s, card)] & ~it.struck)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if counts_as_creature(s, t, other) and adjacent(s, card, other):
            return True
    return False


@kernel
def strikes_on_at(s, t, card, target):
    """Whether a strike at a card leaves a creature that strikes several cards the others: who strikes all enemy
    creatures beside it strikes no artifact or own card among them. Rules 10 and 11.
    """
    if has(s, t, card, Stat.STRIKES_TWICE, NO_CARD) or has(s, t, card, Stat.STRIKES_TWO_CARDS, NO_CARD):
        return True
    return counts_as_creature(s, t, target) and (s.team[seat_of(s, card)] >> target) & 1 == 0


@kernel
def list_second_strike(s, t, actions, n, card, aims):
    """Offers the actions that are strikes to a creature that has struck and may strike another card. Rule 1."""
    it = s.card[card]
    if it.strikes == 0 or it.promised == 1 or it.netted > 0 or not has(s, t, card, Stat.STRIKES_TWO_CARDS, NO_CARD):
        return n
    row = t.card[it.type]
    for place in range(row.n_traits):
        trait = t.trait[row.trait[place]]
        if trait.head == Head.ACTION and is_strike(t, trait) and strikes_again(s, t, card):
            n = list_use(s, t, actions, n, Use(card, place), Window.NONE, aims & ~int(it.struck))
    return n


@kernel
def spend(s, t, card, cost):
    """Takes tokens off a card, and off others if it meditates. Rules 17 and 24."""
    own = min(cost, int(s.card[card].tokens))
    s.card[card].tokens -= own
    left = cost - own
    for other in range(CARDS):
        if left > 0 and other != card and pays_for(s, t, other, card):
            taken = min(left, int(s.card[other].tokens) - tokens_promised(s, t, other, card))
            s.card[other].tokens -= taken
            left -= taken
