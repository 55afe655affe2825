"""What is Aeon's End's own in the changes of one fact of a card, mage or mat."""

import functools
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from contract.card_changes import Entry, Texts, all_others, by_one, cards_of
from contract.mutations import Change

from sim import load_game
from sim.aeons_end.cards import ALL, SWARM_ROWS, TYPES, Condition, Count, Operation, vocabulary
from sim.aeons_end.setup import MAGES
from sim.aeons_end.state import BREACHES, SEATS, Breach, Filter, Origin, Scope, Type, Window
from sim.words.scenario import Scenario

GAME = load_game("aeons_end")
FACTS = GAME.words.cards(())
CARDS = [card for card, facts in FACTS.items() if facts["type"] in TYPES]
SEATED = [card for card, facts in FACTS.items() if facts["type"] == "mage"]
MATS = [card for card, facts in FACTS.items() if facts["type"] == "nemesis"]
TABLES = GAME.make_tables({}, ())
CRYSTAL, SPARK = CARDS.index("crystal"), CARDS.index("spark")

PLAYER, NEMESIS = (Type.GEM, Type.RELIC, Type.SPELL), (Type.MINION, Type.POWER, Type.ATTACK)
PROGRAMS = ("effect", "prepped", "after_casting", "immediately", "to_discard", "when_damaged")
SORTS_OF = {
    Filter.CHEAPEST_GEM: (Operation.GAIN,),
    Filter.ANY_OR_DISCARDED: (Operation.DESTROY, Operation.DESTROY_UP_TO),
    Filter.DECK: (Operation.PICK_ABLE,),
}
"""Sorts of cards that only these operations can be given."""
CLOSED = (Scope.ANY, Scope.OWN, Scope.OTHER, Scope.LOWEST)
SPELLS = (Scope.ANY, Scope.COST_3, Scope.OWN_COST_3, Scope.DEAREST, Scope.DEAREST_OWN, Scope.NEW)
"""The scopes of breaches that are focused, and of prepped spells."""


class AeonsEndTexts(Texts):
    """The texts of Aeon's End."""

    def choices(self, row: np.void, what: str, names: Mapping[str, int]) -> Mapping[str, int]:
        operation = row["operation"]
        known: Collection[int] = names.values()
        if what == "scope":
            known = CLOSED if operation == Operation.FOCUS else SPELLS
        if what == "sort of card":
            known = [sort for sort in Filter if operation in SORTS_OF.get(sort, (operation,))]
        return {name: code for name, code in names.items() if code in known}


TEXTS = AeonsEndTexts(
    TABLES,
    vocabulary(),
    {"operation": int(Operation.END)},
    silent=(Operation.END,),
    instead={"count": all_others(*Count), "condition": all_others(*Condition)},
)


# --- cards ------------------------------------------------------------------------------------------------------------


def changes_of_card(card: Entry) -> Iterator[Change]:
    """Every change of one fact of a card."""
    kind = Type(int(card.now["type"]))
    for kinds in (PLAYER, NEMESIS):
        yield from card.others("type", kinds if kind in kinds else ())
    if kind in PLAYER:
        yield from changes_of_supply(card, kind)
    if kind in (*NEMESIS, Type.STRIKE):
        yield "nemesis: none or all", functools.partial(other_nemesis, card)
    if kind in NEMESIS:
        yield from changes_of_nemesis_card(card, kind)
    yield from card.without("crystal")
    for column in PROGRAMS:
        yield from TEXTS.rows(card.part(column, where=column).rows("effect", shared=False))


def changes_of_supply(card: Entry, kind: Type) -> Iterator[Change]:
    """Every change of one fact of a card that players have in their decks."""
    yield from card.near("cost")
    if card.now["copies"]:
        yield from card.near("copies", 1)
        yield from card.turned("gain_on_deck")
    if kind == Type.SPELL:
        yield from card.turned("prep_unfocused")


def changes_of_nemesis_card(card: Entry, kind: Type) -> Iterator[Change]:
    """Every change of one fact of a card of the nemesis deck."""
    yield from card.others("tier", (1, 2, 3))
    if kind in (Type.MINION, Type.POWER):
        yield from card.near("value")
    if kind == Type.MINION:
        yield from card.others("damage_cap", (1, 2, 3, ALL))
        yield from card.turned("husks_shield")
    if kind == Type.POWER:
        yield from card.others("husk_life", (3 - int(card.now["husk_life"]),))


