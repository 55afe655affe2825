"""An agent from outside is a function of what it sees: what is not is refused, stopped or told."""

import json
import sys

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import experiments
from agents import define_agent, dependencies, load_agent
from agents.search import search
from sim import load_game
from sim.core import conduct, rng
from sim.core.errors import InputError
from sim.core.kernel import interpreted, kernel
from sim.core.rng import agent_stream, below
from sim.core.turnloop import play_games
from sim.words.trace import play_log

GAME = load_game("nightfall")
TABLES = GAME.make_tables({"players": 2}, [])
RANDOM = load_agent(GAME.name, "random")
TURN = r"\(game 0, turn \d+\)"
compiled_only = pytest.mark.skipif(interpreted, reason="about compiled code")


def estimate(agent, **how):
    return experiments.estimate(GAME.name, [agent, "random"], games=64, results=None, **how)


def play(agent):
    return play_games(GAME, TABLES, [agent, RANDOM], 1, 0, 40)


def tell(agent):
    return play_log(GAME, TABLES, [agent, RANDOM], 1, 0, ["own", "random"])


def address(s, tables, actions, n, params):
    return int(s.rng.ctypes.data * 2654435761 >> 20) % n


def address_by_text(s, tables, actions, n, params):
    return getattr(s.rng, "ctypes").data % n  # noqa: B009


def interface(s, tables, actions, n, params):
    return s.rng.__array_interface__["data"][0] % n


def identity(s, tables, actions, n, params):
    return id(s) % n


def hashed(s, tables, actions, n, params):
    return hash("seat") % n


def uninitialised(s, tables, actions, n, params):
    total = 0
    for value in np.empty(40, np.int64):
        total += value
    return int(abs(total)) % n


def strided(s, tables, actions, n, params):
    return np.int64(as_strided(params, (2**40,), (8,))[2**33]) % n


@pytest.mark.parametrize(
    ("function", "word"),
    [
        (address, "`ctypes`"), (address_by_text, "`ctypes`"), (interface, "`__array_interface__`"), (identity, "`id`"),
        (hashed, "`hash`"), (strided, "use slices"),
    ],
)  # fmt: skip
def test_what_reads_addresses_is_refused_with_its_line(function, word):
    with pytest.raises(InputError) as error:
        define_agent(GAME.name)(function)
    (problem,) = error.value.problems
    first = function.__code__.co_firstlineno
    assert problem.startswith(f'agent "{function.__name__}" (')
    assert word in problem
    assert any(f"line {line})" in problem for line in range(first + 1, first + 5))


def test_a_helper_that_reads_addresses_is_refused_too():
    helper = kernel(lambda s: s.rng.ctypes.data, cache=False)

    def mine(s, tables, actions, n, params):
        return helper(s) % n

    with pytest.raises(InputError, match="`ctypes`"):
        define_agent(GAME.name)(mine)


@compiled_only
@pytest.mark.parametrize("function", [address, uninitialised])
def test_an_agent_that_plays_other_games_at_other_addresses_is_a_named_fault(monkeypatch, function):
    monkeypatch.setattr(dependencies, "ADDRESSES", ())
    monkeypatch.setattr(dependencies, "UNSOUND", {})
    with pytest.raises(
        InputError, match=rf'agent "{function.__name__}" does not play the same game twice \(game \d+, s'
    ):
        estimate(define_agent(GAME.name)(function))


@compiled_only
def test_an_agent_that_dies_by_a_signal_is_told_and_takes_nothing_with_it(monkeypatch):
    monkeypatch.setattr(dependencies, "UNSOUND", {})
    with pytest.raises(InputError, match=rf'agent "strided" ended its process by signal 11, .* {TURN}'):
        estimate(define_agent(GAME.name)(strided))


def far_number(s, tables, actions, n, params):
    return int(params[5000]) % n


def far_action(s, tables, actions, n, params):
    return int(actions[2**33].kind) % n


def far_stream(s, tables, actions, n, params):
    return int(s.rng[s.turn + 1000]) % n


@kernel(cache=False)
def number_at(params, place):
    return params[place]


def far_in_a_helper(s, tables, actions, n, params):
    return int(number_at(params, 5000)) % n


def far_in_the_project(s, tables, actions, n, params):
    return int(below(s, agent_stream(2**20), n))


def far_by_module(s, tables, actions, n, params):
    return int(rng.below(s, 2**20, n))


def surrenders(s, tables, actions, n, params):
    if s.turn > 2:
        raise ValueError("no idea")
    return 0


