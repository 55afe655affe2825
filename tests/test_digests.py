"""What is in a digest: results and compiled code are kept apart by what can change them, and by nothing else."""

import re
import shutil
from pathlib import Path

import pytest

from sim import GAMES, load_game
from sim.core import kernel

PROJECT = Path(__file__).parents[1]
PACKAGES = ("sim.core", *(f"{room}.{game}" for room in ("sim", "agents") for game in GAMES), "agents")
CHANGES = {
    "sim/core/pile.py": ({*GAMES}, {*PACKAGES}),
    "sim/shards_of_infinity/attack.py": (
        {"shards_of_infinity"},
        {"sim.shards_of_infinity", "agents.shards_of_infinity"},
    ),
    "sim/keyforge/cards.toml": ({"keyforge"}, set()),
    "sim/keyforge/decks.toml": ({"keyforge"}, set()),
    "agents/keyforge/features.py": (set(), {"agents.keyforge"}),
    "agents/random.py": (set(), {"agents", *(f"agents.{game}" for game in GAMES)}),
    "sim/words/trace.py": (set(), set()),
    **{f"sim/{game}/{name}": (set(), set()) for game in GAMES for name in kernel.WORDS},
}
"""By file: of which games the results, and of which packages the compiled code, are others when it is changed."""


def forget():
    kernel.folder_digest.cache_clear()
    kernel.cache_folder.cache_clear()


@pytest.fixture
def copy(tmp_path, monkeypatch):
    for folder in kernel.OWN:
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kernel, "ROOT", tmp_path)
    forget()
    yield tmp_path
    forget()


def digests():
    forget()
    rules = {game: load_game(game).source_digest() for game in GAMES}
    return rules, {package: kernel.cache_folder(package).name for package in PACKAGES}


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize("file", CHANGES)
def test_a_change_shows_where_it_matters_and_nowhere_else(copy, file):
    rules, compiled = digests()
    path = copy / file
    path.write_text(path.read_text(encoding="utf-8") + "\n# another word\n", encoding="utf-8")
    rules_after, compiled_after = digests()
    assert (changed(rules, rules_after), changed(compiled, compiled_after)) == CHANGES[file]


def test_the_same_sources_have_the_same_digests_in_another_place(copy):
    there = digests()
    kernel.ROOT = PROJECT
    assert digests() == there


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_does_not_know_the_words(game):
    """What no digest has must not be able to change play: no rule imports words, and words hold no kernel."""
    folder = PROJECT / "sim" / game
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.name in kernel.WORDS:
            assert "kernel" not in source
        elif path.name != "__init__.py":
            assert not re.search(r"^\s*(from|import) .*\b(words|describe)\b", source, re.MULTILINE), path


def test_kernels_are_cached_with_what_they_can_call():
    found = {
        "sim.core.pile": "sim.core",
        "sim.keyforge.turn": "sim.keyforge",
        "agents.keyforge.strategist": "agents.keyforge",
        "agents.random": "agents",
    }
    assert {module: kernel.package_of(module) for module in found} == found
