"""What is Shards of Infinity's own in the changes of one fact of a card."""

import functools
import itertools
from collections.abc import Iterator

import numpy as np
from contract.card_changes import Entry, Texts, all_others, cards_of
from contract.mutations import Change

from sim import load_game
from sim.shards_of_infinity.cards import Condition, Count, Operation, vocabulary
from sim.shards_of_infinity.state import Faction
from sim.words.scenario import Scenario

GAME = load_game("shards_of_infinity")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
THRESHOLDS = (Condition.MASTERY, Condition.HEALTH)
KEYWORDS = (Condition.UNIFY, Condition.DOMINION, Condition.ECHO, Condition.INSPIRE)
SIMPLE = (Operation.GAIN_GEMS, Operation.GAIN_POWER, Operation.GAIN_HEALTH, Operation.GAIN_MASTERY, Operation.DRAW)
NEVER = {"condition": int(Condition.MASTERY), "argument": 1000}


class ShardsTexts(Texts):
    """The texts of Shards of Infinity."""

    def condition(self, row: Entry) -> Iterator[Change]:
        yield from super().condition(row)
        if row.now["condition"] in (*KEYWORDS, Condition.CONTROL):
            yield row.change("condition never holds", NEVER)


TEXTS = ShardsTexts(
    TABLES,
    vocabulary(CARDS),
    {"operation": 0},
    instead={
        "operation": all_others(*SIMPLE),
        "count": all_others(*Count),
        "condition": {
            **all_others(*THRESHOLDS),
            **all_others(*KEYWORDS),
            Condition.HOMODEUS_CHAMPIONS: THRESHOLDS,
            Condition.CONTROL: KEYWORDS,
        },
    },
)


def changes_of_facts(card: Entry) -> Iterator[Change]:
    """Every change of a number, of the faction and of the kind of a card."""
    yield from card.near("cost")
    yield from card.near("shield", 1)
    yield from card.without("shield", "protects_owner")
    yield from card.others("faction", Faction)
    if not card.now["starter"]:
        yield "champion or not", functools.partial(change_type, card)
    if card.now["champion"]:
        yield from card.near("defense", 1)
    else:
        yield from card.turned("mercenary")
    if card.now["exhaust_needs"][0]:
        yield from card.part("exhaust_needs", where="exhaust needs").others(0, (0, *KEYWORDS), "keyword")


def change_type(card: Entry, tables: np.record, scenario: Scenario) -> None:
    """A champion becomes an ally, an ally a champion."""
    facts = card.find(tables, scenario)
    facts["champion"], facts["ally"] = facts["ally"], facts["champion"]
    facts["defense"] = max(facts["defense"], 1)


def changes_of_order(text: Entry, rows: list[Entry]) -> Iterator[Change]:
    """Rows that stand after the next one."""
    for number, (row, after) in enumerate(itertools.pairwise(rows)):
        if row.now["skip"] == after.now["skip"] == 0:
            yield f"{row.where}: after the next", functools.partial(swap, text, number)


def swap(text: Entry, number: int, tables: np.record, scenario: Scenario) -> None:
    """A row of a text changes places with the one after it."""
    row = int(text.find(tables, scenario)[0]) + number
    tables.effect[row : row + 2] = tables.effect[row : row + 2][::-1].copy()


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = cards_of(TABLES, CARDS.index(name))
    yield from changes_of_facts(card)
    for timing in ("play", "exhaust", "static"):
        text = card.part(timing, where=timing)
        if text.now[0] < text.now[1]:
            yield text.change("emptied", {1: int(text.now[0])})
        rows = text.rows("effect", shared=False)
        yield from TEXTS.rows(rows)
        yield from changes_of_order(text, rows)
