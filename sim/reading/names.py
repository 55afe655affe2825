"""Names of seats and lists of ids, the same in plans, card files, logs, scenarios and errors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..core.errors import nearest, quoted


def seat_name(seat: int) -> str:
    """p1 for seat 0, and so on."""
    return f"p{seat + 1}"


PLACES = ("first", "second", "third", "fourth", "fifth")


def place_name(place: int) -> str:
    """Whoever is at a place in turn order: "the first player" begins."""
    return f"the {PLACES[place]} player"


def read_seat(word: str, players: int) -> int:
    """Seat number of a word such as `p2`; ValueError with the seats there are."""
    names = [seat_name(seat) for seat in range(players)]
    if word not in names:
        raise ValueError(f"no seat is called {quoted(word)}{nearest(word, names)}")
    return names.index(word)


def expand(value: Iterable[Any]) -> list[Any]:
    """Writes counts out: ["2 crystal"] -> ["crystal", "crystal"]."""
    words: list[Any] = []
    for word in value:
        counted = re.fullmatch(r"(\d{1,3}) (\S+)", word) if isinstance(word, str) else None
        words += [counted[2]] * int(counted[1]) if counted else [word]
    return words
