"""Every change of one fact of a card of Berserk: Heroes."""

import functools
from collections.abc import Callable, Iterator

import numpy as np
from contract.mutations import Change, Holder, at_end, change, near, setting, setting_filter

from sim import load_game
from sim.berserk_heroes import notation
from sim.berserk_heroes.cards import SEVERAL, VALUED
from sim.berserk_heroes.state import Element, Form, Limit, Trigger, Turns, Type, Zone
from sim.berserk_heroes.tables import ALL, NUMBERED, PAY_X, Count, Keyword, Operation, Place, Property, Select, Side
from sim.words.scenario import Scenario

GAME = load_game("berserk_heroes")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
FORMS = {int(term.code): term for term in notation.OPERATIONS.values()}
KINDS = {int(term.code): term for term in notation.CONSTANTS.values()}
ASKING = {int(term.code): term for term in notation.CONDITIONS.values()}
COUNTED = {int(term.code) for term in notation.COUNTS.values() if term.readers}
NO_GAME = (Keyword.HORDE, Keyword.CREATED, Keyword.PLACED, Keyword.MODULE, Keyword.AMBUSH, Keyword.CLUTCH)
"""Keywords of deck building, of tokens, and what stands for an ability that has changes of its own."""

CHOICES = (Operation.CHOOSE, Operation.CHOOSE_ALSO)
STEERING = (*range(Operation.AS_YOU, Operation.TIMES), Operation.AGREE, Operation.ENOUGH, Operation.LINK)
"""Operations that take no number of their own."""
INFORMING = (Operation.SHOW_HAND,)
"""What only tells a player something."""
SIBLINGS = (
    (Operation.GAIN_GOLD, Operation.GAIN_TAPPED_GOLD, Operation.GAIN_GOLD_NOW),
    (Operation.STRIKE, Operation.STRIKE_NOW),
    (Operation.GRANT, Operation.GRANT_NOW, Operation.GRANT_ROUND, Operation.GRANT_OWN_TURN, Operation.GRANT_YOUR_TURN),
    (Operation.CONTROL, Operation.CONTROL_NOW),
    (Operation.TO_HAND, Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM),
    (Operation.PUT_INTO_PLAY, Operation.PUT_INTO_PLAY_TAPPED),
    (Operation.STUN, Operation.TAP, Operation.STAY_TAPPED),
    (Operation.UNTAP, Operation.READY),
    (Operation.PLAY, Operation.PLAY_FREE),
    (Operation.DISCARD, Operation.TO_GRAVEYARD),
    (Operation.CAPTURE, Operation.HERO_CAPTURES),
    (Operation.LASTING, Operation.LASTING_OPPONENT),
    (Operation.BOOST, Operation.EXTRA_LIFE),
)
"""Operations that are written alike and do what is near: each is also read as the next."""
ELSEWHERE = {Place.HAND: Place.GRAVEYARD, Place.GRAVEYARD: Place.HAND, Place.DECK: Place.HAND}
OWN_PLACES = (Place.HAND, Place.GRAVEYARD, Place.DECK, Place.SIDEBOARD, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO)
"""Where nobody's cards are looked for but those of "you", unless the filter says otherwise."""
NOTHING = dict.fromkeys(TABLES.row.dtype.names, 0) | {"operation": int(Operation.AS_YOU)}
LIMITS_BESIDES = {Limit.TURN: (Limit.EACH,), Limit.GIVEN: (Limit.TURN, Limit.EACH)}
SELECTED = {Select.HERO: Select.OPPONENT_HERO, Select.OPPONENT_HERO: Select.HERO, Select.BY: Select.EVENT}

# --- changes of one card's own copy of a text -------------------------------------------------------------------------


def own_rows(tables: np.record, start: int, end: int) -> int:
    """A copy of the rows of a text; where it begins."""
    return at_end(tables, "row", tables.row[start:end].copy())


def in_ability(index: int) -> Holder:
    return lambda tables: tables.ability[index]


