"""Asks agents twice: in a game as it is, and in copies in which all that their seat cannot know is dealt anew.

The answers must be equal, and an agent may change nothing but its own stream of luck.
"""

import functools
import time

import numpy as np
from numba import types

from agents import Agent
from sim import load_game
from sim.core.kernel import kernel
from sim.core.records import new_records
from sim.core.rng import GOLDEN, agent_stream, below, mix64, shuffle_stream

COPIES = 3
SECONDS = 2.5
"""About how long one agent is asked at one table; slow agents are asked in fewer positions."""
MOST = 8_000

VERDICTS = (
    "honest",
    "its choice depends on what it cannot know",
    "the legal actions depend on what the seat cannot know",
    "it changes the state or the list of actions",
    "it answers with an index outside the list",
)
HONEST, PEEKS, LEAKS, MEDDLES, NONSENSE = range(len(VERDICTS))


@kernel(cache=False)
def meddled(before, after, start):
    """Whether bytes differ other than the eight of one random stream."""
    for i in range(before.size):
        if before[i] != after[i] and not start <= i < start + 8:
            return True
    return False


@kernel(cache=False)
def differ(actions, others, n, m):
    if n != m:
        return True
    for i in range(n):
        a, b = actions[i], others[i]
        if a.kind != b.kind or a.a != b.a or a.b != b.b or a.c != b.c:
            return True
    return False


def _look(
    states, raw, t, setup, legal_actions, apply, determinize, choose, params, actions, others,
    rng_at, luck, share, most, copies, seen,
):  # fmt: skip
    """Plays games in which a share of the decisions is the agent's, and asks each of these again in redealt copies.

    Returns (game, step, verdict) of the first position in which the agent is not honest; looks at `most` positions.
    states: the game, a copy, the game before the choice; raw: their bytes; seen: positions looked at, by decision.
    """
    s, looked = states[0], 0
    for game in range(1_000_000):
        setup(s, t, 11, game)
        for step in range(100_000):
            if s.over != 0:
                break
            n = legal_actions(s, t, actions)
            luck = mix64(luck + GOLDEN)
            k = np.int64(luck % np.uint64(n))
            if n > 1 and np.int64((luck >> np.uint64(40)) % np.uint64(1000)) < share:
                states[2] = states[0]
                seat = s.to_move
                legal_actions(s, t, others)
                k = choose(s, t, actions, n, params)
                if meddled(raw[2], raw[0], rng_at + 8 * agent_stream(seat)) or differ(actions, others, n, n):
                    return game, step, MEDDLES
                if k < 0 or k >= n:
                    return game, step, NONSENSE
                for copy in range(copies):
                    states[1] = states[2]
                    determinize(states[1], t, seat, 7 * looked + copy)
                    for other in range(s.players):
                        if other != seat:
                            states[1].rng[agent_stream(other)] += GOLDEN
                    if differ(actions, others, n, legal_actions(states[1], t, others)):
                        return game, step, LEAKS
                    if choose(states[1], t, others, n, params) != k:
                        return game, step, PEEKS
                seen[s.decision] += 1
                looked += 1
                if looked == most:
                    return game, step, HONEST
            apply(s, t, actions[k])
    return 0, 0, HONEST


@functools.cache
def compiled(name):
    t = load_game(name).signatures
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.determinize, t.choose)]
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), types.Array(types.uint8, 2, "C"), t.tables, *functions,
        types.Array(types.float64, 1, "C"), t.actions, t.actions, types.int64, types.uint64, types.int64, types.int64,
        types.int64, types.Array(types.int64, 1, "C"),
    )  # fmt: skip
    return kernel(signature, cache=False)(_look)


def look(game, agent, table, most, share=600, legal_actions=None, copies=COPIES):
    """(verdict on an agent, positions looked at by decision)."""
    states = new_records(game.STATE, 3)
    raw = states.view(np.uint8).reshape(3, -1)
    seen = np.zeros(len(game.words.decisions), np.int64)
    number, step, verdict = compiled(game.name)(
        states, raw, game.make_tables(table), game.setup, legal_actions or game.legal_actions, game.apply,
        game.determinize, agent.choose, agent.params, game.new_actions(), game.new_actions(),
        game.STATE.fields["rng"][1], 1, share, most, copies, seen,
    )  # fmt: skip
    return VERDICTS[verdict] if verdict == HONEST else f"game {number} step {step}: {VERDICTS[verdict]}", seen


