"""Plays a plan: parts in parallel, results in order, so that neither workers nor interruptions change what comes out.

The games of a plan are cut into parts of `plan.part_games` games of a variant, or of each variant of a group, which the
schedule hands out in rounds. Workers play parts; this process takes them up in order, or reads those that are there,
writes them, adds each round to the totals, and looks at the stopping rule. So what is on disk is always a beginning of
the run, and the run ends at the same game whatever the workers.
"""

from __future__ import annotations

import math
import platform
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Literal

import joblib
import pandas as pd
import pyarrow as pa

from sim.compiling import compile_game
from sim.core.errors import InputError
from sim.reading.card_tables import as_printed

from ..plan.plan import Part, Plan, describe_difference
from ..questions.question import QUESTIONS
from ..questions.summary import History, games_to_half_width, summary, tables
from ..questions.totals import Counted
from .backends import BACKENDS, Crew
from .futility import ENOUGH_GAMES, check_futility
from .no_effect import without_effect
from .orders import Played
from .parts import Place
from .rehearsal import rehearse
from .schedule import Schedule
from .store import StopReason, Store, told_games
from .unused import left_unused

SAVE_SECONDS = 10.0
"""How often the tables in the folder are brought up to date."""
PROGRESS_SECONDS = 1.0
STEADY_SECONDS = 5.0
"""After which the pace of a run tells when it ends."""
SHARE = 0.1
"""Of the time, at most so much goes into either of these."""
SHOWN = 5
"""Cards that a note names."""
WAIT_SECONDS = 5.0
"""How often it is asked, while a part is waited for, whether any worker is there."""
PARTS_AHEAD = 4
"""How many parts each worker may be ahead of those that have been taken up."""
PACKAGES = ("overnight", "numba", "numpy", "pandas", "pyarrow", "scipy", "joblib")


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    name: str
    question: str
    done: int
    """games of each variant"""
    in_all: int
    """games of all variants together"""
    played: int
    """of these, the ones that were played in this call"""
    variants: int
    unit: str
    """what a variant is called, such as "pair"; empty if there is only one table"""
    target: int | None
    """games of each variant"""
    table: pd.DataFrame = field(repr=False)
    """as `Result.table`, with always-valid intervals"""
    elapsed: float
    """seconds since this call began"""
    seconds_left: float | None
    status: Literal["playing", "done", "stopped"]
    compiling: float | None = None
    """while compiling: roughly how many seconds it takes"""
    waits: bool = False
    """whether no worker is there, so that nothing goes on until one joins"""
    notes: tuple[str, ...] = ()
    """what the user should know"""
    more: int = 0
    """games that some variants are to play beside those of each"""


@dataclass(frozen=True)
class Means:
    """With what runs are played, whatever their plan."""

    workers: int | None = None
    """all cores if None; of a cluster, all that it has"""
    backend: str = "threads"
    """threads, processes or dask"""
    address: str = ""
    """of the scheduler of a cluster"""
    shared: bool = False
    """workers of other processes write their parts themselves to where the run keeps them, which all of them see"""
    parts: str = ""
    """below which place a run that begins keeps its parts; empty for its folder"""
    stop_after: float | None = None
    """seconds of a call, after which it stops at the end of a part"""
    on_progress: Callable[[Progress], None] | None = None
    """called about once a second and at the end"""


def play_plan(plan: Plan, store: Store, workers: int, means: Means) -> None:
    """Plays a plan to its target into the folder of its run, or goes on where an earlier call stopped or was killed;
    plays nothing if it is done. The caller holds the lock of the folder.

    workers: how many, as `backends.check_workers` has found for these means. InputError for a damaged part, and if
    every deal of a variant has a fault, so that nothing can come out. KeyboardInterrupt is passed on when all that has
    been played is saved.
    """
    if means.parts:
        store.keep_parts_at(means.parts)
    run = _Run(plan, store, means.on_progress, means.stop_after)
    if means.backend != "threads":
        run.manifest["counted"] = "elsewhere"
    theirs = store.parts if means.shared else None
    try:
        run.play(lambda: BACKENDS[means.backend](plan, workers, means.address, theirs))
    except KeyboardInterrupt:
        run.end("stopped", "interrupt")
        raise


class _TimeIsUpError(Exception):
    """The time of a run is up while no worker is there."""


