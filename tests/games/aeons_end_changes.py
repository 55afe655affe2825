"""What is Aeon's End's own in the changes of one fact of a card, mage or mat."""

from typing import Any

import numpy as np
from contract.card_changes import Changes, Entry, Texts, all_others, by_one, members

from sim import load_game
from sim.aeons_end.cards import SWARM_ROWS, Condition, Count, Operation, vocabulary
from sim.aeons_end.setup import MAGES
from sim.aeons_end.state import ALL, BREACHES, SEATS, Breach, Origin, Type, Window
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


def changes(name: str) -> Changes:
    """Every change of one fact of a card, mage or mat."""
    if FACTS[name]["type"] == "mage":
        return changes_of_mage(name)
    return changes_of_mat(name) if FACTS[name]["type"] == "nemesis" else changes_of_card(TEXTS.card(name))


def changes_of_card(card: Entry) -> Changes:
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


def changes_of_supply(card: Entry, kind: Type) -> Changes:
    """Every change of one fact of a card that players have in their decks."""
    yield from card.near("cost")
    if card.now["copies"]:
        yield from card.near("copies", least=1)
        yield from card.turned("gain_on_deck")
    if kind == Type.SPELL:
        yield from card.turned("prep_unfocused")


def changes_of_nemesis_card(card: Entry, kind: Type) -> Changes:
    """Every change of one fact of a card of the nemesis deck."""
    yield from card.others("tier", (1, 2, 3))
    if kind in (Type.MINION, Type.POWER):
        yield from card.near("value")
    if kind == Type.MINION:
        yield from card.others("damage_cap", (1, 2, 3, ALL))
        yield from card.turned("husks_shield")
    if kind == Type.POWER:
        yield from card.others("husk_life", (1, 2))


def changes_of_mage(mage: str) -> Changes:
    """Every change of one fact of a mage."""
    yield from at_seat(mage, "charges", "charges").near(0, least=1)
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
    yield from TEXTS.text(at_seat(mage, "ability", "ability"))


def at_seat(mage: str, field: str, where: str) -> Entry:
    """What the tables say in a field of a mage, wherever he sits."""

    def find(tables: np.record, scenario: Scenario) -> Any:
        table = scenario.keys.get("table", {})
        mages = table.get("mages", MAGES[table.get("players", 2)])
        return tables[field].reshape(SEATS, -1)[mages.index(mage)] if mage in mages else None

    tables = GAME.make_tables({"mages": [mage]})
    return Entry(where, find, tables[field].reshape(SEATS, -1)[0], tables)


def changes_of_mat(name: str) -> Changes:
    """Every change of one fact of a mat: for experts of those alone that are others for them."""
    normal, expert = at_mat(name, expert=False), at_mat(name, expert=True)
    yield from normal.near("nemesis_life", "strikes_at", "fury_after_strike", blank=0)
    yield from normal.turned("devours", "corrupts")
    for line in range(len(SWARM_ROWS)):
        yield from TEXTS.text(normal.part("swarm", line, where=f"swarm {line}"))
    if "fury_after_strike_expert" in FACTS[name]:
        yield from expert.near("fury_after_strike")
    for text in ("setup", "unleash"):
        for mat in (normal, expert) if f"{text}_expert" in FACTS[name] else (normal,):
            yield from TEXTS.text(mat.part(text, where=text))


def at_mat(mat: str, *, expert: bool) -> Entry:
    """What the tables say of a mat at one of the two difficulties."""

    def find(tables: np.record, scenario: Scenario) -> np.record | None:
        chosen = scenario.keys.get("table", {}).get("nemesis", "rageborne")
        return tables if chosen == mat and bool(tables.expert) == expert else None

    tables = GAME.make_tables({"nemesis": mat, "difficulty": "expert" if expert else "normal"})
    return Entry("expert" if expert else "", find, tables, tables)


def changes_of_costs() -> Changes:
    """Every change of a cost or a bonus of a breach."""
    for field, first in (("focus_cost", 1), ("open_cost", 4), ("breach_bonus", 0)):
        yield from by_one(TEXTS.tables, field, first)
