"""What a candidate asks of the table, and the tables that the kernels read, built where they are needed."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.core.beginning import ROTATE
from sim.core.game import Game
from sim.reading.card_files import CardFile

TABLES_KEPT = 128
"""Tables that are kept once they are built; one of KeyForge takes 124 kB."""


def table_text(table: Mapping[str, Any]) -> str:
    """A table as text: the same for the same keys and values."""
    return json.dumps(table, sort_keys=True, default=_plain)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else str(value)


@functools.lru_cache(maxsize=TABLES_KEPT)
def build_tables(game: Game, table: str, cards: tuple[CardFile, ...]) -> np.record:
    """The tables that the kernels of a game read, of a table as text; those that were used last are kept."""
    return game.make_tables(json.loads(table), cards)


def games_per_deal(tables: np.record) -> int:
    """Games that share their luck at such a table: one for every seat that begins, if the first seat rotates."""
    return int(tables.players) if tables.first == ROTATE else 1
