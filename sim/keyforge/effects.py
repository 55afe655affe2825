"""The interpreter of programs: a PROGRAM frame does one row a step, asking the active player where the row does.

Fields of the frame: you, source ("this"), event and other, who controlled it; pc the next row, end the row after the
program; step how far the row has got and flag, see choices.py; did, x, n and chosen as the rows say; yours and theirs
what they count.
"""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..cards.rows import ANSWERED, PICKING, START, is_at_end, next_row, pass_over, refuse
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .amber import grown
from .battleline import in_play
from .card_effects import (
    descend,
    fight_another,
    fight_in_order,
    mark_selection,
    send_in_order,
    splash,
    trade_places,
    work_on_marked,
    work_on_selection,
)
from .choices import (
    AFTER,
    NOBODY,
    ask,
    begin_picking,
    go_on_picking,
    is_possible,
    make_list,
)
from .conditions import holds, multiplier
from .damage import destroy, destroy_by_row
from .fight import cancel_fight, redirect_fight
from .frames import clear_tally
from .modifiers import named_for
from .player_effects import (
    change_hands,
    change_pools,
    discard_top,
    forge,
    mill_until,
    place_in_next,
    reorder_deck,
    set_lasting,
    turn_top,
    unforge,
)
from .state import CARDS, NO_CARD, SEATS, Decision, Zone
from .tables import ASKS, PICKS, SUBJECTS, Operation, Select, Subject
from .zones import move, take_control

SELECTION_PICKED = (
    Operation.CAPTURE_EACH,
    Operation.CAPTURE_SOME,
    Operation.CAPTURE_OWN_SOME,
    Operation.ALLOCATE,
)
"""Operations that work on the cards that the player has picked one by one."""
OF_CARDS = (Subject.AMBER_ON_CARDS, Subject.BODY, Subject.STATE, Subject.PLACE, Subject.ENTRANCE, Subject.LOAN)
"""What operations on cards are about."""


@kernel
def resolve_program(s, t, frame):
    """One step of the PROGRAM frame on top: its next row, or as much of it as goes without an answer. Rule 19."""
    if is_at_end(s, frame):
        return
    row = t.row[frame.pc]
    if frame.step == START and not begins(s, t, frame, row):
        return
    operation = int(row.operation)
    if operation in PICKS:
        if pick_cards(s, t, frame, row):
            next_row(frame, row)
    elif operation in ASKS:
        if frame.step == ANSWERED:
            take_answer(frame, row)
        else:
            ask(s, t, frame, row)
    else:
        next_row(frame, row)
        do_row(s, t, frame, row, int(row.amount) * multiplier(s, t, frame, row))


@kernel
def begins(s, t, frame, row):
    """Whether a row begins now: its condition holds, and the player does not have to be asked whether to do it.

    Rule 19.
    """
    if not holds(s, t, frame, row):
        pass_over(frame)
        return False
    if row.optional == 0 or row.operation in (Operation.CHOOSE, Operation.CHOOSE_ALSO):
        return True
    if is_possible(s, t, frame, row):
        s.decision = Decision.MAY
    else:
        refuse(frame, row)
    return False


# --- rows that ask --------------------------------------------------------------------------------------------------


@kernel
def pick_cards(s, t, frame, row):
    """One step of a row with picks; returns whether the row is done. Rule 19."""
    operation = int(row.operation)
    if frame.step == AFTER:
        return end_killing(s, t, frame)
    if frame.step != PICKING:
        start_picking(s, t, frame, row)
    if not go_on_picking(s, t, frame, row):
        return False
    if operation in (Operation.CHOOSE, Operation.CHOOSE_ALSO):
        make_list(s, frame, row)
    elif operation == Operation.TO_DECK_TOP:
        send_in_order(s, t, frame)
    elif operation == Operation.KILLING_MACHINE:
        destroy_picked(s, t, frame)
        frame.step = AFTER
        return False
    elif operation in SELECTION_PICKED:
        work_on_marked(s, t, frame, row, int(row.argument) if operation == Operation.ALLOCATE else int(row.amount))
    else:
        s.error = ERROR_UNWRITTEN
    return True


@kernel
def start_picking(s, t, frame, row):
    """Finds out how many cards are to be picked for a row, and from which."""
    operation = int(row.operation)
    if operation == Operation.TO_DECK_TOP:
        mark_selection(s, t, frame, row)
        n = 0
        for card in range(CARDS):
            n += s.card[card].picked
            s.card[card].picked = -s.card[card].picked
        frame.step, frame.did, frame.flag = PICKING, 0, n
        return
    n = int(row.amount) * multiplier(s, t, frame, row)
    if operation == Operation.KILLING_MACHINE:
        n = SEATS
        frame.x = discarded_house(s, int(frame.you)) | discarded_house(s, 1 - int(frame.you)) << 4
    begin_picking(s, t, frame, row, CARDS if operation == Operation.CAPTURE_EACH else n)


