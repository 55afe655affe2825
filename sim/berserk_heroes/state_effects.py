"""Operations on the state of cards in play: tapped, controlled, hidden; keywords and texts gained and lost."""

from __future__ import annotations

import numpy as np

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import body, in_play, keyword, mark, may_be_played, next_moment, side_of, type_of, unmark
from .conditions import THIRSTED
from .happenings import happened_to
from .modifiers import drop_grant, grant, printed_value
from .queue import enqueue
from .selection import select
from .state import SLOTS, Constant, Flag, Form, Rare, Trigger, Until, Zone
from .tables import KEYWORD_COUNT, Keyword, Operation
from .texts import clear_marks, copies_at, drop_texts_of, gain_text, make_room, part_at
from .zones import change_control, does_hire_work, move

UNTIL = np.full(max(Operation) + 1, -1, np.int8)
"""By operation, when a keyword that it grants ends; -1 of one that grants none."""
UNTIL[Operation.GRANT] = Until.ALWAYS
UNTIL[Operation.GRANT_NOW] = Until.TURN
UNTIL[Operation.GRANT_ROUND] = Until.ROUND
UNTIL[[Operation.GRANT_OWN_TURN, Operation.GRANT_YOUR_TURN]] = Until.OWN_TURN
UNTIL[Operation.GRANT_WHILE] = Until.WHILE_GIVER
LAST_COUNTS = 1 << Constant.STRIKE_IS_LIFE | 1 << Constant.LOSES_ABILITIES
"""Bits of the constants of which it matters when a card came to have them."""


@kernel
def run_state(s, t, frame, row, operation, n):
    """Tapping, stunning, control, hiding."""
    count = select(s, t, frame, row)
    did, you = 0, int(frame.you)
    for i in range(count):
        card = int(s.found[i])
        if in_play(s, card):
            did += change_state(s, t, card, operation, you)
    frame.did = did
    s.stale = 1


@kernel
def change_state(s, t, card, operation, you):
    """One of the operations on the state of a card; 1 if that changed it. rule: keywords Tap, Ready, Stun, Hide."""
    before = int(s.card[card].bits)
    if operation == Operation.TAP:
        mark(s, card, Flag.TAPPED)
    elif operation == Operation.UNTAP:
        untap(s, card)
    elif operation == Operation.READY:
        untap(s, card)
        unmark(s, card, Flag.ATTACKED | Flag.DEFENDED)
        clear_marks(s, card)
        body(s, card).meditations = 0
        return 1
    elif operation == Operation.STUN:
        mark(s, card, Flag.TAPPED | Flag.STUNNED)
    elif operation == Operation.STAY_TAPPED:
        mark(s, card, Flag.STAYS_TAPPED)
    elif operation == Operation.HIDE:
        mark(s, card, Flag.HIDDEN)
    elif operation == Operation.REVEAL:
        unmark(s, card, Flag.HIDDEN)
    elif operation in (Operation.CONTROL, Operation.CONTROL_NOW, Operation.GIVE_TO_OPPONENT):
        return take_control(s, t, card, operation, you)
    else:
        s.error = ERROR_UNWRITTEN
    return 1 if s.card[card].bits != before else 0


@kernel
def untap(s, card):
    """A card untaps, unless it sleeps or does not untap. Rule 7.1, keyword Sleeping."""
    if not keyword(s, card, Keyword.SLEEPING) and not keyword(s, card, Keyword.NO_UNTAP):
        unmark(s, card, Flag.TAPPED)


@kernel
def take_control(s, t, card, operation, you):
    """A card comes under another player's control; 1 if it did. Rule 7.8, keyword Gain control."""
    seat = 1 - you if operation == Operation.GIVE_TO_OPPONENT else you
    changed = change_control(s, t, card, seat)
    if changed and operation == Operation.CONTROL_NOW:
        mark(s, card, Flag.BORROWED)
        s.happened |= Rare.BORROWED
    elif s.card[card].controller == seat and operation != Operation.CONTROL_NOW:
        unmark(s, card, Flag.BORROWED)  # also if he had only borrowed it: now he controls it for good
    return 1 if changed else 0


@kernel
def run_words(s, t, frame, row, operation, n):
    """Keywords and texts."""
    if operation == Operation.GAIN_TEXT_OF:
        last = last_chosen(frame)
        if last >= 0 and in_play(s, int(frame.source)):
            gain_text(s, int(frame.source), s.card[last].type, Form.OWN)
            if t.card[s.card[last].type].constants & LAST_COUNTS:
                body(s, int(frame.source)).came = next_moment(s)
        return
    if operation == Operation.ATTACH:
        if select(s, t, frame, row) > 0:
            attach(s, t, int(frame.source), int(s.found[0]))
        return
    if operation == Operation.BECOME:
        become(s, t, int(frame.source), last_chosen(frame))
        return
    count = select(s, t, frame, row)
    did = 0
    for i in range(count):
        card = int(s.found[i])
        if in_play(s, card):
            did += change_words(s, t, card, frame, row, operation, n)
    frame.did = did
    s.stale = 1


@kernel
def change_words(s, t, card, frame, row, operation, n):
    """One of the operations on what a card says; 1 if that changed it."""
    if operation == Operation.LOSE_ABILITIES:
        if keyword(s, card, Keyword.KEEPS_ABILITIES):
            return 0
        mark(s, card, Flag.LOST)
    elif operation == Operation.LOSE_KEYWORD:
        return lose_keyword(s, t, card, int(row.argument))
    elif operation == Operation.LOSE_CLASSES:
        mark(s, card, Flag.CLASSLESS)
    elif operation == Operation.GAIN_CLASS:
        body(s, card).class_gained = n
    elif operation == Operation.REMOVE_EFFECTS:
        return remove_effects(s, card)
    elif operation == Operation.GAIN_TEXT:
        gain_text(s, card, frame.text, Form.GAINED)
    elif UNTIL[operation] >= 0:
        return give_keyword(s, card, frame, int(row.argument), n, operation)
    else:
        s.error = ERROR_UNWRITTEN
    return 1


