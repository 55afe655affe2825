"""The start of a game, and the empty table of scenarios."""

from __future__ import annotations

from ..cards.header import clear_header
from ..cards.hidden import shuffle_unseen
from ..core.beginning import begin
from ..core.kernel import kernel
from ..core.pile import put
from .apply import advance
from .basics import forget_former
from .state import (
    BODIES,
    CARDS,
    LASTING,
    NO_CARD,
    OPENING_HAND,
    PASSINGS,
    SEATS,
    SLOTS,
    Decision,
    Phase,
    Zone,
)
from .zones import BOTH, clear_body, clear_card, name_card, new_body, number_card, take_from_deck


@kernel
def setup(s, t, seed, game):
    """Start state of a game: heroes in play, shuffled decks, opening hands, then the mulligans. Rule 3."""
    first = begin(s, seed, game, SEATS, t.first)
    clear(s, t, first)
    s.decision, s.first_turn = 0, 1
    s.phase = Phase.MULLIGANS if t.mulligans == 1 else Phase.UNTAP
    for seat in range(SEATS):
        place_hero(s, t, seat, int(t.hero[seat]))
        own = seat * SLOTS + 1
        for i in range(SLOTS):
            if t.deck[seat, i] >= 0:
                name_card(s, t, own, int(t.deck[seat, i]), Zone.DECK)
                put(s, s.deck[seat], own)
                own += 1
        for i in range(SLOTS):
            if t.sideboard[seat, i] >= 0:
                name_card(s, t, own, int(t.sideboard[seat, i]), Zone.SIDEBOARD)
                s.card[own].seen = BOTH
                put(s, s.sideboard[seat], own)
                own += 1
        s.gold[seat] = t.gold[seat]
    for step in range(SEATS):
        seat = first if step == 0 else 1 - first
        shuffle_unseen(s, seat)
        for _ in range(OPENING_HAND):
            take_from_deck(s, seat)
    advance(s, t)


@kernel
def place_hero(s, t, seat, card_type):
    """A hero is in play. Rule 3.1."""
    card = seat * SLOTS
    number_card(s, t, card, card_type, Zone.PLAY)
    s.card[card].seen = BOTH
    new_body(s, card)
    it = s.body[s.card[card].body]
    it.base_life = t.card[card_type].life + t.extra_life[seat]
    it.life, it.keywords = it.base_life, t.card[card_type].keywords
    s.stale = 1


@kernel
def clear(s, t, first):
    """An empty table in the main phase of seat `first`, with the heroes of the table."""
    clear_header(s, SEATS, first, Decision.MAIN)
    s.n_queue, s.entered, s.n_grants, s.n_delayed, s.next_body, s.batch, s.programs = 0, 0, 0, 0, 0, 0, 0
    s.stale, s.constants, s.moments, s.n_played, s.n_texts, s.named, s.first_turn = 1, 0, 0, 0, 0, -1, 0
    s.phase, s.happened, s.shown = Phase.MAIN, 0, 0
    for index in range(BODIES):
        clear_body(s.body[index])
    for card in range(CARDS):
        s.card[card].type, s.card[card].zone, s.card[card].seen = -1, Zone.NONE, 0
        forget_former(s, card)
        clear_card(s, card)
    for seat in range(SEATS):
        clear_seat(s, seat)
        place_hero(s, t, seat, int(t.hero[seat]))


@kernel
def clear_seat(s, seat):
    """A player without cards, gold and a history."""
    s.deck[seat].n, s.hand[seat].n, s.graveyard[seat].n, s.sideboard[seat].n = 0, 0, 0, 0
    s.line[seat].n, s.support[seat].n = 0, 0
    s.gold[seat], s.tapped_gold[seat], s.gold_owed[seat], s.gold_back[seat] = 0, 0, 0, 0
    for until in range(PASSINGS):
        s.passing_gold[seat, until], s.tapped_passing[seat, until] = 0, 0
    s.failed_draws[seat], s.last_wounds[seat], s.fading[seat], s.changed[seat] = 0, 0, 0, 0
    s.listens[seat], s.elsewhere[seat], s.outside[seat] = 0, 0, 0
    s.discarded[seat], s.drawn[seat], s.plays[seat], s.gold_gained[seat] = 0, 0, 0, 0
    s.unspent[seat], s.uses[seat], s.keywords_used[seat], s.turns_taken[seat] = 0, 0, 0, 0
    for kind in range(LASTING):
        s.lasting[seat, kind] = 0
    for kind in range(3):
        s.played_of[seat, kind], s.dealt[seat, kind] = 0, 0


@kernel
def new_card(s, t, seat, card_type):
    """An unused card number of a seat, for a card of that type, which is nowhere yet; NO_CARD if all are in use."""
    for card in range(seat * SLOTS + 1, (seat + 1) * SLOTS):
        if s.card[card].type < 0:
            number_card(s, t, card, card_type, Zone.NONE)
            return card
    return NO_CARD
