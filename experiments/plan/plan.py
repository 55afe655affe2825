"""What is asked: the parts of a plan, all checked and ready to be played. `reading` makes them of a plan file."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from agents import Agent, list_agents, load_agent
from sim.core.errors import InputError
from sim.core.game import Game
from sim.core.kernel import digest
from sim.reading.card_files import CardFile
from sim.reading.names import seat_name

from .naming import seat_label
from .tables import build_tables, table_text

FIRST = "first"
"""The entrant of a question about whichever seat begins."""

PART_GAMES = 2400
"""Games of each variant in a part, by default: divisible by any number of players up to six, and a second's work or so.
"""
SEED_STEP = 0x9E3779B97F4A7C15
"""From the seed of some deals to that of others: large and odd, so that plans with other seeds share no deals."""

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
    indifference: float | None = None
    """with decided: a sequential test settles the verdicts, for differences of at least this share; see
    `statistics.sequential_test`"""

    @property
    def looks_at_results(self) -> bool:
        """Whether the number of games depends on how they went, so that only always-valid intervals hold."""
        return self.half_width is not None or self.decided is not None


@dataclass(frozen=True, eq=False)
class Variant:
    """A candidate: what is played, not yet built. A question without variants has one, called "plan"."""

    name: str
    game: Game
    agents: tuple[Agent, ...]
    table: Mapping[str, Any]
    card_files: tuple[CardFile, ...]
    players: int
    games_per_deal: int
    """games that share their luck while every seat begins once"""
    digest: str
    """of the tables that follow from table and cards, or of what makes them"""
    deals: int = 0
    """which deals are played: those of variants with the same number have the same luck"""

    @property
    def cards(self) -> tuple[Path, ...]:
        """The paths of the card files."""
        return tuple(file.path for file in self.card_files)

    @property
    def tables(self) -> np.record:
        """What the kernels read: built now, or kept since it was used last."""
        return build_tables(self.game, table_text(self.table), self.card_files)


@dataclass(frozen=True)
class Part:
    """Games of consecutive numbers of each variant in a group: what a worker plays at once, and a file holds."""

    group: range
    first: int
    games: int
    """of each variant"""


@dataclass(frozen=True)
class Apart:
    """From which game on variants that share part files have files of their own, games of each variant in one of those
    files, and how many variants, one after the other, are in it.
    """

    first: int
    part_games: int
    variants: int = 1


@dataclass(frozen=True, eq=False)
class Plan:
    """A question that can be played. Make one with `read_plan`."""

    name: str
    question: str
    game: Game
    seed: int
    variants: tuple[Variant, ...]
    entrant: int | None
    """the seat whose score is compared; the number of players for whichever seat begins; of a team, any seat; None if
    the question is about no seat"""
    stop: Stop
    confidence: float
    part_games: int
    """games of each variant in a part; the stopping rule looks after each round of parts"""
    table: Mapping[str, Any]
    card_files: tuple[CardFile, ...]
    agents: tuple[Agent, ...]
    own: Any = None
    """what the question made of the keys that it has for itself"""
    values: Mapping[str, Any] = field(default_factory=dict)
    """these keys, with every default, as a plan file says them; agents and paths stand for themselves"""
    unit: str = ""
    """what is played so many games, such as "variant" or "pair"; empty if there is only one table"""
    together: str = ""
    """the name under which figures of the games are told of all variants together; empty if of each by itself"""
    variants_per_part: int = 1
    """how many variants, one after the other, share a part file"""
    apart: Apart | None = None
    """from where on they do not; None if they share all"""
    levels: Mapping[str, Plan] = field(default_factory=dict)
    """by the name of each level of play that the question is asked under, its plan, the first of which is this one;
    empty if it is asked under one
    """

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
        """The entrant in words, by what it brings if that tells it from the others; empty if there is none."""
        if self.entrant is None:
            return ""
        if self.team:
            return "the team"
        return "the first seat" if self.entrant == self.players else self.label(self.entrant)

    def label(self, seat: int) -> str:
        """What a seat is called; see `naming.seat_label`."""
        return seat_label(self.variants, seat)

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
        return self.variants[0].games_per_deal

    def seed_of(self, variant: int) -> int:
        """The run seed of the games of a variant: that of the plan, or another for deals of its own."""
        return (self.seed + self.variants[variant].deals * SEED_STEP) % 2**63

    @property
    def groups(self) -> Iterator[range]:
        """The variants that share part files, in order."""
        for first in range(0, len(self.variants), self.variants_per_part):
            yield range(first, min(first + self.variants_per_part, len(self.variants)))

    def group_of(self, variant: int, game: int) -> tuple[range, int]:
        """The variants in the part file that holds a game of a variant, and the first game of each of them there."""
        if self.apart is not None and game >= self.apart.first:
            begin = variant - variant % self.apart.variants
            group = range(begin, begin + self.apart.variants)
            return group, game - (game - self.apart.first) % self.apart.part_games
        first = variant - variant % self.variants_per_part
        last = min(first + self.variants_per_part, len(self.variants))
        return range(first, last), game - game % self.part_games

    def identity(self) -> dict[str, Any]:
        """All that decides what happens in game number n, apart from n; names and stopping rules do not."""
        return {
            "rules": self.game.source_digest(),
            "seed": self.seed,
            "agents": [[agent.digest() for agent in variant.agents] for variant in self.variants],
            "tables": [variant.digest for variant in self.variants],
            "part_games": self.part_games,
        } | ({} if self.apart is None else {"apart": [self.apart.first, self.apart.part_games]})

    def digest(self) -> str:
        """Twelve hex digits of the identity: games are kept under it and never mixed with others."""
        return self._digest

    @functools.cached_property
    def _digest(self) -> str:
        return digest(FORMAT, self.question.encode(), json.dumps(self.identity(), sort_keys=True).encode())

    def to_toml(self, card_names: Mapping[Path, str] | None = None) -> str:
        """The plan with every default written out; `card_names` gives card files other names."""
        about: dict[str, Any] = {"name": self.name, "question": self.question, "game": self.game.name}
        about["seed"] = self.seed
        if self.entrant is not None:
            about["entrant"] = FIRST if self.entrant == self.players else seat_name(self.entrant)
        about |= {"confidence": self.confidence, "part_games": self.part_games}
        shared = {"agents": self.agents} if self.agents else {}
        stop = {key: value for key, value in vars(self.stop).items() if value is not None}
        values = {
            **about,
            **shared,
            "cards": [file.path for file in self.card_files],
            "table": self.table,
            **self.values,
            "stop": stop,
        }
        text = tomli_w.dumps(_plain(values, card_names or {}))
        return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text)


def _escape(letter: str) -> str:
    """What stands for a letter in a text of TOML."""
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


def _plain(value: Any, card_names: Mapping[Path, str]) -> Any:
    """What a plan file says for a value."""
    if isinstance(value, Agent):
        return agent_spec(value)
    if isinstance(value, Path):
        return card_names.get(value, str(value))
    if isinstance(value, Mapping):
        return {key: _plain(item, card_names) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, card_names) for item in value]
    return value.item() if isinstance(value, np.generic) else value


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
