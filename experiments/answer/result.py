"""The results of a run, read from its folder, that explain and draw themselves."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sim.core.errors import InputError, nearest

from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.question import QUESTIONS
from ..run.store import MANIFEST, PLAN, TABLES, Store, write_whole
from .beside import Beside, beside
from .explain import explain
from .levels import told_levels
from .notable import sorted_games
from .outcome import Outcome, Status

if TYPE_CHECKING:  # drawing and agents are loaded when they are used
    import pandas as pd
    from matplotlib.axes import Axes

    from .replay import Replay


LEVELS = "levels.json"
"""In the folder of a run, those of the runs that ask the same question under other levels of play, and itself."""


class Result(Outcome):
    """The results of a run as they stood when it was loaded."""

    @functools.cached_property
    def levels(self) -> dict[str, Result]:
        """By level of play, the results of the same question, these among them; empty if it was asked under one. Runs
        that are not there any more are left out.
        """
        try:
            folders = json.loads((self.folder / LEVELS).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise InputError(
                f"{self.folder / LEVELS}: damaged ({error}); run the plan again to write it anew"
            ) from None
        beside = {level: self.folder.parent / name for level, name in folders.items()}
        there = {level: path for level, path in beside.items() if (path / MANIFEST).exists()}
        return {level: self if path == self.folder else load(path) for level, path in there.items()}

    def explain(self) -> str:
        """The results in plain English: what was played, what came out, how sure it is, and on what it rests."""
        return "\n".join([explain(self), *told_levels(self.levels)])

    def plot(self, kind: str | None = None, ax: Axes | None = None) -> Axes:
        """Draws one of its pictures: by default the one that answers the question."""
        from . import plots

        kind, kinds = kind or QUESTIONS[self.plan.question].pictures[0], plots.kinds(self)
        if kind not in kinds:
            raise InputError(f'this result has no picture "{kind}"; it has {", ".join(kinds)}')
        return kinds[kind](self, ax=ax)

    def replay(self, number: int, variant: str | None = None, view: str = "", explain: bool = False) -> Replay:
        """A game again, as a log: of a variant, the first unless named; as a seat such as "p1" may know it; with what
        who decides thinks of his options. It needs the agents and the rules that played.
        """
        from .replay import plan_setting

        return plan_setting(self.folder, variant).tell(number, view, explain)

    def notable(self, sort: str = "upset", variant: str | None = None, most: int = 10) -> pd.DataFrame:
        """Games worth reading, those first that are first in an order of `experiments.answer.notable`: upset, shortest,
        longest, closest or typical.
        """
        return sorted_games(self, sort, variant, most)

    def beside(self, other: Result) -> Beside:
        """This run and another that asks the same of the same entries, side by side; InputError says why not."""
        return beside(self, other)

    def __repr__(self) -> str:
        games = f"{self.manifest['games']:,} games" + (" a variant" if len(self.plan.variants) > 1 else "")
        head = f"{self.name}: {self.plan.question} {self.plan.game.title}, {games}, {self.status} ({self.folder})"
        return f"{head}\n{self.table.to_string(index=False, na_rep='')}"

    def _repr_html_(self) -> str:
        return f"<p>{repr(self).splitlines()[0]}</p>{self.table.to_html(index=False, na_rep='')}"


def write_levels(folders: Mapping[str, Path]) -> None:
    """Notes in the folder of each run which others ask the same question; folders: by level of play."""
    names = json.dumps({level: folder.name for level, folder in folders.items()}, indent=1)
    for folder in folders.values():
        write_whole(folder / LEVELS, names.encode())


def load(folder: str | Path, plan: Plan | None = None) -> Result:
    """The results in the folder of a run, also while it goes on. Needs neither the agents nor the rules that played.

    plan: the plan, if it is at hand; else it is read from the folder.
    """
    store = Store(folder)
    manifest = store.read_manifest()
    if not manifest:
        runs = [str(path.parent) for path in store.folder.parent.glob(f"*/{MANIFEST}")]
        raise InputError(f"{folder}: no run here (a run has a {MANIFEST}){nearest(str(folder), runs)}")
    status: Status = manifest["status"]
    if status == "playing" and plan is None and not store.is_locked():
        status = "stopped"
    if plan is None:
        store.check_frozen(manifest)
        plan = read_plan(store.folder / PLAN, frozen=True)
    tables = store.read_tables()
    return Result(
        folder=store.folder,
        plan=plan,
        manifest=manifest,
        status=status,
        table=tables["summary"],
        first_seat=tables["first_seat"],
        figures=tables["figures"],
        history=tables["history"],
        shares=tables.pop("shares", None),
        more={name: table for name, table in tables.items() if name not in TABLES},
    )
