"""Changes of single facts of the cards of Berserk: Heroes: what a text does, dropped row by row, and what holds all the
time.
"""

import functools
from collections.abc import Iterator

import numpy as np
from contract.mutations import Change, change

from sim import load_game
from sim.berserk_heroes.state import Type
from sim.berserk_heroes.tables import Operation
from sim.words.scenario import Scenario

GAME = load_game("berserk_heroes")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
TELLING = (
    Operation.AS_YOU,
    Operation.SHOW_HAND,
    Operation.SHUFFLE_DECK,
    Operation.TIMES,
    Operation.STOP,
)
"""What only tells a player something, or comes to nothing where nothing follows."""


def at_end(tables: np.record, column: str, rows: np.ndarray) -> int:
    """Writes rows at the unused end of a column of the tables; returns where they begin."""
    start = len(tables[column]) - len(rows)
    tables[column][start:] = rows
    return start


def drop_row(ability: int, row: int, tables: np.record, scenario: Scenario) -> None:
    """An ability gets its own copy of its program, without one row."""
    start, end = int(tables.ability[ability].start), int(tables.ability[ability].end)
    rows = np.delete(tables.row[start:end].copy(), row)
    start = at_end(tables, "row", rows)
    tables.ability[ability].start, tables.ability[ability].end = start, len(tables.row)


def drop_constant(card: int, row: int, tables: np.record, scenario: Scenario) -> None:
    """A card gets its own copy of its constants, without one."""
    start, end = (int(place) for place in tables.card[card].constant)
    rows = np.delete(tables.constant[start:end].copy(), row)
    tables.card[card].constant = at_end(tables, "constant", rows), len(tables.constant)


def changes_of_abilities(card: int) -> Iterator[Change]:
    """Each row of each ability dropped."""
    first, end = (int(place) for place in TABLES.card[card].ability)
    for index in range(first, end):
        ability = TABLES.ability[index]
        rows = TABLES.row[int(ability.start) : int(ability.end)]
        for place, row in enumerate(rows):
            if row.operation not in TELLING:
                name = f"ability {index - first} row {place}: dropped"
                yield name, functools.partial(drop_row, index, place)


def changes(name: str) -> Iterator[Change]:
    """Every change of a fact of a card that is looked at."""
    card = CARDS.index(name)
    facts = TABLES.card[card]
    if facts["type"] == Type.CREATURE:
        yield change("one more life", ("card", card, "life"), int(facts.life) + 1)
        yield change("one more strike", ("card", card, "strike"), int(facts.strike) + 1)
    elif facts["type"] == Type.HERO:
        yield change("one more life", ("card", card, "life"), int(facts.life) + 1)
    else:
        yield change("dearer", ("card", card, "cost"), int(facts.cost) + 11)
    yield from changes_of_abilities(card)
    first, end = (int(place) for place in facts.constant)
    for row in range(end - first):
        yield f"constant {row}: dropped", functools.partial(drop_constant, card, row)


EQUIVALENT: dict[tuple[str, str], str] = {}
"""Changes that no game can show, and why."""
