"""The contract of a game: data and five kernels. Whatever drives a game uses these alone.

| kernel | signature | what |
| --- | --- | --- |
| `setup` | (state, tables, seed, game) | start state of game number `game` of the run `seed` |
| `legal_actions` | (state, tables, actions) -> n | fills `actions[:n]`; n >= 1 while the game is not over |
| `apply` | (state, tables, action) | does the action and all that follows by rule, up to the next decision or the end |
| `determinize` | (state, tables, viewer, seed) | redeals all that the viewer cannot know, keeping all that he does |
| `measure` | (state, tables, out) | the game's own figures for the results table, a float32 for each of `measures` |

An agent is a kernel `choose(state, tables, actions, n, params) -> index`; it must not use what its seat cannot know.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numba import from_dtype, types

from .kernel import compile_seconds, folder_digest, is_compiled, reached_digest
from .records import new_record, new_records
from .rng import stream_count

WordsT = TypeVar("WordsT")
CardSource = Any
"""A card file, by its path or read before; it is the readers' affair, and core passes it on."""
ACTION = np.dtype([("kind", "i2"), ("a", "i2"), ("b", "i2"), ("c", "i2")], align=True)
"""An atomic decision. What a, b and c mean depends on the kind and is the game's affair."""

NO_SEAT = -1
"""Whose turn it is when it is that of no seat: of an opponent of all of them, say."""


def header(seats: int) -> list[tuple[Any, ...]]:
    """The fields with which every state begins.

    `turn` counts the turns of all seats; `first` is the seat that began; `active` the seat whose turn it is, or
    NO_SEAT; `to_move` the seat that decides next; `decision` the kind of decision pending (0 = none); `ask_all` 1 if a
    seat is asked even what has one answer, so that it can be shown, and 0 in play; `over` 1 at the end; `truncated` 1
    if a limit of turns ended the game, not its own rules; `error` a fault (sim.core.faults); `score` per seat: 1 for
    the winner, shares of 1 for a tie, else 0.
    """
    return [
        ("rng", "u8", (stream_count(seats),)),
        ("turn", "i4"),
        ("players", "i1"),
        ("first", "i1"),
        ("active", "i1"),
        ("to_move", "i1"),
        ("decision", "i1"),
        ("ask_all", "i1"),
        ("over", "i1"),
        ("truncated", "i1"),
        ("error", "i2"),
        ("score", "f4", (seats,)),
    ]


@dataclass(frozen=True)
class Signatures:
    """numba types of a game's kernels and agents, from its STATE and TABLES dtypes."""

    state: Any
    tables: Any
    actions: Any
    setup: Any
    legal_actions: Any
    apply: Any
    determinize: Any
    measure: Any
    choose: Any


@functools.cache
def signatures(state_dtype: np.dtype, tables_dtype: np.dtype) -> Signatures:
    """The types with which a game's contract kernels are compiled: `@kernel(signatures(STATE, TABLES).apply)`."""
    state, tables, action = from_dtype(state_dtype), from_dtype(tables_dtype), from_dtype(ACTION)
    actions = types.Array(action, 1, "C")
    params = types.Array(types.float64, 1, "C")
    return Signatures(
        state=state,
        tables=tables,
        actions=actions,
        setup=types.void(state, tables, types.int64, types.int64),
        legal_actions=types.int64(state, tables, actions),
        apply=types.void(state, tables, action),
        determinize=types.void(state, tables, types.int64, types.int64),
        measure=types.void(state, tables, types.Array(types.float32, 1, "C")),
        choose=types.int64(state, tables, actions, types.int64, params),
    )


def _published(cards: Sequence[CardSource]) -> str:
    """Of a game whose cards are those that are published."""
    return ""


def _as_it_is(table: Mapping[str, Any], cards: Sequence[CardSource], folder: Path) -> dict[str, Any]:
    """A table of a game whose tables name no files."""
    return dict(table)


def _nothing_left(table: Mapping[str, Any], cards: Sequence[CardSource]) -> dict[str, str]:
    """Of a game in which nothing is paid for what is brought."""
    return {}


