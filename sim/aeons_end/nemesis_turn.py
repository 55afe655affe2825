"""The turn of the nemesis (rules 9)."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put, take_top
from .ending import check_deck
from .frames import push, push_choice, push_program, speaker
from .in_play import enter_play
from .state import NO_CARD, Decision, Frame, Type, Window


@kernel
def begin_nemesis_main(s):
    """All minions and powers in play are to act, the oldest first (rules 9.1)."""
    for i in range(s.n_in_play):
        s.in_play[i].acted = 0
    push(s, Frame.MINION_TURNS, speaker(s), 0, 0, 0)


@kernel
def minions_and_powers_act(s, t):
    """The oldest card in play that has not acted this turn: a minion's text, or a token less of a power (rules 9.1).

    Whether there was one. Cards that came into play meanwhile do not act.
    """
    for i in range(s.n_in_play):
        own = s.in_play[i]
        if own.acted == 0:
            own.acted = 1
            card = int(own.card)
            if t.card[card].type == Type.POWER:
                own.value -= 1
            if t.card[card].type == Type.MINION or own.value <= 0:
                push_program(s, t.card[card].effect, card, speaker(s))
            return True
    return False


@kernel
def draw_nemesis_card(s, t):
    """The nemesis draws a card, which Aethereal Ward may cancel if it is no minion; without one it unleashes thrice
    (rules 9.2).
    """
    if s.nemesis_deck.n == 0:
        push(s, Frame.UNLEASH, speaker(s), 3, 0, 0)
        return
    s.drawn = int(take_top(s.nemesis_deck))
    push(s, Frame.RESOLVE_DRAWN, speaker(s), 0, 0, 0)
    if t.card[s.drawn].type != Type.MINION:
        for seat in range(s.players):
            if t.window[seat] == Window.NEMESIS_DRAW and s.charges[seat] >= t.charges[seat]:
                push_choice(s, Decision.WARD, seat, 0, 0, 0)


@kernel
def resolve_drawn_card(s, t):
    """An attack takes effect; a minion or power enters play (rules 9.2)."""
    if s.drawn == NO_CARD:
        return
    if t.card[s.drawn].type == Type.ATTACK:
        push_program(s, t.card[s.drawn].effect, s.drawn, speaker(s))
    else:
        card = s.drawn
        s.drawn = NO_CARD
        enter_play(s, t, card)


@kernel
def mill(s, t, n):
    """The top cards of the nemesis deck are discarded; returns how many of them are of tier 3 (rules 12). With the last
    of them the players may have won (rules 11).
    """
    high = 0
    for _ in range(min(n, int(s.nemesis_deck.n))):
        card = int(take_top(s.nemesis_deck))
        high += t.card[card].tier == 3
        put(s, s.nemesis_discard, card)
    check_deck(s)
    return high
