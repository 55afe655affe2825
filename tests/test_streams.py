"""Every command ends without a word of Python whatever its streams are: closed, left by their reader, or of ASCII."""

import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from experiments import read_plan, run_plan
from experiments.commands.cli import COMMANDS
from experiments.commands.output import DONE, NO_READER

GAME = "shards_of_infinity"
PROJECT = Path(__file__).parents[1]
PLAN = """
name = "{name}"
question = "compare"
game = "shards_of_infinity"
seed = {seed}
agents = ["random", "random"]
[[variants]]
name = "as it is – ±"
[[variants]]
name = "20 health"
table = {{ health = 20 }}
[stop]
games = 40
"""
RUNS = {"one": 5, "other": 6}
CALLS = {
    "run": "run one.toml",
    "report": "report one",
    "new": f"new more.toml --game {GAME} --question estimate",
    "status": "status",
    "index": "index",
    "serve": "serve --help",
    "export": "export one --to markdown",
    "play": f"play {GAME} --agents random",
    "replay": "replay one 1",
    "curves": "curves one",
    "worth": "worth one",
    "compare": "compare one other",
    "scenario": "scenario scenario.toml",
    "plan": "plan one.toml",
    "games": "games",
    "agents": f"agents {GAME}",
    "cards": f"cards {GAME}",
    "table": f"table {GAME}",
    "decks": "decks keyforge",
    "squads": "squads berserk",
    "heroes": "heroes berserk_heroes",
    "mages": "mages aeons_end",
    "nemeses": "nemeses aeons_end",
    "supplies": "supplies aeons_end",
    "words": f"words {GAME}",
    "bench": "bench --help",
    "strength": "strength --help",
    "tune": "tune --help",
    "learn": "learn --help",
    "progress": "progress --help",
    "audit": "audit --help",
    "doctor": "doctor",
}
"""By command, a short call of it."""
SCENARIO = """
game = "shards_of_infinity"
[[scenario]]
name = "a crystal is a gem"
given."p1.hand" = ["crystal"]
do = ["play crystal"]
expect.gems = 1
"""
NO_LETTERS = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
STREAMS = {
    "standard output is closed": ("{} >&-", {}, (DONE,)),
    "standard error is closed": ("{} 2>&-", {}, (DONE,)),
    "standard input is closed": ("{} <&-", {}, (DONE,)),
    "all are closed": ("{} <&- >&- 2>&-", {}, (DONE,)),
    "nobody reads what is told": ("set -o pipefail; {} | true", {}, (DONE, NO_READER)),
    "the reader goes after a line": ("set -o pipefail; {} | head -n 1", {}, (DONE, NO_READER)),
    "the terminal knows ASCII alone": ("{}", NO_LETTERS, (DONE,)),
}
"""By what the streams are: how the shell calls the command, in which environment, and how it may end."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two plans, their runs, and a file of scenarios."""
    path = tmp_path_factory.mktemp("streams")
    for name, seed in RUNS.items():
        (path / f"{name}.toml").write_text(PLAN.format(name=name, seed=seed), encoding="utf-8")
        run_plan(read_plan(path / f"{name}.toml"), path / "results", workers=1)
    (path / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    return path


def ended(folder, name, streams):
    """What is wrong with how a command ended, if anything."""
    shell, environment, codes = STREAMS[streams]
    (folder / "more.toml").unlink(missing_ok=True)  # which the command "new" writes
    command = shlex.join([sys.executable, "-m", "experiments", *shlex.split(CALLS[name])])
    done = subprocess.run(
        ["bash", "-c", shell.format(command)],
        env={**os.environ, "PYTHONPATH": str(PROJECT), **environment}, cwd=folder, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    told = done.stdout + done.stderr
    found = [] if done.returncode in codes else [f"it ended with {done.returncode}"]
    found += [word for word in ("Traceback", "Exception ignored", "Error:") if word in told]
    return [f"overnight {CALLS[name]}, {streams}: {what}: {done.stderr}" for what in found]


def test_every_command_is_called():
    assert [*CALLS] == [*COMMANDS]


def test_commands_end_quietly_whatever_their_streams_are(folder, sample_seed):
    """Of each sort of streams a command, drawn by the commit."""
    chance = random.Random(sample_seed)
    drawn = zip(chance.sample([*CALLS], len(STREAMS)), STREAMS, strict=True)
    assert [what for case in drawn for what in ended(folder, *case)] == [], f"again with --sample {sample_seed}"


@pytest.mark.long
@pytest.mark.parametrize("streams", STREAMS)
def test_all_commands_end_quietly_whatever_their_streams_are(folder, streams):
    assert [what for name in CALLS for what in ended(folder, name, streams)] == []
