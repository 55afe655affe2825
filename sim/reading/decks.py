"""Deck files: the forms in which people write decks and squads down, and how they are read for any game.

A deck is asked for by

- the id of a shipped deck;
- the seed of a generated one: `"random:17"`;
- the path of a file in one of the forms below, looked for beside the file that names it;
- a mapping (TOML): `{ name = "Mine", houses = { dis = ["2 dust_imp", "shooler", ...], ... } }`, cards by id or printed
  name, with the number of copies as below; in a game whose decks have no parts `{ name = "Mine", cards = [...] }`,
  beside other lists where the game has such: `hero = "saikono"`, `sideboard = ["2 evenrein"]`;
- text: the name on the first line, then its cards, one a line, by printed name (English, or Russian where the cards
  have it) or id, under the name of its part where decks have parts: `Bumpsy`, `2 Bumpsy`, `2x Bumpsy`, `Bumpsy x2`,
  `Bumpsy (2)`. Case, punctuation, accents
  and blank lines do not matter, nor do collector numbers of three digits (`030 Bumpsy`), numbering (`1. Bumpsy`), or
  words beside a name that say nothing that the card does not, such as its rarity. Columns are parted by tabs, bars or
  two blanks; one may give the part instead of a heading. Other lists stand under their names too, or after them:
  `Hero: Saikono`;
- JSON: as the game's deck service answers.

A game derives its class from `DeckForms` and says which decks are legal.
"""

from __future__ import annotations

import difflib
import functools
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from ..core.errors import InputError, bare, nearest, quoted, shown
from .text_files import parse_toml, read_text_file

RANDOM = "random:"
MOST_BYTES, MOST_LINES, LINE_LETTERS, NAME_LETTERS = 2**20, 1000, 300, 100
"""Of a deck file; of a deck in text, or cards that a deck of any form lists; of one of these; of the name of a deck."""
KEYS = ("id", "name", "kind", "source")
"""Keys of a deck in TOML beside its cards. id follows from the name; kind and source tell about shipped decks."""

NAMES = ("russian", "name")
"""Facts of a card by which a deck file may name it beside its id; the English name where two cards share one."""

MOST_DRAWS = 1000
"""How often a random deck is drawn until one is legal; with the cards of the games a few draws do."""

MAIN_LISTS = ("deck", "main", "maindeck", "cards")
"""Headings of the cards of the deck itself, where there are other lists."""

Facts = Mapping[str, Mapping[str, Any]]
Entries = list[tuple[str, str]]
"""Cards, or what should be one, and the parts of the deck under which they are listed ("" where there are none)."""
DeckType = TypeVar("DeckType")
Drawn = TypeVar("Drawn")


@functools.lru_cache(maxsize=4096)
def letters(name: str) -> str:
    """What tells one name from another: letters (Latin and Cyrillic) and digits, small, without accents; the same for a
    card and its id.
    """
    plain = name.replace("Æ", "ae").replace("æ", "ae").replace("Œ", "oe").replace("œ", "oe")
    plain = unicodedata.normalize("NFKD", plain).casefold()
    return re.sub("[^a-z0-9а-я]", "", plain)


def slug(name: str) -> str:
    """A name in small letters and digits, joined by hyphens: what a deck of this name has for an id."""
    plain = unicodedata.normalize("NFKD", re.sub("[\"'“”„‘’]", "", name.replace("Æ", "Ae").replace("æ", "ae")))
    return re.sub("[^a-z0-9]+", "-", "".join(c for c in plain if not unicodedata.combining(c)).lower()).strip("-")


def first_legal(draw: Callable[[], Drawn | None], what: str) -> Drawn:
    """The first of what is drawn that is not None; InputError if that takes too long, as with cards of which no legal
    deck can be made.
    """
    for _ in range(MOST_DRAWS):
        if (drawn := draw()) is not None:
            return drawn
    raise InputError(f"{what}: none of {MOST_DRAWS:,} draws was legal with these cards and at this table")


