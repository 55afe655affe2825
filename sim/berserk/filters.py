"""Which cards a filter of the notation lets pass."""

from __future__ import annotations

from ..cards.chosen import is_chosen
from ..cards.filters import has_asked
from ..cards.frames import nearest
from ..core.bitsets import lowest
from ..core.kernel import kernel
from .board import BESIDE, COLUMN, ORTHOGONAL, bit, distance, forward, on_battlefield, row_of
from .state import NO_CARD, Frame, Zone
from .stats import (
    EVERY_CARD,
    adjacent,
    cells_moved,
    cells_with,
    counts_as_creature,
    everybody,
    facts,
    given,
    has_plain,
    is_corporeal,
    is_flying,
    is_plain_creature,
    lives,
    owner,
    seat_of,
)
from .tables import Element, Has, Property, Relation, Side, Stat

ROW_PROPERTIES = (Property.FIRST_ROW, Property.SECOND_ROW, Property.THIRD_ROW)
SEEN_FACE_DOWN = (
    Property.FIRST_ROW
    | Property.SECOND_ROW
    | Property.THIRD_ROW
    | Property.ISOLATED
    | Property.OTHER
    | Property.NOT_EVENT
    | Property.UNPICKED
)
"""What a card that lies face down has to meet all the same: where it stands, and which of all cards it is."""


LOSABLE = 1 << Has.ATTACK_EXPERIENCE | 1 << Has.DEFENSE_EXPERIENCE | 1 << Has.ARMOUR
"""Bits of the traits that a card may have now and then; whether it has them now says `modifiers.note_traits`."""


@kernel
def attack_on(s):
    """The place of the innermost attack on the stack, or -1."""
    return nearest(s, Frame.ATTACK)


@kernel
def lets_pass(s, t, f, source, card, place):
    """Whether a filter lets a card pass, as `matches` tells; at once where it asks no more than its type and side."""
    row, it = t.filter[f], s.card[card]
    if row.plain == 0:
        return matches(s, t, f, source, card, place)
    if row.side != Side.ANY and (it.controller == s.card[source].controller) != (row.side == Side.OWN):
        return False
    return row.types == 0 or it.hidden == 1 or (row.types >> t.card[it.type].type) & 1 == 1


@kernel
def matches(s, t, f, source, card, place):
    """Whether a filter lets a card pass; source: the card whose trait it is; place: of its frame, -1 for none.

    A hidden card meets every condition but whose it is and where it stands. Rule 23.
    """
    row, it = t.filter[f], s.card[card]
    if row.relation in (Relation.GRAVEYARD, Relation.OWN_GRAVEYARD):
        if it.zone != Zone.GRAVEYARD or (
            row.relation == Relation.OWN_GRAVEYARD and owner(card) != s.card[source].controller
        ):
            return False
    elif row.relation == Relation.DECK:
        if it.zone != Zone.NONE:
            return False
    elif (
        (row.side == Side.OWN and it.controller != s.card[source].controller)
        or (row.side == Side.ENEMY and it.controller == s.card[source].controller)
        or (row.relation != Relation.ANY and not relates(s, t, int(row.relation), source, card, place))
    ):
        return False
    if row.range_at_most < 99 and distance(int(s.card[source].cell), int(it.cell)) > row.range_at_most:
        return False
    if it.hidden == 1:
        return has_properties(s, t, int(row.properties) & SEEN_FACE_DOWN, source, card, place)
    return is_sort(s, t, row, card) and has_properties(s, t, int(row.properties), source, card, place)


@kernel
def is_sort(s, t, row, card):
    """Whether a card is of the type, element, class, cost, lives and kind of traits that a filter asks for."""
    facts_of = t.card[s.card[card].type]
    if not has_asked(row.types, 0, 1 << facts_of.type):
        return False
    if row.narrow == 0:
        return True
    if row.element | row.without_element:
        if not has_asked(row.element, row.without_element, 1 << element_of(s, t, card)):
            return False
    if not has_asked(row["class"], row.without_class, facts_of.classes):
        return False
    if not row.cost_at_least <= facts_of.cost <= row.cost_at_most:
        return False
    if row.lives_at_least > -99 or row.lives_at_most < 99:
        if not row.lives_at_least <= lives(s, t, card) <= row.lives_at_most:
            return False
    if row.named >= 0 and row.named != s.card[card].type:
        return False
    return (row.has == 0 or has_any(s, t, row.has, card)) and (
        row.without_has == 0 or not has_any(s, t, row.without_has, card)
    )


