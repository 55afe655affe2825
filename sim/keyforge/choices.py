"""What a program asks the active player: cards, a house, a number, a mode, a player, yes or no.

Cards are picked one by one; `card.picked` holds what has been picked so far (the order of the pick, or how often), the
frame's `flag` how many picks are left and its `did` how many were made. What has one answer is not asked.
"""

from __future__ import annotations

from ..cards.chosen import is_chosen, last_chosen
from ..cards.rows import ALLOWED, ANSWERED, PICKING, refuse
from ..core.actions import offer
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .battleline import in_play, owner
from .filters import count_matching, matches, zones_of
from .forge import stored
from .modifiers import houses_of, key_cost, power
from .state import CARDS, CHOSEN_MAX, HOUSES, NO_HOUSE, SEATS, Decision, Kind, Status, Type, Zone
from .tables import Operation, Place, Select

BOARD_TYPES = 1 << Type.CREATURE | 1 << Type.ARTIFACT


AFTER = ANSWERED + 1
"""The step of a row whose destructions are over."""
NOBODY = 15
"""No house, in the four bits of a Crazy Killing Machine's x."""


# --- whether to do a row at all -------------------------------------------------------------------------------------


@kernel
def is_possible(s, t, frame, row):
    """Whether a row that the player may do would do anything; if not, nobody is asked."""
    you, operation = int(frame.you), int(row.operation)
    if operation in (Operation.FORGE, Operation.FORGE_LESS_HAND):
        return s.amber[you] + stored(s, t, you, 0) >= max(0, key_cost(s, t, you) + forge_extra(s, row, you))
    if row.select == Select.EACH:
        return count_matching(s, t, int(row.filter), you, int(frame.source), frame) > 0
    return row.select != Select.THIS or in_play(s, int(frame.source))


@kernel
def forge_extra(s, row, you):
    """What a row that forges adds to the cost of the key. Rule 4."""
    return int(row.amount) - (int(s.hand[you].n) if row.operation == Operation.FORGE_LESS_HAND else 0)


# --- picking cards --------------------------------------------------------------------------------------------------


@kernel
def clear_picks(s):
    """Nothing is picked."""
    for card in range(CARDS):
        s.card[card].picked = 0


@kernel
def picks_of_side(s, seat):
    """How many picks have been made among the creatures of a seat."""
    n = 0
    for i in range(s.line[seat].n):
        n += s.card[s.line[seat].card[i]].picked
    return n


@kernel
def is_repeated(operation):
    """Whether the same card may be picked again and again."""
    return operation in (Operation.ALLOCATE, Operation.CAPTURE_OWN_SOME)


@kernel
def zones_open(t, row):
    """Bits of the zones in which all cards lie that may be picked for a row."""
    return -1 if row.operation in (Operation.TO_DECK_TOP, Operation.KILLING_MACHINE) else zones_of(t, int(row.filter))


@kernel
def is_open(s, t, frame, row, card):
    """Whether a card may be picked next for the row under way. Rules 11 and 14."""
    record, operation = s.card[card], int(row.operation)
    if operation == Operation.TO_DECK_TOP:
        return record.picked < 0 and owner(card) == seat_in_order(s, int(frame.you))
    if record.status in (Status.TAGGED, Status.DYING):
        return False
    if record.picked != 0 and not is_repeated(operation):
        return False
    if operation == Operation.KILLING_MACHINE:
        return is_victim(s, t, frame, card)
    if operation == Operation.CHOOSE_ALSO and is_chosen(frame, card):
        return False
    if not matches(s, t, int(row.filter), card, int(frame.you), int(frame.source), frame):
        return False
    if operation == Operation.CAPTURE_OWN_SOME:
        return s.amber[record.controller] > picks_of_side(s, int(record.controller))
    if operation in (Operation.CAPTURE_EACH, Operation.CAPTURE_SOME):
        victim = 1 - int(record.controller)
        return s.amber[victim] > int(row.amount) * picks_of_side(s, int(record.controller))
    return True


