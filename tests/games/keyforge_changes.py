"""Every change of one fact of a card of KeyForge, and the few that no game can show."""

import functools
import re
from collections.abc import Iterable, Iterator

import numpy as np
from contract.mutations import (
    Change,
    Holder,
    at_end,
    change,
    near,
    other_values,
    own_rows,
    setting,
    setting_filter,
    shown,
)

from sim import load_game
from sim.keyforge import notation
from sim.keyforge.state import TRIGGERED, Constant, House, Lasting, Mark, Trigger, Type
from sim.keyforge.tables import ALL, Condition, Count, Operation, Place, Property, Select, Side
from sim.words.scenario import Scenario

GAME = load_game("keyforge")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
FORMS = {int(term.code): term for term in notation.OPERATIONS.values()}
KINDS = {int(term.code): term for term in notation.CONSTANTS.values()}
ASKING = {int(term.code): term for term in notation.CONDITIONS.values()}
COUNTED = {int(term.code): bool(term.readers) for term in notation.COUNTS.values()}
KEYWORDS = {"taunt": 1, "elusive": 2, "skirmish": 4, "poison": 8}

STEERING = (Operation.MODES, Operation.JUMP, Operation.REPEAT, Operation.NOTE_DID, Operation.STOP)
LASTING = (Operation.REST_OF_TURN, Operation.NEXT_TURN)
COUNTING = (*TRIGGERED, Lasting.NON_LOGOS_PLAYS, Lasting.KEYS_COST)
"""Effects of a turn whose amount counts; of the others any amount is as good as 1."""
LISTING = (Operation.CHOOSE, Operation.CHOOSE_ALSO, Operation.REVEAL, Operation.MILL_UNTIL)
"""What comes to nothing exactly if no card is chosen."""
OF_OWN_DECK = (Operation.MILL_UNTIL, Operation.REVEAL_TOP, Operation.DISCARD_TOP)
"""After these the card chosen is the player's own."""
OF_THE_OWN = (Place.HAND, Place.ARCHIVES, Place.DECK, Place.DECK_AND_DISCARD, Place.UNDER_THIS)
"""Where nobody's cards are looked for but those of "you", unless the filter says enemy."""
INFORMING = (Operation.REVEAL, Operation.REVEAL_HAND, Operation.LOOK_AT_HAND)
"""What only tells a player something: see test_keyforge_telling."""
WORK_ON_ARTIFACTS = (
    Operation.DESTROY, Operation.READY, Operation.EXHAUST, Operation.CAPTURE, Operation.TAKE_AMBER, *range(
        Operation.CONTROL, Operation.PUT_UNDER
    ),
)  # fmt: skip
"""Operations on all cards of a filter that do something to artifacts too."""
ELSEWHERE = {
    Place.HAND: (Place.DISCARD,),
    Place.DISCARD: (Place.HAND,),
    Place.ARCHIVES: (Place.HAND,),
    Place.DECK_AND_DISCARD: (Place.DECK, Place.DISCARD),
    Place.PLAY_AND_DISCARD: (Place.PLAY, Place.DISCARD),
    Place.UNDER_THIS: (Place.HAND,),
    Place.PURGED_BY_THIS: (Place.DISCARD,),
}
OF_CREATURES = (
    Property.DAMAGED | Property.STUNNED | Property.ELUSIVE | Property.NEIGHBOR | Property.NEIGHBOR_OF_CHOSEN
    | Property.NEIGHBOR_OF_FOUGHT | Property.MOST_POWERFUL | Property.THIS | Property.HOST | Property.SHARES_TRAIT
)  # fmt: skip
"""What no artifact can be: none has a trait that a creature has."""
TRAITS = notation.TRAITS_MAX
ON_ARTIFACTS = functools.reduce(
    int.__or__, (int(card.traits) for card in TABLES.card[: len(CARDS)] if card["type"] == Type.ARTIFACT)
)
NOTHING = dict.fromkeys(TABLES.row.dtype.names, 0) | {"operation": int(Operation.JUMP)}
"""A row that does nothing and leaves all that is noted as it is."""


# --- changes of one card's own copy of a text -------------------------------------------------------------------------


def in_program(card: int, trigger: int, row: int) -> Holder:
    return lambda tables: tables.row[own_rows(tables, "row", tables.card[card].program[trigger]) + row]


def in_constants(card: int, row: int) -> Holder:
    return lambda tables: tables.constant[own_rows(tables, "constant", tables.card[card].constant) + row]


def when_of(card: int) -> Holder:
    return lambda tables: tables.card[card].when


# --- filters ----------------------------------------------------------------------------------------------------------


