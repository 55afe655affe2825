"""Playing cards: where from, for what, and what comes of it; activated abilities (rules 5, 7.2)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.frames import pop, push
from ..core.kernel import kernel
from .basics import (
    body,
    forget_former,
    hand_over,
    has,
    has_text,
    hero_of,
    in_play,
    in_play_at,
    in_play_count,
    is_character,
    is_under_egg,
    keyword,
    mark,
    note_shift,
    owner,
    spell_gold,
    type_of,
    untapped_gold,
    use_keyword,
)
from .conditions import KILLED, THIRSTED, holds
from .damage import destroy, wound
from .fight import can_act, is_same
from .filters import at_least, next_match, passes, seats_of
from .gold import tap_gold, tap_spell_gold
from .happenings import happened_to, happening
from .modifiers import drop_grants_of, has_constant, renew, thirst_value, total, total_of_text
from .programs import create, forget_use, run_queued, start_program
from .queue import close_moment, drop_from_queue, fire, fire_delayed, fire_own
from .state import (
    NO_BODY,
    NO_CARD,
    PLAYED_AS,
    PLAYED_MAX,
    SEATS,
    SLOTS,
    Constant,
    Decision,
    Flag,
    Form,
    Frame,
    Lasting,
    Source,
    Trigger,
    Type,
    Zone,
)
from .tables import ALL, MODES_MAX, PAY_X, PRINTED_COPIES, Keyword, Operation, Place, Property
from .texts import Text, is_marked, one_copy, set_mark, text_at
from .zones import (
    BOTH,
    are_graveyards_closed,
    capture,
    come_into_play,
    draw,
    has_room,
    is_placed,
    is_stuck,
    move,
    take_out,
    trigger_entry,
)

BEGIN, COSTED, COUNTERS, THIRSTY, PAYING, TARGETS, ANNOUNCED, EFFECT, DONE = range(9)
"""Steps of a PLAY frame (source: the card, you: who plays it, other: the zone it came from, by: the Egg that lets it
be played or NO_CARD, x: the X of its cost, y: the cost that replaces its own or -1, did: gold to pay, left: counters
that paid, picked: the place of the card that is asked for counters, later the copy of Thirst, loop: the body of the
card that came into play, or NO_BODY, flag: see below, how: 1 for Ambush)."""
CANCELLED, PAID_BY_COUNTERS, TOLD = 1, 2, 4
"""Bits of a PLAY frame's flag; TOLD: those who may cancel the card know of it."""
X_MAX = 100
"""The highest X that a card may cost: no player has so much gold."""
ANNOUNCING = 1
"""The flag of a PROGRAM frame of a spell whose targets are being chosen."""


# --- costs ----------------------------------------------------------------------------------------------------------


@kernel
def cost_to_play(s, t, card, seat, base, how):
    """The gold cost of a card for a player, whose it is then, as he plays it. base: instead of what is printed, or -1.

    Rule 5.2.
    """
    ct = t.card[s.card[card].type]
    cost = int(ct.cost) if base < 0 else base
    if has_constant(s, Constant.BASE_COST_ONLY) and total(s, t, Constant.BASE_COST_ONLY, -1, -1, -1) > 0:
        return cost if ct.cost_x == 1 else int(ct.cost)
    if has_constant(s, Constant.COST):
        side = hand_over(s, card, seat)
        cost += total(s, t, Constant.COST, -1, card, -1)
        hand_over(s, card, side)
    if (ct.constants >> Constant.COST) & 1:
        cost += total_of_text(s, t, Constant.COST, Text(seat, card, text_at(s, card, 0), 0), card, -1)
    if not is_as_in_hand(s, t, card):
        cost += total(s, t, Constant.COST_OUTSIDE, seat, -1, -1)
    if how == 0 and is_under_egg(s, t, card):
        cost -= body(s, int(s.card[card].captor)).counters
    if ct.type == Type.SPELL:
        cost += int(s.lasting[seat, Lasting.NEXT_SPELL_COSTS])
    return max(0, cost + int(s.lasting[seat, Lasting.FIRST_CARD_COSTS]))