@dataclass(frozen=True)
class Drawn:
    """What can be drawn at random for a key of a table, so that many draws tell what each card in it is worth."""

    by_seat: bool
    """whether each seat has one of its own, such as a deck; else one is laid out for all, such as a supply"""
    draw: Callable[[int, int, int, Mapping[str, Sequence[str]], Sequence[CardSource]], list[Any]]
    """(seed, count, players, limits, extra card files) -> so many values of the key, the same for the same seed; of a
    key by seat each is a list with one for every seat. limits: cards `with` which, `without` which, and of which
    `collection`; InputError lists all that is wrong with them, also that nothing can be limited"""
    cards: Callable[[Any, Mapping[str, Any], Sequence[CardSource]], Counter[str]]
    """(value of one seat, or of all, table, extra card files) -> the cards in it, with copies"""
    listed: Callable[[Any, Mapping[str, Any], Sequence[CardSource]], Any]
    """(value of one seat, or of all, table, extra card files) -> the same with its cards listed, nothing left to look
    up, so that one may be exchanged for another; see `sim.reading.exchange`"""
    alike: str = ""
    """the fact in which a card has to be like the one that it is exchanged for; empty if there is none"""
    price: str = ""
    """the fact that says what a card costs, where what is drawn has to be paid for; empty where it has not"""
    together: Mapping[str, Any] = field(default_factory=dict)
    """what else the table says where it is drawn"""
    apart: bool = False
    """whether no card may be in those of two seats"""
    placed: Callable[[np.random.Generator, Any], Any] | None = None
    """(generator of chance, value of one seat with its cards listed) -> the same with its cards in places that chance
    chooses; None where cards have no places"""
    dealt: Any = None
    """what stands for a seat for which the game itself deals it; None if it deals none"""


@dataclass(frozen=True, eq=False)
class Game(Generic[WordsT]):
    """One game: its data types, its kernels, its words. See the module's docstring for the kernels. Of the words the
    core knows nothing but that there are some.
    """

    name: str
    title: str
    seats: int
    player_counts: tuple[int, ...]
    STATE: np.dtype
    TABLES: np.dtype
    actions_max: int
    measures: tuple[str, ...]
    words: WordsT
    make_tables: Callable[[Mapping[str, Any], Sequence[CardSource]], np.record]
    """(table, extra card files) -> validated TABLES record; InputError lists everything wrong."""
    assumptions: Callable[[Sequence[CardSource]], list[tuple[str, str, str]]]
    """Facts that no source establishes: (card or rule, "assumed" or "designed", what)."""
    setup: Any
    legal_actions: Any
    apply: Any
    determinize: Any
    measure: Any
    basis: Callable[[Sequence[CardSource]], str] = _published
    """(extra card files) -> what results rest on that is not the published game, as an end of a sentence: "with the
    stand-in set (...)"; empty for the published game"""
    categories: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """of measures whose values are codes of what happened, rather than amounts: what each code means"""
    resolve_table: Callable[[Mapping[str, Any], Sequence[CardSource], Path], dict[str, Any]] = _as_it_is
    """(table, extra card files, folder) -> the same table with nothing left to look up in files, whose paths start at
    the folder. What cannot be read stays what it is, a path as a full one: `make_tables` tells what is wrong. A list
    with a place for each seat may hold the values of some seats alone."""

    drawn: Mapping[str, Drawn] = field(default_factory=dict)
    """by key of a table, how it is drawn at random; the first key is the usual one"""
    sorts: tuple[str, ...] = ()
    """facts of cards that put them into sorts, such as their type, the one first of which what is drawn may always hold
    the same number"""
    left_unused: Callable[[Mapping[str, Any], Sequence[CardSource]], dict[str, str]] = _nothing_left
    """(sound table with nothing left to look up, extra card files) -> by the name of each squad or deck of the user's
    own that might pay for more: a sentence that says so"""

    @property
    def signatures(self) -> Signatures:
        """numba types of the kernels and of agents for this game."""
        return signatures(self.STATE, self.TABLES)

    def new_state(self) -> np.record:
        """A zeroed state; fields can be read by name, compiled and interpreted."""
        return new_record(self.STATE)

    def new_actions(self) -> np.ndarray:
        """Room for a list of legal actions: record array of ACTION."""
        return new_records(ACTION, self.actions_max)

    def copy_state(self, state: np.record) -> np.record:
        """A second, independent game in the same situation."""
        return state.copy()

    def source_digest(self) -> str:
        """Twelve hex digits naming what the compiled rules reach, and the compiler: results of different ones never
        mix. Cards are told by the bytes of the tables instead; what is for people is in neither.
        """
        return reached_digest("sim/core", f"sim/{self.name}")

    def tables_digest(self) -> str:
        """Twelve hex digits naming all that makes tables of what a plan says, where nobody looks at their bytes."""
        return folder_digest("sim/core", "sim/reading", f"sim/{self.name}", suffixes=(".py", ".toml"))

    def is_warm(self) -> bool:
        """Whether the compiled rules of this game are in the cache, so that play starts within seconds."""
        return all(map(is_compiled, self.kernels))

    def compile_seconds(self, choosers: Iterable[Any] = ()) -> float:
        """Roughly how long it takes to compile what is not in the cache yet, of the rules and of agents' kernels; 0 if
        everything is there.
        """
        cold = [] if self.is_warm() else ["sim.core", f"sim.{self.name}"]
        if not all(map(is_compiled, choosers)):
            cold.append(f"agents.{self.name}")
        return compile_seconds(cold) if cold else 0.0

    @property
    def kernels(self) -> tuple[Any, ...]:
        """The kernels that play needs, in the order in which the batch loop takes them."""
        return self.setup, self.legal_actions, self.apply, self.measure
