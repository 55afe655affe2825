"""Text files that people write, TOML above all: read within bounds, so that none hangs or breaks whatever reads it."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import InputError, begin_text, nearest

MOST_BYTES = 4 * 2**20
"""Of a file: plans with hundreds of decks stay far below."""
MOST_NAMED = 60
"""Files of a folder that a message names."""
MOST_LEVELS = 32
"""How deep lists and tables may be nested."""
MOST_PARTS = 32
"""Of a dotted key; reading one takes time that grows with the square of their number."""

_OWN_PIPES = re.compile("/dev/(stdin|fd/[0-9]+)|/proc/self/fd/[0-9]+")
"""Names of what this process was given open, such as `<(...)` of a shell."""

_TOML = re.compile(
    rf"""
    (?P<comment>\#[^\n]*+)
    | (?P<text>\"{{3}}(?:[^"\\]++|\\(?:.|\Z)|"(?!""))*+(?:"{{3,5}}|\Z) | '{{3}}(?:[^']++|'(?!''))*+(?:'{{3,5}}|\Z))
    | (?P<endless>(?:(?:[\w-]++|"(?:[^"\\\n]++|\\[^\n])*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}})
    | [\w.-]++ | "(?:[^"\\\n]++|\\[^\n])*+"?+ | '[^'\n]*+'?+ | [^\w."'\#-]++
    """,
    re.VERBOSE | re.DOTALL,
)
"""The tokens of a text in TOML, also of one that is none: comments, texts of several lines, keys of too many parts,
keys and plain values, texts in quotes, all else. They cover the text, so that finding them takes time in proportion to
its length."""


def read_text_file(path: Path, what: str, most: int = MOST_BYTES, known: Iterable[str] = ()) -> str:
    """The content of a file in UTF-8; InputError says why it cannot be read. what: which kind of file it should be;
    known: what else might have been meant than a file beside it.
    """
    try:
        return read_file(path, what, most, known).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file in UTF-8: {error}") from None


def read_toml_file(path: Path, what: str, pipe: bool = False) -> dict[str, Any]:
    """The content of a TOML file; InputError says why it cannot be read. pipe: whether it is read no second time, so
    that it may come through a pipe that this process was given (`/dev/stdin`, `<(...)` of a shell).
    """
    return read_toml(read_file(path, what, pipe=pipe), str(path))


def read_file(path: Path, what: str, most: int = MOST_BYTES, known: Iterable[str] = (), pipe: bool = False) -> bytes:
    """The bytes of a file; InputError says why it cannot be read. The rest is as for `read_text_file` and
    `read_toml_file`.
    """
    begin_text()
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            wrong = _no_file(file.fileno(), pipe and _OWN_PIPES.fullmatch(str(path)) is not None)
            content = b"" if wrong else file.read(most + 1)
    except FileNotFoundError:
        files = [other.name for other in path.parent.glob("*") if other.is_file()]
        others = [name for name in files if Path(name).suffix == path.suffix] or files
        raise InputError(f"{path}: no such {what}{nearest(path.name, [*others, *known])}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a {what} should be a file, this is a folder{_files_in(path)}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise InputError(f"{path}: cannot be the name of a {what}: {error}".replace("\0", "\\0")) from None
    if wrong:
        raise InputError(f"{path}: a {what} should be a file, this is {wrong}")
    if len(content) > most:
        raise InputError(f"{path}: a {what} should have at most {most:,} bytes, this one has more")
    return content


def _files_in(folder: Path) -> str:
    """What TOML files there are in a folder, as the end of a message."""
    names = sorted(path.name for path in folder.glob("*.toml"))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"; in it: {', '.join(names[:MOST_NAMED])}{more}" if names else ""


def _open_at_once(path: str, flags: int) -> int:
    """Opens a file without waiting for anybody to write into a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def _no_file(opened: int, pipe: bool) -> str:
    """What else than a file was opened, which might never be filled, or never end; "" for a file, and for a pipe where
    it will do.
    """
    mode = os.fstat(opened).st_mode
    if stat.S_ISFIFO(mode) and pipe:
        os.set_blocking(opened, True)
        return ""
    return "" if stat.S_ISREG(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device"


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """What a TOML file of these bytes says; InputError says why it cannot be read."""
    try:
        return parse_toml(content.decode("utf-8-sig"), where)
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not a TOML file: {error}") from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """What a text in TOML says; InputError says why it cannot be read."""
    if _has_endless_key(text):
        raise InputError(f"{where}: not a TOML file: a key of more than {MOST_PARTS} parts")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise InputError(_too_deep(where)) from None
    except ValueError as error:  # among them whole numbers with more digits than Python reads
        raise InputError(f"{where}: not a TOML file: {error}") from None
    check_depth(values, where)
    return values


def _has_endless_key(text: str) -> bool:
    """Whether a dotted key has more than MOST_PARTS parts. A key stands on one line, so most texts need no closer
    look.
    """
    suspicious = any(line.count(".") >= MOST_PARTS for line in text.split("\n"))
    return suspicious and any(token.lastgroup == "endless" for token in _TOML.finditer(text))


def without_comments(text: str) -> str:
    """A text in TOML with blanks in place of its comments."""
    return _TOML.sub(lambda token: " " * len(token[0]) if token.lastgroup == "comment" else token[0], text)


def check_depth(values: Any, where: str) -> None:
    """InputError if lists and tables are nested too deep, or hold themselves."""
    level = [values]
    for _ in range(MOST_LEVELS):
        inner = [item for held in level for item in (held.values() if isinstance(held, Mapping) else held)]
        level = list({id(item): item for item in inner if isinstance(item, (Mapping, list, tuple))}.values())
        if not level:
            return
    raise InputError(_too_deep(where))


def _too_deep(where: str) -> str:
    return f"{where}: lists and tables should be nested at most {MOST_LEVELS} deep"