@kernel
def seat_in_order(s, you):
    """Whose cards are put on the deck next: yours as long as there are any."""
    for card in range(CARDS):
        if s.card[card].picked < 0 and owner(card) == you:
            return you
    return 1 - you


@kernel
def is_victim(s, t, frame, card):
    """Whether a Crazy Killing Machine may destroy a card for the discarded card that is looked at now."""
    if not in_play(s, card) or (BOARD_TYPES >> t.card[s.card[card].type].type) & 1 == 0:
        return False
    house = frame.x & 15 if frame.flag == SEATS else frame.x >> 4
    return house != NOBODY and (houses_of(s, t, card) >> house) & 1 == 1


@kernel
def is_twin(s, card, other_card, searched):
    """Whether two cards that are not in play cannot be told apart: then one of them stands for both.

    searched: the deck and the discard pile are looked through, and it does not matter from which a card comes.
    """
    a, b = s.card[card], s.card[other_card]
    if a.type != b.type or a.house != b.house or owner(card) != owner(other_card):
        return False
    return a.zone == b.zone or searched


@kernel
def first_twin(s, t, frame, row, card):
    """The first open card from which this one cannot be told apart: itself if it is in play or there is none."""
    if not in_play(s, card):
        searched = t.filter[row.filter].place == Place.DECK_AND_DISCARD
        for earlier in range(card):
            if is_twin(s, earlier, card, searched) and is_open(s, t, frame, row, earlier):
                return earlier
    return card


@kernel
def survey(s, t, frame, row, enough):
    """(how many cards are open, how many of them differ, the first one or -1) for the row under way. Two that differ
    among more than `enough` are not counted on from.
    """
    n_open, n_different, first, zones = 0, 0, -1, zones_open(t, row)
    for card in range(CARDS):
        if (zones >> int(s.card[card].zone)) & 1 == 1 and is_open(s, t, frame, row, card):
            n_open += 1
            if n_open == 1:
                first = card
            if n_different < 2 and first_twin(s, t, frame, row, card) == card:
                n_different += 1
            if n_different == 2 and n_open > enough:
                break
    return n_open, n_different, first


@kernel
def pick(s, frame, row, card):
    """A card is picked."""
    frame.did += 1
    frame.flag -= 1
    s.card[card].picked = (
        frame.did
        if row.operation in (Operation.CHOOSE, Operation.CHOOSE_ALSO, Operation.TO_DECK_TOP)
        else s.card[card].picked + 1
    )


@kernel
def limit_by_pools(s, t, frame, row, n):
    """How many of n captures the pools allow: each of 1, or of the row's amount each for CAPTURE_EACH. Rule 14."""
    operation, allowed = int(row.operation), 0
    for seat in range(SEATS):
        group = 0
        for i in range(s.line[seat].n):
            group += is_open(s, t, frame, row, int(s.line[seat].card[i]))
        if group > 0:
            pool = int(s.amber[seat if operation == Operation.CAPTURE_OWN_SOME else 1 - seat])
            size = max(1, int(row.amount)) if operation == Operation.CAPTURE_EACH else 1
            most = (pool + size - 1) // size
            allowed += most if operation == Operation.CAPTURE_OWN_SOME else min(group, most)
    return min(n, allowed)


@kernel
def begin_picking(s, t, frame, row, n):
    """Up to n cards are to be picked for a row."""
    clear_picks(s)
    frame.step, frame.did, frame.flag = PICKING, 0, min(n, CARDS)
    operation = int(row.operation)
    if operation in (Operation.CAPTURE_EACH, Operation.CAPTURE_SOME, Operation.CAPTURE_OWN_SOME):
        frame.flag = limit_by_pools(s, t, frame, row, int(frame.flag))
        if operation == Operation.CAPTURE_EACH:
            pick_certain(s, t, frame, row)


