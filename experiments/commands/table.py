"""The command `table`: the house rules of a game."""

from __future__ import annotations

from . import catalog
from .listing import print_catalog
from .options import GameName, Json, Search


def table(game: GameName, search: Search = None, as_json: Json = False) -> int:
    """Lists the house rules of a game. Every key of a table, its value by the rules, and what it may be."""
    return print_catalog(catalog.table(game).matching(search), as_json)