@kernel
def give_keyword(s, card, frame, word, n, operation):
    """A card gains a keyword for as long as an operation says; 1 if it did. Rule 7.8."""
    seat = int(frame.you)
    if operation == Operation.GRANT_OWN_TURN:
        seat = int(s.card[card].controller)
    elif operation == Operation.GRANT_WHILE:
        seat = int(frame.source)
        if not in_play(s, seat):
            return 0
    grant(s, card, word, n, int(UNTIL[operation]), seat)
    return 1


@kernel
def lose_keyword(s, t, card, word):
    """A card loses a keyword: what it gained of it, and Sleeping if it sleeps; 1 if it had it. Rule 7.8."""
    if not keyword(s, card, word):
        return 0
    for i in range(s.n_grants - 1, -1, -1):
        if s.grant[i].card == card and s.grant[i].keyword == word:
            drop_grant(s, i)
    if word == Keyword.SLEEPING:
        grant(s, card, Keyword.AWAKE, 1, Until.ALWAYS, int(s.card[card].controller))
    return 1


@kernel
def remove_effects(s, card):
    """All effects on a card end; 1 if there were any. Wounds are none. Rule 7.8, keyword Remove all effects."""
    it, record = body(s, card), s.card[card]
    flags = Flag.STUNNED | Flag.STAYS_TAPPED | Flag.LOST | Flag.CLASSLESS
    found = it.boost != 0 or it.extra != 0 or it.poison != 0 or it.counters != 0
    found = found or it.strike_more != 0 or it.strike_less != 0 or it.strike_doubled > 0 or it.strike_set >= 0
    found = found or record.bits & flags != 0 or it.class_gained >= 0
    it.boost, it.extra, it.poison, it.counters, it.class_gained = 0, 0, 0, 0, -1
    it.strike_more, it.strike_less, it.strike_doubled, it.strike_set = 0, 0, 0, -1
    record.noted &= ~(THIRSTED - 1)
    found |= drop_texts_of(s, card, False)
    unmark(s, card, flags)
    for i in range(s.n_grants - 1, -1, -1):
        if s.grant[i].card == card and s.grant[i].until != Until.PART:
            drop_grant(s, i)
            found = True
    return 1 if found else 0


@kernel
def attach(s, t, module, host):
    """A module that would come into play becomes part of a mechanism: its name, elements, classes, cost, figures,
    keywords and text are added, and its Hire works.

    Rule: keyword Module.
    """
    if may_be_played(s, module) or not in_play(s, host):
        return
    it, part = body(s, host), t.card[s.card[module].type]
    whole = t.card[s.card[host].type]
    it.base_strike = part.strike + (it.base_strike if it.base_strike >= 0 else whole.strike)
    it.base_life = part.life + (it.base_life if it.base_life >= 0 else whole.life)
    it.cost += part.cost
    own = 1 << Keyword.CREATED | 1 << Keyword.MODULE
    for word in range(KEYWORD_COUNT):
        if (part.keywords & ~own) >> word & 1:
            grant(s, host, word, max(1, printed_value(t, s.card[module].type, word)), Until.PART, 0)
    gain_text(s, host, s.card[module].type, Form.PART)
    if does_hire_work(s, t):
        for index in range(part.ability[0], part.ability[1]):
            if t.ability[index].trigger == Trigger.HIRE and t.ability[index].form == Form.OWN:
                enqueue(s, index, host, side_of(s, host), happened_to(host, 0))
    move(s, t, module, Zone.GRAVEYARD, False)


@kernel
def become(s, t, card, model):
    """A card becomes a copy of another of its type: name, figures, text, with those of its parts. What the model has
    gained is not copied, and it came into play before it had the Hire of the model.
    """
    if model < 0 or not in_play(s, card) or s.card[model].type == s.card[card].type:
        return
    if type_of(s, t, model) != type_of(s, t, card):
        return
    it = s.card[card]
    if it.former < 0:
        it.former = it.type
    it.type = s.card[model].type
    it.marks = 0
    body(s, card).came, body(s, card).meditations = next_moment(s), 0
    own, whole = body(s, card), body(s, model)
    own.cost, own.base_strike, own.base_life = whole.cost, whole.base_strike, whole.base_life
    for i in range(s.n_grants):
        if s.grant[i].card == model and s.grant[i].until == Until.PART:
            grant(s, card, int(s.grant[i].keyword), int(s.grant[i].value), Until.PART, 0)
    copy_parts(s, card, model)
    seat = card // SLOTS
    s.listens[seat] |= t.card[it.type].listens
    s.elsewhere[seat] |= t.card[it.type].elsewhere
    s.stale = 1


@kernel
def copy_parts(s, card, model):
    """A card has the parts of another too. rule: keyword Module."""
    make_room(s, parts_of(s, model))
    for row in range(s.n_texts):
        part = part_at(s, model, row)
        if part >= 0:
            for _ in range(copies_at(s, row)):
                gain_text(s, card, part, Form.PART)


@kernel
def parts_of(s, card):
    """How many modules are part of a card. rule: keyword Module."""
    n = 0
    for row in range(s.n_texts):
        if part_at(s, card, row) >= 0:
            n += copies_at(s, row)
    return n
