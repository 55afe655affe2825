"""The card file and the table of a game -> the numpy record that kernels read."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted
from ..core.game import Drawn
from ..reading.balanced import draw_decks
from ..reading.card_files import CardFile, CardSource, placed, read_card_files
from ..reading.card_schema import SOURCE, CardSchema, Field
from ..reading.card_tables import (
    Facts,
    all_cards,
    as_printed,
    established_cards,
    fill_columns,
    open_facts,
    read_for_seats,
    settle_lists,
    writable_copy,
)
from ..reading.notation import choice, number
from ..reading.table import Key, firsts, read_table, uneven
from .decks import read_deck, settle_deck
from .notation import ABOUT_A_CARD, TRAITS_MAX, TRIGGERS, TYPES, Notation, reserved
from .state import SEATS, TRIGGERED, Trigger
from .tables import CARD_TYPES_MAX, HOUSES, LASTINGS, TABLES, Keyword

CARDS_FILE = Path(__file__).with_name("cards.toml")
READINGS_FILE = Path(__file__).with_name("readings.toml")
OWN = "own"
RARITIES = ("common", "uncommon", "rare", "fixed", "variant", OWN)
"""`fixed` and `variant` come only together with other cards; `own`: in no deck that is drawn at random."""
KEYWORD_BITS = {keyword.name.lower(): int(keyword) for keyword in Keyword}
NUMBERED_KEYWORDS = ("assault", "hazardous")
STARTER_DECKS = ("miss-onyx-censorius", "radiant-argus-the-supreme")

KEYS = {
    "players": Key("how many play", SEATS, (SEATS, SEATS)),
    "decks": Key('a deck for each seat: a shipped one, "random:N", a file, or the deck itself', list(STARTER_DECKS)),
    "chains": Key("chains at the start", [0, 0], (0, 99), each_seat=True),
    "first": Key("who begins: a seat, both in turn, or drawn", "rotate", ways=("rotate", "random")),
    "mulligans": Key("whether a first hand may be drawn anew", True),
    "turn_limit": Key("turns of each player: a safeguard of ours, the rules have none", 100, (1, 1000)),
}
"""The keys of a table, with their values by the rules."""

OF_CREATURES = ("creature",)
OF_ACTIONS = (Trigger.PLAY, Trigger.LATER)


@functools.cache
def _own_cards() -> Facts:
    return established_cards(CARDS_FILE)


def card_facts(extra: Sequence[CardSource] = ()) -> Facts:
    """All cards by id with their facts and effect lines: those of the set in collector order, then the user's own.

    A card of an extra file that names a known id changes just the fields it gives. InputError lists all problems of
    the facts; the effect lines are read by `make_tables`.
    """
    return all_cards(_own_cards(), extra, SCHEMA, CARD_TYPES_MAX, {"rarity": OWN})


def _check_trigger(key: str, kind: str) -> list[str]:
    """What is wrong with the key of an ability: triggers joined by "/"."""
    problems = []
    for trigger in key.split("/"):
        if trigger not in TRIGGERS:
            near = nearest(trigger, [*TRIGGERS, *SCHEMA.fields])
            problems.append(f"no field or ability is called {quoted(trigger)}{near}")
        elif kind == "action" and TRIGGERS[trigger] not in OF_ACTIONS:
            problems.append(f"an action has no ability {quoted(trigger)}: it is never in play")
        elif trigger.startswith("host_") and kind != "upgrade":
            problems.append(f"{quoted(trigger)} is an ability of an upgrade")
    return problems


def _check_keywords(value: Sequence[str]) -> list[str]:
    problems = []
    for keyword in value:
        try:
            _read_keyword(keyword)
        except ValueError as error:
            problems.append(f"keywords: {error}")
    return problems


def _read_keyword(text: str) -> tuple[str, int]:
    """The column of a keyword and what it says there."""
    name, _, amount = text.partition(" ")
    if name in NUMBERED_KEYWORDS:
        return name, number(1, 99)(amount)
    return "keywords", choice(KEYWORD_BITS, "keyword")(text)


def _check_traits(value: Sequence[str]) -> list[str]:
    return [f"{quoted(trait)} cannot be a trait: it is a word of filters" for trait in reserved(value)]


SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "house": Field(options=tuple(HOUSES), needed=True),
        "type": Field(options=tuple(TYPES), needed=True),
        "rarity": Field(options=RARITIES),
        "amber": Field(int, (0, 9)),
        "power": Field(int, (0, 99), of=OF_CREATURES, needed=OF_CREATURES),
        "armor": Field(int, (0, 99), of=OF_CREATURES),
        "number": Field(int, (1, 9_999)),
        "traits": Field(list, check=_check_traits),
        "keywords": Field(list, of=OF_CREATURES, check=_check_keywords),
        "constant": Field(list),
        "source": SOURCE,
        "note": Field(),
    },
    ability=_check_trigger,
)


# --- the table ------------------------------------------------------------------------------------------------------


def make_tables(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> np.record:
    """The TABLES record for a table (see KEYS; all optional) and extra card files; InputError lists all problems."""
    values, problems = read_table(KEYS, table)
    problems += uneven(KEYS, values, SEATS)
    try:
        files = read_card_files(cards)
        facts, tables = card_facts(files), writable_copy(card_tables(files))
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None
    decks = read_for_seats("decks", values["decks"], SEATS, lambda seat, deck: read_deck(deck, facts), problems)
    if problems:
        raise InputError(problems)
    tables["players"], tables["turn_limit"] = SEATS, values["turn_limit"]
    tables["first"], tables["mulligans"] = firsts(SEATS)[values["first"]], values["mulligans"]
    tables["chains"] = values["chains"]
    ids = list(facts)
    for seat, deck in enumerate(decks):
        tables["houses"][seat] = sum(1 << HOUSES[house] for house in deck.houses)
        tables["deck_card"][seat] = [ids.index(card) for card, _ in deck.cards]
        tables["deck_house"][seat] = [HOUSES[house] for _, house in deck.cards]
    return tables


def deck_cards(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Counter[str]:
    """The cards of a deck, with copies."""
    deck = read_deck(value, card_facts(cards))
    return Counter(card for card, _ in deck.cards)


def listed_deck(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Any:
    """The same deck with its cards listed."""
    return read_deck(value, card_facts(cards)).to_table()


DRAWN = {"decks": Drawn(True, draw_decks, deck_cards, listed_deck, "house")}
"""What can be drawn at random; see `Drawn`."""


def resolve_table(table: Mapping[str, Any], cards: Sequence[CardSource], folder: Path) -> dict[str, Any]:
    """The table with decks in the place of the files that name them, which are looked for in `folder`; see
    `decks.settle_deck`.
    """
    return settle_lists(
        table, lambda: card_facts(cards), {"decks": lambda deck, facts: settle_deck(deck, facts, folder)}
    )


@functools.lru_cache(maxsize=8)
def card_tables(extra: tuple[CardFile, ...] = ()) -> np.ndarray:
    """One TABLES record that holds the cards and nothing about a table; extra: the user's card files.

    InputError lists all that is wrong with the effect lines.
    """
    facts = card_facts(extra)
    tables, printed = np.zeros(1, TABLES), as_printed(facts, _own_cards())
    traits = sorted({trait for fields in facts.values() for trait in fields.get("traits", ())})
    notation = Notation({card: row for row, card in enumerate(facts)}, {trait: bit for bit, trait in enumerate(traits)})
    if len(traits) > TRAITS_MAX:
        notation.problems.append(f"at most {TRAITS_MAX} different traits, found {len(traits)}")
    else:
        for row, (card, fields) in zip(tables["card"][0], facts.items(), strict=False):
            _fill_card(row, card, fields, notation)
            row["printed"] = card in printed
    later = _later_cards(facts, notation)
    for name, term in LASTINGS.items():
        tables["lasting"][0][term.code] = later.get(name, -1)
    columns: dict[str, Sequence[tuple[int, ...]]] = {
        "row": notation.rows,
        "filter": list(notation.filters),
        "constant": notation.constants,
    }
    fill_columns(tables, columns, notation.problems)
    if notation.problems:
        raise InputError(placed(notation.problems, extra))
    tables["deck_card"] = -1
    tables.flags.writeable = False
    return tables


def _fill_card(row: Any, card: str, fields: Mapping[str, Any], notation: Notation) -> None:
    """Writes one card into its row of the card table."""
    row["type"], row["house"] = TYPES[fields["type"]], HOUSES[fields["house"]]
    row["amber"], row["power"], row["armor"] = (fields.get(key, 0) for key in ("amber", "power", "armor"))
    row["traits"] = sum(1 << notation.traits[trait] for trait in set(fields.get("traits", ())))
    for text in fields.get("keywords", ()):
        column, value = _read_keyword(text)
        row[column] |= value
    row["when"] = -1
    listens = 0
    for key, lines in fields.items():
        if key in SCHEMA.fields:
            continue
        where = f"{card}: {key}"
        triggers = [TRIGGERS[trigger] for trigger in key.split("/")]
        if lines and lines[0].split()[:1] == ["when"]:
            if not set(triggers) <= set(ABOUT_A_CARD):
                notation.problems.append(f"{where}: {quoted(lines[0])}: this does not happen to a card")
            row["when"][triggers] = notation.when(lines[0], where)
            lines = lines[1:]
        row["program"][triggers] = notation.program(lines, where)
        row["matters"][triggers] = notation.matter(*row["program"][triggers[0]])
        listens |= sum(1 << trigger for trigger in triggers)
    row["listens"] = listens
    constants = fields.get("constant", ())
    first, end = notation.constant(constants, f"{card}: constant", fields["type"] == "upgrade")
    row["constant"], row["plain"] = (first, end), not constants
    row["kinds"] = functools.reduce(operator.or_, (1 << int(kind) for kind, *_ in notation.constants[first:end]), 0)


def _later_cards(facts: Facts, notation: Notation) -> dict[str, int]:
    """Effects of a turn -> row of the card whose `later` they do each time: cards that make the same must agree."""
    found: dict[str, int] = {}
    for row, (card, fields) in enumerate(facts.items()):
        for effect in sorted(_effects_made(fields)):
            if LASTINGS[effect].code not in TRIGGERED:
                continue
            first = list(facts)[found.setdefault(effect, row)]
            if fields.get("later") != facts[first].get("later") or not fields.get("later"):
                wanted = facts[first].get("later", ["gain 1"])
                notation.problems.append(
                    f"{card}: {quoted(effect)} needs later = {wanted}, as every card that makes it"
                )
    return found


def _effects_made(fields: Mapping[str, Any]) -> set[str]:
    """The names of the effects of this turn, and of the opponent's next, that a card makes."""
    lines = [line.split() for key, value in fields.items() if key not in SCHEMA.fields for line in value]
    made = [words[1] for words in lines if words[:1] in (["rest_of_turn"], ["next_turn"]) and len(words) > 1]
    return {name for name in made if name in LASTINGS}


def assumptions(cards: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    return open_facts(READINGS_FILE, card_facts(cards))
