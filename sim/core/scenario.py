"""Scenario files: a situation, what is done in it, and what must then be so. That is how a rule or a card is shown.

    game = "shards_of_infinity"

    [[scenario]]
    name   = "the mastery a card gives counts for its own threshold"
    shows  = ["fungal_hermit"]                       # the cards whose effect this shows
    table  = { players = 2 }                         # as in a plan
    given  = { "p1.mastery" = 9, "p1.hand" = ["fungal_hermit"], "p1.health" = 30 }
    do     = ["play fungal_hermit"]
    expect = { "p1.mastery" = 10, "p1.health" = 35 }

Also: `cards` (extra card files), `first` (the seat to move, p1 if not given), `seed` (begin with a dealt game instead
of an empty table), and of the end: `legal` and `illegal` phrases, `asks` (all phrases offered, and no other),
`decision`, `to_move`, `over`, `winner`.

In a zone "3 crystal" stands for three cards. Where cards in play are records, an entry is a card id or a table such as
`{ id = "troll", damage = 3 }`, of which just the given fields are set or compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import words as vocabulary
from .errors import InputError, nearest, shown
from .game import Game
from .text_files import read_toml_file
from .words import Words, check_phrase, expand, find_path, read_card, read_seat, seat_name, split_entry, winner

KEYS = {
    "name": str,
    "shows": list,
    "table": dict,
    "cards": list,
    "seed": int,
    "first": str,
    "given": dict,
    "do": list,
    "expect": dict,
    "legal": list,
    "illegal": list,
    "asks": list,
    "decision": str,
    "to_move": str,
    "over": bool,
    "winner": str,
}
CLAIMS = ("expect", "legal", "illegal", "asks", "decision", "to_move", "over", "winner")


@dataclass(frozen=True)
class Scenario:
    """One scenario of a file."""

    file: str
    game: Game
    keys: dict[str, Any]

    @property
    def name(self) -> str:
        """The sentence that says what it shows."""
        return self.keys["name"]

    def tables(self) -> np.record:
        """The tables it is played with."""
        table = {"first": self.keys.get("first", "p1"), **self.keys.get("table", {})}
        return self.game.make_tables(table, self.keys.get("cards", []))


@dataclass(frozen=True)
class Failure:
    """A claim of a scenario that did not hold."""

    file: str
    name: str
    where: str
    expected: Any
    found: Any


@dataclass
class Report:
    """What became of a number of scenarios."""

    passed: int = 0
    failures: list[Failure] = field(default_factory=list)

    @property
    def failed(self) -> int:
        """How many scenarios did not hold."""
        return len(self.failures)

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON."""
        return {"passed": self.passed, "failed": self.failed, "failures": [asdict(f) for f in self.failures]}


class _NotSoError(Exception):
    """Raised where a claim does not hold: (where, expected, found)."""


def run_files(paths: Iterable[str | Path]) -> Report:
    """Plays all scenarios of the files, and of the .toml files under the folders; InputError for what cannot be
    read.
    """
    report = Report()
    for scenario in load_scenarios(paths):
        failure = check(scenario)
        if failure is None:
            report.passed += 1
        else:
            report.failures.append(failure)
    return report


def load_scenarios(paths: Iterable[str | Path]) -> list[Scenario]:
    """The scenarios of files and folders; InputError lists everything that is wrong with the files' form."""
    scenarios: list[Scenario] = []
    problems: list[str] = []
    for path in _files(paths):
        try:
            scenarios += _read_file(path)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return scenarios


def _files(paths: Iterable[str | Path]) -> list[Path]:
    files: list[Path] = []
    for path in map(Path, paths):
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found or not found[0].exists():
            raise InputError(f"{path}: no scenario file here; a scenario file is a TOML file or a folder of them")
        files += found
    return files


def _read_file(path: Path) -> list[Scenario]:
    from .. import GAMES, load_game

    content = read_toml_file(path, "scenario file")
    problems = [f'{path}: no key is called "{key}"' for key in content if key not in ("game", "scenario")]
    entries = content.get("scenario", [])
    if not isinstance(content.get("game"), str):
        problems.append(f'{path}: the file should begin with game = "...", one of {", ".join(GAMES)}')
    if not isinstance(entries, list) or not entries:
        problems.append(f"{path}: no [[scenario]] found")
    elif not all(isinstance(entry, dict) for entry in entries):
        problems.append(f"{path}: every scenario should be a table under [[scenario]]")
    if problems:
        raise InputError(problems)
    try:
        game = load_game(content["game"])
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    scenarios = [Scenario(str(path), game, keys) for keys in entries]
    problems = [problem for number, scenario in enumerate(scenarios, 1) for problem in _check_keys(scenario, number)]
    if problems:
        raise InputError(problems)
    return scenarios


