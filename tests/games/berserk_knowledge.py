"""What a player of Berserk cannot know: the order of decks, the other's deal, and which of his cards lie face down."""

import functools
from itertools import permutations

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.berserk.state import CARDS, SIDE, Zone
from sim.core.rng import agent_stream, below

GAME = load_game("berserk")
IDS = GAME.words.card_ids()
DECKS = {"decks": ["swamps-steppes", "darkness"], "turn_limit": 8}
DERIVED = ("aura", "n_auras", "events", "listeners", "sudden", "lures", "stealthy", "scratch")
"""Counted anew from the cards, hidden ones too, so that no agent may read them."""
HIDDEN = ("rng", "deck", "deal", "card", *DERIVED)


def is_secret(s, card, viewer):
    one = s.card[card]
    return card // SIDE != viewer and (one.zone == Zone.SQUAD or (one.zone == Zone.PLAY and one.hidden == 1))


def deck(s, seat):
    return [int(card) for card in s.deck[seat][: s.n_deck[seat]]]


def deal(s, seat):
    return [int(card) for card in s.deal[seat][: s.n_deal[seat]]]


def secrets(s, seat):
    return [int(s.card[card].type) for card in range(seat * SIDE, (seat + 1) * SIDE) if is_secret(s, card, 1 - seat)]


def known(s, t, viewer):
    """All that a seat can know of a state."""
    view = piles.open_fields(GAME, s, HIDDEN)
    names = [name for name in s.card.dtype.names if name != "type"]
    view["cards"] = [
        [int(s.card[card][name]) for name in names if s.card[card][name].ndim == 0]
        if is_secret(s, card, viewer)
        else s.card[card].tobytes()
        for card in range(CARDS)
    ]
    view["own"] = deal(s, viewer), sorted(deck(s, viewer))
    view["other"] = sorted(deck(s, 1 - viewer) + deal(s, 1 - viewer) + secrets(s, 1 - viewer))
    return view


def parts(s, t, viewer):
    """All that a seat cannot know."""
    other = 1 - viewer
    return {"own deck": deck(s, viewer), "other": (deal(s, other), deck(s, other), secrets(s, other))}


@functools.cache
def place():
    tables = [GAME.make_tables(DECKS), GAME.make_tables({**DECKS, "first": "p2"})]
    return Place(random_positions(GAME, tables, 9, 1), parts, 1 / 2)


DECK = {"own": ["nomad", "leshy", "troll"], "other": ["vampire", "orc", "druid"]}


def small_situation():
    """Three cards in either deck; the board lies open."""
    given = {
        "p1.squad": [{"id": "borg", "cell": "C1"}],
        "p2.squad": [{"id": "vail", "cell": "C1'"}],
        "p1.deck": DECK["own"],
        "p2.deck": DECK["other"],
    }
    return piles.situation(GAME, given, **DECKS, first="p1")


def read(s):
    return {"own": tuple(deck(s, 0)), "other": tuple(deck(s, 1)), "kept": IDS[s.card[0].type]}


def reads_own_knowledge(s, t, actions, n, params):
    """The own deal, crystals, how many cards lie where, open cards, and the own stream: all allowed."""
    seat, total = s.to_move, 0
    for i in range(s.n_deal[seat]):
        total += s.deal[seat, i]
    for other in range(s.players):
        total += s.n_deck[other] + 3 * s.n_deal[other] + s.gold[other] + s.graveyard[other].n
    for card in range(CARDS):
        one = s.card[card]
        total += 5 * one.wounds + one.cell
        if one.zone == Zone.PLAY and (one.hidden == 0 or card // SIDE == seat):
            total += one.type
    return (total + below(s, agent_stream(seat), 2)) % n


OTHER_CARD = "s.card[(1 - s.to_move) * SIDE].type"
"""The first card of the other player."""
KNOWLEDGE = Knowledge(
    places={"decks": place},
    known=known,
    situation=small_situation,
    outcomes={part: set(permutations(map(IDS.index, cards))) for part, cards in DECK.items()},
    read=read,
    kept="borg",
    independent=[("own", "other")],
    tables=lambda players: [DECKS],
    asked=lambda players: {"main", "recruit", "place", "mulligan"},
    honest=reads_own_knowledge,
    peeks={
        "reads its deck": "s.deck[s.to_move, 0]",
        "reads the other deck": "s.deck[1 - s.to_move, 0]",
        "reads a card face down": f"max(0, {OTHER_CARD}) if s.decision == Decision.PLACE else 0",
    },
    leak="s.deck[1 - s.to_move, 0] % 2 == 0",
    cheated=DECKS,
)
