"""Decks: the shipped ones, and those that a player brings as TOML, as text, or as JSON from the official deck service.

Every reader takes `cards`, the facts of the known cards by id (`card_facts`), and gives a `Deck`. A deck is legal with
36 cards, 12 of each of 3 houses; copies are not limited. A card listed under another house than the one that it is
printed for is a maverick and belongs to the house that it is listed under.

A deck is asked for (`read_deck`) by

- the id of a shipped deck: `"miss-onyx-censorius"`;
- the seed of a generated one: `"random:17"`;
- the path of a file in one of the forms below, looked for beside the file that names it;
- a mapping (TOML): `{ name = "Mine", houses = { dis = ["2 dust_imp", "shooler", ...], ... } }`, cards by id or printed
  name, with the number of copies as below;
- text: the name on the first line, then under the name of each house its cards, one a line, by printed English name or
  id: `Bumpsy`, `2 Bumpsy`, `2x Bumpsy`, `Bumpsy x2`, `Bumpsy (2)`. Case, punctuation, accents and blank lines do not
  matter, nor do collector numbers of three digits (`030 Bumpsy`), numbering (`1. Bumpsy`), rarity, type or the word
  maverick beside a name. Columns are parted by tabs, bars or two blanks; one may give the house instead of a heading;
- JSON: what the service answers for one deck with its cards linked (`?links=cards`), in whatever language.
"""

from __future__ import annotations

import difflib
import functools
import json
import os
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import InputError, nearest, shown
from ..core.text_files import parse_toml, read_text_file
from .generator import CARDS_A_HOUSE, HOUSES, draw_deck

DECKS_FILE = Path(__file__).with_name("decks.toml")
RANDOM = "random:"
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

KEYS = ("id", "name", "houses", "kind", "source")
"""Keys of a deck in TOML. id follows from the name; kind (starter or real) and source tell about shipped decks."""

MOST_BYTES, MOST_LINES, NAME_LETTERS = 2**20, 1000, 100
"""Of a deck file; of a deck in text, or cards that a deck of any form lists; of the name of a deck."""

Facts = Mapping[str, Mapping[str, Any]]
Entries = list[tuple[str, str]]
"""Cards, or what should be one, and the houses under which they are listed."""


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


def read_deck(source: str | Path | Mapping[str, Any], cards: Facts, folder: str | Path = ".") -> Deck:
    """The deck that `source` asks for, in any of the ways that the module tells of; relative paths start at `folder`.

    InputError lists everything wrong with it.
    """
    if isinstance(source, Mapping):
        if "data" in source:
            return _from_json("deck", source, cards)
        return _from_table(f'deck "{source["name"]}"' if "name" in source else "deck", source, cards)
    if isinstance(source, Path):
        return _from_file(Path(folder) / source, cards)
    if not isinstance(source, str):
        raise InputError(f"deck: should be an id, a path, text or a table, found {shown(source)}")
    if source.startswith(RANDOM):
        return _random(source, cards)
    if "\n" in source or source.lstrip().startswith("{"):
        return _from_content("deck", source, cards, "")
    if source in _shipped():
        return _from_table(source, {"id": source, **_shipped()[source]}, cards)
    path = Path(folder) / source
    if os.path.isfile(path) or "." in path.name or "/" in source:
        return _from_file(path, cards)
    raise InputError(f'no deck is called "{source}"{nearest(source, _shipped())}')


def settle_deck(source: Any, cards: Facts, folder: str | Path) -> Any:
    """The same deck without anything left to look up in a file, for a place that has another folder: the id of a
    shipped deck and the seed of a generated one stay as they are, anything else that can be read becomes
    `Deck.to_table`. What cannot be read stays what it is; a path to nothing becomes a full one.
    """
    if isinstance(source, str) and (source in _shipped() or source.startswith(RANDOM)):
        return source
    try:
        return read_deck(source, cards, folder).to_table()
    except InputError:
        if not isinstance(source, (str, Path)) or "\n" in str(source):
            return source
        path = Path(folder) / source
        return os.path.abspath(path) if os.path.isfile(path) or "." in path.name or "/" in str(source) else source


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
    return {deck: _from_table(deck, {"id": deck, **table}, cards) for deck, table in chosen.items()}