@kernel
def doubles(s, t, card, seat):
    """Whether each gold pays 2 for a card."""
    return (
        has_constant(s, Constant.DOUBLE_GOLD)
        and type_of(s, t, card) == Type.CREATURE
        and total(s, t, Constant.DOUBLE_GOLD, seat, -1, -1) > 0
    )


@kernel
def next_payer(s, t, card, seat, how, place):
    """The first place, from this one on, of a card in play whose counters may pay for a card that is played, or -1.

    Place 0 is the hero, the others are his creatures in the order in which they came. Rule 5.4.
    """
    kind = Constant.PAYS_AMBUSH if how == 1 else Constant.PAYS_ORCS
    if not has_constant(s, kind):
        return -1
    for k in range(place, 1 + s.line[seat].n):
        source = payer_at(s, seat, k)
        if body(s, source).counters > 0 and has_text(s, source):
            if total_of_text(s, t, kind, Text(seat, source, text_at(s, source, 0), 0), card, -1) > 0:
                return k
    return -1


@kernel
def payer_at(s, seat, place):
    """The card at a place of `next_payer`."""
    return seat * SLOTS if place == 0 else int(s.line[seat].card[place - 1])


@kernel
def counters_from(s, t, card, seat, how, place):
    """The counters, of cards from a place on, that may pay for a card."""
    found = 0
    place = next_payer(s, t, card, seat, how, place)
    while place >= 0:
        found += int(body(s, payer_at(s, seat, place)).counters)
        place = next_payer(s, t, card, seat, how, place + 1)
    return found


@kernel
def gold_for(s, t, card, seat):
    """What the untapped gold of a player pays for a card. Rule 5.1."""
    found = untapped_gold(s, seat)
    if doubles(s, t, card, seat):
        found *= 2
    if type_of(s, t, card) == Type.SPELL:
        found += spell_gold(s, seat)
    return found


@kernel
def purse(s, t, card, seat, how):
    """What a player could pay for a card with, gold and counters. Rule 5.4."""
    return gold_for(s, t, card, seat) + counters_from(s, t, card, seat, how, 0)


# --- what may be played ---------------------------------------------------------------------------------------------


@kernel
def may_be_played_from(s, t, card, seat):
    """Whether a card lies where a player may play it from. Rule 4.C."""
    it = s.card[card]
    if it.zone == Zone.HAND:
        return owner(card) == seat
    own = t.card[it.type].constants
    if it.zone == Zone.GRAVEYARD:
        if owner(card) == seat and (own >> Constant.PLAYABLE_FROM_GRAVEYARD) & 1:
            return True
        return lends(s, t, int(it.linked), seat, Constant.PLAYS_DISCARDED)
    if it.zone != Zone.CAPTURED:
        return False
    if owner(card) == seat and (own >> Constant.PLAYABLE_CAPTURED) & 1:
        return True
    return lends(s, t, int(it.captor), seat, Constant.HATCHES)


@kernel
def lends(s, t, card, seat, kind):
    """Whether a card, if it is one in play, lets its controller play another."""
    return (
        in_play(s, card)
        and s.card[card].controller == seat
        and has_text(s, card)
        and (t.card[s.card[card].type].constants >> kind) & 1 == 1
    )


@kernel
def is_forbidden(s, t, card, seat):
    """Whether something forbids a player to play a card, or to play it from where it lies. Rules 5.4, 7.1."""
    if not is_as_in_hand(s, t, card) and is_shut_in(s, t, card):
        return True
    forbidden = s.card[card].type + 1
    if s.lasting[0, Lasting.NAME_FORBIDDEN] == forbidden or s.lasting[1, Lasting.NAME_FORBIDDEN] == forbidden:
        return True
    for side in range(SEATS):
        most = s.lasting[side, Lasting.PLAYS_AT_MOST]
        if most > 0 and s.plays[seat] >= most:
            return True
    return not has_room(s, t, card, seat) or not can_quench(s, t, card, seat)


