"""What the contract must know of a game: `tests/games/<game>.py` says it, as a `Subject` of the name SUBJECT."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim import GAMES
from sim.core.game import Game
from sim.core.rng import MARKET

from .mutations import Change, shown
from .rules import Rule


@dataclass(frozen=True)
class Run:
    """Random games at one table."""

    table: Mapping[str, Any]
    seed: int
    games: int
    cards: str = ""
    """a file of the user's cards, as TOML"""


@dataclass(frozen=True)
class Playout:
    """Random games that belong together."""

    runs: Sequence[Run]
    never: Collection[int] | None = None
    """the decisions that nobody is asked in any of them; None: not looked at"""


@dataclass(frozen=True)
class Invariants:
    """What holds in every state of a game. Rules are broken on purpose too, to see that this is noticed."""

    rules: Sequence[Rule]
    """in the order in which they are looked at, after those of every game"""
    playouts: Mapping[str, Playout]
    many: Callable[[int], Mapping[str, Any]]
    """the table number so and so of the 10^7 games"""
    ripe: str
    """when there is what it takes to break any rule, but those of games that are over: a condition on a state"""
    given: Mapping[str, str] = field(default_factory=dict)
    """what statements that break a rule may use besides: by name, values then"""
    spoilt_table: Mapping[str, Any] = field(default_factory=dict)
    """at this table every rule comes to be broken within three games"""
    measured: Mapping[str, str] = field(default_factory=dict)
    """measures of which a state that is over tells what they must be: by name, without the seat if there is one"""
    turns: str = "1"
    """a turn comes so many after the one before, at most"""
    steps: int = 20_000
    """no game takes so many"""


@dataclass(frozen=True)
class Place:
    """Positions in the middle of random games, in which is redealt."""

    positions: Sequence[tuple[np.record, np.record]]
    """(tables, state)"""
    parts: Callable[[np.record, np.record, int], Mapping[str, Any]]
    """(state, tables, viewer) -> by name, all that the viewer cannot know"""
    share: float
    """in more than this share of the positions redealing changes each part"""
    same: Callable[[int], Collection[str]] = lambda viewer: ()
    """the parts that nevertheless never change for a viewer, as there is nothing hidden"""
    telling: Callable[[Any], bool] = lambda state: True
    """whether a state shows what redealing may do wrong; some of the positions must"""


@dataclass(frozen=True)
class Knowledge:
    """What the seats of a game can know."""

    places: Mapping[str, Callable[[], Place]]
    known: Callable[[np.record, np.record, int], Any]
    """(state, tables, viewer) -> all that the viewer knows, to be compared"""
    situation: Callable[[], tuple[np.record, np.record]]
    """(tables, state): a small one, of which all that may be hidden can be listed"""
    outcomes: Mapping[str, Collection[Any]]
    """all that each part that is hidden in it may be, each as likely as any other"""
    read: Callable[[np.record], Mapping[str, Any]]
    """what each of these parts is in a state, and under "kept" what is known"""
    kept: Any
    independent: Sequence[tuple[str, str]]
    """pairs of parts that say nothing of each other"""
    tables: Callable[[int], Sequence[Mapping[str, Any]]]
    """the tables at which agents are asked, by the number of players"""
    asked: Callable[[int], Collection[str]]
    """the decisions that agents asked often must have met, by the number of players"""
    honest: Callable[..., Any]
    """an agent that reads all that a seat may"""
    peeks: Mapping[str, str]
    """by what it does, an agent that answers by a number that it may not know: a text over s, t and n"""
    leak: str
    """whether something hidden is so, likewise; legal actions that tell it must be caught"""
    luck: Mapping[str, int] = field(default_factory=lambda: {"market": MARKET})
    """the streams besides the shuffles that are redealt"""
    viewers: Sequence[int] = (0,)
    """the seats that the small situation is redealt for, in turn"""
    cheated: Mapping[str, Any] = field(default_factory=lambda: {"players": 2})
    """the table at which cheats are asked"""
    asked_at_once: int = 8_000
    """in how many positions an agent is asked at one table, at most"""
    seconds: Callable[[str], float] = lambda agent: 2.5
    """about how long an agent is asked at one table"""


@dataclass(frozen=True)
class Mutations:
    """The facts of a game's cards."""

    cards: Sequence[str]
    changes: Callable[[str], Iterable[Change]]
    """every change of one fact of a card"""
    least: int
    """there are more changes than this"""
    least_of_a_card: int = 1
    of_the_table: Callable[[], Iterable[Change]] = lambda: ()
    """changes of numbers that belong to no card"""
    table_scenarios: Sequence[str] = ("",)
    """the cards whose scenarios may notice these; "" for those of rules alone"""
    scenarios: Callable[[], Mapping[str, Sequence[tuple[Any, np.record]]]] | None = None
    """by card, the scenarios that may notice a change; those that show the card if None"""


@dataclass(frozen=True)
class Subject:
    """All that the contract must know of a game."""

    game: Game
    tables: Mapping[str, Mapping[str, Any]]
    """played compiled, interpreted and with every index checked; the first one also in the short tests"""
    redealt: Mapping[str, int]
    """of these tables, those at which states are redealt, and after how many steps"""
    transcripts: Mapping[str, tuple[Mapping[str, Any], Sequence[str], int, int]]
    """by name of the file: table, agents, seed and number of a game that is kept as a log"""
    invariants: Invariants
    knowledge: Knowledge
    mutations: Mutations
    scenarios: int
    """there are at least so many scenarios: as many as there are, so that none is lost; raise it with those added"""

    def scenarios_with(self, card: str) -> Sequence[tuple[Any, np.record]]:
        """The scenarios, with their tables, that may notice a change of a card."""
        found = self.mutations.scenarios() if self.mutations.scenarios else shown(self.game.name)
        return found[card]


def three_games(game: Game, house: Mapping[str, Any], mixed: Sequence[str]) -> dict[str, Any]:
    """Three games for each number of players: of chance, of the best agents, and of several under house rules."""
    games: dict[str, Any] = {}
    for n in game.player_counts:
        games[f"{n}_random"] = {"players": n}, ["random"] * n, 1, 0
        games[f"{n}_best"] = {"players": n, "first": "random"}, ["best"] * n, 2, 1
        games[f"{n}_mixed"] = {**house, "players": n}, mixed[:n], 3, 2
    return games


def subject(game: str) -> Subject:
    """What tests/games says of a game."""
    found: Subject = importlib.import_module(f"games.{game}").SUBJECT
    return found


def random_positions(
    game: Game, tables: Iterable[np.record], every: int, luck: int
) -> list[tuple[np.record, np.record]]:
    """Every so many-th state of a random game at each of the tables, with its table."""
    actions, chance, found = game.new_actions(), np.random.default_rng(luck), []
    for number, t in enumerate(tables):
        s, step = game.new_state(), 0
        game.setup(s, t, 5, number)
        while not s.over:
            if step % every == 0:
                found.append((t, s.copy()))
            game.apply(s, t, actions[chance.integers(game.legal_actions(s, t, actions))])
            step += 1
    return found


SUBJECTS = tuple(GAMES)
"""Every game must pass the contract."""
