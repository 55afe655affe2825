"""Decks: the shipped ones, those that a player brings in one of the forms of reading/decks.py, and random ones.

Every reader takes `cards`, the facts of the known cards by id (`card_facts`), and gives a `Deck`: a hero, 40 to 50
cards and a sideboard of at most 10 (no more than 54 together), named by id, English or Russian name.

    hero = "saikono"
    cards = ["3 byaka", "3 Spriggan", "2 Феникс", ...]
    sideboard = ["2 evenrein"]

Legal is a card that is neutral or shares an element with the hero (a neutral hero has neutral cards only), in at most 3
copies of one name in deck and sideboard together, 5 of Horde, 1 where the card says so. Some cards and heroes have
rules of their own (`deck_rule`). JSON is `{"name": ..., "hero": ..., "main": [{"card": ..., "count": 3}]}`, likewise
`sideboard`.

A random deck has a hero drawn from all, each equally likely, 40 cards and a sideboard of 10: names that the hero allows
are drawn without replacement, each equally likely, and come in as many copies as are allowed or fit, but at most 3.
"""

from __future__ import annotations

import functools
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted, shown
from ..reading.decks import DeckForms, Entries, Facts, slug
from .state import DECK_LEAST, DECK_MOST, OWNED_MOST, SIDEBOARD_MOST

DECKS_FILE = Path(__file__).with_name("decks.toml")
COPIES, HORDE_COPIES = 3, 5
HERO, SIDEBOARD = "hero", "sideboard"
NEUTRAL = "neutral"
STARTER_DECKS = ("teach-steppes", "teach-mountains")
"""The decks of a table that names none."""
LAST = (10**6, 0)
"""Stands for the set and collector number of a card that has none."""


@dataclass(frozen=True)
class Deck:
    """A legal deck. The same cards make the same deck, however it was written down."""

    id: str
    """the name in small letters, joined by hyphens, unless the deck says otherwise"""
    name: str
    hero: str
    """id of the hero"""
    cards: tuple[str, ...]
    """card ids by set and collector number, as often as there are copies"""
    sideboard: tuple[str, ...] = ()

    def to_table(self) -> dict[str, Any]:
        """The deck as a mapping that `read_deck` reads, with nothing left to look up."""
        table = {"id": self.id, "name": self.name, HERO: self.hero, "cards": _counted(self.cards)}
        return table | ({SIDEBOARD: _counted(self.sideboard)} if self.sideboard else {})


class Decks(DeckForms[Deck]):
    """Reads decks in all forms and checks that they are legal."""

    size = DECK_LEAST
    lists = (HERO, SIDEBOARD)
    set_name = "Berserk: Heroes"
    kinds = "creature|spell|support card|support|weapon|armour|amulet|event|terrain"
    beside = "common|uncommon|rare|ultra-rare"
    example = 'hero = "furgot", cards = ["3 gnome", ...]'

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
        """Whether a mapping is a deck in JSON."""
        return "main" in source

    def read_answer(self, where: str, answer: Any) -> Deck:
        """The deck in a JSON object, in which cards may be counted objects or texts."""
        if not isinstance(answer, Mapping):
            raise InputError(f"{where}: a deck in JSON should be an object, found {shown(answer)}")
        table = {key: value for key, value in answer.items() if key in ("id", "name", HERO, "cards", SIDEBOARD)}
        for key, other in (("cards", "main"), (SIDEBOARD, SIDEBOARD)):
            listed = answer.get(other, answer.get(key))
            if isinstance(listed, list):
                table[key] = [_as_line(entry) for entry in listed]
        return self.read_table(where, {"name": "deck", **table})

    def check(self, where: str, name: str, deck: str, entries: Entries, problems: list[str]) -> Deck:
        """The deck of these cards, unless they or the problems found before make none."""
        heroes = [card for card, part in entries if part == HERO]
        cards = [card for card, part in entries if part == ""]
        sideboard = [card for card, part in entries if part == SIDEBOARD]
        problems = problems + self.check_name(name)
        hero = self._hero(heroes, cards, problems)
        if not DECK_LEAST <= len(cards) <= DECK_MOST:
            problems.append(f"a deck should have {DECK_LEAST} to {DECK_MOST} cards, found {len(cards)}")
        if len(sideboard) > SIDEBOARD_MOST:
            problems.append(f"a sideboard should have at most {SIDEBOARD_MOST} cards, found {len(sideboard)}")
        if len(cards) + len(sideboard) > OWNED_MOST:
            found = f"{len(cards)} and {len(sideboard)}"
            problems.append(f"deck and sideboard should have at most {OWNED_MOST} cards together, found {found}")
        for card, copies in Counter([*cards, *sideboard]).items():
            most = copies_allowed(self.cards.get(card, {}))
            if copies > most:
                problems.append(f"there should be at most {most} {card} in deck and sideboard, found {copies}")
        for card in dict.fromkeys([*cards, *sideboard]):
            if card in self.cards and (problem := card_problem(self.cards[card], hero)):
                problems.append(f"{card}: {problem}")
        if problems:
            raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
        return _deck(deck or slug(name) or "deck", name or "deck", heroes[0], cards, sideboard, self.cards)

    def _hero(self, heroes: list[str], cards: Iterable[str], problems: list[str]) -> Mapping[str, Any]:
        """The facts of the hero; {} after noting what is wrong with him."""
        known = [card for card, facts in self.cards.items() if facts["type"] == HERO]
        if len(heroes) != 1:
            found = f"{len(heroes)} ({', '.join(heroes)})" if heroes else "none"
            ways = f'such as hero = {quoted(known[0])}, or the line "Hero: {known[0]}" of a text'
            problems.append(f"a deck should name one hero, {ways}, found {found}")
            return {}
        if heroes[0] in self.cards and heroes[0] not in known:
            problems.append(f"{heroes[0]} is no hero{nearest(heroes[0], known)}")
            return {}
        return self.cards.get(heroes[0], {})