@kernel
def is_as_in_hand(s, t, card):
    """Whether a card is played from hand, or as if it were there: a captured one of which its text says so.

    Rule 4.C.
    """
    it = s.card[card]
    if it.zone == Zone.CAPTURED:
        return (t.card[it.type].constants >> Constant.PLAYABLE_CAPTURED) & 1 == 1
    return it.zone == Zone.HAND


@kernel
def is_shut_in(s, t, card):
    """Whether a card cannot be played as it lies elsewhere than in a hand. Rule 7.1."""
    if is_stuck(s, t, card):
        return True
    return has_constant(s, Constant.HAND_ONLY) and total(s, t, Constant.HAND_ONLY, -1, -1, -1) > 0


@kernel
def can_quench(s, t, card, seat):
    """Whether somebody can be wounded for the Thirst of a card, if it has any: a hidden hero cannot. Rule 5.4."""
    if not has(s, hero_of(seat), Flag.HIDDEN):
        return True
    for side in range(SEATS):
        for k in range(in_play_count(s, side)):
            if may_thirst(s, t, card, seat, in_play_at(s, side, k)):
                return True
    side, thirsts = hand_over(s, card, seat), False
    for copy in range(PRINTED_COPIES):
        thirsts |= thirst_value(s, t, card, copy) > 0
    hand_over(s, card, side)
    return not thirsts


@kernel
def can_play(s, t, card, seat):
    """Whether a player may play a card from where it lies, for its cost. Rules 5.4, 5.6."""
    ct = t.card[s.card[card].type]
    base = 1 if ct.cost_x == 1 else -1
    if is_forbidden(s, t, card, seat) or cost_to_play(s, t, card, seat, base, 0) > purse(s, t, card, seat, 0):
        return False
    return ct.type != Type.SPELL or spell_has_targets(s, t, card, seat)


@kernel
def spell_has_targets(s, t, card, seat):
    """Whether every ability of a spell finds what it has to choose. Rule 5.6."""
    ct = t.card[s.card[card].type]
    for index in range(ct.ability[0], ct.ability[1]):
        ability = t.ability[index]
        if ability.trigger == Trigger.SPELL and not has_targets(s, t, ability, card, seat):
            return False
    return True


@kernel
def has_targets(s, t, ability, card, seat):
    """Whether the choices with which an ability, or one of its modes, begins find cards in play or in graveyards.

    Rule 5.6.
    """
    start, frame = int(ability.start), t.text_frame[seat, card]
    if start == ability.end or t.row[start].operation != Operation.CHOOSE_MODE:
        return finds_choices(s, t, start, int(ability.end), seat, card, frame)
    for mode in range(MODES_MAX):
        first, end = t.card[s.card[card].type].modes[mode]
        if first < end and finds_choices(s, t, first, end, seat, card, frame):
            return True
    return False


@kernel
def finds_choices(s, t, start, end, you, this, frame):
    """Whether the choices with which the rows of a text begin find cards in play or in graveyards. Rules 5.6, 7.6."""
    for at in range(start, end):
        row = t.row[at]
        if row.operation not in (Operation.CHOOSE, Operation.CHOOSE_ALSO):
            return True
        place = t.filter[row.filter].place
        if row.optional == 1 or row.condition != 0 or orders(row) or place not in (Place.PLAY, Place.GRAVEYARD):
            continue
        if not finds_target(s, t, int(row.filter), you, this, frame):
            return False
    return True


