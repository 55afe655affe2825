"""cards.toml -> the numpy tables that kernels read."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError
from ..reading.card_files import CardSource, add_card_files, read_card_file
from ..reading.card_schema import SOURCE, CardSchema, Field
from ..reading.card_tables import as_printed
from ..reading.notation import EFFECT, Codes, Term, Vocabulary, choice, number, parse_condition, parse_effects
from .state import CARD_TYPES_MAX, INFINITE, PILE_MAX, SEATS, Decision, Faction, Filter

CARDS_FILE = Path(__file__).with_name("cards.toml")
EFFECTS_MAX = 400
TYPES = ("starter", "ally", "mercenary", "champion")
FACTIONS = {faction.name.lower(): faction for faction in Faction}


_SMALL, _AMOUNT = (number(1, 99),), (number(1, 999, {"infinite": INFINITE}),)
_FILTER = choice({which.name.lower(): which for which in Filter}, "filter")
_PLACE = choice({"to_discard": 0, "to_hand": 1}, "place")


class Operation(Codes):
    """What a line of an effect does."""

    GAIN_GEMS = Term(1, _SMALL, "gems for this turn")
    GAIN_POWER = Term(2, _AMOUNT, "power for this turn; may be infinite")
    GAIN_HEALTH = Term(3, _SMALL, "health, up to the most a player can have")
    GAIN_MASTERY = Term(4, _SMALL, "mastery, up to the most a player can have")
    DRAW = Term(5, _SMALL, "draw so many cards")
    BANISH_UP_TO = Term(6, _SMALL, "may banish so many cards from hand or discard", about=Decision.BANISH)
    RETURN_FROM_DISCARD = Term(7, (_FILTER,), "a card of that sort from own discard to hand", about=Decision.RETURN)
    RECRUIT_FREE = Term(
        8, (*_SMALL, _PLACE), "a card of the row of at most that cost, without paying", about=Decision.TAKE
    )
    DESTROY_ENEMY_CHAMPION = Term(9, (), "one champion of any opponent", about=Decision.DESTROY)
    DESTROY_ALL_ENEMY_CHAMPIONS = Term(10, (), "all champions of all opponents")
    OPPONENT_LOSES_MASTERY = Term(11, _SMALL, "one opponent loses mastery", about=Decision.TARGET)
    COPY_PLAYED_EFFECT = Term(
        12, _SMALL, "resolve another card played this turn again, so many times", about=Decision.COPY
    )
    COPY_HOMODEUS_ALLIES = Term(13, (), "resolve again each Homodeus ally of this turn, past and to come")
    DEPLOY_NEXT_HOMODEUS_CHAMPION = Term(14, (), "the next Homodeus champion recruited this turn enters play")
    DOUBLE_POWER = Term(15, (), "the power of this turn is doubled")
    CANNOT_BE_ATTACKED = Term(16, (), "static: power cannot destroy this champion")
    PROTECTS_OWNER = Term(17, (), "static: the controller and his other champions cannot be attacked")


ASKED = Operation.subjects()
"""By operation the decision that it asks for, or -1."""


class Count(Codes):
    """What the number of a line is multiplied with."""

    HOMODEUS_CHAMPION = Term(1, (), "own Homodeus champions in play")
    UNDERGROWTH_ALLY_PLAYED = Term(2, (), "Undergrowth allies played this turn")
    WRAETHE_CARD_DISCARDED = Term(3, (), "Wraethe cards in own discard")


class Condition(Codes):
    """When a line happens."""

    MASTERY = Term(1, _SMALL, "own mastery is at least so much")
    HEALTH = Term(2, _SMALL, "own health is at least so much")
    UNIFY = Term(3, (), "another Undergrowth ally played this turn or shown from hand")
    DOMINION = Term(4, (), "Homodeus, Undergrowth and Wraethe, played this turn or shown from hand")
    ECHO = Term(5, (), "a Wraethe card in own discard")
    INSPIRE = Term(6, (), "a champion in play under own control")
    HOMODEUS_CHAMPIONS = Term(7, _SMALL, "at least so many own Homodeus champions in play")
    CONTROL = Term(8, (), "that champion is in play under own control")


CARD = np.dtype(
    [
        ("cost", "i2"),
        ("faction", "i1"),
        ("starter", "i1"),
        ("ally", "i1"),  # starters and mercenaries are allies
        ("mercenary", "i1"),
        ("champion", "i1"),
        ("protects_owner", "i1"),
        ("printed", "i1"),  # 1 = its facts are those of the game's own card
        ("defense", "i2"),
        ("shield", "i2"),
        ("copies", "i2"),
        ("play", "i2", (2,)),  # rows [start, end) of the effect table
        ("exhaust", "i2", (2,)),
        ("static", "i2", (2,)),
        ("exhaust_needs", "i2", (2,)),  # condition and its argument without which the champion cannot be exhausted
    ],
    align=True,
)

TABLES = np.dtype(
    [
        ("players", "i2"),
        ("first", "i2"),
        ("health", "i2"),
        ("max_health", "i2"),
        ("max_mastery", "i2"),
        ("starting_mastery", "i2", (SEATS,)),
        ("hand", "i2"),
        ("row", "i2"),
        ("focus_cost", "i2"),
        ("turn_limit", "i2"),
        ("n_cards", "i2"),
        ("card", CARD, (CARD_TYPES_MAX,)),
        ("effect", EFFECT, (EFFECTS_MAX,)),
    ],
    align=True,
)


def vocabulary(card_ids: Sequence[str]) -> Vocabulary:
    """The words of the effect notation; `card_ids` are the cards a condition may name."""
    conditions = Condition.terms()
    names = choice({card: index for index, card in enumerate(card_ids)}, "card")
    conditions["control"] = replace(conditions["control"], readers=(names,))
    return Vocabulary(Operation.terms(), Count.terms(), conditions)


EFFECTS = 'a list of effects such as ["gain_gems 1"]'
OF_CHAMPIONS = ("champion",)
SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "faction": Field(options=tuple(FACTIONS)),
        "type": Field(options=TYPES, needed=True),
        "cost": Field(int, (0, 99), needed=True),
        "copies": Field(int, (0, 88), needed=True),
        "defense": Field(int, (1, 99), of=OF_CHAMPIONS, needed=OF_CHAMPIONS),
        "shield": Field(int, (1, 99)),
        "play": Field(list, called=EFFECTS),
        "exhaust": Field(list, of=OF_CHAMPIONS, called=EFFECTS),
        "exhaust_needs": Field(of=OF_CHAMPIONS),
        "static": Field(list, of=OF_CHAMPIONS, called=EFFECTS),
        "source": SOURCE,
        "note": Field(),
    }
)


@functools.cache
def _own_cards() -> dict[str, dict[str, Any]]:
    return read_card_file(CARDS_FILE)


def read_cards(extra: Sequence[CardSource] = ()) -> dict[str, dict[str, Any]]:
    """All cards by id, in table order: the game's own, then those of extra files, which may also replace cards.

    A card of an extra file that names a known id changes just the fields it gives.
    """
    cards = {card: dict(fields) for card, fields in _own_cards().items()}
    changed, problems = add_card_files(cards, extra, SCHEMA.check)
    problems += _check_effects(cards, changed)
    if problems:
        raise InputError(problems)
    return cards


def _check_effects(cards: Mapping[str, Mapping[str, Any]], changed: Mapping[str, str]) -> list[str]:
    """What is wrong with the effects of the cards in `changed`: card -> where it stands."""
    problems: list[str] = []
    words = vocabulary(list(cards)) if changed else None
    for card, where in changed.items():
        for timing in ("play", "exhaust", "static"):
            lines = cards[card].get(timing, [])
            if words is not None and isinstance(lines, list):
                problems += parse_effects(lines, words, f"{where}: {timing}")[1]
    return problems


def fill_cards(tables: np.record, cards: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Writes the cards and their effect programs into TABLES; returns the problems found."""
    words = vocabulary(list(cards))
    problems: list[str] = []
    rows: list[tuple[int, ...]] = []
    if len(cards) > CARD_TYPES_MAX:
        return [f"at most {CARD_TYPES_MAX} different cards, found {len(cards)}"]
    printed = as_printed(cards, _own_cards())
    for row, (card, fields) in zip(tables["card"], cards.items(), strict=False):
        row["printed"] = card in printed
        row["cost"], row["copies"] = fields["cost"], fields["copies"]
        row["faction"] = FACTIONS[fields.get("faction", "none")]
        row["starter"] = fields["type"] == "starter"
        row["champion"] = fields["type"] == "champion"
        row["mercenary"] = fields["type"] == "mercenary"
        row["ally"] = not row["champion"]
        row["defense"], row["shield"] = fields.get("defense", 0), fields.get("shield", 0)
        for timing in ("play", "exhaust", "static"):
            program, wrong = parse_effects(fields.get(timing, []), words, f"{card}: {timing}")
            row[timing] = len(rows), len(rows) + len(program)
            row["protects_owner"] |= timing == "static" and any(line[0] == Operation.PROTECTS_OWNER for line in program)
            problems += wrong + _check_timing(program, timing, f"{card}: {timing}")
            rows += program
        if "exhaust_needs" in fields:
            try:
                row["exhaust_needs"] = parse_condition(fields["exhaust_needs"], words)
            except ValueError as error:
                problems.append(f"{card}: exhaust_needs: {error}")
    if len(rows) > EFFECTS_MAX:
        return [*problems, f"at most {EFFECTS_MAX} effect rows in all, found {len(rows)}"]
    for index, line in enumerate(rows):
        tables["effect"][index] = line
    tables["n_cards"] = len(cards)
    return problems + _check_decks(cards)


def _check_timing(program: Sequence[tuple[int, ...]], timing: str, where: str) -> list[str]:
    static = (Operation.CANNOT_BE_ATTACKED, Operation.PROTECTS_OWNER)
    if all((line[0] in static) == (timing == "static") for line in program):
        return []
    return [f"{where}: cannot_be_attacked and protects_owner stand under static, and nothing else does"]


def _check_decks(cards: Mapping[str, Mapping[str, Any]]) -> list[str]:
    starters = sum(fields["copies"] for fields in cards.values() if fields["type"] == "starter")
    center = sum(fields["copies"] for fields in cards.values() if fields["type"] != "starter")
    problems = []
    if not 1 <= starters <= 30:
        problems.append(f"a starting deck has 1 to 30 cards, found {starters}")
    if starters + center > PILE_MAX:
        problems.append(
            f"center deck and one starting deck hold at most {PILE_MAX} cards together, found {starters + center}"
        )
    return problems
