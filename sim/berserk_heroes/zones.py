"""Where cards go: hand, deck, graveyard, play, under captors; tokens (rule 2)."""

from __future__ import annotations

from ..cards.hidden import shuffle_unseen
from ..cards.piles import remove
from ..core.faults import ERROR_PILE_FULL
from ..core.kernel import kernel
from ..core.pile import find, put, put_under, take, take_top
from .basics import (
    body,
    forget_former,
    hand_over,
    has_text,
    in_play,
    keyword,
    mark,
    may_come_into_play,
    next_moment,
    note_shift,
    owner,
    side_of,
    type_of,
)
from .happenings import done_to, happened_to, happening
from .modifiers import drop_grants_of, end_grants, has_constant, refresh, total, value_of
from .queue import fire, fire_card, fire_for, fire_own, is_heard, seat_in_turn
from .state import (
    BODIES,
    CARDS,
    LINE_MAX,
    NO_BODY,
    NO_CARD,
    SEATS,
    SLOTS,
    Constant,
    Flag,
    Rare,
    Trigger,
    Type,
    Until,
    Zone,
)
from .tables import Keyword
from .texts import drop_texts_of, may_listen

BOTH = 3
"""Bits of both seats."""
PLAYED_OUTSIDE = (
    1 << Constant.PLAYABLE_FROM_GRAVEYARD
    | 1 << Constant.PLAYABLE_CAPTURED
    | 1 << Constant.PLAYS_DISCARDED
    | 1 << Constant.HATCHES
)
"""Bits of the constants by which cards are played from elsewhere than the hand."""


@kernel
def is_token(s, t, card):
    """Whether a card is created, as itself or as a copy of another: outside play it goes to the reserve. What became a
    copy of one is not.

    Rule 7.5, keyword Created.
    """
    it = s.card[card]
    own = it.former if it.former >= 0 else it.type
    return it.created == 1 or (t.card[own].keywords >> Keyword.CREATED) & 1 == 1


@kernel
def is_placed(s, t, card):
    """Whether a card goes to the reserve instead of a graveyard. rule: keyword Placed."""
    return (t.card[s.card[card].type].keywords >> Keyword.PLACED) & 1 == 1


@kernel
def clear_card(s, card):
    """A card of which nothing is known but what it is. Rule 2."""
    it = s.card[card]
    drop_texts_of(s, card, True)
    it.former, it.bits, it.marks, it.captor, it.origin = -1, it.bits & Flag.LENT, 0, NO_CARD, 0
    it.linked, it.noted, it.spent, it.controller = NO_CARD, 0, 0, owner(card)


@kernel
def number_card(s, t, card, card_type, zone):
    """A card of a type gets a number."""
    forget_former(s, card)
    clear_card(s, card)
    name_card(s, t, card, card_type, zone)


@kernel
def name_card(s, t, card, card_type, zone):
    """A card that is clear is of a type; what it listens to, and that it may be played from elsewhere, is noted."""
    it, seat, ct = s.card[card], card // SLOTS, t.card[card_type]
    it.type, it.zone, it.seen, it.created = card_type, zone, 0, 0
    s.listens[seat] |= ct.listens
    s.elsewhere[seat] |= ct.elsewhere
    if ct.constants & PLAYED_OUTSIDE:
        s.outside[seat] = 1


@kernel
def take_out(s, card):
    """Takes a card out of the pile in which it lies."""
    zone, seat, side = s.card[card].zone, owner(card), int(s.card[card].controller)
    if zone == Zone.DECK:
        remove(s.deck[seat], card)
    elif zone == Zone.HAND:
        remove(s.hand[seat], card)
    elif zone == Zone.GRAVEYARD:
        remove(s.graveyard[seat], card)
    elif zone == Zone.SIDEBOARD:
        remove(s.sideboard[seat], card)
    elif zone == Zone.PLAY:
        at = find(s.line[side], card)
        if at >= 0:
            take(s.line[side], at)
        else:
            remove(s.support[side], card)


@kernel
def put_in(s, card, zone, under):
    """Puts a card into its owner's zone. Rule 2."""
    seat = owner(card)
    s.card[card].zone = zone
    if zone == Zone.DECK:
        if under:
            put_under(s, s.deck[seat], card)
        else:
            put(s, s.deck[seat], card)
    elif zone == Zone.HAND:
        put(s, s.hand[seat], card)
    elif zone == Zone.GRAVEYARD:
        put(s, s.graveyard[seat], card)
    elif zone == Zone.SIDEBOARD:
        put(s, s.sideboard[seat], card)


@kernel
def are_graveyards_closed(s, t):
    """Whether cards cannot leave graveyards. Rule 7.1."""
    return has_constant(s, Constant.GRAVEYARDS_CLOSED) and total(s, t, Constant.GRAVEYARDS_CLOSED, -1, -1, -1) > 0