@kernel
def finds_target(s, t, index, you, this, frame):
    """Whether there is a card that a text may choose, if only the spell itself in the graveyard where it goes first.

    Rule 5.6.
    """
    k, spell = 0, type_of(s, t, this) == Type.SPELL
    warded = spell and t.filter[index].properties & Property.PLAYER == 0
    while True:
        card, k = next_match(s, t, index, k, you, this, frame)
        if card == NO_CARD:
            return spell and finds_itself(s, t, index, you, this, frame)
        if not (warded and in_play(s, card) and keyword(s, card, Keyword.SPELL_WARD)):
            return True


@kernel
def finds_itself(s, t, index, you, this, frame):
    """Whether a spell that is played will be a card that it may choose from a graveyard. Rule 5.4."""
    f = t.filter[index]
    if f.place != Place.GRAVEYARD or is_placed(s, t, this) or (seats_of(f, you) >> owner(this)) & 1 == 0:
        return False
    return passes(s, t, index, this, you, this, frame)


# --- playing --------------------------------------------------------------------------------------------------------


@kernel
def begin_play(s, t, card, seat, base, how):
    """A player plays a card. base: the cost instead of the printed one, or -1; how: 1 for Ambush. Rule 5.4."""
    frame = push(s)
    frame.kind, frame.step, frame.you, frame.seat, frame.source = Frame.PLAY, BEGIN, seat, seat, card
    frame.other, frame.x, frame.y, frame.flag, frame.how, frame.left = s.card[card].zone, 0, base, 0, how, 0
    frame.n, frame.picked, frame.by, frame.did, frame.loop = 0, 0, NO_CARD, 0, NO_BODY
    if (
        base < 0
        and s.card[card].zone == Zone.CAPTURED
        and lends(s, t, int(s.card[card].captor), seat, Constant.HATCHES)
    ):
        frame.by = s.card[card].captor
    s.card[card].noted = 0
    forget_former(s, card)
    hand_over(s, card, seat)
    if how == 1:
        use_keyword(s, seat)


@kernel
def x_range(s, t, frame):
    """The highest X that a player can pay for the card or ability on top. Rules 5.3, 7.2."""
    seat = int(frame.you)
    if frame.kind == Frame.USE:
        return untapped_gold(s, seat)
    card = int(frame.source)
    extra = cost_to_play(s, t, card, seat, X_MAX, 0) - X_MAX
    return min(X_MAX, max(1, purse(s, t, card, seat, 0) - extra))


@kernel
def resolve_play(s, t, frame):
    """One step of playing a card. Rule 5.4."""
    card, seat = int(frame.source), int(frame.you)
    if frame.step == BEGIN:
        frame.step = COSTED
        if t.card[s.card[card].type].cost_x == 1 and frame.y < 0:
            ask(s, seat, Decision.X)
    elif frame.step == COSTED:
        set_cost(s, t, frame, card, seat)
    elif frame.step == COUNTERS:
        ask_counters(s, t, frame, card, seat)
    elif frame.step == THIRSTY:
        ask_thirst(s, t, frame, card, seat)
    elif frame.step == PAYING:
        pay_for(s, t, frame, card, seat)
    elif frame.step == TARGETS:
        frame.step = ANNOUNCED
        if type_of(s, t, card) == Type.SPELL:
            run_spell(s, t, card, seat, int(frame.x), ANNOUNCING)
    elif frame.step == ANNOUNCED:
        run_cancels(s, t, frame, card)
    elif frame.step == EFFECT:
        take_effect(s, t, frame, card, seat)
    else:
        finish_play(s, t, frame, card, seat)


@kernel
def set_cost(s, t, frame, card, seat):
    """The cost is known. Rules 5.2, 5.3."""
    frame.step = COUNTERS
    ct = t.card[s.card[card].type]
    base = int(frame.x) if ct.cost_x == 1 and frame.y < 0 else int(frame.y)
    frame.did = 0 if frame.y == 0 else cost_to_play(s, t, card, seat, base, int(frame.how))


