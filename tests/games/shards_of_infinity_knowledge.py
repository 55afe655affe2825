"""What a seat of Shards of Infinity cannot know: hands, the order of decks, the center but for its bottom."""

import functools
from itertools import permutations

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.core.rng import agent_stream, below

GAME = load_game("shards_of_infinity")
HIDDEN = ("rng", "deck", "hand", "center")


def known(s, t, viewer):
    """All that a seat can know of a state."""
    center = (sorted(piles.cards(s.center)), piles.cards(s.center)[: int(s.center_known)])
    return piles.open_fields(GAME, s, HIDDEN) | {"center": center} | piles.seen_of_hands(s, viewer)


def parts(s, t, viewer):
    """All that a seat cannot know, and its own hand."""
    return {"center": piles.cards(s.center)} | piles.hands_and_decks(s)


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
    there = {"hand[1]": [5, 4], "deck[1]": [7, 6], "deck[0]": [8, 9, 10], "center": [11, 12, 13, 14, 15]}
    s = piles.filled(GAME, tables, there)
    s.known[1], s.center_known = 1, 2
    return tables, s


def read(s):
    return {
        "other": (*piles.cards(s.hand[1])[1:], *piles.cards(s.deck[1])),
        "own": tuple(piles.cards(s.deck[0])),
        "center": tuple(piles.cards(s.center)[2:]),
        "kept": (*piles.cards(s.hand[1])[:1], *piles.cards(s.center)[:2]),
    }


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards shown, the bottom of the center and the own stream: all allowed."""
    total = piles.told_by_hands(s) + piles.told_by_known_cards(s)
    for seat in range(s.players):
        total += s.discard[seat].n
    for i in range(s.center_known):
        total += (i + 1) * s.center.card[i]
    return (total + below(s, agent_stream(s.to_move), 2)) % n


LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].shield > 0 and s.turn > 20 and s.decision == Decision.MAIN"
"""Whether another hand has a shield on top, and that only in a late turn."""
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
    peeks=piles.PEEKS | {"reads the center": piles.top("s.center"), "reads another hand late": LATE},
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 0",
)
