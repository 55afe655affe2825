"""Random playouts of Shards of Infinity, looked at after every step: no card lost, no bound broken, one outcome."""

from dataclasses import replace

import numpy as np
import pytest
from numba import types

from sim import load_game
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below
from sim.shards_of_infinity.cards import CARD_TYPES_MAX
from sim.shards_of_infinity.state import INFINITE, NO_CARD, ROW_MAX, SEATS, Cause, Decision

GAME = load_game("shards_of_infinity")
PLAYOUTS = 10_000
STEPS_MAX = 200_000

RULES = (
    "sound",
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
    "there is a legal action, and not too many",
    "no action is offered twice",
    "the game stops without a fault",
    "the winner has one point, or the living share it at the turn limit",
    "the measures are those of the final state",
    "a turn follows the other",
)
(
    SOUND, CARDS, PILES, FAST_PLAYED, HEALTH, MASTERY, RESOURCES, ROW, KNOWN, CENTER_KNOWN, OUT, TO_MOVE, ZONES,
    NEW_TURN, PENDING, ACTIONS, TWICE, FAULT, OUTCOME, MEASURES, TURNS,
) = range(len(RULES))  # fmt: skip
MAIN, SHIELD = int(Decision.MAIN), int(Decision.SHIELD)
HEALTH_AT, MASTERY_AT = GAME.measures.index("p1_health"), GAME.measures.index("p1_mastery")
PER_SEAT = GAME.measures.index("p2_health") - HEALTH_AT
TURN_LIMIT = int(Cause.TURN_LIMIT)


@kernel(cache=False)
def count_cards(pile, counts):
    """Adds the cards of a pile to the number of each; whether its size makes sense."""
    if pile.n < 0 or pile.n > pile.card.size:
        return False
    for i in range(pile.n):
        counts[pile.card[i]] += 1
    return True


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
def broken_rule(s, t, counts):
    """The first of RULES that a state breaks; counts: room for one number a card."""
    for card in range(t.n_cards):
        counts[card] = s.banished[card] - t.card[card].copies * (s.players if t.card[card].starter == 1 else 1)
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
    for card in range(t.n_cards):
        if counts[card] != 0:
            return CARDS
    if s.gems < 0 or s.power < 0 or s.power > INFINITE:
        return RESOURCES
    if s.center_known < 0 or s.center_known > s.center.n:
        return CENTER_KNOWN
    return broken_turn_zones(s, t, counts)


@kernel(cache=False)
def broken_turn(s, turn):
    """The first of RULES that a state in which somebody is to decide breaks; turn: the turn of the state before."""
    if s.alive[s.to_move] == 0 or s.alive[s.active] == 0 or s.to_move < 0 or s.to_move >= s.players:
        return TO_MOVE
    if (s.to_move == s.active) == (s.decision == SHIELD):
        return TO_MOVE
    if s.decision == 0 or (s.decision == MAIN) != (s.n_frames == 0):
        return PENDING
    if s.turn != turn and s.turn != turn + 1:
        return TURNS
    left = s.play.n + s.exhausted.n + s.gems + s.power + s.deploys + s.focused + s.copies_homodeus + s.factions_deployed
    if s.turn != turn and (left > 0 or s.decision != MAIN):
        return NEW_TURN
    return SOUND


@kernel(cache=False)
def offered_twice(actions, n):
    for i in range(n):
        for j in range(i):
            if actions[i].kind == actions[j].kind and actions[i].a == actions[j].a and actions[i].b == actions[j].b:
                return True
    return False


@kernel(cache=False)
def broken_end(s, t, measures):
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
    if abs(total - 1.0) > 1e-6 or s.over != 1 or limit != (s.cause == TURN_LIMIT):
        return OUTCOME
    if (winners == 1) != (living == 1) or (living != 1 and not limit) or s.n_frames != 0 or s.decision != 0:
        return OUTCOME
    for seat in range(s.players):
        if measures[HEALTH_AT + PER_SEAT * seat] != s.health[seat]:
            return MEASURES
        if measures[MASTERY_AT + PER_SEAT * seat] != s.mastery[seat]:
            return MEASURES
    return SOUND


def _playouts(states, t, setup, legal_actions, apply, measure, actions, counts, measures, seed, first, n_games, seen):
    """Plays games and looks at each step; (game, step, broken rule) of the first that breaks one, rule 0 if none does.

    seen: by decision, how often it was asked; in place 0 the number of steps.
    """
    s = states[0]
    for game in range(first, first + n_games):
        setup(s, t, seed, game)
        turn = s.turn
        for step in range(STEPS_MAX + 1):
            rule = FAULT if s.error != 0 or step == STEPS_MAX else broken_rule(s, t, counts)
            if rule == SOUND and s.over == 0:
                rule = broken_turn(s, turn)
            if rule != SOUND:
                return game, step, rule
            if s.over != 0:
                measure(s, t, measures)
                rule = broken_end(s, t, measures)
                if rule != SOUND:
                    return game, step, rule
                break
            turn = s.turn
            n = legal_actions(s, t, actions)
            seen[0] += 1
            seen[s.decision] += 1
            if n < 1 or n > actions.size or s.error != 0:
                return game, step, ACTIONS
            if offered_twice(actions, n):
                return game, step, TWICE
            apply(s, t, actions[below(s, agent_stream(s.to_move), n)])
    return 0, 0, SOUND


