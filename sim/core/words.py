"""The vocabulary of a game, used by logs, scenarios, errors and notebooks alike: cards, phrases, paths, events.

Seats are called p1, p2, ...; a path names a part of the state (`p1.hand`, `center`), a phrase an action
(`play fungal_hermit`), an event something that no seat decides (`!draw p1 2`). Piles are listed top first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import InputError, nearest


@dataclass(frozen=True)
class Path:
    """A readable and, for scenarios, writable part of a state."""

    read: Callable[[Any], Any]
    """state -> number, text, truth or list of card ids"""
    write: Callable[[Any, Any], None] | None
    """(state, value) -> None; raises ValueError that says what would be right; None: only to be read"""
    help: str
    ordered: bool = False
    """whether the order of a list matters when it is compared"""
    logged: bool = True
    """whether a log of a game tells changes of it"""


@dataclass(frozen=True)
class Event:
    """Something of the rules that no seat decides, to be triggered by a scenario."""

    arguments: tuple[str, ...]
    run: Callable[..., None]
    """(state, tables, *words); raises ValueError that says what would be right"""
    help: str


@dataclass(frozen=True, eq=False)
class Words:
    """The vocabulary of one game."""

    cards: Callable[[Sequence[Any]], Mapping[str, Mapping[str, Any]]]
    """extra card files -> all cards by id, in table order, with their facts"""
    verbs: Mapping[str, str]
    """action phrases as patterns, with what they do"""
    decisions: Mapping[int, str]
    """names of the decisions a seat can be asked, by code"""
    phrase: Callable[[Any, Any, Sequence[str]], str]
    """(state, action, card ids) -> the phrase for an action"""
    paths: Callable[[Any, Sequence[str]], dict[str, Path]]
    """(tables, card ids) -> paths of a state, by name"""
    events: Mapping[str, Event]
    clear: Callable[[Any, Any, int], None]
    """(state, tables, first seat): an empty table, the start of a scenario"""
    effect_words: Callable[[], Mapping[str, Mapping[str, str]]]
    """the words of the card file: operations, counts and conditions, with what they mean"""
    situation: Callable[[Any, Any, Sequence[str]], list[str]]
    """(state, tables, card ids) -> lines that a log prints at the start of a turn"""
    team: tuple[str, str] | None = None
    """in a game that all seats win or lose together, what the two sides are called: the seats, and their opponent"""

    def card_ids(self, extra: Sequence[Any] = ()) -> list[str]:
        """Card ids in table order."""
        return list(self.cards(extra))


def winner(words: Words, s: Any, players: int) -> str:
    """Who has won alone: a seat, or a side of a game played together; "nobody" while it goes on and in a draw."""
    seats = [seat_name(seat) for seat in range(players) if s.over and s.score[seat] == 1]
    if words.team is None:
        return seats[0] if seats else "nobody"
    return words.team[0 if seats else 1] if s.over else "nobody"


def check_phrase(words: Words, phrase: str, ids: Sequence[str], players: int) -> None:
    """Passes if the phrase could be an action of the game at some time; ValueError with the nearest words otherwise."""
    found = phrase.split(" ")
    readers = {
        "CARD": lambda word: read_card(word, ids),
        "SEAT": lambda word: read_seat(word, players),
        "NUMBER": lambda word: whole(int(word) if word.isdecimal() else word, 0, 9_999),
    }
    problems = []
    for pattern in (verb.split(" ") for verb in words.verbs):
        fixed = [part for part in pattern if part not in readers]
        if len(pattern) != len(found) or fixed != [w for w, part in zip(found, pattern, strict=True) if part in fixed]:
            continue
        try:
            for word, part in zip(found, pattern, strict=True):
                if part in readers:
                    readers[part](word)
            return
        except ValueError as error:
            problems.append(str(error))
    if problems:
        raise ValueError(f'"{phrase}": {", or ".join(dict.fromkeys(problems))}')
    near = nearest(phrase, words.verbs) or nearest(found[0], {verb.split(" ")[0] for verb in words.verbs})
    raise ValueError(f'no action is called "{phrase}"{near}')


def seat_name(seat: int) -> str:
    """p1 for seat 0, and so on."""
    return f"p{seat + 1}"


def read_seat(word: str, players: int) -> int:
    """Seat number of a word such as `p2`; ValueError with the seats there are."""
    names = [seat_name(seat) for seat in range(players)]
    if word not in names:
        raise ValueError(f'no seat is called "{word}"{nearest(word, names)}')
    return names.index(word)


def read_card(word: Any, ids: Sequence[str]) -> int:
    """Card number of an id; ValueError with the nearest ids."""
    if word not in ids:
        raise ValueError(f'no card is called "{word}"{nearest(str(word), ids)}')
    return list(ids).index(word)


def read_cards(value: Any, ids: Sequence[str]) -> list[int]:
    """Card numbers of a list of ids, in which "3 crystal" stands for three cards."""
    if not isinstance(value, list):
        raise ValueError(f"a list of card ids is expected, found {value!r}")
    cards: list[int] = []
    for word in expand(value):
        cards.append(read_card(word, ids))
    return cards


def expand(value: Iterable[Any]) -> list[Any]:
    """Writes counts out: ["2 crystal"] -> ["crystal", "crystal"]."""
    words: list[Any] = []
    for word in value:
        counted = re.fullmatch(r"(\d+) (\S+)", word) if isinstance(word, str) else None
        words += [counted[2]] * int(counted[1]) if counted else [word]
    return words


def list_cards(cards: Iterable[str]) -> str:
    """A short text for a list of cards: equal ones counted, in order of appearance."""
    counted = Counter(cards)
    return ", ".join(f"{n} {card}" if n > 1 else card for card, n in counted.items()) or "nothing"


def pile_cards(pile: Any, ids: Sequence[str]) -> list[str]:
    """Card ids of a pile, top first."""
    return [ids[int(pile.card[i])] for i in range(int(pile.n) - 1, -1, -1)]


def fill_pile(pile: Any, cards: Sequence[int]) -> None:
    """Lays cards, given top first, into a pile that then holds nothing else."""
    if len(cards) > pile.card.size:
        raise ValueError(f"at most {pile.card.size} cards fit, found {len(cards)}")
    pile.n = len(cards)
    for i, card in enumerate(reversed(cards)):
        pile.card[i] = card


def whole(value: Any, low: int, high: int) -> int:
    """A whole number within bounds; ValueError otherwise."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"a whole number from {low} to {high} is expected, found {value!r}")
    return int(value)


def truth(value: Any) -> bool:
    """True or false; ValueError otherwise."""
    if not isinstance(value, bool):
        raise ValueError(f"true or false is expected, found {value!r}")
    return value


def find_path(paths: Mapping[str, Path], name: str) -> Path:
    """The path of that name, `.count` of a zone included; InputError with the nearest names."""
    if name.endswith(".count") and name.removesuffix(".count") in paths:
        zone = paths[name.removesuffix(".count")]
        return Path(lambda s: len(zone.read(s)), None, f"how many cards: {zone.help}")
    if name not in paths:
        raise InputError(f'no path is called "{name}"{nearest(name, paths)}')
    return paths[name]
