"""Which actions are legal now. Cards of one name are one action: copies do not differ."""

from __future__ import annotations

from ..core.faults import ERROR_ACTIONS_FULL
from ..core.kernel import kernel
from ..core.pile import find, seen_before
from .conditions import can_do_all
from .rules import (
    ANY,
    ANY_OR_DISCARDED,
    CHEAPEST_GEM,
    CLOSED,
    CORRUPTION,
    DESTROYED,
    GEM,
    GEMS,
    MINION,
    NO_BREACH,
    SPELL,
    can_devour,
    can_prep,
    focus_price,
    funds,
    matches,
    may_focus,
    open_price,
    spell_allowed,
)
from .state import (
    ACTIONS_MAX,
    BREACHES,
    NEMESIS_CARD,
    NO_CARD,
    PILES,
    SEATS,
    TARGET_DAMAGED_HUSK,
    TARGET_HUSK,
    TARGET_NEMESIS,
    WILD_CARD,
    Decision,
    Kind,
    Window,
)

(
    TURN_CARD, NEMESIS_ACTS, NEMESIS_DRAWS, PLAY, GAIN, GAIN_DEVOURED, GAIN_CHARGE, FOCUS, OPEN_BREACH, PREP, USE,
    DISCARD_POWER, ABILITY, END_TURN, CAST, END_CASTING, RESOLVE, TARGET, SPREAD, CHOOSE, OPTION, DISCARD, DESTROY,
    DESTROY_DISCARDED, TAKE, CHOOSE_SPELL, FOCUS_FREE, LOSE_BREACH, RETURN, DEVOUR, YES, CHARGE, NEXT, RESHUFFLE, LAY,
    DECLINE,
) = (int(k) for k in Kind)  # fmt: skip
(
    ASK_TURN, ASK_CASTING, ASK_MAIN, ASK_NEMESIS_MAIN, ASK_NEMESIS_DRAW, ASK_AUSPEX, ASK_WILD, ASK_CORRUPTION,
    ASK_ORDER, ASK_WARD, ASK_TARGET, ASK_SPREAD, ASK_SPREAD_TARGET, ASK_PLAYER, ASK_OPTION, ASK_DISCARD,
    ASK_DISCARD_TOGETHER, ASK_DESTROY, ASK_TAKE, ASK_CAST, ASK_CAST_TWICE, ASK_DISCARD_PREPPED, ASK_DESTROY_PREPPED,
    ASK_FOCUS, ASK_LOSE_BREACH, ASK_GEM, ASK_RETURN, ASK_DEVOUR, ASK_GAIN, ASK_LOSE_CHARGE, ASK_BOTTOM,
    ASK_DESTROY_TOP, ASK_ON_DECK, ASK_SIFT, ASK_CHARGE, ASK_REORDER, ASK_RESHUFFLE, ASK_GIVE,
) = (int(d) for d in list(Decision)[1:])  # fmt: skip
OWN_MAIN, ANY_MAIN = int(Window.OWN_MAIN), int(Window.ANY_MAIN)


@kernel
def offer(s, actions, n, kind, a, b):
    """Adds an action to the list; returns the new length. A list of the state's own is only counted beyond its end."""
    if n < actions.size:
        action = actions[n]
        action.kind, action.a, action.b, action.c = kind, a, b, 0
    elif actions.size >= ACTIONS_MAX:
        s.error = ERROR_ACTIONS_FULL
        return n
    return n + 1


@kernel
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    decision = s.decision
    if decision == ASK_MAIN:
        return offer_main(s, t, actions)
    if decision == ASK_CASTING:
        return offer_casting(s, actions)
    if decision == ASK_TURN:
        return offer(s, actions, 0, TURN_CARD, 0, 0)
    if decision == ASK_NEMESIS_MAIN:
        return offer(s, actions, 0, NEMESIS_ACTS, 0, 0)
    if decision == ASK_NEMESIS_DRAW:
        return offer(s, actions, 0, NEMESIS_DRAWS, 0, 0)
    return offer_choices(s, t, actions, s.frame[s.n_frames - 1], int(decision))


