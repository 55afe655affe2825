"""The deal, its redraws, recruitment and crystals. Rules 4 and 5."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import move_all, take
from ..core.rng import below, shuffle_stream
from .board import side_of_board
from .state import DEAL, NO_CARD, SIDE, SQUAD_MAX, Zone
from .tables import Element, Subtype, Type
from .zones import new_card

FLYERS_COST = 15
FREE_ELEMENTS = 2


@kernel
def deal_out(s, t, seat):
    """A seat's deck is shuffled and fifteen cards of it dealt. Rule 4."""
    deck, deal = s.deck[seat], s.deal[seat]
    n = int(deck.n)
    for i in range(min(DEAL, n)):
        j = i + below(s, shuffle_stream(seat), n - i)
        deck.card[i], deck.card[j] = deck.card[j], deck.card[i]
        deal.card[i] = deck.card[i]
    deal.n = min(DEAL, n)
    deck.n = n - deal.n
    for i in range(deck.n):
        deck.card[i] = deck.card[i + deal.n]


@kernel
def redraw(s, t, seat):
    """A new deal for a gold crystal: the cards dealt before go back into the deck. Rule 4."""
    s.gold[seat] -= 1
    s.redraws[seat] += 1
    move_all(s, s.deal[seat], s.deck[seat])
    deal_out(s, t, seat)


@kernel
def gold_for(s, t, seat, extra):
    """The gold crystals that a seat has for its squad with one more card type (NO_CARD: without). Rule 5."""
    elements, neutral, gold = 0, 0, int(s.gold[seat])
    for i in range(SIDE + 1):
        card_type = int(s.card[seat * SIDE + i].type) if i < SIDE else extra
        if card_type >= 0:
            neutral |= t.card[card_type].neutral
            gold += t.card[card_type].gold
    for i in range(SIDE + 1):
        card_type = int(s.card[seat * SIDE + i].type) if i < SIDE else extra
        if card_type >= 0 and t.card[card_type].element != Element.NEUTRAL:
            if t.card[card_type].classes & neutral == 0:
                elements |= 1 << int(t.card[card_type].element)
    n = 0
    while elements != 0:
        n += elements & 1
        elements >>= 1
    return gold + (1 if n == 1 else -max(0, n - FREE_ELEMENTS))


@kernel
def can_recruit(s, t, seat, card_type):
    """Whether a seat may add a card to its squad: its crystals, and what a squad may hold. Rule 5."""
    row = t.card[card_type]
    size, elite, cost, flying, terrains, hosts, guests = 0, 0, 0, 0, 0, 0, 0
    for i in range(SIDE + 1):
        known = int(s.card[seat * SIDE + i].type) if i < SIDE else card_type
        if known < 0:
            continue
        if i < SIDE and known == card_type and row.unique == 1:
            return False
        other = t.card[known]
        size += 1
        cost += int(other.cost)
        elite += int(other.cost) if other.elite == 1 else 0
        flying += int(other.cost) if other.subtype == Subtype.FLYING else 0
        terrains += 1 if other.type == Type.TERRAIN else 0
        hosts += 1 if other.type == Type.CREATURE and other.subtype == Subtype.PLAIN else 0
        guests += 1 if other.subtype == Subtype.COMPANION else 0
    if (
        size > SQUAD_MAX
        or flying > FLYERS_COST
        or terrains > 1
        or (row.subtype == Subtype.COMPANION and guests > hosts)
    ):
        return False
    gold = gold_for(s, t, seat, card_type)
    return elite <= gold and cost <= gold + s.silver[seat]


@kernel
def recruit(s, t, seat, place):
    """A card of the deal joins the squad. Rule 5."""
    card = new_card(s, t, seat, s.deal[seat].card[place])
    if card == NO_CARD:
        return
    s.card[card].zone = Zone.SQUAD
    take(s.deal[seat], place)


@kernel
def crystals(s, t, seat):
    """The crystals of a seat at the start, as first or second player. Rule 4."""
    side = side_of_board(s, seat)
    s.gold[seat], s.silver[seat] = t.gold[side], t.silver[side]
