"""What all tests share: the seed of samples, and which tests one worker plays one after the other."""

import random
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from sim import GAMES
from sim.core.errors import begin_text

ROOT = Path(__file__).parents[1]
LONG = (
    "tests/test_serve_browser.py",
    "tests/test_sweep.py",
    "tests/test_cli.py",
    "tests/test_notebooks.py",
    "tests/test_digests.py",
    "tests/test_pairs.py",
    "tests/test_attacks.py",
    "tests/test_planted_cards.py",
    "tests/test_clusters.py",
    "tests/test_outside_agents.py",
    "tests/test_killed.py",
    "tests/test_compiler.py",
    "tests/test_runner.py",
    "tests/test_improve.py",
    "tests/test_serve_play.py",
    "tests/test_race.py",
    "tests/test_figures.py",
    "tests/test_mutated_files.py",
    "tests/test_serve.py",
    "tests/test_plots.py",
    "tests/test_learning.py",
    "tests/test_progress.py",
    "tests/test_statistics.py",
    "tests/test_streams.py",
    "tests/test_candidates.py",
    "tests/test_levels.py",
    "tests/test_balance.py",
    "tests/test_report.py",
    "tests/test_crossing.py",
    "tests/test_readme.py",
    "tests/test_own_question.py",
    "tests/test_own_game.py",
    "tests/test_export.py",
    "tests/test_live.py",
    "tests/test_search.py",
    "tests/test_tuning.py",
    "tests/test_audit.py",
)
"""Files of no game that take long for their number of tests: they begin before the others."""
TOGETHER = ("tests/test_serve_browser.py", "tests/test_digests.py")
"""Files whose tests share what is dear to make, such as a browser and a server: each is a group, whatever games its
tests are about.
"""
PARTED = (
    "test_ten_million_random_games_keep_the_rules",
    "test_two_hundred_games_of_every_agent_are_the_same_compiled_and_interpreted",
)
"""The longest tests, in parts: those of one game are a group of their own, and begin before the others."""
KINDS = {
    "strength": 16,  # one agent against another: what `overnight strength` measures with more games
    "character": 3,  # what a style does more often than others
    "coverage": 12,  # how often intervals hold and tests err, by simulation
    "questions": 4,  # a question from the command line to its report
    "going on": 2,  # what was stopped, killed or damaged ends as if nothing had been
    "clusters": 4,  # workers on a cluster that come, leave and die
    "compiling": 2,  # processes that share the compiling
    "measuring": 2,  # commands that measure the project itself
    "scale": 1,  # very many games, candidates and requests
}
"""Kinds of dear tests that look for faults of one kind in several places, and how many of each the short tests play."""
pytest.register_assert_rewrite("contract", "games")


def commit() -> str:
    """The commit that is checked out, or "none" where there is no repository."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() or "none"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--sample SEED`."""
    parser.addoption("--sample", metavar="SEED", help="draw samples as with this seed instead of the commit")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test that is marked `drawn(n)`, or of all tests that are marked as of one kind, the short tests play so many
    cases, and the long ones the others.
    """
    seed = config.getoption("--sample") or commit()
    cases = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("long") and (mark := item.get_closest_marker("drawn")):
            kind = mark.kwargs.get("of", "")
            cases[kind or item.nodeid.partition("[")[0], KINDS[kind] if kind else mark.args[0]].append(item)
    for (name, count), all_of_it in cases.items():
        for item in left_undrawn(all_of_it, count, f"{seed} {name}"):
            item.add_marker(pytest.mark.long)


def left_undrawn(cases: list[Any], count: int, seed: str) -> list[Any]:
    """The cases of a test but for so many that are drawn."""
    return random.Random(seed).sample(cases, max(0, len(cases) - count))


@pytest.fixture(autouse=True)
def _text_begins() -> None:
    """What a test asks begins a text of its own, as what a user asks does."""
    begin_text()


@pytest.fixture(scope="session")
def sample_seed(request: pytest.FixtureRequest) -> str:
    """By what samples are drawn: the commit, unless another seed is given."""
    return request.config.getoption("--sample") or commit()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Tests of one game are a group, and so are those of a file that are of no game: one worker plays each."""
    return Grouped(config, log)


class Grouped(LoadScopeScheduling):
    """Sends a group to one worker, so that a game is compiled and its games are told once. (xdist's own groups are by
    marks, which it writes into names that newer versions of pytest do not let it change.)

    Games come first, so that all others find them compiled, and short files last, so that the workers end together.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)

    def _assign_work_unit(self, node: Any) -> None:
        first = min(self.workqueue, key=lambda group: rank(group, len(self.workqueue[group])))
        self.workqueue.move_to_end(first, last=False)
        super()._assign_work_unit(node)


def group_of(nodeid: str) -> str:
    """The game that a test is about, by its parameters or its file, or else its file; of the longest tests the test and
    the game.
    """
    file, test = nodeid.split("::")[0], nodeid.split("::")[-1].split("[")[0]
    if file in TOGETHER:
        return file
    names = sorted(GAMES, key=len, reverse=True)
    by_parameter = (game for game in names if re.search(rf"[\[-]{game}[\]-]", nodeid))
    group = next(by_parameter, next((game for game in names if game in file), file))
    return f"{test} {group}" if test in PARTED else group


def rank(group: str, tests: int) -> tuple[int, bool, int, int]:
    """By what a group of so many tests stands in the line: the longest, games, long files, others; many tests first."""
    test = group.split()[0]
    parted = PARTED.index(test) if test in PARTED else len(PARTED)
    return parted, group not in GAMES, LONG.index(group) if group in LONG else len(LONG), -tests