def generate_deck(seed: int, cards: Facts) -> Deck:
    """The random deck of a seed (0 to 2**63 - 1), "random SEED", drawn as `generator.py` tells; legal by
    construction.
    """
    return _deck(f"random-{seed}", f"random {seed}", draw_deck(seed, cards), cards)


@functools.cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DECKS_FILE.read_text(encoding="utf-8"))


def _random(source: str, cards: Facts) -> Deck:
    seed = source.removeprefix(RANDOM).strip()
    if not re.fullmatch("[0-9]{1,19}", seed) or int(seed) >= 2**63:
        raise InputError(f'deck: after "{RANDOM}" should stand a seed from 0 to 2**63 - 1, found "{seed}"')
    return generate_deck(int(seed), cards)


def _from_file(path: Path, cards: Facts) -> Deck:
    """The deck in a TOML, JSON or text file."""
    content = read_text_file(path, "deck file", MOST_BYTES, _shipped())
    return _from_content(str(path), content, cards, path.stem, path.suffix.lower())


def _from_content(where: str, content: str, cards: Facts, default_name: str, suffix: str = "") -> Deck:
    """The deck in the content of a file: TOML or JSON if the suffix or the first sign says so, else text."""
    if suffix == ".toml":
        return _from_table(where, {"name": default_name, **parse_toml(content, where)}, cards)
    if suffix == ".json" or content.lstrip().startswith("{"):
        try:
            answer = json.loads(content)
        except ValueError as error:
            raise InputError(f"{where}: not JSON: {error}") from None
        except RecursionError:
            raise InputError(f"{where}: not an answer of the deck service: lists nested too deep") from None
        return _from_json(where, answer, cards)
    return _from_text(where, content, cards, default_name)


@functools.lru_cache(maxsize=4096)
def _letters(name: str) -> str:
    """What tells one name from another: letters and digits, small, without accents; the same for a card and its id."""
    plain = name.replace("Æ", "ae").replace("æ", "ae").replace("Œ", "oe").replace("œ", "oe")
    plain = unicodedata.normalize("NFKD", plain).casefold()
    return re.sub("[^a-z0-9]", "", plain)


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", re.sub("[\"'“”„‘’]", "", name.replace("Æ", "Ae").replace("æ", "ae")))
    return re.sub("[^a-z0-9]+", "-", "".join(c for c in plain if not unicodedata.combining(c)).lower()).strip("-")


class _Names:
    """Finds cards and houses by what people write for them."""

    def __init__(self, cards: Facts) -> None:
        self.cards = cards
        self.houses = sorted({str(facts["house"]) for facts in cards.values()})
        self.by_letters = {_letters(card): card for card in cards}
        self.by_letters |= {_letters(str(facts["name"])): card for card, facts in cards.items()}
        self.by_number = {facts["number"]: card for card, facts in cards.items() if "number" in facts}

    def house(self, text: str) -> str | None:
        """The house of this name, if there is one."""
        letters = _letters(text)
        return letters if letters in self.houses else None

    def suggestions(self, text: str) -> str:
        """The end of a message: cards called nearly so, by id if the text looks like one, else by printed name."""
        if re.fullmatch("[a-z0-9_]*", text):
            return nearest(text, self.cards)
        return nearest(text.title(), [str(facts["name"]) for facts in self.cards.values()])


def _deck(deck: str, name: str, entries: Iterable[tuple[str, str]], cards: Facts) -> Deck:
    """A deck of these cards, which are known to be legal."""
    chosen = sorted(entries, key=lambda entry: (entry[1], cards[entry[0]].get("number", LAST), entry[0]))
    return Deck(deck, name, tuple(sorted({house for _, house in chosen})), tuple(chosen))