@kernel
def is_stuck(s, t, card):
    """Whether a card cannot leave the graveyard it is in. Rule 7.1."""
    return s.card[card].zone == Zone.GRAVEYARD and are_graveyards_closed(s, t)


@kernel
def move(s, t, card, zone, under):
    """A card goes to a zone of its owner's; returns whether it did. Triggers of its death are fired by `bury`. What it
    does as it goes to the graveyard is that of who controlled it last, or plays it.

    Rules 2, 7.4.
    """
    it = s.card[card]
    was, side = it.zone, side_of(s, card)
    if was == Zone.NONE or card % SLOTS == 0 or (zone != Zone.GRAVEYARD and is_stuck(s, t, card)):
        return False
    if was == Zone.PLAY:
        fire_own(s, t, Trigger.LEAVES, card, 0)
        leave_play(s, t, card)
    else:
        take_out(s, card)
    if it.former >= 0:
        it.type = it.former
    if was == Zone.DECK or was == Zone.HAND:
        forget_former(s, card)
    else:
        it.seen = BOTH
    clear_card(s, card)
    if is_token(s, t, card) or (zone == Zone.GRAVEYARD and is_placed(s, t, card)):
        it.zone = Zone.NONE
    else:
        put_in(s, card, zone, under)
        if zone == Zone.HAND:
            it.seen |= 1 << owner(card)
        if zone == Zone.GRAVEYARD:
            hand_over(s, card, side)
            fire_own(s, t, Trigger.GRAVEYARD, card, 0)
            hand_over(s, card, owner(card))
    if was == Zone.PLAY and side != owner(card):
        mark(s, card, Flag.LENT)
    note_shift(s)
    return True


@kernel
def leave_play(s, t, card):
    """A card is no longer in play: what it held goes back, what was given to it ends. Rules 2, 7.5."""
    body(s, card).came = s.card[card].type
    take_out(s, card)
    drop_grants_of(s, card)
    end_grants(s, Until.WHILE_GIVER, card)
    if s.happened & (Rare.CAPTURED | Rare.LINKED):
        let_go(s, t, card)
    s.stale = 1


@kernel
def let_go(s, t, card):
    """What was linked to a card is not any more, and what it had captured goes back. Rules 2, 7.5."""
    for other in range(CARDS):
        if s.card[other].linked == card:
            s.card[other].linked = NO_CARD
        if s.card[other].zone == Zone.CAPTURED and s.card[other].captor == card:
            release(s, t, other)


@kernel
def release(s, t, card):
    """A captured card goes back to the zone that it came from, under its owner. No triggers.

    Rule 7.5, keyword Capture.
    """
    zone = int(s.card[card].origin)
    clear_card(s, card)
    if zone == Zone.PLAY:
        settle_in(s, t, card, owner(card))
    else:
        put_in(s, card, zone, False)
        if zone == Zone.DECK:
            shuffle_unseen(s, owner(card))


@kernel
def bury(s, t, card, by):
    """A card goes from play to the graveyard: what its death triggers, then it goes. Rule 8."""
    for turn in range(SEATS):
        announce_death(s, t, card, by, seat_in_turn(s, turn))
    move(s, t, card, Zone.GRAVEYARD, False)


@kernel
def announce_death(s, t, card, by, seat):
    """What the death of a card in play triggers of a seat's cards, while it is still there. Rule 8, keyword Death."""
    it = body(s, card)
    excess = max(0, int(it.wounds) - int(it.life))
    if side_of(s, card) == seat and may_listen(s, t, card, Trigger.DEATH) and is_death_heard(s, t):
        fire_card(s, t, Trigger.DEATH, card, happening(card, by, excess, 0, 0))
    if type_of(s, t, card) == Type.CREATURE and is_heard(s, Trigger.CREATURE_DIES):
        regeneration = value_of(s, t, card, Keyword.REGENERATION)
        fire_for(s, t, Trigger.CREATURE_DIES, seat, happening(card, by, excess, regeneration, 0))


@kernel
def is_death_heard(s, t):
    """Whether Death works. rule: keyword Death."""
    return not has_constant(s, Constant.NO_DEATH) or total(s, t, Constant.NO_DEATH, -1, -1, -1) == 0


@kernel
def does_summon_work(s, t):
    """Whether Summon works. rule: keyword Summon."""
    return not has_constant(s, Constant.NO_SUMMON) or total(s, t, Constant.NO_SUMMON, -1, -1, -1) == 0


@kernel
def take_from_deck(s, seat):
    """The top card of a deck goes to hand, and nothing sees it: so opening hands are drawn. Returns the card, NO_CARD
    if there was none. Rule 3.3.
    """
    if s.deck[seat].n == 0:
        return NO_CARD
    card = int(take_top(s.deck[seat]))
    s.card[card].zone = Zone.HAND
    put(s, s.hand[seat], card)
    s.card[card].seen |= 1 << seat
    note_shift(s)
    return card


