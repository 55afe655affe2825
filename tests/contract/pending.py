"""Pairs of triggers that wait at the same time: those that scenarios and random games show.

Triggers wait together where one event sets off both, or where one waits while the effect of another sets off the
second. With PYTHONPATH=.:tests, `NUMBA_DISABLE_JIT=1 python -m contract.pending GAME` counts the pairs of the kinds of
triggers that wait at the same time in scenarios, `python -m contract.pending GAME MANY [SEED]` those in so many random
games, and prints which never do. Pairs that the cards do not let wait together stand in `games/<game>_pairs.toml`, by
reason and kind.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import numpy as np

from sim.core.kernel import interpreted
from sim.words.scenario import holds

from .mutations import loaded
from .subject import SUBJECTS, Waiting, subject

TESTS = Path(__file__).parents[1]
ALL = "all"
"""What stands in a list of kinds for every kind."""
AT_A_TABLE = 20
"""Random games at one table, with the same decks or squads."""
Pair = tuple[str, str]
"""The names of two kinds of triggers, in the order of their numbers; twice the same where two of a kind wait."""
GAMES = tuple(game for game in SUBJECTS if subject(game).waiting is not None)
"""The games whose subjects say what waits."""


def waiting_of(game: str) -> Waiting:
    """What the subject of a game says of what waits."""
    found = subject(game).waiting
    assert found is not None, f"the subject of {game} does not say what waits"
    return found


def name_of(kind: IntEnum) -> str:
    """The name of a kind of trigger, as it stands in files."""
    return kind.name.lower()


def pairs_of(waiting: Waiting) -> list[Pair]:
    """Every pair of kinds."""
    return list(combinations_with_replacement(map(name_of, sorted(waiting.kinds)), 2))


def noted(met: Counter[Pair], waiting: Waiting, state: Any, tables: Any) -> None:
    """Counts each pair of kinds of which triggers wait in a state."""
    kinds = sorted(waiting.now(state, tables))
    met.update({(name_of(waiting.kinds(a)), name_of(waiting.kinds(b))) for a, b in combinations(kinds, 2)})


@contextmanager
def watched(waiting: Waiting, look: Callable[[Any], None]) -> Iterator[None]:
    """Looks at the state each time a trigger has come to wait; the rules are interpreted here."""
    assert all(isinstance(function, FunctionType) for function in waiting.adds), "rules are interpreted here"
    codes = {function.__code__ for function in waiting.adds}

    def returned(frame: FrameType, event: str, _value: Any) -> None:
        if event == "return" and frame.f_code in codes:
            look(frame.f_locals["s"])

    sys.setprofile(returned)
    try:
        yield
    finally:
        sys.setprofile(None)


def met_in_scenarios(game: str) -> Counter[Pair]:
    """By pair, how often a trigger came to wait while both waited, in all scenarios of a game."""
    waiting, met = waiting_of(game), Counter[Pair]()
    for scenario in loaded(game):
        tables = scenario.tables()
        with watched(waiting, lambda state, tables=tables: noted(met, waiting, state, tables)):
            assert holds(scenario, tables), scenario.name
    return met


def met_in_random_games(game: str, many: int, seed: int) -> Counter[Pair]:
    """By pair, how many decisions of so many random games found both waiting."""
    of, waiting, met = subject(game), waiting_of(game), Counter[Pair]()
    actions, s, chance = of.game.new_actions(), of.game.new_state(), np.random.default_rng(seed)
    for number in range(many):
        if number % AT_A_TABLE == 0:
            tables = of.game.make_tables(of.invariants.many(number // AT_A_TABLE), [])
        of.game.setup(s, tables, seed, number)
        while not s.over and not s.error:
            noted(met, waiting, s, tables)
            of.game.apply(s, tables, actions[chance.integers(of.game.legal_actions(s, tables, actions))])
    return met


def excluded(game: str) -> dict[Pair, str]:
    """By pair that no game can show, the reason."""
    text = (TESTS / "games" / f"{game}_pairs.toml").read_text(encoding="utf-8")
    return excluded_in(tomllib.loads(text), waiting_of(game))


def excluded_in(reasons: Mapping[str, Mapping[str, list[str]]], waiting: Waiting) -> dict[Pair, str]:
    """By pair that a file says to be excluded, the reason; no pair is named twice but by "all"."""
    order = {name_of(kind): kind for kind in waiting.kinds}
    found: dict[Pair, str] = {}
    for reason, kinds in reasons.items():
        for kind, others in kinds.items():
            for other in order if others == [ALL] else others:
                first, second = sorted((kind, other), key=order.__getitem__)
                if others != [ALL]:
                    assert (first, second) not in found, f"{first} {second} stands there twice"
                found.setdefault((first, second), reason)
    return found


def by_kind(pairs: Iterable[Pair]) -> dict[str, list[str]]:
    """By kind, the others that it is in a pair with."""
    found = defaultdict(list)
    for one, other in pairs:
        found[one].append(other)
    return dict(found)


def main(game: str, many: str = "", seed: str = "1") -> None:
    """Prints which pairs are met and which never."""
    assert many or interpreted, "scenarios are played with NUMBA_DISABLE_JIT=1"
    met = met_in_random_games(game, int(many), int(seed)) if many else met_in_scenarios(game)
    listed, every = excluded(game), pairs_of(waiting_of(game))
    missing = [pair for pair in every if pair not in met and pair not in listed]
    for kind, others in by_kind(missing).items():
        print(f"{kind} never with {', '.join(others)}")
    for one, other in listed:
        if (one, other) in met:
            print(f"listed, but met: {one} with {other}")
    print(f"{len(met)} of {len(every)} pairs were met, {len(listed)} are listed, {len(missing)} are neither")


if __name__ == "__main__":
    main(*sys.argv[1:])
