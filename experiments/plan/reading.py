"""Reads a plan file, checks it as a whole, and makes it ready to play.

What all plans have is read here; a question reads its own keys, and makes the variants, by its `Kind`.
"""

from __future__ import annotations

import importlib
import os
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from agents import Agent, load_agent
from sim import GAMES, load_game
from sim.core.errors import InputError, nearest, quoted, shown
from sim.core.game import Game
from sim.core.kernel import digest
from sim.printed import with_ids
from sim.reading.card_files import CardFile
from sim.reading.names import seat_name
from sim.reading.text_files import check_depth, read_toml_file

from .fields import NAME_LETTERS, PLAN, STOP, Field, Problems
from .levels import UNDER, level_values
from .lines import with_lines
from .plan import FIRST, PART_GAMES, Apart, Plan, Stop, Variant
from .shipped import plan_path
from .tables import games_per_deal


@dataclass(frozen=True)
class Asked:
    """What a question makes of a plan: the candidates, and what belongs to it alone; see `Plan` for the fields."""

    variants: Sequence[Variant]
    own: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    unit: str = ""
    together: str = ""
    variants_per_part: int = 1
    apart: Apart | None = None
    part_games: int | None = None
    """where that follows from something else"""


class Kind(ABC):
    """What a question says of the plans that ask it. `questions.question` says what it makes of the games."""

    name: str
    """what a plan calls it"""
    keys: Mapping[str, Field] = {}
    """the keys of a plan that are its own, beside those of all"""
    lists: tuple[str, ...] = ()
    """the keys, of these, that list candidates; in a matrix and a field first those whose scores are asked for, then
    those that they meet if they are others"""
    stop: Mapping[str, Field] = STOP
    """what [stop] may hold"""
    entrants: tuple[str, ...] = ("p1",)
    """whom it may be about: the seats, for which "p1" stands, FIRST, or nobody"""
    one_table = False
    """whether the plan itself is the only table"""
    needs_agents = False
    """whether the plan itself names the agents"""
    twins = ""
    """what variants should differ in, if they should"""
    part_games = PART_GAMES
    """games of each variant in a part, by default"""

    def has(self, key: str) -> bool:
        """Whether a plan that asks this may have a key that some questions have."""
        return key in self.keys or (key == "entrant" and bool(self.entrants))

    @abstractmethod
    def read(self, reader: PlanReader) -> Asked:
        """The variants of the plan that is being read; what is wrong is noted with the reader."""


KINDS: dict[str, Kind] = {}
"""The questions there are, by name: each joins when its file is loaded."""


def read_plan(source: str | Path | Mapping[str, Any], *, frozen: bool = False) -> Plan:
    """The plan in a TOML file, of the name of a plan that comes with the project, or in a mapping of the same shape, in
    which agents may be Agent objects.

    InputError lists everything wrong with it. Card files, and files that a table names, are looked for beside the plan
    file; what such a table says then stands in the plan itself.
    frozen: the plan of a run that has been played, only to be looked at: agents and tables that are not to be had any
    more are stood in for.
    """
    if isinstance(source, Mapping):
        check_depth(source, "plan")
        return _read(_plain(source), Path(), "plan", frozen, default_name="plan")
    path = plan_path(source)
    default_name = re.sub(r"[^\w.-]+", "_", path.stem)[:NAME_LETTERS]
    try:
        return _read(read_toml_file(path, "plan file", pipe=True), path.parent, str(path), frozen, default_name)
    except InputError as error:
        raise InputError(with_lines(error.problems)) from error


