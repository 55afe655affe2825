"""Abilities that are triggered and wait: first in, first out, the inactive player's first (rules 7.3, 7.4)."""

from __future__ import annotations

from ..cards.entries import drop
from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .basics import dealer, forget_former, hand_over, in_play_at, in_play_count, is_under_egg, side_of
from .conditions import holds
from .filters import passes
from .happenings import happened_to, happening, note
from .modifiers import has_constant, renew, spare, total
from .state import (
    NO_BODY,
    NO_CARD,
    ON_ITS_WAY,
    SEATS,
    SLOTS,
    Constant,
    Frame,
    Limit,
    Trigger,
    Turns,
    Type,
    Zone,
)
from .texts import GIVEN, TEXT_SIZE, copies, counted_text, is_marked, is_own_form, may_listen, places, set_mark


@kernel
def enqueue(s, ability, source, you, what):
    """An ability waits, one of the inactive player's before those of the active player that enter the queue with it. A
    full queue is a fault of the game. Rule 7.4.
    """
    if s.n_queue >= s.queue.size:
        s.error = ERROR_FRAMES_FULL
        return
    place = int(s.n_queue)
    while you != s.active and place > s.entered and s.queue[place - 1].you == s.active:
        s.queue[place] = s.queue[place - 1]
        place -= 1
    it = s.queue[place]
    it.ability, it.source, it.you, it.batch = ability, source, you, s.batch
    note(it, what)
    in_play = what.event >= 0 and s.card[what.event].zone == Zone.PLAY
    it.event_body = s.card[what.event].body if in_play else NO_BODY
    s.n_queue += 1


@kernel
def event_of(s, it):
    """The card that an ability which waits is about; none if that has come into play anew, for then it is another card.

    Rule 2.
    """
    event = int(it.event)
    if event >= 0 and it.event_body != NO_BODY and s.card[event].zone == Zone.PLAY:
        return event if s.card[event].body == it.event_body else NO_CARD
    return event


@kernel
def drop_from_queue(s, index):
    """Takes an ability out of the queue."""
    s.n_queue = drop(s.queue, int(s.n_queue), index)


@kernel
def close_moment(s):
    """What waits now has entered the queue: all that one ability, or one fight, has triggered, when it is over; its
    player says in which order it happens. What is triggered from here on comes after it. Rule 7.4.
    """
    s.entered, s.batch = s.n_queue, (int(s.batch) + 1) & 127


@kernel
def fire(s, t, trigger, what):
    """Something happened: all abilities that it triggers wait, those of the inactive player first. Rule 7.4."""
    if not is_heard(s, trigger):
        return
    for turn in range(SEATS):
        fire_for(s, t, trigger, seat_in_turn(s, turn), what)


@kernel
def is_heard(s, trigger):
    """Whether any card has an ability that something triggers."""
    return ((s.listens[0] | s.listens[1]) >> trigger) & 1 == 1


@kernel
def seat_in_turn(s, turn):
    """Whose abilities of one moment come first (turn 0), the inactive player's, and whose then (turn 1). Rule 7.4."""
    return 1 - int(s.active) if turn == 0 else int(s.active)


@kernel
def fire_for(s, t, trigger, seat, what):
    """The abilities of a seat's cards that something triggers wait."""
    for k in range(in_play_count(s, seat)):
        card = in_play_at(s, seat, k)
        if may_listen(s, t, card, trigger):
            fire_card(s, t, trigger, card, what)
    played = on_its_way(s, seat)
    if played != NO_CARD and may_listen(s, t, played, trigger):
        fire_card(s, t, trigger, played, what)
    if (s.elsewhere[seat] >> trigger) & 1 == 1:
        for card in range(seat * SLOTS, (seat + 1) * SLOTS):
            it = s.card[card]
            if it.type >= 0 and it.zone != Zone.PLAY and (t.card[it.type].elsewhere >> trigger) & 1 == 1:
                fire_card(s, t, trigger, card, what)
    for i in range(s.entered, s.n_queue):
        if s.queue[i].source == what.by:
            mark_given(s, t, int(s.queue[i].ability), what.by)


@kernel
def on_its_way(s, seat):
    """The card of a seat that is being played, paid for and not in play yet, which hears what its Thirst does as if it
    were; NO_CARD if there is none. Rule 5.4.
    """
    if s.n_frames == 0:
        return NO_CARD
    frame = s.frame[s.n_frames - 1]
    if frame.kind != Frame.PLAY or frame.you != seat or s.card[frame.source].zone != Zone.RESOLVING:
        return NO_CARD
    return int(frame.source)


@kernel
def fire_card(s, t, trigger, card, what):
    """The abilities of one card that something triggers wait."""
    for place in range(0, places(s, card), TEXT_SIZE):
        text = counted_text(s, card, place)
        if text >= 0:
            fire_text(s, t, trigger, card, text, place, what)


@kernel
def fire_text(s, t, trigger, card, card_type, place, what):
    """The abilities of one text, that at a place of a card, that something triggers wait."""
    first, end = t.card[card_type].ability
    for index in range(first, end):
        ability = t.ability[index]
        if ability.trigger != trigger or not is_own_form(s, place, ability.form):
            continue
        if is_triggered(s, t, ability, card, what):
            count_use(s, t, index, card, place + index - first, what)