@kernel
def element_of(s, t, card):
    """The element of a card; a card of its squad may make those of a class neutral."""
    row = t.card[s.card[card].type]
    if row.classes != 0:
        for i in range(s.n_auras):
            altar = int(s.aura[i])
            if s.card[altar].controller == s.card[card].controller and s.card[altar].hidden == 0:
                if facts(s, t, altar).neutral & row.classes != 0:
                    return int(Element.NEUTRAL)
    return int(row.element)


@kernel
def has_any(s, t, asked, card):
    """Whether a card has one of the kinds of traits now: printed, given, or by a constant."""
    known = given_traits(s, card)
    if s.ignored != card:
        known |= int(t.card[s.card[card].type].has)
        if s.asking != 0 and (s.shifting >> card) & 1 == 1:
            known = (known & ~(LOSABLE & int(s.asking))) | int(s.card[card].traits)
    if known & asked & ~(1 << Has.INCARNATION_TOKEN) != 0:
        return True
    return (
        (asked >> Has.INCARNATION_TOKEN) & 1 == 1
        and s.card[card].tokens > 0
        and has_plain(s, t, card, Stat.INCARNATION)
    )


@kernel
def given_traits(s, card):
    """Bits of the kinds of traits that a card was given."""
    if s.card[card].lasting == 0:
        return 0
    found = 1 << Has.ATTACK_EXPERIENCE if given(s, card, Stat.ATTACK_EXPERIENCE) >= 0 else 0
    found |= 1 << Has.DEFENSE_EXPERIENCE if given(s, card, Stat.DEFENSE_EXPERIENCE) >= 0 else 0
    found |= 1 << Has.ARMOUR if given(s, card, Stat.ARMOUR) >= 0 else 0
    return found | (1 << Has.THROW if given(s, card, Stat.THROWS_STRIKE) >= 0 else 0)


@kernel
def relates(s, t, relation, source, card, place):
    """Whether a card stands so to the one whose trait it is. Rule 1."""
    here, there = int(s.card[source].cell), int(s.card[card].cell)
    if relation == Relation.ADJACENT:
        return adjacent(s, source, card)
    if relation == Relation.SELF:
        return card == source
    if relation == Relation.HOST:
        return card == s.card[source].host
    if relation == Relation.NOT_ADJACENT:
        return not adjacent(s, source, card)
    if relation == Relation.HOST_OR_ADJACENT:
        return card != source and (card == s.card[source].host or adjacent(s, source, card))
    if relation == Relation.NEXT_TO_EVENT:
        return place >= 0 and s.frame[place].event >= 0 and adjacent(s, int(s.frame[place].event), card)
    if relation == Relation.ENEMY_SECOND_ROW:
        return on_battlefield(there) and row_of(s, seat_of(s, source), there) == -2
    if not on_battlefield(here) or not on_battlefield(there):
        return False
    if relation == Relation.ORTHOGONAL:
        return bit(ORTHOGONAL[here], there)
    if relation == Relation.BESIDE:
        return bit(BESIDE[here], there)
    if relation == Relation.OPPOSITE:
        return forward(s, seat_of(s, source), here) == there
    if relation == Relation.SAME_COLUMN:
        return card == source or bit(COLUMN[here], there)
    if relation != Relation.MIRRORED_ROW:
        return False
    row = row_of(s, seat_of(s, source), here)
    return row > 0 and row_of(s, seat_of(s, source), there) == -row


