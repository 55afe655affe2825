"""Whether scenarios notice a change of one fact of a game's tables."""

import functools
import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from sim import load_game
from sim.scenario_files import load_scenarios
from sim.words.scenario import Scenario, holds

TESTS = Path(__file__).parents[1]
Make = Callable[[np.record, Scenario], object]
Change = tuple[str, Make]
Shown = tuple[Scenario, np.record]


@functools.cache
def loaded(game: str) -> list[Scenario]:
    """All scenarios of a game."""
    return load_scenarios([TESTS / "scenarios" / game])


@functools.cache
def shown(game: str) -> dict[str, list[Shown]]:
    """The scenarios that show each card, and under "" those of rules alone, with their tables; those with extra card
    files have other tables.
    """
    found: dict[str, list[Shown]] = {card: [] for card in ("", *load_game(game).words.card_ids())}
    for scenario in loaded(game):
        if "cards" not in scenario.keys:
            tables = scenario.tables()
            for card in set(scenario.keys.get("shows", [])) or {""}:
                found[card].append((scenario, tables))
    return found


@functools.cache
def naming(game: str) -> dict[str, list[Shown]]:
    """The scenarios in which each card occurs: first those that show it."""
    found = {card: list(scenarios) for card, scenarios in shown(game).items()}
    every = {id(scenario): (scenario, tables) for scenarios in found.values() for scenario, tables in scenarios}
    for scenario, tables in every.values():
        for card in set(re.findall(r"[a-z][a-z0-9_]+", repr(scenario.keys))) & set(found):
            if card not in scenario.keys.get("shows", []):
                found[card].append((scenario, tables))
    return found


def noticed(scenarios: Iterable[Shown], make: Make) -> bool:
    """Whether a scenario fails when its tables are changed."""
    for scenario, tables in scenarios:
        changed = tables.copy()
        make(changed, scenario)
        if not holds(scenario, changed):
            return True
    return False


@functools.cache
def equivalent(game: str) -> set[tuple[str, str]]:
    """(card, name) of the changes that no game can show, which a file of the game lists by reason and card."""
    text = (TESTS / "games" / f"{game}_equivalent.toml").read_text(encoding="utf-8")
    return {(card, name) for cards in tomllib.loads(text).values() for card, names in cards.items() for name in names}
