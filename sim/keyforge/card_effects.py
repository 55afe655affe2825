"""What the operations of programs do to cards: to those in play, and to cards on the move between zones."""

from __future__ import annotations

from ..core.kernel import kernel
from .amber import capture, gain, take_from
from .battleline import in_play, neighbors, owner, swap
from .choices import clear_picks
from .conditions import AMBER_ON_IT
from .damage import damage, destroy_by_row, heal
from .filters import last_chosen, matches, zones_of
from .frames import clear_tally, push, tally
from .modifiers import armor
from .pending import add_own_as, begin_window, discard_from_hand, open_window
from .state import CARDS, CHOSEN_MAX, NO_CARD, Frame, Trigger, Zone
from .tables import Operation, Select
from .zones import (
    EVERYBODY,
    give_house,
    leave_play,
    leave_play_for,
    move,
    move_shown,
    put_beneath,
    shuffle_deck,
    take_control,
    take_control_until_leaves,
)

(
    CAPTURE, CAPTURE_OWN, CAPTURE_EACH, CAPTURE_SOME, PLACE_AMBER, TAKE_AMBER, OWNER_GAINS,
    OPPONENT_OF_CONTROLLER_GAINS, CAPTURE_OWN_SOME, DAMAGE, DAMAGE_NO_ARMOR, ALLOCATE, STRIP_ARMOR, DESTROY, HEAL,
    ADD_COUNTERS, STUN, UNSTUN, EXHAUST, READY, MARK, CONTROL, CONTROL_UNTIL_LEAVES, CONTROL_AS, TO_HAND,
    SHUFFLE_INTO_DECK, ARCHIVE, ABDUCT, PURGE, PURGE_FOR_THIS, DISCARD, TO_DECK_TOP, REVEAL, PUT_INTO_PLAY, PUT_UNDER,
    PLAY, FIGHT, READY_AND_FIGHT, USE, READY_AND_USE, USE_AS_YOURS, RESOLVE_REAP,
) = (
    int(Operation[name])
    for name in (
        "CAPTURE", "CAPTURE_OWN", "CAPTURE_EACH", "CAPTURE_SOME", "PLACE_AMBER", "TAKE_AMBER", "OWNER_GAINS",
        "OPPONENT_OF_CONTROLLER_GAINS", "CAPTURE_OWN_SOME", "DAMAGE", "DAMAGE_NO_ARMOR", "ALLOCATE", "STRIP_ARMOR",
        "DESTROY", "HEAL", "ADD_COUNTERS", "STUN", "UNSTUN", "EXHAUST", "READY", "MARK", "CONTROL",
        "CONTROL_UNTIL_LEAVES", "CONTROL_AS", "TO_HAND", "SHUFFLE_INTO_DECK", "ARCHIVE", "ABDUCT", "PURGE",
        "PURGE_FOR_THIS", "DISCARD", "TO_DECK_TOP", "REVEAL", "PUT_INTO_PLAY", "PUT_UNDER", "PLAY", "FIGHT",
        "READY_AND_FIGHT", "USE", "READY_AND_USE", "USE_AS_YOURS", "RESOLVE_REAP",
    )
)  # fmt: skip
THIS, HOST, CHOSEN, LAST, EVENT, FOUGHT, EACH = (
    int(Select[name]) for name in ("THIS", "HOST", "CHOSEN", "LAST", "EVENT", "FOUGHT", "EACH")
)
IN_DECK, IN_HAND, IN_DISCARD, IN_ARCHIVES, IN_PURGED, IN_PLAY, RESOLVING = (
    int(Zone[name]) for name in ("DECK", "HAND", "DISCARD", "ARCHIVES", "PURGED", "PLAY", "RESOLVING")
)
PLAY_FRAME, ENTER_FRAME, USE_FRAME, FIGHT_FRAME = (int(Frame[name]) for name in ("PLAY", "ENTER", "USE", "FIGHT"))
PROGRAM, REAP = int(Frame.PROGRAM), int(Trigger.REAP)
REAPS_MAX = 6
"""Reap abilities resolved one inside the other: two Replicators could take turns for ever."""
NO_ARMOR = 1
"""Flag of damage that armor does not absorb."""
SHOWN = 1
"""A program's flag while the cards in its list are those that it has just revealed."""


