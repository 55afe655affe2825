"""The pages of the runs: all of them, one of them, its report; each with what has changed since, as it happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from sim.core.errors import InputError

from ..answer.display import compact, done_of, duration
from ..answer.pages import page
from ..answer.result import Result, load
from ..commands.runs import minute_text
from ..questions.pairing import games_about
from ..questions.pairs import sorted_cells
from ..questions.question import QUESTIONS, answer_table
from ..questions.texts import cell_text, rows_of
from ..run.store import Store
from .games import games_of
from .known_runs import KnownRun, KnownRuns
from .processes import start_run, stop_run
from .responses import ROOMS, in_thread, shown

LOOK_SECONDS = 1.0
"""How often runs are looked at while somebody looks at their page."""
READ_AT_ONCE = 20
"""Runs that are read before what was read is told."""
LINKED = (b'role="img" data-games="', b'href="')
"""How a part of a picture names its games in the file of a report, and where they can be read."""
ALIVE_SECONDS = 15.0
"""How often a page is told that there is nothing to tell, so that one that has gone is noticed."""


def told(entry: KnownRun) -> dict[str, Any]:
    """A run as the list of runs shows it."""
    one, pace, left = entry.status, entry.games_per_second, entry.seconds_left
    facts = [done_of(one.done, one.in_all or one.done, one.target, one.variants, one.unit)]
    facts += [f"{compact(pace)} games/s"] if pace else []
    facts += [f"{duration(left)} left"] if left is not None else []
    headline, _, setting = (one.answer or one.problem).partition("; with ")
    return {
        "run": one.run,
        "game": one.game,
        "question": one.question,
        "leader": one.leader,
        "answer": one.answer or one.problem,
        "headline": headline,
        "setting": f"Played with {setting}." if setting else "",
        "done": one.done,
        "facts": ", ".join(facts),
        "status": one.status,
        "status_told": one.status_told,
        "has_report": one.has_report,
        "started": minute_text(one.started),
        "last_write": minute_text(one.last_write),
    }


@in_thread
def index(request: Request) -> Response:
    """All runs."""
    known: KnownRuns = request.app.state.runs
    listed = list(map(told, known.listed()))
    games = sorted({run["game"] for run in listed if run["game"]})
    return shown(request, "runs.html", runs=listed, games=games)


async def index_live(request: Request) -> Response:
    """What changes of the list, run by run, as a stream of events."""
    known: KnownRuns = request.app.state.runs
    seen = 0
    names: list[str] = []

    def look() -> dict[str, Any] | None:
        nonlocal seen, names
        known.refresh(READ_AT_ONCE)
        before = names
        names = [entry.status.run for entry in known.listed()]
        seen, changed = known.since(seen)
        if not changed and set(names) == set(before):
            return None
        rows = {entry.status.run: page("run_row.html", rooms=ROOMS, run=told(entry)) for entry in changed}
        return {"rows": rows, "runs": names}

    return events(request, look)


@in_thread
def one_run(request: Request) -> Response:
    """One run: how far it is, what has come out so far, games worth reading."""
    known: KnownRuns = request.app.state.runs
    entry = known.entry(request.path_params["run"])
    facts: dict[str, Any] = {"run": told(entry), "problem": entry.status.problem}
    if not entry.status.problem:
        result = load(known.folder(entry.status.run))
        facts |= {
            "asked": QUESTIONS[result.plan.question].asked(result.plan),
            "answer": answer_table(result.plan.question, result.table),
            "heat_map": heat_map(result),
            **games_of(known, entry.status.run, {}),
        }
    return shown(request, "run.html", told=facts.pop("run"), run=entry.status.run, **facts)


def heat_map(result: Result) -> dict[str, Any] | None:
    """Of a field, a matrix or a grid the score of each row against each column, with which games to look at for it:
    `meeting` (how a row meets a column), `columns`, and `rows` of a name and cells, each None or its text, shade (in
    tenths of the way from an even share), interval and variant.
    """
    if result.cells is None or not result.manifest["games"]:
        return None
    rows, columns = sorted_cells(result.table, result.cells)
    found = {(cell.row, cell.column): cell for cell in rows_of(result.cells)}
    find = games_about(result.plan)
    meeting = "at" if result.plan.question == "grid" else "against"

    def drawn(row: str, column: str) -> dict[str, Any] | None:
        cell = found[row, column]
        if not cell.games or cell.score != cell.score:
            return None
        return {
            "text": f"{cell.score * 100:.0f}",
            "shade": round((cell.score - 0.5) * 20),
            "told": cell_text(cell, meeting),
            "variant": find((row, column)),
        }

    return {
        "meeting": meeting,
        "columns": columns,
        "rows": [(row, [drawn(row, column) for column in columns]) for row in rows],
    }


async def run_live(request: Request) -> Response:
    """What changes of one run, as a stream of events that ends with the run."""
    known: KnownRuns = request.app.state.runs
    run = request.path_params["run"]
    await run_in_threadpool(known.folder, run)
    before = ""

    def look() -> dict[str, Any] | None:
        nonlocal before
        entry = known.entry(run)
        facts: dict[str, Any] = {"run": told(entry)}
        text = json.dumps(facts)
        if text == before:
            return None
        before = text
        if not entry.status.problem:
            facts["answer"] = _answer_html(load(known.folder(run)))
        return facts

    return events(request, look)


def _answer_html(result: Result) -> str:
    return page("answer.html", rooms=ROOMS, answer=answer_table(result.plan.question, result.table))


@in_thread
def report(request: Request) -> Response:
    """The report of a run as it is in its folder, with what its pictures show leading to the games."""
    known: KnownRuns = request.app.state.runs
    return HTMLResponse(known.report(request.path_params["run"]).read_bytes().replace(*LINKED))


@in_thread
def stop(request: Request) -> Response:
    """Asks the process that plays a run to end; what is finished is saved."""
    run = request.path_params["run"]
    stop_run(request.app.state.runs.folder(run))
    return RedirectResponse(f"/runs/{quote(run)}", 303)


@in_thread
def go_on(request: Request) -> Response:
    """Goes on with a run in a process of its own."""
    known: KnownRuns = request.app.state.runs
    folder = known.folder(request.path_params["run"])
    if Store(folder).is_locked():
        raise InputError(f"{folder.name} is being played already")
    start_run(folder, known.results)
    return RedirectResponse(f"/runs/{quote(folder.name)}", 303)


def events(request: Request, look: Callable[[], dict[str, Any] | None]) -> StreamingResponse:
    """A stream of what `look` finds, until the page has gone; None is nothing new."""

    async def stream() -> AsyncIterator[str]:
        told_at = time.monotonic()
        yield "retry: 2000\n\n"
        while not await request.is_disconnected():
            try:
                facts = await run_in_threadpool(look)
            except (InputError, OSError):  # it is not there any more, which its page tells
                return
            if facts is not None:
                yield f"data: {json.dumps(facts)}\n\n"
                told_at = time.monotonic()
            elif time.monotonic() - told_at > ALIVE_SECONDS:
                yield ": still here\n\n"
                told_at = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS if facts is None else 0.1)

    return StreamingResponse(stream(), media_type="text/event-stream")
