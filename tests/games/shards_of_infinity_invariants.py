"""What holds in every state of Shards of Infinity: no card lost, no bound broken, one outcome."""

from contract.rules import Rules, When, conserved
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.shards_of_infinity.cards import CARD_TYPES_MAX
from sim.shards_of_infinity.state import NO_CARD, ROW_MAX, SEATS, Cause, Decision

GAME = load_game("shards_of_infinity")
RULES = Rules()
PILES = ("deck[seat]", "hand[seat]", "discard[seat]", "champions[seat]", "center", "play", "exhausted")


@kernel(cache=False)
def begin(s, t, room):
    """Notes how many copies of each card there are."""
    for card in range(t.n_cards):
        room[CARD_TYPES_MAX + card] = t.card[card].copies * (s.players if t.card[card].starter == 1 else 1)


@kernel(cache=False)
def elsewhere(s, t, room):
    """Counts the cards that are banished or in the row; breaks no rule."""
    for card in range(t.n_cards):
        room[card] = s.banished[card]
    for slot in range(ROW_MAX):
        if s.row[slot] != NO_CARD:
            room[s.row[slot]] += 1
    return False


RULES += conserved([f"s.{pile}" for pile in PILES], elsewhere, "s.deck[seat].card[0] = 5")
RULES.holds(
    "health is from 0 to the most, and 0 only for those who are out",
    "0 <= s.health[seat] <= t.max_health",
    "s.alive[seat] == (seat < s.players and s.health[seat] > 0)",
)
RULES.holds("mastery is from 0 to the most", "0 <= s.mastery[seat] <= t.max_mastery")
RULES.holds("gems and power are not negative, power not above infinite", "s.gems >= 0", "0 <= s.power <= INFINITE")
RULES.holds("known cards are cards in hand", "0 <= s.known[seat] <= s.hand[seat].n")
RULES.holds("known cards of the center are cards of the center", "0 <= s.center_known <= s.center.n")


@RULES.always("s.banished[s.row[0]] += 1; s.row[0] = NO_CARD", "s.row[t.row] = s.row[0]; s.banished[s.row[0]] -= 1")
def has_wrong_row(s, t):
    """The row has so many slots as the table says, and an empty one only without a center deck."""
    for slot in range(ROW_MAX):
        if (s.row[slot] != NO_CARD and slot >= t.row) or (s.row[slot] == NO_CARD and slot < t.row and s.center.n > 0):
            return True
    return False


@RULES.always("s.alive[seat] = s.health[seat] = 0")
def is_out_with_cards(s, seat):
    """A player who is out has no cards."""
    return s.alive[seat] == 0 and s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n > 0


@RULES.always(
    "t.card[s.hand[seat].card[0]].champion = 0; put(s, s.champions[seat], take(s.hand[seat], 0))",
    "t.card[s.hand[seat].card[0]].champion = 0; put(s, s.exhausted, take(s.hand[seat], 0))",
    "t.card[s.hand[seat].card[0]].ally = 0; put(s, s.play, take(s.hand[seat], 0))",
)
def is_of_another_kind(s, t):
    """Champions are in play only as champions, allies only as allies."""
    for seat in range(SEATS):
        for i in range(s.champions[seat].n):
            if t.card[s.champions[seat].card[i]].champion == 0:
                return True
    for i in range(s.exhausted.n):
        if t.card[s.exhausted.card[i]].champion == 0:
            return True
    for i in range(s.play.n):
        if t.card[s.play.card[i]].ally == 0:
            return True
    return False


@RULES.always("put(s, s.fast_played, 0)")
def is_not_played(s, t, room):
    """Fast-played cards are among the cards played."""
    if s.fast_played.n == 0:
        return False
    room[: t.n_cards] = 0
    for i in range(s.play.n):
        room[s.play.card[i]] += 1
    for i in range(s.fast_played.n):
        card = s.fast_played.card[i]
        room[card] -= 1
        if room[card] < 0 or t.card[card].mercenary == 0:
            return True
    return False


@RULES.asked("s.to_move = (s.to_move + 1) % s.players")
def is_not_his_turn(s):
    """The player to move is alive and the right one."""
    if s.alive[s.to_move] == 0 or s.alive[s.active] == 0:
        return True
    return (s.to_move == s.active) == (s.decision == Decision.SHIELD)


@RULES.asked("s.n_frames ^= 1")
def is_pending(s):
    """Nothing is pending in the main phase, something in every other decision."""
    return (s.decision == Decision.MAIN) != (s.n_frames == 0)


RULES.holds(
    "nothing of the last turn is left at the start of a turn",
    *(f"s.{name} == 0" for name in ("gems", "power", "deploys", "focused", "copies_homodeus", "factions_deployed")),
    when=When.ASKED,
    only="s.turn != turn",
)


@RULES.asked("put(s, s.play, take(s.hand[seat], ally))", "s.decision, s.n_frames = 2, 1", only="s.turn != turn")
def is_played_too_early(s):
    """No cards are in play at the start of a turn, which is that of the main phase."""
    return s.play.n + s.exhausted.n > 0 or s.decision != Decision.MAIN


@RULES.at_the_end("s.score[:] = 0.25", "s.cause = Cause.TURN_LIMIT - s.cause", "s.n_frames = 1")
def is_won_wrongly(s, t):
    """The winner has one point, or the living share it at the turn limit."""
    living, winners = 0, 0
    for seat in range(SEATS):
        living += s.alive[seat]
        winners += s.score[seat] == 1.0
        if (s.score[seat] > 0) != (s.alive[seat] == 1) or (seat >= s.players and s.alive[seat] != 0):
            return True
    limit = s.turn == t.turn_limit * t.players
    if limit != (s.cause == Cause.TURN_LIMIT) or (winners == 1) != (living == 1) or (living != 1 and not limit):
        return True
    return s.n_frames != 0


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
    """Tables of two, three and four, every fourth with a random first player; in two thirds the players have little
    health.
    """
    table = {"players": 2 + number % 3} | ({"first": "random"} if number % 4 == 3 else {})
    return table | ({"health": 10} if number // 3 % 3 else {})


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
    room=2 * CARD_TYPES_MAX,
    steps=200_000,
    begin=begin,
)
