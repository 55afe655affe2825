"""Two locks: what plays and answers, and beside it what tests, notebooks and other tools need. Both are whole."""

import importlib.metadata
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-tests.lock")
KEPT_OUT = (
    "distributed",
    "dask",
    "starlette",
    "uvicorn",
    "playwright",
    "mypy",
    "pettingzoo",
    "pytest",
    "ruff",
    "hypothesis",
    "ipykernel",
    "duckdb",
)
"""What somebody who only plays has no use for."""


def entries(lock):
    """By name, the entries of a lock, each with its hashes."""
    parts = re.split(r"^(?=[a-z0-9])", (PROJECT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE | re.IGNORECASE)
    return [(canonicalize_name(re.match(r"[\w.-]+", part)[0]), part) for part in parts if part.strip()]


BASE, TESTS = ({name for name, _ in entries(lock)} for lock in LOCKS)
PROJECT_TABLE = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def needed(requirements):
    """All that some requirements need, on any machine."""
    found, open_ones = set(), [Requirement(text) for text in requirements]
    while open_ones:
        one = open_ones.pop()
        name = canonicalize_name(one.name)
        if name in found or name not in BASE | TESTS:
            continue
        found.add(name)
        try:
            told = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # only on other machines
        for text in told:
            further = Requirement(text)
            extras = [{"extra": extra} for extra in ("", *one.extras)]
            if "extra" not in str(further.marker) or any(further.marker.evaluate(extra) for extra in extras):
                open_ones.append(further)
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_has_its_version_and_its_hashes(lock):
    for name, text in entries(lock):
        assert re.match(r"[\w.-]+==[\w.+!-]+", text), name
        assert "--hash=sha256:" in text, name


def test_the_first_lock_is_what_playing_needs_and_nothing_else():
    assert needed(PROJECT_TABLE["dependencies"]) == BASE
    assert not BASE & {*KEPT_OUT}


def test_the_second_lock_is_what_else_the_tests_need():
    assert not BASE & TESTS
    all_told = needed([*PROJECT_TABLE["dependencies"], *PROJECT_TABLE["optional-dependencies"]["dev"]])
    here = {canonicalize_name(found.name) for found in importlib.metadata.distributions()}
    assert ((BASE | TESTS) & here) - all_told == set()
    assert all_told <= BASE | TESTS


@pytest.mark.parametrize(
    ("target", "locks", "last"),
    [
        ("demo", ["requirements.lock"], "overnight run shards_of_infinity_demo"),
        ("test", [*LOCKS], "pytest"),
        ("lint", [*LOCKS], "mypy"),
    ],
)
def test_each_command_makes_all_that_it_needs_on_a_fresh_machine(tmp_path, target, locks, last):
    for name in ("Makefile", "pyproject.toml", *LOCKS):
        (tmp_path / name).write_bytes((PROJECT / name).read_bytes())
    outside = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-n", target], env=outside, cwd=tmp_path, capture_output=True, text=True, check=True)
    told = done.stdout
    assert "-m venv .venv" in told
    assert [lock for lock in LOCKS if f"--requirement {lock}" in told] == locks
    assert "--no-deps --editable ." in told
    assert last in told.splitlines()[-1]
