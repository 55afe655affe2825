"""The command `overnight`, for people and for scripts.

Answers go to standard output, narration to standard error; `--json` makes the answer one JSON object. Exit status: 0
done or held, 1 failed or did not hold, 2 wrong input or a file that the system refuses, 3 stopped before the target
(by its hours, or by SIGTERM or SIGHUP) and can go on, 130 interrupted, 141 left by its reader, as in `overnight ... |
head`. A stream that is closed from the first counts as /dev/null.

A command is a function in a module, both of its name, beside this one, and listed in COMMANDS; it is loaded when it is
called. Those that list one kind of what a plan can name stand together in `listing`, and `serve` in the room of pages.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from sim.core.errors import InputError, naming, system_problem
from sim.nameable import KINDS

from ..plan.lines import with_lines
from .choices import missing
from .options import (
    LISTS,
    AgentName,
    AgentNames,
    ExportKind,
    GameName,
    GameOption,
    OneGameOrAll,
    Paths,
    PlanPath,
    Played,
    ResultsFolder,
    RunName,
    RunNames,
    RunOrLog,
    Search,
    Searched,
    ServedFolder,
    Sort,
    VariantName,
)
from .output import DONE, INTERRUPTED, NO_READER, STANDARD_OUTPUT, WRONG_INPUT, at_work, narrate, print_json
from .streams import let_go, make_usable

HELP = """Plays card games by the million, overnight, and says in the morning what wins and how sure that is.

\b
Two to begin with:
  overnight play shards_of_infinity
  overnight run shards_of_infinity_demo

Exit status: 0 done or held, 1 failed or did not hold, 2 wrong input or a file that the system refuses, 3 stopped before
the target and can go on, 130 interrupted, 141 nobody reads what is told any more, as in `overnight ... | head`.
"""
COMMANDS = {
    "run": "Plays a plan, or goes on where it stopped.",
    "report": "Writes the report of a run anew, and tells its results in words.",
    "new": "Writes a plan.",
    "status": "Lists the runs and how far they are, also while they go on.",
    "index": "Writes a page that lists the runs: leaders, dates, links to the reports.",
    "serve": "Shows runs, answers and games on pages, and tables to play at.",
    "export": "Writes results for other programs and places, each with its plan.",
    "play": "Tells one game line by line.",
    "replay": "Tells a game of a run again, by its number.",
    "curves": "Tells how things stood turn by turn, of each deck, agent or variant.",
    "worth": "Tells what each card was worth to those who had it.",
    "compare": "Lays two finished runs side by side.",
    "scenario": "Shows that rules and cards do what scenario files say.",
    "plan": "Checks a plan and foresees its time and precision.",
    "games": "Lists the games, or those of a run that are worth reading.",
    "agents": "Lists the agents for a game: how strong and how fast they are, and how they play.",
    "cards": "Lists the cards of a game with all their facts.",
    "table": "Lists the house rules of a game.",
    **{kind: LISTS.format(kind) for kind in KINDS},
    "words": "Lists the words of logs, scenarios and card files.",
    "bench": "Measures how fast a game is played, compiled and started.",
    "strength": "For developers: notes how strong and how fast the agents are.",
    "tune": "Searches for better numbers of an agent by play.",
    "learn": "For developers: learns from play what a position is worth.",
    "progress": "For developers: an agent against that of earlier commits.",
    "audit": "For developers: what each card costs an agent that has it.",
    "doctor": "Checks this installation and the folder of results.",
}
"""Name -> what the list of commands says, with which the docstring of its function begins."""
ELSEWHERE = {**dict.fromkeys(KINDS, ".listing"), "serve": "..web.serve"}
"""Where a command is that has no module of its name here."""
LISTING: Mapping[str, Any] = {"game": GameName, "search": Search}
PLAN: Mapping[str, Any] = {"plan": PlanPath}
AGENT: Mapping[str, Any] = {"game": GameName, "agent": AgentName}
RESULTS_IN: Mapping[str, Any] = {"results": ResultsFolder}
COMPLETED: Mapping[str, Mapping[str, Any]] = {
    "run": PLAN,
    "report": {"run": RunName, **RESULTS_IN},
    "status": {"run": RunNames, **RESULTS_IN},
    "index": RESULTS_IN,
    "serve": {"results": ServedFolder},
    "export": {"run": RunName, "to": ExportKind, **RESULTS_IN},
    "curves": {"run": RunName, **RESULTS_IN},
    "worth": {"run": RunName, **RESULTS_IN},
    "compare": {"run": RunName, "other": RunName, **RESULTS_IN},
    "replay": {"run": RunOrLog, "variant": VariantName, **RESULTS_IN},
    "games": {"words": Searched, "variant": VariantName, "sort": Sort, **RESULTS_IN},
    "play": {"what": Played, "agents": AgentNames, "variant": VariantName},
    "scenario": {"paths": Paths},
    "plan": PLAN,
    "new": {"game": GameOption},
    **dict.fromkeys(("agents", "cards", "table", *KINDS), LISTING),
    "words": {"game": GameName},
    "bench": {"game": OneGameOrAll},
    "strength": {"game": GameName},
    "tune": AGENT,
    "learn": {"game": GameName},
    "progress": AGENT,
    "audit": {"game": GameName},
}
"""Which parameters of a command a shell completes, so that it need not be loaded for that."""
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class _Commands(TyperGroup):
    """The commands by name: what is not called is not loaded."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called; its entry in the list while it is only completed."""
        name, entry, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name and not ctx.resilient_parsing else entry, rest


