"""How a deck, a squad or a supply is made better: a climb from one to the next. At each step neighbours race on common
deals, and the best of them are put to the test against what there is, on deals that proposed nothing; what is shown to
be better there is taken. Every race and every test is a run of its own, so that all of this goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from ..plan.plan import Plan
from ..plan.reading import read_plan
from ..questions.improve import Improving
from ..questions.neighbours import Exchange, proposals
from ..questions.texts import rows_of
from ..run.store import Store
from .result import Result

KEEP, PATIENCE = 3, 2
"""How many of a race are put to the test; the search ends after so many in which nothing was shown to be better."""
RACE_PART = 120
"""Games of each in a round of a race, at each table, at first."""
AS_IT_IS = "as it is"
SEEDS_EACH = 1000
"""Seeds that belong to one of a plan: of its races, its tests and what comes last, all with deals of their own."""
IMPROVED = "improved.toml"
Run = Callable[[Plan, Path], Result]


def sought(plan: Plan, results: Path, run: Run) -> Plan | Result:
    """The plan of what a search has found: the start and each change that was taken, to be played on fresh deals; or,
    if a run was stopped before its end, its results.

    run: plays a plan into a folder. What is found depends on the plan alone, unless that limits the hours.
    """
    asking: Improving = plan.own
    folder = results / f"{plan.name}-{plan.digest()[:8]}-steps"
    began, settings = time.monotonic(), asking.settings
    path, carried = [(asking.names[0], asking.values[0])], list[Exchange]()
    attempt = idle = 0
    while len(path) <= settings["steps"] and idle < PATIENCE and not _is_late(plan, began):
        attempt += 1
        value = path[-1][1]
        chance = np.random.default_rng([plan.seed, attempt])
        tried = proposals(asking.around, value, settings["neighbours"], chance, carried, asking.worth)
        if not tried:
            break
        named = {exchange.told(value): (exchange, made) for exchange, made in tried}
        race = run(_race(plan, attempt, value, [(name, made) for name, (_, made) in named.items()]), folder)
        if race.status != "done":
            return race
        order = [row.name for row in rows_of(race.table) if row.name in named]
        carried = [named[name][0] for name in order[: settings["neighbours"] // KEEP]]
        best = [(name, named[name][1]) for name in order[:KEEP]]
        test = run(_test(plan, attempt, [(AS_IT_IS, value), *best]), folder)
        if test.status != "done":
            return test
        taken = _taken(test, settings["indifference"])
        idle = 0 if taken else idle + 1
        if taken:
            path.append((_unused(taken, [name for name, _ in path]), named[taken][1]))
    return _path_plan(plan, path, plan.name, SEEDS_EACH - 1, plan.stop.games or 0)


def _is_late(plan: Plan, began: float) -> bool:
    return plan.stop.hours is not None and time.monotonic() - began >= plan.stop.hours * 3600


def _taken(test: Result, indifference: float) -> str:
    """What is shown to be better than what there is, the most; empty if nothing is, or by too little to matter."""
    shown = [row for row in rows_of(test.table)[1:] if row.whole_low > 0 and row.whole > indifference]
    return max(shown, key=lambda row: row.whole).name if shown else ""


def _unused(name: str, others: Sequence[str]) -> str:
    """A name that no other has: the same change may be taken twice."""
    again = sum(other == name or other.startswith(f"{name} (") for other in others)
    return f"{name} ({again + 1})" if again else name


def _common(plan: Plan, number: int) -> dict[str, Any]:
    """The keys that all runs of a search have; number: of its seed."""
    entrant = {} if plan.entrant is None or plan.team else {"entrant": plan.seats[plan.entrant]}
    met = {key: plan.values[key] for key in ("against",) if key in plan.values}
    return {
        "game": plan.game.name,
        "seed": (plan.seed * SEEDS_EACH + number) % 2**63,
        "agents": list(plan.agents),
        "table": dict(plan.table),
        "cards": [file.path for file in plan.card_files],
        **entrant,
        **met,
    }


def _race(plan: Plan, attempt: int, value: Any, others: Sequence[tuple[str, Any]]) -> Plan:
    """A race of what there is and its neighbours."""
    asking: Improving = plan.own
    key = asking.around.key
    part = -(-RACE_PART // plan.games_per_deal) * plan.games_per_deal
    games = -(-asking.settings["race_games"] // part) * part

    def brought(made: Any) -> dict[str, Any]:
        return {"seat" if asking.by_seat else "table": {key: made}}

    return read_plan({
        **_common(plan, 2 * attempt),
        "question": "race",
        "name": f"{plan.name}-{attempt}-race",
        "confidence": plan.confidence,
        "variants": [{"name": name, **brought(made)} for name, made in [(AS_IT_IS, value), *others]],
        "keep": min(KEEP, len(others)),
        "indifference": asking.settings["indifference"],
        "part_games": part,
        "final_games": part,
        "stop": {"games": games + part},
    })  # fmt: skip


def _test(plan: Plan, attempt: int, stages: Sequence[tuple[str, Any]]) -> Plan:
    """What there is and the best of a race, on deals that the race did not see. All tests of a search hold together."""
    sure = 1 - (1 - plan.confidence) / plan.own.settings["steps"]
    games = plan.own.settings["check_games"]
    return _path_plan(plan, stages, f"{plan.name}-{attempt}-test", 2 * attempt + 1, games, sure)


def _path_plan(
    plan: Plan, stages: Sequence[tuple[str, Any]], name: str, number: int, games: int, sure: float | None = None
) -> Plan:
    """Stages that play the same deals."""
    values = {key: value for key, value in plan.values.items() if key != "path"}
    deal = plan.games_per_deal
    return read_plan({
        **values,
        **_common(plan, number),
        "question": plan.question,
        "name": name,
        "confidence": plan.confidence if sure is None else sure,
        "path": [{"name": stage, "value": value} for stage, value in stages],
        "stop": {"games": -(-games // deal) * deal},
    })  # fmt: skip


def write_improved(result: Result) -> Result:
    """Writes what came of it beside the results, as a file that plans can name or copy."""
    asking: Improving = result.plan.own
    value = asking.values[-1]
    content = value if isinstance(value, dict) else {asking.around.key: list(value)}
    Store(result.folder).write(result.folder / IMPROVED, tomli_w.dumps(content).encode())
    return result
