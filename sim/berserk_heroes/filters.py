"""Which cards a filter lets pass: what it asks of a card, and where it looks for it."""

from __future__ import annotations

from ..cards.chosen import is_chosen, last_chosen
from ..cards.filters import has_asked
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import (
    body,
    captured_by,
    has,
    has_text,
    in_play_at,
    in_play_count,
    keyword,
    life_left,
    side_of,
)
from .state import NO_BODY, NO_CARD, SEATS, SLOTS, Constant, Element, Flag, Frame, Zone
from .tables import ALL, Keyword, Place, Property, Side
from .texts import adds_text, is_called, part_at, share_name

EVERY_ELEMENT = (1 << len(Element)) - 1
RESTRAINTS = (
    1 << Keyword.CANNOT_DEFEND
    | 1 << Keyword.NO_UNTAP
    | 1 << Keyword.NO_WOUNDS
    | 1 << Keyword.NO_SPELL_WOUNDS
    | 1 << Keyword.NO_CAPTURE
)
"""What other cards say of a card, without giving it an ability."""
OF_STATE = (
    Property.TAPPED
    | Property.UNTAPPED
    | Property.WOUNDED
    | Property.UNWOUNDED
    | Property.CAPTURER
    | Property.NOT_CAPTURER
    | Property.STRIKE_BELOW_LIFE
    | Property.WITH_EXTRA_LIFE
)
OF_WORDS = (
    Property.WITHOUT_ABILITIES
    | Property.WITH_ABILITIES
    | Property.WITH_UNIQUENESS
    | Property.WITHOUT_UNIQUENESS
    | Property.WITH_THIRST
    | Property.WITH_MEDITATION
    | Property.WITH_REGENERATION
    | Property.WITH_AMBUSH
)
OF_FACTS = (
    Property.NEUTRAL
    | Property.MULTI_ELEMENT
    | Property.ONE_ELEMENT
    | Property.NOT_CREATED
    | Property.NOT_HERO
    | Property.LINKED
    | Property.SHOWN
    | Property.NEW_CLASS
    | Property.NAME_OF_THIS
    | Property.NAMED
    | Property.DARKNESS_OR_NEUTRAL
)
OF_THE_FRAME = (
    Property.CHOSEN
    | Property.NOT_CHOSEN
    | Property.THE_EVENT
    | Property.NOT_THE_EVENT
    | Property.COST_IS_X
    | Property.COST_AT_MOST_X
    | Property.COST_BELOW_LAST
    | Property.SAME_NAME
    | Property.TOTAL_AT_MOST_X
    | Property.OTHER_ELEMENTS
    | Property.ATTACKING
)


@kernel
def classes_of(s, t, card):
    """Bits of the classes of a card now. What a text says of its own card's classes counts in play, where a card being
    played is already. Rules 5.4, 7.1.
    """
    it, ct = s.card[card], t.card[s.card[card].type]
    present = it.zone == Zone.PLAY or it.zone == Zone.RESOLVING
    if (ct.constants >> Constant.ALL_CLASSES) & 1 == 1 and present and has_text(s, card):
        return -1
    classes = 0 if it.bits & Flag.CLASSLESS else int(ct.classes)
    if it.zone == Zone.PLAY and s.body[it.body].class_gained >= 0:
        classes |= 1 << int(s.body[it.body].class_gained)
    if it.bits & Flag.GAINED and it.bits & Flag.CLASSLESS == 0:
        for row in range(s.n_texts):
            if part_at(s, card, row) >= 0:
                classes |= int(t.card[part_at(s, card, row)].classes)
    return classes


@kernel
def elements_of(s, t, card):
    """Bits of the elements of a card now; one that has every element counts as neutral too. Rule 1.3."""
    if s.card[card].zone == Zone.PLAY and keyword(s, card, Keyword.ALL_ELEMENTS):
        return EVERY_ELEMENT
    elements = int(t.card[s.card[card].type].elements)
    if has(s, card, Flag.GAINED):
        for row in range(s.n_texts):
            if part_at(s, card, row) >= 0:
                elements |= int(t.card[part_at(s, card, row)].elements)
    return elements


@kernel
def cost_of_card(s, t, card):
    """The printed cost, of a card in play with that of its parts; an X is 0. Rule 5.3, keyword Module."""
    return int(body(s, card).cost) if s.card[card].zone == Zone.PLAY else int(t.card[s.card[card].type].cost)


