"""The card file and the table of a game -> the numpy record that kernels read."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, quoted, shown
from ..core.game import Drawn
from ..reading.balanced import numbered, unlimited
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
from ..reading.exchange import held, in_cells
from ..reading.notation import choice, number
from ..reading.table import Key, firsts, read_table, uneven
from .decks import Squad, read_deck, read_squad, settle_deck, settle_squad
from .notation import CLASSES_MAX, ELEMENTS, TYPES, Notation, Trait, filter_words, reserved
from .recruiting import GOLD, SILVER, ZONES, Crystals, crystals_left, squad_problems
from .state import CARD_TRAITS_MAX, CARD_TYPES_MAX, NO_CELL, SEATS, STATS_A_WORD, TOKENS_MAX
from .tables import (
    LURES,
    NARROWING,
    OF_ATTACKS,
    PLACING,
    STAT_NAMES,
    TABLES,
    Bestowed,
    Condition,
    Event,
    Has,
    Head,
    Operation,
    Rule,
    Stat,
    Subtype,
    Window,
)

CARDS_FILE = Path(__file__).with_name("cards.toml")
READINGS_FILE = Path(__file__).with_name("readings.toml")
RULES = {
    Rule.GIFT_OF_LIFE: "when own_death: target own same_element other creature; extra_life 1 chosen per event",
    Rule.CORPSE_EATING: "when death: heal fully self; cure self",
    Rule.THIRST: "when before_turn: may target adjacent corporeal creature;"
    " wound 1 chosen per event; awaken self if did",
    Rule.DEXTERITY: "when struck limit 1: may move adjacent self",
    Rule.RAGE: "when end_turn: may open self; lose_tokens 1 self if did",
    Rule.THROWS_STRIKE: "action: throw 0 3+x card",
    Rule.LOSS_OF_FLIGHT: "when struck: ground self",
}
"""Named traits in the words of the cards; `event` is their number."""
SUBTYPES = {kind.name.lower(): int(kind) for kind in Subtype if kind != Subtype.PLAIN}
STARTER_SQUADS = ("mountains-starter", "forests-starter")

KEYS = {
    "players": Key("how many play", SEATS, (SEATS, SEATS)),
    "squads": Key("a squad for each seat, placed or not: a shipped one, random:N, a file, or the squad itself", None),
    "decks": Key("a deck for each seat, from which they recruit: likewise", None),
    "gold": Key(
        "gold crystals of the first and the second player",
        [GOLD, GOLD],
        (0, 60),
        each_seat=True,
        in_turn_order=True,
        works_on="decks",
    ),
    "silver": Key(
        "silver crystals of the first and the second player",
        [SILVER, SILVER + 1],
        (0, 60),
        each_seat=True,
        in_turn_order=True,
        works_on="decks",
    ),
    "first": Key("who begins: a seat, both in turn, or drawn", "rotate", ways=("rotate", "random")),
    "redraws": Key("how often a deal may be drawn anew at most: a safeguard of ours", 5, (0, 20)),
    "own_targets": Key("whether own cards may be attacked", False),
    "turn_limit": Key("turns of each player: a safeguard of ours, the rules have none", 100, (1, 1000)),
}
"""The keys of a table, with their values by the rules."""

OF_CREATURES = ("creature",)
WITH_LIFE = ("creature", "artifact")
ATTACKS = {
    Operation.SHOT: Has.SHOT,
    Operation.THROW: Has.THROW,
    Operation.DISCHARGE: Has.DISCHARGE,
    Operation.MAGIC: Has.MAGIC,
}
KEYWORD_HAS = {
    Stat.ATTACK_EXPERIENCE: Has.ATTACK_EXPERIENCE,
    Stat.DEFENSE_EXPERIENCE: Has.DEFENSE_EXPERIENCE,
    Stat.ARMOUR: Has.ARMOUR,
    Stat.THROWS_STRIKE: Has.THROW,
}
SHIFTED = {
    **{stat: 1 << has for stat, has in KEYWORD_HAS.items()},
    Stat.MORE_ATTACK_EXPERIENCE: 1 << Has.ATTACK_EXPERIENCE,
    Stat.MORE_DEFENSE_EXPERIENCE: 1 << Has.DEFENSE_EXPERIENCE,
    Stat.MORE_ARMOUR: 1 << Has.ARMOUR,
    Stat.NO_EXPERIENCE: 1 << Has.ATTACK_EXPERIENCE | 1 << Has.DEFENSE_EXPERIENCE,
}
"""Bits of the traits that filters ask for and that a constant of such a stat gives or takes away."""
OF_PLACES = (
    Condition.NONE,
    Condition.ROW,
    Condition.CENTRAL_COLUMN,
    Condition.EDGE_COLUMN,
    Condition.PARTNERS,
    Condition.PARTNER_ELITE,
    Condition.PARTNER_ORDINARY,
)
"""What a constant may ask that only changes as a card comes, goes, turns up, or is given or loses something, or as its
own card moves or one with Formation."""
FIGHTING = (Stat.VALUE, Stat.INCOMING, Stat.DIE)
"""Modifiers that are looked at only for the two cards of an attack."""
SUMS = (
    *OF_ATTACKS,
    Stat.MOVEMENT,
    Stat.MORE_ATTACK_EXPERIENCE,
    Stat.MORE_DEFENSE_EXPERIENCE,
    Stat.MORE_ARMOUR,
)
"""Modifiers, which add up."""
KEYWORDS = {
    name: code for name, code in STAT_NAMES.items() if code not in (Stat.NONE, *SUMS, Stat.FLYING, Stat.GROUNDED)
}
"""What may be printed as a named trait: no modifier, and no Flight, which is a subtype."""
LEAPS = (Stat.JUMP, Stat.TELEPORT, Stat.MANOEUVRE)
STRANGE_STEPS = (Stat.MOVES_DIAGONALLY, Stat.JOINS_ROW_ENDS)
OF_STEPS = (*STRANGE_STEPS, Stat.MOVEMENT, Stat.INCORPOREAL, Stat.BARRED_FROM_HALF)
"""What changes where or how far a creature may step."""
NO_CONSTANTS = (
    Stat.FLYING,
    Stat.GROUNDED,
    Stat.INCORPOREAL,
    Stat.FORMATION,
    Stat.INCARNATION,
    Stat.UNITY,
    Stat.EXPOSED,
)
"""What a card is, and the conditions of constants ask for, or what is only given for a time: no constant says it."""
PROTECTIONS = tuple(stat for stat in Stat if stat.name.startswith("PROTECTION_"))
OF_BLOWS = (Stat.VALUE, Stat.INCOMING, Stat.COPIES_STRIKE)
"""What changes how many wounds a strike deals, before protections."""
FAR = (Stat.STRIKES_ANYWHERE, Stat.STRIKES_FLYING, Stat.STRIKE_REACH, Stat.JOINS_ROW_ENDS)
"""Traits that let a creature strike cards that are not adjacent."""


@functools.cache
def _own_cards() -> Facts:
    return established_cards(CARDS_FILE)


def card_facts(extra: Sequence[CardSource] = ()) -> Facts:
    """All cards by id with their facts and traits: those of the game, then the user's own.

    A card of an extra file that names a known id changes just the fields it gives. InputError lists all problems of
    the facts; the traits are read by `make_tables`.
    """
    return all_cards(_own_cards(), extra, SCHEMA, CARD_TYPES_MAX, {})


def _check_keywords(value: Sequence[str]) -> list[str]:
    problems = []
    for keyword in value:
        try:
            read_keyword(keyword)
        except ValueError as error:
            problems.append(f"keywords: {error}")
    return problems


def read_keyword(text: str) -> tuple[int, int]:
    """The code of a named trait and its number: `attack_experience 2`; 1 if none is written."""
    name, _, amount = str(text).partition(" ")
    return choice(KEYWORDS, "keyword")(name), number(0, 40)(amount) if amount else 1


def _check_strike(value: Any) -> list[str]:
    if len(value) == 3 and all(isinstance(part, int) and 0 <= part <= 15 for part in value):
        return []
    return [f"strike should be three numbers from 0 to 15, found {shown(value)}"]


def _check_classes(value: Sequence[str]) -> list[str]:
    return [f"{quoted(name)} cannot be a class: it is a word of filters" for name in reserved(value)]


SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "russian": Field(),
        "set": Field(),
        "number": Field(int, (1, 9_999)),
        "element": Field(options=tuple(ELEMENTS), needed=True),
        "classes": Field(list, check=_check_classes),
        "type": Field(options=tuple(TYPES), needed=True),
        "subtype": Field(options=tuple(SUBTYPES), of=OF_CREATURES),
        "cost": Field(int, (0, 40), needed=True),
        "elite": Field(bool),
        "unique": Field(bool),
        "horde": Field(bool),
        "life": Field(int, (1, 60), of=WITH_LIFE, needed=WITH_LIFE),
        "move": Field(int, (0, 9), of=OF_CREATURES),
        "strike": Field(list, of=OF_CREATURES, needed=OF_CREATURES, called="three numbers", check=_check_strike),
        "keywords": Field(list, check=_check_keywords),
        "traits": Field(list),
        "gives_gold": Field(int, (0, 9)),
        "makes_neutral": Field(),
        "fixture": Field(bool),
        "source": SOURCE,
        "note": Field(),
    }
)


# --- the table ------------------------------------------------------------------------------------------------------


def make_tables(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> np.record:
    """The TABLES record for a table (see KEYS; all optional) and extra card files; InputError lists all problems."""
    values, problems = read_table(KEYS, table)
    problems += uneven(KEYS, values, SEATS)
    if values["squads"] is not None and values["decks"] is not None:
        problems.append("table: squads are given or recruited from decks; give one of the two")
    try:
        files = read_card_files(cards)
        facts, tables = card_facts(files), writable_copy(card_tables(files))
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None
    if problems:
        raise InputError(problems)
    tables["players"], tables["turn_limit"] = SEATS, values["turn_limit"]
    tables["first"], tables["redraws"] = firsts(SEATS)[values["first"]], values["redraws"]
    tables["own_targets"] = values["own_targets"]
    tables["gold"], tables["silver"] = values["gold"], values["silver"]
    _fill_seats(tables, values, facts, problems)
    if problems:
        raise InputError(problems)
    return tables


def _most(values: Mapping[str, Any]) -> Crystals:
    """The crystals of the player who has more."""
    return Crystals(max(values["gold"]), max(values["silver"]))


def _fill_seats(tables: Any, values: Mapping[str, Any], facts: Facts, problems: list[str]) -> None:
    """Writes the squads or decks of the seats; problems found are added to the list."""
    decks = values["decks"]
    sources = decks or values["squads"] or list(STARTER_SQUADS)
    what = "decks" if decks else "squads"
    row = {card: number for number, card in enumerate(facts)}

    def fill(seat: int, source: Any) -> None:
        if decks:
            listed = [row[card] for card in read_deck(source, facts).cards]
            tables["n_deck"][seat], tables["deck"][seat][: len(listed)] = len(listed), listed
        else:
            _fill_squad(tables, seat, read_squad(source, facts, crystals=_most(values)), row)

    read_for_seats(what, sources, SEATS, fill, problems)


def _fill_squad(tables: Any, seat: int, squad: Squad, row: Mapping[str, int]) -> None:
    tables["n_squad"][seat] = len(squad.cards)
    for place, (card, cell) in enumerate(squad.cards):
        tables["squad"][seat][place] = row[card]
        tables["placed"][seat][place] = "ABCDE".index(cell[0]) + 5 * (int(cell[1]) - 1) if cell else NO_CELL


def draw_offers(
    seed: int, count: int, players: int, limits: Mapping[str, Sequence[str]], cards: Sequence[CardSource]
) -> list[list[str]]:
    """Generated squads or decks for both seats; see `Drawn`."""
    unlimited(limits, "squads and decks")
    return numbered(seed, count, players)


def squad_cards(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Counter[str]:
    """The cards of a squad at a table, with copies."""
    values, _ = read_table(KEYS, table)
    return Counter(card for card, _ in read_squad(value, card_facts(cards), crystals=_most(values)).cards)


def deck_cards(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Counter[str]:
    """The cards of a deck, with copies."""
    return Counter(read_deck(value, card_facts(cards)).cards)


def listed_squad(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Any:
    """The same squad with its cards listed, in their cells if it is placed."""
    values, _ = read_table(KEYS, table)
    return read_squad(value, card_facts(cards), crystals=_most(values)).to_table()


def listed_deck(value: Any, table: Mapping[str, Any], cards: Sequence[CardSource]) -> Any:
    """The same deck with its cards listed."""
    return read_deck(value, card_facts(cards)).to_table()


def placed_by_chance(chance: np.random.Generator, squad: Any) -> Any:
    """The same squad in cells where the first player may place it, and the second too if it has nine cards or fewer;
    all such placements are equally likely. Rule 6.
    """
    count = sum(copies for _, _, copies in held(squad))
    cells = list[str]()
    for part in ZONES[0]:
        cells += [part[int(n)] for n in chance.permutation(len(part))[: count - len(cells)]]
    return in_cells(squad, [cells[int(n)] for n in chance.permutation(count)])


DRAWN = {
    "squads": Drawn(True, draw_offers, squad_cards, listed_squad, price="cost", placed=placed_by_chance),
    "decks": Drawn(True, draw_offers, deck_cards, listed_deck),
}
"""What can be drawn at random; see `Drawn`."""


def resolve_table(table: Mapping[str, Any], cards: Sequence[CardSource], folder: Path) -> dict[str, Any]:
    """The table with decks and squads in the place of the files that name them, which are looked for in `folder`."""
    values, problems = read_table(KEYS, table)
    crystals = Crystals() if problems else _most(values)
    return settle_lists(
        table,
        lambda: card_facts(cards),
        {
            "decks": lambda deck, facts: settle_deck(deck, facts, folder),
            "squads": lambda squad, facts: settle_squad(squad, facts, folder, crystals),
        },
    )


def left_unused(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> dict[str, str]:
    """By its name, a sentence about each squad of the user's own that could pay for one more card."""
    values, _ = read_table(KEYS, table)
    files, most = read_card_files(cards), _most(values)
    found = [
        _unspent(json.dumps(source), files, most, Crystals(values["gold"][seat], values["silver"][seat]))
        for seat, source in enumerate(values["squads"] or ())
        if isinstance(source, Mapping)  # one that is shipped or drawn is a name
    ]
    return {name: line for name, line in found if line}


