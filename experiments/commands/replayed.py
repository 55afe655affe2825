"""What commands about games that are played again share: a word before it takes long, and the table after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pandas as pd
from rich.console import Console

from ..answer.display import duration
from ..answer.result import Result
from ..answer.traces import seconds_each
from ..statistics.text_table import TextTable
from .live import prepare
from .output import DONE, SILENT_SECONDS, answer, at_work, narrate, print_tables, print_words


@contextmanager
def replaying(result: Result, games: int) -> Iterator[None]:
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


def tell_table(result: Result, found: pd.DataFrame, about: str, table: TextTable, more: str, as_json: bool) -> int:
    """A table with what it is about above it, and what else there is."""

    def tell(out: Console) -> None:
        print_words(out, f"{about}\n")
        print_tables(out, {"": table})

    answer({"folder": str(result.folder), "table": found.to_dict("records")}, as_json, tell)
    if more and not as_json:
        narrate(f"\n{more}")
    return DONE