def in_program(index: int, row: int) -> Holder:
    def held(tables: np.record) -> np.void:
        ability = tables.ability[index]
        ability.start, ability.end = own_rows(tables, ability.start, ability.end), len(tables.row)
        return tables.row[ability.start + row]

    return held


def in_mode(card: int, mode: int, row: int) -> Holder:
    def held(tables: np.record) -> np.void:
        start, end = (int(place) for place in tables.card[card].modes[mode])
        tables.card[card].modes[mode] = own_rows(tables, start, end), len(tables.row)
        return tables.row[tables.card[card].modes[mode][0] + row]

    return held


def in_constant(index: int) -> Holder:
    return lambda tables: tables.constant[index]


# --- filters ----------------------------------------------------------------------------------------------------------


def changes_of_filter(where: str, holder: Holder, column: str, index: int, typed: bool = True) -> Iterator[Change]:
    """Every change of one thing that a filter asks; typed: whether it could let pass cards of another type."""
    asked = TABLES.filter[index]

    def make(text: str, **values: int) -> Change:
        return setting_filter(f"{where}: {text}", holder, column, **values)

    for side in sides_besides(asked):
        yield make(f"side {side.name.lower()}", side=int(side))
    for types in types_besides(asked) if typed else ():
        yield make(f"types {types}", types=types)
    for bit in Property:
        if int(asked.properties) & bit:
            yield make(f"not {bit.name.lower()}", properties=int(asked.properties) & ~int(bit))
    for field in ("elements", "without_elements", "classes", "without_classes"):
        if asked[field]:
            yield make(f"{field} not asked", **{field: 0})
    if asked.elements or asked.classes:
        yield make("another element or class", **{field: int(asked[field]) << 1 for field in ("elements", "classes")})
    yield from bounds(asked, "cost", make)
    yield from bounds(asked, "strike", make)
    if asked.title >= 0:
        yield make("any title", title=-1)
    if asked.place in ELSEWHERE:
        yield make(f"place {ELSEWHERE[Place(int(asked.place))].name.lower()}", place=ELSEWHERE[Place(int(asked.place))])
    if asked.both:
        yield make("own alone", both=0)


def bounds(asked: np.record, name: str, make: Callable[..., Change]) -> Iterator[Change]:
    """Other bounds of a number that a filter asks for."""
    least, most = int(asked[f"{name}_at_least"]), int(asked[f"{name}_at_most"])
    if least:
        for value in near(least, 0):
            yield make(f"{name} at least {value}", **{f"{name}_at_least": value})
    if most < ALL:
        for value in near(most, 0):
            yield make(f"{name} at most {value}", **{f"{name}_at_most": value})


def sides_besides(asked: np.record) -> list[Side]:
    """The other sides that a filter could name with another meaning."""
    side = Side(int(asked.side))
    same = {side}
    if asked.both or int(asked.properties) & Property.THIS:
        return []
    if asked.place in OWN_PLACES:
        same |= {Side.ANY, Side.FRIENDLY} if side != Side.ENEMY else set()
    return [other for other in (Side.ANY, Side.FRIENDLY, Side.ENEMY) if other not in same]


def types_besides(asked: np.record) -> list[int]:
    """The other types that a filter could name with another meaning."""
    types = int(asked.types)
    if types == 0 or asked.title >= 0:
        return []
    supports = sum(1 << kind for kind in Type if kind > Type.SPELL)
    if types == supports:
        return [0]
    found = [types & ~(1 << kind) for kind in Type if types >> kind & 1 and types != 1 << kind]
    if asked.place == Place.PLAY:
        hero = 1 << Type.HERO
        return found + [types | hero for _ in range(not types & hero and not asked.classes)]
    return [*found, 0] if not asked.classes else found


# --- programs ---------------------------------------------------------------------------------------------------------


