"""Changes of one fact of a card of Berserk.

Figures, named traits, costs, conditions, filters, amounts and operations are changed; not the kinds and strengths of
attacks that a text names, nor how long it lasts: see modifiers.toml among the scenarios.
"""

from collections.abc import Callable, Iterator

import numpy as np
from contract.mutations import Change, Holder, at_end, change, near, own_rows, setting, setting_filter

from sim import load_game
from sim.berserk import notation
from sim.berserk.cards import card_tables
from sim.berserk.state import TOKENS_MAX
from sim.berserk.tables import (
    ALL,
    AMOUNT_ZERO,
    Attack,
    Count,
    Element,
    Head,
    Operation,
    Property,
    Reach,
    Relation,
    Select,
    Side,
    Stat,
    Subtype,
    Type,
)
from sim.core.notation import Object
from sim.words.scenario import Scenario

GAME = load_game("berserk")
IDS = GAME.words.card_ids()
TABLES = card_tables().view(np.recarray)[0]
FORMS = {int(term.code): term for term in notation.OPERATIONS.values()}
ASKING = {int(term.code): term for term in notation.CONDITIONS.values()}
COUNTED = {int(term.code): bool(term.readers) for term in notation.COUNTS.values()}
GRANTS = (
    Operation.GRANT_TURN,
    Operation.GRANT_OWN_TURN,
    Operation.GRANT_ENEMY_TURN,
    Operation.GRANT_BATTLE,
    Operation.GRANT_ATTACK,
)
ATTACKS = {
    Operation.SHOT: Attack.SHOT,
    Operation.THROW: Attack.THROW,
    Operation.DISCHARGE: Attack.DISCHARGE,
    Operation.ACROSS: Attack.ACROSS,
    Operation.MAGIC: Attack.MAGIC,
    Operation.SPECIAL: Attack.SPECIAL,
}
IN_RANGE = (Operation.SHOT, Operation.THROW, Operation.DISCHARGE)
OF_NUMBERS = (
    Stat.ATTACK_EXPERIENCE, Stat.DEFENSE_EXPERIENCE, Stat.CLUMSINESS, Stat.ARMOUR, Stat.REGENERATION, Stat.VAMPIRISM,
    Stat.INCARNATION, Stat.JUMP, Stat.MOVEMENT, Stat.MORE_ATTACK_EXPERIENCE, Stat.MORE_DEFENSE_EXPERIENCE,
    Stat.MORE_ARMOUR, Stat.STRIKE_REACH, Stat.SPENDS_TOKENS,
)  # fmt: skip
"""Named traits whose number counts."""
STEERING = (Operation.EITHER, Operation.OR)
OF_ONE_SIDE = (Relation.SELF, Relation.HOST, Relation.GRAVEYARD, Relation.OWN_GRAVEYARD)
"""These say whose a card is, or that it does not matter."""


# --- changes of one card's own copy of a text -------------------------------------------------------------------------


def own_trait(tables: np.record, card: int, place: int) -> np.void:
    """A card gets its own copy of one of its traits, with its rows."""
    trait = tables["trait"][tables["card"][card]["trait"][place]].copy()
    trait["first"] = at_end(tables, "row", tables["row"][trait["first"] : trait["end"]].copy())
    trait["end"] = len(tables["row"])
    tables["card"][card]["trait"][place] = at_end(tables, "trait", np.array([trait]))
    return tables["trait"][-1]


def in_trait(card: int, place: int) -> Holder:
    return lambda tables: own_trait(tables, card, place)


def in_row(card: int, place: int, row: int) -> Holder:
    return lambda tables: tables["row"][own_trait(tables, card, place)["first"] + row]


def own_constants(tables: np.record, card: int, row: int) -> np.void:
    """A card gets its own copy of its constants; returns one of them."""
    return tables["constant"][own_rows(tables, "constant", tables["card"][card]["constant"]) + row]


