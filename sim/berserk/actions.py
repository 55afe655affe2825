"""Which actions are legal now."""

from __future__ import annotations

from ..cards.offers import offer_numbers, offer_pair
from ..core.actions import offer
from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.pile import find, seen_before
from .attack import is_defender, is_redirection, is_united
from .board import EVERYWHERE, NEIGHBOURS
from .choices import choosable, is_open_to_choice
from .effects import can_summon, cells_for, may_stop, triggers_at_once
from .filters import attack_on
from .frames import DECLARED, dice_of
from .modifiers import has, is_said
from .movement import can_move, can_swap, jump_cells, steps_of
from .recruitment import can_recruit
from .state import CARDS, CELLS, EXTRA, NO_CARD, OF_SETUP, SIDE, TOKENS_MAX, Decision, Frame, Kind, Zone
from .stats import cells_with, counts_as_creature, free_cells, has_ground_creatures, is_flying, is_type, owner, seat_of
from .sudden import list_sudden
from .tables import X_OR_NO_TOKENS, Bestowed, Operation, Stat, Type, Window
from .targets import can_strike, is_attackable, may_reach_far
from .triggers import place_of
from .turn import can_bear, can_lead, is_ready, may_hide, may_lead, start_zone, third_row
from .use import (
    can_act,
    list_second_strike,
    list_uses,
    may_have_gained,
    open_to_attack,
    strikes_again,
    strikes_on_at,
    tokens_to_spend,
)

CHANGES = 3
"""What may be done to a die: one more, one less, or roll it again."""


@kernel(apart=True)
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    decision = int(s.decision)
    if decision == Decision.MAIN:
        return list_main(s, t, actions)
    if decision in OF_SETUP:
        return list_setup(s, t, actions, decision)
    if decision == Decision.SUDDEN:
        n = list_sudden(s, t, actions, 0, int(s.to_move), int(s.window))
        return offer(s, actions, n, Kind.PASS, 0, 0, 0)
    if decision in (Decision.DEFEND, Decision.DIE, Decision.STEP, Decision.UNITY):
        return list_fight(s, t, actions, decision, s.frame[s.n_frames - 1])
    return list_choice(s, t, actions, decision, s.frame[s.n_frames - 1])


# --- before the battle ----------------------------------------------------------------------------------------------


@kernel
def list_setup(s, t, actions, decision):
    """The choices before the battle, and at the start of a turn."""
    seat = int(s.to_move)
    if decision == Decision.MULLIGAN:
        return offer_pair(s, actions, Kind.KEEP, Kind.REDRAW)
    if decision == Decision.RECRUIT:
        return list_recruits(s, t, actions, seat)
    if decision == Decision.PLACE:
        return list_places(s, t, actions, seat)
    if decision == Decision.HIDE:
        return list_hides(s, t, actions, seat)
    if decision == Decision.HOST:
        n = 0
        for host in range(CARDS):
            if can_bear(s, t, host, int(s.asked)):
                n = offer(s, actions, n, Kind.ATTACH, s.asked, host, 0)
        return n
    if decision == Decision.VANGUARD:
        return list_vanguard(s, t, actions, seat)
    if decision == Decision.ORDER:
        n = offer(s, actions, 0, Kind.ORDER, 0, s.asked, 0)
        return offer(s, actions, n, Kind.ORDER, 1, s.asked, 0)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def list_recruits(s, t, actions, seat):
    """The cards of the deal that may join the squad, each name once; done once it holds a creature, or nothing else can
    join. Rule 5.
    """
    n, ready = 0, False
    for card in range(CARDS):
        if s.card[card].zone == Zone.SQUAD and s.card[card].controller == seat and is_type(s, t, card, Type.CREATURE):
            ready = True
    deal = s.deal[seat]
    for place in range(deal.n):
        if not seen_before(deal, place) and can_recruit(s, t, seat, int(deal.card[place])):
            n = offer(s, actions, n, Kind.RECRUIT, place, 0, 0)
    return offer(s, actions, n, Kind.DONE, 0, 0, 0) if ready or n == 0 else n


