"""What the contract must know of Shards of Infinity."""

import itertools

from contract import piles
from contract.card_changes import Changes, Entry, Texts, all_others, members, table_of
from contract.runs import Playout, Run, three_games
from contract.subject import Invariants, Knowledge, Mutations, Situation, Subject, places_of_each

from sim import load_game
from sim.core.kernel import kernel
from sim.shards_of_infinity.cards import Condition, Count, Operation, vocabulary
from sim.shards_of_infinity.state import Decision, Faction

from .shards_of_infinity_invariants import RULES

GAME = load_game("shards_of_infinity")
COUNTS = GAME.player_counts

# --- the random games in which the invariants are looked at -----------------------------------------------------------

# --- at which tables --------------------------------------------------------------------------------------------------

HOUSE_RULES = {
    "1 health": {"players": 2, "health": 1, "max_health": 1},
    "little health": {"players": 4, "health": 3, "max_health": 7, "hand": 10, "row": 8, "focus_cost": 0},
    "big hands": {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_mastery": 99, "turn_limit": 20},
    "one card": {"players": 2, "hand": 1, "row": 1, "health": 999, "max_health": 999, "turn_limit": 40},
    "random first": {"players": 4, "hand": 7, "row": 2, "focus_cost": 3, "max_mastery": 3, "first": "random"},
    "full mastery": {"players": 3, "starting_mastery": [30, 29, 28], "health": 500, "max_health": 500}
    | {"hand": 8, "first": "p3"},
}
STRESS = {
    "crystal and shard": {"crystal": 1, "infinity_shard": 10, "blaster": 5},
    "three of the powerful": {
        card: 3
        for card in (
            "general_decurion", "zetta_encryptor", "zara_ra", "giga_source_adept", "drakonarius", "primus_pilus",
            "venator_of_the_wastes", "li_hin", "omnius", "numeri_drones",
        )
    },
    "Homodeus and Decurions": {"kiln_drone": 10, "mining_drones": 10, "general_decurion": 9, "korvus_legionnaire": 5},
    "a center deck of twelve": dict.fromkeys(
        [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "starter"], 0
    )
    | {"data_heretic": 4, "zara_ra": 2, "portal_monk": 2, "shadow_apostle": 2, "zetta_encryptor": 2},
    "three Ojas": {"ojas_genesis_druid": 3},
}  # fmt: skip
"""Other numbers of copies."""


IN_TWO = (Decision.SPLIT, Decision.TARGET)
"""With one opponent there is nothing to choose among players."""


def stressed(players: int, copies: dict) -> Playout:
    cards = "".join(f"[{card}]\ncopies = {n}\n" for card, n in copies.items())
    return Playout([Run({"players": players, "hand": 8, "max_mastery": 40}, 3, 1200, cards)])


PLAYOUTS = {f"{n} players": Playout([Run({"players": n}, 1, 10_000)], IN_TWO if n == 2 else ()) for n in COUNTS}
PLAYOUTS |= {name: Playout([Run(table, 2, 1500)]) for name, table in HOUSE_RULES.items()}
PLAYOUTS |= {f"{name}, {n} players": stressed(n, copies) for name, copies in STRESS.items() for n in COUNTS}


def many(number: int) -> dict:
    """Tables of two, three and four, every fourth with a random first player; in four of five the players have
    little health.
    """
    table = {"players": 2 + number % 3} | ({"first": "random"} if number % 4 == 3 else {})
    return table | ({"health": 10} if number // 3 % 5 else {})


# --- what a seat cannot know: hands, the order of decks, the center but for its bottom --------------------------------


def seen(s, t, viewer):
    """All that a seat sees of hands, decks and the center."""
    center = piles.cards(s.center)
    return piles.seen_of_hands(s, viewer) | {"center": sorted(center), "bottom": center[: int(s.center_known)]}


def partly_known(s, card):
    """A card of the second player's hand is known, and the two lowest of the center."""
    s.known[1], s.center_known = 1, 2


SITUATION = Situation(
    given={
        "p2.hand": ["kiln_drone", "blaster"],
        "p2.deck": ["crystal", "shard_reactor"],
        "p1.deck": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk", "cache_warden", "drakonarius"],
    },
    so=partly_known,
    alike={
        "other": ["kiln_drone", "crystal", "shard_reactor"],
        "own": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk"],
    },
    known={"p2.hand": ["blaster"], "center": ["cache_warden", "drakonarius"]},
)


@kernel(cache=False)
def known_in_the_center(s, t):
    """The lowest cards of the center, that all know."""
    return piles.numbers_of(s.center.card, s.center_known)


@kernel(cache=False)
def top_of_the_center(s, t):
    """The uppermost card of the center."""
    return piles.top(s.center)


@kernel(cache=False)
def shield_in_another_hand_late(s, t):
    """Whether another hand has a shield on top, told late in a game."""
    card = piles.top_of_another_hand(s, t)
    return t.card[card].shield > 0 and s.turn > 20 and s.decision == Decision.MAIN


@kernel(cache=False)
def is_a_card_next(s):
    """Whether the uppermost card of the deck of the seat to move is any but the first of the game."""
    deck = s.deck[s.to_move]
    return deck.n > 0 and piles.top(deck) > 0


KNOWLEDGE = Knowledge(
    places=places_of_each(
        COUNTS,
        "{} players",
        10,
        {},
        every=7,
        share=1 / 4,
        hides=("center", "deck", "hand"),
        telling=lambda s: bool(s.known.any()) and s.center_known > 1,
    ),
    hidden=("deck", "hand", "center"),
    seen=seen,
    situation=SITUATION,
    asked=("main", "shield", "reveal", "banish", "take", "return"),
    reads=[*piles.KNOWN_HANDS, known_in_the_center],
    peeks=piles.PEEKS | {"reads the center": top_of_the_center, "reads another hand late": shield_in_another_hand_late},
    leak=is_a_card_next,
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

THRESHOLDS, KEYWORDS = members(Condition, "mastery health"), members(Condition, "unify dominion echo inspire")
TEXTS = Texts(
    GAME,
    vocabulary(GAME.words.card_ids()),
    nothing={"operation": 0},
    never={"condition": int(Condition.MASTERY), "argument": 1000},
    instead={
        "operation": all_others(*members(Operation, "gain_gems gain_power gain_health gain_mastery draw")),
        "count": all_others(*Count),
        "condition": all_others(*THRESHOLDS)
        | all_others(*KEYWORDS)
        | {Condition.HOMODEUS_CHAMPIONS: THRESHOLDS, Condition.CONTROL: KEYWORDS},
    },
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from card.near("cost")
    yield from card.near("shield", least=1)
    yield from card.without("shield", "protects_owner")
    yield from card.others("faction", Faction)
    if not card.now["starter"]:
        defense = max(int(card.now["defense"]), 1)
        other = {"champion": card.now["ally"], "ally": card.now["champion"], "defense": defense}
        yield card.change("champion or not", other)
    if card.now["champion"]:
        yield from card.near("defense", least=1)
    else:
        yield from card.turned("mercenary")
    if card.now["exhaust_needs"][0]:
        yield from card.part("exhaust_needs", where="exhaust needs").others(0, (0, *KEYWORDS), "keyword")
    for timing in ("play", "exhaust", "static"):
        text = card.part(timing, where=timing)
        yield from TEXTS.text(text)
        yield from changes_of_order(text)


def changes_of_order(text: Entry) -> Changes:
    """Rows that stand after the next one."""
    table = table_of(TEXTS.tables)
    for place, (row, after) in enumerate(itertools.pairwise(text.rows("effect", shared=False)), int(text.now[0])):
        if row.now["skip"] == after.now["skip"] == 0:
            swapped = {("effect", place): after.now, ("effect", place + 1): row.now}
            yield table.called(row.where).change("after the next", swapped)


HOUSE = {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_health": 60, "turn_limit": 6}
MIXED = ["best", "random", "champions", "mastery_rush"]

SUBJECT = Subject(
    game=GAME,
    tables={"three": {"players": 3}, "two": {"players": 2}, "four": {"players": 4, "first": "random"}, "house": HOUSE},
    short={"health": 10},
    redealt={"three": 250},
    transcripts=three_games(COUNTS, MIXED, {}, {"first": "random"}, HOUSE),
    invariants=Invariants(
        RULES,
        PLAYOUTS,
        many,
        15,
        ripe=lambda s: s.turn >= 2,
        spoilt_table={"players": 2, "turn_limit": 10},
        steps=200_000,
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=1000, least_of_a_card=8),
    bystanders={"banished": ["crystal"], "p1.deck": ["crystal"], "p2.deck": ["crystal"]},
    scenarios=941,
)
