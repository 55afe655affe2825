"""What holds in every state of Shards of Infinity: no card lost, no bound broken, one outcome."""

from contract.piles import all_nothing, count_cards, spoil_end
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.shards_of_infinity.cards import CARD_TYPES_MAX
from sim.shards_of_infinity.state import INFINITE, NO_CARD, ROW_MAX, SEATS, Cause, Decision

GAME = load_game("shards_of_infinity")

RULES = (
    *COMMON,
    "every card is in one zone",
    "a pile holds between 0 and all its cards",
    "fast-played cards are among the cards played",
    "health is from 0 to the most, and 0 only for those who are out",
    "mastery is from 0 to the most",
    "gems and power are not negative, power not above infinite",
    "the row has so many slots as the table says, and an empty one only without a center deck",
    "known cards are cards in hand",
    "known cards of the center are cards of the center",
    "a player who is out has no cards",
    "the player to move is alive and the right one",
    "champions are in play only as champions, allies only as allies",
    "nothing of the last turn is left at the start of a turn",
    "nothing is pending in the main phase, something in every other decision",
    "the winner has one point, or the living share it at the turn limit",
    "the measures are those of the final state",
    "a turn follows the other",
)
(
    CARDS, PILES, FAST_PLAYED, HEALTH, MASTERY, RESOURCES, ROW, KNOWN, CENTER_KNOWN, OUT, TO_MOVE, ZONES, NEW_TURN,
    PENDING, OUTCOME, MEASURES, TURNS,
) = range(len(COMMON), len(RULES))  # fmt: skip
HEALTH_AT, MASTERY_AT = GAME.measures.index("p1_health"), GAME.measures.index("p1_mastery")
PER_SEAT = GAME.measures.index("p2_health") - HEALTH_AT


@kernel(cache=False)
def broken_seat(s, t, seat, counts):
    """The first of RULES that a seat breaks; adds its cards to counts."""
    for pile in (s.deck[seat], s.hand[seat], s.discard[seat], s.champions[seat]):
        if not count_cards(pile, counts):
            return PILES
        if s.alive[seat] == 0 and pile.n > 0:
            return OUT
    for i in range(s.champions[seat].n):
        if t.card[s.champions[seat].card[i]].champion == 0:
            return ZONES
    if s.known[seat] < 0 or s.known[seat] > s.hand[seat].n:
        return KNOWN
    if (
        s.health[seat] < 0
        or s.health[seat] > t.max_health
        or (seat < s.players and s.alive[seat] != (s.health[seat] > 0))
    ):
        return HEALTH
    if s.mastery[seat] < 0 or s.mastery[seat] > t.max_mastery:
        return MASTERY
    return SOUND


@kernel(cache=False)
def broken_row(s, t, counts):
    """ROW if the row breaks its rule; adds its cards to counts."""
    filled = 0
    for slot in range(ROW_MAX):
        if s.row[slot] != NO_CARD:
            if slot >= t.row:
                return ROW
            counts[s.row[slot]] += 1
            filled += 1
    return ROW if filled < t.row and s.center.n > 0 else SOUND


@kernel(cache=False)
def broken_turn_zones(s, t, counts):
    """The first of RULES that the cards of the turn under way break; counts: all 0 before and after."""
    for i in range(s.exhausted.n):
        if t.card[s.exhausted.card[i]].champion == 0:
            return ZONES
    for i in range(s.play.n):
        if t.card[s.play.card[i]].ally == 0:
            return ZONES
        counts[s.play.card[i]] += 1
    for i in range(s.fast_played.n):
        counts[s.fast_played.card[i]] -= 1
        if counts[s.fast_played.card[i]] < 0 or t.card[s.fast_played.card[i]].mercenary == 0:
            return FAST_PLAYED
    return SOUND


@kernel(cache=False)
def broken_state(s, t, turn, counts):
    """The first of RULES that any state breaks; counts: room for one number a card, then what is owed of each."""
    for card in range(t.n_cards):
        counts[card] = s.banished[card] - counts[CARD_TYPES_MAX + card]
    for seat in range(SEATS):
        rule = broken_seat(s, t, seat, counts)
        if rule != SOUND:
            return rule
    rule = broken_row(s, t, counts)
    if rule != SOUND:
        return rule
    for pile in (s.center, s.play, s.exhausted):
        if not count_cards(pile, counts):
            return PILES
    if not all_nothing(counts, t.n_cards):
        return CARDS
    if s.gems < 0 or s.power < 0 or s.power > INFINITE:
        return RESOURCES
    if s.center_known < 0 or s.center_known > s.center.n:
        return CENTER_KNOWN
    return broken_turn_zones(s, t, counts)