def compiled():
    t = GAME.signatures
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    rooms = [types.Array(kind, 1, "C") for kind in (types.int64, types.float32)]
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), t.tables, *functions, t.actions, *rooms, types.int64, types.int64, types.int64,
        types.Array(types.int64, 1, "C"),
    )  # fmt: skip
    return kernel(signature, cache=False)(_playouts)


@pytest.fixture(scope="module")
def playouts():
    """(tables, seed, first, count) -> (number of the first game that breaks a rule, step, rule), decisions seen."""
    run = compiled()

    def play(tables, seed, first, count, game=GAME):
        seen = np.zeros(len(Decision), np.int64)
        number, step, rule = run(
            np.zeros(1, np.dtype((np.record, GAME.STATE))), tables, game.setup, game.legal_actions, game.apply,
            game.measure, game.new_actions(), np.zeros(CARD_TYPES_MAX, np.int64),
            np.zeros(len(GAME.measures), np.float32), seed, first, count, seen,
        )  # fmt: skip
        return f"game {number} step {step}: {RULES[rule]}" if rule else "sound", seen

    return play


def write_copies(folder, copies):
    path = folder / "copies.toml"
    path.write_text("".join(f"[{card}]\ncopies = {n}\n" for card, n in copies.items()), encoding="utf-8")
    return path


@pytest.mark.parametrize("players", GAME.player_counts)
def test_random_playouts_keep_the_rules_at_every_step(playouts, players):
    found, seen = playouts(GAME.make_tables({"players": players}), 1, 0, PLAYOUTS)
    assert found == "sound"
    never = {Decision(kind) for kind, times in enumerate(seen) if times == 0}
    assert never == ({Decision.SPLIT, Decision.TARGET} if players == 2 else set())


@pytest.mark.parametrize(
    "table",
    [
        {"players": 2, "health": 1, "max_health": 1},
        {"players": 4, "health": 3, "max_health": 7, "hand": 10, "row": 8, "focus_cost": 0},
        {"players": 3, "hand": 10, "row": 8, "focus_cost": 0, "max_mastery": 99, "turn_limit": 20},
        {"players": 2, "hand": 1, "row": 1, "health": 999, "max_health": 999, "turn_limit": 40},
        {"players": 4, "hand": 7, "row": 2, "focus_cost": 3, "max_mastery": 3, "first": "random"},
        {"players": 3, "starting_mastery": [30, 29, 28], "health": 500, "max_health": 500, "hand": 8, "first": "p3"},
    ],
    ids=["1 health", "little health", "big hands", "one card", "random first", "full mastery"],
)
def test_house_rules_keep_the_rules_too(playouts, table):
    assert playouts(GAME.make_tables(table), 2, 0, 1500)[0] == "sound"


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


@pytest.mark.parametrize("copies", STRESS.values(), ids=STRESS)
@pytest.mark.parametrize("players", GAME.player_counts)
def test_other_numbers_of_copies_keep_the_rules_too(playouts, tmp_path, copies, players):
    tables = GAME.make_tables({"players": players, "hand": 8, "max_mastery": 40}, [write_copies(tmp_path, copies)])
    assert playouts(tables, 3, 0, 1200)[0] == "sound"


# --- the checker itself --------------------------------------------------------------------------------------------


def spoilt_apply(s, t, action):
    """Breaks one rule in turn 2; which one stands where no card is."""
    GAME_APPLY(s, t, action)
    rule, seat = t.card[CARD_TYPES_MAX - 1].cost, s.active
    if s.turn < 2 or s.over == 1:
        if rule == OUTCOME and s.over == 1:
            s.score[seat] = 0.7
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
    elif rule == FAULT:
        s.error = 1
    elif rule == TURNS:
        s.turn += 1


def spoilt_legal_actions(s, t, actions):
    """Offers nothing, or something twice."""
    n = GAME_LEGAL_ACTIONS(s, t, actions)
    rule = t.card[CARD_TYPES_MAX - 1].cost
    if rule == ACTIONS and n > 3:
        return 0
    if rule == TWICE:
        actions[n] = actions[0]
        return n + 1
    return n


def spoilt_measure(s, t, out):
    GAME_MEASURE(s, t, out)
    if t.card[CARD_TYPES_MAX - 1].cost == MEASURES:
        out[HEALTH_AT] += 1


GAME_APPLY, GAME_LEGAL_ACTIONS, GAME_MEASURE = GAME.apply, GAME.legal_actions, GAME.measure


@pytest.fixture(scope="module")
def spoilt_game():
    t = GAME.signatures
    return replace(
        GAME,
        apply=kernel(t.apply, cache=False)(spoilt_apply),
        legal_actions=kernel(t.legal_actions, cache=False)(spoilt_legal_actions),
        measure=kernel(t.measure, cache=False)(spoilt_measure),
    )


@pytest.mark.parametrize("rule", range(len(RULES)), ids=RULES)
def test_the_checker_finds_a_game_that_breaks_a_rule(playouts, spoilt_game, rule):
    tables = GAME.make_tables({"players": 2, "turn_limit": 10})
    tables.card[CARD_TYPES_MAX - 1].cost = rule
    found, _ = playouts(tables, 1, 0, 3, spoilt_game)
    assert found.split(": ")[-1] == RULES[rule]
