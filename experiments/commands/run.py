"""The command `run`: plays a plan, or goes on where it stopped."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from .options import BACKENDS, RESULTS, Json, PlanPath, Quiet, ResultsFolder, Workers
from .output import DONE, INTERRUPTED, STOPPED, answer, at_work, console, narrate


def run(
    plan: PlanPath,
    workers: Workers = None,
    backend: Annotated[str, typer.Option(metavar="|".join(BACKENDS), help="Where parts are played.")] = "threads",
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="The scheduler of a Dask cluster.")] = "",
    shared: Annotated[bool, typer.Option(help="Workers write parts themselves: all see the results.")] = False,
    parts: Annotated[str, typer.Option(metavar="URL", help="Keep parts where fsspec reaches: s3://bucket/parts.")] = "",
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Plays a plan, or goes on where it stopped. A finished one plays nothing."""
    with at_work("loading"):  # which its help need not wait for
        from ..answer.replay import plan_file, results_of
        from ..answer.result import load
        from ..answer.run_plan import run_plan, write_reports
        from ..plan.reading import read_plan
        from ..run.store import Store
        from .live import Watch
        from .result_output import print_result, run_facts
    with at_work("reading the plan"):
        checked = read_plan(plan_file(plan))
    folder = results_of(plan, checked, results)
    try:
        with terminable():
            with Watch(checked.game.title, console(stderr=True), quiet) as watch:
                how = (workers, backend, address)
                result = run_plan(checked, folder, *how, on_progress=watch, report=False, shared=shared, parts=parts)
            with at_work("writing the report"):
                write_reports(result)
        code = STOPPED if any(one.status == "stopped" for one in [result, *result.levels.values()]) else DONE
    except KeyboardInterrupt as stopped:
        code = STOPPED if isinstance(stopped, Terminated) else INTERRUPTED
        result = load(Store.of_plan(checked, folder).folder, checked)
    answer(run_facts(result), as_json, lambda out: print_result(out, result))
    if code != DONE:
        narrate(
            f"{result.status}; nothing finished is lost. To go on:",
            _resume_command(plan, workers, backend, address, shared, parts, results),
        )
    return code


class Terminated(KeyboardInterrupt):
    """The system or its administrator asks this process to end."""


@contextmanager
def terminable() -> Iterator[None]:
    """In here SIGTERM, and SIGHUP unless it is ignored as under nohup, interrupt as Ctrl-C does."""

    def terminate(*_: Any) -> None:
        raise Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [s for s in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(s) is not signal.SIG_IGN]
    before = {s: signal.signal(s, terminate) for s in signals}
    try:
        yield
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


def _resume_command(
    plan: str, workers: int | None, backend: str, address: str, shared: bool, parts: str, results: Path
) -> str:
    given = ["overnight", "run", plan]
    given += ["--workers", str(workers)] if workers is not None else []
    given += ["--backend", backend] if backend != "threads" else []
    given += ["--address", address] if address else []
    given += ["--shared"] if shared else []
    given += ["--parts", parts] if parts else []
    given += ["--results", str(results)] if results != RESULTS else []
    return f"  {shlex.join(given)}"
