"""What plans can name, kind by kind: decks, squads, heroes, mages, nemeses, supplies. Read from the files of the games
without loading their rules, so that lists and completion answer at once.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import GAMES
from .reading.text_files import read_toml_file

KINDS = {
    "decks": "decks",
    "squads": "squads",
    "heroes": "heroes",
    "mages": "mages",
    "nemeses": "nemesis",
    "supplies": "supply",
}
"""What can be named, and the key of a table that names it: a list with one for each seat where the two are the same."""
OF_CARDS = {"heroes": "hero"}
"""Kinds that are cards of a type; any other kind has a file of its own."""
FOLDER = Path(__file__).parent


@functools.cache
def named(game: str, kind: str) -> dict[str, dict[str, Any]]:
    """What there is of a kind in a game, by id, with its facts; nothing if the game has no such kind."""
    type_of_card = OF_CARDS.get(kind)
    path = FOLDER / game / f"{'cards' if type_of_card else kind}.toml"
    entries = read_toml_file(path, f"file of {kind}") if path.exists() else {}
    facts = {name: dict(entry) if isinstance(entry, Mapping) else {"cards": entry} for name, entry in entries.items()}
    return {name: entry for name, entry in facts.items() if type_of_card in (None, entry.get("type"))}


def games_with(kind: str) -> list[str]:
    """The games that have something of a kind."""
    return [game for game in GAMES if named(game, kind)]


def line_about(facts: Mapping[str, Any]) -> str:
    """What is worth knowing of one at a glance: its name, what sort it is, whose it is or what it does."""
    told = [facts[key] for key in ("name", "kind") if key in facts]
    told += [", ".join(facts["houses"])] if "houses" in facts else []
    told += [f"{key} {facts[key]}" for key in ("hero", "life", "charges") if key in facts]
    told += ["; ".join(facts["ability"])] if facts.get("ability") else []
    told += [", ".join(facts["cards"])] if "name" not in facts else []
    return " · ".join(told)
