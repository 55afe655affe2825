"""Random supplies and mages under a player's limits. A supply has 3 gems, 2 relics and 4 spells, as the rules suggest.

Each card comes as often as any other of its type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted
from ..core.game import Drawn
from ..reading.balanced import balanced_draws, limited
from .cards import SUPPLY_TYPES, read_cards
from .setup import supplies

PILES = dict(zip(SUPPLY_TYPES, (3, 2, 4), strict=True))
"""Of each sort."""
Piles = dict[str, list[str]]
"""By type of card."""


def _market(limits: Mapping[str, Sequence[str]], cards: Sequence[Any]) -> tuple[Piles, Piles]:
    """The cards that each supply has to have, and those that it may have; InputError lists what is wrong with them."""
    sorts = {card: facts["type"] for card, facts in read_cards(cards).items() if facts.get("copies")}
    market = {card: sort for card, sort in sorts.items() if sort in PILES}
    wanted, banned = list(dict.fromkeys(limits.get("with", ()))), set(limits.get("without", ()))
    allowed = (set(limits.get("collection", market)) | set(wanted)) - banned
    problems = [
        f"{limit}: no card of a supply is called {quoted(card)}{nearest(card, market)}"
        for limit, listed in limits.items()
        for card in listed
        if card not in market
    ]
    fixed = {sort: [card for card in wanted if market.get(card) == sort] for sort in PILES}
    free = {sort: [card for card in market if market[card] == sort and card in allowed - set(wanted)] for sort in PILES}
    problems += [
        f"random: a supply has {piles} {sort}s; with asks for {len(fixed[sort])},"
        f" and {len(free[sort])} more may be drawn"
        for sort, piles in PILES.items()
        if not len(fixed[sort]) <= piles <= len(fixed[sort]) + len(free[sort])
    ]
    problems += [f"with, without: {quoted(card)} is in both" for card in wanted if card in banned]
    if problems:
        raise InputError(problems)
    return fixed, free


def _offer_supplies(
    seed: int, count: int, players: int, limits: Mapping[str, Sequence[str]], cards: Sequence[Any]
) -> list[list[str]]:
    """Supplies in which each card comes as often as any other of its type; see `Drawn`."""
    fixed, free = _market(limits, cards)
    chance = np.random.default_rng(seed)
    sorts = [balanced_draws(chance, free[sort], piles - len(fixed[sort]), count) for sort, piles in PILES.items()]
    return [
        [card for sort, drawn in zip(PILES, draws, strict=True) for card in sorted([*fixed[sort], *drawn])]
        for draws in zip(*sorts, strict=True)
    ]


def _offer_mages(
    seed: int, count: int, players: int, limits: Mapping[str, Sequence[str]], cards: Sequence[Any]
) -> list[list[str]]:
    """Different mages for all seats, each as often as any other; see `Drawn`."""
    mages = [card for card, facts in read_cards(cards).items() if facts["type"] == "mage"]
    wanted, free = limited(mages, limits, "mage", players)
    if len(wanted) + len(free) < players:
        raise InputError(f"mages: {players} seats need as many mages, {len(wanted) + len(free)} may be drawn")
    chance = np.random.default_rng(seed)
    return [
        [team[int(n)] for n in chance.permutation(players)]
        for drawn in balanced_draws(chance, free, players - len(wanted), count)
        for team in [[*wanted, *drawn]]
    ]


def _counted(value: Any, table: Mapping[str, Any], cards: Sequence[Any]) -> Counter[str]:
    return Counter(value)


def _as_list(value: Any, table: Mapping[str, Any], cards: Sequence[Any]) -> list[str]:
    """A supply or mages, of which all have to be named."""
    known = read_cards(cards)
    named = supplies().get(value, value) if isinstance(value, str) else value
    if not isinstance(named, (list, tuple)) or any(card not in known for card in named):
        raise InputError("only a list of cards can be changed card by card, without sorts of cards such as gem 5+")
    return list(named)


DRAWN = {
    "supply": Drawn(False, _offer_supplies, _counted, _as_list, "type"),
    "mages": Drawn(False, _offer_mages, _counted, _as_list, "type"),
}
"""What can be drawn at random; see `Drawn`."""