@functools.lru_cache(maxsize=1024)
def _unspent(source: str, files: tuple[CardFile, ...], most: Crystals, crystals: Crystals) -> tuple[str, str]:
    """The name of a squad, and what it could still pay for, as a sentence; empty if nothing. source: as JSON; most:
    what it may cost.
    """
    facts = card_facts(files)
    squad = read_squad(json.loads(source), facts, crystals=most)
    listed = [card for card, _ in squad.cards]
    more = next((card for card in facts if not squad_problems([*listed, card], facts, crystals)), None)
    if more is None:
        return squad.name, ""
    left = crystals_left(listed, facts, crystals)
    return squad.name, f'squad "{squad.name}" leaves {left} crystals unspent: enough for {facts[more]["name"]}, say'


@functools.lru_cache(maxsize=8)
def card_tables(extra: tuple[CardFile, ...] = ()) -> np.ndarray:
    """One TABLES record that holds the cards and nothing about a table; extra: the user's card files.

    InputError lists all that is wrong with the traits.
    """
    facts = card_facts(extra)
    tables = np.zeros(1, TABLES)
    neutral = {fields["makes_neutral"] for fields in facts.values() if "makes_neutral" in fields}
    classes = sorted(neutral | {name for fields in facts.values() for name in fields.get("classes", ())})
    notation = Notation({card: row for row, card in enumerate(facts)}, {name: bit for bit, name in enumerate(classes)})
    traits: list[tuple[int, ...]] = []
    if len(classes) > CLASSES_MAX:
        notation.problems.append(f"at most {CLASSES_MAX} different classes, found {len(classes)}")
    else:
        bits = {name: 1 << bit for bit, name in enumerate(classes)}
        for row, (card, fields) in zip(tables["card"][0], facts.items(), strict=False):
            _fill_card(row, fields, bits)
            _fill_traits(row, card, fields.get("traits", ()), notation, traits)
    for rule, text in RULES.items():
        trait = notation.trait(text, f"rule: {rule.name.lower()}")
        if trait is not None:
            tables["rule"][0][rule] = len(traits)
            traits.append(trait.row)
    columns: dict[str, Sequence[tuple[int, ...]]] = {
        "trait": traits,
        "row": notation.rows,
        "filter": list(notation.filters),
        "constant": notation.constants,
    }
    fill_columns(tables, columns, notation.problems)
    if notation.problems:
        raise InputError(placed(notation.problems, extra))
    _note_narrow(tables["filter"][0])
    _note_asking(tables[0])
    _note_spoken(tables["card"][0])
    tables.flags.writeable = False
    return tables


