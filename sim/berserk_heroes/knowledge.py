"""What a player cannot know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..cards.chosen import is_chosen
from ..cards.hidden import exchange, replace_cards
from ..core.kernel import kernel
from ..core.rng import reseed_streams, shuffle_stream
from .basics import hero_of, life_left
from .state import CARDS, SEATS, SLOTS, Cause


class Figure(IntEnum):
    """Figures of a game."""

    ENDED_BY_HERO, ENDED_BY_NO_DRAW, ENDED_BY_TURN_LIMIT, ENDED_BY_BOTH = range(4)


class SeatFigure(IntEnum):
    """Figures of a player."""

    (
        LIFE, GOLD, GOLD_UNSPENT, CREATURES, SUPPORT, HAND, DECK, CREATURES_PLAYED, SPELLS_PLAYED, SUPPORT_PLAYED,
        ABILITIES_USED, KEYWORDS_USED, DAMAGE_STRIKES, DAMAGE_SHOTS, DAMAGE_EFFECTS,
    ) = range(15)  # fmt: skip


PLAYED = (SeatFigure.CREATURES_PLAYED, SeatFigure.SPELLS_PLAYED, SeatFigure.SUPPORT_PLAYED)
DAMAGE = (SeatFigure.DAMAGE_STRIKES, SeatFigure.DAMAGE_SHOTS, SeatFigure.DAMAGE_EFFECTS)
"""In the order in which the state counts them."""
N_FIGURES, N_SEAT_FIGURES = len(Figure), len(SeatFigure)
MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{figure.name.lower()}" for seat in range(SEATS) for figure in SeatFigure),
)
"""How the game ended: 1 for the cause, 0 for the others. Per player at the end: life of the hero, gold, cards in play,
in hand and deck; over the game: untapped gold at the ends of his turns, cards played by kind, activated abilities used,
how often Ambush, Armour, Clutch, a mastery, Meditation, Might, Regeneration, Rush (to attack), Scales, Suppression or
Thirst of his cards did something, wounds dealt to the other hero by strikes, Shots and all else."""
CATEGORIES: dict[str, dict[int, str]] = {}


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what `viewer` cannot know: the cards in the other hand and sideboard and in both decks but for those of
    which he has seen where they lie. Both players know what each deck and sideboard was made of.
    """
    reseed_streams(s, seed, s.players)
    instead = np.arange(CARDS)
    for seat in range(SEATS):
        redeal_owner(s, seat, viewer, instead)
    for seat in range(SEATS):
        replace_cards(s.deck[seat], instead)
        replace_cards(s.hand[seat], instead)
        replace_cards(s.sideboard[seat], instead)


@kernel
def redeal_owner(s, seat, viewer, instead):
    """Deals the cards of one owner that the viewer cannot know anew to the places where they lie.

    instead: by card the one that comes to its place; what is known of a place stays with the place.
    """
    held = np.empty(SLOTS, np.int64)
    zones, seen = np.empty(SLOTS, np.int64), np.empty(SLOTS, np.int64)
    n = hidden_cards(s, seat, viewer, held)
    for k in range(n):
        zones[k], seen[k] = s.card[held[k]].zone, s.card[held[k]].seen
    dealt = exchange(s, shuffle_stream(seat), held, n, instead)
    for k in range(n):
        card = s.card[dealt[k]]
        card.zone, card.seen = zones[k], seen[k]


@kernel
def hidden_cards(s, seat, viewer, out):
    """Writes the cards of an owner that the viewer cannot know, by their places, into out; returns how many."""
    n = add_hidden(s, s.deck[seat], viewer, out, 0)
    if seat != viewer:
        n = add_hidden(s, s.hand[seat], viewer, out, n)
        n = add_hidden(s, s.sideboard[seat], viewer, out, n)
    return n


@kernel
def add_hidden(s, pile, viewer, out, n):
    """Adds the cards of a pile to the first n of out but for those of which the viewer knows where they lie; returns
    how many there are then.
    """
    for i in range(pile.n):
        card = int(pile.card[i])
        if (s.card[card].seen >> viewer) & 1 == 0 and (viewer == s.to_move or not is_pending(s, card)):
            out[n] = card
            n += 1
    return n


@kernel
def is_pending(s, card):
    """Whether what is under way is about a card: the other player has picked it or plays it."""
    for i in range(s.n_frames):
        frame = s.frame[i]
        if card in (frame.source, frame.event, frame.by) or is_chosen(frame, card):
            return True
    for i in range(s.n_queue):
        it = s.queue[i]
        if card in (it.source, it.event, it.by):
            return True
    return False


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    out[Figure.ENDED_BY_HERO] = s.cause == Cause.HERO_DEAD
    out[Figure.ENDED_BY_NO_DRAW] = s.cause == Cause.NO_DRAW
    out[Figure.ENDED_BY_TURN_LIMIT] = s.cause == Cause.TURN_LIMIT
    out[Figure.ENDED_BY_BOTH] = s.cause == Cause.BOTH_DEAD
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_FIGURES :]
        own[SeatFigure.LIFE], own[SeatFigure.GOLD] = life_left(s, hero_of(seat)), s.gold[seat]
        own[SeatFigure.GOLD_UNSPENT] = s.unspent[seat]
        own[SeatFigure.CREATURES], own[SeatFigure.SUPPORT] = s.line[seat].n, s.support[seat].n
        own[SeatFigure.HAND], own[SeatFigure.DECK] = s.hand[seat].n, s.deck[seat].n
        own[SeatFigure.ABILITIES_USED], own[SeatFigure.KEYWORDS_USED] = s.uses[seat], s.keywords_used[seat]
        for kind in range(len(PLAYED)):
            own[PLAYED[kind]] = s.played_of[seat, kind]
        for way in range(len(DAMAGE)):
            own[DAMAGE[way]] = s.dealt[seat, way]
