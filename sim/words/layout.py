"""Where the parts of a state lie on a drawn table: a few lines for each game, `layout.toml` in its folder.

A layout names paths of a state; a game without one, and every path that is not named, is drawn as lists. `[table]` is
what all share, `[seat]` what each seat has, by what follows its name. Both may have `numbers`, `rows` (of cards side by
side), `piles` (of which the number counts), `chains` (rows in which the order is that of play), `stacks` (numbers that
count copies of the card that is the last word of their names) and `slots` (numbers with the zones that belong to them).
A name may end with `*`. `[board]` is a field of cells: `zone`, the cards of a seat, of which the field `place` names
their cell; `columns` and `rows`, whose names put together are those of the cells; `beside`, the cell of what lies
beside the board; `blocked`, a path of cells that are occupied. `turned` is what is so of a card that lies turned:
`closed`, or `not ready`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import InputError, nearest, quoted, shown
from ..reading.text_files import read_toml_file

GAMES = Path(__file__).parents[1]
FILE = "layout.toml"


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _lists_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_texts, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


LISTS = ("a list of paths", _texts)
AREA: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("numbers", "rows", "piles", "chains", "stacks"), LISTS),
    "slots": ("a list of lists of paths", _lists_of_texts),
}
PARTS: dict[str, dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "table": AREA,
    "seat": AREA,
    "board": {
        **dict.fromkeys(("zone", "place", "beside", "blocked"), ("a text", _is_text)),
        **dict.fromkeys(("columns", "rows"), ("a list of texts", _texts)),
    },
}


def read_layout(game: str) -> dict[str, Any]:
    """The layout of a game; empty if it has none. InputError lists what is wrong with it."""
    path = GAMES / game / FILE
    return checked(read_toml_file(path, "layout"), str(path)) if path.is_file() else {}


def checked(layout: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A layout that says what layouts can say; InputError lists what it says else."""
    known = {*PARTS, "turned"}
    problems = [
        f"{where}: {quoted(name)} is no part of a layout{nearest(name, known)}" for name in layout.keys() - known
    ]
    for part, keys in PARTS.items():
        area = layout.get(part, {})
        if not isinstance(area, dict):
            problems.append(f"{where}: {part} should be a table, found {shown(area)}")
            continue
        for key, value in area.items():
            right, accepts = keys.get(key, ("", lambda _: True))
            if key not in keys:
                problems.append(f"{where}: {part} has no {quoted(key)}{nearest(key, keys)}")
            elif not accepts(value):
                problems.append(f"{where}: {part}.{key} should be {right}, found {shown(value)}")
    if not isinstance(layout.get("turned", ""), str):
        problems.append(f"{where}: turned should be a text, found {shown(layout['turned'])}")
    if problems:
        raise InputError(sorted(problems))
    return dict(layout)
