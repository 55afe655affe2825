"""Card files: TOML files with a table for each card, the game's own ones and those of users that add to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .errors import shown
from .text_files import read_toml_file

SOURCES = ("established", "assumed", "designed")
"""How a card's facts are known."""
KIND_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts"}
"""What the kinds of values are called in an error."""


def read_card_file(path: Path) -> dict[str, Any]:
    """The content of a card file; InputError says why it cannot be read."""
    return read_toml_file(path, "card file")


def add_card_files(
    cards: dict[str, dict[str, Any]],
    files: Sequence[str | Path],
    check_card: Callable[[str, Mapping[str, Any], str], list[str]],
    prepare: Callable[[Path, dict[str, Any]], dict[str, Any]] = lambda path, content: content,
) -> tuple[dict[str, str], list[str]]:
    """Adds the cards of a user's files to `cards` by id; a card that is there already changes just the fields given.

    `check_card` (id, fields, where it stands) -> what is wrong with a card. `prepare` (file, its content) -> the cards
    that it gives, where a file may hold more than those. Returns where each card of the files stands
    and everything that is wrong with them.
    """
    places: dict[str, str] = {}
    problems: list[str] = []
    for path in files:
        for card, fields in prepare(Path(path), read_card_file(Path(path))).items():
            if not isinstance(fields, Mapping):
                problems.append(f'{path}: "{card}" stands outside a card; a card is a table such as [{card}]')
                continue
            cards[card] = {**cards.get(card, {"source": "designed"}), **fields}
            places[card] = f"{path}: {card}"
            problems += check_card(card, cards[card], places[card])
    return places, problems


def check_id(card: str, where: str) -> list[str]:
    """What is wrong with the id of a card: nothing, or that it is not lower_snake_case."""
    if card.replace("_", "a").isalnum() and card == card.lower():
        return []
    return [f'{where}: a card id is lower_snake_case, e.g. "{card.lower().replace(" ", "_")}"']


def check_value(
    field: str, value: Any, kind: type[Any], bounds: tuple[int, int] | None, where: str, called: str = ""
) -> list[str]:
    """What is wrong with the value of a field: nothing, another kind (true is no number), or a number out of bounds.

    `bounds`: the least and the greatest number, where there are such. `called`: what is expected, where the kind alone
    does not tell enough.
    """
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        return [f"{where}: {field} should be {called or KIND_NAMES[kind]}, found {shown(value)}"]
    if isinstance(value, int) and bounds is not None and not bounds[0] <= value <= bounds[1]:
        return [f"{where}: {field} should be a whole number from {bounds[0]} to {bounds[1]}, found {value}"]
    return []
