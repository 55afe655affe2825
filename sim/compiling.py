"""Compiles a game and its agents before play, in two processes where there are two cores."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import GAMES, load_game
from .core.game import Game
from .core.kernel import IMPORT_PATH, interpreted, is_compiled
from .core.turnloop import batch_kernel


def compile_game(game: Game, choosers: Iterable[Callable[..., Any]] = (), processes: int | None = None) -> float:
    """Compiles or loads every kernel that play needs, and those of agents; returns the CPU seconds that it took.

    With 2 processes, as by default where there are so many cores, another one types the rules with this one, and makes
    machine code of `setup` and `apply`, which hold or enter nearly all of them, while this one goes on with the agents;
    with 1 all is done here.
    """
    if interpreted:
        return 0.0
    began, types, rules = _cpu_seconds(), game.signatures, _rules(game)
    others = {game.legal_actions: types.legal_actions, game.measure: types.measure}
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    split = (processes or cores) > 1 and game.name in GAMES and not all(map(is_compiled, rules))
    with _shared(game) if split else contextlib.nullcontext():
        batch_kernel(game)
        for kernel, signature in {**others, **dict.fromkeys(choosers, types.choose)}.items():
            kernel.compile(signature.args)
    for kernel, signature in rules.items():
        kernel.compile(signature.args)
    return _cpu_seconds() - began


@contextlib.contextmanager
def _shared(game: Game) -> Iterator[None]:
    """Has another process share the work (see `compile_shared`), and types the rules with it. If it fails, nothing is
    lost: what is not in the cache afterwards is made here.
    """
    path = os.pathsep.join(filter(None, [str(IMPORT_PATH), os.environ.get("PYTHONPATH")]))
    command, silent = [sys.executable, "-m", __name__, game.name], subprocess.DEVNULL
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stdout=silent, stderr=silent) as process:
        try:
            for kernel, signature in _rules(game).items():
                kernel.compile_inner(signature.args)
            yield
        except BaseException:
            process.kill()
            raise


def compile_shared(game: Game) -> None:
    """What the other process does: it types what is legal, then the rules with the first process, each what the other
    one is not at, and makes machine code of them.
    """
    game.legal_actions.compile_inner(game.signatures.legal_actions.args)
    for kernel, signature in _rules(game).items():
        kernel.compile_inner(signature.args)
    for kernel, signature in _rules(game).items():
        kernel.compile(signature.args)


def _rules(game: Game) -> dict[Any, Any]:
    """The kernels that hold or enter nearly all rules, and their signatures."""
    return {game.setup: game.signatures.setup, game.apply: game.signatures.apply}


def _cpu_seconds() -> float:
    """Of this process and of those that it started and that have ended."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


if __name__ == "__main__":
    gc.disable()  # what numba makes lives until the end of the process, which is near
    compile_shared(load_game(sys.argv[1]))
    os._exit(0)  # all is in files: to take apart what is in memory would take half a second
