"""What is KeyForge's own in the changes of one fact of a card."""

import functools
from collections.abc import Collection, Iterable, Iterator

import numpy as np
from contract.card_changes import Entry, Key, Texts, asked_bits, at_end, by_code, by_one, cards_of, own_rows, table_of
from contract.mutations import Change

from sim import load_game
from sim.keyforge import notation
from sim.keyforge.state import TRIGGERED, House, Lasting, Trigger, Type
from sim.keyforge.tables import ROW, Keyword, Operation, Place, Property, Select, Side
from sim.words.scenario import Scenario

GAME = load_game("keyforge")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
KINDS = by_code(notation.CONSTANTS)
NOTHING = dict.fromkeys(TABLES.row.dtype.names, 0) | {"operation": int(Operation.JUMP)}
"""A row that does nothing and leaves all that is noted as it is."""
INFORMING = (Operation.REVEAL, Operation.REVEAL_HAND, Operation.LOOK_AT_HAND)
"""What only tells a player something: see test_keyforge_telling."""
STEERING = (Operation.MODES, Operation.JUMP, Operation.REPEAT, Operation.NOTE_DID, Operation.STOP)
COUNTING = (
    *TRIGGERED, Lasting.NON_LOGOS_PLAYS, Lasting.KEYS_COST, Lasting.MAY_FIGHT, Lasting.MAY_USE, Lasting.MUST_CHOOSE,
)  # fmt: skip
"""Effects of a turn whose number, or house, counts; of the others any number is as good as 1."""
OF_THE_OWN = (Place.HAND, Place.ARCHIVES, Place.DECK, Place.DECK_AND_DISCARD, Place.UNDER_THIS)
"""Where nobody's cards are looked for but those of "you", unless the filter says enemy."""
ELSEWHERE = {
    Place.HAND: (Place.DISCARD,),
    Place.DISCARD: (Place.HAND,),
    Place.ARCHIVES: (Place.HAND,),
    Place.DECK_AND_DISCARD: (Place.DECK, Place.DISCARD),
    Place.PLAY_AND_DISCARD: (Place.PLAY, Place.DISCARD),
    Place.UNDER_THIS: (Place.HAND,),
    Place.PURGED_BY_THIS: (Place.DISCARD,),
}
WORK_ON_ARTIFACTS = (
    Operation.DESTROY, Operation.READY, Operation.EXHAUST, Operation.CAPTURE, Operation.TAKE_AMBER, *range(
        Operation.CONTROL, Operation.PUT_UNDER
    ),
)  # fmt: skip
"""Operations on all cards of a filter that do something to artifacts too."""
OF_CREATURES = (
    Property.DAMAGED | Property.STUNNED | Property.ELUSIVE | Property.NEIGHBOR | Property.NEIGHBOR_OF_CHOSEN
    | Property.NEIGHBOR_OF_FOUGHT | Property.MOST_POWERFUL | Property.THIS | Property.HOST | Property.SHARES_TRAIT
)  # fmt: skip
"""What no artifact can be: none has a trait that a creature has."""
ENDLESS = {
    "numquid_the_fair": (
        "play row 0: dropped", "play row 0: amount 0", "play row 1: dropped", "play row 2: condition dropped",
        "play row 2: condition turned round",
    )
}  # fmt: skip
"""After these a text that repeats itself unasked would go on for ever."""
ON_ARTIFACTS = functools.reduce(
    int.__or__, (int(card.traits) for card in TABLES.card[: len(CARDS)] if card["type"] == Type.ARTIFACT)
)


