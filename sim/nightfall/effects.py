"""What each operation of the texts does, and what it asks for."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.rows import PICKING, START, is_at_end, next_row, pass_over
from ..cards.seats import clockwise
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop
from ..core.kernel import kernel
from .cards import ASKED, Operation
from .claim import claimed_to_hand, take
from .conditions import amount, holds, is_selected, passes, players_of
from .frames import push
from .minions import damage_minion, enter_play, heal_minion, leave_play
from .state import NOBODY, NOTHING, Decision, Departure, Frame
from .wounds import inflict
from .zones import draw


@kernel
def resolve_program(s, t, frame):
    """One step of the text on top of the stack: its next row, what that asks for, or its end. A condition is looked at
    when its row is reached (rules 5.9).
    """
    if is_at_end(s, frame):
        return
    row = t.row[frame.pc]
    if frame.step == START and not holds(s, t, row, frame.seat):
        pass_over(frame)
    elif ASKED[row.operation] < 0:
        next_row(frame, row)
        do_row(s, t, row, frame.seat, amount(s, t, row, frame.seat))
    else:
        if frame.step == START:
            begin_asking(s, t, frame, row)
        if frame.left == 0:
            next_row(frame, row)
        else:
            ask(s, frame.seat, ASKED[row.operation])


@kernel
def do_row(s, t, row, seat, n):
    """Does a row that asks for nothing."""
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
        s.error = ERROR_UNWRITTEN


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


# --- choices ----------------------------------------------------------------------------------------------------------


@kernel
def begin_asking(s, t, frame, row):
    """A row begins to ask: for one choice, for up to so many wounds, or in which order it happens to several players,
    of whom `left` has the bits. What was targeted is so no more (rules 9.1, 9.4).
    """
    frame.step, frame.n, frame.left = PICKING, amount(s, t, row, frame.seat), 1
    if row.operation == Operation.TARGET:
        s.controller, s.minion = NOBODY, NOTHING
    elif row.operation == Operation.TARGET_ORDER:
        s.order = NOTHING
    elif row.operation == Operation.EXILE_WOUNDS:
        frame.left = frame.n
    elif row.operation in (Operation.INFLICT, Operation.DISCARD):
        frame.left = players_of(s, frame.seat, row.argument)


@kernel
def target_minion(s, seat, place):
    """A minion is chosen as target (rules 9.1)."""
    s.controller, s.minion = seat, place


@kernel
def happen(s, t, frame, seat):
    """What a text says of several players happens to one of them (rules 9.4)."""
    frame.left &= ~(1 << seat)
    if t.row[frame.pc].operation == Operation.INFLICT:
        inflict(s, frame.seat, seat, frame.n)
    else:
        push(s, Frame.DISCARD, frame.seat, frame.card, seat, frame.n)


@kernel
def may_be_next(s, t, frame, seat):
    """Whether what a text says of several players may happen to one of them now: nothing is asked of players without a
    card in hand (rules 9.4).
    """
    holds_none = t.row[frame.pc].operation == Operation.DISCARD and s.hand[seat].n == 0
    return (frame.left >> seat) & 1 == 1 and not holds_none


@kernel
def choose_discard(s, frame):
    """A player discards cards of his choice, wounds too; nothing with an empty hand (rules 1.8, 5.9)."""
    if frame.left <= 0 or s.hand[frame.victim].n == 0:
        pop(s)
    else:
        ask(s, frame.victim, Decision.DISCARD)


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
def take_free(s, seat, place):
    """A player claims a card of an archive without paying (rules 3.4)."""
    s.claimed_card = s.archive[place].card
    take(s, seat, place)