def changes_of_rows(start: int, end: int, where: str, holder: Callable[[int], Holder]) -> Iterator[Change]:
    """Every change of one thing that a text says."""
    for row in range(start, end):
        yield from changes_of_row(TABLES.row[row], f"{where} row {row - start}", holder(row - start))


def changes_of_row(row: np.record, where: str, holder: Holder) -> Iterator[Change]:
    """Every change of one thing that a row of a text says."""
    operation = Operation(int(row.operation))
    if operation in INFORMING:
        return
    nothing = NOTHING if operation != Operation.AS_YOU else {"operation": int(Operation.AS_OPPONENT)}
    yield setting(f"{where}: dropped", holder, **nothing)
    yield from siblings(operation, where, holder)
    yield from changes_of_amount(row, operation, where, holder)
    yield setting(f"{where}: optional or not", holder, optional=1 - int(row.optional))
    if row.select in SELECTED:
        yield setting(f"{where}: of another", holder, select=SELECTED[Select(int(row.select))])
    if row.select == Select.EACH or (operation in FORMS and FORMS[operation].works_on == notation.PICKED):
        yield from changes_of_filter(f"{where} filter", holder, "filter", int(row["filter"]))
    yield from changes_of_count(row, where, holder)
    if row.condition:
        yield from changes_of_condition(row, where, holder)


def siblings(operation: Operation, where: str, holder: Holder) -> Iterator[Change]:
    for group in SIBLINGS:
        if operation in group:
            other = group[(group.index(operation) + 1) % len(group)]
            yield setting(f"{where}: {other.name.lower()}", holder, operation=int(other))


def changes_of_amount(row: np.record, operation: Operation, where: str, holder: Holder) -> Iterator[Change]:
    """Other numbers, keywords and names."""
    form, amount = FORMS.get(operation), int(row.amount)
    if amount == ALL:
        yield setting(f"{where}: amount 1", holder, amount=1)
    elif form is not None and (form.readers or keyword_has_number(form, int(row.argument))):
        least = 1 if operation == Operation.CHOOSE_MODE else -99 if form.readers == notation.SIGNED else 0
        for other in near(amount, least):
            yield setting(f"{where}: amount {other}", holder, amount=other)
    if operation == Operation.CREATE:
        for other in near(amount, 0):
            yield setting(f"{where}: amount {other}", holder, amount=other)
    if operation in (Operation.CREATE, Operation.GAIN_CLASS) or (form is not None and form.of):
        field = "amount" if operation == Operation.GAIN_CLASS else "argument"
        yield setting(f"{where}: another name", holder, **{field: int(row[field]) + (1 if row[field] < 45 else -1)})


def keyword_has_number(form: notation.Term, argument: int) -> bool:
    return form.of is notation.LASTINGS or (form.of is notation.KEYWORDS and argument in NUMBERED)


def changes_of_count(row: np.record, where: str, holder: Holder) -> Iterator[Change]:
    """What a number is multiplied with."""
    if row["count"]:
        yield setting(f"{where}: not multiplied", holder, count=0)
    if row["count"] == Count.MATCHING:
        yield from changes_of_filter(f"{where} per", holder, "count_filter", int(row.count_filter))
    if int(row["count"]) in COUNTED:
        for value in near(int(row.count_argument), 0):
            yield setting(f"{where}: per beyond {value}", holder, count_argument=value)


def changes_of_condition(row: np.record, where: str, holder: Holder) -> Iterator[Change]:
    """Another condition, or none."""
    asked, argument = ASKING.get(int(row.condition)), int(row.condition_argument)
    yield setting(f"{where}: condition dropped", holder, condition=0)
    yield setting(f"{where}: condition turned round", holder, otherwise=1 - int(row.otherwise))
    if asked is None or asked.readers:
        least = 1 if asked is not None and asked.default else 0
        for value in near(max(least, argument), least):
            yield setting(f"{where}: threshold {value}", holder, condition_argument=value)
    if asked is not None and asked.works_on in (notation.PICKED, notation.CARD):
        yield from changes_of_filter(f"{where} if", holder, "condition_filter", int(row.condition_filter))


