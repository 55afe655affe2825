"""How cards move between zones (rules 1, 3)."""

from __future__ import annotations

from ..cards.known import put_into_hand
from ..cards.piles import move_card
from ..core.kernel import kernel
from ..core.pile import move_all, put, shuffle, take_top
from ..core.rng import shuffle_stream
from .state import NO_CARD, Faction


@kernel
def draw(s, seat, n):
    """Draws n cards; an empty deck is made anew from the shuffled discard pile; stops when both are empty (rules 3).
    With an empty deck, all can tell what is in the hand, since they know what the player owns.
    """
    for _ in range(n):
        if s.deck[seat].n == 0:
            s.known[seat] = s.hand[seat].n
            move_all(s, s.discard[seat], s.deck[seat])
            shuffle(s, shuffle_stream(seat), s.deck[seat])
        if s.deck[seat].n == 0:
            return
        put(s, s.hand[seat], take_top(s.deck[seat]))


@kernel
def fill_slot(s, slot):
    """Turns up the top card of the center deck in a slot of the row; the slot stays empty if there is none
    (rules 3).
    """
    s.row[slot] = NO_CARD
    if s.center.n > 0:
        s.row[slot] = take_top(s.center)
        s.center_known = min(s.center_known, s.center.n)


@kernel
def take_from_row(s, t, card):
    """Takes a card out of the row; its slot is filled at once (rules 3)."""
    for slot in range(t.row):
        if s.row[slot] == card:
            fill_slot(s, slot)
            return


@kernel
def acquire(s, t, seat, card, to_hand):
    """A recruited card goes to the discard pile or hand; a Homodeus champion enters play instead if a deploy is armed
    (rules 4.1, 6).
    """
    s.recruits[seat] += 1
    if s.deploys > 0 and t.card[card].champion == 1 and t.card[card].faction == Faction.HOMODEUS:
        s.deploys -= 1
        put(s, s.champions[seat], card)
    elif to_hand == 1:
        put_into_hand(s, seat, card)
    else:
        put(s, s.discard[seat], card)


@kernel
def banish(s, card):
    """Removes a card from the game (rules 6)."""
    s.banished[card] += 1


@kernel
def destroy_champion(s, seat, card):
    """A champion of a seat other than the active one goes to its controller's discard pile (rules 4.1)."""
    move_card(s, card, s.champions[seat], s.discard[seat])


@kernel
def destroy_all_enemy_champions(s, seat):
    """All champions of all opponents of a seat go to their controllers' discard piles (rules 6)."""
    for opponent in range(s.players):
        if opponent != seat:
            move_all(s, s.champions[opponent], s.discard[opponent])
