"""Random legal decks, drawn by the published frequencies as far as these go; `generator.toml` has the figures and says
which of them are assumed.

1. Three houses are drawn, every set of three equally likely.
2. Each of the 12 slots of a house draws its rarity, then a card of that house and rarity, with replacement. Cards that
   only come with others are not among them.
3. Cards that come with a card drawn take the place of random other cards of the house: Help from Future Self with each
   Timetraveller, the other three Horsemen with each Horseman of Pestilence. A house in which they find no room is drawn
   again. Each Master of 1 becomes any of the three Masters.
4. In a share of the decks one random card gives way to a maverick: a card of a random other house, drawn as in step 2.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError
from ..reading.decks import first_legal

GENERATOR_FILE = Path(__file__).with_name("generator.toml")
HOUSES, CARDS_A_HOUSE = 3, 12
RARITIES = ("common", "uncommon", "rare")
LINKS = ("help_from_future_self", "horsemen")

Pools = dict[str, dict[str, list[str]]]
"""By house and rarity the cards that may be drawn."""


@functools.cache
def figures() -> dict[str, dict[str, Any]]:
    """The facts of generator.toml, each with its source and a note."""
    return tomllib.loads(GENERATOR_FILE.read_text(encoding="utf-8"))


def draw_deck(seed: int, cards: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """36 pairs (card id, house): the deck that a seed (0 to 2**63 - 1) draws from these cards."""
    rng = np.random.default_rng(seed)
    pools = _pools(cards)
    names = sorted(pools)
    if len(names) < HOUSES:
        raise InputError(
            f"a random deck needs {HOUSES} houses with cards of every rarity of {', '.join(RARITIES)}, there are"
            f" {len(names)}"
        )
    houses = [names[i] for i in rng.choice(len(names), HOUSES, replace=False)]
    drawn = [(card, house) for house in sorted(houses) for card in _draw_house(rng, pools[house])]
    if rng.random() < figures()["maverick"]["share"]:
        _add_maverick(rng, drawn, pools)
    return drawn


def _pools(cards: Mapping[str, Mapping[str, Any]]) -> Pools:
    pools: Pools = {}
    for card, facts in sorted(cards.items(), key=lambda item: (item[1].get("number", len(cards)), item[0])):
        if facts.get("rarity") in RARITIES:
            pools.setdefault(facts["house"], {rarity: [] for rarity in RARITIES})[facts["rarity"]].append(card)
    return {house: pool for house, pool in pools.items() if all(pool.values())}


def _draw_card(rng: np.random.Generator, pool: Mapping[str, list[str]]) -> str:
    """A card of a house: first its rarity, then any card of that rarity."""
    shares = np.array([figures()["rarity"][rarity] for rarity in RARITIES])
    cards = pool[RARITIES[rng.choice(len(RARITIES), p=shares)]]
    return cards[rng.integers(len(cards))]


def _draw_house(rng: np.random.Generator, pool: Mapping[str, list[str]]) -> list[str]:
    """The 12 cards of a house, with those that come with others."""

    def draw() -> list[str] | None:
        drawn = [_draw_card(rng, pool) for _ in range(CARDS_A_HOUSE)]
        return drawn if _add_linked(rng, drawn) else None

    drawn = first_legal(draw, "the cards of a house of a random deck")
    masters = figures()["masters"]["of"]
    return [masters[rng.integers(len(masters))] if card == masters[0] else card for card in drawn]


def _add_linked(rng: np.random.Generator, drawn: list[str]) -> bool:
    """Replaces cards by those that come with others; whether there was room for them."""
    links = [figures()[link] for link in LINKS]
    added = [card for link in links for _ in range(drawn.count(link["with"])) for card in link["adds"]]
    free = [slot for slot, card in enumerate(drawn) if card not in {link["with"] for link in links}]
    if len(added) > len(free):
        return False
    for slot, card in zip(rng.choice(free, len(added), replace=False) if added else [], added, strict=True):
        drawn[slot] = card
    return True


def _tied() -> set[str]:
    """Cards that a maverick neither is nor replaces, as they stand and fall with others."""
    links = [figures()[link] for link in LINKS]
    return {*figures()["masters"]["of"], *(card for link in links for card in (link["with"], *link["adds"]))}


def _add_maverick(rng: np.random.Generator, drawn: list[tuple[str, str]], pools: Pools) -> None:
    """Replaces a random card by a card of another house."""
    tied = _tied()
    free = [slot for slot, (card, _) in enumerate(drawn) if card not in tied]
    if not free:
        return
    slot = free[rng.integers(len(free))]
    house = drawn[slot][1]
    others = sorted(set(pools) - {house})
    other = others[rng.integers(len(others))]

    def draw() -> str | None:
        card = _draw_card(rng, pools[other])
        return None if card in tied else card

    drawn[slot] = first_legal(draw, "a maverick of a random deck"), house
