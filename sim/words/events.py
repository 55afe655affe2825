"""Events: what of the rules no seat decides, for scenarios to trigger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import nearest, quoted


@dataclass(frozen=True)
class Event:
    """Something of the rules that no seat decides, to be triggered by a scenario."""

    arguments: tuple[str, ...]
    run: Callable[..., None]
    """(state, tables, ids of all cards of the tables, *words); raises ValueError that says what would be right"""
    help: str


def event_after_which(
    go_on: Callable[[Any, Any], None],
) -> Callable[[tuple[str, ...], str], Callable[[Callable[..., None]], Event]]:
    """A decorator (arguments, help) that makes an event of a function (state, tables, ids, *words).

    go_on (state, tables): how the game goes on after it, to the next decision.
    """

    def define(arguments: tuple[str, ...], text: str) -> Callable[[Callable[..., None]], Event]:
        def make(run: Callable[..., None]) -> Event:
            def happen(s: Any, t: Any, ids: Sequence[str], *words: str) -> None:
                run(s, t, ids, *words)
                go_on(s, t)

            return Event(arguments, happen, text)

        return make

    return define


def find_event(events: Mapping[str, Event], phrase: str) -> tuple[Event, list[str]]:
    """The event of a phrase such as `!draw p1 2`, and its arguments; ValueError says what would be right."""
    name, *arguments = phrase.removeprefix("!").split(" ")
    if name not in events:
        raise ValueError(f'no event is called "!{name}"{nearest(name, events)}')
    if len(arguments) != len(events[name].arguments):
        raise ValueError(f"{quoted(phrase)}: expected !{name} {' '.join(events[name].arguments)}")
    return events[name], arguments
