"""Which cards a filter lets pass: what it asks of a card, and in which zone it looks for it."""

from __future__ import annotations

from ..cards.chosen import is_chosen, last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.pile import find
from .battleline import in_play, neighbors, owner
from .modifiers import houses_of, keyword, matches_of, power
from .state import CARDS, Constant, Status, Type, Zone
from .tables import ALL, Place, Property, Side

OF_THE_FRAME = (
    Property.ELUSIVE
    | Property.NEIGHBOR_OF_FOUGHT
    | Property.NAMED_HOUSE
    | Property.POWER_IS_NUMBER
    | Property.NOT_CHOSEN
    | Property.EVENT
    | Property.CHOSEN
    | Property.NAMED_PLAYER
)
OF_THE_LAST = (
    Property.NEIGHBOR_OF_CHOSEN
    | Property.SHARES_TRAIT
    | Property.OTHER_NAME
    | Property.HOUSE_OF_CHOSEN
    | Property.SAME_OWNER
)
EXTREME = Property.MOST_POWERFUL | Property.LEAST_POWERFUL
_ZONES = {
    Place.PLAY: (Zone.PLAY,),
    Place.HAND: (Zone.HAND,),
    Place.DISCARD: (Zone.DISCARD,),
    Place.ARCHIVES: (Zone.ARCHIVES,),
    Place.DECK: (Zone.DECK,),
    Place.DECK_AND_DISCARD: (Zone.DECK, Zone.DISCARD),
    Place.UNDER_THIS: (Zone.UNDER,),
    Place.PURGED_BY_THIS: (Zone.PURGED,),
    Place.ANYWHERE: tuple(zone for zone in Zone if zone != Zone.NONE),
    Place.PLAY_AND_DISCARD: (Zone.PLAY, Zone.DISCARD),
}
ZONES_OF_PLACE = tuple(sum(1 << zone for zone in _ZONES[place]) for place in Place)
"""Bits of the zones in which the cards of each Place may lie."""


@kernel
def side_of(s, t, card):
    """The seat whose card it is: in play and as it leaves play its controller (of an upgrade that of the host), in
    archives the player whose archives they are, else its owner. Rules 1 and 16.
    """
    record = s.card[card]
    if in_play(s, card) or record.status in (Status.GONE, Status.LEFT, Status.TAKEN):
        if t.card[record.type].type == Type.UPGRADE and record.host >= 0:
            return int(s.card[record.host].controller)
        return int(record.controller)
    if record.zone == Zone.ARCHIVES and find(s.archives[owner(card)], card) < 0:
        return 1 - owner(card)
    return owner(card)


@kernel
def is_neighbor(s, card, other_card):
    """Whether two creatures stand side by side; no creature stands beside NO_CARD. Rule 13."""
    if other_card < 0 or not in_play(s, other_card):
        return False
    left, right = neighbors(s, other_card)
    return card in (left, right)


@kernel
def frame_matches(s, t, asked, card, frame):
    """Whether a card has those of the asked properties that refer to a program's frame, or that it is elusive."""
    if asked & Property.ELUSIVE and not keyword(s, t, card, Constant.ELUSIVE):
        return False
    if asked & Property.NEIGHBOR_OF_FOUGHT and not is_neighbor(s, card, int(frame.event)):
        return False
    if asked & Property.NAMED_HOUSE and (frame.x < 0 or (houses_of(s, t, card) >> frame.x) & 1 == 0):
        return False
    if asked & Property.POWER_IS_NUMBER and power(s, t, card) != frame.x:
        return False
    if asked & Property.NAMED_PLAYER and owner(card) != frame.x:
        return False
    if (asked & Property.NOT_CHOSEN and is_chosen(frame, card)) or (
        asked & Property.CHOSEN and not is_chosen(frame, card)
    ):
        return False
    return asked & Property.EVENT == 0 or card == frame.event


@kernel
def last_matches(s, t, asked, card, last):
    """Whether a card has those of the asked properties that compare it with the last card chosen."""
    if last < 0 or (asked & Property.NEIGHBOR_OF_CHOSEN and not is_neighbor(s, card, last)):
        return False
    of_card, of_last = int(s.card[card].type), int(s.card[last].type)
    if asked & Property.SHARES_TRAIT and t.card[of_card].traits & t.card[of_last].traits == 0:
        return False
    if (asked & Property.OTHER_NAME and of_card == of_last) or (
        asked & Property.SAME_OWNER and owner(card) != owner(last)
    ):
        return False
    return asked & Property.HOUSE_OF_CHOSEN == 0 or houses_of(s, t, card) & houses_of(s, t, last) != 0


