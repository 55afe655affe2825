"""Arguments and options that several commands share, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from sim import game_id
from sim.core.errors import InputError, quoted
from sim.reading.text_files import parse_toml

from ..answer.formats import FILES, ORDERS, TEXTS
from . import choices

RESULTS = Path("results")

LISTS = "Lists the {} that a plan can name."
"""What the commands say that list all of a kind."""


BACKENDS = ("threads", "processes", "dask")
"""Where parts are played: the names in `run.backends`, which loads what plays."""
EXPORTS = "|".join((*FILES, *TEXTS))
SORTS = "|".join(ORDERS)
FIRST_SORT = "upset"


def _argument(metavar: str, about: str, read: Callable[[Any], Any] | None = None) -> Any:
    """An argument for which there are things to choose from, which complete it. read: its value, of what was typed."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=choices.complete(metavar), callback=read)


def _option(name: str, metavar: str, about: str) -> Any:
    """An option for which there are things to choose from, which complete it."""
    return typer.Option(name, metavar=metavar, help=about, autocompletion=choices.complete(metavar))


def _game(name: str | None) -> str | None:
    """The id of a game by what it is called."""
    return None if name is None else game_id(name)


def writable(path: Path | None) -> Path | None:
    """A file to be written: that it is no folder is known before anything is played for it."""
    if path is not None and path.is_dir():
        raise InputError(f"{path}: is a folder; name a file")
    return path


def _picture(path: Path | None) -> Path | None:
    """A picture to be written, whose name says what it is."""
    if path is not None and path.suffix and path.suffix.lower() != ".png":
        raise InputError(f"{path}: a picture is a PNG file; name one such as {path.with_suffix('.png')}")
    return writable(path)


GameName = Annotated[str, _argument("GAME", "A game: `overnight games` lists them.", _game)]
OneGameOrAll = Annotated[str | None, _argument("[GAME]", "A game; all of them in one table unless given.", _game)]
PlanPath = Annotated[
    str, _argument("PLAN", "A plan file, the folder of a run, or a plan by name: `overnight run` lists them.")
]
RunName = Annotated[str, _argument("RUN", "A run: its folder, its name or the file of its plan.")]
RunOrLog = Annotated[
    str, _argument("RUN|LOG", "A run: its folder, its name or the file of its plan; or the file of a log, NAME.txt.")
]
RunNames = Annotated[list[str] | None, _argument("[RUN]...", "Runs; all unless given.")]
Played = Annotated[str, _argument("GAME|PLAN|RUN", "A game, a plan by file or name, or a run's folder.")]
AgentName = Annotated[str, _argument("AGENT", "Who: `overnight agents GAME` lists them.")]
Search = Annotated[list[str] | None, _argument("[WORDS]...", "Only what has all of these.")]
Searched = Annotated[list[str] | None, _argument("[RUN|WORDS]...", "A run, or only what has all of these words.")]
Paths = Annotated[list[Path], _argument("PATH...", "Scenario files, or folders of them.")]
ServedFolder = Annotated[Path, _argument("[RESULTS]", "The folder with the runs.")]
AgentNames = Annotated[str, _option("--agents", "A,B,...", "One a seat, or one for all.")]
GameOption = Annotated[str | None, _option("--game", "GAME", "Which game.")]
VariantName = Annotated[str | None, _option("--variant", "VARIANT", "Which variant; the first unless given.")]
Sort = Annotated[str, _option("--sort", SORTS, f"Which come first; {FIRST_SORT} unless given.")]
ExportKind = Annotated[str, _option("--to", EXPORTS, "As what.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
ResultsFolder = Annotated[Path, _option("--results", "DIR", "The folder with the runs.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but the answer.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Cores to use; all unless given.")]
Picture = Annotated[
    Path | None, typer.Option("--picture", metavar="FILE", help="Draws it too, as a PNG file.", callback=_picture)
]
CardFiles = Annotated[list[Path] | None, typer.Option("--cards", metavar="FILE", help="A card file of your own.")]


def only_for(what: str, **options: Any) -> None:
    """Options that belong to something else are wrong."""
    given = [name for name, value in options.items() if value not in (None, "", [])]
    if given:
        raise InputError([f"--{name} is for {what} only" for name in given])


def read_table(settings: Iterable[str]) -> dict[str, Any]:
    """House rules from texts such as "health=40"; a value is read as in a plan file, or else as a text."""
    table: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = map(str.strip, setting.partition("="))
        if not (key and equals and value):
            raise InputError(f"--table takes KEY=VALUE such as health=40, found {quoted(setting)}")
        if key in table:
            raise InputError(f"--table gives {quoted(key)} more than once")
        try:
            table[key] = parse_toml(f"value = {value}", f"--table {key}")["value"]
        except InputError:
            table[key] = value
    return table
