"""The results of a run, read from its folder, that explain and draw themselves."""

from __future__ import annotations

import functools
import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from sim.core.errors import InputError, nearest, printable, quoted, shown
from sim.reading.text_files import read_file

from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.question import QUESTIONS, answer_table
from ..questions.texts import NO_FORMULA, TextTable, ToldTable
from ..run.files import write_whole
from ..run.store import MANIFEST, PLAN, TABLES, Store
from .by_level import told_levels
from .entries import entry_figures
from .explain import explain
from .luck import MOST, Value, luck_explained
from .notable import sorted_games
from .outcome import Outcome, Status
from .side_by_side import SideBySide, side_by_side
from .traces import SAMPLED

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
        path = self.folder / LEVELS
        if not path.exists():
            return {}
        try:
            folders = json.loads(read_file(path, "list of levels"))
            if not isinstance(folders, dict) or not all(map(_is_folder_name, folders.values())):
                raise ValueError("it should name a folder beside this one for each level")
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: damaged ({error}); run the plan again to write it anew") from None
        beside = {level: self.folder.parent / name for level, name in folders.items()}
        there = {level: path for level, path in beside.items() if (path / MANIFEST).exists()}
        return {level: self if path == self.folder else load(path) for level, path in there.items()}

    def explain(self) -> str:
        """The results in plain English: what was played, what came out, how sure it is, and on what it rests."""
        return "\n".join([explain(self), *told_levels(self.levels)])

    def figures(self, by: str = "variant") -> pd.DataFrame:
        """The figures of the games: turns, decisions, the game's measures that are amounts.

        by: "variant": one row a variant (or all pairs together) and figure. "entry": the figures of each deck, agent or
        variant apart; see `entries.entry_figures`.

        Columns: name (of the variant or entry), figure, and in the unit of the figure, such as turns or amber: mean,
        lower_quartile, median, upper_quartile, lowest, highest. By "entry" also whose ("own", "others" or "game") and
        games (in which the figure was counted, once for each seat that it is of).
        """
        if by == "variant":
            return self.figure_table
        if by == "entry":
            return self._entry_figures
        raise InputError(f'figures are told by "variant" or by "entry", not by {shown(by)}')

    @functools.cached_property
    def _entry_figures(self) -> pd.DataFrame:
        return entry_figures(self)

    def curves(self, games: int = SAMPLED) -> pd.DataFrame:
        """How things stood turn by turn, each entry apart, from a sample of its games that are played again; see
        `curves.turn_curves`.

        Columns: name (of the entry), curve (what is counted, such as amber), whose (its own, its opponents', the
        margin between these, or the game's), turn (turns that all seats together have ended), games (in the sample),
        going (the share of them, 0 to 1, that still go on), and in the unit of the curve: mean, lower_quartile, median,
        upper_quartile.
        """
        from .curves import turn_curves  # which draws too

        return turn_curves(self, games)

    def card_worth(
        self, kind: str | None = None, most: int = 1, games: int | None = None, entry: str | None = None
    ) -> pd.DataFrame:
        """What each card was worth, with how many games and how sure; see `worth.card_worth`.

        Columns: kind ("dealt", "drafted" or "gained"), card (its id), copies (that a side had; the last number means so
        many or more), games (of a side that had it), deals (in these), and as shares of a win, where 0.01 is one point:
        worth, low, high (an interval of its own), shrunk, shrunk_low, shrunk_high (drawn towards the other cards).
        """
        from .worth import card_worth  # which draws too

        return card_worth(self, kind, most, games, entry)

    def luck(self, games: int = MOST, value: Value | None = None) -> pd.DataFrame:
        """How much of the scores of each variant the luck of the start explains, R squared on deals that it was not
        learnt from; with the value of positions, also luck along the game; see `luck.luck_explained`.

        Columns: name, deals, of_games, of_deals, of_differences (from the first variant); nan where scores do not
        differ.
        """
        return luck_explained(self, games, value)

    def plot(self, kind: str | None = None, /, ax: Axes | None = None, **about: Any) -> Axes:
        """Draws one of its pictures: by default the one that answers the question.

        about: what that picture may be told, such as name="amber" of "curves" or kind="gained" of "card_worth".
        """
        from . import plots

        kind, kinds = kind or QUESTIONS[self.plan.question].pictures[0], plots.kinds(self)
        if kind not in kinds:
            raise InputError(f"this result has no picture {quoted(kind)}; it has {', '.join(kinds)}")
        return kinds[kind](self, ax=ax, **about)

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

    def side_by_side(self, other: Result) -> SideBySide:
        """This run and another that asks the same of the same entries, side by side; InputError says why not."""
        return side_by_side(self, other)

    def __repr__(self) -> str:
        return f"{self._head}\n{printable(self.answer)}.\n{printable(self._with)}\n\n{self._told.text()}"

    def _repr_html_(self) -> str:
        lines = [self._head, f"{printable(self.answer)}.", printable(self._with)]
        told = "<br>".join(map(html.escape, lines))
        return f"<p class={quoted(NO_FORMULA)}>{told}</p>{self._told.html()}"

    @property
    def _head(self) -> str:
        what = f"{self.plan.question} {self.plan.game.title}, {self.games_told}, {self.status}"
        return printable(f"{self.name}: {what} ({self.folder})")

    @property
    def _with(self) -> str:
        return f"Played with {self.setting}."

    @property
    def _told(self) -> TextTable:
        return answer_table(self.plan.question, self.table)


def _is_folder_name(name: Any) -> bool:
    return isinstance(name, str) and name.isprintable() and Path(name).name == name


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
    tables = store.read_tables(manifest["key"])
    result = Result(
        folder=store.folder,
        plan=plan,
        manifest=manifest,
        status=status,
        table=ToldTable.of(tables["summary"], functools.partial(answer_table, plan.question, tables["summary"])),
        first_seat=tables["first_seat"],
        figure_table=tables["figures"],
        history=tables["history"],
        shares=tables.pop("shares", None),
        more={name: table for name, table in tables.items() if name not in TABLES},
    )
    try:
        _ = result.headline, result.games_in_all
    except Exception as error:  # tables of another shape than the question gives them
        raise InputError(
            f"{folder}: its tables are not those of its plan ({type(error).__name__}: {error}); run the plan again to"
            " write them anew"
        ) from None
    return result
