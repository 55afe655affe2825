"""Events: what of the rules no seat decides, for scenarios to trigger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..core.errors import nearest


@dataclass(frozen=True)
class Event:
    """Something of the rules that no seat decides, to be triggered by a scenario."""

    arguments: tuple[str, ...]
    run: Callable[..., None]
    """(state, tables, *words); raises ValueError that says what would be right"""
    help: str


def find_event(events: Mapping[str, Event], phrase: str) -> tuple[Event, list[str]]:
    """The event of a phrase such as `!draw p1 2`, and its arguments; ValueError says what would be right."""
    name, *arguments = phrase.removeprefix("!").split(" ")
    if name not in events:
        raise ValueError(f'no event is called "!{name}"{nearest(name, events)}')
    if len(arguments) != len(events[name].arguments):
        raise ValueError(f'"{phrase}": expected !{name} {" ".join(events[name].arguments)}')
    return events[name], arguments
