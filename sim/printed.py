"""Names as people write them: an id, or what is printed, in any case and with or without accents and punctuation."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.errors import InputError, quoted
from .nameable import KINDS, named
from .reading.decks import ENUMERATION, RANDOM, letters

if TYPE_CHECKING:
    from .core.game import Game
    from .reading.card_files import CardSource
    from .words.vocabulary import Words

MOST_WORDS = 8
"""Words that a printed name may have in a phrase."""
MOST_TOLD = 6
"""Names that a message lists of those that may be meant."""


class Printed:
    """The names of some things. facts: by id, with what is printed as `name` if that is known; what stands in it in
    quotes is a name too.
    """

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._ids = set(facts)
        self._by_letters: dict[str, list[str]] = {}
        for one, about in facts.items():
            name = str(about.get("name", one)) if isinstance(about, Mapping) else one
            for text in dict.fromkeys(map(letters, [one, name, *re.findall('"([^"]+)"', name)])):
                self._by_letters.setdefault(text, []).append(one)

    def find(self, text: str) -> str | None:
        """The id of what is called so; None if nothing is, InputError if several are."""
        if text in self._ids:
            return text
        return _only(text, self._by_letters.get(letters(text), ()))


def _only(text: str, found: Collection[str]) -> str | None:
    if len(found) > 1:
        told = [quoted(one) for one in list(found)[:MOST_TOLD]]
        more = f" or {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        raise InputError(f"{quoted(text)} may mean {' or '.join(told)}{more}; say which")
    return next(iter(found), None)


def read_phrase(words: Words, phrase: str, cards: Printed) -> str:
    """A phrase of the game with ids where it has printed names, and its other words in the case of the vocabulary. What
    cannot be read stays what it is; InputError if it could mean several things.
    """
    found = phrase_readings(words, phrase, cards)
    if phrase in found:
        return phrase
    if len(found) > 1:
        raise InputError(f"{quoted(phrase)} may mean {' or '.join(map(quoted, found))}; say which")
    return next(iter(found), phrase)


def phrase_readings(words: Words, phrase: str, cards: Printed) -> list[str]:
    """All phrases of the game that somebody may mean, with ids; InputError if a name in it is that of several cards."""
    given = phrase.split()
    found = (text for verb in words.verbs for text in _readings(verb.split(" "), given, words, cards))
    return list(dict.fromkeys(found))


def verb_of(words: Words, phrase: str, cards: Printed) -> str:
    """The verb of a phrase of the game, as the vocabulary has it: `play CARD`; nothing if it is no such phrase."""
    given = phrase.split(" ")
    return next((verb for verb in words.verbs if phrase in _readings(verb.split(" "), given, words, cards)), "")


def _readings(pattern: Sequence[str], given: Sequence[str], words: Words, cards: Printed) -> Iterator[str]:
    """What words can mean that should follow a pattern."""
    if not pattern or not given:
        if not pattern and not given:
            yield ""
        return
    part, most = pattern[0], MOST_WORDS if pattern[0] in ("CARD", "TARGET") else 1
    for n in range(1, min(most, len(given) - len(pattern) + 1) + 1):
        first = _reading(part, " ".join(given[:n]), words, cards)
        if first is not None:
            for rest in _readings(pattern[1:], given[n:], words, cards):
                yield f"{first} {rest}".rstrip()


def _reading(part: str, text: str, words: Words, cards: Printed) -> str | None:
    """What a text can mean as a part of a pattern: None if it is no such part."""
    if part == "CARD":
        return cards.find(text)
    if part == "TARGET":
        seat, colon, rest = text.rpartition(":")
        name, sharp, copy = rest.partition("#")
        card = cards.find(name.strip())
        return None if card is None else f"{seat.casefold()}{colon}{card}{sharp}{copy}"
    if part == "SEAT":
        return text.casefold() if re.fullmatch("[pP][0-9]", text) else None
    if part == "NUMBER":
        return text if text.isdecimal() else None
    known = words.choices.get(part, [part])
    return next((word for word in known if word.casefold() == text.casefold()), None)


def with_card_ids(value: Any, cards: Printed) -> Any:
    """A value of a path with ids where its lists of cards have printed names: "2 Fungal Hermit" stands for two."""
    if isinstance(value, Mapping):
        return {
            key: _card_id(entry, cards) if key == "id" else with_card_ids(entry, cards) for key, entry in value.items()
        }
    if not isinstance(value, list):
        return value
    return [_card_id(entry, cards) if isinstance(entry, str) else with_card_ids(entry, cards) for entry in value]


def _card_id(entry: Any, cards: Printed) -> Any:
    if not isinstance(entry, str) or cards.find(entry) is not None:
        return cards.find(entry) if isinstance(entry, str) else entry
    counted = re.fullmatch(r"(\d{1,3}) (.+)", entry)
    card = cards.find(counted[2]) if counted else None
    return f"{counted[1]} {card}" if counted and card else entry


@functools.cache
def printed(game: str, kind: str) -> Printed:
    """The names of all of a kind in a game."""
    return Printed(named(game, kind))


def with_ids(game: Game[Words], table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> dict[str, Any]:
    """A table with ids where it has printed names of decks, squads, heroes, mages, nemeses, supplies, their cards, or
    options in another case. What names nothing stays what it is: the game says what is wrong with it.

    InputError lists the names that could mean several things.
    """
    found, problems = dict(table), list[str]()
    for kind, key in KINDS.items():
        if key in table and named(game.name, kind):
            try:
                found[key] = _with_ids(game, kind, table[key], cards)
            except InputError as error:
                problems += [f"table: {key}: {problem}" for problem in error.problems]
    for name, rule in game.words.keys.items():
        if rule.options and isinstance(table.get(name), str):
            found[name] = next((word for word in rule.options if word == table[name].casefold()), table[name])
    if problems:
        raise InputError(problems)
    return found


def _with_ids(game: Game[Words], kind: str, value: Any, cards: Sequence[CardSource]) -> Any:
    if isinstance(value, str) and ("\n" not in value or KINDS[kind] == kind):
        return _id_of(game.name, kind, value)
    if isinstance(value, str):
        return _listed_in(value, game.words.cards(cards))
    if not isinstance(value, (list, tuple)):
        return value
    if KINDS[kind] == kind:
        return [_id_of(game.name, kind, entry) if isinstance(entry, str) else entry for entry in value]
    try:
        facts = game.words.cards(cards)
    except InputError:
        return value
    if all(isinstance(entry, str) and entry in facts for entry in value):
        return value
    known = Printed(facts)
    return [known.find(entry) or entry if isinstance(entry, str) else entry for entry in value]


def _listed_in(text: str, facts: Mapping[str, Any]) -> list[str]:
    """The cards and sorts of cards that a text lists, one a line, below its name if it has one."""
    known, sorts = Printed(facts), {facts[card]["type"] for card in facts}

    def read(line: str) -> str:
        sort = line.casefold()
        return sort if sort.partition(" ")[0] in sorts else known.find(line) or line

    found = [read(line) for line in (line.strip(ENUMERATION) for line in text.splitlines()) if line]
    has_name = bool(found) and found[0] not in facts and found[0].partition(" ")[0] not in sorts
    return found[1:] if has_name else found


def _id_of(game: str, kind: str, name: str) -> str:
    """The id of one of a kind by what it is called; a path, a text and a seed stay what they are."""
    if (
        name in named(game, kind)
        or name.startswith(RANDOM)
        or "\n" in name
        or Path(name).suffix
        or os.path.exists(name)
    ):
        return name
    return printed(game, kind).find(name) or name
