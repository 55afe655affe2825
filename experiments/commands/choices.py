"""What there is to choose from where a command asks for a game, a plan, a run or an agent: told where none is given,
and offered while one types. Nothing here loads the rules of a game.
"""

from __future__ import annotations

import glob
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from sim import GAMES, nameable
from sim.core.errors import InputError
from sim.reading.text_files import read_toml_file

from ..plan.shipped import plan_path, shipped_plans

STRENGTH = "strength.toml"
"""In the folder of the agents of a game: how strong and how fast each is, as measured."""
TO_MAKE_ONE = "To make one: overnight run shards_of_infinity_demo"
NO_RUN = f"There is none yet in results/. {TO_MAKE_ONE}"
AGENTS = Path(__file__).parents[2] / "agents"
"""The folder of the agents, which stands beside that of the experiments."""
WIDTH = 78
"""Of a message, in letters."""


def strength_file(game: str) -> Path:
    """Where it is noted how strong and how fast the agents of a game are."""
    return AGENTS / game / STRENGTH


def strengths(game: str) -> dict[str, Any]:
    """What was measured of the agents of a game: `score_of`, `speed_of` and `agents`, by name."""
    path = strength_file(game)
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"agents": {}}


def runs(results: str | Path = "results") -> list[str]:
    """The runs in a folder by name."""
    return sorted(path.parent.name for path in Path(results).glob("*/manifest.json"))


def _games(context: typer.Context) -> list[str]:
    """All games, or those that have what the command lists."""
    kind = context.info_name
    return nameable.games_with(kind) if kind in nameable.KINDS else list(GAMES)


def _agents(context: typer.Context) -> list[str]:
    game = _first(context)
    return [name for one in ([game] if game in GAMES else GAMES) for name in strengths(one)["agents"]]


def _first(context: typer.Context) -> str:
    """The first argument of a command that is being typed; it is among the rest while an option has no value yet."""
    values = [value for name in ("game", "what", "run", "words") if (value := context.params.get(name))]
    found = values[0] if values else [*context.args, ""]
    return str(found if isinstance(found, str) else found[0])


def _runs(context: typer.Context) -> list[str]:
    return runs(context.params.get("results") or "results")


def _variants(context: typer.Context) -> list[str]:
    """The variants that the plan of a run, or a plan file, names."""
    run = _first(context)
    results = Path(context.params.get("results") or "results")
    beside = sorted(map(Path, glob.glob(str(results / f"{glob.escape(run)}*" / "plan.toml"))))
    for path in [Path(run), Path(run) / "plan.toml", *beside] if run else []:
        with suppress(InputError):  # no such file, or one that is still being written
            variants = read_toml_file(plan_path(path), "plan file").get("variants")
            entries = variants if isinstance(variants, list) else []
            return [str(one["name"]) for one in entries if isinstance(one, dict) and "name" in one]
    return []


def _words(context: typer.Context) -> list[str]:
    game, kind = context.params.get("game"), context.info_name
    return list(nameable.named(game, kind)) if game in GAMES and kind in nameable.KINDS else []


CHOICES: Mapping[str, Callable[[typer.Context], list[str]]] = {
    **dict.fromkeys(("GAME", "[GAME]"), _games),
    "PLAN": lambda context: shipped_plans(),
    "RUN": _runs,
    "RUN|LOG": _runs,
    "[RUN]...": _runs,
    "[RUN|WORDS]...": _runs,
    "GAME|PLAN|RUN": lambda context: [*_games(context), *shipped_plans()],
    "AGENT": _agents,
    "A,B,...": _agents,
    "VARIANT": _variants,
    **dict.fromkeys(
        ("DIR", "[RESULTS]"), lambda context: [f"{path}/" for path in sorted(Path().glob("*")) if path.is_dir()]
    ),
    "[WORDS]...": _words,
    "PATH...": lambda context: sorted(str(path) for path in Path("tests/scenarios").glob("*")),
}
"""By what the help calls an argument."""
FILES = ("PLAN", "GAME|PLAN|RUN", "RUN|LOG", "PATH...")
"""Those that may also be a file or a folder."""
LIST = "A,B,..."


def complete(metavar: str) -> Callable[[typer.Context, str], list[str]]:
    """What completes the beginning of a word that the help calls so; after a comma the next name of a list. Words
    between bars are themselves what there is to choose from.
    """

    def completed(context: typer.Context, incomplete: str) -> list[str]:
        before, comma, word = incomplete.rpartition(",") if metavar == LIST else ("", "", incomplete)
        found = CHOICES[metavar](context) if metavar in CHOICES else metavar.split("|")
        if metavar in FILES:
            found = [*found, *_files(word)]
        return [f"{before}{comma}{name}" for name in dict.fromkeys(found) if name.startswith(word)]

    return completed


def _files(beginning: str) -> Iterable[str]:
    """TOML files and folders whose paths begin so."""
    folder, _, _ = beginning.rpartition("/")
    for path in sorted(Path(folder or ("/" if beginning.startswith("/") else ".")).glob("*")):
        if path.is_dir():
            yield f"{path}/"
        elif path.suffix == ".toml":
            yield str(path)


def missing(context: typer.Context, name: str) -> list[str]:
    """What there is to choose from for the argument of a command that is missing, and an example of a whole command."""
    wanted = {p.name: str(p.metavar) for p in context.command.params if p.param_type_name == "argument" and p.required}
    known = CHOICES.get(wanted.get(str(name), ""))
    command = f"overnight {context.info_name}"
    lines = [f"{command}: {wanted.get(str(name), name)} is missing"]
    found = known(context) if known else []
    if not found:
        return [*lines, *([NO_RUN] if known is _runs else []), f"`{command} --help` tells more"]
    lines[0] += ". There is:"
    lines += textwrap.wrap(
        ", ".join(found), WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    return [*lines, f"For example: {_example(context, wanted)}"]


def _example(context: typer.Context, wanted: Mapping[str, str]) -> str:
    """The command with the first that there is for each argument."""
    words = ["overnight", str(context.info_name)]
    for name, metavar in wanted.items():
        found = CHOICES[metavar](context) if metavar in CHOICES else []
        value = context.params.get(name) or (found[0] if found else metavar)
        context.params[name] = value
        words.append(str(value))
    return " ".join(words)
