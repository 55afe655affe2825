"""The neighbours of a deck, a squad or a supply: what a few exchanges of cards, or of cells, make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.core.game import Game
from sim.reading.card_files import CardFile
from sim.reading.exchange import cells, exchanged, held, in_each_others_cells, parts_of


@dataclass(frozen=True)
class Exchange:
    """So many copies of a card for another in a part of a deck; without cards, two lines of a squad change cells."""

    part: str = ""
    out: str = ""
    into: str = ""
    copies: int = 1
    lines: tuple[int, int] = (0, 0)

    def of(self, value: Any) -> Any:
        """What it makes of a deck, a squad or a supply."""
        if self.out:
            return exchanged(value, self.part, self.out, self.into, self.copies)
        return in_each_others_cells(value, *self.lines)

    def told(self, value: Any) -> str:
        """It in words, such as "-2 groll +2 furgot"."""
        if self.out:
            many = f"{self.copies} " if self.copies > 1 else ""
            return f"-{many}{self.out} +{many}{self.into}"
        one, other = (parts_of(value)[""][line] for line in self.lines)
        return f"{one} and {other} change cells"


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What may be changed, and by what rules."""

    game: Game
    key: str
    """of the table, such as "decks" """
    tables: tuple[Mapping[str, Any], ...]
    """where it is played, with what every other seat brings"""
    seat: int
    """who brings it, where every seat brings its own"""
    files: tuple[CardFile, ...]
    pool: tuple[str, ...]
    """the cards that may come in"""
    swaps: int
    """copies that one exchange may move"""

    def exchanges(self, value: Any) -> list[Exchange]:
        """All that may be tried; some of them may not be legal."""
        facts, alike = self.game.words.cards(self.files), self.game.drawn[self.key].alike
        there = held(value)
        has = {card for _, card, _ in there}
        single = not isinstance(value, Mapping)
        found = [
            Exchange(part, out, into, copies)
            for part, out, number in there
            for into in self.pool
            if into != out and not (single and into in has)
            if not alike or facts[into].get(alike) == (part or facts[out].get(alike))
            for copies in range(1, min(self.swaps, number) + 1)
        ]
        placed = cells(value)
        found += [Exchange(lines=(i, j)) for j in range(len(placed)) for i in range(j)]
        return found

    def is_legal(self, value: Any) -> bool:
        """Whether the rules allow it at every table."""
        drawn = self.game.drawn[self.key]
        try:
            for table in self.tables:
                brought = brought_by(self.seat, value, table[self.key]) if drawn.by_seat else value
                self.game.make_tables({**table, **drawn.together, self.key: brought}, self.files)
        except InputError:
            return False
        return True


def brought_by(seat: int, value: Any, others: Sequence[Any]) -> list[Any]:
    """What all seats bring if one of them brings this."""
    return [value if place == seat else other for place, other in enumerate(others)]


def proposals(
    around: Surroundings,
    value: Any,
    count: int,
    chance: np.random.Generator,
    tried_first: Iterable[Exchange] = (),
    worth: Mapping[str, float] | None = None,
) -> list[tuple[Exchange, Any]]:
    """So many legal neighbours of a deck, a squad or a supply, all different, at most: first those that are to be tried
    first, then those that a sweep says most for, as many as chance chooses, then by chance.

    worth: what a sweep says of cards, in shares of a win a copy.
    """
    every = around.exchanges(value)
    known = {exchange: None for exchange in every}
    order = [every[int(n)] for n in chance.permutation(len(every))]
    said = _by_worth(every, worth)
    first = [exchange for exchange in tried_first if exchange in known][: count // 3]
    found: dict[str, tuple[Exchange, Any]] = {}
    for exchange in _in_turn([*first, *said[: max(0, (count - len(first)) // 2)]], order):
        if len(found) == count:
            break
        made = exchange.of(value)
        if repr(made) not in found and around.is_legal(made):
            found[repr(made)] = exchange, made
    return list(found.values())


def _in_turn(first: Sequence[Exchange], others: Sequence[Exchange]) -> Iterator[Exchange]:
    yield from first
    yield from others


def _by_worth(every: Sequence[Exchange], worth: Mapping[str, float] | None) -> list[Exchange]:
    """Those from which a sweep expects something, the most first."""
    if not worth:
        return []

    def gain(exchange: Exchange) -> float:
        if exchange.out not in worth or exchange.into not in worth:
            return 0.0
        return exchange.copies * (worth[exchange.into] - worth[exchange.out])

    return sorted((exchange for exchange in every if gain(exchange) > 0), key=gain, reverse=True)
