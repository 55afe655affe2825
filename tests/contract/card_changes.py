"""The changes of one fact of a card that follow from what its facts are: from the columns of the tables, and from the
grammar that its text is written in (core/notation.py). What is a game's own stands in `games/<game>_changes.py`.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from sim.core.notation import FilterWords, Object, Reader, Term, Vocabulary
from sim.words.scenario import Scenario

from .mutations import Change

MANY = 150
"""Of more names than these only the two beside one are taken in its place."""
FILTERED = (Object.FILTER, Object.FILTER_OF_ONE)
Key = str | int


@dataclass(frozen=True)
class Entry:
    """Numbers of the tables that are those of one card: its facts, a row of its text, a filter."""

    where: str
    """begins the names of its changes"""
    find: Callable[[np.record, Scenario], Any]
    """the numbers in tables that are changed, in a copy that belongs to the card alone; None: a scenario has none"""
    now: Any
    """the numbers that stand there"""
    tables: np.record
    """what they are read from"""

    def change(self, text: str, values: Mapping[Key, int]) -> Change:
        """The change of some of the numbers."""

        def make(tables: np.record, scenario: Scenario) -> None:
            found = self.find(tables, scenario)
            for key, value in values.items() if found is not None else ():
                found[key] = value

        return f"{self.where}: {text}" if self.where else text, make

    def others(self, key: Key, values: Iterable[int], text: str = "") -> Iterator[Change]:
        """Other values of one number; members of enumerations are told by name."""
        for value in values:
            if value != self.now[key]:
                told = value.name.lower() if isinstance(value, IntEnum) else value
                yield self.change(f"{text or key} {told}", {key: int(value)})

    def near(self, key: Key, least: int = 0, text: str = "") -> Iterator[Change]:
        """The values beside one number, down to the least."""
        value = int(self.now[key])
        return self.others(key, [other for other in (value - 1, value + 1) if other >= least], text)

    def turned(self, *keys: Key) -> Iterator[Change]:
        """Whatever is said with 0 or 1, the other way round."""
        for key in keys:
            yield self.change(f"{key} or not", {key: 1 - int(self.now[key])})

    def without(self, *keys: Key, blank: int = 0) -> Iterator[Change]:
        """Without what is said with a number other than the blank."""
        for key in keys:
            if self.now[key] != blank:
                yield self.change(f"no {key}", {key: blank})

    def without_bits(self, key: Key, names: Mapping[str, int]) -> Iterator[Change]:
        """Without each of the named bits that a number has."""
        for name, bit in names.items():
            if int(self.now[key]) & bit:
                yield self.change(f"not {name}", {key: int(self.now[key]) & ~bit})

    def part(self, *keys: Key, where: str | None = None) -> Entry:
        """An array of it."""

        def find(tables: np.record, scenario: Scenario) -> Any:
            found = self.find(tables, scenario)
            return None if found is None else inside(found, keys)

        return dataclasses.replace(self, find=find, now=inside(self.now, keys), where=self.where_of(where))

    def copied(self, column: str, key: Key, where: str) -> Entry:
        """The row of a column that one of its numbers names."""

        def find(tables: np.record, scenario: Scenario) -> Any:
            row = self.find(tables, scenario)
            row[key] = at_end(tables, column, tables[column][int(row[key]) :][:1].copy())
            return tables[column][-1]

        now = self.tables[column][int(self.now[key])]
        return dataclasses.replace(self, find=find, now=now, where=self.where_of(where))

    def rows(self, column: str, where: str = "row", first: Key = 0, end: Key = 1, shared: bool = True) -> list[Entry]:
        """The rows of a column from `first` up to `end`; shared: whether other cards may have the same ones."""

        def find(tables: np.record, scenario: Scenario, number: int) -> Any:
            span = self.find(tables, scenario)
            if span is None:
                return None
            start = own_rows(tables, column, span, first, end) if shared else int(span[first])
            return tables[column][start + number]

        rows = self.tables[column][int(self.now[first]) : int(self.now[end])]
        return [
            dataclasses.replace(
                self,
                find=lambda tables, scenario, number=number: find(tables, scenario, number),
                now=row,
                where=self.where_of(f"{where} {number}"),
            )
            for number, row in enumerate(rows)
        ]

    def called(self, where: str) -> Entry:
        """The same, with changes of other names."""
        return dataclasses.replace(self, where=where)

    def where_of(self, where: str | None) -> str:
        """How the changes of a part of it begin."""
        return f"{self.where} {where or ''}".strip()


def inside(found: Any, keys: Iterable[Key]) -> Any:
    """What the keys lead to, one after another."""
    for key in keys:
        found = found[key]
    return found


def at_end(tables: np.record, column: str, rows: np.ndarray) -> int:
    """Writes rows of one card alone at the unused end of a column of the tables; returns where they begin."""
    start = len(tables[column]) - len(rows)
    tables[column][start:] = rows
    return start


def own_rows(tables: np.record, column: str, span: Any, first: Key = 0, end: Key = 1) -> int:
    """The rows from the first to the last of a span become a copy that is its own; returns where they begin."""
    start = at_end(tables, column, tables[column][int(span[first]) : int(span[end])].copy())
    span[first], span[end] = start, len(tables[column])
    return start


def cards_of(tables: np.record, card: int) -> Entry:
    """The facts of a card."""
    return Entry("", lambda changed, scenario: changed["card"][card], tables["card"][card], tables)


def table_of(tables: np.record) -> Entry:
    """The numbers of the tables that belong to no card."""
    return Entry("", lambda changed, scenario: changed, tables, tables)


def by_one(tables: np.record, field: str, first: int = 0) -> Iterator[Change]:
    """Every change by one of the numbers of a field of the tables, from the first on, as each scenario has them."""
    for place in list(np.ndindex(np.shape(tables[field])))[first:]:
        for by in (-1, 1):
            if tables[field][place] + by >= 0:
                yield " ".join(map(str, (field, *place, "by", by))), functools.partial(add, field, place, by)


def add(field: str, place: tuple[int, ...], by: int, tables: np.record, scenario: Scenario) -> None:
    """Adds to one number of the tables, down to 0."""
    value = max(int(tables[field][place]) + by, 0)
    if place:
        tables[field][place] = value
    else:
        tables[field] = value


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask."""
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def asked_bits(tables: np.record, *columns: str) -> Mapping[str, int]:
    """The bits that some filter asks for in one of the columns."""
    asked = int(np.bitwise_or.reduce([int(row[column]) for row in tables["filter"] for column in columns]))
    return {f"{columns[0]} {bit}": 1 << bit for bit in bits(asked)}


