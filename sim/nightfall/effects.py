"""What each operation of the texts does, and what it asks for."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop, top
from ..core.kernel import kernel
from .cards import Operation
from .claim import claimed_to_hand, is_source, take
from .conditions import amount, holds, is_selected, passes, passes_minion, passes_order, players_of
from .frames import ask, push
from .minions import damage_minion, enter_play, heal_minion, leave_play
from .seats import clockwise
from .state import NOBODY, NOTHING, Decision, Departure, Frame, Zone
from .wounds import inflict
from .zones import draw


@kernel
def affect_minion(s, t, operation, seat, place, n):
    """An operation works on one minion."""
    if operation == Operation.DAMAGE:
        damage_minion(s, t, seat, place, n)
    elif operation == Operation.HEAL:
        heal_minion(s, t, seat, place, n)
    elif operation == Operation.DESTROY:
        leave_play(s, t, seat, place, Departure.DESTROYED)
    elif operation == Operation.DISCARD_FROM_PLAY:
        leave_play(s, t, seat, place, Departure.DISCARDED)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def affect_minions(s, t, row, seat, n):
    """An operation works on the minions that it selects, one after another (rules 9.3)."""
    for k in range(s.players):
        owner = clockwise(s, seat, k)
        for place in range(s.play[owner].n - 1, -1, -1):
            if is_selected(s, t, row, seat, owner, place):
                affect_minion(s, t, row.operation, owner, place, n)


@kernel
def negate(s, whole):
    """The order targeted loses its text; whole: as a minion it is discarded too (rules 5.10)."""
    if s.order != NOTHING:
        s.chain[s.order].negated = 2 if whole else max(s.chain[s.order].negated, 1)


@kernel
def do_at_once(s, t, row, seat, n):
    """Does an operation that needs no choice. False if it is one that may need one."""
    operation = row.operation
    if operation == Operation.DRAW:
        draw(s, t, seat, n)
    elif operation == Operation.INFLUENCE:
        s.influence += n if seat == s.active else 0
    elif operation in (Operation.DAMAGE, Operation.HEAL, Operation.DESTROY, Operation.DISCARD_FROM_PLAY):
        affect_minions(s, t, row, seat, n)
    elif operation == Operation.NEGATE:
        negate(s, False)
    elif operation == Operation.DISCARD_NEGATED:
        negate(s, True)
    elif operation == Operation.CLAIMED_TO_HAND:
        claimed_to_hand(s, seat)
    else:
        return False
    return True


@kernel
def push_choice(s, row, seat, card, n):
    """Makes an operation that may need a choice pending."""
    operation = row.operation
    if operation == Operation.TARGET:
        push(s, Frame.TARGET_MINION, seat, card, row.filter, 0, 0)
    elif operation == Operation.TARGET_PLAYER:
        push(s, Frame.TARGET_PLAYER, seat, card, row.amount, 0, 0)
    elif operation == Operation.TARGET_ORDER:
        push(s, Frame.TARGET_ORDER, seat, card, row.filter, 0, 0)
    elif operation in (Operation.INFLICT, Operation.DISCARD):
        push(s, Frame.EACH, seat, card, players_of(s, seat, row.argument), n, operation)
    elif operation == Operation.REANIMATE:
        push(s, Frame.REANIMATE, seat, card, row.filter, 0, 0)
    elif operation == Operation.CLAIM:
        push(s, Frame.TAKE, seat, card, row.amount, row.argument, row.optional)
    elif operation == Operation.EXILE_WOUNDS:
        push(s, Frame.EXILE, seat, card, n, row.argument, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def run_effects(s, t):
    """Works off the text on top of the stack, until its end or until something else must come first. A condition is
    looked at when its row is reached (rules 5.9).
    """
    frame = top(s)
    pop(s)
    seat, card, at, end = frame.seat, frame.card, frame.a, frame.b
    while at < end:
        row = t.row[at]
        at += 1
        if holds(s, t, row, seat):
            at += row.skip
            n = amount(s, t, row, seat)
            if not do_at_once(s, t, row, seat, n):
                if at < end:
                    push(s, Frame.EFFECTS, seat, card, at, end, 0)
                push_choice(s, row, seat, card, n)
                return


# --- choices ----------------------------------------------------------------------------------------------------------


@kernel
def target_minion(s, seat, place):
    """A minion is chosen as target (rules 9.1)."""
    s.controller, s.minion = seat, place


@kernel
def choose_minion(s, t, frame):
    """A target among the minions; without one the text goes on (rules 5.9)."""
    s.controller, s.minion, found = NOBODY, NOTHING, False
    for owner in range(s.players):
        for place in range(s.play[owner].n):
            found |= passes_minion(s, t, frame.a, frame.seat, owner, place)
    if found:
        ask(s, frame.seat, Decision.TARGET_MINION)
    else:
        pop(s)


@kernel
def choose_order(s, t, frame):
    """A target among the orders of the chain that have not resolved yet (rules 5.9, 9.1)."""
    s.order, found = NOTHING, False
    for place in range(s.n_chain - 1):
        found |= passes_order(s, t, frame.a, frame.seat, place)
    if found:
        ask(s, frame.seat, Decision.TARGET_ORDER)
    else:
        pop(s)


@kernel
def happen(s, frame, seat):
    """What a text says of several players happens to one of them (rules 9.4)."""
    frame.a &= ~(1 << seat)
    if frame.c == Operation.INFLICT:
        inflict(s, frame.seat, seat, frame.b)
    else:
        push(s, Frame.DISCARD, frame.seat, frame.card, seat, frame.b, 0)


@kernel
def next_of_several(s, frame):
    """Something happens to several players, one after another: the player of the order chooses who is next
    (rules 9.4). Nothing is asked of players without a card in hand.
    """
    for seat in range(s.players):
        if frame.c == Operation.DISCARD and s.hand[seat].n == 0:
            frame.a &= ~(1 << seat)
    if frame.a == 0:
        pop(s)
    else:
        ask(s, frame.seat, Decision.NEXT)


@kernel
def choose_discard(s, frame):
    """A player discards cards of his choice, wounds too; nothing with an empty hand (rules 1.8, 5.9)."""
    if frame.b <= 0 or s.hand[frame.a].n == 0:
        pop(s)
    else:
        ask(s, frame.a, Decision.DISCARD)


@kernel
def choose_wound(s, t, frame):
    """A player may exile a wound of his from hand or discard pile, as often as the text says (rules 1.7, 5.9)."""
    seat, found = frame.seat, False
    for i in range(t.wound.size):
        found |= frame.b & Zone.DISCARD != 0 and s.discard[seat, t.wound[i]] > 0
    for i in range(s.hand[seat].n):
        found |= frame.b & Zone.HAND != 0 and t.card[s.hand[seat].card[i]].wound != NOTHING
    if found and frame.a > 0:
        ask(s, seat, Decision.EXILE)
    else:
        pop(s)


@kernel
def can_reanimate(s, t, number, seat, card):
    """Whether a player can put a card from his discard pile into play as a text says (rules 11.2)."""
    return s.discard[seat, card] > 0 and t.card[card].is_minion == 1 and passes(t, number, card)


@kernel
def reanimate(s, t, seat, card):
    """A minion enters play from the discard pile of its owner, without its text (rules 11.2)."""
    s.discard[seat, card] -= 1
    enter_play(s, t, seat, card)


@kernel
def choose_reanimated(s, t, frame):
    """A minion of the discard pile enters play, if there is one (rules 11.2)."""
    found = False
    for card in range(t.n_cards):
        found |= can_reanimate(s, t, frame.a, frame.seat, card)
    if found:
        ask(s, frame.seat, Decision.REANIMATE)
    else:
        pop(s)


@kernel
def take_free(s, seat, place):
    """A player claims a card of an archive without paying (rules 3.4)."""
    s.claimed_card = s.archive[place].card
    take(s, seat, place)


@kernel
def choose_taken(s, t, frame):
    """A card of an archive is claimed without paying, if there is one that the text lets one claim (rules 6.7)."""
    found = False
    for i in range(s.n_archives):
        found |= is_source(s, t, frame.seat, s.archive[i], frame.a, frame.b)
    if found:
        ask(s, frame.seat, Decision.TAKE)
    else:
        pop(s)