def _load(name: str) -> Any:
    with at_work("loading"):
        module = importlib.import_module(ELSEWHERE.get(name, f".{name}"), __package__)
    single = typer.Typer(context_settings=SETTINGS, rich_markup_mode=None, add_completion=False)
    single.command(name)(getattr(module, name))
    return get_command(single)


app = typer.Typer(
    cls=_Commands,
    help=HELP,
    context_settings=SETTINGS,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error comes from, in any command.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _entry(name: str) -> Callable[..., None]:
    """Stands for a command in the list: a function with the parameters that are completed."""

    def entry(**parameters: Any) -> None:
        raise NotImplementedError

    known = COMPLETED.get(name, {})
    kind = inspect.Parameter.KEYWORD_ONLY
    shown = [inspect.Parameter(key, kind, default=None, annotation=about) for key, about in known.items()]
    vars(entry).update(__annotations__=dict(known), __signature__=inspect.Signature(shown))
    return entry


for _name, _about in COMMANDS.items():
    app.command(_name, help=_about)(_entry(_name))


def _usage_problems(error: Any) -> list[str]:
    """What is wrong with how a command was called; what there is to choose from, if it lacks an argument."""
    if hasattr(error, "param_type") and error.param is not None:  # only an error of an argument that is missing has it
        return missing(error.ctx, error.param.name)
    return [error.format_message()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status, also where its streams are closed or nobody reads them any more."""
    make_usable()
    try:
        code = _answered(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        let_go()
        return NO_READER
    except OSError:  # of standard error, so that nothing can be told
        let_go()
        return WRONG_INPUT
    except SystemExit as ended:  # so typer ends a process of which nobody reads what it tells
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        let_go()
        return NO_READER


def _answered(given: list[str]) -> int:
    """Runs a command; whatever a user can get wrong becomes a short message."""
    debug = "--debug" in given
    given = [argument for argument in given if argument != "--debug"]
    try:
        code = app(given, prog_name="overnight", standalone_mode=False) or DONE
        with naming(STANDARD_OUTPUT):
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        raise
    except InputError as error:
        problems = with_lines(error.problems)
        if debug:
            error.__suppress_context__ = False
            traceback.print_exception(error)
    except OSError as error:
        if error.filename == STANDARD_OUTPUT:
            let_go()  # what is left of it would fail again
        problems = [f"{system_problem(error)}; nothing finished is lost"]
    except typer.TyperException as error:
        problems = _usage_problems(error)
    except typer.Abort as ended:
        if not isinstance(ended.__context__, EOFError):
            return INTERRUPTED
        narrate("")  # ends the line of what was asked
        problems = ["standard input ended before all was answered; options answer beforehand: see --help"]
    if "--json" in given:
        print_json({"error": problems})
    narrate(*problems)
    return WRONG_INPUT
