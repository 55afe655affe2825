"""The command `tune`: a search for better numbers of an agent."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from ..answer import plots
from ..answer.display import duration
from ..questions import drawing
from ..run.files import write_whole
from ..run.tuning import read_tuning
from ..run.tuning import tune as search_numbers
from ..statistics.format import format_interval
from .live import prepare
from .options import RESULTS, AgentName, GameName, Json, ResultsFolder, Workers
from .output import DONE, FAILED, answer, at_work, narrate, print_text


def tune(
    game: GameName,
    agent: AgentName,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="How; agents/GAME/tuning.toml unless given.")
    ] = None,
    generations: Annotated[int | None, typer.Option(metavar="N", help="Generations, in all.")] = None,
    workers: Workers = None,
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """Searches for better numbers of an agent by play. They are taken if they win on games it never saw."""
    changes = {} if generations is None else {"generations": generations}
    with at_work("reading the tuning"):
        tuning = read_tuning(game, agent, file, **changes)
    prepare(tuning.game)

    began = [time.monotonic()]

    def tell(generation: int, scores: Any) -> None:
        began.append(time.monotonic())
        left = (tuning.generations - generation - 1) * (began[-1] - began[-2])
        told = f"generation {generation + 1} of {tuning.generations}: mean score {100 * scores.mean():.1f} %"
        narrate(f"{told}, about {duration(left)} to go")

    with at_work(f"playing generation after generation, {tuning.generations} in all"):
        tuned = search_numbers(tuning, results, workers, tell)
    picture = tuned.folder / "progress.png"
    write_whole(picture, drawing.png(plots.tuning(tuned)))
    gain = format_interval(tuned.gain, "points", signed=True)
    verdict = "accepted" if tuned.accepted else "not shown to be better: keep the old numbers"
    facts = {
        "folder": str(tuned.folder),
        "accepted": tuned.accepted,
        "gain": [tuned.gain.estimate, tuned.gain.low, tuned.gain.high],
        "numbers": dict(tuned.numbers),
    }
    told = f"{tuned.to_toml()}\non deals and tables that were held out: {gain}: {verdict}\n{picture}"
    answer(facts, as_json, lambda out: print_text(out, told))
    return DONE if tuned.accepted else FAILED
