"""What a player cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..cards.chosen import is_chosen
from ..cards.hidden import exchange, replace_cards
from ..core.kernel import kernel
from ..core.rng import reseed_streams, shuffle_stream
from .state import CARDS, DECK_SIZE, HOUSES, NO_HOUSE, SEATS, TURNS_NOTED, Cause, Decision, Frame, House, Zone


class Figure(IntEnum):
    """Figures of a game."""

    ENDED_BY_KEYS, ENDED_BY_TURN_LIMIT = range(2)


class SeatFigure(IntEnum):
    """The first figures of a player."""

    KEYS, AMBER, AMBER_MADE, AMBER_STOLEN, AMBER_CAPTURED, CREATURES, ARTIFACTS, CHAINS, MULLIGANS = range(9)


SEAT_MEASURES = (
    *(figure.name.lower() for figure in SeatFigure),
    *(f"turns_{house.name.lower()}" for house in House),
    *(f"house_of_turn_{turn + 1}" for turn in range(TURNS_NOTED)),
)
FIRST_HOUSE = len(SeatFigure)
FIRST_TURN = FIRST_HOUSE + HOUSES
"""Where in the measures of a player those of houses and of turns begin."""
N_FIGURES, N_SEAT_MEASURES = len(Figure), len(SEAT_MEASURES)
MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{name}" for seat in range(SEATS) for name in SEAT_MEASURES),
)
"""How the game ended: 1 for the cause, 0 for the other. Per player at the end: keys, amber in the pool, creatures and
artifacts in play, chains; over the game: amber that came to him, that he stole and that his creatures captured,
mulligans, own turns in which each house was chosen, and the house of each of his first own turns (a number of
state.House; -1: none, or no such turn)."""
CATEGORIES = {
    f"p{seat + 1}_house_of_turn_{turn + 1}": {**{house.value: house.name.lower() for house in House}, NO_HOUSE: "none"}
    for seat in range(SEATS)
    for turn in range(TURNS_NOTED)
}


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what `viewer` cannot know: the cards in the other hand, in the other's archives and facedown under
    the other's artifacts but for those he has seen, and both decks but for places that he knows.

    Both players know what each deck was made of, and what lies in play and in every open pile.
    """
    reseed_streams(s, seed, s.players)
    instead = np.arange(CARDS)
    for owner in range(SEATS):
        redeal_owner(s, owner, viewer, instead)
    for seat in range(SEATS):
        for pile in (s.deck[seat], s.hand[seat], s.archives[seat]):
            replace_cards(pile, instead)


@kernel
def redeal_owner(s, owner, viewer, instead):
    """Deals the cards of one owner that the viewer cannot know anew to the places where they lie.

    instead: by card the one that comes to its place; what is known of a place stays with the place.
    """
    held, zone, host, seen = (
        np.empty(DECK_SIZE, np.int64),
        np.empty(DECK_SIZE, np.int64),
        np.empty(DECK_SIZE, np.int64),
        np.empty(DECK_SIZE, np.int64),
    )
    n = hidden_cards(s, owner, viewer, held)
    for k in range(n):
        card = s.card[held[k]]
        zone[k], host[k], seen[k] = card.zone, card.host, card.seen
    dealt = exchange(s, shuffle_stream(owner), held, n, instead)
    for k in range(n):
        card = s.card[dealt[k]]
        card.zone, card.host, card.seen = zone[k], host[k], seen[k]


@kernel
def hidden_cards(s, owner, viewer, out):
    """Writes the cards of an owner that the viewer cannot know, by their places, into out; returns how many."""
    n = 0
    for i in range(min(int(s.deck[owner].n), int(s.shuffled[owner]))):
        n = add_hidden(s, int(s.deck[owner].card[i]), viewer, out, n)
    if owner == viewer:
        return n
    for i in range(s.hand[owner].n):
        n = add_hidden(s, int(s.hand[owner].card[i]), viewer, out, n)
    for i in range(s.archives[owner].n):
        card = int(s.archives[owner].card[i])
        if card // DECK_SIZE == owner:
            n = add_hidden(s, card, viewer, out, n)
    for card in range(owner * DECK_SIZE, owner * DECK_SIZE + DECK_SIZE):
        if s.card[card].zone == Zone.UNDER:
            n = add_hidden(s, card, viewer, out, n)
    return n


@kernel
def add_hidden(s, card, viewer, out, n):
    """Adds a card to the first n of out unless the viewer knows where it lies; returns how many there are then."""
    if (s.card[card].seen >> viewer) & 1 == 1 or (viewer != s.active and is_pending(s, card)):
        return n
    out[n] = card
    return n + 1


@kernel
def is_pending(s, card):
    """Whether the effect under way is about a card: the other player has picked it or is playing it."""
    if s.decision == Decision.CHOOSE and s.card[card].picked != 0:
        return True
    for i in range(s.n_frames):
        frame = s.frame[i]
        if frame.source == card or frame.event == card or (frame.other == card and frame.kind != Frame.PROGRAM):
            return True
        if is_chosen(frame, card):
            return True
    return False


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    out[Figure.ENDED_BY_KEYS] = s.cause == Cause.THREE_KEYS
    out[Figure.ENDED_BY_TURN_LIMIT] = s.cause == Cause.TURN_LIMIT
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_MEASURES :]
        own[SeatFigure.KEYS], own[SeatFigure.AMBER] = s.keys[seat], s.amber[seat]
        own[SeatFigure.AMBER_MADE], own[SeatFigure.AMBER_STOLEN] = s.made[seat], s.stolen[seat]
        own[SeatFigure.AMBER_CAPTURED] = s.captured[seat]
        own[SeatFigure.CREATURES], own[SeatFigure.ARTIFACTS] = s.line[seat].n, s.artifacts[seat].n
        own[SeatFigure.CHAINS], own[SeatFigure.MULLIGANS] = s.chains[seat], s.mulligans[seat]
        for house in range(HOUSES):
            own[FIRST_HOUSE + house] = s.house_turns[seat, house]
        for turn in range(TURNS_NOTED):
            own[FIRST_TURN + turn] = s.house_of_turn[seat, turn]
