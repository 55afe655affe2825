"""The sequential test that may end a run, as the questions ask for it and tell of it: `[stop]` with `decided` and
`indifference`. The intervals that are shown are those of every run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from sim.core.errors import quoted

from ..plan.fields import INDIFFERENCE, STOP, Field
from ..plan.plan import Plan
from ..statistics.sequential_test import SequentialTest, Side
from .texts import rows_of

TESTED: Mapping[str, Field] = {**STOP, "indifference": INDIFFERENCE}
"""What `[stop]` of a question may hold that such a test can end."""
OPEN = "open"


def columns(plan: Plan, tests: Sequence[SequentialTest | None], names: Mapping[Side, str]) -> dict[str, list[Any]]:
    """What a table tells of the tests of its rows, None where there is none: `test`, which side it names, or "open";
    `games_to_test`, about how many more games of each variant end it if they go on as so far, 0 if it has ended,
    infinite if they are even. No columns if the plan asks for no test.
    """
    if plan.stop.indifference is None:
        return {}
    return {
        "test": [names.get(test.side, OPEN) if test else "" for test in tests],
        "games_to_test": [test.deals_left * plan.games_per_deal if test else math.nan for test in tests],
    }


def has_ended(table: pd.DataFrame) -> bool | None:
    """Whether every test of a table has ended; None if the plan asks for none."""
    return None if "test" not in table else bool((table["test"] != OPEN).all())


def told(plan: Plan, table: pd.DataFrame, what: str, tests: int) -> list[str]:
    """What the tests promise, and how many more games would end those that are open; what: of what they are, such as
    "difference".
    """
    if "test" not in table or plan.stop.indifference is None or plan.stop.decided is None:
        return []
    wrong, size = f"{100 * (1 - plan.stop.decided):.3g} %", f"{100 * plan.stop.indifference:.3g}"
    points = f"{size} point{'' if size == '1' else 's'}"
    together = f", all {tests} tests together," if tests > 1 else ""
    lines = [
        f"The test: of a true {what} of {points} or more it names the wrong side{together} in at most {wrong} of runs;"
        " of a smaller one it may name either."
    ]
    for row in rows_of(table[table["test"] == OPEN]):
        left = "no number of games can be told" if math.isinf(row.games_to_test) else f"{row.games_to_test:,.0f} games"
        lines.append(
            f"The test of {quoted(row.name)} is open; about {left} more would end it, if they go on as so far."
        )
    return lines
