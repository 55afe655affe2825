"""Reading what people write: cards, references to cards, entries of zones, amounts; and telling cards to them."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import nearest, quoted, shown
from ..reading.names import expand, read_seat
from ..reading.table import is_whole


class CardRecord(dict[str, Any]):
    """An entry of a zone of records: the fields of a card by their names. It is a table to all but logs, which know the
    card again by its number.
    """

    def __init__(self, card: int, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.card = card


def counted(number: int, noun: str) -> str:
    """A number of things in words, such as "1 wound" and "2 wounds"."""
    return f"{number} {noun}{'s' * (number != 1)}"


class Sort(NamedTuple):
    """Some of a game's cards: what a zone can hold."""

    name: str
    """one of them, as in "an upgrade" """
    ids: Collection[str]

    @classmethod
    def of(cls, name: str, ids: Sequence[str], belongs: np.ndarray) -> Sort:
        """The cards of `ids` at whose place `belongs` is true; it may be longer."""
        return cls(name, dict.fromkeys(card for card, there in zip(ids, belongs, strict=False) if there))


def read_card(word: Any, ids: Sequence[str], sort: Sort | None = None) -> int:
    """Card number of an id, of those of a sort if one is given; ValueError with the nearest ids."""
    try:
        card = ids.index(word)
    except ValueError:
        raise ValueError(f"no card is called {quoted(word)}{nearest(str(word), sort.ids if sort else ids)}") from None
    if sort and word not in sort.ids:
        raise ValueError(f"{quoted(word)} is not {sort.name}{nearest(word, sort.ids)}")
    return card


def read_target(word: str, ids: Sequence[str], players: int) -> tuple[int | None, int, int]:
    """What a reference to a card in play means: seat (None: not said), card number, which copy from the left, from 1.

    `troll`, `troll#2` for the second copy, `p2:troll`, `p2:troll#2`; ValueError says what would be right.
    """
    seat, colon, rest = word.rpartition(":")
    card, sharp, copy = rest.partition("#")
    if sharp and not (copy.isdecimal() and int(copy) >= 2):
        raise ValueError(f'{quoted(word)}: the second copy from the left is "{card}#2", the third "{card}#3", ...')
    return read_seat(seat, players) if colon else None, read_card(card, ids), int(copy) if sharp else 1


def find_target(word: str, ids: Sequence[str], types: Sequence[int], in_play: Sequence[Sequence[int]]) -> int:
    """The card in play that a reference means; ValueError if there is none, or one on each side.

    types: by card in play, its card number; in_play: by seat, its cards from the left.
    """
    seat, card_type, copy = read_target(word, ids, len(in_play))
    sides = in_play if seat is None else [in_play[seat]]
    found = [[card for card in side if types[card] == card_type] for side in sides]
    found = [cards for cards in found if len(cards) >= copy]
    if len(found) != 1:
        raise ValueError(f"{quoted(word)}: one card in play is expected, found {len(found)}")
    return found[0][copy - 1]


def cards_alike(cards: np.ndarray, card: int) -> list[int]:
    """The cards of the same type in the same zone as a card, itself among them, by number; cards: records with `type`
    and `zone`.
    """
    types, zones = cards["type"], cards["zone"]
    return np.flatnonzero((types == types[card]) & (zones == zones[card])).tolist()


def read_amount(word: str, most: int = 999) -> int:
    """The number that a word of a phrase is, from 0 to the most; ValueError otherwise."""
    return whole(int(word) if word.isdecimal() else word, 0, most)


def code_word(code: IntEnum) -> str:
    """A member of an enumeration in words: "turn limit"."""
    return code.name.lower().replace("_", " ")


def read_cards(value: Any, ids: Sequence[str], sort: Sort | None = None) -> list[int]:
    """Card numbers of a list of ids, of a sort if one is given; "3 crystal" stands for three cards."""
    if not isinstance(value, list):
        raise ValueError(f"a list of card ids is expected, found {shown(value)}")
    return [read_card(split_entry(word, ())[0], ids, sort) for word in expand(value)]


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
            raise ValueError(f"a card of this zone has no field {quoted(name)}{nearest(name, fields)}")
    return entry["id"], {name: value for name, value in entry.items() if name != "id"}


def list_cards(cards: Iterable[str]) -> str:
    """A short text for a list of cards: equal ones counted, in order of appearance."""
    counted = Counter(cards)
    return ", ".join(f"{n} {card}" if n > 1 else card for card, n in counted.items()) or "nothing"


def pile_cards(pile: Any, ids: Sequence[str]) -> list[str]:
    """Card ids of a pile, top first."""
    return [ids[card] for card in reversed(pile.card[: pile.n].tolist())]


def fill_pile(pile: Any, cards: Sequence[int]) -> None:
    """Lays cards, given top first, into a pile that then holds nothing else."""
    if len(cards) > pile.card.size:
        raise ValueError(f"at most {pile.card.size} cards fit, found {len(cards)}")
    pile.n = len(cards)
    for i, card in enumerate(reversed(cards)):
        pile.card[i] = card


def lay_on(pile: Any, card: int) -> None:
    """Lays a card on top of a pile; ValueError if that is full."""
    if pile.n >= pile.card.size:
        raise ValueError(f"at most {pile.card.size} cards fit, found more")
    pile.card[int(pile.n)] = card
    pile.n += 1


def whole(value: Any, low: int, high: int) -> int:
    """A whole number within bounds; ValueError otherwise."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"a whole number from {low} to {high} is expected, found {shown(value)}")
    return int(value)


def check_seed(value: Any) -> None:
    """ValueError unless a value is a seed."""
    if not is_whole(value, 0, 2**63 - 1):
        raise ValueError(f"seed should be a whole number from 0 to 2**63 - 1, found {shown(value)}")


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
