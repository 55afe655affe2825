"""The start of a game, and the empty table of scenarios. Rule 4."""

from __future__ import annotations

from ..cards.header import clear_header
from ..core.beginning import begin
from ..core.kernel import kernel
from ..core.pile import put
from .apply import advance
from .board import COLUMNS, side_of_board
from .recruitment import crystals, deal_out
from .state import CARDS, CELLS, NO_CARD, SEATS, Decision, Phase, Zone
from .stats import recount
from .turn import go_to, lay_down
from .zones import clear_card, new_card


@kernel
def setup(s, t, seed, game):
    """Start state of a game: squads as given, or the deals to recruit them from. Rule 4."""
    first = begin(s, seed, game, SEATS, t.first)
    clear(s, t, first)
    s.decision, s.turn, s.first_turn = 0, 0, 1
    for seat in range(SEATS):
        if t.n_squad[seat] > 0:
            take_squad(s, t, seat)
        else:
            for i in range(t.n_deck[seat]):
                put(s, s.deck[seat], t.deck[seat, i])
            deal_out(s, t, seat)
    go_to(s, Phase.PLACE if t.n_squad[0] > 0 else Phase.DEAL)
    advance(s, t)


@kernel
def take_squad(s, t, seat):
    """A squad that is given by the table, with the cells where it stands if these are given."""
    for i in range(t.n_squad[seat]):
        card = new_card(s, t, seat, t.squad[seat, i])
        s.card[card].zone = Zone.SQUAD
        if t.placed[seat, i] >= 0:
            lay_down(s, t, card, own_cell(s, seat, int(t.placed[seat, i])))


@kernel
def own_cell(s, seat, place):
    """The cell of a place in an own half, which is counted from the first row on."""
    row, column = place // COLUMNS, place % COLUMNS
    return (2 - row if side_of_board(s, seat) == 0 else 3 + row) * COLUMNS + column


@kernel
def clear(s, t, first):
    """An empty table: no cards, seat `first` in the main phase of a turn after the first ones."""
    clear_header(s, SEATS, first, Decision.MAIN)
    s.turn, s.n_lasting, s.dying, s.window, s.ignored = 3, 0, 0, 0, NO_CARD
    s.dice.rolled, s.dice.n = 0, 0
    s.dice.shown[:] = 0
    s.first_turn, s.first_striker, s.closing = 0, -1, 0
    go_to(s, Phase.MAIN)
    for cell in range(CELLS):
        s.at[cell], s.bonfire[cell] = NO_CARD, -1
    s.taken, s.burnt, s.tended, s.settled, s.worn, s.moved = 0, 0, 0, 0, 0, 1
    s.unfinished, s.held, s.shared = 1, 1, 0
    for card in range(CARDS):
        clear_card(s, card)
        s.card[card].waits = 0
    recount(s, t)
    for seat in range(SEATS):
        clear_seat(s, t, seat)


@kernel
def clear_seat(s, t, seat):
    """A player with crystals, and without anything else."""
    crystals(s, t, seat)
    s.graveyard[seat].n, s.sudden[seat], s.redraws[seat] = 0, 0, 0
    s.prevent[seat], s.prevent_until[seat], s.deck[seat].n, s.deal[seat].n = 0, 0, 0, 0
    s.killed[seat], s.defences[seat] = 0, 0
    for kind in range(s.wounds_by.shape[1]):
        s.wounds_by[seat, kind] = 0
    for strength in range(s.strikes_by.shape[1]):
        s.strikes_by[seat, strength] = 0
