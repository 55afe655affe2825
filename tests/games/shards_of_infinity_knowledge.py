"""What a seat of Shards of Infinity cannot know: hands, the order of decks, the center but for its bottom."""

import functools
from itertools import permutations

from contract.honesty import PEEKS
from contract.piles import (
    CHEATS,
    cards,
    hands_and_decks,
    open_fields,
    seen_of_hands,
    told_by_hands,
    told_by_known_cards,
)
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.core.rng import agent_stream, below
from sim.words.readers import fill_pile

GAME = load_game("shards_of_infinity")
HIDDEN = ("rng", "deck", "hand", "center")


def known(s, t, viewer):
    """All that a seat can know of a state."""
    center = (sorted(cards(s.center)), cards(s.center)[: int(s.center_known)])
    return open_fields(GAME, s, HIDDEN) | {"center": center} | seen_of_hands(s, viewer)


def parts(s, t, viewer):
    """All that a seat cannot know, and its own hand."""
    return {"center": cards(s.center)} | hands_and_decks(s)


@functools.cache
def place(players):
    tables = GAME.make_tables({"players": players})
    return Place(
        random_positions(GAME, [tables] * 10, 23, players),
        parts,
        1 / 4,
        lambda viewer: (f"hand {viewer}",),
        lambda s: bool(s.known.any()) and s.center_known > 1,
    )


def small_situation():
    """Four cards of p2 of which p1 has seen one, three of p1's deck, and a center of which the lowest are known."""
    tables = GAME.make_tables({"players": 2})
    s = GAME.new_state()
    GAME.setup(s, tables, 1, 0)
    fill_pile(s.hand[1], [5, 4])
    s.known[1] = 1
    fill_pile(s.deck[1], [7, 6])
    fill_pile(s.deck[0], [8, 9, 10])
    fill_pile(s.center, [11, 12, 13, 14, 15])
    s.center_known = 2
    assert cards(s.hand[1])[0] == 4
    return tables, s


def read(s):
    return {
        "other": (*cards(s.hand[1])[1:], *cards(s.deck[1])),
        "own": tuple(cards(s.deck[0])),
        "center": tuple(cards(s.center)[2:]),
        "kept": (*cards(s.hand[1])[:1], *cards(s.center)[:2]),
    }


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards shown, the bottom of the center and the own stream: all allowed."""
    total = told_by_hands(s) + told_by_known_cards(s)
    for seat in range(s.players):
        total += s.discard[seat].n
    for i in range(s.center_known):
        total += (i + 1) * s.center.card[i]
    return (total + below(s, agent_stream(s.to_move), 2)) % n


def reads_the_center(s, t, actions, n, params):
    return s.center.card[s.center.n - 1] % n if s.center.n > 0 else 0


def peeks_once_in_a_while(s, t, actions, n, params):
    """Only in a late turn, and only whether there is a shield in a hand."""
    hand = s.hand[(s.to_move + 1) % s.players]
    if s.turn > 20 and s.decision == 1:
        for i in range(hand.n):
            if t.card[hand.card[i]].shield > 0:
                return n - 1
    return 0 if n < 3 else n - 2


def is_leaked(s):
    deck = s.deck[s.to_move]
    return deck.n > 0 and deck.card[deck.n - 1] > 0


KNOWLEDGE = Knowledge(
    places={f"{players} players": functools.partial(place, players) for players in GAME.player_counts},
    known=known,
    situation=small_situation,
    outcomes={
        "other": set(permutations((5, 6, 7))),
        "own": set(permutations((8, 9, 10))),
        "center": set(permutations((11, 12, 13))),
    },
    read=read,
    kept=(4, 15, 14),
    independent=[("other", "own"), ("other", "center"), ("own", "center")],
    tables=lambda players: [{"players": players}],
    asked=lambda players: {"main", "shield", "reveal", "banish", "take", "return"},
    honest=reads_own_knowledge,
    cheats=[
        *CHEATS,
        (reads_the_center, PEEKS),
        (peeks_once_in_a_while, PEEKS),
    ],
    leak=is_leaked,
)
