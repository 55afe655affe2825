"""The pages of logs that were pasted: kept as text among the results, and stepped through as any game."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sim import nameable
from sim.core.errors import InputError, nearest, quoted
from sim.reading.text_files import read_file

from ..answer.told_log import EXAMPLE, ToldLog
from ..questions.draft import OWN_KINDS, is_text
from ..run.files import write_whole
from .form import GENERATED
from .games import THINKING, Stepped, stepped_page
from .responses import Fields, in_thread, posted, shown
from .sessions import NAME

FOLDER = "told"
LISTED = 20


@in_thread
def all_logs(request: Request) -> Response:
    """The logs that were kept, and where one is pasted."""
    return _form(request, "", [])


def _form(request: Request, given: str, problems: list[str], status: int = 200) -> Response:
    kept = _names(request.app.state.runs.results)[:LISTED]
    return shown(request, "logs.html", status, given=given, problems=problems, kept=kept, example=EXAMPLE)


def _names(results: Path) -> list[str]:
    """The logs there are, the one that was kept last first."""
    paths = [path for path in (results / FOLDER).glob("*.txt") if NAME.fullmatch(path.stem)]
    return [path.stem for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)]


@posted
def keep_log(request: Request, fields: Fields) -> Response:
    """Keeps a log that can be followed to its end, and leads to it."""
    text = fields.last("log").replace("\r\n", "\n")
    try:
        log = _read(text)
    except InputError as error:
        if "application/json" in request.headers.get("accept", ""):
            raise
        return _form(request, text, error.problems, 400)
    name = f"{log.game}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    write_whole(request.app.state.runs.results / FOLDER / f"{name}.txt", text.encode())
    return RedirectResponse(f"/logs/{name}", 303)


def _read(text: str) -> ToldLog:
    """A log whose table a page may ask for."""
    log = ToldLog.read(text)
    check_no_path(log.game, log.table)
    log.setting()
    return log


def check_no_path(game: str, table: Mapping[str, Any]) -> None:
    """Passes a table whose decks and squads are shipped, generated or written out; InputError else: a page reads no
    file.
    """
    for kind in OWN_KINDS:
        given = table.get(nameable.KINDS[kind], [])
        for mine in given if isinstance(given, list) else [given]:
            known = nameable.named(game, kind)
            if isinstance(mine, str) and mine and not (mine in known or GENERATED.fullmatch(mine) or is_text(mine)):
                raise InputError(f"{kind}: nothing is called {quoted(mine)}{nearest(mine, known)}")


@functools.lru_cache(maxsize=8)
def _followed(text: str) -> Stepped:
    """The game of a log; those that were looked at last are kept."""
    log = _read(text)
    setting = log.setting()
    return Stepped(log.game, setting, log.number, log.followed(setting), log.names)


def _text(request: Request) -> str:
    name, results = request.path_params["name"], request.app.state.runs.results
    path = results / FOLDER / f"{name}.txt"
    if not NAME.fullmatch(name) or not path.is_file():
        raise InputError(f"no log is called {quoted(name)}{nearest(name, _names(results))}")
    return read_file(path, "log").decode()


def game_of_log(request: Request) -> Stepped:
    """The game of the log that is asked for."""
    text = _text(request)
    with THINKING:
        return _followed(text)


@in_thread
def one_log(request: Request) -> Response:
    """The game of a log step by step."""
    setting = _read(_text(request)).setting()
    if doing := request.app.state.ready.wait_for(setting.game, setting.agents):
        return shown(request, "wait.html", doing=doing)
    return stepped_page(request, game_of_log(request), request.url.path, ("/logs", "logs"))
