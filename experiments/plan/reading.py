"""Reads a plan file, checks it as a whole, and makes it ready to play."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents import Agent, load_agent
from sim import GAMES, load_game
from sim.core.errors import InputError, nearest, shown
from sim.core.game import Game
from sim.core.names import seat_name
from sim.core.text_files import check_depth, read_toml_file

from .fields import BELONGS_TO, NAME_LETTERS, PLAN, SETTING, STOP, STOP_OF_BALANCE, VARIANT, Problems
from .pairing import PairingReader
from .plan import (
    FIRST,
    PAIR_PART_GAMES,
    PART_GAMES,
    QUESTIONS,
    Pairing,
    Plan,
    Question,
    Setting,
    Stop,
    Variant,
    games_per_deal,
)

MOST_VALUES = 101
"""How many values of a setting a balance may try."""


def read_plan(source: str | Path | Mapping[str, Any], *, frozen: bool = False) -> Plan:
    """The plan in a TOML file, or in a mapping of the same shape, in which agents may be Agent objects.

    InputError lists everything wrong with it. Card files, and files that a table names, are looked for beside the plan
    file; what such a table says then stands in the plan itself.
    frozen: the plan of a run that has been played, only to be looked at: agents and tables that are not to be had any
    more are stood in for.
    """
    if isinstance(source, Mapping):
        check_depth(source, "plan")
        return _Reader(dict(source), Path(), "plan", frozen).read(default_name="plan")
    path = Path(source)
    default_name = re.sub(r"[^\w.-]+", "_", path.stem)[:NAME_LETTERS]
    return _Reader(read_toml_file(path, "plan file", pipe=True), path.parent, str(path), frozen).read(default_name)


class _Reader(Problems):
    """Reads one plan and gathers all that is wrong with it."""

    def __init__(self, values: dict[str, Any], folder: Path, where: str, frozen: bool) -> None:
        super().__init__()
        self.values, self.folder, self.where, self.frozen = values, folder, where, frozen
        self.sound_tables = True
        self.shared: tuple[str, ...] = ()
        """what is wrong with the table of the plan itself, which is no harm if every variant changes that"""

    def read(self, default_name: str) -> Plan:
        """The plan; InputError lists all problems."""
        plan = self.fields(self.values, PLAN, "")
        question = self._question(plan)
        stop = self._stop(plan, question)
        game = self._game(plan)
        if game is None or question is None:
            raise self._error()
        base = self._base(question, plan, game)
        setting, pairing = None, None
        if question == "balance":
            setting, variants = self._balance(plan, base, game)
        elif question in ("field", "matrix"):
            pairing, variants = self._pairing(question, plan, base, game)
        else:
            variants = self._variants(question, plan, base, game)
        entrant = self._entrant(plan, question, variants, game)
        part_games = plan.get("part_games", PAIR_PART_GAMES if pairing else PART_GAMES)
        self._together(question, variants, stop, part_games)
        if self.problems and not self.frozen:
            raise self._error()
        return Plan(
            name=plan.get("name", default_name),
            question=question,
            game=game,
            seed=plan.get("seed", 1),
            variants=tuple(variants),
            entrant=entrant,
            stop=stop,
            confidence=float(plan.get("confidence", stop.decided or 0.95)),
            part_games=part_games,
            table=base.table,
            cards=base.cards,
            agents=base.agents,
            setting=setting,
            pairing=pairing,
        )

    def _error(self) -> InputError:
        return InputError([f"{self.where}: {problem}" for problem in self.problems])

    def _question(self, plan: Mapping[str, Any]) -> Question | None:
        found = plan.get("question")
        if found in QUESTIONS:
            for key, questions in BELONGS_TO.items():
                if found not in questions and self.values.get(key):
                    belongs = " or ".join(f'"{question}"' for question in questions)
                    self.wrong([f'{key} belongs to question = {belongs}; "{found}" has none'])
            return found
        if found is not None:
            self.wrong([f'no question is called "{found}"{nearest(found, QUESTIONS)}'])
        elif "question" not in self.values:
            known = ", ".join(f'"{question}"' for question in QUESTIONS)
            self.wrong([f"question is missing; it should be one of {known}"])
        return None

    def _game(self, plan: Mapping[str, Any]) -> Game | None:
        if "game" not in self.values:
            self.wrong([f"game is missing; known: {', '.join(GAMES)}"])
        if "game" not in plan:
            return None
        try:
            return load_game(plan["game"])
        except InputError as error:
            self.wrong(error.problems, "game: ")
            return None

    def _stop(self, plan: Mapping[str, Any], question: Question | None) -> Stop:
        known = STOP_OF_BALANCE if question == "balance" else STOP
        values = self.fields(plan.get("stop", {}), known, "stop: ")
        if not self.values.get("stop"):
            self.wrong([f"[stop] is missing; it should set at least one of {', '.join(STOP)}"])
        return Stop(**values)

    def _base(self, question: Question, plan: Mapping[str, Any], game: Game) -> Variant:
        """The plan as a variant. What is wrong with its table is told with the variants that have it too."""
        try:
            game.make_tables(self._resolved(game, plan.get("table", {}), plan), self._cards(plan))
        except InputError as error:
            self.shared = tuple(error.problems)
        alone = question == "estimate"
        if alone:
            self.wrong(self.shared)
        needs_agents = alone or question == "balance"
        base = self._variant("plan", plan, {}, game, "", needs_agents, checked=alone)
        self.sound_tables = self.sound_tables and not (alone and self.shared)
        return base

    def _variants(self, question: Question, plan: Mapping[str, Any], base: Variant, game: Game) -> list[Variant]:
        """The variants of a comparison, or the plan as the only one."""
        entries = plan.get("variants", [])
        if question == "estimate":
            return [base]
        if "variants" not in self.values or ("variants" in plan and len(entries) < 2):
            self.wrong([f"compare needs at least two [[variants]], found {len(entries)}"])
        variants = []
        for index, entry in enumerate(entries):
            where = f'variant "{entry["name"]}": ' if "name" in entry else f"variant {index + 1}: "
            own = self.fields(entry, VARIANT, where)
            self.missing(entry, ["name"], where)
            name = own.get("name", str(index + 1))
            variants.append(self._variant(name, {**plan, **own}, plan.get("table", {}), game, where))
        if not variants:
            self.wrong(self.shared)
        return variants or [base]

    def _balance(self, plan: Mapping[str, Any], base: Variant, game: Game) -> tuple[Setting | None, list[Variant]]:
        """The setting that a balance seeks, and the table with each of its values."""
        given = plan.get("setting", {})
        if "setting" not in self.values:
            self.wrong(["[setting] is missing; it should have path, from and to, and seat if the key holds a list"])
        values = self.fields(given, SETTING, "setting: ")
        lacking = "setting" in plan and self.missing(given, ["path", "from", "to"], "setting: ")
        if lacking or not {"path", "from", "to"} <= values.keys():
            self.wrong(self.shared)
            return None, [base]
        span = range(values["from"], values["to"] + 1, values.get("step", 1))
        if not 2 <= len(span) <= MOST_VALUES:
            found = f"from {values['from']} to {values['to']} in steps of {span.step} are {len(span)}"
            self.wrong([f"2 to {MOST_VALUES} values are expected, {found}"], "setting: ")
            return None, [base]
        seats = [seat_name(seat) for seat in range(game.seats)]
        name = values.get("seat")
        if name is not None and name not in seats:
            self.wrong([f'seat: no seat is called "{name}"{nearest(name, seats)}'], "setting: ")
            return None, [base]
        setting = Setting(values["path"], None if name is None else seats.index(name), tuple(span))
        return setting, self._values(setting, plan, base, game) or [base]

    def _values(self, setting: Setting, plan: Mapping[str, Any], base: Variant, game: Game) -> list[Variant]:
        """A variant for each value, up to the first that cannot be played."""
        listed = list(self._listed(setting, base))
        if setting.seat is not None and setting.seat >= len(listed):
            self.wrong(
                [f"table: {setting.path} should be a list with a value for each seat, of which that of"
                 f" {seat_name(setting.seat)} varies"]
            )  # fmt: skip
            return []
        variants: list[Variant] = []
        for value in setting.values:
            if setting.seat is not None:
                listed[setting.seat] = value
            changed = {setting.path: value if setting.seat is None else list(listed)}
            name = f"{setting.path} {value}"
            variants.append(self._variant(name, plan, {**base.table, **changed}, game, f"{name}: ", own_table=False))
            if not self.sound_tables:
                break
        return variants

    @staticmethod
    def _listed(setting: Setting, base: Variant) -> Sequence[Any]:
        """The list of which an entry varies, by the plan, or else by the rules of the game."""
        if setting.path in base.table:
            found = base.table[setting.path]
            return found if isinstance(found, list) else []
        known = base.tables[setting.path] if setting.path in (base.tables.dtype.names or ()) else None
        return known.tolist() if isinstance(known, np.ndarray) and known.ndim == 1 else []

    def _pairing(
        self, question: Question, plan: Mapping[str, Any], base: Variant, game: Game
    ) -> tuple[Pairing | None, list[Variant]]:
        """The pairs of a field or a matrix, and the tables at which they meet."""
        if game.words.team:
            self.wrong([f'question = "{question}" needs opponents; in {game.title} all seats win or lose together'])
            return None, [base]

        def make(name: str, table: Mapping[str, Any], agents: Sequence[Agent], where: str) -> Variant | None:
            # a frozen plan is not played: one table stands in for those of hundreds of pairs
            tables = base.tables if self.frozen else self._tables(game, table, base.cards, where)
            return None if tables is None else Variant(name, tuple(agents), table, base.cards, tables)

        def agent(spec: Any, where: str) -> Agent:
            return self._agent(game, spec, "agent: ", where)

        def resolved(table: Mapping[str, Any]) -> dict[str, Any]:
            return self._resolved(game, table, plan)

        reader = PairingReader(self, question, plan, base, make, agent, resolved, self.values, self.frozen)
        pairing, variants = reader.read()
        return pairing, variants or [base]

    def _variant(
        self,
        name: str,
        values: Mapping[str, Any],
        table: Mapping[str, Any],
        game: Game,
        where: str,
        needs_agents: bool = True,
        checked: bool = True,
        own_table: bool = True,
    ) -> Variant:
        """A variant; what it does not say of itself is the plan's. Its table changes single keys of the plan's.

        checked: whether it is wrong that its table is. own_table: whether `values` has its own table.
        """
        table = self._resolved(game, {**table, **(values.get("table", {}) if own_table else {})}, values)
        cards = self._cards(values)
        tables = self._tables(game, table, cards, where, checked)
        players = None if tables is None else int(tables.players)
        agents = self._agents(game, values.get("agents"), players, where, needs_agents)
        return Variant(name, agents, table, cards, game.make_tables({}, []) if tables is None else tables)

    def _cards(self, values: Mapping[str, Any]) -> tuple[Path, ...]:
        return tuple(Path(os.path.abspath(self.folder / card)) for card in values.get("cards", []))

    def _resolved(self, game: Game, table: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """A table with what the files say that it names; values: with the card files that belong to it."""
        return game.resolve_table(table, self._cards(values), self.folder)

    def _tables(
        self, game: Game, table: Mapping[str, Any], cards: Sequence[Path], where: str, checked: bool = True
    ) -> np.record | None:
        try:
            return game.make_tables(table, cards)
        except InputError as error:
            if checked:
                self.wrong([problem for problem in error.problems if problem in self.shared])
                self.wrong([problem for problem in error.problems if problem not in self.shared], where)
                self.sound_tables = False
            return None

    def _agents(
        self, game: Game, specs: Sequence[Any] | None, players: int | None, where: str, needed: bool
    ) -> tuple[Agent, ...]:
        if specs is None:
            if needed and "agents" not in self.values:
                self.wrong(["agents is missing; it should list one agent a seat"], where)
            return ()
        if players is not None and len(specs) != players:
            self.wrong([f"agents should list one agent for each of the {players} players, found {len(specs)}"], where)
        return tuple(self._agent(game, spec, f"agents, {seat_name(seat)}: ", where) for seat, spec in enumerate(specs))

    def _agent(self, game: Game, spec: Any, what: str, where: str) -> Agent:
        try:
            return load_agent(game.name, spec)
        except InputError as error:
            self.wrong([what + problem for problem in error.problems], where)
            return _absent(game, spec)

    def _entrant(self, plan: Mapping[str, Any], question: Question, variants: Sequence[Variant], game: Game) -> int:
        players = int(variants[0].tables.players) if self.sound_tables else game.seats
        names = [seat_name(seat) for seat in range(players)]
        if question in ("compare", "balance"):
            names.append(FIRST)
        name = plan.get("entrant", names[0])
        if question in ("field", "matrix"):
            return 0
        if name not in names:
            self.wrong([f'entrant: no seat is called "{name}"{nearest(name, names)}'])
            return 0
        return 0 if game.words.team else names.index(name)

    def _together(self, question: Question, variants: Sequence[Variant], stop: Stop, part_games: int) -> None:
        """Checks what concerns all variants at once, if each is sound alone."""
        self._names(variants)
        if self.problems:
            return
        first = variants[0]
        for variant in variants[1:]:
            if variant.tables.players != first.tables.players:
                self.wrong([f'variants "{first.name}" and "{variant.name}" should have the same number of players'])
            elif games_per_deal(variant.tables) != games_per_deal(first.tables):
                self.wrong([
                    f'variants "{first.name}" and "{variant.name}" cannot share deals: first = "rotate" plays each deal'
                    " once with every seat first, any other value once"
                ])  # fmt: skip
        if question in ("compare", "balance"):
            self._twins(variants, "table" if question == "balance" else "agents, table or cards")
        deal = games_per_deal(first.tables)
        for key, games in (("stop: games", stop.games), ("part_games", part_games)):
            if games is not None and games % deal:
                below, above = games - games % deal, games - games % deal + deal
                choice = f"{below} or {above}" if below else str(above)
                reason = "as each deal is played once with every seat first"
                self.wrong([f"{key} should be a multiple of {deal}, {reason}: {choice}, found {games}"])

    def _names(self, variants: Sequence[Variant]) -> None:
        names = [variant.name for variant in variants]
        for name in dict.fromkeys(n for n in names if names.count(n) > 1):
            self.wrong([f'{names.count(name)} variants are called "{name}"; names should differ'])

    def _twins(self, variants: Sequence[Variant], changes: str) -> None:
        """Variants that are the same in all but name."""
        seen: dict[tuple[Any, ...], str] = {}
        for variant in variants:
            what = (variant.tables.tobytes(), *(agent.digest() for agent in variant.agents))
            if what in seen:
                self.wrong([
                    f'variants "{seen[what]}" and "{variant.name}" do not differ: a variant should change {changes}'
                ])  # fmt: skip
            seen.setdefault(what, variant.name)


def _absent(game: Game, spec: Any) -> Agent:
    """Stands in for an agent that cannot be found any more; it cannot play."""
    values: dict[str, Any] = (
        dict(spec) if isinstance(spec, Mapping) else {"agent": spec if isinstance(spec, str) else shown(spec)}
    )
    name = str(values.pop("agent", "unknown"))

    def choose(*_: Any) -> int:
        raise InputError(f'agent "{name}" is known by name only')

    return Agent(name=name, game=game.name, description="not to be found any more", choose=choose, parameters=values)
