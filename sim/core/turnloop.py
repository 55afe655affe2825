"""Plays one game, or a batch of them, for any Game.

The loop takes the game's kernels and the agents as first-class functions: it is compiled once for the types of a game,
and neither a changed rule nor a new agent compiles it again. Agents from outside the project are checked at every
decision for what they may not do (sim.core.conduct).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numba import types

from .conduct import NOBODY, SEAT, Room, conduct, keep, start_clock, tables_changed, wait_for
from .errors import quoted
from .faults import ERROR_AGENT, ERROR_ENDLESS, ERROR_TABLES, fault_text
from .game import Game
from .kernel import interpreted, kernel
from .rng import mix64, wrapping

DECISIONS_MAX = 200_000
"""A game with more decisions than this is stopped as endless."""
CLOSE_GAMES = 100
"""In games with lower numbers the tables, which are large, are compared at every decision; in others at the end, and if
they differ then, the batch is played again to find the decision. What a row says is the same either way."""


class Player(Protocol):
    """What the loop needs of an agent."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def outside(self) -> bool:
        """Whether it comes from outside the project, so that it is checked."""

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
    truncated: np.ndarray
    """int8 (games,): 1 if a limit of turns ended the game"""
    fingerprint: np.ndarray
    """uint64 (games,): a hash of every action taken; equal fingerprints are equal games"""
    at_fault: np.ndarray
    """int8 (games,): the seat whose agent is to blame for the fault, or -1"""
    answer: np.ndarray
    """int64 (games, 2): of a fault of an agent, the index that it returned and the number of legal actions"""

    def fault(self, row: int, agents: Sequence[Player]) -> str:
        """What stopped a game, in words: `agent "bad": index 7 of 5 legal actions (game 0, turn 1)`."""
        seat, error = int(self.at_fault[row]), int(self.error[row])
        what = describe_fault(error, agents[seat].name if seat >= 0 else "", *map(int, self.answer[row]))
        return f"{what} (game {self.first + row}, turn {self.turns[row] + 1})"


def describe_fault(error: int, agent: str, index: int, legal: int) -> str:
    """A fault in words, with what a wrong answer was."""
    if error == ERROR_AGENT:
        return f"agent {quoted(agent)}: index {index} of {legal} legal actions"
    return fault_text(error, agent)


@wrapping
def fold(fingerprint, action):
    """The fingerprint of a game after one more action."""
    low = (np.int64(action.kind) & 0xFFFF) | ((np.int64(action.a) & 0xFFFF) << 16)
    high = (np.int64(action.b) & 0xFFFF) | ((np.int64(action.c) & 0xFFFF) << 16)
    code = np.uint64(low) | (np.uint64(high) << np.uint64(32))
    return mix64(fingerprint ^ code) + np.uint64(1)


def _batch_loop(watching: bool) -> Any:
    """The loop that plays games `first` .. `first + len(score) - 1` in `states[0]` and writes one row of each result
    array for each.

    A single legal action is taken without asking; an index outside the list is a fault. Where it is `watching`, seats
    that are `watched` are checked, with the last arguments, which are those of `sim.core.conduct`; that it is not is
    known to the compiler, and costs nothing. All in one function, because handing the tuples of agents on costs a fifth
    of the time.
    """

    def play_batch(
        states, tables, setup, legal_actions, apply, measure, agents, params, seed, first, actions,
        score, measures, first_seat, turns, decisions, error, truncated, fingerprint, at_fault, answer,
        words, kept, ends, luck, clock, watched, close_games,
    ):  # fmt: skip
        s = states[0]
        for g in range(score.shape[0]):
            setup(s, tables, seed, first + g)
            asked, steps, digest = 0, 0, np.uint64(0)
            at_fault[g] = NOBODY
            while s.over == 0 and s.error == 0:
                n, k, seat, fault = legal_actions(s, tables, actions), 0, s.to_move, 0
                if n > 1:
                    asked += 1
                    if watching and watched[seat]:
                        keep(words, kept, ends)
                        start_clock(clock, seat, first + g, s.turn)
                    k = agents[seat](s, tables, actions, n, params[seat])
                    if watching and watched[seat]:
                        clock[SEAT] = NOBODY
                        fault = conduct(words, kept, ends, luck, seat, first + g < close_games)
                if fault != 0 or k < 0 or k >= n:
                    if s.error == 0:
                        s.error = ERROR_AGENT if fault == 0 else fault
                        at_fault[g], answer[g, 0], answer[g, 1] = seat, k, n
                elif steps >= DECISIONS_MAX:
                    s.error = ERROR_ENDLESS
                else:
                    steps += 1
                    digest = fold(digest, actions[k])
                    apply(s, tables, actions[k])
            if watching and tables_changed(words, kept, ends):
                s.error, at_fault[g] = ERROR_TABLES, NOBODY
            for seat in range(score.shape[1]):
                score[g, seat] = s.score[seat] if s.error == 0 else 0.0
            measure(s, tables, measures[g])
            first_seat[g], turns[g], error[g] = s.first, s.turn, s.error
            decisions[g], truncated[g], fingerprint[g] = asked, s.truncated, digest

    return play_batch