# --- abilities --------------------------------------------------------------------------------------------------------


def changes_of_ability(card: int, place: int) -> Iterator[Change]:
    """Every change of one thing that an ability says."""
    index = int(TABLES.card[card].ability[0]) + place
    ability, holder = TABLES.ability[index], in_ability(index)
    where = f"{Trigger(int(ability.trigger)).name.lower()} {place}"
    if ability.trigger != Trigger.SPELL and ability.form != Form.LATER:
        yield setting(f"{where}: never", holder, zone=int(Zone.RESOLVING), trigger=int(Trigger.STATE))
        yield from changes_of_frequency(ability, where, holder)
    for column in ("when", "by"):
        if ability[column] >= 0:
            yield setting(f"{where}: {column} not asked", holder, **{column: -1})
            yield from changes_of_filter(f"{where} {column}", holder, column, int(ability[column]))
    if ability.condition:
        yield from changes_of_condition(ability, where, holder)
    yield from changes_of_payment(ability, where, holder)
    rows = int(ability.start), int(ability.end)
    yield from changes_of_rows(*rows, where, functools.partial(in_program, index))


def changes_of_frequency(ability: np.record, where: str, holder: Holder) -> Iterator[Change]:
    """In whose turns an ability works, and how often."""
    if ability.trigger not in (*notation.UNLIMITED, Trigger.USE, Trigger.PLAYED) and ability.ambush < 0:
        if ability.trigger not in (Trigger.TURN_START, Trigger.TURN_END) or ability.limit != Limit.TURN:
            for other in LIMITS_BESIDES.get(Limit(int(ability.limit)), (Limit.TURN,)):
                yield setting(f"{where}: limit {other.name.lower()}", holder, limit=int(other))
    if ability.trigger in (Trigger.TURN_START, Trigger.TURN_END):
        for turns in (Turns.YOURS, Turns.OPPONENTS, Turns.YOURS + Turns.OPPONENTS):
            if turns != ability.turns:
                yield setting(f"{where}: turns {int(turns)}", holder, turns=int(turns))


def changes_of_payment(ability: np.record, where: str, holder: Holder) -> Iterator[Change]:
    """What an activated ability or Ambush costs."""
    if ability.ambush >= 0:
        for gold in near(int(ability.ambush), 0):
            yield setting(f"{where}: ambush {gold}", holder, ambush=gold)
    if ability.trigger != Trigger.USE:
        return
    for gold in near(int(ability.gold), 0) if ability.gold != PAY_X else [1]:
        yield setting(f"{where}: gold {gold}", holder, gold=gold)
    yield setting(f"{where}: tap or not", holder, tap=1 - int(ability.tap))
    if ability.needs:
        for needs in near(int(ability.needs), 0):
            yield setting(f"{where}: needs {needs}", holder, needs=needs)
        yield from changes_of_filter(f"{where} needs", holder, "needs_filter", int(ability.needs_filter))


# --- constants and facts ----------------------------------------------------------------------------------------------


def changes_of_constant(card: int, place: int) -> Iterator[Change]:
    """Every change of one thing that a card does all the time."""
    index = int(TABLES.card[card].constant[0]) + place
    constant, holder = TABLES.constant[index], in_constant(index)
    kind = next(name for name, term in notation.CONSTANTS.items() if term.code == constant.kind)
    where = f"constant {place} {kind if constant.kind else Keyword(int(constant.argument)).name.lower()}"
    yield f"{where}: dropped", functools.partial(drop_constant, card, index)
    numbered = constant.argument in NUMBERED if constant.kind == 0 else KINDS[int(constant.kind)].readers
    if numbered:
        for value in near(int(constant.amount), -99):
            if value:
                yield setting(f"{where}: amount {value}", holder, amount=value)
    for column in ("filter", "source"):
        if constant[column] >= 0:
            typed = column == "source"
            yield from changes_of_filter(f"{where} {column}", holder, column, int(constant[column]), typed)
    yield from changes_of_count(constant, where, holder)
    if constant.condition:
        yield from changes_of_condition(constant, where, holder)


