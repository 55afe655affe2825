"""Scenarios pin the code of the rules: change a comparison, a number, a branch, an order or a seat, and one must fail.

The short tests try a few of the changes that are known to be noticed, other ones after each commit (`--sample SEED`
tries those of that seed again); the long tests try all of these, and some of all in the files that were tried whole.
"""

import ast
import shutil

import pytest

from . import detection
from .code_changes import SIM, every_change, kept, known, source_of, to_be_noticed
from .replays import results
from .subject import SUBJECTS

FEW, MANY = 6, 40
"""Changes of each game in the short and in the long tests."""
STILL_THERE = 3 / 4
"""Of the changes that are known to be noticed so many are still changes of the code; with fewer they are tried anew."""


@pytest.mark.parametrize("game", SUBJECTS)
def test_changes_known_to_be_noticed_are_noticed(game, sample_seed):
    (found,) = results([["unnoticed_of_known", game, sample_seed, FEW]], NUMBA_DISABLE_JIT="1")
    assert found == [], f"again with --sample {sample_seed}"


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_all_changes_known_to_be_noticed_are_noticed(game):
    (found,) = results([["unnoticed_of_known", game, "all", len(known(game))]], NUMBA_DISABLE_JIT="1")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_changes_of_the_code_are_noticed(game, sample_seed):
    (found,) = results([["unnoticed_of_all", game, sample_seed, MANY]], NUMBA_DISABLE_JIT="1")
    assert found == [], f"again with --sample {sample_seed}"


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", SUBJECTS)
def test_there_are_many_changes_and_what_is_kept_is_of_the_code(game):
    changes, of = every_change(game), kept(game)
    assert {change.kind for change in changes.values()} == {
        "comparison",
        "constant",
        "connective",
        "branch",
        "order",
        "seat",
    }
    assert len(known(game)) >= STILL_THERE * len(of.noticed) > FEW
    assert not set(of.noticed) & (set(of.equivalent) | set(of.unnoticed))
    assert not set(of.equivalent) & set(of.unnoticed)
    assert bool(to_be_noticed(game)) == bool(of.whole)


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", SUBJECTS)
def test_a_change_in_a_copy_of_the_project_is_of_one_function_alone(game, sample_seed, tmp_path):
    for change in detection.drawn(game, FEW, sample_seed):
        copied = tmp_path / "sim" / source_of(game, change.file)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SIM / source_of(game, change.file), copied)
        before = ast.parse(copied.read_text(encoding="utf-8")).body
        detection.write(change, game, tmp_path)
        after = ast.parse(copied.read_text(encoding="utf-8")).body
        differing = [new for old, new in zip(before, after, strict=True) if ast.unparse(old) != ast.unparse(new)]
        assert [f"{change.file} {function.name}" for function in differing] == [change.place]
        assert "kernel" in " ".join(map(ast.unparse, differing[0].decorator_list))