@kernel
def has_word(s, t, card, word):
    """Whether a card has a keyword: in play now, elsewhere printed."""
    if s.card[card].zone == Zone.PLAY:
        return keyword(s, card, word)
    return (t.card[s.card[card].type].keywords >> word) & 1 == 1


@kernel
def without_abilities(s, t, card):
    """Whether a card has no printed text that counts, and nothing gained."""
    if s.card[card].zone == Zone.PLAY and (body(s, card).keywords & ~RESTRAINTS != 0 or adds_text(s, t, card)):
        return False
    return not has_text(s, card) or (t.card[s.card[card].type].vanilla == 1 and s.card[card].former < 0)


@kernel
def words_match(s, t, asked, card):
    """Whether a card has those of the asked properties that are about keywords."""
    if asked & Property.WITH_UNIQUENESS and not has_word(s, t, card, Keyword.UNIQUENESS):
        return False
    if asked & Property.WITHOUT_UNIQUENESS and has_word(s, t, card, Keyword.UNIQUENESS):
        return False
    if asked & Property.WITH_THIRST and not has_word(s, t, card, Keyword.THIRST):
        return False
    if asked & Property.WITH_MEDITATION and not has_word(s, t, card, Keyword.MEDITATION):
        return False
    if asked & Property.WITH_REGENERATION and not has_word(s, t, card, Keyword.REGENERATION):
        return False
    if asked & Property.WITH_AMBUSH and not has_word(s, t, card, Keyword.AMBUSH):
        return False
    if asked & Property.WITHOUT_ABILITIES and not without_abilities(s, t, card):
        return False
    return asked & Property.WITH_ABILITIES == 0 or not without_abilities(s, t, card)


@kernel
def state_matches(s, asked, card):
    """Whether a card in play has those of the asked properties that are about its state."""
    if s.card[card].zone != Zone.PLAY:
        return False
    it, tapped = body(s, card), has(s, card, Flag.TAPPED)
    if (asked & Property.TAPPED and not tapped) or (asked & Property.UNTAPPED and tapped):
        return False
    if (asked & Property.WOUNDED and it.wounds == 0) or (asked & Property.UNWOUNDED and it.wounds > 0):
        return False
    if asked & Property.STRIKE_BELOW_LIFE and it.strike >= life_left(s, card):
        return False
    if asked & Property.WITH_EXTRA_LIFE and it.extra <= 0:
        return False
    if asked & (Property.CAPTURER | Property.NOT_CAPTURER) == 0:
        return True
    return (captured_by(s, card) > 0) == (asked & Property.CAPTURER != 0)


@kernel
def facts_match(s, t, asked, card, you, this):
    """Whether a card has those of the asked properties that are about what it is."""
    ct = t.card[s.card[card].type]
    elements = elements_of(s, t, card)
    if asked & Property.NEUTRAL and elements not in (0, EVERY_ELEMENT):
        return False
    if asked & Property.NOT_HERO and ct.type == 0:
        return False
    if asked & Property.MULTI_ELEMENT and elements & (elements - 1) == 0:
        return False
    if asked & Property.ONE_ELEMENT and (elements == 0 or elements & (elements - 1) != 0):
        return False
    if asked & Property.NOT_CREATED and (s.card[card].created == 1 or (ct.keywords >> Keyword.CREATED) & 1 == 1):
        return False
    if asked & Property.LINKED and not is_linked(s, card, this):
        return False
    if asked & Property.SHOWN and not has(s, card, Flag.SHOWN):
        return False
    if asked & Property.NAME_OF_THIS and not share_name(s, card, this):
        return False
    if asked & Property.NAMED and not is_called(s, card, int(s.named)):
        return False
    if asked & Property.DARKNESS_OR_NEUTRAL and elements != 0 and (elements >> Element.DARKNESS) & 1 == 0:
        return False
    return asked & Property.NEW_CLASS == 0 or is_new_class(s, t, card, you)


@kernel
def is_linked(s, card, this):
    """Whether a card is linked to this: in play it is the one that this chose."""
    return s.card[this].linked == card if s.card[card].zone == Zone.PLAY else s.card[card].linked == this