def drop_constant(card: int, index: int, tables: np.record, scenario: Scenario) -> None:
    """A card without one of its constants; its bit goes too, if no other is of the kind."""
    tables.constant[index].amount = 0
    first, end = tables.card[card].constant
    kind = tables.constant[index].kind
    if sum(int(row.kind == kind) for row in tables.constant[first:end]) == 1:
        tables.card[card].constants &= ~(1 << int(kind))


def changes_of_facts(card: int) -> Iterator[Change]:
    """Every change of a number, a keyword, an element, and of the classes that some card asks for."""
    facts = TABLES.card[card]
    for field in FIELDS[Type(int(facts["type"]))]:
        if field != "cost" or not facts.cost_x:
            for value in near(int(facts[field]), 0):
                yield change(f"{field} {value}", ("card", card, field), value)
    for keyword in Keyword:
        if int(facts.keywords) >> keyword & 1 and keyword not in NO_GAME:
            yield from changes_of_keyword(card, keyword)
    if facts["type"] != Type.HERO and not int(facts.keywords) & TOKEN:
        yield from changes_of_elements(card, int(facts.elements))
    for bit in range(notation.CLASSES_MAX):
        if int(facts.classes) & 1 << bit & ASKED_CLASSES:
            yield change(f"without class {bit}", ("card", card, "classes"), int(facts.classes) & ~(1 << bit))


FIELDS = {kind: ("cost",) for kind in Type} | {Type.HERO: ("life",), Type.CREATURE: ("cost", "strike", "life")}


def changes_of_elements(card: int, elements: int) -> Iterator[Change]:
    """A card that is neutral or is not, has one element or several, is of the Swamps. Which of the other elements a
    card has is a matter of deck building: see test_berserk_heroes_decks.
    """
    place = ("card", card, "elements")
    yield change("neutral or not", place, 0 if elements else 1 << Element.STEPPES)
    if elements & (elements - 1):
        yield change("one element", place, elements & -elements)
    if elements & 1 << Element.SWAMPS:
        yield change("not of the Swamps", place, elements & ~(1 << Element.SWAMPS) | 1 << Element.DARKNESS)


def changes_of_keyword(card: int, keyword: Keyword) -> Iterator[Change]:
    """A card without a keyword, or with another value of it."""
    word, facts = keyword.name.lower(), TABLES.card[card]
    if keyword in SEVERAL:
        for k, value in enumerate(facts[SEVERAL[keyword]]):
            for other in near(int(value), 0) if value else []:
                yield change(f"{word} {k}: {other}", ("card", card, SEVERAL[keyword], k), other)
    elif keyword in VALUED:
        for other in near(int(facts[VALUED[keyword]]), 0):
            yield change(f"{word} {other}", ("card", card, VALUED[keyword]), other)
    else:
        yield change(f"not {word}", ("card", card, "keywords"), int(facts.keywords) & ~(1 << keyword))


ASKED_CLASSES = functools.reduce(int.__or__, (int(asked.classes | asked.without_classes) for asked in TABLES.filter))
TOKEN = 1 << Keyword.CREATED | 1 << Keyword.PLACED


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = CARDS.index(name)
    yield from changes_of_facts(card)
    first, end = (int(index) for index in TABLES.card[card].ability)
    for place in range(end - first):
        yield from changes_of_ability(card, place)
    for mode, (start, stop) in enumerate(TABLES.card[card].modes.tolist()):
        yield from changes_of_rows(start, stop, f"mode {mode + 1}", functools.partial(in_mode, card, mode))
    first, end = (int(index) for index in TABLES.card[card].constant)
    for place in range(end - first):
        yield from changes_of_constant(card, place)
