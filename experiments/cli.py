"""The command `overnight`, for people and for scripts.

Answers go to standard output, narration to standard error; `--json` makes the answer one JSON object. Exit status: 0 done
or held, 1 failed or did not hold, 2 wrong input, 3 stopped before the target and can go on, 130 interrupted.
"""

from __future__ import annotations

import json
import math
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from rich.console import Console

from agents import list_agents
from sim import GAMES, load_game
from sim.core import scenario as scenarios
from sim.core.errors import InputError
from sim.core.game import Game

from .bench import bench as measure
from .display import TextTable, answer_table, columns, done_of, duration, headline, leader
from .doctor import diagnose
from .forecast import Forecast, forecast
from .live import Watch, compiling_text
from .plan import agent_spec, read_plan
from .replay import Replay, new_game, plan_file, replay
from .report import write_report
from .result import Result, load
from .runner import Backend, run_plan
from .store import MANIFEST

HELP = """Plays card games by the million, overnight, and says in the morning what wins more often and how sure that is.

\b
Try:
  overnight play shards_of_infinity
  overnight run experiments/plans/shards_of_infinity_demo.toml
"""
DONE, FAILED, WRONG_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
DRIFT = 1.1
"""A calibration that changes by more than this factor is worth a warning."""

app = typer.Typer(help=HELP, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `overnight games` lists them.")]
PlanPath = Annotated[str, typer.Argument(metavar="PLAN", help="A plan file, or the folder of a run.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Results = Annotated[Path, typer.Option("--results", metavar="DIR", help="The folder with the runs.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but the answer.")]
Workers = Annotated[int | None, typer.Option("--workers", metavar="N", help="Cores to use; all unless given.")]
Cards = Annotated[list[Path] | None, typer.Option("--cards", metavar="FILE", help="A card file of your own.")]
RESULTS = Path("results")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status; whatever a user can get wrong becomes a short message."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return app(given, prog_name="overnight", standalone_mode=False) or DONE
    except InputError as error:
        problems = error.problems
    except typer.TyperException as error:
        problems = [error.format_message()]
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return DONE
    if "--json" in given:
        print(json.dumps({"error": problems}, ensure_ascii=False))
    _tell("\n".join(problems))
    return WRONG_INPUT


@app.callback(invoke_without_command=True)
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def run(
    plan: PlanPath,
    workers: Workers = None,
    backend: Annotated[str, typer.Option(metavar="threads|processes", help="How the cores are used.")] = "threads",
    results: Results = RESULTS,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Plays a plan to its target, or goes on where it stopped; a finished one plays nothing."""
    checked = read_plan(plan_file(plan))
    how: Backend = backend  # type: ignore[assignment]  # run_plan says what is right
    folder = Path(plan).parent if Path(plan).is_dir() else results
    console = _stderr()
    try:
        with Watch(checked.game.title, console, quiet) as watch:
            result = run_plan(checked, folder, workers, how, on_progress=watch)
    except KeyboardInterrupt:
        _resume(plan, results, workers, backend)
        return INTERRUPTED
    _answer(_run_facts(result), as_json, lambda out: _print_result(out, result))
    if result.status == "stopped":
        _resume(plan, results, workers, backend)
        return STOPPED
    return DONE


@app.command()
def report(run: Annotated[str, typer.Argument(metavar="RUN")], results: Results = RESULTS, as_json: Json = False) -> int:
    """Writes the report of a run anew, also while it goes on, and prints the results in words."""
    result = load(_find_run(run, results))
    path = write_report(result)
    _answer(
        {"report": str(path), "answer": result.explain().splitlines()},
        as_json,
        lambda out: out.print(f"{result.explain()}\n{path}", markup=False, soft_wrap=True),
    )
    return DONE


@app.command()
def status(
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN]...", help="Folders of runs; all unless given.")] = None,
    results: Results = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists runs: target, games done, leader, when started and last written; also while they go on."""
    folders = [_find_run(run, results) for run in runs] if runs else [p.parent for p in results.glob(f"*/{MANIFEST}")]
    found = [_status_of(folder) for folder in sorted(folders)]
    table = columns(
        ["Run", "Status", "Done", "Leader", "Started", "Last write"],
        [[f["run"], f["status"], f.get("games_text", ""), f["leader"], f["started"], f["last_write"]] for f in found],
    )
    _answer({"runs": [{k: v for k, v in f.items() if k != "games_text"} for f in found]}, as_json, _print_table(table))
    return FAILED if any(f["status"] == "damaged" for f in found) else DONE