class _Line:
    """The parts that the schedule hands out, in order; workers play some of them ahead. Those that are ready before
    their turn wait in memory, so that only so many are ahead.
    """

    def __init__(self, run: _Run, crew: Crew) -> None:
        self.run, self.crew = run, crew
        self.parts: deque[Part] = deque()
        """those that no worker has been asked for yet"""
        self.rounds: deque[list[Part]] = deque()
        self.ahead: deque[tuple[Part, Future[Played] | None]] = deque()
        """those that are being played; None for one that is there"""

    def fill(self) -> None:
        """Asks workers for parts until enough are ahead, or none is known to come next."""
        while len(self.ahead) < PARTS_AHEAD * self.crew.workers:
            if not self.parts:
                if not (found := self.run.schedule.next_round(self.run.totals)):
                    return
                self.rounds.append(found)
                self.parts.extend(found)
            part = self.parts.popleft()
            self.ahead.append((part, None if self.run.has(part) else self.crew.submit(part)))

    def next(self) -> tuple[Part, Played | None]:
        """The next part of the first round; None for the file of one that is there."""
        part, future = self.ahead.popleft()
        self.fill()
        while future is not None and not wait([future], WAIT_SECONDS).done:
            self.run.wait(self.crew)
        return part, None if future is None else future.result()

    def give_up(self) -> None:
        """Calls off what has not begun."""
        for _, future in self.ahead:
            if future is not None:
                future.cancel()


