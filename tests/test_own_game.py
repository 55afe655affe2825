"""A game of one's own is a folder of `sim`, a folder of `agents` and a line: it plays, logs, is searched, compared and
reported like any other. `examples/pig` has both folders.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.core.kernel import ROOT

EXAMPLE = Path(__file__).parent / "examples" / "pig"
PLAN = """
question = "compare"
game = "pig"
entrant = "p1"
[[variants]]
name = "cautious"
agents = ["cautious", "best"]
[[variants]]
name = "best"
agents = ["best", "best"]
[[variants]]
name = "thinker"
agents = ["thinker", "random"]
[[variants]]
name = "random"
agents = ["random", "random"]
[stop]
games = 1200
"""
LUCK = 3.3 * 0.5 / 1200**0.5
"""Half-width of a 99.9 % interval for a score of 1,200 games."""
GOAL, SIDES = 100, 6


def gains(enough, points):
    """What a turn brings to a player who holds with enough at stake, or with what wins: chances by points."""
    found, at_stake = {0: 0.0}, {0: 1.0}
    while at_stake:
        stake = min(at_stake)
        chance = at_stake.pop(stake) / SIDES
        found[0] += chance
        for brought in range(stake + 2, stake + SIDES + 1):
            ends = found if brought >= enough or points + brought >= GOAL else at_stake
            ends[brought] = ends.get(brought, 0.0) + chance
    return found


def score_of(enough, other):
    """How often a player wins who holds with `enough` against one who holds with `other`, as often first as second:
    worked out from the last positions to the first one.
    """
    players = (enough, other)
    turns = [[gains(player, points) for points in range(GOAL)] for player in players]
    wins = {}
    for both in range(2 * GOAL - 2, -1, -1):
        for first in range(max(0, both - GOAL + 1), min(both, GOAL - 1) + 1):
            solve(turns, wins, first, both - first)
    return (wins[0, 0, 0] + 1 - wins[0, 0, 1]) / 2


def solve(turns, wins, first, second):
    """Into wins[points of the mover, of the other, mover]: how often each player wins who is to move while the first
    has so many points and the second so many. A turn that brings nothing leads from one of the two to the other.
    """
    points, known, nothing = (first, second), [], []
    for player in range(2):
        mine, theirs, chances = points[player], points[1 - player], turns[player][points[player]]
        nothing.append(chances[0])
        known.append(
            sum(
                chance * (1.0 if mine + brought >= GOAL else 1 - wins[theirs, mine + brought, 1 - player])
                for brought, chance in chances.items()
                if brought
            )
        )
    for player in range(2):
        mine, theirs, other = points[player], points[1 - player], 1 - player
        moved = known[player] + nothing[player] * (1 - known[other] - nothing[other])
        wins[mine, theirs, player] = moved / (1 - nothing[player] * nothing[other])


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project that Pig has joined, as `sim/README.md` says."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("sim", "agents", "experiments"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "overnight.py", folder)
    for name in ("sim", "agents"):
        shutil.copytree(EXAMPLE / name, folder / name / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    games = folder / "sim" / "__init__.py"
    text = games.read_text(encoding="utf-8")
    games.write_text(text.replace("GAMES = {\n", 'GAMES = {\n    "pig": "dice",\n', 1), encoding="utf-8")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def overnight(house):
    """Runs a command in it."""

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": str(house), "XDG_CACHE_HOME": str(house / "cache")}
        command = [sys.executable, "-c", "import overnight; raise SystemExit(overnight.main())", *words]
        done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_it_is_played_and_told(overnight):
    log = overnight("play", "pig", "--seed", "3", "--agents", "best,cautious")
    assert "Pig" in log
    assert re.search(r"\broll\b", log)
    assert re.search(r"\bhold\b", log)
    assert re.search(r"p[12]: 1\d\d points|points \d+ -> 1\d\d", log)


def test_it_is_compared_searched_and_reported(overnight, house):
    answer = json.loads(overnight("run", "plan.toml", "--json"))
    table = {row["name"]: row for row in answer["table"]}
    for name, enough in (("cautious", 10), ("best", 20)):
        assert abs(table[name]["score"] - score_of(enough, 20)) < LUCK
    assert table["thinker"]["low"] > table["random"]["high"] + 0.1
    assert "of Pig" in overnight("report", "plan")
    (page,) = house.glob("results/plan-*/report.html")
    assert "Pig" in page.read_text(encoding="utf-8")


def test_its_table_is_checked_like_any_other(overnight):
    assert "points to win" in overnight("table", "pig")