MARKS = "[●◆★♦•■▲]"
NUMBERING = re.compile(r"[0-9]{1,2}[.)]\s+")
FIRST_COPIES = re.compile(
    r"(?:\(([0-9]{1,2})[xх×]?\)|([0-9]{1,2})[xх×*](?![0-9.)])|([0-9]{1,2})(?:\s+[xх×*])?(?![a-zа-я0-9.)])"
    r"|[xх×]\s*([0-9]{1,2})(?![a-zа-я0-9.)]))\s*",
    re.IGNORECASE,
)
LAST_COPIES = re.compile(
    r"[\s,:–-]*(?:\(\s*)?(?<![a-zа-я0-9])(?:[xх×*]\s*)?([0-9]{1,2})\s*[xх×]?\s*\)?$", re.IGNORECASE
)
NUMBER = re.compile(r"#?([0-9]{3})(?![a-z0-9])[:.]?\s*", re.IGNORECASE)
ENUMERATION = "-–—*•·>|, \t"


@dataclass
class Line:
    """A line that names a card."""

    card: str
    copies: int
    group: str | None = None
    problems: tuple[str, ...] = ()


class DeckForms(Generic[DeckType]):
    """Reads the decks of a game in all forms. cards: the facts of the known cards by id, such as name and number."""

    part: ClassVar[str] = ""
    """what the parts of a deck are called, a fact of its cards, such as "house"; "" if decks have none"""
    size: ClassVar[int]
    """how many cards a deck should have"""
    set_name: ClassVar[str]
    """what the known cards are together"""
    kinds: ClassVar[str]
    """regular expression of kinds of cards, such as creature: beside the name of a card they say nothing, nor does a
    heading in the plural"""
    beside: ClassVar[str]
    """likewise of other words that may stand beside the name of a card"""
    lists: ClassVar[tuple[str, ...]] = ()
    """lists beside the cards of a deck, such as a sideboard: keys in TOML, headings in text, parts of their entries"""
    foreign_parts: ClassVar[tuple[str, ...]] = ()
    """names of parts that do not exist here, so that they are taken for headings"""
    example: ClassVar[str] = ""
    """what a deck in TOML looks like"""

    def __init__(self, cards: Facts) -> None:
        self.cards = cards
        self.parts = sorted({str(facts[self.part]) for facts in cards.values()}) if self.part else list(self.lists)
        self.by_letters = {letters(card): card for card in cards}
        self.by_letters |= {
            letters(str(facts[name])): card for name in NAMES for card, facts in cards.items() if name in facts
        }
        self.by_number = {facts["number"]: card for card, facts in cards.items() if "number" in facts}
        self._beside = re.compile(rf"(?:{self.kinds}|{self.beside}|{MARKS})", re.IGNORECASE)

    # --- what a game says -----------------------------------------------------------------------------------------

    def shipped(self) -> Mapping[str, Mapping[str, Any]]:
        """The decks that come with the game by id, as mappings."""
        return {}

    def check(self, where: str, name: str, deck: str, entries: Entries, problems: list[str]) -> DeckType:
        """The deck of these cards; InputError with `problems`, those found before, and with what makes it illegal.

        deck: its id, "" if it follows from the name.
        """
        raise NotImplementedError

    def generate(self, seed: int) -> DeckType:
        """The random deck of a seed from 0 to 2**63 - 1."""
        raise NotImplementedError

    def read_answer(self, where: str, answer: Any) -> DeckType:
        """The deck in an answer of the game's deck service, JSON as Python has it."""
        raise InputError(f"{where}: there is no deck service for this game; a deck stands in TOML or in text")

    def as_mapping(self, deck: DeckType) -> dict[str, Any]:
        """The deck as a mapping that `read` reads, with nothing left to look up."""
        raise NotImplementedError

    def is_answer(self, source: Mapping[str, Any]) -> bool:
        """Whether a mapping is an answer of the deck service."""
        return False

    def foreign(self, text: str) -> str | None:
        """What is wrong with a line that names something of the game that is not known here."""
        return None

    # --- asking for a deck ----------------------------------------------------------------------------------------

    def read(self, source: Any, folder: str | Path = ".") -> DeckType:
        """The deck that `source` asks for, in any of the ways that the module tells of; relative paths start at
        `folder`. InputError lists everything wrong with it.
        """
        if isinstance(source, Mapping):
            if self.is_answer(source):
                return self.read_answer("deck", source)
            return self.read_table(f"deck {quoted(source['name'])}" if "name" in source else "deck", source)
        if isinstance(source, Path):
            return self._read_file(Path(folder) / source)
        if not isinstance(source, str):
            raise InputError(f"deck: should be an id, a path, text or a table, found {shown(source)}")
        if source.startswith(RANDOM):
            return self._read_seed(source)
        if "\n" in source or source.lstrip().startswith("{"):
            return self._read_content("deck", source, "")
        if source in self.shipped():
            return self.read_table(source, {"id": source, **self.shipped()[source]})
        path = Path(folder) / source
        if _is_path(path, source):
            return self._read_file(path)
        raise InputError(f"no deck is called {quoted(source)}{nearest(source, self.shipped())}")

    def settle(self, source: Any, folder: str | Path) -> Any:
        """The same deck without anything left to look up in a file, for a place that has another folder: the id of a
        shipped deck and the seed of a generated one stay as they are, anything else that can be read becomes a
        mapping. What cannot be read stays what it is; a path to nothing becomes a full one.
        """
        if isinstance(source, str) and (source in self.shipped() or source.startswith(RANDOM)):
            return source
        try:
            return self.as_mapping(self.read(source, folder))
        except InputError:
            if not isinstance(source, (str, Path)) or "\n" in str(source):
                return source
            path = Path(folder) / source
            return os.path.abspath(path) if _is_path(path, str(source)) else source

    def check_length(self, where: str, lines: int) -> None:
        """InputError for what is far too long to be a deck."""
        if lines > MOST_LINES:
            raise InputError(f"{where}: a deck should have {self.size} cards, this one lists {lines:,} lines or cards")

    def check_lines(self, where: str, lines: Iterable[str]) -> None:
        """InputError for a line that is far too long to name a card: it would take long to find out which."""
        longest = max(map(len, lines), default=0)
        if longest > LINE_LETTERS:
            raise InputError(
                f"{where}: a line of a deck should have at most {LINE_LETTERS} letters, one has {longest:,}"
            )

    def check_name(self, name: str) -> list[str]:
        """What is wrong with the name of a deck."""
        if name.isprintable() and len(name) <= NAME_LETTERS:
            return []
        return [f"the name should have at most {NAME_LETTERS} printable letters, found {shown(name)}"]

    # --- forms ----------------------------------------------------------------------------------------------------

    def _read_seed(self, source: str) -> DeckType:
        seed = source.removeprefix(RANDOM).strip()
        if not re.fullmatch("[0-9]{1,19}", seed) or int(seed) >= 2**63:
            raise InputError(
                f"deck: after {quoted(RANDOM)} should stand a seed from 0 to 2**63 - 1, found {quoted(seed)}"
            )
        return self.generate(int(seed))

    def _read_file(self, path: Path) -> DeckType:
        """The deck in a TOML, JSON or text file."""
        content = read_text_file(path, "deck file", MOST_BYTES, self.shipped())
        return self._read_content(str(path), content, path.stem, path.suffix.lower())

    def _read_content(self, where: str, content: str, default_name: str, suffix: str = "") -> DeckType:
        """The deck in the content of a file: TOML or JSON if the suffix or the first sign says so, else text."""
        if suffix == ".toml":
            return self.read_table(where, {"name": default_name, **parse_toml(content, where)})
        if suffix == ".json" or content.lstrip().startswith("{"):
            try:
                answer = json.loads(content)
            except ValueError as error:
                raise InputError(f"{where}: not JSON: {error}") from None
            except RecursionError:
                raise InputError(f"{where}: not an answer of the deck service: lists nested too deep") from None
            return self.read_answer(where, answer)
        return self._read_text(where, content, default_name)

    def read_table(self, where: str, table: Mapping[str, Any]) -> DeckType:
        """The deck in a mapping."""
        key = f"{self.part}s" if self.part else "cards"
        known = (*KEYS, key, *self.lists)
        problems = [
            f"no key is called {quoted(name)}{nearest(str(name), known)}" for name in table if name not in known
        ]
        for name in ("id", "name"):
            if not isinstance(table.get(name, ""), str):
                problems.append(f"{name} should be a text, found {shown(table[name])}")
        listed = table.get(key)
        kind, what = (Mapping, "a table") if self.part else ((list, tuple), "a list")
        if not isinstance(listed, kind):
            problem = f"{key} is missing" if listed is None else f"{key} should be {what}, found {shown(listed)}"
            raise InputError(f"{where}: {told}" for told in [*problems, f"{problem}; such as {self.example}"])
        lists = dict(listed) if isinstance(listed, Mapping) else {"": listed}
        for name in self.lists:
            beside = table.get(name, [])
            lists[name] = [beside] if isinstance(beside, str) else beside
        items = [item for cards in lists.values() if isinstance(cards, (list, tuple)) for item in cards]
        self.check_length(where, len(items))
        self.check_lines(where, (item for item in items if isinstance(item, str)))
        entries = Entries()
        for title, cards in lists.items():
            prefix = bare(f"{self.part} {title}") if self.part else title or key
            if not isinstance(cards, (list, tuple)):
                problems.append(f"{prefix} should have a list of cards, found {shown(cards)}")
                continue
            for item in cards:
                line = self._read_line(item) if isinstance(item, str) else None
                if line is None:
                    problems.append(f"{prefix}: {self._no_card(str(item))}")
                    line = Line(str(item), 1)
                entries += [(line.card, line.group or self.find_part(title) or title)] * line.copies
                problems += [f"{prefix}: {problem}" for problem in line.problems]
        return self.check(where, str(table.get("name", "deck")), str(table.get("id", "")), entries, problems)

    def _read_text(self, where: str, text: str, default_name: str) -> DeckType:
        """The deck in a text: its name, then cards, if decks have parts under their names."""
        lines = text.splitlines()
        self.check_length(where, len(lines))
        self.check_lines(where, lines)
        entries, problems = Entries(), list[str]()
        name, heading = "", ""
        for number, line in enumerate(lines, 1):
            bare = line.strip(ENUMERATION + "#=:_")
            if not bare or bare.startswith(("http://", "https://")):
                continue
            title = self._heading(bare)
            if title is not None:
                heading = title or ("" if self.lists else heading)
                continue
            beside, line = self._after_list(line)
            card = self._read_line(line)
            if card is None and not (name or heading or entries or beside or self.is_mistyped(bare)):
                name = re.sub(r"^(?:deck|name|deck name)\s*:\s*", "", bare, flags=re.IGNORECASE)
                continue
            meant = difflib.get_close_matches(letters(bare), self.parts, n=1, cutoff=0.8) if card is None else []
            if meant:
                what = self.part or "list"
                problems.append(f"line {number}: no {what} is called {quoted(bare)}; did you mean {quoted(meant[0])}?")
                heading = meant[0]
                continue
            if card is None:
                foreign = self.foreign(bare)
                problems.append(f"line {number}: {foreign or self._no_card(line if beside else bare)}")
                card = Line(bare, 0 if foreign else 1)
            problems += [f"line {number}: {problem}" for problem in card.problems]
            part = card.group or beside or heading
            if self.part and not part and card.copies:
                known = ", ".join(self.parts)
                problems.append(f"line {number}: no {self.part} stands above {quoted(bare)}; known: {known}")
            entries += [(card.card, part)] * card.copies
        return self.check(where, name or default_name, "", entries, problems)

    # --- names ----------------------------------------------------------------------------------------------------

    def find_part(self, text: str) -> str | None:
        """The part of a deck of this name, if there is one."""
        found = letters(text)
        return found if found in self.parts else None

    def suggestions(self, text: str) -> str:
        """The end of a message: cards called nearly so, by id if the text looks like one, else by printed name."""
        if re.fullmatch("[a-z0-9_]*", text):
            return nearest(text, self.cards)
        return nearest(text.title(), [str(facts["name"]) for facts in self.cards.values()])

    def is_mistyped(self, line: str) -> bool:
        """Whether a line that names no card means one, and not a deck: it counts copies of what is called nearly so."""
        return FIRST_COPIES.match(line) is not None and self.is_near(self._without(line, [], []))

    def is_near(self, name: str) -> bool:
        """Whether a card is called nearly so."""
        return bool(difflib.get_close_matches(letters(name), self.by_letters, n=1, cutoff=0.8))

    def _no_card(self, text: str) -> str:
        """Says that a text names no card, and which cards are called nearly so."""
        name = self._without(text.strip(ENUMERATION), [], []) or text
        return f"no card of {self.set_name} is called {quoted(name)}{self.suggestions(name)}"

    def _after_list(self, line: str) -> tuple[str, str]:
        """The list that a line such as `Hero: Saikono` names, and the rest of it; "" and the line if it names none."""
        name, colon, rest = line.partition(":")
        return (letters(name), rest) if colon and rest.strip() and letters(name) in self.lists else ("", line)

    def _heading(self, bare: str) -> str | None:
        """The part over the lines that follow; "" for a heading that names none or all; None for other lines."""
        bare = re.sub(r"[\s(\[-]*[0-9]+(?:\s*/\s*[0-9]+)?(?:\s*cards?)?[\s)\]]*$", "", bare, flags=re.IGNORECASE)
        bare = bare.strip("*:# ")
        if self.part:
            bare = re.sub(rf"^{self.part}s?\b[\s:]*", "", bare, flags=re.IGNORECASE)
        part = self.find_part(bare)
        if part or letters(bare) in self.foreign_parts:
            return part or bare
        words = [word for word in re.split(r"[^A-Za-z]+", bare) if word]
        if len(words) > 1 and all(self.find_part(word) for word in words):
            return ""
        if self.lists and letters(bare) in MAIN_LISTS:
            return ""
        if letters(bare) == letters(self.set_name) or re.fullmatch(rf"(?:{self.kinds})s?", bare, re.IGNORECASE):
            return ""
        return None

    def _read_line(self, text: str) -> Line | None:
        """The card that a line names, with its copies and its part, if the line gives one; None if it names no card."""
        part, copies, numbers, rest = None, [], [], []
        for column in filter(None, (column.strip() for column in re.split(r"\t|\||\s{2,}", text))):
            if self.find_part(column):
                part = self.find_part(column)
            elif (first := FIRST_COPIES.fullmatch(column)) is not None:
                copies.append(int(first[first.lastindex or 0]))
            elif (number := NUMBER.fullmatch(column)) is not None:
                numbers.append(int(number[1]))
            elif not self._beside.fullmatch(column):
                rest.append(column)
        name = self._without(" ".join(rest).lstrip(ENUMERATION), copies, numbers)
        card = self.by_letters.get(letters(name))
        if card is None:
            return None
        problems = [f"{quoted(text.strip())} has more than one number of copies"] if len(copies) > 1 else []
        problems += [
            f"{self.cards[card]['name']} has the collector number {self.cards[card].get('number')}, found {number}"
            for number in numbers
            if self.cards[card].get("number") != number
        ]
        if 0 in copies:
            problems.append(f"{quoted(text.strip())} should have at least one copy")
        return Line(card, copies[0] if copies else 1, part, tuple(problems))

    def _without(self, text: str, copies: list[int], numbers: list[int]) -> str:
        """The text without what stands about the name of a card; adds what it says of copies and collector numbers.

        A name that is known is left alone, as "Master of 2" ends like a number of copies.
        """
        while letters(text) not in self.by_letters:
            before = text
            if (number := NUMBER.match(text)) is not None:
                numbers.append(int(number[1]))
                text = text[number.end() :]
            elif (first := FIRST_COPIES.match(text)) is not None:
                copies.append(int(first[first.lastindex or 0]))
                text = text[first.end() :]
            elif (numbering := NUMBERING.match(text)) is not None:
                text = text[numbering.end() :]
            elif (beside := re.search(rf"[\s,(\[]+{self._beside.pattern}[)\]]*$", text, re.IGNORECASE)) is not None:
                text = text[: beside.start()]
            elif (beside := re.match(rf"{MARKS}\s*", text)) is not None:
                text = text[beside.end() :]
            elif (last := LAST_COPIES.search(text)) is not None:
                copies.append(int(last[1]))
                text = text[: last.start()]
            if text == before:
                break
        return text


def _is_path(path: Path, source: str) -> bool:
    """Whether the text by which a deck is asked for is meant as the path of a file."""
    return os.path.isfile(path) or "." in path.name or "/" in source
