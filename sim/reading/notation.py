"""One grammar for the texts of cards: lines of text, turned into the rows of a program table.

    gain_power 2, 3 if mastery 10, 5 if mastery 20
    may choose 2 enemy damaged creature
    damage 3 chosen per friendly ready creature if not opponent_amber_at_least 7

A line is `[may] OPERATION` and its alternatives, separated by commas. An alternative is

    [ARGUMENTS] [OBJECT] [per COUNT] [if [not] CONDITION]

A COUNT multiplies the first argument, which is a number then. An OBJECT is, as the operation wants it, one of the
game's selections (this, chosen, ...) or `each FILTER`, or a FILTER alone. A COUNT has a name, or is a FILTER whose
cards are counted; a CONDITION has a name and what belongs to it, a number or a FILTER. The last alternative whose
condition holds is the one that happens. In the table the alternatives stand in reverse, each with the number of rows to
skip once it has happened, so that an interpreter needs no look-ahead. `either`, `or` and `end` stand on lines of their
own around two modes.

A FILTER is a row of words in any order, all of which a card has to satisfy; see `FilterWords`. Equal filters are kept
once and named by number.

A game brings the vocabulary and says which columns its rows have; what no column can hold, its lines cannot say.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, IntEnum, auto
from typing import Any, Self

import numpy as np

from ..core.errors import nearest, quoted

EFFECT = np.dtype(
    [
        ("operation", "i2"),
        ("a", "i2"),
        ("b", "i2"),
        ("per", "i2"),
        ("condition", "i2"),
        ("argument", "i2"),
        ("skip", "i2"),
    ],
    align=True,
)
"""A row for games without filters: one alternative of one effect. per and condition are 0 where there is none; skip:
rows to pass over once it happened.
"""
EFFECT_COLUMNS = ("operation", "amount", "argument", "count", "condition", "condition_argument", "skip")
"""What the fields of EFFECT hold, as `Vocabulary.columns` calls it."""

Row = tuple[int, ...]
Reader = Callable[[str], int]
"""Turns the word of one argument into a number; raises ValueError that says what would be right."""


class Object(Enum):
    """What the words after the arguments of a term say."""

    NOTHING = auto()
    SELECTION = auto()  # a selection of cards, or each card of a filter
    FILTER = auto()
    FILTER_OF_ONE = auto()  # a filter that is asked of one known card, wherever it lies
    PLAYERS = auto()  # read by the game


@dataclass(frozen=True)
class Term:
    """An operation, count or condition: its code and what is written after its name."""

    code: int
    readers: tuple[Reader, ...] = ()
    help: str = ""
    works_on: Object = Object.NOTHING
    default: int | None = None
    """the first argument if none is written; None: one must be written"""
    of: Mapping[str, Term] = field(default_factory=dict)
    """what the operation is given by name: `grant armor 2`; the code of the name is the argument, its own first
    argument the amount"""
    _: KW_ONLY
    word: str | None = ""
    """how it is written, if not as its member is called; None: no word stands for it alone"""
    about: int = -1
    """what an operation is about, of what the kernels of a game tell apart"""
    picks: bool = False
    """whether the player picks the cards of an operation one by one"""
    asks: bool = False
    """whether an operation asks for something that is no card: a house, a number, a mode"""


@dataclass(frozen=True)
class Modes:
    """The operations that part two modes. `either` has as amount the rows of the first mode and of the `or` that ends
    it, as argument the rows of the second; `or` has as amount the rows of the second, which it passes over.
    """

    either: int
    second: int


class Codes(IntEnum):
    """An enumeration of which the members are words of the notation: each is one record, its code with all that is
    written after its word and said of it, and is called as its word.

        class Operation(Codes):
            DRAW = Term(1, (number(1, 99),), "draw so many cards")

    To kernels a member is its code. One of which nothing is written or said is a plain number.
    """

    term: Term

    def __new__(cls, term: Term | int) -> Self:
        """A member of a term, or of a code that no word stands for."""
        known = term if isinstance(term, Term) else Term(term, word=None)
        member = int.__new__(cls, known.code)
        member._value_, member.term = known.code, known
        return member

    @classmethod
    def terms(cls) -> dict[str, Term]:
        """By word the terms of those that are words."""
        return {m.term.word or m.name.lower(): m.term for m in cls if m.term.word is not None}

    @classmethod
    def subjects(cls, every: bool = False) -> np.ndarray:
        """int8: what each is about, by its code; -1 of none, and of the code after the last, which nobody wrote.

        every: ValueError if one that neither picks nor asks is about nothing, so that no kernel would do it.
        """
        idle = [m.name for m in cls if every and m.term.about < 0 and not (m.term.picks or m.term.asks)]
        if idle:
            raise ValueError(f"{cls.__name__}: about nothing, and no choice: {', '.join(idle)}")
        found = np.full(max(cls) + 2, -1, np.int8)
        for member in cls:
            found[member] = member.term.about
        return found


def terms_by_name(*terms: Term) -> dict[str, Term]:
    """Terms that are called like the members of enumerations that are their codes."""
    return {term.code.name.lower(): term for term in terms if isinstance(term.code, IntEnum)}


MODE_WORDS = {"either": "one of two modes happens; the first follows", "or": "the second mode", "end": "end of modes"}
EITHER, OR, END = MODE_WORDS
WITHOUT = "non_"


@dataclass(frozen=True)
class FilterWords:
    """The words of a game's filters, and the columns of its filter rows that they fill."""

    columns: Mapping[str, int]
    """all columns in their order, with what stands there if no word speaks of them"""
    kinds: tuple[str, Mapping[str, int]]
    """column, word -> bit: what a card is; several are joined by "/", and one, or `any_kind`, has to be said"""
    any_kind: str
    values: Mapping[str, Mapping[str, int]]
    """column -> word -> its value: whose, where"""
    flags: Mapping[str, Mapping[str, int]]
    """column -> word -> bits, all of which must hold"""
    masks: Mapping[str, Mapping[str, int]]
    """column -> word -> number of its bit, one of which must hold; after `non_` in the column `without_COLUMN`"""
    bounds: Mapping[str, Reader]
    """word -> reader of numbers: `WORD>=3`, `<=`, `=`, in the columns `WORD_at_least` and `WORD_at_most`"""
    named: tuple[str, Mapping[str, int]]
    """column, card id -> number: `named:CARD`"""
    place: tuple[str, int]
    """the column of where cards are looked for, and the value that stands for anywhere"""

    def read(self, words: Sequence[str], anywhere: bool = False) -> Row:
        """The filter row that the words make; ValueError that says what would be right.

        anywhere: it is asked of one card that is known, wherever it lies.
        """
        values = dict(self.columns)
        about = [self._read_word(values, word) for word in words]
        if not any(about):
            found = quoted(" ".join(words)) if words else "nothing"
            kinds = ", ".join(self.kinds[1])
            raise ValueError(f"a filter says {kinds} or {self.any_kind}, found {found}")
        column, code = self.place
        if anywhere:
            if values[column] != self.columns[column]:
                raise ValueError("where the card lies cannot be asked here")
            values[column] = code
        return as_row(values)

    def words(self) -> list[str]:
        """All words but those made of others."""
        groups = [*self.values.values(), {**self.kinds[1], self.any_kind: 0}, *self.flags.values()]
        return [word for group in (*groups, *self.masks.values()) for word in group]

    def _read_word(self, values: dict[str, int], word: str) -> bool:
        """Notes one word; whether it says what the filter is about."""
        column, kinds = self.kinds
        if word == self.any_kind:
            return True
        if all(kind in kinds for kind in word.split("/")):
            for kind in word.split("/"):
                values[column] |= 1 << kinds[kind]
            return True
        if not (self._read_plain(values, word) or self._read_compound(values, word)):
            raise ValueError(f"no word of a filter is {quoted(word)}{nearest(word, self.words())}")
        return False

    def _read_plain(self, values: dict[str, int], word: str) -> bool:
        """Notes a word that stands in one of the lists; whether it is one."""
        for column, known in self.values.items():
            if word in known:
                values[column] = known[word]
                return True
        for column, known in self.flags.items():
            if word in known:
                values[column] |= known[word]
                return True
        bare, without = word.removeprefix(WITHOUT), "without_" if word.startswith(WITHOUT) else ""
        for column, known in self.masks.items():
            if bare in known:
                values[f"{without}{column}"] |= 1 << known[bare]
                return True
        return False

    def _read_compound(self, values: dict[str, int], word: str) -> bool:
        """Notes a word with a number or a name in it; whether it is one."""
        for name, reader in self.bounds.items():
            if word.startswith(name):
                _read_bound(values, name, word.removeprefix(name), reader)
                return True
        column, names = self.named
        if word.startswith("named:"):
            values[column] = choice(names, "card")(word.removeprefix("named:"))
            return True
        return False


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game's card texts."""

    operations: Mapping[str, Term]
    counts: Mapping[str, Term]
    conditions: Mapping[str, Term]
    columns: tuple[str, ...] = EFFECT_COLUMNS
    """Columns of its rows, in order, among: operation, amount, argument, select, filter, optional (for `may`), count,
    count_argument, count_filter, condition, condition_argument, condition_filter, otherwise (for `not`), skip (for
    alternatives).
    """
    selections: Mapping[str, int] = field(default_factory=dict)
    each: int = 0
    """the selection of all cards of a filter"""
    matching: int = 0
    """the count of the cards of a filter"""
    filters: FilterWords | None = None
    modes: Modes | None = None
    row: np.dtype = EFFECT
    """the type of its rows, with fields in the order of the columns"""


