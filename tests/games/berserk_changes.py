"""What is Berserk's own in the changes of one fact of a card.

Figures, named traits, costs, conditions, filters, amounts and operations are changed; not the kinds and strengths of
attacks that a text names, nor how long it lasts: see modifiers.toml among the scenarios.
"""

import functools
from collections.abc import Collection, Iterator

import numpy as np
from contract.card_changes import Entry, Texts, asked_bits, cards_of
from contract.mutations import Change

from sim import load_game
from sim.berserk import notation
from sim.berserk.cards import card_tables
from sim.berserk.state import TOKENS_MAX
from sim.berserk.tables import (
    ALL,
    AMOUNT_ZERO,
    Element,
    Head,
    Operation,
    Reach,
    Relation,
    Select,
    Side,
    Stat,
    Subtype,
    Type,
)
from sim.words.scenario import Scenario

GAME = load_game("berserk")
CARDS = GAME.words.card_ids()
TABLES = card_tables().view(np.recarray)[0]
NAMED = {stat.name.lower(): stat for stat in Stat if stat not in (Stat.NONE, Stat.FLYING)}
OF_NUMBERS = (
    Stat.ATTACK_EXPERIENCE, Stat.DEFENSE_EXPERIENCE, Stat.CLUMSINESS, Stat.ARMOUR, Stat.REGENERATION, Stat.VAMPIRISM,
    Stat.INCARNATION, Stat.JUMP, Stat.MOVEMENT, Stat.MORE_ATTACK_EXPERIENCE, Stat.MORE_DEFENSE_EXPERIENCE,
    Stat.MORE_ARMOUR, Stat.STRIKE_REACH, Stat.SPENDS_TOKENS,
)  # fmt: skip
"""Named traits whose number counts."""
NUMBER = (1 << notation.KINDS_BITS) - 1
"""The bits of an amount for kinds of attack that are its number, counted from AMOUNT_ZERO."""
IN_RANGE = (Operation.SHOT, Operation.THROW, Operation.DISCHARGE)
OF_ONE_SIDE = (Relation.SELF, Relation.HOST, Relation.GRAVEYARD, Relation.OWN_GRAVEYARD)
"""These say whose a card is, or that it does not matter."""


class BerserkTexts(Texts):
    """The texts of Berserk."""

    def same_sides(self, asked: np.void) -> Collection[int]:
        return tuple(Side) if asked["relation"] in OF_ONE_SIDE else ()

    def amounts(self, row: Entry) -> Iterator[Change]:
        operation, amount, argument = (int(row.now[field]) for field in ("operation", "amount", "argument"))
        readers = self.operations[operation].readers
        if notation.values in readers:
            for band, strength in enumerate(STRENGTHS):
                yield row.change(f"{strength} {(amount >> 4 * band & 15) + 1}", {"amount": amount + (1 << 4 * band)})
            yield from row.others("argument", reaches_besides(operation, argument), "range")
        elif self.operations[operation].of:
            yield from self.granted(row, argument, amount)
        elif operation == Operation.PREVENT:
            yield row.change("one more", {"amount": amount + 1})
        elif operation == Operation.TOKEN and argument >= TOKENS_MAX:
            yield from self.argument(row, "amount", readers[0], "amount", None)
        else:
            yield from super().amounts(row)

    def granted(self, row: Entry, stat: int, amount: int) -> Iterator[Change]:
        """Another number of what is given."""
        if stat in notation.OF_ATTACKS:
            for number in ((amount & NUMBER) - 1, (amount & NUMBER) + 1):
                yield row.change(f"amount {number - AMOUNT_ZERO}", {"amount": amount & ~NUMBER | number})
        elif stat in OF_NUMBERS:
            yield from row.near("amount", 1)


def reaches_besides(operation: int, reach: int) -> list[int]:
    """Other ranges of an attack, and the same without what else is said of it."""
    found = [reach & ~int(part) for part in Reach if part and reach & part]
    if operation in IN_RANGE and reach & 7 and not reach & Reach.EVENT_TARGET:
        found += [reach - 1, reach + 1]
    return found


