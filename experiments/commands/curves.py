"""The command `curves`: how things stood turn by turn, in a sample of games that are played again."""

from __future__ import annotations

from typing import Annotated

import typer

from ..answer.curves import curve_names, curve_table, curve_title, named_curve, one_curve
from ..answer.traces import SAMPLED, chosen
from ..questions import drawing
from ..run.files import write_given
from .options import RESULTS, Json, Picture, ResultsFolder, RunName
from .replayed import replaying, tell_table
from .runs import load_run


def curves(
    run: RunName,
    curve: Annotated[str | None, typer.Option("--of", metavar="WHAT", help="Of what; the first unless given.")] = None,
    whose: Annotated[str | None, typer.Option(metavar="own|others|margin|game", help="Whose it is.")] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Of each, that are played again.")] = SAMPLED,
    picture: Picture = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells how things stood turn by turn, of each deck, agent or variant.

    The mean and, in brackets, the middle half of a sample of its games. A game that has ended stands as it ended.
    """
    result = load_run(run, results)
    name, of = named_curve(result, curve, whose)
    with replaying(result, len(chosen(result, games))):
        found = one_curve(result, name, of, games)
    others = [other for other in curve_names(result) if other != name]
    about = f"{curve_title(name, of)}: {found['games'].iloc[0]:,} games of each, played again."
    if picture is not None:
        axes = result.plot("curves", name=name, whose=of, games=games)
        write_given(picture, drawing.png(axes, result.origin))
    return tell_table(
        result, found, about, curve_table(found), f"--of takes {', '.join(others)} too" * bool(others), as_json
    )
