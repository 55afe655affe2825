"""An operation, a condition or a count that is named and not written is a fault of the engine, and does nothing else.

That no kernel treats such a code as another one is asked of the sources by test_chains.py; here one is planted.
"""

import ast
import importlib
import itertools
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest
from quick import quick_agents

from sim.core.faults import ERROR_UNWRITTEN
from sim.core.turnloop import play_games

from .subject import SUBJECTS, subject

SIM = Path(__file__).parents[2] / "sim"
COLUMNS = {"Operation": ("operation",), "Condition": ("condition",), "Count": ("count", "per")}
"""By enumeration of a game's notation, what the column of a row is called that holds its codes."""
GAMES = 12


def modules(game):
    """The modules of a game with their syntax trees, but for its words."""
    for path in sorted((SIM / game).glob("*.py")):
        if path.name not in ("__init__.py", "describe.py"):
            yield importlib.import_module(f"sim.{game}.{path.stem}"), ast.parse(path.read_text(encoding="utf-8"))


def enumeration(game, name):
    """The enumeration of that name in a game."""
    found = {getattr(module, name) for module, _ in modules(game) if hasattr(module, name)}
    assert len(found) == 1
    return found.pop()


def asked_for(game):
    """The members of enumerations that some comparison in a game asks for, by themselves or in a tuple with a name, or
    for which a table says something.
    """
    for module, tree in modules(game):
        for node in ast.walk(tree):
            told = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
            asking = node.comparators if isinstance(node, ast.Compare) else [node.slice] if told else []
            for part in (inner for side in asking for inner in ast.walk(side)):
                yield from (member for member in named(module, part) if isinstance(member, IntEnum))


def named(module, node):
    """What a name or a member stands for in a module, as a tuple."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        value = getattr(getattr(module, node.value.id, None), node.attr, ())
    else:
        value = getattr(module, node.id, ()) if isinstance(node, ast.Name) else ()
    return value if isinstance(value, tuple) else (value,)


@pytest.mark.drawn(9)
@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("game", SUBJECTS)
def test_every_code_of_the_notation_is_asked_for(game, name):
    asked = {(type(member), member) for member in asked_for(game)}
    codes = enumeration(game, name)
    assert [code.name for code in codes if code.name != "NONE" and (codes, code) not in asked] == []


def planted(game, tables, name):
    """Tables in whose rows every code of an enumeration is one that nobody wrote."""
    codes = enumeration(game, name)
    code = next(number for number in itertools.count(1) if number not in set(codes))
    (rows,) = (field for field in tables.dtype.names if "operation" in (tables.dtype[field].base.names or ()))
    (column,) = (column for column in COLUMNS[name] if column in tables[rows].dtype.names)
    tables[rows][column][:] = code
    return tables


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("game", SUBJECTS)
def test_a_code_that_nobody_wrote_is_a_fault(game, name):
    of, agents = subject(game), quick_agents(game)
    table = next(iter(of.tables.values()))
    tables = planted(game, of.game.make_tables(table, []), name)
    batch = play_games(of.game, tables, [agents["random"]] * int(tables.players), 3, 0, GAMES)
    assert ERROR_UNWRITTEN in batch.error
    assert set(batch.error.tolist()) <= {0, ERROR_UNWRITTEN}
    assert np.all(batch.at_fault == -1)
    assert np.all(batch.score[batch.error != 0] == 0)
