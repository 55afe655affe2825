"""cards.toml -> the numpy tables that kernels read; the words of the texts of cards."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..cards.rows import ROW
from ..core.errors import InputError, nearest, quoted, shown
from ..reading.card_files import CardSource, add_card_files, read_card_file
from ..reading.card_schema import CardSchema, Field
from ..reading.notation import (
    Codes,
    FilterWords,
    Notation,
    Object,
    Term,
    Vocabulary,
    choice,
    number,
)
from .state import (
    CARD_TYPES_MAX,
    NOTHING,
    SEATS,
    WOUND_TYPES,
    WOUNDS_MAX,
    Colour,
    Decision,
    Select,
    Side,
    Source,
    Type,
    Who,
    Zone,
)

CARDS_FILE = Path(__file__).with_name("cards.toml")
ROWS_MAX = 400
FILTERS_MAX = 64
SPECIES_MAX = 15
ALL = 999
UNKNOWN = "?"
"""Stands in a user's file for a value that is still unknown."""
WHOLE_SET = "whole_set"
"""Key of a user's file that says that its cards are all there are."""
TYPES = {kind.name.lower(): kind for kind in Type}
COLOURS = {colour.name.lower(): int(colour) for colour in Colour}
OWN_COLOUR = "own"
SOURCES = ("established", "recalled", "assumed", "designed")
"""How a fact may be known: a public source gives it, it is remembered, the most natural reading, or ours."""


_SMALL = number(0, 99)
_ONE = (number(1, 99),)
_CARDS, _FILTER = Object.SELECTION, Object.FILTER
_TARGETED_OR_EACH = {who.name.lower(): int(who) for who in Who if who not in (Who.OPPONENT, Who.ANY_PLAYER)}
_WHO = (*_ONE, choice(_TARGETED_OR_EACH, "player"))
_TARGETS = {"opponent": int(Who.OPPONENT), "player": int(Who.ANY_PLAYER)}
_SOURCES = {source.name.lower(): int(source) for source in Source}
_ZONES = {"hand": int(Zone.HAND), "discard": int(Zone.DISCARD), "hand_or_discard": Zone.HAND | Zone.DISCARD}


class Operation(Codes):
    """What a line of a text does."""

    DRAW = Term(1, _ONE, "draw so many cards")
    INFLUENCE = Term(2, _ONE, "influence for the claim phase of this turn, if the turn is yours")
    TARGET = Term(3, (), "choose a minion in play; it is then `targeted`", _FILTER, about=Decision.TARGET_MINION)
    TARGET_PLAYER = Term(
        4, (choice(_TARGETS, "target"),), "choose a player; he is then `targeted`", about=Decision.TARGET_PLAYER
    )
    TARGET_ORDER = Term(
        5, (), "choose an order of the chain that has not resolved yet", _FILTER, about=Decision.TARGET_ORDER
    )
    INFLICT = Term(6, _WHO, "damage to players", about=Decision.NEXT)
    DISCARD = Term(7, _WHO, "players discard cards of their choice from hand", about=Decision.NEXT)
    DAMAGE = Term(8, _ONE, "damage to minions", _CARDS)
    HEAL = Term(9, _ONE, "restore health of minions", _CARDS)
    DESTROY = Term(10, (), "minions are destroyed", _CARDS)
    DISCARD_FROM_PLAY = Term(11, (), "minions are discarded from play", _CARDS)
    REANIMATE = Term(
        12, (), "put a minion from your discard pile into play, without its text", _FILTER, about=Decision.REANIMATE
    )
    CLAIM = Term(
        13,
        (choice(_SOURCES, "kind of archive"), number(0, ALL, {"any": ALL})),
        "claim a card of such an archive, of at most that cost, without paying",
        about=Decision.TAKE,
    )
    CLAIMED_TO_HAND = Term(14, (), "the card claimed by this order goes to the hand")
    EXILE_WOUNDS = Term(
        15,
        (*_ONE, choice(_ZONES, "zone")),
        "exile up to so many wounds of yours from hand or discard pile",
        about=Decision.EXILE,
    )
    NEGATE = Term(16, (), "the order targeted loses its text")
    DISCARD_NEGATED = Term(17, (), "if the order targeted is a minion, it is discarded instead of entering play")


ASKED = Operation.subjects()
"""By operation the decision that it asks for, or -1."""


class Count(Codes):
    """What the number of a line is multiplied with."""

    MATCHING = 1


