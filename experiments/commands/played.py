"""The command `games`: the games that there are, or those of a run that are worth reading."""

from __future__ import annotations

from typing import Annotated

import typer

from ..answer.notable import ORDERS, games_table, replay_command, sorted_games
from ..answer.result import load
from . import listing
from .options import RESULTS, Json, ResultsFolder, only_for
from .output import DONE, answer, narrate, print_tables
from .runs import find_run

FIRST = next(iter(ORDERS))


def games(
    run: Annotated[str, typer.Argument(metavar="[RUN]", help="A run; all games there are unless given.")] = "",
    variant: Annotated[str | None, typer.Option(metavar="NAME", help="Which variant; the first unless given.")] = None,
    sort: Annotated[str, typer.Option(metavar="|".join(ORDERS), help=f"Which come first; {FIRST} unless given.")] = "",
    most: Annotated[int, typer.Option(metavar="N", min=1, help="How many are listed.")] = 10,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Lists the games, or those of a run that are worth reading.

    An upset is a game won by who was least expected to win: by what the same seat scored on average in the games that
    the same seat began, then by how far it was ahead. `overnight replay RUN GAME` tells one of them.
    """
    if not run:
        only_for("the games of a run", variant=variant, sort=sort)
        return listing.games(as_json)
    result = load(find_run(run, results))
    found = sorted_games(result, sort or FIRST, variant, most)
    facts = {"folder": str(result.folder), "sort": sort or FIRST, "games": found.to_dict("records")}
    shown = games_table(found, result.plan.game.words.margin)
    answer(facts, as_json, lambda out: print_tables(out, {"": shown}))
    if not as_json and len(found):
        which = variant or result.plan.variants[0].name
        narrate(f"\nTo read one: {replay_command(result, int(found['game'][0]), which)}")
    return DONE
