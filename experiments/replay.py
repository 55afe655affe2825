"""One game, told line by line: any game of a plan again by its number, or a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from agents import Agent, list_agents, load_agent
from sim import load_game
from sim.core.errors import InputError, nearest
from sim.core.trace import Log, play_log

from .plan import Plan, Variant, describe_agent, read_plan
from .store import PLAN, PartId, Store

Stored = Literal["the same", "another game", "not stored", "other rules or agents"]


@dataclass(frozen=True)
class Replay:
    """A game that was told, and how it compares with the one that a run has stored."""

    log: Log
    game: str
    seed: int
    number: int
    agents: list[str]
    stored: Stored

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON; the fingerprint is a text, for many readers of JSON lose digits of large numbers."""
        log = self.log
        told = {"score": log.score, "turns": log.turns, "decisions": log.decisions, "error": log.error}
        about = {"game": self.game, "seed": self.seed, "number": self.number, "agents": self.agents}
        return {**about, **told, "fingerprint": f"{log.fingerprint:016x}", "stored": self.stored, "log": log.text}


def plan_file(source: str | Path) -> Path:
    """The plan file that is meant: a file, or that in the folder of a run."""
    path = Path(source)
    return path / PLAN if path.is_dir() else path


def new_game(
    name: str,
    agents: Sequence[str] = (),
    table: Mapping[str, Any] | None = None,
    cards: Sequence[str | Path] = (),
    seed: int = 1,
    number: int = 0,
) -> Replay:
    """Game `number` of the run `seed` at a table of one's own. One agent plays all seats; none means the best one."""
    game = load_game(name)
    tables = game.make_tables(table or {}, list(cards))
    players = int(tables.players)
    names = list(agents) or [default_agent(name)]
    names = names * players if len(names) == 1 else names
    if len(names) != players:
        raise InputError(f"agents: one for each of the {players} players expected, or one for all, found {len(names)}")
    seats = [load_agent(name, agent) for agent in names]
    log = play_log(game, tables, seats, seed, number, _names(seats), list(cards))
    return Replay(log, name, seed, number, _names(seats), "not stored")


def default_agent(game: str) -> str:
    """The agent that plays if none is named: the strongest there is."""
    return [agent.name for agent in list_agents(game)][:2][-1]


def replay(source: str | Path, number: int, variant: str | None = None, results: str | Path = "results") -> Replay:
    """Game `number` of a plan file or of a run, played again, with its fingerprint compared with the stored one."""
    plan = read_plan(plan_file(source))
    chosen = _find_variant(plan, variant)
    if number < 0:
        raise InputError(f"game: a number from 0 on is expected, found {number}")
    store = Store(source) if Path(source).is_dir() else Store.of_plan(plan, results)
    seats = list(chosen.agents)
    log = play_log(plan.game, chosen.tables, seats, plan.seed, number, _names(seats), list(chosen.cards))
    stored = _compare(plan, store, plan.variants.index(chosen), number, log)
    return Replay(log, plan.game.name, plan.seed, number, _names(seats), stored)


def _names(agents: Sequence[Agent]) -> list[str]:
    return [describe_agent(agent) for agent in agents]


def _find_variant(plan: Plan, name: str | None) -> Variant:
    names = [variant.name for variant in plan.variants]
    if name is None:
        return plan.variants[0]
    if name not in names:
        raise InputError(f'no variant is called "{name}"{nearest(name, names)}')
    return plan.variants[names.index(name)]


def _compare(plan: Plan, store: Store, variant: int, number: int, log: Log) -> Stored:
    manifest = store.read_manifest()
    if manifest and manifest["key"] != plan.digest():
        return "other rules or agents"
    first = number - number % plan.part_games
    path = store.part_path(variant, first)
    if not path.exists():
        return "not stored"
    fingerprints = PartId(plan.digest(), variant, first).read(path, ["fingerprint"])["fingerprint"]
    if number - first >= len(fingerprints):
        return "not stored"
    return "the same" if fingerprints[number - first].as_py() == log.fingerprint else "another game"
