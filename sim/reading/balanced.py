"""Draws in which every card comes as often as any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted


def balanced_draws(rng: np.random.Generator, pool: Sequence[str], size: int, count: int) -> list[list[str]]:
    """So many draws of `size` different cards each. After any number of draws no card has come more than once more
    often than another; which come together is left to chance. ValueError if the pool is too small.
    """
    if size > len(pool):
        raise ValueError(f"{size} cards should be drawn of {len(pool)}")
    draws, waiting = [], list[str]()
    for _ in range(count):
        drawn, waiting = waiting[:size], waiting[size:]
        if len(drawn) < size:
            shuffled = [pool[int(n)] for n in rng.permutation(len(pool))]
            fresh = [card for card in shuffled if card not in drawn]
            more = fresh[: size - len(drawn)]
            waiting = [card for card in shuffled if card not in more]
            drawn = [*drawn, *more]
        draws.append(drawn)
    return draws


def limited(
    known: Sequence[str], limits: Mapping[str, Sequence[str]], what: str, most: int
) -> tuple[list[str], list[str]]:
    """The cards that each draw has to have, and those that it may have; InputError lists what is wrong with the limits.

    what: what such a card is called; most: how many a draw has at most.
    """
    wanted, banned = list(dict.fromkeys(limits.get("with", ()))), set(limits.get("without", ()))
    problems = [
        f"{limit}: no {what} is called {quoted(card)}{nearest(card, known)}"
        for limit, listed in limits.items()
        for card in listed
        if card not in known
    ]
    problems += [f"with, without: {quoted(card)} is in both" for card in wanted if card in banned]
    if len(wanted) > most:
        problems.append(f"with: at most {most} may be asked for, found {len(wanted)}")
    if problems:
        raise InputError(problems)
    allowed = set(limits.get("collection", known)) - banned - set(wanted)
    return wanted, [card for card in known if card in allowed]


def unlimited(limits: Mapping[str, Sequence[str]], what: str) -> None:
    """InputError if there are limits to what is generated whole."""
    if limits:
        raise InputError([f"{limit}: {what} are generated whole; their cards cannot be limited" for limit in limits])


def draw_decks(
    seed: int, count: int, players: int, limits: Mapping[str, Sequence[str]], cards: Sequence[Any]
) -> list[list[str]]:
    """Generated decks for all seats, which cannot be limited; see `Drawn`."""
    unlimited(limits, "decks")
    return numbered(seed, count, players)


def numbered(seed: int, count: int, each: int) -> list[list[str]]:
    """So many lists of `each` generated decks or squads, all different: "random:17". Plans with other seeds have
    others.
    """
    first = (seed * NUMBERS_A_SEED) % 2**31 + 1
    return [[f"random:{first + number * each + seat}" for seat in range(each)] for number in range(count)]


NUMBERS_A_SEED = 100_000
"""Numbers of generated decks that belong to one seed of a plan."""