def in_constants(card: int, row: int) -> Holder:
    return lambda tables: own_constants(tables, card, row)


# --- filters ----------------------------------------------------------------------------------------------------------


def changes_of_filter(index: int, where: str, holder: Holder, column: str) -> Iterator[Change]:
    """Every change of one thing that a filter asks."""
    asked = TABLES.filter[index]

    def make(text: str, **values: int) -> Change:
        return setting_filter(f"{where}: {text}", holder, column, **values)

    for side in Side:
        if side != asked.side and asked.relation not in OF_ONE_SIDE:
            yield make(f"side {side.name.lower()}", side=int(side))
    if asked.types:
        yield make("any type", types=0)
    if asked.relation != Relation.ANY:
        yield make(f"not {Relation(int(asked.relation)).name.lower()}", relation=int(Relation.ANY))
    for bit in Property:
        if int(asked.properties) & bit:
            yield make(f"not {bit.name.lower()}", properties=int(asked.properties) & ~int(bit))
    for field in ("element", "without_element", "class", "without_class", "has", "without_has"):
        for bit in range(16):
            if int(asked[field]) >> bit & 1:
                rest = int(asked[field]) & ~(1 << bit)
                yield make(f"{field} {bit} not named" if rest else f"{field} not asked", **{field: rest})
    if asked.named >= 0:
        yield make("any name", named=-1)
    for field, blank in (("at_least", -99), ("at_most", ALL)):
        for what in ("cost", "lives", "range"):
            value = int(asked[f"{what}_{field}"])
            for other in near(value, 0) if value != blank else []:
                yield make(f"{what} {field} {other}", **{f"{what}_{field}": other})


# --- conditions and counts --------------------------------------------------------------------------------------------


def changes_of_condition(row: np.void, where: str, holder: Holder) -> Iterator[Change]:
    """Another condition, or none."""
    condition, argument = int(row["condition"]), int(row["condition_argument"])
    if not condition:
        return
    asked = ASKING[condition]
    yield setting(f"{where}: condition dropped", holder, condition=0)
    yield setting(f"{where}: condition turned round", holder, otherwise=1 - int(row["otherwise"]))
    if asked.readers:
        for value in near(argument, 1):
            yield setting(f"{where}: condition {value}", holder, condition_argument=value)
    if asked.works_on in (Object.FILTER, Object.FILTER_OF_ONE):
        yield from changes_of_filter(int(row["condition_filter"]), f"{where} if", holder, "condition_filter")


def changes_of_count(row: np.void, where: str, holder: Holder) -> Iterator[Change]:
    """Another number of times."""
    count = int(row["count"])
    if count:
        yield setting(f"{where}: not multiplied", holder, count=0)
    if count == Count.MATCHING:
        yield from changes_of_filter(int(row["count_filter"]), f"{where} per", holder, "count_filter")
    if COUNTED.get(count):
        for value in near(int(row["count_argument"]), 0):
            yield setting(f"{where}: per {value}", holder, count_argument=value)


# --- programs ---------------------------------------------------------------------------------------------------------


def changes_of_trait(card: int, place: int) -> Iterator[Change]:
    """Every change of one thing that a trait says, its constants apart."""
    trait, where = TABLES.trait[TABLES.card[card].trait[place]], f"trait {place + 1}"
    holder = in_trait(card, place)
    if trait.head == Head.CONSTANT:
        return
    yield setting(f"{where}: dropped", holder, head=int(Head.CONSTANT))
    for field in ("once", "formation", "by_ally", "spell", "second", "event_or"):
        if trait[field]:
            yield setting(f"{where}: not {field}", holder, **{field: 0})
    for field in ("tokens", "limit"):
        if trait[field]:
            for value in near(int(trait[field]), 0):
                yield setting(f"{where}: {field} {value}", holder, **{field: value})
    if trait["filter"] >= 0:
        yield from changes_of_filter(int(trait["filter"]), f"{where} about", holder, "filter")
    yield from changes_of_condition(trait, where, holder)
    for row in range(trait.first, trait.end):
        number = row - trait.first
        yield from changes_of_row(TABLES.row[row], f"{where} row {number}", in_row(card, place, number))


