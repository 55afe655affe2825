"""What breaks many rules: a number of the state that is set to another.

A spoil is a function that takes by name what it needs of a state in the middle of a random game; see `rules.py`.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Spoil = Callable[..., Any]
"""What breaks a rule: a function that takes by name what it needs."""
Number = int | float | Callable[..., Any]
"""A number, or a function that takes by name of s, t, seat and notes what it needs to find one."""


def python_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain function of a kernel; any other is one."""
    return getattr(function, "py_func", function)


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of what a function or a kernel is given."""
    return tuple(inspect.signature(python_of(function)).parameters)


def called(function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """What a function answers that takes by name what it needs of what is given. Of a kernel it is the plain one."""
    return python_of(function)(**{name: given[name] for name in parameters(function)})


def the_state(s: Any) -> Any:
    """The record itself."""
    return s


@dataclass(frozen=True)
class Sets:
    """Sets a field to a number, and in a field with one number a seat that of the seat whose turn it is. of: finds the
    record in the state; plus: what is added to the number.
    """

    field: str
    number: Number
    of: Callable[[Any], Any] = the_state
    plus: int = 0

    def __call__(self, s: Any, t: Any, seat: int, notes: Any) -> None:
        number: Any = self.number
        if callable(number):
            number = called(number, {"s": s, "t": t, "seat": seat, "notes": notes})
        record, value = self.of(s), number + self.plus
        if np.ndim(record[self.field]):
            record[self.field][seat] = value
        else:
            record[self.field] = value


@dataclass(frozen=True)
class Adds:
    """Adds to a field, and in a field with several numbers to that at a place. of: finds the record in the state."""

    field: str
    amount: int = 1
    at: int = 0
    of: Callable[[Any], Any] = the_state

    def __call__(self, s: Any) -> None:
        record = self.of(s)
        if np.ndim(record[self.field]):
            record[self.field][self.at] += self.amount
        else:
            record[self.field] += self.amount


@dataclass(frozen=True)
class Flips:
    """Makes a field that is 0 or 1 the other. of: finds the record in the state."""

    field: str
    of: Callable[[Any], Any] = the_state

    def __call__(self, s: Any) -> None:
        self.of(s)[self.field] ^= 1


def below(least: Number, *fields: str, of: Callable[[Any], Any] = the_state) -> Sequence[Sets]:
    """Each field, set to one less than the least that it may be."""
    return [Sets(name, least, of, plus=-1) for name in fields]


def outside(field: str, least: Number, most: Number, of: Callable[[Any], Any] = the_state) -> Sequence[Sets]:
    """A field, set to one less than the least that it may be, and to one more than the most."""
    return [Sets(field, least, of, plus=-1), Sets(field, most, of, plus=1)]


def not_zero(*fields: str, of: Callable[[Any], Any] = the_state) -> Sequence[Sets]:
    """Each field, set to 1 where it must be 0."""
    return [Sets(name, 1, of) for name in fields]
