"""Standard input, output and error as a process may find them: closed, without room for every letter, or with a reader
that goes away.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from contextlib import suppress

STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
SIMPLER = {"±": "+-", "×": "x", "–": "-", "—": "-", "…": "...", "→": "->", "“": '"', "”": '"', "‘": "'", "’": "'"}
"""What stands for a sign where its encoding has no room for it; a letter becomes its escape."""


def make_usable() -> None:
    """Opens what is closed onto nothing, as git does, so that no file that is opened later takes its place; a sign that
    an encoding has no room for is written in a simpler way.
    """
    for name, mode in STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # takes the number that is free, for good
            setattr(sys, name, nothing)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper) and not has_room(stream.encoding):
            stream.reconfigure(errors=simpler.__name__)


def has_room(encoding: str) -> bool:
    """Whether an encoding has every letter."""
    return codecs.lookup(encoding).name.startswith("utf")


def simpler(error: UnicodeError) -> tuple[str, int]:
    """What is written for letters that an encoding has no room for."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_simpler, letters)), error.end


def _simpler(letter: str) -> str:
    space = " " if unicodedata.category(letter) == "Zs" else ""
    return SIMPLER.get(letter) or space or letter.encode("unicode_escape").decode()


codecs.register_error(simpler.__name__, simpler)


def let_go() -> None:
    """What is still to be written to somebody who does not read any more goes nowhere."""
    for stream in filter(None, (sys.__stdout__, sys.__stderr__)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):  # it is no file
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
