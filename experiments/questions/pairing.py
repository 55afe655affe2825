"""Who meets whom in a field or a matrix: entries, settings, and a candidate for each pair that is to be played."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import Agent
from sim.core.errors import nearest, quoted
from sim.core.kernel import digest

from ..plan.fields import MOST_VARIANTS, NAME, NAME_LETTERS, Field, is_a, list_of
from ..plan.plan import Plan, Variant
from ..plan.reading import PlanReader
from ..plan.tables import games_per_deal, table_text
from .weights import weights_by_name

ENTRY = {
    "name": NAME,
    "agent": Field("an agent", lambda value: True),
    "seat": Field('what its seat has on the table, such as { decks = "my_deck" }', is_a(Mapping)),
}
"""The keys of an entry."""
THOUSAND = 1000
TWO = 2
"""Players of whom each is the only one that the other meets: a pair turned round is the same games."""
OVER = Field("a list of tables of house rules, over which each pair is averaged", list_of(Mapping))


def entry_keys(*names: str) -> dict[str, Field]:
    """The keys of a plan that list entries, written out and in short."""
    written = Field("a list of entries, each with a name", list_of(Mapping))
    short = Field('one list of what the seats bring, such as { agent = ["random", "best"] }', _one_list)
    return {key: field for name in names for key, field in ((name, written), (f"{name}_of", short))}


def _one_list(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) == 1
        and all(isinstance(v, (list, tuple)) and v for v in value.values())
    )


@dataclass(frozen=True, eq=False)
class Entry:
    """What one seat brings to a pair: an agent, and what its seat has on the table."""

    name: str
    agent: Agent
    seat: Mapping[str, Any]
    """by key of the table, what stands in the list there for the seat of this entry"""

    @functools.cached_property
    def content(self) -> str:
        """A text that is equal for entries that are the same in all but name."""
        return json.dumps([self.agent.digest(), dict(self.seat)], sort_keys=True, default=str)

    @property
    def written(self) -> dict[str, Any]:
        """The entry as a plan file says it."""
        return {"name": self.name, "agent": self.agent, "seat": self.seat}


@dataclass(frozen=True, eq=False)
class Pairing:
    """Who meets whom. Pair k is played as variants k * each .. k * each + each - 1.

    Where more than two play, everybody whom the first entry of a pair meets is the other entry; that one among those of
    the first is another pair.
    """

    rows: tuple[Entry, ...]
    """the entries whose scores are asked for"""
    columns: tuple[Entry, ...]
    """those that they meet"""
    over: tuple[Mapping[str, Any], ...]
    """settings of the table over which every pair is averaged; one without keys if there is none"""
    players: int
    seat: tuple[int, ...]
    """for each variant of a pair, where its first entry sits"""
    pair: NDArray[np.int64]
    """(rows, columns): which pair, or -1 where an entry would meet itself"""
    mirrored: NDArray[np.bool_]
    """(rows, columns): whether the row is the second entry of the pair"""
    counts_itself: bool
    """whether an entry that would meet itself scores an even share there, without play, rather than leaving that out"""
    weights: NDArray[np.int64]
    """by column, how much a score against it counts"""

    @property
    def each(self) -> int:
        """Variants of a pair."""
        return len(self.seat)

    @property
    def even(self) -> float:
        """The score of an entry that is as good as those that it meets."""
        return 1 / self.players

    @property
    def pairs(self) -> int:
        """Number of pairs that are played."""
        return int(self.pair.max()) + 1

    @property
    def opponents(self) -> NDArray[np.int64]:
        """By row, the number of scores that its mean is made of."""
        return np.full(len(self.rows), len(self.columns)) if self.counts_itself else (self.pair >= 0).sum(axis=1)

    def weights_met(self, row: int) -> NDArray[np.int64]:
        """How much each score of a row counts, of those that it meets in play."""
        return self.weights[self.pair[row] >= 0]

    def weight(self, row: int) -> int:
        """How much all scores together count that the mean of a row is made of."""
        return int((self.weights if self.counts_itself else self.weights_met(row)).sum())


class PairingReader:
    """Reads the entries of one plan and pairs them; problems go to the reader of the plan."""

    def __init__(self, reader: PlanReader) -> None:
        self.problems, self.question, self.plan, self.base = reader, reader.kind.name, reader.plan, reader.base
        self.table, self.players = self.base.table, self.base.players
        self.over: tuple[Mapping[str, Any], ...] = tuple(map(reader.resolved, self.plan.get("over") or [{}]))
        self.made: dict[str, bytes] = {}
        """digests of the tables that entries and settings make alone, by what they ask for as text"""

    def read(self, lists: Sequence[str], counts_itself: bool) -> tuple[Pairing | None, list[Variant]]:
        """The pairs and the variants that play them; none if something is wrong.

        lists: the keys of the entries whose scores are asked for and of those that they meet; one if they are the same.
        """
        if self.problems.game.words.team:
            title = self.problems.game.title
            self.problems.wrong(
                [f"question = {quoted(self.question)} needs opponents; in {title} all seats win or lose together"]
            )
            return None, []
        noted = len(self.problems.problems)
        agents = [*self.base.agents[:2], None, None]
        self._check_field_agents()
        entries = [self._entries(key, agent) for key, agent in zip(lists, agents, strict=False)]
        rows, columns = entries[0], entries[-1]
        weights = np.ones(len(columns), np.int64)
        if "field_weights" in self.plan:
            columns, weights = self._weighted(lists[-1], columns)
        if rows is columns:
            self._check_same(rows)
        if not rows or not columns or not self._check_many(rows, columns):
            return None, []
        self._check_entries(rows, columns)
        keys = self._seat_keys([*rows, *columns])
        if keys is None or not (self.problems.frozen or self._check_alone(rows, columns)):
            return None, []
        if len(self.problems.problems) > noted and not self.problems.frozen:
            return None, []
        pairing, pairs = self._pair(rows, columns, keys, counts_itself, weights)
        if not pairs:
            self.problems.wrong([f"{self.question}: no entry has another one to meet"])
            return None, []
        return pairing, self._variants(pairs, keys)

    def _weighted(self, key: str, columns: Sequence[Entry]) -> tuple[list[Entry], NDArray[np.int64]]:
        """Those of a list that have a weight, and the weights, so that sums of scores stay exact: whole numbers are
        taken as they are, others in thousandths of all together.
        """
        names = [entry.name for entry in columns]
        given, folder, wrong = self.plan["field_weights"], self.problems.folder, self.problems.wrong
        by_name = weights_by_name(given, folder, names, key, wrong)
        found = np.array([by_name.get(name, 0.0) for name in names], float)
        if not found.sum():
            wrong([f"field_weights: nobody in {key} has a weight above 0"])
            return [], np.empty(0, np.int64)
        if (found % 1).any() or found.max() > THOUSAND:
            found = np.round(found / found.sum() * THOUSAND)
        whole = found.astype(np.int64)
        met = np.flatnonzero(whole)
        return [columns[n] for n in met.tolist()], whole[met] // np.gcd.reduce(whole)

    def _check_same(self, entries: Sequence[Entry]) -> None:
        """Whether entries that meet each other are enough, with the same agents at both seats."""
        if self.base.agents and len({agent.digest() for agent in self.base.agents}) > 1:
            self.problems.wrong([
                "agents should be the same for all seats of a matrix, as every entry sits at each; an entry may have"
                " an agent of its own"
            ])  # fmt: skip
        if 0 < len(entries) < 2:
            self.problems.wrong(["matrix needs at least two entries, found 1"])

    def _check_many(self, rows: Sequence[Entry], columns: Sequence[Entry]) -> bool:
        """Whether so many pairs can be played, told before any of them is made."""
        both_ways = rows is columns and self.players == TWO
        pairs = len(rows) * (len(rows) - 1) // 2 if both_ways else len(rows) * len(columns)
        if pairs * len(self.over) <= MOST_VARIANTS:
            return True
        self.problems.wrong([
            f"{self.question}: {len(self.over) * pairs:,} pairs should be played, {MOST_VARIANTS:,} at most can be;"
            " name fewer entries or settings, or ask race for the best of many"
        ])  # fmt: skip
        return False

    def _check_field_agents(self) -> None:
        """Whether those that an entry meets at a table of many are all one agent."""
        if len({agent.digest() for agent in self.base.agents[1:]}) > 1:
            self.problems.wrong([
                "agents: all but the first are those that an entry meets, and should be the same; an entry may have an"
                " agent of its own"
            ])  # fmt: skip

    def _entries(self, key: str, default: Agent | None) -> list[Entry]:
        """The entries in one list of the plan, written out or in short."""
        given = [dict(entry) for entry in self.plan.get(key, [])]
        for what, values in self.plan.get(f"{key}_of", {}).items():
            for value in values:
                brought = value if what == "agent" else self._resolved_seat({what: value})[what]
                bringing = {"agent": brought} if what == "agent" else {"seat": {what: brought}}
                given.append({"name": _text(brought)[:NAME_LETTERS], **bringing})
        if not given and not (self.problems.values.get(key) or self.problems.values.get(f"{key}_of")):
            self.problems.wrong([f"{self.question} needs [[{key}]], or {key}_of = {{ agent = [...] }} in short"])
        entries = []
        for index, entry in enumerate(given):
            where = f"{key}, {quoted(entry['name'])}: " if "name" in entry else f"{key}, number {index + 1}: "
            sound = self.problems.fields(entry, ENTRY, where)
            self.problems.missing(entry, ["name"], where)
            agent = self.problems.agent(entry["agent"], "agent: ", where) if "agent" in entry else default
            if agent is None:
                self.problems.wrong(["agent is missing; the plan has no agents either"], where)
            elif "name" in sound and sound.keys() == entry.keys():
                entries.append(Entry(sound["name"], agent, self._resolved_seat(sound.get("seat", {}))))
        return entries

    def _resolved_seat(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        """What a seat has on the table, with what the files say that it names."""
        return {
            key: values[0]
            for key, values in self.problems.resolved({key: [value] for key, value in seat.items()}).items()
        }

    def _check_entries(self, rows: Sequence[Entry], columns: Sequence[Entry]) -> None:
        """Whether names and entries differ within a list, and one name means one entry in both lists."""
        for entries in (rows, columns) if rows is not columns else (rows,):
            names: dict[str, None] = {}
            known: dict[str, str] = {}
            for entry in entries:
                if entry.name in names:
                    self.problems.wrong([f"several entries are called {quoted(entry.name)}; names should differ"])
                elif entry.content in known:
                    self.problems.wrong([
                        f"entries {quoted(known[entry.content])} and {quoted(entry.name)} do not differ: an entry"
                        " should have its own agent or seat"
                    ])  # fmt: skip
                names[entry.name] = None
                known.setdefault(entry.content, entry.name)
        found = {entry.name: entry.content for entry in rows}
        for entry in columns if rows is not columns else ():
            if found.get(entry.name, entry.content) != entry.content:
                self.problems.wrong([f"{quoted(entry.name)} of the field is another entry than that of the shelf"])

    def _seat_keys(self, entries: Sequence[Entry]) -> list[str] | None:
        """The keys that entries bring; None if some entry leaves open what its seat has there."""
        keys = list(dict.fromkeys(key for entry in entries for key in entry.seat))
        lacking = {
            f"{quoted(entry.name)}: seat has no {key}{nearest(key, entry.seat)}; give it to every entry, or to all"
            " seats in the table of the plan"
            for entry in entries
            for key in keys
            if key not in entry.seat and len(_listed(self.table, key)) < self.players
        }
        self.problems.wrong(sorted(lacking))
        return None if lacking else keys

    def _check_alone(self, rows: Sequence[Entry], columns: Sequence[Entry]) -> bool:
        """Whether every entry and every setting makes a sound table."""
        by_seat = {table_text(entry.seat): entry for entry in reversed([*rows, *columns])}
        checks = [(f"{quoted(entry.name)}: ", self.over[0], entry, entry.seat) for entry in reversed(by_seat.values())]
        checks += [(f"over, number {n}: ", over, rows[0], over) for n, over in enumerate(self.over, 1) if over]
        sound = True
        for where, over, entry, asked in checks:
            table = self._seated({**self.table, **over}, [entry] * self.players)
            tables = self.problems.tables(table, self.base.card_files, where)
            if tables is None:
                sound = False
                continue
            self.made[table_text(asked)] = digest(tables.tobytes()).encode()
            if tables.players != self.players:
                self.problems.wrong(
                    [f"all settings should be for {self.players} players, found {tables.players}"], where
                )
                sound = False
            elif games_per_deal(tables) != self.players:
                self.problems.wrong(
                    [f'{self.question} plays each deal with every seat first: first should be "rotate"']
                )
                sound = False
        for n, over in enumerate(self.over):
            if over in self.over[:n]:
                self.problems.wrong([f"over, number {n + 1}: the same setting as number {self.over.index(over) + 1}"])
                sound = False
        return sound

    def _seated(self, table: Mapping[str, Any], entries: Sequence[Entry]) -> dict[str, Any]:
        """The table with what an entry brings to each seat."""
        seated, players = dict(table), len(entries)
        for key in dict.fromkeys(key for entry in entries for key in entry.seat):
            listed = [*_listed(table, key), *[None] * players][: max(players, len(_listed(table, key)))]
            brought = [entry.seat.get(key, listed[seat]) for seat, entry in enumerate(entries)]
            seated[key] = brought + listed[players:]
        return seated

    def _pair(
        self,
        rows: Sequence[Entry],
        columns: Sequence[Entry],
        keys: Sequence[str],
        counts_itself: bool,
        weights: NDArray[np.int64],
    ) -> tuple[Pairing, list[tuple[Entry, Entry]]]:
        """Every two entries that meet make one pair, whichever of them is the row; of more than two players, one for
        each of them among the other.
        """
        pairs: dict[tuple[str, str], tuple[Entry, Entry]] = {}
        numbers: dict[tuple[str, str], int] = {}
        pair = np.full((len(rows), len(columns)), -1)
        mirrored = np.zeros(pair.shape, bool)
        for (i, row), (j, column) in product(enumerate(rows), enumerate(columns)):
            one, other = row.content, column.content
            if one == other:
                continue
            if (other, one) in pairs and self.players == TWO:
                mirrored[i, j] = True
                one, other = other, one
            else:
                pairs.setdefault((one, other), (row, column))
                numbers.setdefault((one, other), len(numbers))
            pair[i, j] = numbers[one, other]
        seat = tuple(seat for over in self.over for seat in self._seats({**self.table, **over}, keys))
        pairing = Pairing(
            tuple(rows), tuple(columns), self.over, self.players, seat, pair, mirrored, counts_itself, weights
        )  # fmt: skip
        return pairing, list(pairs.values())

    def _seats(self, table: Mapping[str, Any], brought: Sequence[str]) -> range:
        """Where the first entry of a pair has to sit in turn: at each seat if the table gives the seats different
        things, other than what the entries bring.
        """
        lists = [value for key, value in table.items() if key not in brought and isinstance(value, (list, tuple))]
        differs = any(len(value) == self.players and any(v != value[0] for v in value) for value in lists)
        return range(self.players if differs else 1)

    def _variants(self, pairs: Sequence[tuple[Entry, Entry]], keys: Sequence[str]) -> list[Variant]:
        """The candidates of every pair. Its entries and settings have been checked one by one: a pair is built where it
        is played, and known by what it asks for and by the tables that each of these makes alone.
        """
        files = self.base.card_files
        variants = []
        for pair, (one, other) in enumerate(pairs):
            for over in self.over:
                table = {**self.table, **over}
                for seat in self._seats(table, keys):
                    entries = [one if place == seat else other for place in range(self.players)]
                    name = " v ".join(entry.name for entry in entries) + (f", {setting_name(over)}" if over else "")
                    seated = self._seated(table, entries)
                    made = [self.made.get(table_text(asked), b"") for asked in (one.seat, other.seat, over)]
                    known = digest(table_text(seated).encode(), *made, *(file.digest.encode() for file in files))
                    agents = tuple(entry.agent for entry in entries)
                    shape = (self.players, self.players)
                    variants.append(Variant(name, self.base.game, agents, seated, files, *shape, known, deals=pair))
        return variants


def games_about(plan: Plan) -> Callable[[Sequence[str]], str]:
    """Finds the first variant whose games are those of a variant by its name, or of a row and a column that meet; an
    empty name without one.
    """
    first: dict[str, str] = {}
    for over in getattr(plan.own, "over", [{}]):
        ending = f", {setting_name(over)}" if over else ""
        for variant in plan.variants:
            if variant.name.endswith(ending):
                first.setdefault(variant.name.removesuffix(ending), variant.name)

    def find(about: Sequence[str]) -> str:
        forms = (" v ".join(about), " v ".join(reversed(about)), ", ".join(about))
        return next((first[form] for form in forms if form in first), "")

    return find


def setting_name(over: Mapping[str, Any]) -> str:
    """A setting of the table in words: "decks a / b"."""
    return ", ".join(f"{key.replace('_', ' ')} {_text(value)}" for key, value in over.items())


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " / ".join(map(_text, value))
    if isinstance(value, Mapping):
        value = value.get("agent", value.get("name", value))
    return str(getattr(value, "name", value))


def _listed(table: Mapping[str, Any], key: str) -> list[Any]:
    found = table.get(key)
    return list(found) if isinstance(found, (list, tuple)) else []
