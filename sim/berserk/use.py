"""Actions of cards: who may use which, and what they cost. Rules 10, 17 and 23."""

from __future__ import annotations

from ..core.actions import offer
from ..core.kernel import kernel
from .choices import ATTACKS, CHOOSERS, is_aimed, is_open_to_choice
from .conditions import holds
from .filters import element_of, matches
from .frames import push
from .modifiers import number
from .state import CARDS, NO_CARD, Frame, Kind, Zone
from .stats import adjacent, fits, has_plain, in_play, is_type, seat_of
from .tables import ALL_TOKENS, ANY_STRENGTH, GAINED, X_OR_NO_TOKENS, Element, Head, Operation, Rule, Stat, Type, Window
from .triggers import may_fire, note_use
from .zones import reveal

EVERY_CARD = (1 << CARDS) - 1


@kernel
def trait_of(s, t, card, place):
    """The number of a trait of a card; GAINED is the action that it was given."""
    return int(t.rule[Rule.THROWS_STRIKE]) if place == GAINED else int(t.card[s.card[card].type].trait[place])


@kernel
def can_act(s, card):
    """Whether a card may act: open, not promised to something else, not netted, and not acted in its turn."""
    it = s.card[card]
    if it.zone != Zone.PLAY or it.closed == 1 or it.promised == 1 or it.netted > 0:
        return False
    return it.acted == 0 or it.controller != s.active


@kernel
def open_to_attack(s, t, seat):
    """The set of cards, as bits, that a seat may attack in reach: the enemy's, own ones where the table says so."""
    found = 0
    for card in range(CARDS):
        it = s.card[card]
        if it.zone == Zone.PLAY and (it.controller != seat or t.own_targets == 1):
            found |= 1 << card
    return found


@kernel
def list_uses(s, t, actions, n, card, asked, aims):
    """Offers the actions of a card that may be used in a window (Window.NONE: in the main phase); aims: what its seat
    may attack.
    """
    row = t.card[s.card[card].type]
    for place in range(row.n_traits):
        head = t.trait[row.trait[place]].head
        if head == Head.ACTION or head == Head.SUDDEN:
            n = list_use(s, t, actions, n, card, place, asked, aims)
    if asked == Window.NONE and s.card[card].lasting > 0 and has_plain(s, t, card, Stat.THROWS_STRIKE):
        n = list_use(s, t, actions, n, card, GAINED, asked, aims)
    return n


@kernel
def list_use(s, t, actions, n, card, place, asked, aims):
    """Offers one action of a card, once for each card with which it may begin."""
    code = trait_of(s, t, card, place)
    trait, at = t.trait[code], s.n_frames - 1
    if not is_usable(s, t, trait, card, place, asked, at):
        return n
    if trait.by_ally == 1:
        return list_allies(s, t, actions, n, card, place)
    row = t.row[trait.first]
    if row.operation not in CHOOSERS or row.optional == 1:
        return offer(s, actions, n, Kind.USE, card, place, NO_CARD)
    first = aims if is_aimed(t, row) else EVERY_CARD
    for target in range(CARDS):
        if (first >> target) & 1 == 1 and is_open_to_choice(s, t, row, card, target, at if asked > 0 else -1):
            n = offer(s, actions, n, Kind.USE, card, place, target)
    return n


@kernel
def is_usable(s, t, trait, card, place, asked, at):
    """Whether the window, the cost and the conditions of an action let it be used; at: the frame that is answered."""
    if trait.head == Head.SUDDEN:
        if trait.window != asked and not (asked == Window.NONE and trait.window == Window.ANY):
            return False
    elif asked != Window.NONE:
        return False
    if place != GAINED and not may_fire(s, t, card, place):
        return False
    if t.row[trait.first].operation == Operation.TOKEN and s.card[card].tokens >= t.row[trait.first].argument:
        return False
    if not can_pay(s, t, trait, card):
        return False
    if asked not in (Window.NONE, Window.ANY) and not suits(s, t, trait, card, at):
        return False
    other = int(s.frame[at].event) if asked > 0 and at >= 0 else NO_CARD
    return trait.condition == 0 or holds(s, t, trait, card, at if asked > 0 else -1, other)


