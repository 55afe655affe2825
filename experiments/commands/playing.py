"""The command `play`: one game, told line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .catalog import telling_forms
from .live import prepare
from .options import RESULTS, AgentNames, CardFiles, Json, Played, ResultsFolder, only_for, read_table
from .output import DONE, FAILED, answer, narrate, print_text
from .replay import new_setting, plan_setting


def play(
    what: Played,
    agents: AgentNames = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The seed of a new game; 1 unless given.")] = None,
    game: Annotated[int, typer.Option(metavar="K", help="The number of the game.")] = 0,
    table: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule.")] = None,
    cards: CardFiles = None,
    variant: Annotated[str | None, typer.Option(metavar="NAME", help="Which variant of the plan.")] = None,
    view: Annotated[str, typer.Option(metavar="SEAT", help="Tells what this seat may know, such as p1.")] = "",
    explain: Annotated[bool, typer.Option(help="Tells under each decision what the options are worth.")] = False,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells one game line by line. It can be a new one, or any game of a plan again, by its number.

    With --explain options stand under each decision, each with the share of the win that it is worth to who decides: as
    the agent thought if it thinks ahead, else by imagined games that it plays on. The one that was taken is marked.
    """
    if what.endswith(".toml") or Path(what).is_dir():
        only_for("a new game", agents=agents, seed=seed, table=table, cards=cards)
        setting = plan_setting(what, variant, results)
    else:
        only_for("a game of a plan", variant=variant)
        names = [name.strip() for name in agents.split(",") if name.strip()]
        with telling_forms(what, table or []):
            setting = new_setting(what, names, read_table(table or []), cards or [], 1 if seed is None else seed)
    prepare(setting.game, setting.agents)
    told = setting.tell(game, view, explain)
    answer(told.as_dict(), as_json, lambda out: print_text(out, told.log.text.rstrip()))
    if told.stored != "not stored":
        narrate(f"fingerprint {told.log.fingerprint:016x}: {told.verdict}")
    return FAILED if told.stored == "another game" or told.log.error else DONE