def changes_of_filter(
    index: int,
    where: str,
    holder: Holder,
    column: str | int,
    typed: bool = True,
    alike: Iterable[Side] = (),
    unasked: int = 0,
) -> Iterator[Change]:
    """Every change of one thing that a filter asks; typed: whether cards of several types come before it; alike: sides
    that come to the same; unasked: properties that hold in any case.
    """
    asked = TABLES.filter[index]

    def make(text: str, **values: int) -> Change:
        return setting_filter(f"{where}: {text}", holder, column, **values)

    for side in sides_besides(asked, alike):
        yield make(f"side {side.name.lower()}", side=int(side))
    if typed:
        for types in types_besides(asked):
            yield make(f"types {types}", types=types)
    for bit in Property:
        if int(asked.properties) & bit & ~unasked:
            yield make(f"not {bit.name.lower()}", properties=int(asked.properties) & ~int(bit))
    if asked.houses:
        yield make("any house", houses=0)
        yield make("another house", houses=(int(asked.houses) << 1) % 127 or 1)
    for field in ("without_houses", "traits", "without_traits"):
        if asked[field]:
            yield make(f"{field} not asked", **{field: 0})
    if asked.power_at_least and asked.power_at_least == asked.power_at_most:
        for power in near(int(asked.power_at_least), 1):
            yield make(f"power {power}", power_at_least=power, power_at_most=power)
    elif asked.power_at_least:
        for power in near(int(asked.power_at_least), 1):
            yield make(f"power at least {power}", power_at_least=power)
    elif asked.power_at_most < ALL:
        for power in near(int(asked.power_at_most), 0):
            yield make(f"power at most {power}", power_at_most=power)
    if asked.title >= 0:
        yield make("any title", title=-1)
    for place in ELSEWHERE.get(Place(int(asked.place)), ()):
        yield make(f"place {place.name.lower()}", place=int(place))


def sides_besides(asked: np.record, alike: Iterable[Side]) -> list[Side]:
    """The other sides that a filter could name with another meaning."""
    side, properties = Side(int(asked.side)), int(asked.properties)
    same = {side, *(alike if side in alike else ())}
    if asked.place in OF_THE_OWN or properties & (Property.NEIGHBOR | Property.THIS):
        same |= {Side.ANY, Side.FRIENDLY} if side != Side.ENEMY else set()
    if properties & Property.NEIGHBOR_OF_FOUGHT:
        same |= {Side.ANY, Side.ENEMY}
    return [other for other in (Side.ANY, Side.FRIENDLY, Side.ENEMY) if other not in same]


def types_besides(asked: np.record) -> list[int]:
    """The other types that a filter could name with another meaning."""
    types, found = int(asked.types), []
    creature, artifact = 1 << Type.CREATURE, 1 << Type.ARTIFACT
    if bin(types).count("1") > 1:
        found += [types & ~(1 << kind) for kind in Type if types >> kind & 1]
    if asked.place != Place.PLAY:
        return found + [0] * int(types != 0 and asked.title < 0 and asked.traits == 0)
    if asked.title >= 0:
        return found
    if types == artifact:
        found.append(types | creature)
    if types == creature and not int(asked.properties) & OF_CREATURES and asked.power_at_least == 0:
        if asked.traits == 0 or int(asked.traits) & ON_ARTIFACTS:
            found.append(types | artifact)
    return found


# --- programs ---------------------------------------------------------------------------------------------------------


def changes_of_program(card: int, trigger: int) -> Iterator[Change]:
    """Every change of one thing that a text says."""
    start, end = (int(row) for row in TABLES.card[card].program[trigger])
    for row in range(start, end):
        where = f"{Trigger(trigger).name.lower()} row {row - start}"
        yield from changes_of_row(TABLES.row[start:end], row - start, where, in_program(card, trigger, row - start))
    if TABLES.card[card].when[trigger] >= 0:
        typed = trigger == Trigger.CARD_DISCARDED
        where = f"{Trigger(trigger).name.lower()} when"
        alike = (Side.ANY, Side.ENEMY) if trigger == Trigger.CREATURE_DESTROYED_FIGHTING_THIS else ()
        yield from changes_of_filter(int(TABLES.card[card].when[trigger]), where, when_of(card), trigger, typed, alike)


