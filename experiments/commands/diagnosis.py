"""Whether this installation and this folder are in order, and what to do if not."""

from __future__ import annotations

import fcntl
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.core.kernel import cache_root

from ..run.store import MANIFEST, Store

DISTRIBUTION = "overnight"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    ok: bool
    found: str
    advice: str = ""
    """what to do, if it is not in order or worth knowing"""


@dataclass(frozen=True)
class Diagnosis:
    """All that was looked at."""

    findings: list[Finding]

    @property
    def ok(self) -> bool:
        """Whether everything is in order."""
        return all(finding.ok for finding in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON."""
        return {"ok": self.ok, "findings": [asdict(finding) for finding in self.findings]}


def diagnose(results: str | Path = "results") -> Diagnosis:
    """Looks at Python, the libraries, the machine, the cache of compiled games, and the folder of results."""
    folder = Path(results)
    return Diagnosis([_python(), *_libraries(), _cores(), _cache(), *_games(), _writable(folder), *_runs(folder)])


def _python() -> Finding:
    needed = metadata(DISTRIBUTION)["Requires-Python"]
    found = platform.python_version()
    return Finding("python", SpecifierSet(needed).contains(found), f"{found} ({sys.executable})", f"needed: {needed}")


def _libraries() -> Iterator[Finding]:
    """Every library that the project needs, and whether the installed one will do."""
    for requirement in map(Requirement, requires(DISTRIBUTION) or []):
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            found = "not installed"
        ok = found != "not installed" and requirement.specifier.contains(found, prereleases=True)
        advice = "" if ok else f'pip install "{requirement}"'
        yield Finding(requirement.name, ok, found, advice)


def _cores() -> Finding:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return Finding("cores", True, f"{usable} usable, {platform.machine()}")


def _cache() -> Finding:
    root = cache_root()
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    ok = _can_write(root)
    advice = "" if ok else "make it writable, or set NUMBA_CACHE_DIR to another folder"
    return Finding("cache", ok, f"{root}, {size / 1e6:.0f} MB", advice)


def _games() -> Iterator[Finding]:
    for name in GAMES:
        warm = load_game(name).is_warm()
        yield Finding(
            name, True, "compiled" if warm else "to be compiled", "" if warm else "the first game takes longer"
        )


def _writable(folder: Path) -> Finding:
    """Whether runs can be written and locked in the folder of results."""
    if not _can_write(folder):
        return Finding("results", False, f"{folder.absolute()}: cannot be written", "use --results with another folder")
    return Finding("results", True, str(folder.absolute()))


def _can_write(folder: Path) -> bool:
    """Whether files can be made and locked in a folder, or in the one in which it would be made."""
    there = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _runs(folder: Path) -> Iterator[Finding]:
    """Runs that need attention: damaged, or broken off without having been able to say so."""
    for path in sorted(folder.glob(f"*/{MANIFEST}")):
        store = Store(path.parent)
        try:
            status = store.read_manifest().get("status")
        except InputError as error:
            yield Finding(path.parent.name, False, "damaged", str(error))
            continue
        if status == "playing":
            found, advice = ("being played", "") if store.is_locked() else ("broken off", "run its plan again to go on")
            yield Finding(path.parent.name, True, found, advice)
