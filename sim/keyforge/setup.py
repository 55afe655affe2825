"""The start of a game, and the empty table of scenarios."""

from __future__ import annotations

from ..cards.header import clear_header
from ..core.beginning import begin
from ..core.kernel import kernel
from ..core.pile import put
from .apply import advance
from .battleline import other, owner
from .state import (
    CARDS,
    CONSTANTS,
    DECK_SIZE,
    HOUSES,
    LASTING,
    NEXT_TURN,
    NO_CARD,
    NO_HOUSE,
    PROGRAMS,
    SEATS,
    TURNS_NOTED,
    Decision,
    Phase,
    Zone,
)
from .turn import refill
from .zones import shuffle_deck

FIRST_HAND, SECOND_HAND = 7, 6


@kernel
def setup(s, t, seed, game):
    """Start state of a game: shuffled decks, opening hands, then the mulligans or the first turn. Rule 2."""
    first = begin(s, seed, game, SEATS, t.first)
    clear(s, t, first)
    s.decision = 0
    s.first_turn, s.phase = 1, Phase.MULLIGANS if t.mulligans == 1 else Phase.BEGIN
    for seat in range(SEATS):
        s.houses[seat], s.chains[seat] = t.houses[seat], t.chains[seat]
        for i in range(DECK_SIZE):
            put_in_deck(s, t, seat, i)
        shuffle_deck(s, seat)
    refill(s, t, first, FIRST_HAND)
    refill(s, t, other(first), SECOND_HAND)
    advance(s, t)


@kernel
def put_in_deck(s, t, seat, index):
    """Puts a card of a deck list into the deck."""
    card = seat * DECK_SIZE + index
    if t.deck_card[seat, index] >= 0:
        s.card[card].type, s.card[card].house = t.deck_card[seat, index], t.deck_house[seat, index]
        s.card[card].zone = Zone.DECK
        put(s, s.deck[seat], card)


@kernel
def clear(s, t, first):
    """An empty table: no cards, no amber, no keys, seat `first` in the main step of a turn without an active house."""
    clear_header(s, SEATS, first, Decision.MAIN)
    s.n_pending, s.unsettled, s.batch, s.n_waiting = 0, 0, 0, 0
    s.disputed, s.covered, s.marked = 0, 0, 0
    s.phase, s.house, s.first_turn = Phase.MAIN, NO_HOUSE, 0
    s.by_house, s.off_house, s.creature_came, s.discarded = 0, 0, 0, 0
    s.played, s.acts, s.uses, s.fallen = 0, 0, 0, 0
    for house in range(HOUSES):
        s.played_of[house] = 0
    for kind in range(LASTING):
        s.now[kind] = 0
    for kind in range(len(NEXT_TURN)):
        s.next[kind] = 0
    for trigger in range(PROGRAMS):
        s.listening[trigger] = 0
    for kind in range(CONSTANTS):
        s.constant[kind] = 0
    for card in range(CARDS):
        clear_card(s, card)
    for seat in range(SEATS):
        s.sources[seat], s.leaving[seat] = 0, 0
        clear_seat(s, seat)


@kernel
def clear_card(s, card):
    """A card that is nowhere and nothing."""
    it = s.card[card]
    it.type, it.house, it.zone = -1, 0, Zone.NONE
    it.controller, it.lasting = owner(card), owner(card)
    it.damage, it.amber, it.counters = 0, 0, 0
    it.ready, it.stunned, it.armor_used, it.attacked, it.uses, it.times = 0, 0, 0, 0, 0, 0
    it.host, it.upgrades, it.marks, it.tunnels, it.status, it.picked, it.seen = NO_CARD, 0, 0, 0, 0, 0, 0
    it.named, it.killer, it.taken_house, it.mindlock, it.earlier = NO_HOUSE, NO_CARD, NO_HOUSE, NO_CARD, NO_CARD


@kernel
def clear_seat(s, seat):
    """A player without cards, amber, keys and a history."""
    s.deck[seat].n, s.hand[seat].n, s.discard[seat].n, s.archives[seat].n = 0, 0, 0, 0
    s.line[seat].n, s.artifacts[seat].n, s.shuffled[seat] = 0, 0, 0
    s.amber[seat], s.chains[seat], s.keys[seat], s.houses[seat] = 0, 0, 0, 0
    s.forged[seat], s.unforged[seat], s.creatures_played[seat] = 0, 0, 0
    s.mulligans[seat] = 0
    s.made[seat], s.stolen[seat], s.captured[seat] = 0, 0, 0
    for house in range(HOUSES):
        s.house_turns[seat, house] = 0
    for turn in range(TURNS_NOTED):
        s.house_of_turn[seat, turn] = NO_HOUSE


@kernel
def new_card(s, t, seat, card_type):
    """An unused card number of a seat, for a card of that type of its printed house; NO_CARD if all are in use."""
    for card in range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE):
        if s.card[card].type < 0:
            clear_card(s, card)
            s.card[card].type, s.card[card].house = card_type, t.card[card_type].house
            return card
    return NO_CARD
