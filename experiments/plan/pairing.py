"""Reads who meets whom in a field or a matrix: entries, settings, and a variant for each pair that is to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from agents import Agent
from sim.core.errors import nearest

from .fields import ENTRY, NAME_LETTERS, Problems
from .plan import Entry, Pairing, Question, Variant, games_per_deal

MakeVariant = Callable[[str, Mapping[str, Any], Sequence[Agent], str], Variant | None]
"""(name, table, agents, where) -> a variant; None, and a problem noted, if the table is wrong."""
LoadAgent = Callable[[Any, str], Agent]
"""(what a plan says, where) -> an agent."""
ResolveTable = Callable[[Mapping[str, Any]], dict[str, Any]]
"""A table -> the same with what the files say that it names."""


class PairingReader:
    """Reads the entries of one plan and pairs them; problems go to the reader of the plan."""

    def __init__(
        self,
        problems: Problems,
        question: Question,
        plan: Mapping[str, Any],
        base: Variant,
        make: MakeVariant,
        load: LoadAgent,
        resolve: ResolveTable,
        given: Mapping[str, Any],
        frozen: bool,
    ) -> None:
        """plan: its sound keys; given: all of them. frozen: whether agents may be missing, as nothing is played."""
        self.problems, self.question, self.plan, self.base, self.make, self.load, self.resolve = (
            problems, question, plan, base, make, load, resolve,
        )  # fmt: skip
        self.given, self.frozen, self.table = given, frozen, base.table
        self.over: tuple[Mapping[str, Any], ...] = tuple(map(resolve, plan.get("over") or [{}]))

    def read(self) -> tuple[Pairing | None, list[Variant]]:
        """The pairs and the variants that play them; none if something is wrong."""
        noted = len(self.problems.problems)
        rows, columns = self._lists()
        if not rows or not columns:
            return None, []
        self._check_entries(rows, columns)
        keys = self._seat_keys([*rows, *columns])
        if keys is None or not self._check_alone(rows, columns):
            return None, []
        if len(self.problems.problems) > noted and not self.frozen:
            return None, []
        pairing, pairs = self._pair(rows, columns, keys)
        if not pairs:
            self.problems.wrong([f"{self.question}: no entry has another one to meet"])
            return None, []
        return pairing, self._variants(pairs, keys)

    def _lists(self) -> tuple[list[Entry], list[Entry]]:
        """The entries whose scores are asked for, and those that they meet."""
        agents = [*self.base.agents, None, None]
        if self.question == "field":
            return self._entries("shelf", agents[0]), self._entries("field", agents[1])
        if self.base.agents and len({agent.digest() for agent in self.base.agents}) > 1:
            self.problems.wrong([
                "agents should be the same for both seats of a matrix, as every entry sits at both; an entry may have"
                " an agent of its own"
            ])  # fmt: skip
        entries = self._entries("entries", agents[0])
        if 0 < len(entries) < 2:
            self.problems.wrong(["matrix needs at least two entries, found 1"])
        return entries, entries

    def _entries(self, key: str, default: Agent | None) -> list[Entry]:
        """The entries in one list of the plan, written out or in short."""
        given = [dict(entry) for entry in self.plan.get(key, [])]
        for what, values in self.plan.get(f"{key}_of", {}).items():
            brought = [{"agent": v} if what == "agent" else {"seat": self._resolved_seat({what: v})} for v in values]
            given += [{"name": _text(b.get("agent") or b["seat"][what])[:NAME_LETTERS], **b} for b in brought]
        if not given and not (self.given.get(key) or self.given.get(f"{key}_of")):
            self.problems.wrong([f"{self.question} needs [[{key}]], or {key}_of = {{ agent = [...] }} in short"])
        entries = []
        for index, entry in enumerate(given):
            where = f'{key}, "{entry["name"]}": ' if "name" in entry else f"{key}, number {index + 1}: "
            sound = self.problems.fields(entry, ENTRY, where)
            self.problems.missing(entry, ["name"], where)
            agent = self.load(entry["agent"], where) if "agent" in entry else default
            if agent is None:
                self.problems.wrong(["agent is missing; the plan has no agents either"], where)
            elif "name" in sound and sound.keys() == entry.keys():
                entries.append(Entry(sound["name"], agent, self._resolved_seat(sound.get("seat", {}))))
        return entries

    def _resolved_seat(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        """What a seat has on the table, with what the files say that it names."""
        return {key: values[0] for key, values in self.resolve({key: [value] for key, value in seat.items()}).items()}

    def _check_entries(self, rows: Sequence[Entry], columns: Sequence[Entry]) -> None:
        """Whether names and entries differ within a list, and one name means one entry in both lists."""
        for entries in (rows, columns) if rows is not columns else (rows,):
            names: dict[str, None] = {}
            known: dict[str, str] = {}
            for entry in entries:
                if entry.name in names:
                    self.problems.wrong([f'several entries are called "{entry.name}"; names should differ'])
                elif entry.same_as() in known:
                    self.problems.wrong([
                        f'entries "{known[entry.same_as()]}" and "{entry.name}" do not differ: an entry should have its'
                        " own agent or seat"
                    ])  # fmt: skip
                names[entry.name] = None
                known.setdefault(entry.same_as(), entry.name)
        found = {entry.name: entry.same_as() for entry in rows}
        for entry in columns if rows is not columns else ():
            if found.get(entry.name, entry.same_as()) != entry.same_as():
                self.problems.wrong([f'"{entry.name}" of the field is another entry than that of the shelf'])

    def _seat_keys(self, entries: Sequence[Entry]) -> list[str] | None:
        """The keys that entries bring; None if some entry leaves open what its seat has there."""
        keys = list(dict.fromkeys(key for entry in entries for key in entry.seat))
        lacking = {
            f'"{entry.name}": seat has no {key}{nearest(key, entry.seat)}; give it to every entry, or to both seats in'
            f" the table of the plan"
            for entry in entries
            for key in keys
            if key not in entry.seat and len(_listed(self.table, key)) < 2
        }
        self.problems.wrong(sorted(lacking))
        return None if lacking else keys

    def _check_alone(self, rows: Sequence[Entry], columns: Sequence[Entry]) -> bool:
        """Whether every entry and every setting makes a sound table."""
        checks = [
            (f'"{entry.name}": ', self.over[0], entry) for entry in {e.same_as(): e for e in (*rows, *columns)}.values()
        ]
        checks += [(f"over, number {n}: ", over, rows[0]) for n, over in enumerate(self.over, 1) if over]
        sound = True
        for where, over, entry in checks:
            variant = self.make("", self._seated({**self.table, **over}, entry, entry), [entry.agent] * 2, where)
            if variant is None:
                sound = False
            elif variant.tables.players != 2:
                self.problems.wrong([f"{self.question} needs a table for 2 players, found {variant.tables.players}"])
                sound = False
            elif games_per_deal(variant.tables) != 2:
                self.problems.wrong(
                    [f'{self.question} plays each deal with both seats first: first should be "rotate"']
                )
                sound = False
        for n, over in enumerate(self.over):
            if over in self.over[:n]:
                self.problems.wrong([f"over, number {n + 1}: the same setting as number {self.over.index(over) + 1}"])
                sound = False
        return sound

    def _seated(self, table: Mapping[str, Any], first: Entry, second: Entry) -> dict[str, Any]:
        """The table with what two entries bring to p1 and p2."""
        seated = dict(table)
        for key in dict.fromkeys([*first.seat, *second.seat]):
            listed = [*_listed(table, key), None, None][: max(2, len(_listed(table, key)))]
            brought = [entry.seat.get(key, listed[seat]) for seat, entry in enumerate((first, second))]
            seated[key] = brought + listed[2:]
        return seated

    def _pair(
        self, rows: Sequence[Entry], columns: Sequence[Entry], keys: Sequence[str]
    ) -> tuple[Pairing, list[tuple[Entry, Entry]]]:
        """Every two entries that meet make one pair, whichever of them is the row."""
        pairs: dict[tuple[str, str], tuple[Entry, Entry]] = {}
        numbers: dict[tuple[str, str], int] = {}
        pair = np.full((len(rows), len(columns)), -1)
        mirrored = np.zeros(pair.shape, bool)
        for (i, row), (j, column) in product(enumerate(rows), enumerate(columns)):
            one, other = row.same_as(), column.same_as()
            if one == other:
                continue
            if (other, one) in pairs:
                mirrored[i, j] = True
                one, other = other, one
            else:
                pairs.setdefault((one, other), (row, column))
                numbers.setdefault((one, other), len(numbers))
            pair[i, j] = numbers[one, other]
        exchanged = tuple(
            turned
            for over in self.over
            for turned in ((False, True) if _differs_by_seat({**self.table, **over}, keys) else (False,))
        )
        pairing = Pairing(
            tuple(rows), tuple(columns), self.over, exchanged, pair, mirrored, counts_itself=self.question == "field"
        )
        return pairing, list(pairs.values())

    def _variants(self, pairs: Sequence[tuple[Entry, Entry]], keys: Sequence[str]) -> list[Variant]:
        variants = []
        for one, other in pairs:
            for over in self.over:
                table = {**self.table, **over}
                turns = ((one, other), (other, one)) if _differs_by_seat(table, keys) else ((one, other),)
                for first, second in turns:
                    name = f"{first.name} v {second.name}" + (f", {setting_name(over)}" if over else "")
                    seated = self._seated(table, first, second)
                    variants.append(self.make(name, seated, (first.agent, second.agent), f'"{name}": '))
        return [variant for variant in variants if variant is not None]


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


def _differs_by_seat(table: Mapping[str, Any], brought: Sequence[str]) -> bool:
    """Whether a table gives the two seats different things, other than what the entries bring: then both entries have
    to play from both sides.
    """
    lists = [value for key, value in table.items() if key not in brought and isinstance(value, (list, tuple))]
    return any(len(value) == 2 and value[0] != value[1] for value in lists)
