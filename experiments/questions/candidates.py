"""The candidates of a race: written in the plan or drawn at random, and the tables at which each of them plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sim import nameable
from sim.core.errors import InputError, quoted
from sim.core.kernel import digest
from sim.printed import Printed
from sim.reading.text_files import read_toml_file

from ..plan.fields import NAME, NAME_LETTERS, TABLE, Field, is_a, list_of, number, whole
from ..plan.levels import players_of
from ..plan.plan import Variant
from ..plan.reading import PlanReader
from ..plan.tables import table_text
from .pairing import entry_keys
from .weights import weights_by_name

MOST_DRAWN, DRAWN_BY_SEED = 10_000, 100_000
"""Candidates that a plan may draw; so many numbers of generated decks belong to one seed of a plan."""
SEAT = Field('what stands for its seat in lists of the table, such as { decks = "my_deck" }', is_a(Mapping))
CANDIDATE = {"name": NAME, "seat": SEAT, **TABLE}
MEETING = {"name": NAME, "weight": Field("a number above 0", number(0, 1e6)), **TABLE}
NAMES = Field('a list of cards, such as ["jade"]', list_of(str))
KEYS: Mapping[str, Field] = {
    "variants": Field("a list of candidates, each under [[variants]]", list_of(Mapping)),
    "random": Field(f"a whole number from 2 to {MOST_DRAWN:,}", whole(2, MOST_DRAWN)),
    "with": NAMES,
    "without": NAMES,
    "collection": Field(
        'a list of cards, or the path of a file with one, such as "mine.toml"',
        lambda v: is_a(str)(v) or list_of(str)(v),
    ),
    "against": Field("a list of tables over which scores are averaged, each under [[against]]", list_of(Mapping)),
}
SHORT = {key: field for key, field in entry_keys("variants", "against").items() if key.endswith("_of")}
"""The keys in short: one list of what candidates bring, and one of what they meet."""
LIMITS = ("with", "without", "collection")
GENERATED = ("decks", "squads")
"""Keys of tables whose entries a game can generate by a number."""


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
        written: dict[str, Any] = {"random": self.plan["random"], **self.limits} if "random" in self.plan else {}
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
        for key in LIMITS:
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
        """The candidates or what they meet, written out and in short."""
        listed = [*self.plan.get(key, [])]
        for what, values in self.plan.get(f"{key}_of", {}).items():
            for place, value in enumerate(values, 1):
                name = value[:NAME_LETTERS] if isinstance(value, str) else f"{what} {place}"
                listed.append({"name": name, **self._bringing(key, what, value)})
        return listed

    def _bringing(self, key: str, what: str, value: Any) -> dict[str, Any]:
        """What one of a list in short changes: what the seat of the entrant has, or the table; the agents of a team."""
        if what == "agent":
            players = players_of(self.plan)
            agents = [*self.plan.get("agents", [value] * players)]
            at = range(players) if self.game.words.team else [self.entrant]
            return {"agents": [value if seat in at else agent for seat, agent in enumerate(agents)]}
        by_seat = nameable.KINDS.get(what) == what
        if by_seat and key == "against" and isinstance(value, str):
            seats = range(players_of(self.plan))
            return {"table": {what: ["" if seat == self.entrant else value for seat in seats]}}
        return {"seat" if by_seat and key == "variants" else "table": {what: value}}

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

    def _drawn(self, count: int) -> list[Candidate]:
        """Candidates by the game's own generator."""
        keys = self.game.words.keys
        for key in GENERATED:
            if key in keys:
                limited = list(self.limits)
                self.reader.wrong(
                    f"{limit}: {key} are generated whole; only the cards of a supply can be limited"
                    for limit in limited
                )
                first = (self.plan.get("seed", 1) * DRAWN_BY_SEED) % 2**31
                return [
                    Candidate(f"random:{n}", seat={key: f"random:{n}"}) for n in range(first + 1, first + 1 + count)
                ]
        if self.game.draw_tables is None:
            known = "decks, squads or a supply"
            self.reader.wrong([f"random: {self.game.title} has no {known} that could be drawn; list [[variants]]"])
            return []
        try:
            tables = self.game.draw_tables(self.plan.get("seed", 1), count, self.limits, self.reader.cards(self.plan))
        except InputError as error:
            self.reader.wrong(error.problems)
            return []
        return [Candidate(f"{' '.join(table)} {n}", table=table) for n, table in enumerate(tables, 1)]

    def _table(self, candidate: Candidate, seat: Mapping[str, Any], meeting: Mapping[str, Any]) -> dict[str, Any]:
        """The table of the plan, changed by what is met and then by the candidate."""
        table = {**self.reader.base.table, **meeting.get("table", {}), **candidate.table}
        for key, brought in seat.items():
            asked = self.game.words.keys.get(key)
            standard = asked.standard if asked is not None else None
            listed = list(table.get(key) or standard or [])
            listed += [""] * (self.entrant + 1 - len(listed))
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
