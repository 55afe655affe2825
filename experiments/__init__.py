"""What is asked of the games: plans, runs, their statistics and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agents import Agent

from .plan import Plan, read_plan
from .result import Result, load
from .runner import Backend, Progress, run_plan

__all__ = ["Plan", "Progress", "Result", "compare", "estimate", "load", "read_plan", "run_plan"]

AgentSpec = str | Mapping[str, Any] | Agent
"""A name, {"agent": name, parameter: value, ...}, or an agent, which may be defined in a notebook cell."""


def estimate(
    game: str,
    agents: Sequence[AgentSpec],
    *,
    name: str = "estimate",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: Backend = "threads",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """How often does each seat win? `plan` takes the other keys of a plan file and of its [stop], e.g. games=20_000.

    agents: one a seat. results: the folder in which the run gets its own; None for one that goes with the result.
    The same call again plays nothing; with more games, only what is missing.
    """
    values = _plan_values(question="estimate", game=game, agents=list(agents), name=name, **plan)
    return _run(values, results, workers=workers, backend=backend, on_progress=on_progress)


def compare(
    game: str,
    agents: Sequence[AgentSpec] | None,
    variants: Mapping[str, Mapping[str, Any]] | Sequence[Mapping[str, Any]],
    *,
    name: str = "compare",
    results: str | Path | None = "results",
    workers: int | None = None,
    backend: Backend = "threads",
    on_progress: Callable[[Progress], None] | None = None,
    **plan: Any,
) -> Result:
    """With which variant does the entrant (seat p1 unless entrant="p2" ...) do better, on the same deals?

    variants: name -> what it changes: agents, table (house rules) or cards (card files). The first is the one the
    others are compared with. Everything else is as for `estimate`.
    """
    entries = [{"name": n, **v} for n, v in variants.items()] if isinstance(variants, Mapping) else list(variants)
    given = {} if agents is None else {"agents": list(agents)}
    values = _plan_values(question="compare", game=game, variants=entries, name=name, **given, **plan)
    return _run(values, results, workers=workers, backend=backend, on_progress=on_progress)


def _plan_values(**values: Any) -> dict[str, Any]:
    """The mapping of a plan file: the keys of [stop] go there."""
    stop = {key: values.pop(key) for key in ("games", "half_width", "hours", "decided") if key in values}
    return {**values, "stop": stop} if stop else values


def _run(values: Mapping[str, Any], results: str | Path | None, **how: Any) -> Result:
    plan = read_plan(values)
    if results is not None:
        return run_plan(plan, results, **how)
    temporary = TemporaryDirectory(prefix="overnight-")
    return replace(run_plan(plan, temporary.name, report=False, **how), temporary=temporary)
