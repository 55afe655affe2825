"""The card file and the table of a game -> the numpy record that kernels read."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted, shown
from ..core.game import Drawn
from ..reading.balanced import draw_decks
from ..reading.card_files import CardFile, CardSource, placed, read_card_files
from ..reading.card_schema import SOURCE, CardSchema, Field
from ..reading.card_tables import (
    Facts,
    all_cards,
    established_cards,
    fill_columns,
    open_facts,
    read_for_seats,
    settle_lists,
    writable_copy,
)
from ..reading.table import Key, firsts, is_whole, read_table, uneven
from .decks import STARTER_DECKS, read_deck, settle_deck
from .notation import ABILITY_KEYS, CLASSES_MAX, ELEMENTS, FORMS, TYPES, Notation, ability_key, reserved
from .state import CARDS, NO_CARD, SEATS, Form, Limit, Zone
from .tables import (
    ABILITY,
    CARD_TYPE,
    CARD_TYPES_MAX,
    KEYWORDS,
    MODES_MAX,
    NUMBERED,
    STAGES_AT,
    TABLES,
    Keyword,
)

CARDS_FILE = Path(__file__).with_name("cards.toml")
READINGS_FILE = Path(__file__).with_name("readings.toml")
RARITIES = ("common", "uncommon", "rare", "ultra_rare", "promo", "token", "own")
DECK_RULES = ("one", "mage", "priest", "not_darkness", "any_beasts", "own_elements")
COST_X, COSTS = "x", (0, 99)
EGG = "egg"

KEYS = {
    "players": Key("how many play", SEATS, (SEATS, SEATS)),
    "decks": Key('a deck for each seat: a shipped one, "random:N", a file, or the deck itself', list(STARTER_DECKS)),
    "heroes": Key("a hero for each seat instead of his deck's, or an empty text", ["", ""]),
    "first": Key("who begins: a seat, both in turn, or drawn", "rotate", ways=("rotate", "random")),
    "mulligans": Key("whether cards of the first hand may be changed", True),
    "starting_gold": Key("gold at the start", [0, 0], (0, 20), each_seat=True),
    "extra_life": Key("life that the heroes have beyond what is printed", [0, 0], (-14, 99), each_seat=True),
    "turn_limit": Key("turns of each player: a safeguard of ours, the rules have none", 100, (1, 1000)),
}
"""The keys of a table, with their values by the rules."""

BODIES = ("creature", "hero")
COSTED = tuple(kind for kind in TYPES if kind != "hero")
VALUED = {
    Keyword.ARMOUR: "armour",
    Keyword.SCALES: "scales",
    Keyword.REGENERATION: "regeneration",
    Keyword.MIGHT: "might",
    Keyword.FEWER_FROM_ATTACKS: "fewer_from_attacks",
    Keyword.FEWER_FROM_STRIKES: "fewer_from_strikes",
    Keyword.AMBUSH: "ambush",
    Keyword.ARMOUR_WHILE_ATTACKING: "armour_attacking",
}
"""Keywords of which a card has one value: the column of the card table."""
SEVERAL = {Keyword.MEDITATION: "meditation", Keyword.THIRST: "thirst"}
"""Keywords of which each printed copy counts, the highest first."""

ABILITY_NAMES = tuple(ABILITY.names or ())


@functools.cache
def _own_cards() -> Facts:
    return established_cards(CARDS_FILE)


def card_facts(extra: Sequence[CardSource] = ()) -> Facts:
    """All cards by id with their facts and effect lines: those of the game, then the user's own.

    A card of an extra file that names a known id changes just the fields it gives. InputError lists all problems of
    the facts; the effect lines are read by `make_tables`.
    """
    return all_cards(_own_cards(), extra, SCHEMA, CARD_TYPES_MAX, {"rarity": "own"})


def _bare(key: str) -> str:
    """A key without what says to whom it belongs."""
    for prefix in FORMS:
        key = key.removeprefix(prefix)
    return key


def _check_ability(key: str, kind: str) -> list[str]:
    """What is wrong with the key of an ability."""
    bare = _bare(key)
    if bare == "constant" or (bare.startswith("mode_") and bare.removeprefix("mode_").isdecimal()):
        return []
    try:
        ability_key(key)
    except KeyError:
        return [f"no field or ability is called {quoted(key)}{nearest(key, [*ABILITY_KEYS, *SCHEMA.fields])}"]
    return []


def _check_keywords(value: Sequence[str]) -> list[str]:
    problems = []
    for keyword in value:
        try:
            _read_keyword(keyword)
        except ValueError as error:
            problems.append(f"keywords: {error}")
    for several, column in SEVERAL.items():
        most, name = CARD_TYPE[column].shape[0], several.name.lower()
        if (found := sum(text.split()[:1] == [name] for text in value)) > most:
            problems.append(f"keywords: {name} at most {most} times, found {found}")
    return problems


def _check_cost(value: Any) -> list[str]:
    if value == COST_X or is_whole(value, *COSTS):
        return []
    return [f"cost should be a whole number from {COSTS[0]} to {COSTS[1]} or {quoted(COST_X)}, found {shown(value)}"]


def _read_keyword(text: str) -> tuple[Keyword, int]:
    """A keyword and its value."""
    name, *rest = text.split()
    if name not in KEYWORDS:
        raise ValueError(f"no keyword is called {quoted(name)}{nearest(name, KEYWORDS)}")
    term = KEYWORDS[name]
    if len(rest) != len(term.readers):
        raise ValueError(f"{quoted(name)} takes {'a number' if term.readers else 'no number'}, found {quoted(text)}")
    return Keyword(term.code), term.readers[0](rest[0]) if rest else 1


def _check_classes(value: Sequence[str]) -> list[str]:
    return [f"{quoted(name)} cannot be a class: it is a word of filters" for name in reserved(value)]


def _check_elements(value: Sequence[str]) -> list[str]:
    known = (*ELEMENTS, "neutral")
    wrong = [f"no element is called {quoted(name)}{nearest(name, known)}" for name in value if name not in known]
    return wrong or ([] if value else [f"elements should be one or more of {', '.join(known)}, found none"])


SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "russian": Field(),
        "type": Field(options=tuple(TYPES), needed=True),
        "rarity": Field(options=RARITIES),
        "set": Field(int, (1, 99)),
        "number": Field(int, (1, 9_999)),
        "elements": Field(list, check=_check_elements, needed=True),
        "classes": Field(list, check=_check_classes),
        "cost": Field(object, of=COSTED, needed=COSTED, check=_check_cost),
        "strike": Field(int, (0, 99), of=("creature",), needed=("creature",)),
        "life": Field(int, (0, 99), of=BODIES, needed=BODIES),
        "keywords": Field(list, check=_check_keywords),
        "deck_rule": Field(options=DECK_RULES),
        "source": SOURCE,
        "note": Field(),
    },
    ability=_check_ability,
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
    heroes = _heroes(values["heroes"], facts, problems)
    if problems:
        raise InputError(problems)
    tables["players"], tables["turn_limit"] = SEATS, values["turn_limit"]
    tables["first"], tables["mulligans"] = firsts(SEATS)[values["first"]], values["mulligans"]
    tables["gold"], tables["extra_life"] = values["starting_gold"], values["extra_life"]
    rows = {card: row for row, card in enumerate(facts)}
    for seat, deck in enumerate(decks):
        tables["hero"][seat] = rows[heroes[seat] or deck.hero]
        tables["deck"][seat][: len(deck.cards)] = [rows[card] for card in deck.cards]
        tables["sideboard"][seat][: len(deck.sideboard)] = [rows[card] for card in deck.sideboard]
    return tables


def deck_cards(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Counter[str]:
    """The hero and the cards of a deck, with copies."""
    deck = read_deck(value, card_facts(cards))
    return Counter([deck.hero, *deck.cards])


def listed_deck(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Any:
    """The same deck with its cards listed."""
    return read_deck(value, card_facts(cards)).to_table()


DRAWN = {"decks": Drawn(True, draw_decks, deck_cards, listed_deck)}
"""What can be drawn at random; see `Drawn`."""


def resolve_table(table: Mapping[str, Any], cards: Sequence[CardSource], folder: Path) -> dict[str, Any]:
    """The table with decks in the place of the files that name them, which are looked for in `folder`; see
    `decks.settle_deck`.
    """
    return settle_lists(
        table, lambda: card_facts(cards), {"decks": lambda deck, facts: settle_deck(deck, facts, folder)}
    )


def _heroes(names: Any, facts: Facts, problems: list[str]) -> list[str]:
    """The heroes that the table names; problems found are added to the list."""
    heroes = [card for card, fields in facts.items() if fields["type"] == "hero"]
    if not isinstance(names, (list, tuple)) or len(names) != SEATS:
        problems.append(f"table: heroes should be {SEATS} heroes or empty texts, found {shown(names)}")
        return []
    problems += [
        f"table: no hero is called {shown(name)}{nearest(str(name), heroes)}"
        for name in names
        if name not in ("", *heroes)
    ]
    return list(names)


def _fill_text_frames(frames: np.ndarray) -> None:
    """Fills in the frames of texts outside programs, which nothing has happened to: frames[you, this]."""
    frames["you"] = frames["seat"] = np.arange(SEATS)[:, None]
    frames["source"] = np.arange(CARDS)
    frames["event"] = frames["by"] = NO_CARD


@functools.lru_cache(maxsize=8)
def card_tables(extra: tuple[CardFile, ...] = ()) -> np.ndarray:
    """One TABLES record that holds the cards and nothing about a table; extra: the user's card files.

    InputError lists all that is wrong with the effect lines.
    """
    facts = card_facts(extra)
    tables = np.zeros(1, TABLES)
    classes = sorted({name for fields in facts.values() for name in fields.get("classes", ())})
    titles = {card: row for row, card in enumerate(facts)}
    created = {card: row for card, row in titles.items() if facts[card]["type"] not in ("hero", "spell")}
    notation = Notation(titles, {name: bit for bit, name in enumerate(classes)}, created)
    if len(classes) > CLASSES_MAX:
        notation.problems.append(f"at most {CLASSES_MAX} different classes, found {len(classes)}")
    else:
        for row, (card, fields) in zip(tables["card"][0], facts.items(), strict=False):
            _fill_card(row, card, fields, notation)
    columns: dict[str, Sequence[tuple[int, ...]]] = {
        "row": notation.rows,
        "filter": list(notation.filters),
        "ability": notation.abilities,
        "constant": notation.constants,
    }
    fill_columns(tables, columns, notation.problems)
    if notation.problems:
        raise InputError(placed(notation.problems, extra))
    for number, (first, end) in enumerate(tables["card"]["ability"][0][: len(facts)]):
        tables["ability"]["text"][0, first:end] = number
    tables["card_types"], tables["egg"] = len(facts), list(facts).index(EGG) if EGG in facts else -1
    tables["deck"], tables["sideboard"] = -1, -1
    _fill_text_frames(tables["text_frame"][0])
    tables.flags.writeable = False
    return tables


def _fill_card(row: Any, card: str, fields: Mapping[str, Any], notation: Notation) -> None:
    """Writes one card into its row of the card table."""
    row["type"], cost = TYPES[fields["type"]], fields.get("cost", 0)
    row["cost_x"], row["cost"] = cost == COST_X, 0 if cost == COST_X else cost
    row["strike"], row["life"] = fields.get("strike", 0), fields.get("life", 0)
    row["elements"] = sum(1 << ELEMENTS[name] for name in set(fields.get("elements", ())) - {"neutral"})
    row["classes"] = sum(1 << notation.classes[name] for name in set(fields.get("classes", ())))
    _fill_keywords(row, fields.get("keywords", ()))
    _fill_abilities(row, card, fields, notation)
    keys = [key for key in fields if key not in SCHEMA.fields]
    row["vanilla"] = not keys and not fields.get("keywords")


def _fill_keywords(row: Any, keywords: Sequence[str]) -> None:
    several: dict[Keyword, list[int]] = {keyword: [] for keyword in SEVERAL}
    for text in keywords:
        keyword, value = _read_keyword(text)
        row["keywords"] |= 1 << keyword
        if keyword in SEVERAL:
            several[keyword].append(value)
        elif keyword in NUMBERED and keyword in VALUED:
            row[VALUED[keyword]] = max(int(row[VALUED[keyword]]), value)
    for keyword, values in several.items():
        row[SEVERAL[keyword]][: len(values)] = sorted(values, reverse=True)


def _fill_abilities(row: Any, card: str, fields: Mapping[str, Any], notation: Notation) -> None:
    """The abilities, constants and modes of a card."""
    abilities, constants = [], []
    row["modes"] = 0
    for key, lines in fields.items():
        if key in SCHEMA.fields:
            continue
        where, bare = f"{card}: {key}", _bare(key)
        form = next((form for prefix, form in FORMS.items() if key.startswith(prefix)), Form.OWN)
        if bare == "constant":
            constants += notation.constant(lines, where, form)
        elif bare.startswith("mode_"):
            mode = int(bare.removeprefix("mode_"))
            if not 1 <= mode <= MODES_MAX:
                notation.problems.append(f"{where}: modes are mode_1 to mode_{MODES_MAX}")
            else:
                row["modes"][mode - 1] = notation.program(lines, where)
        else:
            abilities.append(notation.ability(key, lines, where))
    found = [ability for ability in abilities if ability is not None]
    if found and found[0][ABILITY_NAMES.index("limit")] == Limit.SHARED:
        notation.problems.append(f"{card}: limit shared needs an ability before it, and this is the first")
    by = ABILITY_NAMES.index("by")
    if any(ability[ABILITY_NAMES.index("limit")] == Limit.GIVEN and ability[by] < 0 for ability in found):
        notation.problems.append(f"{card}: limit given needs a line `by FILTER`: whose ability it is")
    row["ability"] = len(notation.abilities), len(notation.abilities) + len(found)
    notation.abilities += found
    limit = ABILITY_NAMES.index("limit")
    constants += [notation.given(ability) for ability in found if ability[limit] == Limit.GIVEN and ability[by] >= 0]
    row["constant"] = len(notation.constants), len(notation.constants) + len(constants)
    notation.constants += constants
    zone = ABILITY_NAMES.index("zone")
    for ability in found:
        row["listens"] |= 1 << ability[0]
        if ability[zone] != Zone.PLAY:
            row["elsewhere"] |= 1 << ability[0]
    for kind, *_, turn, _ in constants:
        row["constants"] |= 1 << kind | (1 << STAGES_AT + turn if turn >= 0 else 0)
    if any(ability[ABILITY_NAMES.index("ambush")] >= 0 for ability in found):
        row["keywords"] |= 1 << Keyword.AMBUSH


def assumptions(cards: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    return open_facts(READINGS_FILE, card_facts(cards))