@kernel
def list_places(s, t, actions, seat):
    """The cells for cards that are not placed yet, or for those that incarnate, of which any may come first. Rules 6,
    24 and 26.
    """
    n = 0
    if s.asked != NO_CARD and s.card[s.asked].zone == Zone.GRAVEYARD:
        for card in range(seat * SIDE, (seat + 1) * SIDE):
            if is_ready(s, t, card):
                n = list_cells(s, actions, n, Kind.PLACE, card, third_row(s))
        return n
    cells = start_zone(s, seat)
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].zone == Zone.SQUAD and is_first_unplaced(s, card):
            n = list_cells(s, actions, n, Kind.PLACE, card, cells)
    return n


@kernel
def is_first_unplaced(s, card):
    """Whether no card of the same name with a lower number waits for its cell."""
    for other in range(owner(card) * SIDE, card):
        if s.card[other].zone == Zone.SQUAD and s.card[other].type == s.card[card].type:
            return False
    return True


@kernel
def list_cells(s, actions, n, kind, card, cells):
    """One action for each cell of a set."""
    left = int(cells)
    while left != 0:
        n = offer(s, actions, n, kind, card, lowest(left), 0)
        left &= left - 1
    return n


@kernel
def list_hides(s, t, actions, seat):
    """The cards of the third row that may stay hidden. Rule 7."""
    n = 0
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if may_hide(s, t, card, seat):
            n = offer(s, actions, n, Kind.HIDE, card, 0, 0)
    return offer(s, actions, n, Kind.DONE, 0, 0, 0)


@kernel
def list_vanguard(s, t, actions, seat):
    """The strikes of creatures with Vanguard. Rules 4 and 24."""
    n = 0
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if may_lead(s, t, card):
            others = int(s.team[1 - seat])
            while others != 0:
                target = lowest(others)
                others &= others - 1
                if can_lead(s, t, card, target):
                    n = offer(s, actions, n, Kind.STRIKE, card, target, 0)
    return offer(s, actions, n, Kind.PASS, 0, 0, 0)


# --- the main phase -------------------------------------------------------------------------------------------------


@kernel
def list_main(s, t, actions):
    """Everything that the active player may do in his main phase. Rules 8 to 11 and 17."""
    seat, n, free, forced = int(s.active), 0, free_cells(s), False
    prepare = not has_ground_creatures(s, t, 1 - seat) and has_flyers(s, t, 1 - seat)
    aims = open_to_attack(s, t, seat)
    stands = cells_with(s, aims)
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        if it.closed == 1:
            if it.tokens > 0 and has(s, t, card, Stat.RAGE, NO_CARD):
                n = offer(s, actions, n, Kind.RAGE, card, 0, 0)
            continue
        if it.hidden == 1 and has(s, t, card, Stat.STEALTH, NO_CARD):
            n = offer(s, actions, n, Kind.REVEAL, card, 0, 0)
        n = list_moves(s, t, actions, n, card, free)
        before = n
        n = list_strikes(s, t, actions, n, card, aims, stands)
        if n > before and not forced:
            forced = must_strike(s, t, actions, card, before, n)
        n = list_acts(s, t, actions, n, card, prepare, aims)
    return n if forced else offer(s, actions, n, Kind.END_TURN, 0, 0, 0)


