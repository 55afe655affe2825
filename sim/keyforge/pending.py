"""Triggered abilities: how they are collected into windows, put in order, and made to happen one after the other.

A window is the part of `s.pending` from the `pc` of its WINDOW frame to the end: windows nest like frames.
"""

from __future__ import annotations

import numpy as np

from ..cards.entries import drop
from ..core.faults import ERROR_FRAMES_FULL
from ..core.frames import pop, top
from ..core.kernel import kernel
from .battleline import in_play, next_upgrade, other, owner, set_status
from .damage import damage, destroy, heal
from .frames import push
from .modifiers import keyword_amount, matches_of
from .state import (
    ITS_CONTROLLER,
    NEXT_TURN,
    NO_CARD,
    PROGRAMS,
    SEATS,
    TRIGGERS,
    TRIGGERS_MAX,
    Constant,
    Decision,
    Frame,
    Lasting,
    Matter,
    Status,
    Trigger,
    Type,
    Zone,
)
from .zones import draw, move

FULLY = 9_999
TIMES_MAX = 127
"""So often an ability can happen that waits at one place."""
GIVEN_BY_UPGRADES = np.full(TRIGGERS, -1, np.int8)
"""By trigger the one under which upgrades give their host abilities of that sort; -1 where none does."""
GIVEN_BY_UPGRADES[Trigger.REAP] = Trigger.HOST_REAP
GIVEN_BY_UPGRADES[Trigger.FIGHT] = Trigger.HOST_FIGHT
GIVEN_BY_UPGRADES[Trigger.DESTROYED] = Trigger.HOST_DESTROYED


# --- collecting -----------------------------------------------------------------------------------------------------


@kernel
def program_of(t, card_type, trigger):
    """The rows [start, end) of what a type of card does at a trigger, as a pair. Rule 19."""
    rows = t.card[card_type].program[trigger]
    return int(rows[0]), int(rows[1])


@kernel
def push_program(s, program, you, source, event, whose):
    """Puts a program, rows [start, end), on the stack, unless it has none; returns whether it has.

    you: the seat that is "you"; source: "this"; event: the card that the trigger was about, or NO_CARD; whose: the
    seat that it belonged to then.
    """
    start, end = program
    if start >= end:
        return False
    frame = push(s, Frame.PROGRAM, you, source)
    frame.pc, frame.end, frame.event, frame.other = start, end, event, whose
    return True


@kernel
def begin_window(s):
    """Where the window begins whose abilities are added next; for open_window."""
    return int(s.n_pending)


@kernel
def open_window(s, start):
    """Makes the abilities added since begin_window a window, if there are any."""
    if s.n_pending > start:
        frame = push(s, Frame.WINDOW, s.active, NO_CARD)
        frame.pc = start


@kernel
def is_stolen(s, card):
    """Whether another player than its owner controls a card in play, or did when it was destroyed."""
    here = s.card[card]
    return here.controller != owner(card) and (here.zone == Zone.PLAY or here.status != Status.NONE)


@kernel
def add(s, trigger, source, text, event, you, times):
    """Adds an ability that happens `times` times: of card `source`, by the text of card `text` (see PENDING).

    you: a seat if "you" is settled, as for who plays a card; else ITS_CONTROLLER, whoever that is when it happens.

    Rule 19.
    """
    if s.n_pending >= TRIGGERS_MAX:
        s.error = ERROR_FRAMES_FULL
        return
    ability = s.pending[s.n_pending]
    ability.trigger, ability.source, ability.text = trigger, source, text
    ability.you, ability.times = you, times
    ability.event = -2 - event if event >= 0 and is_stolen(s, event) else event
    s.n_pending += 1


@kernel
def add_own(s, t, card, trigger, event):
    """Adds the abilities of a trigger that a card in play has, of its own and from its upgrades. Rule 19."""
    add_own_as(s, t, card, trigger, event, ITS_CONTROLLER)


@kernel
def add_own_as(s, t, card, trigger, event, you):
    """As add_own, as if `you` controlled the card. Rules 7 and 19."""
    here = s.card[card]
    if (t.card[here.type].listens >> trigger) & 1:
        add(s, trigger, card, card, event, you, 1)
    if trigger == Trigger.REAP and here.tunnels > 0:
        add(s, Trigger.TUNNELER, card, card, event, you, int(here.tunnels))
    if here.upgrades == 0:
        return
    given = int(GIVEN_BY_UPGRADES[trigger])
    if given < 0 or s.listening[given] == 0:
        return
    upgrade = next_upgrade(s, card, 0)
    while upgrade != NO_CARD:
        if (t.card[s.card[upgrade].type].listens >> given) & 1:
            add(s, given, card, upgrade, event, you, 1)
        upgrade = next_upgrade(s, card, upgrade + 1)


