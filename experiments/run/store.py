"""The folder of a run: its files beside those of parts, and how they are checked."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from sim.core.errors import InputError, naming, shown
from sim.core.kernel import digest
from sim.reading.text_files import read_file

from ..plan.fields import NAME_LETTERS
from ..plan.plan import Part, Plan
from .files import MOST_BYTES, UNFINISHED, csv, write_whole
from .parts import META, PartId, Parts, cut, open_place

PLAN, MANIFEST, LOCK, PARTS, CARDS, REPORT = "plan.toml", "manifest.json", "run.lock", "parts", "cards", "report.html"
TABLES = ("summary", "first_seat", "figures", "history")
"""Small tables of results that every run has, as CSV for people and as Parquet, which loses nothing; a question may
have more.
"""

PATIENCE, GLANCE = 0.5, 0.05
"""Seconds that a run waits for its folder, as somebody may just be looking whether it is taken; and that one looks."""


@dataclass(frozen=True)
class Told:
    """Games of which a manifest tells: of each variant of a group those from `first` up to `until`, in part files of so
    many.
    """

    group: range
    first: int
    until: int
    part_games: int

    @property
    def games(self) -> int:
        """Of all variants together."""
        return len(self.group) * (self.until - self.first)

    @property
    def parts(self) -> range:
        """The first game of each part file."""
        return range(self.first, self.until, self.part_games)


def told_games(plan: Plan, manifest: Mapping[str, Any], games: int | None = None) -> list[Told]:
    """Of which games the manifest tells, group by group, then of those that play on apart. games: where all have played
    the same number, that number, if it is another.
    """
    uneven = manifest.get("played", {})
    even = manifest["games"] if games is None else games
    if plan.apart is not None:
        even = min(even, plan.apart.first)
    shared = [
        Told(group, 0, uneven.get(str(group.start), 0) if uneven else even, plan.part_games) for group in plan.groups
    ]
    if plan.apart is None:
        return shared
    first, size = plan.apart.first, plan.apart.part_games
    return shared + [
        Told(plan.group_of(int(variant), first)[0], first, first + count, size)
        for variant, count in manifest.get("apart", {}).items()
    ]


class Store:
    """The files of one run."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @classmethod
    def of_plan(cls, plan: Plan, results: str | Path) -> Store:
        """The folder of a plan: its name and the beginning of its key; or `results` itself if that is a run of the
        plan, whatever it is called.
        """
        here = cls(results)
        if here.read_manifest().get("key") == plan.digest():
            return here
        return cls(Path(results) / f"{plan.name}-{plan.digest()[:8]}")

    @cached_property
    def parts(self) -> Parts:
        """The parts of the run: in the folder, unless the manifest says where else."""
        elsewhere = self.read_manifest().get("parts")
        return Parts(self.folder / PARTS if elsewhere is None else open_place(elsewhere))

    def keep_parts_at(self, place: str) -> None:
        """Keeps the parts of a run that begins below another place, each run in a folder of its own there. InputError
        if this is no address, or this run keeps its parts elsewhere.
        """
        if "://" not in place:
            raise InputError(f"parts should be an address, such as file:///mnt/parts or s3://bucket, found {place}")
        root = f"{place.rstrip('/')}/{self.folder.name}"
        manifest = self.read_manifest()
        if manifest and manifest.get("parts", "") != root:
            there = manifest.get("parts") or f"its {PARTS}"
            raise InputError(f"{self.folder}: this run keeps its parts in {there}; run it without --parts")
        self.parts = Parts(open_place(root))

    def read_games(self, plan: Plan, part: Part, key: str | None = None) -> pa.Table:
        """The games of a part, from its file, which may hold more; InputError if it is damaged. key: as in `PartId`."""
        found = PartId.of(plan, part.group, part.first, key).read(self.parts.path(part.group.start, part.first))
        return pa.concat_tables(cut(found, len(part.group), 0, part.games))

    def check_games(self, plan: Plan, manifest: Mapping[str, Any], games: int) -> None:
        """InputError lists the parts that are missing, damaged or too short for so many games of each variant, or for
        those that each has played if they are not the same.
        """
        problems: list[str] = []
        for told in told_games(plan, manifest, games):
            for first in told.parts:
                path = self.parts.path(told.group.start, first)
                wanted = min(told.part_games, told.until - first) * len(told.group)
                try:
                    found = PartId.of(plan, told.group, first, manifest["key"]).check(path)
                except InputError as error:
                    problems += error.problems
                    continue
                if found < wanted:
                    problems.append(f"{path}: it holds {found} games, {wanted} are told of; run the plan again")
        if problems:
            raise InputError(problems)

    def write(self, path: Path, data: bytes) -> None:
        """Writes a file of the folder, see `write_whole`."""
        write_whole(path, data)

    def freeze(self, plan: Plan, manifest: Mapping[str, Any]) -> dict[str, Any]:
        """Keeps the plan and the card files it names, so that the folder says by itself what was played. Returns what
        the manifest says of it. One that is there, as it was before, knows the old plan and the new one meanwhile.
        """
        used = {file for variant in plan.variants for file in variant.card_files} | {*plan.card_files}
        names = {}
        for file in used:
            stem = (file.path.stem.rpartition(".")[0] or file.path.stem)[:NAME_LETTERS]
            names[file.path] = f"{CARDS}/{stem}.{file.digest}.toml"
            self.write(self.folder / names[file.path], file.content)
        text = plan.to_toml(names).encode()
        frozen = [digest(text)]
        if manifest and manifest.get("frozen") != frozen:
            self.write_manifest({**manifest, "frozen": [*manifest.get("frozen", []), *frozen]})
        self.write(self.folder / PLAN, text)
        return {"frozen": frozen}

    def check_frozen(self, manifest: Mapping[str, Any]) -> None:
        """InputError if the plan in the folder is not the one that the run has written there."""
        path = self.folder / PLAN
        if "frozen" in manifest and path.is_file() and digest(read_file(path, "plan file")) not in manifest["frozen"]:
            raise InputError(
                f"{path}: was changed after the run wrote it, so it does not tell what was played; put it back, or run"
                " it to play what it asks now"
            )

    def write_tables(self, tables: Mapping[str, pd.DataFrame], key: str) -> None:
        """Writes the small tables of results. key: the digest of the plan."""
        for name, table in tables.items():
            self.write(self.folder / f"{name}.csv", csv(table).encode())
            self.write(self.folder / f"{name}.parquet", _encoded(name, table, key))

    def read_tables(self, key: str) -> dict[str, pd.DataFrame]:
        """The small tables of results as they were written last; InputError if they cannot be read, or are those of
        another plan than that of this digest.
        """
        more = sorted({path.stem for path in self.folder.glob("*.parquet")} - {*TABLES})
        return {name: _table_in(self.folder / f"{name}.parquet", key) for name in (*TABLES, *more)}

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Writes what is to be known about the run."""
        self.write(self.folder / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode())

    def read_manifest(self) -> dict[str, Any]:
        """What is to be known about the run; empty before it began. InputError if it cannot be read, or is not what a
        run writes.
        """
        path = self.folder / MANIFEST
        if not path.is_file():
            return {}
        try:
            manifest = json.loads(read_file(path, "manifest", MOST_BYTES))
            _check_manifest(manifest)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: cannot be read: {error}; delete it and run the plan again") from None
        return manifest

    def remove(self) -> None:
        """Deletes the whole folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keeps other processes from playing into the same folder; the system frees it if this process dies.

        Files that a process which died was just writing are removed.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / LOCK
        lock = FileLock(path)
        with naming(path):
            try:
                lock.acquire(timeout=PATIENCE)
            except Timeout:
                raise InputError(f"{self.folder}: {self._owner()} is playing this plan; wait until it ends") from None
        try:
            with naming(path):
                path.write_text(json.dumps({"process": os.getpid(), "host": os.uname().nodename}), encoding="utf-8")
            for unfinished in self.folder.rglob(f"*{UNFINISHED}"):
                unfinished.unlink()
            yield
        finally:
            lock.release()

    def is_locked(self) -> bool:
        """Whether a process is playing into this folder, or may be, as far as can be seen."""
        path = self.folder / LOCK
        if not path.is_file():
            return False
        try:
            with FileLock(path).acquire(timeout=GLANCE):
                return False
        except (Timeout, OSError):  # the folder may be somebody else's
            return True

    def owner(self) -> tuple[int, str] | None:
        """The process that has locked the folder last, and its host; None where that cannot be read."""
        try:
            owner = json.loads(read_file(self.folder / LOCK, "lock"))
            return int(owner["process"]), str(owner["host"])
        except (InputError, OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def _owner(self) -> str:
        owner = self.owner()
        return "another process" if owner is None else f"process {owner[0]} on {owner[1]}"


def _encoded(name: str, table: pd.DataFrame, key: str) -> bytes:
    """The bytes of a Parquet file with a table of a run: its label says which table it is, of which columns
    and of which plan.
    """
    found, sink = pa.Table.from_pandas(table, preserve_index=False), pa.BufferOutputStream()
    label = {"key": key, "table": name, "columns": found.column_names}
    labels = {**(found.schema.metadata or {}), META: json.dumps(label).encode()}
    pq.write_table(found.replace_schema_metadata(labels), sink, write_page_checksum=True)
    return sink.getvalue().to_pybytes()


def _table_in(path: Path, key: str) -> pd.DataFrame:
    """The table in a Parquet file; InputError if it is damaged, or says that it is another table or one of another
    plan.
    """
    try:
        data = read_file(path, "table of results", MOST_BYTES)
        file = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
        label = json.loads((file.metadata.metadata or {}).get(META, b"{}"))
        if label.get("key", key) != key:
            raise ValueError(f"it belongs to another plan (key {shown(label['key'])}, not {key})")
        name = label.get("table", "a part" if "variant" in label else path.stem)
        if name != path.stem:
            raise ValueError(f"it is {shown(name)} of the run")
        names = file.schema_arrow.names
        if label.get("columns", names) != names:
            raise ValueError(f"its columns are {shown(names)}, not {shown(label['columns'])}")
        return file.read(use_threads=False).to_pandas(ignore_metadata=True)
    except InputError as error:
        raise InputError(f"{error}; run the plan again to write it anew") from None
    except Exception as error:  # whatever the reader of a damaged file may raise
        reason = " ".join(str(error).split())
        raise InputError(f"{path}: cannot be read: {reason}; run the plan again to write it anew") from None


def _check_manifest(manifest: Any) -> None:
    """ValueError if a manifest is not of the shape that a run gives it."""
    if not isinstance(manifest, dict):
        raise ValueError(f"it should be an object, found {shown(manifest)}")
    absent = [key for key in MANIFEST_KEYS if key not in manifest]
    if absent:
        raise ValueError(f"it has no {', '.join(absent)}")
    for key, (right, accepts) in {**MANIFEST_KEYS, **MORE_KEYS}.items():
        if key in manifest and not accepts(manifest[key]):
            raise ValueError(f"{key} should be {right}, found {shown(manifest[key])}")


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _texts(value: Any, length: int | None = None) -> bool:
    right = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return right and length in (None, len(value))


StopReason = Literal["games", "half_width", "decided", "hours", "interrupt", "faults", "a worker died"]
"""Why a run may have ended."""
STOPPED_BY: tuple[str, ...] = get_args(StopReason)
_TEXT = ("a text", lambda value: isinstance(value, str))
_OBJECT = ("an object", lambda value: isinstance(value, dict))
MANIFEST_KEYS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(["name", "key", "started", "last_write", "python", "machine"], _TEXT),
    **dict.fromkeys(["agents", "versions"], _OBJECT),
    "games": ("a whole number from 0 on", _is_count),
    "status": ("playing, done or stopped", lambda value: value in ("playing", "done", "stopped")),
    "stopped_by": (
        f"{', '.join(STOPPED_BY)} or null",
        lambda value: value is None or (isinstance(value, str) and value in STOPPED_BY),
    ),
    "intervals": ("fixed or always valid", lambda value: value in ("fixed", "always valid")),
    "notes": ("a list of texts", _texts),
    "assumptions": (
        "a list of lists of three texts",
        lambda value: isinstance(value, list) and all(_texts(fact, 3) for fact in value),
    ),
    "identity": (
        "an object with rules and agents",
        lambda value: (
            isinstance(value, dict)
            and isinstance(value.get("rules"), str)
            and isinstance(value.get("agents"), list)
            and all(map(_texts, value["agents"]))
        ),
    ),
}
"""What a manifest holds, at the least."""
MORE_KEYS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "basis": _TEXT,
    "parts": _TEXT,
    "counted": ("elsewhere", lambda value: value == "elsewhere"),
    "frozen": ("a list of texts", _texts),
    "played": ("an object of whole numbers from 0 on", lambda value: _counts(value)),
    "apart": (
        "an object of whole numbers from 0 on, by variant",
        lambda value: _counts(value) and all(str(name).isdecimal() for name in value),
    ),
}
"""What it may hold beside that."""