def _checked(where: str, name: str, deck: str, entries: Entries, names: _Names, problems: list[str]) -> Deck:
    """The deck of these cards, unless they or the problems found before make none."""
    copies = Counter(house for _, house in entries if house)
    if not name.isprintable() or len(name) > NAME_LETTERS:
        problems.append(f"the name should have at most {NAME_LETTERS} printable letters, found {shown(name)}")
    problems += [
        f'no house of {SETS[SET]} is called "{house}"{nearest(house, names.houses)}'
        for house in copies
        if house not in names.houses
    ]
    if len(copies) != HOUSES:
        found = f" ({', '.join(copies)})" if copies else ""
        problems.append(f"a deck should have {HOUSES} houses, found {len(copies)}{found}")
    problems += [
        f"house {house} should have {CARDS_A_HOUSE} cards, found {n}"
        for house, n in copies.items()
        if n != CARDS_A_HOUSE
    ]
    if len(entries) != HOUSES * CARDS_A_HOUSE:
        problems.append(f"a deck should have {HOUSES * CARDS_A_HOUSE} cards, found {len(entries)}")
    if problems:
        raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
    return _deck(deck or _slug(name) or "deck", name or "deck", entries, names.cards)


def _check_length(where: str, lines: int) -> None:
    """InputError for what is far too long to be a deck."""
    if lines > MOST_LINES:
        raise InputError(
            f"{where}: a deck should have {HOUSES * CARDS_A_HOUSE} cards, this one lists {lines:,} lines or cards"
        )


def _from_table(where: str, table: Mapping[str, Any], cards: Facts) -> Deck:
    """The deck in a mapping."""
    names, entries = _Names(cards), Entries()
    problems = [f'no key is called "{key}"{nearest(str(key), KEYS)}' for key in table if key not in KEYS]
    for key in ("id", "name"):
        if not isinstance(table.get(key, ""), str):
            problems.append(f"{key} should be a text, found {shown(table[key])}")
    houses = table.get("houses")
    if not isinstance(houses, Mapping):
        problem = "houses is missing" if houses is None else f"houses should be a table, found {shown(houses)}"
        raise InputError(f"{where}: {told}" for told in [*problems, f'{problem}; such as {{ dis = ["2 dust_imp"] }}'])
    _check_length(where, sum(len(listed) for listed in houses.values() if isinstance(listed, (list, tuple))))
    for title, listed in houses.items():
        if not isinstance(listed, (list, tuple)):
            problems.append(f"house {title} should have a list of cards, found {shown(listed)}")
            continue
        for item in listed:
            line = _read_line(item, names) if isinstance(item, str) else None
            if line is None:
                problems.append(f"house {title}: {_no_card(str(item), names)}")
                line = _Line(str(item), 1)
            entries += [(line.card, names.house(title) or title)] * line.copies
            problems += [f"house {title}: {problem}" for problem in line.problems]
    name = str(table.get("name", "deck"))
    return _checked(where, name, str(table.get("id", "")), entries, names, problems)


RARITIES = "common|uncommon|rare|special|fixed|variant"
TYPES = "action|artifact|creature|upgrade"
BESIDE = re.compile(rf"(?:{RARITIES}|{TYPES}|maverick|[●◆★♦•■▲])", re.IGNORECASE)
"""What may stand beside the name of a card and says nothing that the card does not."""
NUMBERING = re.compile(r"[0-9]{1,2}[.)]\s+")
FIRST_COPIES = re.compile(
    r"(?:\(([0-9]{1,2})[x×]?\)|([0-9]{1,2})[x×*](?![0-9.)])|([0-9]{1,2})(?:\s+[x×*])?(?![a-z0-9.)])"
    r"|[x×]\s*([0-9]{1,2})(?![a-z0-9.)]))\s*",
    re.IGNORECASE,
)
LAST_COPIES = re.compile(r"[\s,:–-]*(?:\(\s*)?(?<![a-z0-9])(?:[x×*]\s*)?([0-9]{1,2})\s*[x×]?\s*\)?$", re.IGNORECASE)
NUMBER = re.compile(r"#?([0-9]{3})(?![a-z0-9])[:.]?\s*", re.IGNORECASE)
ENUMERATION = "-–—*•·>|, \t"


@dataclass
class _Line:
    """A line that names a card."""

    card: str
    copies: int
    house: str | None = None
    problems: tuple[str, ...] = ()


