"""What a seat cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from ..cards.hidden import redeal_hand_and_deck
from ..core.kernel import kernel
from ..core.pile import redeal_part
from ..core.rng import MARKET, reseed_streams
from .state import SEATS, Cause

SEAT_MEASURES = ("health", "mastery", "cards", "champions", "recruits", "fast_plays", "focuses")
CAUSES = ("ended_by_damage", "ended_by_infinity_shard", "ended_by_turn_limit")
MEASURES = (*CAUSES, *(f"p{seat + 1}_{name}" for seat in range(SEATS) for name in SEAT_MEASURES))
"""How the game ended: 1 for the cause, 0 for the others. Per seat at the end: health, mastery, cards owned, champions
in play; and over the game: cards recruited, mercenaries fast-played, turns with focus."""


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what `viewer` cannot know: the other hands but for cards shown, the order of all decks, the unseen
    center.

    Everybody knows what each player owns and which cards lie at the bottom of the center deck.
    """
    reseed_streams(s, seed, s.players)
    for seat in range(s.players):
        redeal_hand_and_deck(s, seat, viewer)
    redeal_part(s, MARKET, s.center, s.center_known)


@kernel
def cards_owned(s, seat):
    """How many cards a seat has in all its zones; allies played this turn belong to the active seat."""
    n = s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n
    if seat == s.active:
        n += s.exhausted.n + s.play.n - s.fast_played.n
    return n


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    out[0] = s.cause == Cause.DAMAGE
    out[1] = s.cause == Cause.INFINITY_SHARD
    out[2] = s.cause == Cause.TURN_LIMIT
    at = 3
    for seat in range(SEATS):
        out[at] = s.health[seat]
        out[at + 1] = s.mastery[seat]
        out[at + 2] = cards_owned(s, seat)
        out[at + 3] = s.champions[seat].n
        out[at + 4] = s.recruits[seat]
        out[at + 5] = s.fast_plays[seat]
        out[at + 6] = s.focuses[seat]
        at += 7
