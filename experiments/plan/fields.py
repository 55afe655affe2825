"""What the keys of a plan file may hold, and the gathering of all that is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.core.errors import nearest, quoted, shown


@dataclass(frozen=True)
class Field:
    """What the value of a key should be."""

    right: str
    accepts: Callable[[Any], bool]


def whole(low: int, high: int) -> Callable[[Any], bool]:
    """Whole numbers within bounds."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def number(above: float, below: float) -> Callable[[Any], bool]:
    """Numbers between bounds."""
    return lambda v: isinstance(v, (int, float)) and not isinstance(v, bool) and above < v < below


def is_a(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    """Values of some types."""
    return lambda value: isinstance(value, kind)


def list_of(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    """Lists of values of some types."""
    return lambda value: isinstance(value, (list, tuple)) and all(isinstance(item, kind) for item in value)


def at_most(count: int, accepts: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Lists of at most so many values."""
    return lambda value: accepts(value) and len(value) <= count


def matches(pattern: str) -> Callable[[Any], bool]:
    """Texts of a pattern."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


MOST_CARD_FILES, MOST_VARIANTS = 100, 100_000
"""Card files of a plan; what may be played against each other in it. A round of parts of the most variants takes hours.
"""
NAME_LETTERS = 100
"""Of the name of a plan, which becomes that of a folder, and of a variant or an entry."""


def is_name(value: Any) -> bool:
    """Whether a value can be the name of a variant or an entry."""
    return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= NAME_LETTERS


TABLE = {
    "agents": Field('a list with one agent a seat, such as ["random", "random"]', is_a((list, tuple))),
    "cards": Field(
        f'a list of at most {MOST_CARD_FILES} card files, such as ["my_cards.toml"]',
        at_most(MOST_CARD_FILES, list_of((str, Path))),
    ),
    "table": Field("a table of house rules, such as { players = 2 }", is_a(Mapping)),
}
PLAN = {
    "name": Field(
        f"a text of at most {NAME_LETTERS} letters, digits, - and _", matches(rf"\w[\w.-]{{0,{NAME_LETTERS - 1}}}")
    ),
    "question": Field('a text such as "estimate"', is_a(str)),
    "game": Field("the name of a game", is_a(str)),
    "seed": Field("a whole number from 0 to 2**63 - 1", whole(0, 2**63 - 1)),
    "entrant": Field('a seat such as "p1", or "first"', is_a(str)),
    "confidence": Field("a number between 0.5 and 1, such as 0.95", number(0.5, 1)),
    "part_games": Field("a whole number from 1 to 1000000", whole(1, 1_000_000)),
    **TABLE,
    "stop": Field("a table such as { games = 20000 }", is_a(Mapping)),
    "under": Field(
        'a list of two agents or more, such as ["best", "expert"]', lambda v: is_a((list, tuple))(v) and len(v) > 1
    ),
}
"""Keys that every plan may have; a question has its own beside them."""
NAME = Field(f"a text of at most {NAME_LETTERS} printable letters", is_name)
STOP = {
    "games": Field("a whole number above 0", whole(1, 10**12)),
    "half_width": Field("a number between 0 and 0.5, such as 0.005", number(0, 0.5)),
    "hours": Field("a number above 0", number(0, 1e6)),
    "decided": Field("a confidence between 0.5 and 1, such as 0.95", number(0.5, 1)),
}
INDIFFERENCE = Field("a number between 0 and 0.5, such as 0.01", number(0, 0.5))
"""A difference of scores below which it does not matter which is better."""
TUNING = {
    "opponents": Field('a list of agents, such as ["best", "race"]', lambda v: is_a((list, tuple))(v) and len(v) > 0),
    "tables": Field("a list of tables of house rules", lambda v: list_of(Mapping)(v) and len(v) > 0),
    "held_out": Field("a list of tables of house rules", lambda v: list_of(Mapping)(v) and len(v) > 0),
    "numbers": Field("a list of names of two parameters or more", lambda v: list_of(str)(v) and len(set(v)) > 1),
    "spread": Field(
        "a table of numbers above 0, such as { keep = 4.0 }",
        lambda v: isinstance(v, Mapping) and all(map(number(0, 1e9), v.values())),
    ),
    "seed": Field("a whole number from 0 to 2**31 - 1", whole(0, 2**31 - 1)),
    "step": Field("a number above 0, such as 0.5", number(0, 100)),
    "candidates": Field("a whole number from 4 to 1000", whole(4, 1000)),
    "generations": Field("a whole number from 1 to 100000", whole(1, 100_000)),
    "games": Field("a whole number above 0", whole(1, 10**6)),
    "held_out_games": Field("a whole number from 2", whole(2, 10**7)),
}
"""The tuning of an agent."""
_BY_PLAYER = Field(
    "a table with whole numbers above 0 for best and expert, such as { best = 40, expert = 20 }",
    lambda v: isinstance(v, Mapping) and set(v) == {"best", "expert"} and all(map(whole(1, 10**6), v.values())),
)
LEARNING = {
    "seed": Field("a whole number from 0 to 2**31 - 1", whole(0, 2**31 - 1)),
    "rounds": Field("a whole number from 1 to 100", whole(1, 100)),
    "table": TUNING["tables"],
    "drawn": Field('a key of the table that is drawn at random, such as "decks"', is_a(str)),
    "parts": _BY_PLAYER,
    "tables": Field("a whole number from 1 to 1000", whole(1, 1000)),
    "games": _BY_PLAYER,
    "rollouts": Field("a whole number above 0", whole(1, 10**6)),
    "fitted_to": Field("turns or decisions", lambda v: v in ("turns", "decisions")),
    "share": Field("a number above 0, at most 1", number(0, 1 + 1e-9)),
    "astray": Field("a number from 0 to 1", number(-1e-9, 1)),
    "match": Field("a whole number from 2", whole(2, 10**6)),
}
"""How the value of a position is learned."""


class Problems:
    """Gathers all that is wrong, in order, each once."""

    def __init__(self) -> None:
        self.problems: dict[str, None] = {}

    def wrong(self, problems: Iterable[str], where: str = "") -> None:
        """Notes problems, but for those of the plan that every variant shares."""
        self.problems.update(dict.fromkeys(where + problem for problem in problems if problem not in self.problems))

    def fields(self, values: Mapping[str, Any], known: Mapping[str, Field], where: str) -> dict[str, Any]:
        """The values that are of the right kind; the others are wrong."""
        sound = {}
        for key, value in values.items():
            if key not in known:
                self.wrong([f"no key is called {quoted(key)}{nearest(str(key), known)}"], where)
            elif not known[key].accepts(value):
                self.wrong([f"{key} should be {known[key].right}, found {shown(value)}"], where)
            else:
                sound[key] = value
        return sound

    def missing(self, values: Mapping[str, Any], needed: Iterable[str], where: str) -> bool:
        """Whether a key that is needed is not there at all, which is wrong."""
        absent = [f"{key} is missing" for key in needed if key not in values]
        self.wrong(absent, where)
        return bool(absent)
