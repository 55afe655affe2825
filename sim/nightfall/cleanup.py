"""The cleanup phase (rules 7)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.seats import clockwise
from ..core.kernel import kernel
from .ending import end_game
from .state import NOTHING, Cause, Decision, Phase
from .zones import discard_from_hand, draw


@kernel
def begin_cleanup(s, t):
    """Unspent influence is lost; the active player draws until he holds five cards (rules 6.4, 7.1)."""
    s.influence = 0
    s.phase, s.at = Phase.WOUNDS, 0
    draw(s, t, s.active, t.hand - s.hand[s.active].n)


@kernel
def next_wound(s, t):
    """Asks which wound in hand to discard next for the one wound effect (rules 7.2). `at` counts them."""
    hand = s.hand[s.active]
    for i in range(hand.n):
        if t.card[hand.card[i]].wound != NOTHING:
            ask(s, s.active, Decision.WOUNDS)
            return
    end_cleanup(s, t)


@kernel
def shed(s, card):
    """A wound is discarded by the wound effect (rules 7.2)."""
    discard_from_hand(s, s.active, card)
    s.at += 1


@kernel
def end_cleanup(s, t):
    """Two cards are drawn for each wound discarded, then the next player to the left has his turn (rules 7.2, 7.4)."""
    draw(s, t, s.active, s.at * t.cards_for_wound)
    s.turn += 1
    if s.turn >= t.round_limit * s.players:
        end_game(s, t, Cause.ROUND_LIMIT)
        return
    s.active = clockwise(s, s.active, 1)
    s.phase = Phase.TURN