def changes_of_row(rows: np.ndarray, place: int, where: str, holder: Holder) -> Iterator[Change]:
    """Every change of one thing that a row of a text says, but for those after which a text that repeats itself unasked
    would go on for ever.
    """
    row = rows[place]
    operation = Operation(int(row.operation))
    for_ever = Operation.REPEAT in rows["operation"] and Condition.FEWER_CREATURES in rows["condition"]
    alike = (Side.ANY, Side.FRIENDLY) if set(OF_OWN_DECK) & set(rows["operation"].tolist()) else ()
    if operation in INFORMING:
        return
    if not for_ever or operation == Operation.REPEAT:
        yield setting(f"{where}: dropped", holder, **NOTHING)
    yield from changes_of_amounts(row, where, holder, 1 if for_ever else -99)
    if operation not in STEERING:
        yield setting(f"{where}: optional or not", holder, optional=1 - int(row.optional))
    if row.select == Select.EACH or (operation in FORMS and FORMS[operation].works_on == notation.PICKED):
        typed = row.select != Select.EACH or operation in WORK_ON_ARTIFACTS
        own = alike if operation == Operation.MILL_UNTIL else ()
        yield from changes_of_filter(int(row.filter), f"{where} filter", holder, "filter", typed, own)
    if row.count:
        yield setting(f"{where}: not multiplied", holder, count=0)
    if row.count == Count.MATCHING:
        yield from changes_of_filter(int(row.count_filter), f"{where} per", holder, "count_filter")
    if COUNTED.get(int(row.count)):
        for value in near(int(row.count_argument), 0):
            yield setting(f"{where}: per beyond {value}", holder, count_argument=value)
    if row.condition and not for_ever:
        listed = place > 0 and rows["operation"][place - 1] in LISTING and row.select == Select.CHOSEN
        yield from changes_of_condition(row, where, holder, alike, listed)


def changes_of_amounts(row: np.record, where: str, holder: Holder, least: int) -> Iterator[Change]:
    """Other amounts of a row, other arguments, other effects of a turn; least: of the amounts."""
    operation, amount, argument = Operation(int(row.operation)), int(row.amount), int(row.argument)
    if operation in STEERING:
        return
    if operation in LASTING:
        yield from changes_of_lasting(operation, amount, argument, where, holder)
        return
    form = FORMS[operation]
    if form.readers:
        for other in amounts_besides(operation, amount, least):
            yield setting(f"{where}: amount {other}", holder, amount=other)
    if len(form.readers) > 1:
        for other in near(argument, 0):
            yield setting(f"{where}: argument {other}", holder, argument=other)


def amounts_besides(operation: Operation, amount: int, least: int) -> list[int]:
    if amount == ALL:
        return [1]
    if operation == Operation.MARK:
        return [int(mark) for mark in Mark if mark != amount]
    if operation == Operation.CONTROL_AS:
        return [int(house) for house in House if house != amount]
    if operation == Operation.PUT_INTO_PLAY:
        return [1 - amount]
    return near(amount, least)


def changes_of_lasting(
    operation: Operation, amount: int, argument: int, where: str, holder: Holder
) -> Iterator[Change]:
    if argument in (Lasting.MAY_FIGHT, Lasting.MAY_USE, Lasting.MUST_CHOOSE):
        every = notation.ALL_HOUSES
        for other in {0, 1 << House.MARS, every} - {amount}:
            yield setting(f"{where}: houses {other}", holder, amount=other)
    elif argument in COUNTING:
        for other in near(amount, 0):
            yield setting(f"{where}: amount {other}", holder, amount=other)
    for other in (lasting for lasting in Lasting if abs(lasting - argument) == 1):
        if other.name.lower() in FORMS[operation].of:
            yield setting(f"{where}: effect {other.name.lower()}", holder, argument=int(other))


def changes_of_condition(
    row: np.record, where: str, holder: Holder, alike: Iterable[Side], listed: bool
) -> Iterator[Change]:
    """Another condition, or none; listed: the row works on what the row before may have listed, so that "if it did"
    says nothing more.
    """
    condition, argument = int(row.condition), int(row.condition_argument)
    asked = ASKING[condition]
    if condition != Condition.DID or not listed:
        yield setting(f"{where}: condition dropped", holder, condition=0)
    yield setting(f"{where}: condition turned round", holder, otherwise=1 - int(row.otherwise))
    if asked.readers:
        least = 1 if condition in (Condition.DID, Condition.THERE_IS) else 0
        for value in near(max(least, argument), least):
            yield setting(f"{where}: threshold {value}", holder, condition_argument=value)
    if asked.works_on in (notation.PICKED, notation.CARD):
        yield from changes_of_filter(int(row.condition_filter), f"{where} if", holder, "condition_filter", True, alike)


# --- constants --------------------------------------------------------------------------------------------------------


