"""Random private archives for every seat, in which each card comes as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import InputError
from ..core.game import Drawn
from ..reading.balanced import balanced_draws, limited
from .cards import gather, of_type
from .state import PRIVATE


def _offer_archives(
    seed: int, count: int, players: int, limits: Mapping[str, Sequence[str]], cards: Sequence[Any]
) -> list[list[list[str]]]:
    """Private archives for all seats, no card in two of them; see `Drawn`."""
    kinds = of_type(gather(cards).facts, ("minion", "action"))
    size = PRIVATE * players
    wanted, free = limited(kinds, limits, "card of an archive", size)
    if len(wanted) + len(free) < size:
        raise InputError(f"archives: {players} seats need {size} cards, {len(wanted) + len(free)} may be drawn")
    chance = np.random.default_rng(seed)
    offers = []
    for drawn in balanced_draws(chance, free, size - len(wanted), count):
        cut = [[*wanted, *drawn][int(n)] for n in chance.permutation(size)]
        offers.append([cut[seat * PRIVATE : (seat + 1) * PRIVATE] for seat in range(players)])
    return offers


def _archive_cards(value: Any, table: Mapping[str, Any], cards: Sequence[Any]) -> Counter[str]:
    return Counter(value)


def _listed_archives(value: Any, table: Mapping[str, Any], cards: Sequence[Any]) -> list[str]:
    return list(value)


DRAWN = {
    "archives": Drawn(
        True, _offer_archives, _archive_cards, _listed_archives, together={"draft": "dealt"}, apart=True, dealt=[]
    )
}
"""What can be drawn at random; see `Drawn`."""
