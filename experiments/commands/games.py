"""The command `games`: the games that there are, or those of a run that are worth reading."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.core.errors import InputError

from ..answer.notable import games_table, replay_command, sorted_games
from ..answer.result import Result
from . import catalog
from .listing import print_catalog
from .options import FIRST_SORT, RESULTS, Json, ResultsFolder, Searched, Sort, VariantName, only_for
from .output import DONE, answer, at_work, narrate, print_tables
from .runs import find_run, load_run


def games(
    words: Searched = None,
    variant: VariantName = None,
    sort: Sort = "",
    most: Annotated[int, typer.Option(metavar="N", min=1, help="How many of a run are listed.")] = 10,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists the games, or those of a run that are worth reading.

    An upset is a game won by who was least expected to win: by what the same seat scored on average in the games that
    the same seat began, then by how far it was ahead. `overnight replay RUN GAME` tells one of them.
    """
    given = words or []
    if not (len(given) == 1 and (sort or variant is not None or _is_run(given[0], results))):
        only_for("the games of a run", variant=variant, sort=sort)
        return print_catalog(catalog.games().matching(given or None), as_json)
    return _print_games(load_run(given[0], results), variant, sort or FIRST_SORT, most, as_json)


def _is_run(name: str, results: Path) -> bool:
    try:
        return find_run(name, results).is_dir()
    except InputError:
        return False


def _print_games(result: Result, variant: str | None, sort: str, most: int, as_json: bool) -> int:
    """Lists games of a run, and how to read the first of them."""
    with at_work("looking through the games"):
        found = sorted_games(result, sort, variant, most)
    facts = {"folder": str(result.folder), "sort": sort, "games": found.to_dict("records")}
    shown = games_table(found, result.plan.game.words)
    answer(facts, as_json, lambda out: print_tables(out, {"": shown}))
    if not as_json and len(found):
        which = variant or result.plan.variants[0].name
        narrate(f"\nTo read one: {replay_command(result, int(found['game'][0]), which)}")
    return DONE
