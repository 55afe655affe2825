"""Which actions are legal now. Cards of one name are one action: copies do not differ.

Players are named clockwise from the seat that decides, so that a list does not depend on where at the table it sits.
"""

from __future__ import annotations

from ..cards.offers import offer_cards
from ..cards.seats import clockwise
from ..core.actions import offer
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import top
from ..core.kernel import kernel
from ..core.pile import seen_before
from .chain import links
from .claim import can_claim_from, can_trade, is_source
from .combat import is_like_earlier
from .conditions import passes_minion, passes_order
from .draft import draft_step, packet_of
from .effects import can_reanimate, may_be_next
from .minions import is_like
from .state import DRAFT_STEPS, NOTHING, PACKET, Decision, Kind, Who, Zone
from .wounds import absorbs


@kernel
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    seat, decision = s.to_move, s.decision
    if decision == Decision.CHAIN:
        return offer_orders(s, t, actions, seat)
    if decision == Decision.CLAIM:
        return offer_claims(s, t, actions, seat)
    if decision == Decision.BLOCK:
        return offer_blocks(s, t, actions, seat)
    if decision == Decision.WOUNDS:
        return offer(s, actions, offer_wounds(s, t, actions, Kind.SHED, s.hand[seat]), Kind.PASS, 0, 0, 0)
    if decision == Decision.ATTACK:
        return offer_attacks(s, actions, seat)
    if decision == Decision.COMBAT:
        return offer_combats(s, actions)
    if decision == Decision.DRAFT:
        return offer_draft(s, actions, seat)
    frame = top(s)
    row = t.row[frame.pc]
    if decision == Decision.TARGET_MINION:
        return offer_minions(s, t, actions, seat, row.filter)
    if decision == Decision.TARGET_PLAYER:
        return offer_players(s, actions, seat, row.amount == Who.ANY_PLAYER)
    if decision == Decision.TARGET_ORDER:
        return offer_targets(s, t, actions, seat, row.filter)
    if decision == Decision.ABSORB:
        return offer_absorbers(s, t, actions, frame)
    if decision == Decision.NEXT:
        return offer_next(s, t, actions, frame)
    if decision == Decision.DISCARD:
        return offer_cards(s, actions, 0, Kind.DISCARD, s.hand[seat])
    if decision == Decision.EXILE:
        return offer_exiles(s, t, actions, seat, row.argument)
    if decision == Decision.REANIMATE:
        return offer_reanimations(s, t, actions, seat, row.filter)
    if decision == Decision.TAKE:
        return offer_taken(s, t, actions, seat, row)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def offer_draft(s, actions, seat):
    """The cards of the packet that a player holds (rules 2.5)."""
    n, start = 0, PACKET * packet_of(s, seat, draft_step(s))
    for i in range(start, start + PACKET):
        if s.drafted[i] == DRAFT_STEPS:
            n = offer(s, actions, n, Kind.DRAFT, s.draft[i], 0, 0)
    return n


@kernel
def offer_attacks(s, actions, seat):
    """The opponents that the next minion may attack (rules 4.1)."""
    n = 0
    for k in range(1, s.players):
        n = offer(s, actions, n, Kind.ATTACK, s.at, clockwise(s, seat, k), 0)
    return n


@kernel
def offer_blocks(s, t, actions, seat):
    """The attackers that the next minion of an attacked player may block, each kind of them once while it is unblocked,
    or none (rules 4.2).
    """
    n = offer(s, actions, 0, Kind.STAY, s.at, 0, 0)
    attackers = s.play[s.active]
    for place in range(attackers.n):
        if attackers.minion[place].target == seat and not is_like_earlier(s, place):
            n = offer(s, actions, n, Kind.BLOCK, s.at, place, 0)
    return n


@kernel
def offer_combats(s, actions):
    """The combats that have not been resolved yet (rules 4.4)."""
    n, attackers = 0, s.play[s.active]
    for place in range(attackers.n):
        if attackers.minion[place].target >= 0 and not is_like_earlier(s, place):
            n = offer(s, actions, n, Kind.FIGHT, place, 0, 0)
    return n


@kernel
def is_equal_earlier(s, seat, place):
    """Whether a minion of a player that differs in nothing stands before this one."""
    for other in range(place):
        if is_like(s, seat, other, place):
            return True
    return False


@kernel
def offer_absorbers(s, t, actions, frame):
    """The minions that may absorb next (rules 4.4, 4.5)."""
    n, play = 0, s.play[frame.victim]
    for place in range(play.n):
        if absorbs(s, t, frame, place) and not is_absorber_earlier(s, t, frame, place):
            n = offer(s, actions, n, Kind.ABSORB, place, 0, 0)
    return n


