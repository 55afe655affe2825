"""Decks: the shipped ones, and those that a player brings in one of the forms of reading/decks.py.

Every reader takes `cards`, the facts of the known cards by id (`card_facts`), and gives a `Deck`. A deck is legal with
36 cards, 12 of each of 3 houses; copies are not limited. A card listed under another house than the one that it is
printed for is a maverick and belongs to the house that it is listed under. JSON is what the official deck service
answers for one deck with its cards linked (`?links=cards`), in whatever language.
"""

from __future__ import annotations

import functools
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import InputError, nearest, quoted
from ..reading.decks import DeckForms, Entries, Facts, letters, slug
from .generator import CARDS_A_HOUSE, HOUSES, draw_deck

DECKS_FILE = Path(__file__).with_name("decks.toml")
SET = 341
SETS = {
    SET: "Call of the Archons",
    435: "Age of Ascension",
    452: "Worlds Collide",
    479: "Mass Mutation",
    496: "Dark Tidings",
    600: "Winds of Exchange",
    700: "Grim Reminders",
    800: "Æmber Skies",
}
"""The service's numbers for sets. Only the first is known here."""
OTHER_HOUSES = ("ekwidon", "geistoid", "redemption", "saurian", "skyborn", "staralliance", "unfathomable")
"""Houses of other sets, so that they are taken for headings."""
LAST = 10**6
"""Stands for the collector number of a card that has none."""


@dataclass(frozen=True)
class Deck:
    """A legal deck. The same cards make the same deck, however it was written down."""

    id: str
    """the name in small letters, joined by hyphens, unless the deck says otherwise"""
    name: str
    houses: tuple[str, ...]
    """3 houses, sorted"""
    cards: tuple[tuple[str, str], ...]
    """36 pairs (card id, house that it belongs to in this deck), by house, then in collector order"""

    def to_table(self) -> dict[str, Any]:
        """The deck as a mapping that `read_deck` reads, with nothing left to look up."""
        houses: dict[str, list[str]] = {}
        for (card, house), copies in Counter(self.cards).items():
            houses.setdefault(house, []).append(card if copies == 1 else f"{copies} {card}")
        return {"id": self.id, "name": self.name, "houses": houses}


class Decks(DeckForms[Deck]):
    """Reads decks in all forms and checks that they are legal."""

    part = "house"
    size = HOUSES * CARDS_A_HOUSE
    set_name = SETS[SET]
    kinds = "action|artifact|creature|upgrade"
    beside = "common|uncommon|rare|special|fixed|variant|maverick"
    foreign_parts = OTHER_HOUSES
    example = '{ dis = ["2 dust_imp"] }'

    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """The decks that come with the game by id, as mappings."""
        return _shipped()

    def generate(self, seed: int) -> Deck:
        """The random deck of a seed."""
        return generate_deck(seed, self.cards)

    def as_mapping(self, deck: Deck) -> dict[str, Any]:
        """The deck as a mapping with nothing left to look up."""
        return deck.to_table()

    def is_answer(self, source: Mapping[str, Any]) -> bool:
        """Whether a mapping is an answer of the deck service."""
        return "data" in source

    def foreign(self, text: str) -> str | None:
        """What is wrong with a line that names another set."""
        other = next((other for other in SETS.values() if letters(other) == letters(text)), None)
        return _other_set(other) if other else None

    def check(self, where: str, name: str, deck: str, entries: Entries, problems: list[str]) -> Deck:
        """The deck of these cards, unless they or the problems found before make none."""
        copies = Counter(house for _, house in entries if house)
        problems = problems + self.check_name(name)
        problems += [
            f"no house of {SETS[SET]} is called {quoted(house)}{nearest(house, self.parts)}"
            for house in copies
            if house not in self.parts
        ]
        if len(copies) != HOUSES:
            found = f" ({', '.join(copies)})" if copies else ""
            problems.append(f"a deck should have {HOUSES} houses, found {len(copies)}{found}")
        problems += [
            f"house {house} should have {CARDS_A_HOUSE} cards, found {n}"
            for house, n in copies.items()
            if n != CARDS_A_HOUSE
        ]
        if len(entries) != self.size:
            problems.append(f"a deck should have {self.size} cards, found {len(entries)}")
        if problems:
            raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
        return _deck(deck or slug(name) or "deck", name or "deck", entries, self.cards)

    def read_answer(self, where: str, answer: Any) -> Deck:
        """The deck in an answer of the deck service."""
        data, linked = _parts(where, answer)
        entries, problems = Entries(), list[str]()
        if str(data.get("expansion", SET)) != str(SET):
            raise InputError(f"{where}: the deck is {_other_set(_set_name(data['expansion']))}")
        links = data.get("_links")
        of_links = links if isinstance(links, Mapping) else {}
        listed = of_links.get("cards", data.get("cards"))
        if not isinstance(listed, list):
            raise InputError(f"{where}: the list of cards is missing; it should stand in data._links.cards")
        self.check_length(where, len(listed))
        known = {str(card.get("id")): card for card in linked if isinstance(card, Mapping)}
        absent = 0
        for item in listed:
            card = item if isinstance(item, Mapping) else known.get(str(item))
            if card is None:
                absent += 1
                continue
            house = str(card.get("house", ""))
            found, problem = self._service_card(card)
            problems += [problem] if problem else []
            problems += [] if house else [f"card {quoted(card.get('card_title', card.get('id')))} has no house"]
            entries.append((found or str(card.get("id")), self.find_part(house) or house))
        if absent:
            missing = f"{absent} of the {len(listed)} cards listed are missing in _linked.cards"
            problems.append(f"{missing}; ask the service for the deck with ?links=cards")
            raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
        houses = of_links.get("houses", data.get("houses", []))
        told = {letters(_title(house)) for house in houses} if isinstance(houses, list) else set()
        used = {house for _, house in entries if house}
        if told and {letters(house) for house in used} != told:
            wanted, found = ", ".join(sorted(told)), ", ".join(sorted(used))
            problems.append(f"the houses should be {wanted}, the cards are of {found}")
        return self.check(where, str(data.get("name", "")), "", entries, problems)

    def _service_card(self, card: Mapping[str, Any]) -> tuple[str | None, str | None]:
        """The card that an entry of the service means, by number and English title; or what is wrong with it."""
        title = str(card.get("card_title", card.get("id")))
        if str(card.get("expansion", SET)) != str(SET):
            return None, f"card {quoted(title)} is {_other_set(_set_name(card['expansion']))}"
        number = str(card.get("card_number", ""))
        by_title = self.by_letters.get(letters(title))
        by_number = self.by_number.get(int(number)) if number.isdecimal() and len(number) < 10 else None
        if by_title and number and by_title != by_number:
            known = self.cards[by_title]["number"]
            return None, f"card {quoted(title)} has the collector number {known}, found {number}"
        if by_title or by_number:
            return by_title or by_number, None
        known = f"is called {quoted(title)} or has the number {quoted(number)}{self.suggestions(title)}"
        return None, f"no card of {SETS[SET]} {known}"


