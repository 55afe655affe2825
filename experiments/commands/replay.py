"""The command `replay`: a game of a run, told again."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.core.errors import InputError, quoted

from ..answer.notable import numbers_worth_reading, replay_command
from ..answer.replay import plan_setting
from ..answer.result import Result, load
from .options import (
    RESULTS,
    Json,
    ResultsFolder,
    RunName,
    VariantName,
)
from .output import at_work
from .play import tell_game
from .runs import find_run

LONGEST = 19
"""Digits of the number of a game."""


def replay(
    run: RunName,
    number: Annotated[
        str, typer.Argument(metavar="[NUMBER]", help="Of the game; without one, games worth reading are named.")
    ] = "",
    variant: VariantName = None,
    view: Annotated[str, typer.Option(metavar="SEAT", help="Tells what this seat may know, such as p1.")] = "",
    explain: Annotated[bool, typer.Option(help="Tells under each decision what the options are worth.")] = False,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells a game of a run again, by its number."""
    folder = find_run(run, results)
    with at_work("reading the plan"):
        setting = plan_setting(folder, variant, results)
    held = range(setting.games or 0)
    if not number.isdecimal() or len(number) > LONGEST or int(number) not in held:
        with at_work("looking through the games"):
            raise InputError(_suggestions(load(folder), variant, number, len(held)))
    return tell_game(setting, int(number), view, explain, as_json)


def _suggestions(result: Result, variant: str | None, typed: str, games: int) -> list[str]:
    """What is wrong with the number of a game, and what can be typed."""
    found = f"found {quoted(typed)}" if typed else "none is given"
    if not games:
        return [f"{result.folder}: this run holds no game yet, so that none can be told"]
    wrong = f"NUMBER: one of the {games:,} games that this run holds of each variant is expected, 0 to {games - 1}"
    which = variant or result.plan.variants[0].name
    named = numbers_worth_reading(result, which)
    commands = [f"  {replay_command(result, game, which)}  # {kind}" for kind, game in named.items()]
    return [f"{wrong}; {found}", *(["Worth reading, for example:"] if commands else []), *commands]
