"""The course of a turn: its steps, choosing a house, drawing, what ends with the turn, and the limit of turns."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .battleline import other, owner
from .forge import end_game, forge_step
from .modifiers import forbidden_houses, forced_houses, house_now, refill_size
from .pending import add_listeners, begin_window, open_window
from .state import (
    CARDS,
    HOUSES,
    LASTING,
    NEXT_TURN,
    NO_CARD,
    NO_HOUSE,
    SEATS,
    TURNS_NOTED,
    Cause,
    Decision,
    Lasting,
    Phase,
    Trigger,
    Zone,
)
from .zones import draw, move, shuffle_deck

CHAINS_A_CARD = 6
"""So many chains, or a part of them, keep back one card."""
TIE_BREAK_COST = 6


@kernel
def next_step(s, t):
    """The step of the turn whose time it is: done, or asked for. Rule 3."""
    phase = s.phase
    if phase == Phase.MULLIGANS:
        s.decision = Decision.MULLIGAN
    elif phase == Phase.BEGIN:
        begin_turn(s)
    elif phase == Phase.FORGE:
        s.phase = Phase.HOUSE
        forge_step(s, t)
    elif phase == Phase.HOUSE:
        ask_house(s, t, available_houses(s, t))
    elif phase == Phase.ARCHIVES:
        s.phase = Phase.MAIN
        if s.archives[s.active].n > 0:
            s.decision = Decision.ARCHIVES
    elif phase == Phase.MAIN:
        s.decision = Decision.MAIN
    elif phase == Phase.READY:
        ready_cards(s)
    elif phase == Phase.DRAW:
        s.phase = Phase.END_ABILITIES
        refill(s, t, s.active, refill_size(s, t, s.active))
    elif phase == Phase.END_ABILITIES:
        s.phase = Phase.END
        start = begin_window(s)
        add_listeners(s, t, Trigger.END_OF_TURN, NO_CARD, s.active)
        open_window(s, start)
    elif phase == Phase.END:
        end_effects(s)
    elif phase == Phase.PASS:
        end_turn(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def mulligan(s, t, takes):
    """The answer of the player who is asked; the other one is asked next, then the first turn begins. Rule 2.3."""
    seat = s.active
    if takes:
        s.mulligans[seat] = 1
        hand = s.hand[seat]
        n = hand.n
        while hand.n > 0:
            move(s, int(hand.card[hand.n - 1]), Zone.DECK)
        shuffle_deck(s, seat)
        draw(s, t, seat, n - 1)
    s.active = other(seat)
    if s.active == s.first:
        s.phase = Phase.BEGIN


@kernel
def begin_turn(s):
    """What a player did in the last own turn is forgotten when the next one begins. Rule 3."""
    seat = s.active
    s.phase = Phase.FORGE
    s.forged[seat], s.unforged[seat], s.creatures_played[seat] = 0, 0, 0


# --- choosing a house -----------------------------------------------------------------------------------------------


@kernel
def known_houses(s, seat):
    """Bits of the three houses of a seat's deck; of the houses of all its cards where the deck is not known. Rule 5."""
    if s.houses[seat] != 0:
        return int(s.houses[seat])
    bits = 0
    for card in range(CARDS):
        if s.card[card].type >= 0 and owner(card) == seat:
            bits |= 1 << s.card[card].house
    return bits


@kernel
def available_houses(s, t):
    """Bits of the houses of which the active player must choose one; 0 if there is none to choose. Rule 5."""
    seat = s.active
    bits, line, row = known_houses(s, seat), s.line[seat], s.artifacts[seat]
    for i in range(line.n):
        bits |= 1 << house_now(s, line.card[i])
    for i in range(row.n):
        bits |= 1 << house_now(s, row.card[i])
    bits &= ~forbidden_houses(s, t, seat)
    forced = bits & (forced_houses(s, t, seat) | s.now[Lasting.MUST_CHOOSE])
    return bits if forced == 0 else forced


@kernel
def ask_house(s, t, houses):
    """The active player is asked for the house of the turn if there are several to choose from: bits. Rule 5."""
    if houses == 0:
        s.phase = Phase.ARCHIVES
    elif houses & (houses - 1) == 0 and s.ask_all == 0:
        choose_house(s, t, lowest(houses))
    else:
        s.decision = Decision.HOUSE