class Notation:
    """Reads the texts of cards and gathers their rows and filters; equal ones are kept once. What is wrong is noted in
    `problems`.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.rows: list[Row] = []
        self.filters: dict[Row, int] = {}
        self.problems: list[str] = []
        self._places: dict[tuple[Any, ...], tuple[int, int]] = {}

    def program(self, lines: Sequence[str], where: str) -> tuple[int, int]:
        """Rows [start, end) of the lines of one text."""
        return self.keep(self.rows, self.read(lines, where))

    def read(self, lines: Sequence[str], where: str) -> list[Row]:
        """The rows of the lines of one text; problems found name `where` (the card), the line and the word."""
        found: list[Row | str] = []
        for line in lines:
            found += self.attempt(self._line, line, where) or []
        return self._with_modes(found, where)

    def attempt(self, read: Callable[[str], Any], line: Any, where: str) -> Any:
        """What `read` makes of a line; None after noting what is wrong with it."""
        try:
            if not isinstance(line, str) or not line.strip():
                example = next(iter(self.vocabulary.operations))
                raise ValueError(f"an effect is a line of text that begins with an operation such as {quoted(example)}")
            return read(line)
        except ValueError as error:
            self.problems.append(f"{where}: {quoted(line)}: {error}")
            return None

    def keep(self, table: list[Row], found: list[Row]) -> tuple[int, int]:
        """The place [start, end) of rows in a table, to which they are added unless equal ones stand there."""
        key = (id(table), *found)
        if key not in self._places:
            self._places[key] = len(table), len(table) + len(found)
            table += found
        return self._places[key]

    def filter(self, words: Sequence[str], anywhere: bool = False) -> int:
        """The number of the filter that the words make; see `FilterWords.read`."""
        if self.vocabulary.filters is None:
            raise ValueError(f"there are no filters here, found {quoted(' '.join(words))}")
        return self.filters.setdefault(self.vocabulary.filters.read(words, anywhere), len(self.filters))

    def read_count(self, words: Sequence[str]) -> dict[str, int]:
        """The columns that the words after `per` fill."""
        counts = self.vocabulary.counts
        if words[0] not in counts:
            if self.vocabulary.filters is None:
                find_term(counts, words[0], "count")
            try:
                return {"count": self.vocabulary.matching, "count_filter": self.filter(words)}
            except ValueError as error:
                near = nearest(words[0], counts) if len(words) == 1 else ""
                raise ValueError(f"per: {error}{near}") from None
        term = counts[words[0]]
        arguments, rest = read_arguments(term, f"per {words[0]}", words[1:])
        refuse_more(f"per {words[0]}", rest)
        return {"count": term.code} | dict(zip(("count_argument",), arguments, strict=False))

    def read_condition(self, words: Sequence[str]) -> dict[str, int]:
        """The columns that the words after `if` fill."""
        values = {}
        if words[0] == "not" and "otherwise" in self.vocabulary.columns:
            values["otherwise"] = 1
            words = words[1:] or [""]
        term = find_term(self.vocabulary.conditions, words[0], "condition")
        values["condition"] = term.code
        arguments, rest = read_arguments(term, f"if {words[0]}", words[1:])
        values |= zip(("condition_argument",), arguments, strict=False)
        if term.works_on in (Object.FILTER, Object.FILTER_OF_ONE):
            values["condition_filter"] = self.filter(rest, anywhere=term.works_on == Object.FILTER_OF_ONE)
        else:
            refuse_more(f"if {words[0]}", rest)
        return values

    def _line(self, line: str) -> list[Row] | list[str]:
        """The rows of a line, or its word if it parts modes."""
        words, columns = line.split(), self.vocabulary.columns
        modes = MODE_WORDS if self.vocabulary.modes is not None else {}
        if words[0] in modes:
            if len(words) > 1:
                raise ValueError(f"{quoted(words[0])} stands alone on its line")
            return words
        optional = words[0] == "may" and "optional" in columns
        name, _, rest = " ".join(words[1:] if optional else words).partition(" ")
        operation = find_term(self.vocabulary.operations, name, "operation", modes)
        texts = rest.split(",") if "skip" in columns else [rest]
        rows = []
        for skip, text in enumerate(texts):
            values = dict.fromkeys(columns, 0) | {"operation": operation.code}
            values |= {"optional": 1} if optional else {}
            values |= {"skip": skip} if skip else {}
            rows.append(as_row(values | self._alternative(name, operation, text.split()), self.vocabulary.row))
        return rows[::-1]

    def _alternative(self, name: str, operation: Term, words: Sequence[str]) -> dict[str, int]:
        """The columns that an alternative of an operation fills."""
        before, condition = split(words, "if")
        before, count = split(before, "per")
        values = self.read_condition(condition) if condition else {}
        if count:
            if not operation.of:
                refuse_to_multiply(name, operation)
            values |= self.read_count(count)
        if operation.of:
            if not before:
                raise ValueError(f"{quoted(name)} takes the name of an effect")
            named = find_term(operation.of, before[0], "effect")
            values["argument"] = named.code
            (values["amount"], *_), rest = read_arguments(named, before[0], before[1:])
            name = f"{name} {before[0]}"
            if count and named.readers:
                refuse_to_multiply(name, named)
        else:
            arguments, rest = read_arguments(operation, name, before)
            values |= zip(("amount", "argument"), arguments, strict=False)
        if operation.works_on == Object.FILTER:
            values["filter"] = self.filter(rest)
        elif operation.works_on == Object.SELECTION:
            values |= self._selection(name, rest)
        else:
            refuse_more(name, rest)
        return values

    def _selection(self, name: str, words: Sequence[str]) -> dict[str, int]:
        """The columns that the cards an operation works on fill."""
        known = self.vocabulary.selections
        if words and words[0] == "each":
            return {"select": self.vocabulary.each, "filter": self.filter(words[1:])}
        if len(words) != 1 or words[0] not in known:
            found = quoted(" ".join(words)) if words else "nothing"
            near = nearest(words[0], [*known, "each"]) if words else ""
            raise ValueError(f"{quoted(name)} works on {', '.join(known)} or each FILTER, found {found}{near}")
        return {"select": known[words[0]]}

    def _with_modes(self, found: Sequence[Row | str], where: str) -> list[Row]:
        """Writes either, or, end as jumps: how far to go is said in rows."""
        modes = self.vocabulary.modes or Modes(0, 0)
        rows = {place: row for place, row in enumerate(found) if not isinstance(row, str)}
        marks = [(word, place) for place, word in enumerate(found) if isinstance(word, str)]
        try:
            places = mode_places(marks)
        except ValueError as error:
            self.problems.append(f"{where}: {error}")
            places = []
        for first, second, end in places:
            blank = dict.fromkeys(self.vocabulary.columns, 0)
            length = end - second - 1
            either = {"operation": modes.either, "amount": second - first, "argument": length}
            rows[first] = as_row(blank | either)
            rows[second] = as_row(blank | {"operation": modes.second, "amount": length})
        return [rows[place] for place in sorted(rows)]


def as_row(values: Mapping[str, int], row: np.dtype | None = None) -> Row:
    """The values of all columns as a row of plain numbers; ValueError for one that its field of `row` cannot hold."""
    for (name, value), (low, high) in zip(values.items(), widths(row) if row else (), strict=False):
        if not low <= value <= high:
            raise ValueError(f"{name.replace('_', ' ')} should be a whole number from {low} to {high}, found {value}")
    return tuple(int(value) for value in values.values())


@functools.cache
def widths(row: np.dtype) -> tuple[tuple[int, int], ...]:
    """The least and the greatest number that each field of a row can hold."""
    bounds = (np.iinfo(row[name].base) for name in row.names or ())
    return tuple((int(bound.min), int(bound.max)) for bound in bounds)


def mode_places(marks: Sequence[tuple[str, int]]) -> list[tuple[int, int, int]]:
    """The places of `either`, `or` and `end` of each pair of modes, from all such words of a text with their places;
    ValueError if they do not belong together.
    """
    wanted = [EITHER, OR, END] * (len(marks) // 3)
    if [word for word, _ in marks] != wanted:
        raise ValueError('modes are "either", ..., "or", ..., "end", one pair after another')
    places = [place for _, place in marks]
    return list(zip(places[::3], places[1::3], places[2::3], strict=True))


def parse_effects(lines: Sequence[str], vocabulary: Vocabulary, where: str) -> tuple[list[Row], list[str]]:
    """The rows of the lines of one text and the problems found, each naming `where` (the card), the line and the
    word.
    """
    notation = Notation(vocabulary)
    return notation.read(lines, where), notation.problems


def parse_condition(text: str, vocabulary: Vocabulary) -> tuple[int, int]:
    """(code, argument) of a condition that stands alone, such as `dominion`; raises ValueError."""
    values = Notation(vocabulary).read_condition(str(text).split() or [""])
    return values["condition"], values.get("condition_argument", 0)


def number(lowest: int, highest: int, names: Mapping[str, int] | None = None) -> Reader:
    """Reads a whole number within bounds, or one of the named values."""
    named = dict(names or {})

    def read(word: str) -> int:
        if word in named:
            return named[word]
        if not word.removeprefix("-").isdecimal() or not lowest <= int(word) <= highest:
            also = "".join(f" or {quoted(name)}" for name in named)
            raise ValueError(f"{quoted(word)} is not a whole number from {lowest} to {highest}{also}")
        return int(word)

    return read


@dataclass(frozen=True, eq=False)
class Choice:
    """Reads one of several names."""

    names: Mapping[str, int]
    what: str

    def __call__(self, word: str) -> int:
        """The value of a name."""
        if word not in self.names:
            raise ValueError(f"no {self.what} is called {quoted(word)}{nearest(word, self.names)}")
        return self.names[word]


def choice(names: Mapping[str, int], what: str) -> Reader:
    """Reads one of several names; what: how an error calls what they name."""
    return Choice(names, what)


def find_term(terms: Mapping[str, Term], word: str, what: str, also: Mapping[str, Any] | None = None) -> Term:
    """The term of a name; ValueError that names the nearest, `also` among other words that may stand there."""
    if word not in terms:
        raise ValueError(f"no {what} is called {quoted(word)}{nearest(word, [*terms, *(also or {})])}")
    return terms[word]


def split(words: Sequence[str], marker: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words before and after a marker."""
    if marker not in words:
        return words, []
    at = words.index(marker)
    if at == len(words) - 1:
        raise ValueError(f"nothing follows {quoted(marker)}")
    return words[:at], words[at + 1 :]


