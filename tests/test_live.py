"""How a run is watched: lines in a log, a table on a terminal, silence on request."""

import importlib
import io
import os
import re
import resource
import subprocess
import sys
import time
import tomllib
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pandas as pd
import pytest
from nbclient import NotebookClient
from rich.console import Console

import experiments
from agents import load_agent
from experiments.answer import traces
from experiments.answer.display import duration
from experiments.commands import cli, output, replayed, runs, tune
from experiments.commands.live import Pace, Watch, log_line
from experiments.plan.reading import read_plan
from experiments.questions.texts import TextTable
from experiments.run.runner import Progress
from sim import load_game
from sim.core.kernel import compile_seconds

ROOT = Path(__file__).parents[1]
DEMO = str(ROOT / "experiments/plans/shards_of_infinity_demo.toml")

TABLE = pd.DataFrame({
    "name": ["p1", "p2"],
    "agent": ["greedy", "[bold]odd[/bold]"],
    "games": 412_000,
    "score": [0.427, 0.573],
    "low": [0.419, 0.565],
    "high": [0.435, 0.581],
    "verdict": ["below an even share", "above an even share"],
    "faults": 0,
})  # fmt: skip


def progress(elapsed=60.0, done=412_000, status="playing", **values):
    given = {"target": 1_200_000, "seconds_left": 3720.0, "table": TABLE, "in_all": done, "played": done, **values}
    given = {"variants": 1, "unit": "", **given}
    return Progress(name="night", question="estimate", done=done, elapsed=elapsed, status=status, **given)


def watched(reports, terminal=False, **how):
    """What is written while a run reports its progress."""
    out = io.StringIO()
    with Watch("Shards of Infinity", Console(file=out, force_terminal=terminal, width=160), **how) as watch:
        for report in reports:
            watch(report)
    return out.getvalue()


def test_a_log_line_says_everything():
    line = log_line(progress(), 9800.0, datetime(2026, 11, 21, 23, 41))
    assert line == "23:41  night  412k/1.2M games  9.8k games/s  ETA 62 min  leader p2 [bold]odd[/bold] 57.3 % ± 0.8"


def test_a_log_line_counts_games_in_all_and_of_each():
    several = progress(in_all=1_648_000, variants=4, unit="variant")
    line = log_line(several, 39_200.0, datetime(2026, 11, 21, 23, 41))
    assert "  1.6M/4.8M games, 412k of each variant  39k games/s  " in line


def test_a_log_line_leaves_out_what_is_not_known():
    nothing = TABLE.assign(games=0, score=float("nan"), low=0.0, high=1.0)
    line = log_line(progress(done=0, target=None, seconds_left=None, table=nothing), None, datetime(2026, 1, 1, 6, 5))
    assert line == "06:05  night  0 games"


def test_a_log_gets_a_line_after_a_few_seconds_then_every_minute_and_at_the_end():
    reports = [progress(elapsed=float(second), done=1000 * second) for second in range(1, 130)]
    lines = watched([*reports, progress(elapsed=130.0, done=130_000, status="done")]).splitlines()
    assert [line.split("  ")[2] for line in lines] == [
        "5k/1.2M games",
        "65k/1.2M games",
        "125k/1.2M games",
        "130k/1.2M games",
    ]
    assert "1k games/s" in lines[1]
    assert "done" in lines[-1]
    assert "\x1b" not in "".join(lines)


def test_the_time_between_lines_can_be_chosen():
    reports = [progress(elapsed=float(second)) for second in range(1, 11)]
    assert len(watched(reports, every=2.0).splitlines()) == 5


def test_nothing_is_said_if_quiet():
    assert watched([progress(), progress(status="done", notes=("mind this",))], quiet=True) == ""
    assert watched([progress()], quiet=True, terminal=True) == ""


def test_notes_and_the_first_compile_are_told_once():
    notes = ("other games are kept",)
    out = watched([progress(elapsed=e, notes=notes, compiling=31.0 if e < 3 else None) for e in (0.1, 0.2, 3.0, 4.0)])
    assert out.splitlines() == [
        "other games are kept",
        "compiling Shards of Infinity, about 31 s, once",
        "compiled Shards of Infinity in 3 s",
    ]


def test_a_terminal_gets_a_table_with_intervals():
    out = watched([progress(elapsed=10.0, done=10_000), progress(elapsed=20.0, done=30_000)], terminal=True)
    assert all(words in out for words in ("30k/1.2M games", "2k games/s", "ETA 62 min", "42.7 % ± 0.8", "412,000"))
    assert "[bold]odd[/bold]" in out


