"""Chains over codes in kernels, found in their syntax trees: what does a kernel do with a code that nobody wrote?

A code is a member of an enumeration, such as `Operation.DRAW`. A test asks for codes if it compares one value with
members, by `==` or `in`, or is several such tests joined by `or`. Two tests of the same value and more are a chain, in
one of three forms: `if`, `elif`, `else`; branches that leave the function or the loop, one after another; and
conditional expressions, alone or at the end of such branches. Beside a chain nothing may be left that does something: a
code that is added to the enumeration and written nowhere would be treated as the last one, in silence. What may be
left

- notes the fault (`s.error = ERROR_UNWRITTEN`), as does a branch of the chain itself, or one at the head of the rest,
- answers no, yes or nothing: `return False`,
- asks for the last code itself: `return which == Filter.COST_4_OR_LESS and ...`,
- hands the code on to another kernel, by itself or in the record that holds it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FAULT = "ERROR_UNWRITTEN"
NOTHING = ("NO", "NO_")
"""How names begin that stand for nothing: NOBODY, NO_CARD."""


@dataclass(frozen=True)
class Rest:
    """What is left beside a chain."""

    kernel: str
    line: int
    value: str
    """what the chain compares, such as "row.operation" """
    tests: int
    """how many tests the chain has"""
    text: str
    """the first line of what is left"""


def working_rests(source: str) -> Iterator[Rest]:
    """What is left beside the chains of all kernels of a module and does something."""
    tree = ast.parse(source)
    sets = code_sets(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and is_kernel(node):
            yield from Chains(node, sets, source).found()


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function has the decorator @kernel."""
    named = [found.func if isinstance(found, ast.Call) else found for found in function.decorator_list]
    return any(isinstance(found, ast.Name) and found.id == "kernel" for found in named)


def code_sets(tree: ast.Module) -> set[str]:
    """The names that may be tuples of codes: the constants of a module, also those that it imports."""
    made = {target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
            if isinstance(target, ast.Name)}  # fmt: skip
    brought = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    return {name for name in made | brought if name.isupper()}


