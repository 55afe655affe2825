"""What is Aeon's End's own in the changes of one fact of a card, mage or mat."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from contract.card_changes import Entry, Texts, all_others, by_one, members
from contract.mutations import Change

from sim import load_game
from sim.aeons_end.cards import ALL, SWARM_ROWS, Condition, Count, Operation, vocabulary
from sim.aeons_end.setup import MAGES
from sim.aeons_end.state import BREACHES, SEATS, Breach, Origin, Type, Window
from sim.words.scenario import Scenario

GAME = load_game("aeons_end")
FACTS = GAME.words.cards(())
CRYSTAL, SPARK = list(FACTS).index("crystal"), list(FACTS).index("spark")
PLAYER, NEMESIS = members(Type, "gem relic spell"), members(Type, "minion power attack")
TEXTS = Texts(
    GAME,
    vocabulary(),
    nothing={"operation": int(Operation.END)},
    silent=(Operation.END,),
    instead={"count": all_others(*Count), "condition": all_others(*Condition)},
)


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card, mage or mat."""
    if FACTS[name]["type"] == "mage":
        return changes_of_mage(name)
    return changes_of_mat(name) if FACTS[name]["type"] == "nemesis" else changes_of_card(TEXTS.card(name))


def changes_of_card(card: Entry) -> Iterator[Change]:
    """Every change of one fact of a card."""
    kind = Type(int(card.now["type"]))
    if kind in PLAYER:
        yield from card.others("type", PLAYER)
        yield from changes_of_supply(card, kind)
    elif kind in NEMESIS:
        yield from card.others("type", NEMESIS)
        yield from changes_of_nemesis_card(card, kind)
    if kind in (*NEMESIS, Type.STRIKE):
        none = card.now["origin"] == Origin.BASIC or kind == Type.STRIKE
        yield card.change("nemesis: none or all", {"origin": Origin.OTHER_NEMESIS if none else Origin.BASIC})
    yield from card.without("crystal")
    for column in ("effect", "prepped", "after_casting", "immediately", "to_discard", "when_damaged"):
        yield from TEXTS.text(card.part(column, where=column))


def changes_of_supply(card: Entry, kind: Type) -> Iterator[Change]:
    """Every change of one fact of a card that players have in their decks."""
    yield from card.near("cost")
    if card.now["copies"]:
        yield from card.near("copies", least=1)
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
        yield from card.others("husk_life", (1, 2))


MAGE = (
    "charges", "window", "breach_state", "breach_turned", "n_hand", "start_hand", "n_deck", "start_deck", "ability",
)  # fmt: skip


def changes_of_mage(name: str) -> Iterator[Change]:
    """Every change of one fact of a mage."""
    mage = at_seat(name)
    yield from mage.part("charges", where="charges").near(0, least=1)
    yield from mage.part("window", where="window").others(0, Window)
    state, turned = mage.part("breach_state", where="breach"), mage.part("breach_turned", where="breach turned")
    for breach in range(BREACHES):
        yield from state.others(breach, (Breach.NONE, Breach.CLOSED, Breach.OPEN))
        if state.now[breach] == Breach.CLOSED:
            yield from turned.others(breach, range(4))
    for zone in ("hand", "deck"):
        number, cards = mage.part(f"n_{zone}", where=f"cards in {zone}"), mage.part(f"start_{zone}", where=zone)
        yield from number.others(0, [int(number.now[0]) - 1])
        for place in range(int(number.now[0])):
            yield from cards.others(place, [SPARK if cards.now[place] == CRYSTAL else CRYSTAL])
    yield from TEXTS.text(mage.part("ability", where="ability"))


def at_seat(mage: str) -> Entry:
    """What the tables say of a mage, wherever he sits."""

    def of_seat(tables: np.record, seat: int) -> dict[str, Any]:
        return {field: tables[field].reshape(SEATS, -1)[seat] for field in MAGE}

    def find(tables: np.record, scenario: Scenario) -> dict[str, Any] | None:
        table = scenario.keys.get("table", {})
        mages = table.get("mages", MAGES[table.get("players", 2)])
        return of_seat(tables, mages.index(mage)) if mage in mages else None

    tables = GAME.make_tables({"mages": [mage]})
    return Entry("", find, of_seat(tables, 0), tables)


MAT = ("nemesis_life", "strikes_at", "fury_after_strike", "devours", "corrupts", "setup", "unleash")


def changes_of_mat(name: str) -> Iterator[Change]:
    """Every change of one fact of a mat: for experts of those alone that are others for them."""
    normal, expert = at_mat(name, expert=False), at_mat(name, expert=True)
    for mat, fields in ((normal, MAT), (expert, [field for field in MAT if f"{field}_expert" in FACTS[name]])):
        for field in fields:
            if field in ("devours", "corrupts"):
                yield from mat.turned(field)
            elif field in ("setup", "unleash"):
                yield from TEXTS.text(mat.part(field, where=field))
            elif mat.now[field]:
                yield from mat.near(field)
    for line in range(len(SWARM_ROWS)):
        yield from TEXTS.text(normal.part("swarm", line, where=f"swarm {line}"))


def at_mat(mat: str, *, expert: bool) -> Entry:
    """What the tables say of a mat at one of the two difficulties."""

    def find(tables: np.record, scenario: Scenario) -> np.record | None:
        chosen = scenario.keys.get("table", {}).get("nemesis", "rageborne")
        return tables if chosen == mat and bool(tables.expert) == expert else None

    tables = GAME.make_tables({"nemesis": mat, "difficulty": "expert" if expert else "normal"})
    return Entry("expert" if expert else "", find, tables, tables)


def changes_of_costs() -> Iterator[Change]:
    """Every change of a cost or a bonus of a breach."""
    for field, first in (("focus_cost", 1), ("open_cost", 4), ("breach_bonus", 0)):
        yield from by_one(TEXTS.tables, field, first)