class Condition(Codes):
    """When a line happens."""

    YOUR_CHAIN = Term(1, (), "the chain is yours: you began it")
    IN_PLAY = Term(2, (number(1, 99),), "at least so many minions in play that a filter lets pass", _FILTER)


class Property(IntEnum):
    """Bits of what a filter asks of a minion in play."""

    DAMAGED = 1


FILTER = np.dtype(
    [
        (name, "i2")
        for name in (
            "types", "side", "properties", "species", "without_species", "colours", "without_colours", "cost_at_least",
            "cost_at_most", "strength_at_least", "strength_at_most", "health_at_least", "health_at_most", "card",
            "place",
        )
    ],
    align=True,
)  # fmt: skip
"""What a filter asks of a card: bits of types, properties, species and colours, of which one must be there (all of the
properties); card: that card alone, or -1."""
CARD = np.dtype(
    [
        ("type", "i1"),
        ("is_minion", "i1"),  # starters too
        ("wound", "i1"),  # its place among the types of wounds, or NOTHING
        ("colour", "i1"),
        ("links", "i2"),  # bits of colours
        ("kicker", "i1"),  # a colour, or NOTHING
        ("cost", "i2"),
        ("strength", "i2"),
        ("health", "i2"),
        ("copies", "i2"),
        ("species", "i2"),  # bit of the species
        ("chain", "i2", (2,)),  # rows [start, end)
        ("kicked", "i2", (2,)),
        ("stays", "i1"),
        ("exile_when_destroyed", "i1"),
        ("exile_when_discarded", "i1"),
        ("blocks_direct_damage", "i1"),
        ("strengthens_others", "i1"),
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("players", "i2"),
        ("first", "i2"),
        ("hand", "i2"),
        ("influence", "i2"),
        ("counted_wounds", "i2"),
        ("cards_for_wound", "i2"),
        ("round_limit", "i2"),
        ("draft", "i1"),  # whether private archives are drafted
        ("removes_first", "i1"),  # whether the first card picked of a packet is removed, as two players draft
        ("wounds_give_influence", "i1"),
        ("tie_break", "i1"),
        ("archives", "i1", (SEATS, 2)),  # private archives given to a seat, or NO_CARD
        ("commons", "i1", (8,)),
        ("n_commons", "i2"),
        ("n_cards", "i2"),
        ("wound", "i2", (WOUND_TYPES,)),  # the cards that are wounds
        ("card", CARD, (CARD_TYPES_MAX,)),
        ("row", ROW, (ROWS_MAX,)),
        ("filter", FILTER, (FILTERS_MAX,)),
    ],
    align=True,
)

STATICS = {
    "stays": Term(1, (), "is not discarded at the end of combat"),
    "exile_when_destroyed": Term(2, (), "is exiled when it is destroyed"),
    "exile_when_discarded": Term(3, (), "is exiled when it is discarded from play"),
    "blocks_direct_damage": Term(4, (), "absorbs damage that would be inflicted on its controller"),
    "strengthens_others": Term(5, _ONE, "your other minions are stronger by so much"),
}
"""What holds while a minion is in play; each line of `in_play` fills the column of CARD that is called so."""
FILTER_HELP: Mapping[str, str] = {
    "minion, action": "the type of the card; starters are minions",
    "order": "of any type",
    "friendly, opposing": "yours, or another player's",
    "damaged": "minions in play with less than their printed health",
    "SPECIES, non_SPECIES": "of that species, or not",
    "COLOUR, non_COLOUR": "of that colour, or not",
    "cost>=N, cost<=N, cost=N": "of such cost; so strength and health, as printed",
    "named:CARD": "copies of that card",
}


def filter_words(cards: Sequence[str], species: Sequence[str]) -> FilterWords:
    """The words of filters; cards: all ids in table order; species: all there are, in the order of their bits."""
    most = {f"{fact}_at_most": ALL for fact in ("cost", "strength", "health")}
    return FilterWords(
        columns=dict.fromkeys(FILTER.names or (), 0) | most | {"card": NOTHING},
        kinds=("types", {"minion": int(Type.MINION), "action": int(Type.ACTION)}),
        any_kind="order",
        values={"side": {"friendly": int(Side.FRIENDLY), "opposing": int(Side.OPPOSING)}},
        flags={"properties": {"damaged": int(Property.DAMAGED)}},
        masks={"species": {name: bit for bit, name in enumerate(species)}, "colours": COLOURS},
        bounds={"cost": _SMALL, "strength": _SMALL, "health": _SMALL},
        named=("card", {card: index for index, card in enumerate(cards)}),
        place=("place", 0),
    )


