"""Every change of one fact of a card of Nightfall, and the few that no game can show."""

from collections.abc import Iterator

import numpy as np
from contract.mutations import Change, change, near, other_values

from sim import load_game
from sim.nightfall.cards import ALL, Condition, Operation, Static
from sim.nightfall.state import NOTHING, Colour, Select, Side, Source, Who, Zone

GAME = load_game("nightfall")
CARDS = GAME.words.card_ids()
ORDERS = [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "wound"]
WITH_AMOUNT = (
    Operation.DRAW,
    Operation.INFLUENCE,
    Operation.INFLICT,
    Operation.DISCARD,
    Operation.DAMAGE,
    Operation.HEAL,
    Operation.EXILE_WOUNDS,
)
WHO = (Who.YOU, Who.TARGETED, Who.EACH_OPPONENT, Who.EACH_PLAYER)
NO_OPERATION = 0


def changes_of_numbers(card: int, facts: np.record) -> Iterator[Change]:
    numbers = ["strength", "health"] if facts.is_minion else []
    if facts.type != 0:
        numbers.append("cost")
    for field in (*numbers, "copies"):
        least = 1 if field in ("health", "copies") else 0
        yield from other_values(field, ("card", card, field), int(facts[field]), near(int(facts[field]), least))


def changes_of_colours(card: int, facts: np.record) -> Iterator[Change]:
    yield from other_values("colour", ("card", card, "colour"), int(facts.colour), Colour)
    for colour in Colour:
        links = int(facts.links) ^ (1 << colour)
        yield change(f"link {colour.name.lower()} turned", ("card", card, "links"), links)
        if facts.kicker not in (NOTHING, colour):
            yield change(f"kicker {colour.name.lower()}", ("card", card, "kicker"), int(colour))
    if facts.kicker != NOTHING:
        yield change("no kicker", ("card", card, "kicker"), NOTHING)


def changes_of_statics(card: int, facts: np.record) -> Iterator[Change]:
    for static in Static if facts.is_minion else ():
        name = static.name.lower()
        yield change(f"{name} turned", ("card", card, name), 0 if facts[name] else 1)


def changes_of_row(row: int, line: np.record, where: str) -> Iterator[Change]:
    operation, amount = int(line.operation), int(line.amount)
    yield change(f"{where}: no effect", ("row", row, "operation"), NO_OPERATION)
    if operation in WITH_AMOUNT:
        yield from other_values(f"{where}: amount", ("row", row, "amount"), amount, near(amount, 1))
    if operation in (Operation.INFLICT, Operation.DISCARD):
        yield from other_values(f"{where}:", ("row", row, "argument"), int(line.argument), WHO)
    if operation == Operation.TARGET_PLAYER:
        yield change(f"{where}: any player", ("row", row, "amount"), int(Who.ANY_PLAYER))
    if operation == Operation.EXILE_WOUNDS:
        yield from other_values(f"{where}: from", ("row", row, "argument"), int(line.argument), Zone)
    if operation == Operation.CLAIM:
        yield from other_values(f"{where}: from", ("row", row, "amount"), amount, Source)
        for cost in (int(line.argument) - 1, int(line.argument) + 1):
            yield change(f"{where}: cost {cost}", ("row", row, "argument"), cost)
        yield change(f"{where}: must", ("row", row, "optional"), 0)
    if line.condition:
        yield change(f"{where}: condition dropped", ("row", row, "condition"), 0)
        yield change(f"{where}: condition turned", ("row", row, "otherwise"), 1)
    if line.condition == Condition.IN_PLAY:
        for least in (int(line.condition_argument) - 1, int(line.condition_argument) + 1):
            yield change(f"{where}: threshold {least}", ("row", row, "condition_argument"), least)
    if line.skip:
        yield change(f"{where}: adds to what it should replace", ("row", row, "skip"), 0)


def changes_of_filter(number: int, line: np.record, where: str) -> Iterator[Change]:
    """Filters are shared: the change is made to the filter of all cards that have it."""
    yield from other_values(f"{where}:", ("filter", number, "side"), int(line.side), Side)
    if line.cost_at_most != ALL:
        for cost in (int(line.cost_at_most) - 1, int(line.cost_at_most) + 1):
            yield change(f"{where}: cost {cost}", ("filter", number, "cost_at_most"), cost)


def changes_of_text(card: int, tables: np.record, text: str) -> Iterator[Change]:
    start, end = (int(row) for row in tables.card[card][text])
    if start < end:
        yield change(f"{text} emptied", ("card", card, text, 1), start)
    for row in range(start, end):
        line, where = tables.row[row], f"{text} row {row - start}"
        yield from changes_of_row(row, line, where)
        filtered = line.operation in (Operation.TARGET, Operation.TARGET_ORDER, Operation.REANIMATE)
        if filtered or line.select == Select.EACH:
            yield from changes_of_filter(int(line.filter), tables.filter[int(line.filter)], f"{where}, filter")
        if line.condition == Condition.IN_PLAY:
            number = int(line.condition_filter)
            yield from changes_of_filter(number, tables.filter[number], f"{where}, condition")


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = CARDS.index(name)
    tables = GAME.make_tables({}, ())
    facts = tables.card[card]
    yield from changes_of_numbers(card, facts)
    yield from changes_of_colours(card, facts)
    yield from changes_of_statics(card, facts)
    for text in ("chain", "kicked"):
        yield from changes_of_text(card, tables, text)