class Chains:
    """The chains of one kernel."""

    def __init__(self, kernel: ast.FunctionDef, sets: set[str], source: str) -> None:
        self.kernel, self.sets, self.source = kernel, sets, source

    def found(self) -> Iterator[Rest]:
        """What is left beside them and does something."""
        yield from self.of_block(self.kernel.body)
        for node in ast.walk(self.kernel):
            if isinstance(node, ast.IfExp):
                for value in self.values(node.test):
                    tests, last = self.unfolded(node, value)
                    if tests > 1 and not is_nothing(last):
                        yield self.rest(value, tests, last)

    def of_block(self, statements: list[ast.stmt]) -> Iterator[Rest]:
        """Those of a list of statements and of the lists inside it."""
        left: dict[str, int] = {}
        """tests so far by value, of branches that leave"""
        for place, statement in enumerate(statements):
            for block in inner_blocks(statement):
                yield from self.of_block(block)
            if not isinstance(statement, ast.If):
                continue
            branches, otherwise = unrolled(statement)
            for value in {value for test, _ in branches for value in self.values(test)}:
                asking = [n for n, (test, _) in enumerate(branches) if value in self.values(test)]
                before, tests = left.get(value, 0), len(asking)
                beside = [branch for n, branch in enumerate(branches) if n not in asking]
                last = asking[-1]
                after = [body for _, body in branches[last + 1 :]] + ([otherwise] if otherwise else [])
                if any(notes_fault(body) for _, body in beside):
                    continue
                if after:
                    yield from self.judged(value, before + tests, after)
                elif all(leaves(body) for _, body in branches):
                    left[value] = before + tests
                    rest = statements[place + 1 :]
                    if rest and not any(self.goes_on(later, value) for later in rest):
                        yield from self.judged(value, before + tests, [rest])

    def goes_on(self, statement: ast.stmt, value: str) -> bool:
        """Whether a later statement is a further test of a chain."""
        if not isinstance(statement, ast.If):
            return False
        branches, otherwise = unrolled(statement)
        asks = any(value in self.values(test) for test, _ in branches)
        return asks and (bool(otherwise) or all(leaves(body) for _, body in branches))

    def judged(self, value: str, tests: int, rests: list[list[ast.stmt]]) -> Iterator[Rest]:
        """Those among what is left beside a chain that do something."""
        for rest in rests:
            first = rest[0]
            if isinstance(first, ast.Return) and isinstance(first.value, ast.IfExp):
                more, last = self.unfolded(first.value, value)
                if more:
                    if tests + more > 1 and not is_nothing(last):
                        yield self.rest(value, tests + more, last)
                    continue
            if tests > 1 and not self.is_sound(rest, value):
                yield self.rest(value, tests, first)

    def is_sound(self, rest: list[ast.stmt], value: str) -> bool:
        """Whether what is left beside a chain may be there."""
        while len(rest) > 1 and passes_by(rest[0]):
            rest = rest[1:]
        first = rest[0]
        if notes_fault(rest):
            return True
        if isinstance(first, ast.Return):
            answer = first.value
            if is_nothing(answer):
                return True
            if isinstance(answer, ast.BoolOp) and isinstance(answer.op, ast.And):
                return value in self.values(answer.values[0])
        return any(self.hands_on(node, value) for statement in rest for node in ast.walk(statement))

    def hands_on(self, node: ast.AST, value: str) -> bool:
        """Whether a statement is a call of a kernel with the code, or its answer returned or kept."""
        if not isinstance(node, ast.Expr | ast.Return | ast.Assign) or not isinstance(node.value, ast.Call):
            return False
        if isinstance(node.value.func, ast.Name) and node.value.func.id == "int":
            return False
        given = {plain(argument) for argument in node.value.args}
        holders = {name for name in given if name.isidentifier() and f"{name}.{value}" in self.source}
        return value in given or bool(holders) or value.rpartition(".")[0] in given

    def values(self, test: ast.expr) -> set[str]:
        """What a test compares with codes, and with nothing else."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return set.intersection(*(self.values(part) for part in test.values))
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq | ast.In):
            return {plain(test.left)} if len(test.ops) == 1 and self.are_codes(test.comparators[0]) else set()
        return set()

    def are_codes(self, node: ast.expr) -> bool:
        """Whether an expression is a code or a tuple of codes."""
        if isinstance(node, ast.Tuple):
            return all(self.are_codes(item.value if isinstance(item, ast.Starred) else item) for item in node.elts)
        if isinstance(node, ast.Name):
            return node.id in self.sets and not node.id.startswith(NOTHING)
        member = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        return member and node.attr.isupper() and node.value.id[0].isupper() and not node.value.id.isupper()  # type: ignore[attr-defined,union-attr]

    def unfolded(self, expression: ast.expr, value: str) -> tuple[int, ast.expr]:
        """How many tests of a value conditional expressions begin with, and what is left beside them."""
        tests = 0
        while isinstance(expression, ast.IfExp) and value in self.values(expression.test):
            tests, expression = tests + 1, expression.orelse
        return tests, expression

    def rest(self, value: str, tests: int, node: ast.expr | ast.stmt) -> Rest:
        """What is left, described."""
        return Rest(self.kernel.name, node.lineno, value, tests, ast.unparse(node).splitlines()[0])


def plain(expression: ast.expr) -> str:
    """An expression as text, without `int(...)` around it."""
    while isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) and expression.func.id == "int":
        expression = expression.args[0]
    return ast.unparse(expression)


def unrolled(statement: ast.If) -> tuple[list[tuple[ast.expr, list[ast.stmt]]], list[ast.stmt]]:
    """The tests of if and elif with their branches, and the branch of else."""
    branches = [(statement.test, statement.body)]
    while len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
        statement = statement.orelse[0]
        branches.append((statement.test, statement.body))
    return branches, statement.orelse


def inner_blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The lists of statements inside a statement, those of each branch of if, elif and else."""
    if isinstance(statement, ast.If):
        branches, otherwise = unrolled(statement)
        yield from (body for _, body in branches)
        yield otherwise
    elif isinstance(statement, ast.For | ast.While):
        yield statement.body


def leaves(body: list[ast.stmt]) -> bool:
    """Whether statements never go on to what follows them."""
    last = body[-1]
    if isinstance(last, ast.If):
        branches, otherwise = unrolled(last)
        return bool(otherwise) and leaves(otherwise) and all(leaves(branch) for _, branch in branches)
    return isinstance(last, ast.Return | ast.Continue | ast.Break)


def passes_by(statement: ast.stmt) -> bool:
    """Whether a statement is a branch that leaves, beside which the next statement is what is left; it is not if the
    branch notes the fault.
    """
    alone = isinstance(statement, ast.If) and not statement.orelse
    return alone and leaves(statement.body) and not notes_fault(statement.body)  # type: ignore[attr-defined]


def notes_fault(body: list[ast.stmt]) -> bool:
    """Whether statements begin by noting that a code is not written."""
    first = body[0]
    if isinstance(first, ast.If):
        return is_guard(first) and notes_fault(first.body)
    return isinstance(first, ast.Assign) and isinstance(first.value, ast.Name) and first.value.id == FAULT


def is_guard(statement: ast.If) -> bool:
    """Whether a branch is for all codes but some."""
    return isinstance(statement.test, ast.Compare) and isinstance(statement.test.ops[0], ast.NotEq | ast.NotIn)


def is_nothing(answer: ast.expr | None) -> bool:
    """Whether an answer is yes, no, 0, -1 or a name for nothing."""
    if isinstance(answer, ast.UnaryOp) and isinstance(answer.op, ast.USub):
        answer = answer.operand
    if isinstance(answer, ast.Constant):
        return answer.value in (True, False, None, 0, 1)
    return answer is None or (isinstance(answer, ast.Name) and answer.id.startswith(NOTHING))


def working_rests_of(folder: Path) -> Mapping[str, list[Rest]]:
    """By file of a folder, what is left beside the chains of its kernels and does something."""
    found = {path.name: list(working_rests(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.py"))}
    return {name: rests for name, rests in found.items() if rests}
