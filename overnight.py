"""The face of Overnight for notebooks and scripts, and the command: `import overnight`, then `overnight.compare(...)`.

In a checkout this file stands beside the packages `sim`, `agents` and `experiments`; installed, it is the package
`overnight`, and they lie in it. Each name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents import *  # noqa: F403
    from experiments import *  # noqa: F403
    from sim import load_game as load_game
    from sim.core.errors import InputError as InputError

PACKAGE = f"{__name__}." if hasattr(sys.modules[__name__], "__path__") else ""
"""What stands before the names of the project's modules: nothing in a checkout."""
SINGLE = {"load_game": "sim", "InputError": "sim.core.errors"}
"""Name -> the module that has it; all that `agents` and `experiments` offer comes beside these."""
ROOMS = ("experiments", "agents")


def __getattr__(name: str) -> Any:
    modules = [SINGLE[name]] if name in SINGLE else ROOMS
    for module in () if name.startswith("_") else modules:
        loaded = importlib.import_module(f"{PACKAGE}{module}")
        if name in SINGLE or name in loaded.__all__:
            value = getattr(loaded, name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    rooms = (importlib.import_module(f"{PACKAGE}{room}").__all__ for room in ROOMS)
    return sorted({*SINGLE, *(name for room in rooms for name in room)})


def main() -> int:
    """The command `overnight`: runs it with the arguments of this process and returns its exit status."""
    from experiments.commands.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
