"""What a user reads is said in one way: the words that were found hard to read stand in no text of the project."""

import ast
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
ROOMS = ("experiments", "sim", "agents")
INSTEAD = {
    r"assumed or designed|assumed and designed": "our rule interpretations",
    r"\bby how p\d": "by p1's score",
    r"makes an even share|even share at": "the game is even when ...",
    r"[Cc]ommon deals worth": "pairing gain",
    r"\bunknown\b": "no answer",
    r"intervals\b[^.|]{0,12} together\b": "joint 95 % intervals",
    r"(?<![\d,.])1 wounds\b": "1 wound",
    r"(highest|identical|best)\b[^.]* so far\b": "highest of 4",
}
"""By pattern, what is said instead."""
ANSWERS = ("experiments/answer/", "experiments/questions/", "experiments/statistics/", "README.md")
"""Where `unknown` would be said of an answer, and not of a card or a name."""


def strings(path: Path) -> Iterator[str]:
    """The texts of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    about = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in about:
            yield node.value


@functools.cache
def texts() -> list[tuple[str, str]]:
    """Where texts stand that users read, and the texts."""
    return list(read_texts())


def read_texts() -> Iterator[tuple[str, str]]:
    """See `texts`."""
    for path in [p for room in ROOMS for p in sorted((PROJECT / room).rglob("*.py"))]:
        yield from ((str(path.relative_to(PROJECT)), text) for text in strings(path))
    for path in sorted((PROJECT / "experiments").rglob("*.html")):
        yield str(path.relative_to(PROJECT)), path.read_text(encoding="utf-8")
    for path in [PROJECT / "README.md", *sorted((PROJECT / "results").glob("*.md"))]:
        yield str(path.relative_to(PROJECT)), path.read_text(encoding="utf-8")
    for path in sorted((PROJECT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            yield str(path.relative_to(PROJECT)), "".join(cell["source"])


@pytest.mark.parametrize("pattern", INSTEAD)
def test_words_that_are_hard_to_read_stand_nowhere(pattern):
    found = [
        f"{where}: {text[:200]!r} should say {INSTEAD[pattern]!r}"
        for where, text in texts()
        if re.search(pattern, text) and ("unknown" not in pattern or where.startswith(ANSWERS))
    ]
    assert not found


def test_the_texts_are_found():
    """Messages, a page, prose and a notebook are among those that are looked at."""
    known = {where for where, _ in texts()}
    assert {"experiments/answer/explain.py", "experiments/answer/report.html", "README.md"} <= known
    assert any("Played with " in text for _, text in texts())
    assert any(where.endswith(".ipynb") for where in known)