class KeyForgeTexts(Texts):
    """The texts of KeyForge."""

    def same_sides(self, asked: np.void) -> Collection[int]:
        properties = int(asked["properties"])
        if properties & Property.NEIGHBOR_OF_FOUGHT:
            return (Side.ANY, Side.ENEMY)
        own = asked["place"] in OF_THE_OWN or properties & (Property.NEIGHBOR | Property.THIS)
        return (Side.ANY, Side.FRIENDLY) if own and asked["side"] != Side.ENEMY else ()

    def types_besides(self, asked: np.void) -> Iterable[int]:
        types, found = int(asked["types"]), []
        creature, artifact = 1 << Type.CREATURE, 1 << Type.ARTIFACT
        if bin(types).count("1") > 1:
            found += [types & ~(1 << kind) for kind in Type if types >> kind & 1]
        if asked["place"] != Place.PLAY:
            return found + [0] * int(types != 0 and asked["title"] < 0 and asked["traits"] == 0)
        if asked["title"] < 0 and types == artifact:
            found.append(types | creature)
        if asked["title"] < 0 and types == creature and not int(asked["properties"]) & OF_CREATURES:
            if asked["power_at_least"] == 0 and (asked["traits"] == 0 or int(asked["traits"]) & ON_ARTIFACTS):
                found.append(types | artifact)
        return found

    def typed(self, row: np.void, column: Key) -> bool:
        if row.dtype == ROW and column == "filter":
            return bool(row["select"] != Select.EACH or row["operation"] in WORK_ON_ARTIFACTS)
        return column in ("count_filter", "condition_filter", Trigger.CARD_DISCARDED)

    def numbered(self, row: np.void) -> bool:
        return row["argument"] in COUNTING


TEXTS = KeyForgeTexts(
    TABLES,
    notation.Notation({}, {}).vocabulary,
    NOTHING,
    silent=INFORMING,
    unasked=STEERING,
    instead={"place": ELSEWHERE},
)


# --- constants --------------------------------------------------------------------------------------------------------


def changes_of_constants(card: Entry) -> Iterator[Change]:
    """Every change of one thing that a card does all the time; what an upgrade does, it does to its host."""
    for number, row in enumerate(card.part("constant").rows("constant", "constant")):
        term = KINDS[int(row.now["kind"])]
        yield f"{row.where}: dropped", functools.partial(drop_constant, card, number)
        yield from TEXTS.constant(row, term.readers, filter="filter")
        if term.works_on == notation.PEOPLE and row.now["side"] != Side.HOST_OPPONENT:
            yield from row.others("side", (Side.ANY, Side.FRIENDLY, Side.ENEMY))


def drop_constant(card: Entry, number: int, tables: np.record, scenario: Scenario) -> None:
    """A card without one of its constants."""
    facts = card.find(tables, scenario)
    start = own_rows(tables, "constant", facts["constant"])
    rows = np.delete(tables.constant[start:].copy(), number)
    facts["constant"] = at_end(tables, "constant", rows), len(tables.constant)
    facts["plain"] = len(rows) == 0


# --- cards ------------------------------------------------------------------------------------------------------------

KEYWORDS = {keyword.name.lower(): int(keyword) for keyword in Keyword}
TRAITS = asked_bits(TABLES, "traits", "without_traits")


def changes_of_facts(card: Entry) -> Iterator[Change]:
    """Every change of a number, a keyword, the house, and of the traits that some card asks for."""
    fields = ("amber", "power", "armor") if card.now["type"] == Type.CREATURE else ("amber",)
    for field in (*fields, *(field for field in ("assault", "hazardous") if card.now[field])):
        yield from card.near(field)
    yield from card.without_bits("keywords", KEYWORDS)
    yield from card.others("house", [House((int(card.now["house"]) + 1) % len(House))])
    yield from card.without_bits("traits", TRAITS)


def program(card: Entry, trigger: int) -> list[Entry]:
    """The rows of what a card does when something happens."""
    return card.part("program", trigger, where=Trigger(trigger).name.lower()).rows("row")


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card that comes to an end."""
    return (change for change in changes_of_card(CARDS.index(name)) if change[0] not in ENDLESS.get(name, ()))


def changes_of_card(number: int) -> Iterator[Change]:
    """Every change of one fact of a card.

    What happens each time while an effect of a turn lasts stands on the card that the tables name for it; other cards
    that make the effect must say the same, see test_keyforge_cards.
    """
    card = cards_of(TABLES, number)
    yield from changes_of_facts(card)
    for trigger in notation.TRIGGERS.values():
        if trigger != Trigger.LATER or number in TABLES.lasting:
            yield from TEXTS.rows(program(card, trigger))
            asked = card.part("when", where=Trigger(trigger).name.lower())
            yield from TEXTS.filter(asked, trigger, "when")
    yield from changes_of_constants(card)


def changes_of_the_table() -> Iterator[Change]:
    """Every change of a number of the table."""
    table = GAME.make_tables({"chains": [2, 2]}, ())
    yield from by_one(table, "turn_limit")
    yield from by_one(table, "chains")
    yield from table_of(table).turned("mulligans")
