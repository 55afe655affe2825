"""One game, told line by line: any game of a plan again by its number, or a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from agents import Agent, list_agents, load_agent
from agents.search import SearchAgent, search, thoughts
from sim import load_game
from sim.core.errors import InputError, nearest, quoted, shown
from sim.core.game import Game
from sim.printed import with_ids
from sim.reading.card_files import CardFile, CardSource, read_card_files
from sim.reading.names import read_seat
from sim.words.trace import Explainer, Log, Option, play_log
from sim.words.walk import Decider

from ..plan.plan import Plan, describe_agent
from ..plan.reading import read_plan
from ..plan.tables import table_text
from ..run.parts import PartId, cut
from ..run.store import PLAN, Store
from ..statistics.format import format_interval
from ..statistics.intervals import mean_interval

LAST_NUMBER = 2**63 - 1
"""Of games and seeds."""

ROLLOUTS = 200
"""Imagined games that are played of a decision if who decides does not think ahead."""

Stored = Literal["the same", "another game", "not stored", "other rules or agents"]
VERDICTS: dict[Stored, str] = {
    "the same": "the same game as the stored one",
    "another game": "NOT the game that is stored: the rules changed without a trace, or a part is damaged",
    "not stored": "no such game is stored",
    "other rules or agents": "the stored games were played with other rules or agents; this one is new",
}
"""How a game compares with the stored one, in words."""


@dataclass(frozen=True, repr=False)
class Replay:
    """A game that was told, and how it compares with the one that a run has stored."""

    log: Log
    game: str
    seed: int
    number: int
    agents: list[str]
    stored: Stored

    @property
    def verdict(self) -> str:
        """How it compares with the stored game, in words."""
        return VERDICTS[self.stored]

    def __str__(self) -> str:
        return self.log.text

    __repr__ = __str__

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON; the fingerprint is a text, for many readers of JSON lose digits of large numbers."""
        log = self.log
        told = {"score": log.score, "turns": log.turns, "decisions": log.decisions, "error": log.error}
        about = {"game": self.game, "seed": self.seed, "number": self.number, "agents": self.agents}
        return {**about, **told, "fingerprint": f"{log.fingerprint:016x}", "stored": self.stored, "log": log.text}


def plan_file(source: str | Path) -> Path:
    """The plan file that is meant: a file, or that in the folder of a run."""
    path = Path(source)
    return path / PLAN if path.is_dir() and (path / PLAN).is_file() else path


def results_of(source: str | Path, plan: Plan, results: str | Path) -> Path:
    """Where the games of a plan belong: given by the folder of a run, there if they are its games, else beside it."""
    if not Path(source).is_dir():
        return Path(results)
    own = Store(source).read_manifest().get("key") == plan.digest()
    return Path(source) if own else Path(source).absolute().parent


@dataclass(frozen=True)
class Setting:
    """A table at which games can be told: everything is checked, nothing is played yet."""

    game: Game
    tables: np.record
    agents: tuple[Agent, ...]
    cards: tuple[CardFile, ...]
    seed: int
    find_stored: Callable[[int], int | Stored] = lambda number: "not stored"
    """the fingerprint that is stored of a game, or why there is none"""
    games: int | None = None
    """how many there are, of a run; None where any can be played"""
    table: Mapping[str, Any] = field(default_factory=dict)
    """what is not as usual at it"""

    def tell(
        self,
        number: int,
        view: str = "",
        explained: bool = False,
        decisions: Sequence[int] | None = None,
        names: Sequence[str] = (),
    ) -> Replay:
        """Plays one game and tells it: all of it, or what a seat such as "p1" may know.

        explained: what the options of a decision are worth is told under it. decisions: as of `players`. names: of who
        plays, if not the agents.
        """
        viewer = self.viewer(view)
        self.check_number(number)
        names = list(names) or [describe_agent(agent) for agent in self.agents]
        explain = self.explainer() if explained else None
        table = table_text(self.table) if self.table else ""
        players = self.players(decisions)
        log = play_log(self.game, self.tables, players, self.seed, number, names, self.cards, viewer, explain, table)
        stored = self.compared(number, log.fingerprint)
        return Replay(log, self.game.name, self.seed, number, names, stored)

    def players(self, decisions: Sequence[int] | None = None) -> Sequence[Agent] | Decider:
        """Who decides: the agents; or for all seats the actions that were taken where there was a choice, by their
        places among the legal ones.
        """
        if decisions is None:
            return self.agents
        taken = iter(decisions)
        return lambda s, legal: next(taken, -1)  # which is no action, so that a game that was cut short is a fault

    def compared(self, number: int, fingerprint: int) -> Stored:
        """How a game that was played again compares with the stored one."""
        stored = self.find_stored(number)
        if isinstance(stored, int):
            return "the same" if stored == fingerprint else "another game"
        return stored

    def check_number(self, number: int) -> None:
        """InputError if there is no game of that number."""
        is_number = isinstance(number, int | np.integer)
        if self.games is None and not (is_number and 0 <= number <= LAST_NUMBER):
            raise InputError(f"game: a number from 0 on, below 2**63, is expected, found {shown(number)}")
        if self.games is not None and not (is_number and 0 <= number < self.games):
            held = f"the {self.games:,} games that this run holds of each variant"
            raise InputError(f"game: one of {held} is expected, numbered from 0 on, found {shown(number)}")

    def viewer(self, view: str) -> int | None:
        """The seat that is meant by "p1" and the like, None by nothing; InputError says which there are."""
        try:
            return read_seat(view, int(self.tables.players)) if view else None
        except ValueError as error:
            raise InputError(f"view: {error}") from None

    def explainer(self) -> Explainer:
        """Tells what options are worth to the deciding player, as shares of the win: in the imagined games of an agent
        that thinks ahead, else in ones that the agent plays on.
        """
        thinkers = [thinker_for(agent) for agent in self.agents]

        def explain(s: np.record, legal: np.ndarray) -> list[Option]:
            found = thoughts(thinkers[s.to_move], self.tables, s, legal)
            return [
                (
                    thought.index,
                    f"{format_interval(mean_interval(thought.worlds, thought.share, thought.variance)):<18}",
                )
                for thought in found
            ]

        return explain


