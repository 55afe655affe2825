"""What the operations of programs do to cards: to those in play, and to cards on the move between zones."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .amber import capture, gain, grown, take_from
from .battleline import in_play, in_turn_order, neighbors, owner, swap
from .choices import clear_picks
from .damage import damage, destroy_by_row, heal
from .filters import matches, zones_of
from .frames import clear_tally, push, tally
from .modifiers import armor
from .pending import add_own_as, begin_window, discard_from_hand, open_window
from .state import CARDS, CHOSEN_MAX, NO_CARD, Frame, Mark, Trigger, Type, Zone
from .tables import SUBJECTS, Count, Operation, Select, Subject
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
    if select == Select.CHOSEN and frame.n > CHOSEN_MAX:
        for card in range(CARDS):
            s.card[card].picked = 1 if s.card[card].picked > 0 else 0
        return
    clear_picks(s)
    if select == Select.THIS:
        mark_if(s, this, in_play(s, this))
    elif select == Select.HOST and this >= 0:
        host = int(s.card[this].host)
        mark_if(s, host, in_play(s, host))
    elif select == Select.CHOSEN:
        for i in range(frame.n):
            mark_if(s, int(frame.chosen[i]), True)
    elif select == Select.LAST:
        mark_if(s, last_chosen(frame), True)
    elif select in (Select.EVENT, Select.FOUGHT):
        mark_if(s, int(frame.event), True)
    elif select == Select.EACH:
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
    if row.operation == Operation.MARK and n & Mark.NOTED:
        for card in range(CARDS):
            s.card[card].marks &= ~Mark.NOTED
    work_on_marked(s, t, frame, row, n)


@kernel
def work_on_marked(s, t, frame, row, n):
    """Does what a row does to each marked card, in an order that does not tell the seats apart."""
    clear_tally(frame)
    operation = int(row.operation)
    did, start = 0, begin_window(s)
    for place in range(CARDS - 1, -1, -1):
        card = in_turn_order(s, place)
        marked = int(s.card[card].picked)
        if marked != 0:
            amount = int(row.amount) * int(s.card[card].amber) if row.count == Count.AMBER_ON_IT else n
            done = work_on(s, t, frame, row, card, amount * marked if operation == Operation.ALLOCATE else amount)
            if done > 0:
                did += done
                if operation not in (
                    Operation.DAMAGE,
                    Operation.DAMAGE_NO_ARMOR,
                    Operation.ALLOCATE,
                    Operation.STRIP_ARMOR,
                    Operation.DESTROY,
                ):
                    tally(frame, owner(card))
    frame.did = did
    if operation == Operation.SHUFFLE_INTO_DECK:
        if frame.yours > 0:
            shuffle_deck(s, int(frame.you))
        if frame.theirs > 0:
            shuffle_deck(s, 1 - int(frame.you))
    open_window(s, start)


@kernel
def work_on(s, t, frame, row, card, n):
    """Does what a row does to one card; returns how much was done."""
    operation = int(row.operation)
    if operation in (Operation.OWNER_GAINS, Operation.OPPONENT_OF_CONTROLLER_GAINS):
        controller = int(frame.other if row.select == Select.EVENT else s.card[card].controller)
        gain(s, t, owner(card) if operation == Operation.OWNER_GAINS else 1 - controller, n)
        return n
    if operation == Operation.REVEAL:
        s.card[card].seen = EVERYBODY
        frame.flag = SHOWN
        return 1
    subject = SUBJECTS[operation]
    if subject == Subject.PLACE:
        return send(s, t, frame, row, card)
    if subject == Subject.ENTRANCE:
        return start(s, t, frame, row, card, n)
    if not in_play(s, card):
        return 0
    if subject == Subject.LOAN:
        return lend(s, t, frame, operation, card)
    if subject == Subject.AMBER_ON_CARDS:
        return work_on_amber(s, t, frame, operation, card, n)
    if subject == Subject.BODY:
        return work_on_body(s, t, operation, card, n)
    if subject == Subject.STATE:
        return work_on_state(s, t, frame, operation, card, n)
    s.error = ERROR_UNWRITTEN
    return 0


# --- cards in play --------------------------------------------------------------------------------------------------


@kernel
def work_on_amber(s, t, frame, operation, card, n):
    """Amber onto a card in play, or from it. For its own ability a card is controlled by "you", whoever has it.

    Rule 14.
    """
    controller = int(frame.you if card == frame.source else s.card[card].controller)
    if operation in (Operation.CAPTURE, Operation.CAPTURE_EACH):
        return capture(s, t, card, n, 1 - controller)
    if operation == Operation.CAPTURE_OWN:
        return capture(s, t, card, n, controller)
    if operation == Operation.CAPTURE_SOME:
        return capture(s, t, card, 1, 1 - controller)
    if operation == Operation.CAPTURE_OWN_SOME:
        return capture(s, t, card, int(s.card[card].picked), controller)
    if operation == Operation.PLACE_AMBER:
        s.card[card].amber = grown(s.card[card].amber, n)
        return n
    if operation == Operation.TAKE_AMBER:
        return take_from(s, t, card, n, int(frame.you))
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def work_on_body(s, t, operation, card, n):
    """Damage, destruction, healing and power counters. Rules 10 and 11."""
    if operation == Operation.DESTROY:
        return 1 if destroy_by_row(s, t, card) else 0
    if operation == Operation.HEAL:
        return heal(s, t, card, n)
    if operation == Operation.ADD_COUNTERS:
        s.card[card].counters = grown(s.card[card].counters, n)
        s.unsettled = 1
        return n
    if operation not in (Operation.DAMAGE, Operation.DAMAGE_NO_ARMOR, Operation.ALLOCATE, Operation.STRIP_ARMOR):
        s.error = ERROR_UNWRITTEN
        return 0
    if operation == Operation.STRIP_ARMOR:
        n = max(0, armor(s, t, card) - int(s.card[card].armor_used))
        s.card[card].armor_used += n
    if n <= 0:
        return 0
    return damage(s, t, card, n, NO_ARMOR if operation == Operation.DAMAGE_NO_ARMOR else 0)


@kernel
def work_on_state(s, t, frame, operation, card, n):
    """Whether a card in play is stunned or ready, what holds for it this turn, and who controls it. Rules 14 and 21."""
    record, you = s.card[card], int(frame.you)
    if operation == Operation.STUN:
        record.stunned = 1
    elif operation == Operation.UNSTUN:
        done = int(record.stunned)
        record.stunned = 0
        return done
    elif operation == Operation.EXHAUST:
        record.ready = 0
    elif operation == Operation.READY:
        record.ready = 1
    elif operation == Operation.MARK:
        s.marked = 1
        record.marks |= n
        record.tunnels += n & Mark.FLANK != 0
        s.unsettled = 1
    elif operation == Operation.CONTROL_UNTIL_LEAVES:
        if in_play(s, int(frame.source)):
            take_control_until_leaves(s, t, card, you, int(frame.source))
    elif operation in (Operation.CONTROL, Operation.CONTROL_AS):
        take_control(s, t, card, you)
        if operation == Operation.CONTROL_AS:
            give_house(s, card, n)
    else:
        s.error = ERROR_UNWRITTEN
    return 1


@kernel
def reaps_resolving(s, t):
    """How many texts on the stack are in the middle of resolving another creature's reap abilities."""
    count = 0
    for i in range(s.n_frames):
        frame = s.frame[i]
        count += (
            frame.kind == Frame.PROGRAM and frame.pc > 0 and t.row[frame.pc - 1].operation == Operation.RESOLVE_REAP
        )
    return count