@functools.cache
def batch_kernel(game: Game, watching: bool = False) -> Any:
    """The batch loop compiled for the types of one game. watching: whether it checks agents from outside."""
    loop = _batch_loop(watching)
    if interpreted:
        return loop
    t = game.signatures
    agents = types.UniTuple(types.FunctionType(t.choose), game.seats)
    params = types.UniTuple(types.Array(types.float64, 1, "C"), game.seats)
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    kinds = (types.int8, types.int32, types.int32, types.int16, types.int8, types.uint64, types.int8)
    vectors = [types.Array(kind, 1, "C") for kind in kinds]
    words, whole = types.Array(types.uint64, 1, "C"), types.Array(types.int64, 1, "C")
    watch = [words, words, whole, types.int64, whole, types.Array(types.boolean, 1, "C"), types.int64]
    matrices = [types.Array(types.float32, 2, "C")] * 2
    states = types.Array(t.state, 1, "C")
    numbers = [types.int64, types.int64, t.actions, *matrices, *vectors, types.Array(types.int64, 2, "C"), *watch]
    return kernel(types.void(states, t.tables, *functions, agents, params, *numbers))(loop)


def play_games(
    game: Game,
    tables: np.record,
    agents: Sequence[Player],
    seed: int,
    first: int,
    count: int,
    close_games: int = CLOSE_GAMES,
    clock: np.ndarray | None = None,
) -> Batch:
    """Plays `count` games from number `first` of the run `seed`, agent i at seat i (as many agents as players).

    A game's row depends on (tables, agents, seed, its number) alone, not on the batch it is played in.
    Releases the GIL; memory is proportional to `count`. close_games: see `CLOSE_GAMES`.
    clock: int64 (4,), told who is asked (see sim.core.conduct). InputError if an agent from outside raises an error.
    """
    players = int(tables.players)
    if len(agents) != players:
        raise ValueError(f"{players} agents expected, one a seat, found {len(agents)}")
    seats = [agents[i % players] for i in range(game.seats)]
    batch = _empty_batch(game, players, first, count)
    room = Room.of(game, tables, [player.params for player in seats])
    watched = np.array([player.outside for player in seats])
    clock = np.zeros(4, np.int64) if clock is None else clock
    clock[:] = 0, NOBODY, 0, 0
    watching = bool(watched.any())
    loop = batch_kernel(game, watching)

    def play() -> None:
        loop(
            room.states, room.tables, *game.kernels, tuple(player.choose for player in seats), room.params, seed, first,
            room.actions, batch.score, batch.measures, batch.first_seat, batch.turns, batch.decisions, batch.error,
            batch.truncated, batch.fingerprint, batch.at_fault, batch.answer, room.words, room.kept, room.ends,
            room.luck, clock, watched, close_games,
        )  # fmt: skip

    if watching:
        wait_for(play, clock, [player.name for player in seats])
    else:
        play()
    unknown = (batch.error == ERROR_TABLES) & (batch.at_fault == NOBODY)
    if close_games < first + count and unknown.any():
        return play_games(game, tables, agents, seed, first, count, first + count)
    return batch


def _empty_batch(game: Game, players: int, first: int, count: int) -> Batch:
    return Batch(
        first=first,
        score=np.zeros((count, players), np.float32),
        measures=np.zeros((count, len(game.measures)), np.float32),
        first_seat=np.zeros(count, np.int8),
        turns=np.zeros(count, np.int32),
        decisions=np.zeros(count, np.int32),
        error=np.zeros(count, np.int16),
        truncated=np.zeros(count, np.int8),
        fingerprint=np.zeros(count, np.uint64),
        at_fault=np.zeros(count, np.int8),
        answer=np.zeros((count, 2), np.int64),
    )