@kernel
def is_new_class(s, t, card, you):
    """Whether a card has a class that no creature of a seat has."""
    known = 0
    for i in range(s.line[you].n):
        known |= classes_of(s, t, int(s.line[you].card[i]))
    return classes_of(s, t, card) & ~known != 0


@kernel
def costs_of_chosen(s, t, frame):
    """The printed costs of all cards in the list."""
    total = 0
    for i in range(frame.n):
        total += int(t.card[s.card[frame.chosen[i]].type].cost)
    return total


@kernel
def repeats_elements(s, t, frame, card):
    """Whether a card in the list has the same elements."""
    for i in range(frame.n):
        if t.card[s.card[frame.chosen[i]].type].elements == t.card[s.card[card].type].elements:
            return True
    return False


@kernel
def frame_matches(s, t, asked, card, frame):
    """Whether a card has those of the asked properties that refer to a program's frame."""
    if asked & (Property.CHOSEN | Property.NOT_CHOSEN) and is_chosen(frame, card) != (asked & Property.CHOSEN != 0):
        return False
    if (asked & Property.THE_EVENT and card != frame.event) or (asked & Property.NOT_THE_EVENT and card == frame.event):
        return False
    cost = cost_of_card(s, t, card)
    if (asked & Property.COST_IS_X and cost != frame.x) or (asked & Property.COST_AT_MOST_X and cost > frame.x):
        return False
    if asked & Property.TOTAL_AT_MOST_X and cost + costs_of_chosen(s, t, frame) > frame.x:
        return False
    if asked & Property.OTHER_ELEMENTS and repeats_elements(s, t, frame, card):
        return False
    last = last_chosen(frame)
    if asked & Property.COST_BELOW_LAST and (last < 0 or cost >= cost_when_chosen(s, t, last)):
        return False
    if asked & Property.ATTACKING and not is_attacking(s, card):
        return False
    return asked & Property.SAME_NAME == 0 or (last >= 0 and share_name(s, card, last))


@kernel
def cost_when_chosen(s, t, card):
    """The cost of a card that a program chose, of one that has left play since as it was there. Rule 5.3."""
    return cost_of_card(s, t, card) if s.card[card].body == NO_BODY else int(body(s, card).cost)


@kernel
def is_attacking(s, card):
    """Whether a strike attack of the card is under way."""
    for i in range(s.n_frames):
        if s.frame[i].kind == Frame.ATTACK and s.frame[i].source == card:
            return True
    return False


@kernel
def passes(s, t, index, card, you, this, frame):
    """Whether a card is such as a filter asks, wherever it lies; GREATEST_STRIKE is not looked at.

    frame: the frame of the program that asks; any frame for a filter that names nothing that is chosen.
    """
    f, ct = t.filter[index], t.card[s.card[card].type]
    if not has_asked(int(f.types), 0, 1 << int(ct.type)):
        return False
    if f.side != 0:
        seat = card // SLOTS if f.place == Place.GRAVEYARD else side_of(s, card)
        if (seat == you) != (f.side == Side.FRIENDLY):
            return False
    if f.elements | f.without_elements:
        if not has_asked(int(f.elements), int(f.without_elements), elements_of(s, t, card)):
            return False
    if f.classes | f.without_classes:
        if not has_asked(int(f.classes), int(f.without_classes), classes_of(s, t, card)):
            return False
    if f.cost_at_least > 0 or f.cost_at_most < ALL:
        cost = cost_of_card(s, t, card)
        if cost < f.cost_at_least or cost > f.cost_at_most:
            return False
    if f.strike_at_least > 0 or f.strike_at_most < ALL:
        strike = ct.strike if s.card[card].body == NO_BODY else body(s, card).strike  # of a dead one as it was
        if strike < f.strike_at_least or strike > f.strike_at_most:
            return False
    if f.title >= 0 and f.title != s.card[card].type:
        return False
    return f.properties == 0 or properties_match(s, t, int(f.properties), card, you, this, frame)


@kernel
def properties_match(s, t, asked, card, you, this, frame):
    """Whether a card has all of the asked properties."""
    if (asked & Property.OTHER and card == this) or (asked & Property.THIS and card != this):
        return False
    if asked & Property.OWN and card // SLOTS != you:
        return False
    if asked & OF_STATE and not state_matches(s, asked, card):
        return False
    if asked & OF_WORDS and not words_match(s, t, asked, card):
        return False
    if asked & OF_FACTS and not facts_match(s, t, asked, card, you, this):
        return False
    return asked & OF_THE_FRAME == 0 or frame_matches(s, t, asked, card, frame)


