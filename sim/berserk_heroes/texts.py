"""Whose texts a card has: its own, that of what it was before it became a copy, and those that it has gained.

Each text has TEXT_SIZE places for abilities, which also are their marks: that they were used this turn. From 0 come
those of the card's own text, from FORMER those of what it was, from GIVEN the marks of what other cards give it, from
GAINED those of the rows of `texts`. Where these are full, what a card has gained several times takes one row, whose
marks are those of each of its copies: all of them are triggered together, and one that is used gets a row of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from .basics import has, has_text, mark, unmark
from .state import COPIES_MAX, FORMS, Flag, Form, Rare, Trigger, Zone

TEXT_SIZE = 7
FORMER, GIVEN, GAINED = TEXT_SIZE, 2 * TEXT_SIZE, 3 * TEXT_SIZE


class Text(NamedTuple):
    """One of the texts of a card."""

    seat: int
    """who controls the card"""
    source: int
    """the card"""
    type: int
    """the card type whose text it is"""
    place: int
    """where its abilities begin among those of the card"""


@kernel
def gain_text(s, card, card_type, form):
    """A card in play has the abilities of a card type too, once more if it had them: all of them, those that it gives
    others (Form.GAINED), or all and its name, elements and classes (Form.PART). More texts than there is room for are
    a fault of the game. Rule 7.8.
    """
    make_room(s, 1)
    add_text(s, card, card_type, form, 0)
    mark(s, card, Flag.GAINED)
    s.stale = 1


@kernel
def add_text(s, card, card_type, form, marks):
    """A row of `texts` more, for one copy; none where there is no room, which is a fault of the game."""
    if s.n_texts >= s.texts.size:
        s.error = ERROR_FRAMES_FULL
        return
    it = s.texts[s.n_texts]
    it.type, it.card, it.form, it.marks = card_type, card, form, marks
    s.n_texts += 1


@kernel
def make_room(s, rows):
    """Where so many rows of `texts` more have no room, those that a card has alike, with the same marks, become one
    that counts for all. Rule 7.8.
    """
    if s.n_texts + rows <= s.texts.size:
        return
    n = 0
    for row in range(s.n_texts):
        like = row_like(s, n, row)
        if like >= 0:
            s.texts[like].form += FORMS * copies_at(s, row)
        else:
            s.texts[n] = s.texts[row]
            n += 1
    s.n_texts = n


@kernel
def row_like(s, end, row):
    """The first row of `texts` before an end that is like a row and may count for its copies too; -1 if none is."""
    it = s.texts[row]
    for other in range(end):
        like = s.texts[other]
        same = like.card == it.card and like.type == it.type and like.marks == it.marks
        same = same and form_at(s, other) == form_at(s, row)
        if same and copies_at(s, other) + copies_at(s, row) <= COPIES_MAX:
            return other
    return -1


@kernel
def form_at(s, row):
    """The Form of the abilities of a row of `texts`."""
    return s.texts[row].form % FORMS


@kernel
def copies_at(s, row):
    """How many copies of a text a row of `texts` counts for."""
    return s.texts[row].form // FORMS + 1


@kernel
def copies(s, place):
    """How many copies of a text are at a place of a card."""
    return copies_at(s, (place - GAINED) // TEXT_SIZE) if place >= GAINED else 1


@kernel
def one_copy(s, card, place):
    """The place of one copy of the text at a place of a card: it gets a row of its own if it is one of several, so that
    it alone may be used. Rule 7.2.
    """
    if copies(s, place) == 1:
        return place
    row = (place - GAINED) // TEXT_SIZE
    s.texts[row].form -= FORMS
    it = s.texts[row]
    card_type, form, marks = int(it.type), form_at(s, row), int(it.marks)
    make_room(s, 1)
    add_text(s, card, card_type, form, marks)
    return GAINED + TEXT_SIZE * (int(s.n_texts) - 1) + place % TEXT_SIZE


@kernel
def drop_texts_of(s, card, parts):
    """All texts that a card has gained end, those of its parts if the caller says so; whether there were any. Those
    of others keep their order.
    """
    if not has(s, card, Flag.GAINED):
        return False
    n, before = 0, int(s.n_texts)
    unmark(s, card, Flag.GAINED)
    for row in range(before):
        if s.texts[row].card != card or (form_at(s, row) == Form.PART and not parts):
            if s.texts[row].card == card:
                mark(s, card, Flag.GAINED)
            s.texts[n] = s.texts[row]
            n += 1
    s.n_texts = n
    return n < before


@kernel
def may_listen(s, t, card, trigger):
    """Whether a card may have an ability that something triggers."""
    it = s.card[card]
    return (t.card[it.type].listens >> trigger) & 1 == 1 or it.former >= 0 or it.bits & Flag.GAINED != 0


# --- parts ----------------------------------------------------------------------------------------------------------


@kernel
def part_at(s, card, row):
    """The card type of the module that a row of `texts` made part of a card; -1 if it made none.

    Rule: keyword Module.
    """
    it = s.texts[row]
    return int(it.type) if it.card == card and form_at(s, row) == Form.PART else -1


@kernel
def is_called(s, card, card_type):
    """Whether a card has the name of a card type, as its own or that of a part. rule: keyword Module."""
    found = s.card[card].type == card_type
    if has(s, card, Flag.GAINED):
        for row in range(s.n_texts):
            found |= part_at(s, card, row) == card_type
    return found


@kernel
def share_name(s, first, second):
    """Whether two cards have a name in common, their own or that of a part. rule: keyword Module."""
    found = is_called(s, first, s.card[second].type)
    if has(s, second, Flag.GAINED):
        for row in range(s.n_texts):
            part = part_at(s, second, row)
            found |= part >= 0 and is_called(s, first, part)
    return found


@kernel
def adds_text(s, t, card):
    """Whether a card has a text besides its own: one that it has gained, or one of a part that counts and says more
    than what the module may join. rule: keyword Module.
    """
    if not has(s, card, Flag.GAINED):
        return False
    found = False
    for row in range(s.n_texts):
        it = s.texts[row]
        if it.card == card:
            found |= form_at(s, row) != Form.PART or (has_text(s, card) and says_more(t, int(it.type)))
    return found


@kernel
def says_more(t, card_type):
    """Whether a module has abilities besides what it may join, which is none of the card that it is part of.

    Rule: keyword Module.
    """
    ct = t.card[card_type]
    found = ct.constant[0] < ct.constant[1]
    for index in range(ct.ability[0], ct.ability[1]):
        found |= t.ability[index].trigger != Trigger.JOINS
    return found


# --- places ---------------------------------------------------------------------------------------------------------


@kernel
def places(s, card):
    """The end of the places of a card's abilities."""
    it = s.card[card]
    if it.former < 0 and it.bits & Flag.GAINED == 0:
        return FORMER
    return GAINED + TEXT_SIZE * int(s.n_texts) if it.bits & Flag.GAINED else GIVEN