def _note_narrow(filters: np.ndarray) -> None:
    """Notes which filters ask more of a card than most do, and which ask the least."""
    nothing = filter_words({}, {}).columns
    for column in NARROWING:
        filters["narrow"] |= filters[column] != nothing[column]
    filters["plain"] = filters["narrow"] == 0
    for column in PLACING:
        filters["plain"] &= filters[column] == nothing[column]


def _fill_card(row: Any, fields: Mapping[str, Any], classes: Mapping[str, int]) -> None:
    """Writes the facts of one card into its row of the card table."""
    row["type"], row["element"] = TYPES[fields["type"]], ELEMENTS[fields["element"]]
    row["subtype"] = SUBTYPES.get(fields.get("subtype", ""), int(Subtype.PLAIN))
    for name in ("cost", "elite", "unique", "life", "move"):
        row[name] = fields.get(name, 0)
    row["strike"] = fields.get("strike", [0, 0, 0])
    row["gold"] = fields.get("gives_gold", 0)
    row["classes"] = sum(classes[name] for name in set(fields.get("classes", ())))
    row["neutral"] = classes.get(fields.get("makes_neutral", ""), 0)
    row["aura"] |= row["neutral"] != 0
    for text in fields.get("keywords", ()):
        stat, amount = read_keyword(text)
        row["stat"][stat] = amount
        row["given"][stat] = 1
        row["has"] |= 1 << KEYWORD_HAS[Stat(stat)] if stat in KEYWORD_HAS else 0
        row["declares"] = row["has"]
        _note_stat(row, Stat(stat))
    if row["subtype"] == Subtype.FLYING:
        row["stat"][Stat.FLYING], row["given"][Stat.FLYING] = 1, 1


