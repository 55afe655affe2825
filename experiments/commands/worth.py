"""The command `worth`: what each card was worth, in games that are played again."""

from __future__ import annotations

from typing import Annotated

import typer

from ..answer.result import Result
from ..answer.worth import (
    GAINED,
    about_worth,
    check_entry,
    games_replayed,
    told_beside,
    told_worth,
    worth_beside,
    worth_kinds,
)
from ..questions import drawing
from ..questions.question import QUESTIONS
from ..run.files import write_given
from .options import RESULTS, Json, Picture, ResultsFolder, RunName, only_for
from .replayed import replaying, tell_table
from .runs import load_run


def worth(
    run: RunName,
    kind: Annotated[str | None, typer.Option(metavar="dealt|drafted|gained", help="How one came by it.")] = None,
    entry: Annotated[str | None, typer.Option(metavar="NAME", help="Of one deck, agent or variant alone.")] = None,
    games: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many are looked at.")] = None,
    picture: Picture = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Tells what each card was worth to those who had it.

    Points that they score more than the same side does on average; shrunk: drawn towards the other cards as far as the
    error asks for it, so that what rests on few games is not taken for a find.
    """
    result = load_run(run, results)
    if kind is None and QUESTIONS[result.plan.question].of_draws:
        only_for("those who came by a card, which --kind names", entry=entry, picture=picture)
        return _beside(result, games, as_json)
    check_entry(result, entry)
    with replaying(result, games_replayed(result, kind, games)):
        found = result.card_worth(kind, games=games, entry=entry)
    told = str(found["kind"].iloc[0])
    others = [name for name in worth_kinds(result) if name != told]
    if picture is not None:
        axes = result.plot("card_worth", kind=told, games=games, entry=entry)
        write_given(picture, drawing.png(axes, result.origin))
    more = f"--kind takes {', '.join(others)} too" * bool(others)
    return tell_table(result, found, about_worth(found), told_worth(found), more, as_json)


def _beside(result: Result, games: int | None, as_json: bool) -> int:
    """What each card of a sweep is worth, beside how those did who drew, bought or played it."""
    with replaying(result, games_replayed(result, GAINED, games)):
        found = worth_beside(result, games)
    about = "Points. Worth is what being offered the card changes; the others tell how those did who came by it."
    return tell_table(result, found, about, told_beside(found), "", as_json)
