"""Plays one game, or a batch of them, for any Game.

The loop takes the game's kernels and the agents as first-class functions: it is compiled once for the types of a game,
and neither a changed rule nor a new agent compiles it again.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numba import types

from .faults import ERROR_AGENT, ERROR_ENDLESS
from .game import Game
from .kernel import interpreted, kernel
from .rng import mix64

DECISIONS_MAX = 200_000
"""A game with more decisions than this is stopped as endless."""


class Player(Protocol):
    """What the loop needs of an agent."""

    @property
    def choose(self) -> Any:
        """The kernel that picks an action."""

    @property
    def params(self) -> np.ndarray:
        """The float64 vector that it reads."""


@dataclass(frozen=True)
class Batch:
    """Results of consecutive games, one row each; row i is game `first + i`."""

    first: int
    score: np.ndarray
    """float32 (games, players): 1 for the winner, shares of 1 for a tie, else 0; all 0 in a game with a fault"""
    measures: np.ndarray
    """float32 (games, number of the game's measures)"""
    first_seat: np.ndarray
    """int8 (games,): the seat that began"""
    turns: np.ndarray
    """int32 (games,): turns of all seats together"""
    decisions: np.ndarray
    """int32 (games,): decisions with more than one legal action, the ones that agents were asked"""
    error: np.ndarray
    """int16 (games,): 0, or the fault that stopped the game (sim.core.faults)"""
    fingerprint: np.ndarray
    """uint64 (games,): a hash of every action taken; equal fingerprints are equal games"""


@kernel
def fold(fingerprint, action):
    """The fingerprint of a game after one more action."""
    low = (np.int64(action.kind) & 0xFFFF) | ((np.int64(action.a) & 0xFFFF) << 16)
    high = (np.int64(action.b) & 0xFFFF) | ((np.int64(action.c) & 0xFFFF) << 16)
    code = np.uint64(low) | (np.uint64(high) << np.uint64(32))
    return mix64(fingerprint ^ code) + np.uint64(1)


def _play_batch(
    states, tables, setup, legal_actions, apply, measure, agents, params, seed, first, actions,
    score, measures, first_seat, turns, decisions, error, fingerprint,
):  # fmt: skip
    """Plays games `first` .. `first + len(score) - 1` in `states[0]` and writes one row of each result array for each.

    A single legal action is taken without asking; an index outside the list is a fault. All in one function, because
    handing the tuples of agents on costs a fifth of the time.
    """
    s = states[0]
    for g in range(score.shape[0]):
        setup(s, tables, seed, first + g)
        asked, steps, digest = 0, 0, np.uint64(0)
        while s.over == 0 and s.error == 0:
            n, k = legal_actions(s, tables, actions), 0
            if n > 1:
                asked += 1
                k = agents[s.to_move](s, tables, actions, n, params[s.to_move])
            if k < 0 or k >= n:
                s.error = ERROR_AGENT
            elif steps >= DECISIONS_MAX:
                s.error = ERROR_ENDLESS
            else:
                steps += 1
                digest = fold(digest, actions[k])
                apply(s, tables, actions[k])
        for seat in range(score.shape[1]):
            score[g, seat] = s.score[seat] if s.error == 0 else 0.0
        measure(s, tables, measures[g])
        first_seat[g], turns[g], error[g] = s.first, s.turn, s.error
        decisions[g], fingerprint[g] = asked, digest


@functools.cache
def batch_kernel(game: Game) -> Any:
    """The batch loop compiled for the types of one game."""
    if interpreted:
        return _play_batch
    t = game.signatures
    agents = types.UniTuple(types.FunctionType(t.choose), game.seats)
    params = types.UniTuple(types.Array(types.float64, 1, "C"), game.seats)
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    vectors = [types.Array(kind, 1, "C") for kind in (types.int8, types.int32, types.int32, types.int16, types.uint64)]
    matrices = [types.Array(types.float32, 2, "C")] * 2
    states = types.Array(t.state, 1, "C")
    return kernel(
        types.void(
            states, t.tables, *functions, agents, params, types.int64, types.int64, t.actions, *matrices, *vectors
        )
    )(_play_batch)


def play_games(game: Game, tables: np.record, agents: Sequence[Player], seed: int, first: int, count: int) -> Batch:
    """Plays `count` games from number `first` of the run `seed`, agent i at seat i (as many agents as players).

    A game's row depends on (tables, agents, seed, its number) alone, not on the batch it is played in.
    Releases the GIL; memory is proportional to `count`.
    """
    players = int(tables.players)
    if len(agents) != players:
        raise ValueError(f"{players} agents expected, one a seat, found {len(agents)}")
    seats = [agents[i % players] for i in range(game.seats)]
    batch = Batch(
        first=first,
        score=np.zeros((count, players), np.float32),
        measures=np.zeros((count, len(game.measures)), np.float32),
        first_seat=np.zeros(count, np.int8),
        turns=np.zeros(count, np.int32),
        decisions=np.zeros(count, np.int32),
        error=np.zeros(count, np.int16),
        fingerprint=np.zeros(count, np.uint64),
    )
    state = np.zeros(1, np.dtype((np.record, game.STATE)))
    choosers, numbers = tuple(p.choose for p in seats), tuple(p.params for p in seats)
    with np.errstate(over="ignore"):  # interpreted, the random streams wrap around on purpose
        batch_kernel(game)(
            state, tables, *game.kernels, choosers, numbers, seed, first, game.new_actions(), batch.score,
            batch.measures, batch.first_seat, batch.turns, batch.decisions, batch.error, batch.fingerprint,
        )  # fmt: skip
    return batch