def thinker_for(agent: Agent, rollouts: int = ROLLOUTS) -> SearchAgent:
    """The agent if it thinks ahead itself; else one that has it play imagined games on, and otherwise thinks as the
    game's first thinking agent. InputError if there is none.
    """
    if isinstance(agent, SearchAgent):
        return agent
    model = model_of(agent.game)
    horizon, whole = model.parameters["horizon"], model.parameters["whole_from"]
    return search(
        agent.game, agent.name, agent, model.value, rollouts=rollouts, horizon=horizon, whole_from=whole, margin=0
    )


def model_of(game: str) -> SearchAgent:
    """The first agent of a game that thinks ahead; InputError if there is none."""
    model = next((known for known in list_agents(game) if isinstance(known, SearchAgent)), None)
    if model is None:
        raise InputError(f"explain: no agent for {game} thinks ahead")
    return model


def new_setting(
    name: str,
    agents: Sequence[str | Mapping[str, Any] | Agent] = (),
    table: Mapping[str, Any] | None = None,
    cards: Sequence[CardSource] = (),
    seed: int = 1,
) -> Setting:
    """A table of one's own. One agent plays all seats; none means the best one. InputError lists what is wrong."""
    game = load_game(name)
    if not 0 <= seed <= LAST_NUMBER:
        raise InputError(f"seed: a whole number from 0 to 2**63 - 1 is expected, found {shown(seed)}")
    files = read_card_files(cards)
    tables = game.make_tables(with_ids(game, table or {}, files), files)
    players = int(tables.players)
    names = list(agents) or [default_agent(game.name)]
    names = names * players if len(names) == 1 else names
    if len(names) != players:
        raise InputError(f"agents: one for each of the {players} players expected, or one for all, found {len(names)}")
    return Setting(game, tables, tuple(load_agent(game.name, agent) for agent in names), files, seed, table=table or {})


def default_agent(game: str) -> str:
    """The agent that plays if none is named: the strongest there is."""
    return [agent.name for agent in list_agents(game)][:2][-1]


def plan_setting(source: str | Path, variant: str | None = None, results: str | Path = "results") -> Setting:
    """The table of a variant, the first unless named, of a plan file or of a run, with the games that are stored."""
    plan = read_plan(plan_file(source))
    names = [known.name for known in plan.variants]
    if variant is not None and variant not in names:
        raise InputError(f"no variant is called {quoted(variant)}{nearest(variant, names)}")
    index = names.index(variant) if variant else 0
    is_run = Path(source).is_dir()
    store = Store(source) if is_run else Store.of_plan(plan, results)
    found = plan.variants[index]
    seed = plan.seed_of(index)
    find_stored = partial(_find_stored, plan, store, index)
    games = _held(plan, store.read_manifest(), index) if is_run else None
    return Setting(plan.game, found.tables, found.agents, found.card_files, seed, find_stored, games, found.table)


def _held(plan: Plan, manifest: Mapping[str, Any], variant: int) -> int:
    """How many games of a variant a run holds, at most."""
    if plan.apart is None:
        return int(manifest.get("games", 0))
    group, first = plan.group_of(variant, plan.apart.first)
    apart = manifest.get("apart", {}).get(str(group.start), 0)
    return int(first + apart if apart else min(first, manifest.get("games", 0)))


def _find_stored(plan: Plan, store: Store, variant: int, number: int) -> int | Stored:
    """The fingerprint of a game in the parts of a run."""
    manifest = store.read_manifest()
    if manifest and manifest["key"] != plan.digest():
        return "other rules or agents"
    group, first = plan.group_of(variant, number)
    path = store.parts.path(group.start, first)
    if not path.exists():
        return "not stored"
    part = PartId.of(plan, group, first).read(path, ["fingerprint"])
    found = cut(part, len(group), number - first, 1)[variant - group.start]["fingerprint"]
    return int(found[0].as_py()) if len(found) else "not stored"
