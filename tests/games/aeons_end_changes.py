"""Every change of one fact of a card, mage or mat of Aeon's End, and the few that no game can show."""

import functools
from collections.abc import Callable, Iterator
from enum import IntEnum

import numpy as np
from contract.mutations import Change, change, near, other_values, put_value

from sim import load_game
from sim.aeons_end.cards import ALL, SWARM_ROWS, TYPES, Condition, Count, Operation
from sim.aeons_end.setup import MAGES
from sim.aeons_end.state import BREACHES, Breach, Filter, Origin, Pick, Place, Scope, Select, Type, Window
from sim.words.scenario import Scenario

GAME = load_game("aeons_end")
FACTS = GAME.words.cards(())
CARDS = [card for card, facts in FACTS.items() if facts["type"] in TYPES]
SEATED = [card for card, facts in FACTS.items() if facts["type"] == "mage"]
MATS = [card for card, facts in FACTS.items() if facts["type"] == "nemesis"]
TABLES = GAME.make_tables({}, ())

PLAYER, NEMESIS = (Type.GEM, Type.RELIC, Type.SPELL), (Type.MINION, Type.POWER, Type.ATTACK)
PROGRAMS = ("effect", "prepped", "after_casting", "immediately", "to_discard", "when_damaged")


class Turns(IntEnum):
    """Which turn order cards may be shuffled back."""

    PLAYER, PLAYER_OR_WILD = range(2)


IN_HAND = tuple(f for f in Filter if f not in (Filter.CHEAPEST_GEM, Filter.ANY_OR_DISCARDED, Filter.DECK))
TO_DESTROY, TO_GAIN, TO_COUNT = (
    (*IN_HAND, Filter.ANY_OR_DISCARDED),
    (*IN_HAND, Filter.CHEAPEST_GEM),
    (*IN_HAND, Filter.DECK),
)
SPELLS = (Scope.ANY, Scope.COST_3, Scope.OWN_COST_3, Scope.DEAREST, Scope.DEAREST_OWN, Scope.NEW)
CLOSED = (Scope.ANY, Scope.OWN, Scope.OTHER, Scope.LOWEST)
ARGUMENTS: dict[int, tuple[tuple[IntEnum, ...], tuple[IntEnum, ...]]] = {
    Operation.PICK: (tuple(Select), ()),
    Operation.MAY_PICK: (tuple(Select), ()),
    Operation.PICK_ABLE: ((), TO_COUNT),
    Operation.DISCARD_ALL: (IN_HAND, ()),
    Operation.FOCUS: (CLOSED, ()),
    Operation.GAIN: (TO_GAIN, tuple(Place)),
    Operation.CORRUPTION: ((), tuple(Place)),
    Operation.DEVOUR: ((), tuple(Pick)),
    Operation.DISCARD_PREPPED: ((), SPELLS),
    Operation.DESTROY_PREPPED: ((), SPELLS),
    Operation.DESTROY: ((), TO_DESTROY),
    Operation.DESTROY_UP_TO: ((), TO_DESTROY),
    Operation.RESHUFFLE: ((Turns.PLAYER, Turns.PLAYER_OR_WILD), ()),
    **{
        operation: ((), IN_HAND)
        for operation in (
            Operation.DISCARD,
            Operation.DISCARD_UP_TO,
            Operation.TAKE,
            Operation.TAKE_UP_TO,
            Operation.DISCARD_TOGETHER,
            Operation.DISCARD_TOGETHER_UP_TO,
        )
    },
}
"""What the arguments of an operation may be, if they are no amounts."""
WITHOUT_AMOUNT = (
    Operation.PREVENT_DAMAGE,
    Operation.TWO_SPELLS,
    Operation.SHUFFLE_DISCARD,
    Operation.RESHUFFLE_NEMESIS,
    Operation.RETURN_MINION,
    Operation.CANCEL,
    Operation.DESTROY_SELF,
    Operation.DISCARD_THIS,
    Operation.REVEAL_TURN_ORDER,
    Operation.PLAYERS_LOSE,
    Operation.DEVOUR_GEMS,
    Operation.EITHER,
    Operation.OR,
    Operation.CAST_ANY,
    Operation.CAST_TWICE,
    Operation.MAY_LOSE_CHARGE,
    Operation.MAY_BOTTOM,
    Operation.MAY_DESTROY_TOP,
    Operation.SIFT,
    Operation.REORDER,
    Operation.PLAY_GEM_TWICE,
    Operation.RETURN_GEM,
)


# --- the rows of a text -----------------------------------------------------------------------------------------------


