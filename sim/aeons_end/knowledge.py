"""What nobody at the table can know, redealt; and what a finished game is measured by."""

from __future__ import annotations

from enum import IntEnum

from ..core.kernel import kernel
from ..core.pile import put, put_under, shuffle_between, take
from ..core.rng import DICE, MARKET, ORDER, below, reseed_streams, shuffle_stream
from .cards import SUPPLY_TYPES, read_cards
from .state import BREACHES, PILE_MAX, SEATS, Breach, Cause, Origin, Type

SUPPLY_CARDS = tuple(card for card, fields in read_cards().items() if fields.get("copies") and "cost" in fields)
PLAYER_CARDS = tuple(card for card, fields in read_cards().items() if fields["type"] in SUPPLY_TYPES)


class Figure(IntEnum):
    """Figures of a game."""

    CAUSE, GRAVEHOLD, NEMESIS_LIFE, NEMESIS_CARDS, UNLEASHES = range(5)


class SeatFigure(IntEnum):
    """Figures of a seat."""

    LIFE, CHARGES, CARDS, OPEN_BREACHES, EXHAUSTED = range(5)


MEASURES = (
    *(figure.name.lower() for figure in Figure),
    *(f"p{seat + 1}_{figure.name.lower()}" for seat in range(SEATS) for figure in SeatFigure),
    *(f"gained_{card}" for card in SUPPLY_CARDS),
    *(f"used_{card}" for card in PLAYER_CARDS),
)
"""cause: see state.Cause. At the end: life of Gravehold and of the nemesis, cards of the nemesis deck not yet drawn,
how often the nemesis unleashed; per seat life, charges, cards owned, open breaches, and the turn of its exhaustion
(0: never). Per card, all players together: copies gained, and how often it was played or cast."""
CATEGORIES = {
    "cause": {
        Cause.NONE.value: "none",
        Cause.NEMESIS.value: "won: the nemesis had no life left",
        Cause.DECK.value: "won: the nemesis had no cards left",
        Cause.GRAVEHOLD.value: "lost: Gravehold fell",
        Cause.EXHAUSTED.value: "lost: every mage was exhausted",
        Cause.SWARM.value: "lost: overrun by husks",
        Cause.SUPPLY.value: "lost: the supply was devoured",
        Cause.TURN_LIMIT.value: "lost: turn limit",
    }
}
N_FIGURES, N_SEAT_FIGURES = len(Figure), len(SeatFigure)
N_SUPPLY, N_PLAYER = len(SUPPLY_CARDS), len(PLAYER_CARDS)
FIRST_GAINED = N_FIGURES + SEATS * N_SEAT_FIGURES
FIRST_USED = FIRST_GAINED + N_SUPPLY
"""Where in the measures those of cards begin."""
FIRST_SUPPLY = PLAYER_CARDS.index(SUPPLY_CARDS[0])


@kernel
def determinize(s, t, viewer, seed):
    """Redeals what no player can know, the same for every viewer: the turn order deck but for cards looked at, the
    nemesis deck within its tiers with the basic cards left out, decks shuffled by an effect, corruptions not yet seen
    (rules 15).

    Hands, discard piles and decks that were never shuffled are known to all: every card was seen when it was gained.
    """
    reseed_streams(s, seed, s.players)
    redeal_turn_order(s)
    for tier in range(3, 0, -1):
        redeal_tier(s, t, tier)
    for seat in range(s.players):
        sort_between(s, t, s.deck[seat], 0, int(s.shuffled[seat]))
    redeal_corruptions(s, t)
    for seat in range(s.players):
        shuffle_between(s, shuffle_stream(seat), s.deck[seat], 0, int(s.shuffled[seat]))


@kernel
def sort_key(s, t, card):
    """What cards are sorted by: corruptions that nobody has seen are all alike."""
    return PILE_MAX * 2 if is_unseen(s, t, card) else card


@kernel
def is_unseen(s, t, card):
    """Whether a card is a corruption that nobody has seen."""
    return t.card[card].type == Type.CORRUPTION and s.seen[card] == 0


@kernel
def sort_between(s, t, pile, low, high):
    """Sorts the part [low, high) of a pile, so that states that differ in a hidden order become the same."""
    for i in range(low + 1, high):
        card, j = int(pile.card[i]), i
        while j > low and sort_key(s, t, int(pile.card[j - 1])) > sort_key(s, t, card):
            pile.card[j] = pile.card[j - 1]
            j -= 1
        pile.card[j] = card


@kernel
def redeal_turn_order(s):
    """The turn order cards whose place nobody knows, sorted first, change places."""
    deck = s.turn_deck
    places = 0
    for i in range(deck.n):
        for j in range(i):
            if (s.turn_known & (1 << i)) == 0 and (s.turn_known & (1 << j)) == 0 and deck.card[j] > deck.card[i]:
                deck.card[i], deck.card[j] = deck.card[j], deck.card[i]
    for i in range(deck.n):
        if s.turn_known & (1 << i) == 0:
            places += 1
            k, j = below(s, ORDER, places), -1
            while k >= 0:
                j += 1
                k -= (s.turn_known & (1 << j)) == 0
            deck.card[i], deck.card[j] = deck.card[j], deck.card[i]


