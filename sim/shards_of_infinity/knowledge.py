"""What a seat cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from enum import IntEnum

from ..cards.hidden import redeal_hand_and_deck
from ..core.kernel import kernel
from ..core.pile import redeal_part
from ..core.rng import MARKET, reseed_streams
from .state import SEATS, Cause


class Figure(IntEnum):
    """Figures of a game."""

    ENDED_BY_DAMAGE, ENDED_BY_INFINITY_SHARD, ENDED_BY_TURN_LIMIT = range(3)


class SeatFigure(IntEnum):
    """Figures of a seat."""

    HEALTH, MASTERY, CARDS, CHAMPIONS, RECRUITS, FAST_PLAYS, FOCUSES = range(7)


N_FIGURES, N_SEAT_FIGURES = len(Figure), len(SeatFigure)
MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{figure.name.lower()}" for seat in range(SEATS) for figure in SeatFigure),
)
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
    out[Figure.ENDED_BY_DAMAGE] = s.cause == Cause.DAMAGE
    out[Figure.ENDED_BY_INFINITY_SHARD] = s.cause == Cause.INFINITY_SHARD
    out[Figure.ENDED_BY_TURN_LIMIT] = s.cause == Cause.TURN_LIMIT
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_FIGURES :]
        own[SeatFigure.HEALTH] = s.health[seat]
        own[SeatFigure.MASTERY] = s.mastery[seat]
        own[SeatFigure.CARDS] = cards_owned(s, seat)
        own[SeatFigure.CHAMPIONS] = s.champions[seat].n
        own[SeatFigure.RECRUITS] = s.recruits[seat]
        own[SeatFigure.FAST_PLAYS] = s.fast_plays[seat]
        own[SeatFigure.FOCUSES] = s.focuses[seat]