def vocabulary(cards: Sequence[str], species: Sequence[str]) -> Vocabulary:
    """The words of the texts of cards."""
    return Vocabulary(
        Operation.terms(),
        Count.terms(),
        Condition.terms(),
        tuple(ROW.names or ()),
        {"targeted": int(Select.TARGETED)},
        each=Select.EACH,
        matching=Count.MATCHING,
        filters=filter_words(cards, species),
        row=ROW,
    )


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    groups = {"operations": Operation.terms(), "in play": STATICS, "conditions": Condition.terms()}
    found = {group: {name: term.help for name, term in terms.items()} for group, terms in groups.items()}
    players = {
        "you": "the player of the order",
        "targeted": "the player targeted last",
        "controller": "the controller of the minion targeted last",
        "each_opponent": "all other players, in an order that you choose",
        "each_other_opponent": "all other players but the one targeted last",
        "each_player": "all players",
        "active": "the player whose turn it is",
    }
    return found | {"players": players, "filters": dict(FILTER_HELP)}


# --- reading ----------------------------------------------------------------------------------------------------------

TEXT = 'a list of lines such as ["draw 1"]'
MINIONS, ORDERS = ("starter", "minion"), ("starter", "minion", "action")


def _colours(value: Any) -> list[str]:
    """What is wrong with a list of link colours."""
    known = [*COLOURS, OWN_COLOUR]
    wrong = [word for word in value if word not in known]
    found = [f"links: no colour is called {shown(word)}{nearest(str(word), known)}" for word in wrong]
    return found or ([] if 1 <= len(value) <= len(COLOURS) else [f"links should be 1 to 6 colours, found {len(value)}"])


def _groups(value: Any) -> list[str]:
    """What is wrong with the sources of facts."""
    found = [
        f"sources: no source is called {quoted(name)}{nearest(name, SOURCES)}" for name in value if name not in SOURCES
    ]
    for name, facts in value.items():
        if not isinstance(facts, list) or not all(fact in FACTS for fact in facts):
            found.append(f"sources.{name} should be a list of fields such as {FACTS[:3]}, found {shown(facts)}")
    return found


SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "type": Field(options=tuple(TYPES), needed=True),
        "species": Field(of=MINIONS, needed=MINIONS),
        "colour": Field(options=tuple(COLOURS), of=ORDERS, needed=ORDERS),
        "links": Field(list, of=ORDERS, needed=ORDERS, called='a list of colours such as ["red"]', check=_colours),
        "kicker": Field(options=("none", *COLOURS), of=ORDERS),
        "cost": Field(int, (0, 99), of=ORDERS, needed=ORDERS),
        "strength": Field(int, (0, 99), of=MINIONS, needed=MINIONS),
        "health": Field(int, (1, 99), of=MINIONS, needed=MINIONS),
        "copies": Field(int, (0, 30), needed=True),
        "chain": Field(list, of=ORDERS, called=TEXT),
        "kicked": Field(list, of=ORDERS, called=TEXT),
        "in_play": Field(list, of=MINIONS, called='a list of lines such as ["stays"]'),
        "sources": Field(dict, called='lists of fields such as { designed = ["cost"] }', check=_groups),
        "source": Field(),
        "note": Field(),
    }
)
FACTS = [name for name in SCHEMA.fields if name not in ("type", "sources", "source", "note")]
"""The fields of a card that are facts, each with a source."""


class Cards(NamedTuple):
    """The cards of a game, and what of them is not known."""

    facts: dict[str, dict[str, Any]]
    """by id, in table order"""
    unknown: dict[str, dict[str, str]]
    """card -> fields that a user's file leaves unknown, with where the card stands. A new card of which something is
    unknown has no stand-in and is not among the facts."""


@functools.cache
def _own_cards() -> dict[str, dict[str, Any]]:
    return read_card_file(CARDS_FILE)


def read_cards(extra: Sequence[CardSource] = ()) -> dict[str, dict[str, Any]]:
    """All cards by id, in table order: the game's own, then those of extra files, which may also replace cards.

    A card of an extra file that names a known id changes just the fields it gives; a value "?" stays the stand-in's. A
    new card is left out as long as something of it is "?". A file with `whole_set = true` replaces all orders.
    """
    return gather(extra).facts


