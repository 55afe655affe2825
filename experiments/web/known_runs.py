"""The runs of a folder as they stand: each is read anew when its manifest has changed, the others are remembered."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sim.core.errors import InputError, nearest, quoted
from sim.reading.text_files import read_file

from ..commands.live import Pace
from ..commands.runs import RunStatus, run_folders, run_status
from ..run.files import MOST_BYTES
from ..run.store import MANIFEST, REPORT

WAITING = "being read"
"""The status of a run of which nothing but its manifest was looked at."""


@dataclass
class KnownRun:
    """One run."""

    status: RunStatus
    stamp: tuple[int, ...] = ()
    """of the files that its status was read from; nothing before that"""
    pace: Pace = field(default_factory=Pace)
    version: int = 0
    """of the runs, when the status changed last"""

    @property
    def games_per_second(self) -> float | None:
        """Of the last while, if it is being played."""
        return self.pace.games_per_second if self.status.status == "playing" and self.pace.points else None

    @property
    def seconds_left(self) -> float | None:
        """Until the games of the plan are played, if it has so many and they are being played."""
        one, pace = self.status, self.games_per_second
        return (one.target * one.variants - one.in_all) / pace if pace and one.target else None


class KnownRuns:
    """The runs of a folder; it may be asked from several threads."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self.entries: dict[str, KnownRun] = {}
        self.version = 0
        self.lock = threading.Lock()
        self.reading = threading.Lock()

    def listed(self) -> list[KnownRun]:
        """The runs, the one that was written last on top; those that were never read are told by their manifests."""
        self._look_round()
        with self.lock:
            return sorted(self.entries.values(), key=lambda entry: entry.status.last_write, reverse=True)

    def since(self, version: int) -> tuple[int, list[KnownRun]]:
        """The version of today, and what has changed since another."""
        with self.lock:
            return self.version, [entry for entry in self.entries.values() if entry.version > version]

    def refresh(self, most: int | None = None) -> bool:
        """Reads so many of the runs that have changed, those first that were written last; whether any is left."""
        if not self.reading.acquire(blocking=False):
            return False
        try:
            self._look_round()
            due = [entry for entry in self.listed() if entry.stamp != self._stamp(entry.status.run)]
            for entry in due[:most]:
                self._read(entry.status.run)
            return most is not None and len(due) > most
        finally:
            self.reading.release()

    def folder(self, run: str) -> Path:
        """The folder of a run by its name; InputError with the nearest names. Nothing else is ever looked for."""
        folders = {folder.name: folder for folder in run_folders(self.results)}
        if run not in folders:
            raise InputError(f"no run is called {quoted(run)} in {self.results}{nearest(run, folders)}")
        return folders[run]

    def entry(self, run: str) -> KnownRun:
        """A run as it stands now, by its name."""
        self.folder(run)
        self._look_round()
        if self.entries[run].stamp != self._stamp(run):
            self._read(run)
        return self.entries[run]

    def report(self, run: str) -> Path:
        """The report of a run; InputError if it has none."""
        path = self.folder(run) / REPORT
        if not path.is_file() or not path.resolve().is_relative_to(self.results.resolve()):
            raise InputError(f"{run} has no report yet: `overnight report {run}` writes it")
        return path

    def _look_round(self) -> None:
        """Takes note of runs that have come or gone."""
        names = {folder.name: folder for folder in run_folders(self.results)}
        with self.lock:
            for name in self.entries.keys() - names.keys():
                del self.entries[name]
                self.version += 1
            new = names.keys() - self.entries.keys()
        found = {name: KnownRun(_glanced(names[name])) for name in new}
        with self.lock:
            self.entries = found | self.entries

    def _stamp(self, run: str) -> tuple[int, ...]:
        return tuple(_changed(self.results / run / name) for name in (MANIFEST, REPORT))

    def _read(self, run: str) -> None:
        stamp, status = self._stamp(run), run_status(self.results / run)
        with self.lock:
            entry = self.entries.get(run)
            if entry is None:
                return
            if status.status == "playing":
                stamp = ()  # it may end without a word, so that it is looked at again
                entry.pace.add(_changed(self.results / run / MANIFEST) / 1e9, status.in_all)
            if entry.status != status or entry.stamp != stamp:
                self.version += 1
                entry.version = self.version
            entry.status, entry.stamp = status, stamp


def _changed(path: Path) -> int:
    """When a file was changed last, in nanoseconds; 0 if it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _glanced(folder: Path) -> RunStatus:
    """What the manifest of a run tells at a glance."""
    status = RunStatus(folder.name, str(folder), WAITING, has_report=(folder / REPORT).is_file())
    try:
        return replace(status, **dict(_facts(json.loads(read_file(folder / MANIFEST, "manifest", MOST_BYTES)))))
    except (InputError, OSError, ValueError, RecursionError):
        return status  # which is told when it is read


def _facts(manifest: Any) -> Iterator[tuple[str, Any]]:
    told = {"done": ("games", int), "started": ("started", str), "last_write": ("last_write", str)}
    for name, (key, kind) in told.items():
        if isinstance(manifest, dict) and isinstance(manifest.get(key), kind):
            yield name, manifest[key]
