"""A batch of games: the same rows however it is divided, exactly one point in every game and seat, faults by number."""

import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace

import numpy as np
import pytest
from quick import quick_agents

from agents import Agent, load_agent
from sim import GAMES, load_game
from sim.core.faults import ERROR_AGENT, ERROR_ENDLESS, ERROR_PILE_FULL
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below
from sim.core.turnloop import DECISIONS_MAX, play_games

GAME = load_game("shards_of_infinity")
AGENTS = quick_agents(GAME.name)
RANDOM = AGENTS["random"]
COLUMNS = (
    "score",
    "measures",
    "first_seat",
    "turns",
    "decisions",
    "error",
    "truncated",
    "fingerprint",
    "at_fault",
    "answer",
)


def play(players=2, agents=None, seed=1, first=0, count=40, game=GAME, **table):
    tables = game.make_tables({"players": players, **table})
    return play_games(game, tables, agents or [load_agent(game.name, "random")] * players, seed, first, count)


def same(one, other):
    return all(np.array_equal(getattr(one, column), getattr(other, column)) for column in COLUMNS)


def joined(batches):
    return {column: np.concatenate([getattr(batch, column) for batch in batches]) for column in COLUMNS}


def agent(function):
    return Agent("an agent of the test", GAME.name, "made for a test", kernel(cache=False)(function))


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.drawn(20)
@pytest.mark.parametrize(("game", "players"), [(game, n) for game in GAMES for n in load_game(game).player_counts])
@pytest.mark.parametrize("sizes", [(1,) * 48, (7, 1, 40), (24, 24), (47, 1), (5, 11, 13, 19)], ids=str)
def test_rows_do_not_depend_on_the_batch_they_are_played_in(game, players, sizes):
    whole, start, parts = play(players, count=48, first=100, game=load_game(game)), 100, []
    for size in sizes:
        parts.append(play(players, first=start, count=size, game=load_game(game)))
        start += size
    for column, rows in joined(parts).items():
        assert np.array_equal(rows, getattr(whole, column)), column


@pytest.mark.parametrize(
    "table",
    [{"game": "shards_of_infinity"}, *({"game": "aeons_end", "nemesis": n} for n in ("rageborne", "crooked_mask"))],
    ids=lambda table: " ".join(table.values()),
)
def test_one_and_two_threads_give_the_same_rows(table):
    table = {**table, "game": load_game(table["game"])}
    with ThreadPoolExecutor(2) as pool:
        threads = joined(list(pool.map(lambda start: play(3, first=start, count=25, **table), range(0, 400, 25))))
    one = play(3, count=400, **table)
    assert all(np.array_equal(threads[column], getattr(one, column)) for column in COLUMNS)


@pytest.mark.parametrize("game", GAMES)
def test_other_seeds_are_other_games(game):
    one, other = (play(seed=seed, count=200, game=load_game(game)) for seed in (1, 2))
    assert not set(one.fingerprint.tolist()) & set(other.fingerprint.tolist())


def test_every_deal_of_a_run_is_another_game():
    assert np.unique(play(count=8000).fingerprint[::2]).size == 4000


def test_a_row_has_what_it_should():
    batch = play(4, count=30)
    assert {field.name for field in fields(batch)} == {"first", *COLUMNS}
    kinds = {
        "score": "f4",
        "measures": "f4",
        "first_seat": "i1",
        "turns": "i4",
        "error": "i2",
        "truncated": "i1",
        "fingerprint": "u8",
        "at_fault": "i1",
    }
    assert all(getattr(batch, column).dtype == kind for column, kind in kinds.items())
    assert batch.score.shape == (30, 4)
    assert batch.measures.shape == (30, len(GAME.measures))
    assert batch.turns.min() > 0
    assert (batch.decisions >= batch.turns).all()


@pytest.mark.parametrize(
    ("name", "table"),
    [("shards_of_infinity", {"turn_limit": 1}), ("aeons_end", {"turn_limit": 1}), ("keyforge", {"turn_limit": 1})],
)
def test_a_game_that_a_limit_ends_is_truncated(name, table):
    game = load_game(name)
    for house, truncated in (({}, 0), (table, 1)):
        tables = game.make_tables(house)
        batch = play_games(game, tables, [load_agent(name, "random")] * int(tables.players), 1, 0, 2)
        assert not batch.error.any()
        assert (batch.truncated == truncated).all()


def test_no_games_are_an_empty_batch():
    assert play(count=0).score.shape == (0, 2)


def test_there_must_be_one_agent_for_each_seat():
    with pytest.raises(ValueError, match="3 agents expected, one a seat, found 2"):
        play(3, agents=[RANDOM] * 2)


@pytest.mark.parametrize("players", GAME.player_counts)
def test_a_seat_s_own_agent_decides_for_it(players):
    """Agents that always take the last action end their turns at once; only the other one can ever win."""
    idle = agent(lambda s, t, actions, n, params: n - 1)
    for seat in range(players):
        agents = [idle] * players
        agents[seat] = RANDOM
        batch = play(players, agents=agents, count=players * 4)
        assert (batch.score[:, seat] == 1).all()


def test_an_agent_reads_its_own_parameters():
    def choose(s, t, actions, n, params):
        return 0 if params[0] > 0.5 else n - 1

    one = agent(choose)
    busy, idle = replace(one, parameters={"x": 1.0}), replace(one, parameters={"x": 0.0})
    assert (play(agents=[busy, idle], count=10).score[:, 0] == 1).all()
    assert (play(agents=[idle, busy], count=10).score[:, 1] == 1).all()


