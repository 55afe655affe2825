"""What the contract must know of a game: `tests/games/<game>.py` says it, as a `Subject` of the name SUBJECT."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from sim import GAMES
from sim.core.game import Game
from sim.core.kernel import kernel
from sim.core.rng import MARKET
from sim.words.paths import Path, view

from . import piles
from .mutations import Change, Shown, shown
from .rules import Rules
from .runs import Playout


@dataclass(frozen=True)
class Invariants:
    """What holds in every state of a game. Rules are broken on purpose too, to see that this is noticed."""

    rules: Rules
    """in the order in which they are looked at, after those of every game"""
    playouts: Mapping[str, Playout]
    many: Callable[[int], Mapping[str, Any]]
    """the table number so and so of the 10^7 games"""
    whole: int
    """of these every so many-th, from the first on, is one of games that nothing ends early"""
    ripe: Callable[..., Any]
    """when there is what it takes to break any rule, but those of games that are over: a condition on a state `s`"""
    spoilt_table: Mapping[str, Any] = field(default_factory=dict)
    """at this table every rule comes to be broken within three games"""
    turns: int = 1
    """a turn comes so many after the one before, at most"""
    steps: int = 20_000
    """no game takes so many"""


@dataclass(frozen=True)
class Place:
    """Positions in the middle of random games, in which is redealt."""

    tables: Sequence[Mapping[str, Any]]
    """a game is played at each of them"""
    every: int
    """every so many-th state of a game is a position"""
    share: float
    """in more than this share of the positions redealing changes what a path hides"""
    hides: Collection[str]
    """the paths, named without the seat, of which this is so"""
    seldom: Collection[str] = ()
    """those, likewise, that are changed in fewer positions"""
    bare: Collection[str] = ()
    """those, likewise, of which everybody can work out here what they hide, so that it never changes"""
    luck: int = 1
    """by which the games are played"""
    when: Callable[[Any], bool] = lambda state: True
    """the states that may be positions"""
    telling: Callable[[Any], bool] = lambda state: True
    """whether a state shows what redealing may do wrong; some of the positions must"""


def places_of_each(
    counts: Iterable[int], name: str, games: int, table: Mapping[str, Any], **how: Any
) -> dict[str, Place]:
    """Positions in the middle of so many games for each number of players. how: what a `Place` says besides."""
    return {name.format(n): Place([{"players": n} | table] * games, luck=n, **how) for n in counts}


@dataclass(frozen=True)
class Situation:
    """A small one, in the game's words, of which all that may be hidden can be listed."""

    given: Mapping[str, Any]
    alike: Mapping[str, Sequence[str]]
    """by name, cards that may lie in each other's stead: every order is as likely as any other"""
    known: Mapping[str, Sequence[str]]
    """by path, the cards that lie there besides, and stay"""
    do: Sequence[str] = ()
    so: Callable[[Any, Callable[[str], int]], None] = lambda s, card: None
    """(state, card) -> None: sets what no path tells; `card` gives the number of a card by its id"""
    table: Mapping[str, Any] = field(default_factory=dict)
    possible: Mapping[str, Callable[[Sequence[str]], bool]] = field(default_factory=dict)
    """of the cards that are alike but for some orders: whether an order may be"""
    viewers: Sequence[int] = (0,)
    """the seats that it is redealt for, in turn"""

    def laid_out(self, game: Game) -> tuple[np.record, np.record]:
        """(tables, state)."""
        tables, s = piles.situation(game, self.given, self.do, **self.table)
        self.so(s, game.words.card_ids().index)
        return tables, s

    def outcomes(self, name: str) -> set[tuple[str, ...]]:
        """All orders in which cards that are alike may lie."""
        return set(filter(self.possible.get(name), permutations(self.alike[name])))


@dataclass(frozen=True)
class Knowledge:
    """What the seats of a game can know, besides what its paths say of who sees them."""

    places: Mapping[str, Place]
    hidden: Collection[str]
    """the fields of the state that redealing changes, besides the streams of luck"""
    seen: Callable[[np.record, np.record, int], Any]
    """(state, tables, viewer) -> all that the viewer knows of these fields, to be compared"""
    situation: Situation
    asked: Collection[str]
    """the decisions that agents asked often must have met, if not alone"""
    reads: Sequence[Callable[..., Any]]
    """kernels (s, t) that add numbers of hidden fields that the seat to move knows, which an honest agent may use"""
    peeks: Mapping[str, Callable[..., Any]]
    """by what it does, a kernel (s, t) that gives a number that the seat to move may not know"""
    leak: Callable[..., Any]
    """a kernel (s) that says whether something hidden is so; legal actions that tell it must be caught"""
    scratch: Collection[str] = ()
    """more fields that no agent may read: what legal actions leave there depends on what is hidden"""
    luck: Mapping[str, int] = field(default_factory=lambda: {"market": MARKET})
    """the streams besides the shuffles that are redealt"""
    tables: Callable[[int], Sequence[Mapping[str, Any]]] = lambda players: [{"players": players}]
    """the tables at which agents are asked, by the number of players; cheats at the last one for two"""
    asked_at_once: int = 8_000
    """in how many positions an agent is asked at one table, at most"""
    seconds: Callable[[str], float] = lambda agent: 2.5
    """about how long an agent is asked at one table"""