def changes_of_row(row: np.void, where: str, holder: Holder) -> Iterator[Change]:
    """Every change of one thing that a row of a trait says."""
    operation = Operation(int(row["operation"]))
    if operation in STEERING:
        return
    yield setting(f"{where}: dropped", holder, operation=int(Operation.NONE), select=int(Select.NONE), optional=0)
    yield from changes_of_amounts(operation, row, where, holder)
    if row["select"] == Select.EACH or FORMS[operation].works_on in (Object.FILTER, Object.FILTER_OF_ONE):
        yield from changes_of_filter(int(row["filter"]), f"{where} filter", holder, "filter")
    yield from changes_of_count(row, where, holder)
    yield from changes_of_condition(row, where, holder)


def changes_of_amounts(operation: Operation, row: np.void, where: str, holder: Holder) -> Iterator[Change]:
    """Other amounts of a row, and other arguments."""
    amount, argument = int(row["amount"]), int(row["argument"])
    if operation in ATTACKS or operation == Operation.ROLL_WOUND:
        for band in range(3):
            yield setting(f"{where}: {band + 1}. value more", holder, amount=amount + (1 << (4 * band)))
        for other in reaches_besides(operation, argument):
            yield setting(f"{where}: range {other}", holder, argument=other)
    elif operation in GRANTS:
        yield from changes_of_grant(row, where, holder)
    elif operation == Operation.PREVENT:
        yield setting(f"{where}: one more", holder, amount=amount + 1)
    elif operation == Operation.REVIVE:
        yield setting(f"{where}: open or not", holder, amount=1 - amount)
    elif operation == Operation.SET_STRENGTH:
        for other in {1, 2, 3} - {amount}:
            yield setting(f"{where}: strength {other}", holder, amount=other)
    elif FORMS[operation].readers:
        for other in near(amount, 1 if operation == Operation.TARGET else 0) if amount != ALL else [1]:
            yield setting(f"{where}: amount {other}", holder, amount=other)
    if operation == Operation.TOKEN and argument < TOKENS_MAX:
        for other in near(argument, 1):
            yield setting(f"{where}: at most {other}", holder, argument=other)


def reaches_besides(operation: Operation, reach: int) -> list[int]:
    """Other ranges of an attack, and the same without what else is said of it."""
    found = [reach & ~int(part) for part in Reach if part and reach & part]
    if operation in IN_RANGE and reach & 7 and not reach & Reach.EVENT_TARGET:
        found += [reach - 1, reach + 1]
    return found


def changes_of_grant(row: np.void, where: str, holder: Holder) -> Iterator[Change]:
    """Another number of what is given."""
    stat, amount = int(row["argument"]), int(row["amount"])
    if stat in notation.OF_ATTACKS:
        for other in near(amount & 31, 1):
            yield setting(f"{where}: amount {other - AMOUNT_ZERO}", holder, amount=amount ^ (amount & 31) | other)
    elif stat in OF_NUMBERS:
        for other in near(amount, 1):
            yield setting(f"{where}: amount {other}", holder, amount=other)


# --- constants --------------------------------------------------------------------------------------------------------