# --- mirrored deals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_against_itself_makes_exactly_one_point_in_every_deal(name, players):
    deals = 60 if name == "random" else 12
    batch = play(players, agents=[AGENTS[name]] * players, count=deals * players, first=players * 5)
    assert not batch.error.any()
    scores = batch.score.reshape(deals, players, players)
    assert np.allclose(scores.sum(axis=1), 1, rtol=0, atol=1e-6)
    for turned in range(1, players):
        assert np.array_equal(scores[:, 0], np.roll(scores[:, turned], -turned, axis=1))


@pytest.mark.parametrize("players", GAME.player_counts)
def test_games_of_one_deal_are_the_same_game_seen_from_other_seats(players):
    batch = play(players, count=20 * players)
    assert list(batch.first_seat) == list(range(players)) * 20
    for column in ("turns", "decisions"):
        rows = getattr(batch, column).reshape(20, players)
        assert (rows == rows[:, :1]).all()
    start, end = (GAME.measures.index(f"p{seat}_health") for seat in (1, 2))
    seats = batch.measures[:, start : start + players * (end - start)].reshape(20, players, players, end - start)
    for turned in range(1, players):
        assert np.array_equal(seats[:, 0], np.roll(seats[:, turned], -turned, axis=1))


def test_two_names_of_one_agent_play_the_same_games():
    other = replace(RANDOM, name="another name")
    assert same(play(count=100), play(agents=[RANDOM, other], count=100))


def test_variants_share_the_luck_of_a_deal():
    """A rule that never matters changes nothing; with another limit of turns the games are the same up to there."""
    assert same(play(count=60, max_mastery=98, starting_mastery=[0, 1]), play(count=60, max_mastery=99))
    limited, plain = play(count=60, turn_limit=30), play(count=60)
    short = plain.turns < 60
    assert short.any()
    assert (limited.fingerprint == plain.fingerprint)[short].all()


@pytest.mark.parametrize(("first", "seats"), [("p1", {0}), ("p3", {2}), ("random", {0, 1, 2})])
def test_who_begins(first, seats):
    assert set(play_first(first).first_seat.tolist()) == seats


def play_first(first):
    return play_games(GAME, GAME.make_tables({"players": 3, "first": first}), [RANDOM] * 3, 1, 0, 300)


def test_the_first_seat_is_drawn_evenly():
    counts = np.bincount(play_first("random").first_seat, minlength=3)
    assert abs(counts - 100).max() < 35


def test_at_the_turn_limit_the_living_share_the_point():
    batch = play(4, count=40, turn_limit=1)
    assert (batch.score == 0.25).all()
    assert (batch.turns == 4).all()


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["n", "-1", "n + 1000", "-2**62"])
def test_a_wrong_answer_is_a_fault_of_that_game_alone(wrong):
    """An agent that now and then, by the luck of the game, answers nonsense."""
    scope = {"below": below, "agent_stream": agent_stream}
    source = f"""
def choose(s, t, actions, n, params):
    k = below(s, agent_stream(s.to_move), n)
    return {wrong} if k == 0 and s.turn > 60 else k
"""
    exec(source, scope)
    batch, plain = play(agents=[agent(scope["choose"])] * 2, count=60), play(count=60)
    bad = batch.error != 0
    assert 0 < bad.sum() < 60
    assert set(batch.error[bad].tolist()) == {ERROR_AGENT}
    assert not batch.score[bad].any()
    assert (batch.score[~bad].sum(axis=1) == 1).all()
    assert (batch.fingerprint == plain.fingerprint)[~bad].all()
    assert (batch.fingerprint != plain.fingerprint)[bad].all()


def test_a_game_without_end_is_stopped_and_the_run_goes_on():
    def stand_still(s, t, action):
        if s.first == 0:
            return
        s.over, s.score[1] = 1, 1.0

    still = replace(GAME, apply=kernel(cache=False)(stand_still))
    batch = play(game=still, count=3)
    assert batch.error.tolist() == [ERROR_ENDLESS, 0, ERROR_ENDLESS]
    assert batch.score.tolist() == [[0, 0], [0, 1], [0, 0]]
    assert batch.decisions[0] <= DECISIONS_MAX + 1


def test_a_fault_inside_the_rules_is_noted_and_the_run_goes_on():
    def fault(s, t, action):
        if s.first == 0:
            s.error = ERROR_PILE_FULL
        s.over, s.score[0], s.score[1] = 1, 0.5, 0.5

    batch = play(game=replace(GAME, apply=kernel(cache=False)(fault)), count=3)
    assert batch.error.tolist() == [ERROR_PILE_FULL, 0, ERROR_PILE_FULL]
    assert batch.score.tolist() == [[0, 0], [0.5, 0.5], [0, 0]]


def test_a_bad_index_never_reaches_the_rules():
    """With a single legal action the agent is not asked at all."""

    def never_asked(s, t, actions, n, params):
        return -1 if n < 2 else n - 1

    assert not play(agents=[agent(never_asked)] * 2, count=10).error.any()


def test_games_go_on_while_another_thread_makes_errors_of_warnings():
    """Filters of warnings are those of the whole process, and scipy changes them while it looks for an equilibrium."""
    with ThreadPoolExecutor(1) as players, warnings.catch_warnings():
        warnings.simplefilter("error")
        assert players.submit(play).result().error.max() == 0
