"""Conditions as texts: Python expressions about a state, made into the lines of a kernel.

`A implies B` holds where A does not. Of many things Python says something by a generator, and so do these texts: `all`,
`sum` and `min` of one become loops. Besides, `counted(card for ...)` counts in `room` how often each number comes, or
`counted((card, n) for ...)` adds so many, and is true. A generator goes through a `range(...)`, the cards of a pile, as
`cards(s.hand[seat])`, or the first so many of an array, as `s.frame[: s.n_frames]`.
"""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

STARTS = {"all": "True", "sum": "0", "min": "1 << 30", "counted": "True"}
"""What is found before the first thing."""


def parsed(text: str) -> Any:
    """The tree of an expression."""
    return ast.parse(text, mode="eval").body


def used(text: str) -> set[str]:
    """The names that a text uses but for those that its generators give."""
    nodes = [node for part in text.split(" implies ") for node in ast.walk(parsed(part))]
    bound = {ast.unparse(node.target) for node in nodes if isinstance(node, ast.comprehension)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - bound


class Words(ast.NodeTransformer):
    """Puts what words stand for in their place."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words = words

    def of(self, text: str) -> str:
        """A text without the words."""
        return " implies ".join(ast.unparse(self.visit(parsed(part))) for part in text.split(" implies "))

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self.words:
            return node
        if isinstance(node.ctx, ast.Store):
            raise ValueError(f"{node.id} is a word already: {self.words[node.id]}")
        return self.visit(parsed(self.words[node.id]))


class Lines(ast.NodeTransformer):
    """The lines of a kernel that returns whether one of some conditions does not hold. above: lines that they stand
    under.
    """

    def __init__(self, above: Sequence[str]) -> None:
        self.lines = list(above)
        self.depth = self.above = len(above)

    def add(self, condition: str) -> None:
        """Adds what looks at a condition."""
        *given, then = condition.split(" implies ")
        for text in given:
            self._line(f"if {self._value(parsed(text))}:")
        match parsed(then):
            case ast.Call(ast.Name("all"), [ast.GeneratorExp(thing, clauses)]):
                self._go_through(clauses)
            case thing:
                pass
        self._line(f"if not ({self._value(thing)}):")
        self._line("return True")
        self.depth = self.above

    def _line(self, text: str) -> None:
        self.lines.append(" " * self.depth + text)
        self.depth += text.endswith(":")

    def _value(self, expression: ast.expr) -> str:
        """An expression without generators, after the lines that go through them."""
        return ast.unparse(self.visit(expression))

    def visit_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(ast.Name(kind), [ast.GeneratorExp(thing, clauses)]):
                return self._found(kind, thing, clauses)
        return self.generic_visit(node)

    def _found(self, kind: str, thing: ast.expr, clauses: Sequence[ast.comprehension]) -> ast.expr:
        """What is found in a generator, by name, after the lines that go through it."""
        depth, found = self.depth, f"found_{len(self.lines)}"
        self._line(f"{found} = {STARTS[kind]}")
        self._go_through(clauses)
        self._take(kind, thing, found)
        self.depth = depth
        return ast.Name(found)

    def _go_through(self, clauses: Sequence[ast.comprehension]) -> None:
        for clause in clauses:
            self._loop(ast.unparse(clause.target), clause.iter)
            for condition in clause.ifs:
                self._line(f"if {self._value(condition)}:")

    def _loop(self, one: str, things: ast.expr) -> None:
        match things:
            case ast.Call(ast.Name("range"), _):
                self._line(f"for {one} in {self._value(things)}:")
                return
            case ast.Call(ast.Name("cards"), [pile]):
                array, n = f"{self._value(pile)}.card", f"{self._value(pile)}.n"
            case ast.Subscript(value, ast.Slice(None, ast.expr() as upper)):
                array, n = self._value(value), self._value(upper)
            case _:
                raise ValueError(f"not a range, the cards of a pile or a part of an array: {ast.unparse(things)}")
        self._line(f"for at_{one} in range({n}):")
        self._line(f"{one} = {array}[at_{one}]")

    def _take(self, kind: str, thing: ast.expr, found: str) -> None:
        """Adds the line that adds a thing to what is found."""
        match kind, thing:
            case "counted", ast.Tuple([place, n]):
                self._line(f"room[{self._value(place)}] += {self._value(n)}")
            case "counted", _:
                self._line(f"room[{self._value(thing)}] += 1")
            case "sum", _:
                self._line(f"{found} += {self._value(thing)}")
            case "min", _:
                self._line(f"{found} = min({found}, {self._value(thing)})")
            case _:
                self._line(f"{found} &= bool({self._value(thing)})")
