"""The command `cards`: those of a game, one of them in full, and a file to fill in."""

from __future__ import annotations

from typing import Annotated

import typer

from sim import load_game

from . import catalog
from .listing import print_catalog
from .one_card import card_lines, find_card, one_card
from .options import CardFiles, GameName, Json, Search
from .output import DONE, answer, print_text, print_words


def cards(
    game: GameName,
    search: Search = None,
    cards: CardFiles = None,
    template: Annotated[bool, typer.Option(help="A card file to fill in, with every unknown value marked.")] = False,
    as_json: Json = False,
) -> int:
    """Lists the cards of a game with all their facts. The name of a card shows it in full: facts, text in words and in
    the notation, source, how open points are read, and the scenarios that show it.
    """
    if template:
        text = catalog.template(game)
        answer({"game": game, "template": text}, as_json, lambda out: print_text(out, text))
        return DONE
    rules = load_game(game)
    card = find_card(rules, " ".join(search), cards or []) if search else None
    if card is not None:
        page = one_card(rules, card, cards or [])
        answer({"game": game, **page}, as_json, lambda out: print_words(out, "\n".join(card_lines(page))))
        return DONE
    return print_catalog(catalog.cards(game, cards or []).matching(search), as_json)