def _read_line(text: str, names: _Names) -> _Line | None:
    """The card that a line names, with its copies and its house, if the line gives one; None if it names no card."""
    house, copies, numbers, rest = None, [], [], []
    for part in filter(None, (part.strip() for part in re.split(r"\t|\||\s{2,}", text))):
        if names.house(part):
            house = names.house(part)
        elif (first := FIRST_COPIES.fullmatch(part)) is not None:
            copies.append(int(first[first.lastindex or 0]))
        elif (number := NUMBER.fullmatch(part)) is not None:
            numbers.append(int(number[1]))
        elif not BESIDE.fullmatch(part):
            rest.append(part)
    name = _without(" ".join(rest).lstrip(ENUMERATION), names, copies, numbers)
    card = names.by_letters.get(_letters(name))
    if card is None:
        return None
    problems = [f'"{text.strip()}" has more than one number of copies'] if len(copies) > 1 else []
    problems += [
        f"{names.cards[card]['name']} has the collector number {names.cards[card].get('number')}, found {number}"
        for number in numbers
        if names.cards[card].get("number") != number
    ]
    if 0 in copies:
        problems.append(f'"{text.strip()}" should have at least one copy')
    return _Line(card, copies[0] if copies else 1, house, tuple(problems))


def _without(text: str, names: _Names, copies: list[int], numbers: list[int]) -> str:
    """The text without what stands about the name of a card; adds what it says of copies and collector numbers.

    A name that is known is left alone, as "Master of 2" ends like a number of copies.
    """
    while _letters(text) not in names.by_letters:
        before = text
        if (number := NUMBER.match(text)) is not None:
            numbers.append(int(number[1]))
            text = text[number.end() :]
        elif (first := FIRST_COPIES.match(text)) is not None:
            copies.append(int(first[first.lastindex or 0]))
            text = text[first.end() :]
        elif (numbering := NUMBERING.match(text)) is not None:
            text = text[numbering.end() :]
        elif (beside := re.search(rf"[\s,(\[]+{BESIDE.pattern}[)\]]*$", text, re.IGNORECASE)) is not None:
            text = text[: beside.start()]
        elif (beside := re.match(r"[●◆★♦•■▲]\s*", text)) is not None:
            text = text[beside.end() :]
        elif (last := LAST_COPIES.search(text)) is not None:
            copies.append(int(last[1]))
            text = text[: last.start()]
        if text == before:
            break
    return text


def _no_card(text: str, names: _Names) -> str:
    """Says that a text names no card, and which cards are called nearly so."""
    name = _without(text.strip(ENUMERATION), names, [], []) or text
    return f'no card of {SETS[SET]} is called "{name}"{names.suggestions(name)}'


def _from_text(where: str, text: str, cards: Facts, default_name: str) -> Deck:
    """The deck in a text: its name, then cards under the names of their houses."""
    lines = text.splitlines()
    _check_length(where, len(lines))
    names, entries, problems = _Names(cards), Entries(), list[str]()
    name, heading = "", ""
    for number, line in enumerate(lines, 1):
        bare = line.strip(ENUMERATION + "#=:_")
        if not bare or bare.startswith(("http://", "https://")):
            continue
        title = _heading(bare, names)
        if title is not None:
            heading = title or heading
            continue
        card = _read_line(line, names)
        if card is None and not (name or heading or entries):
            name = re.sub(r"^(?:deck|name|deck name)\s*:\s*", "", bare, flags=re.IGNORECASE)
            continue
        meant = difflib.get_close_matches(_letters(bare), names.houses, n=1, cutoff=0.8) if card is None else []
        if meant:
            problems.append(f'line {number}: no house is called "{bare}"; did you mean "{meant[0]}"?')
            heading = meant[0]
            continue
        if card is None:
            other = next((other for other in SETS.values() if _letters(other) == _letters(bare)), None)
            problems.append(f"line {number}: {_other_set(other) if other else _no_card(bare, names)}")
            card = _Line(bare, 0 if other else 1)
        problems += [f"line {number}: {problem}" for problem in card.problems]
        house = card.house or heading
        if not house and card.copies:
            problems.append(f'line {number}: no house stands above "{bare}"; known: {", ".join(names.houses)}')
        entries += [(card.card, house)] * card.copies
    return _checked(where, name or default_name, "", entries, names, problems)