@kernel
def lend(s, t, frame, operation, card):
    """You use an artifact, or resolve the reap abilities of a creature, as if it were yours. Rule 8."""
    you = int(frame.you)
    if operation == Operation.RESOLVE_REAP:
        if reaps_resolving(s, t) > REAPS_MAX:
            return 0
        add_own_as(s, t, card, Trigger.REAP, NO_CARD, you)
        return 1
    if operation == Operation.USE_AS_YOURS:
        push(s, Frame.USE, you, card)
    else:
        s.error = ERROR_UNWRITTEN
    return 0


@kernel
def splash(s, t, frame, n, beside):
    """n damage to the last chosen, `beside` to each of its neighbors, at once; returns the damage placed. Rule 10."""
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
    """n damage to the first chosen, one less to each further one, at once; returns the damage placed. Rule 10."""
    clear_tally(frame)
    placed = 0
    for i in range(min(int(frame.n), CHOSEN_MAX, n)):
        if in_play(s, int(frame.chosen[i])):
            placed += damage(s, t, int(frame.chosen[i]), n - i, 0)
    return placed


@kernel
def trade_places(s, frame):
    """This and the last chosen change places if both stand in the same battleline; returns 1 if they did. Rule 13."""
    this, last = int(frame.source), last_chosen(frame)
    if not in_play(s, this) or not in_play(s, last) or s.card[this].controller != s.card[last].controller:
        return 0
    swap(s, this, last)
    return 1