# --- the selection of a row -----------------------------------------------------------------------------------------


@kernel
def mark_if(s, card, here):
    """Marks a card as one that the row works on; of those named by where they are only if they still are there."""
    if card >= 0 and here:
        s.card[card].picked = 1


@kernel
def mark_selection(s, t, frame, row):
    """Marks the cards that a row works on, before it changes any of them."""
    select, this = int(row.select), int(frame.source)
    if select == CHOSEN and frame.n > CHOSEN_MAX:
        for card in range(CARDS):
            s.card[card].picked = 1 if s.card[card].picked > 0 else 0
        return
    clear_picks(s)
    if select == THIS:
        mark_if(s, this, in_play(s, this))
    elif select == HOST and this >= 0:
        host = int(s.card[this].host)
        mark_if(s, host, in_play(s, host))
    elif select == CHOSEN:
        for i in range(frame.n):
            mark_if(s, int(frame.chosen[i]), True)
    elif select == LAST:
        mark_if(s, last_chosen(frame), True)
    elif select in (EVENT, FOUGHT):
        mark_if(s, int(frame.event), True)
    elif select == EACH:
        zones = zones_of(t, int(row.filter))
        for card in range(CARDS):
            if (zones >> int(s.card[card].zone)) & 1 == 0:
                continue
            if matches(s, t, int(row.filter), card, int(frame.you), this, frame):
                s.card[card].picked = 1


@kernel
def work_on_selection(s, t, frame, row, n):
    """Does what a row does to each card of its selection; notes how much, and to which cards anything."""
    mark_selection(s, t, frame, row)
    work_on_marked(s, t, frame, row, n)


@kernel
def work_on_marked(s, t, frame, row, n):
    """Does what a row does to each marked card."""
    clear_tally(frame)
    operation = int(row.operation)
    did, start = 0, begin_window(s)
    for card in range(CARDS - 1, -1, -1):
        marked = int(s.card[card].picked)
        if marked != 0:
            amount = int(row.amount) * int(s.card[card].amber) if row.count == AMBER_ON_IT else n
            done = work_on(s, t, frame, row, card, amount * marked if operation == ALLOCATE else amount)
            if done > 0:
                did += done
                if operation not in (DAMAGE, DAMAGE_NO_ARMOR, ALLOCATE, STRIP_ARMOR, DESTROY):
                    tally(frame, owner(card))
    frame.did = did
    if operation == SHUFFLE_INTO_DECK:
        if frame.yours > 0:
            shuffle_deck(s, int(frame.you))
        if frame.theirs > 0:
            shuffle_deck(s, 1 - int(frame.you))
    open_window(s, start)


@kernel
def work_on(s, t, frame, row, card, n):
    """Does what a row does to one card; returns how much was done."""
    operation = int(row.operation)
    if operation in (OWNER_GAINS, OPPONENT_OF_CONTROLLER_GAINS):
        controller = int(frame.other if row.select == EVENT else s.card[card].controller)
        gain(s, t, owner(card) if operation == OWNER_GAINS else 1 - controller, n)
        return n
    if operation == REVEAL:
        s.card[card].seen = EVERYBODY
        frame.flag = SHOWN
        return 1
    if operation >= TO_HAND and operation not in (USE_AS_YOURS, RESOLVE_REAP):
        return send(s, t, frame, row, card, n)
    if not in_play(s, card):
        return 0
    if operation in (USE_AS_YOURS, RESOLVE_REAP):
        return lend(s, t, frame, operation, card)
    if operation < DAMAGE:
        return work_on_amber(s, t, frame, operation, card, n)
    if operation < STUN:
        return work_on_body(s, t, operation, card, n)
    return work_on_state(s, t, frame, operation, card, n)


# --- cards in play --------------------------------------------------------------------------------------------------


