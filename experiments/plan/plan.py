"""What is asked: the parts of a plan, all checked and ready to be played. `reading` makes them of a plan file."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from agents import Agent, list_agents, load_agent
from sim.core.errors import InputError
from sim.core.game import Game
from sim.core.kernel import digest
from sim.core.names import seat_name
from sim.core.table import ROTATE

Question = Literal["estimate", "compare", "balance", "field", "matrix"]
QUESTIONS = ("estimate", "compare", "balance", "field", "matrix")

FIRST = "first"
"""The entrant of a question about whichever seat begins."""

PART_GAMES, PAIR_PART_GAMES = 2400, 480
"""Games of each variant in a part, by default: divisible by any number of players up to six, and a second's work or so.
Variants that are pairs are many, so the parts of several go into one file, see `Plan.variants_per_part`.
"""
PART_PAIRS = 20
"""How many pairs share a file."""
SEED_STEP = 0x9E3779B97F4A7C15
"""From the seed of one pair to that of the next: large and odd, so that plans with other seeds share no deals."""

FORMAT = b"2"
"""Changes when the layout of the parts does, so that old parts are not taken for new ones."""

DIFFERENCES = {
    "rules": "other rules, cards or compiler",
    "seed": "another seed",
    "agents": "other agents",
    "tables": "other tables or card files",
    "part_games": "parts of another size",
}


@dataclass(frozen=True)
class Stop:
    """When a run ends: at whichever of these comes first. At least one is set."""

    games: int | None = None
    """games of each variant, in all"""
    half_width: float | None = None
    """when no interval (estimate: of scores; compare: of differences; balance: of the value sought, in units of the
    setting; field and matrix: of mean scores) is wider than twice this
    """
    hours: float | None = None
    """hours of one call; a run stopped by this can go on"""
    decided: float | None = None
    """when every verdict is settled with this confidence"""

    @property
    def looks_at_results(self) -> bool:
        """Whether the number of games depends on how they went, so that only always-valid intervals hold."""
        return self.half_width is not None or self.decided is not None


@dataclass(frozen=True, eq=False)
class Variant:
    """One of the tables that are played; a question without variants has one, called "plan"."""

    name: str
    agents: tuple[Agent, ...]
    table: Mapping[str, Any]
    cards: tuple[Path, ...]
    tables: np.record
    """what the kernels read; follows from table and cards"""


@dataclass(frozen=True)
class Setting:
    """The key of the table whose value a balance seeks; each of the values is a variant, in this order."""

    path: str
    seat: int | None
    """whose entry of a list varies; None if the key holds a single number"""
    values: tuple[int, ...]

    @property
    def label(self) -> str:
        """The key in words."""
        name = self.path.replace("_", " ")
        return name if self.seat is None else f"{name} of {seat_name(self.seat)}"


@dataclass(frozen=True, eq=False)
class Entry:
    """What one seat brings to a pair: an agent, and what its seat has on the table."""

    name: str
    agent: Agent
    seat: Mapping[str, Any]
    """by key of the table, what stands in the list there for the seat of this entry"""

    def same_as(self) -> str:
        """A text that is equal for entries that are the same in all but name."""
        return json.dumps([self.agent.digest(), dict(self.seat)], sort_keys=True, default=str)


@dataclass(frozen=True, eq=False)
class Pairing:
    """Who meets whom. Pair k is played as variants k * each .. k * each + each - 1."""

    rows: tuple[Entry, ...]
    """the entries whose scores are asked for"""
    columns: tuple[Entry, ...]
    """those that they meet"""
    over: tuple[Mapping[str, Any], ...]
    """settings of the table over which every pair is averaged; one without keys if there is none"""
    exchanged: tuple[bool, ...]
    """for each variant of a pair, whether the first entry of the pair sits at p2"""
    pair: NDArray[np.int64]
    """(rows, columns): which pair, or -1 where an entry would meet itself"""
    mirrored: NDArray[np.bool_]
    """(rows, columns): whether the row is the second entry of the pair"""
    counts_itself: bool
    """whether an entry that would meet itself scores one half there, without play, rather than leaving that out"""

    @property
    def each(self) -> int:
        """Variants of a pair."""
        return len(self.exchanged)

    @property
    def pairs(self) -> int:
        """Number of pairs that are played."""
        return int(self.pair.max()) + 1

    @property
    def opponents(self) -> NDArray[np.int64]:
        """By row, the number of scores that its mean is made of."""
        return np.full(len(self.rows), len(self.columns)) if self.counts_itself else (self.pair >= 0).sum(axis=1)


@dataclass(frozen=True, eq=False)
class Plan:
    """A question that can be played. Make one with `read_plan`."""

    name: str
    question: Question
    game: Game
    seed: int
    variants: tuple[Variant, ...]
    entrant: int
    """the seat whose score is compared; the number of players for whichever seat begins; of a team, any seat"""
    stop: Stop
    confidence: float
    part_games: int
    """games of each variant in a part; the stopping rule looks after each part of all variants"""
    table: Mapping[str, Any]
    cards: tuple[Path, ...]
    agents: tuple[Agent, ...]
    setting: Setting | None = None
    """of a balance"""
    pairing: Pairing | None = None
    """of a field and a matrix"""

    @property
    def players(self) -> int:
        """Number of seats in use."""
        return len(self.variants[0].agents)

    @property
    def seats(self) -> list[str]:
        """Names of the seats in use."""
        return [seat_name(seat) for seat in range(self.players)]

    @property
    def entrant_name(self) -> str:
        """The entrant in words."""
        if self.team:
            return "the team"
        return "the first seat" if self.entrant == self.players else self.seats[self.entrant]

    @property
    def team(self) -> str | None:
        """What the seats are called together in a game that they win or lose together; None in any other game."""
        return self.game.words.team[0] if self.game.words.team else None

    @property
    def even_share(self) -> float:
        """The score that is neither good nor bad: that of a seat like all others, or of a team like its opponent."""
        return 1 / 2 if self.team else 1 / self.players

    @property
    def games_per_deal(self) -> int:
        """Games that share their luck while every seat begins once: the unit of all statistics."""
        return games_per_deal(self.variants[0].tables)

    @property
    def unit(self) -> str:
        """What is played so many games: "variant", "value" or "pair"; empty if there is only one table."""
        if self.pairing:
            return "pair" if self.pairing.each == 1 else "pair, setting and side"
        return "" if len(self.variants) == 1 else "value" if self.setting else "variant"

    @property
    def variants_per_part(self) -> int:
        """How many variants, one after the other, share a part file."""
        return PART_PAIRS if self.pairing else 1

    def seed_of(self, variant: int) -> int:
        """The run seed of the games of a variant: that of the plan, so that all play the same deals. Every pair has
        deals of its own, for luck that an entry had in all its pairs at once would not average out in its mean score.
        """
        pair = variant // self.pairing.each if self.pairing else 0
        return (self.seed + pair * SEED_STEP) % 2**63

    @property
    def groups(self) -> Iterator[range]:
        """The variants that share part files, in order."""
        for first in range(0, len(self.variants), self.variants_per_part):
            yield range(first, min(first + self.variants_per_part, len(self.variants)))

    def identity(self) -> dict[str, Any]:
        """All that decides what happens in game number n, apart from n; names and stopping rules do not."""
        return {
            "rules": self.game.source_digest(),
            "seed": self.seed,
            "agents": [[agent.digest() for agent in variant.agents] for variant in self.variants],
            "tables": [digest(variant.tables.tobytes()) for variant in self.variants],
            "part_games": self.part_games,
        }

    def digest(self) -> str:
        """Twelve hex digits of the identity: games are kept under it and never mixed with others."""
        return self._digest

    @functools.cached_property
    def _digest(self) -> str:
        return digest(FORMAT, self.question.encode(), json.dumps(self.identity(), sort_keys=True).encode())

    def to_toml(self, card_names: Mapping[Path, str] | None = None) -> str:
        """The plan with every default written out; `card_names` gives card files other names."""
        names = card_names or {}
        entrant = (
            {} if self.pairing else {"entrant": FIRST if self.entrant == self.players else seat_name(self.entrant)}
        )
        lines = _assignments(
            name=self.name,
            question=self.question,
            game=self.game.name,
            seed=self.seed,
            **entrant,
            confidence=self.confidence,
            part_games=self.part_games,
        )
        lines += _setting(self.variants[0] if self.question == "estimate" else self, names)
        if self.pairing and any(self.pairing.over):
            lines += _assignments(over=[dict(fragment) for fragment in self.pairing.over])
        if self.question == "compare":
            for variant in self.variants:
                lines += ["", "[[variants]]", *_assignments(name=variant.name), *_setting(variant, names)]
        if self.setting:
            values = self.setting.values
            whose = {} if self.setting.seat is None else {"seat": seat_name(self.setting.seat)}
            span = {"from": values[0], "to": values[-1], "step": values[1] - values[0]}
            lines += ["", "[setting]", *_assignments(path=self.setting.path, **whose, **span)]
        if self.pairing:
            lists = {"shelf": self.pairing.rows, "field": self.pairing.columns}
            for key, entries in lists.items() if self.question == "field" else [("entries", self.pairing.rows)]:
                for entry in entries:
                    about = _assignments(name=entry.name, agent=agent_spec(entry.agent), seat=dict(entry.seat))
                    lines += ["", f"[[{key}]]", *about]
        lines += ["", "[stop]", *_assignments(**{k: v for k, v in vars(self.stop).items() if v is not None})]
        return "\n".join(lines) + "\n"


def describe_difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """In what two identities of runs differ (see `Plan.identity`)."""
    return (
        " and ".join(text for key, text in DIFFERENCES.items() if one.get(key) != other.get(key)) or "another question"
    )


def changed_parameters(agent: Agent) -> dict[str, float]:
    """The parameters that differ from those with which the agent of this name is known."""
    known = next((a.parameters for a in list_agents(agent.game) if a.name == agent.name), {})
    return {key: value for key, value in agent.parameters.items() if known.get(key) != value}


def describe_agent(agent: Agent) -> str:
    """The name of an agent, and the parameters that were changed."""
    changed = ", ".join(f"{key}={value:g}" for key, value in changed_parameters(agent).items())
    return f"{agent.name} ({changed})" if changed else agent.name


def is_known(agent: Agent) -> bool:
    """Whether another process finds the same agent by its name."""
    try:
        return load_agent(agent.game, agent_spec(agent)).digest() == agent.digest()
    except InputError:
        return False


def agent_spec(agent: Agent) -> str | dict[str, Any]:
    """What a plan file says for an agent."""
    changed = changed_parameters(agent)
    return {"agent": agent.name, **changed} if changed else agent.name


def games_per_deal(tables: np.record) -> int:
    """Games that share their luck at such a table: one for every seat that begins, if the first seat rotates."""
    return int(tables.players) if tables.first == ROTATE else 1


def _assignments(**values: Any) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in values.items()]


def _setting(of: Plan | Variant, names: Mapping[Path, str]) -> list[str]:
    """Lines for agents, cards and table."""
    agents = [agent_spec(agent) for agent in of.agents]
    given = {"agents": agents} if agents else {}
    return _assignments(**given, cards=[names.get(path, str(path)) for path in of.cards], table=dict(of.table))


def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
