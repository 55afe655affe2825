"""Card files -> facts of cards and rows of tables: what every game with many cards does on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, shown
from ..core.records import record_type
from .card_files import CardSource, add_card_files, read_card_file
from .card_schema import CardSchema

Facts = dict[str, dict[str, Any]]
"""The facts of cards by id."""
Row = tuple[int, ...]


def established_cards(path: Path) -> Facts:
    """The cards of a game's own file, whose facts are established where it does not say otherwise."""
    return {card: {"source": "established", **fields} for card, fields in read_card_file(path).items()}


def all_cards(
    own: Facts, extra: Sequence[CardSource], schema: CardSchema, most: int, standard: Mapping[str, Any]
) -> Facts:
    """A game's own cards by id, then the user's; a card of an extra file that names a known id changes just the fields
    it gives. most: how many there may be; standard: what holds of cards of extra files that do not say otherwise.

    InputError lists all problems of the facts.
    """
    cards = dict(own)
    added, problems = add_card_files(cards, extra, schema.check)
    for card in added:
        cards[card] = {**standard, **cards[card]}
    if len(cards) > most:
        problems.append(f"at most {most} different cards, found {len(cards)}")
    if problems:
        raise InputError(problems)
    return cards


def as_printed(cards: Mapping[str, Mapping[str, Any]], own: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The cards whose facts are those of the game's own file, under whatever name and with whatever notes."""
    return {card for card, fields in cards.items() if card in own and _facts_of(fields) == _facts_of(own[card])}


def _facts_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in ("name", "source", "note")}


def open_facts(readings: Path, cards: Facts) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read: (card or rule, "assumed" or "designed", what).

    readings: a file with a table for each rule.
    """
    rules = [(rule, fact["source"], fact["note"]) for rule, fact in read_card_file(readings).items()]
    named = [(card, fields["source"], fields.get("note", "a card of the user's own")) for card, fields in cards.items()]
    return [fact for fact in (*rules, *named) if fact[1] != "established"]


def fill_columns(tables: np.ndarray, columns: Mapping[str, Sequence[Row]], problems: list[str]) -> None:
    """Writes the rows of all cards' texts into columns of one record of tables, unless there are problems; rows that
    are too many are one.
    """
    for column, rows in columns.items():
        most = tables[column].shape[1]
        if len(rows) > most:
            problems.append(f"cards: at most {most} {column}s of all cards together, found {len(rows)}")
        elif not problems:
            try:
                tables[column][0][: len(rows)] = rows
            except OverflowError as error:
                problems.append(f"cards: a {column} has a number that is too large: {error}")


def writable_copy(tables: np.ndarray) -> np.record:
    """A record of its own of one that holds the cards: all bytes are copied, gaps between the fields too, for what is
    not copied would make equal tables unequal.
    """
    return np.frombuffer(bytearray(tables.tobytes()), record_type(tables.dtype))[0]


# --- what each seat brings --------------------------------------------------------------------------------------------


def read_for_seats(
    name: str, sources: Any, seats: int, read: Callable[[int, Any], Any], problems: list[str], what: str = ""
) -> list[Any]:
    """What `read` (seat, source) makes of a table's list with a source for each seat; problems found are added to the
    list. what: its entries in the plural, if other than its name.
    """
    if not isinstance(sources, (list, tuple)) or len(sources) != seats:
        problems.append(f"table: {name} should be {seats} {what or name}, found {shown(sources)}")
        return []
    found = []
    for seat, source in enumerate(sources):
        try:
            found.append(read(seat, source))
        except InputError as error:
            problems += error.problems
    return found


def settle_lists(
    table: Mapping[str, Any], read_facts: Callable[[], Facts], settle: Mapping[str, Callable[[Any, Facts], Any]]
) -> dict[str, Any]:
    """The table with nothing left to look up in files in its lists for the seats: each entry as `settle` (entry, facts
    of the cards) gives it. A table whose cards cannot be read stays what it is.
    """
    lists = {name: table[name] for name in settle if isinstance(table.get(name), (list, tuple))}
    if not lists:
        return dict(table)
    try:
        facts = read_facts()
    except InputError:
        return dict(table)
    return {**table, **{name: [settle[name](entry, facts) for entry in entries] for name, entries in lists.items()}}
