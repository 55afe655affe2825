"""The chain phase (rules 5)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.known import take_from_hand
from ..cards.seats import clockwise
from ..core.faults import ERROR_PILE_FULL
from ..core.frames import pop
from ..core.kernel import kernel
from ..core.pile import find
from .claim import begin_claim
from .ending import ends_here
from .frames import push, push_program
from .minions import enter_play
from .state import NO_CARD, NOBODY, NOTHING, Decision, Frame, Phase


@kernel
def begin_chain(s):
    """The active player may start a chain (rules 5.1). `at` counts those who have had their chance."""
    s.phase, s.n_chain, s.at = Phase.CHAIN, 0, 0


@kernel
def links(s, t, card):
    """Whether a card can be added to the chain: any order starts it, then its colour is one of the link colours of the
    last one (rules 5.1, 5.2, 5.4).
    """
    if t.card[card].wound != NOTHING:
        return False
    if s.n_chain == 0:
        return True
    return (t.card[s.chain[s.n_chain - 1].card].links >> t.card[card].colour) & 1 == 1


@kernel
def can_link(s, t, seat):
    """Whether a hand holds a card that can be added (rules 5.1, 5.2)."""
    for i in range(s.hand[seat].n):
        if links(s, t, s.hand[seat].card[i]):
            return True
    return False


@kernel
def next_link(s, t):
    """Asks who may add to the chain now: the active player, then once each other player clockwise. Without a first
    order there is no chain (rules 5.1 to 5.3).
    """
    while s.at < s.players and (s.at == 0 or s.n_chain > 0):
        seat = clockwise(s, s.active, s.at)
        if can_link(s, t, seat) or s.ask_all == 1:
            ask(s, seat, Decision.CHAIN)
            return
        s.at += 1
    if s.n_chain == 0:
        begin_claim(s, t)
        return
    s.phase = Phase.RESOLVE
    s.chains += 1
    s.longest = max(s.longest, s.n_chain)


@kernel
def add_order(s, t, seat, card):
    """An order is added to the chain. It is kicked if the one before it has the colour of its kicker (rules 5.2,
    5.8).
    """
    take_from_hand(s, seat, find(s.hand[seat], card))
    if s.n_chain >= s.chain.size:
        s.error = ERROR_PILE_FULL
        return
    order = s.chain[s.n_chain]
    order.card, order.seat, order.negated = card, seat, 0
    order.kicked = s.n_chain > 0 and t.card[s.chain[s.n_chain - 1].card].colour == t.card[card].kicker
    s.n_chain += 1
    s.orders += 1
    s.ordered[seat] += 1
    s.kicked[seat] += order.kicked


@kernel
def resolve_next(s, t):
    """The last order of the chain resolves: its text, what follows if it was kicked, and where it goes (rules 5.6,
    5.7).
    """
    if s.n_chain == 0:
        if not ends_here(s, t):
            begin_claim(s, t)
        return
    order = s.chain[s.n_chain - 1]
    s.minion, s.controller, s.target, s.order, s.claimed_card = NOTHING, NOBODY, NOBODY, NOTHING, NO_CARD
    push(s, Frame.ENTER, order.seat, order.card, NOBODY, 0)
    if order.negated == 0:
        if order.kicked == 1:
            push_program(s, order.seat, order.card, t.card[order.card].kicked)
        push_program(s, order.seat, order.card, t.card[order.card].chain)


@kernel
def enter(s, t):
    """The order that has resolved leaves the chain: a minion enters play, an action goes to the discard pile
    (rules 5.7).
    """
    pop(s)
    s.n_chain -= 1
    order = s.chain[s.n_chain]
    if t.card[order.card].is_minion == 1 and order.negated < 2:
        enter_play(s, t, order.seat, order.card)
    else:
        s.discard[order.seat, order.card] += 1
