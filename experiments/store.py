"""The folder of a run: its files, how they are written so that nothing is ever half there, and how they are checked."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sim.core.errors import InputError
from sim.core.kernel import digest
from sim.core.turnloop import Batch
from sim.core.words import seat_name

from .plan import Plan
from .totals import figure_names

PLAN, MANIFEST, LOCK, PARTS, CARDS, REPORT = "plan.toml", "manifest.json", "run.lock", "parts", "cards", "report.html"
TABLES, MORE_TABLES = ("summary", "first_seat", "figures", "history"), ("shares", "cells", "additivity")
"""Small tables of results, as CSV for people and as Parquet, which loses nothing: those of every run and those of some.
"""

META = b"overnight"
UNFINISHED = ".unfinished"
"""Ends the names of files that are being written."""


def games_table(plan: Plan, batch: Batch) -> pa.Table:
    """One row a game: game, deal, first_seat, score_p1.., turns, decisions, error, at_fault, fingerprint, the game's
    measures.
    """
    game = np.arange(batch.first, batch.first + len(batch.error), dtype=np.int64)
    measures = {name: batch.measures[:, i] for i, name in enumerate(plan.game.measures) if name in figure_names(plan)}
    columns = {
        "game": game,
        "deal": game // plan.games_per_deal,
        "first_seat": batch.first_seat,
        **{f"score_{seat_name(i)}": batch.score[:, i] for i in range(plan.players)},
        "turns": batch.turns,
        "decisions": batch.decisions,
        "error": batch.error,
        "at_fault": batch.at_fault,
        "fingerprint": batch.fingerprint,
        **measures,
    }
    return pa.table({name: np.ascontiguousarray(column) for name, column in columns.items()})


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

    @classmethod
    def of(cls, plan: Plan, group: range, first: int) -> PartId:
        """The part of a group of variants that begins with this game."""
        return cls(plan.digest(), group.start, first, len(group))

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

    def read(self, path: Path, columns: list[str] | None = None) -> pa.Table:
        """The games in a part file; InputError if it is damaged or holds other games than it should."""
        self.check(path)
        try:
            games = pq.ParquetFile(path, page_checksum_verification=True).read(columns=columns, use_threads=False)
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, error) from None
        each = np.arange(self.first, self.first + games.num_rows // self.variants)
        if "game" in games.column_names and not np.array_equal(games["game"].to_numpy(), np.tile(each, self.variants)):
            raise _damaged(path, "its games are not numbered as they should be")
        return games

    def check(self, path: Path) -> None:
        """Reads the label and the size alone; InputError if the file is not this part."""
        try:
            found = pq.read_metadata(path)
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, error) from None
        label = json.loads((found.metadata or {}).get(META, b"{}"))
        if not label:
            raise _damaged(path, "it was not written by Overnight")
        if label["key"] != self.key:
            raise _damaged(path, f"it belongs to another plan (key {label['key']}, not {self.key})")
        if (label["variant"], label["first"]) != (self.variant, self.first):
            where = f"variant {label['variant']} from game {label['first']}"
            raise _damaged(path, f"it holds {where}, not variant {self.variant} from game {self.first}")
        if label.get("variants", 1) != self.variants:
            raise _damaged(path, f"it holds {label.get('variants', 1)} variants instead of {self.variants}")
        if label["games"] != found.num_rows:
            raise _damaged(path, f"it holds {found.num_rows} games instead of {label['games']}")


def _damaged(path: Path, why: object) -> InputError:
    """The error for a part that cannot be used."""
    reason = " ".join(str(why).split())
    return InputError(
        f"{path}: not a sound part of this run: {reason}; delete this file, and its games are played again"
    )


class Store:
    """The files of one run."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @classmethod
    def of_plan(cls, plan: Plan, results: str | Path) -> Store:
        """The folder of a plan: its name and the beginning of its key."""
        return cls(Path(results) / f"{plan.name}-{plan.digest()[:8]}")

    def part_path(self, variant: int, first: int) -> Path:
        """Where the part is kept that begins with game `first` of this variant, and may hold the variants after it."""
        return self.folder / PARTS / str(variant) / f"{first:012d}.parquet"

    def parts(self, variant: int) -> list[Path]:
        """Part files that begin with a variant, in order of their games."""
        return sorted((self.folder / PARTS / str(variant)).glob("*.parquet"))

    def check_parts(self, plan: Plan) -> None:
        """InputError lists every part file that is damaged, or that does not belong here."""
        groups, problems = {group.start: group for group in plan.groups}, []
        for path in sorted((self.folder / PARTS).glob("*/*.parquet")):
            variant, first = path.parent.name, path.stem
            try:
                if not (variant.isdigit() and first.isdigit() and int(variant) in groups):
                    raise _damaged(path, "no part has this name")
                if int(first) % plan.part_games or path != self.part_path(int(variant), int(first)):
                    raise _damaged(path, f"no part begins here; parts have {plan.part_games} games")
                PartId.of(plan, groups[int(variant)], int(first)).check(path)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)

    def write(self, path: Path, data: bytes) -> None:
        """Writes a file such that it is there whole or not at all, even if the machine stops."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(path.name + UNFINISHED)
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)

    def freeze(self, plan: Plan) -> None:
        """Keeps the plan and the card files it names, so that the folder says by itself what was played."""
        used = {path for variant in plan.variants for path in variant.cards} | {*plan.cards}
        names = {}
        for path in used:
            data = path.read_bytes()
            names[path] = f"{CARDS}/{path.stem.rpartition('.')[0] or path.stem}.{digest(data)}.toml"
            self.write(self.folder / names[path], data)
        self.write(self.folder / PLAN, plan.to_toml(names).encode())

    def write_tables(self, tables: Mapping[str, pd.DataFrame]) -> None:
        """Writes the small tables of results."""
        for name, table in tables.items():
            self.write(self.folder / f"{name}.csv", table.to_csv(index=False).encode())
            self.write(self.folder / f"{name}.parquet", table.to_parquet(index=False))

    def read_tables(self) -> dict[str, pd.DataFrame]:
        """The small tables of results as they were written last; InputError if they cannot be read."""
        try:
            more = [name for name in MORE_TABLES if (self.folder / f"{name}.parquet").exists()]
            return {name: pd.read_parquet(self.folder / f"{name}.parquet") for name in (*TABLES, *more)}
        except (pa.ArrowException, OSError) as error:
            reason = " ".join(str(error).split())
            raise InputError(f"{self.folder}: cannot be read: {reason}; run the plan again to write it anew") from None

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Writes what is to be known about the run."""
        self.write(self.folder / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode())

    def read_manifest(self) -> dict[str, Any]:
        """What is to be known about the run; empty before it began. InputError if it cannot be read."""
        path = self.folder / MANIFEST
        if not path.is_file():
            return {}
        try:
            return json.loads(path.read_bytes())
        except ValueError as error:
            raise InputError(f"{path}: cannot be read: {error}; delete it and run the plan again") from None

    def remove(self) -> None:
        """Deletes the whole folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keeps other processes from playing into the same folder; the system frees it if this process dies.

        Files that a process which died was just writing are removed.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("a+") as file:
            if not _locks(file, fcntl.LOCK_EX, patience=0.5):
                raise InputError(f"{self.folder}: {self._owner()} is playing this plan; wait until it ends")
            file.truncate(0)
            file.write(json.dumps({"process": os.getpid(), "host": os.uname().nodename}))
            file.flush()
            for path in self.folder.rglob(f"*{UNFINISHED}"):
                path.unlink()
            yield

    def is_locked(self) -> bool:
        """Whether a process is playing into this folder."""
        try:
            with (self.folder / LOCK).open() as file:
                return not _locks(file, fcntl.LOCK_SH)
        except FileNotFoundError:
            return False

    def _owner(self) -> str:
        try:
            owner = json.loads((self.folder / LOCK).read_text())
            return f"process {owner['process']} on {owner['host']}"
        except (ValueError, KeyError, TypeError):
            return "another process"


def _locks(file: IO[str], kind: int, patience: float = 0) -> bool:
    """Whether the lock could be had, within so many seconds: somebody may just be looking whether it is taken."""
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.05)
