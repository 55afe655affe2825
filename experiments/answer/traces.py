"""Games of a run played again and followed: how things stood turn by turn, and which cards each seat got.

A run keeps what came of each game, not how it went; any game can be played again from its number, so a sample is.
"""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.core.errors import InputError, shown
from sim.reading.names import seat_name
from sim.words.paths import find_path
from sim.words.readers import read_target
from sim.words.walk import Walk

from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.question import QUESTIONS
from ..run.store import PLAN, told_games
from .outcome import Outcome

SAMPLED = 200
"""Games of each entry that are played again unless said otherwise."""
SEAT = "SEAT"
"""Stands in the paths of `Words.curves` and `Words.dealt` for each seat."""


@dataclass(frozen=True)
class Trace:
    """A game that was played again."""

    variant: int
    number: int
    first: int
    """the seat that began"""
    scores: NDArray[np.float64]
    """by seat"""
    stands: Mapping[str, NDArray[np.float64]]
    """by path, its value before the first turn, after every round of as many turns as there are players, at the end"""
    gained: Sequence[Counter[str]]
    """by seat, how often it got or played each card"""


def playable(result: Outcome) -> Plan:
    """The plan of a run, with which its games can be played again. InputError if the rules, cards or agents are not
    those of the run any more.
    """
    plans = (result.plan, read_plan(result.folder / PLAN)) if result.folder.exists() else (result.plan,)
    for plan in plans:
        if plan.digest() == result.manifest["key"]:
            return plan
    raise InputError(
        f"{result.folder}: its games were played with other rules, cards or agents than there are now, so they cannot"
        " be played again; run the plan anew"
    )


def places(result: Outcome, games: int) -> dict[str, list[tuple[int, int, int]]]:
    """By entry (see `Question.entries`), about so many games of the run: variant, number, its seat. They are whole
    deals, evenly spread over the run and over all that the entry meets.
    """
    check_many("games", games)
    plan = result.plan
    told = {index: held.until for held in told_games(plan, result.manifest) for index in held.group}
    each = plan.games_per_deal
    found = {}
    for entry, seats in QUESTIONS[plan.question].entries(plan).items():
        chosen = [seats[k] for k in spread(len(seats), max(1, games // each))]
        deals = -(-games // (each * max(1, len(chosen))))
        found[entry] = [
            (variant, int(deal) * each + game, seat)
            for variant, seat in chosen
            for deal in spread(told[variant] // each, deals)
            for game in range(each)
        ]
    return found


def check_many(what: str, many: int) -> None:
    """InputError unless it can be how many are looked at."""
    if not (isinstance(many, int | np.integer) and many > 0):
        raise InputError(f"{what} should be a whole number from 1 on, found {shown(many)}")


def spread(of: int, wanted: int) -> NDArray[np.int64]:
    """At most so many of the numbers below `of`, evenly spread."""
    return np.unique(np.linspace(0, of - 1, min(of, wanted)).astype(np.int64)) if of else np.zeros(0, np.int64)


@functools.lru_cache(maxsize=8)
def traced(result: Outcome, games: int) -> dict[tuple[int, int], Trace]:
    """By variant and number, the games of all `places`, played again; those that a fault stops are left out."""
    plan = playable(result)
    found = (trace(plan, variant, number) for variant, number in chosen(result, games))
    return {(one.variant, one.number): one for one in found if one is not None}


def chosen(result: Outcome, games: int) -> list[tuple[int, int]]:
    """Variant and number of the games of all `places`, each once."""
    return list(dict.fromkeys((variant, n) for entry in places(result, games).values() for variant, n, _ in entry))


def seconds_each(result: Outcome) -> float:
    """How long it takes to play a game again: as long as one of the first variant."""
    plan = playable(result)
    trace(plan, 0, 0)  # loads what is needed
    began = time.monotonic()
    trace(plan, 0, 0)
    return time.monotonic() - began


def trace(plan: Plan, variant: int, number: int) -> Trace | None:
    """One game, played again; None if a fault stops it."""
    played, words = plan.variants[variant], plan.game.words
    ids, players = words.card_ids(played.card_files), plan.players
    paths = words.paths(played.tables, ids)
    readers = {name: find_path(paths, name).read for path in words.curves for name in seated(path, players)}
    walk = Walk(plan.game, played.tables, played.agents, plan.seed_of(variant), number)
    gained: list[Counter[str]] = [Counter() for _ in range(players)]
    rows: list[list[float]] = []
    for step in walk:
        if int(step.state.turn) >= len(rows) * players:
            now = [float(read(step.state)) for read in readers.values()]
            rows += [now] * (int(step.state.turn) // players + 1 - len(rows))
        verb, *objects = words.phrase(step.state, step.action, ids).split(" ")
        if verb in words.gained and (card := _card(objects, ids, players)):
            gained[step.seat][card] += 1
    if walk.fault:
        return None
    rows.append([float(read(walk.state)) for read in readers.values()])
    stands = dict(zip(readers, np.array(rows).T, strict=True))
    scores = np.array([walk.state.score[seat] for seat in range(players)], np.float64)
    return Trace(variant, number, int(walk.state.first), scores, stands, gained)


def seated(path: str, players: int) -> list[str]:
    """A path for each seat where it has one."""
    return [path.replace(SEAT, seat_name(seat)) for seat in range(players)] if SEAT in path else [path]


def _card(objects: Sequence[str], ids: Sequence[str], players: int) -> str:
    """The first card that a phrase names; empty if there is none, as in "gain charge"."""
    for word in objects:
        try:
            return ids[read_target(word, ids, players)[1]]
        except ValueError:
            continue
    return ""
