"""What an agent may do while it is asked: read all, change nothing but its own random stream, and answer in time.

All that an agent is given lies in one block of memory, the room, of which a second one keeps a copy: the state, the
list of legal actions, the parameters of all seats, and the tables.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import InputError, quoted
from .faults import ERROR_ACTIONS, ERROR_PARAMS, ERROR_STATE, ERROR_TABLES
from .game import ACTION, Game
from .kernel import interpreted, kernel
from .records import record_type
from .rng import agent_stream

WORD = 8
PART_ERRORS = (ERROR_STATE, ERROR_ACTIONS, ERROR_PARAMS, ERROR_TABLES)
"""By part of the room, the fault of who changes it."""
PATIENCE = 10.0
"""Seconds after which an agent that has not answered is named."""
LOOK_SECONDS = 0.05
GIB = 2**30
NOBODY = -1
ASKED, SEAT, GAME, TURN = range(4)
"""What the clock tells: how many questions were asked, the seat that is being asked or NOBODY, and when in the run."""


@dataclass
class Limits:
    """What an agent from outside may take for one answer; an agent that takes more stops the run."""

    seconds: float = float(os.environ.get("OVERNIGHT_ANSWER_SECONDS", "60"))
    """of CPU time"""
    gib: float = float(os.environ.get("OVERNIGHT_ANSWER_GIB", "2"))
    """of memory"""


limits = Limits()


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
            raw[0][: sizes[0]].view(record_type(game.STATE)),
            raw[1].view(record_type(ACTION)),
            tuple(numbers),
            raw[3][: tables.nbytes].view(record_type(game.TABLES))[0],
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
    though that thread only ends with the process. An agent that takes long is named; InputError if it raises an error
    or takes more than `limits`.
    """
    if interpreted:
        with _naming(clock, names):
            return play()
    ended = threading.Event()
    outcome: list[tuple[Any, BaseException | None]] = []

    def call() -> None:
        try:
            with _naming(clock, names):
                outcome.append((play(), None))
        except BaseException as error:
            outcome.append((None, error))
        ended.set()

    thread = threading.Thread(target=call, daemon=True, name="agents")
    thread.start()
    asked, since, told, spent, held = -1, time.monotonic(), False, 0.0, 0.0
    while not ended.wait(LOOK_SECONDS):
        if clock[SEAT] == NOBODY or clock[ASKED] != asked:
            asked, since, told = int(clock[ASKED]), time.monotonic(), False
            spent, held = _cpu_seconds(thread), _memory()
        elif _memory() - held > limits.gib:
            raise stopped(clock, names, f"took more than {limits.gib:g} GiB of memory for one answer")
        elif _cpu_seconds(thread) - spent > limits.seconds:
            raise stopped(clock, names, f"has not answered within {limits.seconds:g} CPU-seconds")
        elif not told and time.monotonic() - since >= PATIENCE:
            told = True
            print(_slow(names[clock[SEAT]], int(clock[GAME]), int(clock[TURN])), file=sys.stderr, flush=True)
    found, error = outcome[0]
    if error is not None:
        raise error
    return found


@contextmanager
def _naming(clock: np.ndarray, names: Sequence[str]) -> Iterator[None]:
    """An error that an agent raises while it is asked names it, the game and the turn."""
    try:
        yield
    except Exception as error:
        if clock[SEAT] == NOBODY:
            raise
        said = f": {error}" if str(error) else ""
        raise stopped(clock, names, f"raised {type(error).__name__}{said}") from error


def stopped(clock: np.ndarray, names: Sequence[str], what: str) -> InputError:
    """The error for an agent that stops a run while it is asked."""
    return InputError(f"agent {quoted(names[clock[SEAT]])} {what} (game {clock[GAME]}, turn {clock[TURN] + 1})")


def _cpu_seconds(thread: threading.Thread) -> float:
    """Of a thread, or on the clock where the system does not tell; of one that has ended, none."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic()
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0)) if thread.is_alive() else 0.0
    except OSError:
        return 0.0


def _memory() -> float:
    """GiB that this process holds, or 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / GIB
    except OSError:
        return 0.0


def _slow(agent: str, game: int, turn: int) -> str:
    return (
        f"agent {quoted(agent)} has not answered for {PATIENCE:.0f} seconds (game {game}, turn {turn + 1}); if it never"
        " does, Ctrl-C stops the run, and nothing finished is lost"
    )
