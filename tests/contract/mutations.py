"""Changes of one fact of a game's tables, and whether scenarios notice them."""

import functools
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from pathlib import Path

import numpy as np

from sim import load_game
from sim.scenario_files import load_scenarios
from sim.words.scenario import Scenario, holds

TESTS = Path(__file__).parents[1]
Make = Callable[[np.record, Scenario], object]
Change = tuple[str, Make]
Holder = Callable[[np.record], np.void]
"""finds the row of TABLES that is changed, which is then that of one card alone"""
Shown = tuple[Scenario, np.record]


def put_value(tables: np.record, path: tuple, value: int) -> None:
    """Changes one number of TABLES, found by the fields and indices that lead to it."""
    holder = tables
    for step in path[:-1]:
        holder = holder[step]
    assert holder[path[-1]] != value
    holder[path[-1]] = value


def change(name: str, path: tuple, value: int) -> Change:
    """The change of one number of TABLES."""
    return name, lambda tables, scenario: put_value(tables, path, value)


def at_end(tables: np.record, column: str, rows: np.ndarray) -> int:
    """Writes rows of one card alone at the unused end of a column of the tables; returns where they begin."""
    start = len(tables[column]) - len(rows)
    tables[column][start:] = rows
    return start


def own_rows(tables: np.record, column: str, span: np.ndarray) -> int:
    """The rows from the first to the last of a span become a copy that is its own; returns where they begin."""
    start = at_end(tables, column, tables[column][int(span[0]) : int(span[1])].copy())
    span[0], span[1] = start, len(tables[column])
    return start


def put(row: np.void, values: Mapping[str, int]) -> None:
    """Changes fields of one row."""
    assert any(row[field] != value for field, value in values.items())
    for field, value in values.items():
        row[field] = value


def setting(name: str, holder: Holder, **values: int) -> Change:
    """A change of fields of one row."""
    return name, lambda tables, scenario: put(holder(tables), values)


def setting_filter(name: str, holder: Holder, column: str | int, **values: int) -> Change:
    """A change of fields of the filter that one row uses, of which it gets its own copy."""

    def make(tables: np.record, scenario: Scenario) -> None:
        row = holder(tables)
        row[column] = at_end(tables, "filter", tables["filter"][int(row[column]) :][:1].copy())
        put(tables["filter"][-1], values)

    return name, make


def near(value: int, least: int) -> list[int]:
    """The numbers beside one, down to the least."""
    return [other for other in (value - 1, value + 1) if other >= least]


def other_values(name: str, path: tuple, value: int, others: Iterable[int]) -> Iterator[Change]:
    """The changes of one number of TABLES to each of others; members of enumerations are told by name."""
    for other in others:
        if other != value:
            told = other.name.lower() if isinstance(other, IntEnum) else other
            yield change(f"{name} {told}", path, int(other))


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


def noticed(scenarios: Iterable[Shown], make: Make) -> bool:
    """Whether a scenario fails when its tables are changed."""
    for scenario, tables in scenarios:
        changed = tables.copy()
        make(changed, scenario)
        if not holds(scenario, changed):
            return True
    return False


@functools.cache
def unnoticed(game: str) -> set[tuple[str, str]]:
    """(card, name) of the changes that no game can show, listed by reason and card."""
    listed = tomllib.loads((TESTS / "games" / f"{game}_equivalent.toml").read_text(encoding="utf-8"))
    return {(card, name) for cards in listed.values() for card, names in cards.items() for name in names}
