"""Commands about games of a run that are looked at again: `curves`, turn by turn, and `worth`, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import pandas as pd
import typer
from rich.console import Console

from ..answer.curves import curve_table, curve_title, one_curve
from ..answer.display import duration
from ..answer.result import Result
from ..answer.traces import SAMPLED, chosen, seconds_each
from ..answer.worth import about_worth, games_replayed, told_worth, worth_kinds
from ..questions import drawing
from ..questions.texts import TextTable
from ..run.store import write_whole
from .live import prepare
from .options import RESULTS, Json, Picture, ResultsFolder, RunName
from .output import DONE, SILENT_SECONDS, answer, at_work, narrate, print_tables, print_words
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
    with _replaying(result, len(chosen(result, games))):
        found = one_curve(result, curve, whose, games)
        others = [name for name in dict.fromkeys(result.curves(games)["curve"]) if name != found["curve"].iloc[0]]
    name, of = found[["curve", "whose"]].iloc[0]
    about = f"{curve_title(name, of)}: {found['games'].iloc[0]:,} games of each, played again."
    if picture is not None:
        axes = result.plot("curves", name=name, whose=of, games=games)
        write_whole(picture, drawing.png(axes, result.origin))
    return _tell(
        result, found, about, curve_table(found), f"--of takes {', '.join(others)} too" * bool(others), as_json
    )


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
    with _replaying(result, games_replayed(result, kind, games)):
        found = result.card_worth(kind, games=games, entry=entry)
    told = str(found["kind"].iloc[0])
    others = [name for name in worth_kinds(result) if name != told]
    if picture is not None:
        axes = result.plot("card_worth", kind=told, games=games, entry=entry)
        write_whole(picture, drawing.png(axes, result.origin))
    more = f"--kind takes {', '.join(others)} too" * bool(others)
    return _tell(result, found, about_worth(found), told_worth(found), more, as_json)


@contextmanager
def _replaying(result: Result, games: int) -> Iterator[None]:
    """So many games are played again in here; beforehand it is told how long that takes, by one of them."""
    if not games:
        with at_work("dealing the games again"):
            yield
        return
    prepare(result.plan.game, [agent for variant in result.plan.variants for agent in variant.agents])
    with at_work("playing a game again"):
        seconds = games * seconds_each(result)
    with at_work(f"playing {games:,} games again, about {duration(seconds)}", at_once=seconds > SILENT_SECONDS):
        yield


def _tell(result: Result, found: pd.DataFrame, about: str, table: TextTable, more: str, as_json: bool) -> int:
    """A table with what it is about above it, and what else there is."""

    def tell(out: Console) -> None:
        print_words(out, f"{about}\n")
        print_tables(out, {"": table})

    answer({"folder": str(result.folder), "table": found.to_dict("records")}, as_json, tell)
    if more and not as_json:
        narrate(f"\n{more}")
    return DONE
