"""What tests of games whose cards lie in piles share: what lies where, what a seat sees of it, agents that look."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from sim.core.game import Game
from sim.core.kernel import kernel


def cards(pile: np.record) -> list[int]:
    """The cards of a pile, the lowest first."""
    return [int(card) for card in pile.card[: pile.n]]


def situation(
    game: Game, given: Mapping[str, Any], do: Sequence[str] = (), **table: Any
) -> tuple[np.record, np.record]:
    """(tables, state) of an empty table at which something is given and then done, in the game's words."""
    tables, s, actions, ids = game.make_tables(table, []), game.new_state(), game.new_actions(), game.words.card_ids()
    game.words.clear(s, tables, int(table.get("first") == "p2"))
    paths = game.words.paths(tables, ids)
    for name, value in given.items():
        paths[name].write(s, value)
    for deed in do:
        n = game.legal_actions(s, tables, actions)
        phrases = [game.words.phrase(s, actions[k], ids) for k in range(n)]
        assert deed in phrases, phrases
        game.apply(s, tables, actions[phrases.index(deed)])
    return tables, s


def without_leftovers(s: np.record) -> np.record:
    """A copy of a state in which there is nothing in piles beyond their end."""
    copy = s.copy()
    for name in copy.dtype.names or ():
        pile = copy[name]
        if pile.dtype.names == ("n", "card"):
            card, n = pile["card"], np.asarray(pile["n"])
            card[np.arange(card.shape[-1]) >= n[..., None]] = 0
    return copy


# --- what a seat knows ------------------------------------------------------------------------------------------------


def seen_of_hands(s: np.record, viewer: int) -> dict[str, Any]:
    """What a seat sees of hands and decks where the first cards of a hand are known to all."""
    view: dict[str, Any] = {}
    for seat in range(int(s.players)):
        hand, deck, shown = cards(s.hand[seat]), cards(s.deck[seat]), int(s.known[seat])
        view[f"hand {seat}"] = hand if seat == viewer else hand[:shown]
        view[f"sizes {seat}"] = (len(hand), len(deck))
        view[f"owned {seat}"] = sorted(hand + deck)
    return view


def is_seen(s: np.record, card: int, viewer: int) -> bool:
    """Whether a seat has seen a card, where cards know who has."""
    return bool(s.card[card].seen >> viewer & 1)


def shows_a_hand(s: np.record) -> bool:
    """Whether one of two players has seen a card of the other's hand, likewise."""
    return any(is_seen(s, card, 1 - seat) for seat in range(2) for card in cards(s.hand[seat]))


def known_cards(s: np.record, viewer: int, hidden_zones: Sequence[int]) -> set[int]:
    """The cards of which a seat knows where they lie, likewise: those that it has seen, and those in other zones."""
    known = (s.card["seen"] >> viewer & 1 == 1) | ~np.isin(s.card["zone"], hidden_zones)
    return set(np.flatnonzero(known).tolist())


def seen_of_cards(
    s: np.record, certain: Collection[int], zones: Sequence[str], elsewhere: Sequence[int] = ()
) -> dict[str, Any]:
    """What a seat sees of cards and of piles that are hidden, if it knows where some of the cards are.

    elsewhere: hidden cards that lie in no pile.
    """
    piles = {(zone, seat): cards(getattr(s, zone)[seat]) for zone in zones for seat in range(int(s.players))}
    view: dict[str, Any] = {"cards": {card: s.card[card].tobytes() for card in certain}}
    view["all"] = sorted([*elsewhere, *(card for there in piles.values() for card in there)])
    for (zone, seat), there in piles.items():
        owners = [2 * card // len(s.card) for card in there]
        view[f"{zone} {seat}"] = [card if card in certain else "hidden" for card in there], owners
        view[f"{zone} {seat} seen"] = [int(s.card[card].seen) for card in there]
    return view


# --- what agents read -------------------------------------------------------------------------------------------------


@kernel(cache=False)
def numbers_of(array, n):
    """Adds the first n numbers of an array, each times its place, so that their order counts."""
    total = 0
    for i in range(n):
        total += (i + 1) * array[i]
    return total


@kernel(cache=False)
def own_hand(s, t):
    """The cards that the seat to move has in hand."""
    return numbers_of(s.hand[s.to_move].card, s.hand[s.to_move].n)


@kernel(cache=False)
def sizes(s, t):
    """How many cards lie in hands and decks."""
    total = 0
    for seat in range(s.players):
        total += (seat + 1) * (s.hand[seat].n + 3 * s.deck[seat].n)
    return total


@kernel(cache=False)
def known_in_hands(s, t):
    """The first cards of hands, of which all know where they are."""
    total = 0
    for seat in range(s.players):
        total += (seat + 1) * numbers_of(s.hand[seat].card, s.known[seat])
    return total


@kernel(cache=False)
def seen_in_hands(s, t):
    """The cards in hands that the seat to move has seen, where cards know who has."""
    total = 0
    for seat in range(s.players):
        for i in range(s.hand[seat].n):
            card = s.hand[seat].card[i]
            if s.card[card].seen >> s.to_move & 1 == 1:
                total += (seat + i + 1) * card
    return total


KNOWN_HANDS = (own_hand, sizes, known_in_hands)
"""What a seat may read of hands and decks where the first cards of a hand are known to all."""
SEEN_HANDS = (own_hand, sizes, seen_in_hands)
"""Likewise, where cards know who has seen them."""


@kernel(cache=False)
def top(pile):
    """The uppermost card of a pile; of an empty one, what lay at its bottom."""
    return pile.card[max(pile.n - 1, 0)]


@kernel(cache=False)
def next_seat(s):
    """The seat after that of the player to move."""
    return (s.to_move + 1) % s.players


@kernel(cache=False)
def top_of_own_deck(s, t):
    """The uppermost card of the deck of the seat to move."""
    return top(s.deck[s.to_move])


@kernel(cache=False)
def top_of_another_hand(s, t):
    """The uppermost card of the next seat's hand."""
    return top(s.hand[next_seat(s)])


@kernel(cache=False)
def bottom_of_another_deck(s, t):
    """The lowest card of the next seat's deck."""
    return s.deck[next_seat(s)].card[0]


PEEKS = {
    "reads its deck": top_of_own_deck,
    "reads another hand": top_of_another_hand,
    "reads another deck": bottom_of_another_deck,
}
"""What no seat may know of where cards lie, wherever there are hands and decks."""


@kernel(cache=False)
def zone_of_a_card(s, t):
    """In which zone a card of the other player lies, where cards are records."""
    return s.card[(1 - s.to_move) * (s.card.size // 2) + 7].zone