def read_deck(source: Any, cards: Facts, folder: str | Path = ".") -> Deck:
    """The deck that `source` asks for, in any of the ways that reading/decks.py tells of; relative paths start at
    `folder`. InputError lists everything wrong with it.
    """
    return Decks(cards).read(source, folder)


def settle_deck(source: Any, cards: Facts, folder: str | Path) -> Any:
    """The same deck without anything left to look up in a file; see `DeckForms.settle`."""
    return Decks(cards).settle(source, folder)


def read_decks(
    sources: Sequence[str | Path | Mapping[str, Any]], cards: Facts, folder: str | Path = "."
) -> tuple[Deck, ...]:
    """The decks that `sources` ask for, in their order; InputError lists everything wrong with any of them."""
    decks, problems = [], []
    for source in sources:
        try:
            decks.append(read_deck(source, cards, folder))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(dict.fromkeys(problems))
    return tuple(decks)


def shipped_decks(cards: Facts, kind: str | None = None) -> dict[str, Deck]:
    """The decks that come with the game by id; kind: only "starter" or only "real" ones."""
    chosen = {deck: table for deck, table in _shipped().items() if kind in (None, table["kind"])}
    forms = Decks(cards)
    return {deck: forms.read_table(deck, {"id": deck, **table}) for deck, table in chosen.items()}


def generate_deck(seed: int, cards: Facts) -> Deck:
    """The random deck of a seed (0 to 2**63 - 1), "random SEED", drawn as `generator.py` tells; legal by
    construction.
    """
    return _deck(f"random-{seed}", f"random {seed}", draw_deck(seed, cards), cards)


@functools.cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DECKS_FILE.read_text(encoding="utf-8"))


def _deck(deck: str, name: str, entries: Iterable[tuple[str, str]], cards: Facts) -> Deck:
    """A deck of these cards, which are known to be legal."""
    chosen = sorted(entries, key=lambda entry: (entry[1], cards[entry[0]].get("number", LAST), entry[0]))
    return Deck(deck, name, tuple(sorted({house for _, house in chosen})), tuple(chosen))


def _other_set(name: str) -> str:
    """Says that a card or deck comes from a set that is not known here."""
    return f"from the set {name}; only {SETS[SET]} is known"


def _set_name(number: Any) -> str:
    return SETS.get(int(number), str(number)) if str(number).isdecimal() else str(number)


def _parts(where: str, answer: Any) -> tuple[Mapping[str, Any], list[Any]]:
    """The deck and the cards that it links to."""
    data = answer.get("data") if isinstance(answer, Mapping) else None
    if isinstance(data, list) and len(data) == 1:
        data = data[0]
    if isinstance(data, list):
        raise InputError(f"{where}: should hold one deck, found {len(data)}")
    if not isinstance(data, Mapping):
        raise InputError(f"{where}: not an answer of the deck service; data should be a deck")
    linked = answer.get("_linked")
    linked = linked.get("cards") if isinstance(linked, Mapping) else None
    return data, linked if isinstance(linked, list) else []


def _title(house: Any) -> str:
    """The name of a house, which the service gives alone or with other facts."""
    return str(house.get("name", house.get("id", ""))) if isinstance(house, Mapping) else str(house)
