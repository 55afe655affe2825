"""Paths into the state of a game: what each part of it is called, who may see it, how it is read and written.

A zone of a state is a list: of card ids, or of records where a card in play has more to it than its name
(`{ id = "troll", damage = 3 }`). `p1.hand.count` is its size; of an ordered one `p1.deck[0]` is the first entry and
`p1.creatures[0].damage` a field of it. Piles are listed top first.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from ..core.errors import InputError, nearest, quoted
from ..reading.names import read_seat, seat_name
from .readers import (
    COUNT,
    Sort,
    code_word,
    counted,
    fill_pile,
    list_cards,
    one_of,
    pile_cards,
    read_cards,
    truth,
    whole,
)

EVERYBODY, NOBODY = -1, -2
"""Who may see a path, beside a seat alone."""
UNKNOWN = "?"
"""What a card is called that the viewer cannot know."""


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
    seen_by: int = EVERYBODY
    """who may know all of it: EVERYBODY, a seat alone, or NOBODY. What is hidden is a zone, whose cards all may count
    """
    fields: Mapping[str, str] = field(default_factory=dict)
    """of a zone of records: the names of their fields beside `id`, with what they mean"""
    field_checks: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """of a zone of records: as `check`, for the value of each field"""
    fields_seen_by: Mapping[str, int] = field(default_factory=dict)
    """of a zone of records: the fields that not everybody may know, each a list, with who may"""
    read_by: Callable[[Any, int], Any] | None = None
    """of a zone some of whose cards not everybody may know: (state, seat) -> what that seat sees of it"""

    @property
    def about(self) -> str:
        """What it is, and who may see it if not everybody may."""
        if self.seen_by == EVERYBODY:
            return self.help
        return f"{self.help}; seen by {'nobody' if self.seen_by == NOBODY else f'{seat_name(self.seen_by)} alone'}"

    def is_open_to(self, viewer: int | None) -> bool:
        """Whether a seat may know all of it, but for `fields_seen_by` and `read_by`; None knows everything."""
        return viewer is None or self.seen_by in (EVERYBODY, viewer)


def view(paths: Mapping[str, Path], viewer: int | None) -> dict[str, Path]:
    """The paths as a seat sees them, or as they are for None: of a zone that it may not see there is the number of
    cards, `ZONE.count`, and so it is for a field.
    """
    found = {}
    for name, path in paths.items():
        if path.is_open_to(viewer):
            found[name] = _as_seen(_without_hidden_fields(path, viewer), viewer)
        else:
            found[f"{name}.count"] = replace(find_path(paths, f"{name}.count"), logged=path.logged)
    return found


def _as_seen(path: Path, viewer: int | None) -> Path:
    read = path.read_by
    return path if viewer is None or read is None else replace(path, read=lambda s: read(s, viewer), write=None)


def _without_hidden_fields(path: Path, viewer: int | None) -> Path:
    hidden = [
        name for name, who in path.fields_seen_by.items() if viewer is not None and who not in (EVERYBODY, viewer)
    ]
    if not hidden:
        return path

    def read(s: Any) -> list[dict[str, Any]]:
        return [entry | {name: len(entry[name]) for name in hidden} for entry in path.read(s)]

    return replace(path, read=read, write=None)


def cards_text(path: Path, s: Any, viewer: int | None) -> str:
    """The cards of a zone as a seat sees them, in words: "2 crystal, blaster", or "3 cards" of a hidden one."""
    cards = path.read(s)
    return list_cards(cards) if path.is_open_to(viewer) else counted(len(cards), "card")


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
        raise InputError(f"no path is called {quoted(name)}{nearest(name, paths)}")
    return _place(paths[parts[1]], name, int(parts[2]), parts[3])


def _entries(zone: Path, s: Any) -> list[Any]:
    found = zone.read(s)
    if not isinstance(found, list):
        raise TypeError("not a zone")
    return found


def _place(zone: Path, name: str, place: int, part: str | None) -> Path:
    """The path of one entry of a zone, or of a field of it."""
    if part is not None and part not in zone.fields:
        raise InputError(f"{quoted(name)}: a card of this zone has no field {quoted(part)}{nearest(part, zone.fields)}")

    def read(s: Any) -> Any:
        found = _entries(zone, s)
        if not zone.ordered:
            raise InputError(f"{quoted(name)}: cards of this zone have no order, so none is at a place")
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


def active_path(players: int) -> Path:
    """The path of whose turn it is, of a game in which that is always a seat's, and the seat's to decide."""

    def write(s: Any, value: Any) -> None:
        s.active = s.to_move = read_seat(value, players)

    check = functools.partial(read_seat, players=players)
    return Path(lambda s: seat_name(int(s.active)), write, "whose turn it is", check, logged=False)


def cause_path(causes: type[IntEnum]) -> Path:
    """The path of how the game ended."""
    known = [code_word(cause) for cause in causes]
    check = functools.partial(one_of, known=known)
    return Path(lambda s: code_word(causes(int(s.cause))), None, 'how the game ended, or "none"', check)


def flag_path(field: str, help: str, logged: bool = True) -> Path:
    """The path of a field of the state that is true or false."""

    def write(s: Any, value: Any) -> None:
        s[field] = truth(value)

    return Path(lambda s: bool(s[field]), write, help, truth, logged=logged)


def counts_path(
    counts: Callable[[Any], Any], ids: Sequence[str], help: str, logged: bool = True, sort: Sort | None = None
) -> Path:
    """The path of cards that lie in no order, all of a sort if one is given: `counts(state)` has the copies of each."""
    check = functools.partial(read_cards, ids=ids, sort=sort)
    counted = [number for number, card in enumerate(ids) if sort is None or card in sort.ids]

    def read(s: Any) -> list[str]:
        return [ids[card] for card in counted for _ in range(int(counts(s)[card]))]

    def write(s: Any, value: Any) -> None:
        counts(s)[counted] = 0
        for card in check(value):
            counts(s)[card] += 1

    return Path(read, write, help, check, logged=logged)


def known_path(seat: int, ids: Sequence[str]) -> Path:
    """The path of the first cards of a hand, which everybody knows (sim/cards/known.py)."""

    def write(s: Any, value: Any) -> None:
        hand = [int(card) for card in s.hand[seat].card[: int(s.hand[seat].n)]]
        known = read_cards(value, ids)
        for card in known:
            if card not in hand:
                raise ValueError("known cards should be cards of the hand, which is given before")
            hand.remove(card)
        fill_pile(s.hand[seat], [*known, *hand][::-1])
        s.known[seat] = len(known)

    check = functools.partial(read_cards, ids=ids)
    help = "cards in hand that everybody knows"
    return Path(lambda s: [ids[int(c)] for c in s.hand[seat].card[: s.known[seat]]], write, help, check, logged=False)


def pile_path(
    pile: Callable[[Any], Any],
    ids: Sequence[str],
    help: str,
    ordered: bool = False,
    logged: bool = True,
    sort: Sort | None = None,
    seen_by: int = EVERYBODY,
) -> Path:
    """The path of a pile, `pile(state)`, of cards of a sort if one is given."""
    check = functools.partial(read_cards, ids=ids, sort=sort)

    def write(s: Any, value: Any) -> None:
        fill_pile(pile(s), read_cards(value, ids))

    text = help + (", top first" if ordered else "")
    return Path(lambda s: pile_cards(pile(s), ids), write, text, check, ordered, logged, seen_by)