@pytest.mark.parametrize(("points", "pace"), [([(0, 0)], None), ([(0, 100), (10, 600)], 50.0)])
def test_the_pace_is_games_over_time(points, pace):
    found = Pace()
    for elapsed, done in points:
        found.add(elapsed, done)
    assert found.games_per_second == pace


def test_the_pace_forgets_parts_that_were_only_read_again():
    pace = Pace()
    pace.add(0.0, 0)
    for second in range(1, 200):
        pace.add(float(second), 1_000_000 + 10 * second)
    assert pace.games_per_second == pytest.approx(10.0)


ASKED = """
import experiments
asked = experiments.estimate("shards_of_infinity", ["random", "random"], games=4, results=None, workers=1)
"""


def test_a_notebook_shows_progress_under_the_cell(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # what is tested is what lies here, whatever is installed
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(ASKED)])
    NotebookClient(notebook, timeout=300).execute()
    shown = [output["data"] for output in notebook.cells[0].outputs if "data" in output]
    assert "4/4 games" in shown[-1]["text/plain"]
    assert "done" in shown[-1]["text/html"]


def test_what_takes_long_is_told_and_what_is_quick_is_not(monkeypatch, capsys):
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.05)
    with output.at_work("counting"):
        assert capsys.readouterr().err == ""
        time.sleep(0.5)
    assert capsys.readouterr().err == "counting ...\n"
    with output.at_work("counting"):
        pass
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_installing_says_what_it_does_and_how_long_that_takes():
    makefile = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    said = makefile.index("Installing into .venv")
    assert said < makefile.index("-m venv .venv")
    assert re.search(r"Installing into \.venv.*numba.*about .*minute", makefile)
    assert "--quiet" not in makefile


SLOW = {
    "report mine": "answer.report.write_report",
    "export mine --to csv": "commands.export.export_files",
    "compare mine mine": "commands.compare.side_by_side",
    "status": "commands.runs.load",
    "index": "commands.runs.load",
    "games mine": "commands.games.sorted_games",
    "curves mine": "commands.runs.load",
    "worth mine": "commands.runs.load",
    "replay mine 3": "commands.replay.plan_setting",
    "play shards_of_infinity": "commands.live.compile_game",
    "play shards_of_infinity --agents random": "answer.replay.Setting.tell",
    "play PLAN": "answer.replay.plan_setting",
    "run PLAN": "plan.reading.read_plan",
    "plan PLAN": "commands.plan.read_plan",
    "bench shards_of_infinity": "commands.bench.measure",
    "strength shards_of_infinity": "commands.strength.note_strengths",
    "doctor": "commands.doctor.diagnose",
    "tune shards_of_infinity best": "commands.tune.read_tuning",
    "tune shards_of_infinity best --workers 1": "commands.tune.search_numbers",
    "learn keyforge": "commands.learn.read_learning",
    "learn keyforge --rounds 1": "commands.learn.learn_weights",
    "progress shards_of_infinity best HEAD": "commands.progress.play_progress",
    "audit shards_of_infinity": "commands.audit.play_audit",
    "scenario SCENARIOS": "commands.scenario.load_scenarios",
    "new FILE --game shards_of_infinity --question estimate": "commands.new.read_plan",
}
"""Commands, and what each does that may take long, in `experiments`."""


class Stopped(Exception):  # noqa: N818
    """Ends a command that has taken long."""