@kernel
def listens_to(s, t, text, listener, trigger, event, seat):
    """Whether the ability of a trigger on card `text`, for card `listener` in play, wants an event that is seat's."""
    facts = t.card[s.card[text].type]
    if (facts.listens >> trigger) & 1 == 0:
        return False
    you = int(s.card[listener].controller)
    if trigger == Trigger.HOUSE_CHOSEN and s.house != facts.house:
        return False
    if event == NO_CARD or trigger == Trigger.ARTIFACT_USED:
        return you == seat
    index = int(facts.when[trigger])
    return index < 0 or matches_of(s, t, index, event, seat, you, listener)


@kernel
def add_listeners_in(s, t, pile, trigger, event, seat):
    """add_listeners for the cards of one battleline or row of artifacts."""
    for i in range(pile.n):
        card = int(pile.card[i])
        if listens_to(s, t, card, card, trigger, event, seat):
            add(s, trigger, card, card, event, ITS_CONTROLLER, 1)
        if trigger != Trigger.CREATURE_PLAYED or s.card[card].upgrades == 0:
            continue
        upgrade = next_upgrade(s, card, 0)
        while upgrade != NO_CARD:
            if listens_to(s, t, upgrade, card, Trigger.HOST_CREATURE_PLAYED, event, seat):
                add(s, Trigger.HOST_CREATURE_PLAYED, card, upgrade, event, ITS_CONTROLLER, 1)
            upgrade = next_upgrade(s, card, upgrade + 1)


@kernel
def add_listeners(s, t, trigger, event, seat):
    """Adds the abilities of all cards in play that are triggered by an event about card `event`, or about none.

    seat: whose event it is: the controller of the creature, the player who plays, uses, discards, forges or chooses.
    What a card says of friendly and enemy means him. Events without a card, and the use of an artifact, concern his
    own cards alone, the choice of a house those of that house.

    Rule 19.
    """
    if s.listening[trigger] == 0 and (
        trigger != Trigger.CREATURE_PLAYED or s.listening[Trigger.HOST_CREATURE_PLAYED] == 0
    ):
        return
    for side in range(SEATS):
        add_listeners_in(s, t, s.line[side], trigger, event, seat)
        add_listeners_in(s, t, s.artifacts[side], trigger, event, seat)


@kernel
def add_turn_trigger(s, t, kind, event):
    """Adds what effects of this turn (Lasting `kind`) do each time such a thing happens as has happened now.

    event: the card that it is about, which is "this" as well, or NO_CARD. "You" is who made the effect, in this turn
    or in his last.

    Rule 20.
    """
    if s.now[kind] > 0:
        you = other(s.active) if kind in NEXT_TURN else int(s.active)
        add(s, Trigger.LATER, event, -2 - kind, event, you, int(s.now[kind]))


@kernel
def discard_from_hand(s, t, card):
    """A player discards a card from hand; adds the abilities that this triggers, for a window of the caller's.

    Rule 6.
    """
    seat = owner(card)
    move(s, card, Zone.DISCARD)
    if seat == s.active:
        s.discarded |= 1 << int(s.card[card].house)
    add_listeners(s, t, Trigger.CARD_DISCARDED, card, seat)


# --- resolving ------------------------------------------------------------------------------------------------------


@kernel
def event_of(ability):
    """The card that a pending ability is about, or NO_CARD."""
    event = int(ability.event)
    return event if event >= NO_CARD else -2 - event


@kernel
def you_of(s, ability):
    """The seat that is "you" in a pending ability as things are now. Rule 19."""
    return int(s.card[ability.source].controller if ability.you == ITS_CONTROLLER else ability.you)


@kernel
def matters(s, t, ability):
    """Matter bits of the program of a pending ability; 0 if it has none."""
    trigger, text = int(ability.trigger), int(ability.text)
    if trigger >= PROGRAMS:
        return 0
    title = int(t.lasting[-2 - text]) if trigger == Trigger.LATER else int(s.card[text].type)
    return int(t.card[title].matters[trigger])


@kernel
def is_copy(s, a, b):
    """Whether two cards are copies of one title, house and owner."""
    return s.card[a].type == s.card[b].type and s.card[a].house == s.card[b].house and owner(a) == owner(b)


@kernel
def is_alike(s, a, b):
    """Whether the pending abilities at two places have one text, of one trigger, for one player. Rule 19."""
    one, two = s.pending[a], s.pending[b]
    if one.trigger != two.trigger or you_of(s, one) != you_of(s, two):
        return False
    if one.trigger == Trigger.LATER:
        return one.text == two.text
    return s.card[one.source].type == s.card[two.source].type and s.card[one.text].type == s.card[two.text].type


