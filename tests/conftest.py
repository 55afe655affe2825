"""What all tests share: the seed of samples, and which tests one worker plays one after the other."""

import subprocess
from pathlib import Path

import pytest

from sim import GAMES

ROOT = Path(__file__).parents[1]
pytest.register_assert_rewrite("contract", "games")


def commit() -> str:
    """The commit that is checked out, or "none" where there is no repository."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() or "none"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--sample SEED`."""
    parser.addoption("--sample", metavar="SEED", help="draw samples as with this seed instead of the commit")


@pytest.fixture(scope="session")
def sample_seed(request: pytest.FixtureRequest) -> str:
    """By what samples are drawn: the commit, unless another seed is given."""
    return request.config.getoption("--sample") or commit()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one game are a group, and so are those of a file that are of no game: one worker plays each."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group_of(item)))


def group_of(item: pytest.Item) -> str:
    """The game that a test is about, by its parameters or its file, or else its file."""
    parameters = getattr(item, "callspec", None)
    named = [
        value
        for value in (parameters.params.values() if parameters else ())
        if isinstance(value, str) and value in GAMES
    ]
    in_name = [game for game in GAMES if game in item.path.stem]
    return (*named, *in_name, item.path.stem)[0]
