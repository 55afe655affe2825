"""How commands answer: facts on standard output, as text or as one JSON object; narration on standard error."""

from __future__ import annotations

import json
import math
import re
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from sim.core.errors import naming, printable

from .streams import has_room

if TYPE_CHECKING:
    from ..statistics.text_table import TextTable

DONE, FAILED, WRONG_INPUT, STOPPED, INTERRUPTED, NO_READER = 0, 1, 2, 3, 130, 141
"""Exit statuses: done or held; failed or did not hold; wrong input; stopped before the target; interrupted; whoever
read what is told has gone, as at the end of `overnight ... | head`."""
STANDARD_OUTPUT = "standard output"
SILENT_SECONDS = 1.5
"""How long nothing need be told."""
PIPE_WIDTH = 200
"""Letters in a line of a table that is not shown on a terminal."""
NO_BREAK = "\0"
"""Stands for a space at which no line may end."""
KEPT = re.compile(
    r"""^\s*+overnight\s.*|(?<=:\s)overnight\s.*"""  # a command to the end of its line
    r"""|^(?=[^\s:]*/)[^:]*+:"""  # a path with which a message begins
    r"""|(?<![\d.,])[-+]?[\d.,]++ (?:%|points)(?: ± [\d.,]+)?"""
    r"""|`[^`]*+`|(?<![\w-])--[\w-]++\s'[^']*+'(?!\w)|'[^']*+'(?!\w)|"[^"]*+\""""
)
"""What is to be copied, is one name, or a number with its unit. No run of letters is looked through from each of its
letters."""


class PlainConsole(Console):
    """Where to print: all that is told is text, of which nothing is markup, the name of a sign or a highlight."""

    def __init__(self, **how: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **how)

    def on_broken_pipe(self) -> None:
        """A reader who has gone is told to whoever prints, as by `print`."""
        raise  # the error that this is called for


def answer(facts: Mapping[str, Any], as_json: bool, tell: Callable[[Console], None]) -> None:
    """The answer of a command, on standard output, at once: who reads it may wait while the command goes on."""
    with naming(STANDARD_OUTPUT):
        if as_json:
            print_json(facts)
        else:
            tell(console())
        sys.stdout.flush()


def print_json(facts: Mapping[str, Any]) -> None:
    """One JSON object on standard output; what is not printable there is escaped as JSON has it."""
    text = json.dumps(_plain(facts), ensure_ascii=not has_room(sys.stdout.encoding))
    print(text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text))


def _plain(value: Any) -> Any:
    """What JSON can say: numbers that are none become null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def console(stderr: bool = False) -> Console:
    """Where to print: in colour on a terminal unless NO_COLOR is set, in long lines elsewhere."""
    console = PlainConsole(stderr=stderr)
    return console if console.is_terminal else PlainConsole(stderr=stderr, width=PIPE_WIDTH)


def narrate(*lines: str) -> None:
    """Narration, on standard error; on a terminal no line is longer than that is wide, if words allow it."""
    err = console(stderr=True)
    for line in map(printable, lines):
        print(wrapped(line, err.width) if err.is_terminal else line, file=sys.stderr, flush=True)


def wrapped(text: str, width: int) -> str:
    """A text in lines of so many letters at most, each line that goes on being indented. What is to be copied stays
    whole however long it is: commands, values in quotes, paths.
    """
    return "\n".join(_wrapped_line(line, width) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    kept = KEPT.sub(lambda found: found[0].replace(" ", NO_BREAK), line)
    indent = line[: len(line) - len(line.lstrip())] + "  "
    lines = textwrap.wrap(kept, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(NO_BREAK, " ")


@contextmanager
def at_work(doing: str, at_once: bool = False) -> Iterator[None]:
    """What is being done in here is told on standard error: at once on a terminal, elsewhere once it takes long, unless
    at_once.
    """
    err = console(stderr=True)
    if err.is_terminal:
        with err.status(Text(printable(f"{doing} ...")), spinner=spinner(err)):
            yield
        return
    later = threading.Timer(0 if at_once else SILENT_SECONDS, narrate, [f"{doing} ..."])
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


def spinner(out: Console) -> str:
    """Which spinner a console has signs for."""
    return "dots" if has_room(out.encoding) else "line"


def print_text(out: Console, text: str) -> None:
    """A text as it is: no line is broken, nothing is taken for markup, and nothing is for the terminal to obey."""
    out.print(Text(printable(text)), soft_wrap=True)


def print_words(out: Console, text: str) -> None:
    """Sentences: as they are, or on a terminal in lines that it has room for."""
    print_text(out, wrapped(text, out.width) if out.is_terminal else text)


def print_tables(out: Console, tables: Mapping[str, TextTable]) -> None:
    """Tables, each under its title; one that a terminal has no room for is parted."""
    for title, table in tables.items():
        if title:
            out.print(Text(f"\n{printable(title)}", "bold"))
        for number, part in enumerate(table.fitted(out.width)):
            if number:
                out.print()
            out.print(part.rich())