@kernel
def take_answer(frame, row):
    """The house, number or player is in x; of two modes the chosen one is next, or the JUMP past both."""
    operation = int(row.operation)
    first_half = int(row.amount)
    next_row(frame, row)
    if operation == Operation.CHOOSE_AMOUNT:
        frame.did = frame.x
    elif operation == Operation.MODES:
        if frame.x == 2:
            frame.pc += first_half
        elif frame.x < 0:
            frame.pc += first_half - 1


@kernel
def discarded_house(s, seat):
    """Discards the top card of a seat's deck; returns its house, or NOBODY. Rule 17."""
    card = discard_top(s, seat)
    return NOBODY if card == NO_CARD else int(s.card[card].house)


@kernel
def destroy_picked(s, t, frame):
    """The picked cards are destroyed at once. Rule 11.1."""
    clear_tally(frame)
    for card in range(CARDS):
        if s.card[card].picked != 0:
            destroy_by_row(s, t, card)


@kernel
def end_killing(s, t, frame):
    """A Crazy Killing Machine that did not destroy two cards is destroyed itself; the row is done."""
    if frame.yours + frame.theirs < SEATS and in_play(s, int(frame.source)):
        destroy(s, t, int(frame.source))
    return True


# --- all other rows -------------------------------------------------------------------------------------------------


@kernel
def do_row(s, t, frame, row, n):
    """Does a row that asks nothing; the frame already stands at the row after it."""
    operation = int(row.operation)
    subject = SUBJECTS[operation]
    if subject == Subject.PROGRAM:
        steer(s, frame, row, operation, n)
    elif subject == Subject.POOLS:
        frame.did = change_pools(s, t, frame, row, n)
    elif operation == Operation.DAMAGE_SPLASH:
        frame.did = splash(s, t, frame, n, int(row.argument))
    elif operation == Operation.DAMAGE_DESCENDING:
        frame.did = descend(s, t, frame, n)
    elif subject == Subject.HANDS:
        frame.did = change_hands(s, t, frame, operation, n)
    elif subject == Subject.DECK_TOP:
        turn_top(s, frame, operation)
    elif subject == Subject.DECK:
        reorder_deck(s, int(frame.you), operation)
    elif subject == Subject.RULES:
        change_rules(s, frame, row, operation, n)
    elif subject in OF_CARDS:
        do_card_row(s, t, frame, row, operation, n)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def do_card_row(s, t, frame, row, operation, n):
    """The rows about cards: most work on a selection, some on the cards that the frame names."""
    this = int(frame.source)
    if operation == Operation.FIGHT and row.select == Select.CHOSEN:
        fight_in_order(s, frame)
    elif operation == Operation.MILL_UNTIL:
        mill_until(s, t, frame, row)
    elif operation == Operation.SWAP:
        frame.did = trade_places(s, frame)
    elif operation == Operation.OPPONENT_CONTROLS_THIS:
        if in_play(s, this):
            take_control(s, t, this, 1 - int(frame.you))
    elif operation == Operation.PURGE_THIS_ACTION:
        if s.card[this].zone == Zone.RESOLVING:
            move(s, this, Zone.PURGED)
    elif operation == Operation.READY_AND_FIGHT_ANOTHER:
        fight_another(s, frame)
    elif operation == Operation.FIGHT_DAMAGE_TO:
        if last_chosen(frame) >= 0:
            redirect_fight(s, last_chosen(frame))
    else:
        work_on_selection(s, t, frame, row, n)


@kernel
def steer(s, frame, row, operation, n):
    """The rows that lead to other rows, or note something for them. Rule 19."""
    this = int(frame.source)
    if operation == Operation.JUMP:
        frame.pc += n
    elif operation == Operation.NOTE_DID:
        frame.x = frame.did
    elif operation == Operation.NAME_HOUSE:
        if in_play(s, this):
            s.card[this].named = named_for(frame.x, 1 - frame.you)
            s.disputed = 1  # a card of the user's own may name a house and control a creature too
    elif operation == Operation.REPEAT:
        frame.pc -= 1 + row.skip + row.argument
    elif operation != Operation.COPY_ACTION:
        s.error = ERROR_UNWRITTEN


@kernel
def change_rules(s, frame, row, operation, n):
    """Keys, chains, the fight under way, and what holds this turn or the next. Rules 17 and 20."""
    you = int(frame.you)
    if operation == Operation.CANCEL_FIGHT:
        cancel_fight(s)
        s.card[frame.event].ready = 0
    elif operation in (Operation.FORGE, Operation.FORGE_FREE, Operation.FORGE_LESS_HAND):
        forge(s, frame, row)
    elif operation == Operation.UNFORGE:
        frame.did = unforge(s, 1 - you)
    elif operation == Operation.CHAINS:
        s.chains[you] = grown(s.chains[you], n)
    elif operation == Operation.REST_OF_TURN:
        set_lasting(s.now, int(row.argument), int(row.argument), n, frame)
        s.unsettled = 1
    elif operation == Operation.NEXT_TURN:
        set_lasting(s.next, place_in_next(int(row.argument)), int(row.argument), n, frame)
    elif operation == Operation.STOP:
        frame.pc = frame.end
    else:
        s.error = ERROR_UNWRITTEN