def _fill_traits(row: Any, card: str, texts: Sequence[str], notation: Notation, traits: list[tuple[int, ...]]) -> None:
    """Writes the traits of one card into its row of the card table."""
    if len(texts) > CARD_TRAITS_MAX:
        notation.problems.append(f"{card}: at most {CARD_TRAITS_MAX} traits, found {len(texts)}")
        return
    constants: list[tuple[int, ...]] = []
    stated = 0
    row["n_traits"] = len(texts)
    for place, text in enumerate(texts):
        trait = notation.trait(text, f"{card}: traits")
        if trait is None:
            continue
        row["trait"][place] = len(traits)
        traits.append(trait.row)
        constants += trait.constants
        _note_trait(row, place, trait, notation)
        for found in notation.rows[trait.values["first"] : trait.values["end"]]:
            if found[0] == Operation.TOKEN:
                stated = max(stated, found[2])
    row["token_cap"] = stated or row["token_cap"]
    row["constant"] = notation.keep_constants(constants)
    for found in constants:
        values = dict(zip(notation.constant_names, found, strict=True))
        _note_constant(row, values)
        if values["stat"] in NO_CONSTANTS:
            name = Stat(values["stat"]).name.lower()
            notation.problems.append(
                f"{card}: no constant says {name}: it is printed, or given by an action or a trigger"
            )


