"""Where parts are played: in threads of this process, in other processes of this machine, or on a Dask cluster.

A backend opens a crew of workers that takes parts and gives a future for each: a function here, under `@backend`.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple

import joblib

from sim.core.errors import InputError, nearest, quoted, shown

from ..plan.plan import Part, Plan, is_known
from .orders import Played, order, play_order, play_part
from .parts import Parts

ANSWER_SECONDS = 20
"""How long a scheduler of a cluster may take to answer."""
WATCH_SECONDS = 1.0
"""How often a worker process looks whether its parent is there."""


class Crew(NamedTuple):
    """Workers that are ready."""

    workers: int
    submit: Callable[[Part], Future[Played]]
    lost: tuple[type[BaseException], ...] = ()
    """what a part raises whose worker was killed"""
    are_gone: Callable[[], bool] = lambda: False
    """whether no worker is there, so that nothing is played until one joins"""


Opened = Iterator[Crew]
BACKENDS: dict[str, Callable[[Plan, int, str, Parts | None], Any]] = {}
"""The backends there are, by name: (plan, workers, address, parts) -> a crew, for the time of a with statement.
parts: those of the run, if workers are to write theirs there themselves.
"""


def backend(
    open_crew: Callable[[Plan, int, str, Parts | None], Opened],
) -> Callable[[Plan, int, str, Parts | None], Any]:
    """Puts a backend into the register."""
    BACKENDS[open_crew.__name__] = found = contextmanager(open_crew)
    return found


@backend
def threads(plan: Plan, workers: int, address: str, parts: Parts | None) -> Opened:
    """Threads of this process. Compiled games run at the same time in them, and every agent is at hand. They are
    daemons: an agent that never answers does not keep the process from its end.
    """
    jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def work() -> None:
        while (job := jobs.get()) is not None:
            job()

    def submit(part: Part) -> Future[Played]:
        future: Future[Played] = Future()
        jobs.put(partial(_fulfil, future, plan, part))
        return future

    for _ in range(workers):
        threading.Thread(target=work, daemon=True).start()
    try:
        yield Crew(workers, submit)
    finally:
        for _ in range(workers):
            jobs.put(None)


def _fulfil(future: Future[Played], plan: Plan, part: Part) -> None:
    """Plays a part that has not been called off."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(play_part(plan, part))
    except BaseException as error:  # it is raised where the part is taken up
        future.set_exception(error)


@backend
def processes(plan: Plan, workers: int, address: str, parts: Parts | None) -> Opened:
    """Other processes of this machine, which end soon after this one."""
    from joblib.externals.loky import BrokenProcessPool, ProcessPoolExecutor

    pool = ProcessPoolExecutor(workers, initializer=_end_with, initargs=(os.getpid(),))
    try:
        yield Crew(workers, lambda part: pool.submit(play_order, order(plan, part, parts)), (BrokenProcessPool,))
    finally:
        pool.shutdown(wait=False)


def _end_with(parent: int) -> None:
    """Ends this worker soon after its parent: one that was killed cannot tell its workers to end."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@backend
def dask(plan: Plan, workers: int, address: str, parts: Parts | None) -> Opened:
    """The workers of a Dask cluster with its scheduler at the address, which has parts of lost workers played again."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise InputError('the backend "dask" needs the package "distributed": pip install "overnight[dask]"') from None
    try:
        client: Any = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"address: no Dask scheduler answers at {address}: {error}") from None

    def submit(part: Part) -> Future[Played]:
        played = client.submit(play_order, order(plan, part, parts), pure=False)
        return asyncio.run_coroutine_threadsafe(_fetch(client, played), client.loop.asyncio_loop)

    with client:
        yield Crew(sum(client.nthreads().values()) or 1, submit, (KilledWorker,), lambda: not client.nthreads())


async def _fetch(client: Any, played: Any) -> Played:
    """What a task of a cluster came to, brought here as soon as it is there. If its worker is lost on the way, `gather`
    waits until another has played it again; Dask's own executor takes such a result for an error. What a task failed
    with is asked for first, for `gather` leaves an exception behind that nobody takes.
    """
    if (failed := await played.exception()) is not None:
        raise failed
    found: Played = await client.gather(played)
    return found


def check_workers(plan: Plan, workers: int | None, backend: str, address: str = "", shared: bool = False) -> int:
    """How many workers play, all cores for None; InputError if they cannot play this plan. shared: whether they are to
    write their parts themselves.
    """
    problems = []
    if backend not in BACKENDS:
        known = [f"{quoted(name)}" for name in BACKENDS]
        near = nearest(backend, BACKENDS) if isinstance(backend, str) else ""
        problems.append(f"backend should be {', '.join(known[:-1])} or {known[-1]}, found {shown(backend)}{near}")
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        problems.append(f"workers should be a whole number above 0, or None for all cores, found {shown(workers)}")
    if backend == "dask" and not address:
        problems.append('address is missing: backend "dask" needs that of a scheduler, such as "tcp://192.0.2.1:8786"')
    if backend in BACKENDS and backend != "dask" and address:
        problems.append(f'address belongs to backend "dask"; {quoted(backend)} has none')
    if shared and backend == "threads":
        problems.append("shared is for workers in other processes; threads write nothing themselves")
    if backend in BACKENDS and backend != "threads":
        unknown = {a.name: None for variant in plan.variants for a in variant.agents if not is_known(a)}
        problems += [
            f"agent {quoted(name)} is not one of the known agents: other processes cannot find it; use"
            ' backend="threads"'
            for name in unknown
        ]
    if problems:
        raise InputError(problems)
    return workers or joblib.cpu_count()
