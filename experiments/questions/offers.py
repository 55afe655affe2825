"""Random offers of a sweep: what each of them lays out or hands to the seats, and which cards are in it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.core.game import Game
from sim.reading.card_files import CardFile

from ..plan.plan import Variant
from ..plan.reading import PlanReader
from ..statistics.sweeping import Offered
from .candidates import Candidate, CandidateReader, Runners

MANY, ALWAYS_WITH = " and ", " + "
"""Between the sorts of a card that is of several; between cards that only come together."""


@dataclass(frozen=True, eq=False)
class Offers:
    """Many random offers. What is in them is looked up when it is first asked for."""

    game: Game
    table: Mapping[str, Any]
    files: tuple[CardFile, ...]
    values: Sequence[Mapping[str, Sequence[Any]]] = field(repr=False)
    """by offer, what is drawn for each key: for every side, the entrant's first"""
    signs: tuple[float, ...]
    """by how much each side counts for the entrant"""

    def __len__(self) -> int:
        return len(self.values)

    @functools.cached_property
    def _ids(self) -> list[str]:
        """All cards that some offer has, in the order of the card files."""
        found = {card for sides in self._counted for side in sides for card in side}
        return [card for card in self.game.words.card_ids(self.files) if card in found]

    @functools.cached_property
    def _copies(self) -> NDArray[np.float64]:
        """(sides, offers, cards): copies of each."""
        place = {card: index for index, card in enumerate(self._ids)}
        copies = np.zeros((len(self.signs), len(self), len(place)))
        for offer, counted in enumerate(self._counted):
            for side, cards in enumerate(counted):
                for card, number in cards.items():
                    copies[side, offer, place[card]] = number
        return copies

    @functools.cached_property
    def _apart(self) -> dict[int, list[int]]:
        """Cards that offers tell apart: of those that every offer has in as many copies, the first with all of them."""
        found: dict[bytes, list[int]] = {}
        for place in range(len(self._ids)):
            found.setdefault(self._copies[:, :, place].tobytes(), []).append(place)
        return {places[0]: places for places in found.values()}

    @functools.cached_property
    def cards(self) -> list[str]:
        """The cards that offers tell apart, by id; those that only come together as one, such as "this + that"."""
        return [ALWAYS_WITH.join(self._ids[place] for place in places) for places in self._apart.values()]

    @functools.cached_property
    def _counted(self) -> list[list[Mapping[str, int]]]:
        """By offer and side, the cards with their copies."""
        drawn = {key: self.game.drawn[key] for key in self.values[0]}
        return [
            [self._sum(drawn[key].cards(sides[side], self.table, self.files) for key, sides in offer.items())
             for side in range(len(self.signs))]
            for offer in self.values
        ]  # fmt: skip

    @staticmethod
    def _sum(counters: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
        together = Counter[str]()
        for counter in counters:
            together.update(counter)
        return together

    @functools.cached_property
    def offered(self) -> Offered:
        """What was offered, as regression takes it. Cards of a sort of which every offer holds as many are compared
        among themselves, all others with each other.
        """
        sides = self._copies[:, :, list(self._apart)]
        sorts = self.game.sorts[:1]
        groups = np.zeros(len(self._apart), np.int64)
        if sorts:
            names, kinds = self.sorts(sorts[0])
            for kind in range(len(names)):
                held = sides[:, :, kinds == kind].sum(axis=2)
                if (held == held[:, :1]).all():
                    groups[kinds == kind] = kind + 1
        return Offered(sides, np.array(self.signs), groups, self._prices)

    @property
    def price(self) -> str:
        """The fact that says what a card costs, where all that is drawn has to be paid for."""
        named = {self.game.drawn[key].price for key in self.values[0]}
        return named.pop() if len(named) == 1 else ""

    @property
    def _prices(self) -> NDArray[np.float64] | None:
        """What each card costs; those that only come together, all of them."""
        if not self.price:
            return None
        facts = self.game.words.cards(self.files)
        costs = [float(facts[card].get(self.price, 0)) for card in self._ids]
        return np.array([sum(costs[place] for place in places) for places in self._apart.values()])

    def sorts(self, fact: str) -> tuple[list[str], NDArray[np.int64]]:
        """The sorts that a fact puts cards into, by name, and of which sort each card is."""
        facts = self.game.words.cards(self.files)
        named = [_text(facts[self._ids[first]].get(fact, "none")) for first in self._apart]
        names = sorted(set(named))
        return names, np.array([names.index(name) for name in named], np.int64)


def _text(value: Any) -> str:
    return MANY.join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


class OfferReader(CandidateReader):
    """Reads the offers of one plan; problems go to the reader of the plan."""

    def __init__(self, reader: PlanReader) -> None:
        super().__init__(reader)
        self.offers: Offers | None = None

    def read(self) -> tuple[Runners, list[Variant], dict[str, Any]]:
        """As of candidates; each offer plays deals of its own, the same at all of its tables."""
        runners, variants, written = super().read()
        each = len(runners.weights)
        variants = [replace(variant, deals=index // each + 1) for index, variant in enumerate(variants)]
        return runners, variants, written if variants else {}

    def _candidates(self) -> list[Candidate]:
        """Offers by the game's own generators."""
        if "random" not in self.plan:
            self.reader.missing(self.reader.values, ["random"], "")
            return []
        if not self.reader.sound_tables or self.reader.shared:
            self.reader.wrong(self.reader.shared)
            return []
        keys = self._keys()
        draws = self._draws(keys, self.plan["random"])
        return self._offers({key: [draw[key] for draw in draws] for key in keys}) if draws else []

    def _offers(self, values: Mapping[str, Sequence[Any]]) -> list[Candidate]:
        """The offers: what is drawn for a seat of its own goes to all seats, or to that of the entrant alone where the
        plan says what others bring.
        """
        players, drawn = self.reader.base.players, self.game.drawn
        by_seat = {key for key in values if drawn[key].by_seat}
        fixed = any(key in meeting.get("table", {}) for key in by_seat for meeting in self.meetings)
        order = [self.entrant, *(seat for seat in range(players) if seat != self.entrant)]
        seats = order[:1] if fixed or not by_seat else order
        if by_seat and len(by_seat) < len(values):
            self.reader.wrong(["draws: what each seat has and what is laid out for all cannot be drawn together"])
            return []
        candidates, sides = [], []
        together = {name: value for key in values for name, value in drawn[key].together.items()}
        for number, offer in enumerate(zip(*values.values(), strict=True), 1):
            table = dict(zip(values, offer, strict=True))
            sides.append({
                key: [value[seat] for seat in seats] if key in by_seat else [value] for key, value in table.items()
            })  # fmt: skip
            seat = {key: value[self.entrant] for key, value in table.items() if fixed and key in by_seat}
            laid = {**together, **{key: value for key, value in table.items() if key not in seat}}
            candidates.append(Candidate(f"offer {number}", table=laid, seat=seat))
        others = len(seats) - 1
        self.offers = Offers(
            self.game,
            self.reader.base.table,
            self.reader.cards(self.plan),
            sides,
            (1.0, *(-1.0 / others for _ in range(others))),
        )
        return candidates