def other_nemesis(card: Entry, tables: np.record, scenario: Scenario) -> None:
    """A card of one nemesis becomes a basic card, any other one that of another nemesis."""
    facts = card.find(tables, scenario)
    other = facts["origin"] == Origin.BASIC or facts["type"] == Type.STRIKE
    facts["origin"] = Origin.OTHER_NEMESIS if other else Origin.BASIC


# --- mages ------------------------------------------------------------------------------------------------------------


def at_seat(mage: str, field: str, where: str) -> Entry:
    """What the tables say in a field of a mage, wherever he sits."""

    def find(tables: np.record, scenario: Scenario) -> Any:
        table = scenario.keys.get("table", {})
        mages = table.get("mages", MAGES[table.get("players", 2)])
        return tables[field].reshape(SEATS, -1)[mages.index(mage)] if mage in mages else None

    tables = GAME.make_tables({"mages": [mage]})
    return Entry(where, find, tables[field].reshape(SEATS, -1)[0], tables)


def changes_of_mage(mage: str) -> Iterator[Change]:
    """Every change of one fact of a mage."""
    yield from at_seat(mage, "charges", "charges").near(0, 1)
    yield from at_seat(mage, "window", "window").others(0, Window)
    state, turned = at_seat(mage, "breach_state", "breach"), at_seat(mage, "breach_turned", "breach turned")
    for breach in range(BREACHES):
        yield from state.others(breach, (Breach.NONE, Breach.CLOSED, Breach.OPEN))
        if state.now[breach] == Breach.CLOSED:
            yield from turned.others(breach, range(4))
    for zone in ("hand", "deck"):
        number, cards = at_seat(mage, f"n_{zone}", f"cards in {zone}"), at_seat(mage, f"start_{zone}", zone)
        yield from number.others(0, [int(number.now[0]) - 1])
        for place in range(int(number.now[0])):
            yield from cards.others(place, [SPARK if cards.now[place] == CRYSTAL else CRYSTAL])
    yield from TEXTS.rows(at_seat(mage, "ability", "ability").rows("effect", shared=False))


# --- mats -------------------------------------------------------------------------------------------------------------


MAT = ("nemesis_life", "strikes_at", "fury_after_strike", "devours", "corrupts", "setup", "unleash")


def at_mat(mat: str, expert: bool) -> Entry:
    """What the tables say of a mat at one of the two difficulties."""

    def find(tables: np.record, scenario: Scenario) -> np.record | None:
        chosen = scenario.keys.get("table", {}).get("nemesis", "rageborne")
        return tables if chosen == mat and bool(tables.expert) == expert else None

    tables = GAME.make_tables({"nemesis": mat, "difficulty": "expert" if expert else "normal"})
    return Entry("expert" if expert else "", find, tables, tables)


def changes_of_mat(name: str) -> Iterator[Change]:
    """Every change of one fact of a mat: for experts of those alone that are others for them."""
    for expert in (False, True):
        mat = at_mat(name, expert)
        known = [field for field in MAT if not expert or f"{field}_expert" in FACTS[name]]
        for field in known:
            if field in ("devours", "corrupts"):
                yield from mat.turned(field)
            elif field in ("setup", "unleash"):
                yield from TEXTS.rows(mat.part(field, where=field).rows("effect", shared=False))
            elif mat.now[field]:
                yield from mat.near(field)
        for line in range(0 if expert else len(SWARM_ROWS)):
            yield from TEXTS.rows(mat.part("swarm", line, where=f"swarm {line}").rows("effect", shared=False))


# --- all of them ------------------------------------------------------------------------------------------------------


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card, mage or mat."""
    if name in SEATED:
        return changes_of_mage(name)
    return changes_of_mat(name) if name in MATS else changes_of_card(cards_of(TABLES, CARDS.index(name)))


def changes_of_costs() -> Iterator[Change]:
    """Every change of a cost or a bonus of a breach."""
    for field, first in (("focus_cost", 1), ("open_cost", 4), ("breach_bonus", 0)):
        yield from by_one(TABLES, field, first)