@kernel
def work_on_amber(s, t, frame, operation, card, n):
    """Amber onto a card in play, or from it. For its own ability a card is controlled by "you", whoever has it."""
    controller = int(frame.you if card == frame.source else s.card[card].controller)
    if operation in (CAPTURE, CAPTURE_EACH):
        return capture(s, t, card, n, 1 - controller)
    if operation == CAPTURE_OWN:
        return capture(s, t, card, n, controller)
    if operation == CAPTURE_SOME:
        return capture(s, t, card, 1, 1 - controller)
    if operation == CAPTURE_OWN_SOME:
        return capture(s, t, card, int(s.card[card].picked), controller)
    if operation == PLACE_AMBER:
        s.card[card].amber += n
        return n
    return take_from(s, t, card, n, int(frame.you))


@kernel
def work_on_body(s, t, operation, card, n):
    """Damage, destruction, healing and power counters."""
    if operation == DESTROY:
        return 1 if destroy_by_row(s, t, card) else 0
    if operation == HEAL:
        return heal(s, t, card, n)
    if operation == ADD_COUNTERS:
        s.card[card].counters += n
        s.unsettled = 1
        return n
    if operation == STRIP_ARMOR:
        n = max(0, armor(s, t, card) - int(s.card[card].armor_used))
        s.card[card].armor_used += n
    if n <= 0:
        return 0
    return damage(s, t, card, n, NO_ARMOR if operation == DAMAGE_NO_ARMOR else 0)


@kernel
def work_on_state(s, t, frame, operation, card, n):
    """Whether a card in play is stunned or ready, what holds for it this turn, and who controls it."""
    record, you = s.card[card], int(frame.you)
    if operation == STUN:
        record.stunned = 1
    elif operation == UNSTUN:
        done = int(record.stunned)
        record.stunned = 0
        return done
    elif operation == EXHAUST:
        record.ready = 0
    elif operation == READY:
        record.ready = 1
    elif operation == MARK:
        record.marks |= n
        s.unsettled = 1
    elif operation == CONTROL_UNTIL_LEAVES:
        if in_play(s, int(frame.source)):
            take_control_until_leaves(s, t, card, you, int(frame.source))
    else:
        take_control(s, t, card, you)
        if operation == CONTROL_AS:
            give_house(s, card, n)
    return 1


@kernel
def reaps_resolving(s, t):
    """How many texts on the stack are in the middle of resolving another creature's reap abilities."""
    count = 0
    for i in range(s.n_frames):
        frame = s.frame[i]
        count += frame.kind == PROGRAM and frame.pc > 0 and t.row[frame.pc - 1].operation == RESOLVE_REAP
    return count


@kernel
def lend(s, t, frame, operation, card):
    """You use an artifact, or resolve the reap abilities of a creature, as if it were yours."""
    you = int(frame.you)
    if operation == RESOLVE_REAP:
        if reaps_resolving(s, t) > REAPS_MAX:
            return 0
        add_own_as(s, t, card, REAP, NO_CARD, you)
        return 1
    push(s, USE_FRAME, you, card)
    return 0


@kernel
def splash(s, t, frame, n, beside):
    """n damage to the last chosen, `beside` to each of its neighbors, at once; returns the damage placed."""
    clear_tally(frame)
    target = last_chosen(frame)
    if not in_play(s, target):
        return 0
    left, right = neighbors(s, target)
    placed = damage(s, t, target, n, 0)
    if left != NO_CARD:
        placed += damage(s, t, left, beside, 0)
    if right != NO_CARD:
        placed += damage(s, t, right, beside, 0)
    return placed


@kernel
def descend(s, t, frame, n):
    """n damage to the first chosen, one less to each further one, at once; returns the damage placed."""
    clear_tally(frame)
    placed = 0
    for i in range(min(int(frame.n), CHOSEN_MAX, n)):
        if in_play(s, int(frame.chosen[i])):
            placed += damage(s, t, int(frame.chosen[i]), n - i, 0)
    return placed


