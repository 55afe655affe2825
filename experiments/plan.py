"""What is asked: a plan file, checked as a whole and made ready to play."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from agents import Agent, list_agents, load_agent
from sim import GAMES, load_game
from sim.core.errors import InputError, nearest
from sim.core.game import ROTATE, Game
from sim.core.kernel import digest
from sim.core.words import seat_name

Question = Literal["estimate", "compare"]
QUESTIONS = ("estimate", "compare")

FIRST = "first"
"""The entrant of a comparison that asks about whichever seat begins."""

PART_GAMES = 2400
"""Games of one part: divisible by any number of players up to six, and a second's work or so."""

FORMAT = b"1"
"""Changes when the layout of the parts does, so that old parts are not taken for new ones."""


@dataclass(frozen=True)
class Stop:
    """When a run ends: at whichever of these comes first. At least one is set."""

    games: int | None = None
    """games of each variant, in all"""
    half_width: float | None = None
    """when no interval (estimate: of scores; compare: of differences) is wider than twice this"""
    hours: float | None = None
    """hours of one call; a run stopped by this can go on"""
    decided: float | None = None
    """when every verdict is settled with this confidence"""

    @property
    def looks_at_results(self) -> bool:
        """Whether the number of games depends on how they went, so that only always-valid intervals hold."""
        return self.half_width is not None or self.decided is not None


@dataclass(frozen=True, eq=False)
class Variant:
    """One of the tables that are compared; a question without variants has one, called "plan"."""

    name: str
    agents: tuple[Agent, ...]
    table: Mapping[str, Any]
    cards: tuple[Path, ...]
    tables: np.record
    """what the kernels read; follows from table and cards"""


@dataclass(frozen=True, eq=False)
class Plan:
    """A question that can be played. Make one with `read_plan`."""

    name: str
    question: Question
    game: Game
    seed: int
    variants: tuple[Variant, ...]
    entrant: int
    """the seat whose score is compared; the number of players for whichever seat begins; of a team, any seat"""
    stop: Stop
    confidence: float
    part_games: int
    """games in a part; the stopping rule looks after each part"""
    table: Mapping[str, Any]
    cards: tuple[Path, ...]
    agents: tuple[Agent, ...]

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
        """The entrant in words."""
        if self.team:
            return "the team"
        return "the first seat" if self.entrant == self.players else self.seats[self.entrant]

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
        return _games_per_deal(self.variants[0].tables)

    def identity(self) -> dict[str, Any]:
        """All that decides what happens in game number n, apart from n; names and stopping rules do not."""
        return {
            "rules": self.game.source_digest(),
            "seed": self.seed,
            "agents": [[agent.digest() for agent in variant.agents] for variant in self.variants],
            "tables": [digest(variant.tables.tobytes()) for variant in self.variants],
            "part_games": self.part_games,
        }

    def digest(self) -> str:
        """Twelve hex digits of the identity: games are kept under it and never mixed with others."""
        return digest(FORMAT, self.question.encode(), json.dumps(self.identity(), sort_keys=True).encode())

    def to_toml(self, card_names: Mapping[Path, str] | None = None) -> str:
        """The plan with every default written out; `card_names` gives card files other names."""
        names = card_names or {}
        lines = [
            *_assignments(
                name=self.name,
                question=self.question,
                game=self.game.name,
                seed=self.seed,
                entrant=FIRST if self.entrant == self.players else seat_name(self.entrant),
                confidence=self.confidence,
                part_games=self.part_games,
            ),
            *_setting(self.variants[0] if self.question == "estimate" else self, names),
        ]
        if self.question == "compare":
            for variant in self.variants:
                lines += ["", "[[variants]]", *_assignments(name=variant.name), *_setting(variant, names)]
        lines += ["", "[stop]", *_assignments(**{k: v for k, v in vars(self.stop).items() if v is not None})]
        return "\n".join(lines) + "\n"


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


