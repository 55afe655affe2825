"""Which actions are legal now. Cards of one name are one action: copies do not differ."""

from __future__ import annotations

from typing import NamedTuple

from ..core.actions import offer
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import below_top, top
from ..core.kernel import kernel
from ..core.pile import find, seen_before
from .breaches import focus_price, may_focus, open_price
from .devouring import can_devour
from .feasibility import can_do_all
from .sorts import matches
from .spells import can_prep, spell_allowed, spell_choice
from .state import (
    BREACHES,
    NO_CARD,
    PILES,
    SEATS,
    TARGET_DAMAGED_HUSK,
    TARGET_HUSK,
    TARGET_NEMESIS,
    TURN_ORDER_CARDS,
    WILD_CARD,
    Breach,
    Decision,
    Filter,
    Kind,
    Type,
    Window,
)
from .supply import funds, may_gain
from .turn_order import is_players


class CardChoice(NamedTuple):
    """Which cards may be chosen, and for what (rules 12)."""

    which: int
    """a Filter"""
    kind: int
    """a Kind: what is done with the one chosen"""
    seat: int
    """whose cards they are, or 0 where that goes without saying"""


@kernel
def card_choice(which, kind, seat):
    """A choice of these parts, of any width (rules 12)."""
    return CardChoice(which, kind, seat)


@kernel
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    decision = s.decision
    if decision == Decision.MAIN:
        return offer_main(s, t, actions)
    if decision == Decision.CASTING:
        return offer_casting(s, actions)
    if decision == Decision.TURN:
        return offer(s, actions, 0, Kind.TURN_CARD, 0, 0, 0)
    if decision == Decision.NEMESIS_MAIN:
        return offer(s, actions, 0, Kind.NEMESIS_ACTS, 0, 0, 0)
    if decision == Decision.NEMESIS_DRAW:
        return offer(s, actions, 0, Kind.NEMESIS_DRAWS, 0, 0, 0)
    return offer_choices(s, t, actions, top(s), int(decision))


@kernel
def offer_choices(s, t, actions, frame, decision):
    """What the choice on top of the stack may be; one that may be declined ends with that."""
    if decision == Decision.TARGET:
        return offer_targets(s, t, actions)
    if decision in (Decision.PLAYER, Decision.WILD, Decision.CHARGE, Decision.GIVE):
        return offer_players(s, actions, frame, decision)
    if decision in (Decision.DISCARD, Decision.DISCARD_TOGETHER, Decision.DESTROY, Decision.TAKE):
        return offer_cards(s, t, actions, frame, decision)
    if decision in (Decision.CAST, Decision.CAST_TWICE, Decision.DISCARD_PREPPED, Decision.DESTROY_PREPPED):
        return offer_spells(s, t, actions, frame, decision)
    if decision in (Decision.FOCUS, Decision.LOSE_BREACH):
        return offer_breaches(s, actions, frame, decision)
    if decision in (Decision.DEVOUR, Decision.GAIN):
        return offer_piles(s, t, actions, frame, decision)
    if decision in (Decision.ORDER, Decision.GEM, Decision.RETURN, Decision.CORRUPTION):
        return offer_own(s, t, actions, frame, decision)
    if decision in (Decision.REORDER, Decision.RESHUFFLE):
        return offer_turn_cards(s, actions, frame, decision)
    if decision == Decision.OPTION:
        return offer_halves(s, t, actions, frame)
    if decision == Decision.SPREAD_TARGET:
        return offer_husks(s, actions, 0)
    return offer_or_not(s, actions, frame, decision)


@kernel
def offer_or_not(s, actions, frame, decision):
    """To do something or to decline; what cannot be done is not offered (rules 12)."""
    n, kind = 0, Kind.YES
    if decision == Decision.SPREAD:
        kind = Kind.SPREAD
    elif decision in (Decision.AUSPEX, Decision.WARD):
        kind = Kind.ABILITY
    can = True
    if decision == Decision.LOSE_CHARGE:
        can = s.charges[frame.seat] > 0
    elif decision == Decision.BOTTOM:
        can = s.turn_deck.n > 0
    elif decision == Decision.WARD:
        can = s.drawn != NO_CARD
    if can:
        n = offer(s, actions, n, kind, 0, int(frame.seat), 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0)


