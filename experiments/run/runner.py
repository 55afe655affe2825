"""Plays a plan: parts in parallel, results in order, so that neither workers nor interruptions change what comes out.

The games of a plan are cut into parts of `plan.part_games` games of a variant, or of each variant of a group. Workers
play parts (or read those that are there); this process takes them up in order, one part of every group at a time,
writes them, adds to the totals, and looks at the stopping rule. So what is on disk is always a beginning of the run,
and the run ends at the same game whatever the workers.
"""

from __future__ import annotations

import functools
import itertools
import math
import platform
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import joblib
import pandas as pd
import pyarrow as pa

from sim.core.errors import InputError, shown
from sim.core.turnloop import play_games

from ..plan.plan import Plan, describe_difference, is_known
from ..plan.reading import read_plan
from ..questions.question import QUESTIONS
from ..questions.summary import History, games_to_half_width, summary, tables
from ..questions.totals import PairPartTotals, PartTotals, no_games, total_part
from .hopeless import ENOUGH_GAMES, check_hopeless
from .store import PLAN, PartId, Store, cut, games_table

Backend = Literal["threads", "processes"]
BACKENDS = {"threads": "threading", "processes": "loky"}

SAVE_SECONDS = 10.0
"""How often the tables in the folder are brought up to date."""
PROGRESS_SECONDS = 1.0
ROUND = 64
"""Parts that each worker plays before all wait for the last one."""
PACKAGES = ("overnight", "numba", "numpy", "pandas", "pyarrow", "scipy", "joblib")


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    name: str
    question: str
    done: int
    """games of each variant"""
    target: int | None
    table: pd.DataFrame = field(repr=False)
    """as `Result.table`, with always-valid intervals"""
    elapsed: float
    """seconds since this call began"""
    seconds_left: float | None
    status: Literal["playing", "done", "stopped"]
    compiling: float | None = None
    """while compiling: roughly how many seconds it takes"""
    notes: tuple[str, ...] = ()
    """what the user should know"""


def play_plan(
    plan: Plan,
    store: Store,
    workers: int,
    backend: Backend = "threads",
    on_progress: Callable[[Progress], None] | None = None,
    stop_after: float | None = None,
) -> None:
    """Plays a plan to its target into the folder of its run, or goes on where an earlier call stopped or was killed;
    plays nothing if it is done. The caller holds the lock of the folder.

    workers: see `check_workers`. stop_after: seconds of this call, after which it stops at the end of a part.
    on_progress is called about once a second and at the end.
    InputError for a damaged part, and if every deal of a variant has a fault, so that nothing can come out.
    KeyboardInterrupt is passed on when all that has been played is saved.
    """
    run = _Run(plan, store, on_progress, stop_after)
    try:
        run.play(workers, backend)
    except KeyboardInterrupt:
        run.end("stopped", "interrupt")
        raise
    except BrokenProcessPool:
        run.end("stopped", "a worker died")
        raise InputError(
            f"{store.folder}: a worker process was ended from outside, perhaps for want of memory; nothing finished"
            " is lost: run the plan again to go on, perhaps with fewer workers"
        ) from None


def check_workers(plan: Plan, workers: int | None, backend: str) -> int:
    """How many workers play, all cores for None; InputError if they cannot play this plan."""
    problems = []
    if backend not in BACKENDS:
        problems.append(f'backend should be "threads" or "processes", found {shown(backend)}')
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        problems.append(f"workers should be a whole number above 0, or None for all cores, found {shown(workers)}")
    if backend == "processes":
        unknown = {a.name: None for variant in plan.variants for a in variant.agents if not is_known(a)}
        problems += [
            f'agent "{name}" is not one of the known agents: other processes cannot find it; use backend="threads"'
            for name in unknown
        ]
    if problems:
        raise InputError(problems)
    return workers or joblib.cpu_count()


@dataclass(frozen=True)
class _Part:
    """A part that has been played, or read."""

    path: Path
    totals: PartTotals | PairPartTotals
    data: bytes | None
    """the file to write; None if it is there"""


def _play_part(plan: Plan, folder: Path, group: range, first: int, games: int) -> _Part:
    """A part with so many games of each variant in a group: read if it is there with as many, else played."""
    part = PartId.of(plan, group, first)
    path = Store(folder).part_path(group.start, first)
    if path.exists() and (found := part.read(path)).num_rows >= games * len(group):
        return _Part(path, total_part(plan, group, pa.concat_tables(cut(found, len(group), 0, games))), None)
    played = []
    for index in group:
        setting = plan.variants[index]
        batch = play_games(plan.game, setting.tables, setting.agents, plan.seed_of(index), first, games)
        played.append(games_table(plan, batch))
    table = pa.concat_tables(played).combine_chunks()
    return _Part(path, total_part(plan, group, table), part.encode(table))


