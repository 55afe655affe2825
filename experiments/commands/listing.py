"""Commands that list what there is: `games`, `agents`, `cards` and `words`."""

from __future__ import annotations

from typing import Annotated

import typer

from . import catalog
from .catalog import Catalog
from .options import CardFiles, GameName, Json
from .output import DONE, answer, print_tables, print_text


def games(as_json: Json = False) -> int:
    """Lists the games."""
    return _print_catalog(catalog.games(), as_json)


def agents(game: GameName, as_json: Json = False) -> int:
    """Lists the agents for a game."""
    return _print_catalog(catalog.agents(game), as_json)


def cards(
    game: GameName,
    cards: CardFiles = None,
    template: Annotated[bool, typer.Option(help="A card file to fill in, with every unknown value marked.")] = False,
    as_json: Json = False,
) -> int:
    """Lists the cards of a game with all their facts."""
    if template:
        text = catalog.template(game)
        answer({"game": game, "template": text}, as_json, lambda out: print_text(out, text))
        return DONE
    return _print_catalog(catalog.cards(game, cards or []), as_json)


def words(game: GameName, as_json: Json = False) -> int:
    """Lists the words of logs, scenarios and card files."""
    return _print_catalog(catalog.words(game), as_json)


def _print_catalog(found: Catalog, as_json: bool) -> int:
    answer(found.facts, as_json, lambda out: print_tables(out, found.sections))
    return DONE
