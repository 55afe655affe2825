"""The server of the pages: where each address leads."""

from __future__ import annotations

import traceback
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from sim.core.errors import InputError, system_problem

from ..answer.pages import inside
from ..commands.output import narrate
from . import form, games, logs, runs, seats
from .guard import Guard
from .known_runs import KnownRuns
from .ready import Ready
from .responses import ROOMS, shown
from .sessions import Tables

SCRIPTS = ("page.js", "pictures.js", "live.js", "table.js", "replay.js", "options.js", "play.js")
"""All that pages may run."""


def make_app(results: Path, address: str, token: str = "") -> ASGIApp:
    """The pages of the runs in a folder. address: host and port where they are; token: see `guard.Guard`."""
    app = Starlette(
        routes=[
            Route("/", runs.index),
            Route("/live", runs.index_live),
            Route("/runs/{run}", runs.one_run),
            Route("/runs/{run}/live", runs.run_live),
            Route("/runs/{run}/report", runs.report),
            Route("/runs/{run}/games", games.games),
            Route("/runs/{run}/games/{number}", games.one_game),
            *games.routes("/runs/{run}/games/{number}", games.game_of_run),
            Route("/runs/{run}/stop", runs.stop, methods=["POST"]),
            Route("/runs/{run}/go-on", runs.go_on, methods=["POST"]),
            Route("/new", form.new_plan),
            Route("/new", form.write_plan, methods=["POST"]),
            Route("/plans/{plan}", form.one_plan),
            Route("/plans/{plan}/start", form.start_plan, methods=["POST"]),
            Route("/plans/{plan}/started", form.started),
            Route("/play", seats.tables),
            Route("/play", seats.begin, methods=["POST"]),
            Route("/play/{name}", seats.one_table),
            Route("/play/{name}/scene", seats.table_scene),
            Route("/play/{name}/act", seats.act, methods=["POST"]),
            Route("/play/{name}/take-back", seats.take_back, methods=["POST"]),
            Route("/play/{name}/hint", seats.hint),
            Route("/play/{name}/replay", seats.replay),
            *games.routes("/play/{name}", seats.finished),
            Route("/logs", logs.all_logs),
            Route("/logs", logs.keep_log, methods=["POST"]),
            Route("/logs/{name}", logs.one_log),
            *games.routes("/logs/{name}", logs.game_of_log),
        ],
        exception_handlers={
            InputError: _refused,
            OSError: _refused,
            HTTPException: _refused,
            Exception: _failed,
        },
    )
    app.state.runs = KnownRuns(results)
    app.state.tables = Tables(results)
    app.state.ready = Ready()
    scripts = [f"\n{inside(name, ROOMS)}" for name in SCRIPTS]
    return Guard(app, address, token, scripts)


def _refused(request: Request, error: Exception) -> Response:
    """What was wrong with a request, in a sentence or several."""
    problems, status = [], 400
    if isinstance(error, InputError):
        problems = error.problems
        status = 404 if request.method == "GET" else 400
    elif isinstance(error, HTTPException):
        problems, status = [f"{request.url.path}: {error.detail.lower()}"], error.status_code
    elif isinstance(error, OSError):
        problems, status = [system_problem(error)], 500
    return _problem(request, problems, status)


def _failed(request: Request, error: Exception) -> Response:
    """An error of ours: told on the terminal in full."""
    narrate("".join(traceback.format_exception(error)).rstrip())
    kind = type(error).__name__
    return _problem(
        request, [f"{request.url.path}: this went wrong ({kind}); the terminal of the server tells more"], 500
    )


def _problem(request: Request, problems: list[str], status: int) -> Response:
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"error": problems}, status)
    return shown(request, "problem.html", status, problems=problems)