def read_plan(source: str | Path | Mapping[str, Any], *, frozen: bool = False) -> Plan:
    """The plan in a TOML file, or in a mapping of the same shape, in which agents may be Agent objects.

    InputError lists everything wrong with it. Card files are looked for beside the plan file.
    frozen: the plan of a run that has been played, only to be looked at: agents and tables that are not to be had any
    more are stood in for.
    """
    if isinstance(source, Mapping):
        return _Reader(dict(source), Path(), "plan", frozen).read(default_name="plan")
    path = Path(source)
    default_name = re.sub(r"[^\w.-]+", "_", path.stem)
    return _Reader(_read_toml(path), path.parent, str(path), frozen).read(default_name)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        others = [str(other) for other in path.parent.glob("*.toml")]
        raise InputError(f"{path}: no such plan file{nearest(str(path), others)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None


@dataclass(frozen=True)
class _Field:
    """What the value of a key should be."""

    right: str
    accepts: Callable[[Any], bool]


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _number(above: float, below: float) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, (int, float)) and not isinstance(v, bool) and math.isfinite(v) and above < v < below


def _is(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


def _list_of(kind: type | tuple[type, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, (list, tuple)) and all(isinstance(item, kind) for item in value)


def _matches(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


_SETTING = {
    "agents": _Field('a list with one agent a seat, such as ["random", "random"]', _is((list, tuple))),
    "cards": _Field('a list of card files, such as ["my_cards.toml"]', _list_of((str, Path))),
    "table": _Field("a table of house rules, such as { players = 2 }", _is(Mapping)),
}
_PLAN = {
    "name": _Field("a text of letters, digits, - and _", _matches(r"\w[\w.-]*")),
    "question": _Field('"estimate" or "compare"', _is(str)),
    "game": _Field("the name of a game", _is(str)),
    "seed": _Field("a whole number from 0 to 2**63 - 1", _whole(0, 2**63 - 1)),
    "entrant": _Field('a seat such as "p1", or "first"', _is(str)),
    "confidence": _Field("a number between 0.5 and 1, such as 0.95", _number(0.5, 1)),
    "part_games": _Field("a whole number from 1 to 1000000", _whole(1, 1_000_000)),
    **_SETTING,
    "variants": _Field("a list of variants, each under [[variants]]", _list_of(Mapping)),
    "stop": _Field("a table such as { games = 20000 }", _is(Mapping)),
}
_VARIANT = {"name": _Field("a text", _matches(r".*\S.*")), **_SETTING}
_STOP = {
    "games": _Field("a whole number above 0", _whole(1, 10**12)),
    "half_width": _Field("a number between 0 and 0.5, such as 0.005", _number(0, 0.5)),
    "hours": _Field("a number above 0", _number(0, 1e6)),
    "decided": _Field("a confidence between 0.5 and 1, such as 0.95", _number(0.5, 1)),
}


class _Reader:
    """Reads one plan and gathers all that is wrong with it."""

    def __init__(self, values: dict[str, Any], folder: Path, where: str, frozen: bool) -> None:
        self.values, self.folder, self.where, self.frozen = values, folder, where, frozen
        self.problems: dict[str, None] = {}
        """in order, each once"""
        self.sound_tables = True

    def read(self, default_name: str) -> Plan:
        """The plan; InputError lists all problems."""
        plan = self._fields(self.values, _PLAN, "")
        stop = self._stop(plan)
        question = self._question(plan)
        game = self._game(plan)
        if game is None or question is None:
            raise self._error()
        base = self._variant("plan", plan, {}, game, "", needs_agents="variants" not in plan)
        variants = self._variants(question, plan, base, game)
        entrant = self._entrant(plan, variants, game)
        part_games = plan.get("part_games", PART_GAMES)
        self._together(variants, stop, part_games)
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
        )

    def _error(self) -> InputError:
        return InputError([f"{self.where}: {problem}" for problem in self.problems])

    def _wrong(self, problems: Iterable[str], where: str = "") -> None:
        """Notes problems, but for those of the plan that every variant shares."""
        self.problems.update(dict.fromkeys(where + problem for problem in problems if problem not in self.problems))

    def _fields(self, values: Mapping[str, Any], known: Mapping[str, _Field], where: str) -> dict[str, Any]:
        """The values that are of the right kind; the others are wrong."""
        sound = {}
        for key, value in values.items():
            if key not in known:
                self._wrong([f'no key is called "{key}"{nearest(str(key), known)}'], where)
            elif not known[key].accepts(value):
                self._wrong([f"{key} should be {known[key].right}, found {value!r}"], where)
            else:
                sound[key] = value
        return sound

    def _question(self, plan: Mapping[str, Any]) -> Question | None:
        found = plan.get("question")
        if found in QUESTIONS:
            return found
        if found is not None:
            self._wrong([f'no question is called "{found}"{nearest(found, QUESTIONS)}'])
        elif "question" not in self.values:
            self._wrong(['question is missing; it should be "estimate" or "compare"'])
        return None

    def _game(self, plan: Mapping[str, Any]) -> Game | None:
        if "game" not in self.values:
            self._wrong([f"game is missing; known: {', '.join(GAMES)}"])
        if "game" not in plan:
            return None
        try:
            return load_game(plan["game"])
        except InputError as error:
            self._wrong(error.problems, "game: ")
            return None

    def _stop(self, plan: Mapping[str, Any]) -> Stop:
        values = self._fields(plan.get("stop", {}), _STOP, "stop: ")
        if not self.values.get("stop"):
            self._wrong([f"[stop] is missing; it should set at least one of {', '.join(_STOP)}"])
        return Stop(**values)

    def _variants(self, question: Question, plan: Mapping[str, Any], base: Variant, game: Game) -> list[Variant]:
        """The variants of a comparison, or the plan as the only one."""
        entries = plan.get("variants", [])
        if question == "estimate":
            if entries:
                self._wrong(['variants belong to question = "compare"; "estimate" has none'])
            return [base]
        if "variants" not in self.values or ("variants" in plan and len(entries) < 2):
            self._wrong([f"compare needs at least two [[variants]], found {len(entries)}"])
        variants = []
        for index, entry in enumerate(entries):
            where = f'variant "{entry["name"]}": ' if "name" in entry else f"variant {index + 1}: "
            own = self._fields(entry, _VARIANT, where)
            if "name" not in entry:
                self._wrong(["name is missing"], where)
            name = own.get("name", str(index + 1))
            variants.append(self._variant(name, {**plan, **own}, plan.get("table", {}), game, where))
        return variants or [base]

    def _variant(
        self,
        name: str,
        values: Mapping[str, Any],
        table: Mapping[str, Any],
        game: Game,
        where: str,
        needs_agents: bool = True,
    ) -> Variant:
        """A variant; what it does not say of itself is the plan's. Its table changes single keys of the plan's."""
        table = {**table, **values.get("table", {})}
        cards = tuple((self.folder / card).resolve() for card in values.get("cards", []))
        tables = self._tables(game, table, cards, where)
        players = None if tables is None else int(tables.players)
        agents = self._agents(game, values.get("agents"), players, where, needs_agents)
        return Variant(name, agents, table, cards, game.make_tables({}, []) if tables is None else tables)

    def _tables(self, game: Game, table: Mapping[str, Any], cards: Sequence[Path], where: str) -> np.record | None:
        try:
            return game.make_tables(table, cards)
        except InputError as error:
            self._wrong(error.problems, where)
            self.sound_tables = False
            return None

    def _agents(
        self, game: Game, specs: Sequence[Any] | None, players: int | None, where: str, needed: bool
    ) -> tuple[Agent, ...]:
        if specs is None:
            if needed and "agents" not in self.values:
                self._wrong(["agents is missing; it should list one agent a seat"], where)
            return ()
        if players is not None and len(specs) != players:
            self._wrong([f"agents should list one agent for each of the {players} players, found {len(specs)}"], where)
        return tuple(self._agent(game, spec, seat_name(seat), where) for seat, spec in enumerate(specs))

    def _agent(self, game: Game, spec: Any, seat: str, where: str) -> Agent:
        try:
            return load_agent(game.name, spec)
        except InputError as error:
            self._wrong([f"agents, {seat}: {problem}" for problem in error.problems], where)
            return _absent(game, spec)

    def _entrant(self, plan: Mapping[str, Any], variants: Sequence[Variant], game: Game) -> int:
        players = int(variants[0].tables.players) if self.sound_tables else game.seats
        names = [seat_name(seat) for seat in range(players)]
        if plan.get("question") == "compare":
            names.append(FIRST)
        name = plan.get("entrant", names[0])
        if name not in names:
            self._wrong([f'entrant: no seat is called "{name}"{nearest(name, names)}'])
            return 0
        return 0 if game.words.team else names.index(name)

    def _together(self, variants: Sequence[Variant], stop: Stop, part_games: int) -> None:
        """Checks what concerns all variants at once, if each is sound alone."""
        self._names(variants)
        if self.problems:
            return
        first = variants[0]
        for variant in variants[1:]:
            if variant.tables.players != first.tables.players:
                self._wrong([f'variants "{first.name}" and "{variant.name}" should have the same number of players'])
            elif _games_per_deal(variant.tables) != _games_per_deal(first.tables):
                self._wrong([
                    f'variants "{first.name}" and "{variant.name}" cannot share deals: first = "rotate" plays each deal'
                    " once with every seat first, any other value once"
                ])  # fmt: skip
        self._twins(variants)
        deal = _games_per_deal(first.tables)
        for key, games in (("stop: games", stop.games), ("part_games", part_games)):
            if games is not None and games % deal:
                below, above = games - games % deal, games - games % deal + deal
                choice = f"{below} or {above}" if below else str(above)
                reason = "as each deal is played once with every seat first"
                self._wrong([f"{key} should be a multiple of {deal}, {reason}: {choice}, found {games}"])

    def _names(self, variants: Sequence[Variant]) -> None:
        names = [variant.name for variant in variants]
        for name in dict.fromkeys(n for n in names if names.count(n) > 1):
            self._wrong([f'{names.count(name)} variants are called "{name}"; names should differ'])

    def _twins(self, variants: Sequence[Variant]) -> None:
        """Variants that are the same in all but name."""
        seen: dict[tuple[Any, ...], str] = {}
        for variant in variants:
            what = (variant.tables.tobytes(), *(agent.digest() for agent in variant.agents))
            if what in seen:
                self._wrong([
                    f'variants "{seen[what]}" and "{variant.name}" do not differ: a variant should change agents, table'
                    " or cards"
                ])  # fmt: skip
            seen.setdefault(what, variant.name)


def _games_per_deal(tables: np.record) -> int:
    return int(tables.players) if tables.first == ROTATE else 1


def _absent(game: Game, spec: Any) -> Agent:
    """Stands in for an agent that cannot be found any more; it cannot play."""
    values: dict[str, Any] = dict(spec) if isinstance(spec, Mapping) else {"agent": str(spec)}
    name = str(values.pop("agent", "unknown"))

    def choose(*_: Any) -> int:
        raise InputError(f'agent "{name}" is known by name only')

    return Agent(name=name, game=game.name, description="not to be found any more", choose=choose, parameters=values)


def _assignments(**values: Any) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in values.items()]


def _setting(of: Plan | Variant, names: Mapping[Path, str]) -> list[str]:
    """Lines for agents, cards and table."""
    agents = [agent_spec(agent) for agent in of.agents]
    given = {"agents": agents} if agents else {}
    return _assignments(**given, cards=[names.get(path, str(path)) for path in of.cards], table=dict(of.table))


def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