def _heading(bare: str, names: _Names) -> str | None:
    """The house over the lines that follow; "" for a heading that names none or all of them; None for other lines."""
    bare = re.sub(r"[\s(\[-]*[0-9]+(?:\s*/\s*[0-9]+)?(?:\s*cards?)?[\s)\]]*$", "", bare, flags=re.IGNORECASE)
    bare = re.sub(r"^houses?\b[\s:]*", "", bare.strip("*:# "), flags=re.IGNORECASE)
    house = names.house(bare)
    if house or _letters(bare) in OTHER_HOUSES:
        return house or bare
    words = [word for word in re.split(r"[^A-Za-z]+", bare) if word]
    if len(words) == HOUSES and all(names.house(word) for word in words):
        return ""
    if _letters(bare) == _letters(SETS[SET]) or re.fullmatch(rf"(?:{TYPES})s?", bare, re.IGNORECASE):
        return ""
    return None


def _other_set(name: str) -> str:
    """Says that a card or deck comes from a set that is not known here."""
    return f"from the set {name}; only {SETS[SET]} is known"


def _set_name(number: Any) -> str:
    return SETS.get(int(number), str(number)) if str(number).isdecimal() else str(number)


def _from_json(where: str, answer: Any, cards: Facts) -> Deck:
    """The deck in an answer of the deck service."""
    data, linked = _parts(where, answer)
    names, entries, problems = _Names(cards), Entries(), list[str]()
    if str(data.get("expansion", SET)) != str(SET):
        raise InputError(f"{where}: the deck is {_other_set(_set_name(data['expansion']))}")
    links = data.get("_links")
    of_links = links if isinstance(links, Mapping) else {}
    listed = of_links.get("cards", data.get("cards"))
    if not isinstance(listed, list):
        raise InputError(f"{where}: the list of cards is missing; it should stand in data._links.cards")
    _check_length(where, len(listed))
    known = {str(card.get("id")): card for card in linked if isinstance(card, Mapping)}
    absent = 0
    for item in listed:
        card = item if isinstance(item, Mapping) else known.get(str(item))
        if card is None:
            absent += 1
            continue
        house = str(card.get("house", ""))
        found, problem = _service_card(card, names)
        problems += [problem] if problem else []
        problems += [] if house else [f'card "{card.get("card_title", card.get("id"))}" has no house']
        entries.append((found or str(card.get("id")), names.house(house) or house))
    if absent:
        missing = f"{absent} of the {len(listed)} cards listed are missing in _linked.cards"
        problems.append(f"{missing}; ask the service for the deck with ?links=cards")
        raise InputError(dict.fromkeys(f"{where}: {problem}" for problem in problems))
    houses = of_links.get("houses", data.get("houses", []))
    told = {_letters(_title(house)) for house in houses} if isinstance(houses, list) else set()
    used = {house for _, house in entries if house}
    if told and {_letters(house) for house in used} != told:
        problems.append(f"the houses should be {', '.join(sorted(told))}, the cards are of {', '.join(sorted(used))}")
    return _checked(where, str(data.get("name", "")), "", entries, names, problems)


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


def _service_card(card: Mapping[str, Any], names: _Names) -> tuple[str | None, str | None]:
    """The card that an entry of the service means, by its number and its English title; or what is wrong with it."""
    title = str(card.get("card_title", card.get("id")))
    if str(card.get("expansion", SET)) != str(SET):
        return None, f'card "{title}" is {_other_set(_set_name(card["expansion"]))}'
    number = str(card.get("card_number", ""))
    by_title = names.by_letters.get(_letters(title))
    by_number = names.by_number.get(int(number)) if number.isdecimal() else None
    if by_title and number and by_title != by_number:
        return None, f'card "{title}" has the collector number {names.cards[by_title]["number"]}, found {number}'
    if by_title or by_number:
        return by_title or by_number, None
    return None, f'no card of {SETS[SET]} is called "{title}" or has the number "{number}"{names.suggestions(title)}'
