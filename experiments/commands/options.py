"""Arguments and options that several commands share, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.core.errors import InputError
from sim.core.text_files import parse_toml

RESULTS = Path("results")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game: `overnight games` lists them.")]
PlanPath = Annotated[str, typer.Argument(metavar="PLAN", help="A plan file, or the folder of a run.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
ResultsFolder = Annotated[Path, typer.Option("--results", metavar="DIR", help="The folder with the runs.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but the answer.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Cores to use; all unless given.")]
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
        key, equals, value = setting.partition("=")
        if not (key and equals and value):
            raise InputError(f'--table takes KEY=VALUE such as health=40, found "{setting}"')
        try:
            table[key] = parse_toml(f"value = {value}", f"--table {key}")["value"]
        except InputError:
            table[key] = value
    return table