@kernel(cache=False)
def is_the_other_deck_even(s: Any) -> bool:
    """Whether the lowest card of the other player's deck has an even number among the cards of the game."""
    return s.card[s.deck[1 - s.to_move].card[0]].type % 2 == 0


def with_random_decks(zone: str, reads: Sequence[Callable[..., Any]] = (), **how: Any) -> Knowledge:
    """What the two seats of a game can know whose cards know who has seen them and lie in decks, hands and one hidden
    zone more, which redealing seldom changes; positions tell in which a card of a hand has been seen. how: what a
    `Knowledge` says besides.
    """
    decks = [{"decks": [f"random:{n}", f"random:{n + 50}"]} for n in range(12)]
    return Knowledge(
        places={"random decks": Place(decks, 7, 1 / 2, ("deck", "hand"), seldom=(zone,), telling=piles.shows_a_hand)},
        hidden=("card", "deck", "hand", zone),
        tables=lambda players: [{"decks": ["random:3", "random:8"]}],
        reads=[*piles.SEEN_HANDS, *reads],
        peeks=piles.PEEKS | {"reads where a card is": piles.zone_of_a_card},
        leak=is_the_other_deck_even,
        **how,
    )


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
    scenarios: Callable[[str], Mapping[str, Sequence[Shown]]] = shown
    """by the name of the game and then by card, the scenarios that may notice a change"""


@dataclass(frozen=True)
class Waiting:
    """What waits in a state of a game to happen, so that pairs that wait at the same time can be counted."""

    kinds: type[IntEnum]
    """the kinds of triggers"""
    now: Callable[[Any, Any], list[int]]
    """(state, tables) -> of each trigger that waits its kind; one that happens has ceased to wait"""
    adds: Sequence[Callable[..., Any]]
    """the rules that make a trigger wait, each with the state as `s`"""
    games: int = 40
    """so many random games show a pair, whichever are drawn"""


@dataclass(frozen=True)
class Subject:
    """All that the contract must know of a game."""

    game: Game
    tables: Mapping[str, Mapping[str, Any]]
    """played compiled, interpreted and with every index checked; the first one also in the short tests"""
    short: Mapping[str, Any]
    """what makes the games of any of these tables short"""
    redealt: Mapping[str, int]
    """of these tables, those at which states are redealt, and after how many steps"""
    transcripts: Mapping[str, tuple[Mapping[str, Any], Sequence[str], int, int]]
    """by name of the file: table, agents, seed and number of a game that is kept as a log"""
    invariants: Invariants
    knowledge: Knowledge
    mutations: Mutations
    bystanders: Mapping[str, Sequence[str]]
    """by zone, plain cards that matter to few scenarios, at the bottom where zones are ordered"""
    scenarios: int
    """there are at least so many scenarios: as many as there are, so that none is lost; raise it with those added"""
    waiting: Waiting | None = None
    """where this is said, the pairs of triggers that wait at the same time are counted"""
    asked_in_a_row: IntEnum | None = None
    """the decision that is asked of one card after the other in the order of their row, so that it is asked of a later
    one only if the earlier ones left something open"""
    of_seats: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda table: {}
    """what a table gives each seat of its own unless it says otherwise, to be exchanged with the seats"""

    def scenarios_with(self, card: str) -> Sequence[Shown]:
        """The scenarios, with their tables, that may notice a change of a card."""
        return self.mutations.scenarios(self.game.name)[card]


def subject(game: str) -> Subject:
    """What tests/games says of a game."""
    found: Subject = importlib.import_module(f"games.{game}").SUBJECT
    return found


class Position(NamedTuple):
    """A state in the middle of a game."""

    tables: np.record
    state: np.record
    paths: Mapping[str, Path]
    views: Sequence[Mapping[str, Path]]
    """the paths as each seat sees them"""


@functools.cache
def positions(game: str, place: str) -> list[Position]:
    """Every so many-th state of a random game at each table of a place."""
    of, at = subject(game), subject(game).knowledge.places[place]
    actions, chance = of.game.new_actions(), np.random.default_rng(at.luck)
    found = []
    for number, table in enumerate(at.tables):
        t, s, step = of.game.make_tables(table), of.game.new_state(), 0
        paths = of.game.words.paths(t, of.game.words.card_ids())
        of.game.setup(s, t, 5, number)
        views = [view(paths, seat) for seat in range(int(s.players))]
        while not s.over:
            if step % at.every == 0 and at.when(s):
                found.append(Position(t, s.copy(), paths, views))
            of.game.apply(s, t, actions[chance.integers(of.game.legal_actions(s, t, actions))])
            step += 1
    return found


SUBJECTS = tuple(GAMES)
"""Every game must pass the contract."""
