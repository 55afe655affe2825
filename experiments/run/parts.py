"""The parts of a run: files of games, in its folder or at a place that fsspec reaches, and how they are checked."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sim.core.errors import InputError, quoted, shown
from sim.core.game import Game
from sim.core.kernel import digest
from sim.core.turnloop import Batch
from sim.reading.names import seat_name
from sim.reading.text_files import read_file

from ..plan.plan import Plan
from ..questions.totals import figure_names
from .files import MOST_BYTES, write_whole

if TYPE_CHECKING:
    from upath import UPath

Place: TypeAlias = "Path | UPath"
"""A file or a folder, here or wherever fsspec reaches."""
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

    def read(self, path: Place, columns: list[str] | None = None) -> pa.Table:
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

    def check(self, path: Place) -> int:
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


def open_place(told: str) -> Place:
    """A place by its path or address, such as `s3://bucket/parts`; InputError if nothing here reaches it."""
    if "://" not in told:
        return Path(told)
    try:
        from upath import UPath
    except ImportError:
        raise InputError(
            f'{told}: needs the package "universal_pathlib": pip install "overnight[fsspec]", and that of the place'
        ) from None
    try:
        place = UPath(told, use_listings_cache=False)  # which would not tell of what others write
        _ = place.fs
    except (ImportError, ValueError) as error:
        raise InputError(f"{told}: fsspec does not reach it: {error}") from None
    return place


class Parts:
    """The part files of a run below a place, by the first variant and the first game that each holds."""

    def __init__(self, root: Place) -> None:
        self.root = root

    @property
    def are_elsewhere(self) -> bool:
        """Whether they are not in a folder of this machine."""
        return not isinstance(self.root, Path)

    def __str__(self) -> str:
        """What `open_place` understands, in whatever folder it is asked."""
        return str(self.root.resolve())

    def path(self, variant: int, first: int) -> Place:
        """Where the part is kept that begins with game `first` of this variant, and may hold the variants after it."""
        return self.root / str(variant) / f"{first:012d}.parquet"

    def of(self, variant: int) -> list[Place]:
        """Those that begin with a variant, in order of their games."""
        return sorted(_found(self.root / str(variant), "*.parquet"))

    def write(self, path: Place, data: bytes) -> None:
        """Writes a part and its digest. The digest comes first, beside that of the part that is to be replaced, so that
        whatever part is there when the machine stops is known.
        """
        new = digest(data)
        before = [digest(path.read_bytes())] if path.exists() else []
        _write(_digest_path(path), "\n".join(dict.fromkeys([*before, new])).encode())
        _write(path, data)
        if before:
            _write(_digest_path(path), new.encode())

    def check(self, plan: Plan) -> dict[Place, int]:
        """How many games each part file holds; InputError lists every one that is damaged, or does not belong here."""
        sizes: dict[Place, int] = {}
        problems: list[str] = []
        for path in sorted(_found(self.root, "*/*.parquet")):
            variant, first = path.parent.name, path.stem
            try:
                if not (variant.isdigit() and first.isdigit() and int(variant) < len(plan.variants)):
                    raise _damaged(path, "no part has this name")
                group, begins = plan.group_of(int(variant), int(first))
                if group.start != int(variant):
                    raise _damaged(path, "no part has this name")
                if begins != int(first) or path != self.path(int(variant), int(first)):
                    raise _damaged(path, f"no part begins here; parts have {plan.part_games} games")
                sizes[path] = PartId.of(plan, group, int(first)).check(path)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)
        return sizes


def _found(folder: Place, pattern: str) -> Iterable[Place]:
    """Files below a folder that may not be there yet."""
    return folder.glob(pattern) if folder.exists() else ()


def _write(path: Place, data: bytes) -> None:
    """Writes a file whole or not at all; elsewhere, as safely as the place does."""
    if isinstance(path, Path):
        write_whole(path, data)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _part_bytes(path: Place) -> bytes:
    if not _is_there(path):
        raise InputError(f"{path}: this part of the run is missing; run the plan again, and it is played again")
    return _bytes(path, "part of a run")


def _digest_path(part: Place) -> Place:
    """Where the digest of a part is kept."""
    return part.with_suffix(".digest")


def _kept_digests(part: Place) -> list[str]:
    """The digests that the bytes of a part may have: that of the part, or, while it is being replaced, two."""
    path = _digest_path(part)
    return _bytes(path, "digest of a part").decode("ascii", "replace").split() if _is_there(path) else []


def _is_there(path: Place) -> bool:
    """Whether there is anything, if only a link that leads nowhere."""
    return os.path.lexists(path) if isinstance(path, Path) else path.exists()


def _bytes(path: Place, what: str) -> bytes:
    """The content of a file; InputError says why it cannot be read. what: which kind of file it should be."""
    if isinstance(path, Path):
        return read_file(path, what, MOST_BYTES)
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot read this {what}: {error}") from None


def _damaged(path: Place, why: object) -> InputError:
    """The error for a part that cannot be used."""
    reason = " ".join(str(why).split())
    return InputError(
        f"{path}: not a sound part of this run: {reason}; delete this file, and its games are played again"
    )
