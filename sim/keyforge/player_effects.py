"""What the operations of programs do to players: to pools, decks, hands and keys, and to the rules of the turn."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.rng import below, shuffle_stream
from .amber import gain, grown, lose, pay, steal
from .battleline import in_play, owner
from .choices import forge_extra
from .filters import passes
from .frames import push
from .pending import begin_window, discard_from_hand, open_window
from .state import NEXT_TURN, NO_CARD, SEATS, Frame, Lasting, Zone
from .tables import Count, Operation
from .zones import EVERYBODY, discard_into_deck, draw, move, show_top, shuffle_deck

HOLDS_BITS = (Lasting.MAY_FIGHT, Lasting.MAY_USE, Lasting.MUST_CHOOSE, Lasting.UNHURT)
"""Effects whose amount is bits, of houses or of seats."""


@kernel
def set_list(frame, card):
    """The frame's list becomes this one card, or empty for NO_CARD; did = cards."""
    frame.n = 0 if card == NO_CARD else 1
    frame.did = frame.n
    if card != NO_CARD:
        frame.chosen[0] = card


# --- amber ----------------------------------------------------------------------------------------------------------


@kernel
def change_pools(s, t, frame, row, n):
    """Amber gained, lost, stolen, given or stored; returns how much. Rule 14."""
    you, operation = int(frame.you), int(row.operation)
    if operation in (Operation.GAIN, Operation.OPPONENT_GAINS):
        gain(s, t, you if operation == Operation.GAIN else 1 - you, n)
        return n
    if operation in (Operation.LOSE, Operation.OPPONENT_LOSES):
        return lose(s, t, you if operation == Operation.LOSE else 1 - you, n)
    if operation in (Operation.STEAL, Operation.OPPONENT_STEALS):
        thief = you if operation == Operation.STEAL else 1 - you
        return steal_for_each(s, t, thief, row, n) if row.count == Count.MATCHING else steal(s, t, thief, n)
    if operation == Operation.OPPONENT_GIVES:
        return pay(s, t, 1 - you, n)
    if operation == Operation.STORE_AMBER:
        if not in_play(s, int(frame.source)):
            return 0
        stored = lose(s, t, you, n)
        s.card[frame.source].amber = grown(s.card[frame.source].amber, stored)
        return stored
    if operation not in (Operation.LOSE_HALF, Operation.LOSE_DOWN_TO):
        s.error = ERROR_UNWRITTEN
        return 0
    lost = 0
    for seat in range(SEATS):
        pool = int(s.amber[seat])
        lost += lose(s, t, seat, pool // 2 if operation == Operation.LOSE_HALF else pool - n)
    return lost


@kernel
def steal_for_each(s, t, thief, row, n):
    """A player steals n amber, what the row says for each card that it counts one after the other, so that different
    creatures may catch it; returns how much. Rule 14.
    """
    each, stolen = int(row.amount), 0
    for _ in range(n // max(1, each)):
        stolen += steal(s, t, thief, each)
    return stolen


# --- decks ----------------------------------------------------------------------------------------------------------


@kernel
def top_card(s, seat):
    """The top card of a seat's deck, or NO_CARD."""
    return int(s.deck[seat].card[s.deck[seat].n - 1]) if s.deck[seat].n > 0 else NO_CARD


@kernel
def discard_top(s, seat):
    """The top card of a seat's deck is discarded; returns it, or NO_CARD. Rule 17."""
    card = top_card(s, seat)
    if card != NO_CARD:
        move(s, card, Zone.DISCARD)
    return card


@kernel
def turn_top(s, frame, operation):
    """The top card of a deck is discarded, revealed or archived; the list becomes that card or grows by it. Rule 17."""
    you = int(frame.you)
    if operation == Operation.REVEAL_TOP:
        set_list(frame, show_top(s, you))
    elif operation == Operation.DISCARD_TOP:
        set_list(frame, discard_top(s, you))
    elif operation == Operation.OPPONENT_DISCARDS_TOP:
        set_list(frame, discard_top(s, 1 - you))
    elif operation == Operation.ATTACKER_DISCARDS_TOP:
        set_list(frame, discard_top(s, int(s.card[frame.event].controller)))
    elif operation == Operation.ARCHIVE_TOP:
        card = top_card(s, you)
        frame.did = 0 if card == NO_CARD else 1
        if card != NO_CARD:
            move(s, card, Zone.ARCHIVES)
    elif operation == Operation.DISCARD_TOP_ALSO:
        card = discard_top(s, you)
        frame.did = 0 if card == NO_CARD else 1
        if card != NO_CARD and frame.n < frame.chosen.size:
            frame.chosen[frame.n] = card
            frame.n += 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def mill_until(s, t, frame, row):
    """Your deck is discarded card by card until one that the filter lets pass; the list becomes that card. Rule 17."""
    you = int(frame.you)
    set_list(frame, NO_CARD)
    while s.deck[you].n > 0 and frame.n == 0:
        card = discard_top(s, you)
        if passes(s, t, int(row.filter), card, you, int(frame.source), frame):
            set_list(frame, card)


@kernel
def swap_deck_and_discard(s, seat):
    """A player's deck and discard pile change places; then the deck is shuffled."""
    deck, discard = s.deck[seat], s.discard[seat]
    in_deck, in_discard = int(deck.n), int(discard.n)
    for i in range(max(in_deck, in_discard)):
        deck.card[i], discard.card[i] = discard.card[i], deck.card[i]
    deck.n, discard.n = in_discard, in_deck
    for i in range(discard.n):
        s.card[discard.card[i]].zone = Zone.DISCARD
        s.card[discard.card[i]].seen = EVERYBODY
    for i in range(deck.n):
        s.card[deck.card[i]].zone = Zone.DECK
    shuffle_deck(s, seat)


@kernel
def reorder_deck(s, seat, operation):
    """Whole piles go into a player's deck, which is shuffled."""
    if operation == Operation.SWAP_DECK_AND_DISCARD:
        swap_deck_and_discard(s, seat)
        return
    if operation == Operation.SHUFFLE_HAND_AND_DISCARD_IN:
        while s.hand[seat].n > 0:
            move(s, int(s.hand[seat].card[0]), Zone.DECK)
    if operation == Operation.SHUFFLE_DECK:
        shuffle_deck(s, seat)
    elif operation in (Operation.SHUFFLE_HAND_AND_DISCARD_IN, Operation.SHUFFLE_DISCARD_IN):
        discard_into_deck(s, seat)
    else:
        s.error = ERROR_UNWRITTEN


# --- hands ----------------------------------------------------------------------------------------------------------


@kernel
def discard_random(s, t, seat, n):
    """A player discards up to n random cards from hand; returns how many. Rule 14."""
    hand, start = s.hand[seat], begin_window(s)
    n = min(n, int(hand.n))
    for _ in range(n):
        discard_from_hand(s, t, int(hand.card[below(s, shuffle_stream(seat), hand.n)]))
    open_window(s, start)
    return n


@kernel
def show_hand(s, seat, eyes):
    """The seats whose bits are in `eyes` see a player's hand; returns how many cards are in it. Rule 14."""
    for i in range(s.hand[seat].n):
        s.card[s.hand[seat].card[i]].seen |= eyes
    return int(s.hand[seat].n)


@kernel
def change_hands(s, t, frame, operation, n):
    """Cards drawn or discarded at random, hands shown; returns how many cards. Rule 14."""
    you = int(frame.you)
    if operation == Operation.DRAW:
        return draw(s, t, you, n)
    if operation == Operation.LOOK_AT_HAND:
        return show_hand(s, 1 - you, 1 << you)
    if operation == Operation.REVEAL_HAND:
        return show_hand(s, you, EVERYBODY)
    if operation == Operation.DISCARD_RANDOM:
        return discard_random(s, t, 1 - you, n)
    if operation == Operation.OWNER_DISCARDS_RANDOM:
        last = last_chosen(frame)
        return discard_random(s, t, owner(last), n) if last >= 0 else 0
    s.error = ERROR_UNWRITTEN
    return 0


# --- keys and the turn ----------------------------------------------------------------------------------------------


@kernel
def forge(s, frame, row):
    """You forge a key if you can pay for it: the FORGE frame notes in `did` whether you did. Rule 4."""
    you = int(frame.you)
    frame.did = 0
    below_it = push(s, Frame.FORGE, you, int(frame.source))
    below_it.x = forge_extra(s, row, you)
    below_it.flag = 1 if row.operation == Operation.FORGE_FREE else 0


@kernel
def unforge(s, seat):
    """One of the keys that a player forged in the last own turn is turned back; returns 1, or 0 if there is none.

    Rule 4.
    """
    if s.keys[seat] == 0 or s.forged[seat] <= s.unforged[seat]:
        return 0
    s.keys[seat] -= 1
    s.unforged[seat] += 1
    s.unsettled = 1
    return 1


@kernel
def place_in_next(kind):
    """The place of an effect of the opponent's next turn in `next`."""
    for place in range(len(NEXT_TURN)):
        if NEXT_TURN[place] == kind:
            return place
    return 0


@kernel
def set_lasting(amounts, at, kind, n, frame):
    """Adds n to an effect of this or the next turn; to one that holds houses or seats the bits n, or that of x.

    amounts: `now` or `next` of the state; at: the place of the effect in it.

    Rule 20.
    """
    if kind not in HOLDS_BITS:
        amounts[at] += n
    elif kind == Lasting.UNHURT:
        amounts[at] |= 1 << frame.you
    elif n > 0:
        amounts[at] |= n
    elif frame.x >= 0:
        amounts[at] |= 1 << frame.x
