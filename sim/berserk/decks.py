"""Decks and squads: the shipped ones, and those that a player brings in one of the forms of reading/decks.py.

Every reader takes `cards`, the facts of the known cards by id (`card_facts`). A deck has 30 to 50 cards, at most 3 of a
name, 5 with Horde. A squad is what is recruited from a deal, with or without the cells where its cards stand:

    { name = "Dwarves", cards = ["2 arsonist_dwarf", "borg"] }
    { name = "Placed", cards = ["borg C1", "arsonist_dwarf B1", "arsonist_dwarf D1"] }

A cell is named by its column, A to E, and its row in the own half, 1 the nearest to the enemy, whoever plays the squad.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import InputError, quoted
from ..reading.decks import DeckForms, Entries, Line, slug
from .generator import draw_deck, draw_squad
from .recruiting import CELLS, SQUAD_MOST, Crystals, Facts, copies_problems, placement_problems, squad_problems

DECKS_FILE = Path(__file__).with_name("decks.toml")
SQUADS_FILE = Path(__file__).with_name("squads.toml")
LEAST, MOST = 30, 50
WITH_CELL = re.compile(r"(.*\S)[\s@|,]+([a-e][1-3])", re.IGNORECASE)
WITH_WORD = re.compile(r"(.*\S)[\s@|,]+([^\W\d_]\d{1,2})")
"""A card and what should be its cell."""


@dataclass(frozen=True)
class Deck:
    """A legal deck. The same cards make the same deck, however it was written down."""

    id: str
    """the name in small letters, joined by hyphens, unless the deck says otherwise"""
    name: str
    cards: tuple[str, ...]
    """30 to 50 card ids, in the order of the card file"""

    def to_table(self) -> dict[str, Any]:
        """The deck as a mapping that `read_deck` reads, with nothing left to look up."""
        return {"id": self.id, "name": self.name, "cards": _counted(self.cards)}


@dataclass(frozen=True)
class Squad:
    """A legal squad. The same cards in the same cells make the same squad, however it was written down."""

    id: str
    name: str
    cards: tuple[tuple[str, str], ...]
    """up to 15 pairs (card id, cell), in the order of the card file; the cells are "" if none are given"""

    @property
    def is_placed(self) -> bool:
        """Whether it says where its cards stand."""
        return bool(self.cards[0][1])

    def to_table(self) -> dict[str, Any]:
        """The squad as a mapping that `read_squad` reads, with nothing left to look up."""
        cards = (
            [f"{card} {cell}" for card, cell in self.cards] if self.is_placed else _counted(c for c, _ in self.cards)
        )
        return {"id": self.id, "name": self.name, "cards": cards}


class Decks(DeckForms[Deck]):
    """Reads decks in all forms and checks that they are legal."""

    size = LEAST
    set_name = "Berserk"
    kinds = "creature|artifact|terrain|equipment|symbiont|companion|parasite|flying|flyer"
    beside = (
        "common|uncommon|rare|ultra-rare|elite|ordinary|unique|horde|steppes|forests|mountains|swamps|darkness|neutral"
    )
    example = 'cards = ["2 nomad", "borg"]'

    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """The decks that come with the game by id, as mappings."""
        return _shipped(DECKS_FILE)

    def generate(self, seed: int) -> Deck:
        """The random deck of a seed."""
        return generate_deck(seed, self.cards)

    def as_mapping(self, deck: Deck) -> dict[str, Any]:
        """The deck as a mapping with nothing left to look up."""
        return deck.to_table()

    def check(self, where: str, name: str, deck: str, entries: Entries, problems: list[str]) -> Deck:
        """The deck of these cards, unless they or the problems found before make none."""
        listed = [card for card, _ in entries]
        problems = [*problems, *self.check_name(name)]
        if not LEAST <= len(listed) <= MOST:
            problems.append(f"a deck should have {LEAST} to {MOST} cards, found {len(listed)}")
        problems += copies_problems([card for card in listed if card in self.cards], self.cards)
        if problems:
            raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
        return Deck(deck or slug(name) or "deck", name or "deck", tuple(_in_order(listed, self.cards)))


class Squads(DeckForms[Squad]):
    """Reads squads in all forms and checks that they can be recruited for some crystals, and stand where they may.

    second: whether for the second player; None: for either one, as far as their cells go.
    """

    size = SQUAD_MOST
    set_name, kinds, beside = Decks.set_name, Decks.kinds, Decks.beside
    example = 'cards = ["2 nomad", "borg C1"]'

    def __init__(self, cards: Facts, crystals: Crystals, second: bool | None = None) -> None:
        super().__init__(cards)
        self.crystals, self.second = crystals, second

    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """The squads that come with the game by id, as mappings."""
        return _shipped(SQUADS_FILE)

    def generate(self, seed: int) -> Squad:
        """The random squad of a seed."""
        return generate_squad(seed, self.cards, self.crystals)

    def as_mapping(self, deck: Squad) -> dict[str, Any]:
        """The squad as a mapping with nothing left to look up."""
        return deck.to_table()

    def check(self, where: str, name: str, deck: str, entries: Entries, problems: list[str]) -> Squad:
        """The squad of these cards, unless they or the problems found before make none."""
        known = [card for card, _ in entries if card in self.cards]
        cells = [cell for _, cell in entries if cell]
        problems = [*problems, *self.check_name(name), *squad_problems(known, self.cards, self.crystals)]
        if cells and len(cells) < len(entries) and len(known) == len(entries):
            problems.append(f"all cards should have a cell or none, found {len(cells)} of {len(entries)}")
        elif cells:
            problems += self._placement_problems(cells)
        if problems:
            raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
        return _squad(deck or slug(name) or "squad", name or "squad", entries, self.cards)

    def find_part(self, text: str) -> str | None:
        """The cell of this name, if there is one."""
        return text.upper() if text.upper() in CELLS else None

    def _read_line(self, text: str) -> Line | None:
        """The card that a line names, with its copies and its cell, if the line gives one."""
        found = WITH_CELL.fullmatch(text.strip())
        line = super()._read_line(found[1]) if found else None
        if line is None or found is None:
            return super()._read_line(text)
        line.group = found[2].upper()
        return line

    def is_mistyped(self, line: str) -> bool:
        """Whether a line means a card: also if it tells the cell of what is called nearly so."""
        found = WITH_WORD.fullmatch(line.strip())
        return super().is_mistyped(line) or (found is not None and self.is_near(found[1]))

    def _no_card(self, text: str) -> str:
        """Says what a line does not name: a cell, if a card stands before it, or else a card."""
        found = WITH_WORD.fullmatch(text.strip())
        if found is None or super()._read_line(found[1]) is None:
            return super()._no_card(text)
        return f"no cell is called {quoted(found[2])}; cells are {CELLS[0]} to {CELLS[-1]}, in Latin letters"

    def _placement_problems(self, cells: Sequence[str]) -> list[str]:
        if self.second is not None:
            return placement_problems(cells, self.second)
        as_first, as_second = placement_problems(cells, False), placement_problems(cells, True)
        return as_first if as_first and as_second else []


def read_deck(source: Any, cards: Facts, folder: str | Path = ".") -> Deck:
    """The deck that `source` asks for, in any of the ways that reading/decks.py tells of; relative paths start at
    `folder`. InputError lists everything wrong with it.
    """
    return Decks(cards).read(source, folder)


def read_squad(
    source: Any,
    cards: Facts,
    folder: str | Path = ".",
    crystals: Crystals = Crystals(),  # noqa: B008 (frozen)
    second: bool | None = None,
) -> Squad:
    """The squad that `source` asks for, likewise; crystals: what may be paid; second: see `Squads`."""
    return Squads(cards, crystals, second).read(source, folder)


def settle_deck(source: Any, cards: Facts, folder: str | Path) -> Any:
    """The same deck without anything left to look up in a file; see `DeckForms.settle`."""
    return Decks(cards).settle(source, folder)


def settle_squad(source: Any, cards: Facts, folder: str | Path, crystals: Crystals) -> Any:
    """The same squad without anything left to look up in a file."""
    return Squads(cards, crystals).settle(source, folder)


def shipped_decks(cards: Facts) -> dict[str, Deck]:
    """The decks that come with the game by id."""
    return {deck: read_deck(deck, cards) for deck in _shipped(DECKS_FILE)}


def shipped_squads(cards: Facts, crystals: Crystals) -> dict[str, Squad]:
    """The squads that come with the game by id."""
    return {squad: read_squad(squad, cards, crystals=crystals) for squad in _shipped(SQUADS_FILE)}


def generate_deck(seed: int, cards: Facts) -> Deck:
    """The random deck of a seed (0 to 2**63 - 1), "random SEED", drawn as `generator.py` tells; legal by
    construction.
    """
    return Deck(f"random-{seed}", f"random {seed}", tuple(_in_order(draw_deck(seed, cards), cards)))


def generate_squad(seed: int, cards: Facts, crystals: Crystals) -> Squad:
    """The random squad of a seed for these crystals, without cells; legal by construction."""
    drawn = [(card, "") for card in draw_squad(seed, cards, crystals)]
    return _squad(f"random-{seed}", f"random {seed}", drawn, cards)


@functools.cache
def _shipped(path: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _squad(squad: str, name: str, entries: Iterable[tuple[str, str]], cards: Facts) -> Squad:
    order = {card: number for number, card in enumerate(cards)}
    return Squad(squad, name, tuple(sorted(entries, key=lambda entry: (order[entry[0]], entry[1]))))


def _in_order(listed: Iterable[str], cards: Facts) -> list[str]:
    order = {card: number for number, card in enumerate(cards)}
    return sorted(listed, key=order.__getitem__)


def _counted(listed: Iterable[str]) -> list[str]:
    """Cards with their copies: `2 nomad`."""
    return [card if copies == 1 else f"{copies} {card}" for card, copies in Counter(listed).items()]
