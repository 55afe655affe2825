"""Counter-based random streams that live inside the state of a game: one stream for each purpose.

A game's luck follows from (run seed, deal, purpose) alone. The streams of a seat belong to its position in turn order:
when the same deal is played again with the agents moved round the table, the first player has the first player's
shuffles whoever he is. So games of one deal, and the same deal under two variants, share all the luck that they can.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .kernel import interpreted, kernel

ORDER, MARKET, DICE, SHARED = 0, 1, 2, 3
"""Streams of the whole table: who begins, the common deck or market, dice. Seats follow, two streams each."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32))


def stream_count(seats: int) -> int:
    """How many streams a game for so many seats needs."""
    return SHARED + 2 * seats


@kernel
def shuffle_stream(seat):
    """The stream with which a seat shuffles and draws."""
    return SHARED + 2 * seat


@kernel
def agent_stream(seat):
    """The stream of the agent at a seat: its choices never disturb the game's own luck."""
    return SHARED + 2 * seat + 1


def wrapping(function: Callable[..., Any]) -> Any:
    """A kernel whose unsigned numbers wrap around on purpose: interpreted, numpy does not warn of it."""
    if not interpreted:
        return kernel(function)

    @functools.wraps(function)
    def ignoring(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return ignoring


@wrapping
def mix64(z):
    """SplitMix64 finalizer (Steele, Lea and Flood 2014): uint64 -> uint64, a bijection."""
    z = (z ^ (z >> SHIFTS[0])) * FIRST_MULTIPLIER
    z = (z ^ (z >> SHIFTS[1])) * SECOND_MULTIPLIER
    return z ^ (z >> SHIFTS[2])


@wrapping
def stream_key(seed, deal, purpose):
    """Start of the stream for one purpose of one deal of a run: uint64, well mixed in all three."""
    key = mix64(np.uint64(seed) + GOLDEN)
    key = mix64(key ^ (np.uint64(deal) + GOLDEN))
    return mix64(key ^ (np.uint64(purpose) * GOLDEN))


@kernel
def seed_streams(s, seed, deal, first, players):
    """Starts all streams of state `s`; seat streams are keyed by the position in turn order counted from `first`."""
    for purpose in range(SHARED):
        s.rng[purpose] = stream_key(seed, deal, purpose)
    for seat in range(players):
        position = (seat - first + players) % players
        s.rng[shuffle_stream(seat)] = stream_key(seed, deal, shuffle_stream(position))
        s.rng[agent_stream(seat)] = stream_key(seed, deal, agent_stream(position))


@kernel
def reseed_streams(s, seed, seats):
    """Gives every stream but the agents' a new start that depends on `seed` and the position in turn order alone, for
    redealt states.
    """
    for purpose in range(SHARED):
        s.rng[purpose] = stream_key(seed, 0, purpose)
    for seat in range(seats):
        position = (seat - s.first + seats) % seats
        s.rng[shuffle_stream(seat)] = stream_key(seed, 0, shuffle_stream(position))


@wrapping
def below(s, stream, n):
    """Uniform integer in [0, n), 1 <= n < 2**31, by multiply-shift (bias below n / 2**32). Advances one stream."""
    s.rng[stream] += GOLDEN
    return np.int64(((mix64(s.rng[stream]) >> SHIFTS[3]) * np.uint64(n)) >> SHIFTS[3])