def changes_of_constants(card: int) -> Iterator[Change]:
    """Every change of one thing that the constants of a card say."""
    start, end = (int(row) for row in TABLES.card[card].constant)
    for number in range(end - start):
        row, holder = TABLES.constant[start + number], in_constants(card, number)
        where = f"constant {number + 1}"
        yield f"{where}: dropped", dropping_constant(card, number)
        stat, amount = int(row.stat), int(row.amount)
        if (stat in notation.OF_ATTACKS or stat in OF_NUMBERS) and amount < ALL:
            for other in (amount - 1, amount + 1):
                yield setting(f"{where}: amount {other}", holder, amount=other)
        if row.formation:
            yield setting(f"{where}: not formation", holder, formation=0)
        for column, text in (("filter", "against"), ("whom", "for")):
            if row[column] >= 0:
                yield from changes_of_filter(int(row[column]), f"{where} {text}", holder, column)
        yield from changes_of_count(row, where, holder)
        yield from changes_of_condition(row, where, holder)


def dropping_constant(card: int, number: int) -> Callable[[np.record, Scenario], None]:
    """A constant no longer says anything."""

    def make(tables: np.record, scenario: Scenario) -> None:
        row = own_constants(tables, card, number)
        if row["whom"] < 0:
            start, end = tables["card"][card]["constant"]
            others = [other["stat"] for other in tables["constant"][start:end]].count(row["stat"])
            tables["card"][card]["moving"][row["stat"]] = others > 1
        row["stat"] = int(Stat.NONE)

    return make


# --- facts ------------------------------------------------------------------------------------------------------------


def changes_of_keywords(card: int) -> Iterator[Change]:
    """Without each named trait, and with another number of it."""
    facts = TABLES.card[card]
    for stat in Stat:
        if not facts.given[stat] or stat == Stat.FLYING:
            continue
        name, value = stat.name.lower(), int(facts.stat[stat])
        yield f"without {name}", dropping_keyword(card, stat)
        if stat in OF_NUMBERS:
            for other in near(value, 1):
                yield change(f"{name} {other}", ("card", card, "stat", int(stat)), other)


def dropping_keyword(card: int, stat: Stat) -> Callable[[np.record, Scenario], None]:
    """A card no longer has a named trait."""

    def make(tables: np.record, scenario: Scenario) -> None:
        tables["card"][card]["stat"][stat], tables["card"][card]["given"][stat] = 0, 0

    return make


def changes_of_facts(card: int) -> Iterator[Change]:
    """Other printed figures, and another element."""
    facts = TABLES.card[card]
    for field, least in (("cost", 0), ("life", 1), ("token_cap", 1)):
        if facts[field] and (field != "token_cap" or facts.accumulates):
            for value in near(int(facts[field]), least):
                yield change(f"{field} {value}", ("card", card, field), value)
    for field in ("elite", "unique"):
        yield change(f"{field} or not", ("card", card, field), 1 - int(facts[field]))
    for element in Element:
        if element != facts.element:
            yield change(f"element {element.name.lower()}", ("card", card, "element"), int(element))
    for bit in range(notation.CLASSES_MAX):
        if int(facts.classes) & ASKED & (1 << bit):
            yield change(f"without class {bit}", ("card", card, "classes"), int(facts.classes) & ~(1 << bit))
    for field in ("gold", "neutral"):
        if facts[field]:
            yield change(f"{field} 0", ("card", card, field), 0)
    if facts["type"] == Type.CREATURE:
        yield from changes_of_creature(card)


def changes_of_creature(card: int) -> Iterator[Change]:
    """Another movement, and other strikes."""
    facts = TABLES.card[card]
    if facts.subtype == Subtype.PLAIN:
        for value in near(int(facts.move), 0):
            yield change(f"move {value}", ("card", card, "move"), value)
    for strength, value in enumerate(facts.strike):
        for other in near(int(value), 0):
            name = f"{('weak', 'medium', 'strong')[strength]} {other}"
            yield change(name, ("card", card, "strike", strength), other)


ASKED = 0
for asked in TABLES.filter:
    ASKED |= int(asked["class"]) | int(asked["without_class"])


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = IDS.index(name)
    yield from changes_of_facts(card)
    yield from changes_of_keywords(card)
    for place in range(int(TABLES.card[card].n_traits)):
        yield from changes_of_trait(card, place)
    yield from changes_of_constants(card)
