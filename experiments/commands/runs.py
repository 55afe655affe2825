"""The runs there are: found by name or folder, and how far each is, also while it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sim.core.errors import InputError, nearest, quoted

from ..answer.display import done_of
from ..answer.pages import page
from ..answer.result import Result, load
from ..plan.reading import read_plan
from ..questions.question import QUESTIONS, leader
from ..run.store import MANIFEST
from ..statistics.text_table import TextTable
from .choices import TO_MAKE_ONE
from .output import at_work


@dataclass(frozen=True)
class RunStatus:
    """How far a run is."""

    run: str
    folder: str
    status: str
    """done, stopped, playing, or damaged"""
    game: str = ""
    question: str = ""
    done: int = 0
    """games of each variant"""
    in_all: int = 0
    """games of all variants together"""
    variants: int = 1
    unit: str = ""
    """what a variant is called"""
    target: int | None = None
    """games of each variant"""
    more: int = 0
    """games that some are to play beside these"""
    leader: str = ""
    """the highest score, with its interval"""
    answer: str = ""
    """in one sentence"""
    under_rules_of_today: bool = True
    """whether the rules are still those by which it was played"""
    has_report: bool = False
    started: str = ""
    last_write: str = ""
    problem: str = ""
    """why a damaged run cannot be read"""

    @property
    def status_told(self) -> str:
        """The status, and whether the rules were others."""
        return self.status if self.under_rules_of_today else f"{self.status}, under other rules than today's"

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON."""
        return asdict(self)


def find_run(name: str, results: str | Path) -> Path:
    """The folder of a run, by its path, by its name among the results, or by the file of its plan; the beginning of a
    name will do if it is that of one run.
    """
    found = _find_runs(name, results)
    if len(found) > 1:
        raise InputError(f"several runs are called {quoted(name)}: {', '.join(map(str, found))}")
    return found[0]


def load_run(name: str, results: str | Path) -> Result:
    """The results of the run of `find_run`."""
    with at_work("reading the run"):
        return load(find_run(name, results))


def list_runs(results: str | Path, names: Iterable[str] = ()) -> list[RunStatus]:
    """The runs whose names are or begin with these, each once, or all in the folder; those that cannot be read are told
    too.
    """
    found = [folder for name in names for folder in _find_runs(name, results)] or run_folders(results)
    with at_work("reading the runs"):
        return [run_status(folder) for folder in {folder.resolve(): folder for folder in found}.values()]


def _find_runs(name: str, results: str | Path) -> list[Path]:
    """The folders of the run at a path or of this name, or else of the plan of this name or in this file, or of all
    whose names begin so.
    """
    if Path(name).is_file():
        name = read_plan(name).name
    exact = [place for place in (Path(name), Path(results) / name) if (place / MANIFEST).is_file()][:1]
    folders = [] if exact else run_folders(results)
    found = exact or [folder for folder in folders if _plan_name(folder) == name]
    found = found or [folder for folder in folders if folder.name.startswith(name)]
    if not found:
        if not folders:
            raise InputError(f"no run is called {quoted(name)}: there is no run in {results} yet. {TO_MAKE_ONE}")
        known = [word for folder in folders for word in (folder.name, _plan_name(folder))]
        raise InputError(f"no run is called {quoted(name)} in {results}{nearest(name, known)}")
    return found


def runs_table(runs: Iterable[RunStatus]) -> TextTable:
    """The runs as text."""
    headers = ["Run", "Status", "Done", "Leader", "Started", "Last write"]
    rows = [
        [
            r.run,
            r.status_told,
            done_of(r.done, r.in_all, r.target, r.variants, r.unit, r.more),
            r.leader or r.problem,
            minute_text(r.started),
            minute_text(r.last_write),
        ]
        for r in runs
    ]
    return TextTable(headers, rows)


def minute_text(moment: str) -> str:
    """A moment of a manifest, such as 2026-11-22 23:41."""
    return moment[:16].replace("T", " ")


def index_html(runs: Iterable[RunStatus]) -> str:
    """A page with these runs, the one that was written last on top; it links to the reports of those beside it."""
    listed = sorted(runs, key=lambda run: run.last_write, reverse=True)
    return page("index.html", runs=listed, games=sorted({run.game for run in listed if run.game}))


def run_folders(results: str | Path) -> list[Path]:
    """The folders of the runs among the results; InputError if there is no folder of results."""
    if not Path(results).is_dir():
        raise InputError(f"{results}: there is no such folder; a run makes it. {TO_MAKE_ONE}")
    return sorted(path.parent for path in Path(results).glob(f"*/{MANIFEST}"))


def _plan_name(folder: Path) -> str:
    """The name of a plan, from the folder of its run."""
    return folder.name.rpartition("-")[0]


def run_status(folder: Path) -> RunStatus:
    """How far the run in a folder is."""
    try:
        return _status_of(folder)
    except (InputError, OSError) as error:
        return RunStatus(folder.name, str(folder), "damaged", problem=str(error))


def _status_of(folder: Path) -> RunStatus:
    result = load(folder)
    manifest = result.manifest
    return RunStatus(
        run=folder.name,
        folder=str(folder),
        status=result.status,
        game=result.plan.game.title,
        question=result.plan.question,
        done=manifest["games"],
        in_all=result.games_in_all,
        variants=len(result.plan.variants),
        unit=QUESTIONS[result.plan.question].unit_of(result.plan),
        target=result.plan.stop.games,
        more=QUESTIONS[result.plan.question].more_games(result.plan),
        leader=leader(result.plan.question, result.table),
        answer=f"{result.answer}; with {result.setting}",
        under_rules_of_today=result.under_rules_of_today,
        has_report=result.report.is_file(),
        started=manifest["started"],
        last_write=manifest["last_write"],
    )