# --- the main phase and the casting phase ---------------------------------------------------------------------------


@kernel
def offer_main(s, t, actions):
    """All that the active player may do in the main phase (rules 4.2)."""
    seat = s.active
    n = offer_hand(s, t, actions, seat)
    n = offer_supply(s, t, actions, n)
    if s.aether >= t.charge_cost and s.charges[seat] < t.charges[seat]:
        n = offer(s, actions, n, Kind.GAIN_CHARGE, 0, 0, 0)
    n = offer_breach_actions(s, t, actions, n, seat)
    for i in range(s.n_in_play):
        card = int(s.in_play[i].card)
        cost = t.card[card].to_discard
        if cost[0] < cost[1] and can_do_all(s, t, seat, seat, int(cost[0]), int(cost[1])):
            n = offer(s, actions, n, Kind.DISCARD_POWER, card, 0, 0)
    for mage in range(s.players):
        if s.charges[mage] >= t.charges[mage]:
            if t.window[mage] == Window.ANY_MAIN or (t.window[mage] == Window.OWN_MAIN and mage == seat):
                n = offer(s, actions, n, Kind.ABILITY, 0, mage, 0)
    return offer(s, actions, n, Kind.END_TURN, 0, 0, 0)


@kernel
def offer_hand(s, t, actions, seat):
    """Gems and relics to play, spells to prep (rules 4.2.1, 4.2.6)."""
    n, hand = 0, s.hand[seat]
    for i in range(hand.n):
        card = int(hand.card[i])
        kind = t.card[card].type
        if seen_before(hand, i):
            continue
        if kind in (Type.GEM, Type.RELIC):
            n = offer(s, actions, n, Kind.PLAY, card, 0, 0)
        elif kind == Type.SPELL:
            for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
                if can_prep(s, t, card, at):
                    n = offer(s, actions, n, Kind.PREP, card, at, 0)
    return n


@kernel
def offer_supply(s, t, actions, n):
    """Cards of the supply, and the one on top of the devoured pile, that the aether suffices for (rules 4.2.2)."""
    for i in range(PILES):
        card = int(s.supply_card[i])
        if s.supply_left[i] > 0 and t.card[card].cost <= funds(s, t, card):
            n = offer(s, actions, n, Kind.GAIN, card, 0, 0)
    if s.devoured.n > 0:
        card = int(s.devoured.card[s.devoured.n - 1])
        if t.card[card].cost <= funds(s, t, card):
            n = offer(s, actions, n, Kind.GAIN_DEVOURED, card, 0, 0)
    return n


@kernel
def offer_breach_actions(s, t, actions, n, seat):
    """Closed breaches to focus or open, prepped effects to use (rules 4.2.4, 4.2.5, 4.2.7)."""
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        breach = s.breach[at]
        if breach.state == Breach.CLOSED:
            if focus_price(s, t, at) <= s.aether:
                n = offer(s, actions, n, Kind.FOCUS, 0, at, 0)
            if open_price(s, t, at) <= s.aether:
                n = offer(s, actions, n, Kind.OPEN, 0, at, 0)
        for i in range(breach.n):
            use = t.card[breach.spell[i]].prepped
            if use[0] < use[1] and breach.used[i] == 0 and (i == 0 or not same_unused(breach)):
                if can_do_all(s, t, seat, seat, int(use[0]), int(use[1])):
                    n = offer(s, actions, n, Kind.USE, int(breach.spell[i]), at, 0)
    return n


@kernel
def same_unused(breach):
    """Whether both spells of a breach are the same card, with its prepped effect unused."""
    return breach.spell[0] == breach.spell[1] and breach.used[0] == 0


@kernel
def offer_casting(s, actions):
    """Own prepped spells; the phase may end when no closed breach holds one (rules 4.1)."""
    n, must = 0, False
    for at in range(s.active * BREACHES, s.active * BREACHES + BREACHES):
        breach = s.breach[at]
        must = must or (breach.n > 0 and breach.state == Breach.CLOSED)
        for i in range(breach.n):
            if i == 0 or breach.spell[0] != breach.spell[1]:
                n = offer(s, actions, n, Kind.CAST, int(breach.spell[i]), at, 0)
    return n if must else offer(s, actions, n, Kind.END_CASTING, 0, 0, 0)


