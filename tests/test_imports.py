"""Imports run one way: experiments -> agents -> sim.<game> -> sim.words -> sim.reading -> sim.cards -> sim.core, with
sim.learners beside the games, and inside experiments downwards from room to room; and nowhere is there a circle.
"""

import ast
import functools
from pathlib import Path

import pytest

from sim import GAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("sim", "agents", "experiments")
ROOMS = {
    "web": ("commands", "answer", "run", "questions", "plan", "statistics"),
    "commands": ("answer", "run", "questions", "plan", "statistics"),
    "answer": ("run", "questions", "plan", "statistics"),
    "run": ("questions", "plan", "statistics"),
    "questions": ("plan", "statistics"),
    "plan": (),
    "statistics": (),
}
"""The rooms of experiments, and which may be used in each beside its own."""
SHARED = ("core", "cards", "reading", "words")
"""What the games share, from the bottom up: each may use what is below it."""
BESIDE = "learners"
"""Beside the games: it uses what they share, and no game uses it."""


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


def imports_in(source, name, is_package, known=SOURCES):
    """What a module imports, anywhere in it, by full name: a module of ours where that is one, else as written."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".")
            base = parts[: len(parts) - node.level + is_package] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                found.append(f"{module}.{alias.name}" if f"{module}.{alias.name}" in known else module)
    return found


@functools.cache
def all_imports():
    """What each module of ours imports."""
    return {
        name: imports_in(path.read_text(encoding="utf-8"), name, path.name == "__init__.py")
        for name, path in SOURCES.items()
    }


def place(module):
    """Where a module stands: a room of experiments or of sim, agents, a game, or the top of a package."""
    first, _, rest = module.partition(".")
    second = rest.partition(".")[0]
    if first == "experiments":
        return f"experiments.{second}" if second in ROOMS else "experiments"
    if first == "sim":
        return f"sim.{second}" if second in (*GAMES, *SHARED, BESIDE) else "sim"
    return first


def may_import(one, other):
    """Whether a module that stands at `one` may import one that stands at `other`."""
    if one == other or other not in {*map(place, SOURCES)}:
        return True
    package, _, room = one.partition(".")
    target, _, other_room = other.partition(".")
    if package != target:
        return PACKAGES.index(package) > PACKAGES.index(target)
    if package == "experiments":
        return not room or other_room in ROOMS[room]
    if not room:
        return other_room in SHARED  # `sim` finds the games by name
    floors = (*SHARED, "a game")
    return other_room in SHARED and floors.index(other_room) < floors.index(room if room in SHARED else "a game")


def wrong_ways(imports):
    return [
        f"{name} imports {target}"
        for name, targets in imports.items()
        for target in targets
        if not may_import(place(name), place(target))
    ]


def circles(imports):
    """Circles of modules, each as the modules on it."""
    found, done = [], set()

    def follow(name, trail):
        if name in trail:
            found.append(trail[trail.index(name) :])
        elif name not in done:
            for target in imports[name]:
                if target in imports and target != name:
                    follow(target, [*trail, name])
            done.add(name)

    for name in imports:
        follow(name, [])
    return found


def test_imports_run_one_way():
    assert wrong_ways(all_imports()) == []


def test_there_is_no_circle():
    assert circles(all_imports()) == []


def test_sim_does_without_tables_and_pictures():
    used = {
        target.partition(".")[0]
        for name, found in all_imports().items()
        if place(name).startswith("sim")
        for target in found
    }
    assert "numba" in used
    assert not used & {"pandas", "matplotlib", "pyarrow", "rich", "typer"}


@pytest.mark.parametrize(
    ("one", "other", "right"),
    [
        ("sim.core.pile", "sim.words.trace", False),
        ("sim.core.pile", "sim.cards.entries", False),
        ("sim.nightfall.knowledge", "sim.cards.hidden", True),
        ("sim.core.game", "sim.reading.card_files", False),
        ("sim.reading.decks", "sim.core.errors", True),
        ("sim.reading.decks", "sim.words.readers", False),
        ("sim.words.trace", "sim.reading.names", True),
        ("sim.keyforge.cards", "sim.reading.notation", True),
        ("sim.keyforge.play", "sim.aeons_end.life", False),
        ("sim.keyforge.describe", "sim.words.vocabulary", True),
        ("sim.words.trace", "sim.keyforge.play", False),
        ("sim.core.rng", "agents.agent", False),
        ("sim.core.game", "sim", False),
        ("sim.words.scenario", "sim", False),
        ("sim.scenario_files", "sim.words.scenario", True),
        ("agents.random", "sim.core.rng", True),
        ("agents.random", "experiments.run.runner", False),
        ("experiments.run.runner", "experiments.answer.result", False),
        ("experiments.answer.result", "experiments.run.store", True),
        ("experiments.plan.plan", "experiments.questions.totals", False),
        ("experiments.plan.plan", "experiments.statistics.moments", False),
        ("experiments.run.runner", "experiments", False),
        ("experiments.web.runs", "experiments.commands.runs", True),
        ("experiments.commands.cli", "experiments.web.serve", False),
        ("experiments.answer.pages", "experiments.web.guard", False),
        ("experiments", "experiments.answer.replay", True),
    ],
)  # fmt: skip
def test_the_directions_are_told_apart(one, other, right):
    assert may_import(place(one), place(other)) is right


def test_circles_and_relative_imports_are_found():
    known = ("a", "a.b", "a.c", "a.d.e")
    assert imports_in("from . import b\nfrom .c import x", "a.d", False, known) == ["a.b", "a.c"]
    assert imports_in("from .b import x", "a", True, known) == ["a.b"]
    assert imports_in("def f():\n    from ..b import x", "a.d.e", False, known) == ["a.b"]
    assert circles({"a": ["b"], "b": ["c", "os"], "c": ["b"]}) == [["b", "c"]]
