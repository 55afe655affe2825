"""What is Shards of Infinity's own in the changes of one fact of a card."""

import functools
import itertools
from collections.abc import Iterator

import numpy as np
from contract.card_changes import Entry, Texts, all_others, members
from contract.mutations import Change

from sim import load_game
from sim.shards_of_infinity.cards import Condition, Count, Operation, vocabulary
from sim.shards_of_infinity.state import Faction
from sim.words.scenario import Scenario

GAME = load_game("shards_of_infinity")
THRESHOLDS, KEYWORDS = members(Condition, "mastery health"), members(Condition, "unify dominion echo inspire")
TEXTS = Texts(
    GAME,
    vocabulary(GAME.words.card_ids()),
    nothing={"operation": 0},
    never={"condition": int(Condition.MASTERY), "argument": 1000},
    instead={
        "operation": all_others(*members(Operation, "gain_gems gain_power gain_health gain_mastery draw")),
        "count": all_others(*Count),
        "condition": {
            **all_others(*THRESHOLDS),
            **all_others(*KEYWORDS),
            Condition.HOMODEUS_CHAMPIONS: THRESHOLDS,
            Condition.CONTROL: KEYWORDS,
        },
    },
)


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from card.near("cost")
    yield from card.near("shield", least=1)
    yield from card.without("shield", "protects_owner")
    yield from card.others("faction", Faction)
    if not card.now["starter"]:
        defense = max(int(card.now["defense"]), 1)
        other = {"champion": card.now["ally"], "ally": card.now["champion"], "defense": defense}
        yield card.change("champion or not", other)
    if card.now["champion"]:
        yield from card.near("defense", least=1)
    else:
        yield from card.turned("mercenary")
    if card.now["exhaust_needs"][0]:
        yield from card.part("exhaust_needs", where="exhaust needs").others(0, (0, *KEYWORDS), "keyword")
    for timing in ("play", "exhaust", "static"):
        text = card.part(timing, where=timing)
        yield from text.emptied()
        yield from TEXTS.text(text)
        yield from changes_of_order(text)


def changes_of_order(text: Entry) -> Iterator[Change]:
    """Rows that stand after the next one."""
    for number, (row, after) in enumerate(itertools.pairwise(text.rows("effect", shared=False))):
        if row.now["skip"] == after.now["skip"] == 0:
            yield f"{row.where}: after the next", functools.partial(swap, text, number)


def swap(text: Entry, number: int, tables: np.record, scenario: Scenario) -> None:
    """A row of a text changes places with the one after it."""
    row = int(text.find(tables, scenario)[0]) + number
    tables.effect[row : row + 2] = tables.effect[row : row + 2][::-1].copy()
