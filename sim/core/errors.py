"""One kind of error for everything a user can get wrong, and the nearest names for what he may have meant."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

MOST_PROBLEMS, MOST_LETTERS, VALUE_LETTERS = 100, 2000, 200
"""How many problems an error tells, how many letters each may have, and how many a value that was found."""
MOST_NEAREST = 500
"""For how many words of one text the nearest names are looked up: more than an error has room for. Each may take some
milliseconds."""


class InputError(ValueError):
    """Input that cannot be used: lists every problem found, each saying what is wrong, where, and what would be
    right. What is too long to be read is cut, and what cannot be printed is shown as its escape.
    """

    def __init__(self, problems: str | Iterable[str]):
        given = iter([problems] if isinstance(problems, str) else problems)
        self.problems = [printable(shortened(problem, MOST_LETTERS)) for problem in islice(given, MOST_PROBLEMS)]
        if more := sum(1 for _ in given):
            self.problems.append(f"and {more:,} more")
        super().__init__("\n".join(self.problems))
        begin_text()

    def __reduce__(self) -> tuple[type[InputError], tuple[list[str]]]:
        return InputError, (self.problems,)


class _Looked:
    """For how many words of the present text the nearest names were looked up."""

    up = 0


def begin_text() -> None:
    """A text of a user begins: nearest names are looked up for its first MOST_NEAREST wrong words."""
    _Looked.up = 0


def nearest(word: str, known: Iterable[str]) -> str:
    """A suffix for an error message: the known words most like `word`, or all of them if they are few."""
    names = sorted(set(known))
    sought = str(word)[:VALUE_LETTERS]
    _Looked.up += 1
    close = []
    if _Looked.up <= MOST_NEAREST:
        close = difflib.get_close_matches(sought, names, n=3, cutoff=0.5) or _containing(sought, names)
    if close:
        return f"; did you mean {' or '.join(map(quoted, close))}?"
    if 0 < len(names) <= 12:
        return f"; known: {', '.join(names)}"
    return ""


def _containing(word: str, names: list[str]) -> list[str]:
    """The first of the names of which a word of some letters is a part."""
    return [name for name in names if word.casefold() in name.casefold()][:3] if len(word) > 2 else []


def printable(text: str) -> str:
    """A text as every terminal and page can show it: all that is no letter, sign or space is shown as its escape, such
    as a control sequence, a mark that turns the direction of writing, and half a character. Lines stay lines.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" or unicodedata.category(c) == "Zs" else _escape(c) for c in text)


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def bare(name: Any) -> str:
    """A name that somebody gave as a message shows it: printable, in one line, and cut if it is long."""
    return printable(shortened(str(name), VALUE_LETTERS)).replace("\n", _escape("\n"))


def quoted(name: Any) -> str:
    """Such a name in quotes."""
    return f'"{bare(name)}"'


def shown(value: Any) -> str:
    """A value that a user gave, as an error message shows it: as Python writes it, and cut if that is long."""
    if isinstance(value, int) and value.bit_length() > 4 * VALUE_LETTERS:
        return f"a whole number of about {value.bit_length() * 3 // 10:,} digits"
    try:
        return shortened(repr(value), VALUE_LETTERS)
    except (ValueError, RecursionError):  # a number in it has too many digits, or it is nested too deep
        return f"a {type(value).__name__} that cannot be shown"


def shortened(text: str, most: int) -> str:
    """A text of at most so many letters or so: the middle of a longer one is left out."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]} ... ({len(text) - most:,} letters left out) ... {text[len(text) - most // 3 :]}"


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """An error of the system in here names this path, unless it names one itself: that of a full disk names none."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def system_problem(error: OSError) -> str:
    """What the system refused, as a sentence: the path and the reason."""
    paths = " -> ".join(str(path) for path in (error.filename, error.filename2) if path is not None)
    reason = error.strerror or str(error) or type(error).__name__
    return printable(f"{paths}: {reason}" if paths else reason)