@kernel
def has_flyers(s, t, seat):
    """Whether a seat has a flying creature in the extra zone. Rule 18."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].cell == EXTRA and is_flying(s, t, card):
            return True
    return False


@kernel
def list_moves(s, t, actions, n, card, free):
    """The steps, jumps and manoeuvres of a creature. Rules 9 and 24."""
    it = s.card[card]
    if it.cell >= CELLS or it.acted == 1:
        return n
    row = t.card[it.type]
    n = list_cells(s, actions, n, Kind.MOVE, card, steps_of(s, t, card, free))
    if row.jumps == 1 or it.lasting > 0 or s.bestowed & Bestowed.WAYS:
        n = list_cells(s, actions, n, Kind.JUMP, card, jump_cells(s, t, card, Stat.JUMP))
        n = list_cells(s, actions, n, Kind.TELEPORT, card, jump_cells(s, t, card, Stat.TELEPORT))
        if it.moved == 0 and has(s, t, card, Stat.MANOEUVRE, NO_CARD) and can_move(s, t, card):
            left = int(s.team[seat_of(s, card)])
            while left != 0:
                other = lowest(left)
                left &= left - 1
                if other != card and can_swap(s, t, card, other):
                    n = offer(s, actions, n, Kind.MANOEUVRE, card, other, 0)
    return n


@kernel
def list_strikes(s, t, actions, n, card, aims, stands):
    """The simple strikes of a creature; aims: what its seat may attack, stands: the cells of that. Rules 10 and 11."""
    it = s.card[card]
    near = within_reach(s, t, card)
    if near & stands == 0 or t.card[it.type].type != Type.CREATURE or it.netted > 0 or it.promised == 1:
        return n
    again = it.strikes > 0
    if it.acted == 1 and not (again and strikes_again(s, t, card)):
        return n
    if again and not has(s, t, card, Stat.STRIKES_TWICE, NO_CARD):
        aims &= ~int(it.struck)
    left, all_near = int(aims), strikes_all(s, t, card, near)
    while left != 0:
        target = lowest(left)
        left &= left - 1
        if (near >> int(s.card[target].cell)) & 1 == 0 or (again and not strikes_on_at(s, t, card, target)):
            continue
        if (target != card and is_attackable(s, t, target)) if all_near else can_strike(s, t, card, target):
            n = offer(s, actions, n, Kind.STRIKE, card, target, 0)
    return n


@kernel
def within_reach(s, t, card):
    """The set of cells, the extra zone among them, beyond which a creature strikes no card. Rules 11 and 18."""
    it = s.card[card]
    if it.cell >= CELLS or it.prepared == 2 or may_reach_far(s, t, card):
        return EVERYWHERE
    return NEIGHBOURS[it.cell] | 1 << int(it.cell)


@kernel
def strikes_all(s, t, card, near):
    """Whether a creature may strike each card that can be attacked on the cells of `within_reach`, so that none need be
    asked: they are beside it, and it does not only strike the one opposite. Rules 11 and 24.
    """
    return near != EVERYWHERE and not is_said(s, t, card, Stat.STRIKES_OPPOSITE)


@kernel
def must_strike(s, t, actions, card, first, end):
    """Whether a creature may strike a closed enemy creature, and has to; with Precision it has to do nothing.
    Rule 24.
    """
    if not has(s, t, card, Stat.MUST_STRIKE_CLOSED, NO_CARD) or has(s, t, card, Stat.PRECISION, NO_CARD):
        return False
    for i in range(first, min(end, actions.size)):
        target = int(actions[i].b)
        if s.card[target].closed == 1 and seat_of(s, target) != seat_of(s, card) and counts_as_creature(s, t, target):
            return True
    return False


@kernel
def list_acts(s, t, actions, n, card, prepare, aims):
    """The other actions of a card: of its traits, tokens, and closing to strike a flyer. Rules 17 and 18."""
    it = s.card[card]
    row = t.card[it.type]
    if not can_act(s, card):
        return list_second_strike(s, t, actions, n, card, aims)
    if row.actions != 0 or may_have_gained(s, card):
        n = list_uses(s, t, actions, n, card, Window.NONE, aims)
    if row.accumulates == 1 and it.tokens < row.token_cap:
        n = offer(s, actions, n, Kind.ACCUMULATE, card, 0, 0)
    if prepare and it.cell < EXTRA and row.type == Type.CREATURE:
        n = offer(s, actions, n, Kind.PREPARE, card, 0, 0)
    return n


# --- in a fight -----------------------------------------------------------------------------------------------------


@kernel
def list_fight(s, t, actions, decision, frame):
    """The choices of an attack: defender, dice, step-down, Unity. Rules 12 and 13."""
    if decision == Decision.STEP:
        return offer_pair(s, actions, Kind.FULL, Kind.STEP_DOWN)
    n = 0
    if decision == Decision.DEFEND:
        left = int(s.team[1 - seat_of(s, int(frame.attacker))])
        while left != 0:
            card = lowest(left)
            left &= left - 1
            if is_defender(s, t, frame, card):
                n = offer(s, actions, n, Kind.DEFEND, card, 0, 0)
            if is_redirection(s, t, frame, card):
                n = offer(s, actions, n, Kind.CHOOSE, card, 0, 0)
        return offer(s, actions, n, Kind.PASS, 0, 0, 0)
    if decision == Decision.UNITY:
        attacker = int(s.frame[attack_on(s)].attacker)
        for place in range(s.deck[seat_of(s, attacker)].n):
            if is_united(s, t, attacker, place):
                n = offer(s, actions, n, Kind.UNITY, place, 0, 0)
        return offer(s, actions, n, Kind.PASS, 0, 0, 0)
    if decision == Decision.DIE:
        return list_dice(s, actions, frame)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def list_dice(s, actions, frame):
    """Which of two dice counts, or what is done to one of the dice on the table."""
    n = 0
    if frame.kind == Frame.ATTACK:
        i = 0 if frame.die[2] > 0 and frame.die[2] != frame.die[0] else 1
        n = offer(s, actions, 0, Kind.DIE, i, -1, 0)
        return offer(s, actions, n, Kind.DIE, 2 + i, -1, 0)
    for i in range(dice_of(s.frame[s.n_frames - 2])):
        for change in range(CHANGES):
            n = offer(s, actions, n, Kind.DIE, i, change, 0)
    return n


# --- in mid-effect --------------------------------------------------------------------------------------------------


@kernel
def list_choice(s, t, actions, decision, frame):
    """The choices of a program."""
    if decision == Decision.MAY:
        return offer_pair(s, actions, Kind.YES, Kind.NO)
    n = 0
    if decision == Decision.MODE:
        n = offer(s, actions, 0, Kind.MODE, 1, 0, 0)
        return offer(s, actions, n, Kind.MODE, 2, 0, 0)
    if decision == Decision.NUMBER:
        least, most = number_range(s, t, frame)
        return offer_numbers(s, actions, Kind.NUMBER, least, most)
    if decision == Decision.TRIGGER:
        return list_triggers(s, t, actions)
    row = t.row[frame.pc]
    if decision == Decision.SUMMON:
        return list_summons(s, t, actions, frame, row)
    if decision == Decision.CELL:
        return list_cells(s, actions, 0, Kind.CELL, 0, cells_for(s, t, frame, row))
    if decision != Decision.TARGET:
        s.error = ERROR_UNWRITTEN
        return 0
    left = choosable(s, t, row)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if is_open_to_choice(s, t, row, int(frame.source), card, s.n_frames - 1):
            n = offer(s, actions, n, Kind.CHOOSE, card, 0, 0)
    return offer(s, actions, n, Kind.PASS, 0, 0, 0) if may_stop(s, t, frame, row) else n


@kernel
def list_triggers(s, t, actions):
    """The triggers of one moment that may come first: of a trait that several events trigger, one for each of them.
    Rule 26.
    """
    n = 0
    for place in range(triggers_at_once(s)):
        trigger = s.frame[s.n_frames - 1 - place]
        n = offer(s, actions, n, Kind.TRIGGER, place, trigger.source, place_of(s, t, trigger))
    return n


@kernel
def list_summons(s, t, actions, frame, row):
    """The cards of the deck that may be summoned, each name once in the order of the card file, or none. Rule 23."""
    n, seat = 0, int(frame.seat)
    for card_type in range(t.card.size):
        if find(s.deck[seat], card_type) >= 0 and can_summon(s, t, frame, row, card_type):
            n = offer(s, actions, n, Kind.SUMMON, card_type, 0, 0)
    return offer(s, actions, n, Kind.PASS, 0, 0, 0)


@kernel
def number_range(s, t, frame):
    """The least and the greatest number that may be chosen: of tokens to spend, or as a row says."""
    trait = t.trait[frame.trait]
    if frame.stage == DECLARED:
        least = 0 if trait.tokens == X_OR_NO_TOKENS else 1
        return least, max(least, min(TOKENS_MAX, tokens_to_spend(s, t, int(frame.source))))
    row = t.row[frame.pc]
    if row.operation != Operation.NUMBER:
        return 0, 0
    return (0 if row.optional == 1 else 1), max(0, int(row.amount))