def _check_keys(scenario: Scenario, number: int) -> list[str]:
    keys = scenario.keys
    where = f"{scenario.file}: scenario {number} ({keys.get('name', 'without a name')})"
    problems = [f'{where}: no key is called "{key}"{nearest(key, KEYS)}' for key in keys if key not in KEYS]
    for key, kind in KEYS.items():
        if key in keys and not isinstance(keys[key], kind):
            problems.append(f"{where}: {key} should be a {kind.__name__}, found {shown(keys[key])}")
    if "name" not in keys:
        problems.append(f"{where}: name is missing")
    if not any(key in keys for key in CLAIMS):
        problems.append(f"{where}: it claims nothing; give at least one of {', '.join(CLAIMS)}")
    return problems or _check_words(scenario, where)


def _check_words(scenario: Scenario, where: str) -> list[str]:
    """Unknown cards, paths and phrases, so that no claim can hold for want of a meaning."""
    keys, words = scenario.keys, scenario.game.words
    try:
        tables = scenario.tables()
    except InputError as error:
        return [f"{where}: {problem}" for problem in error.problems]
    ids = words.card_ids(keys.get("cards", []))
    paths = words.paths(tables, ids)
    players, state = int(tables.players), scenario.game.new_state()
    checks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        *((read_card, (card, ids)) for card in keys.get("shows", [])),
        *((_check_path, (paths, path, state)) for path in keys.get("given", {})),
        *((_check_claim, (paths, *claim, state)) for claim in keys.get("expect", {}).items()),
        *((_check_deed, (words, str(phrase), ids, players)) for phrase in keys.get("do", [])),
        *(
            (check_phrase, (words, str(phrase), ids, players))
            for key in ("legal", "illegal", "asks")
            for phrase in keys.get(key, [])
        ),
        *((read_seat, (keys[key], players)) for key in ("to_move",) if key in keys),
        *((_check_winner, (words, keys[key], players)) for key in ("winner",) if key in keys),
        *((_check_decision, (words, keys[key])) for key in ("decision",) if key in keys),
    ]
    problems = []
    for function, arguments in checks:
        try:
            function(*arguments)
        except ValueError as error:
            problems.append(f"{where}: {error}")
    return problems


def _check_path(paths: Mapping[str, vocabulary.Path], name: str, state: np.record) -> vocabulary.Path:
    path = find_path(paths, name)
    try:
        path.read(state)
    except TypeError:
        raise ValueError(f'"{name}": only a zone has a count and places') from None
    return path


def _check_claim(paths: Mapping[str, vocabulary.Path], name: str, expected: Any, state: np.record) -> None:
    path = _check_path(paths, name, state)
    try:
        for entry in expected if isinstance(expected, list) else [expected]:
            split_entry(entry, path.fields)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _check_decision(words: Words, name: str) -> None:
    if name not in words.decisions.values():
        raise ValueError(f'no decision is called "{name}"{nearest(name, words.decisions.values())}')


def _check_winner(words: Words, name: str, players: int) -> None:
    sides = words.team or [seat_name(seat) for seat in range(players)]
    if name not in (*sides, "nobody"):
        raise ValueError(f'no winner is called "{name}"{nearest(name, (*sides, "nobody"))}')


def _check_deed(words: Words, phrase: str, ids: Sequence[str], players: int) -> None:
    if not phrase.startswith("!"):
        check_phrase(words, phrase, ids, players)
        return
    name, *arguments = phrase[1:].split(" ")
    if name not in words.events:
        raise ValueError(f'no event is called "!{name}"{nearest(name, words.events)}')
    if len(arguments) != len(words.events[name].arguments):
        raise ValueError(f'"{phrase}": expected !{name} {" ".join(words.events[name].arguments)}')


def check(scenario: Scenario, tables: np.record | None = None) -> Failure | None:
    """Plays one scenario, with its own tables unless others are given; the first claim that does not hold, or None."""
    table = _Table(scenario, scenario.tables() if tables is None else tables)
    try:
        table.prepare()
        for phrase in scenario.keys.get("do", []):
            table.do(phrase)
        table.compare()
    except _NotSoError as error:
        return Failure(scenario.file, scenario.name, *error.args)
    return None