# --- cards on the move ----------------------------------------------------------------------------------------------


@kernel
def target_zone(s, operation):
    """The zone into which an operation sends cards. Rule 14."""
    if operation == Operation.TO_HAND:
        return Zone.HAND
    if operation in (Operation.SHUFFLE_INTO_DECK, Operation.TO_DECK_TOP):
        return Zone.DECK
    if operation in (Operation.ARCHIVE, Operation.ABDUCT):
        return Zone.ARCHIVES
    if operation in (Operation.PURGE, Operation.PURGE_FOR_THIS):
        return Zone.PURGED
    if operation != Operation.DISCARD:
        s.error = ERROR_UNWRITTEN
    return Zone.DISCARD


@kernel
def send(s, t, frame, row, card):
    """A card goes to another zone; returns 1 if it did. Rules 12 and 14."""
    operation, this = int(row.operation), int(frame.source)
    zone, lies_in = target_zone(s, operation), int(s.card[card].zone)
    if lies_in == Zone.PLAY:
        if operation == Operation.ABDUCT:
            leave_play_for(s, t, card, zone, int(frame.you))
        else:
            leave_play(s, t, card, zone)
            if operation == Operation.PURGE_FOR_THIS:
                s.card[card].host = this
        return 1
    if lies_in in (zone, Zone.RESOLVING) or operation == Operation.ABDUCT:
        return 0
    if operation == Operation.PURGE and row.select in (Select.LAST, Select.EVENT) and lies_in != Zone.DISCARD:
        return 0
    if operation == Operation.DISCARD and lies_in == Zone.HAND:
        discard_from_hand(s, t, card)
        return 1
    if operation == Operation.ARCHIVE and frame.flag == SHOWN:
        return 1 if move_shown(s, card, zone) == zone else 0
    return 1 if move(s, card, zone) == zone else 0


@kernel
def start(s, t, frame, row, card, n):
    """A card is put under this, put into play, played, or used: the frames that see to it are pushed. An action and an
    upgrade, which nothing would be under, are not put into play. Rule 7.
    """
    operation, you, here = int(row.operation), int(frame.you), in_play(s, card)
    if operation == Operation.PUT_UNDER:
        this = int(frame.source)
        return 1 if in_play(s, this) and card != this and put_beneath(s, t, card, this) else 0
    if operation == Operation.PUT_INTO_PLAY:
        stays = t.card[s.card[card].type].type in (Type.CREATURE, Type.ARTIFACT)
        if here or not stays or (row.select == Select.EVENT and s.card[card].zone != Zone.DISCARD):
            return 0
        push(s, Frame.ENTER, owner(card) if n == 1 else you, card)
    elif operation == Operation.PLAY:
        if here:
            return 0
        push(s, Frame.PLAY, you, card)
    elif operation in (Operation.FIGHT, Operation.READY_AND_FIGHT, Operation.USE, Operation.READY_AND_USE):
        if not here:
            return 0
        if operation in (Operation.READY_AND_FIGHT, Operation.READY_AND_USE):
            s.card[card].ready = 1
        push(s, Frame.FIGHT if operation in (Operation.FIGHT, Operation.READY_AND_FIGHT) else Frame.USE, you, card)
        return 0
    else:
        s.error = ERROR_UNWRITTEN
    return 1


@kernel
def fight_another(s, frame):
    """The first of the list is readied and fights a creature that is not in the list, which joins it. Rule 8."""
    frame.did = 0
    if frame.n == 0 or not in_play(s, int(frame.chosen[0])):
        return
    s.card[frame.chosen[0]].ready = 1
    fight = push(s, Frame.FIGHT, int(frame.you), int(frame.chosen[0]))
    fight.flag = 1


@kernel
def fight_in_order(s, frame):
    """Each of the list fights if it is ready, one after another in the order in which they were chosen. Rule 8."""
    frame.did = 0
    for i in range(min(int(frame.n), CHOSEN_MAX) - 1, -1, -1):
        if in_play(s, int(frame.chosen[i])):
            push(s, Frame.FIGHT, int(frame.you), int(frame.chosen[i]))


@kernel
def send_in_order(s, t, frame):
    """The picked cards go on top of their owners' decks in the order of the picks. Rule 14."""
    clear_tally(frame)
    for place in range(1, frame.did + 1):
        for card in range(CARDS):
            if s.card[card].picked == place:
                s.card[card].picked = 0
                if in_play(s, card):
                    leave_play(s, t, card, Zone.DECK)
                else:
                    move(s, card, Zone.DECK)
                tally(frame, owner(card))
                break