@kernel
def pick_certain(s, t, frame, row):
    """Creatures of a side for which the pool of its opponent is large enough need not be picked by the player.

    Rule 14.
    """
    for seat in range(SEATS):
        group = 0
        for i in range(s.line[seat].n):
            group += is_open(s, t, frame, row, int(s.line[seat].card[i]))
        if s.amber[1 - seat] >= group * row.amount:
            for i in range(s.line[seat].n):
                if is_open(s, t, frame, row, int(s.line[seat].card[i])):
                    pick(s, frame, row, int(s.line[seat].card[i]))


@kernel
def may_stop(row):
    """Whether the player may stop before all picks are made. Rule 19."""
    return row.optional != 0 and row.operation in (Operation.CHOOSE, Operation.CHOOSE_ALSO)


@kernel
def go_on_picking(s, t, frame, row):
    """Makes the picks that have one answer; asks for the next one, or returns True if all are made. Rule 19."""
    operation = int(row.operation)
    one_by_one = is_repeated(operation) or operation in (Operation.TO_DECK_TOP, Operation.KILLING_MACHINE)
    while frame.flag > 0:
        n_open, n_different, first = survey(s, t, frame, row, 0 if one_by_one else int(frame.flag))
        if n_open == 0:
            frame.flag = frame.flag - 1 if operation == Operation.KILLING_MACHINE else 0
        elif may_stop(row):
            s.decision = Decision.CHOOSE
            return False
        elif s.ask_all == 0 and (n_different == 1 or (n_open <= frame.flag and not one_by_one)):
            pick(s, frame, row, first)
        else:
            s.decision = Decision.CHOOSE
            return False
    return True


@kernel
def make_list(s, frame, row):
    """The frame's list becomes what was picked, or grows by it."""
    before = int(frame.n) if row.operation == Operation.CHOOSE_ALSO else 0
    for card in range(CARDS):
        at = before + s.card[card].picked - 1
        if s.card[card].picked > 0 and at < CHOSEN_MAX:
            frame.chosen[at] = card
    frame.n = before + frame.did


# --- other questions ------------------------------------------------------------------------------------------------


@kernel
def houses_of_deck(s, seat):
    """Bits of the houses of a seat's deck; if they are not known, of those of the cards that it owns. Rule 1."""
    houses = int(s.houses[seat])
    if houses == 0:
        for card in range(CARDS):
            if owner(card) == seat and s.card[card].zone != Zone.NONE:
                houses |= 1 << int(s.card[card].house)
    return houses


@kernel
def last_number(s, t, frame, row):
    """The highest number that may be named for a row: all from 0 on may."""
    highest = 0
    if row.operation == Operation.CHOOSE_AMOUNT:
        last = last_chosen(frame)
        return min(int(row.amount), int(s.card[last].damage)) if in_play(s, last) else highest
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            highest = max(highest, power(s, t, int(s.line[seat].card[i])))
    return highest


@kernel
def offered(s, t, frame, row):
    """(bits of the answers, kind of the question) to a row that asks for a house, a mode or a player."""
    operation = int(row.operation)
    if operation == Operation.CHOOSE_PLAYER:
        return (s.discard[0].n > 0) + 2 * (s.discard[1].n > 0), Decision.PLAYER
    if operation == Operation.MODES:
        return modes_offered(s, t, frame, row), Decision.MODE
    if operation == Operation.CHOOSE_HOUSE:
        return (1 << HOUSES) - 1, Decision.HOUSE_NAME
    if operation == Operation.CHOOSE_HOUSE_OF_OPPONENT:
        return houses_of_deck(s, 1 - int(frame.you)), Decision.HOUSE_NAME
    s.error = ERROR_UNWRITTEN
    return 0, Decision.NONE


