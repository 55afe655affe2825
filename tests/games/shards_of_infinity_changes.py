"""What is Shards of Infinity's own in the changes of one fact of a card."""

import itertools

from contract.card_changes import Changes, Entry, Texts, all_others, members, table_of

from sim import load_game
from sim.shards_of_infinity.cards import Condition, Count, Operation, vocabulary
from sim.shards_of_infinity.state import Faction

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


def changes(name: str) -> Changes:
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
        yield from TEXTS.text(text)
        yield from changes_of_order(text)


def changes_of_order(text: Entry) -> Changes:
    """Rows that stand after the next one."""
    table = table_of(TEXTS.tables)
    for place, (row, after) in enumerate(itertools.pairwise(text.rows("effect", shared=False)), int(text.now[0])):
        if row.now["skip"] == after.now["skip"] == 0:
            swapped = {("effect", place): after.now, ("effect", place + 1): row.now}
            yield table.called(row.where).change("after the next", swapped)
