"""The command `progress`: an agent against that of earlier commits."""

from __future__ import annotations

from typing import Annotated

import typer

from agents import load_agent
from sim import load_game

from ..run.progress import DEALS, known_commit, state_changed
from ..run.progress import progress as play_progress
from ..statistics.format import format_interval
from ..statistics.text_table import TextTable
from .live import prepare
from .options import AgentName, GameName, Json, Workers, read_table
from .output import DONE, answer, at_work, narrate, print_tables


def progress(
    game: GameName,
    agent: AgentName,
    commits: Annotated[list[str], typer.Argument(metavar="COMMIT...", help="Earlier ones, as git calls them.")],
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which agent of then it plays; the same unless given.")
    ] = None,
    table: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule.")] = None,
    deals: Annotated[int, typer.Option(metavar="N", min=2, help="At each table.")] = DEALS,
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """For developers: an agent against that of earlier commits. By today's rules, on deals of their own."""
    rules = load_game(game)
    tables = [rules.make_tables(read_table(table), ())] if table else []
    for commit in commits:
        known_commit(commit)  # a wrong name is told before anything is compiled
        if state_changed(game, commit):
            narrate(
                f"sim/{game}/state.py has changed since {commit}: an agent of then may misread the state, and lose by "
                "it; to be sure, check out the commit that changed the agent, and ask there"
            )
    prepare(rules, [load_agent(game, agent)])
    with at_work("playing against earlier commits, a minute or more for each"):
        found = list(play_progress(game, agent, commits, tables, deals, workers, against))
    rows = [[f.commit, format_interval(f.gain, "points", signed=True), f"{f.games:,}"] for f in found]
    facts = [{"commit": f.commit, "gain": [f.gain.estimate, f.gain.low, f.gain.high], "games": f.games} for f in found]
    earlier = against or agent
    shown = TextTable([f"Against {earlier} of", f"{agent} of today scores more", "Games"], rows)
    answer(
        {"game": game, "agent": agent, "against": earlier, "progress": facts},
        as_json,
        lambda out: print_tables(out, {"": shown}),
    )
    return DONE