@kernel
def ask_counters(s, t, frame, card, seat):
    """The next card whose counters may pay for a part of what is left of the cost asks how many do. Rule 5.4."""
    place = next_payer(s, t, card, seat, int(frame.how), int(frame.picked)) if frame.left < frame.did else -1
    if place < 0:
        frame.step, frame.picked = THIRSTY, 0
        return
    frame.picked = place
    ask(s, seat, Decision.COUNTERS)


@kernel
def counters_range(s, t, frame):
    """(least, most) counters of the card that is asked for them that pay for the card on top. Rule 5.4."""
    card, seat, how, place = int(frame.source), int(frame.you), int(frame.how), int(frame.picked)
    due = int(frame.did) - int(frame.left)
    others = gold_for(s, t, card, seat) + counters_from(s, t, card, seat, how, place + 1)
    return max(0, due - others), min(int(body(s, payer_at(s, seat, place)).counters), due)


@kernel
def pay_counters(s, frame, n):
    """The card that is asked pays with n of its counters. Rule 5.4."""
    body(s, payer_at(s, int(frame.you), int(frame.picked))).counters -= n
    frame.left += n
    frame.picked += 1


@kernel
def ask_thirst(s, t, frame, card, seat):
    """The next copy of Thirst asks whom it wounds. All are chosen before any wounds. Rule 5.4, keyword Thirst."""
    while frame.picked < PRINTED_COPIES and thirst_value(s, t, card, int(frame.picked)) == 0:
        frame.picked += 1
    if frame.picked >= PRINTED_COPIES:
        frame.step = PAYING
        return
    ask(s, seat, Decision.THIRST)


@kernel
def may_thirst(s, t, card, seat, target):
    """Whether a character may be wounded for the Thirst of a card. Rule 5.4, keyword Thirst."""
    if has(s, target, Flag.HIDDEN) or not is_character(s, t, target):
        return False
    if s.card[target].controller == seat:
        return True
    enemies = (t.card[s.card[card].type].constants >> Constant.THIRST_FOR_ENEMIES) & 1 == 1
    return enemies and type_of(s, t, target) == Type.CREATURE


@kernel
def pay_for(s, t, frame, card, seat):
    """Gold is spent, Thirst wounds, the card leaves where it was. Rule 5.4."""
    frame.step = TARGETS
    spend(s, t, frame, card, seat)
    note_play(s, t, card, seat)
    if type_of(s, t, card) == Type.SPELL:
        move(s, t, card, Zone.GRAVEYARD, False)
    s.card[card].spent, s.card[card].controller = min(100, frame.x), seat
    if type_of(s, t, card) != Type.SPELL:
        take_in_hand(s, t, card, seat)
    quench(s, t, frame, card, seat)


@kernel
def spend(s, t, frame, card, seat):
    """Pays the cost of a card; did becomes the gold spent, and so does x, unless it is the X of the cost.

    Rules 5.1, 5.3, 5.4.
    """
    cost = int(frame.did) - int(frame.left)
    if frame.left > 0 and frame.how == 1:
        frame.flag |= PAID_BY_COUNTERS
    if doubles(s, t, card, seat):
        cost = (cost + 1) // 2
    frame.did = cost
    if t.card[s.card[card].type].cost_x == 0:
        frame.x = cost
    if type_of(s, t, card) == Type.SPELL:
        cost -= tap_spell_gold(s, seat, cost)
    tap_gold(s, t, seat, cost, True)
    s.lasting[seat, Lasting.FIRST_CARD_COSTS] = 0
    if type_of(s, t, card) == Type.SPELL:
        s.lasting[seat, Lasting.NEXT_SPELL_COSTS] = 0


@kernel
def note_play(s, t, card, seat):
    """What the turn and the record know of the cards that were played."""
    s.plays[seat] += 1
    kind = type_of(s, t, card)
    s.played_of[seat, PLAYED_AS[kind]] += 1
    if seat == s.active and s.n_played < PLAYED_MAX:
        s.played[s.n_played] = s.card[card].type
        s.n_played += 1


