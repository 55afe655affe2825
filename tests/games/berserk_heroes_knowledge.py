"""What a player of Berserk: Heroes cannot know: the other hand, the order of decks, but for what he saw."""

import functools
from itertools import permutations

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.berserk_heroes.state import CARDS, SLOTS, Zone
from sim.core.rng import agent_stream, below

GAME = load_game("berserk_heroes")
IDS = GAME.words.card_ids()
HIDDEN = ("rng", "deck", "hand", "card", "scratch", "found")
HIDDEN_ZONES = (Zone.DECK, Zone.HAND)
DECKS = {"decks": ["random:3", "random:8"]}


def is_known(s, card, viewer):
    """Whether a seat knows where a card lies, by all that has happened in front of it."""
    one, owner = s.card[card], card // SLOTS
    if one.zone not in HIDDEN_ZONES or piles.is_seen(s, card, viewer):
        return True
    return one.zone == Zone.HAND and owner == viewer


def known(s, t, viewer):
    """All that a seat can know of a state."""
    certain = [card for card in range(CARDS) if is_known(s, card, viewer)]
    return piles.open_fields(GAME, s, HIDDEN) | piles.seen_of_cards(s, certain, ("deck", "hand"))


def parts(s, t, viewer):
    """All that a seat cannot know, and its own hand and deck's content."""
    return piles.hidden_of_cards(s, viewer, ("hand",))


@functools.cache
def place():
    tables = (GAME.make_tables({"decks": [f"random:{n}", f"random:{n + 50}"]}) for n in range(12))
    positions = random_positions(GAME, tables, 7, 1)
    return Place(positions, parts, 1 / 2, lambda viewer: ("own hand", "cards of the own deck"))


def small_situation():
    """Two cards in the hand of p2, of which p1 knows one, and three in his deck; three in the deck of p1."""
    return piles.situation(
        GAME,
        {
            "p1.gold": 4,
            "p1.hand": ["luring_maiden"],
            "p2.hand": ["gnome"],
            "p2.deck": ["burk", "bugur", "orc"],
            "p2.creatures": ["boar"],
            "p1.deck": ["groll", "antornax", "aldis"],
        },
        ["play luring_maiden", "choose yes", "choose boar"],
    )


def read(s):
    hidden = [card for card in piles.cards(s.hand[1]) if not piles.is_seen(s, card, 0)]
    return {
        "other": (*hidden, *piles.cards(s.deck[1])),
        "own": tuple(piles.cards(s.deck[0])),
        "kept": " ".join(IDS[s.card[card].type] for card in piles.cards(s.hand[1]) if piles.is_seen(s, card, 0)),
    }


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards seen, the lines and the own stream: all allowed."""
    total = piles.told_by_hands(s) + piles.told_by_seen_cards(s)
    for seat in range(s.players):
        total += s.graveyard[seat].n
    return (total + below(s, agent_stream(s.to_move), 2)) % n


KNOWLEDGE = Knowledge(
    places={"random decks": place},
    known=known,
    situation=small_situation,
    outcomes={"other": set(permutations((61, 62, 63, 64))), "own": set(permutations((2, 3, 4)))},
    read=read,
    kept="boar",
    independent=[("other", "own")],
    tables=lambda players: [DECKS],
    asked=lambda players: {"main", "choose", "defend"},
    honest=reads_own_knowledge,
    peeks=piles.PEEKS | {"reads where a card is": "s.card[(1 - s.to_move) * (s.card.size // 2) + 7].zone"},
    leak="s.card[s.deck[1 - s.to_move].card[0]].type % 2 == 0",
    cheated=DECKS,
)