def changes_of_row(effect: np.record, where: str) -> Iterator[tuple[str, str, int]]:
    """(name, field, value) of the changes of one row."""
    operation, a, b = int(effect.operation), int(effect.a), int(effect.b)
    if operation == Operation.END:
        return
    yield f"{where}: dropped", "operation", Operation.END
    kinds = ARGUMENTS.get(operation, ((), ()))
    for field, value, kind in (("a", a, kinds[0]), ("b", b, kinds[1])):
        for other in kind:
            if other != value:
                yield f"{where}: {type(other).__name__.lower()} {other.name.lower()}", field, int(other)
    if not kinds[0] and operation not in WITHOUT_AMOUNT:
        for other in near(a, -99 if operation == Operation.PLUS else 0):
            yield f"{where}: amount {other}", "a", other
    if effect.per:
        for other in (0, *Count):
            if other != effect.per:
                yield f"{where}: per {other}", "per", other
    if effect.skip:
        yield f"{where}: adds to what it should replace", "skip", 0
    if effect.condition:
        yield f"{where}: condition dropped", "condition", 0
        for other in Condition:
            if other != effect.condition:
                yield f"{where}: condition {other}", "condition", other
        if effect.argument:
            for other in near(int(effect.argument), 0):
                yield f"{where}: threshold {other}", "argument", other


def changes_of_text(tables: np.record, span: np.ndarray, where: str) -> Iterator[tuple[str, int, str, int]]:
    """(name, row counted from the start, field, value) of the changes of a text."""
    start, end = (int(row) for row in span)
    for row in range(start, end):
        for name, field, value in changes_of_row(tables.effect[row], f"{where} row {row - start}"):
            yield name, row - start, field, value


# --- cards ------------------------------------------------------------------------------------------------------------


def changes_of_card(card: int) -> Iterator[Change]:
    """Every change of one fact of a card."""
    facts = TABLES.card[card]
    kind = Type(int(facts["type"]))
    yield from changes_of_kind(card, kind)
    if kind in PLAYER:
        yield from other_values("cost", ("card", card, "cost"), int(facts.cost), near(int(facts.cost), 0))
        if facts.copies:
            yield from other_values("copies", ("card", card, "copies"), int(facts.copies), near(int(facts.copies), 1))
            yield change("on deck or not", ("card", card, "gain_on_deck"), 1 - int(facts.gain_on_deck))
    if kind == Type.SPELL:
        yield change("prep unfocused or not", ("card", card, "prep_unfocused"), 1 - int(facts.prep_unfocused))
    if facts.crystal:
        yield change("no crystal", ("card", card, "crystal"), 0)
    if kind in NEMESIS:
        tiers = [tier for tier in (1, 2, 3) if tier != facts.tier]
        yield from other_values("tier", ("card", card, "tier"), int(facts.tier), tiers)
    if kind in (Type.MINION, Type.POWER):
        yield from other_values("value", ("card", card, "value"), int(facts.value), near(int(facts.value), 0))
    if kind == Type.MINION:
        cap = int(facts.damage_cap)
        yield from other_values("damage cap", ("card", card, "damage_cap"), cap, (1, 2, 3, ALL))
        yield change("shielded by husks or not", ("card", card, "husks_shield"), 1 - int(facts.husks_shield))
    if kind == Type.POWER:
        yield change("husks' life", ("card", card, "husk_life"), 3 - int(facts.husk_life))
    for column in PROGRAMS:
        for name, row, field, value in changes_of_text(TABLES, facts[column], column):
            yield change(name, ("effect", int(facts[column][0]) + row, field), value)


def changes_of_kind(card: int, kind: Type) -> Iterator[Change]:
    """Another type, another nemesis."""
    for kinds in (PLAYER, NEMESIS):
        if kind in kinds:
            for other in kinds:
                if other != kind:
                    yield change(f"type {other.name.lower()}", ("card", card, "type"), int(other))
    if kind in (*NEMESIS, Type.STRIKE):
        yield f"nemesis {FACTS[CARDS[card]].get('nemesis', 'any')}: none or all", functools.partial(other_nemesis, card)


def other_nemesis(card: int, tables: np.record, scenario: Scenario) -> None:
    basic = tables.card[card].origin == Origin.BASIC
    other = basic or tables.card[card].type == Type.STRIKE
    tables.card[card].origin = Origin.OTHER_NEMESIS if other else Origin.BASIC


# --- mages ------------------------------------------------------------------------------------------------------------


def seat_of(scenario: Scenario, mage: str) -> int:
    """Where a mage sits in a scenario, or -1."""
    table = scenario.keys.get("table", {})
    mages = table.get("mages", MAGES[table.get("players", 2)])
    return mages.index(mage) if mage in mages else -1


def at_seat(mage: str, path: tuple, offset: int, value: int) -> Change:
    """A change at the seat of a mage; path: the field, then places after that of the seat."""

    def make(tables: np.record, scenario: Scenario) -> None:
        seat = seat_of(scenario, mage)
        if seat >= 0:
            field, *rest = path
            steps = (field, seat * offset + rest[0]) if offset > 1 else (field, seat, *rest)
            put_value(tables, steps, value)

    return f"{' '.join(map(str, path))}: {value}", make


