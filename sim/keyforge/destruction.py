"""The state check after each event, and the way of destroyed cards out of play.

A DESTRUCTION frame stands for one batch. The cards tagged so far are DYING, their destroyed abilities make a window;
what this destroys joins the batch, and its destroyed abilities the window. When no card is newly tagged all leave play
at once, and the abilities that this triggers make a window.
"""

from __future__ import annotations

from ..core.frames import pop, top
from ..core.kernel import kernel
from .battleline import in_play, next_of, next_of_status, next_upgrade, other, owner, set_status
from .damage import add_again, destroy
from .frames import push, tally
from .modifiers import carries, has_power_above
from .pending import (
    add,
    add_listeners,
    add_own,
    add_turn_trigger,
    begin_window,
    join_repeats,
    listens_to,
    open_window,
    resolve_window,
)
from .state import (
    BY_ROW,
    DECK_SIZE,
    ITS_CONTROLLER,
    NO_CARD,
    SEATS,
    Constant,
    Decision,
    Frame,
    Lasting,
    Status,
    Trigger,
    Type,
    Zone,
)
from .zones import due_controller, leave_play

BATCH = 1
"""The step of the WINDOW frame of a batch's destroyed abilities."""

# --- the state check ------------------------------------------------------------------------------------------------


@kernel
def settle(s, t):
    """The state check: who takes waiting damage or amber, changes of control, cards that left, destruction.

    May ask the active player, or put a CONTROL, WINDOW or DESTRUCTION frame on the stack.

    Rule 19.
    """
    if s.n_waiting > 0:
        if add_again(s, t):
            return
        s.decision, s.to_move = Decision.REDIRECT, s.active
        return
    s.unsettled = 0
    if s.disputed == 1 and push_control(s, t):
        return
    gather_left(s)
    if tag_fallen(s, t) and s.batch == 0:
        push(s, Frame.DESTRUCTION, s.active, NO_CARD)
        s.batch = 1


@kernel
def push_control(s, t):
    """Puts a CONTROL frame on the stack for the creature that another player should control than does, or a window of
    all of them if there are several; returns whether there is any. Each change leaves the state unsettled, for the
    others. Rules 19 and 21.
    """
    start = begin_window(s)
    for seat in range(SEATS):
        line = s.line[seat]
        for i in range(line.n):
            card = int(line.card[i])
            due = due_controller(s, t, card)
            if due != seat:
                add(s, Trigger.CONTROL, card, card, NO_CARD, due, 1)
    if s.n_pending == start + 1:
        s.n_pending = start
        push(s, Frame.CONTROL, s.pending[start].you, s.pending[start].source)
        return True
    open_window(s, start)
    s.disputed = 1 if s.n_pending > start else 0
    return s.disputed == 1


@kernel
def gather_left(s):
    """Makes a window of the leaves-play abilities of cards that have left play, but not with a destroyed batch.

    Rules 11.3 and 12.
    """
    start = begin_window(s)
    card = next_of(s.leaving, 0)
    while card != NO_CARD:
        status = s.card[card].status
        if status == Status.LEFT or status == Status.TAKEN:
            set_status(s, card, Status.GONE if status == Status.TAKEN else Status.NONE)
            add(s, Trigger.LEAVES_PLAY, card, card, NO_CARD, int(s.card[card].controller), 1)
        card = next_of(s.leaving, card + 1)
    open_window(s, start)


@kernel
def tag_fallen(s, t):
    """Tags the creatures that must be destroyed as they are now; returns whether any card in play is tagged.

    Rule 10.
    """
    for seat in range(SEATS):
        for i in range(s.line[seat].n):
            card = int(s.line[seat].card[i])
            here = s.card[card]
            if here.status == Status.NONE and (not has_power_above(s, t, card, here.damage) or is_lonely(s, t, card)):
                destroy(s, t, card)
            elif here.status == Status.NONE:
                here.killer = NO_CARD
    s.unsettled = 0
    return next_of_status(s, Status.TAGGED, 0) != NO_CARD


@kernel
def is_lonely(s, t, card):
    """Whether a creature in play is one that cannot be without enemy creatures, and is. Rule 19."""
    if s.constant[Constant.STATE_LONELY] == 0 or s.line[1 - int(s.card[card].controller)].n > 0:
        return False
    return carries(s, t, card, Constant.STATE_LONELY) > 0


# --- a batch of destroyed cards -------------------------------------------------------------------------------------


