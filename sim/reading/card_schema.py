"""What the cards of a game may say of themselves: a declared list of fields, by which card files are checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import nearest, quoted, shown
from .card_files import KIND_NAMES, SOURCES, check_id, check_value


@dataclass(frozen=True)
class Field:
    """One field of a card."""

    kind: type = str
    """str, int, bool, or list: a list of texts"""
    bounds: tuple[int, int] | None = None
    """the least and the greatest number"""
    options: Collection[str] = ()
    """the texts that it may be; any if there are none"""
    of: Collection[str] = ()
    """the types of card that have it; all if there are none"""
    needed: Collection[str] | bool = False
    """whether a card must have it, or the types of card that must"""
    called: str = ""
    """what is expected, where the kind alone does not tell enough"""
    check: Callable[[Any], list[str]] | None = None
    """what else is wrong with a value of the right kind"""

    def is_needed(self, kind: object) -> bool:
        """Whether a card of that type must have it."""
        return self.needed if isinstance(self.needed, bool) else kind in self.needed


SOURCE = Field(options=SOURCES)
"""How the facts of a card are known."""


@dataclass(frozen=True)
class CardSchema:
    """The fields of all cards of a game."""

    fields: Mapping[str, Field]
    ability: Callable[[str, str], list[str]] | None = None
    """(key, type of card) -> what is wrong with a key that is no field, if such keys hold abilities: lists of texts"""

    def check(self, card: str, facts: Mapping[str, Any], where: str) -> list[str]:
        """Everything wrong with the facts of one card, apart from what its texts say."""
        problems = check_id(card, where)
        kind = facts.get("type")
        for name, value in facts.items():
            field = self.fields.get(name)
            if field is not None:
                problems += [*_check(name, field, value, kind, where)]
            elif self.ability is None:
                problems.append(f"{where}: no field is called {quoted(name)}{nearest(name, self.fields)}")
            else:
                wrong = self.ability(name, str(kind))
                problems += [f"{where}: {problem}" for problem in wrong]
                problems += [] if wrong else check_texts(name, value, where)
        missing = [name for name, field in self.fields.items() if field.is_needed(kind) and name not in facts]
        return problems + [f"{where}: {name} is missing" for name in missing]


def check_texts(name: str, value: Any, where: str) -> list[str]:
    """What is wrong with a list of texts."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return []
    return [f"{where}: {name} should be {KIND_NAMES[list]}, found {shown(value)}"]


def _check(name: str, field: Field, value: Any, kind: object, where: str) -> list[str]:
    """What is wrong with one field of a card of some type."""
    if field.of and kind not in field.of:
        return [f"{where}: only a {' or '.join(field.of)} has {quoted(name)}"]
    if field.options:
        if isinstance(value, str) and value in field.options:
            return []
        near = nearest(value, field.options) if isinstance(value, str) else ""
        return [f"{where}: {name} should be one of {', '.join(field.options)}, found {shown(value)}{near}"]
    problems = check_value(name, value, field.kind, field.bounds, where, field.called)
    if not problems and field.kind is list and not field.called:
        problems = check_texts(name, value, where)
    if not problems and field.check is not None:
        problems = [f"{where}: {problem}" for problem in field.check(value)]
    return problems
