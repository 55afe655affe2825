"""What nobody at the table of Aeon's End can know: the turn order, the nemesis deck, shuffled decks, corruptions."""

import functools
from itertools import permutations, product

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.aeons_end.state import Origin, Type
from sim.core.rng import DICE, MARKET, ORDER, agent_stream, below

from .aeons_end_invariants import DRAWN, NEMESES

GAME = load_game("aeons_end")
IDS = GAME.words.card_ids()
HIDDEN = ("rng", "deck", "turn_deck", "nemesis_deck", "unused", "corruptions")
UNSEEN = -9


def faces(s, tables, pile):
    """The cards of a pile as they look to those who know where they are: an unseen corruption is but a corruption."""
    kinds = tables.card["type"]
    return [UNSEEN if kinds[card] == Type.CORRUPTION and not s.seen[card] else card for card in piles.cards(pile)]


def known(s, tables, viewer):
    """All that anybody can know of a state."""
    view = piles.open_fields(GAME, s, HIDDEN)
    turn, deck, unused = piles.cards(s.turn_deck), piles.cards(s.nemesis_deck), piles.cards(s.unused)
    view["turn deck"] = sorted(turn), [card for i, card in enumerate(turn) if int(s.turn_known) >> i & 1]
    view["nemesis deck"] = [int(tables.card[card].tier) for card in deck]
    view["nemesis cards"] = sorted(deck + unused), sorted(card for card in deck if tables.card[card].origin)
    view["corruptions"] = faces(s, tables, s.corruptions)
    unseen = [card for pile in (s.corruptions, *s.deck[: s.players]) for card in piles.cards(pile)]
    view["unseen"] = sorted(card for card in unseen if tables.card[card].type == Type.CORRUPTION)
    for seat in range(int(s.players)):
        own, shuffled = faces(s, tables, s.deck[seat]), int(s.shuffled[seat])
        view[f"deck {seat}"] = sorted(own[:shuffled]), own[shuffled:]
    return view


def parts(s, t, viewer):
    """All that nobody knows."""
    found = {name: piles.cards(s[name]) for name in HIDDEN[2:]}
    return found | {"deck": [piles.cards(s.deck[seat]) for seat in range(int(s.players))]}


def same(players, nemesis, viewer):
    """Corruptions are the Crooked Mask's, who alone has decks shuffled; four players meet all basic cards."""
    return (*(() if nemesis == "crooked_mask" else ("deck", "corruptions")), *(("unused",) if players == 4 else ()))


@functools.cache
def place(players, nemesis):
    tables = GAME.make_tables({"players": players, "nemesis": nemesis})
    masked = nemesis == "crooked_mask"
    positions = random_positions(GAME, [tables] * 6, 11, players)
    assert masked == any(s.shuffled.any() and s.seen.any() for _, s in positions)
    return Place(positions, parts, 1 / 8, functools.partial(same, players, nemesis))


def numbers(*words):
    return [IDS.index(word) for word in words]


DECK = ("spark", "jade", "ignite")
CORRUPTIONS = ("blind_abandon", "contagion", "fever_of_war")
TIER_ONE = ("cleave", "skewer", "slaughter", "bane_sire")
TIER_TWO = ("scorn", "dispel")


def small_situation():
    """A turn order deck whose lowest card is known, two tiers, a deck half shuffled, corruptions here and there."""
    tables = GAME.make_tables({"players": 2, "nemesis": "crooked_mask"})
    tables.card["origin"][numbers("cleave", "scorn")] = Origin.THIS_NEMESIS
    there = {
        "turn_deck": [0, 1, 5, 0],
        "nemesis_deck": numbers("cleave", "skewer", "scorn", "dispel"),
        "unused": numbers("slaughter", "bane_sire"),
        "deck[0]": numbers("crystal", "contagion", *DECK),
        "deck[1]": numbers("fever_of_war", "crystal"),
        "corruptions": numbers("blind_abandon", "lust_for_power"),
    }
    s = piles.filled(GAME, tables, there)
    s.turn_known, s.shuffled[0], s.seen[numbers("lust_for_power")] = 1, 3, 1
    return tables, s


