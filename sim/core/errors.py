"""One kind of error for everything a user can get wrong, and the nearest names for what he may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Input that cannot be used: lists every problem found, each saying what is wrong, where, and what would be
    right.
    """

    def __init__(self, problems: str | Iterable[str]):
        self.problems = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(self.problems))

    def __reduce__(self) -> tuple[type[InputError], tuple[list[str]]]:
        return InputError, (self.problems,)


def nearest(word: str, known: Iterable[str]) -> str:
    """A suffix for an error message: the known words most like `word`, or all of them if they are few."""
    names = sorted(set(known))
    close = difflib.get_close_matches(str(word), names, n=3, cutoff=0.5)
    if close:
        return "; did you mean " + " or ".join(f'"{name}"' for name in close) + "?"
    if 0 < len(names) <= 12:
        return "; known: " + ", ".join(names)
    return ""