@kernel
def text_at(s, card, place):
    """The card type to whose text a place of a card belongs, whether it counts or not; -1 if there is none."""
    it, row = s.card[card], (place - GAINED) // TEXT_SIZE
    if place < GIVEN:
        return int(it.type) if place < FORMER else int(it.former)
    return int(s.texts[row].type) if row >= 0 and s.texts[row].card == card else -1


@kernel
def counted_text(s, card, place):
    """As `text_at`, if the text counts now: -1 if it is lost, is what a copy was before, or was gained by a hidden hero
    (rule: keyword Hide).
    """
    if is_of_card(s, place) and not has_text(s, card):
        return -1
    if FORMER <= place < GIVEN or (place >= GAINED and has(s, card, Flag.HIDDEN)):
        return -1
    return text_at(s, card, place)


@kernel
def is_of_card(s, place):
    """Whether the text at a place is a card's own or that of its part, so that it is lost with the abilities.

    Rule: keyword Module.
    """
    return place < FORMER or (place >= GAINED and form_at(s, (place - GAINED) // TEXT_SIZE) == Form.PART)


@kernel
def is_own_form(s, place, form):
    """Whether a constant or ability of a text that begins at a place of a card is the card's own."""
    return form == (Form.OWN if place < GIVEN or is_of_card(s, place) else form_at(s, (place - GAINED) // TEXT_SIZE))


@kernel
def count_abilities(s, t, card, place):
    """How many abilities the text has, whether it counts or not, that begins at a place of a card."""
    text = text_at(s, card, place)
    return min(TEXT_SIZE, int(t.card[text].ability[1] - t.card[text].ability[0])) if text >= 0 else 0


@kernel
def index_at(s, t, card, place):
    """The row of the ability at a place of a card, whether it counts or not; -1 if there is none."""
    text = text_at(s, card, place)
    if text < 0:
        return -1
    index = t.card[text].ability[0] + place % TEXT_SIZE
    return index if index < t.card[text].ability[1] else -1


@kernel
def ability_at(s, t, card, place):
    """The row of the ability at a place of a card; -1 if there is none."""
    if is_of_card(s, place) and not has_text(s, card):
        return -1
    index = index_at(s, t, card, place)
    if index < 0:
        return -1
    if FORMER <= place < GIVEN:  # what a copy may use, it may still use as what it was
        return index if t.ability[index].trigger == Trigger.USE and has_text(s, card) else -1
    return index if is_own_form(s, place, t.ability[index].form) else -1


@kernel
def place_of_use(s, t, card, number):
    """The place of the activated ability of a card that has this number among them, counted from 0; -1: none has."""
    count = 0
    for first in range(0, places(s, card), TEXT_SIZE):
        for place in range(first, first + count_abilities(s, t, card, first)):
            index = ability_at(s, t, card, place)
            if index >= 0 and t.ability[index].trigger == Trigger.USE:
                if count == number:
                    return place
                count += 1
    return -1


# --- marks ----------------------------------------------------------------------------------------------------------


@kernel
def is_marked(s, card, place):
    """Whether the ability at a place of a card was used this turn."""
    if place < GAINED:
        return (s.card[card].marks >> place) & 1 == 1
    return (s.texts[(place - GAINED) // TEXT_SIZE].marks >> place % TEXT_SIZE) & 1 == 1


@kernel
def set_mark(s, card, place):
    """The ability at a place of a card is used."""
    if place < GAINED:
        s.card[card].marks |= 1 << place
        if s.card[card].zone != Zone.PLAY:
            s.happened |= Rare.MARKED
    else:
        s.texts[(place - GAINED) // TEXT_SIZE].marks |= 1 << place % TEXT_SIZE


@kernel
def clear_mark(s, card, place):
    """The ability at a place of a card may be used again."""
    if place < GAINED:
        s.card[card].marks &= 0xFFFF ^ (1 << place)
    else:
        s.texts[(place - GAINED) // TEXT_SIZE].marks &= 0xFF ^ (1 << place % TEXT_SIZE)


@kernel
def clear_marks(s, card):
    """All abilities of a card may be used again."""
    s.card[card].marks = 0
    for row in range(s.n_texts):
        if s.texts[row].card == card:
            s.texts[row].marks = 0