@kernel
def something_stirs(s, t, start):
    """Whether an ability of the window that begins at `start` may take cards out of play. Rule 19."""
    for i in range(start, s.n_pending):
        if s.pending[i].trigger >= PROGRAMS:
            if s.pending[i].trigger != Trigger.TUNNELER:
                return True
        elif matters(s, t, s.pending[i]) & Matter.STIRS:
            return True
    return False


@kernel
def something_else_waits(s, start, index):
    """Whether the window that begins at `start` has another ability than those like the one at a place. Rule 19."""
    for i in range(start, s.n_pending):
        if not is_alike(s, index, i):
            return True
    return False


@kernel
def has_another(s, start, index):
    """Whether another ability of the same card waits in the window that begins at `start`. Rule 19."""
    for i in range(start, s.n_pending):
        if i != index and s.pending[i].source == s.pending[index].source:
            return True
    return False


@kernel
def are_parted(s, t, start, a, b):
    """Whether something in the window that begins at `start` may come between two abilities that are alike, of two
    creatures, and find the one still in play, or take it out of play, and not the other.

    A destroyed creature stays in play until its destroyed abilities have happened, unless one of its own moves or
    saves it. Rules 7.5, 11.2, 11.6 and 19.
    """
    one = s.pending[a]
    if one.trigger in (Trigger.LATER, Trigger.LEAVES_PLAY) or t.card[s.card[one.source].type].type != Type.CREATURE:
        return False
    if moves_its_card(s, t, one):
        return something_else_waits(s, start, a)
    if one.trigger in (Trigger.DESTROYED, Trigger.HOST_DESTROYED):
        return has_another(s, start, a) or has_another(s, start, b)
    return something_stirs(s, t, start)


@kernel
def moves_its_card(s, t, ability):
    """Whether a pending ability saves its creature or sends it away. Rules 11.4 and 19."""
    return ability.trigger == Trigger.CLOAK or matters(s, t, ability) & Matter.SENDS != 0


@kernel
def is_same(s, t, start, a, b):
    """Whether the pending abilities at two places of the window that begins at `start` differ in nothing that an order
    could matter for.

    Rule 19.
    """
    if not is_alike(s, a, b):
        return False
    one, two = s.pending[a], s.pending[b]
    if one.trigger == Trigger.CONTROL:
        return False
    if one.trigger == Trigger.CLOAK and one.source == two.source:
        return is_copy(s, int(one.text), int(two.text))
    matter = matters(s, t, one)
    if matter & Matter.THIS and one.source != two.source:
        return False
    if matter & Matter.HOUSE and s.card[one.source].house != s.card[two.source].house:
        return False
    if matter & Matter.EVENT and one.event != two.event:
        return False
    return one.source == two.source or not are_parted(s, t, start, a, b)


@kernel
def is_repeat(s, t, a, b):
    """Whether the abilities at two places are of one card and about cards of the same players, and nothing else of
    these matters.
    """
    one, two = s.pending[a], s.pending[b]
    if one.trigger != two.trigger or one.text != two.text or one.you != two.you:
        return False
    matter = matters(s, t, one)
    if one.trigger == Trigger.LATER:
        return matter & (Matter.THIS | Matter.EVENT) == 0
    if one.source != two.source or matter & Matter.EVENT or (one.event < NO_CARD) != (two.event < NO_CARD):
        return False
    return owner(event_of(one)) == owner(event_of(two))


@kernel
def join_repeats(s, t, start, fresh):
    """The abilities from place `fresh` on that repeat an earlier one of the window that begins at `start` become one
    with it: it happens so many times more.
    """
    index = int(s.n_pending) - 1
    while index >= fresh:
        for earlier in range(start, fresh):
            times = int(s.pending[earlier].times) + int(s.pending[index].times)
            if times <= TIMES_MAX and is_repeat(s, t, earlier, index):
                s.pending[earlier].times = times
                remove(s, index)
                break
        index -= 1


@kernel
def is_void(s, t, index):
    """Whether the ability pending at a place no longer happens: the card whose ability it is has left play.

    Leaves-play abilities and those of actions and of effects of the turn do not need their card in play. A destroyed
    card stays in play until all its destroyed abilities have happened: of one that such an ability has moved
    elsewhere the others do not happen any more; of one that is saved they do not either, see call_off.

    Rules 7.5, 9.3 and 11.6.
    """
    ability = s.pending[index]
    source, trigger = int(ability.source), int(ability.trigger)
    if ability.times == 0:
        return True
    if trigger == Trigger.LATER:
        kind = -2 - int(ability.text)
        return (kind in (Lasting.CHARGE, Lasting.FRIENDLY_FOUGHT)) and not in_play(s, event_of(ability))
    if trigger == Trigger.LEAVES_PLAY or (trigger == Trigger.PLAY and t.card[s.card[source].type].type == Type.ACTION):
        return False
    if not in_play(s, source):
        return True
    return trigger in (Trigger.ASSAULT, Trigger.HAZARDOUS) and not in_play(s, event_of(ability))


