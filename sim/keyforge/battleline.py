"""Who owns, controls and stands beside whom: the lowest facts about the cards on the table."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.kernel import kernel
from ..core.pile import find
from .state import DECK_SIZE, NO_CARD, SEATS, Mark, Status, Zone


@kernel
def owner(card):
    """The seat whose deck a card belongs to. Rule 1."""
    return card // DECK_SIZE


@kernel
def other(seat):
    """The opponent's seat."""
    return 1 - seat


@kernel
def in_turn_order(s, place):
    """The card at a place, 0 to CARDS - 1, of the order in which cards come to a pile at once: those that the active
    player owns come first. Rule 11.5.
    """
    if s.active == 0:
        return place
    return place + DECK_SIZE if place < DECK_SIZE else place - DECK_SIZE


@kernel
def in_play(s, card):
    """Whether a card is in play; NO_CARD is not."""
    return card >= 0 and s.card[card].zone == Zone.PLAY


@kernel
def seat_of(s, card):
    """Whose card it is for filters: its controller's in play, else its owner's. Rule 1."""
    return int(s.card[card].controller) if s.card[card].zone == Zone.PLAY else owner(card)


@kernel
def neighbors(s, card):
    """(left, right) neighbor of a creature in play, NO_CARD where there is none. Rule 13."""
    line = s.line[s.card[card].controller]
    at = find(line, card)
    left = int(line.card[at - 1]) if at > 0 else NO_CARD
    right = int(line.card[at + 1]) if 0 <= at < line.n - 1 else NO_CARD
    return left, right


@kernel
def is_flank(s, card):
    """Whether a creature in play is a flank creature: at an end of its battleline, or counted as one. Rule 13."""
    if s.card[card].marks & Mark.FLANK:
        return True
    line = s.line[s.card[card].controller]
    return line.n > 0 and (line.card[0] == card or line.card[line.n - 1] == card)


@kernel
def swap(s, a, b):
    """Two creatures of one battleline exchange their places. Rule 13."""
    line = s.line[s.card[a].controller]
    i, j = find(line, a), find(line, b)
    if i >= 0 and j >= 0:
        line.card[i], line.card[j] = b, a
        s.unsettled = 1


@kernel
def set_status(s, card, status):
    """Notes how far the destruction or departure of a card has got, and keeps which cards are on that way. Rule 11."""
    seat, bit = owner(card), 1 << int(card % DECK_SIZE)
    s.card[card].status = status
    s.leaving[seat] = s.leaving[seat] & ~bit if status == Status.NONE else s.leaving[seat] | bit


@kernel
def next_of(cards, start):
    """The first card of a set that the state keeps, with a number of at least `start`, or NO_CARD: to go through them
    in a loop.
    """
    for seat in range(owner(start), SEATS):
        first = max(start, seat * DECK_SIZE)
        bits = int(cards[seat]) >> (first - seat * DECK_SIZE)
        if bits != 0:
            return first + lowest(bits)
    return NO_CARD


@kernel
def next_of_status(s, status, start):
    """The first card of a status, which is not NONE, with a number of at least `start`, or NO_CARD: to go through them
    in a loop.
    """
    card = next_of(s.leaving, start)
    while card != NO_CARD and s.card[card].status != status:
        card = next_of(s.leaving, card + 1)
    return card


@kernel
def next_upgrade(s, host, start):
    """The first upgrade on a creature with a number of at least `start`, or NO_CARD: to go through them in a loop."""
    card = next_of(s.sources, start)
    while card != NO_CARD and s.card[card].host != host:
        card = next_of(s.sources, card + 1)
    return card


@kernel
def next_source(s, t, kind, start):
    """The first card in play that has constants of a kind, with a number of at least `start`, or NO_CARD: to go through
    them in a loop.
    """
    card = next_of(s.sources, start)
    while card != NO_CARD and (t.card[s.card[card].type].kinds >> kind) & 1 == 0:
        card = next_of(s.sources, card + 1)
    return card
