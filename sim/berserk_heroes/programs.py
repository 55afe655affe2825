"""Programs of abilities begin; what waits in the queue happens (rule 7.4)."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import push
from ..core.kernel import kernel
from .basics import body, has_text, hero_of, in_play, mark, may_come_into_play, note_shift, use_keyword
from .damage import heal, wound
from .filters import at_least
from .gold import tap_gold
from .happenings import happened_to, happening, note
from .modifiers import has_constant, spare, value_of
from .queue import close_moment, drop_from_queue, event_of, fire, given_mark
from .state import LINE_MAX, NO_CARD, SLOTS, Constant, Flag, Frame, Limit, Source, Trigger, Zone
from .tables import Keyword, Operation, Place
from .texts import TEXT_SIZE, clear_mark, index_at, is_marked, one_copy, places, set_mark
from .zones import BOTH, enter_play, free_slot, number_card

JOINING = 100
"""`how` of a program that asks whether a token becomes part of a card instead of coming into play."""
STRAYED = TEXT_SIZE - 1
"""The mark of the constant `meditation_wounds_creature`, the last place of a text: cards have fewer abilities."""


@kernel
def push_program(s, start, end, card, seat, what):
    """A program begins when the frames above it are done; returns its frame."""
    frame = push(s)
    frame.kind, frame.step, frame.you, frame.seat, frame.source = Frame.PROGRAM, 0, seat, seat, card
    note(frame, what)
    frame.other, frame.flag, frame.n, frame.left, frame.loops, frame.picked, frame.modes = NO_CARD, 0, 0, 0, 0, 0, 0
    frame.pc, frame.end, frame.loop, frame.did, frame.excess = start, end, start, 0, 0
    frame.text = s.card[card].type
    s.programs += 1
    return frame


@kernel
def start_program(s, t, index, card, seat, what):
    """The program of an ability begins."""
    ability = t.ability[index]
    frame = push_program(s, int(ability.start), int(ability.end), card, seat, what)
    frame.text = ability.text


@kernel
def create(s, t, seat, card_type):
    """A token comes into play; returns its number, or NO_CARD: each player has room for so many.

    Rule: keyword Created.
    """
    if not may_come_into_play(t, card_type):
        return NO_CARD
    card = free_slot(s, seat)
    if card < 0 or s.line[seat].n >= LINE_MAX:
        return NO_CARD
    number_card(s, t, card, card_type, Zone.RESOLVING)
    bring(s, t, card, seat)
    return card


@kernel
def bring(s, t, card, seat):
    """A token that was created comes into play; of a module the player is asked first whether it becomes part of
    another card, and it comes when he has answered.

    Rule: keywords Created, Module.
    """
    it = s.card[card]
    it.seen, it.created, it.zone = BOTH, 1, Zone.RESOLVING
    first, end = t.card[it.type].ability
    for index in range(first, end):
        if t.ability[index].trigger == Trigger.JOINS:
            start_program(s, t, index, card, seat, happening(card, NO_CARD, 0, 0, JOINING))
            return
    enter_play(s, t, card, seat, False)


@kernel
def run_queued(s, t, place):
    """An ability that waits happens. Rule 7.4."""
    it = s.queue[place]
    index, card, seat = int(it.ability), int(it.source), int(it.you)
    what = happening(event_of(s, it), it.by, it.x, it.y, it.how)
    drop_from_queue(s, place)
    close_moment(s)
    if index >= 0 and is_impossible(s, t, index, card, seat, what):
        return
    if index < 0:
        run_keyword(s, t, -1 - index, card, seat, what)
    elif t.ability[index].ambush >= 0:
        ask_ambush(s, index, card, seat, what)
    else:
        start_program(s, t, index, card, seat, what)


@kernel
def is_impossible(s, t, index, card, seat, what):
    """Whether an ability of once a turn begins with a choice that finds no card: then it does not happen, and may still
    be triggered this turn. Rule 7.3.
    """
    ability = t.ability[index]
    if ability.limit not in (Limit.TURN, Limit.SHARED, Limit.GIVEN) or ability.start == ability.end:
        return False
    row = t.row[ability.start]
    if row.operation != Operation.CHOOSE or row.condition != 0:
        return False
    frame = spare(s, seat, card)
    note(frame, what)
    place = t.filter[row.filter].place
    if place not in (Place.PLAY, Place.GRAVEYARD) or at_least(s, t, int(row.filter), 1, seat, card, frame):
        return False
    forget_use(s, t, index, card)
    return True


@kernel
def forget_use(s, t, index, card):
    """An ability of a card that did not happen after all may be used again this turn. Rule 7.3."""
    used = mark_of(s, t, index, card)
    if used >= 0:
        clear_mark(s, card, one_copy(s, card, used))


@kernel
def mark_of(s, t, index, card):
    """The mark that an ability of a card has set; -1: the card no longer has it."""
    ability = t.ability[index]
    if ability.limit == Limit.GIVEN:
        return given_mark(ability)
    for place in range(places(s, card)):
        if index_at(s, t, card, place) == index:
            shared = place - (ability.limit == Limit.SHARED)
            if is_marked(s, card, shared):
                return shared
    return -1


@kernel
def ask_ambush(s, index, card, seat, what):
    """The player of a card in hand is asked whether he plays it for its Ambush, if he can. rule: keyword Ambush."""
    frame = push(s)
    frame.kind, frame.step, frame.you, frame.seat, frame.source, frame.pc = Frame.AMBUSH, 0, seat, seat, card, index
    note(frame, what)
    frame.n = 0


@kernel
def run_keyword(s, t, trigger, card, seat, what):
    """What a keyword does at its time."""
    if trigger == Trigger.REGENERATION:
        if in_play(s, card) and heal(s, t, card, value_had(s, t, card, Keyword.REGENERATION, what.x)) > 0:
            use_keyword(s, seat)
    elif trigger == Trigger.MIGHT:
        if in_play(s, card) and body(s, card).boost < value_had(s, t, card, Keyword.MIGHT, what.x):
            boost(s, t, card, 1)
            use_keyword(s, seat)
    elif trigger == Trigger.POISON:
        if in_play(s, card):
            wound(s, t, card, int(body(s, card).poison), NO_CARD, Source.POISON)
    elif trigger == Trigger.SUPPRESS:
        if in_play(s, what.event):
            mark(s, what.event, Flag.TAPPED)
            use_keyword(s, seat)
            note_shift(s)
    elif trigger == Trigger.MEDITATE:
        meditate(s, t, card, seat, what.by, what.x)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def value_had(s, t, card, word, x):
    """The value of a keyword that works now; x, which it had when it was triggered, if it was lost since. Rule 7.4."""
    value = value_of(s, t, card, word)
    return value if value > 0 else x


@kernel
def boost(s, t, card, n):
    """A card gets boost counters. rule: keyword Boost counter."""
    it = body(s, card)
    it.boost = min(100, it.boost + n)
    s.stale = 1
    fire(s, t, Trigger.BOOSTED, happened_to(card, int(it.boost)))


@kernel
def meditate(s, t, card, seat, attacker, x):
    """The opponent pays for a Meditation of x; what he cannot pay wounds his hero. rule: keyword Meditation."""
    payer = 1 - seat
    use_keyword(s, seat)
    paid = tap_gold(s, t, payer, x, False)
    missing = x - paid
    if missing > 0 and has_constant(s, Constant.MEDITATION_WOUNDS_CREATURE) and strays(s, t, seat):
        frame = push(s)
        frame.kind, frame.step, frame.you, frame.seat, frame.source = Frame.MEDITATE, 0, seat, seat, card
        frame.by, frame.x, frame.y, frame.n = attacker, x, paid, 0
        return
    wounds = wound(s, t, hero_of(payer), missing, card, Source.EFFECT)
    fire(s, t, Trigger.MEDITATION, happening(card, attacker, x, paid, 1 if wounds > 0 else 0))


@kernel
def strays(s, t, seat):
    """Whether a card of a seat lets the wounds of its Meditation strike a creature: each does once a turn, now."""
    kind = Constant.MEDITATION_WOUNDS_CREATURE
    for i in range(s.line[seat].n):
        card = int(s.line[seat].card[i])
        may = has_text(s, card) and (t.card[s.card[card].type].constants >> kind) & 1 == 1
        if may and not is_marked(s, card, STRAYED):
            set_mark(s, card, STRAYED)
            return True
    return False


@kernel
def end_meditation(s, t, card, target, attacker, x, paid):
    """An unpaid Meditation wounds whom the player chose. rule: keyword Meditation."""
    wounds = wound(s, t, target, x - paid, card, Source.EFFECT)
    fire(s, t, Trigger.MEDITATION, happening(card, attacker, x, paid, 1 if wounds > 0 and target % SLOTS == 0 else 0))
