"""Every change of one fact of a card of Shards of Infinity, and the few that no game can show."""

import functools
from collections.abc import Iterator

import numpy as np
from contract.mutations import Change, change, near, other_values

from sim import load_game
from sim.shards_of_infinity.cards import Condition, Count, Operation
from sim.shards_of_infinity.state import INFINITE, Faction, Filter
from sim.words.scenario import Scenario

GAME = load_game("shards_of_infinity")
CARDS = GAME.words.card_ids()

THRESHOLDS = (Condition.MASTERY, Condition.HEALTH, Condition.HOMODEUS_CHAMPIONS)
KEYWORDS = (Condition.UNIFY, Condition.DOMINION, Condition.ECHO, Condition.INSPIRE)
SIMPLE = (Operation.GAIN_GEMS, Operation.GAIN_POWER, Operation.GAIN_HEALTH, Operation.GAIN_MASTERY, Operation.DRAW)
WITHOUT_AMOUNT = (
    Operation.DESTROY_ENEMY_CHAMPION,
    Operation.DESTROY_ALL_ENEMY_CHAMPIONS,
    Operation.COPY_HOMODEUS_ALLIES,
    Operation.DEPLOY_NEXT_HOMODEUS_CHAMPION,
    Operation.DOUBLE_POWER,
    Operation.CANNOT_BE_ATTACKED,
    Operation.PROTECTS_OWNER,
)
NO_OPERATION = 0
NEVER = (Condition.MASTERY, 1000)


def changes_of_numbers(card: int, facts: np.record) -> Iterator[Change]:
    for field in ("cost", "defense", "shield"):
        value, least = int(facts[field]), 0 if field == "cost" else 1
        if field == "defense" and not facts.champion:
            continue
        yield from other_values(field, ("card", card, field), value, near(value, least))
    if facts.shield > 0:
        yield change("shield 0", ("card", card, "shield"), 0)


def changes_of_kind(card: int, facts: np.record) -> Iterator[Change]:
    yield from other_values("faction", ("card", card, "faction"), int(facts.faction), Faction)
    if not facts.starter:
        yield "champion or not", functools.partial(change_type, card=card)
    if not facts.champion:
        yield change("mercenary or not", ("card", card, "mercenary"), 1 - int(facts.mercenary))
    if facts.protects_owner:
        yield change("protects_owner 0", ("card", card, "protects_owner"), 0)
    for timing in ("play", "exhaust", "static"):
        start, end = (int(row) for row in facts[timing])
        if start < end:
            yield change(f"{timing} emptied", ("card", card, timing, 1), start)
    needs = int(facts.exhaust_needs[0])
    if needs:
        for other in (0, *(keyword for keyword in KEYWORDS if keyword != needs)):
            yield change(f"exhaust needs {other}", ("card", card, "exhaust_needs", 0), other)


def change_type(tables: np.record, scenario: Scenario, card: int) -> None:
    facts = tables["card"][card]
    facts["champion"], facts["ally"] = facts["ally"], facts["champion"]
    facts["defense"] = max(facts["defense"], 1)


def changes_of_row(row: int, effect: np.record, where: str) -> Iterator[Change]:
    operation, amount = int(effect.operation), int(effect.a)
    yield change(f"{where}: no effect", ("effect", row, "operation"), NO_OPERATION)
    if operation == Operation.RETURN_FROM_DISCARD:
        yield from other_values(f"{where}: filter", ("effect", row, "a"), amount, Filter)
    elif operation not in WITHOUT_AMOUNT:
        others = near(amount, 1) if amount < INFINITE else [amount - 1]
        yield from other_values(f"{where}: amount", ("effect", row, "a"), amount, others)
    if operation == Operation.RECRUIT_FREE:
        yield change(f"{where}: other place", ("effect", row, "b"), 1 - int(effect.b))
    for other in SIMPLE:
        if operation in SIMPLE and operation != other and amount < INFINITE:
            yield change(f"{where}: operation {other}", ("effect", row, "operation"), other)
    for per in (0, *Count):
        if effect.per and per != effect.per:
            yield change(f"{where}: per {per}", ("effect", row, "per"), per)
    if effect.skip:
        yield change(f"{where}: adds to what it should replace", ("effect", row, "skip"), 0)
    yield from changes_of_condition(row, int(effect.condition), int(effect.argument), where)


def changes_of_condition(row: int, condition: int, argument: int, where: str) -> Iterator[Change]:
    if condition == 0:
        return
    yield change(f"{where}: condition dropped", ("effect", row, "condition"), 0)
    if condition == Condition.CONTROL:
        for other in range(len(CARDS)):
            if other != argument:
                yield change(f"{where}: control {CARDS[other]}", ("effect", row, "argument"), other)
    if condition in THRESHOLDS:
        near_by = (argument - 1, argument + 1)
        yield from other_values(f"{where}: threshold", ("effect", row, "argument"), argument, near_by)
        others = [other for other in (Condition.MASTERY, Condition.HEALTH) if other != condition]
    else:
        others = [other for other in KEYWORDS if other != condition]
        yield f"{where}: condition never holds", functools.partial(never, row=row)
    for other in others:
        yield change(f"{where}: condition {other}", ("effect", row, "condition"), other)


def never(tables: np.record, scenario: Scenario, row: int) -> None:
    tables["effect"][row]["condition"], tables["effect"][row]["argument"] = NEVER


def swap(tables: np.record, scenario: Scenario, row: int) -> None:
    tables["effect"][row : row + 2] = tables["effect"][row : row + 2][::-1].copy()


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = CARDS.index(name)
    tables = GAME.make_tables({}, ())
    facts = tables.card[card]
    yield from changes_of_numbers(card, facts)
    yield from changes_of_kind(card, facts)
    for timing in ("play", "exhaust", "static"):
        start, end = (int(row) for row in facts[timing])
        for row in range(start, end):
            yield from changes_of_row(row, tables.effect[row], f"{timing} row {row - start}")
            if row + 1 < end and tables.effect[row].skip == tables.effect[row + 1].skip == 0:
                yield f"{timing} row {row - start}: after the next", functools.partial(swap, row=row)
