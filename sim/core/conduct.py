"""What an agent may do while it is asked: read all, change nothing but its own random stream, and answer in time.

All that an agent is given lies in one block of memory, the room, of which a second one keeps a copy: the state, the
list of legal actions, the parameters of all seats, and the tables.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import quoted
from .faults import ERROR_ACTIONS, ERROR_PARAMS, ERROR_STATE, ERROR_TABLES
from .game import ACTION, Game
from .kernel import interpreted, kernel
from .rng import agent_stream

WORD = 8
PART_ERRORS = (ERROR_STATE, ERROR_ACTIONS, ERROR_PARAMS, ERROR_TABLES)
"""By part of the room, the fault of who changes it."""
PATIENCE = 10.0
"""Seconds after which an agent that has not answered is named."""
LOOK_SECONDS = 0.05
NOBODY = -1
ASKED, SEAT, GAME, TURN = range(4)
"""What the clock tells: how many questions were asked, the seat that is being asked or NOBODY, and when in the run."""


def _words(size: int) -> int:
    return -(-size // WORD)


@dataclass(frozen=True)
class Room:
    """The memory in which a batch of games is played."""

    words: np.ndarray
    """uint64: all that agents are given"""
    kept: np.ndarray
    """uint64, of the same size: what it should be"""
    ends: np.ndarray
    """int64 (4,): where in `words` the state, the actions, the parameters and the tables end"""
    luck: int
    """where in `words` the random streams begin"""
    states: np.ndarray
    """one state, in `words`, and so are all that follow"""
    actions: np.ndarray
    params: tuple[np.ndarray, ...]
    tables: np.record

    @classmethod
    def of(cls, game: Game, tables: np.record, params: Sequence[np.ndarray]) -> Room:
        """Room for one game; tables and parameters are copies that nobody else reads."""
        assert game.STATE.fields is not None
        sizes = [game.STATE.itemsize, ACTION.itemsize * game.actions_max]
        ends = np.cumsum([*map(_words, sizes), sum(map(len, params)), _words(tables.nbytes)])
        words = np.zeros(int(ends[-1]), np.uint64)
        parts = np.split(words, ends[:-1])
        raw = [part.view(np.uint8) for part in parts]
        raw[3][: tables.nbytes] = np.frombuffer(tables.tobytes(), np.uint8)
        numbers = np.split(parts[2].view(np.float64), np.cumsum([len(vector) for vector in params])[:-1])
        for own, vector in zip(numbers, params, strict=True):
            own[:] = vector
        return cls(
            words,
            words.copy(),
            ends,
            game.STATE.fields["rng"][1] // WORD,
            raw[0][: sizes[0]].view(np.dtype((np.record, game.STATE))),
            raw[1].view(np.dtype((np.record, ACTION))),
            tuple(numbers),
            raw[3][: tables.nbytes].view(np.dtype((np.record, game.TABLES)))[0],
        )


@kernel
def differ(words, kept):
    """Whether two pieces of memory differ."""
    bits = np.uint64(0)
    for i in range(words.size):
        bits |= words[i] ^ kept[i]
    return bits != 0


@kernel
def keep(words, kept, ends):
    """Keeps what an agent that is about to be asked might change. Tables and parameters are kept from the start."""
    kept[: ends[1]] = words[: ends[1]]


@kernel
def conduct(words, kept, ends, luck, seat, with_tables):
    """The fault of the agent at a seat that has just answered, or 0. What it changed is put back."""
    own = luck + agent_stream(seat)
    kept[own] = words[own]
    error, start = 0, 0
    for part in range(4 if with_tables else 3):
        if differ(words[start : ends[part]], kept[start : ends[part]]):
            words[start : ends[part]] = kept[start : ends[part]]
            error = PART_ERRORS[part] if error == 0 else error
        start = ends[part]
    return error


@kernel
def tables_changed(words, kept, ends):
    """Whether somebody changed the tables, which are put back."""
    if not differ(words[ends[2] :], kept[ends[2] :]):
        return False
    words[ends[2] :] = kept[ends[2] :]
    return True


@kernel
def start_clock(clock, seat, game, turn):
    """Notes who is asked."""
    clock[ASKED] += 1
    clock[SEAT], clock[GAME], clock[TURN] = seat, game, turn


def wait_for(play: Callable[[], Any], clock: np.ndarray, names: Sequence[str]) -> Any:
    """Calls compiled code that asks agents which may never return, in a thread of its own: so Ctrl-C is heeded at once,
    though that thread only ends with the process. An agent that takes long is named.
    """
    if interpreted:
        return play()
    ended = threading.Event()
    outcome: list[tuple[Any, BaseException | None]] = []

    def call() -> None:
        try:
            outcome.append((play(), None))
        except BaseException as error:
            outcome.append((None, error))
        ended.set()

    threading.Thread(target=call, daemon=True, name="agents").start()
    asked, since, told = -1, time.monotonic(), False
    while not ended.wait(LOOK_SECONDS):
        if clock[SEAT] == NOBODY or clock[ASKED] != asked:
            asked, since, told = int(clock[ASKED]), time.monotonic(), False
        elif not told and time.monotonic() - since >= PATIENCE:
            told = True
            print(_slow(names[clock[SEAT]], int(clock[GAME]), int(clock[TURN])), file=sys.stderr, flush=True)
    found, error = outcome[0]
    if error is not None:
        raise error
    return found


def _slow(agent: str, game: int, turn: int) -> str:
    return (
        f"agent {quoted(agent)} has not answered for {PATIENCE:.0f} seconds (game {game}, turn {turn + 1}); if it never"
        " does, Ctrl-C stops the run, and nothing finished is lost"
    )