@kernel
def passes(s, t, index, card, you, this, frame):
    """Whether a card is such as a filter asks, wherever it lies; MOST_POWERFUL and LEAST_POWERFUL are not looked at.

    frame: the frame of the program that asks; any frame for a filter that names nothing that is chosen.
    """
    if not matches_of(s, t, index, card, side_of(s, t, card), you, this):
        return False
    f = t.filter[index]
    asked = int(f.properties)
    if asked & OF_THE_FRAME and not frame_matches(s, t, asked, card, frame):
        return False
    if asked & OF_THE_LAST and not last_matches(s, t, asked, card, last_chosen(frame)):
        return False
    if f.power_at_least > 0 or f.power_at_most < ALL:
        strength = power(s, t, card)
        return f.power_at_least <= strength <= f.power_at_most
    return True


@kernel
def lies_in(s, place, side, card, you, this):
    """Whether a card lies where a filter of this place and side looks, seen from seat `you`; in play all do."""
    if place == Place.PLAY or (place == Place.PLAY_AND_DISCARD and in_play(s, card)):
        return in_play(s, card)
    if place == Place.ANYWHERE:
        return True
    record = s.card[card]
    zone, whose = int(record.zone), 1 - you if side == Side.ENEMY else you
    if place == Place.ARCHIVES:
        return zone == Zone.ARCHIVES and find(s.archives[whose], card) >= 0
    if place == Place.UNDER_THIS:
        return zone == Zone.UNDER and record.host == this
    if place == Place.PURGED_BY_THIS:
        return zone == Zone.PURGED and record.host == this
    if place == Place.DISCARD and side == 0:
        return zone == Zone.DISCARD
    if owner(card) != whose:
        return False
    if place == Place.HAND:
        return zone == Zone.HAND
    if place == Place.DECK:
        return zone == Zone.DECK
    if place == Place.DECK_AND_DISCARD:
        return zone in (Zone.DECK, Zone.DISCARD)
    if place in (Place.DISCARD, Place.PLAY_AND_DISCARD):
        return zone == Zone.DISCARD
    s.error = ERROR_UNWRITTEN
    return False


@kernel
def zones_of(t, index):
    """Bits of the zones in which all cards lie that filter `index` lets pass: loops look at no other cards."""
    return ZONES_OF_PLACE[t.filter[index].place]


@kernel
def fits(s, t, index, card, you, this, frame):
    """Whether a card lies where the filter looks and is such as it asks, but for being the most or least powerful."""
    if s.card[card].zone == 0:
        return False
    f = t.filter[index]
    return lies_in(s, int(f.place), int(f.side), card, you, this) and passes(s, t, index, card, you, this, frame)


@kernel
def matches(s, t, index, card, you, this, frame):
    """Whether filter `index` lets a card pass, for a program or ability whose "you" and "this" are given.

    The most and the least powerful are those among the cards that match otherwise and are not picked yet.
    """
    if not fits(s, t, index, card, you, this, frame):
        return False
    asked = t.filter[index].properties
    if asked & EXTREME == 0:
        return True
    own, zones = power(s, t, card), zones_of(t, index)
    for rival in range(CARDS):
        if (zones >> int(s.card[rival].zone)) & 1 == 0 or rival == card:
            continue
        if s.card[rival].picked == 0 and fits(s, t, index, rival, you, this, frame):
            strength = power(s, t, rival)
            if (asked & Property.MOST_POWERFUL and strength > own) or (
                asked & Property.LEAST_POWERFUL and strength < own
            ):
                return False
    return True


@kernel
def count_matching(s, t, index, you, this, frame):
    """How many cards filter `index` lets pass."""
    n, zones = 0, zones_of(t, index)
    for card in range(CARDS):
        if (zones >> int(s.card[card].zone)) & 1 == 1 and matches(s, t, index, card, you, this, frame):
            n += 1
    return n
