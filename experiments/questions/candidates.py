"""The candidates of a race: written in the plan or drawn at random, and the tables at which each of them plays."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sim import nameable
from sim.core.errors import InputError, nearest, quoted
from sim.core.kernel import digest
from sim.printed import Printed
from sim.reading.text_files import read_toml_file

from ..plan.fields import NAME, NAME_LETTERS, TABLE, Field, is_a, list_of, number, whole
from ..plan.levels import players_of
from ..plan.plan import Variant
from ..plan.reading import PlanReader
from ..plan.tables import table_text
from .weights import weights_by_name

MOST_DRAWN = 10_000
"""Candidates that a plan may draw."""
DOUBLINGS = 5
"""How often twice as many are drawn, if too few of them differ."""
PLACEMENTS = "placements"
"""What `draws` calls the places where the cards of one squad stand."""
SEAT = Field('what stands for its seat in lists of the table, such as { decks = "my_deck" }', is_a(Mapping))
CANDIDATE = {"name": NAME, "seat": SEAT, **TABLE}
MEETING = {"name": NAME, "weight": Field("a number above 0", number(0, 1e6)), **TABLE}
NAMES = Field('a list of cards, such as ["jade"]', list_of(str))
KEYS: Mapping[str, Field] = {
    "variants": Field("a list of candidates, each under [[variants]]", list_of(Mapping)),
    "random": Field(f"a whole number from 2 to {MOST_DRAWN:,}", whole(2, MOST_DRAWN)),
    "draws": Field('a list of keys of the table, such as ["supply"]', list_of(str)),
    "with": NAMES,
    "without": NAMES,
    "collection": Field(
        'a list of cards, or the path of a file with one, such as "mine.toml"',
        lambda v: is_a(str)(v) or list_of(str)(v),
    ),
    "against": Field("a list of tables over which scores are averaged, each under [[against]]", list_of(Mapping)),
}
SUFFIXES = (".toml", ".txt", ".json")
"""Files of decks."""
Subject = tuple[str, ...]
"""What a list in short is about: a key of the table, a place in a list there, an agent or one of its numbers."""


def paths_of(given: Mapping[str, Any]) -> list[tuple[Subject, Any]]:
    """The lists in short, by what they are about: { supply.1 = [...] } is about ("supply", "1")."""
    found = list[tuple[Subject, Any]]()
    for key, value in given.items():
        deeper = paths_of(value) if isinstance(value, Mapping) else [((), value)]
        found += [((*str(key).split("."), *path), values) for path, values in deeper]
    return found


def _lists(value: Any) -> bool:
    """Whether a value can be lists in short: of some values, or the folder of files with them."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all((list_of(object)(values) and values) or (is_a(str)(values) and values) for _, values in paths_of(value))
    )


SHORT = {
    f"{key}_of": Field(
        'lists of what is brought, such as { agent = ["random", "best"] }, or a folder, such as { decks = "mine" }',
        _lists,
    )
    for key in ("variants", "against")
}
"""The keys in short: lists of what candidates bring, and of what they meet; each combination of several is one."""
LIMITS = ("with", "without", "collection")