class _Table:
    """A game in progress for one scenario."""

    def __init__(self, scenario: Scenario, tables: np.record):
        self.keys, self.game, self.tables = scenario.keys, scenario.game, tables
        self.ids = self.game.words.card_ids(self.keys.get("cards", []))
        self.paths = self.game.words.paths(tables, self.ids)
        self.actions = self.game.new_actions()
        self.state = self.game.new_state()

    def prepare(self) -> None:
        if "seed" in self.keys:
            self.game.setup(self.state, self.tables, self.keys["seed"], 0)
        else:
            self.game.words.clear(self.state, self.tables, max(int(self.tables.first), 0))
        for name, value in self.keys.get("given", {}).items():
            path = self.paths.get(name)
            if path is None or path.write is None:
                raise _NotSoError(f"given {name}", "a path that can be set", "one that can only be read")
            try:
                path.write(self.state, value)
            except ValueError as error:
                raise _NotSoError(f"given {name}", str(error), value) from None

    def legal(self) -> list[str]:
        """Phrases of the legal actions, in their order."""
        if self.state.over:
            return []
        n = self.game.legal_actions(self.state, self.tables, self.actions)
        return [self.game.words.phrase(self.state, self.actions[k], self.ids) for k in range(n)]

    def do(self, phrase: str) -> None:
        if phrase.startswith("!"):
            name, *arguments = phrase[1:].split(" ")
            try:
                self.game.words.events[name].run(self.state, self.tables, *arguments)
            except ValueError as error:
                raise _NotSoError(phrase, str(error), phrase) from None
            return
        legal = self.legal()
        if phrase not in legal:
            raise _NotSoError(
                f'do "{phrase}"', "a legal action", f"legal: {', '.join(legal) or 'nothing, the game is over'}"
            )
        self.game.apply(self.state, self.tables, self.actions[legal.index(phrase)])

    def compare(self) -> None:
        s, legal = self.state, self.legal()
        if s.error:
            raise _NotSoError("the end", "a sound game", f"fault {s.error}")
        for name, expected in self.keys.get("expect", {}).items():
            self.compare_path(name, expected)
        for phrase in self.keys.get("legal", []):
            self.demand(phrase in legal, "legal", phrase, legal)
        for phrase in self.keys.get("illegal", []):
            self.demand(phrase not in legal, "illegal", phrase, legal)
        if "asks" in self.keys:
            self.demand(Counter(legal) == Counter(self.keys["asks"]), "asks", self.keys["asks"], legal)
        for key, found in (
            ("decision", self.game.words.decisions[int(s.decision)]),
            ("to_move", seat_name(int(s.to_move))),
            ("over", bool(s.over)),
            ("winner", winner(self.game.words, s, int(self.tables.players))),
        ):
            if key in self.keys:
                self.demand(found == self.keys[key], key, self.keys[key], found)

    def compare_path(self, name: str, expected: Any) -> None:
        path = find_path(self.paths, name)
        found = path.read(self.state)
        if isinstance(expected, list) and isinstance(found, list):
            wanted = expand(expected)
            holds = _fit_in_order(wanted, found) if path.ordered else _fit_in_any_order(wanted, found)
        else:
            holds = _fits(expected, found)
        self.demand(holds, name, expected, _trim(found, expected))

    @staticmethod
    def demand(holds: bool, where: str, expected: Any, found: Any) -> None:
        if not holds:
            raise _NotSoError(where, expected, found)


def _fits(wanted: Any, found: Any) -> bool:
    """Whether what is found is what a claim says: of a record its id, or the id and the fields that the claim gives."""
    if isinstance(found, dict):
        fields = wanted if isinstance(wanted, dict) else {"id": wanted}
        return all(_fits(value, found[name]) for name, value in fields.items())
    if isinstance(found, list) and isinstance(wanted, list):
        return _fit_in_any_order(expand(wanted), found)
    return type(found) is type(wanted) and found == wanted


def _fit_in_order(wanted: Sequence[Any], found: Sequence[Any]) -> bool:
    return len(wanted) == len(found) and all(map(_fits, wanted, found))


def _fit_in_any_order(wanted: Sequence[Any], found: Sequence[Any]) -> bool:
    """Whether each entry of one list can have one of the other for itself.

    A claim that gives few fields may fit several entries; it then leaves the one it has to a claim that fits no other.
    """
    if len(wanted) != len(found):
        return False
    claimed_by: dict[int, int] = {}

    def place(claim: int, tried: set[int]) -> bool:
        for entry in range(len(found)):
            if entry in tried or not _fits(wanted[claim], found[entry]):
                continue
            tried.add(entry)
            if entry not in claimed_by or place(claimed_by[entry], tried):
                claimed_by[entry] = claim
                return True
        return False

    return all(place(claim, set()) for claim in range(len(wanted)))


def _trim(found: Any, expected: Any) -> Any:
    """Records with those of their fields alone that a claim names, for a failure that can be read."""
    if isinstance(found, list):
        return [_trim(entry, expected) for entry in found]
    if not isinstance(found, dict):
        return found
    claims = expected if isinstance(expected, list) else [expected]
    named = {name for claim in claims if isinstance(claim, dict) for name in claim}
    return {name: value for name, value in found.items() if name in named} if named else found["id"]