def by_code(terms: Mapping[str, Term]) -> dict[int, Term]:
    """The terms by the codes that stand for them in the tables."""
    return {int(term.code): term for term in terms.values()}


def all_others(*members: IntEnum) -> dict[int, tuple[IntEnum, ...]]:
    """In place of each of the members all the others."""
    return {int(member): tuple(other for other in members if other != member) for member in members}


def following(*groups: Iterable[IntEnum]) -> dict[int, tuple[IntEnum, ...]]:
    """In place of each member of a group the next one, after the last the first."""
    rings = [tuple(group) for group in groups]
    return {int(ring[at - 1]): (ring[at],) for ring in rings for at in range(len(ring))}


class Texts:
    """The changes of the texts of a game: of every number, name, filter, count and condition that its lines say.

    A game says the rest in a class of its own: what is written by readers that it brings, and what comes to the same.
    """

    def __init__(
        self,
        tables: np.record,
        vocabulary: Vocabulary,
        nothing: Mapping[Key, int],
        silent: Collection[int] = (),
        unasked: Collection[int] = (),
        at_least_one: Collection[int] = (),
        instead: Mapping[str, Mapping[int, Iterable[int]]] | None = None,
    ) -> None:
        """nothing: what stands in a row that does nothing; silent: operations that no scenario shows; unasked: those of
        which it does not matter whether they may be refused; at_least_one: those for which 0 is as good as 1; instead:
        by column, what is also tried in place of a value.
        """
        self.tables, self.vocabulary, self.nothing = tables, vocabulary, nothing
        self.silent, self.unasked, self.at_least_one = silent, unasked, at_least_one
        self.instead = instead or {}
        self.operations, self.counts = by_code(vocabulary.operations), by_code(vocabulary.counts)
        self.conditions = by_code(vocabulary.conditions)
        rows = tables["row" if vocabulary.filters else "effect"]
        self.column = dict(zip(vocabulary.columns, rows.dtype.names or (), strict=True))

    # --- what a game may say otherwise --------------------------------------------------------------------------------

    def same_sides(self, asked: np.void) -> Collection[int]:
        """The sides that come to the same as that of a filter."""
        return ()

    def types_besides(self, asked: np.void) -> Iterable[int]:
        """The other types that a filter could name with another meaning."""
        return [0] if asked["types"] else []

    def typed(self, row: np.void, column: Key) -> bool:
        """Whether the filter in a column of a row could let pass cards of other types."""
        return True

    def numbered(self, row: np.void) -> bool:
        """Whether the number behind the name that a row gives counts."""
        return True

    def choices(self, row: np.void, what: str, names: Mapping[str, int]) -> Mapping[str, int]:
        """The names that may stand for an argument of a row."""
        return names

    # --- rows ---------------------------------------------------------------------------------------------------------

    def rows(self, rows: Iterable[Entry]) -> Iterator[Change]:
        """Every change of one thing that a text says."""
        for row in rows:
            yield from self.row(row)

    def row(self, row: Entry) -> Iterator[Change]:
        """Every change of one thing that a row of a text says."""
        operation = int(row.now["operation"])
        if operation in self.silent:
            return
        if any(row.now[column] != value for column, value in self.nothing.items()):
            yield row.change("dropped", self.nothing)
        yield from self.in_place(row, "operation", "select")
        yield from self.amounts(row)
        if "optional" in self.column and operation not in self.unasked:
            yield from row.turned("optional")
        if self.names_a_filter(row.now):
            yield from self.filter(row, "filter", "filter")
        yield from self.count(row)
        yield from self.condition(row)
        if "skip" in self.column and row.now["skip"]:
            yield row.change("adds to what it should replace", {"skip": 0})

    def names_a_filter(self, row: np.void) -> bool:
        """Whether an operation works on the cards of a filter."""
        if self.vocabulary.filters is None:
            return False
        term = self.operations.get(int(row["operation"]))
        return row["select"] == self.vocabulary.each or (term is not None and term.works_on in FILTERED)

    def needs_one(self, row: np.void) -> bool:
        """Whether the number of an operation is 1 at least."""
        return "operation" in row.dtype.names and row["operation"] in self.at_least_one

    def in_place(self, entry: Entry, *roles: str) -> Iterator[Change]:
        """What the game tries in place of some values."""
        for role in roles:
            column = self.column.get(role, role)
            if role in self.instead:
                yield from entry.others(column, self.instead[role].get(int(entry.now[column]), ()), role)

    def amounts(self, row: Entry) -> Iterator[Change]:
        """Other numbers and names behind an operation."""
        term = self.operations.get(int(row.now["operation"]))
        if term is None:
            return
        if term.of:
            yield from self.named(row, term.of)
        defaults = {"amount": term.default, "argument": None}
        for (role, default), reader in zip(defaults.items(), term.readers, strict=False):
            yield from self.argument(row, self.column[role], reader, role, default)

    def named(self, row: Entry, terms: Mapping[str, Term]) -> Iterator[Change]:
        """Another number behind the name that an operation takes, and the names beside it."""
        term = by_code(terms)[int(row.now["argument"])]
        for reader in term.readers if self.numbered(row.now) else ():
            yield from self.argument(row, "amount", reader, "amount", term.default)
        yield from self.another(row, "argument", "name", {name: int(term.code) for name, term in terms.items()}, 0)

    def argument(self, row: Entry, key: str, reader: Reader, text: str, default: int | None) -> Iterator[Change]:
        """The numbers beside one, or other names, as `number` and `choice` would read them; a reader of the game's own
        is its own affair. default: what stands there if nothing is written.
        """
        said, value = inspect.getclosurevars(reader).nonlocals, int(row.now[key])
        if "lowest" in said:
            all_there_is = value in said["named"].values()
            least = 1 if text == "amount" and self.needs_one(row.now) else said["lowest"]
            yield from row.others(key, [1], text) if all_there_is else row.near(key, least, text)
        elif "names" in said:
            unsaid = {} if default is None or default in said["names"].values() else {"unsaid": default}
            yield from self.another(row, key, said["what"], {**said["names"], **unsaid}, MANY)

    def another(self, row: Entry, key: str, what: str, names: Mapping[str, int], many: int) -> Iterator[Change]:
        """Other names; if there are more than many, those beside one."""
        names, value = self.choices(row.now, what, names), int(row.now[key])
        values = sorted({int(code) for code in names.values()} | {value})
        at = values.index(value)
        beside = values if len(values) <= many else values[max(at - 1, 0) : at + 2]
        for name, code in names.items():
            if int(code) != value and int(code) in beside:
                yield row.change(f"{what} {name}", {key: int(code)})

    def count(self, row: Entry) -> Iterator[Change]:
        """What a number is multiplied with."""
        column = self.column["count"]
        count = int(row.now[column])
        if not count:
            return
        yield row.change("not multiplied", {column: 0})
        yield from self.in_place(row, "count")
        if count in self.counts:
            for reader in self.counts[count].readers:
                yield from self.argument(row, self.column["count_argument"], reader, "per beyond", None)
        elif count == self.vocabulary.matching:
            yield from self.filter(row, "count_filter", "per")

    def condition(self, row: Entry) -> Iterator[Change]:
        """Another condition, or none."""
        column, key = self.column["condition"], self.column["condition_argument"]
        if not row.now[column]:
            return
        term = self.conditions[int(row.now[column])]
        yield row.change("condition dropped", {column: 0})
        if "otherwise" in self.column:
            yield row.change("condition turned round", {"otherwise": 1 - int(row.now["otherwise"])})
        yield from self.in_place(row, "condition")
        if term.default is not None:
            threshold = max(int(row.now[key]), 1)
            yield from row.others(key, [other for other in (threshold - 1, threshold + 1) if other], "threshold")
        elif term.readers:
            yield from self.argument(row, key, term.readers[0], "threshold", None)
        if term.works_on in FILTERED:
            yield from self.filter(row, "condition_filter", "if")

    def constant(self, row: Entry, readers: Iterable[Reader], **filters: str) -> Iterator[Change]:
        """Every change of the numbers, filters, count and condition of what a card does all the time; filters: by
        column, what they are called.
        """
        for reader in readers:
            yield from self.argument(row, "amount", reader, "amount", None)
        for column, name in filters.items():
            yield from self.filter(row, column, name)
        yield from self.count(row)
        if "condition" in row.now.dtype.names:
            yield from self.condition(row)

    # --- filters ------------------------------------------------------------------------------------------------------

    def filter(self, row: Entry, column: Key, name: str) -> Iterator[Change]:
        """Every change of one thing that a filter of a row asks."""
        if row.now[column] < 0 or self.vocabulary.filters is None:
            return
        asked, words = row.copied("filter", column, name), self.vocabulary.filters
        yield from self.sides(asked, words)
        yield from asked.others("types", self.types_besides(asked.now) if self.typed(row.now, column) else ())
        for flags, known in words.flags.items():
            yield from asked.without_bits(flags, known)
        for mask in words.masks:
            yield from masked(asked, mask)
        for bound in words.bounds:
            yield from bounded(asked, bound, words.columns)
        yield from asked.without(words.named[0], blank=words.columns[words.named[0]])

    def sides(self, asked: Entry, words: FilterWords) -> Iterator[Change]:
        """Other sides and places."""
        for column, known in words.values.items():
            if column == "side":
                same = self.same_sides(asked.now)
                names = {name: side for name, side in {"any": 0, **known}.items() if side not in same}
                yield from self.another(asked, column, column, names, MANY)
            elif column in self.instead:
                yield from self.in_place(asked, column)
            else:
                yield from asked.without(column)


def masked(asked: Entry, column: str) -> Iterator[Change]:
    """A filter that does not ask for one of some bits, for one of them fewer, for others."""
    for field in (column, f"without_{column}"):
        yield from asked.without(field)
        mask = int(asked.now[field])
        if mask & (mask - 1):
            yield from asked.without_bits(field, {f"{field} {bit}": 1 << bit for bit in bits(mask)})
    if asked.now[column]:
        yield asked.change(f"another {column}", {column: int(asked.now[column]) << 1})


def bounded(asked: Entry, name: str, blank: Mapping[str, int]) -> Iterator[Change]:
    """Other bounds of a number that a filter asks for, and if they are equal both of them."""
    columns = f"{name}_at_least", f"{name}_at_most"
    for column in columns:
        if asked.now[column] != blank[column]:
            yield from asked.near(column, 0)
    least, most = (int(asked.now[column]) for column in columns)
    if least == most:
        for value in (least - 1, least + 1):
            yield asked.change(f"{name} {value}", dict.fromkeys(columns, value))
