"""What is asked of the games: plans, runs, their statistics and reports.

Each name is loaded when it is first used, for the command line answers without most of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .notebook import (
        Plan,
        Progress,
        Result,
        balance,
        compare,
        environment,
        estimate,
        field,
        grid,
        improve,
        load,
        matrix,
        race,
        read_plan,
        run_plan,
        sweep,
        tell,
    )

__all__ = [
    "Plan", "Progress", "Result", "balance", "compare", "environment", "estimate", "field", "grid", "improve", "load",
    "matrix",
    "race", "read_plan", "run_plan", "sweep", "tell",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import notebook

    return getattr(notebook, name)


def __dir__() -> list[str]:
    return __all__