@kernel
def take_in_hand(s, t, card, seat):
    """A card that is no spell is out of its zone until its effect begins. Rule 5.4."""
    it = s.card[card]
    spent = int(it.spent)
    if it.zone != Zone.RESOLVING:
        take_out(s, card)
        it.captor, it.seen, it.marks = NO_CARD, BOTH, 0
    it.zone, it.controller, it.spent = Zone.RESOLVING, seat, spent


@kernel
def quench(s, t, frame, card, seat):
    """The Thirst of a card wounds the characters chosen, as they are now that the card has left where it was.

    Rule 5.4, keyword Thirst.
    """
    renew(s, t)
    copy, targets = 0, 0
    for i in range(frame.n):
        while copy < PRINTED_COPIES - 1 and thirst_value(s, t, card, copy) == 0:
            copy += 1
        target, value = int(frame.chosen[i]), thirst_value(s, t, card, min(copy, PRINTED_COPIES - 1))
        copy += 1
        new = 1
        for k in range(i):
            new = 0 if frame.chosen[k] == target else new
        targets += new
        use_keyword(s, seat)
        wound(s, t, target, value, card, Source.THIRST)
        fire(s, t, Trigger.THIRST, happening(card, target, value, 0, 0))
    killed = 0
    for i in range(frame.n):
        if in_play(s, int(frame.chosen[i])) and body(s, int(frame.chosen[i])).killer == card:
            killed = KILLED
    s.card[card].noted = THIRSTED * targets | killed


@kernel
def orders(row):
    """Whether a row that chooses cards chooses no targets, but the order of all that there are. Rule 7.6."""
    return row.amount == ALL and row.optional == 0


@kernel
def is_target_choice(t, row):
    """Whether a row of a spell chooses modes or targets, which is done when the spell is announced. Rules 5.4, 7.6."""
    if row.operation in (Operation.CHOOSE_MODE, Operation.CHOOSE_NEW_MODE):
        return row.condition == 0
    if row.operation not in (Operation.CHOOSE, Operation.CHOOSE_ALSO) or row.condition != 0 or orders(row):
        return False
    return t.filter[row.filter].place in (Place.PLAY, Place.GRAVEYARD)


@kernel
def end_announcing(s, t):
    """The targets of the spell whose program is on top are chosen: what may cancel it happens, then it has its effect
    or is dropped. Rule 5.4.
    """
    place = s.n_frames - 1
    while s.frame[place].kind != Frame.PLAY:
        place -= 1
    frame = s.frame[place]
    card, seat = int(frame.source), int(frame.you)
    if frame.step == ANNOUNCED:
        run_cancels(s, t, frame, card)
        return
    for i in range(place + 1, s.n_frames):
        s.frame[i].flag = 0
    if frame.flag & CANCELLED != 0:
        s.programs -= s.n_frames - 1 - place
        s.n_frames = place + 1
    take_effect(s, t, frame, card, seat)


@kernel
def run_cancels(s, t, frame, card):
    """What may cancel the card happens, before its effect. Rule 5.4."""
    if frame.flag & TOLD == 0:
        frame.flag |= TOLD
        fire(s, t, Trigger.CANCELS, happened_to(card, 0))
    for i in range(s.n_queue):
        if may_cancel(t, s.queue[i], card):
            run_queued(s, t, i)
            return
    frame.step = EFFECT


@kernel
def may_cancel(t, waiting, card):
    """Whether an ability that waits is one that may cancel a card being played. Rule 5.4."""
    index = int(waiting.ability)
    return index >= 0 and t.ability[index].trigger == Trigger.CANCELS and waiting.event == card


