"""What a seat cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from enum import IntEnum

from ..cards.hidden import redeal_hand_and_deck
from ..core.kernel import kernel
from ..core.pile import redeal_part
from ..core.rng import MARKET, below, reseed_streams
from .draft import draft_step
from .seats import given_by
from .state import NOTHING, PACKET, SEATS, WOUND_TYPES, Cause, Phase


class Figure(IntEnum):
    """Figures of a game."""

    ENDED_BY_WOUNDS, ENDED_BY_ROUND_LIMIT, ROUNDS, TIED_ON_WOUNDS, SHARED_WIN = range(5)
    CHAINS, ORDERS, LONGEST_CHAIN, MEAN_CHAIN, WOUNDS_IN_COMBAT, WOUNDS_IN_CHAINS = range(5, 11)


class SeatFigure(IntEnum):
    """Figures of a seat; from FIRST_WOUND on its wounds of each type, from FIRST_GIVER on those of each giver."""

    WOUNDS, FIRST_WOUND, FIRST_GIVER = 0, 1, 1 + WOUND_TYPES
    GIVEN, CLAIMED, DESTROYED, ORDERS, KICKED = range(1 + WOUND_TYPES + SEATS, 6 + WOUND_TYPES + SEATS)


SEAT_MEASURES = (
    "wounds", "bite", "burn", "bleed", *(f"wounds_from_p{seat + 1}" for seat in range(SEATS)),
    "given", "claimed", "destroyed", "orders", "kicked",
)  # fmt: skip
N_FIGURES, N_SEAT_MEASURES = len(Figure), len(SEAT_MEASURES)
MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{name}" for seat in range(SEATS) for name in SEAT_MEASURES),
)
"""How the game ended: 1 for the cause, 0 for the other; turns of the first seat; 1 if several had the fewest wounds, 1
if several share the win after the tie-break; chains begun, orders in them, the most and the mean in one; wounds given
in combat and otherwise. Per seat: wounds at the end, in all and by type (in the order of the card file), and over the
game wounds taken from each player, wounds given, cards claimed, minions that were destroyed, orders added to chains,
and those of them that were kicked."""
NEVER_SEEN, SEEN = -1, -2
"""Of a draft card: the seat that redeals knows nothing of it, or where it is."""


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what `viewer` cannot know: the other hands but for cards known, the order of all decks and of the stack
    of wounds below the top one, of which the face shows, and what others hold in the draft.

    Everybody knows what each player owns.
    """
    reseed_streams(s, seed, s.players)
    for seat in range(s.players):
        redeal_hand_and_deck(s, seat, viewer)
    redeal_wounds(s)
    if s.phase == Phase.DRAFT:
        redeal_draft(s, viewer)


@kernel
def redeal_wounds(s):
    """Uniform order for the wounds whose faces nobody sees: all but the top one while that is a counted one."""
    shown = s.counted > 0 and s.stack.n > 0
    s.stack.n -= shown
    redeal_part(s, MARKET, s.stack, 0)
    s.stack.n += shown


@kernel
def knowledge_of(s, viewer, place, step):
    """What a seat knows of the draft card at a place: SEEN, NEVER_SEEN, or the packet of which it knows the cards but
    not who holds which. step: of the draft under way.
    """
    packet = place // PACKET
    if packet >= s.players:
        return NEVER_SEEN
    held, before = NOTHING, NOTHING
    for k in range(step + 1):
        if (packet + k) % s.players == viewer:
            before, held = held, k
    picked = s.drafted[place]
    if held == NOTHING or (picked < held and (before == NOTHING or picked < before)):
        return NEVER_SEEN
    if picked <= held or (held == step and not has_passed_on(s, packet, step)):
        return SEEN
    return packet


@kernel
def has_passed_on(s, packet, step):
    """Whether a card of a packet has been picked in a step, after which the packet goes on."""
    for place in range(PACKET * packet, PACKET * packet + PACKET):
        if s.drafted[place] == step:
            return True
    return False


@kernel
def redeal_draft(s, viewer):
    """Uniform places for the draft cards among those of which a seat knows as much: first sorted, then shuffled."""
    step = draft_step(s)
    for place in range(s.n_draft):
        known = knowledge_of(s, viewer, place, step)
        if known != SEEN:
            for other in range(place):
                if s.draft[other] > s.draft[place] and knowledge_of(s, viewer, other, step) == known:
                    s.draft[other], s.draft[place] = s.draft[place], s.draft[other]
    for place in range(s.n_draft - 1, 0, -1):
        known, like = knowledge_of(s, viewer, place, step), 0
        if known != SEEN:
            for other in range(place + 1):
                like += knowledge_of(s, viewer, other, step) == known
            at = below(s, MARKET, like)
            for other in range(place + 1):
                if knowledge_of(s, viewer, other, step) == known:
                    at -= 1
                    if at == -1:
                        s.draft[other], s.draft[place] = s.draft[place], s.draft[other]


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    given, winners = 0, 0
    for seat in range(s.players):
        given += given_by(s, seat)
        winners += s.score[seat] > 0
    out[Figure.ENDED_BY_WOUNDS] = s.cause == Cause.WOUNDS
    out[Figure.ENDED_BY_ROUND_LIMIT] = s.cause == Cause.ROUND_LIMIT
    out[Figure.ROUNDS] = (s.turn + s.players) // s.players if s.cause == Cause.WOUNDS else s.turn // s.players
    out[Figure.TIED_ON_WOUNDS] = s.tied > 1
    out[Figure.SHARED_WIN] = winners > 1
    out[Figure.CHAINS] = s.chains
    out[Figure.ORDERS] = s.orders
    out[Figure.LONGEST_CHAIN] = s.longest
    out[Figure.MEAN_CHAIN] = s.orders / max(s.chains, 1)
    out[Figure.WOUNDS_IN_COMBAT] = s.by_combat
    out[Figure.WOUNDS_IN_CHAINS] = given - s.by_combat
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_MEASURES :]
        own[SeatFigure.WOUNDS] = 0
        for i in range(WOUND_TYPES):
            own[SeatFigure.WOUNDS] += s.wounds[seat, i]
            own[SeatFigure.FIRST_WOUND + i] = s.wounds[seat, i]
        for giver in range(SEATS):
            own[SeatFigure.FIRST_GIVER + giver] = s.given[giver, seat]
        own[SeatFigure.GIVEN] = given_by(s, seat)
        own[SeatFigure.CLAIMED] = s.claimed[seat]
        own[SeatFigure.DESTROYED] = s.destroyed[seat]
        own[SeatFigure.ORDERS] = s.ordered[seat]
        own[SeatFigure.KICKED] = s.kicked[seat]
