"""The changes of one thing in the rule functions of a game, and whether scenarios notice them.

Rules are interpreted here: a function gets the code of the changed one, and gives it back. With NUMBA_DISABLE_JIT=1
and PYTHONPATH=.:tests, `python -m contract.code_changes GAME FILE...` tries every change in files of a game's engine
and keeps what is found in `games/<game>_code.toml`.
"""

from __future__ import annotations

import ast
import copy
import functools
import importlib
import inspect
import operator
import random
import signal
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeGuard

import numpy as np
import tomli_w

from sim import load_game
from sim.words.scenario import Scenario, holds

TESTS = Path(__file__).parents[1]
SIM = TESTS.parent / "sim"
ENGINE = "cards"
"""The folder of the card engine that games share."""
APART = ("describe.py", "knowledge.py")
"""Files of an engine that scenarios do not show: its words, and what a seat cannot know."""
SEATS = ("active", "to_move", "controller", "owner", "seat", "you", "side", "player")
"""What a seat is called."""
NEIGHBOURS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
EDGES = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Comparisons of which the change shows only where both sides are equal."""
SHARED = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""Nodes of which the parser makes one object each."""
KINDS = ("comparison", "connective", "branch", "order", "seat")
"""The kinds of changes that are tried if nothing else is said: numbers are changed too, but these are very many."""
KEPT = 150
"""So many of the changes that are noticed are kept."""
HEAD = """\
# Changes of the code: by file the kinds of which all were tried; some that are noticed, with the scenario that does;
# those that no scenario can show, by reason; those that none notices yet. See contract/code_changes.py.

"""
SECONDS = 10.0
"""Longer, on a processor, takes no scenario whose rules come to an end."""
Told = tuple[str, str]
"""A change by place and text."""
Need = tuple[Any, ...]
"""What must be seen while a scenario is played, so that a change can show in it."""


@dataclass(frozen=True)
class CodeChange:
    """A change of one thing in a function."""

    place: str
    """the file and the function, such as "fight.py defend" """
    kind: str
    text: str
    """what becomes of what; of no other change of the function"""
    need: Need
    function: Callable[[], ast.FunctionDef]
    """the changed function"""

    @property
    def code(self) -> CodeType:
        """The code of the changed function."""
        return code_of(self.function())

    @property
    def file(self) -> str:
        """The file that it is in."""
        return self.place.split()[0]


# --- the changes of a function ----------------------------------------------------------------------------------------