@kernel
def offer_choices(s, t, actions, frame, decision):
    """What the choice on top of the stack may be; one that may be declined ends with that."""
    if decision == ASK_TARGET:
        return offer_targets(s, t, actions)
    if decision in (ASK_PLAYER, ASK_WILD, ASK_CHARGE, ASK_GIVE):
        return offer_players(s, actions, frame, decision)
    if ASK_DISCARD <= decision <= ASK_TAKE:
        return offer_cards(s, t, actions, frame, decision)
    if ASK_CAST <= decision <= ASK_DESTROY_PREPPED:
        return offer_spells(s, t, actions, frame, decision)
    if decision in (ASK_FOCUS, ASK_LOSE_BREACH):
        return offer_breaches(s, actions, frame, decision)
    if decision in (ASK_DEVOUR, ASK_GAIN):
        return offer_piles(s, t, actions, frame, decision)
    if decision in (ASK_ORDER, ASK_GEM, ASK_RETURN, ASK_CORRUPTION):
        return offer_own(s, t, actions, decision)
    if decision in (ASK_REORDER, ASK_RESHUFFLE):
        return offer_turn_cards(s, actions, frame, decision)
    if decision == ASK_OPTION:
        return offer_halves(s, t, actions, frame)
    if decision == ASK_SPREAD_TARGET:
        return offer_husks(s, actions, 0)
    kind = SPREAD if decision == ASK_SPREAD else ABILITY if decision in (ASK_AUSPEX, ASK_WARD) else YES
    n = 0
    if decision != ASK_LOSE_CHARGE or s.charges[frame.seat] > 0:
        if decision != ASK_BOTTOM or s.turn_deck.n > 0:
            n = offer(s, actions, n, kind, 0, int(frame.seat))
    return offer(s, actions, n, DECLINE, 0, 0)


# --- the main phase and the casting phase ---------------------------------------------------------------------------


@kernel
def offer_main(s, t, actions):
    """All that the active player may do in the main phase."""
    seat = s.active
    n = offer_hand(s, t, actions, seat)
    n = offer_supply(s, t, actions, n)
    if s.aether >= t.charge_cost and s.charges[seat] < t.charges[seat]:
        n = offer(s, actions, n, GAIN_CHARGE, 0, 0)
    n = offer_breach_actions(s, t, actions, n, seat)
    for i in range(s.n_in_play):
        card = int(s.in_play[i].card)
        cost = t.card[card].to_discard
        if cost[0] < cost[1] and can_do_all(s, t, seat, seat, int(cost[0]), int(cost[1])):
            n = offer(s, actions, n, DISCARD_POWER, card, 0)
    for mage in range(s.players):
        if s.charges[mage] >= t.charges[mage]:
            if t.window[mage] == ANY_MAIN or (t.window[mage] == OWN_MAIN and mage == seat):
                n = offer(s, actions, n, ABILITY, 0, mage)
    return offer(s, actions, n, END_TURN, 0, 0)


@kernel
def offer_hand(s, t, actions, seat):
    """Gems and relics to play, spells to prep."""
    n, hand = 0, s.hand[seat]
    for i in range(hand.n):
        card = int(hand.card[i])
        kind = t.card[card].type
        if kind <= SPELL and not seen_before(hand, i):
            if kind < SPELL:
                n = offer(s, actions, n, PLAY, card, 0)
            else:
                for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
                    if can_prep(s, t, card, at):
                        n = offer(s, actions, n, PREP, card, at)
    return n


@kernel
def offer_supply(s, t, actions, n):
    """Cards of the supply, and the one on top of the devoured pile, that the aether suffices for."""
    for i in range(PILES):
        card = int(s.supply_card[i])
        if s.supply_left[i] > 0 and t.card[card].cost <= funds(s, t, card):
            n = offer(s, actions, n, GAIN, card, 0)
    if s.devoured.n > 0:
        card = int(s.devoured.card[s.devoured.n - 1])
        if t.card[card].cost <= funds(s, t, card):
            n = offer(s, actions, n, GAIN_DEVOURED, card, 0)
    return n


