"""What must not change how a scenario ends: other seats, another order of cards, a bystander, copies of the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sim.words.paths import find_path
from sim.words.scenario import Between, Failure, Scenario, check

AS_THEY_ARE = ("name", "shows", "cases", "cards", "dice", "seed", "differs")
"""Keys of a scenario that name no seat."""
SEAT = re.compile(r"(?<![a-z0-9])p([1-9])(?![0-9a-z])")


def seats_exchanged(scenario: Scenario) -> Scenario:
    """The scenario with each seat exchanged for the next, and the last for the first; who begins with it."""
    players, keys = int(scenario.tables().players), scenario.keys

    def exchanged(value: Any) -> Any:
        if isinstance(value, str):
            return SEAT.sub(lambda found: f"p{int(found[1]) % players + 1}", value)
        if isinstance(value, list):
            return [exchanged(entry) for entry in value]
        if isinstance(value, dict):
            return {exchanged(name): exchanged(entry) for name, entry in value.items()}
        return value

    changed = {key: value if key in AS_THEY_ARE else exchanged(value) for key, value in keys.items()}
    table = {name: _turned(value, players) for name, value in keys.get("table", {}).items()}
    given = exchanged(_unlike_by_seat(scenario) | keys.get("given", {}))
    return replace(
        scenario, keys=changed | {"first": exchanged(keys.get("first", "p1")), "table": table, "given": given}
    )


def _turned(value: Any, players: int) -> Any:
    """A list of the table with an entry for each seat, for the seats exchanged."""
    is_of_seats = isinstance(value, list) and len(value) == players
    return value[-1:] + value[:-1] if is_of_seats else value


def _unlike_by_seat(scenario: Scenario) -> dict[str, Any]:
    """What an empty table has that is not the same for all seats, such as heroes."""
    state, tables, paths = scenario.game.new_state(), scenario.tables(), scenario.paths()
    scenario.game.words.clear(state, tables, 0)
    found = {}
    for name, path in paths.items():
        if name.startswith("p1.") and path.write is not None:
            of_seats = {seat: paths[f"p{seat + 1}{name[2:]}"].read(state) for seat in range(int(tables.players))}
            if any(value != of_seats[0] for value in of_seats.values()):
                found |= {f"p{seat + 1}{name[2:]}": value for seat, value in of_seats.items()}
    return found if "seed" not in scenario.keys else {}


def ordered_otherwise(scenario: Scenario) -> Scenario:
    """The scenario with its cards given in another order wherever order does not count, so that they have other
    numbers; copies of a card keep theirs, by which phrases name them.
    """
    paths, given = scenario.paths(), scenario.keys.get("given", {})
    other = {
        name: _otherwise(value) if isinstance(value, list) and not find_path(paths, name).ordered else value
        for name, value in given.items()
    }
    return replace(scenario, keys=scenario.keys | {"given": other})


def _otherwise(entries: Sequence[Any]) -> list[Any]:
    """Entries in the opposite order, but for those of the same card."""
    by_card: dict[str, list[Any]] = {}
    for entry in entries:
        card = entry["id"] if isinstance(entry, Mapping) else str(entry).split()[-1]
        by_card.setdefault(card, []).append(entry)
    return [entry for card in reversed(by_card) for entry in by_card[card]]


def with_bystander(scenario: Scenario, bystanders: Mapping[str, Sequence[Any]]) -> Scenario | None:
    """The scenario with cards added by zone, at the bottom where zones are ordered, which are still there at the end;
    None where it begins with a dealt game, or counts the cards of all these zones.
    """
    keys = scenario.keys
    given, expected = dict(keys.get("given", {})), dict(keys.get("expect", {}))
    zones = [zone for zone in bystanders if zone in scenario.paths() and f"{zone}.count" not in expected]
    if "seed" in keys or not zones:
        return None
    for zone in zones:
        given[zone] = [*given.get(zone, []), *bystanders[zone]]
        if zone in expected:
            expected[zone] = [*expected[zone], *bystanders[zone]]
    return replace(scenario, keys=keys | {"given": given, "expect": expected})


def in_copies(scenario: Scenario) -> Between:
    """Between two deeds: a state goes on from its bytes, and redealt where a seat knows all of it, so that redealing
    changes nothing that can be told.
    """
    game, tables, paths = scenario.game, scenario.tables(), scenario.paths()
    steps = iter(range(1_000_000))

    def told(state: np.record) -> list[Any]:
        return [path.read(state) for path in paths.values()]

    def between(state: np.record) -> np.record:
        copy = np.frombuffer(bytearray(state.tobytes()), dtype=state.dtype)[0]
        if state.over or state.error:
            return copy
        step = next(steps)
        redealt = copy.copy()
        game.determinize(redealt, tables, step % int(tables.players), step)
        for name in ("rng", "dice"):
            if name in redealt.dtype.names:
                redealt[name] = state[name]
        return redealt if told(redealt) == told(state) else copy

    return between


def broken(change: str, scenario: Scenario, bystanders: Mapping[str, Sequence[str]]) -> list[Failure] | None:
    """The claims that do not hold after a change of CHANGES_NOTHING; None where it cannot be made."""
    made: dict[str, Callable[[], Scenario | None]] = {
        "seats": lambda: seats_exchanged(scenario),
        "order": lambda: ordered_otherwise(scenario),
        "bystander": lambda: with_bystander(scenario, bystanders),
        "copies": lambda: scenario,
    }
    changed = made[change]()
    if changed is None:
        return None
    return check(changed, between=in_copies(changed) if change == "copies" else lambda state: state)
