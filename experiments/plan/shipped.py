"""The plans that come with the project: found by name from any folder, in a checkout and installed."""

from __future__ import annotations

import os
from pathlib import Path

from sim.core.errors import InputError, nearest, quoted

SHIPPED = Path(__file__).parents[1] / "plans"


def shipped_plans() -> list[str]:
    """Their names."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def plan_path(source: str | Path) -> Path:
    """The file that a path means, or the name of a plan that comes with the project where no file is called so;
    InputError if a name is neither.
    """
    path, text = Path(source), str(source)
    if os.path.exists(path) or path.name != text or path.suffix not in ("", ".toml"):
        return path
    name, known = path.stem, shipped_plans()
    if not path.suffix and name in known:
        return SHIPPED / f"{name}.toml"
    if not path.suffix or name in known:
        raise InputError(
            f"no plan file is called {quoted(text)}, and no plan that comes with the project; `overnight run` lists"
            f" those{nearest(name, known)}"
        )
    return path
