"""The command `words`: those of logs, scenarios and card files."""

from __future__ import annotations

from . import catalog
from .listing import print_catalog
from .options import GameName, Json


def words(game: GameName, as_json: Json = False) -> int:
    """Lists the words of logs, scenarios and card files."""
    return print_catalog(catalog.words(game), as_json)
