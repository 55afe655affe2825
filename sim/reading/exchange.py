"""Exchanging cards of a deck, a squad or a supply that is written as a list of cards: "2 nomad", "borg C1", "jade"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

LINE = re.compile(r"(?:(\d+) )?([a-z0-9_]+)(?: ([A-E][1-3]))?")
"""Copies, card, cell."""
WHOLE = "cards"
"""The key of the cards of a deck without parts."""


def parts_of(value: Any) -> dict[str, list[str]]:
    """The lines of a list of cards or a deck, by the part of it; one without a name where it has none."""
    if isinstance(value, Mapping):
        parts = [listed for key, listed in value.items() if isinstance(listed, Mapping)]
        return {name: list(lines) for name, lines in parts[0].items()} if parts else {"": list(value[WHOLE])}
    return {"": list(value)}


def held(value: Any) -> list[tuple[str, str, int]]:
    """Part, card and copies of all that is in it."""
    found: dict[tuple[str, str], int] = {}
    for part, lines in parts_of(value).items():
        for copies, card, _ in map(_read, lines):
            found[part, card] = found.get((part, card), 0) + copies
    return [(part, card, copies) for (part, card), copies in found.items()]


def exchanged(value: Any, part: str, out: str, into: str, copies: int) -> Any:
    """The same with so many copies of a card in the place of those of another, which there are; in their cells."""
    lines, left = [], copies
    for line in parts_of(value)[part]:
        number, card, cell = _read(line)
        moved = min(number, left) if card == out else 0
        left -= moved
        lines += [_written(number - moved, card, cell)] * (number > moved) + [_written(moved, into, cell)] * (moved > 0)
    return _with(value, part, _joined(lines))


def in_each_others_cells(value: Any, one: int, other: int) -> Any:
    """The same with two lines of a placed squad in each other's cells."""
    lines = parts_of(value)[""]
    (_, first, here), (_, second, there) = _read(lines[one]), _read(lines[other])
    lines[one], lines[other] = _written(1, first, there), _written(1, second, here)
    return _with(value, "", lines)


def cells(value: Any) -> list[str]:
    """The cells of a placed squad, line by line; none if it is not placed."""
    found = [cell for _, _, cell in map(_read, parts_of(value).get("", ()))]
    return found if all(found) else []


def in_cells(value: Any, chosen: Sequence[str]) -> Any:
    """The same squad with its cards, copy by copy in the order of its lines, in these cells."""
    cards = [card for copies, card, _ in map(_read, parts_of(value)[""]) for _ in range(copies)]
    return _with(value, "", [_written(1, card, cell) for card, cell in zip(cards, chosen, strict=True)])


def _with(value: Any, part: str, lines: Sequence[str]) -> Any:
    """The same with other lines in a part. A deck is not the shipped one of its id any more."""
    if not isinstance(value, Mapping):
        return list(lines)
    own = {key: listed for key, listed in value.items() if key != "id"}
    if not part:
        return {**own, WHOLE: list(lines)}
    return {
        key: {**listed, part: list(lines)} if isinstance(listed, Mapping) else listed for key, listed in own.items()
    }


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines of which those without cells name each card once."""
    found: dict[tuple[str, str], int] = {}
    for number, (copies, card, cell) in enumerate(map(_read, lines)):
        key = card, f"{cell} {number}" if cell else ""
        found[key] = found.get(key, 0) + copies
    return [_written(copies, card, where.split(" ")[0]) for (card, where), copies in found.items()]


def _read(line: str) -> tuple[int, str, str]:
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"{line!r} is no card of a list")
    return int(found[1] or 1), found[2], found[3] or ""


def _written(copies: int, card: str, cell: str) -> str:
    return " ".join([*([str(copies)] if copies > 1 else []), card, *([cell] if cell else [])])
