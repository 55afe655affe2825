"""The command `bench`: how fast a game is played, compiled and started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from agents import load_agent
from sim import GAMES, load_game
from sim.core.errors import InputError

from ..answer.replay import default_agent
from ..statistics.text_table import TextTable
from .benchmark import Speeds, calibrate, speeds
from .benchmark import bench as measure
from .benchmark import compile_times as measure_compile_times
from .benchmark import profile as measure_profile
from .live import prepare
from .options import Json, OneGameOrAll
from .output import DONE, answer, at_work, narrate, print_tables

PROFILE, SEEN, CALLERS = ["Kernel", "itself", "with callees", "called by"], 0.002, 3
"""Heads of the table of shares; the smallest share that is shown, and how many callers are."""
BUSY = 1.1
"""Where the fastest repetition was faster than the middle one by more than this factor, a warning is due."""
SPEEDS = {
    "games, random": "random_games",
    "decisions, random": "random_decisions",
    "games, best": "best_games",
    "imagined games, expert": "imagined_games",
    "compiled, CPU s": "cold_compile_cpu_seconds",
    "on the clock, s": "cold_compile_seconds",
    "warm start, s": "warm_start_seconds",
}
"""Head of a column of the table of all games -> what stands there."""


def bench(
    game: OneGameOrAll = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays all seats.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; the fewest unless given.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games of each repetition.")] = None,
    compile_times: Annotated[bool, typer.Option(help="CPU seconds of each kernel's compilation instead.")] = False,
    profile: Annotated[bool, typer.Option(help="What part of the time goes into each kernel instead.")] = False,
    as_json: Json = False,
) -> int:
    """Measures how fast a game is played, compiled and started; without a game all of them, in one table."""
    if game is None:
        return _all_games(
            as_json,
            {
                "--agent": agent,
                "--players": players,
                "--games": games,
                "--compile-times": compile_times,
                "--profile": profile,
            },
        )
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
    if (slower := measured.games_per_cpu_second / measured.median_games_per_cpu_second) > BUSY:
        narrate(f"the machine was busy: half of the repetitions took {slower:.2f} times as long as the fastest one")
    rows = [[name.replace("_", " "), _figure(value)] for name, value in measured.as_dict().items()]
    shown = TextTable(["", ""], rows, frozenset({1}))
    answer(measured.as_dict(), as_json, lambda out: print_tables(out, {"": shown}))
    return DONE


def _all_games(as_json: bool, given: Mapping[str, Any]) -> int:
    """The table of all games; what was given beside is of one game alone."""
    if of_one := [name for name, value in given.items() if value]:
        raise InputError(f"{of_one[0]} is of one game: overnight bench GAME {of_one[0]}")
    spin, rows = calibrate(), []
    for game in GAMES:
        prepare(load_game(game), [load_agent(game, name) for name in ("random", "best", "expert")])
        with at_work(f"measuring {load_game(game).title}, and compiling everything anew, a minute or more"):
            rows.append(speeds(game))
    found = {"calibration_ns": min(spin, calibrate()), "games": [asdict(row) for row in rows]}
    shown = TextTable(["Game", *SPEEDS], [_speeds_row(row) for row in rows], frozenset(range(1, 1 + len(SPEEDS))))
    spun = f"Two players; a CPU-second of a core whose spin loop takes {found['calibration_ns']:.2f} ns a step."
    answer(found, as_json, lambda out: print_tables(out, {spun: shown}))
    return DONE


def _speeds_row(row: Speeds) -> list[str]:
    """A game's line in the table of all games."""
    return [load_game(row.game).title, *(_figure(getattr(row, name)) for name in SPEEDS.values())]


def _row(share: dict[str, Any]) -> list[str]:
    """A kernel's line in the table of shares."""
    callers = [f"{name} {100 * part:.1f}" for name, part in list(share["callers"].items())[:CALLERS]]
    return [share["kernel"], f"{100 * share['itself']:.1f}", f"{100 * share['with_callees']:.1f}", ", ".join(callers)]


def _figure(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
