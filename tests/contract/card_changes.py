"""The changes of one fact of a card that follow from what its facts are: from the columns of the tables, and from the
grammar that its text is written in (reading/notation.py). What is a game's own stands in `games/<game>.py`.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np

from sim.core.game import Game
from sim.reading.notation import Choice, FilterWords, Object, Reader, Term, Vocabulary
from sim.words.scenario import Scenario

from .mutations import Change

MANY = 150
"""Of more names than these only the two beside one are taken in its place."""
FILTERED = (Object.FILTER, Object.FILTER_OF_ONE)
Changes = Iterator[Change]
Key = str | int | tuple[str | int, ...]
"""What leads to a number: the name of a column, a place in an array, or several, one after another."""
EnumT = TypeVar("EnumT", bound=IntEnum)


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

    def change(self, text: str, values: Mapping[Any, Any]) -> Change:
        """The change of some of the numbers, by the keys that lead to them."""

        def make(tables: np.record, scenario: Scenario) -> None:
            found = self.find(tables, scenario)
            for key, value in values.items() if found is not None else ():
                *path, last = key if isinstance(key, tuple) else (key,)
                inside(found, path)[last] = value

        return f"{self.where}: {text}" if self.where else text, make

    def others(self, key: Key, values: Iterable[int], text: str = "") -> Changes:
        """Other values of one number; members of enumerations are told by name."""
        for value in values:
            if value != self.now[key]:
                told = value.name.lower() if isinstance(value, IntEnum) else value
                yield self.change(f"{text or key} {told}", {key: int(value)})

    def near(self, *keys: Key, least: int = 0, blank: int | None = None, text: str = "") -> Changes:
        """The values beside each of the numbers that is not blank, down to the least."""
        for key in keys:
            if self.now[key] != blank:
                beside = (int(self.now[key]) - 1, int(self.now[key]) + 1)
                yield from self.others(key, [value for value in beside if value >= least], text)

    def turned(self, *keys: Key) -> Changes:
        """Whatever holds or does not, the other way round."""
        for key in keys:
            yield self.change(f"{key} or not", {key: int(not self.now[key])})

    def lost(self, row: Entry, place: int, kind: str, noted: str) -> Change:
        """The change by which a card loses the row of its constants in that place.

        noted: where its facts say, as bits or one by one, of which kinds it has any.
        """
        number, (first, end) = int(row.now[kind]), self.now["constant"]
        alone = list(self.tables["constant"][kind][first:end]).count(number) == 1

        def make(tables: np.record, scenario: Scenario) -> None:
            row.find(tables, scenario)  # by which the rows are the card's own
            facts, rows = self.find(tables, scenario), tables["constant"]
            first, end = facts["constant"]
            rows[first + place : end - 1] = rows[first + place + 1 : end].copy()
            facts["constant"][1] = end - 1
            if alone and np.shape(facts[noted]):
                facts[noted][number] = 0
            elif alone:
                facts[noted] &= ~(1 << number)

        return f"{row.where}: dropped", make

    def without(self, *keys: Key, blank: int = 0) -> Changes:
        """Without what is said with a number other than the blank."""
        for key in keys:
            if self.now[key] != blank:
                yield self.change(f"no {key}", {key: blank})

    def without_bits(self, key: Key, names: Mapping[str, int]) -> Changes:
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


def table_of(tables: np.record) -> Entry:
    """The numbers of the tables that belong to no card."""
    return Entry("", lambda changed, scenario: changed, tables, tables)


def of_table(
    game: Game, table: Mapping[str, Any], find: Callable[[np.record, Mapping[str, Any]], Any], where: str
) -> Entry:
    """The numbers that a function finds in the tables made of a table of a plan; None if that has none."""
    tables = game.make_tables(table, ())
    return Entry(where, lambda made, scenario: find(made, scenario.keys.get("table", {})), find(tables, table), tables)


def by_one(tables: np.record, **columns: int) -> Changes:
    """Every change by one of the numbers of columns of the tables, each from so many on, as each scenario has them."""
    for column, first in columns.items():
        for place in list(np.ndindex(np.shape(tables[column])))[first:]:
            for by in (-1, 1):
                if tables[column][place] + by >= 0:
                    yield " ".join(map(str, (column, *place, "by", by))), functools.partial(add, column, place, by)


def add(column: str, place: tuple[int, ...], by: int, tables: np.record, scenario: Scenario) -> None:
    """Adds to one number of the tables, down to 0."""
    value = max(int(tables[column][place]) + by, 0)
    if place:
        tables[column][place] = value
    else:
        tables[column] = value


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask."""
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def by_code(terms: Mapping[str, Term]) -> dict[int, Term]:
    """The terms by the codes that stand for them in the tables."""
    return {int(term.code): term for term in terms.values()}


