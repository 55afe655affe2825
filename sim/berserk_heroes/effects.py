"""What each operation of a program does."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.rows import ALLOWED, ANSWERED, PICKING, START, is_at_end, next_row, pass_over, refuse
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import in_play, side_of, untapped_gold
from .choices import amount_of, ask_mode, begin_picking, go_on_picking, is_summon, pass_over_summon
from .conditions import holds
from .deck_effects import run_deck, run_gold, run_moves
from .filters import at_least
from .harm_effects import run_body, run_harm
from .play import ANNOUNCING, end_announcing, is_target_choice
from .play_effects import repeat, run_entrance, run_program
from .programs import JOINING
from .selection import are_stuck, can_play_chosen
from .state import SEATS, SLOTS, Decision, Flag, Zone
from .state_effects import run_state, run_words
from .tables import GROUPS, PICKS, Group, Operation, Select
from .zones import does_summon_work, enter_play


@kernel
def resolve_program(s, t, frame):
    """One step of the program on top: its next row, a question of it, or its end. Rule 7.7."""
    if frame.flag == ANNOUNCING and (frame.pc >= frame.end or not is_target_choice(t, t.row[frame.pc])):
        end_announcing(s, t)
        return
    if frame.pc >= frame.end and frame.loops > 1:
        repeat(frame)
        return
    if is_at_end(s, frame):
        end_program(s, t, frame)
        return
    row = t.row[frame.pc]
    operation = int(row.operation)
    if frame.step == START:
        if not holds(s, t, frame, row):
            pass_over(frame)
            return
        if operation in PICKS and is_summon(t, frame, row) and not does_summon_work(s, t):
            pass_over_summon(t, frame)
            return
        if row.optional == 1 and operation not in PICKS:
            if is_possible(s, t, frame, row):
                ask(s, frame.you, Decision.MAY)
            else:
                refuse(frame, row)
            return
    if GROUPS[operation] < 0:
        go_on_asking(s, t, frame, row, operation)
    else:
        next_row(frame, row)
        run(s, t, frame, row, operation)


@kernel
def end_program(s, t, frame):
    """The program of a frame is over. A token that has not become part of another card comes into play.

    rule: keyword Module.
    """
    card = int(frame.source)
    s.programs -= 1
    if frame.how == JOINING and s.card[card].zone == Zone.RESOLVING:
        enter_play(s, t, card, side_of(s, card), False)
    if s.programs == 0 and s.shown != 0:
        hide_shown(s)


@kernel
def hide_shown(s):
    """No card is shown any more."""
    for seat in range(SEATS):
        if (s.shown >> seat) & 1 == 1:
            for card in range(seat * SLOTS, (seat + 1) * SLOTS):
                s.card[card].bits &= ~Flag.SHOWN
    s.shown = 0


@kernel
def go_on_asking(s, t, frame, row, operation):
    """One step of a row that asks for something."""
    done = False
    if operation in PICKS:
        if frame.step != PICKING:
            begin_picking(s, t, frame, row)
        done = go_on_picking(s, t, frame, row)
    elif operation in (Operation.CHOOSE_MODE, Operation.CHOOSE_NEW_MODE):
        if frame.step == ALLOWED:
            frame.step = START
        done = ask_mode(s, t, frame, row)
    elif operation not in (Operation.CHOOSE_NUMBER, Operation.NAME_CARD):
        s.error = ERROR_UNWRITTEN
    elif frame.step == ANSWERED:
        done = True
    elif operation == Operation.CHOOSE_NUMBER and amount_of(s, t, frame, row) <= 0:
        frame.x, frame.did, done = 0, 0, True
    else:
        ask(s, frame.you, Decision.NUMBER if operation == Operation.CHOOSE_NUMBER else Decision.NAME)
    if done:
        next_row(frame, row)


@kernel
def is_possible(s, t, frame, row):
    """Whether a row that the player may do would do anything; if not, nobody is asked."""
    operation, you = int(row.operation), int(frame.you)
    if operation in (Operation.PAY, Operation.TAP_GOLD):
        return untapped_gold(s, you) >= amount_of(s, t, frame, row)
    if operation == Operation.LOSE_GOLD:
        return s.gold[you] >= amount_of(s, t, frame, row)
    if operation == Operation.DRAW:
        return s.deck[you].n > 0
    if operation in (Operation.PLAY, Operation.PLAY_FREE, Operation.PLAY_FOR):
        return can_play_chosen(s, t, frame, row, amount_of(s, t, frame, row))
    if GROUPS[operation] in (Group.MOVES, Group.ENTRANCE) and are_stuck(s, t, frame, row):
        return False
    if row.select == Select.EACH:
        return at_least(s, t, int(row.filter), 1, you, int(frame.source), frame)
    if row.select in (Select.CHOSEN, Select.FIRST, Select.LAST):
        return frame.n > 0
    if row.select == Select.THIS and operation == Operation.DESTROY:
        return in_play(s, int(frame.source))
    return True


@kernel
def run(s, t, frame, row, operation):
    """Does what a row says; see `Operation`."""
    n = amount_of(s, t, frame, row)
    group = GROUPS[operation]
    if group == Group.PROGRAM:
        run_program(s, t, frame, row, operation, n)
    elif group == Group.HARM:
        run_harm(s, t, frame, row, operation, n)
    elif group == Group.BODY:
        run_body(s, t, frame, row, operation, n)
    elif group == Group.STATE:
        run_state(s, t, frame, row, operation, n)
    elif group == Group.WORDS:
        run_words(s, t, frame, row, operation, n)
    elif group == Group.MOVES:
        run_moves(s, t, frame, row, operation, n)
    elif group == Group.ENTRANCE:
        run_entrance(s, t, frame, row, operation, n)
    elif group == Group.DECK:
        run_deck(s, t, frame, row, operation, n)
    elif group == Group.GOLD:
        run_gold(s, t, frame, row, operation, n)
    else:
        s.error = ERROR_UNWRITTEN
