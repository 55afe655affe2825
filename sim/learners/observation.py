"""What a seat may see of a state as a vector of numbers of a fixed length, made from the paths of a game.

Seats are named as the viewer sees them: `own`, then `other1`, ... in the order of play. What the numbers are:

| path | numbers |
| --- | --- |
| a number or a truth | itself; a word in its place, such as "infinite", is LARGEST |
| a word | 1 at its place among all the words it may be |
| a zone of cards | how many there are of each card; of `needlemaw 11`, 11 |
| a zone of cards with fields | the same, then for each of the first SLOTS cards its number and its fields |
| a zone that the seat may not see | how many cards there are |

In fields words and cards stand as their numbers, from 1; of a list there are the first LISTED. The order of a pile is
left out, words that are in no list of the game are not told apart, and of a card that lies face down there is what the
seat may see of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..reading.names import seat_name
from ..words.paths import EVERYBODY, Path, view
from ..words.readers import one_of

SLOTS = 24
"""Of a zone of cards with fields, how many are told one by one."""
LISTED = 4
"""Of a list in a field, how many entries are told."""
LARGEST = 10_000.0
"""No number of a state is larger."""

Numbers = list[float]
Lookup = Callable[[str], int]
"""word -> its place in a list"""


@dataclass(frozen=True)
class _Part:
    """The numbers of one path."""

    labels: Sequence[str]
    """what each of them is"""
    tell: Callable[[Any], Numbers]
    """state -> the numbers"""


class Observer:
    """Tells what each seat of a table may see; the vectors of all seats are of the same length and order."""

    def __init__(self, game: Game, tables: np.record, ids: Sequence[str]) -> None:
        self.players = int(tables.players)
        self.ids = list(ids)
        self.words = _all_words(game, self.ids, self.players)
        paths, start = game.words.paths(tables, ids), game.new_state()
        game.setup(start, tables, 0, 0)
        self.seats = [
            [self._part(name, path, path.read(start), seat) for name, path in self._relative(paths, seat).items()]
            for seat in range(self.players)
        ]
        self.labels: list[str] = [label for part in self.seats[0] for label in part.labels]
        """what each number is, such as "own.hand: crystal" """

    def observe(self, s: np.record, viewer: int) -> np.ndarray:
        """What a seat may see: float32 (len(labels),)."""
        return np.array([number for part in self.seats[viewer] for number in part.tell(s)], np.float32)

    def _relative(self, paths: Mapping[str, Path], viewer: int) -> dict[str, Path]:
        """The paths as a seat sees them, those of the table first, then its own, then those of the others."""
        seen = view(paths, viewer)
        seats = [seat_name((viewer + place) % self.players) for place in range(self.players)]
        names = {seat: "own" if place == 0 else f"other{place}" for place, seat in enumerate(seats)}
        found = {name: path for name, path in seen.items() if name.partition(".")[0] not in names}
        for seat, called in names.items():
            own = {name: path for name, path in seen.items() if name.partition(".")[0] == seat}
            found |= {f"{called}.{name.partition('.')[2]}": path for name, path in own.items()}
        return found

    def _part(self, name: str, path: Path, sample: Any, viewer: int) -> _Part:
        if path.fields:
            return self._record_part(name, path, viewer)
        if isinstance(sample, (list, str)):
            words = _known_words(path.check) or self.words
            lookup = _lookup(words, self.players, viewer)
            labels = [f"{name}: {word}" for word in (*words, "other")]

            def tell(s: Any) -> Numbers:
                found = path.read(s)
                return _count([found] if isinstance(found, str) else found, lookup, len(labels))

            return _Part(labels, tell)
        return _Part([name], lambda s: [_number(path.read(s))])

    def _record_part(self, name: str, path: Path, viewer: int) -> _Part:
        """Of a zone of records: the cards counted, then the first of them one by one."""
        cards, lookup = _lookup(self.ids, self.players, viewer), _lookup(self.words, self.players, viewer)
        fields = {field: self._field(path, field, viewer) for field in path.fields}
        labels = [f"{name}: {card}" for card in (*self.ids, "other")]
        for slot in range(SLOTS):
            labels.append(f"{name}[{slot}]")
            for field, (width, _) in fields.items():
                labels += [f"{name}[{slot}].{field}" + (f"[{k}]" if width > 1 else "") for k in range(width)]
        nothing = [0.0] * (1 + sum(width for width, _ in fields.values()))

        def tell(s: Any) -> Numbers:
            entries = path.read(s)
            numbers = _count([entry["id"] for entry in entries], cards, len(self.ids) + 1)
            for entry in entries[:SLOTS]:
                numbers.append(lookup(entry["id"]) + 1.0)
                for field, (width, tell_field) in fields.items():
                    numbers += tell_field(entry[field]) if field in entry else [0.0] * width
            return numbers + nothing * (SLOTS - len(entries))

        return _Part(labels, tell)

    def _field(self, path: Path, field: str, viewer: int) -> tuple[int, Callable[[Any], Numbers]]:
        """How many numbers a field of a record has, and its value as these."""
        check = path.field_checks[field]
        lookup = _lookup(_known_words(check) or self.words, self.players, viewer)
        if path.fields_seen_by.get(field, EVERYBODY) != EVERYBODY or not _takes_lists(check):
            return 1, lambda value: [lookup(value) + 1.0 if isinstance(value, str) else _number(value)]

        def listed(value: Sequence[str]) -> Numbers:
            found = [lookup(word) + 1.0 for word in value[:LISTED]]
            return found + [0.0] * (LISTED - len(found))

        return LISTED, listed


def _all_words(game: Game, ids: Sequence[str], players: int) -> list[str]:
    """All words that a zone may hold: cards, seats, sides, and those that phrases choose among."""
    chosen = [word for known in game.words.choices.values() for word in known]
    return list(dict.fromkeys([*ids, *map(seat_name, range(players)), *(game.words.team or ()), *chosen]))


def _known_words(check: Callable[[Any], Any]) -> Collection[str]:
    """The words that a check passes, if it passes one of some words; else none."""
    if isinstance(check, functools.partial) and check.func is one_of:
        return list(check.keywords["known"])
    return ()


def _takes_lists(check: Callable[[Any], Any]) -> bool:
    """Whether a check passes lists, and not whatever there is."""
    return _passes(check, []) and not _passes(check, True)


def _passes(check: Callable[[Any], Any], value: Any) -> bool:
    try:
        check(value)
    except (ValueError, TypeError):
        return False
    return True


def _lookup(words: Collection[str], players: int, viewer: int) -> Lookup:
    """Where a word stands in a list, one place behind its end if it does not; seats are counted from the viewer. Of a
    card in play such as `p2:troll#2` the card is looked up.
    """
    seats = {seat_name(seat): seat_name((seat - viewer) % players) for seat in range(players)}
    places = {word: place for place, word in enumerate(words)}
    turned = {word: places.get(seats.get(word, word), place) for word, place in places.items()}
    return lambda word: turned.get(word.rpartition(":")[2].partition("#")[0], len(places))


def _count(found: Iterable[str], lookup: Lookup, size: int) -> Numbers:
    """How often each word is there, or how much of it: "needlemaw 11" counts 11, unless it is a word as it stands."""
    numbers = [0.0] * size
    for text in found:
        word, _, amount = text.rpartition(" ")
        if lookup(text) == size - 1 and amount.isdecimal():
            numbers[lookup(word)] += float(amount)
        else:
            numbers[lookup(text)] += 1.0
    return numbers


def _number(value: Any) -> float:
    return LARGEST if isinstance(value, str) else float(value)
