"""Commands that list what there is: games, agents, cards, house rules, names for plans, words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from sim import names

from . import catalog
from .catalog import Catalog
from .options import LISTS, CardFiles, GameName, Json, Search
from .output import DONE, answer, narrate, print_tables, print_text


def games(as_json: Json = False) -> int:
    """Lists the games."""
    return _print_catalog(catalog.games(), as_json)


def agents(game: GameName, search: Search = None, as_json: Json = False) -> int:
    """Lists the agents for a game: how strong and how fast they are, and how they play."""
    return _print_catalog(catalog.agents(game).matching(search), as_json)


def cards(
    game: GameName,
    search: Search = None,
    cards: CardFiles = None,
    template: Annotated[bool, typer.Option(help="A card file to fill in, with every unknown value marked.")] = False,
    as_json: Json = False,
) -> int:
    """Lists the cards of a game with all their facts."""
    if template:
        text = catalog.template(game)
        answer({"game": game, "template": text}, as_json, lambda out: print_text(out, text))
        return DONE
    return _print_catalog(catalog.cards(game, cards or []).matching(search), as_json)


def table(game: GameName, search: Search = None, as_json: Json = False) -> int:
    """Lists the house rules of a game. Every key of a table, its value by the rules, and what it may be."""
    return _print_catalog(catalog.table(game).matching(search), as_json)


def words(game: GameName, as_json: Json = False) -> int:
    """Lists the words of logs, scenarios and card files."""
    return _print_catalog(catalog.words(game), as_json)


def _lists(kind: str) -> Callable[..., int]:
    """The command that lists all of a kind that a plan can name."""

    def listed(game: GameName, search: Search = None, as_json: Json = False) -> int:
        return _print_catalog(catalog.named(game, kind).matching(search), as_json)

    listed.__doc__ = LISTS.format(kind)
    return listed


decks, squads, heroes, mages, nemeses, supplies = map(_lists, names.KINDS)


def _print_catalog(found: Catalog, as_json: bool) -> int:
    answer(found.facts, as_json, lambda out: print_tables(out, found.sections))
    if found.example and not as_json:
        narrate(f"\nFor example: {found.example}")
    return DONE
