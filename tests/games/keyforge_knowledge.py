"""What a player of KeyForge cannot know: hand and archives of the other, the order of decks, but for what he saw."""

import functools
from itertools import permutations

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.core.rng import agent_stream, below
from sim.keyforge.state import CARDS, DECK_SIZE, SEATS, Zone

GAME = load_game("keyforge")
IDS = GAME.words.card_ids()
HIDDEN = ("rng", "deck", "hand", "archives", "card")
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.ARCHIVES, Zone.UNDER)
DECKS = {"decks": ["random:3", "random:8"]}


def is_known(s, card, viewer):
    """Whether a seat knows where a card lies, by all that has happened in front of it."""
    one, owner = s.card[card], card // DECK_SIZE
    if one.zone not in HIDDEN_ZONES or piles.is_seen(s, card, viewer):
        return True
    return one.zone == Zone.DECK and piles.cards(s.deck[owner]).index(card) >= s.shuffled[owner]


def known(s, t, viewer):
    """All that a seat can know of a state."""
    certain = [card for card in range(CARDS) if is_known(s, card, viewer)]
    under = sorted(int(s.card[card].host) for card in range(CARDS) if s.card[card].zone == Zone.UNDER)
    seen = piles.seen_of_cards(s, certain, ("deck", "hand", "archives"))
    return piles.open_fields(GAME, s, HIDDEN) | seen | {"under": under}


def parts(s, t, viewer):
    """All that a seat cannot know, and its own hand, archives and deck's content."""
    return piles.hidden_of_cards(s, viewer, ("hand", "archives"))


@functools.cache
def place():
    tables = (GAME.make_tables({"decks": [f"random:{n}", f"random:{n + 50}"]}) for n in range(12))
    own = ("own hand", "own archives", "cards of the own deck")
    positions = random_positions(GAME, tables, 7, 1)
    hands = [(s, seat, piles.cards(s.hand[1 - seat])) for _, s in positions for seat in range(SEATS)]
    shown = [any(piles.is_seen(s, card, seat) for card in hand) for s, seat, hand in hands]
    assert sum(shown) > 20
    return Place(positions, parts, 1 / 2, lambda viewer: own)


def small_situation():
    """Two cards in the hand of p2, of which p1 knows one, one in his archives and two in his deck; three of p1."""
    return piles.situation(
        GAME,
        {
            "house": "dis",
            "p1.hand": ["fear"],
            "p2.hand": ["troll"],
            "p2.archives": ["krump"],
            "p2.deck": ["bumpsy", "smaaash"],
            "p2.creatures": ["headhunter"],
            "p1.deck": ["urchin", "dodger", "umbra"],
        },
        ["play fear"],
    )


def read(s):
    return {
        "other": (*piles.cards(s.hand[1])[:1], *piles.cards(s.archives[1]), *piles.cards(s.deck[1])),
        "own": tuple(piles.cards(s.deck[0])),
        "kept": IDS[s.card[piles.cards(s.hand[1])[1]].type],
    }


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards seen, the battlelines and the own stream: all allowed."""
    total = piles.told_by_hands(s) + piles.told_by_seen_cards(s)
    for seat in range(s.players):
        total += s.discard[seat].n + s.archives[seat].n
    return (total + below(s, agent_stream(s.to_move), 2)) % n


KNOWLEDGE = Knowledge(
    places={"random decks": place},
    known=known,
    situation=small_situation,
    outcomes={"other": set(permutations((36, 37, 38, 39))), "own": set(permutations((1, 2, 3)))},
    read=read,
    kept="headhunter",
    independent=[("other", "own")],
    tables=lambda players: [DECKS],
    asked=lambda players: {"main", "house", "choose", "flank"},
    honest=reads_own_knowledge,
    peeks=piles.PEEKS | {"reads where a card is": "s.card[(1 - s.to_move) * (s.card.size // 2) + 7].zone"},
    leak="s.card[s.deck[1 - s.to_move].card[0]].type % 2 == 0",
    cheated=DECKS,
)