def gather(extra: Sequence[CardSource] = ()) -> Cards:
    """As `read_cards`, with what is left unknown."""
    cards = {card: dict(fields) for card, fields in _own_cards().items()}
    unknown: dict[str, dict[str, str]] = {}
    left_out: dict[str, Any] = {}

    def prepare(path: Path, content: dict[str, Any]) -> dict[str, Any]:
        whole = content.pop(WHOLE_SET, False)
        if not isinstance(whole, bool):
            raise InputError(f"{path}: {WHOLE_SET} should be true or false, found {shown(whole)}")
        for card, fields in content.items():
            if card in left_out and isinstance(fields, Mapping):
                content[card] = left_out.pop(card) | fields
        known = {card: _known(path, card, fields, cards, unknown, whole) for card, fields in content.items()}
        for card in [card for card in known if card not in cards and unknown.get(card)]:
            left_out[card] = content[card]
            del known[card]
        for card in [card for card, fields in cards.items() if whole and fields["type"] != "wound"]:
            if isinstance(known.get(card), Mapping):
                known[card] = _standing_in(cards[card], unknown[card]) | known[card]
            del cards[card]
        return known

    changed, problems = add_card_files(cards, extra, SCHEMA.check, prepare)
    problems += [problem for card, fields in left_out.items() for problem in _left_out(card, fields, unknown[card])]
    words = vocabulary(list(cards), species_of(cards)) if changed else None
    for card, where in changed.items():
        if words is not None:
            problems += _read_texts(Notation(words), cards[card], where)[1]
    if problems:
        raise InputError(problems)
    return Cards(cards, unknown)


def _left_out(card: str, fields: Mapping[str, Any], unknown: Mapping[str, str]) -> list[str]:
    """What is wrong with the known facts of a new card of which others are unknown."""
    where = next(iter(unknown.values()))
    if "type" in unknown:
        return []
    known = {name: value for name, value in fields.items() if name not in unknown}
    missing = {f"{where}: {name} is missing" for name in unknown}
    return [problem for problem in SCHEMA.check(card, known, where) if problem not in missing]


def _known(
    path: Path,
    card: str,
    fields: Any,
    cards: Mapping[str, Mapping[str, Any]],
    unknown: dict[str, dict[str, str]],
    whole: bool,
) -> Any:
    """What a user's file says of a card, without the values that it leaves unknown, which are noted; facts that it
    gives are no longer the stand-in's.
    """
    if not isinstance(fields, Mapping):
        return fields
    left = {name for name, value in fields.items() if value == UNKNOWN or value == [UNKNOWN]}
    given = {name: value for name, value in fields.items() if name not in left}
    before = {name: where for name, where in unknown.get(card, {}).items() if name not in fields}
    unknown[card] = before | {name: f"{path}: {card}" for name in sorted(left) if name != "name"}
    sources = cards.get(card, {}).get("sources", {})
    if sources and "sources" not in given and not whole:
        given["sources"] = {name: [fact for fact in facts if fact not in given] for name, facts in sources.items()}
    return given


def _standing_in(fields: Mapping[str, Any], unknown: Collection[str]) -> dict[str, Any]:
    """What the stand-in set gives for the unknown facts of a card, with their sources."""
    sources = {name: [fact for fact in facts if fact in unknown] for name, facts in fields["sources"].items()}
    return {fact: fields[fact] for fact in unknown if fact in fields} | {"sources": sources}


