"""The vocabulary of a game, used by logs, scenarios, errors and notebooks alike: cards, phrases, paths, events.

Seats are called p1, p2, ...; a path names a part of the state (`p1.hand`, `center`), a phrase an action
(`play fungal_hermit`), an event something that no seat decides (`!draw p1 2`). Piles are listed top first.

A zone of a state is a list: of card ids, or of records where a card in play has more to it than its name
(`{ id = "troll", damage = 3 }`). `p1.hand.count` is its size; of an ordered one `p1.deck[0]` is the first entry and
`p1.creatures[0].damage` a field of it.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import InputError, nearest, shown
from ..core.names import read_seat, seat_name
from ..core.notation import Vocabulary


class Sort(NamedTuple):
    """Some of a game's cards: what a zone can hold."""

    name: str
    """one of them, as in "an upgrade" """
    ids: Collection[str]

    @classmethod
    def of(cls, name: str, ids: Sequence[str], belongs: np.ndarray) -> Sort:
        """The cards of `ids` at whose place `belongs` is true; it may be longer."""
        return cls(name, [card for card, there in zip(ids, belongs, strict=False) if there])


@dataclass(frozen=True)
class Path:
    """A readable and, for scenarios, writable part of a state."""

    read: Callable[[Any], Any]
    """state -> number, text, truth, list of card ids or list of records: dicts of `id` and all of `fields`"""
    write: Callable[[Any, Any], None] | None
    """(state, value) -> None, of a value that has passed `check`; ValueError if it cannot stand in this state; None: it
    can only be read
    """
    help: str
    check: Callable[[Any], Any]
    """passes a value that can be read or written here; ValueError says of any other what would be right"""
    ordered: bool = False
    """whether the order of a list matters when it is compared"""
    logged: bool = True
    """whether a log of a game tells changes of it"""
    fields: Mapping[str, str] = field(default_factory=dict)
    """of a zone of records: the names of their fields beside `id`, with what they mean"""
    field_checks: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """of a zone of records: as `check`, for the value of each field"""


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
    """action phrases as patterns, with what they do; for the words in capitals see `check_phrase`"""
    decisions: Mapping[int, str]
    """names of the decisions a seat can be asked, by code"""
    phrase: Callable[[Any, Any, Sequence[str]], str]
    """(state, action, card ids) -> the phrase for an action"""
    paths: Callable[[Any, Sequence[str]], dict[str, Path]]
    """(tables, card ids) -> paths of a state, by name"""
    events: Mapping[str, Event]
    clear: Callable[[Any, Any, int], None]
    """(state, tables, first seat): an empty table, the start of a scenario"""
    flaws: Callable[[Any, Any, Sequence[str]], list[str]]
    """(state, tables, card ids) -> what no game could come to, though each path has a value that it can have"""
    effect_words: Callable[[], Mapping[str, Mapping[str, str]]]
    """the words of the card file: operations, counts and conditions, with what they mean"""
    situation: Callable[[Any, Any, Sequence[str]], list[str]]
    """(state, tables, card ids) -> lines that a log prints at the start of a turn"""
    team: tuple[str, str] | None = None
    """in a game that all seats win or lose together, what the two sides are called: the seats, and their opponent"""
    choices: Mapping[str, Collection[str]] = field(default_factory=dict)
    """the game's own words in capitals for its verbs, e.g. HOUSE, with the words that may stand for each"""

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
    """Passes if the phrase could be an action of the game at some time; ValueError with the nearest words otherwise.

    In a verb CARD stands for a card id, SEAT for a seat, NUMBER for a whole number, TARGET for a card in play (see
    `read_target`), and each of the game's `choices` for one of its words.
    """
    found = phrase.split(" ")
    readers: dict[str, Callable[[str], Any]] = {
        "CARD": lambda word: read_card(word, ids),
        "SEAT": lambda word: read_seat(word, players),
        "NUMBER": lambda word: whole(int(word) if word.isdecimal() else word, 0, 9_999),
        "TARGET": lambda word: read_target(word, ids, players),
        **{name: functools.partial(_read_choice, name, known) for name, known in words.choices.items()},
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


def read_card(word: Any, ids: Sequence[str], sort: Sort | None = None) -> int:
    """Card number of an id, of those of a sort if one is given; ValueError with the nearest ids."""
    if word not in ids:
        raise ValueError(f'no card is called "{word}"{nearest(str(word), sort.ids if sort else ids)}')
    if sort and word not in sort.ids:
        raise ValueError(f'"{word}" is not {sort.name}{nearest(word, sort.ids)}')
    return list(ids).index(word)


def _read_choice(name: str, known: Collection[str], word: str) -> str:
    if word not in known:
        raise ValueError(f'no {name.lower().replace("_", " ")} is called "{word}"{nearest(word, known)}')
    return word


def read_target(word: str, ids: Sequence[str], players: int) -> tuple[int | None, int, int]:
    """What a reference to a card in play means: seat (None: not said), card number, which copy from the left, from 1.

    `troll`, `troll#2` for the second copy, `p2:troll`, `p2:troll#2`; ValueError says what would be right.
    """
    seat, colon, rest = word.rpartition(":")
    card, sharp, copy = rest.partition("#")
    if sharp and not (copy.isdecimal() and int(copy) >= 2):
        raise ValueError(f'"{word}": the second copy from the left is "{card}#2", the third "{card}#3", ...')
    return read_seat(seat, players) if colon else None, read_card(card, ids), int(copy) if sharp else 1


def read_cards(value: Any, ids: Sequence[str], sort: Sort | None = None) -> list[int]:
    """Card numbers of a list of ids, of a sort if one is given; "3 crystal" stands for three cards."""
    if not isinstance(value, list):
        raise ValueError(f"a list of card ids is expected, found {shown(value)}")
    return [read_card(split_entry(word, ())[0], ids, sort) for word in expand(value)]


def expand(value: Iterable[Any]) -> list[Any]:
    """Writes counts out: ["2 crystal"] -> ["crystal", "crystal"]."""
    words: list[Any] = []
    for word in value:
        counted = re.fullmatch(r"(\d{1,3}) (\S+)", word) if isinstance(word, str) else None
        words += [counted[2]] * int(counted[1]) if counted else [word]
    return words


def read_entries(
    value: Any, checks: Mapping[str, Callable[[Any], Any]], ids: Sequence[str], sort: Sort | None = None
) -> list[tuple[int, dict[str, Any]]]:
    """Card number and given fields of each entry of a zone of records, in the order written.

    An entry is a card id ("2 troll" stands for two) or a table of `id` and some of the fields that have `checks`;
    ValueError says what would be right.
    """
    if not isinstance(value, list):
        raise ValueError(f"a list of cards is expected, found {shown(value)}")
    entries = []
    for entry in expand(value):
        card, given = split_entry(entry, checks)
        entries.append((read_card(card, ids, sort), given))
        for name, found in given.items():
            try:
                checks[name](found)
            except ValueError as error:
                raise ValueError(f"{name} of {card}: {error}") from None
    return entries


def split_entry(entry: Any, fields: Collection[str]) -> tuple[Any, dict[str, Any]]:
    """The card id of an entry of a zone and the fields given with it; ValueError for a field that is not one of
    `fields` and for a table without `id`.
    """
    if not isinstance(entry, Mapping):
        return entry, {}
    if not fields:
        raise ValueError(f"cards of this zone are told by their id alone, found {shown(dict(entry))}")
    if "id" not in entry:
        raise ValueError(f"the id of the card is missing in {shown(dict(entry))}")
    for name in entry:
        if name != "id" and name not in fields:
            raise ValueError(f'a card of this zone has no field "{name}"{nearest(name, fields)}')
    return entry["id"], {name: value for name, value in entry.items() if name != "id"}


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
        raise ValueError(f"a whole number from {low} to {high} is expected, found {shown(value)}")
    return int(value)


def truth(value: Any) -> bool:
    """True or false; ValueError otherwise."""
    if not isinstance(value, bool):
        raise ValueError(f"true or false is expected, found {shown(value)}")
    return value


def one_of(value: Any, known: Collection[str]) -> str:
    """One of the words; ValueError with the nearest otherwise."""
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{value!r} is not possible here{nearest(str(value), known)}")
    return value


COUNT = functools.partial(whole, low=0, high=9_999)
"""The check of numbers that have no bound of their own."""


def find_path(paths: Mapping[str, Path], name: str) -> Path:
    """The path of that name; InputError with the nearest names.

    Beside those of `paths` there are of a zone `ZONE.count`, of an ordered zone `ZONE[0]` (its first entry) and of an
    ordered zone of records `ZONE[0].FIELD`, which read None where there are fewer entries. Reading a part of what is
    no zone raises TypeError.
    """
    if name in paths:
        return paths[name]
    if name.endswith(".count") and name.removesuffix(".count") in paths:
        zone = paths[name.removesuffix(".count")]
        return Path(lambda s: len(_entries(zone, s)), None, f"how many cards: {zone.help}", COUNT)
    parts = re.fullmatch(r"(.+)\[(\d+)\](?:\.(\w+))?", name)
    if parts is None or parts[1] not in paths:
        raise InputError(f'no path is called "{name}"{nearest(name, paths)}')
    return _place(paths[parts[1]], name, int(parts[2]), parts[3])


def _entries(zone: Path, s: Any) -> list[Any]:
    found = zone.read(s)
    if not isinstance(found, list):
        raise TypeError("not a zone")
    return found


def _place(zone: Path, name: str, place: int, part: str | None) -> Path:
    """The path of one entry of a zone, or of a field of it."""
    if part is not None and part not in zone.fields:
        raise InputError(f'"{name}": a card of this zone has no field "{part}"{nearest(part, zone.fields)}')

    def read(s: Any) -> Any:
        found = _entries(zone, s)
        if not zone.ordered:
            raise InputError(f'"{name}": cards of this zone have no order, so none is at a place')
        if place >= len(found):
            return None
        return found[place] if part is None else found[place][part]

    check = zone.field_checks[part] if part else lambda value: zone.check([value])
    return Path(read, None, f"at place {place} from 0: {zone.help}", check)


# --- the usual kinds of paths -----------------------------------------------------------------------------------------


def number_path(field: str, low: int, high: int, help: str, logged: bool = True) -> Path:
    """The path of a field of the state that holds a whole number from `low` to `high`."""

    check = functools.partial(whole, low=low, high=high)

    def write(s: Any, value: Any) -> None:
        s[field] = check(value)

    return Path(lambda s: int(s[field]), write, help, check, logged=logged)


def element_path(field: str, seat: int, low: int, high: int, help: str, last: int | None = None) -> Path:
    """The path of what a field of the state that has a number for each seat holds for this one: from `low` to `high`,
    or to `last` when the game is over.
    """

    def write(s: Any, value: Any) -> None:
        s[field][seat] = whole(value, low, high)

    check = functools.partial(whole, low=low, high=high if last is None else last)
    return Path(lambda s: int(s[field][seat]), write, help, check)


def flag_path(field: str, help: str, logged: bool = True) -> Path:
    """The path of a field of the state that is true or false."""

    def write(s: Any, value: Any) -> None:
        s[field] = truth(value)

    return Path(lambda s: bool(s[field]), write, help, truth, logged=logged)


def pile_path(
    pile: Callable[[Any], Any],
    ids: Sequence[str],
    help: str,
    ordered: bool = False,
    logged: bool = True,
    sort: Sort | None = None,
) -> Path:
    """The path of a pile, `pile(state)`, of cards of a sort if one is given."""
    check = functools.partial(read_cards, ids=ids, sort=sort)

    def write(s: Any, value: Any) -> None:
        fill_pile(pile(s), read_cards(value, ids))

    text = help + (", top first" if ordered else "")
    return Path(lambda s: pile_cards(pile(s), ids), write, text, check, ordered, logged)


def notation(vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """The words of a game's effect notation by group, with what they mean: a game's `effect_words`."""
    groups = {
        "operations": vocabulary.operations,
        "counts": vocabulary.counts,
        "conditions": vocabulary.conditions,
    }
    return {group: {name: term.help for name, term in terms.items()} for group, terms in groups.items()}