@kernel
def cancel(s, t, card):
    """A card that is being played has no effect: its own abilities that wait, and those that might cancel it, wait no
    longer. Rule 5.4, keyword Cancel.
    """
    for i in range(s.n_frames - 1, -1, -1):
        if s.frame[i].kind == Frame.PLAY and s.frame[i].source == card:
            s.frame[i].flag |= CANCELLED
            break
    for i in range(s.n_queue - 1, -1, -1):
        it = s.queue[i]
        if may_cancel(t, it, card):
            forget_use(s, t, int(it.ability), int(it.source))
            drop_from_queue(s, i)
    drop_own(s, card)
    close_moment(s)


@kernel
def drop_own(s, card):
    """A cancelled card's own abilities wait no longer. Rule 5.4, keyword Cancel."""
    for i in range(s.n_queue - 1, -1, -1):
        if s.queue[i].source == card:
            drop_from_queue(s, i)


@kernel
def take_effect(s, t, frame, card, seat):
    """The card has its effect: it comes into play, or the spell does what it says. What is triggered as it is played
    sees it in play, and waits before what its entry triggers. Rule 5.4.
    """
    frame.step = DONE
    if frame.flag & CANCELLED != 0:
        if s.card[card].zone == Zone.RESOLVING:
            move(s, t, card, Zone.GRAVEYARD, False)
            drop_own(s, card)
        return
    x = int(frame.x)
    entered = False
    if type_of(s, t, card) != Type.SPELL:
        s.card[card].spent = min(100, x)
        entered = come_into_play(s, t, card, seat, False)
        frame.loop = s.card[card].body
    played = happening(card, NO_CARD, frame.did, x, 0)
    fire_own(s, t, Trigger.PLAYED, card, x)
    fire(s, t, Trigger.CARD_PLAYED, played)
    fire_delayed(s, t, Trigger.CARD_PLAYED, played)
    close_moment(s)
    if entered:
        trigger_entry(s, t, card)


@kernel
def is_where_it_came(s, card, played):
    """Whether a card that was played still is where that brought it: a spell in the graveyard, another card in play.

    played: its body when it came into play, or NO_BODY of a spell. Rule 2.
    """
    return s.card[card].zone == Zone.GRAVEYARD if played == NO_BODY else is_same(s, card, played)


@kernel
def run_spell(s, t, card, seat, x, flag):
    """The abilities of a spell happen, in printed order; flag: ANNOUNCING if it is played, 0 if it is repeated.

    Rule 5.4.
    """
    ct = t.card[s.card[card].type]
    for index in range(ct.ability[1] - 1, ct.ability[0] - 1, -1):
        if t.ability[index].trigger == Trigger.SPELL and t.ability[index].form == Form.OWN:
            start_program(s, t, index, card, seat, happened_to(card, x))
            s.frame[s.n_frames - 1].flag = flag


@kernel
def finish_play(s, t, frame, card, seat):
    """The card has been played: what was promised for it is done.

    What the text promises that lets it be played from where it lay is done only if it was played by that text: neither
    for free, nor for another cost. It is done whatever has become of a card that let it be played, but not with a card
    that has gone elsewhere since. All texts that let cards be played from graveyards promise that the hero captures
    them.
    """
    played = int(frame.loop)
    egg, how, cancelled = int(frame.by), int(frame.flag), frame.flag & CANCELLED != 0
    from_graveyard = frame.other == Zone.GRAVEYARD and frame.y < 0
    pop(s)
    if how & PAID_BY_COUNTERS:
        draw(s, t, seat)
    if from_graveyard and not cancelled and is_where_it_came(s, card, played):
        capture(s, t, card, seat * SLOTS)
    destroy(s, t, egg, egg)
    if not in_play(s, card):
        if hand_over(s, card, owner(card)) != owner(card):
            mark(s, card, Flag.LENT)
        drop_grants_of(s, card)
    if s.n_frames > 0 and s.frame[s.n_frames - 1].kind == Frame.PROGRAM:
        s.frame[s.n_frames - 1].did = 1
    elif s.n_frames > 0 and s.frame[s.n_frames - 1].kind == Frame.AMBUSH and cancelled:
        s.frame[s.n_frames - 1].n = 0


