"""The command `play`: one game, told line by line or played by people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim import game_id
from sim.core.errors import begin_text, printable

from ..plan.shipped import shipped_plans
from .options import (
    RESULTS,
    AgentNames,
    CardFiles,
    Json,
    Played,
    ResultsFolder,
    VariantName,
    only_for,
    read_table,
)
from .output import DONE, FAILED, answer, at_work, console, narrate, print_words

if TYPE_CHECKING:
    from ..answer.replay import Setting


def play(
    what: Played,
    agents: AgentNames = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The seed of a new game; 1 unless given.")] = None,
    game: Annotated[int, typer.Option(metavar="K", help="The number of the game.")] = 0,
    table: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule.")] = None,
    cards: CardFiles = None,
    variant: VariantName = None,
    view: Annotated[str, typer.Option(metavar="SEAT", help="Tells what this seat may know, such as p1.")] = "",
    me: Annotated[str, typer.Option(metavar="SEAT,...", help="Play these seats yourself, such as p1.")] = "",
    explain: Annotated[bool, typer.Option(help="Tells under each decision what the options are worth.")] = False,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells one game line by line. It can be a new one, or any game of a plan again, by its number.

    With --explain options stand under each decision, each with the share of the win that it is worth to the deciding
    player: as the agent thought if it thinks ahead, else by imagined games that it plays on. The one that was taken is
    marked.

    With --me you play: actions are listed with numbers, "? NAME" tells a card, ? what the choices mean and what the
    agent would do in your place, s the whole table, and help all that can be typed. What your seat cannot know stays
    hidden.
    """
    with at_work("loading"):  # which its help need not wait for
        from ..answer.replay import new_setting, plan_setting
        from .catalog import telling_forms
    if what.endswith(".toml") or Path(what).is_dir() or what in shipped_plans():
        only_for("a new game", agents=agents, seed=seed, table=table, cards=cards)
        with at_work("reading the plan"):
            setting = plan_setting(what, variant, results)
    else:
        only_for("a game of a plan", variant=variant)
        names = [name.strip() for name in agents.split(",") if name.strip()]
        name = game_id(what)
        with telling_forms(name, table or []):
            setting = new_setting(name, names, read_table(table or []), cards or [], 1 if seed is None else seed)
    if me:
        only_for("a game that is told", view=view, explain=explain or None, json=as_json or None)
        return _sit(setting, me, game)
    return tell_game(setting, game, view, explain, as_json)


def tell_game(
    setting: Setting,
    number: int,
    view: str,
    explain: bool,
    as_json: bool,
    decisions: Sequence[int] | None = None,
    names: Sequence[str] = (),
) -> int:
    """Tells a game, and whether it is the one that is stored. decisions, names: as of `Setting.tell`."""
    from .live import prepare

    setting.check_number(number)
    prepare(setting.game, setting.agents)
    with at_work("playing the game, and others to explain it" if explain else "playing the game"):
        told = setting.tell(number, view, explain, decisions, names)
    answer(told.as_dict(), as_json, lambda out: print_words(out, told.log.text.rstrip()))
    if told.stored != "not stored":
        narrate(f"fingerprint {told.log.fingerprint:016x}: {told.verdict}")
    return FAILED if told.stored == "another game" or told.log.error else DONE


def _sit(setting: Setting, me: str, number: int) -> int:
    """Plays a game with people at some seats."""
    from .live import prepare
    from .terminal_game import TerminalGame, read_seats

    setting.check_number(number)
    seats = read_seats(me, int(setting.tables.players))
    prepare(setting.game, setting.agents)
    out = console()
    TerminalGame(setting, seats, number, _ask, lambda line: print_words(out, line)).play()
    return DONE


def _ask(prompt: str) -> str:
    """A line of input, which is shown too where nobody has typed it on a terminal."""
    begin_text()
    line = input(prompt)
    if not sys.stdin.isatty():
        print(printable(line))
    return line