@kernel
def offer_breach_actions(s, t, actions, n, seat):
    """Closed breaches to focus or open, prepped effects to use."""
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        breach = s.breach[at]
        if breach.state == CLOSED:
            if focus_price(s, t, at) <= s.aether:
                n = offer(s, actions, n, FOCUS, 0, at)
            if open_price(s, t, at) <= s.aether:
                n = offer(s, actions, n, OPEN_BREACH, 0, at)
        for i in range(breach.n):
            use = t.card[breach.spell[i]].prepped
            if use[0] < use[1] and breach.used[i] == 0 and (i == 0 or not same_unused(breach)):
                if can_do_all(s, t, seat, seat, int(use[0]), int(use[1])):
                    n = offer(s, actions, n, USE, int(breach.spell[i]), at)
    return n


@kernel
def same_unused(breach):
    """Whether both spells of a breach are the same card, with its prepped effect unused."""
    return breach.spell[0] == breach.spell[1] and breach.used[0] == 0


@kernel
def offer_casting(s, actions):
    """Own prepped spells; the phase may end when no closed breach holds one."""
    n, must = 0, False
    for at in range(s.active * BREACHES, s.active * BREACHES + BREACHES):
        breach = s.breach[at]
        must = must or (breach.n > 0 and breach.state == CLOSED)
        for i in range(breach.n):
            if i == 0 or breach.spell[0] != breach.spell[1]:
                n = offer(s, actions, n, CAST, int(breach.spell[i]), at)
    return n if must else offer(s, actions, n, END_CASTING, 0, 0)


# --- choices in mid-effect ------------------------------------------------------------------------------------------


@kernel
def offer_targets(s, t, actions):
    """The nemesis, its minions, its husks."""
    n = offer(s, actions, 0, TARGET, TARGET_NEMESIS, 0)
    for i in range(s.n_in_play):
        card = int(s.in_play[i].card)
        if t.card[card].type == MINION:
            n = offer(s, actions, n, TARGET, card, 0)
    return offer_husks(s, actions, n)


@kernel
def offer_husks(s, actions, n):
    """A husk of each kind there is."""
    if s.husks > s.damaged_husks:
        n = offer(s, actions, n, TARGET, TARGET_HUSK, 0)
    if s.damaged_husks > 0:
        n = offer(s, actions, n, TARGET, TARGET_DAMAGED_HUSK, 0)
    return n


@kernel
def offer_players(s, actions, frame, decision):
    """Players to choose from: those of a bit mask, all, or the allies of the player whose charges are split."""
    n = 0
    everyone = (1 << int(s.players)) - 1
    mask = int(frame.a) if decision == ASK_PLAYER else everyone
    if decision == ASK_CHARGE and s.players > 1:
        mask = everyone & ~(1 << int(frame.seat))
    for seat in range(SEATS):
        if mask & (1 << seat):
            n = offer(s, actions, n, CHARGE if decision == ASK_CHARGE else CHOOSE, 0, seat)
    return offer(s, actions, n, DECLINE, 0, 0) if decision == ASK_PLAYER and frame.b == 1 else n


@kernel
def offer_pile(s, t, actions, n, pile, which, kind, seat):
    """The cards of a pile that a Filter lets pass."""
    for i in range(pile.n):
        card = int(pile.card[i])
        if matches(t, card, which) and not seen_before(pile, i):
            n = offer(s, actions, n, kind, card, seat)
    return n


@kernel
def offer_cards(s, t, actions, frame, decision):
    """Cards to discard, destroy or take back; nothing once there are enough."""
    n, who, which = 0, int(frame.who), int(frame.b)
    if frame.a <= 0:
        return 0
    if decision == ASK_TAKE:
        n = offer_pile(s, t, actions, n, s.discard[who], which, TAKE, who)
    elif decision == ASK_DISCARD_TOGETHER:
        for seat in range(s.players):
            n = offer_pile(s, t, actions, n, s.hand[seat], which, DISCARD, seat)
    else:
        n = offer_pile(s, t, actions, n, s.hand[who], which, DISCARD if decision == ASK_DISCARD else DESTROY, who)
        if which == ANY_OR_DISCARDED:
            n = offer_pile(s, t, actions, n, s.discard[who], which, DESTROY_DISCARDED, who)
    return offer(s, actions, n, DECLINE, 0, 0) if frame.c == 1 else n


