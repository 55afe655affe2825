"""The contract of an agent: a kernel that picks one of the legal actions, and named numbers that it reads.

    @define_agent("shards_of_infinity", patience=3.0)
    def thrifty(s, tables, actions, n, params):
        \"\"\"Ends its turn whenever it can.\"\"\"
        return n - 1

`choose(s, tables, actions, n, params) -> index` is called when n > 1 actions are legal for seat `s.to_move`, with
0 <= index < n. `params` is a float64 vector with the values of the agent's parameters, in their order. The function is
compiled like the rules: no Python objects, only what numba knows. It must not use what its seat cannot know, and of the
state it may change nothing but its own random stream, `agent_stream(s.to_move)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.errors import InputError, nearest, shown
from sim.core.kernel import ROOT, digest, folder_digest, kernel


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

    @property
    def params(self) -> np.ndarray:
        """The values of the parameters as the float64 vector that `choose` reads; never empty."""
        return np.array([*self.parameters.values()] or [0.0], np.float64)

    @property
    def summary(self) -> str:
        """The first sentence of the description."""
        return " ".join(self.description.split(". ")[0].split()).rstrip(".")

    def with_parameters(self, **values: float) -> Agent:
        """The same agent with other numbers; InputError lists names it does not have and values that are no numbers."""
        problems = []
        for name, value in values.items():
            if name not in self.parameters:
                problems.append(f'agent "{self.name}" has no parameter "{name}"{nearest(name, self.parameters)}')
            elif isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
                problems.append(f'agent "{self.name}": {name} should be a number, found {shown(value)}')
        if problems:
            raise InputError(problems)
        return replace(self, parameters={**self.parameters, **{name: float(v) for name, v in values.items()}})

    def named(self, name: str, description: str, **values: float) -> Agent:
        """A member of the same family: the same code under another name with other numbers."""
        return replace(self.with_parameters(**values), name=name, description=description)

    def digest(self) -> str:
        """Twelve hex digits naming code and numbers: games of different ones never mix."""
        return digest(self.source.encode(), repr(list(self.parameters.items())).encode())


def define_agent(
    game: str, parameters: Mapping[str, float] | None = None, name: str = "", **more: float
) -> Callable[[Callable[..., int]], Agent]:
    """Makes an agent for a game of a function `choose`; its docstring says how it plays. Works in a notebook cell
    too.
    """

    def define(function: Callable[..., int]) -> Agent:
        inside = ROOT / "agents" in Path(inspect.getfile(function)).resolve().parents
        return Agent(
            name=name or function.__name__,
            game=game,
            description=inspect.cleandoc(function.__doc__ or "no description"),
            choose=kernel(function, cache=inside),
            parameters={key: float(value) for key, value in {**(parameters or {}), **more}.items()},
            source=_source_of(function, inside),
        )

    return define


def _source_of(function: Callable[..., Any], inside: bool) -> str:
    if inside:
        return folder_digest(f"agents/{function.__module__.split('.')[1]}", "agents/agent.py")
    try:
        return inspect.getsource(function)
    except OSError:
        code = function.__code__
        return repr((code.co_code, code.co_consts, code.co_names))
