"""The turn order deck (rules 3)."""

from __future__ import annotations

from ..cards.piles import move_card
from ..core.kernel import kernel
from ..core.pile import find, move_all, put, put_under, shuffle, take_top
from ..core.rng import ORDER
from .frames import push_choice, speaker
from .state import NEMESIS, NEMESIS_CARD, WILD_CARD, Decision, Phase, Window


@kernel
def is_players(card):
    """Whether a turn order card is one player's own (rules 3)."""
    return card != WILD_CARD and card != NEMESIS_CARD


@kernel
def need_turn_card(s):
    """Shuffles the turn order discard pile into an empty deck; whether there is a card then (rules 3)."""
    if s.turn_deck.n == 0:
        move_all(s, s.turn_discard, s.turn_deck)
        shuffle(s, ORDER, s.turn_deck)
        s.turn_known = 0
    return s.turn_deck.n > 0


@kernel
def draw_turn_card(s, t):
    """The next turn order card is drawn (rules 3)."""
    need_turn_card(s)
    card = int(take_top(s.turn_deck))
    s.turn_known &= (1 << s.turn_deck.n) - 1
    begin_turn(s, t, card)


@kernel
def begin_turn(s, t, card):
    """A turn order card is put on its discard pile and its turn comes, after Auspex Rune and the choice of a player for
    the wild card (rules 3).
    """
    put(s, s.turn_discard, card)
    s.active = card if is_players(card) else NEMESIS
    s.phase = Phase.BEGIN
    if card == WILD_CARD:
        push_choice(s, Decision.WILD, speaker(s), 0, 0, 0)
    for seat in range(s.players):
        if t.window[seat] == Window.TURN_CARD and s.charges[seat] >= t.charges[seat]:
            push_choice(s, Decision.AUSPEX, seat, 0, 0, 0)


@kernel
def reveal_turn_card(s):
    """Looks at the top turn order card; whether it is a player's or the wild card (rules 3, 16.8)."""
    if not need_turn_card(s):
        return False
    s.turn_known |= 1 << (s.turn_deck.n - 1)
    return s.turn_deck.card[s.turn_deck.n - 1] != NEMESIS_CARD


@kernel
def bottom_turn_card(s):
    """The top turn order card, which all know, goes to the bottom."""
    card = int(take_top(s.turn_deck))
    put_under(s, s.turn_deck, card)
    s.turn_known = ((s.turn_known << 1) | 1) & ((1 << s.turn_deck.n) - 1)


@kernel
def reshuffle_turn_card(s, card):
    """A card of the turn order discard pile is shuffled into the deck (rules 16.9)."""
    move_card(s, card, s.turn_discard, s.turn_deck)
    shuffle(s, ORDER, s.turn_deck)
    s.turn_known = 0


@kernel
def reshuffle_nemesis_cards(s):
    """All nemesis cards of the turn order discard pile are shuffled into the deck (rules 3)."""
    while find(s.turn_discard, NEMESIS_CARD) >= 0:
        move_card(s, NEMESIS_CARD, s.turn_discard, s.turn_deck)
    shuffle(s, ORDER, s.turn_deck)
    s.turn_known = 0