def members(enumeration: type[EnumT], names: str) -> tuple[EnumT, ...]:
    """The members of an enumeration that are called so."""
    return tuple(enumeration[name.upper()] for name in names.split())


def all_others(*group: IntEnum) -> dict[int, tuple[IntEnum, ...]]:
    """In place of each member of a group all the others."""
    return {int(member): tuple(other for other in group if other != member) for member in group}


def following(*groups: Iterable[IntEnum]) -> dict[int, tuple[IntEnum, ...]]:
    """In place of each member of a group the next one, after the last the first."""
    rings = [tuple(group) for group in groups]
    return {int(ring[at - 1]): (ring[at],) for ring in rings for at in range(len(ring))}


@dataclass(frozen=True)
class Texts:
    """The changes of the texts of a game: of every number, name, filter, count and condition that its lines say, and
    what of them comes to the same.
    """

    game: Game[Any]
    vocabulary: Vocabulary
    nothing: Mapping[str, int]
    """what stands in a row that does nothing"""
    silent: Collection[int] = ()
    """operations that no scenario shows"""
    unasked: Collection[int] = ()
    """those of which it does not matter whether they may be refused"""
    at_least_one: Collection[int] = ()
    """those for which 0 is as good as 1"""
    of_one_type: Collection[int] = ()
    """those that do something to cards of one type alone, whatever else their filter lets pass"""
    never: Mapping[str, int] = field(default_factory=dict)
    """what stands in a row whose condition never holds, if conditions are not turned round"""
    instead: Mapping[str, Mapping[int, Iterable[int]]] = field(default_factory=dict)
    """by column, what is also tried in place of a value"""
    same_sides: Mapping[str, Collection[int]] = field(default_factory=dict)
    """by words of a filter, the sides that come to the same beside any of them"""
    in_play: int = 0
    """bits of the types of cards that lie in play, where it is tried whether a filter lets pass all of these"""
    of_type: str = ""
    """words of a filter that cards of one type alone satisfy"""
    masks: Mapping[str, str] = field(default_factory=dict)
    """columns of filters that ask for bits, and of the cards that have them"""

    @functools.cached_property
    def tables(self) -> np.record:
        """The tables of the game's own cards."""
        return self.game.make_tables({}, ())

    @functools.cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards by id, in table order."""
        return tuple(self.game.words.card_ids())

    @functools.cached_property
    def rows(self) -> str:
        """The column of the tables with the rows of all texts."""
        return "row" if self.vocabulary.filters else "effect"

    @functools.cached_property
    def column(self) -> Mapping[str, str]:
        """The names of the columns of a row, by what the vocabulary calls them."""
        return dict(zip(self.vocabulary.columns, self.tables[self.rows].dtype.names, strict=True))

    @functools.cached_property
    def operations(self) -> Mapping[int, Term]:
        """The operations by their codes."""
        return by_code(self.vocabulary.operations)

    def card(self, name: str) -> Entry:
        """The facts of a card."""
        number = self.cards.index(name)
        return Entry("", lambda tables, scenario: tables["card"][number], self.tables["card"][number], self.tables)

    def asked(self, card: Entry) -> Changes:
        """A card without each of the bits that some filter asks for."""
        for mask, column in self.masks.items():
            filters = self.tables["filter"]
            asked = int(np.bitwise_or.reduce(filters[mask] | filters[f"without_{mask}"]))
            yield from card.without_bits(column, {f"{mask} {bit}": 1 << bit for bit in bits(asked)})

    # --- rows ---------------------------------------------------------------------------------------------------------

    def text(self, text: Entry, first: Key = 0, end: Key = 1) -> Changes:
        """Every change of one thing that a text says, and one that says nothing; with filters several cards may share
        one.
        """
        if text.now[first] < text.now[end]:
            yield text.change("emptied", {end: int(text.now[first])})
        for row in text.rows(self.rows, first=first, end=end, shared=self.vocabulary.filters is not None):
            yield from self.row(row)

    def row(self, row: Entry) -> Changes:
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

    def in_place(self, entry: Entry, *roles: str) -> Changes:
        """What the game tries in place of some values."""
        for role in roles:
            column = self.column.get(role, role)
            if role in self.instead:
                yield from entry.others(column, self.instead[role].get(int(entry.now[column]), ()), role)

    def amounts(self, row: Entry) -> Changes:
        """Other numbers and names behind an operation."""
        term = self.operations.get(int(row.now["operation"]))
        if term is None:
            return
        if term.of:
            yield from self.named(row, term.of)
        defaults = {"amount": term.default, "argument": None}
        for (role, default), reader in zip(defaults.items(), term.readers, strict=False):
            yield from self.argument(row, self.column[role], reader, role, default)

    def named(self, row: Entry, terms: Mapping[str, Term]) -> Changes:
        """Another number behind the name that an operation takes, and the names beside it."""
        term = by_code(terms)[int(row.now["argument"])]
        for reader in term.readers:
            yield from self.argument(row, "amount", reader, "amount", term.default)
        yield from self.another(row, "argument", "name", {name: int(term.code) for name, term in terms.items()}, 0)

    def argument(self, row: Entry, key: str, reader: Reader, text: str, default: int | None) -> Changes:
        """The numbers beside one, or other names, as `number` and `choice` would read them; a reader of the game's own
        is its own affair. default: what stands there if nothing is written.
        """
        said, value = said_to(reader), int(row.now[key])
        if "lowest" in said:
            all_there_is = value in said["named"].values()
            least = 1 if text == "amount" and operation_of(row.now) in self.at_least_one else said["lowest"]
            yield from row.others(key, [1], text) if all_there_is else row.near(key, least=least, text=text)
        elif "names" in said:
            unsaid = {} if default is None or default in said["names"].values() else {"unsaid": default}
            yield from self.another(row, key, said["what"], {**said["names"], **unsaid}, MANY)

    def another(self, row: Entry, key: str, what: str, names: Mapping[str, int], many: int) -> Changes:
        """Other names; if there are more than many, those beside one."""
        value = int(row.now[key])
        values = sorted({int(code) for code in names.values()} | {value})
        at = values.index(value)
        beside = values if len(values) <= many else values[max(at - 1, 0) : at + 2]
        for name, code in names.items():
            if int(code) != value and int(code) in beside:
                yield row.change(f"{what} {name}", {key: int(code)})

    def count(self, row: Entry) -> Changes:
        """What a number is multiplied with."""
        column = self.column["count"]
        count = int(row.now[column])
        if not count:
            return
        yield row.change("not multiplied", {column: 0})
        yield from self.in_place(row, "count")
        counts = by_code(self.vocabulary.counts)
        if count in counts:
            for reader in counts[count].readers:
                yield from self.argument(row, self.column["count_argument"], reader, "per beyond", None)
        elif count == self.vocabulary.matching:
            yield from self.filter(row, "count_filter", "per")

    def condition(self, row: Entry) -> Changes:
        """Another condition, or none."""
        column, key = self.column["condition"], self.column["condition_argument"]
        if not row.now[column]:
            return
        term = by_code(self.vocabulary.conditions)[int(row.now[column])]
        yield row.change("condition dropped", {column: 0})
        if "otherwise" in self.column:
            yield row.change("condition turned round", {"otherwise": 1 - int(row.now["otherwise"])})
        if self.never:
            yield row.change("condition never holds", self.never)
        yield from self.in_place(row, "condition")
        if term.default is not None:
            threshold = max(int(row.now[key]), 1)
            yield from row.others(key, [other for other in (threshold - 1, threshold + 1) if other], "threshold")
        elif term.readers:
            yield from self.argument(row, key, term.readers[0], "threshold", None)
        if term.works_on in FILTERED:
            yield from self.filter(row, "condition_filter", "if")

    def clauses(self, row: Entry, readers: Iterable[Reader] = (), **filters: str) -> Changes:
        """Every change of the number, filters, count and condition of an ability or of what a card does all the time;
        filters: by column, what they are called.
        """
        for reader in readers:
            yield from self.argument(row, "amount", reader, "amount", None)
        for column, name in filters.items():
            yield from self.filter(row, column, name)
        if "count" in row.now.dtype.names:
            yield from self.count(row)
        if "condition" in row.now.dtype.names:
            yield from self.condition(row)

    # --- filters ------------------------------------------------------------------------------------------------------

    def filter(self, row: Entry, column: Key, name: str) -> Changes:
        """Every change of one thing that a filter of a row asks."""
        if row.now[column] < 0 or self.vocabulary.filters is None:
            return
        asked, words = row.copied("filter", column, name), self.vocabulary.filters
        yield from self.sides(asked, words)
        if name != "filter" or operation_of(row.now) not in self.of_one_type:
            yield from asked.others("types", self.types_besides(asked.now, words))
        for flags, known in words.flags.items():
            yield from asked.without_bits(flags, known)
        for mask in words.masks:
            yield from masked(asked, mask)
        for bound in words.bounds:
            yield from bounded(asked, bound, words.columns)
        yield from asked.without(words.named[0], blank=words.columns[words.named[0]])

    def sides(self, asked: Entry, words: FilterWords) -> Changes:
        """Other sides and places."""
        for column, known in words.values.items():
            if column == "side":
                same = self.sides_like(asked.now, words)
                names = {name: side for name, side in {"any": 0, **known}.items() if side not in same}
                yield from self.another(asked, column, column, names, MANY)
            elif column in self.instead:
                yield from self.in_place(asked, column)
            else:
                yield from asked.without(column)

    def sides_like(self, asked: np.void, words: FilterWords) -> Collection[int]:
        """The sides that come to the same as that of a filter."""
        said = [same for those, same in self.same_sides.items() if says(asked, words, those)]
        return next((same for same in said if asked["side"] in same), ())

    def types_besides(self, asked: np.void, words: FilterWords) -> list[int]:
        """The types that a filter could also name: one fewer, and in play all that lie there, elsewhere any; not those
        with which the same cards of the game pass.
        """
        types, in_play = int(asked["types"]), self.in_play and asked[words.place[0]] == 0
        others = [types & ~(1 << kind) for kind in bits(types)] if types & (types - 1) else []
        if not in_play:
            others.append(0)
        elif not says(asked, words, self.of_type):
            others.append(types | self.in_play)
        passing = self.passing(asked, words, types)
        return [other for other in others if types and (self.passing(asked, words, other) != passing).any()]

    def passing(self, asked: np.void, words: FilterWords, types: int) -> np.ndarray:
        """Which cards have what a filter asks of them wherever they are, if it names these types."""
        cards = self.tables["card"][: len(self.cards)]
        passes = (1 << cards["type"].astype(int) & types > 0) | (types == 0)
        for mask, column in self.masks.items():
            passes &= (cards[column] & asked[mask] > 0) | (asked[mask] == 0)
            passes &= cards[column] & asked[f"without_{mask}"] == 0
        for bound in set(words.bounds).intersection(cards.dtype.names or ()):
            passes &= (cards[bound] >= asked[f"{bound}_at_least"]) & (cards[bound] <= asked[f"{bound}_at_most"])
        title = asked[words.named[0]]
        return passes & ((np.arange(len(cards)) == title) | (title < 0))


def said_to(reader: Reader) -> Mapping[str, Any]:
    """What `number` or `choice` was told when it made a reader."""
    return vars(reader) if isinstance(reader, Choice) else inspect.getclosurevars(reader).nonlocals


def operation_of(row: np.void) -> int | None:
    """The operation of a row; None if it says what holds all the time."""
    return int(row["operation"]) if "operation" in (row.dtype.names or ()) else None


def says(asked: np.void, words: FilterWords, those: str) -> bool:
    """Whether a filter says one of the words about whose a card is, where it lies, or what else must hold."""
    said = {word for column, known in words.values.items() for word in known if asked[column] == known[word]}
    for column, known in words.flags.items():
        said.update(word for word, bit in known.items() if int(asked[column]) & bit)
    return not said.isdisjoint(those.split())


def masked(asked: Entry, column: str) -> Changes:
    """A filter that does not ask for one of some bits, for one of them fewer, for others."""
    for key in (column, f"without_{column}"):
        yield from asked.without(key)
        mask = int(asked.now[key])
        if mask & (mask - 1):
            yield from asked.without_bits(key, {f"{key} {bit}": 1 << bit for bit in bits(mask)})
    if asked.now[column]:
        yield asked.change(f"another {column}", {column: int(asked.now[column]) << 1})


def bounded(asked: Entry, name: str, blank: Mapping[str, int]) -> Changes:
    """Other bounds of a number that a filter asks for, and if they are equal both of them."""
    columns = f"{name}_at_least", f"{name}_at_most"
    for column in columns:
        if asked.now[column] != blank[column]:
            yield from asked.near(column)
    least, most = (int(asked.now[column]) for column in columns)
    if least == most:
        for value in (least - 1, least + 1):
            yield asked.change(f"{name} {value}", dict.fromkeys(columns, value))
