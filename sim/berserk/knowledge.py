"""What a player cannot know, redealt; and what a finished battle is measured by."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.kernel import kernel
from ..core.pile import mix
from ..core.rng import reseed_streams, shuffle_stream
from .recruitment import can_recruit
from .state import BEFORE_TOKENS, CARDS, DEAL, DECK_MAX, NO_CARD, PREPARING, SEATS, SIDE, Cause, Phase, Zone
from .stats import in_play, owner, recount
from .tables import Head, Subtype, Type
from .triggers import brings_tokens, may_fire


class Figure(IntEnum):
    """Figures of a battle."""

    ENDED_BY_DEATHS, ENDED_BY_TURN_LIMIT = range(2)


class SeatFigure(IntEnum):
    """Figures of a player."""

    (
        SURVIVORS, LIVES_LEFT, KILLS, KILLED_COST, WOUNDS_MELEE, WOUNDS_RANGED, WOUNDS_MAGIC,
        MISSES, WEAK, MEDIUM, STRONG, DEFENCES, STRUCK_FIRST, REDRAWS, SQUAD,
    ) = range(15)  # fmt: skip


WOUNDS = (SeatFigure.WOUNDS_MELEE, SeatFigure.WOUNDS_RANGED, SeatFigure.WOUNDS_MAGIC)
STRIKES = (SeatFigure.MISSES, SeatFigure.WEAK, SeatFigure.MEDIUM, SeatFigure.STRONG)
"""In the order in which the state counts them."""
N_FIGURES, N_SEAT_FIGURES = len(Figure), len(SeatFigure)
MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{figure.name.lower()}" for seat in range(SEATS) for figure in SeatFigure),
)
"""How the game ended: 1 for the cause, 0 for the other. Per player at the end: his creatures in play and their lives;
over the game: enemy cards that died and what they cost, wounds that his attacks dealt by kind, how his strikes and
attacks landed, defenders named, whether he attacked first, redraws, and cards of his squad."""
CATEGORIES: dict[str, dict[int, str]] = {}
POOL = DECK_MAX + SIDE


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what `viewer` cannot know: the order of decks; of the other player his deal, and which of his cards lie
    face down where.

    Both players know what each deck was made of, and a squad that the table gives.
    """
    reseed_streams(s, seed, s.players)
    for seat in range(SEATS):
        if seat == viewer:
            shuffle_deck(s, seat)
        elif t.n_squad[seat] > 0:
            shuffle_hidden(s, seat)
        else:
            redeal_squad(s, t, seat)
        if seat != viewer and s.phase not in BEFORE_TOKENS:
            lay_tokens(s, t, seat)
    recount(s, t)


@kernel
def lay_tokens(s, t, seat):
    """Each card of a seat that lies face down has the tokens with which it started the battle. Rule 5."""
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if is_secret(s, card):
            s.card[card].tokens = starting_tokens(s, t, card)


@kernel
def starting_tokens(s, t, card):
    """The tokens with which a card starts the battle. Rule 5."""
    row, found = t.card[s.card[card].type], 0
    for place in range(row.n_traits):
        trait = t.trait[row.trait[place]]
        if trait.head == Head.WHEN and brings_tokens(t, trait) and may_fire(s, t, trait, card, place):
            gain = t.row[trait.first]
            found = max(found, min(int(gain.argument), found + gain.amount))
    return found


@kernel
def is_secret(s, card):
    """Whether the other player does not know which card it is."""
    it = s.card[card]
    return it.zone == Zone.SQUAD or (it.zone == Zone.PLAY and it.hidden == 1)


@kernel
def shuffle_deck(s, seat):
    """A seat's deck in another order."""
    mix(s, shuffle_stream(seat), s.deck[seat].card, int(s.deck[seat].n))


@kernel
def shuffle_hidden(s, seat):
    """The secret cards of a squad that is known lie in each other's places."""
    pool, n = np.empty(SIDE, np.int64), 0
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if is_secret(s, card):
            pool[n] = s.card[card].type
            n += 1
    mix(s, shuffle_stream(seat), pool, n)
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if is_secret(s, card):
            n -= 1
            s.card[card].type = pool[n]


@kernel
def gather(pile, pool, n):
    """Adds the cards of a pile to the first n of a pool; returns how many there are then."""
    for i in range(pile.n):
        pool[n + i] = pile.card[i]
    return n + pile.n


@kernel
def redeal_squad(s, t, seat):
    """A seat's deck, deal and secret cards are dealt anew, so that the squad could have been recruited."""
    pool = np.empty(POOL + DEAL, np.int64)
    deck, deal = s.deck[seat], s.deal[seat]
    n = gather(deal, pool, gather(deck, pool, 0))
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if is_secret(s, card):
            pool[n] = s.card[card].type
            s.card[card].type = NO_CARD
            n += 1
    mix(s, shuffle_stream(seat), pool, n)
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if is_secret(s, card):
            i = drawn_for(s, t, seat, pool, n)
            s.card[card].type = pool[i]
            n -= 1
            pool[i] = pool[n]
    for i in range(deck.n):
        deck.card[i] = pool[i]
    for i in range(deal.n):
        deal.card[i] = pool[deck.n + i]


@kernel
def drawn_for(s, t, seat, pool, n):
    """The place in the pool of the first card that may be a secret one of the squad; the last if none may."""
    for i in range(n):
        row = t.card[pool[i]]
        fits = (
            s.phase == Phase.REVEAL
            or s.phase in PREPARING
            or (row.type != Type.EQUIPMENT and row.subtype != Subtype.COMPANION and row.subtype != Subtype.PARASITE)
        )
        if fits and can_recruit(s, t, seat, pool[i]):
            return i
    return n - 1


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    out[Figure.ENDED_BY_DEATHS] = s.cause == Cause.DEATHS
    out[Figure.ENDED_BY_TURN_LIMIT] = s.cause == Cause.TURN_LIMIT
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_FIGURES :]
        count_cards(s, t, seat, own)
        own[SeatFigure.KILLS], own[SeatFigure.DEFENCES] = s.killed[seat], s.defences[seat]
        own[SeatFigure.STRUCK_FIRST], own[SeatFigure.REDRAWS] = s.first_striker == seat, s.redraws[seat]
        for kind in range(len(WOUNDS)):
            own[WOUNDS[kind]] = s.wounds_by[seat, kind]
        for strength in range(len(STRIKES)):
            own[STRIKES[strength]] = s.strikes_by[seat, strength]


@kernel
def count_cards(s, t, seat, own):
    """Writes what the cards of a finished battle tell of a player. own: his figures."""
    for figure in (SeatFigure.SURVIVORS, SeatFigure.LIVES_LEFT, SeatFigure.KILLED_COST, SeatFigure.SQUAD):
        own[figure] = 0
    for card in range(CARDS):
        it = s.card[card]
        if it.type < 0:
            continue
        row = t.card[it.type]
        if in_play(s, card) and it.controller == seat and row.type == Type.CREATURE:
            own[SeatFigure.SURVIVORS] += 1
            own[SeatFigure.LIVES_LEFT] += row.life + it.extra - it.wounds
        if it.zone == Zone.GRAVEYARD and owner(card) != seat:
            own[SeatFigure.KILLED_COST] += row.cost
        own[SeatFigure.SQUAD] += card // SIDE == seat