def changes_of_mage(mage: str) -> Iterator[Change]:
    """Every change of one fact of a mage."""
    tables = GAME.make_tables({"mages": [mage]})
    for charges in near(int(tables.charges[0]), 1):
        yield at_seat(mage, ("charges",), 1, charges)
    for window in Window:
        if window != tables.window[0]:
            yield at_seat(mage, ("window",), 1, int(window))
    for at in range(BREACHES):
        for state in (Breach.NONE, Breach.CLOSED, Breach.OPEN):
            if state != tables.breach_state[at]:
                yield at_seat(mage, ("breach_state", at), BREACHES, int(state))
        if tables.breach_state[at] == Breach.CLOSED:
            for turned in range(4):
                if turned != tables.breach_turned[at]:
                    yield at_seat(mage, ("breach_turned", at), BREACHES, turned)
    for zone in ("hand", "deck"):
        n = int(tables[f"n_{zone}"][0])
        yield at_seat(mage, (f"n_{zone}",), 1, n - 1)
        for i in range(n):
            here = CARDS[tables[f"start_{zone}"][0, i]]
            yield at_seat(mage, (f"start_{zone}", i), 1, CARDS.index("spark" if here == "crystal" else "crystal"))
    for name, row, field, value in changes_of_text(tables, tables.ability[0], "ability"):
        yield name, functools.partial(in_ability, mage, row, field, value)


def in_ability(mage: str, row: int, field: str, value: int, tables: np.record, scenario: Scenario) -> None:
    seat = seat_of(scenario, mage)
    if seat >= 0:
        put_value(tables, ("effect", int(tables.ability[seat][0]) + row, field), value)


# --- mats -------------------------------------------------------------------------------------------------------------


def on_mat(name: str, mat: str, expert: bool, make: Callable[[np.record], None]) -> Change:
    """A change of a mat at one of the two difficulties."""

    def made(tables: np.record, scenario: Scenario) -> None:
        table = scenario.keys.get("table", {})
        if table.get("nemesis", "rageborne") == mat and bool(tables.expert) == expert:
            make(tables)

    return f"{'expert ' if expert else ''}{name}", made


def changes_of_mat(mat: str) -> Iterator[Change]:
    """Every change of one fact of a mat."""
    for expert in (False, True):
        facts, tables = FACTS[mat], GAME.make_tables({"nemesis": mat, "difficulty": "expert" if expert else "normal"})
        for field in ("nemesis_life", "strikes_at", "fury_after_strike"):
            harder = f"{field}_expert" in facts
            if int(tables[field]) and (harder or not expert):
                for value in near(int(tables[field]), 0):
                    yield on_mat(f"{field} {value}", mat, expert, setter(field, value))
        if not expert:
            for field in ("devours", "corrupts"):
                yield on_mat(field, mat, expert, setter(field, 1 - int(tables[field])))
        for field in ("setup", "unleash"):
            if f"{field}_expert" in facts or not expert:
                for name, row, column, value in changes_of_text(tables, tables[field], field):
                    yield on_mat(name, mat, expert, rower((field,), row, column, value))
        if not expert:
            for line in range(len(SWARM_ROWS)):
                for name, row, column, value in changes_of_text(tables, tables.swarm[line], f"swarm {line}"):
                    yield on_mat(name, mat, expert, rower(("swarm", line), row, column, value))


def setter(field: str, value: int) -> Callable[[np.record], None]:
    return lambda tables: put_value(tables, (field,), value)


def rower(path: tuple, row: int, column: str, value: int) -> Callable[[np.record], None]:
    def make(tables: np.record) -> None:
        span = tables
        for step in path:
            span = span[step]
        put_value(tables, ("effect", int(span[0]) + row, column), value)

    return make


# --- all of them ------------------------------------------------------------------------------------------------------


def changes(card: str) -> Iterator[Change]:
    """Every change of one fact of a card, mage or mat."""
    if card in SEATED:
        return changes_of_mage(card)
    return changes_of_mat(card) if card in MATS else changes_of_card(CARDS.index(card))


COSTS = [
    *(("focus_cost", at) for at in range(1, BREACHES)),
    *(("open_cost", at, turned) for at in range(1, BREACHES) for turned in range(4)),
    *(("breach_bonus", at) for at in range(BREACHES)),
]


def changes_of_costs() -> Iterator[Change]:
    """Every change of a cost or a bonus of a breach."""
    for path in COSTS:
        for other in near(int(TABLES[path[0]][path[1:]]), 0):
            make = change("", path, other)[1] if len(path) == 2 else functools.partial(open_cost, path, other)
            yield f"{' '.join(map(str, path))}: {other}", make


def open_cost(path: tuple, value: int, tables: np.record, scenario: Scenario) -> None:
    tables.open_cost[path[1], path[2]] = value