def read_arguments(term: Term, name: str, words: Sequence[str]) -> tuple[list[int], Sequence[str]]:
    """The arguments of a term, whose default stands in for a first one that is not written, and the words after
    them.
    """
    values: list[int] = []
    if term.default is not None and not _is_first_argument(term, words):
        values.append(term.default)
    for reader in term.readers[len(values) :]:
        if not words:
            raise ValueError(f"{quoted(name)} takes a {'second ' if values else ''}number or name")
        values.append(reader(words[0]))
        words = words[1:]
    return values, words


def _is_first_argument(term: Term, words: Sequence[str]) -> bool:
    """Whether the first of the words is meant as the first argument of a term that may do without: other words may
    follow only if it works on something.
    """
    if not term.readers or not words:
        return False
    if term.works_on == Object.NOTHING or words[0].removeprefix("-").isdecimal():
        return True
    try:
        term.readers[0](words[0])
    except ValueError:
        return False
    return True


def refuse_more(name: str, words: Sequence[str]) -> None:
    """ValueError if words are left over."""
    if words:
        raise ValueError(f"{quoted(name)} takes no more words, found {quoted(' '.join(words))}")


def refuse_to_multiply(name: str, term: Term) -> None:
    """ValueError if the first argument of a term is no number, which a count could multiply."""
    if not term.readers or isinstance(term.readers[0], Choice):
        raise ValueError(f"{quoted(name)} takes no number, so nothing can be multiplied")


def _read_bound(values: dict[str, int], name: str, text: str, reader: Reader) -> None:
    """Notes bounds such as >=3, <=3, =3."""
    for sign in (">=", "<=", "="):
        if text.startswith(sign):
            bound = reader(text.removeprefix(sign))
            if sign != "<=":
                values[f"{name}_at_least"] = bound
            if sign != ">=":
                values[f"{name}_at_most"] = bound
            return
    raise ValueError(f'{name} is compared by {name}>=3, {name}<=3 or {name}=3, found "{name}{text}"')
