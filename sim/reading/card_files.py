"""Card files: TOML files with a table for each card, the game's own ones and those of users that add to them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..core.errors import VALUE_LETTERS, InputError, bare, quoted, shown
from ..core.kernel import digest
from .text_files import read_file, read_toml, read_toml_file

SOURCES = ("established", "assumed", "designed")
"""How a card's facts are known."""
MISTYPED = 0.8
"""From how like each other they are (`difflib`) an id is taken for another one that was mistyped."""
KIND_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts"}
"""What the kinds of values are called in an error."""


@dataclass(frozen=True)
class CardFile:
    """A card file of a user as it was when it was read, equal to others by what it says."""

    path: Path
    digest: str
    content: bytes = field(repr=False, compare=False)
    problems: tuple[str, ...] = ()
    """why it could not be read"""

    @classmethod
    def of(cls, source: CardSource) -> CardFile:
        """The file as it is now, or as it was read before."""
        if isinstance(source, CardFile):
            return source
        path = Path(source)
        try:
            return cls.holding(path, read_file(path, "card file"))
        except InputError as error:
            return cls(path, "", b"", tuple(error.problems))

    @classmethod
    def holding(cls, path: Path, content: bytes) -> CardFile:
        """A file of this name that says this."""
        return cls(path, digest(content), content)

    def __str__(self) -> str:
        return str(self.path)

    @property
    def cards(self) -> dict[str, Any]:
        """What it says; InputError if it could not be read, or is no TOML."""
        if self.problems:
            raise InputError(self.problems)
        return read_toml(self.content, str(self.path))


CardSource = str | Path | CardFile
"""A card file by its path, to be read now, or one that has been read."""


def read_card_files(sources: Sequence[CardSource]) -> tuple[CardFile, ...]:
    """The card files as they are now, or were when they were read; InputError says of each why it cannot be read.

    What is made of card files is kept by what they say: whoever keeps it asks for the files first.
    """
    files = tuple(map(CardFile.of, sources))
    if problems := [problem for file in files for problem in file.problems]:
        raise InputError(problems)
    return files


def read_card_file(path: Path) -> dict[str, Any]:
    """The content of a card file of a game; InputError says why it cannot be read."""
    return read_toml_file(path, "card file")


def add_card_files(
    cards: dict[str, dict[str, Any]],
    files: Sequence[CardSource],
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
    own = list(cards)
    for source in files:
        try:
            file = CardFile.of(source)
            path, content = file.path, prepare(file.path, file.cards)
        except InputError as error:
            problems += error.problems
            continue
        for card, fields in content.items():
            if not isinstance(fields, Mapping):
                form = f"a card is a table such as [{bare(card)}]"
                problems.append(f"{path}: {quoted(card)} stands outside a card; {form}")
                continue
            is_new = card not in cards
            cards[card] = {**cards.get(card, {"source": "designed"}), **fields}
            places[card] = f"{path}: {bare(card)}"
            wrong = check_card(card, cards[card], places[card])
            problems += [*wrong, *(_taken_for_new(card, own, places[card]) if is_new and wrong else [])]
    return places, problems


def _taken_for_new(card: str, own: Sequence[str], where: str) -> list[str]:
    """Of a card whose id is near to one of the game's own: that it is none of them, so that it has to say all."""
    near = difflib.get_close_matches(card[:VALUE_LETTERS], own, n=1, cutoff=MISTYPED)
    told = "no card of the game has this id, so it is a new one; did you mean"
    return [f"{where}: {told} {quoted(near[0])}?"] if near else []


def placed(problems: Iterable[str], files: Sequence[CardSource]) -> list[str]:
    """Problems that begin with the id of a card, each with the user's file in which the card stands, if it does."""
    places = {card: f"{file.path}: " for file in map(CardFile.of, files) for card in file.cards}
    return [places.get(problem.partition(": ")[0], "") + problem for problem in problems]


def check_id(card: str, where: str) -> list[str]:
    """What is wrong with the id of a card: nothing, or that it is not lower_snake_case."""
    if card.replace("_", "a").isalnum() and card == card.lower():
        return []
    right = re.sub(r"\W+", "_", card.lower()).strip("_") or "my_card"
    return [f"{where}: a card id is lower_snake_case, e.g. {quoted(right)}"]


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