@kernel
def draw(s, t, seat):
    """A player draws a card in a turn; returns whether there was one. Rules 4.B, 7.12."""
    card = take_from_deck(s, seat)
    if card == NO_CARD:
        return False
    s.drawn[seat] += 1
    fire_own(s, t, Trigger.DRAWN, card, 0)
    return True


@kernel
def discard(s, t, card):
    """A card is discarded from a hand."""
    seat = owner(card)
    if s.card[card].zone != Zone.HAND:
        return False
    s.discarded[seat] += 1
    move(s, t, card, Zone.GRAVEYARD, False)
    fire(s, t, Trigger.DISCARDED, done_to(card, seat * SLOTS))
    return True


# --- entering play --------------------------------------------------------------------------------------------------


@kernel
def new_body(s, card):
    """Gives a card that comes into play a record in `body`."""
    for step in range(BODIES - 1):
        index = (s.next_body + step) % (BODIES - 1)
        holder = int(s.body[index].card)
        if holder < 0 or s.card[holder].zone != Zone.PLAY or s.card[holder].body != index:
            if holder >= 0 and s.card[holder].body == index:
                s.card[holder].body = NO_BODY
            s.next_body = (index + 1) % (BODIES - 1)
            clear_body(s.body[index])
            s.body[index].card, s.body[index].came = card, next_moment(s)
            s.card[card].body = index
            return
    s.error = ERROR_PILE_FULL


@kernel
def clear_body(it):
    """A body without anything on it."""
    it.card, it.boost, it.base_strike, it.base_life, it.poison, it.counters = NO_CARD, 0, -1, -1, 0, 0
    it.class_gained, it.armour_used, it.killer, it.seconds, it.games, it.meditations = -1, 0, NO_CARD, 0, 0, 0
    it.wounds, it.extra, it.strike_more, it.strike, it.life, it.keywords = 0, 0, 0, 0, 0, 0
    it.strike_less, it.strike_doubled, it.strike_set, it.set_at, it.came = 0, 0, -1, 0, 0
    it.meditation, it.asleep, it.cost = 0, 0, 0


@kernel
def has_room(s, t, card, seat):
    """Whether a card could come into play: creatures of a player have a bound of ours."""
    return type_of(s, t, card) != Type.CREATURE or s.line[seat].n < LINE_MAX


@kernel
def settle_in(s, t, card, seat):
    """A card is in play under a seat's control; nothing is triggered. Rules 5.5, 5.7."""
    forget_former(s, card)
    new_body(s, card)
    it, ct = s.card[card], t.card[s.card[card].type]
    it.zone, it.controller, it.seen = Zone.PLAY, seat, BOTH
    body(s, card).cost = ct.cost
    if ct.type == Type.CREATURE:
        it.bits |= Flag.NEW
        put(s, s.line[seat], card)
    else:
        put(s, s.support[seat], card)
    sleeping = (int(ct.keywords) >> Keyword.SLEEPING) & 1 == 1 and has_text(s, card)
    if sleeping:
        it.bits |= Flag.TAPPED
        body(s, card).asleep = 1
    s.stale = 1


@kernel
def replace_support(s, t, card, seat):
    """A new support card sends the old one of its class to the graveyard. Rule 5.7."""
    for i in range(s.support[seat].n - 1, -1, -1):
        old = int(s.support[seat].card[i])
        if old != card and type_of(s, t, old) == type_of(s, t, card):
            bury(s, t, old, NO_CARD)


@kernel
def enter_play(s, t, card, seat, tapped):
    """A card comes into play under a seat's control, from wherever it is, and its Hire is triggered; returns whether it
    did. Rule 2, keyword Hire.
    """
    entered = come_into_play(s, t, card, seat, tapped)
    if entered:
        trigger_entry(s, t, card)
    return entered


@kernel
def come_into_play(s, t, card, seat, tapped):
    """A card comes into play under a seat's control, from wherever it is, and nothing is triggered yet; returns whether
    it did. What it did this turn as it was played it has done. Rules 2, 5.4.
    """
    if s.card[card].zone == Zone.PLAY or not may_come_into_play(t, s.card[card].type):
        return False
    if is_stuck(s, t, card) or not has_room(s, t, card, seat):
        return False
    it = s.card[card]
    spent, noted, marks = int(it.spent), int(it.noted), int(it.marks) if it.zone == Zone.RESOLVING else 0
    take_out(s, card)
    clear_card(s, card)
    drop_grants_of(s, card)
    it.spent, it.noted, it.marks = spent, noted, marks
    settle_in(s, t, card, seat)
    if tapped:
        s.card[card].bits |= Flag.TAPPED
    silences = (t.card[s.card[card].type].constants >> Constant.LOSES_ABILITIES) & 1 == 1
    if silences or has_constant(s, Constant.LOSES_ABILITIES) or is_heard(s, Trigger.CREATURE_ENTERS):
        refresh(s, t)
    return True


