"""Where in a TOML file a problem lies: the line of what the message names, so far as that can be known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from sim.reading.text_files import without_comments

MOST_BYTES = 2**20
"""Of a file in which lines are looked for."""

_AT_FILE = re.compile(r"(?P<before>.*?: )??(?P<path>[^:\n]+\.toml): (?P<rest>.+)", re.DOTALL)
_PLACED = re.compile(r"\.toml:\d+: ")
_SYNTAX = re.compile(r"not a TOML file: (.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_ADVICE = re.compile(r"(; did you mean|; known: |, found |; such as ).*", re.DOTALL)
_KEY = re.compile(r"(?:house |deck |no )?(\w[\w.-]*)(?= should\b|$)")


def with_lines(problems: Iterable[str]) -> list[str]:
    """The same problems; those of TOML files with the line after the path, where it can be known."""
    read = cache(_text)
    return [_with_line(problem, read) for problem in problems]


def _with_line(problem: str, read: Callable[[Path], str | None]) -> str:
    """The innermost file that a problem names is where it lies; a file that it lies in from elsewhere need not be."""
    found = _AT_FILE.fullmatch(problem)
    if found is None or _PLACED.search(found["rest"]):
        return problem
    inner = _with_line(found["rest"], read)
    if inner != found["rest"]:
        return f"{found['before'] or ''}{found['path']}: {inner}"
    path, rest = Path(found["path"]), found["rest"]
    text = read(path)
    if text is None:
        return problem
    if syntax := _SYNTAX.fullmatch(rest):
        line, rest = syntax[2], f"not a TOML file: {syntax[1]} (line {syntax[2]}, column {syntax[3]})"
    else:
        line = line_of(text, rest)
    return f"{found['before'] or ''}{path}:{line}: {rest}" if line else problem


def _text(path: Path) -> str | None:
    """What a file says without its comments; None if there is no such file, or it is none that a person wrote."""
    try:
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            return without_comments(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError):  # a name that no file can have
        pass
    return None


def line_of(text: str, problem: str) -> str:
    """The number of the line of a text without comments in which the last of what a problem names stands, looked for
    inside what it names before that; "" if it names nothing that is there.
    """
    at = -1
    for name in _named(problem):
        word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        found = word.search(text, max(at, 0))
        if found is None:
            break
        at = found.start()
    return str(text.count("\n", 0, at) + 1) if at >= 0 else ""


def _named(problem: str) -> list[str]:
    """What a message names, from the outer to the inner: quoted words, and keys before a colon or "should"."""
    names: list[str] = []
    for part in _ADVICE.sub("", problem).split(": "):
        quoted = re.findall(r'"([^"\n]{1,100})"', part)
        key = _KEY.match(part)
        names += quoted or ([key[1]] if key else [])
    return names
