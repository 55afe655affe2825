"""The command `overnight`, for people and for scripts.

Answers go to standard output, narration to standard error; `--json` makes the answer one JSON object. Exit status: 0
done or held, 1 failed or did not hold, 2 wrong input or a file that the system refuses, 3 stopped before the target
(by its hours, or by SIGTERM or SIGHUP) and can go on, 130 interrupted.
"""

from __future__ import annotations

import json
import math
import os
import shlex
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents import Agent, load_agent
from sim import load_game, scenario_files
from sim.core.errors import InputError, naming, system_problem
from sim.core.game import Game
from sim.core.text_files import parse_toml
from sim.core.turnloop import compile_game
from sim.words import scenario as scenarios

from ..answer import plots
from ..answer.asking import run_plan
from ..answer.display import duration, half_width_text
from ..answer.levels import levels_table, told_levels
from ..answer.report import write_report
from ..answer.result import Result, load
from ..plan.reading import read_plan
from ..questions import drawing
from ..questions.question import QUESTIONS, answer_table
from ..questions.texts import TextTable
from ..run.backends import BACKENDS
from ..run.forecast import Forecast, forecast
from ..run.progress import DEALS
from ..run.progress import progress as play_progress
from ..run.store import Store, write_whole
from ..run.tuning import read_tuning
from ..run.tuning import tune as search_numbers
from ..statistics.format import format_interval
from . import catalog
from .bench import bench as measure
from .bench import compile_times as measure_compile_times
from .catalog import Catalog
from .doctor import diagnose
from .live import Watch, compiled_text, compiling_text
from .replay import default_agent, new_setting, plan_file, plan_setting, results_of
from .runs import find_run, list_runs, runs_table

HELP = """Plays card games by the million, overnight, and says in the morning what wins and how sure that is.

\b
Two to begin with:
  overnight play shards_of_infinity
  overnight run experiments/plans/shards_of_infinity_demo.toml
"""
DONE, FAILED, WRONG_INPUT, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130
DRIFT = 1.1
"""A calibration that changes by more than this factor is worth a warning."""
RESULTS = Path("results")
STANDARD_OUTPUT = "standard output"
MOST_COLUMNS = 10
"""A field or a matrix with more columns is shown by its mean scores alone; the report has the rest."""
PIPE_WIDTH = 200
"""Letters in a line of a table that is not shown on a terminal."""