# --- choices in mid-effect ------------------------------------------------------------------------------------------


@kernel
def offer_targets(s, t, actions):
    """The nemesis, its minions, its husks (rules 6)."""
    n = offer(s, actions, 0, Kind.TARGET, TARGET_NEMESIS, 0, 0)
    for i in range(s.n_in_play):
        card = int(s.in_play[i].card)
        if t.card[card].type == Type.MINION:
            n = offer(s, actions, n, Kind.TARGET, card, 0, 0)
    return offer_husks(s, actions, n)


@kernel
def offer_husks(s, actions, n):
    """A husk of each kind there is (rules 6, 13)."""
    if s.husks > s.damaged_husks:
        n = offer(s, actions, n, Kind.TARGET, TARGET_HUSK, 0, 0)
    if s.damaged_husks > 0:
        n = offer(s, actions, n, Kind.TARGET, TARGET_DAMAGED_HUSK, 0, 0)
    return n


@kernel
def offer_players(s, actions, frame, decision):
    """Players to choose from: those of a bit mask, all, or the allies of the player whose charges are split
    (rules 8, 14).
    """
    n = 0
    everyone = (1 << int(s.players)) - 1
    mask = int(frame.a) if decision == Decision.PLAYER else everyone
    if decision == Decision.CHARGE and s.players > 1:
        mask = everyone & ~(1 << int(frame.seat))
    for seat in range(SEATS):
        if mask & (1 << seat):
            n = offer(s, actions, n, Kind.CHARGE if decision == Decision.CHARGE else Kind.CHOOSE, 0, seat, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0) if decision == Decision.PLAYER and frame.b == 1 else n


@kernel
def offer_pile(s, t, actions, n, pile, choice):
    """The cards of a pile that may be chosen."""
    for i in range(pile.n):
        card = int(pile.card[i])
        if matches(t, card, choice.which) and not seen_before(pile, i):
            n = offer(s, actions, n, choice.kind, card, choice.seat, 0)
    return n


@kernel
def offer_discarded(s, t, actions, n, pile, choice):
    """The cards of a discard pile that may be chosen, each with its place from the bottom.

    Of equal ones that lie side by side the upper one stands for all; elsewhere it matters which of them goes, for the
    pile keeps its order (rules 7).
    """
    for i in range(pile.n):
        card = int(pile.card[i])
        is_under_its_like = i + 1 < pile.n and pile.card[i + 1] == card
        if matches(t, card, choice.which) and not is_under_its_like:
            n = offer(s, actions, n, choice.kind, card, i, 0)
    return n


@kernel
def offer_cards(s, t, actions, frame, decision):
    """Cards to discard, destroy or take back; nothing once there are enough (rules 12)."""
    n, who, which = 0, int(frame.who), int(frame.b)
    if frame.a <= 0:
        return 0
    if decision == Decision.TAKE:
        n = offer_discarded(s, t, actions, n, s.discard[who], card_choice(which, Kind.TAKE, who))
    elif decision == Decision.DISCARD_TOGETHER:
        for seat in range(s.players):
            n = offer_pile(s, t, actions, n, s.hand[seat], card_choice(which, Kind.DISCARD, seat))
    elif decision in (Decision.DISCARD, Decision.DESTROY):
        kind = Kind.DISCARD if decision == Decision.DISCARD else Kind.DESTROY
        n = offer_pile(s, t, actions, n, s.hand[who], card_choice(which, kind, who))
        if which == Filter.ANY_OR_DISCARDED:
            n = offer_discarded(s, t, actions, n, s.discard[who], card_choice(which, Kind.DESTROY_DISCARDED, who))
    else:
        s.error = ERROR_UNWRITTEN
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0) if frame.c == 1 else n


@kernel
def offer_spells(s, t, actions, frame, decision):
    """Prepped spells to cast, discard or destroy; nothing once there are enough (rules 6, 12)."""
    n, casts = 0, decision in (Decision.CAST, Decision.CAST_TWICE)
    if not casts and frame.a <= 0:
        return 0
    choice = spell_choice(frame.b, frame.who, frame.c, frame.a)
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        for i in range(breach.n):
            if spell_allowed(s, t, at, i, choice):
                if i == 0 or breach.spell[0] != breach.spell[1] or n == 0 or actions_differ(actions, n, at):
                    n = offer(s, actions, n, Kind.CHOOSE_SPELL, int(breach.spell[i]), at, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0) if decision == Decision.CAST and frame.c == 1 else n


