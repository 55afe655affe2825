"""The end of the game (rules 11)."""

from __future__ import annotations

from ..cards.header import close
from ..core.kernel import kernel
from .state import NO_CARD, PILES, Cause


@kernel
def end_game(s, cause):
    """The game is over; a win is everybody's (rules 11)."""
    if s.over == 1:
        return
    close(s, cause, cause == Cause.TURN_LIMIT)
    for seat in range(s.players):
        s.score[seat] = 1.0 if cause in (Cause.NEMESIS, Cause.DECK) else 0.0


@kernel
def check_deck(s):
    """The players win when the nemesis deck is empty and nothing of the nemesis is in play or being resolved
    (rules 11).
    """
    if s.nemesis_deck.n == 0 and s.n_in_play == 0 and s.husks == 0 and s.drawn == NO_CARD:
        end_game(s, Cause.DECK)


@kernel
def check_exhausted(s, t):
    """The players lose when all of them are exhausted; a table may let a lone mage go on (rules 11, 14)."""
    if s.players == 1 and t.solo_exhaustion_loses == 0:
        return
    for seat in range(s.players):
        if s.life[seat] > 0:
            return
    end_game(s, Cause.EXHAUSTED)


@kernel
def check_supply(s, t):
    """Against a nemesis that devours, the players lose when all supply piles are empty (rules 13)."""
    if t.devours == 1:
        for i in range(PILES):
            if s.supply_left[i] > 0:
                return
        end_game(s, Cause.SUPPLY)
