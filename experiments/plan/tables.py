"""What a candidate asks of the table, and the tables that the kernels read, built where they are needed."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.core.game import Game
from sim.core.kernel import digest
from sim.core.table import ROTATE
from sim.core.text_files import read_file

TABLES_KEPT = 128
"""Tables that are kept once they are built; one of KeyForge takes 124 kB."""


@dataclass(frozen=True)
class CardFile:
    """A card file as it was when the plan was read."""

    path: Path
    digest: str

    @classmethod
    def of(cls, path: Path) -> CardFile:
        """The file as it is now; what cannot be read is told when the table is made."""
        try:
            return cls(path, digest(read_file(path, "card file")))
        except InputError:
            return cls(path, "")

    @property
    def text(self) -> str:
        """What it says; InputError if that is not what it said."""
        try:
            data = read_file(self.path, "card file")
        except InputError:
            data = b""
        if digest(data) != self.digest:
            raise InputError(f"{self.path}: was changed while the plan was being played; run it again")
        return data.decode()


def table_text(table: Mapping[str, Any]) -> str:
    """A table as text: the same for the same keys and values."""
    return json.dumps(table, sort_keys=True, default=_plain)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else str(value)


@functools.lru_cache(maxsize=TABLES_KEPT)
def build_tables(game: Game, table: str, cards: tuple[CardFile, ...]) -> np.record:
    """The tables that the kernels of a game read, of a table as text; those that were used last are kept."""
    names = [file.path for file in cards if file.text]  # which says whether one was changed
    return game.make_tables(json.loads(table), names)


def games_per_deal(tables: np.record) -> int:
    """Games that share their luck at such a table: one for every seat that begins, if the first seat rotates."""
    return int(tables.players) if tables.first == ROTATE else 1