@kernel
def redeal_tier(s, t, tier):
    """The cards of a tier that are still to come: which of the unseen basic ones they are, and their order."""
    deck, unused = s.nemesis_deck, s.unused
    low, high, basics = 0, 0, 0
    for i in range(deck.n):
        low += t.card[deck.card[i]].tier > tier
        high += t.card[deck.card[i]].tier >= tier
    for i in range(high - 1, low - 1, -1):
        if t.card[deck.card[i]].origin == Origin.BASIC:
            put(s, unused, int(take(deck, i)))
            basics += 1
    sort_between(s, t, unused, 0, int(unused.n))
    for _ in range(basics):
        put_under(s, deck, take_of_tier(s, t, tier))
        for i in range(low):
            deck.card[i], deck.card[i + 1] = deck.card[i + 1], deck.card[i]
    sort_between(s, t, deck, low, high)
    shuffle_between(s, MARKET, deck, low, high)


@kernel
def take_of_tier(s, t, tier):
    """A random card of a tier from those left out."""
    n = 0
    for i in range(s.unused.n):
        n += t.card[s.unused.card[i]].tier == tier
    k = below(s, MARKET, n)
    for i in range(s.unused.n):
        if t.card[s.unused.card[i]].tier == tier:
            if k == 0:
                return int(take(s.unused, i))
            k -= 1
    return -1


@kernel
def redeal_corruptions(s, t):
    """Corruptions that nobody has seen, in their deck or face down in players' decks, change places."""
    n = 0
    while place_of_unseen(s, t, n) >= 0:
        n += 1
    for k in range(n):
        for lower in range(k):
            if unseen_card(s, t, lower) > unseen_card(s, t, k):
                swap_unseen(s, t, lower, k)
    for k in range(n - 1, 0, -1):
        swap_unseen(s, t, below(s, DICE, k + 1), k)


@kernel
def place_of_unseen(s, t, k):
    """Where the corruption number k lies that nobody has seen: index in their deck, or PILE_MAX more for each seat in
    its deck; -1 if there are not so many.
    """
    for seat in range(-1, s.players):
        pile = s.corruptions if seat < 0 else s.deck[seat]
        for i in range(pile.n):
            if is_unseen(s, t, int(pile.card[i])):
                if k == 0:
                    return (seat + 1) * PILE_MAX + i
                k -= 1
    return -1


@kernel
def unseen_card(s, t, k):
    """The corruption number k that nobody has seen."""
    place = place_of_unseen(s, t, k)
    pile = s.corruptions if place < PILE_MAX else s.deck[place // PILE_MAX - 1]
    return int(pile.card[place % PILE_MAX])


@kernel
def swap_unseen(s, t, first, second):
    """Two corruptions that nobody has seen change places."""
    i, j = place_of_unseen(s, t, first), place_of_unseen(s, t, second)
    one = s.corruptions if i < PILE_MAX else s.deck[i // PILE_MAX - 1]
    other = s.corruptions if j < PILE_MAX else s.deck[j // PILE_MAX - 1]
    one.card[i % PILE_MAX], other.card[j % PILE_MAX] = other.card[j % PILE_MAX], one.card[i % PILE_MAX]


@kernel
def measure(s, t, out):
    """Writes the figures named in MEASURES."""
    out[Figure.CAUSE], out[Figure.UNLEASHES] = s.cause, s.unleashes
    out[Figure.GRAVEHOLD], out[Figure.NEMESIS_LIFE] = s.gravehold, s.nemesis_life
    out[Figure.NEMESIS_CARDS] = s.nemesis_deck.n
    for seat in range(SEATS):
        own = out[N_FIGURES + seat * N_SEAT_FIGURES :]
        own[SeatFigure.LIFE], own[SeatFigure.CHARGES] = s.life[seat], s.charges[seat]
        own[SeatFigure.EXHAUSTED] = s.exhausted_in[seat]
        own[SeatFigure.CARDS], own[SeatFigure.OPEN_BREACHES] = s.deck[seat].n + s.hand[seat].n + s.discard[seat].n, 0
        for breach in range(seat * BREACHES, seat * BREACHES + BREACHES):
            own[SeatFigure.CARDS] += s.breach[breach].n
            own[SeatFigure.OPEN_BREACHES] += s.breach[breach].state == Breach.OPEN
        if seat == s.active:
            own[SeatFigure.CARDS] += s.play.n
    for card in range(N_SUPPLY):
        out[FIRST_GAINED + card] = s.gained[FIRST_SUPPLY + card]
    for card in range(N_PLAYER):
        out[FIRST_USED + card] = s.used[card]
