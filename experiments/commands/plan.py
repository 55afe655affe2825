"""The command `plan`: whether a plan is sound, how long it takes and how precise its answer is."""

from __future__ import annotations

import time

from ..answer.display import forecast_text
from ..answer.replay import plan_file
from ..plan.reading import read_plan
from ..run.forecast import forecast
from .live import prepare
from .options import Json, PlanPath, Workers
from .output import DONE, answer, at_work, print_words


def plan(plan: PlanPath, workers: Workers = None, as_json: Json = False) -> int:
    """Checks a plan and foresees its time and precision. A short trial is played, and nothing kept."""
    with at_work("reading the plan"):
        checked = read_plan(plan_file(plan))
    levels = list(checked.levels.values()) or [checked]
    agents = [agent for level in levels for variant in level.variants for agent in variant.agents]
    loaded = time.process_time()
    compiled = prepare(checked.game, agents) > 0  # once: what is compiled is kept
    starting = loaded if compiled else time.process_time()
    with at_work("playing a trial"):
        expected = [forecast(level, workers, starting=starting) for level in levels]
    facts = {"levels": [one.as_dict() for one in expected]} if checked.levels else expected[0].as_dict()
    answer(
        facts,
        as_json,
        lambda out: print_words(
            out, "\n".join(line for level in expected for line in (forecast_text(level), *level.notes))
        ),
    )
    return DONE