@kernel
def trade_places(s, frame):
    """This and the last chosen change places if both stand in the same battleline; returns 1 if they did."""
    this, last = int(frame.source), last_chosen(frame)
    if not in_play(s, this) or not in_play(s, last) or s.card[this].controller != s.card[last].controller:
        return 0
    swap(s, this, last)
    return 1


# --- cards on the move ----------------------------------------------------------------------------------------------


@kernel
def target_zone(operation):
    """The zone into which an operation sends cards."""
    if operation == TO_HAND:
        return IN_HAND
    if operation in (SHUFFLE_INTO_DECK, TO_DECK_TOP):
        return IN_DECK
    if operation in (ARCHIVE, ABDUCT):
        return IN_ARCHIVES
    return IN_DISCARD if operation == DISCARD else IN_PURGED


@kernel
def send(s, t, frame, row, card, n):
    """A card goes to another zone, is played, put into play or used; returns 1 if it happened."""
    operation, this = int(row.operation), int(frame.source)
    if operation >= PUT_INTO_PLAY:
        return start(s, t, frame, row, card, n)
    zone, lies_in = target_zone(operation), int(s.card[card].zone)
    if lies_in == IN_PLAY:
        if operation == ABDUCT:
            leave_play_for(s, t, card, zone, int(frame.you))
        else:
            leave_play(s, t, card, zone)
            if operation == PURGE_FOR_THIS:
                s.card[card].host = this
        return 1
    if lies_in in (zone, RESOLVING) or operation == ABDUCT:
        return 0
    if operation == PURGE and row.select in (LAST, EVENT) and lies_in != IN_DISCARD:
        return 0
    if operation == DISCARD and lies_in == IN_HAND:
        discard_from_hand(s, t, card)
        return 1
    if operation == ARCHIVE and frame.flag == SHOWN:
        return 1 if move_shown(s, card, zone) == zone else 0
    return 1 if move(s, card, zone) == zone else 0


@kernel
def start(s, t, frame, row, card, n):
    """A card is put under this, put into play, played, or used: the frames that see to it are pushed."""
    operation, you, here = int(row.operation), int(frame.you), in_play(s, card)
    if operation == PUT_UNDER:
        if not in_play(s, int(frame.source)):
            return 0
        put_beneath(s, card, int(frame.source))
    elif operation == PUT_INTO_PLAY:
        if here or (row.select == EVENT and s.card[card].zone != IN_DISCARD):
            return 0
        push(s, ENTER_FRAME, owner(card) if n == 1 else you, card)
    elif operation == PLAY:
        if here:
            return 0
        push(s, PLAY_FRAME, you, card)
    else:
        if not here:
            return 0
        if operation in (READY_AND_FIGHT, READY_AND_USE):
            s.card[card].ready = 1
        push(s, FIGHT_FRAME if operation in (FIGHT, READY_AND_FIGHT) else USE_FRAME, you, card)
        return 0
    return 1


@kernel
def fight_another(s, frame):
    """The first of the list is readied and fights a creature that is not in the list, which joins it."""
    if frame.n == 0 or not in_play(s, int(frame.chosen[0])):
        return
    s.card[frame.chosen[0]].ready = 1
    fight = push(s, FIGHT_FRAME, int(frame.you), int(frame.chosen[0]))
    fight.flag = 1


@kernel
def fight_in_order(s, frame):
    """Each of the list fights if it is ready, one after another in the order in which they were chosen."""
    for i in range(min(int(frame.n), CHOSEN_MAX) - 1, -1, -1):
        if in_play(s, int(frame.chosen[i])):
            push(s, FIGHT_FRAME, int(frame.you), int(frame.chosen[i]))


@kernel
def send_in_order(s, t, frame):
    """The picked cards go on top of their owners' decks in the order of the picks."""
    clear_tally(frame)
    for place in range(1, frame.did + 1):
        for card in range(CARDS):
            if s.card[card].picked == place:
                s.card[card].picked = 0
                if in_play(s, card):
                    leave_play(s, t, card, IN_DECK)
                else:
                    move(s, card, IN_DECK)
                tally(frame, owner(card))
                break
