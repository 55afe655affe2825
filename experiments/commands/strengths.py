"""How strong and how fast the agents of a game are, noted where `overnight agents` reads it: scores by the tables of
`results/reference`, speeds as `overnight bench` measures them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import tomli_w

from agents import list_agents, load_agent
from agents.search import SearchAgent

from ..answer.reference import FOLDER
from ..questions.texts import rows_of
from ..run.files import write_whole
from .benchmark import games_per_second
from .choices import strength_file, strengths

AMONG, AHEAD = ("agents", "matrix"), ("expert", "budget")
"""What the names of tables end with: of all agents against each other, and of those that think ahead against best."""
FEW = 2
"""Players, of a table that has them told apart."""
HEADER = """\
# How strong and how fast the agents are, as measured. `overnight strength {0}` writes it,
# `overnight agents {0}` shows it.
# score: in %, the mean of what is said in score_of. speed: games a CPU-second of one core, the agent in every seat; of
# expert, which thinks ahead, against best, and against_best its score there with how far its interval reaches.
"""


def note_strengths(game: str, speeds: bool = False) -> Path:
    """Writes the file of the strengths of a game's agents anew; what no table tells stays as it was. Returns the file.

    speeds: measured anew as well, of all agents, a few seconds each.
    """
    known = strengths(game)
    found = {agent.name: dict(known["agents"].get(agent.name, {})) for agent in list_agents(game)}
    for name, facts in _told(game, found):
        found[name] |= facts
    for name in found if speeds else ():
        found[name]["speed"] = _rounded(games_per_second(game, name))
    about = {key: value for key, value in known.items() if key != "agents"}
    about.setdefault("speed_of", f"`overnight bench {game} --players 2 --agent NAME`")
    if table := _table(game, AMONG):
        plan = f"`overnight run experiments/plans/{table.stem}.toml`"
        about.setdefault("score_of", f"mean score against each other one, in {plan}")
    ordered = {name: found[name] for name in sorted(found, key=lambda name: _place(game, name, found[name]))}
    text = HEADER.format(game) + tomli_w.dumps({**about, "agents": ordered})
    write_whole(strength_file(game), text.encode())
    return strength_file(game)


def _place(game: str, name: str, facts: Mapping[str, Any]) -> float:
    """Where an agent stands among the others: the strongest first, chance behind, then those that think ahead."""
    if isinstance(load_agent(game, name), SearchAgent):
        return 1.0
    return -float(facts.get("score", {"best": 100, "random": 0}.get(name, 50)))


def _table(game: str, endings: tuple[str, ...]) -> Path | None:
    """The first kept table of a game whose name ends with one of these."""
    return next((path for end in endings if (path := FOLDER / f"{game}_{end}.csv").is_file()), None)


def _told(game: str, agents: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the tables that are kept tell of these agents."""
    if table := _table(game, AMONG):
        for name, score in _means(pd.read_csv(table)).items():
            if name in agents:
                yield name, {"score": round(100 * score, 1)}
    if table := _table(game, AHEAD):
        for row in rows_of(pd.read_csv(table)):
            if row.agent in agents and row.agent != "best":
                yield row.agent, {"against_best": [round(100 * row.score), round(50 * (row.high - row.low))]}


def _means(table: pd.DataFrame) -> dict[str, float]:
    """The mean score of each row over the columns that are somebody else; of teams, at tables of two."""
    if "players" in table:
        table = table[table["players"] == FEW]
        table = table.assign(row=table["name"].str.split(" v ").str[0], column="")
    means = table[table["row"] != table["column"]].groupby("row")["score"].mean()
    return {str(name): float(score) for name, score in means.items()}


def _rounded(speed: float) -> int:
    """To three digits."""
    return round(float(f"{speed:.3g}"))