@functools.cache
def _frozen_plan(folder: Path) -> Plan:
    return read_plan(folder / PLAN)


def _play_part_elsewhere(key: str, folder: Path, group: range, first: int, games: int) -> _Part:
    """As `_play_part`, in another process, which reads the plan from the folder of the run."""
    plan = _frozen_plan(folder)
    if plan.digest() != key:
        raise InputError(
            f"{folder}: the rules, cards or agents were changed while the plan was being played; run it again"
        )
    return _play_part(plan, folder, group, first, games)


class _Run:
    """One call of `play_plan`."""

    def __init__(
        self, plan: Plan, store: Store, on_progress: Callable[[Progress], None] | None, stop_after: float | None
    ) -> None:
        self.plan, self.store, self.on_progress = plan, store, on_progress
        self.question = QUESTIONS[plan.question]
        limits = [plan.stop.hours * 3600 if plan.stop.hours else None, stop_after]
        self.seconds = min((limit for limit in limits if limit is not None), default=None)
        self.totals, self.history = no_games(plan), History()
        self.played = 0
        """games of all variants played in this call"""
        self.ended = False
        self.began = self.play_began = time.monotonic()
        self.saved = self.told = 0.0
        store.check_parts(plan)
        before = store.read_manifest()
        frozen = store.freeze(plan, before)
        self.notes = _other_runs(plan, store)
        self.manifest: dict[str, Any] = (
            {"games": -1, "intervals": "always valid"} | before | _manifest(plan, before, self.notes) | frozen
        )
        self._save("playing", None)

    def play(self, workers: int, backend: Backend) -> None:
        """Plays until a stopping rule holds."""
        self._compile()
        parts = self._parts(workers, backend)
        try:
            while (reason := self._reason()) is None:
                self._take([self._keep(next(parts)) for _ in self.plan.groups])
                self._check_faults()
            self.ended = True
            for _ in parts:
                pass  # under way when the run ended: not part of it
        finally:
            self.ended = True
            _close(parts)
        self.end("stopped" if reason == "hours" else "done", reason)

    def end(self, status: Literal["done", "stopped"], reason: str | None) -> None:
        """Saves everything for good."""
        self.ended = True
        self._save(status, reason)
        self._tell(status)

    def _compile(self) -> None:
        """Compiles or loads what is needed to play, if there is anything to play."""
        plan, parts = self.plan, -(-(self.plan.stop.games or 0) // self.plan.part_games)
        if parts and all(len(self.store.parts(group.start)) >= parts for group in plan.groups):
            return
        agents = {agent.choose: agent for variant in plan.variants for agent in variant.agents}
        choosers = [choose for choose, agent in agents.items() if not agent.outside]
        if seconds := plan.game.compile_seconds(choosers):
            self._tell("playing", compiling=seconds)
        plan.game.compile(choosers)
        for agent in agents.values():
            agent.compile()
        self.play_began = time.monotonic()
        self._tell("playing")

    def _parts(self, workers: int, backend: Backend) -> Generator[_Part, None, None]:
        """The parts in order. Those that are ready before their turn wait in memory, so they are played in rounds."""
        tasks = self._tasks(backend)
        with joblib.Parallel(workers, BACKENDS[backend], return_as="generator", pre_dispatch="n_jobs") as pool:
            for task in tasks:
                yield from pool(itertools.chain([task], itertools.islice(tasks, ROUND * workers - 1)))

    def _tasks(self, backend: Backend) -> Iterator[Any]:
        """Parts to play, in order, until the run has ended; the last one may be short."""
        play, what = (_play_part, self.plan) if backend == "threads" else (_play_part_elsewhere, self.plan.digest())
        for first in itertools.count(0, self.plan.part_games):
            games = min(self.plan.part_games, (self.plan.stop.games or first + self.plan.part_games) - first)
            for group in self.plan.groups:
                if self.ended or games <= 0:
                    return
                yield joblib.delayed(play)(what, self.store.folder.resolve(), group, first, games)

    def _keep(self, part: _Part) -> PartTotals | PairPartTotals:
        """Writes a part that was played; returns its totals."""
        if part.data is not None:
            self.store.write_part(part.path, part.data)
            several = len(part.totals.faults) if isinstance(part.totals, PairPartTotals) else 1
            self.played += part.totals.games * several
        if time.monotonic() - self.told >= PROGRESS_SECONDS:
            self._tell("playing")
        return part.totals

    def _take(self, parts: list[Any]) -> None:
        """Adds the same part of every group."""
        self.totals.add(parts)
        self.history.add(self.plan, self.totals)
        if time.monotonic() - self.saved >= SAVE_SECONDS:
            self._save("playing", None)

    def _check_faults(self) -> None:
        """InputError if there is no use in going on, for a variant has nothing but faults; all is saved before."""
        over = self.totals.games >= (self.plan.stop.games or math.inf)
        try:
            check_hopeless(self.plan, self.totals, self.store.folder, 1 if over else ENOUGH_GAMES)
        except InputError:
            self.end("stopped", "faults")
            raise

    def _reason(self) -> str | None:
        """The stopping rule that holds now, at the end of a part."""
        stop, games = self.plan.stop, self.totals.games
        if stop.games is not None and games >= stop.games:
            return "games"
        if games and stop.half_width is not None:
            table = self.question.summarize(self.plan, self.totals, self.plan.confidence, True)
            if self.question.half_width(table) <= stop.half_width:
                return "half_width"
        if games and stop.decided is not None:
            table = self.question.summarize(self.plan, self.totals, stop.decided, True)
            if self.question.is_decided(self.plan, table):
                return "decided"
        if self.played and self.seconds is not None and time.monotonic() - self.began >= self.seconds:
            return "hours"
        return None

    def _save(self, status: str, reason: str | None) -> None:
        """Brings tables and manifest up to date; tables that know more games stay while parts are read again."""
        if status == "done" or self.totals.games >= self.manifest["games"]:
            fixed = reason == "games" and not self.plan.stop.looks_at_results
            self.store.write_tables(tables(self.plan, self.totals, self.history, not fixed))
            self.manifest |= {"games": self.totals.games, "intervals": "fixed" if fixed else "always valid"}
        self.manifest |= {"status": status, "stopped_by": reason, "last_write": _now()}
        self.store.write_manifest(self.manifest)
        self.saved = time.monotonic()

    def _tell(self, status: Literal["playing", "done", "stopped"], compiling: float | None = None) -> None:
        self.told = time.monotonic()
        if self.on_progress is None:
            return
        self.on_progress(
            Progress(
                name=self.plan.name,
                question=self.plan.question,
                done=self.totals.games,
                target=self.plan.stop.games,
                table=summary(self.plan, self.totals, status == "playing" or self.manifest["intervals"] != "fixed"),
                elapsed=self.told - self.began,
                seconds_left=self._seconds_left() if status == "playing" else 0.0,
                status=status,
                compiling=compiling,
                notes=tuple(self.notes),
            )
        )

    def _seconds_left(self) -> float | None:
        """Seconds until the first of the stopping rules whose end can be foreseen; None if there is none yet."""
        stop, now = self.plan.stop, time.monotonic()
        left = [] if self.seconds is None else [self.began + self.seconds - now]
        if self.played and now > self.play_began:
            pace = self.played / len(self.plan.variants) / (now - self.play_began)
            if stop.games is not None:
                left.append((stop.games - self.totals.games) / pace)
            if stop.half_width is not None:
                left.append(games_to_half_width(self.plan, self.totals, stop.half_width) / pace)
        return max(0.0, min(left)) if left and math.isfinite(min(left)) else None


def _close(parts: Generator[Any, None, None]) -> None:
    """Ends the workers; parts under way are given up, which joblib would warn about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parts.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _manifest(plan: Plan, before: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """What is to be known about a run, so that it can be read without playing."""
    files = {path for variant in plan.variants for path in variant.cards}
    agents = {agent.digest(): agent for variant in plan.variants for agent in variant.agents}
    return {
        "name": plan.name,
        "key": plan.digest(),
        "game": plan.game.name,
        "question": plan.question,
        "seed": plan.seed,
        "identity": plan.identity(),
        "agents": {key: {"name": a.name, "description": a.description} for key, a in agents.items()},
        "basis": plan.game.basis(sorted(files)),
        "assumptions": [list(fact) for fact in plan.game.assumptions(sorted(files))],
        "versions": {
            name: version(name) for name in ("overnight", "numba", "numpy", "pandas", "pyarrow", "scipy", "joblib")
        },
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {joblib.cpu_count()} cores, {platform.system()}",
        "started": before.get("started", _now()),
        "notes": notes,
    }


def _other_runs(plan: Plan, store: Store) -> list[str]:
    """Sentences about runs of a plan of this name whose games are other games."""
    notes = []
    for folder in sorted(store.folder.parent.glob(f"{plan.name}-*")):
        try:
            manifest = Store(folder).read_manifest()
        except InputError:
            continue  # `overnight status` tells of it
        if folder != store.folder and manifest.get("name") == plan.name:
            notes.append(
                f"{folder} holds {manifest.get('games', 0):,} games a variant under this name, played with"
                f" {describe_difference(manifest['identity'], plan.identity())}: kept, not mixed with this run"
            )
    return notes
