"""The command `replay`: a game of a run, told again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from sim.core.errors import InputError, quoted
from sim.reading.text_files import read_text_file

from ..answer.notable import numbers_worth_reading, replay_command
from ..answer.replay import Setting, plan_setting
from ..answer.result import Result, load
from ..answer.story import read_chances, story_html, tell_story
from ..answer.told_log import ToldLog
from ..run.files import write_given
from .live import prepare
from .one_card import told_cards
from .options import (
    RESULTS,
    Json,
    ResultsFolder,
    RunOrLog,
    VariantName,
    writable,
)
from .output import DONE, answer, at_work, print_text
from .play import tell_game
from .runs import find_run

LONGEST = 19
"""Digits of the number of a game."""
LOG, MOST_BYTES = ".txt", 2**24
"""What the file of a log ends with, and how large it may be."""


def replay(
    run: RunOrLog,
    number: Annotated[
        str, typer.Argument(metavar="[NUMBER]", help="Of the game; without one, games worth reading are named.")
    ] = "",
    variant: VariantName = None,
    view: Annotated[str, typer.Option(metavar="SEAT", help="Tells what this seat may know, such as p1.")] = "",
    explain: Annotated[bool, typer.Option(help="Tells under each decision what the options are worth.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", help="Writes a page on which it is drawn step by step.", callback=writable
        ),
    ] = None,
    chances: Annotated[
        str, typer.Option(metavar="HOW", help="The chances on that page: none, value, or expert, which takes longer.")
    ] = "value",
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells a game of a run again, by its number; or the game of a log, in a file that ends with .txt."""
    if run.endswith(LOG):
        return _follow(Path(run), number, view, explain, chances, html, as_json)
    folder = find_run(run, results)
    with at_work("reading the plan"):
        setting = plan_setting(folder, variant, results)
    held = range(setting.games or 0)
    if not number.isdecimal() or len(number) > LONGEST or int(number) not in held:
        with at_work("looking through the games"):
            raise InputError(_suggestions(load(folder), variant, number, len(held)))
    if html is not None:
        return _draw(setting, int(number), view, explain, chances, html, as_json)
    return tell_game(setting, int(number), view, explain, as_json)


def _follow(path: Path, number: str, view: str, explain: bool, chances: str, html: Path | None, as_json: bool) -> int:
    """Tells the game of a log again."""
    if number:
        raise InputError(f"NUMBER: a log has one game, found {quoted(number)}")
    log = ToldLog.read(read_text_file(path, "log", MOST_BYTES))
    setting = log.setting()
    prepare(setting.game, setting.agents)
    with at_work("following the log"):
        decisions = log.followed(setting)
    if html is not None:
        return _draw(setting, log.number, view, explain, chances, html, as_json, decisions, log.names)
    return tell_game(setting, log.number, view, explain, as_json, decisions, log.names)


def _draw(
    setting: Setting,
    number: int,
    view: str,
    explain: bool,
    chances: str,
    path: Path,
    as_json: bool,
    decisions: Sequence[int] | None = None,
    names: Sequence[str] = (),
) -> int:
    """Writes a page on which a game is drawn, that needs no other file."""
    how = read_chances(chances)
    prepare(setting.game, setting.agents)
    with at_work("playing the game"):
        story = tell_story(setting, number, view, explain, how, decisions, names)
        log = setting.tell(number, view, explain, decisions, names).log.text
    text = story_html(story, told_cards(setting.game, story["cards"], setting.cards), log)
    write_given(path, text.encode())
    facts = {"html": str(path), "steps": len(story["frames"]) - 1, "bytes": len(text.encode())}
    answer(facts, as_json, lambda out: print_text(out, f"{story['about']}: {path}"))
    return DONE


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
