"""Pages that need no other file: one HTML text with its looks, its script and its pictures inside."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sim.core.errors import printable

from ..questions.texts import unbroken

ROOM = Path(__file__).parent


SCRIPT = "page.js"
"""What every page runs."""


def page(template: str, *, rooms: Sequence[Path] = (), **facts: Any) -> str:
    """A page made from a template of this room, or of others. Whatever stands in names and texts stays text, and what
    is not printable is shown as its escape.
    """
    return _environment((*rooms, ROOM)).get_template(template).render(facts)


@functools.cache
def _environment(rooms: tuple[Path, ...]) -> Environment:
    """Templates of some rooms, and what they can use: `inside("table.js")` is the text of a file of these."""
    environment = Environment(
        loader=FileSystemLoader(rooms),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"number": sort_value, "unbroken": unbroken, "data": as_data}
    environment.globals["inside"] = lambda name: Markup(inside(name, rooms))  # our own file
    return environment


def inside(name: str, rooms: Sequence[Path] = ()) -> str:
    """The text of a looks or script file that a page has inside."""
    return next(room / name for room in (*rooms, ROOM) if (room / name).is_file()).read_text(encoding="utf-8")


def as_data(facts: Any) -> Markup:
    """Facts as JSON between the tags of a script element, which nothing in them can close."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return Markup("".join(_ESCAPES.get(letter, letter) for letter in text))


_ESCAPES = {letter: f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


def _shown(value: Any) -> Any:
    """A value as it is put into a page; what the page itself is made of stays as it is."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def sort_value(text: str) -> str:
    """The number by which a cell such as "+1.2 points ± 0.4", "1,200" or "(51 ± 3)" is sorted; empty if it has none."""
    found = re.search(r"[-+]?\d[\d,]*(\.\d+)?", text)
    return found[0].replace(",", "").lstrip("+") if found else ""