def species_of(cards: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """All species, in order of appearance."""
    return list(dict.fromkeys(str(fields["species"]) for fields in cards.values() if "species" in fields))


def _read_texts(notation: Notation, fields: Mapping[str, Any], where: str) -> tuple[dict[str, Any], list[str]]:
    """The programs and statics of a card, and what is wrong with them."""
    before = len(notation.problems)
    found: dict[str, Any] = {
        text: notation.program(lines, f"{where}: {text}")
        for text in ("chain", "kicked")
        if isinstance(lines := fields.get(text, []), list)
    }
    problems = notation.problems[before:]
    lines = fields.get("in_play", [])
    for line in lines if isinstance(lines, list) else ():
        try:
            found |= _static(str(line).split() or [""])
        except ValueError as error:
            problems.append(f"{where}: in_play: {quoted(line)}: {error}")
    return found, problems


def _static(line: Sequence[str]) -> dict[str, int]:
    """The column of CARD that a line of `in_play` fills."""
    name, *rest = line
    if name not in STATICS:
        raise ValueError(f"no line of in_play is called {quoted(name)}{nearest(name, STATICS)}")
    readers = STATICS[name].readers
    if len(rest) != len(readers):
        raise ValueError(f"{quoted(name)} takes {'one number' if readers else 'no more words'}")
    return {name: readers[0](rest[0]) if readers else 1}


# --- tables -----------------------------------------------------------------------------------------------------------


def fill_cards(tables: np.record, cards: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Writes the cards and their programs into TABLES; returns the problems found."""
    problems = _check_set(cards)
    if problems:
        return problems
    species = species_of(cards)
    notation = Notation(vocabulary(list(cards), species))
    wounds = [index for index, fields in enumerate(cards.values()) if fields["type"] == "wound"]
    tables["wound"][: len(wounds)] = wounds
    for index, (card, fields) in enumerate(cards.items()):
        row = tables["card"][index]
        row["type"], row["copies"] = TYPES[fields["type"]], fields["copies"]
        row["is_minion"] = fields["type"] in MINIONS
        row["wound"] = wounds.index(index) if index in wounds else NOTHING
        row["colour"] = COLOURS.get(fields.get("colour", ""), NOTHING)
        links = {fields["colour"] if colour == OWN_COLOUR else colour for colour in fields.get("links", ())}
        row["links"] = sum(1 << COLOURS[colour] for colour in links)
        row["kicker"] = COLOURS.get(fields.get("kicker", "none"), NOTHING)
        row["species"] = 1 << species.index(fields["species"]) if "species" in fields else 0
        for fact in ("cost", "strength", "health"):
            row[fact] = fields.get(fact, 0)
        found, wrong = _read_texts(notation, fields, card)
        problems += wrong
        for column, value in found.items():
            row[column] = value
    for name, most, found_rows in (
        ("row", ROWS_MAX, notation.rows),
        ("filter", FILTERS_MAX, list(notation.filters)),
    ):
        if len(found_rows) > most:
            return [*problems, f"at most {most} different {name}s of texts in all, found {len(found_rows)}"]
        for index, line in enumerate(found_rows):
            tables[name][index] = line
    tables["n_cards"] = len(cards)
    return problems


def of_type(cards: Mapping[str, Mapping[str, Any]], kinds: Collection[str]) -> list[str]:
    """The cards of some types of which there are copies."""
    return [card for card, fields in cards.items() if fields["type"] in kinds and fields["copies"] > 0]


def _check_set(cards: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What is wrong with a set as a whole."""
    if len(cards) > CARD_TYPES_MAX:
        return [f"at most {CARD_TYPES_MAX} different cards, found {len(cards)}"]
    if len(species_of(cards)) > SPECIES_MAX:
        return [f"at most {SPECIES_MAX} species, found {len(species_of(cards))}"]
    wounds = [fields["copies"] for fields in cards.values() if fields["type"] == "wound"]
    problems = []
    if len(wounds) != WOUND_TYPES:
        problems.append(f"there are {WOUND_TYPES} types of wounds, found {len(wounds)}")
    if not 1 <= sum(wounds) <= WOUNDS_MAX:
        problems.append(f"there are 1 to {WOUNDS_MAX} wounds in all, found {sum(wounds)}")
    if not of_type(cards, ("starter",)):
        problems.append("there should be a starter, found none")
    return problems


def unknown_problems(cards: Cards, used: Iterable[str], stand_in: bool) -> list[str]:
    """What is unknown of the cards that are used, as problems; stand_in: whether the stand-in set may fill in."""
    found = []
    for card in used:
        facts, is_new = cards.unknown.get(card), card not in cards.facts
        if facts and (is_new or not stand_in):
            what = f"{', '.join(facts)} {'is' if len(facts) == 1 else 'are'} still unknown"
            else_do = "the stand-in set has no such card" if is_new else 'or let the table say unknown = "stand_in"'
            found.append(f"{next(iter(facts.values()))}: {what}; fill in, {else_do}")
    return found


def new_cards(cards: Cards) -> list[str]:
    """The new cards of which something is unknown."""
    return [card for card, facts in cards.unknown.items() if facts and card not in cards.facts]


def designed_facts(cards: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """(card and fact, source, value) of every fact that no public source establishes."""
    found = []
    for card, fields in cards.items():
        for source in SOURCES[1:]:
            for fact in fields.get("sources", {}).get(source, ()):
                found.append((f"{card}: {fact}", source, _text(fields.get(fact, "none"))))
    return found


def _text(value: Any) -> str:
    return "; ".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)
