"""The command `bench`: how fast a game is played, compiled and started."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from agents import load_agent
from sim import load_game

from ..answer.replay import default_agent
from ..statistics.text_table import TextTable
from .benchmark import bench as measure
from .benchmark import compile_times as measure_compile_times
from .benchmark import profile as measure_profile
from .live import prepare
from .options import GameName, Json
from .output import DONE, answer, at_work, narrate, print_tables

PROFILE, SEEN, CALLERS = ["Kernel", "itself", "with callees", "called by"], 0.002, 3
"""Heads of the table of shares; the smallest share that is shown, and how many callers are."""
DRIFT = 1.1
"""A calibration that changes by more than this factor is worth a warning."""


def bench(
    game: GameName,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays all seats.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; the fewest unless given.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games of each repetition.")] = None,
    compile_times: Annotated[bool, typer.Option(help="CPU seconds of each kernel's compilation instead.")] = False,
    profile: Annotated[bool, typer.Option(help="What part of the time goes into each kernel instead.")] = False,
    as_json: Json = False,
) -> int:
    """Measures how fast a game is played, compiled and started."""
    if profile:
        with at_work("compiling with names and playing, a minute or more"):
            found = measure_profile(game, agent, players)
        shown = TextTable(PROFILE, [_row(share) for share in found if share["itself"] >= SEEN], frozenset({1, 2}))
        answer({"kernels": found}, as_json, lambda out: print_tables(out, {"": shown}))
        return DONE
    if compile_times:
        with at_work("compiling every kernel anew, a minute or more"):
            times = measure_compile_times(game, agent, players)
        listed = TextTable(["Kernel", "CPU s"], [[name, f"{took:.2f}"] for name, took in times.items()], frozenset({1}))
        answer({"compile_cpu_seconds": times}, as_json, lambda out: print_tables(out, {"": listed}))
        return DONE
    prepare(load_game(game), [load_agent(game, agent or default_agent(game))])
    with at_work("measuring, and compiling everything anew, a minute or more"):
        measured = measure(game, agent, players, games)
    if measured.calibration_drift > DRIFT:
        narrate(f"the core's speed changed by a factor of {measured.calibration_drift:.2f} meanwhile: measure again")
    rows = [[name.replace("_", " "), _figure(value)] for name, value in measured.as_dict().items()]
    shown = TextTable(["", ""], rows, frozenset({1}))
    answer(measured.as_dict(), as_json, lambda out: print_tables(out, {"": shown}))
    return DONE


def _row(share: dict[str, Any]) -> list[str]:
    """A kernel's line in the table of shares."""
    callers = [f"{name} {100 * part:.1f}" for name, part in list(share["callers"].items())[:CALLERS]]
    return [share["kernel"], f"{100 * share['itself']:.1f}", f"{100 * share['with_callees']:.1f}", ", ".join(callers)]


def _figure(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