@kernel
def trigger_entry(s, t, card):
    """What a card that came into play triggers: it entered, a support card takes the place of another, its Hire works.

    Rules 5.7, 7.3, keyword Hire.
    """
    if type_of(s, t, card) == Type.CREATURE:
        fire(s, t, Trigger.CREATURE_ENTERS, happened_to(card, int(s.card[card].spent)))
    else:
        replace_support(s, t, card, int(s.card[card].controller))
    hire(s, t, card)


@kernel
def does_hire_work(s, t):
    """Whether nothing keeps Hire from working. rule: keyword Hire."""
    return not has_constant(s, Constant.NO_HIRE) or total(s, t, Constant.NO_HIRE, -1, -1, -1) == 0


@kernel
def hire(s, t, card):
    """The Hire of a card works, as often as its text says. rule: keyword Hire."""
    if not does_hire_work(s, t):
        return
    ct, seat, times = t.card[s.card[card].type], int(s.card[card].controller), 1
    if has_text(s, card):
        if (ct.constants >> Constant.HIRE_THREE_TIMES) & 1:
            times = 3
        if (ct.constants >> Constant.HIRE_AGAIN_FOR_RICHER) & 1:
            times += s.gold[1 - seat] > s.gold[seat]
    for _ in range(times):
        fire(s, t, Trigger.HIRES, happened_to(card, 0))
        fire_own(s, t, Trigger.HIRE, card, int(s.card[card].spent))


@kernel
def change_control(s, t, card, seat):
    """A card comes under a seat's control. Rule 6.1: its first-turn weakness begins anew."""
    it = s.card[card]
    if it.zone != Zone.PLAY or it.controller == seat or card % SLOTS == 0:
        return False
    if not has_room(s, t, card, seat):
        return False
    take_out(s, card)
    it.controller = seat
    if type_of(s, t, card) == Type.CREATURE:
        it.bits |= Flag.NEW
        put(s, s.line[seat], card)
    else:
        put(s, s.support[seat], card)
        replace_support(s, t, card, seat)
    s.stale = 1
    return True


@kernel
def is_kept(s, card, seat):
    """Whether a card in play cannot be captured or returned to hand by cards of a seat. Rule 7.1."""
    if s.card[card].zone != Zone.PLAY or s.card[card].controller == seat:
        return False
    return keyword(s, card, Keyword.NO_CAPTURE)


@kernel
def capture(s, t, card, captor):
    """A card comes under a captor; returns whether it did: that it leaves where it was triggers nothing. One that goes
    to the reserve instead did not, nor one that is captured already.

    Rule 2, keyword Capture.
    """
    it = s.card[card]
    if it.zone == Zone.CAPTURED or card % SLOTS == 0 or card == captor:
        return False
    if not in_play(s, captor) or is_stuck(s, t, card):
        return False
    was, seat, side = int(it.zone), int(s.card[captor].controller), side_of(s, card)
    if is_kept(s, card, seat):
        return False
    if is_token(s, t, card) or is_placed(s, t, card):
        move(s, t, card, Zone.GRAVEYARD, False)
        return False
    if was == Zone.PLAY:
        leave_play(s, t, card)
    else:
        take_out(s, card)
    if it.former >= 0:
        it.type = it.former
    clear_card(s, card)
    if was == Zone.PLAY and side != owner(card):
        mark(s, card, Flag.LENT)
    it.zone, it.captor, it.origin, it.seen = Zone.CAPTURED, captor, was, BOTH
    s.happened |= Rare.CAPTURED
    note_shift(s)
    fire(s, t, Trigger.CAPTURES, done_to(card, captor))
    return True


@kernel
def free_slot(s, seat):
    """A card number of a seat that nothing uses, the longest unused first; NO_CARD if there is none."""
    for card in range(seat * SLOTS + 1, (seat + 1) * SLOTS):
        if s.card[card].type < 0:
            return card
    for card in range(seat * SLOTS + 1, (seat + 1) * SLOTS):
        if s.card[card].zone == Zone.NONE and not is_awaited(s, card):
            return card
    return NO_CARD


@kernel
def is_awaited(s, card):
    """Whether an ability that waits is about a card."""
    for i in range(s.n_queue):
        it = s.queue[i]
        if card in (it.source, it.event, it.by):
            return True
    for i in range(s.n_frames):
        frame = s.frame[i]
        if card in (frame.source, frame.event, frame.by):
            return True
    return False
