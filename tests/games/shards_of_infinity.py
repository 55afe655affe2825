"""What the contract must know of Shards of Infinity."""

import itertools

from contract import piles
from contract.card_changes import Changes, Entry, Texts, all_others, members, table_of
from contract.rules import Rules
from contract.runs import Playout, Run, three_games
from contract.subject import Invariants, Knowledge, Mutations, Situation, Subject, places_of_each

from sim import load_game
from sim.shards_of_infinity.cards import Condition, Count, Operation, vocabulary
from sim.shards_of_infinity.state import Decision, Faction

GAME = load_game("shards_of_infinity")
COUNTS = GAME.player_counts

# --- what holds in every state: no card lost, no bound broken, one outcome --------------------------------------------

RULES = Rules(
    cards_of_his="s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n",
    living="sum(s.alive[one] for one in range(s.players))",
    at_the_limit="s.cause == Cause.TURN_LIMIT",
    at_the_start_of_a_turn="s.turn != turn",
)
RULES.read("""
kept: every card is in one zone
    piles s.{deck hand discard champions}[seat]
    piles s.{center play exhausted}
    numbers s.banished
    counted card for card in s.row[:ROW_MAX] if card != NO_CARD
    copies t.card[card].copies * (s.players if t.card[card].starter == 1 else 1)
    broken by s.deck[seat].card[0] = 5
always: health is from 0 to the most, and 0 only for those who are out
    0 <= s.health[seat] <= t.max_health
    s.alive[seat] == (seat < s.players and s.health[seat] > 0)
always: mastery is from 0 to the most
    0 <= s.mastery[seat] <= t.max_mastery
always: gems and power are not negative, power not above infinite
    s.gems >= 0
    0 <= s.power <= INFINITE
always: known cards are cards in hand
    0 <= s.known[seat] <= s.hand[seat].n
always: known cards of the center are cards of the center
    0 <= s.center_known <= s.center.n
always: the row has so many slots as the table says, and an empty one only without a center deck
    all(s.row[slot] == NO_CARD for slot in range(t.row, ROW_MAX))
    s.center.n > 0 implies all(card != NO_CARD for card in s.row[: t.row])
    broken by s.banished[s.row[0]] += 1; s.row[0] = NO_CARD
    broken by s.row[t.row] = s.row[0]; s.banished[s.row[0]] -= 1
always: a player who is out has no cards
    s.alive[seat] == 0 implies cards_of_his == 0
    broken by s.alive[seat] = s.health[seat] = 0
always: champions are in play only as champions, allies only as allies
    all(t.card[card].champion for card in cards(s.champions[seat]))
    all(t.card[card].champion for card in cards(s.exhausted))
    all(t.card[card].ally for card in cards(s.play))
    broken by t.card[s.hand[seat].card[0]].champion = 0; put(s, s.champions[seat], take(s.hand[seat], 0))
    broken by t.card[s.hand[seat].card[0]].champion = 0; put(s, s.exhausted, take(s.hand[seat], 0))
    broken by t.card[s.hand[seat].card[0]].ally = 0; put(s, s.play, take(s.hand[seat], 0))
always: fast-played cards are among the cards played
    all(t.card[card].mercenary for card in cards(s.fast_played))
    all(copies_in(s.fast_played, card) <= copies_in(s.play, card) for card in cards(s.fast_played))
    broken by put(s, s.fast_played, 0)
asked: the player to move is alive and the right one
    s.alive[s.to_move] and s.alive[s.active]
    (s.to_move == s.active) == (s.decision != Decision.SHIELD)
    broken by s.to_move = (s.to_move + 1) % s.players
asked: nothing is pending in the main phase, something in every other decision
    (s.decision == Decision.MAIN) == (s.n_frames == 0)
    broken by s.n_frames ^= 1
at the start of a turn: nothing of the last turn is left
    s.{gems power deploys focused copies_homodeus factions_deployed} == 0
at the start of a turn: no cards are in play, and the phase is the main phase
    s.play.n + s.exhausted.n == 0
    s.decision == Decision.MAIN
    broken by put(s, s.play, take(s.hand[seat], ally))
    broken by s.decision, s.n_frames = 2, 1
at the end: the winner has one point, or the living share it at the turn limit
    (s.score[seat] > 0) == (s.alive[seat] == 1)
    at_the_limit == (s.turn == t.turn_limit * s.players)
    living == 1 implies s.score.max() == 1
    living != 1 implies s.score.max() < 1 and at_the_limit
    s.n_frames == 0
    broken by s.score[:] = 0.25
    broken by s.cause = Cause.TURN_LIMIT - s.cause
    broken by s.n_frames = 1
""")

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


SITUATION = Situation(
    given={
        "p2.hand": ["kiln_drone", "blaster"],
        "p2.deck": ["crystal", "shard_reactor"],
        "p1.deck": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk", "cache_warden", "drakonarius"],
    },
    so=["s.known[1] = 1", "s.center_known = 2"],
    alike={
        "other": ["kiln_drone", "crystal", "shard_reactor"],
        "own": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk"],
    },
    known={"p2.hand": ["blaster"], "center": ["cache_warden", "drakonarius"]},
)
LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].shield > 0 and s.turn > 20 and s.decision == Decision.MAIN"
"""Whether another hand has a shield on top, and that only in a late turn."""
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
    reads=[*piles.KNOWN_HANDS, "s.center.card[i] for i in range(s.center_known)"],
    peeks=piles.PEEKS | {"reads the center": piles.top("s.center"), "reads another hand late": LATE},
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 0",
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
        ripe="s.turn >= 2",
        given={"ally": "next(i for i, card in enumerate(cards(s.hand[seat])) if t.card[card].ally == 1)"},
        spoilt_table={"players": 2, "turn_limit": 10},
        measured={"health": "s.health[seat]", "mastery": "s.mastery[seat]"},
        steps=200_000,
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=1000, least_of_a_card=8),
    bystanders={"banished": ["crystal"], "p1.deck": ["crystal"], "p2.deck": ["crystal"]},
    scenarios=747,
)
