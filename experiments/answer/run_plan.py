"""A plan is played, and what came out is loaded and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..plan.plan import Plan
from ..questions.question import QUESTIONS
from ..run.backends import check_workers
from ..run.runner import Means, Progress, play_plan
from ..run.store import Store
from .also_under import played_under
from .climb import sought, write_improved
from .result import Result, load, write_levels


def run_plan(
    plan: Plan,
    results: str | Path = "results",
    workers: int | None = None,
    backend: str = "threads",
    address: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    stop_after: float | None = None,
    report: bool = True,
    shared: bool = False,
    parts: str = "",
) -> Result:
    """Plays a plan to its target, or goes on where an earlier call stopped or was killed; plays nothing if it is done.
    One with levels of play is played under each; the result is that of the first, which knows the others.

    results: the folder in which the run gets its own. workers: by default, all cores; of a cluster, all that it has.
    backend: threads, processes or dask, with the address of its scheduler. stop_after: seconds of this call, after
    which it stops at the end of a part. on_progress is called about once a second and at the end. report:
    whether to draw the plots and write the report at the end. shared: workers of other processes write their parts
    themselves to where the run keeps them, which all of them see. parts: below which place it keeps them, if not in
    its folder: one that fsspec reaches, such as `s3://bucket/parts`; a run that goes on knows it.
    InputError for a damaged part, if another process plays this plan, and if every deal of a variant has a fault, so
    that nothing can come out. KeyboardInterrupt is passed on when all that has been played is saved.
    """
    means = Means(
        workers=workers,
        backend=backend,
        address=address,
        shared=shared,
        parts=parts,
        stop_after=stop_after,
        on_progress=on_progress,
    )
    return _run(plan, results, means, report)


def _run(plan: Plan, results: str | Path, means: Means, report: bool) -> Result:
    """As `run_plan`."""
    if plan.levels:
        found = [_run(level, results, means, False) for level in plan.levels.values()]
        write_levels(dict(zip(plan.levels, (result.folder for result in found), strict=True)))
        if report:
            write_reports(found[0])
        return found[0]

    def play(other: Plan, folder: str | Path) -> Result:
        return _run(other, folder, means, False)

    if QUESTIONS[plan.question].seeks and not plan.own.is_path:
        path = sought(plan, Path(results), play)
        return path if isinstance(path, Result) else write_improved(_run(path, results, means, report))
    workers = check_workers(plan, means.workers, means.backend, means.address, means.shared)
    store = Store.of_plan(plan, results)
    with store.lock():
        play_plan(plan, store, workers, means)
        result = load(store.folder, plan)
    if result.status == "done" and QUESTIONS[plan.question].of_draws and plan.own.also is not None:
        played_under(result, play)
    if report:
        with store.lock():
            write_reports(result)
    return result


def write_reports(result: Result) -> None:
    """Draws the plots and writes the report of a run, and those of the same question under other levels of play."""
    from .report import write_report  # drawing is loaded when something is drawn

    for one in result.levels.values() or [result]:
        write_report(one)
