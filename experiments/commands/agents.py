"""The command `agents`: those that play a game."""

from __future__ import annotations

from . import catalog
from .listing import print_catalog
from .options import GameName, Json, Search


def agents(game: GameName, search: Search = None, as_json: Json = False) -> int:
    """Lists the agents for a game: how strong and how fast they are, and how they play."""
    return print_catalog(catalog.agents(game).matching(search), as_json)