def _note_stat(row: Any, stat: Stat) -> None:
    """Notes what sort of trait a card has, always or now and then."""
    row["guards"] |= stat in PROTECTIONS
    row["lures"] |= stat in LURES
    row["jumps"] |= stat in LEAPS
    row["strange"] |= stat in STRANGE_STEPS
    row["paced"] |= stat in OF_STEPS
    row["far"] |= stat in FAR


def _note_constant(row: Any, constant: Mapping[str, int]) -> None:
    """Notes what a constant says of the card itself, or of others."""
    stat, to_others = Stat(constant["stat"]), constant["whom"] >= 0
    row["moving"][stat] |= not to_others
    row["aura"] |= to_others
    if to_others:
        row["to_others"][stat // STATS_A_WORD] |= np.int64(1) << stat % STATS_A_WORD
        row["shifts_all"] |= SHIFTED.get(stat, 0)
        row["bestows"] |= Bestowed.WAYS if stat in (*LEAPS, *STRANGE_STEPS) else 0
        row["bestows"] |= Bestowed.REACH if stat in FAR else 0
        row["bestows"] |= Bestowed.ACTIONS if stat == Stat.THROWS_STRIKE else 0
        row["bestows"] |= Bestowed.GUARDS if stat in PROTECTIONS else 0
        row["bestows"] |= Bestowed.BLOWS if stat in OF_BLOWS else 0
        row["bestows"] |= Bestowed.PACE if stat in OF_STEPS else 0
    else:
        row["shifts"] |= SHIFTED.get(stat, 0)
        if constant["condition"] not in OF_PLACES or constant["filter"] >= 0 or constant["count"] > 0:
            row["shifts_still"] |= SHIFTED.get(stat, 0)
        _note_stat(row, stat)


def _note_asking(tables: Any) -> None:
    """Notes for which traits, of those that a card may gain and lose, filters of a card ask: those by which it fights,
    which only its own attacks and those on it ask, and all others.
    """
    asked = sum(1 << has for has in KEYWORD_HAS.values())
    of_filter = (tables["filter"]["has"] | tables["filter"]["without_has"]) & asked
    for card in tables["card"]:
        traits, constants = (
            tables["trait"][card["trait"][: card["n_traits"]]],
            tables["constant"][slice(*card["constant"])],
        )
        fights = np.isin(constants["stat"], FIGHTING) & (constants["whom"] < 0)
        parts = [tables["row"][trait["first"] : trait["end"]] for trait in traits]
        parts += [traits, constants[~fights]]
        columns = [part[name] for part in parts for name in part.dtype.names if name.endswith(("filter", "whom"))]
        for asks, filters in (
            ("asks", np.concatenate([c.ravel() for c in columns])),
            ("asks_fighting", constants[fights]["filter"]),
        ):
            card[asks] = np.bitwise_or.reduce(of_filter[filters[filters >= 0]], initial=0)


def _note_spoken(cards: np.ndarray) -> None:
    """Notes of which stats anything is printed on a card or said by its own constants."""
    for stat in Stat:
        said = (cards["given"][:, stat] != 0) | (cards["moving"][:, stat] != 0)
        cards["spoken"][said, stat // STATS_A_WORD] |= np.int64(1) << stat % STATS_A_WORD


def _note_trait(row: Any, place: int, trait: Trait, notation: Notation) -> None:
    """Notes what a trait waits for, and which attacks its rows hold: a shot or discharge that a text triggers is a
    trait of its card as one that is declared is. Rule 24.
    """
    values = trait.values
    head, tokens = values["head"], values["tokens"]
    if head in (Head.ACTION, Head.SUDDEN, Head.WHEN):
        row["has"] |= 1 << Has.SPELL if values["spell"] else 0
        for found in notation.rows[values["first"] : values["end"]]:
            kind = ATTACKS.get(Operation(found[0]))
            row["has"] |= 0 if kind is None else 1 << kind
            row["declares"] |= 0 if kind is None or head == Head.WHEN else 1 << kind
    if head in (Head.ACTION, Head.SUDDEN):
        row["actions"] |= 1 << place if head == Head.ACTION or values["window"] == Window.ANY else 0
        row["windows"] |= 1 << values["window"] if head == Head.SUDDEN else 0
        row["accumulates"] |= tokens != 0
        row["token_cap"] = max(row["token_cap"], TOKENS_MAX if tokens < 0 else tokens)
    elif head == Head.WHEN:
        row["events"] |= 1 << values["event"]
        row["events"] |= 1 << values["event_or"] if values["event_or"] != Event.NONE else 0
    elif head == Head.VALHALLA:
        row["valhalla"] = 1


def assumptions(cards: Sequence[CardSource] = ()) -> list[tuple[str, str, str]]:
    """Facts that the rules and cards leave open and how they are read here: (card or rule, source, what)."""
    return open_facts(READINGS_FILE, card_facts(cards))