@dataclass(frozen=True)
class Candidate:
    """What one candidate changes of the plan."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict)
    """agents, cards"""
    table: Mapping[str, Any] = field(default_factory=dict)
    seat: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Runners:
    """Those that race, and what each of them meets."""

    names: tuple[str, ...]
    weights: tuple[float, ...]
    """of what they meet, in all 1"""


class CandidateReader:
    """Reads the candidates of one plan; problems go to the reader of the plan."""

    def __init__(self, reader: PlanReader) -> None:
        self.reader, self.plan, self.game = reader, reader.plan, reader.game
        entrant = self.plan.get("entrant", "p1")
        seats = [f"p{n + 1}" for n in range(self.game.seats)]
        self.entrant = seats.index(entrant) if entrant in seats and not self.game.words.team else 0
        self.question = reader.kind.name
        self.given = {key.removesuffix("_of") for key in reader.values}
        self.plan = {**self.plan, **{key: self._listed(key) for key in ("variants", "against") if key in self.given}}
        self.limits = self._limits()
        self.meetings = self._meetings()

    def read(self) -> tuple[Runners, list[Variant], dict[str, Any]]:
        """Names and weights; the variants, those of a candidate one after the other; the keys as a plan says them."""
        candidates, meetings, weights = self._candidates(), self.meetings, self.weights
        if len(candidates) < 2:
            return Runners((), weights), [], {}
        variants, seats = self._variants(candidates, meetings)
        written: dict[str, Any] = (
            {"random": self.plan["random"], "draws": self._keys(), **self.limits} if "random" in self.plan else {}
        )
        if "random" not in self.plan:
            written["variants"] = [self._written(c, seat) for c, seat in zip(candidates, seats, strict=True)]
        return Runners(tuple(c.name for c in candidates), weights), variants, {**written, **self.met}

    @property
    def weights(self) -> tuple[float, ...]:
        """Of what they meet, in all 1."""
        total = sum(meeting.get("weight", 1) for meeting in self.meetings)
        return tuple(meeting.get("weight", 1) / total for meeting in self.meetings)

    @property
    def met(self) -> dict[str, Any]:
        """The key of what they meet as a plan says it, if it does."""
        return {"against": [self._absolute(meeting) for meeting in self.meetings]} if "against" in self.plan else {}

    def _absolute(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values with the card files as they were found and what the files say that the table names."""
        found = dict(values)
        if "cards" in found:
            found["cards"] = [file.path for file in self.reader.cards(values)]
        if "table" in found:
            found["table"] = self.reader.resolved(found["table"], values)
        return found

    def _written(self, candidate: Candidate, seat: Mapping[str, Any]) -> dict[str, Any]:
        about = {**candidate.values, "table": candidate.table, "seat": seat}
        return {"name": candidate.name, **self._absolute({key: value for key, value in about.items() if value})}

    def _candidates(self) -> list[Candidate]:
        given = self.given
        if ("random" in given) == ("variants" in given):
            self.reader.wrong(
                [f"{self.question} needs either [[variants]] or random = 1000, how many candidates to draw"]
            )
            return []
        if "random" in self.plan:
            return self._drawn(self.plan["random"])
        for key in ("draws", *LIMITS):
            if key in given:
                self.reader.wrong([f"{key} is for candidates that are drawn; it needs random = 1000"])
        found = []
        for index, entry in enumerate(self.plan.get("variants", [])):
            where = f"variant {quoted(entry['name'])}: " if "name" in entry else f"variant {index + 1}: "
            own = self.reader.fields(entry, CANDIDATE, where)
            self.reader.missing(entry, ["name"], where)
            name, table, seat = (own.pop(key, {}) for key in ("name", "table", "seat"))
            found.append(Candidate(str(name or index + 1), own, table, seat))
        if "variants" in self.plan and len(found) < 2:
            self.reader.wrong([f"{self.question} needs at least two [[variants]], found {len(found)}"])
        return found

    def _listed(self, key: str) -> list[Mapping[str, Any]]:
        """The candidates or what they meet, written out and in short: every combination of what the lists say."""
        listed = [*self.plan.get(key, [])]
        axes = [
            [(path, name, value) for name, value in self._named(f"{key}_of", path, values)]
            for path, values in paths_of(self.plan.get(f"{key}_of", {}))
        ]
        count = math.prod(map(len, axes))
        if count > MOST_DRAWN:
            self.reader.wrong([f"{key}_of: {count:,} combinations, {MOST_DRAWN:,} at most can be played"])
        elif axes:
            for combination in itertools.product(*axes):
                entry: dict[str, Any] = {"name": ", ".join(name for _, name, _ in combination)[:NAME_LETTERS]}
                for subject, _, value in combination:
                    self._bring(entry, key, subject, value)
                listed.append(entry)
        return listed

    def _named(self, key: str, path: Subject, values: Any) -> list[tuple[str, Any]]:
        """The values of a list in short, or the files of a folder, each with a name."""
        if isinstance(values, str):
            folder = self.reader.folder / values
            files = sorted(file.name for file in folder.glob("*") if file.suffix in SUFFIXES)
            if not files:
                ends = ", ".join(SUFFIXES)
                self.reader.wrong([f"{key}: {'.'.join(path)}: no folder {values} with files of decks ({ends})"])
            return [(Path(file).stem, f"{values}/{file}") for file in files]
        short = ".".join(path)
        return [
            (value if isinstance(value, str) else f"{short} {value if is_a((int, float))(value) else place}", value)
            for place, value in enumerate(values, 1)
        ]

    def _bring(self, entry: dict[str, Any], key: str, subject: Subject, value: Any) -> None:
        """Writes into an entry what one of a list in short changes."""
        what, *more = subject
        seats = range(players_of(self.plan))
        place = int(more[0]) - 1 if more and more[0].isdecimal() else -1
        if what == "agent" and (not more or place < 0):
            self._bring_agent(entry, seats if self.game.words.team else [self.entrant], more, value)
        elif what == "agents" and place in seats:
            self._bring_agent(entry, [place], more[1:], value)
        elif not more:
            self._bring_to_table(entry, key, what, value)
        else:
            table = {**self.plan.get("table", {}), **entry.get("table", {})}
            listed = [*table[what]] if list_of(object)(table.get(what)) else []
            if place not in range(len(listed)) or more[1:]:
                known = "an agent (agent, agents.1), a key of the table, or a place in a list of [table] (supply.1)"
                self.reader.wrong([f"{key}_of: {'.'.join(subject)} should be {known}"])
            else:
                listed[place] = value
                entry["table"] = {**entry.get("table", {}), what: listed}

    def _bring_agent(self, entry: dict[str, Any], seats: Iterable[int], option: Sequence[str], value: Any) -> None:
        """Writes into an entry an agent of some seats, or a number of it."""
        known = entry.get("agents", self.plan.get("agents"))
        if option and known is None:
            return  # that there are no agents is told with the plan
        agents = [*known] if known is not None else [value] * players_of(self.plan)
        for seat in seats:
            before = agents[seat] if isinstance(agents[seat], Mapping) else {"agent": agents[seat]}
            agents[seat] = {**before, ".".join(option): value} if option else value
        entry["agents"] = agents

    def _bring_to_table(self, entry: dict[str, Any], key: str, what: str, value: Any) -> None:
        """Writes into an entry what the seat of the entrant has, what all others have, or what the table says."""
        named = nameable.KINDS.get(what) == what and not self.game.words.team
        drawn = self.game.drawn.get(what)
        dealt = None if drawn is None else drawn.dealt
        if dealt is not None and drawn is not None:
            given = self.plan.get("table", {})
            needed = {name: one for name, one in drawn.together.items() if name not in given}
            entry["table"] = {**needed, **entry.get("table", {})}
        by_seat = named or (dealt is not None and not list_of(list)(value))
        if by_seat and key == "variants":
            entry["seat"] = {**entry.get("seat", {}), what: value}
            return
        if by_seat and (not named or isinstance(value, (str, Mapping))):
            own = "" if named else dealt
            value = [own if seat == self.entrant else value for seat in range(players_of(self.plan))]
        entry["table"] = {**entry.get("table", {}), what: value}

    def _limits(self) -> dict[str, list[str]]:
        """The limits of what is drawn, by the ids of cards."""
        found = {limit: self.plan[limit] for limit in LIMITS if limit in self.plan}
        if isinstance(found.get("collection"), str):
            found["collection"] = self._collection(found["collection"])
        try:
            known = Printed(self.game.words.cards(self.reader.cards(self.plan)))
            return {limit: [known.find(name) or name for name in names] for limit, names in found.items()}
        except InputError as error:
            self.reader.wrong(error.problems)
            return found

    def _collection(self, path: str) -> list[str]:
        """The cards in the file of a collection."""
        try:
            content = read_toml_file(self.reader.folder / path, "collection")
            cards = content.get("cards", ())
            if set(content) != {"cards"} or not list_of(str)(cards):
                raise InputError(f'{path}: a collection is one list, such as cards = ["jade", "Diamond Cluster"]')
            return list(cards)
        except InputError as error:
            self.reader.wrong(error.problems)
            return []

    def _meetings(self) -> list[dict[str, Any]]:
        found = []
        for index, entry in enumerate(self.plan.get("against", [])):
            found.append(self.reader.fields(entry, MEETING, f"against, number {index + 1}: "))
        return self._weighted(found) or [{}]

    def _weighted(self, meetings: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The same with the weights that the plan gives by name; those without weight are left out."""
        given = self.plan.get("field_weights")
        if given is None:
            return meetings
        names = [str(meeting.get("name", "")) for meeting in meetings]
        weights = weights_by_name(given, self.reader.folder, names, "against", self.reader.wrong)
        if any("weight" in meeting for meeting in meetings):
            self.reader.wrong(["field_weights: some of against have a weight of their own; give one or the other"])
        return [
            {**meeting, "weight": weights[meeting["name"]]}
            for meeting in meetings
            if weights.get(str(meeting.get("name")), 0) > 0
        ]

    def _keys(self) -> list[str]:
        """The keys of the table that are drawn, by default the first that the game knows."""
        known = list(self.game.drawn)
        return list(dict.fromkeys(self.plan.get("draws", known[:1])))

    def _draws(self, keys: Sequence[str], count: int) -> list[dict[str, Any]]:
        """So many times what is drawn for each of these keys, a list with one for each seat where every seat has its
        own; nothing if something is wrong with what is asked for.
        """
        title, drawn = self.game.title, self.game.drawn
        if not drawn:
            self.reader.wrong([f"random: {title} has nothing that is drawn at random; list [[variants]]"])
            return []
        unknown = [key for key in keys if key not in drawn]
        self.reader.wrong(
            f"draws: {title} draws no {quoted(key)}{nearest(key, drawn)}; it draws {', '.join(drawn)}"
            for key in unknown
        )
        if unknown:
            return []
        seed, players, files = self.plan.get("seed", 1), self.reader.base.players, self.reader.cards(self.plan)
        try:
            values = [
                drawn[key].draw(seed, count, players, self._limits_of(key, len(keys) == 1), files) for key in keys
            ]
        except InputError as error:
            self.reader.wrong(error.problems)
            return []
        return [dict(zip(keys, offer, strict=True)) for offer in zip(*values, strict=True)]

    def _limits_of(self, key: str, is_alone: bool) -> dict[str, list[str]]:
        """The limits of a key: where several are drawn, those cards that may be in one of them limit that one. Cards
        that others bring are not drawn where no two seats may have the same.
        """
        drawn, files = self.game.drawn[key], self.reader.cards(self.plan)
        found = dict(self.limits)
        if not is_alone:
            facts = self.game.words.cards(files)
            some = drawn.draw(0, 1, self.reader.base.players, {}, files)[0]
            cards = drawn.cards(some[0] if drawn.by_seat else some, self.reader.base.table, files)
            sorts = {facts[card]["type"] for card in cards}
            limited = {
                limit: [card for card in names if facts.get(card, {}).get("type") in sorts or card not in facts]
                for limit, names in self.limits.items()
            }
            found = {limit: names for limit, names in limited.items() if names}
        if drawn.apart and (taken := self._brought_by_others(key)):
            found["without"] = list(dict.fromkeys([*found.get("without", ()), *taken]))
        return found

    def _brought_by_others(self, key: str) -> list[str]:
        """The cards that others bring to any of the tables."""
        drawn, files, found = self.game.drawn[key], self.reader.cards(self.plan), list[str]()
        for meeting in self.meetings:
            table = {**self.reader.base.table, **meeting.get("table", {})}
            for seat, value in enumerate(table.get(key) or ()):
                if seat != self.entrant and value:
                    found += drawn.cards(value, table, files)
        return found

    def _drawn(self, count: int) -> list[Candidate]:
        """Candidates by the game's own generator, all different."""
        keys = self._keys()
        if PLACEMENTS in keys:
            return self._placements(count)
        for doubling in range(DOUBLINGS + 1):
            draws = self._draws(keys, count << doubling)
            found = dict[str, Candidate]()
            for draw in draws:
                candidate = self._of_draw(draw, len(found) + 1)
                found.setdefault(table_text({**candidate.table, **candidate.seat}), candidate)
                if len(found) == count:
                    return list(found.values())
            if not draws:
                return []
        self.reader.wrong([f"random: fewer than {count:,} different ones may be drawn, found {len(found):,}"])
        return []

    def _of_draw(self, draw: Mapping[str, Any], number: int) -> Candidate:
        """The candidate of what was drawn: what its seat has, and what is laid out for all."""
        drawn = self.game.drawn
        together = {name: value for key in draw for name, value in drawn[key].together.items()}
        seat = {key: value[self.entrant] for key, value in draw.items() if drawn[key].by_seat}
        laid = {key: value for key, value in draw.items() if not drawn[key].by_seat}
        brought = [*seat.values(), *laid.values()]
        named = len(brought) == 1 and isinstance(brought[0], str)
        return Candidate(
            brought[0] if named else f"{' and '.join(draw)} {number}", table={**together, **laid}, seat=seat
        )

    def _placements(self, count: int) -> list[Candidate]:
        """The squad of the entrant in other places, chosen by chance."""
        key, given = next((key for key, drawn in self.game.drawn.items() if drawn.placed), ""), self.reader.base.table
        if not key:
            self.reader.wrong([f"draws: {self.game.title} has no {PLACEMENTS}"])
        elif self._keys() != [PLACEMENTS] or self.limits:
            self.reader.wrong([f"draws: {PLACEMENTS} are drawn alone, and no cards with them"])
        elif self.entrant >= len(given.get(key) or ()):
            self.reader.wrong([f"draws: {PLACEMENTS} are those of a squad; table: {key} should name it"])
        else:
            drawn = self.game.drawn[key]
            try:
                squad = drawn.listed(given[key][self.entrant], given, self.reader.cards(self.plan))
            except InputError:
                return []  # the table says what is wrong with it
            chance = np.random.default_rng(self.plan.get("seed", 1))
            assert drawn.placed is not None
            found = dict[str, Any]()
            for _ in range(count << DOUBLINGS):
                placed = drawn.listed(drawn.placed(chance, squad), given, self.reader.cards(self.plan))
                found.setdefault(table_text({key: placed}), placed)
                if len(found) == count:
                    break
            if len(found) == count:
                return [Candidate(f"placement {n}", seat={key: one}) for n, one in enumerate(found.values(), 1)]
            self.reader.wrong([f"random: fewer than {count:,} different ones may be drawn, found {len(found):,}"])
        return []

    def _table(self, candidate: Candidate, seat: Mapping[str, Any], meeting: Mapping[str, Any]) -> dict[str, Any]:
        """The table of the plan, changed by what is met and then by the candidate."""
        table = {**self.reader.base.table, **meeting.get("table", {}), **candidate.table}
        for key, brought in seat.items():
            asked = self.game.words.keys.get(key)
            standard = asked.standard if asked is not None else None
            listed = list(table.get(key) or standard or [])
            listed += [""] * (self.entrant + 1 - len(listed))
            if key in self.game.drawn and (dealt := self.game.drawn[key].dealt) is not None:
                listed = [value or dealt for value in listed] + [dealt] * (self.reader.base.players - len(listed))
            listed[self.entrant] = brought
            table[key] = listed
        return table

    def _variants(
        self, candidates: Sequence[Candidate], meetings: Sequence[Mapping[str, Any]]
    ) -> tuple[list[Variant], list[Mapping[str, Any]]]:
        """The variants, and what each candidate has at its seat. A candidate that is written is checked at the first
        table, every table with the first candidate; a candidate that is drawn needs no check.
        """
        reader, drawn = self.reader, "random" in self.plan
        first = candidates[0]
        bases = []
        for index, meeting in enumerate(meetings):
            where = f"against, number {index + 1}: " if index else ("" if drawn else f"variant {quoted(first.name)}: ")
            values = {**self.plan, **meeting, **first.values, "table": {}}
            bases.append(reader.variant(first.name, values, self._table(first, first.seat, meeting), where))
        makers = self.game.tables_digest().encode()  # the tables are not built here
        variants, seats = [], []
        for candidate in candidates:
            found = bases[0]
            if not drawn and candidate is not first:
                values = {**self.plan, **meetings[0], **candidate.values, "table": {}}
                table = self._table(candidate, candidate.seat, meetings[0])
                found = reader.variant(candidate.name, values, table, f"variant {quoted(candidate.name)}: ")
            seat = candidate.seat if drawn else {key: found.table[key][self.entrant] for key in candidate.seat}
            seats.append(seat)
            for index, (meeting, base) in enumerate(zip(meetings, bases, strict=True)):
                own = found if candidate.values else base
                files = own.card_files if "cards" in candidate.values else base.card_files
                table = self._table(candidate, seat, meeting)
                table = table if drawn else reader.resolved(table)
                known = digest(makers, table_text(table).encode(), *(file.digest.encode() for file in files))
                met = meeting.get("name", f"table {index + 1}")
                name = candidate.name if len(meetings) == 1 else f"{candidate.name}, {met}"
                agents = own.agents if "agents" in candidate.values else base.agents
                variants.append(replace(base, name=name, table=table, agents=agents, card_files=files, digest=known))
        return variants, seats
