"""The end phase (rules 4.3)."""

from __future__ import annotations

from ..cards.piles import remove
from ..cards.seats import clockwise
from ..core.kernel import kernel
from ..core.pile import move_all, put_under
from .ending import end_game
from .state import NO_CARD, Cause
from .zones import draw, fill_slot


@kernel
def end_phase(s, t):
    """Mercenaries return, allies and hand are discarded, a new hand is drawn, champions are readied; the next seat
    moves (rules 4.3).
    """
    seat = s.active
    return_mercenaries(s, t)
    move_all(s, s.play, s.discard[seat])
    move_all(s, s.hand[seat], s.discard[seat])
    s.known[seat] = 0
    draw(s, seat, t.hand)
    move_all(s, s.exhausted, s.champions[seat])
    s.gems, s.power, s.focused = 0, 0, 0
    s.copies_homodeus, s.deploys, s.factions_deployed = 0, 0, 0
    s.turn += 1
    if s.turn >= t.turn_limit * t.players:
        end_game(s, Cause.TURN_LIMIT)
        return
    s.active = clockwise(s, seat, 1)
    while s.alive[s.active] == 0:
        s.active = clockwise(s, s.active, 1)


@kernel
def return_mercenaries(s, t):
    """Fast-played mercenaries go under the center deck, the first played nearest the top; empty slots are filled
    (rules 4.3.1).
    """
    for i in range(s.fast_played.n):
        card = s.fast_played.card[i]
        remove(s.play, card)
        put_under(s, s.center, card)
        s.center_known += 1
    s.fast_played.n = 0
    for slot in range(t.row):
        if s.row[slot] == NO_CARD:
            fill_slot(s, slot)