@kernel
def has_properties(s, t, asked, source, card, place):
    """Whether a card has all the properties asked for."""
    if asked == 0:
        return True
    it = s.card[card]
    if (asked & Property.OTHER and card == source) or (asked & Property.OPEN and it.closed == 1):
        return False
    if asked & Property.CLOSED and it.closed == 0:
        return False
    if asked & (Property.FLYING | Property.NON_FLYING) and is_flying(s, t, card) != (asked & Property.FLYING != 0):
        return False
    if (asked & Property.WOUNDED and it.wounds == 0) or (asked & Property.UNWOUNDED and it.wounds > 0):
        return False
    if (asked & Property.POISONED and it.poison == 0) or (asked & Property.CURSED and it.cursed == 0):
        return False
    if asked & Property.UNMOVED and cells_moved(s, card) > 0:
        return False
    if asked & (Property.ELITE | Property.ORDINARY):
        if (t.card[it.type].elite == 1) != (asked & Property.ELITE != 0):
            return False
    return has_rarer_properties(s, t, asked, source, card, place)


@kernel
def has_rarer_properties(s, t, asked, source, card, place):
    """Likewise of those that are asked for more seldom."""
    it = s.card[card]
    if asked & Property.CORPOREAL and not is_corporeal(s, t, card):
        return False
    if place >= 0:
        frame = s.frame[place]
        if asked & Property.NOT_EVENT and card == frame.event:
            return False
        if asked & Property.UNPICKED and is_chosen(frame, card):
            return False
        if asked & Property.SAME_NAME and frame.event >= 0 and s.card[frame.event].type != it.type:
            return False
    if asked & (Property.FIRST_ROW | Property.SECOND_ROW | Property.THIRD_ROW):
        row = row_of(s, seat_of(s, card), int(it.cell)) if on_battlefield(int(it.cell)) else 0
        if row < 1 or asked & ROW_PROPERTIES[row - 1] == 0:
            return False
    if asked & Property.ISOLATED:
        cell = int(it.cell)
        if on_battlefield(cell) and BESIDE[cell] & cells_with(s, int(s.team[seat_of(s, card)])) != 0:
            return False
    if asked & Property.DEFENDER:
        attack = attack_on(s)
        if attack < 0 or s.frame[attack].defender != card:
            return False
    return has_rarest_properties(s, t, asked, source, card)


@kernel
def has_rarest_properties(s, t, asked, source, card):
    """The rest of the properties."""
    it = s.card[card]
    if asked & Property.SAME_ELEMENT and element_of(s, t, card) != element_of(s, t, source):
        return False
    if (asked & Property.FRESH and it.attacks > 0) or (asked & Property.UNEXTENDED and it.extra > 0):
        return False
    if asked & Property.INCARNATING and not has_plain(s, t, card, Stat.INCARNATION):
        return False
    if asked & Property.PLAIN and not is_plain_creature(s, t, card):
        return False
    if asked & Property.STOOD_STILL and it.cells > 0:
        return False
    return asked & Property.REVEALED == 0 or it.hidden == 0


@kernel
def count_matching(s, t, f, source, place):
    """How many cards a filter lets pass: in play, or in the graveyard if it asks for that."""
    found = 0
    zone = zone_of_filter(t, f)
    left = everybody(s) if zone == Zone.PLAY else EVERY_CARD
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].zone == zone and matches(s, t, f, source, card, place):
            found += 1
    return found


@kernel
def zone_of_filter(t, f):
    """Where the cards of a filter are looked for."""
    relation = t.filter[f].relation
    return Zone.GRAVEYARD if relation in (Relation.GRAVEYARD, Relation.OWN_GRAVEYARD) else Zone.PLAY


@kernel
def opposite(s, t, card, f, place):
    """The card opposite a card that a filter lets pass, f = -1 for any: one that stands there before what it bears;
    NO_CARD if there is none. place: as in `matches`. Rules 1 and 19.
    """
    cell = forward(s, seat_of(s, card), int(s.card[card].cell))
    if cell < 0 or s.at[cell] < 0:
        return NO_CARD
    first = int(s.at[cell])
    if f < 0 or matches(s, t, f, card, first, place):
        return first
    left = everybody(s) & ~(1 << first)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].cell == cell and matches(s, t, f, card, other, place):
            return other
    return NO_CARD


@kernel
def poisoned_neighbours(s, t, card):
    """How many poisoned creatures are adjacent to a card."""
    found = 0
    left = everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if s.card[other].poison > 0 and adjacent(s, card, other):
            found += counts_as_creature(s, t, other)
    return found