def changes_of_constants(card: int) -> Iterator[Change]:
    """Every change of one thing that a card does all the time; what an upgrade does, it does to its host."""
    start, end = (int(row) for row in TABLES.card[card].constant)
    for row in range(start, end):
        constant, holder = TABLES.constant[row], in_constants(card, row - start)
        kind = Constant(int(constant.kind))
        where = f"constant {kind.name.lower()} {row - start}"
        yield f"{where}: dropped", functools.partial(drop_constant, card, row - start)
        if KINDS[kind].readers:
            for value in constant_amounts(kind, int(constant.amount)):
                yield setting(f"{where}: amount {value}", holder, amount=value)
        if constant.filter >= 0:
            unasked = int(Property.HOST) if TABLES.card[card]["type"] == Type.UPGRADE else 0
            unasked |= int(Property.NEIGHBOR) if kind == Constant.CATCHES_DAMAGE else 0
            yield from changes_of_filter(int(constant.filter), f"{where} filter", holder, "filter", False, (), unasked)
        if KINDS[kind].works_on == notation.PEOPLE and constant.side != Side.HOST_OPPONENT:
            for side in (Side.ANY, Side.FRIENDLY, Side.ENEMY):
                if side != constant.side:
                    yield setting(f"{where}: side {side.name.lower()}", holder, side=int(side))
        if constant.count:
            yield setting(f"{where}: not multiplied", holder, count=0)
        if constant.count == Count.MATCHING:
            yield from changes_of_filter(int(constant.count_filter), f"{where} per", holder, "count_filter")


def constant_amounts(kind: Constant, amount: int) -> list[int]:
    if kind in (Constant.MUST_CHOOSE, Constant.PLAYS_OFF_HOUSE):
        return [int(house) for house in House if house != amount]
    return near(amount, -99)


def drop_constant(card: int, row: int, tables: np.record, scenario: Scenario) -> None:
    start = own_rows(tables, "constant", tables.card[card].constant)
    rows = np.delete(tables.constant[start:].copy(), row)
    tables.card[card].constant = at_end(tables, "constant", rows), len(tables.constant)
    tables.card[card].plain = len(rows) == 0


# --- facts ------------------------------------------------------------------------------------------------------------


def changes_of_facts(card: int) -> Iterator[Change]:
    """Every change of a number, a keyword, the house, and of the traits that some card asks for."""
    facts = TABLES.card[card]
    fields = ("amber", "power", "armor") if facts["type"] == Type.CREATURE else ("amber",)
    for field in (*fields, *(field for field in ("assault", "hazardous") if facts[field])):
        yield from other_values(field, ("card", card, field), int(facts[field]), near(int(facts[field]), 0))
    for keyword, bit in KEYWORDS.items():
        if int(facts.keywords) & bit:
            yield change(f"not {keyword}", ("card", card, "keywords"), int(facts.keywords) & ~bit)
    house = (int(facts.house) + 1) % len(House)
    yield change(f"house {House(house).name.lower()}", ("card", card, "house"), house)
    for bit in range(TRAITS):
        if int(facts.traits) & ASKED & 1 << bit:
            yield change(f"without trait {bit}", ("card", card, "traits"), int(facts.traits) & ~(1 << bit))


def asked_traits() -> int:
    traits = 0
    for asked in TABLES.filter:
        traits |= int(asked.traits) | int(asked.without_traits)
    return traits


ASKED = asked_traits()


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card.

    What happens each time while an effect of a turn lasts stands on the card that the tables name for it; other cards
    that make the effect must say the same, see test_keyforge_cards.
    """
    card = CARDS.index(name)
    yield from changes_of_facts(card)
    for trigger in notation.TRIGGERS.values():
        if trigger != Trigger.LATER or card in TABLES.lasting:
            yield from changes_of_program(card, trigger)
    yield from changes_of_constants(card)


# --- all of them ------------------------------------------------------------------------------------------------------


@functools.cache
def named() -> dict[str, list[tuple[Scenario, np.record]]]:
    """The scenarios in which each card occurs: first those that show it."""
    found = {card: list(scenarios) for card, scenarios in shown(GAME.name).items()}
    every = {id(pair[0]): pair for pairs in found.values() for pair in pairs}
    for scenario, tables in every.values():
        for card in set(re.findall(r"[a-z][a-z0-9_]+", repr(scenario.keys))) & set(CARDS):
            if card not in scenario.keys.get("shows", []):
                found[card].append((scenario, tables))
    return found


OF_THE_TABLE = (("turn_limit",), ("chains", 0), ("chains", 1), ("mulligans",))


def changes_of_the_table() -> Iterator[Change]:
    """Every change of a number of the table by one."""
    for path in OF_THE_TABLE:
        for by in (-1, 1):
            yield f"{' '.join(map(str, path))} by {by}", functools.partial(other_number, path, by)


def other_number(path: tuple, by: int, tables: np.record, scenario: Scenario) -> None:
    holder = tables
    for step in path[:-1]:
        holder = holder[step]
    value = int(holder[path[-1]])
    holder[path[-1]] = 1 - value if path == ("mulligans",) else max(value + by, 0)
