"""What a seat cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from ..cards.hidden import redeal_hand_and_deck
from ..core.kernel import kernel
from ..core.pile import put, redeal_part, take_top
from ..core.rng import MARKET, below, reseed_streams
from .draft import draft_step
from .seats import given_by
from .state import NOTHING, PACKET, SEATS, WOUND_TYPES, Cause, Phase

SEAT_MEASURES = (
    "wounds", "bite", "burn", "bleed", *(f"wounds_from_p{seat + 1}" for seat in range(SEATS)),
    "given", "claimed", "destroyed", "orders", "kicked",
)  # fmt: skip
OF_THE_TABLE = (
    "ended_by_wounds", "ended_by_round_limit", "rounds", "tied_on_wounds", "shared_win", "chains", "orders",
    "longest_chain", "mean_chain", "wounds_in_combat", "wounds_in_chains",
)  # fmt: skip
MEASURES = (*OF_THE_TABLE, *(f"p{seat + 1}_{name}" for seat in range(SEATS) for name in SEAT_MEASURES))
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
    face_up = s.counted > 0 and s.stack.n > 0
    if face_up:
        shown = take_top(s.stack)
    else:
        shown = 0
    redeal_part(s, MARKET, s.stack, 0)
    if face_up:
        put(s, s.stack, shown)


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
    out[0] = s.cause == Cause.WOUNDS
    out[1] = s.cause == Cause.ROUND_LIMIT
    out[2] = (s.turn + s.players) // s.players if s.cause == Cause.WOUNDS else s.turn // s.players
    out[3] = s.tied > 1
    out[4] = winners > 1
    out[5] = s.chains
    out[6] = s.orders
    out[7] = s.longest
    out[8] = s.orders / max(s.chains, 1)
    out[9] = s.by_combat
    out[10] = given - s.by_combat
    at = 11
    for seat in range(SEATS):
        out[at] = 0
        for i in range(WOUND_TYPES):
            out[at] += s.wounds[seat, i]
            out[at + 1 + i] = s.wounds[seat, i]
        for giver in range(SEATS):
            out[at + 4 + giver] = s.given[giver, seat]
        at += 4 + SEATS
        out[at] = given_by(s, seat)
        out[at + 1] = s.claimed[seat]
        out[at + 2] = s.destroyed[seat]
        out[at + 3] = s.ordered[seat]
        out[at + 4] = s.kicked[seat]
        at += 5
