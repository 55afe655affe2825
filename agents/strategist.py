"""What the strategists of all games share: numbers that steer them, the frame of a choice, and styles.

A strategist is one way of playing a game, steered by numbers. The numbers stand in `numbers.py` of a game, each with
its unit and what it means; a style is a name, a sentence and the few numbers that make it what it is, in
`strategies.toml`.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Self

from sim.core.kernel import kernel

from .agent import Agent

FOLDER = Path(__file__).parent
"""The agents, which may be those of an earlier commit beside the games of today."""
NEVER = -1e9
"""The worth of what is not to be done: below that of everything else."""
EQUAL = 1e-9
"""Worths that differ by less are equal: rounding decides nothing."""


# --- numbers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """A number that steers a strategist, weighs a feature, or says how much of a feature counts as one: what it is if a
    style does not say else, and what for.
    """

    default: Any
    unit: str
    """what one of it is; "factor" for what something is multiplied by, "share" for a factor in 0..1"""
    meaning: str


class Settings(IntEnum):
    """Where the numbers of a strategist stand in the vector that it reads, in their order:

    class Number(Settings):
        PATIENCE = Setting(3.0, "turns", "how long it waits")

    A kernel reads `params[Number.PATIENCE]`, a style sets `patience = 4.0`.
    """

    setting: Setting

    def __new__(cls, setting: Setting) -> Self:
        """A member whose value is its place."""
        place = len(cls.__members__)
        member = int.__new__(cls, place)
        member._value_, member.setting = place, setting
        return member

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """The numbers by name, in their order."""
        return {member.name.lower(): member.setting.default for member in cls}


# --- the frame of a choice --------------------------------------------------------------------------------------------


@kernel
def most_wanted(s, t, actions, n, p, room, worth):
    """The index of the legal action that is worth most, the first of equals.

    p: float64 vector of the strategist's numbers; room: what it keeps for the decision; worth: the kernel
    (s, t, action, p, room) -> float64.
    """
    best, most = 0, worth(s, t, actions[0], p, room)
    for k in range(1, n):
        found = worth(s, t, actions[k], p, room)
        if found > most + EQUAL:
            best, most = k, found
    return best


@kernel
def first_highest(worths):
    """The index of the highest of some worths, the first of equals. worths: float64 vector, not empty."""
    best = 0
    for k in range(1, worths.size):
        if worths[k] > worths[best] + EQUAL:
            best = k
    return best


# --- styles -----------------------------------------------------------------------------------------------------------


def strategies(choose: Agent, sets: Iterable[str] = ("",), held: Mapping[str, float] = {}) -> list[Agent]:
    """The styles of a game's `strategies.toml`, in their order, the all-rounder first.

    choose: the strategist with its default numbers; sets: see `in_sets`; held: numbers that all styles share. A style
    that says `like = "best"` has the numbers of `best` where it gives none, any other the defaults.
    """
    found: dict[str, Agent] = {}
    for name, style in _read(choose.game, "strategies").items():
        base = found.get(style.pop("like", ""), choose)
        description = inspect.cleandoc(style.pop("description"))
        found[name] = base.named(name, description, **in_sets(style, sets), **held)
    return list(found.values())


def read_tables(game: str, *files: str) -> dict[str, float]:
    """The numbers in tables of a game's files, each by the name of its table and its own: `hand_anger`."""
    tables = [table for file in files for table in _read(game, file).items()]
    return {f"{table}_{name}": number for table, numbers in tables for name, number in numbers.items()}


def _read(game: str, file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / game / f"{file}.toml").read_text(encoding="utf-8"))


def in_sets(style: Mapping[str, Any], sets: Iterable[str]) -> dict[str, float]:
    """The numbers of a style in several sets, such as one for each number of players.

    sets: what stands before the names of the numbers in each; the first is "", the numbers themselves. What another set
    has of its own stands in a table of its name, "many" for "many_"; all else there is as in the first.
    """
    tables = {name: style.get(name.removesuffix("_"), {}) for name in sets if name}
    numbers = {key: value for key, value in style.items() if f"{key}_" not in tables}
    found = dict(numbers)
    for name, own in tables.items():
        found |= {name + number: value for number, value in {**numbers, **own}.items()}
    return found
