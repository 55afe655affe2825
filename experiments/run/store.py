"""The folder of a run: its files, how they are written so that nothing is ever half there, and how they are checked."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from sim.core.errors import InputError, naming, printable, quoted, shown
from sim.core.game import Game
from sim.core.kernel import digest
from sim.core.turnloop import Batch
from sim.reading.names import seat_name
from sim.reading.text_files import read_file

from ..plan.fields import NAME_LETTERS
from ..plan.plan import Part, Plan
from ..questions.totals import figure_names

PLAN, MANIFEST, LOCK, PARTS, CARDS, REPORT = "plan.toml", "manifest.json", "run.lock", "parts", "cards", "report.html"
TABLES = ("summary", "first_seat", "figures", "history")
"""Small tables of results that every run has, as CSV for people and as Parquet, which loses nothing; a question may
have more.
"""

META = b"overnight"
LABEL = frozenset({"key", "variant", "first", "games"})
"""Keys of the label of every part."""
COLUMNS = {
    "game": pa.int64(),
    "deal": pa.int64(),
    "first_seat": pa.int8(),
    "turns": pa.int32(),
    "decisions": pa.int32(),
    "error": pa.int16(),
    "fingerprint": pa.uint64(),
}
"""Columns of every part beside scores and measures."""
UNFINISHED = ".unfinished"
"""Ends the names of files that are being written."""
MOST_BYTES = 2**32
"""Of a file of results."""
PATIENCE, GLANCE = 0.5, 0.05
"""Seconds that a run waits for its folder, as somebody may just be looking whether it is taken; and that one looks."""


def games_table(game: Game, players: int, games_per_deal: int, batch: Batch) -> pa.Table:
    """One row a game: game, deal, first_seat, score_p1.., turns, decisions, error, truncated, at_fault, fingerprint,
    the game's measures.
    """
    number = np.arange(batch.first, batch.first + len(batch.error), dtype=np.int64)
    told = figure_names(game, players)
    measures = {name: batch.measures[:, i] for i, name in enumerate(game.measures) if name in told}
    columns = {
        "game": number,
        "deal": number // games_per_deal,
        "first_seat": batch.first_seat,
        **{f"score_{seat_name(i)}": batch.score[:, i] for i in range(players)},
        "turns": batch.turns,
        "decisions": batch.decisions,
        "error": batch.error,
        "truncated": batch.truncated,
        "at_fault": batch.at_fault,
        "fingerprint": batch.fingerprint,
        **measures,
    }
    return pa.table({name: np.ascontiguousarray(column) for name, column in columns.items()})


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


def cut(games: pa.Table, variants: int, first: int, count: int | None = None) -> list[pa.Table]:
    """The games of each variant in a table that holds as many of every one, one variant after the other: those from the
    first-th on, `count` of them at most.
    """
    each = games.num_rows // variants
    length = max(0, each - first if count is None else min(count, each - first))
    return [games.slice(variant * each + first, length) for variant in range(variants)]


@dataclass(frozen=True)
class PartId:
    """Which games a part holds."""

    key: str
    """digest of the plan"""
    variant: int
    """the first of its variants"""
    first: int
    """its first game of each variant"""
    variants: int = 1
    """how many, one after the other"""
    seats: int = 0
    """how many seats have scores, at the least"""

    @classmethod
    def of(cls, plan: Plan, group: range, first: int, key: str | None = None) -> PartId:
        """The part of a group of variants that begins with this game; key: that of the run, if the plan itself is read
        with other rules than it was played with.
        """
        return cls(key or plan.digest(), group.start, first, len(group), plan.players)

    def encode(self, games: pa.Table) -> bytes:
        """The bytes of the Parquet file: the same for the same games."""
        several = {"variants": self.variants} if self.variants > 1 else {}
        label = {"key": self.key, "variant": self.variant, "first": self.first, "games": games.num_rows, **several}
        sink = pa.BufferOutputStream()
        pq.write_table(
            games.replace_schema_metadata({META: json.dumps(label, sort_keys=True).encode()}),
            sink,
            compression="zstd",
            store_schema=True,
            write_page_checksum=True,
        )
        return sink.getvalue().to_pybytes()

    @staticmethod
    def decode(data: bytes) -> pa.Table:
        """The games in the bytes of a part that was just played."""
        return pq.ParquetFile(pa.BufferReader(data)).read(use_threads=False)

    def read(self, path: Path, columns: list[str] | None = None) -> pa.Table:
        """The games in a part file; InputError if it is damaged or holds other games than it should."""
        data = _part_bytes(path)
        try:
            file = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True)
            self._check_label(file)
            games = file.read(use_threads=False)
            self._check_games(games)
            if digest(data) not in _kept_digests(path):
                raise ValueError("it was changed after it was written")
        except Exception as error:  # whatever the reader of a damaged file may raise
            raise _damaged(path, error) from None
        return games if columns is None else games.select(columns)

    def check(self, path: Path) -> int:
        """The number of games in a part file, all variants together; InputError if it is not this part, unchanged."""
        data = _part_bytes(path)
        if digest(data) not in _kept_digests(path):
            return self.read(path).num_rows  # which says what was changed
        try:
            file = pq.ParquetFile(pa.BufferReader(data))
            self._check_label(file)
        except Exception as error:  # as above
            raise _damaged(path, error) from None
        return file.metadata.num_rows

    def _check_label(self, file: pq.ParquetFile) -> None:
        """ValueError if the label or the columns are not those of this part."""
        label = json.loads((file.metadata.metadata or {}).get(META, b"null"))
        if label is None:
            raise ValueError("it was not written by Overnight")
        if not (isinstance(label, dict) and label.keys() >= LABEL):
            raise ValueError(f"its label should have {', '.join(sorted(LABEL))}, found {shown(label)}")
        if label["key"] != self.key:
            raise ValueError(f"it belongs to another plan (key {shown(label['key'])}, not {self.key})")
        if (label["variant"], label["first"]) != (self.variant, self.first):
            where = f"variant {shown(label['variant'])} from game {shown(label['first'])}"
            raise ValueError(f"it holds {where}, not variant {self.variant} from game {self.first}")
        if label.get("variants", 1) != self.variants:
            raise ValueError(f"it holds {shown(label.get('variants', 1))} variants instead of {self.variants}")
        if label["games"] != file.metadata.num_rows:
            raise ValueError(f"it holds {file.metadata.num_rows} games instead of {shown(label['games'])}")
        schema = file.schema_arrow
        for name, kind in {**COLUMNS, **{f"score_{seat_name(i)}": pa.float32() for i in range(self.seats)}}.items():
            if schema.names.count(name) != 1:
                raise ValueError(f"it has no column {quoted(name)}")
            if schema.field(name).type != kind:
                raise ValueError(f"its column {quoted(name)} holds {schema.field(name).type} instead of {kind}")

    def _check_games(self, games: pa.Table) -> None:
        """ValueError if the rows cannot be those of games."""
        for name in games.column_names:
            if games[name].null_count:
                raise ValueError(f"its column {quoted(name)} has holes")
        each = np.arange(self.first, self.first + games.num_rows // self.variants)
        if not np.array_equal(games["game"].to_numpy(), np.tile(each, self.variants)):
            raise ValueError("its games are not numbered as they should be")
        first, seats = games["first_seat"].to_numpy(), [n for n in games.column_names if n.startswith("score_")]
        if not ((first >= 0) & (first < len(seats))).all():
            raise ValueError(f"first_seat should be from 0 to {len(seats) - 1}, found {first.min()} to {first.max()}")
        for name in seats:
            scores = games[name].to_numpy()
            if not ((scores >= 0) & (scores <= 1)).all():
                wrong = scores[~((scores >= 0) & (scores <= 1))][0]
                raise ValueError(f"{name} should be from 0 to 1, found {wrong}")


def _part_bytes(path: Path) -> bytes:
    if not os.path.lexists(path):
        raise InputError(f"{path}: this part of the run is missing; run the plan again, and it is played again")
    return read_file(path, "part of a run", MOST_BYTES)


def _digest_path(part: Path) -> Path:
    """Where the digest of a part is kept."""
    return part.with_suffix(".digest")


def _kept_digests(part: Path) -> list[str]:
    """The digests that the bytes of a part may have: that of the part, or, while it is being replaced, two."""
    path = _digest_path(part)
    return read_file(path, "digest of a part").decode("ascii", "replace").split() if os.path.lexists(path) else []


def _damaged(path: Path, why: object) -> InputError:
    """The error for a part that cannot be used."""
    reason = " ".join(str(why).split())
    return InputError(
        f"{path}: not a sound part of this run: {reason}; delete this file, and its games are played again"
    )


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file such that it is there whole or not at all, even if the machine stops."""
    unfinished = path.with_name(path.name + UNFINISHED)
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)


FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""Begins a text that a spreadsheet takes for a formula."""


def csv(table: pd.DataFrame, header: bool = True) -> str:
    """A table as CSV. A text that a spreadsheet would take for a formula begins with an apostrophe, so that it stays a
    text; numbers stay numbers.
    """
    texts = table.select_dtypes(exclude=["number", "bool"]).columns
    told = table.assign(**{name: table[name].map(_as_cell) for name in texts}).rename(columns=_as_cell)
    return told.to_csv(index=False, header=header)


def _as_cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if FORMULA.match(value) else text


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

    def part_path(self, variant: int, first: int) -> Path:
        """Where the part is kept that begins with game `first` of this variant, and may hold the variants after it."""
        return self.folder / PARTS / str(variant) / f"{first:012d}.parquet"

    def parts(self, variant: int) -> list[Path]:
        """Part files that begin with a variant, in order of their games."""
        return sorted((self.folder / PARTS / str(variant)).glob("*.parquet"))

    def read_games(self, plan: Plan, part: Part, key: str | None = None) -> pa.Table:
        """The games of a part, from its file, which may hold more; InputError if it is damaged. key: as in `PartId`."""
        found = PartId.of(plan, part.group, part.first, key).read(self.part_path(part.group.start, part.first))
        return pa.concat_tables(cut(found, len(part.group), 0, part.games))

    def write_part(self, path: Path, data: bytes) -> None:
        """Writes a part and its digest. The digest comes first, beside that of the part that is to be replaced, so that
        whatever part is there when the machine stops is known.
        """
        new = digest(data)
        before = [digest(path.read_bytes())] if path.exists() else []
        self.write(_digest_path(path), "\n".join(dict.fromkeys([*before, new])).encode())
        self.write(path, data)
        if before:
            self.write(_digest_path(path), new.encode())

    def check_games(self, plan: Plan, manifest: Mapping[str, Any], games: int) -> None:
        """InputError lists the parts that are missing, damaged or too short for so many games of each variant, or for
        those that each has played if they are not the same.
        """
        problems: list[str] = []
        for told in told_games(plan, manifest, games):
            for first in told.parts:
                path = self.part_path(told.group.start, first)
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

    def check_parts(self, plan: Plan) -> dict[Path, int]:
        """How many games each part file holds; InputError lists every one that is damaged, or does not belong here."""
        sizes: dict[Path, int] = {}
        problems: list[str] = []
        for path in sorted((self.folder / PARTS).glob("*/*.parquet")):
            variant, first = path.parent.name, path.stem
            try:
                if not (variant.isdigit() and first.isdigit() and int(variant) < len(plan.variants)):
                    raise _damaged(path, "no part has this name")
                group, begins = plan.group_of(int(variant), int(first))
                if group.start != int(variant):
                    raise _damaged(path, "no part has this name")
                if begins != int(first) or path != self.part_path(int(variant), int(first)):
                    raise _damaged(path, f"no part begins here; parts have {plan.part_games} games")
                sizes[path] = PartId.of(plan, group, int(first)).check(path)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)
        return sizes

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
        return file.read(use_threads=False).to_pandas()
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


_TEXT = ("a text", lambda value: isinstance(value, str))
_OBJECT = ("an object", lambda value: isinstance(value, dict))
MANIFEST_KEYS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(["name", "key", "started", "last_write", "python", "machine"], _TEXT),
    **dict.fromkeys(["agents", "versions"], _OBJECT),
    "games": ("a whole number from 0 on", _is_count),
    "status": ("playing, done or stopped", lambda value: value in ("playing", "done", "stopped")),
    "stopped_by": ("a text or null", lambda value: value is None or isinstance(value, str)),
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
    "counted": ("elsewhere", lambda value: value == "elsewhere"),
    "frozen": ("a list of texts", _texts),
    "played": ("an object of whole numbers from 0 on", lambda value: _counts(value)),
    "apart": (
        "an object of whole numbers from 0 on, by variant",
        lambda value: _counts(value) and all(str(name).isdecimal() for name in value),
    ),
}
"""What it may hold beside that."""
