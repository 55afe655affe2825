"""What holds in every state of Shards of Infinity: no card lost, no bound broken, one outcome."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.shards_of_infinity.state import Decision

GAME = load_game("shards_of_infinity")
RULES = Rules(
    cards_of_his="s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n",
    living="sum(s.alive[one] for one in range(s.players))",
    at_the_limit="s.cause == Cause.TURN_LIMIT",
)
START_OF_A_TURN = "s.turn != turn"

RULES.keep_all(
    [
        *("s.deck[seat]", "s.hand[seat]", "s.discard[seat]", "s.champions[seat]"),
        *("s.center", "s.play", "s.exhausted"),
    ],
    "s.deck[seat].card[0] = 5",
    numbers=["s.banished"],
    others=["card for card in s.row[:ROW_MAX] if card != NO_CARD"],
    copies="t.card[card].copies * (s.players if t.card[card].starter == 1 else 1)",
)
RULES.always(
    "health is from 0 to the most, and 0 only for those who are out",
    "0 <= s.health[seat] <= t.max_health",
    "s.alive[seat] == (seat < s.players and s.health[seat] > 0)",
)
RULES.always("mastery is from 0 to the most", "0 <= s.mastery[seat] <= t.max_mastery")
RULES.always("gems and power are not negative, power not above infinite", "s.gems >= 0", "0 <= s.power <= INFINITE")
RULES.always("known cards are cards in hand", "0 <= s.known[seat] <= s.hand[seat].n")
RULES.always("known cards of the center are cards of the center", "0 <= s.center_known <= s.center.n")
RULES.always(
    "the row has so many slots as the table says, and an empty one only without a center deck",
    "all(s.row[slot] == NO_CARD for slot in range(t.row, ROW_MAX))",
    "s.center.n > 0 implies all(card != NO_CARD for card in s.row[: t.row])",
    spoils=["s.banished[s.row[0]] += 1; s.row[0] = NO_CARD", "s.row[t.row] = s.row[0]; s.banished[s.row[0]] -= 1"],
)
RULES.always(
    "a player who is out has no cards",
    "s.alive[seat] == 0 implies cards_of_his == 0",
    spoils=["s.alive[seat] = s.health[seat] = 0"],
)
RULES.always(
    "champions are in play only as champions, allies only as allies",
    "all(t.card[card].champion for card in cards(s.champions[seat]))",
    "all(t.card[card].champion for card in cards(s.exhausted))",
    "all(t.card[card].ally for card in cards(s.play))",
    spoils=[
        "t.card[s.hand[seat].card[0]].champion = 0; put(s, s.champions[seat], take(s.hand[seat], 0))",
        "t.card[s.hand[seat].card[0]].champion = 0; put(s, s.exhausted, take(s.hand[seat], 0))",
        "t.card[s.hand[seat].card[0]].ally = 0; put(s, s.play, take(s.hand[seat], 0))",
    ],
)
RULES.always(
    "fast-played cards are among the cards played",
    "all(t.card[card].mercenary for card in cards(s.fast_played))",
    "all(copies_in(s.fast_played, card) <= copies_in(s.play, card) for card in cards(s.fast_played))",
    spoils=["put(s, s.fast_played, 0)"],
)
RULES.asked(
    "the player to move is alive and the right one",
    "s.alive[s.to_move] and s.alive[s.active]",
    "(s.to_move == s.active) == (s.decision != Decision.SHIELD)",
    spoils=["s.to_move = (s.to_move + 1) % s.players"],
)
RULES.asked(
    "nothing is pending in the main phase, something in every other decision",
    "(s.decision == Decision.MAIN) == (s.n_frames == 0)",
    spoils=["s.n_frames ^= 1"],
)
RULES.asked(
    "nothing of the last turn is left at the start of a turn",
    *(f"s.{name} == 0" for name in ("gems", "power", "deploys", "focused", "copies_homodeus", "factions_deployed")),
    only=START_OF_A_TURN,
)
RULES.asked(
    "no cards are in play at the start of a turn, which is that of the main phase",
    "s.play.n + s.exhausted.n == 0",
    "s.decision == Decision.MAIN",
    spoils=["put(s, s.play, take(s.hand[seat], ally))", "s.decision, s.n_frames = 2, 1"],
    only=START_OF_A_TURN,
)
RULES.at_the_end(
    "the winner has one point, or the living share it at the turn limit",
    "(s.score[seat] > 0) == (s.alive[seat] == 1)",
    "at_the_limit == (s.turn == t.turn_limit * s.players)",
    "living == 1 implies s.score.max() == 1",
    "living != 1 implies s.score.max() < 1 and at_the_limit",
    "s.n_frames == 0",
    spoils=["s.score[:] = 0.25", "s.cause = Cause.TURN_LIMIT - s.cause", "s.n_frames = 1"],
)


HOUSE_RULES = {
    "1 health": {"players": 2, "health": 1, "max_health": 1},
    "little health": {"players": 4, "health": 3, "max_health": 7, "hand": 10, "row": 8, "focus_cost": 0},
    "big hands": {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_mastery": 99, "turn_limit": 20},
    "one card": {"players": 2, "hand": 1, "row": 1, "health": 999, "max_health": 999, "turn_limit": 40},
    "random first": {"players": 4, "hand": 7, "row": 2, "focus_cost": 3, "max_mastery": 3, "first": "random"},
    "full mastery": {
        "players": 3,
        "starting_mastery": [30, 29, 28],
        "health": 500,
        "max_health": 500,
        "hand": 8,
        "first": "p3",
    },
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


def stressed(players: int, copies: dict) -> Playout:
    cards = "".join(f"[{card}]\ncopies = {n}\n" for card, n in copies.items())
    return Playout([Run({"players": players, "hand": 8, "max_mastery": 40}, 3, 1200, cards)])


PLAYOUTS = {
    f"{players} players": Playout(
        [Run({"players": players}, 1, 10_000)], (Decision.SPLIT, Decision.TARGET) if players == 2 else ()
    )
    for players in GAME.player_counts
}
PLAYOUTS |= {name: Playout([Run(table, 2, 1500)]) for name, table in HOUSE_RULES.items()}
PLAYOUTS |= {
    f"{name}, {players} players": stressed(players, copies)
    for name, copies in STRESS.items()
    for players in GAME.player_counts
}


def many(number: int) -> dict:
    """Tables of two, three and four, every fourth with a random first player; in four of five the players have
    little health.
    """
    table = {"players": 2 + number % 3} | ({"first": "random"} if number % 4 == 3 else {})
    return table | ({"health": 10} if number // 3 % 5 else {})


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 2",
    given={
        "ally": "next(i for i, card in enumerate(cards(s.hand[seat])) if t.card[card].ally == 1)",
    },
    spoilt_table={"players": 2, "turn_limit": 10},
    measured={"health": "s.health[seat]", "mastery": "s.mastery[seat]"},
    steps=200_000,
)
