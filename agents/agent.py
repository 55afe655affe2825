"""The contract of an agent: a kernel that picks one of the legal actions, and named numbers that it reads.

    @define_agent("shards_of_infinity", patience=3.0)
    def thrifty(s, tables, actions, n, params):
        \"\"\"Ends its turn whenever it can.\"\"\"
        return n - 1

`choose(s, tables, actions, n, params) -> index` is called when n > 1 actions are legal for seat `s.to_move`, with
0 <= index < n. `params` is a float64 vector with the values of the agent's parameters, in their order. The function is
compiled like the rules: no Python objects, only what numba knows. It must not use what its seat cannot know, and of the
state it may change nothing but its own random stream, `agent_stream(s.to_move)`. That is checked at every decision of
agents from outside the project, which are compiled with bounds checked.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numba import types

from sim import load_game
from sim.core.errors import InputError, nearest, quoted, shown
from sim.core.kernel import digest, interpreted, is_kernel, kernel, own_folder, reached_digest

from .dependencies import reach
from .mistakes import mistake

ARGUMENTS = ("s", "tables", "actions", "n", "params")


@dataclass(frozen=True, eq=False)
class Agent:
    """Who decides at a seat."""

    name: str
    game: str
    description: str
    """how it plays, in words"""
    choose: Callable[..., int]
    parameters: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    """digest of the code that it runs"""
    outside: bool = True
    """whether it comes from outside the project, so that what it does is checked"""
    function: Callable[..., int] | None = field(default=None, repr=False)
    """of an agent from outside, the function of which `choose` was made"""

    @property
    def params(self) -> np.ndarray:
        """The values of the parameters as the float64 vector that `choose` reads; never empty."""
        return np.array([*self.parameters.values()] or [0.0], np.float64)

    @property
    def summary(self) -> str:
        """The first sentence of the description."""
        return " ".join(self.description.split(". ")[0].split()).rstrip(".")

    def with_parameters(self, /, **values: float) -> Agent:
        """The same agent with other numbers; InputError lists names it does not have and values that are no numbers."""
        problems = []
        for name, value in values.items():
            if name not in self.parameters:
                problems.append(
                    f"agent {quoted(self.name)} has no parameter {quoted(name)}{nearest(name, self.parameters)}"
                )
            elif not _is_number(value):
                problems.append(f"agent {quoted(self.name)}: {name} should be a number, found {shown(value)}")
        if problems:
            raise InputError(problems)
        return replace(self, parameters={**self.parameters, **{name: float(v) for name, v in values.items()}})

    def named(self, name: str, description: str, **values: float) -> Agent:
        """A member of the same family: the same code under another name with other numbers."""
        return replace(self.with_parameters(**values), name=name, description=description)

    def current(self) -> Agent:
        """The agent as its function and all that this uses are now: this one, unless a helper was defined anew."""
        if self.function is None:
            return self
        source = reach(self.function, f"agent {quoted(self.name)}")[1]
        return self if source == self.source else _made_of(self.function, self)

    def compile(self) -> None:
        """Compiles or loads it; InputError if it cannot be compiled."""
        choose: Any = self.choose
        arguments = load_game(self.game).signatures.choose.args
        if not interpreted and arguments not in choose.overloads:
            _compiled(lambda: choose.compile(arguments), self)

    def digest(self) -> str:
        """Twelve hex digits naming code and numbers: games of different ones never mix."""
        return self._digest

    @functools.cached_property
    def _digest(self) -> str:
        return digest(self.source.encode(), repr(list(self.parameters.items())).encode())


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a float can be."""
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number beyond all of them
        return False


def places(name: str, numbers: Iterable[str], first: int = 0) -> Any:
    """An enumeration of where named numbers stand in a vector, the first of them at `first`: with
    `Manner = places("Manner", {"price": 1.0})` a kernel reads `params[Manner.PRICE]`.
    """
    return IntEnum(name, {number.upper(): first + place for place, number in enumerate(numbers)})


def define_agent(
    game: str, parameters: Mapping[str, float] | None = None, name: str = "", **more: float
) -> Callable[[Callable[..., int]], Agent]:
    """Makes an agent for a game of a function `choose`; its docstring says how it plays. Works in a notebook cell
    too.

    InputError if it cannot be compiled, or uses what cannot be followed (see `agents.dependencies`).
    """
    if not isinstance(game, str):
        raise InputError('an agent is for a game: write @define_agent("shards_of_infinity") above its function')

    def define(function: Callable[..., int]) -> Agent:
        function = function.py_func if is_kernel(function) else function  # type: ignore[attr-defined]
        folder = own_folder(function.__code__.co_filename)
        agent = Agent(
            name=name or function.__name__,
            game=game,
            description=inspect.cleandoc(function.__doc__ or "no description"),
            choose=function,
            parameters={key: float(value) for key, value in {**(parameters or {}), **more}.items()},
            outside=not folder,
        )
        _check_arguments(function, agent)
        if folder:
            return replace(agent, choose=kernel(function), source=reached_digest(folder))
        return _made_of(function, agent)

    return define


def _check_arguments(function: Callable[..., int], agent: Agent) -> None:
    found = tuple(inspect.signature(function).parameters)
    if len(found) != len(ARGUMENTS):
        raise InputError(
            f"agent {quoted(agent.name)} ({function.__code__.co_filename}, line {function.__code__.co_firstlineno}):"
            f" its function takes ({', '.join(ARGUMENTS)}), found ({', '.join(found)})"
        )


def _made_of(function: Callable[..., int], agent: Agent) -> Agent:
    """An agent that runs a function from outside the project as it is now, compiled."""
    copy, source = _compiled(lambda: reach(function, f"agent {quoted(agent.name)}"), agent)
    choose = kernel(copy, bounds=True)
    if not interpreted:
        t = load_game(agent.game).signatures.choose
        _compiled(lambda: choose.compile(t.args), agent)
        found = types.unliteral(choose.overloads[t.args].signature.return_type)
        if not isinstance(found, types.Integer):
            what = "nothing, on some of its ways" if isinstance(found, (types.Optional, types.NoneType)) else found
            raise InputError(f"agent {quoted(agent.name)} returns {what}; an index, a whole number, is expected")
        if found != t.return_type:
            choose = kernel(t, bounds=True)(copy)
    return replace(agent, choose=choose, source=source, function=function)


def _compiled(compile_it: Callable[[], Any], agent: Agent) -> Any:
    """The outcome of something that compiles; InputError says where an agent's mistake is."""
    try:
        return compile_it()
    except InputError:
        raise
    except Exception as error:
        raise mistake(error, f"agent {quoted(agent.name)}", load_game(agent.game)) from None