# --- where cards are looked for -------------------------------------------------------------------------------------


@kernel
def seats_of(f, you):
    """Bits of the seats whose zones a filter looks into. Rule 7.6."""
    if f.place == Place.PLAY:
        both = f.side == 0
    else:
        both = f.both == 1 or f.place in (Place.CAPTURED, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO)
    if both:
        return 3
    return 1 << (1 - you) if f.side == Side.ENEMY else 1 << you


@kernel
def zone_size(s, place, seat):
    """How many cards a seat's zone holds."""
    if place == Place.PLAY:
        return in_play_count(s, seat)
    if place == Place.HAND:
        return int(s.hand[seat].n)
    if place == Place.GRAVEYARD:
        return int(s.graveyard[seat].n)
    if place == Place.DECK:
        return int(s.deck[seat].n)
    if place == Place.SIDEBOARD:
        return int(s.sideboard[seat].n)
    if place in (Place.CAPTURED, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO):
        return SLOTS
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def zone_card(s, place, seat, k):
    """The k-th card of a seat's zone; of captured cards all are gone through."""
    if place == Place.PLAY:
        return in_play_at(s, seat, k)
    if place == Place.HAND:
        return int(s.hand[seat].card[k])
    if place == Place.GRAVEYARD:
        return int(s.graveyard[seat].card[k])
    if place == Place.DECK:
        return int(s.deck[seat].card[k])
    if place == Place.SIDEBOARD:
        return int(s.sideboard[seat].card[k])
    if place in (Place.CAPTURED, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO):
        return seat * SLOTS + k
    s.error = ERROR_UNWRITTEN
    return NO_CARD


@kernel
def is_there(s, f, card, you, this):
    """Whether a card that was gone through lies where a filter looks. Rules 2, 7.6, keyword Hide."""
    it, place = s.card[card], int(f.place)
    if place == Place.PLAY:
        return it.bits & Flag.HIDDEN == 0 or card == this or f.properties & Property.PLAYER != 0
    if place in (Place.CAPTURED, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO):
        if it.zone != Zone.CAPTURED:
            return False
        if place == Place.CAPTURED:
            return True
        return it.captor == (this if place == Place.CAPTURED_BY_THIS else you * SLOTS)
    return True


@kernel
def next_match(s, t, index, k, you, this, frame):
    """Goes through the cards for a filter, from the k-th on: the first one that it lets pass, or NO_CARD, and the place
    behind it.
    """
    f = t.filter[index]
    place, seats, shown, at = int(f.place), seats_of(f, you), f.properties & Property.SHOWN != 0, k
    for step in range(SEATS):
        seat = you if step == 0 else 1 - you
        if (seats >> seat) & 1 == 0:
            continue
        size = zone_size(s, place, seat)
        while at < size:
            card = zone_card(s, place, seat, at)
            at, k = at + 1, k + 1
            if shown and not has(s, card, Flag.SHOWN):
                continue
            if is_there(s, f, card, you, this) and passes(s, t, index, card, you, this, frame):
                if f.properties & Property.GREATEST_STRIKE == 0 or is_greatest(s, t, index, card, you, this, frame):
                    return card, k
        at -= size
    return NO_CARD, k


@kernel
def is_greatest(s, t, index, card, you, this, frame):
    """Whether no other creature that matches has more strike."""
    seat = side_of(s, card)
    for i in range(s.line[seat].n):
        rival = int(s.line[seat].card[i])
        if body(s, rival).strike > body(s, card).strike and passes(s, t, index, rival, you, this, frame):
            return False
    return True


@kernel
def count_matching(s, t, index, you, this, frame):
    """How many cards a filter lets pass."""
    n = 0
    card, k = next_match(s, t, index, 0, you, this, frame)
    while card != NO_CARD:
        n += 1
        card, k = next_match(s, t, index, k, you, this, frame)
    return n


@kernel
def at_least(s, t, index, wanted, you, this, frame):
    """Whether a filter lets so many cards pass."""
    k = 0
    for _ in range(wanted):
        card, k = next_match(s, t, index, k, you, this, frame)
        if card == NO_CARD:
            return False
    return True
