"""Runs in processes of their own: started, stopped and gone on with from a page, as from a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from sim.core.errors import InputError
from sim.reading.text_files import read_file

from ..run.store import Store

LOGS = "logs"
MOST_LINES = 12
"""Of what a run told before it ended."""
PACKAGE = __name__.partition(".")[0]
"""The package that is the command: `experiments` in a checkout, else `overnight`."""
_started: dict[str, subprocess.Popen[bytes]] = {}


def start_run(what: Path, results: Path) -> None:
    """Plays a plan file, or goes on with the run in a folder; what it tells stands in a log among the results."""
    log = _log(what, results)
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", PACKAGE, "run", str(what.resolve()), "--results", str(results.resolve())]
    with log.open("wb") as told:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=told, stderr=told, start_new_session=True, cwd=results,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )  # fmt: skip
    _started[str(log)] = process
    threading.Thread(target=process.wait, daemon=True).start()  # so that its end is noticed


def last_words(what: Path, results: Path) -> tuple[bool, list[str]]:
    """Whether a run that was started here has ended, and the last lines that it told."""
    log = _log(what, results)
    process = _started.get(str(log))
    told = read_file(log, "log of a run").decode("utf-8", "replace").splitlines() if log.is_file() else []
    return process is None or process.poll() is not None, told[-MOST_LINES:]


def stop_run(folder: Path) -> None:
    """Asks the process that plays into a folder to end: what is finished is saved. InputError if none does, or if it
    is on another machine.
    """
    store = Store(folder)
    owner = store.owner()
    if owner is None or not store.is_locked():
        raise InputError(f"{folder.name} is not being played")
    process, host = owner
    if host != os.uname().nodename:
        raise InputError(f"{folder.name} is played on {host}: stop it there, where it is process {process}")
    try:
        os.kill(process, signal.SIGTERM)
    except (ProcessLookupError, PermissionError):
        raise InputError(f"{folder.name}: process {process}, which plays it, cannot be stopped from here") from None


def _log(what: Path, results: Path) -> Path:
    return results / LOGS / f"{what.stem}.log"