def is_kernel(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """Whether a statement defines a rule function."""
    if not isinstance(node, ast.FunctionDef):
        return False
    named = [found.func if isinstance(found, ast.Call) else found for found in node.decorator_list]
    return any(isinstance(found, ast.Name) and found.id == "kernel" for found in named)


@functools.cache
def functions(game: str) -> dict[str, ast.FunctionDef]:
    """The rule functions of a game by place, their nodes numbered, and those of the card engine that it uses."""
    found = {}
    for path in sorted((SIM / game).glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body if path.name not in APART else []
        found |= {f"{path.name} {node.name}": node for node in body if is_kernel(node)}
        for node in body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{ENGINE}."):
                found |= of_the_engine(f"{node.module}.py".replace(".", "/", 1), {alias.name for alias in node.names})
    for function in found.values():
        numbered(function)
    return found


def of_the_engine(file: str, names: Collection[str]) -> dict[str, ast.FunctionDef]:
    """By place, functions of a file of the card engine that have one of those names."""
    body = ast.parse((SIM / file).read_text(encoding="utf-8")).body
    return {f"{file} {node.name}": node for node in body if is_kernel(node) and node.name in names}


def source_of(game: str, file: str) -> Path:
    """Where a file stands in `sim`: in the folder of the game, unless it is one of the card engine."""
    return Path(file) if file.startswith(f"{ENGINE}/") else Path(game) / file


def numbered(function: ast.FunctionDef) -> None:
    """Numbers the nodes of a function, and notes of each the statement list that it is played with."""
    for number, node in enumerate(own_nodes(function)):
        node.number = number

    def visit(node: ast.AST, block: int) -> None:
        if not isinstance(node, SHARED):
            node.block = block  # type: ignore[attr-defined]
        for _, value in ast.iter_fields(node):
            if is_body(value):
                for statements in straight(value):
                    for statement in statements:
                        visit(statement, statements[0].number)
            else:
                for item in value if isinstance(value, list) else [value]:
                    if isinstance(item, ast.AST):
                        visit(item, block)

    visit(function, 0)


def own_nodes(function: ast.FunctionDef) -> Iterator[Any]:
    """The nodes of a function, but for operators, of which all functions share one object each."""
    return (node for node in ast.walk(function) if not isinstance(node, SHARED))


def is_body(value: Any) -> bool:
    """Whether the field of a node is a list of statements."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt)


def straight(statements: list[ast.stmt]) -> list[list[Any]]:
    """Statements in parts that are played whole or not at all, but for what leaves a function."""
    parts: list[list[ast.stmt]] = [[]]
    for statement in statements:
        parts[-1].append(statement)
        if is_body(getattr(statement, "body", None)):
            parts.append([])
    return [part for part in parts if part]


def code_of(function: ast.FunctionDef) -> CodeType:
    """The code of a function without its decorators."""
    plain = copy.copy(function)
    plain.decorator_list, plain.returns = [], None
    module = ast.fix_missing_locations(ast.Module([plain], []))
    future = ast.parse("from __future__ import annotations").body
    module.body[:0] = future
    names: dict[str, Any] = {}
    exec(compile(module, function.name, "exec"), {}, names)
    made: CodeType = names[function.name].__code__
    return made


def function_with(function: ast.FunctionDef, number: int, new: Callable[[Any], ast.AST]) -> ast.FunctionDef:
    """A function in which a node is another."""

    class Exchange(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            mine = not isinstance(node, SHARED) and node.number == number  # type: ignore[attr-defined]
            return new(node) if mine else self.generic_visit(node)

    changed = Exchange().visit(copy.deepcopy(function))
    assert isinstance(changed, ast.FunctionDef)
    return changed


def changes_of(place: str, function: ast.FunctionDef) -> Iterator[CodeChange]:
    """Every change of one thing that a function says."""
    told = Counter[str]()
    shown, unreachable = statements_of(function), beside_faults(function)
    for node in own_nodes(function):
        if node.number not in shown:
            continue
        for kind, text, need, new in of_node(node, function):
            if need in unreachable:
                continue
            text = f"{text} in {shown[node.number]}"
            told[text] += 1
            text = text if told[text] == 1 else f"{text}, place {told[text]}"
            make = functools.partial(function_with, function, node.number, new)
            yield CodeChange(place, kind, text, (place, *need), make)


def statements_of(function: ast.FunctionDef) -> dict[int, str]:
    """By number of a node, the first line of the statement that it is in; none of what is no code to play."""
    found: dict[int, str] = {}

    def visit(node: ast.AST, text: str) -> None:
        if isinstance(node, ast.stmt):
            text = ast.unparse(node).splitlines()[0]
        if not isinstance(node, SHARED):
            found[node.number] = text  # type: ignore[attr-defined]
        for child in ast.iter_child_nodes(node):
            visit(child, text)

    for statement in function.body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            visit(statement, "")
    return found


def beside_faults(function: ast.FunctionDef) -> set[Need]:
    """What would have to be seen for a change that leads round a fault of the engine, ERROR_UNWRITTEN, or changes what
    is done after it. It stands beside the branches of all codes that there are: no scenario can come there.
    """
    found: set[Need] = set()
    for node in own_nodes(function):
        for _, block in ast.iter_fields(node):
            for place, statement in enumerate(block) if is_body(block) else ():
                if not notes_unwritten(statement):
                    continue
                found.add(("at", statement.block))
                if place > 0:
                    found.add(("test", block[place - 1].number, False))
                elif isinstance(node, ast.If):
                    found.add(("test", node.number, block is node.body))
    return found


def notes_unwritten(statement: Any) -> bool:
    """Whether a statement notes that a code has no branch."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(value, ast.Name) and value.id == "ERROR_UNWRITTEN"


def of_node(node: Any, function: ast.FunctionDef) -> Iterator[tuple[str, str, Need, Callable[[Any], ast.AST]]]:
    """(kind, what becomes of what, need, the node made another) of the changes of a node."""
    said, at = ast.unparse(node) if isinstance(node, ast.expr) else "", ("at", node.block)
    if isinstance(node, ast.Compare):
        for n, compared in enumerate(node.ops):
            if type(compared) in NEIGHBOURS:
                other = NEIGHBOURS[type(compared)]
                edge = len(node.ops) == 1 and isinstance(compared, EDGES)
                need = ("equal", node.number) if edge else at
                yield "comparison", f"{said}: {other.__name__}", need, functools.partial(compared_by, n, other)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in (node.value - 1, node.value + 1):
            yield "constant", f"{said} to {value}", at, lambda old, value=value: ast.Constant(value)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "connective", f"{said}: {other.__name__}", at, lambda old: ast.BoolOp(other(), old.values)
    elif isinstance(node, ast.If | ast.IfExp):
        for value in (True, False):
            text = f"{ast.unparse(node.test)}: {'always' if value else 'never'}"
            yield "branch", text, ("test", node.number, not value), functools.partial(with_test, value)
    elif isinstance(node, ast.For) and is_range(node.iter) and ast.unparse(node.target) != "_":
        yield "order", f"{ast.unparse(node.iter)} backwards", ("at", straight(node.body)[0][0].number), backwards
    elif is_seat(node) and any(argument.arg == "s" for argument in function.args.args):
        yield "seat", f"{said} the next", at, next_seat


def compared_by(n: int, other: type[ast.cmpop], node: ast.Compare) -> ast.AST:
    """A comparison with another operator at one place."""
    return ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)


def with_test(value: bool, node: Any) -> ast.AST:
    """A branch that is taken always or never. What it asks is asked still."""
    asked = ast.BoolOp(ast.Or(), [node.test, ast.Constant(True)])
    node.test = asked if value else ast.BoolOp(ast.And(), [node.test, ast.Constant(False)])
    return node


def is_range(node: ast.AST) -> bool:
    """Whether a loop counts."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def backwards(node: ast.For) -> ast.AST:
    """A loop that counts backwards."""
    node.iter = ast.Call(ast.Name("reversed", ast.Load()), [node.iter], [])
    return node


def is_seat(node: Any) -> bool:
    """Whether a node reads a seat."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in SEATS and isinstance(node.ctx, ast.Load)


def next_seat(node: Any) -> ast.AST:
    """The seat after one."""
    seat = ast.Call(ast.Name("int", ast.Load()), [node], [])
    return ast.BinOp(ast.BinOp(seat, ast.Add(), ast.Constant(1)), ast.Mod(), ast.parse("s.players", mode="eval").body)


@functools.cache
def every_change(game: str) -> dict[Told, CodeChange]:
    """All changes of the code of a game's rules, by place and text."""
    found = [change for place, function in functions(game).items() for change in changes_of(place, function)]
    return {(change.place, change.text): change for change in found}


# --- what scenarios play ----------------------------------------------------------------------------------------------


def rule(game: str, place: str) -> FunctionType:
    """The rule function at a place."""
    file, name = place.split()
    module = ".".join(source_of(game, file).with_suffix("").parts)
    function = inspect.unwrap(getattr(importlib.import_module(f"sim.{module}"), name))
    assert isinstance(function, FunctionType), "rules are interpreted here"
    return function


@contextmanager
def exchanged(codes: Mapping[FunctionType, CodeType]) -> Iterator[None]:
    """Functions have other code, for a while."""
    before = {function: function.__code__ for function in codes}
    try:
        for function, code in codes.items():
            function.__code__ = code
        yield
    finally:
        for function, code in before.items():
            function.__code__ = code


@functools.cache
def scenarios_of(game: str, names: frozenset[str] | None = None) -> dict[str, Scenario]:
    """The scenarios of a game by name, all or those that are named; they are read, not checked: other tests do."""
    found, made = {}, dict[tuple[str, ...], Any]()
    for path in sorted((TESTS / "scenarios" / game).glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for keys in content["scenario"]:
            if names is None or keys["name"] in names:
                keys["given"] = {**content.get("given", {}), **keys.get("given", {})}
                found[keys["name"]] = Scenario(str(path), load_game(game), keys, made)
    return found


class Watched(ast.NodeTransformer):
    """A function that notes what it plays: which statements, how tests come out, and which edges are met."""

    def __init__(self, place: str):
        self.place = place

    def note(self, *what: Any) -> ast.expr:
        return ast.Call(ast.Name("_seen", ast.Load()), [ast.Constant((self.place, *what))], [])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, value in ast.iter_fields(node):
            if is_body(value):
                parts = straight(value)
                firsts = [part[0].number for part in parts]
                shown = [[self.visit(statement) for statement in part] for part in parts]
                noted = [[ast.Expr(self.note("at", first)), *part] for first, part in zip(firsts, shown, strict=True)]
                setattr(node, name, [statement for part in noted for statement in part])
            elif isinstance(value, list):
                setattr(node, name, [self.visit(item) if isinstance(item, ast.AST) else item for item in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def visit_If(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        place = ast.Constant((self.place, "test", node.number))
        node.test = ast.Call(ast.Name("_tested", ast.Load()), [place, node.test], [])
        return node

    visit_IfExp = visit_If  # noqa: N815

    def visit_Compare(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], EDGES):
            return node
        how = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}[type(node.ops[0])]
        place = ast.Constant((self.place, "equal", node.number))
        return ast.Call(ast.Name("_" + how, ast.Load()), [place, node.left, node.comparators[0]], [])


def watching(game: str, seen: Callable[[Need], None]) -> dict[FunctionType, CodeType]:
    """The rule functions of a game with code that notes what it plays."""

    def tested(place: Need, holds: Any) -> Any:
        seen((*place, bool(holds)))
        return holds

    def compared(by: Callable[[Any, Any], Any]) -> Callable[[Need, Any, Any], Any]:
        def compare(place: Need, one: Any, other: Any) -> Any:
            if np.all(one == other):
                seen(place)
            return by(one, other)

        return compare

    names: dict[str, Any] = {"_seen": seen, "_tested": tested}
    names |= {f"_{how}": compared(getattr(operator, how)) for how in ("lt", "le", "gt", "ge")}
    codes = {}
    for place, function in functions(game).items():
        watched = rule(game, place)
        watched.__globals__.update(names)
        codes[watched] = code_of(Watched(place).visit(copy.deepcopy(function)))
    return codes


def played(game: str) -> dict[Need, list[str]]:
    """Which scenarios show what the changes of a game need."""
    found = defaultdict[Need, list[str]](list)
    noted: set[Need] = set()
    codes = watching(game, noted.add)
    for name, scenario in scenarios_of(game).items():
        tables = scenario.tables()
        noted.clear()
        with exchanged(codes):
            holds(scenario, tables)
        for what in noted:
            found[what].append(name)
    return found


class EndlessError(Exception):
    """A changed rule comes to no end."""


def fails(scenario: Scenario) -> bool:
    """Whether a scenario does not hold, breaks off, or comes to no end."""

    def stop(*_: Any) -> None:
        raise EndlessError

    tables = scenario.tables()
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
    try:
        return not holds(scenario, tables)
    except Exception:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def noticing(game: str, change: CodeChange, scenarios: Iterable[Scenario]) -> str | None:
    """The first scenario that notices a change; None if none does."""
    with exchanged({rule(game, change.place): change.code}):
        return next((scenario.name for scenario in scenarios if fails(scenario)), None)


def tries(
    game: str, changes: Iterable[CodeChange], shown_by: Mapping[Need, Sequence[str]]
) -> Iterator[tuple[CodeChange, str | None]]:
    """Each change and a scenario that notices it, or None; what noticed other changes of the same function is asked
    first.
    """
    scenarios, noticed_by = scenarios_of(game), defaultdict[str, Counter[str]](Counter)
    for change in changes:
        may = shown_by.get(change.need, ())
        first = [name for name, _ in noticed_by[change.place].most_common(6) if name in set(may)]
        others = random.Random(change.text).sample(may, len(may))
        asked = dict.fromkeys([*first, *others])
        name = noticing(game, change, (scenarios[name] for name in asked))
        if name is not None:
            noticed_by[change.place][name] += 1
        yield change, name


# --- what is kept -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """What is known of changes, each told by place and text, of the code as it was when they were tried."""

    whole: Mapping[str, Collection[str]]
    """by file the kinds of which every change was tried"""
    noticed: Mapping[Told, str]
    """some that a scenario notices, with the scenario"""
    equivalent: Collection[Told]
    """those that no scenario can show"""
    unnoticed: Collection[Told]
    """those that no scenario notices yet, of which nobody has said that none can"""


@functools.cache
def kept(game: str) -> Kept:
    """What the file of a game says."""
    content = tomllib.loads(path_of(game).read_text(encoding="utf-8"))
    noticed = {(place, text): name for place, texts in content["noticed"].items() for text, name in texts.items()}
    equivalent = {told for places in content.get("equivalent", {}).values() for told in listed(places)}
    return Kept(content.get("whole", {}), noticed, equivalent, set(listed(content.get("unnoticed", {}))))


def path_of(game: str) -> Path:
    """The file that says what is known of the changes of a game's code."""
    return TESTS / "games" / f"{game}_code.toml"


def listed(places: Mapping[str, Iterable[str]]) -> Iterator[Told]:
    """The changes that are listed by place."""
    return ((place, text) for place, texts in places.items() for text in texts)


def known(game: str) -> dict[Told, str]:
    """The changes that are known to be noticed and that the code of today still allows."""
    return {told: name for told, name in kept(game).noticed.items() if told in every_change(game)}


def to_be_noticed(game: str) -> list[CodeChange]:
    """The changes in files that were tried whole, but for those that are listed."""
    whole, left = kept(game).whole, set(kept(game).equivalent) | set(kept(game).unnoticed)
    changes = every_change(game).items()
    return [change for told, change in changes if change.kind in whole.get(change.file, ()) and told not in left]


# --- what the tests ask -----------------------------------------------------------------------------------------------


def unnoticed_of_known(game: str, seed: str, most: int) -> list[Told]:
    """Of some of the changes that are known to be noticed, those that are not: neither by the scenario that noticed
    them nor by those that notice other changes of the function; or by one that fails without a change.
    """
    noticed, there = known(game), every_change(game)
    drawn = random.Random(f"{seed} {game}").sample(sorted(noticed), min(most, len(noticed)))
    of_place = defaultdict[str, list[str]](list)
    for (place, _), name in noticed.items():
        of_place[place].append(name)
    scenarios = scenarios_of(game, frozenset(name for place, _ in drawn for name in of_place[place]))
    survivors = []
    for told in drawn:
        asked = [name for name in dict.fromkeys([noticed[told], *of_place[told[0]]]) if name in scenarios]
        name = noticing(game, there[told], (scenarios[name] for name in asked))
        if name is None or fails(scenarios[name]):
            survivors.append(told)
    return survivors


def unnoticed_of_all(game: str, seed: str, most: int) -> list[Told]:
    """Of some of the changes that scenarios must notice, those that none notices."""
    shown_by = played(game)
    changes = to_be_noticed(game)
    drawn = random.Random(f"{seed} {game}").sample(changes, min(most, len(changes)))
    return [(change.place, change.text) for change, name in tries(game, drawn, shown_by) if name is None]


def try_files(game: str, files: Collection[str], kinds: Collection[str]) -> None:
    """Tries every change of some kinds in some files, and keeps what comes of it."""
    there, before = every_change(game), kept(game)
    shown_by = played(game)
    noticed, unnoticed = known(game), {told for told in before.unnoticed if told in there}
    tried = [change for change in there.values() if change.file in files and change.kind in kinds]
    for change, name in tries(game, tried, shown_by):
        told = (change.place, change.text)
        if name is not None:
            noticed[told] = name
            unnoticed.discard(told)
        else:
            noticed.pop(told, None)
            unnoticed |= {told} - set(before.equivalent)
    whole = {**before.whole, **{file: sorted({*before.whole.get(file, ()), *kinds}) for file in files}}
    keep(game, whole, noticed, unnoticed)


def keep(
    game: str, whole: Mapping[str, Collection[str]], noticed: Mapping[Told, str], unnoticed: Iterable[Told]
) -> None:
    """Writes what is known; of the changes that are noticed those of a sample."""
    content = tomllib.loads(path_of(game).read_text(encoding="utf-8")) if path_of(game).exists() else {}
    sample = random.Random(1).sample(sorted(noticed), min(KEPT, len(noticed)))
    content["whole"] = {file: sorted(kinds) for file, kinds in sorted(whole.items())}
    content["noticed"], content["unnoticed"] = {}, {}
    for place, text in sorted(sample):
        content["noticed"].setdefault(place, {})[text] = noticed[place, text]
    for place, text in sorted(unnoticed):
        content["unnoticed"].setdefault(place, []).append(text)
    path_of(game).write_text(HEAD + tomli_w.dumps(content), encoding="utf-8")


if __name__ == "__main__":
    np.seterr(over="raise")  # a narrow field that overflows ends a scenario with an error
    try_files(sys.argv[1], sys.argv[2:], KINDS)