STRENGTHS = ("weak", "medium", "strong")
TEXTS = BerserkTexts(
    TABLES,
    notation.Notation({}, {}).vocabulary,
    {"operation": int(Operation.NONE), "select": int(Select.NONE), "optional": 0},
    silent=(Operation.EITHER, Operation.OR),
    unasked=tuple(Operation),
    at_least_one=(Operation.TARGET,),
)


# --- traits and constants ---------------------------------------------------------------------------------------------


def changes_of_trait(trait: Entry) -> Iterator[Change]:
    """Every change of one thing that a trait says, its constants apart."""
    if trait.now["head"] == Head.CONSTANT:
        return
    yield trait.change("dropped", {"head": int(Head.CONSTANT)})
    yield from trait.without("once", "formation", "by_ally", "spell", "second", "event_or")
    for field in ("tokens", "limit"):
        if trait.now[field]:
            yield from trait.near(field)
    yield from TEXTS.filter(trait, "filter", "about")
    yield from TEXTS.condition(trait)
    yield from TEXTS.rows(trait.rows("row", first="first", end="end"))


def changes_of_constant(card: Entry, constant: Entry) -> Iterator[Change]:
    """Every change of one thing that a line of a constant says."""
    yield f"{constant.where}: dropped", functools.partial(drop_constant, card, constant)
    if constant.now["stat"] in (*notation.OF_ATTACKS, *OF_NUMBERS) and constant.now["amount"] < ALL:
        yield from constant.near("amount", -ALL)
    yield from constant.without("formation")
    yield from TEXTS.constant(constant, (), filter="against", whom="for")


def drop_constant(card: Entry, constant: Entry, tables: np.record, scenario: Scenario) -> None:
    """A constant no longer says anything."""
    row, facts = constant.find(tables, scenario), card.find(tables, scenario)
    if row["whom"] < 0:
        start, end = facts["constant"]
        others = [other["stat"] for other in tables["constant"][start:end]].count(row["stat"])
        facts["moving"][row["stat"]] = others > 1
    row["stat"] = int(Stat.NONE)


# --- facts ------------------------------------------------------------------------------------------------------------

CLASSES = asked_bits(TABLES, "class", "without_class")


def changes_of_facts(card: Entry) -> Iterator[Change]:
    """Other printed figures, and another element."""
    for field, least in (("cost", 0), ("life", 1), ("token_cap", 1)):
        if card.now[field] and (field != "token_cap" or card.now["accumulates"]):
            yield from card.near(field, least)
    yield from card.turned("elite", "unique")
    yield from card.others("element", Element)
    yield from card.without_bits("classes", CLASSES)
    yield from card.without("gold", "neutral")
    if card.now["type"] == Type.CREATURE:
        if card.now["subtype"] == Subtype.PLAIN:
            yield from card.near("move")
        for strength, name in enumerate(STRENGTHS):
            yield from card.part("strike").near(strength, text=name)


def changes_of_keywords(card: Entry) -> Iterator[Change]:
    """Without each named trait, and with another number of it."""
    for name, stat in NAMED.items():
        if card.now["given"][stat]:
            yield f"without {name}", functools.partial(drop_keyword, card, stat)
            if stat in OF_NUMBERS:
                yield from card.part("stat").near(stat, 1, name)


def drop_keyword(card: Entry, stat: Stat, tables: np.record, scenario: Scenario) -> None:
    """A card no longer has a named trait."""
    facts = card.find(tables, scenario)
    facts["stat"][stat], facts["given"][stat] = 0, 0


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = cards_of(TABLES, CARDS.index(name))
    yield from changes_of_facts(card)
    yield from changes_of_keywords(card)
    for place in range(int(card.now["n_traits"])):
        yield from changes_of_trait(card.part("trait").copied("trait", place, f"trait {place + 1}"))
    for place, constant in enumerate(card.part("constant").rows("constant")):
        yield from changes_of_constant(card, constant.called(f"constant {place + 1}"))