def look_for_seconds(game, agent, table, seconds=SECONDS, most=MOST):
    """look() at as many positions as the time allows; also whether these were `most`."""
    verdict, _ = look(game, agent, table, 2)  # compiles
    if verdict != VERDICTS[HONEST]:
        return verdict, set(), False
    started = time.perf_counter()
    look(game, agent, table, 20, share=100)
    each = (time.perf_counter() - started) / 20
    positions = int(min(max(seconds / each, 100), most))
    verdict, seen = look(game, agent, table, positions, share=min(600, max(int(seconds / each), 1)))
    if verdict == VERDICTS[HONEST]:
        assert seen.sum() == positions
    return verdict, {game.words.decisions[int(decision)] for decision in np.flatnonzero(seen)}, positions == most


# --- agents made for tests --------------------------------------------------------------------------------------------


def reading(dtype, fields=None):
    """A kernel that adds all numbers of a value of a dtype; fields: of a record, those of some fields alone."""
    if dtype.subdtype is not None:
        return of_every(reading(dtype.subdtype[0]), len(dtype.subdtype[1]))
    if dtype.names is None:
        return the_number
    kernels = [of_field(name, reading(dtype[name])) for name in fields or dtype.names]
    while len(kernels) > 1:
        kernels += [adds_nothing] * (-len(kernels) % 4)
        kernels = [sum_of(*kernels[place : place + 4]) for place in range(0, len(kernels), 4)]
    return kernels[0]


@kernel(cache=False)
def the_number(value):
    """A number that is no array."""
    return np.int64(value)


def of_field(name, read):
    """A kernel that reads a field of a record."""

    @kernel(cache=False)
    def field(record):
        return read(record[name])

    return field


def of_every(read, dimensions):
    """A kernel that adds what is read in an array of so many dimensions."""
    inner = of_every(read, dimensions - 1) if dimensions > 1 else read

    @kernel(cache=False)
    def elements(array):
        total = 0
        for i in range(len(array)):
            total += inner(array[i])
        return total

    return elements


def sum_of(first, second, third, fourth):
    """A kernel that adds what four kernels read."""

    @kernel(cache=False)
    def all_four(record):
        return first(record) + second(record) + third(record) + fourth(record)

    return all_four


@kernel(cache=False)
def adds_nothing(record):
    """The sum of no number."""
    return 0


def honest(game, forbidden, reads):
    """An agent that reads every field of a state but those forbidden, some numbers of these, and its own luck.

    reads: kernels (s, t), each of which adds such numbers.
    """
    fields = [name for name in game.STATE.names if name not in ("rng", *forbidden)]
    open_numbers, known = reading(game.STATE, fields), nothing_known
    for read in reads:
        known = known_besides(known, read)

    def honest(s, t, actions, n, params):
        return (open_numbers(s) + known(s, t) + below(s, agent_stream(s.to_move), 2)) % n

    return honest


@kernel(cache=False)
def nothing_known(s, t):
    """What a seat knows of hidden fields that tell it nothing."""
    return 0


def known_besides(first, second):
    """A kernel that adds what two kernels (s, t) read."""

    @kernel(cache=False)
    def known(s, t):
        return first(s, t) + second(s, t)

    return known


def answers_by(peek):
    """An agent that answers by a number of a kernel (s, t)."""

    def cheat(s, t, actions, n, params):
        return int(peek(s, t)) % n

    return cheat


def reads_luck(stream):
    """An agent that answers by a stream of luck, which a kernel (s) names."""

    def cheat(s, t, actions, n, params):
        return np.int64(s.rng[stream(s)] % np.uint64(n))

    return cheat


def draws_luck(stream):
    """An agent that draws from a stream of luck, likewise."""

    def cheat(s, t, actions, n, params):
        return below(s, stream(s), n)

    return cheat


def always_stream(number):
    """A kernel (s) that names a stream of luck that is no seat's."""

    @kernel(cache=False)
    def stream(s):
        return number

    return stream


@kernel(cache=False)
def own_deck_stream(s):
    """The stream by which the deck of the seat to move is shuffled."""
    return shuffle_stream(s.to_move)


@kernel(cache=False)
def next_agent_stream(s):
    """The stream of the agent that sits next to the seat to move."""
    return agent_stream((s.to_move + 1) % s.players)


def agent_of(game, function):
    """An agent made for a test."""
    return Agent(function.__name__, game.name, "made for a test", kernel(cache=False)(function))
