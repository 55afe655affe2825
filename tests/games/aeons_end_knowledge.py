"""What nobody at the table of Aeon's End can know: the turn order, the nemesis deck, shuffled decks, corruptions."""

from itertools import product

from contract import piles
from contract.subject import Knowledge, Place, Situation

from sim import load_game
from sim.aeons_end.state import Type
from sim.core.rng import DICE, MARKET, ORDER

from .aeons_end_invariants import DRAWN, NEMESES

GAME = load_game("aeons_end")
UNSEEN = -9
"""How a corruption looks that nobody has seen."""


def seen(s, t, viewer):
    """All that anybody sees of the turn order, the nemesis deck, decks and corruptions."""
    turn, nemesis, unused = map(piles.cards, (s.turn_deck, s.nemesis_deck, s.unused))
    corruptions, *decks = map(piles.cards, (s.corruptions, *s.deck[: s.players]))
    cards = [card for pile in (corruptions, *decks) for card in pile]
    unseen = [card for card in cards if t.card[card].type == Type.CORRUPTION and not s.seen[card]]
    faces = [[UNSEEN if card in unseen else card for card in deck] for deck in decks]
    return {
        "turn order": (sorted(turn), [card for i, card in enumerate(turn) if s.turn_known >> i & 1]),
        "tiers": [int(t.card[card].tier) for card in nemesis],
        "nemesis": (sorted(nemesis + unused), sorted(card for card in nemesis if t.card[card].origin)),
        "unseen": sorted(unseen),
        "corruptions": [UNSEEN if card in unseen else card for card in corruptions],
        "shuffled": [sorted(deck[:n]) for deck, n in zip(faces, s.shuffled, strict=False)],
        "decks": [deck[n:] for deck, n in zip(faces, s.shuffled, strict=False)],
    }


def place(players, nemesis):
    """In the middle of games of so many players against a nemesis: the Crooked Mask alone has decks shuffled."""
    masked = nemesis == "crooked_mask"
    return Place(
        tables=[{"players": players, "nemesis": nemesis}] * 6,
        every=11,
        luck=players,
        share=1 / 8,
        hides=(
            "turn_order.deck",
            "nemesis.deck",
            *(("nemesis.unused",) if players < 4 else ()),  # four players meet all basic cards
            *(("deck", "nemesis.corruptions") if masked else ()),
        ),
        bare=() if masked else ("deck",),
        telling=lambda s: bool(s.shuffled.any() and s.seen.any()) == masked,
    )


def tiers_may_be(order):
    """Whether nemesis cards may lie so: two of each tier, those of the nemesis among them, and two left out."""
    first, second, left_out = order[:2], order[2:4], order[4:]
    return "tempt" in first and set(second) == {"pain_sower", "dispel"} and left_out[0] > left_out[1]


SITUATION = Situation(
    table={"players": 2, "nemesis": "crooked_mask"},
    given={
        "turn_order.deck": ["p1", "p2", "nemesis", "wild"],
        "nemesis.deck": ["tempt", "skewer", "pain_sower", "dispel"],
        "nemesis.unused": ["slaughter", "bane_sire"],
        "p1.deck": ["crystal", "contagion", "spark", "jade", "ignite"],
        "p2.deck": ["fever_of_war", "crystal"],
        "nemesis.corruptions": ["blind_abandon", "lust_for_power"],
    },
    so=["s.turn_known = 1", "s.shuffled[0] = 3", "s.seen[card('lust_for_power')] = 1"],
    alike={
        "turn": ["p1", "p2", "nemesis"],
        "tiers": ["tempt", "skewer", "slaughter", "bane_sire", "pain_sower", "dispel"],
        "deck": ["spark", "jade", "ignite"],
        "corruptions": ["blind_abandon", "contagion", "fever_of_war"],
    },
    possible={"tiers": tiers_may_be},
    known={"turn_order.deck": ["wild"], "p1.deck": ["crystal"], "nemesis.corruptions": ["lust_for_power"]},
    viewers=(0, 1),
)


MAGES = ["adelheim", "jian", "xaxos", "phaedraxa"]
OWN_TOP = piles.top("s.deck[s.to_move]")
KNOWLEDGE = Knowledge(
    places={
        f"{players} against {nemesis}": place(players, nemesis)
        for players, nemesis in product(GAME.player_counts, NEMESES)
    },
    hidden=("deck", "turn_deck", "nemesis_deck", "unused", "corruptions"),
    seen=seen,
    situation=SITUATION,
    tables=lambda players: [
        {"players": players, "nemesis": nemesis, "supply": DRAWN, "mages": MAGES[-players:]} for nemesis in NEMESES
    ],
    asked=("main", "casting", "target", "order", "discard", "destroy", "option", "player"),
    reads=[
        "s.turn_deck.card[i] for i in range(s.turn_deck.n) if s.turn_known >> i & 1",
        "card for card in np.sort(s.turn_deck.card[: s.turn_deck.n])",
        "pile.n for pile in (s.turn_deck, s.nemesis_deck, s.unused, s.corruptions)",
        "t.card[s.nemesis_deck.card[i]].tier for i in range(s.nemesis_deck.n)",
        "s.deck[seat].card[i] for seat in range(s.players) for i in range(s.shuffled[seat], s.deck[seat].n)"
        " if t.card[s.deck[seat].card[i]].type != Type.CORRUPTION or s.seen[s.deck[seat].card[i]] == 1",
    ],
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
    asked_at_once=2_000,
    seconds=lambda agent: 0.8 if agent == "random" else 0.4,
)