@kernel
def modes_offered(s, t, frame, row):
    """Bits 1 and 2 of the two modes; none if both begin with a choice for which there is no card."""
    for first in (int(frame.pc) + 1, int(frame.pc) + 1 + int(row.amount)):
        begins = t.row[first]
        index, you, this = int(begins.filter), int(frame.you), int(frame.source)
        if begins.operation != Operation.CHOOSE or count_matching(s, t, index, you, this, frame) > 0:
            return 6
    return 0


@kernel
def ask(s, t, frame, row):
    """Asks for the house, number, mode or player of a row, unless there is only one answer or none (x = -1)."""
    if row.operation in (Operation.CHOOSE_NUMBER, Operation.CHOOSE_AMOUNT):
        if last_number(s, t, frame, row) > 0 or s.ask_all == 1:
            s.decision = Decision.NUMBER
        else:
            frame.x, frame.step = 0, ANSWERED
        return
    bits, question = offered(s, t, frame, row)
    if bits & (bits - 1) or (bits != 0 and s.ask_all == 1):
        s.decision = question
        return
    frame.x, frame.step = NO_HOUSE, ANSWERED
    for answer in range(HOUSES):
        if (bits >> answer) & 1:
            frame.x = answer


# --- the interface to actions.py and apply.py -----------------------------------------------------------------------


@kernel
def list_cards(s, t, frame, row, actions):
    """Fills `actions` with the cards that may be picked next, and "done" where the player may stop."""
    n, zones = 0, zones_open(t, row)
    for card in range(CARDS):
        if (zones >> int(s.card[card].zone)) & 1 == 0 or not is_open(s, t, frame, row, card):
            continue
        if first_twin(s, t, frame, row, card) == card:
            discarded = t.filter[row.filter].place == Place.PLAY_AND_DISCARD and not in_play(s, card)
            n = offer(s, actions, n, Kind.CHOOSE, card, -1, 1 if discarded else 0)
    return offer(s, actions, n, Kind.DONE, -1, -1, 0) if may_stop(row) else n


@kernel
def list_choices(s, t, actions):
    """Fills `actions` with the answers to what the program on top asks; returns how many there are.

    For Decision.CHOOSE, HOUSE_NAME, NUMBER, MODE, MAY and PLAYER.
    """
    frame = s.frame[s.n_frames - 1]
    row = t.row[frame.pc]
    decision = int(s.decision)
    if decision == Decision.CHOOSE:
        return list_cards(s, t, frame, row, actions)
    if decision == Decision.MAY:
        return offer(s, actions, offer(s, actions, 0, Kind.YES, -1, -1, 0), Kind.NO, -1, -1, 0)
    n = 0
    if decision == Decision.NUMBER:
        for number in range(min(last_number(s, t, frame, row) + 1, actions.size)):
            n = offer(s, actions, n, Kind.NUMBER, number, -1, 0)
        return n
    if decision == Decision.HOUSE_NAME:
        kind = Kind.HOUSE
    elif decision == Decision.MODE:
        kind = Kind.MODE
    elif decision == Decision.PLAYER:
        kind = Kind.PLAYER
    else:
        s.error = ERROR_UNWRITTEN
        return 0
    bits, _ = offered(s, t, frame, row)
    for answer in range(HOUSES):
        if (bits >> answer) & 1:
            n = offer(s, actions, n, kind, answer, -1, 0)
    return n


@kernel
def choose(s, t, action):
    """Gives the program on top the answer that it asked for; what it does then is its next step."""
    frame = s.frame[s.n_frames - 1]
    row = t.row[frame.pc]
    kind, a = int(action.kind), int(action.a)
    if kind == Kind.CHOOSE:
        pick(s, frame, row, a)
    elif kind == Kind.DONE:
        frame.flag = 0
    elif kind == Kind.YES:
        frame.step = ALLOWED
    elif kind == Kind.NO:
        refuse(frame, row)
    elif kind in (Kind.HOUSE, Kind.NUMBER, Kind.MODE, Kind.PLAYER):
        frame.x, frame.step = a, ANSWERED
    else:
        s.error = ERROR_UNWRITTEN
