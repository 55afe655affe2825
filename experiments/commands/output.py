"""How commands answer: facts on standard output, as text or as one JSON object; narration on standard error."""

from __future__ import annotations

import json
import math
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

from sim.core.errors import naming

if TYPE_CHECKING:
    from ..questions.texts import TextTable

DONE, FAILED, WRONG_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit statuses: done or held; failed or did not hold; wrong input; stopped before the target; interrupted."""
STANDARD_OUTPUT = "standard output"
SILENT_SECONDS = 1.5
"""How long nothing need be told."""
PIPE_WIDTH = 200
"""Letters in a line of a table that is not shown on a terminal."""


def answer(facts: Mapping[str, Any], as_json: bool, tell: Callable[[Console], None]) -> None:
    """The answer of a command, on standard output."""
    with naming(STANDARD_OUTPUT):
        if as_json:
            print(json.dumps(_plain(facts), ensure_ascii=False))
        else:
            tell(console())


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
    console = Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else Console(stderr=stderr, highlight=False, width=PIPE_WIDTH)


def narrate(*lines: str) -> None:
    """Narration, on standard error."""
    for line in lines:
        print(line, file=sys.stderr, flush=True)


@contextmanager
def at_work(doing: str) -> Iterator[None]:
    """What is being done in here is told on standard error: at once on a terminal, elsewhere once it takes long."""
    err = console(stderr=True)
    if err.is_terminal:
        with err.status(f"{doing} ..."):
            yield
        return
    later = threading.Timer(SILENT_SECONDS, narrate, [f"{doing} ..."])
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


def print_text(out: Console, text: str) -> None:
    """A text as it is: no line is broken, and nothing in it is taken for markup."""
    out.print(text, markup=False, soft_wrap=True)


def print_tables(out: Console, tables: Mapping[str, TextTable]) -> None:
    """Tables, each under its title."""
    for title, table in tables.items():
        if title:
            out.print(f"\n{title}", style="bold", markup=False)
        out.print(table.rich())