@kernel
def is_triggered(s, t, ability, card, what):
    """Whether an ability is triggered by what happened, but for how often it may be. Rule 7.3."""
    if ability.zone != s.card[card].zone and not works_there(s, t, ability, card):
        return False
    if ability.by < 0 and ability.trigger in (Trigger.ATTACK, Trigger.STRIKES) and what.by != card:
        return False
    you = side_of(s, card)
    if ability.turns != Turns.YOURS + Turns.OPPONENTS and (ability.turns == Turns.YOURS) != (s.active == you):
        return False
    frame = spare(s, you, card)
    note(frame, what)
    if ability.when >= 0 and (what.event < 0 or not was_such(s, t, int(ability.when), what.event, you, card, frame)):
        return False
    if ability.by >= 0 and (what.by < 0 or not was_such(s, t, int(ability.by), what.by, you, card, frame)):
        return False
    if ability.condition == 0:
        return True
    renew(s, t)
    return holds(s, t, frame, ability)


@kernel
def was_such(s, t, index, other, you, card, frame):
    """Whether a card that did something, or to which something happened, is such as an ability of a card asks: a dead
    one is that of who controlled it last. Rule 7.4.
    """
    side = hand_over(s, other, dealer(s, other))
    found = passes(s, t, index, other, you, card, frame)
    hand_over(s, other, side)
    return found


@kernel
def works_there(s, t, ability, card):
    """Whether an ability works though its card is not where it says: what happens to a card on its way wherever it is
    then, one that is being played as if it were in play, an Ambush also under an Egg. Rule 5.4, keyword Ambush.
    """
    if ability.ambush >= 0:
        return is_under_egg(s, t, card)
    if ability.zone != Zone.PLAY:
        return False
    return s.card[card].zone == Zone.RESOLVING or (ON_ITS_WAY >> ability.trigger) & 1 == 1


@kernel
def count_use(s, t, index, card, place, what):
    """Puts an ability into the queue, as often as the card has it, unless its limit is reached, and counts that it
    happened. Rule 7.3.
    """
    ability, you = t.ability[index], side_of(s, card)
    if ability.zone == s.card[card].zone and ability.zone != Zone.PLAY:
        forget_former(s, card)
    it_body = s.body[s.card[card].body]
    if ability.limit in (Limit.TURN, Limit.SHARED, Limit.GIVEN):
        shared = place - (ability.limit == Limit.SHARED)
        if is_marked(s, card, shared) and (ability.limit != Limit.GIVEN or is_marked(s, what.by, given_mark(ability))):
            return
        set_mark(s, card, shared)
        if ability.limit == Limit.GIVEN:
            card, you = what.by, side_of(s, what.by)
    elif ability.limit == Limit.SECOND:
        it_body.seconds ^= 1 << place % TEXT_SIZE
        if (it_body.seconds >> place % TEXT_SIZE) & 1 == 1:
            return
    elif ability.limit == Limit.GAME:
        if (it_body.games >> place % TEXT_SIZE) & 1 == 1:
            return
        it_body.games |= 1 << place % TEXT_SIZE
    times = times_at_end(s, t, card, you) if ability.trigger == Trigger.TURN_END else 1
    for _ in range(times * copies(s, place)):
        enqueue(s, index, card, you, what)


@kernel
def mark_given(s, t, index, card):
    """A card that uses an ability which another gives it has used all of the kind that it has by now, none to come.

    Rule 7.3.
    """
    if index >= 0 and t.ability[index].limit == Limit.GIVEN:
        set_mark(s, card, given_mark(t.ability[index]))


@kernel
def given_mark(ability):
    """The mark of an ability that another card gives: the second for those that wait for attacks, else the first."""
    return GIVEN + (ability.trigger == Trigger.ATTACK)


@kernel
def times_at_end(s, t, card, you):
    """How often what a card does at the end of a turn is triggered."""
    if not has_constant(s, Constant.END_ABILITIES_TWICE) or t.card[s.card[card].type].type != Type.CREATURE:
        return 1
    return 2 if total(s, t, Constant.END_ABILITIES_TWICE, you, -1, -1) > 0 else 1


@kernel
def fire_own(s, t, trigger, card, x):
    """Something happened to a card: its own abilities that it triggers wait. x: the number that goes with it.

    Rule 7.3.
    """
    if may_listen(s, t, card, trigger):
        fire_card(s, t, trigger, card, happened_to(card, x))


@kernel
def fire_delayed(s, t, trigger, what):
    """Delayed abilities that something triggers wait no longer for it, those of the inactive player first; each happens
    as often as it was delayed, with its own number if it has one. what: a Happening. Rule 7.4.
    """
    for turn in range(SEATS):
        seat = seat_in_turn(s, turn)
        for i in range(s.n_delayed - 1, -1, -1):
            it = s.delayed[i]
            if it.you == seat and is_due(s, t, it, trigger, what.event):
                known = happening(what.event, what.by, it.x if it.x else what.x, what.y, what.how)
                for _ in range(it.times):
                    enqueue(s, int(it.ability), int(it.source), seat, known)
                s.n_delayed = drop(s.delayed, int(s.n_delayed), i)


@kernel
def is_due(s, t, delayed, trigger, event):
    """Whether a delayed ability is triggered by what happened. Rule 7.3."""
    ability, you, source = t.ability[delayed.ability], int(delayed.you), int(delayed.source)
    if ability.trigger != trigger:
        return False
    if ability.when < 0:
        return True
    frame = spare(s, you, source)
    frame.event = event
    return event != NO_CARD and passes(s, t, int(ability.when), event, you, source, frame)