@pytest.mark.parametrize("line", SLOW)
def test_no_command_is_silent_while_it_takes_long(line, tmp_path, monkeypatch, capsys):
    def take_long(*_, **__):
        capsys.readouterr()
        time.sleep(0.4)
        raise Stopped

    monkeypatch.setattr(f"experiments.{SLOW[line]}", take_long)
    if not SLOW[line].endswith(".load"):
        for owner in (runs, importlib.import_module(f"experiments.commands.{line.split()[0]}")):
            monkeypatch.setattr(owner, "load_run", lambda *_: SimpleNamespace(folder=tmp_path), raising=False)
    (tmp_path / "mine-12345678").mkdir()
    (tmp_path / "mine-12345678" / "manifest.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(output, "SILENT_SECONDS", 0.05)
    without = ("plan", "bench", "strength", "progress", "scenario", "new")
    results = [] if line.split()[0] in without else ["--results", str(tmp_path)]
    paths = {"PLAN": DEMO, "SCENARIOS": str(tmp_path), "FILE": str(tmp_path / "new.toml")}
    with pytest.raises(Stopped):
        cli.main([*(paths.get(word, word) for word in line.split()), *results])
    assert re.fullmatch(r"\w[\w, ]+ \.\.\.\n", capsys.readouterr().err)


@pytest.mark.parametrize("line", ["curves", "worth --kind gained"])
def test_what_is_played_again_is_told_with_its_time(line, monkeypatch, capsys):
    played = experiments.estimate("shards_of_infinity", ["random"] * 2, games=40, results=None, workers=1)
    monkeypatch.setattr(replayed, "seconds_each", lambda _: 30.0)
    command, *options = line.split()
    assert cli.main([command, str(played.folder), "--games", "8", *options]) == cli.DONE
    said = capsys.readouterr().err
    games = len(traces.chosen(played, 8))
    assert f"playing {games} games again, about {duration(30.0 * games)} ...\n" in said


def test_a_tuning_tells_how_long_it_goes_on(monkeypatch, tmp_path, capsys):
    class Enough(Exception):  # noqa: N818
        pass

    def search(tuning, results, workers, tell):
        tell(0, np.array([0.5]))
        raise Enough

    monkeypatch.setattr(tune, "search_numbers", search)
    monkeypatch.setattr(tune, "prepare", lambda *_: 0.0)
    with pytest.raises(Enough):
        cli.main(["tune", "shards_of_infinity", "best", "--generations", "5", "--results", str(tmp_path)])
    assert "generation 1 of 5: mean score 50.0 %, about 0 s to go\n" in capsys.readouterr().err


def test_the_first_answer_is_promised_within_a_minute():
    """What is told of compiling, on a machine that is not busy, and the games of the demo at the speed that is told."""
    game, plan = load_game("shards_of_infinity"), read_plan(DEMO)
    load_agent(game.name, "best")
    busy = min(compile_seconds(["nothing"]) for _ in range(5))
    packages = ["sim.core", f"sim.{game.name}", f"agents.{game.name}"]
    promised = min(compile_seconds(packages) for _ in range(5))
    speeds = tomllib.loads((ROOT / "agents/shards_of_infinity/strength.toml").read_text(encoding="utf-8"))["agents"]
    playing = plan.stop.games * len(plan.variants) / speeds["best"]["speed"]
    assert busy == 1.0
    assert promised + playing < 60


@pytest.mark.long
def test_the_first_game_is_told_within_a_minute_of_an_empty_cache(tmp_path):
    """In CPU seconds, which other work on the machine does not change: on two cores a clock shows less."""
    rest = {key: value for key, value in os.environ.items() if key not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "experiments", "play", "shards_of_infinity"]
    done = subprocess.run(command, cwd=ROOT, env={**rest, "HOME": str(tmp_path)}, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == cli.DONE, done.stderr
    assert "compiling Shards of Infinity" in done.stderr
    assert "The game ends in turn" in done.stdout
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 60


def test_a_terminal_shows_that_something_goes_on(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(output, "console", lambda stderr: Console(file=written, force_terminal=True))
    with output.at_work("counting"):
        time.sleep(0.3)
    assert written.getvalue().count("counting ...") > 1


def test_what_is_told_at_once_is_told_before_it_is_done(capsys):
    with output.at_work("compiling a game, about 30 s, once", at_once=True):
        time.sleep(0.1)
        assert capsys.readouterr().err == "compiling a game, about 30 s, once ...\n"


TABLE_OF_TEXTS = TextTable(
    ["Variant", "Score", "Difference", "Verdict", "Against the best of all", "Games", "Agents"],
    [
        ["power_aggro", "44.4 % ± 1.5", "-6 points ± 2", "worse", "-6 points ± 2, not best", "4,000", "one / other"],
        ["best", "50.00 % ± 0.10", "baseline (itself)", "baseline", "best", "4,000", "words and " * 20],
    ],
    frozenset({1, 2, 5}),
)


@pytest.mark.parametrize("width", [60, 80, 120, 1000])
def test_no_figure_or_name_of_a_table_is_broken_at_the_edge_of_a_terminal(width):
    out = io.StringIO()
    output.print_tables(Console(file=out, width=width, force_terminal=True, no_color=True), {"": TABLE_OF_TEXTS})
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()
    assert all(len(line.rstrip()) <= width for line in lines)
    cells = [cell for row in TABLE_OF_TEXTS.rows for cell in row if len(cell) <= 34]
    assert all(any(cell in line for line in lines) for cell in cells)
    parts = TABLE_OF_TEXTS.fitted(width)
    assert [part.headers[0] for part in parts] == ["Variant"] * len(parts)
    assert [header for part in parts for header in part.headers[1:]] == TABLE_OF_TEXTS.headers[1:]
    assert (len(parts) > 1) == (width < 125)
    assert [part.headers[i] for part in parts for i in sorted(part.numbers)] == ["Score", "Difference", "Games"]