@kernel
def resolve_destruction(s, t):
    """One step of the DESTRUCTION frame on top: the destroyed abilities of newly tagged cards, or else the end.

    Rule 11.
    """
    start = begin_window(s)
    if gather_tagged(s, t):
        open_window(s, start)
        if s.n_pending > start:
            top(s).step = BATCH
        return
    s.batch = 0
    pop(s)
    start = begin_window(s)
    bury(s, t)
    count_dead(s)
    card = next_of_status(s, Status.GONE, 0)
    while card != NO_CARD:
        fresh = int(s.n_pending)
        gather_death(s, t, card)
        join_repeats(s, t, start, fresh)
        card = next_of_status(s, Status.GONE, card + 1)
    forget_dead(s)
    open_window(s, start)


@kernel
def forget_dead(s):
    """The cards of a batch that is over are no longer among those that leave. Rule 11."""
    card = next_of_status(s, Status.GONE, 0)
    while card != NO_CARD:
        set_status(s, card, Status.NONE)
        s.card[card].killer = NO_CARD
        card = next_of_status(s, Status.GONE, card + 1)


@kernel
def gather_tagged(s, t):
    """Adds the destroyed abilities of all newly tagged cards in play; returns whether there is any such card.

    Rule 11.2.
    """
    found = False
    card = next_of_status(s, Status.TAGGED, 0)
    while card != NO_CARD:
        if in_play(s, card):
            found = True
            set_status(s, card, Status.DYING)
            gather_destroyed(s, t, card)
        card = next_of_status(s, Status.TAGGED, card + 1)
    return found


@kernel
def resolve_batch_window(s, t):
    """One step of the WINDOW frame on top: of a batch's one the destroyed abilities of what has joined the batch are
    ordered with those that still wait.

    Rule 11.2.
    """
    if top(s).step == BATCH:
        gather_tagged(s, t)
    resolve_window(s, t)


@kernel
def gather_destroyed(s, t, card):
    """Adds the destroyed abilities of a card, and what its upgrades save it with. Rule 11.2."""
    add_own(s, t, card, Trigger.DESTROYED, NO_CARD)
    if s.card[card].upgrades == 0 or s.constant[Constant.SAVES_HOST] == 0:
        return
    upgrade = next_upgrade(s, card, 0)
    while upgrade != NO_CARD:
        if s.card[upgrade].status == Status.NONE and carries(s, t, upgrade, Constant.SAVES_HOST) > 0:
            add(s, Trigger.CLOAK, card, upgrade, NO_CARD, ITS_CONTROLLER, 1)
        upgrade = next_upgrade(s, card, upgrade + 1)


@kernel
def bury(s, t):
    """All cards of the batch that are still in play leave it, the creatures before what may replace their way, those
    that the active player owns before the others; adds their leaves-play abilities.

    Rules 11.5 and 12.
    """
    for creatures in (True, False):
        for turn in range(SEATS):
            bury_owned(s, t, int(s.active if turn == 0 else other(s.active)), creatures)


@kernel
def bury_owned(s, t, seat, creatures):
    """The creatures that a player owns, or his other cards, leave play with the batch; see bury. Rules 11.5 and 12."""
    card = next_of_status(s, Status.DYING, seat * DECK_SIZE)
    while card != NO_CARD and owner(card) == seat:
        if in_play(s, card) and (t.card[s.card[card].type].type == Type.CREATURE) == creatures:
            leave_play(s, t, card, Zone.DISCARD)
            if (t.card[s.card[card].type].listens >> Trigger.LEAVES_PLAY) & 1:
                add(s, Trigger.LEAVES_PLAY, card, card, NO_CARD, int(s.card[card].controller), 1)
        card = next_of_status(s, Status.DYING, card + 1)


@kernel
def count_dead(s):
    """The program whose row destroyed cards of the batch, now on top of the stack, counts those that left play.

    Rule 19.
    """
    if s.n_frames == 0 or top(s).kind != Frame.PROGRAM:
        return
    card = next_of_status(s, Status.GONE, 0)
    while card != NO_CARD:
        if s.card[card].killer == BY_ROW:
            tally(top(s), s.card[card].controller)
        card = next_of_status(s, Status.GONE, card + 1)


@kernel
def gather_death(s, t, card):
    """Adds the abilities that the destruction of a card triggers, and counts a death in a fight. Rule 11.6."""
    here = s.card[card]
    seat = int(here.controller)
    if t.card[here.type].type != Type.CREATURE:
        return
    add_listeners(s, t, Trigger.CREATURE_DESTROYED, card, seat)
    killer = int(here.killer)
    if seat != s.active:
        add_turn_trigger(s, t, Lasting.ENEMY_DESTROYED, card)
        s.fallen += killer >= 0
    if in_play(s, killer) and listens_to(s, t, killer, killer, Trigger.CREATURE_DESTROYED_FIGHTING_THIS, card, seat):
        add(s, Trigger.CREATURE_DESTROYED_FIGHTING_THIS, killer, killer, card, ITS_CONTROLLER, 1)
