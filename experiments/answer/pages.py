"""Pages that need no other file: one HTML text with its looks, its script and its pictures inside."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sim.core.errors import printable

from ..questions.texts import unbroken

ROOM = Path(__file__).parent


def page(template: str, **facts: Any) -> str:
    """A page made from a template of this room. Whatever stands in names and texts stays text, and what is not
    printable is shown as its escape.
    """
    environment = Environment(
        loader=FileSystemLoader(ROOM),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"number": sort_value, "unbroken": unbroken}
    inside = {"css": ROOM / "page.css", "script": ROOM / "page.js"}
    looks = {name: path.read_text(encoding="utf-8") for name, path in inside.items()}
    return environment.get_template(template).render(facts | looks)


def _shown(value: Any) -> Any:
    """A value as it is put into a page; what the page itself is made of stays as it is."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def sort_value(text: str) -> str:
    """The number by which a cell such as "+1.2 points ± 0.4", "1,200" or "(51 ± 3)" is sorted; empty if it has none."""
    found = re.search(r"[-+]?\d[\d,]*(\.\d+)?", text)
    return found[0].replace(",", "").lstrip("+") if found else ""