class _Run:
    """One call of `play_plan`."""

    def __init__(
        self, plan: Plan, store: Store, on_progress: Callable[[Progress], None] | None, stop_after: float | None
    ) -> None:
        self.plan, self.store, self.on_progress = plan, store, on_progress
        self.question = QUESTIONS[plan.question]
        limits = [plan.stop.hours * 3600 if plan.stop.hours else None, stop_after]
        self.seconds = min((limit for limit in limits if limit is not None), default=None)
        self.totals, self.history, self.schedule = self.question.no_games(plan), History(), Schedule(plan)
        self.status = "playing"
        self._sizes = {group.start: len(group) for group in plan.groups}
        self.played = 0
        """games of all variants played in this call"""
        self.began = self.play_began = time.monotonic()
        self.saved = self.told = 0.0
        """when this is due again"""
        self.sizes = store.parts.check(plan)
        before = store.read_manifest()
        self.was_done = before.get("status") == "done"
        frozen = store.freeze(plan, before)
        self.notes = [*_other_runs(plan, store), *_not_learned(plan), *left_unused(plan)]
        self.manifest: dict[str, Any] = (
            {"games": -1, "intervals": "always valid"} | before | _manifest(plan, before, self.notes) | frozen
        )
        if store.parts.are_elsewhere:
            self.manifest["parts"] = str(store.parts)
        self._save("playing", None)

    def play(self, open_crew: Callable[[], Any]) -> None:
        """Plays until a stopping rule holds. An agent that stops a run ends it, and all before is saved."""
        try:
            self._open_and_play(open_crew)
        except InputError:
            if self.status == "playing":
                self.end("stopped", "faults")
            raise

    def _open_and_play(self, open_crew: Callable[[], Any]) -> None:
        self._compile()
        if (reason := self._reason()) is None:
            with open_crew() as crew:
                line = _Line(self, crew)
                try:
                    reason = self._play(line)
                except crew.lost:
                    self.end("stopped", "a worker died")
                    raise InputError(
                        f"{self.store.folder}: a worker process was killed (out of memory?);"
                        " nothing finished is lost: run the plan again to go on, perhaps with fewer workers"
                    ) from None
                finally:
                    line.give_up()
        self.end("stopped" if reason == "hours" else "done", reason)

    def _play(self, line: _Line) -> StopReason:
        """Plays until a stopping rule holds; returns which."""
        while (reason := self._reason()) is None:
            line.fill()
            if not line.rounds:
                return "games"
            parts = line.rounds.popleft()
            try:
                totals = [self._keep(*line.next()) for _ in parts]
            except _TimeIsUpError:
                return "hours"
            self._take(parts, totals)
            self._check_faults()
        return reason

    def wait(self, crew: Crew) -> None:
        """Tells that no worker is there, if so, while a part is waited for; ends the waiting when the time is up."""
        if crew.are_gone():
            if self._is_time_up():
                raise _TimeIsUpError
            self._tell("playing", waits=True)

    def end(self, status: Literal["done", "stopped"], reason: StopReason | None) -> None:
        """Saves everything for good."""
        self._save(status, reason)
        self._tell(status)

    def _compile(self) -> None:
        """Compiles or loads what is needed to play, if there is anything to play."""
        plan, parts = self.plan, -(-(self.plan.stop.games or 0) // self.plan.part_games)
        whole = plan.apart is None or self.was_done
        if whole and parts and all(len(self.store.parts.of(group.start)) >= parts for group in plan.groups):
            return
        agents = {agent.choose: agent for variant in plan.variants for agent in variant.agents}
        choosers = [choose for choose, agent in agents.items() if not agent.outside]
        if seconds := plan.game.compile_seconds(choosers):
            self._tell("playing", compiling=seconds)
        compile_game(plan.game, choosers)
        for agent in agents.values():
            agent.compile()
        rehearse(plan)
        self.notes += without_effect(plan)
        self.manifest["notes"] = self.notes
        self.play_began = time.monotonic()
        self._tell("playing")

    def _path(self, part: Part) -> Place:
        return self.store.parts.path(part.group.start, part.first)

    def has(self, part: Part) -> bool:
        """Whether the file of a part is there with as many games, or more."""
        path = self._path(part)
        return self.sizes.get(path, 0) >= part.games * len(part.group) and path.exists()

    def _keep(self, part: Part, played: Played | None) -> Any:
        """Writes a part that was played, or reads the one that is there; returns its totals."""
        several = len(part.group)
        games: pa.Table | Counted
        if played is None:
            games = self.store.read_games(self.plan, part)
        else:
            games = played.counted
            if played.data is not None:
                self.store.parts.write(self._path(part), played.data)
            elif not self._path(part).exists():
                raise InputError(f"{self._path(part)}: a worker wrote it, and it is not here: do all see this place?")
            self.played += part.games * several
        if time.monotonic() >= self.told:
            self._tell("playing")
        return self.question.total_part(self.plan, part, games)

    def _take(self, parts: list[Part], totals: list[Any]) -> None:
        """Adds a round."""
        self.totals.add(totals)
        self.schedule.take(parts)
        self.history.add(self.plan, self.totals)
        if time.monotonic() >= self.saved:
            self._save("playing", None)

    def _check_faults(self) -> None:
        """InputError if there is no use in going on, for a variant has nothing but faults."""
        over = self.question.is_over(self.plan, self.totals)
        check_futility(self.plan, self.totals, self.store.folder, 1 if over else ENOUGH_GAMES)

    def _reason(self) -> StopReason | None:
        """The stopping rule that holds now, at the end of a part."""
        stop, games = self.plan.stop, self.totals.games
        if self.question.is_over(self.plan, self.totals):
            return "games"
        if games and stop.half_width is not None:
            table = self.question.summarize(self.plan, self.totals, self.plan.confidence, True)
            if self.question.half_width(table) <= stop.half_width:
                return "half_width"
        if games and stop.decided is not None:
            table = self.question.summarize(self.plan, self.totals, stop.decided, True)
            if self.question.is_decided(self.plan, table):
                return "decided"
        return "hours" if self._is_time_up() else None

    def _is_time_up(self) -> bool:
        """Whether the time is over; it never is before the first games."""
        return self.played > 0 and self.seconds is not None and time.monotonic() - self.began >= self.seconds

    def _save(self, status: str, reason: StopReason | None) -> None:
        """Brings tables and manifest up to date; tables that know more games stay while parts are read again."""
        began = time.monotonic()
        if status == "done" or self._in_all() >= self._known():
            chooses = self.schedule.looks_at_results and not self.question.sizes_are_fixed
            looks = self.plan.stop.looks_at_results or chooses
            fixed = reason == "games" and not looks
            self.store.write_tables(tables(self.plan, self.totals, self.history, not fixed), self.manifest["key"])
            self.manifest |= {"games": self.totals.games, "intervals": "fixed" if fixed else "always valid"}
            self.manifest.pop("played", None)
            if not self.schedule.is_even:
                self.manifest["played"] = {str(first): games for first, games in self.schedule.played.items()}
            if self.schedule.played_apart:
                self.manifest["apart"] = {str(variant): n for variant, n in self.schedule.played_apart.items()}
        self.status = status
        self.manifest |= {"status": status, "stopped_by": reason, "last_write": _now()}
        self.store.write_manifest(self.manifest)
        self.saved = _due(began, SAVE_SECONDS)

    def _known(self) -> int:
        """Of how many games the tables in the folder tell."""
        return sum(told.games for told in told_games(self.plan, self.manifest))

    def _in_all(self) -> int:
        """Games of all variants together that are in the totals."""
        shared = sum(games * self._sizes[first] for first, games in self.schedule.played.items())
        together = 1 if self.plan.apart is None else self.plan.apart.variants
        return shared + sum(self.schedule.played_apart.values()) * together

    def _tell(
        self, status: Literal["playing", "done", "stopped"], compiling: float | None = None, waits: bool = False
    ) -> None:
        began = self.told = time.monotonic()
        if self.on_progress is None:
            return
        self.on_progress(
            Progress(
                name=self.plan.name,
                question=self.plan.question,
                done=self.totals.games,
                in_all=self._in_all(),
                played=self.played,
                variants=len(self.plan.variants),
                unit=self.question.unit_of(self.plan),
                target=self.plan.stop.games,
                table=summary(self.plan, self.totals, status == "playing" or self.manifest["intervals"] != "fixed"),
                elapsed=began - self.began,
                seconds_left=None if waits else self._seconds_left() if status == "playing" else 0.0,
                status=status,
                compiling=compiling,
                waits=waits,
                notes=tuple(self.notes),
                more=self.question.more_games(self.plan),
            )
        )
        self.told = _due(began, PROGRESS_SECONDS)

    def _seconds_left(self) -> float | None:
        """Seconds until the first of the stopping rules whose end can be foreseen; None if there is none yet."""
        stop, now = self.plan.stop, time.monotonic()
        left = [] if self.seconds is None else [self.began + self.seconds - now]
        if self.played and now >= self.play_began + STEADY_SECONDS:
            pace = self.played / len(self.plan.variants) / (now - self.play_began)
            if (games := self.question.games_left(self.plan, self.totals)) is not None:
                left.append(games / pace)
            if stop.half_width is not None:
                left.append(games_to_half_width(self.plan, self.totals, stop.half_width) / pace)
        return max(0.0, min(left)) if left and math.isfinite(min(left)) else None


def _due(began: float, seconds: float) -> float:
    """When something that began then, and is over now, is to be done again."""
    took = time.monotonic() - began
    return began + max(seconds, took / SHARE)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _manifest(plan: Plan, before: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """What is to be known about a run, so that it can be read without playing."""
    used = {file for variant in plan.variants for file in variant.card_files}
    files = sorted(used, key=lambda file: file.path)
    agents = {agent.digest(): agent for variant in plan.variants for agent in variant.agents}
    return {
        "name": plan.name,
        "key": plan.digest(),
        "game": plan.game.name,
        "question": plan.question,
        "seed": plan.seed,
        "identity": plan.identity(),
        "agents": {key: {"name": a.name, "description": a.description} for key, a in agents.items()},
        "basis": plan.game.basis(files),
        "assumptions": [list(fact) for fact in plan.game.assumptions(files)],
        "versions": {name: version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {joblib.cpu_count()} cores, {platform.system()}",
        "started": before.get("started", _now()),
        "notes": notes,
    }


def _not_learned(plan: Plan) -> list[str]:
    """A sentence about the cards of users' files, which no agent of the house was tuned with, if there are any."""
    used = sorted({file for variant in plan.variants for file in variant.card_files}, key=lambda file: file.path)
    printed = as_printed(plan.game.words.cards(used), plan.game.words.cards(()))
    new = list(dict.fromkeys(card for file in used for card in file.cards if card not in printed))
    if not new:
        return []
    named = ", ".join(new[:SHOWN]) + (f" and {len(new) - SHOWN} more" if len(new) > SHOWN else "")
    told = f"The agents have not learned {named}: they weigh its text, with numbers tuned for the game's own cards."
    if any(agent.name == "expert" for variant in plan.variants for agent in variant.agents):
        return [told]
    return [f'{told} Ask expert too, which tries actions in imagined games: under = ["best", "expert"].']


def _other_runs(plan: Plan, store: Store) -> list[str]:
    """Sentences about runs of a plan of this name whose games are other games."""
    notes: list[str] = []
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
    if len(more := notes[SHOWN:]) > 1:
        return [*notes[:SHOWN], f"{len(more)} more runs under this name are of other games, and kept like these"]
    return notes