@kernel
def offer_spells(s, t, actions, frame, decision):
    """Prepped spells to cast, discard or destroy; nothing once there are enough."""
    n, casts = 0, decision in (ASK_CAST, ASK_CAST_TWICE)
    if not casts and frame.a <= 0:
        return 0
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        for i in range(breach.n):
            if spell_allowed(s, t, at, i, int(frame.b), int(frame.who), int(frame.c)):
                if i == 0 or breach.spell[0] != breach.spell[1] or n == 0 or actions_differ(actions, n, at):
                    n = offer(s, actions, n, CHOOSE_SPELL, int(breach.spell[i]), at)
    return offer(s, actions, n, DECLINE, 0, 0) if decision == ASK_CAST and frame.c == 1 else n


@kernel
def actions_differ(actions, n, at):
    """Whether the action last offered was about another breach."""
    return n > actions.size or actions[n - 1].b != at


@kernel
def offer_breaches(s, actions, frame, decision):
    """Closed breaches to focus; own breaches to lose."""
    n = 0
    for at in range(s.players * BREACHES):
        if decision == ASK_FOCUS:
            if may_focus(s, at, int(frame.a), int(frame.seat), int(frame.who)):
                n = offer(s, actions, n, FOCUS_FREE, 0, at)
        elif at // BREACHES == frame.seat and s.breach[at].state != NO_BREACH and s.breach[at].state != DESTROYED:
            n = offer(s, actions, n, LOSE_BREACH, 0, at)
    return n


@kernel
def offer_piles(s, t, actions, frame, decision):
    """Supply piles to devour from or to gain from without paying."""
    n = 0
    for i in range(PILES):
        card = int(s.supply_card[i])
        if card != NO_CARD and s.supply_left[i] > 0:
            if decision == ASK_DEVOUR:
                if can_devour(s, t, i, int(frame.b)):
                    n = offer(s, actions, n, DEVOUR, card, 0)
            elif matches(t, card, int(frame.a)) and (frame.a != CHEAPEST_GEM or cheapest_gem(s, t, card)):
                n = offer(s, actions, n, GAIN, card, 0)
    return n


@kernel
def cheapest_gem(s, t, card):
    """Whether no gem pile with cards is cheaper than this one."""
    for i in range(PILES):
        if s.supply_card[i] != NO_CARD and s.supply_left[i] > 0:
            other = t.card[s.supply_card[i]]
            if other.type == GEM and other.cost < t.card[card].cost:
                return False
    return True


@kernel
def offer_own(s, t, actions, decision):
    """Own cards: played ones to lay on the discard pile, a gem to play or to take back, a corruption to resolve."""
    n = 0
    if decision == ASK_ORDER:
        return offer_pile(s, t, actions, n, s.play, ANY, LAY, 0)
    if decision == ASK_RETURN:
        return offer_pile(s, t, actions, n, s.play, GEMS, RETURN, 0)
    hand = s.hand[s.active]
    if decision == ASK_GEM:
        return offer_pile(s, t, actions, n, hand, GEMS, PLAY, 0)
    for i in range(hand.n):
        if t.card[hand.card[i]].type == CORRUPTION and not seen_before(hand, i):
            n = offer(s, actions, n, RESOLVE, int(hand.card[i]), 0)
    return n


@kernel
def offer_turn_cards(s, actions, frame, decision):
    """Turn order cards: to be put next in the deck, or to go from the discard pile into the deck."""
    n = 0
    for card in range(NEMESIS_CARD + 1):
        if decision == ASK_REORDER:
            for i in range(s.turn_deck.n - frame.a):
                if s.turn_deck.card[i] == card:
                    n = offer(s, actions, n, NEXT, card, 0)
                    break
        elif card < WILD_CARD or (card == WILD_CARD and frame.a == 1):
            if find(s.turn_discard, card) >= 0:
                n = offer(s, actions, n, RESHUFFLE, card, 0)
    return n


@kernel
def offer_halves(s, t, actions, frame):
    """The halves that can be done in full, or both if neither can."""
    parent = s.frame[s.n_frames - 2]
    seat, who = int(parent.seat), int(parent.who)
    first = can_do_all(s, t, seat, who, int(frame.a), int(frame.b) - 1)
    second = can_do_all(s, t, seat, who, int(frame.b), int(frame.c))
    n = 0
    if first or not second:
        n = offer(s, actions, n, OPTION, 1, 0)
    if second or not first:
        n = offer(s, actions, n, OPTION, 2, 0)
    return n
