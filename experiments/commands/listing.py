"""Commands that list what a plan can name, such as `decks`, and how all commands that list something print it."""

from __future__ import annotations

from collections.abc import Callable

from sim import nameable

from . import catalog
from .catalog import Catalog
from .options import LISTS, GameName, Json, Search
from .output import DONE, answer, narrate, print_tables


def _lists(kind: str) -> Callable[..., int]:
    """The command that lists all of a kind that a plan can name."""

    def listed(game: GameName, search: Search = None, as_json: Json = False) -> int:
        return print_catalog(catalog.named(game, kind).matching(search), as_json)

    listed.__doc__ = LISTS.format(kind)
    return listed


decks, squads, heroes, mages, nemeses, supplies = map(_lists, nameable.KINDS)


def print_catalog(found: Catalog, as_json: bool) -> int:
    """Prints what a list has, and an example of what to do with it."""
    answer(found.facts, as_json, lambda out: print_tables(out, found.sections))
    if found.example and not as_json:
        narrate(f"\nFor example: {found.example}")
    return DONE