app = typer.Typer(
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game: `overnight games` lists them.")]
PlanPath = Annotated[str, typer.Argument(metavar="PLAN", help="A plan file, or the folder of a run.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
ResultsFolder = Annotated[Path, typer.Option("--results", metavar="DIR", help="The folder with the runs.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but the answer.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Cores to use; all unless given.")]
CardFiles = Annotated[list[Path] | None, typer.Option("--cards", metavar="FILE", help="A card file of your own.")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status; whatever a user can get wrong becomes a short message."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [argument for argument in given if argument != "--debug"]
    try:
        code = app(given, prog_name="overnight", standalone_mode=False) or DONE
        with naming(STANDARD_OUTPUT):
            sys.stdout.flush()
        return code
    except InputError as error:
        problems = error.problems
        if debug:
            error.__suppress_context__ = False
            traceback.print_exception(error)
    except OSError as error:
        if error.filename == STANDARD_OUTPUT:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it would fail again
        problems = [f"{system_problem(error)}; nothing finished is lost"]
    except typer.TyperException as error:
        problems = [error.format_message()]
    except typer.Abort:
        return INTERRUPTED
    if "--json" in given:
        print(json.dumps({"error": problems}, ensure_ascii=False))
    _tell(*problems)
    return WRONG_INPUT


class _Terminated(KeyboardInterrupt):
    """The system or its administrator asks this process to end."""


@contextmanager
def _terminable() -> Iterator[None]:
    """In here SIGTERM, and SIGHUP unless it is ignored as under nohup, interrupt as Ctrl-C does."""

    def terminate(*_: Any) -> None:
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [s for s in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(s) is not signal.SIG_IGN]
    before = {s: signal.signal(s, terminate) for s in signals}
    try:
        yield
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error comes from, in any command.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def run(
    plan: PlanPath,
    workers: Workers = None,
    backend: Annotated[str, typer.Option(metavar="|".join(BACKENDS), help="Where parts are played.")] = "threads",
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="The scheduler of a Dask cluster.")] = "",
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Plays a plan, or goes on where it stopped. A finished one plays nothing."""
    checked = read_plan(plan_file(plan))
    folder = results_of(plan, checked, results)
    try:
        with _terminable(), Watch(checked.game.title, _console(stderr=True), quiet) as watch:
            result = run_plan(checked, folder, workers, backend, address, on_progress=watch)
        code = STOPPED if any(one.status == "stopped" for one in [result, *result.levels.values()]) else DONE
    except KeyboardInterrupt as stopped:
        code = STOPPED if isinstance(stopped, _Terminated) else INTERRUPTED
        result = load(Store.of_plan(checked, folder).folder, checked)
    _answer(_run_facts(result), as_json, lambda out: _print_result(out, result))
    if code != DONE:
        _tell(
            f"{result.status}; nothing finished is lost. To go on:",
            _resume_command(plan, workers, backend, address, results),
        )
    return code


@app.command()
def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The folder or the name of a run.")],
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Writes the report of a run anew, and tells its results in words."""
    result = load(find_run(run, results))
    path, told = write_report(result), result.explain()
    facts = {"report": str(path), "explanation": told.splitlines(), **_run_facts(result)}
    _answer(facts, as_json, lambda out: _print_text(out, f"{told}\n{path}"))
    return DONE


@app.command()
def status(
    run: Annotated[list[str] | None, typer.Argument(metavar="[RUN]...", help="Runs; all unless given.")] = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists the runs and how far they are, also while they go on."""
    runs = list_runs(results, run or [])
    _answer({"runs": [r.as_dict() for r in runs]}, as_json, lambda out: _print_tables(out, {"": runs_table(runs)}))
    return FAILED if any(r.problem for r in runs) else DONE


@app.command()
def play(
    what: Annotated[str, typer.Argument(metavar="GAME|PLAN|RUN", help="A game, a plan file, or a run's folder.")],
    agents: Annotated[str, typer.Option(metavar="A,B,...", help="One a seat, or one for all.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The seed of a new game; 1 unless given.")] = None,
    game: Annotated[int, typer.Option(metavar="K", help="The number of the game.")] = 0,
    table: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule.")] = None,
    cards: CardFiles = None,
    variant: Annotated[str | None, typer.Option(metavar="NAME", help="Which variant of the plan.")] = None,
    view: Annotated[str, typer.Option(metavar="SEAT", help="Tells what this seat may know, such as p1.")] = "",
    explain: Annotated[bool, typer.Option(help="Tells under each decision what the options are worth.")] = False,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells one game line by line. It can be a new one, or any game of a plan again, by its number.

    With --explain options stand under each decision, each with the share of the win that it is worth to who decides: as
    the agent thought if it thinks ahead, else by imagined games that it plays on. The one that was taken is marked.
    """
    if what.endswith(".toml") or Path(what).is_dir():
        _only_for("a new game", agents=agents, seed=seed, table=table, cards=cards)
        setting = plan_setting(what, variant, results)
    else:
        _only_for("a game of a plan", variant=variant)
        names = [name.strip() for name in agents.split(",") if name.strip()]
        setting = new_setting(what, names, _read_table(table or []), cards or [], 1 if seed is None else seed)
    _prepare(setting.game, setting.agents)
    told = setting.tell(game, view, explain)
    _answer(told.as_dict(), as_json, lambda out: _print_text(out, told.log.text.rstrip()))
    if told.stored != "not stored":
        _tell(f"fingerprint {told.log.fingerprint:016x}: {told.verdict}")
    return FAILED if told.stored == "another game" or told.log.error else DONE


EMPTY_LINE, UNWRAPPED = "\n\n", "\b\n"
SCENARIO_HELP = f"""Shows that rules and cards do what scenario files say.

\b
{(scenarios.__doc__ or "").replace(EMPTY_LINE, EMPTY_LINE + UNWRAPPED)}
`overnight words GAME` lists the phrases, paths and events of a game."""


@app.command(help=SCENARIO_HELP)
def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Just the scenario of this name.")] = None,
    as_json: Json = False,
) -> int:
    """Plays scenarios and tells which of their claims do not hold; what the help says is SCENARIO_HELP."""
    found = scenario_files.run(scenario_files.load_scenarios(paths, name, _prepare))
    _answer(found.as_dict(), as_json, lambda out: _print_text(out, "\n".join(_scenario_lines(found))))
    return FAILED if found.failed else DONE


def _scenario_lines(report: scenario_files.Report) -> list[str]:
    """The claims that did not hold, scenario by scenario, and how many held."""
    lines: list[str] = []
    for (file, name), failures in groupby(report.failures, lambda failure: (failure.file, failure.name)):
        lines.append(f"{file}: {name}")
        for failure in failures:
            lines += [f"  {failure.where}", f"    expected {failure.expected}", f"    found    {failure.found}"]
        lines += [f"  made at once, without an alternative: {'; '.join(failure.made_at_once)}"][
            : bool(failure.made_at_once)
        ]
    return [*lines, f"{report.passed:,} passed, {report.failed:,} failed"]


@app.command()
def plan(plan: PlanPath, workers: Workers = None, as_json: Json = False) -> int:
    """Checks a plan and foresees its time and precision. A short trial is played, and nothing kept."""
    checked = read_plan(plan_file(plan))
    levels = list(checked.levels.values()) or [checked]
    _prepare(checked.game, [agent for level in levels for variant in level.variants for agent in variant.agents])
    expected = [forecast(level, workers) for level in levels]
    facts = {"levels": [one.as_dict() for one in expected]} if checked.levels else expected[0].as_dict()
    _answer(facts, as_json, lambda out: _print_text(out, "\n".join(map(_forecast_text, expected))))
    return DONE


@app.command()
def games(as_json: Json = False) -> int:
    """Lists the games."""
    return _print_catalog(catalog.games(), as_json)


@app.command()
def agents(game: GameName, as_json: Json = False) -> int:
    """Lists the agents for a game."""
    return _print_catalog(catalog.agents(game), as_json)


@app.command()
def cards(
    game: GameName,
    cards: CardFiles = None,
    template: Annotated[bool, typer.Option(help="A card file to fill in, with every unknown value marked.")] = False,
    as_json: Json = False,
) -> int:
    """Lists the cards of a game with all their facts."""
    if template:
        text = catalog.template(game)
        _answer({"game": game, "template": text}, as_json, lambda out: _print_text(out, text))
        return DONE
    return _print_catalog(catalog.cards(game, cards or []), as_json)


@app.command()
def words(game: GameName, as_json: Json = False) -> int:
    """Lists the words of logs, scenarios and card files."""
    return _print_catalog(catalog.words(game), as_json)


@app.command()
def bench(
    game: GameName,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays all seats.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; the fewest unless given.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games of each repetition.")] = None,
    compile_times: Annotated[bool, typer.Option(help="CPU seconds of each kernel's compilation instead.")] = False,
    as_json: Json = False,
) -> int:
    """Measures how fast a game is played, compiled and started."""
    if compile_times:
        times = measure_compile_times(game, agent, players)
        listed = TextTable(["Kernel", "CPU s"], [[name, f"{took:.2f}"] for name, took in times.items()], frozenset({1}))
        _answer({"compile_cpu_seconds": times}, as_json, lambda out: _print_tables(out, {"": listed}))
        return DONE
    _prepare(load_game(game), [load_agent(game, agent or default_agent(game))])
    measured = measure(game, agent, players, games)
    if measured.calibration_drift > DRIFT:
        _tell(f"the core's speed changed by a factor of {measured.calibration_drift:.2f} meanwhile: measure again")
    rows = [[name.replace("_", " "), _figure(value)] for name, value in measured.as_dict().items()]
    shown = TextTable(["", ""], rows, frozenset({1}))
    _answer(measured.as_dict(), as_json, lambda out: _print_tables(out, {"": shown}))
    return DONE


@app.command()
def tune(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Whose numbers: `overnight agents GAME` lists them.")],
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="How; agents/GAME/tuning.toml unless given.")
    ] = None,
    generations: Annotated[int | None, typer.Option(metavar="N", help="Generations, in all.")] = None,
    workers: Workers = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Searches for better numbers of an agent by play; accepts them if they win on games that the search never saw."""
    changes = {} if generations is None else {"generations": generations}
    tuning = read_tuning(game, agent, file, **changes)
    _prepare(tuning.game)

    def tell(generation: int, scores: Any) -> None:
        _tell(f"generation {generation + 1} of {tuning.generations}: mean score {100 * scores.mean():.1f} %")

    tuned = search_numbers(tuning, results, workers, tell)
    picture = tuned.folder / "progress.png"
    write_whole(picture, drawing.png(plots.tuning(tuned)))
    gain = format_interval(tuned.gain, "points", signed=True)
    verdict = "accepted" if tuned.accepted else "not shown to be better: keep the old numbers"
    facts = {
        "folder": str(tuned.folder),
        "accepted": tuned.accepted,
        "gain": [tuned.gain.estimate, tuned.gain.low, tuned.gain.high],
        "numbers": dict(tuned.numbers),
    }
    told = f"{tuned.to_toml()}\non deals and tables that were held out: {gain}: {verdict}\n{picture}"
    _answer(facts, as_json, lambda out: _print_text(out, told))
    return DONE if tuned.accepted else FAILED


@app.command()
def progress(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Who, then and now, such as best.")],
    commits: Annotated[list[str], typer.Argument(metavar="COMMIT...", help="Earlier ones, as git calls them.")],
    table: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule.")] = None,
    deals: Annotated[int, typer.Option(metavar="N", min=2, help="At each table.")] = DEALS,
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """For developers: an agent of today against that of earlier commits, by today's rules, on deals of their own."""
    rules = load_game(game)
    tables = [rules.make_tables(_read_table(table), ())] if table else []
    _prepare(rules, [load_agent(game, agent)])
    found = list(play_progress(game, agent, commits, tables, deals, workers))
    rows = [[f.commit, format_interval(f.gain, "points", signed=True), f"{f.games:,}"] for f in found]
    facts = [{"commit": f.commit, "gain": [f.gain.estimate, f.gain.low, f.gain.high], "games": f.games} for f in found]
    shown = TextTable(["Against the one of", f"{agent} of today scores more", "Games"], rows)
    _answer({"game": game, "agent": agent, "progress": facts}, as_json, lambda out: _print_tables(out, {"": shown}))
    return DONE


@app.command()
def doctor(results: ResultsFolder = RESULTS, as_json: Json = False) -> int:
    """Checks this installation and the folder of results."""
    found = diagnose(results)
    rows = [["ok" if f.ok else "WRONG", f.name, f.found, f.advice] for f in found.findings]
    shown = TextTable(["", "What", "Found", "Advice"], rows)
    _answer(found.as_dict(), as_json, lambda out: _print_tables(out, {"": shown}))
    return DONE if found.ok else FAILED


def _console(stderr: bool = False) -> Console:
    """Where to print: in colour on a terminal unless NO_COLOR is set, in long lines elsewhere."""
    console = Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else Console(stderr=stderr, highlight=False, width=PIPE_WIDTH)


def _tell(*lines: str) -> None:
    """Narration, on standard error."""
    for line in lines:
        print(line, file=sys.stderr, flush=True)


def _answer(facts: Mapping[str, Any], as_json: bool, tell: Callable[[Console], None]) -> None:
    """The answer of a command, on standard output."""
    with naming(STANDARD_OUTPUT):
        if as_json:
            print(json.dumps(_plain(facts), ensure_ascii=False))
        else:
            tell(_console())


def _plain(value: Any) -> Any:
    """What JSON can say: numbers that are none become null."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _print_text(out: Console, text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)


def _print_tables(out: Console, tables: Mapping[str, TextTable]) -> None:
    for title, table in tables.items():
        if title:
            out.print(f"\n{title}", style="bold", markup=False)
        out.print(table.rich())


def _print_catalog(found: Catalog, as_json: bool) -> int:
    _answer(found.facts, as_json, lambda out: _print_tables(out, found.sections))
    return DONE


def _print_result(out: Console, result: Result) -> None:
    _print_text(out, f"{result.answer}.\n")
    out.print(answer_table(result.plan.question, result.table).rich())
    for section in QUESTIONS[result.plan.question].sections(result.table, result.more):
        if len(section.table.headers) <= MOST_COLUMNS + 1:
            _print_text(out, "")
            out.print(section.table.rich())
    if len(result.levels) > 1:
        _print_text(out, "")
        out.print(levels_table(result.levels).rich())
        for line in told_levels(result.levels):
            _print_text(out, line)
    if result.report.exists():
        _print_text(out, f"\n{result.report}")


def _run_facts(result: Result) -> dict[str, Any]:
    return {
        "folder": str(result.folder),
        "status": result.status,
        "stopped_by": result.manifest["stopped_by"],
        "games": result.manifest["games"],
        "intervals": result.intervals,
        "answer": result.answer,
        "table": result.table.to_dict("records"),
        **QUESTIONS[result.plan.question].facts(result.more),
        "first_seat": result.first_seat.to_dict("records"),
        "faults": len(result.faults),
        "notes": result.notes,
        "report": str(result.report),
        **({"levels": _level_facts(result)} if result.levels else {}),
    }


def _level_facts(result: Result) -> dict[str, Any]:
    """The answers under each level of play, and whether they depend on it."""
    return {
        "told": told_levels(result.levels),
        "runs": {
            level: {"folder": str(one.folder), "status": one.status, "table": one.table.to_dict("records")}
            for level, one in result.levels.items()
        },
    }


def _resume_command(plan: str, workers: int | None, backend: str, address: str, results: Path) -> str:
    given = ["overnight", "run", plan]
    given += ["--workers", str(workers)] if workers is not None else []
    given += ["--backend", backend] if backend != "threads" else []
    given += ["--address", address] if address else []
    given += ["--results", str(results)] if results != RESULTS else []
    return f"  {shlex.join(given)}"


def _prepare(game: Game, agents: Iterable[Agent] = ()) -> None:
    """Compiles a game and agents for it, and says so before and after if that takes a while."""
    choosers = [agent.choose for agent in agents]
    if seconds := game.compile_seconds(choosers):
        _tell(compiling_text(game.title, seconds))
    began = time.monotonic()
    compile_game(game, choosers)
    if seconds:
        _tell(compiled_text(game.title, time.monotonic() - began))


def _only_for(what: str, **options: Any) -> None:
    """Options that belong to something else are wrong."""
    given = [name for name, value in options.items() if value not in (None, "", [])]
    if given:
        raise InputError([f"--{name} is for {what} only" for name in given])


def _read_table(settings: Iterable[str]) -> dict[str, Any]:
    """House rules from texts such as "health=40"; a value is read as in a plan file, or else as a text."""
    table: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not (key and equals and value):
            raise InputError(f'--table takes KEY=VALUE such as health=40, found "{setting}"')
        try:
            table[key] = parse_toml(f"value = {value}", f"--table {key}")["value"]
        except InputError:
            table[key] = value
    return table


def _forecast_text(expected: Forecast) -> str:
    each = f" in each of {expected.variants:,} {expected.unit}s" if expected.variants > 1 else ""
    pace = f"about {expected.games_per_second:,.0f} games{each} a second with {expected.workers} workers"
    if expected.games is None or expected.seconds is None:
        return f"{expected.name}: sound; {pace}. It ends when the question is decided; nobody can say when."
    if expected.half_width is None:
        width = "a width that the trial leaves open"
    elif unit := QUESTIONS[expected.question].unit:
        width = f"about {half_width_text(expected.half_width, unit)}"
    else:
        width = f"about ± {expected.half_width:.2g}"
    return (
        f"{expected.name}: sound; {expected.games:,} games{each} in about {duration(expected.seconds)}, then it ends by"
        f" {expected.stops_by}, with intervals of {width}.\n{pace}, by a trial of {expected.trial_games:,} games."
    )


def _figure(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