def _plain(value: Any) -> Any:
    """A value with its numbers and lists as a plan file has them: those of numpy come from tables and ranges."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return type(value)(map(_plain, value)) if type(value) in (list, tuple) else value


def _read(values: dict[str, Any], folder: Path, where: str, frozen: bool, default_name: str) -> Plan:
    """A plan, under each level of play that it names."""
    importlib.import_module("...questions", __name__)  # they join KINDS; this room knows none of them by name
    if UNDER not in values:
        return PlanReader(values, folder, where, frozen).read(default_name)
    problems, plans = Problems(), {}
    lists = {key for kind in KINDS.values() for key in kind.lists}
    sound = problems.fields(values, keys_of(values), f"{where}: ")
    if UNDER not in sound:
        raise InputError(problems.problems)
    try:
        levels = level_values(values, sound, sound.get("name", default_name), lists)
    except InputError as error:
        problems.wrong([f"{where}: {problem}" for problem in error.problems])
        raise InputError(problems.problems) from None
    for level, level_plan in levels.items():
        try:
            plans[level] = PlanReader(level_plan, folder, where, frozen).read(default_name)
        except InputError as error:
            problems.wrong(error.problems)
    if problems.problems:
        raise InputError(list(problems.problems))
    return replace(next(iter(plans.values())), levels=plans)


def keys_of(values: Mapping[str, Any]) -> dict[str, Field]:
    """The keys that a plan may have, those of its question before those that another has of the same name."""
    own = KINDS.get(str(values.get("question")))
    every = {key: field for kind in KINDS.values() for key, field in kind.keys.items()}
    return {**PLAN, **every, **(own.keys if own else {})}


class PlanReader(Problems):
    """Reads one plan and gathers all that is wrong with it; a question reads its keys with it."""

    kind: Kind
    game: Game
    plan: Mapping[str, Any]
    """the keys whose values are of the right kind"""
    base: Variant
    """the plan as a variant"""

    def __init__(self, values: dict[str, Any], folder: Path, where: str, frozen: bool) -> None:
        """values: all keys of the plan. frozen: see `read_plan`."""
        super().__init__()
        self.values, self.folder, self.where, self.frozen = values, folder, where, frozen
        self.sound_tables = True
        self.shared: tuple[str, ...] = ()
        """what is wrong with the table of the plan itself, which is no harm if every variant changes that"""
        self._card_files: dict[Path, CardFile] = {}
        self._shape: tuple[int, int] | None = None
        """players and games of a deal at the first table that was built"""

    def read(self, default_name: str) -> Plan:
        """The plan; InputError lists all problems."""
        plan = self.plan = self.fields(self.values, keys_of(self.values), "")
        kind = self._kind()
        stop = self._stop(kind)
        game = self._game()
        if game is None or kind is None:
            raise self._error()
        self.kind, self.game = kind, game
        self.base = base = self._base()
        asked = kind.read(self)
        variants = asked.variants or [base]
        entrant = self._entrant(variants)
        part_games = asked.part_games or plan.get("part_games", kind.part_games)
        self._together(variants, stop, part_games)
        if self.problems and not self.frozen:
            raise self._error()
        return Plan(
            name=plan.get("name", default_name),
            question=kind.name,
            game=game,
            seed=plan.get("seed", 1),
            variants=tuple(variants),
            entrant=entrant,
            stop=stop,
            confidence=float(plan.get("confidence", stop.decided or 0.95)),
            part_games=part_games,
            table=base.table,
            card_files=base.card_files,
            agents=base.agents,
            own=asked.own,
            values=asked.values,
            unit=asked.unit,
            together=asked.together,
            variants_per_part=asked.variants_per_part,
            apart=asked.apart,
        )

    def _error(self) -> InputError:
        return InputError([f"{self.where}: {problem}" for problem in self.problems])

    def _kind(self) -> Kind | None:
        found = self.plan.get("question")
        if found in KINDS:
            for key in self.values:
                having = [
                    kind.name for kind in KINDS.values() if key in kind.keys or (key == "entrant" and kind.entrants)
                ]
                if having and found not in having and self.values[key]:
                    belongs = " or ".join(f"{quoted(question)}" for question in having)
                    self.wrong([f"{key} belongs to question = {belongs}; {quoted(found)} has none"])
            return KINDS[found]
        if found is not None:
            self.wrong([f"no question is called {quoted(found)}{nearest(found, KINDS)}"])
        elif "question" not in self.values:
            known = ", ".join(f"{quoted(question)}" for question in sorted(KINDS))
            self.wrong([f"question is missing; it should be one of {known}"])
        return None

    def _game(self) -> Game | None:
        if "game" not in self.values:
            self.wrong([f"game is missing; known: {', '.join(GAMES)}"])
        if "game" not in self.plan:
            return None
        try:
            return load_game(self.plan["game"])
        except InputError as error:
            self.wrong(error.problems, "game: ")
            return None

    def _stop(self, kind: Kind | None) -> Stop:
        values = self.fields(self.plan.get("stop", {}), kind.stop if kind else STOP, "stop: ")
        if not self.values.get("stop"):
            self.wrong([f"[stop] is missing; it should set at least one of {', '.join(STOP)}"])
        if "indifference" in values and "decided" not in values:
            self.wrong(["indifference belongs to decided, such as { decided = 0.95, indifference = 0.01 }"], "stop: ")
        return Stop(**values)

    def _base(self) -> Variant:
        """The plan as a variant. What is wrong with its table is told with the variants that have it too."""
        try:
            self.game.make_tables(self.resolved(self.plan.get("table", {})), self.cards(self.plan))
        except InputError as error:
            self.shared = tuple(error.problems)
        alone = self.kind.one_table
        if alone:
            self.wrong(self.shared)
        base = self.variant("plan", self.plan, {}, "", self.kind.needs_agents or alone, checked=alone)
        self.sound_tables = self.sound_tables and not (alone and self.shared)
        return base

    def variant(
        self,
        name: str,
        values: Mapping[str, Any],
        table: Mapping[str, Any],
        where: str,
        needs_agents: bool = True,
        checked: bool = True,
        own_table: bool = True,
    ) -> Variant:
        """A variant; what it does not say of itself is the plan's. Its table changes single keys of the plan's.

        checked: whether it is wrong that its table is. own_table: whether `values` has its own table.
        """
        table = self.resolved({**table, **(values.get("table", {}) if own_table else {})}, values)
        cards = self.cards(values)
        if self.frozen and self._shape:
            agents = self._agents(values.get("agents"), None, where, needs_agents)
            return Variant(name, self.game, agents, table, cards, *self._shape, digest=name)
        tables = self.tables(table, cards, where, checked)
        players = None if tables is None else int(tables.players)
        agents = self._agents(values.get("agents"), players, where, needs_agents)
        sound = self.game.make_tables({}, []) if tables is None else tables
        shape = int(sound.players), games_per_deal(sound)
        if tables is not None:
            self._shape = self._shape or shape
        return Variant(name, self.game, agents, table, cards, *shape, digest(sound.tobytes()))

    def cards(self, values: Mapping[str, Any]) -> tuple[CardFile, ...]:
        """The card files that belong to some values of a plan or of a variant, each read once for the whole plan."""
        paths = [Path(os.path.abspath(self.folder / card)) for card in values.get("cards", [])]
        for path in paths:
            self._card_files[path] = self._card_files.get(path) or CardFile.of(path)
        return tuple(self._card_files[path] for path in paths)

    def resolved(self, table: Mapping[str, Any], values: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A table with what the files say that it names; values: with the card files that belong to it, if those are
        not the plan's.
        """
        cards = self.cards(self.plan if values is None else values)
        try:
            table = with_ids(self.game, table, cards)
        except InputError as error:
            self.wrong(error.problems)
        return self.game.resolve_table(table, cards, self.folder)

    def tables(
        self, table: Mapping[str, Any], cards: Sequence[CardFile], where: str, checked: bool = True
    ) -> np.record | None:
        """The tables that kernels read; None, and if they are checked the problems noted, if they cannot be made."""
        try:
            return self.game.make_tables(table, cards)
        except InputError as error:
            if checked:
                self.wrong([problem for problem in error.problems if problem in self.shared])
                self.wrong([problem for problem in error.problems if problem not in self.shared], where)
                self.sound_tables = False
            return None

    def _agents(self, specs: Sequence[Any] | None, players: int | None, where: str, needed: bool) -> tuple[Agent, ...]:
        if specs is None:
            if needed and "agents" not in self.values:
                self.wrong(["agents is missing; it should list one agent a seat"], where)
            return ()
        if players is not None and len(specs) != players:
            self.wrong([f"agents should list one agent for each of the {players} players, found {len(specs)}"], where)
        seated = specs[: players or self.game.seats]
        return tuple(self.agent(spec, f"agents, {seat_name(seat)}: ", where) for seat, spec in enumerate(seated))

    def agent(self, spec: Any, what: str, where: str) -> Agent:
        """The agent that a plan names; what: which one it is."""
        try:
            return load_agent(self.game.name, spec)
        except InputError as error:
            self.wrong([what + problem for problem in error.problems], where)
            return _absent(self.game, spec)

    def _entrant(self, variants: Sequence[Variant]) -> int | None:
        players = variants[0].players if self.sound_tables else self.game.seats
        names = [seat_name(seat) for seat in range(players)]
        if not self.kind.entrants:
            return None
        if FIRST in self.kind.entrants:
            names.append(FIRST)
        name = self.plan.get("entrant", names[0])
        if name not in names:
            self.wrong([f"entrant: no seat is called {quoted(name)}{nearest(name, names)}"])
            return 0
        return 0 if self.game.words.team else names.index(name)

    def _together(self, variants: Sequence[Variant], stop: Stop, part_games: int) -> None:
        """Checks what concerns all variants at once, if each is sound alone."""
        named = Counter(variant.name for variant in variants)
        for name in [name for name, times in named.items() if times > 1]:
            self.wrong([f"{named[name]} variants are called {quoted(name)}; names should differ"])
        if self.problems or self.frozen:
            return
        first = variants[0]
        for variant in variants[1:]:
            if variant.players != first.players:
                self.wrong(
                    [f"variants {quoted(first.name)} and {quoted(variant.name)} should have the same number of players"]
                )
            elif variant.games_per_deal != first.games_per_deal:
                self.wrong([
                    f"variants {quoted(first.name)} and {quoted(variant.name)} cannot share deals: first ="
                    ' "rotate" plays each deal once with every seat first, any other value once'
                ])  # fmt: skip
        if self.kind.twins:
            self._twins(variants)
        deal = first.games_per_deal
        for key, games in (("stop: games", stop.games), ("part_games", part_games)):
            if games is not None and games % deal:
                below, above = games - games % deal, games - games % deal + deal
                choice = f"{below} or {above}" if below else str(above)
                reason = "as each deal is played once with every seat first"
                self.wrong([f"{key} should be a multiple of {deal}, {reason}: {choice}, found {games}"])

    def _twins(self, variants: Sequence[Variant]) -> None:
        """Variants that are the same in all but name."""
        seen: dict[tuple[str, ...], str] = {}
        for variant in variants:
            what = (variant.digest, *(agent.digest() for agent in variant.agents))
            if what in seen:
                self.wrong([
                    f'variants {quoted(seen[what])} and {quoted(variant.name)} do not differ: a variant should change'
                    f" {self.kind.twins}"
                ])  # fmt: skip
            seen.setdefault(what, variant.name)


def _absent(game: Game, spec: Any) -> Agent:
    """Stands in for an agent that cannot be found any more; it cannot play."""
    values: dict[str, Any] = (
        dict(spec) if isinstance(spec, Mapping) else {"agent": spec if isinstance(spec, str) else shown(spec)}
    )
    name = str(values.pop("agent", "unknown"))

    def choose(*_: Any) -> int:
        raise InputError(f"agent {quoted(name)} is known by name only")

    return Agent(name=name, game=game.name, description="not to be found any more", choose=choose, parameters=values)