@kernel(cache=False)
def begin(s, t, counts):
    """Notes how many copies of each card there are."""
    for card in range(t.n_cards):
        counts[CARD_TYPES_MAX + card] = t.card[card].copies * (s.players if t.card[card].starter == 1 else 1)


@kernel(cache=False)
def broken_turn(s, t, turn, counts):
    """The first of RULES that a state in which somebody is to decide breaks; turn: the turn of the state before."""
    if s.alive[s.to_move] == 0 or s.alive[s.active] == 0 or s.to_move < 0 or s.to_move >= s.players:
        return TO_MOVE
    if (s.to_move == s.active) == (s.decision == Decision.SHIELD):
        return TO_MOVE
    if s.decision == 0 or (s.decision == Decision.MAIN) != (s.n_frames == 0):
        return PENDING
    if s.turn != turn and s.turn != turn + 1:
        return TURNS
    left = s.play.n + s.exhausted.n + s.gems + s.power + s.deploys + s.focused + s.copies_homodeus + s.factions_deployed
    if s.turn != turn and (left > 0 or s.decision != Decision.MAIN):
        return NEW_TURN
    return SOUND


@kernel(cache=False)
def broken_end(s, t, measures, counts):
    """The first of RULES that a game that is over breaks."""
    living, total, winners = 0, 0.0, 0
    for seat in range(s.players):
        living += s.alive[seat]
        total += s.score[seat]
        winners += s.score[seat] == 1.0
        if s.score[seat] < 0 or (s.score[seat] > 0) != (s.alive[seat] == 1):
            return OUTCOME
    for seat in range(s.players, SEATS):
        if s.score[seat] != 0 or s.alive[seat] != 0:
            return OUTCOME
    limit = s.turn == t.turn_limit * t.players
    if abs(total - 1.0) > 1e-6 or s.over != 1 or limit != (s.cause == Cause.TURN_LIMIT):
        return OUTCOME
    if (winners == 1) != (living == 1) or (living != 1 and not limit) or s.n_frames != 0 or s.decision != 0:
        return OUTCOME
    for seat in range(s.players):
        if measures[HEALTH_AT + PER_SEAT * seat] != s.health[seat]:
            return MEASURES
        if measures[MASTERY_AT + PER_SEAT * seat] != s.mastery[seat]:
            return MEASURES
    return SOUND


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule in turn 2."""
    seat = s.active
    if s.over == 1:
        spoil_end(s, measures, rule, OUTCOME, HEALTH_AT)
    if s.turn < 2 or s.over == 1:
        return
    if rule == CARDS:
        s.deck[seat].card[0] = 5
    elif rule == PILES:
        s.discard[seat].n = -1
    elif rule == FAST_PLAYED:
        s.fast_played.n, s.fast_played.card[0] = 1, 0
    elif rule == HEALTH:
        s.health[seat] = t.max_health + 1
    elif rule == MASTERY:
        s.mastery[seat] = -1
    elif rule == RESOURCES:
        s.gems = -1
    elif rule == ROW:
        s.banished[s.row[3]] += 1
        s.row[3] = NO_CARD
    elif rule == KNOWN:
        s.known[seat] = s.hand[seat].n + 1
    elif rule == CENTER_KNOWN:
        s.center_known = s.center.n + 1
    elif rule == OUT:
        s.alive[seat], s.health[seat] = 0, 0
    elif rule == TO_MOVE:
        s.to_move = (seat + 1) % s.players
    elif rule == ZONES:
        s.play.card[s.play.n] = s.hand[seat].card[s.hand[seat].n - 1]
        s.hand[seat].n -= 1
        t.card[s.play.card[s.play.n]].ally = 0
        s.play.n += 1
    elif rule == NEW_TURN:
        s.deploys = 1
    elif rule == PENDING:
        s.n_frames = 1
    elif rule == TURNS:
        s.turn += 1


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
    """Tables of two, three and four, every fourth with a random first player."""
    return {"players": 2 + number % 3} | ({"first": "random"} if number % 4 == 3 else {})


INVARIANTS = Invariants(
    RULES,
    2 * CARD_TYPES_MAX,
    [broken_state],
    broken_turn,
    broken_end,
    spoil,
    {"players": 2, "turn_limit": 10},
    PLAYOUTS,
    many,
    200_000,
    begin,
)
