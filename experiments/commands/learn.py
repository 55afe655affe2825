"""The command `learn`: what a position is worth, learned from play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agents import load_agent

from ..answer import plots
from ..questions import drawing
from ..run.files import write_whole
from ..run.learning import learn as learn_weights
from ..run.learning import read_learning
from .live import prepare
from .options import RESULTS, GameName, Json, ResultsFolder
from .output import DONE, FAILED, answer, at_work, narrate, print_text


def learn(
    game: GameName,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="How; agents/GAME/learning.toml unless given.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Rounds, in all.")] = None,
    against: Annotated[
        str, typer.Option(metavar="COMMIT", help="Whose expert the last match is played against; the present one.")
    ] = "",
    results: ResultsFolder = RESULTS,
    as_json: Json = False,
) -> int:
    """For developers: learns from play what a position is worth. Weights are taken if `expert` wins with them."""
    changes = {} if rounds is None else {"rounds": rounds}
    with at_work("reading how to learn"):
        learning = read_learning(game, file, against, **changes)
    prepare(learning.game, [load_agent(learning.game.name, "best"), learning.present])
    with at_work(f"playing, fitting and playing again, {learning.rounds} rounds in all"):
        learned = learn_weights(learning, results, narrate)
    picture = learned.folder / "progress.png"
    write_whole(picture, drawing.png(plots.learning(learned)))
    gain, weights = learned.gain, learned.folder / "learned.toml"
    verdict = f"accepted: copy {weights}" if learned.accepted else "not shown to be better: keep the old weights"
    facts = {
        "folder": str(learned.folder),
        "accepted": learned.accepted,
        "score": [gain.estimate, gain.low, gain.high],
        "figures": learned.figures.to_dict("records"),
        "calibration": learned.calibration.to_dict("records"),
    }
    score = f"{100 * gain.estimate:.1f} % ({100 * gain.low:.1f} to {100 * gain.high:.1f})"
    told = (
        f"{learned.figures.round(4).to_string(index=False)}\n\n{learned.calibration.round(3).to_string(index=False)}\n\n"
        f"expert with the new weights against {against or 'the present one'}, at {gain.n} tables that were held out:"
        f" {score}: {verdict}\n{picture}"
    )
    answer(facts, as_json, lambda out: print_text(out, told))
    return DONE if learned.accepted else FAILED