@kernel
def actions_differ(actions, n, at):
    """Whether the action last offered was about another breach."""
    return n > actions.size or actions[n - 1].b != at


@kernel
def offer_breaches(s, actions, frame, decision):
    """Closed breaches to focus; own breaches to lose (rules 5, 10)."""
    n = 0
    for at in range(s.players * BREACHES):
        if decision == Decision.FOCUS:
            if may_focus(s, at, int(frame.a), int(frame.seat), int(frame.who)):
                n = offer(s, actions, n, Kind.FOCUS_FREE, 0, at, 0)
        elif (
            at // BREACHES == frame.seat
            and s.breach[at].state != Breach.NONE
            and s.breach[at].state != Breach.DESTROYED
        ):
            n = offer(s, actions, n, Kind.LOSE_BREACH, 0, at, 0)
    return n


@kernel
def offer_piles(s, t, actions, frame, decision):
    """Supply piles to devour from or to gain from without paying, for which the devoured card on top counts as well
    (rules 7, 13).
    """
    n = 0
    for i in range(PILES):
        card = int(s.supply_card[i])
        if card != NO_CARD and s.supply_left[i] > 0:
            if decision == Decision.DEVOUR:
                if can_devour(s, t, i, int(frame.b)):
                    n = offer(s, actions, n, Kind.DEVOUR, card, 0, 0)
            elif may_gain(s, t, card, int(frame.a)):
                n = offer(s, actions, n, Kind.GAIN, card, 0, 0)
    if decision == Decision.GAIN and s.devoured.n > 0:
        card = int(s.devoured.card[s.devoured.n - 1])
        if may_gain(s, t, card, int(frame.a)):
            n = offer(s, actions, n, Kind.GAIN_DEVOURED, card, 0, 0)
    return n


@kernel
def offer_own(s, t, actions, frame, decision):
    """Own cards: played ones to lay on the discard pile, a gem to play or to take back, a corruption to resolve
    (rules 4.3, 4.4).
    """
    n = 0
    if decision == Decision.ORDER:
        return offer_pile(s, t, actions, n, s.play, card_choice(Filter.ANY, Kind.LAY, 0))
    if decision == Decision.RETURN:
        return offer_pile(s, t, actions, n, s.play, card_choice(Filter.GEM, Kind.RETURN, 0))
    hand = s.hand[frame.seat]
    if decision == Decision.GEM:
        return offer_pile(s, t, actions, n, hand, card_choice(Filter.GEM, Kind.PLAY, 0))
    if decision != Decision.CORRUPTION:
        s.error = ERROR_UNWRITTEN
        return 0
    for i in range(hand.n):
        if t.card[hand.card[i]].type == Type.CORRUPTION and not seen_before(hand, i):
            n = offer(s, actions, n, Kind.RESOLVE, int(hand.card[i]), 0, 0)
    return n


@kernel
def offer_turn_cards(s, actions, frame, decision):
    """Turn order cards: to be put next in the deck, or to go from the discard pile into the deck (rules 16.9)."""
    n = 0
    for card in TURN_ORDER_CARDS:
        if decision == Decision.REORDER:
            for i in range(s.turn_deck.n - frame.a):
                if s.turn_deck.card[i] == card:
                    n = offer(s, actions, n, Kind.NEXT, card, 0, 0)
                    break
        elif is_players(card) or (card == WILD_CARD and frame.a == 1):
            if find(s.turn_discard, card) >= 0:
                n = offer(s, actions, n, Kind.RESHUFFLE, card, 0, 0)
    return n


@kernel
def offer_halves(s, t, actions, frame):
    """The halves that can be done in full, or both if neither can (rules 12)."""
    parent = below_top(s)
    seat, who = int(parent.seat), int(parent.who)
    first = can_do_all(s, t, seat, who, int(frame.a), int(frame.b) - 1)
    second = can_do_all(s, t, seat, who, int(frame.b), int(frame.c))
    n = 0
    if first or not second:
        n = offer(s, actions, n, Kind.OPTION, 1, 0, 0)
    if second or not first:
        n = offer(s, actions, n, Kind.OPTION, 2, 0, 0)
    return n