@kernel
def is_absorber_earlier(s, t, frame, place):
    """Whether a minion that differs in nothing and absorbs the same damage stands before this one."""
    for other in range(place):
        if is_like(s, frame.victim, other, place) and absorbs(s, t, frame, other):
            return True
    return False


@kernel
def offer_orders(s, t, actions, seat):
    """The orders in hand that can be added to the chain, or no more (rules 5.1 to 5.3)."""
    n, hand = 0, s.hand[seat]
    for i in range(hand.n):
        if links(s, t, hand.card[i]) and not seen_before(hand, i):
            n = offer(s, actions, n, Kind.PLAY, hand.card[i], 0, 0)
    return offer(s, actions, n, Kind.PASS, 0, 0, 0)


@kernel
def offer_minions(s, t, actions, seat, number):
    """The minions that a text may target; equal ones of one player once (rules 9.1, 9.2)."""
    n = 0
    for k in range(s.players):
        owner = clockwise(s, seat, k)
        for place in range(s.play[owner].n):
            if passes_minion(s, t, number, seat, owner, place) and not is_equal_earlier(s, owner, place):
                n = offer(s, actions, n, Kind.TARGET_MINION, place, owner, 0)
    return n


@kernel
def offer_players(s, actions, seat, everybody):
    """The players that a text may target: opponents, or the player himself too (rules 9.2)."""
    n = 0
    for k in range(0 if everybody else 1, s.players):
        n = offer(s, actions, n, Kind.TARGET_PLAYER, 0, clockwise(s, seat, k), 0)
    return n


@kernel
def offer_targets(s, t, actions, seat, number):
    """The orders of the chain that a text may target (rules 9.1)."""
    n = 0
    for place in range(s.n_chain - 1):
        if passes_order(s, t, number, seat, place):
            n = offer(s, actions, n, Kind.TARGET_ORDER, place, 0, 0)
    return n


@kernel
def offer_next(s, t, actions, frame):
    """The players to whom it may happen next (rules 9.4)."""
    n = 0
    for k in range(s.players):
        seat = clockwise(s, frame.seat, k)
        if may_be_next(s, t, frame, seat):
            n = offer(s, actions, n, Kind.NEXT, 0, seat, 0)
    return n


@kernel
def offer_wounds(s, t, actions, kind, hand):
    """The wounds in a hand, each type once (rules 1.7, 7.2)."""
    n = 0
    for i in range(hand.n):
        if t.card[hand.card[i]].wound != NOTHING and not seen_before(hand, i):
            n = offer(s, actions, n, kind, hand.card[i], 0, 0)
    return n


@kernel
def offer_exiles(s, t, actions, seat, zones):
    """The wounds in those zones, each type once, or no more (rules 1.7)."""
    n = offer_wounds(s, t, actions, Kind.EXILE_HAND, s.hand[seat]) if zones & Zone.HAND else 0
    for i in range(t.wound.size):
        if zones & Zone.DISCARD and s.discard[seat, t.wound[i]] > 0:
            n = offer(s, actions, n, Kind.EXILE_DISCARD, t.wound[i], 0, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0)


@kernel
def offer_reanimations(s, t, actions, seat, number):
    """The minions of the discard pile that a text may put into play (rules 11.2)."""
    n = 0
    for card in range(t.n_cards):
        if can_reanimate(s, t, number, seat, card):
            n = offer(s, actions, n, Kind.REANIMATE, card, 0, 0)
    return n


@kernel
def offer_taken(s, t, actions, seat, row):
    """The archives from which a text lets one claim without paying (rules 6.6, 6.7)."""
    n = 0
    for i in range(s.n_archives):
        if is_source(s, t, seat, s.archive[i], row.amount, row.argument):
            n = offer(s, actions, n, Kind.TAKE, i, 0, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0) if row.optional == 1 else n


@kernel
def offer_claims(s, t, actions, seat):
    """Cards in reach of the influence, cards to discard for more, or the end of the phase (rules 6.2, 6.3)."""
    n, hand = 0, s.hand[seat]
    for i in range(s.n_archives):
        if can_claim_from(s, seat, s.archive[i]) and t.card[s.archive[i].card].cost <= s.influence:
            n = offer(s, actions, n, Kind.CLAIM, i, 0, 0)
    for i in range(hand.n):
        if can_trade(t, hand.card[i]) and not seen_before(hand, i):
            n = offer(s, actions, n, Kind.TRADE, hand.card[i], 0, 0)
    return offer(s, actions, n, Kind.PASS, 0, 0, 0)
