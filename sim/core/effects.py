"""The effect notation: one line of text for one effect, turned into rows of a program table.

    gain_power 2, 3 if mastery 10, 5 if mastery 20
    gain_power 2 per homodeus_champion
    gain_health 5 if unify

An effect is an operation and its alternatives, separated by commas. An alternative is the operation's arguments, then
optionally `per COUNT` (the first argument is multiplied) and `if CONDITION [argument]`. The last alternative whose
condition holds is the one that happens. In the table the alternatives stand in reverse, each with the number of
rows to skip once it has happened, so that an interpreter needs no look-ahead.

A game brings the vocabulary: its operations, counts and conditions, and how their arguments are read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .errors import nearest

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
"""One alternative of one effect. per and condition are 0 where there is none; skip: rows to pass over once it
happened.
"""

Reader = Callable[[str], int]
"""Turns the word of one argument into a number; raises ValueError that says what would be right."""


@dataclass(frozen=True)
class Term:
    """An operation, count or condition: its code and how its arguments are read, in order."""

    code: int
    readers: tuple[Reader, ...] = ()
    help: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game's effect notation."""

    operations: Mapping[str, Term]
    counts: Mapping[str, Term]
    conditions: Mapping[str, Term]


def number(lowest: int, highest: int, names: Mapping[str, int] | None = None) -> Reader:
    """Reads a whole number within bounds, or one of the named values."""
    named = dict(names or {})

    def read(word: str) -> int:
        if word in named:
            return named[word]
        if not word.removeprefix("-").isdecimal() or not lowest <= int(word) <= highest:
            also = "".join(f' or "{name}"' for name in named)
            raise ValueError(f'"{word}" is not a whole number from {lowest} to {highest}{also}')
        return int(word)

    return read


def choice(names: Mapping[str, int], what: str) -> Reader:
    """Reads one of several names."""

    def read(word: str) -> int:
        if word not in names:
            raise ValueError(f'no {what} is called "{word}"{nearest(word, names)}')
        return names[word]

    return read


def parse_effects(lines: Sequence[str], vocabulary: Vocabulary, where: str) -> tuple[list[tuple[int, ...]], list[str]]:
    """Rows for EFFECT and the problems found, each naming `where` (the card), the line and the word."""
    rows: list[tuple[int, ...]] = []
    problems: list[str] = []
    for line in lines:
        try:
            rows += _parse_line(line, vocabulary)
        except ValueError as error:
            problems.append(f'{where}: "{line}": {error}')
    return rows, problems


def _parse_line(line: str, vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    if not isinstance(line, str) or not line.strip():
        raise ValueError('an effect is a line of text such as "gain_gems 2"')
    name, _, rest = line.strip().partition(" ")
    operation = _term(vocabulary.operations, name, "operation")
    alternatives = [_parse_alternative(text.split(), operation, vocabulary) for text in rest.split(",")]
    return [(*row, index) for index, row in reversed(list(enumerate(alternatives)))]


def _parse_alternative(words: list[str], operation: Term, vocabulary: Vocabulary) -> tuple[int, ...]:
    before, condition = _split(words, "if")
    arguments, count = _split(before, "per")
    values = _read(arguments, operation, "the operation")
    per = argument = condition_code = 0
    if count:
        per = _term(vocabulary.counts, count[0], "count").code
        _read(count[1:], Term(0), "the count")
    if condition:
        term = _term(vocabulary.conditions, condition[0], "condition")
        condition_code = term.code
        argument = next(iter(_read(condition[1:], term, "the condition")), 0)
    a, b = [*values, 0, 0][:2]
    return operation.code, a, b, per, condition_code, argument


def parse_condition(text: str, vocabulary: Vocabulary) -> tuple[int, int]:
    """(code, argument) of a condition that stands alone, such as `dominion`; raises ValueError."""
    words = str(text).split() or [""]
    term = _term(vocabulary.conditions, words[0], "condition")
    return term.code, next(iter(_read(words[1:], term, "the condition")), 0)


def _split(words: list[str], marker: str) -> tuple[list[str], list[str]]:
    if marker not in words:
        return words, []
    at = words.index(marker)
    if at == len(words) - 1:
        raise ValueError(f'nothing follows "{marker}"')
    return words[:at], words[at + 1 :]


def _term(terms: Mapping[str, Term], word: str, what: str) -> Term:
    if word not in terms:
        raise ValueError(f'no {what} is called "{word}"{nearest(word, terms)}')
    return terms[word]


def _read(words: list[str], term: Term, what: str) -> list[int]:
    if len(words) != len(term.readers):
        found = f'"{" ".join(words)}"' if words else "none"
        raise ValueError(f"{what} takes {len(term.readers)} argument(s), found {found}")
    return [read(word) for read, word in zip(term.readers, words, strict=True)]
