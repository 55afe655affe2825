"""Codes are used by their names: nothing depends on their order or range."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from agents.agent import places
from sim import GAMES

ROOT = Path(__file__).parents[1]
ORDINAL = {"Strength"}
"""Enumerations whose order is what they mean: a strong strike is stronger than a weak one."""


def enumerations(tree: ast.Module) -> set[str]:
    """The names of the enumerations and codes that a module defines."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name for node in classes if any(ast.unparse(base) in ("IntEnum", "Codes") for base in node.bases)}


def ordered(tree: ast.Module, names: set[str]) -> list[int]:
    """The lines that compare a member by order or count through members by `range`."""
    found = []
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
            parts = node.args
        members = [part for part in parts if isinstance(part, ast.Attribute) and ast.unparse(part.value) in names]
        found += [member.lineno for member in members]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_code_is_compared_by_order(game: str) -> None:
    files = [*(ROOT / "sim" / game).glob("*.py"), *(ROOT / "agents" / game).glob("*.py")]
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    names = set().union(*(enumerations(tree) for tree in trees.values()))
    assert {"Decision", "Kind", "Frame", "Operation"} <= names
    assert not {file.name: lines for file, tree in trees.items() if (lines := ordered(tree, names - ORDINAL))}


def test_an_order_would_be_found() -> None:
    source = "class A(IntEnum):\n    B = 1\nx = A.B <= 2\ny = range(A.B, 3)\nz = A.B == 2"
    tree = ast.parse(source)
    assert ordered(tree, enumerations(tree)) == [3, 4]


def test_places() -> None:
    manner = places("Manner", {"price": 1.0, "pace": 3.0}, 20)
    assert (manner.PRICE, manner.PACE, len(manner)) == (20, 21, 2)