@kernel
def choose_house(s, t, house):
    """The active player chooses the house of the turn. Rule 5."""
    seat = s.active
    s.house, s.phase = house, Phase.ARCHIVES
    s.house_turns[seat, house] += 1
    turn = s.turn // SEATS
    if turn < TURNS_NOTED:
        s.house_of_turn[seat, turn] = house
    start = begin_window(s)
    add_listeners(s, t, Trigger.HOUSE_CHOSEN, NO_CARD, seat)
    open_window(s, start)


# --- the end of a turn ----------------------------------------------------------------------------------------------


@kernel
def ready_cards(s):
    """The active player's cards are readied. Rule 3."""
    s.phase = Phase.DRAW
    line, row = s.line[s.active], s.artifacts[s.active]
    for i in range(line.n):
        s.card[line.card[i]].ready = 1
    for i in range(row.n):
        s.card[row.card[i]].ready = 1


@kernel
def refill(s, t, seat, size):
    """A player with fewer cards in hand than `size` draws up to it, less what chains keep back, and sheds a chain.

    Rule 17.
    """
    missing = size - s.hand[seat].n
    if missing > 0:
        kept = (s.chains[seat] + CHAINS_A_CARD - 1) // CHAINS_A_CARD
        if missing > kept:
            draw(s, t, seat, missing - kept)
        if s.chains[seat] > 0:
            s.chains[seat] -= 1


@kernel
def end_effects(s):
    """What holds for one turn ends; the state check that follows, and what that triggers, belongs to this turn still,
    so that it is looked once more whether anything holds. Rules 3 and 19.
    """
    held = s.marked == 1 and end_marks(s)
    for kind in range(LASTING):
        held |= s.now[kind] != 0
        s.now[kind] = 0
    if not held:
        s.phase = Phase.PASS


@kernel
def end_marks(s):
    """The marks of the turn are taken off the cards; returns whether there were any. Rule 3."""
    held = False
    for card in range(CARDS):
        if s.card[card].marks != 0:
            s.card[card].marks, s.card[card].tunnels, s.unsettled, held = 0, 0, 1, True
    s.marked = 0
    return held


@kernel
def end_turn(s, t):
    """The turn is forgotten, what was to hold in the next one begins, and the opponent becomes active. Rule 3."""
    forget_turn(s)
    for place in range(len(NEXT_TURN)):
        s.now[NEXT_TURN[place]] = s.next[place]
        s.next[place] = 0
    s.turn += 1
    if s.turn >= t.turn_limit * SEATS:
        break_tie(s)
        return
    s.active = other(s.active)
    s.to_move = s.active
    s.phase = Phase.BEGIN


@kernel
def forget_turn(s):
    """What is counted turn by turn begins anew for all cards and for the table. Rule 3."""
    for card in range(CARDS):
        it = s.card[card]
        it.armor_used, it.attacked, it.uses, it.times = 0, 0, 0, 0
    s.house, s.first_turn = NO_HOUSE, 0
    s.by_house, s.off_house, s.creature_came, s.discarded = 0, 0, 0, 0
    s.played, s.acts, s.uses, s.fallen = 0, 0, 0, 0
    for house in range(HOUSES):
        s.played_of[house] = 0


@kernel
def break_tie(s):
    """The limit of turns is reached: who has 6 amber forges a key; then keys, amber, few chains, creatures and the
    first seat decide in this order. Rule 22.
    """
    for seat in range(SEATS):
        if s.amber[seat] >= TIE_BREAK_COST:
            s.amber[seat] -= TIE_BREAK_COST
            s.keys[seat] += 1
    first = int(s.first)
    second = other(first)
    lead = s.keys[first] - s.keys[second]
    if lead == 0:
        lead = s.amber[first] - s.amber[second]
    if lead == 0:
        lead = s.chains[second] - s.chains[first]
    if lead == 0:
        lead = s.line[first].n - s.line[second].n
    end_game(s, Cause.TURN_LIMIT, first if lead >= 0 else second)
