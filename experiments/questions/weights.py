"""How much those that are met weigh: by hand, or as often as the run of a matrix says to bring each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from sim.core.errors import nearest, quoted

from ..plan.fields import Field, is_a, number

WEIGHTS: Mapping[str, Field] = {
    "field_weights": Field(
        "a table of weights from 0 by name, or the folder of a run of a matrix",
        lambda v: is_a(str)(v) or (is_a(Mapping)(v) and all(map(number(-1e-9, 1e6), v.values()))),
    )
}
"""The key by which those that are met weigh."""
BRINGING = "bringing.parquet"
Wrong = Callable[[Iterable[str]], None]


def weights_by_name(given: Any, folder: Path, names: Sequence[str], where: str, wrong: Wrong) -> Mapping[str, float]:
    """The weights that `field_weights` gives, by name. folder: in which the plan is; names: of those that are met, in
    the list `where` of the plan.
    """
    weights: Mapping[str, float] = shares(folder / given, wrong) if isinstance(given, str) else given
    wrong(
        f"field_weights: nobody in {where} is called {quoted(name)}{nearest(str(name), names)}"
        for name in weights
        if name not in names
    )
    return weights


def shares(folder: Path, wrong: Wrong) -> dict[str, float]:
    """By name, how often to bring each entry of a matrix, as its run in this folder says."""
    path = folder / BRINGING
    if not path.is_file():
        wrong([f"field_weights: {folder} is no folder of a matrix for two that says what to bring"])
        return {}
    try:
        table = pd.read_parquet(path)
        return {str(name): float(share) for name, share in zip(table["name"], table["share"], strict=True)}
    except (KeyError, ValueError, OSError) as error:
        wrong([f"field_weights: {path} cannot be read: {type(error).__name__}"])
        return {}
