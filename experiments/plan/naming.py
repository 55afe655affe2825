"""What those that a plan is about are called: by what they bring, as the asker named it, and else by their seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from agents import Agent
from sim.core.errors import quoted
from sim.reading.card_files import CardFile
from sim.reading.names import seat_name


class Seated(Protocol):
    """What is asked of a variant here."""

    @property
    def agents(self) -> tuple[Agent, ...]:
        """By seat."""

    @property
    def table(self) -> Mapping[str, Any]:
        """House rules."""

    @property
    def card_files(self) -> tuple[CardFile, ...]:
        """Cards of the asker's own."""

    @property
    def players(self) -> int:
        """Number of seats in use."""


AGENT = "agent"
"""What every seat brings, beside what it has in the lists of the table."""


def seat_label(variants: Sequence[Seated], seat: int) -> str:
    """What a seat is called: by its deck or the like, or else by its agent, if it has the same in all variants and no
    other seat has it in any; else by its name, such as "p1".
    """
    for key in keys_of_seats(variants):
        held = [brought(variant, key) for variant in variants]
        own = {names[seat] for names in held}
        if len(own) == 1 and not own & {name for names in held for name in (*names[:seat], *names[seat + 1 :])}:
            return own.pop()
    return seat_name(seat)


def keys_of_seats(variants: Sequence[Seated]) -> list[str]:
    """By what seats can be told apart: keys of the table that list a name for each in all variants, then the agents."""
    known = dict.fromkeys(key for variant in variants for key in variant.table)
    return [key for key in (*known, AGENT) if all(brought(variant, key) for variant in variants)]


def brought(variant: Seated, key: str) -> list[str]:
    """The name of what each seat brings; none if they are not listed by seat, or are not things with names."""
    listed = [agent.name for agent in variant.agents] if key == AGENT else variant.table.get(key)
    if not isinstance(listed, (list, tuple)) or len(listed) != variant.players:
        return []
    names = [thing_name(value, key) for value in listed]
    return names if all(names) else []


def thing_name(value: Any, key: str) -> str:
    """The name of a shipped thing, or "your deck" with its name for one of the asker's own; empty for a number."""
    if isinstance(value, Mapping):
        thing = f"your {key.removesuffix('s').replace('_', ' ')}"
        return f"{thing} {quoted(value['name'])}" if value.get("name") else thing
    return value if isinstance(value, str) else ""


def brings_the_same(variant: Seated) -> bool:
    """Whether no seat brings anything but what every other one brings, so that they differ by who begins alone."""
    lists = [v for v in variant.table.values() if isinstance(v, (list, tuple)) and len(v) == variant.players]
    same = all(value == values[0] for values in lists for value in values)
    return same and len({agent.digest() for agent in variant.agents}) == 1


def changes_own_alone(variants: Sequence[Seated], seat: int) -> bool:
    """Whether variants differ in nothing but what one seat brings, so that each variant is what sits there."""
    return len({_without(variant, seat) for variant in variants}) == 1


def _without(variant: Seated, seat: int) -> str:
    """All that a variant asks for, but for what this seat brings."""

    def others(values: Sequence[Any]) -> list[Any]:
        return [value for index, value in enumerate(values) if index != seat]

    table = {
        key: others(value) if isinstance(value, (list, tuple)) and len(value) == variant.players else value
        for key, value in sorted(variant.table.items())
    }
    return repr((others([agent.digest() for agent in variant.agents]), table, variant.card_files))