@kernel
def suits(s, t, trait, card, at):
    """Whether the attack or the step that is answered is of the kind and of the card that a sudden action wants."""
    if at < 0:
        return False
    frame = s.frame[at]
    if frame.kind == Frame.ATTACK and not fits(trait.kinds, (1 << int(frame.manner)) | ANY_STRENGTH):
        return False
    return trait.filter < 0 or matches(s, t, int(trait.filter), card, int(frame.subject), at)


@kernel
def can_pay(s, t, trait, card):
    """Whether a card has the tokens that an action costs; with Meditation others of its element may pay."""
    if trait.tokens == 0 or trait.tokens == X_OR_NO_TOKENS:
        return True
    needed = max(1, int(trait.tokens))
    if s.card[card].tokens >= needed:
        return True
    return trait.tokens > 0 and has_plain(s, t, card, Stat.MEDITATION) and purse(s, t, card) >= needed


@kernel
def purse(s, t, card):
    """The tokens of all cards with which a card that meditates may pay."""
    total = 0
    for other in range(CARDS):
        if pays_for(s, t, other, card):
            total += int(s.card[other].tokens)
    return total


@kernel
def pays_for(s, t, other, card):
    """Whether the tokens of a card pay for one that meditates: its own do, and those of its element in its squad."""
    if other == card:
        return True
    if not in_play(s, other) or seat_of(s, other) != seat_of(s, card):
        return False
    return element_of(s, t, other) == element_of(s, t, card) != Element.NEUTRAL


@kernel
def list_allies(s, t, actions, n, card, place):
    """Offers an action that an adjacent creature pays for by closing."""
    for ally in range(CARDS):
        if in_play(s, ally) and seat_of(s, ally) == seat_of(s, card) and adjacent(s, ally, card):
            if s.card[ally].closed == 0 and s.card[ally].promised == 0 and is_type(s, t, ally, Type.CREATURE):
                n = offer(s, actions, n, Kind.USE, card, place, ally)
    return n


@kernel
def use(s, t, card, place, target):
    """A card uses an action: its program comes on the stack, and is paid for at its end. Rule 10."""
    code = trait_of(s, t, card, place)
    trait = t.trait[code]
    event, subject, left, cell = NO_CARD, NO_CARD, -1, -1
    if trait.head == Head.SUDDEN and s.n_frames > 0:
        below = s.frame[s.n_frames - 1]
        event, subject, left, cell = int(below.event), int(below.subject), int(below.left), int(below.cell)
    reveal(s, t, card)
    frame = push(s, Frame.PROGRAM, seat_of(s, card), card)
    frame.first, frame.pc, frame.end, frame.trait, frame.pays = trait.first, trait.first, trait.end, code, 1
    frame.event, frame.subject, frame.left, frame.cell = event, subject, left, cell
    if trait.by_ally == 1:
        frame.ally = target
        s.card[target].promised = 1
    else:
        frame.preset = target
        s.card[card].promised = 1
    if place == GAINED:
        frame.x = t.card[s.card[card].type].strike[0]
    else:
        note_use(s, t, card, place)
    if trait.tokens == ALL_TOKENS:
        frame.x = s.card[card].tokens


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
    cost = int(trait.tokens) if trait.tokens > 0 else int(frame.x) if trait.tokens < 0 else 0
    spend(s, t, card, cost)
    if t.row[trait.first].operation in ATTACKS:
        it.tokens = max(0, it.tokens - number(s, t, card, Stat.SPENDS_TOKENS, NO_CARD))
    it.closed, it.acted = 1, 1


@kernel
def spend(s, t, card, cost):
    """Takes tokens off a card, and off others if it meditates."""
    own = min(cost, int(s.card[card].tokens))
    s.card[card].tokens -= own
    left = cost - own
    for other in range(CARDS):
        if left > 0 and other != card and pays_for(s, t, other, card):
            taken = min(left, int(s.card[other].tokens))
            s.card[other].tokens -= taken
            left -= taken