def read(s):
    turn, nemesis, unused, own, other, here = map(
        piles.cards, (s.turn_deck, s.nemesis_deck, s.unused, s.deck[0], s.deck[1], s.corruptions)
    )
    return {
        "turn": tuple(turn[1:]),
        "tiers": (*sorted(unused), *nemesis),
        "deck": tuple(own[:3]),
        "corruptions": (here[1], own[3], other[1]),
        "kept": (turn[0], own[4], other[0], here[0]),
    }


def outcomes():
    """All that may come, every one as likely as any other."""
    tiers = set()
    for basic in TIER_ONE[1:]:
        left = sorted(numbers(*(set(TIER_ONE[1:]) - {basic})))
        for one, two in product(permutations(numbers("cleave", basic)), permutations(numbers(*TIER_TWO))):
            tiers.add((*left, *two, *one))
    return {
        "turn": set(permutations((0, 1, 5))),
        "tiers": tiers,
        "deck": set(permutations(numbers(*DECK))),
        "corruptions": set(permutations(numbers(*CORRUPTIONS))),
    }


def reads_what_is_known(s, t, actions, n, params):
    """Hands, discard piles, decks never shuffled, sizes, turn order cards that were seen, and the own stream."""
    total = s.nemesis_deck.n + s.turn_deck.n + 3 * s.unused.n + s.corruptions.n
    for seat in range(s.players):
        for i in range(s.hand[seat].n):
            total += s.hand[seat].card[i]
        deck = s.deck[seat]
        for i in range(s.shuffled[seat], deck.n):
            card = deck.card[i]
            if t.card[card].type != 3 or s.seen[card] == 1:
                total += (i + 1) * card
    for i in range(s.turn_deck.n):
        if s.turn_known & (1 << i) != 0:
            total += (i + 1) * s.turn_deck.card[i]
        total += 7 * (s.turn_deck.card[i] == 5)
    for i in range(s.nemesis_deck.n):
        total += (i + 1) * t.card[s.nemesis_deck.card[i]].tier
    return (total + below(s, agent_stream(s.to_move), 2)) % n


def tables(players):
    mages = ["adelheim", "jian", "xaxos", "phaedraxa"][-players:]
    return [{"players": players, "nemesis": nemesis, "supply": DRAWN, "mages": mages} for nemesis in NEMESES]


OWN_TOP = piles.top("s.deck[s.to_move]")
MET = {"main", "casting", "target", "order", "discard", "destroy", "option", "player"}
"""What a team is asked over and over."""

KNOWLEDGE = Knowledge(
    places={
        f"{players} against {nemesis}": functools.partial(place, players, nemesis)
        for players, nemesis in product(GAME.player_counts, NEMESES)
    },
    known=known,
    situation=small_situation,
    outcomes=outcomes(),
    read=read,
    kept=(0, IDS.index("crystal"), IDS.index("crystal"), IDS.index("lust_for_power")),
    independent=[("turn", "deck"), ("turn", "tiers"), ("tiers", "corruptions"), ("deck", "corruptions")],
    tables=tables,
    asked=lambda players: MET if players > 1 else set(),
    honest=reads_what_is_known,
    peeks={
        "reads the turn order": piles.top("s.turn_deck"),
        "reads the nemesis deck": piles.top("s.nemesis_deck"),
        "reads what is left out": "s.unused.card[0]",
        "reads a shuffled deck": f"{OWN_TOP} if s.shuffled[s.to_move] == s.deck[s.to_move].n else 0",
        "reads an unseen corruption": f"{OWN_TOP} if t.card[{OWN_TOP}].type == Type.CORRUPTION else 0",
        "reads the corruptions": piles.top("s.corruptions"),
        "reads the turn order late": f"{piles.top('s.turn_deck')} == NEMESIS_CARD and s.turn > 12",
    },
    leak=f"{piles.top('s.turn_deck')} > 0",
    luck={"the market": MARKET, "the turn order": ORDER, "the dice": DICE},
    viewers=(0, 1),
    cheated={"players": 2, "nemesis": "crooked_mask"},
    asked_at_once=2_000,
    seconds=lambda agent: 0.8 if agent == "random" else 0.4,
)
