"""The table of a game: its house rules by key, what each may be, who begins.

A game lists its keys once (`keys = {"players": Key(...), ...}`); reading, checking and telling them follows from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.beginning import RANDOM_FIRST, ROTATE
from ..core.errors import nearest, quoted, shown
from .names import seat_name

WAYS = {"rotate": ROTATE, "random": RANDOM_FIRST}
"""What `first` may be beside a seat, by its word in a table."""


@dataclass(frozen=True)
class Key:
    """One key of a table.

    The standard tells the kind: a number, true or false, or a text; None is "what follows from the other keys". What a
    game checks by itself has no bounds, options or ways here.
    """

    about: str
    """what it is, in a line"""
    standard: Any
    """its value by the rules"""
    bounds: tuple[int, int] | None = None
    """the least and the greatest whole number; of a list by seat, of each"""
    options: tuple[str, ...] = ()
    each_seat: bool = False
    """whether it lists a value for each seat"""
    in_turn_order: bool = False
    """whether the first value of that list is that of whoever begins, not of the first seat"""
    ways: tuple[str, ...] | None = None
    """of the key `first`: the words of WAYS that it may be, beside the name of a seat"""
    follows: Callable[[Mapping[str, Any]], Any] | None = None
    """of a standard None: the value that follows from those of the other keys"""
    usual: int | None = None
    """of a standard that stands for something else, such as None for "by the difficulty": what that mostly is"""
    works_on: str = ""
    """the key without which it does nothing, such as the decks from which crystals recruit"""

    @property
    def range(self) -> str:
        """What it may be, in words; "" where the game checks it by itself."""
        if self.ways is not None:
            return ", ".join([*self.ways, "or a seat such as p1"])
        if self.options:
            return f"one of {', '.join(self.options)}"
        if self.bounds is not None:
            if self.bounds[0] == self.bounds[1]:
                return str(self.bounds[0])
            return f"a whole number from {self.bounds[0]} to {self.bounds[1]}" + (" a seat" if self.each_seat else "")
        return "true or false" if isinstance(self.standard, bool) else ""

    def wrong(self, value: Any, players: int) -> str:
        """What is wrong with a value: "" or "should be ..., found ..."."""
        if value is None and self.standard is None:
            return ""
        if self.ways is not None:
            known = firsts(players, self.ways)
            near = nearest(value, known) if isinstance(value, str) else ""
            is_known = isinstance(value, str) and value in known
            return "" if is_known else f"should be one of {', '.join(known)}, found {shown(value)}{near}"
        if self.options:
            near = nearest(value, self.options) if isinstance(value, str) else ""
            return "" if value in self.options else f"should be {self.range}, found {shown(value)}{near}"
        if self.bounds is not None:
            if self.each_seat:
                sound = isinstance(value, (list, tuple)) and all(is_whole(number, *self.bounds) for number in value)
                numbers = f"whole numbers from {self.bounds[0]} to {self.bounds[1]}"
                each = "one a player in turn order" if self.in_turn_order else "one a player"
                return "" if sound else f"should list {numbers}, {each}, found {shown(value)}"
            return "" if is_whole(value, *self.bounds) else f"should be {self.range}, found {shown(value)}"
        if isinstance(self.standard, bool) and not isinstance(value, bool):
            return f"should be {self.range}, found {shown(value)}"
        return ""


def is_whole(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def firsts(players: int, ways: tuple[str, ...] = tuple(WAYS)) -> dict[str, int]:
    """What `first` may be: ways and seats, with the number that the record of the tables holds."""
    return {way: WAYS[way] for way in ways} | {seat_name(seat): seat for seat in range(players)}


def follow(keys: Mapping[str, Key], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with what follows from others filled in."""
    found = dict(values)
    for key, rule in keys.items():
        if rule.follows is not None and found.get(key) is None:
            found[key] = rule.follows(found)
    return found


def read_table(keys: Mapping[str, Key], table: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """All values, those that the table does not give as by the rules, and everything that is wrong with them."""
    problems = [f"table: no key is called {quoted(key)}{nearest(str(key), keys)}" for key in table if key not in keys]
    values = {name: table.get(name, key.standard) for name, key in keys.items()}
    seats = values.get("players")
    players = seats if isinstance(seats, int) and not keys["players"].wrong(seats, 0) else keys["players"].standard
    for name, key in keys.items():
        if wrong := key.wrong(values[name], players):
            problems.append(f"table: {name} {wrong}")
    return values, problems


def uneven(keys: Mapping[str, Key], values: Mapping[str, Any], seats: int) -> list[str]:
    """What is wrong with the lists that give a number for each seat, of a game in which they must be complete."""
    return [
        f"table: {name} should list {seats} numbers, one a seat, found {shown(values[name])}"
        for name, key in keys.items()
        if key.each_seat and isinstance(values[name], (list, tuple)) and len(values[name]) != seats
    ]
