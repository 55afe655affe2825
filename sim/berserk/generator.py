"""Random legal decks and squads, drawn by what tournament decks look like; `generator.toml` has the figures.

A deck: how many elements, which ones, how many cards; then names of these elements and neutral ones at random, each
with one to three copies, until the deck is full. A squad: a random deck, a random deal of it, and cards of the deal in
random order, each taken if the squad can still be paid and every symbiont still finds a host.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError
from ..reading.decks import first_legal
from .recruiting import Crystals, squad_problems

GENERATOR_FILE = Path(__file__).with_name("generator.toml")
DEAL = 15
NEUTRAL = "neutral"
REAL_SETS_EXCEPT = ("fixture", "classic")
"""Sets whose cards are in no drawn deck: those that are no printed cards, and old printings of other names."""

Facts = Mapping[str, Mapping[str, Any]]


@functools.cache
def figures() -> dict[str, dict[str, Any]]:
    """The facts of generator.toml, each with its source and a note."""
    return tomllib.loads(GENERATOR_FILE.read_text(encoding="utf-8"))


def draw_deck(seed: int, cards: Facts) -> list[str]:
    """The card ids of the deck that a seed (0 to 2**63 - 1) draws from these cards."""
    return _draw_deck(np.random.default_rng(seed), cards)


def draw_squad(seed: int, cards: Facts, crystals: Crystals) -> list[str]:
    """The card ids of the squad that a seed (0 to 2**63 - 1) draws from these cards for these crystals."""
    rng = np.random.default_rng(seed)

    def draw() -> list[str] | None:
        deck = _draw_deck(rng, cards)
        squad: list[str] = []
        for number in rng.permutation(len(deck))[:DEAL]:
            if not squad_problems([*squad, deck[number]], cards, crystals, complete=False):
                squad.append(deck[number])
        return None if squad_problems(squad, cards, crystals) else squad

    return first_legal(draw, f"a random squad (seed {seed})")


def _draw_deck(rng: np.random.Generator, cards: Facts) -> list[str]:
    pools: dict[str, list[str]] = {}
    for card, facts in cards.items():
        if facts.get("set") not in REAL_SETS_EXCEPT and facts["source"] != "designed":
            pools.setdefault(facts["element"], []).append(card)
    elements = sorted(element for element in pools if element != NEUTRAL)
    wanted = _draw(rng, "elements")
    if wanted > len(elements):
        raise InputError(f"a random deck of {wanted} elements: cards of {len(elements)} may be drawn")
    chosen = rng.choice(len(elements), wanted, replace=False)
    names = [*pools.get(NEUTRAL, ()), *(card for number in sorted(chosen) for card in pools[elements[number]])]
    size = _draw(rng, "size")
    deck: list[str] = []
    for number in rng.permutation(len(names)):
        deck += [names[number]] * min(_draw(rng, "copies"), size - len(deck))
    return deck


def _draw(rng: np.random.Generator, fact: str) -> int:
    """A number, as often as tournament decks have it."""
    counts: Sequence[tuple[int, int]] = figures()[fact]["counts"]
    weights = np.array([often for _, often in counts], float)
    return int(counts[rng.choice(len(counts), p=weights / weights.sum())][0])