# --- activated abilities --------------------------------------------------------------------------------------------


@kernel
def can_use(s, t, card, index, place, seat):
    """Whether a player may use an activated ability. Rule 7.2."""
    ability, it = t.ability[index], s.card[card]
    if ability.trigger != Trigger.USE or ability.zone != it.zone or is_marked(s, card, place):
        return False
    if it.zone == Zone.PLAY and has(s, card, Flag.HIDDEN):
        return False
    if ability.tap == 1 and not can_act(s, card):
        return False
    if it.zone == Zone.PLAY and keyword(s, card, Keyword.CANNOT_ACT) and ability.tap == 1:
        return False
    if untapped_gold(s, seat) < (1 if ability.gold == PAY_X else ability.gold):
        return False
    frame = t.text_frame[seat, card]
    if ability.needs > 0 and not can_give_up(s, t, ability, seat, card, frame):
        return False
    if not holds(s, t, frame, ability):
        return False
    return ability.gold == PAY_X or has_targets(s, t, ability, card, seat)


@kernel
def can_give_up(s, t, ability, seat, card, frame):
    """Whether the cards that an ability costs are there, and may leave where they are. Rule 7.2."""
    if t.filter[ability.needs_filter].place == Place.GRAVEYARD and are_graveyards_closed(s, t):
        return False
    return at_least(s, t, int(ability.needs_filter), int(ability.needs), seat, card, frame)


@kernel
def begin_use(s, t, card, index, place, seat):
    """A player uses an activated ability. Rule 7.2."""
    set_mark(s, card, one_copy(s, card, place))
    s.uses[seat] += 1
    frame = push(s)
    frame.kind, frame.step, frame.you, frame.seat, frame.source, frame.pc = Frame.USE, 0, seat, seat, card, index
    frame.x, frame.n, frame.event, frame.by = 0, 0, NO_CARD, NO_CARD


@kernel
def resolve_use(s, t, frame):
    """Pays for an activated ability; then it happens. Rule 7.2."""
    ability, card, seat, x = t.ability[frame.pc], int(frame.source), int(frame.you), int(frame.x)
    index = int(frame.pc)
    if ability.gold == PAY_X and frame.step == 0:
        frame.step = 1
        ask(s, seat, Decision.X)
        return
    pop(s)
    if ability.tap == 1:
        mark(s, card, Flag.TAPPED)
        note_shift(s)
        fire(s, t, Trigger.ACTS, happened_to(card, 0))
    tap_gold(s, t, seat, x if ability.gold == PAY_X else int(ability.gold), False)
    start_program(s, t, index, card, seat, happened_to(NO_CARD, x))


@kernel
def clutch(s, t, card, seat):
    """A card in hand hides under a new Egg. rule: keyword Clutch."""
    tap_gold(s, t, seat, 1, False)
    egg = create(s, t, seat, int(t.egg))
    if egg >= 0:
        use_keyword(s, seat)
        capture(s, t, card, egg)


@kernel
def can_clutch(s, t, card, seat):
    """Whether a card in hand may be put under an Egg. rule: keyword Clutch."""
    return (
        (t.card[s.card[card].type].keywords >> Keyword.CLUTCH) & 1 == 1
        and untapped_gold(s, seat) >= 1
        and t.egg >= 0
        and s.line[seat].n < s.line[seat].card.size
    )


@kernel
def can_ambush(s, t, card, seat, gold):
    """Whether a card may be played for its Ambush: it is in hand, or under an Egg of the player's, and he can pay.

    Rule 5.2, keyword Ambush.
    """
    it = s.card[card]
    if it.zone != Zone.HAND and not (it.zone == Zone.CAPTURED and lends(s, t, int(it.captor), seat, Constant.HATCHES)):
        return False
    return not is_forbidden(s, t, card, seat) and cost_to_play(s, t, card, seat, gold, 1) <= purse(s, t, card, seat, 1)