@kernel
def forget(s, t, card):
    """A card that comes into play is none that was there before, if it has been there: what waits for that one no
    longer happens, its fights are over, and programs below the one that brings it have not chosen this one.

    Rules 7.5, 9.4, 9.7 and 12.
    """
    for index in range(s.n_pending):
        ability = s.pending[index]
        enters = ability.trigger == Trigger.CREATURE_ENTERS and event_of(ability) == card
        if enters or is_void(s, t, index):
            ability.times = 0
    brings = True
    for i in range(s.n_frames - 1, -1, -1):
        frame = s.frame[i]
        if frame.kind == Frame.FIGHT:
            frame.source = NO_CARD if frame.source == card else frame.source
            frame.other = NO_CARD if frame.other == card else frame.other
        elif frame.kind == Frame.PROGRAM:
            if not brings:
                for k in range(min(frame.n, frame.chosen.size)):
                    if frame.chosen[k] == card:
                        frame.chosen[k] = NO_CARD
            brings = False


@kernel
def remove(s, index):
    """Removes a pending ability; the others keep their order."""
    s.n_pending = drop(s.pending, int(s.n_pending), index)


@kernel
def resolve_window(s, t):
    """One step of the WINDOW frame on top: the next ability happens, or the active player is asked which.

    frame.pc: where its abilities begin.

    Rule 19.
    """
    frame = top(s)
    start = int(frame.pc)
    index = int(s.n_pending) - 1
    while index >= start:
        if is_void(s, t, index):
            remove(s, index)
        index -= 1
    if s.n_pending == start:
        pop(s)
        return
    for i in range(start + 1, s.n_pending):
        if not is_same(s, t, start, start, i):
            s.decision, s.to_move = Decision.ORDER, s.active
            return
    take_pending(s, t, start)


@kernel
def drop_spent_window(s):
    """Takes the WINDOW frame on top off the stack when the last of its abilities is about to happen: as deep as
    abilities use cards whose abilities use cards, the stack holds no frame for what is over. That of a batch of
    destroyed cards stays, as more may join it.

    Rule 19.
    """
    if s.n_pending == top(s).pc and top(s).step == 0:
        pop(s)


@kernel
def take_pending(s, t, index):
    """The ability pending at a place happens, once. Rule 19."""
    ability = s.pending[index]
    trigger, source, text = int(ability.trigger), int(ability.source), int(ability.text)
    event, you = event_of(ability), you_of(s, ability)
    whose = NO_CARD if event == NO_CARD else owner(event) if ability.event >= 0 else other(owner(event))
    if ability.times > 1:
        ability.times -= 1
    else:
        remove(s, index)
    if trigger == Trigger.CONTROL:
        s.n_pending = int(top(s).pc)  # who else changes sides is looked for anew
    drop_spent_window(s)
    if trigger == Trigger.ASSAULT:
        damage(s, t, event, keyword_amount(s, t, source, Constant.ASSAULT), 0)
    elif trigger == Trigger.HAZARDOUS:
        damage(s, t, event, keyword_amount(s, t, source, Constant.HAZARDOUS), 0)
    elif trigger == Trigger.TUNNELER:
        draw(s, t, you, 1)
    elif trigger == Trigger.CLOAK:
        save(s, t, source, text)
    elif trigger == Trigger.CONTROL:
        push(s, Frame.CONTROL, you, source)
    elif trigger == Trigger.LATER:
        push_program(s, program_of(t, int(t.lasting[-2 - text]), Trigger.LATER), you, source, event, whose)
    else:
        program = program_of(t, int(s.card[text].type), trigger)
        push_program(s, program, you, source, event, whose)


@kernel
def call_off(s, card):
    """What was to happen as a creature is destroyed no longer does, whether or not it is destroyed again at once.

    Rule 11.4.
    """
    for index in range(s.n_pending):
        ability = s.pending[index]
        if ability.source == card and ability.trigger in (Trigger.DESTROYED, Trigger.HOST_DESTROYED, Trigger.CLOAK):
            ability.times = 0


@kernel
def save(s, t, card, cloak):
    """A cloak is destroyed instead of the creature that wears it, which is fully healed. Rule 11.4."""
    call_off(s, card)
    heal(s, t, card, FULLY)
    set_status(s, card, Status.NONE)
    s.card[card].killer = NO_CARD
    destroy(s, t, cloak)
