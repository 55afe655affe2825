"""Files of scenarios: read, checked, and played. What a scenario is stands in `sim.words.scenario`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from . import GAMES, load_game
from .core.errors import InputError, bare, nearest, quoted, shown
from .core.game import Game
from .printed import Printed, read_phrase, with_card_ids, with_ids
from .reading.text_files import read_toml_file
from .words.scenario import Failure, Scenario, check, problems_of
from .words.vocabulary import Words


@dataclass
class Report:
    """What became of a number of scenarios."""

    passed: int = 0
    failed: int = 0
    failures: list[Failure] = field(default_factory=list)
    """all claims that did not hold"""

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON."""
        return {"passed": self.passed, "failed": self.failed, "failures": [asdict(f) for f in self.failures]}


def run_files(paths: Iterable[str | Path]) -> Report:
    """Plays all scenarios of the files, and of the .toml files under the folders; InputError for what cannot be
    read.
    """
    return run(load_scenarios(paths))


def run(scenarios: Iterable[Scenario]) -> Report:
    """Plays scenarios."""
    report = Report()
    for scenario in scenarios:
        failures = check(scenario)
        report.passed += not failures
        report.failed += bool(failures)
        report.failures += failures
    return report


def load_scenarios(
    paths: Iterable[str | Path], name: str | None = None, before_rules: Callable[[Game], object] = lambda game: None
) -> list[Scenario]:
    """The scenarios of files and folders, or those of one name; InputError lists everything that is wrong with the
    files: their form, their words, and what cannot be given.

    before_rules: called with each game before the first of its rules is needed.
    """
    scenarios: list[Scenario] = []
    problems: list[str] = []
    made: dict[tuple[str, ...], Any] = {}
    make_ready = functools.cache(before_rules)
    for path in _files(paths):
        try:
            found = _read_file(path, made)
        except InputError as error:
            problems += error.problems
            continue
        scenarios += found
        for number, scenario in enumerate(found, 1):
            wrong = problems_of(scenario, make_ready)
            where = f"{path}: scenario {number} ({bare(scenario.keys.get('name', 'without a name'))})"
            problems += [f"{where}: {problem}" for problem in wrong]
    if problems:
        raise InputError(problems)
    if name is None:
        return scenarios
    names = [scenario.name for scenario in scenarios]
    if name not in names:
        raise InputError(f"no scenario is called {quoted(name)}{nearest(name, names)}")
    return [scenario for scenario in scenarios if scenario.name == name]


def _files(paths: Iterable[str | Path]) -> list[Path]:
    files: list[Path] = []
    for path in map(Path, paths):
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found or not found[0].exists():
            raise InputError(f"{path}: no scenario file here; a scenario file is a TOML file or a folder of them")
        files += found
    return files


def _read_file(path: Path, made: dict[tuple[str, ...], Any]) -> list[Scenario]:
    content = read_toml_file(path, "scenario file", pipe=True)
    problems = [
        f"{path}: no key is called {quoted(key)}" for key in content if key not in ("game", "given", "scenario")
    ]
    entries, shared = content.get("scenario", []), content.get("given", {})
    if not isinstance(content.get("game"), str):
        problems.append(f'{path}: the file should begin with game = "...", one of {", ".join(GAMES)}')
    if not isinstance(entries, list) or not entries:
        problems.append(f"{path}: no [[scenario]] found")
    elif not all(isinstance(entry, dict) for entry in entries):
        problems.append(f"{path}: every scenario should be a table under [[scenario]]")
    if not isinstance(shared, dict):
        problems.append(f"{path}: given should be a table, found {shown(shared)}")
    if problems:
        raise InputError(problems)
    try:
        game = load_game(content["game"])
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    try:
        return [Scenario(str(path), game, _with_ids(game, _with_given(shared, keys), made), made) for keys in entries]
    except InputError as error:
        raise InputError(f"{path}: {problem}" for problem in error.problems) from None


def _with_ids(game: Game[Words], keys: dict[str, Any], made: dict[tuple[str, ...], Any]) -> dict[str, Any]:
    """The keys of a scenario with ids where they have printed names. made: as `Scenario.made`, where the names are
    kept too.
    """
    found = dict(keys)
    files = keys.get("cards", [])
    place = ("printed", game.name, repr(files))
    if place not in made:
        try:
            made[place] = Printed(game.words.cards(files if isinstance(files, list) else []))
        except InputError:
            return keys
    known, read = made[place], made.setdefault(("phrases", *place), {})
    if isinstance(keys.get("table"), dict):
        found["table"] = with_ids(game, keys["table"], files)
    for key in ("given", "expect"):
        if isinstance(keys.get(key), dict):
            found[key] = {path: with_card_ids(value, known) for path, value in keys[key].items()}
    if isinstance(keys.get("shows"), list):
        found["shows"] = with_card_ids(keys["shows"], known)
    for key in ("do", "legal", "illegal", "asks"):
        if isinstance(keys.get(key), list):
            found[key] = [_with_ids_in(game, phrase, known, read) for phrase in keys[key]]
    return found


def _with_ids_in(game: Game[Words], phrase: Any, known: Printed, read: dict[str, str]) -> Any:
    """A phrase with ids. read: the phrases that were read before, with ids."""
    if not isinstance(phrase, str) or phrase.startswith("!"):
        return phrase
    if phrase not in read:
        read[phrase] = read_phrase(game.words, phrase, known)
    return read[phrase]


def _with_given(shared: dict[str, Any], keys: dict[str, Any]) -> dict[str, Any]:
    """The keys of a scenario with what its file gives all of them; its own values come before those."""
    own = keys.get("given", {})
    if not shared or not isinstance(own, dict):
        return keys
    return {**keys, "given": {**shared, **own}}