@pytest.mark.parametrize(
    "function",
    [far_number, far_action, far_stream, far_in_a_helper, far_in_the_project, far_by_module],
)
def test_a_read_past_the_end_is_told_with_agent_game_and_turn(function):
    agent = define_agent(GAME.name)(function)
    for ask in (play, estimate):
        with pytest.raises(InputError, match=rf'agent "{function.__name__}" raised IndexError: .* {TURN}'):
            ask(agent)


def test_a_value_from_outside_is_checked_as_an_agent_is():
    value = kernel(lambda s, tables, seat: float(number_at(s.rng, 2**20 + seat)), cache=False)
    thinker = search(GAME.name, "thinker", RANDOM, value, rollouts=4, horizon=1)
    assert thinker.outside
    for ask in (play, estimate):
        with pytest.raises(InputError, match=rf'agent "thinker" raised IndexError: .* {TURN}'):
            ask(thinker)
    with pytest.raises(InputError, match=r'^agent "thinker", value \(.*`ctypes`'):
        search(GAME.name, "thinker", RANDOM, kernel(lambda s, tables, seat: s.rng.ctypes.data * 1.0, cache=False))


def test_the_digest_of_a_thinking_agent_has_what_its_value_reaches():
    def thinker(factor):
        helper = kernel(lambda seat: seat * factor, cache=False)
        return search(GAME.name, "thinker", RANDOM, kernel(lambda s, tables, seat: float(helper(seat)), cache=False))

    assert thinker(0.5).digest() == thinker(0.5).digest() != thinker(0.25).digest()
    assert not load_agent(GAME.name, "expert").outside


def test_what_an_agent_raises_is_told_with_agent_game_and_turn():
    agent = define_agent(GAME.name)(surrenders)
    for ask in (play, estimate, tell):
        with pytest.raises(InputError, match=r'agent "surrenders" raised ValueError: no idea \(game 0, turn [45]\)'):
            ask(agent)


def test_an_agent_that_raises_after_the_sample_stops_the_run(tmp_path):
    @define_agent(GAME.name, after=0.0)
    def late(s, tables, actions, n, params):
        if s.rng[agent_stream(s.to_move)] % 1000 == 0:
            raise ValueError("late")
        return below(s, agent_stream(s.to_move), n)

    with pytest.raises(InputError, match=r'agent "late" raised ValueError: late \(game \d+, turn \d+\)'):
        experiments.estimate(GAME.name, [late, "random"], games=4000, results=tmp_path)
    (folder,) = tmp_path.iterdir()
    assert experiments.load(folder).status == "stopped"


def talks(s, tables, actions, n, params):
    print("turn", s.turn, 0.5, n > 1)
    return 0


def test_what_an_agent_prints_goes_to_standard_error(capfd):
    play(define_agent(GAME.name)(talks))
    sys.stderr.flush()
    print(json.dumps({"sound": True}))
    out, err = capfd.readouterr()
    assert json.loads(out) == {"sound": True}
    assert "turn 0 0.5 True" in err.splitlines()


def hoards(s, tables, actions, n, params):
    held = [np.ones(1000)]
    while n > 0:
        held.append(np.ones(1_000_000))
    return len(held)


def asks_for_all(s, tables, actions, n, params):
    return int(np.zeros(2**45)[n]) % n


def endless(s, tables, actions, n, params):
    k = 0
    while n > 0:
        k += n % 3 - 1
    return k


@compiled_only
def test_an_agent_that_allocates_without_end_is_stopped(monkeypatch):
    monkeypatch.setattr(conduct.limits, "gib", 0.25)
    with pytest.raises(InputError, match=rf'"hoards" took more than 0.25 GiB of memory for one answer {TURN}'):
        estimate(define_agent(GAME.name)(hoards))


@compiled_only
def test_an_agent_that_asks_for_more_memory_than_there_is_is_told():
    with pytest.raises(InputError, match=rf'"asks_for_all" raised MemoryError.* {TURN}'):
        estimate(define_agent(GAME.name)(asks_for_all))


@compiled_only
def test_an_agent_that_never_answers_is_stopped_with_a_sentence(monkeypatch):
    monkeypatch.setattr(conduct.limits, "seconds", 0.5)
    with pytest.raises(InputError, match=rf'"endless" has not answered within 0.5 CPU-seconds {TURN}'):
        estimate(define_agent(GAME.name)(endless))


def test_a_sound_agent_plays_the_games_that_it_played_before():
    @define_agent(GAME.name)
    def sound(s, tables, actions, n, params):
        return below(s, agent_stream(s.to_move), n)

    assert (
        estimate(sound)
        .games.drop(columns="fingerprint", errors="ignore")
        .equals(estimate("random").games.drop(columns="fingerprint", errors="ignore"))
    )
    assert np.array_equal(play(sound).fingerprint, play(RANDOM).fingerprint)
