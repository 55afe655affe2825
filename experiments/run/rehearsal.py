"""A sample of the games of an agent from outside, played twice before any result is kept.

An agent has to be a function of what it sees. Each sample is played in a process of its own, so that one that dies
takes nothing with it: once in order, and once in reverse, game by game, where all that is allocated stands elsewhere
and new memory is filled. Games that differ, an error, a limit that is passed and a signal are told in a sentence.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import mmap
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.core.conduct import NOBODY, SEAT, stopped
from sim.core.errors import InputError, quoted
from sim.core.turnloop import play_games

from ..plan.plan import Plan, is_known

SAMPLE = 32
"""Games of each agent that are played twice."""
M_PERTURB, FILLING = -6, 0xA5
"""glibc's setting that fills memory when it is handed out, and with what."""
SHIFT = 37 * mmap.PAGESIZE
Row = tuple[int, bytes, int]
"""The fingerprint of a game, its scores, and how many turns it had."""


def rehearse(plan: Plan) -> None:
    """InputError if an agent from outside does not play the same games twice, or stops; where the system cannot copy a
    process, nothing is played.
    """
    if not hasattr(os, "fork"):
        return
    for index in _variants(plan):
        variant, seed = plan.variants[index], plan.seed_of(index)
        games = range(min(SAMPLE, plan.stop.games or SAMPLE))
        once, again = (_apart(plan, index, order) for order in (games, games[::-1]))
        for game in games:
            if once[game] != again[game]:
                turns = sorted({once[game][2], again[game][2]})
                names = ", ".join(dict.fromkeys(quoted(a.name) for a in variant.agents if not is_known(a)))
                raise InputError(
                    f"agent {names} does not play the same game twice (game {game}, seed {seed}, ended in turn"
                    f" {' and '.join(str(turn + 1) for turn in turns)}): a decision depends on something that the agent"
                    " is not given, such as where things stand in memory"
                )


def _variants(plan: Plan) -> Iterator[int]:
    """The first variant of each agent from outside."""
    met: set[str] = set()
    for index, variant in enumerate(plan.variants):
        new = {agent.digest() for agent in variant.agents if agent.outside} - met
        met |= new
        if any(agent.digest() in new and not is_known(agent) for agent in variant.agents):
            yield index


def _apart(plan: Plan, index: int, order: range) -> dict[int, Row]:
    """The games of a variant, played in this order by a copy of this process; backwards also at other addresses."""
    names = [agent.name for agent in plan.variants[index].agents]
    with mmap.mmap(-1, mmap.PAGESIZE) as shared:
        clock = np.frombuffer(shared, np.int64, 4)
        clock[SEAT] = NOBODY
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _answer(plan, index, order, clock, writing)
        os.close(writing)
        ended = False
        try:
            with os.fdopen(reading, "rb") as pipe:
                data = pipe.read()
            status, ended = os.waitpid(child, 0)[1], True
        finally:
            if not ended:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        told = clock.copy()
        del clock
    if data:
        found = pickle.loads(data)
        if isinstance(found, InputError):
            raise found
        return found
    number = -os.waitstatus_to_exitcode(status)
    what = f"ended its process by signal {number}, {signal.strsignal(number)}" if number > 0 else "ended its process"
    names = [names[seat % len(names)] for seat in range(plan.game.seats)]
    raise stopped(told, names, what) if told[SEAT] != NOBODY else InputError(f"the sample of {names[0]} {what}")


def _answer(plan: Plan, index: int, order: range, clock: np.ndarray, writing: int) -> Any:
    """What the copy does: it plays, writes what came out, and ends at once."""
    faulthandler.disable()  # a signal is told in a sentence
    try:
        held = _elsewhere() if order.step < 0 else None
        found: Any = dict(_rows(plan, index, order, clock))
        del held
    except InputError as error:
        found = error
    except BaseException as error:
        found = InputError(f"{type(error).__name__}: {error}")
    try:
        sys.stderr.flush()
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(found, pipe)
    finally:
        os._exit(0)


def _elsewhere() -> list[Any]:
    """Has all that is allocated from now on stand elsewhere, and new memory filled; to be held."""
    with contextlib.suppress(OSError, AttributeError):  # another library of the system
        ctypes.CDLL(None).mallopt(M_PERTURB, FILLING)
    return [mmap.mmap(-1, SHIFT), *(bytearray(48 + 80 * size) for size in range(1000))]


def _rows(plan: Plan, index: int, order: range, clock: np.ndarray) -> Iterator[tuple[int, Row]]:
    """Each game of the order, all in one batch or backwards one by one."""
    variant, seed = plan.variants[index], plan.seed_of(index)
    one_by_one = order.step < 0
    for first in order if one_by_one else order[:1]:
        count = 1 if one_by_one else len(order)
        batch = play_games(plan.game, variant.tables, variant.agents, seed, first, count, clock=clock)
        for row in range(count):
            played = int(batch.fingerprint[row]), batch.score[row].tobytes(), int(batch.turns[row])
            yield first + row, played