def copies_allowed(facts: Mapping[str, Any]) -> int:
    """How many copies of a card deck and sideboard may have together."""
    if facts.get("deck_rule") == "one":
        return 1
    return HORDE_COPIES if "horde" in facts.get("keywords", ()) else COPIES


def card_problem(facts: Mapping[str, Any], hero: Mapping[str, Any]) -> str:
    """Why a card cannot be in a deck of this hero; "" if it can. hero: his facts, {} if he is not known."""
    if facts["type"] == HERO:
        return "a hero is not among the cards of a deck"
    for keyword in ("created", "placed"):
        if keyword in facts.get("keywords", ()):
            return f"a {keyword} card is not in a deck: it comes from the reserve"
    if not hero:
        return ""
    elements, own = set(facts["elements"]), set(hero["elements"])
    rule, of_hero = facts.get("deck_rule", ""), hero.get("deck_rule", "")
    if rule == "not_darkness" and "darkness" in own:
        return "cannot be in the deck of a Darkness hero"
    if of_hero == "own_elements" and not elements <= own:
        return f"{hero['name']} allows no elements but {' and '.join(hero['elements'])}, found {_listed(facts)}"
    if of_hero == "any_beasts" and "beast" in facts.get("classes", ()):
        return ""
    if elements == {NEUTRAL} or elements & own or rule in hero.get("classes", ()):
        return ""
    wanted = " or ".join(dict.fromkeys([NEUTRAL, *hero["elements"]]))
    return f"should be {wanted}, as the hero is {hero['name']}, found {_listed(facts)}"


def read_deck(source: Any, cards: Facts, folder: str | Path = ".") -> Deck:
    """The deck that `source` asks for, in any of the ways that reading/decks.py tells of; relative paths start at
    `folder`. InputError lists everything wrong with it.
    """
    return Decks(cards).read(source, folder)


def settle_deck(source: Any, cards: Facts, folder: str | Path) -> Any:
    """The same deck without anything left to look up in a file; see `DeckForms.settle`."""
    return Decks(cards).settle(source, folder)


def shipped_decks(cards: Facts) -> dict[str, Deck]:
    """The decks that come with the game by id."""
    forms = Decks(cards)
    return {deck: forms.read_table(deck, {"id": deck, **table}) for deck, table in _shipped().items()}


def generate_deck(seed: int, cards: Facts) -> Deck:
    """The random deck of a seed (0 to 2**63 - 1), "random SEED", drawn as the module tells; legal by construction."""
    rng = np.random.default_rng(seed)
    heroes = sorted(card for card, facts in cards.items() if facts["type"] == HERO and facts.get("rarity") != "own")
    if not heroes:
        raise InputError(f"random:{seed}: no hero may be drawn: the card files make each of them your own")
    hero = heroes[rng.integers(len(heroes))]
    pool = [card for card in sorted(cards) if _may_be_drawn(cards[card], cards[hero])]
    if (most := sum(min(COPIES, copies_allowed(cards[card])) for card in pool)) < DECK_LEAST:
        raise InputError(
            f"random:{seed}: a deck of {hero} should have {DECK_LEAST} cards, but only {most} may be drawn"
        )
    drawn: list[str] = []
    for card in rng.permutation(len(pool)):
        room = DECK_LEAST + SIDEBOARD_MOST - len(drawn) if len(drawn) >= DECK_LEAST else DECK_LEAST - len(drawn)
        drawn += [pool[card]] * min(COPIES, copies_allowed(cards[pool[card]]), room)
    return _deck(f"random-{seed}", f"random {seed}", hero, drawn[:DECK_LEAST], drawn[DECK_LEAST:], cards)


@functools.cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DECKS_FILE.read_text(encoding="utf-8"))


def _may_be_drawn(facts: Mapping[str, Any], hero: Mapping[str, Any]) -> bool:
    return facts.get("rarity") != "own" and not card_problem(facts, hero)


def _deck(deck: str, name: str, hero: str, main: Sequence[str], sideboard: Sequence[str], cards: Facts) -> Deck:
    """A deck of these cards, which are known to be legal."""

    def place(card: str) -> tuple[tuple[int, int], str]:
        facts = cards[card]
        return (facts.get("set", LAST[0]), facts.get("number", LAST[1])), card

    return Deck(deck, name, hero, tuple(sorted(main, key=place)), tuple(sorted(sideboard, key=place)))


def _counted(cards: Sequence[str]) -> list[str]:
    return [card if copies == 1 else f"{copies} {card}" for card, copies in Counter(cards).items()]


def _listed(facts: Mapping[str, Any]) -> str:
    return " and ".join(facts["elements"])


def _as_line(entry: Any) -> str:
    """The line that an entry of a list in JSON stands for."""
    if isinstance(entry, Mapping) and "card" in entry:
        return f"{entry.get('count', 1)} {entry['card']}"
    return str(entry)
