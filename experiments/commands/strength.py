"""The command `strength`: notes how strong and how fast the agents of a game are."""

from __future__ import annotations

from typing import Annotated

import typer

from agents import list_agents
from sim import load_game

from .choices import strengths
from .live import prepare
from .options import GameName, Json
from .output import DONE, answer, at_work, narrate, print_text
from .strengths import note_strengths


def strength(
    game: GameName,
    speeds: Annotated[bool, typer.Option("--speeds", help="Measure speeds anew too; wants a quiet machine.")] = False,
    as_json: Json = False,
) -> int:
    """For developers: notes how strong and how fast the agents are. Scores are those of the tables in
    results/reference, speeds as `bench` measures them; `agents` lists both.
    """
    if speeds:
        prepare(load_game(game), list_agents(game))
    with at_work("measuring speeds, some seconds each" if speeds else "reading the tables"):
        path = note_strengths(game, speeds)
    told = path.read_text(encoding="utf-8").rstrip()
    answer({"file": str(path), **strengths(game)}, as_json, lambda out: print_text(out, told))
    narrate(f"\n{path} is written")
    return DONE
