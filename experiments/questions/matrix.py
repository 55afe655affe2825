"""The question `matrix`: how does every entry score against every other one, and do ratings say it all?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..plan.fields import Field
from ..plan.plan import Plan
from . import bringing
from .draft import Draft
from .pairing import OVER, entry_keys
from .pairs import Pairs, PairTotals, ratings
from .question import Section, register
from .texts import rows_of

SURPRISING = 0.05
"""Below this chance a model is not believed."""


@register
class Matrix(Pairs):
    """How does every entry score against every other one?"""

    name = "matrix"
    lists = ("entries",)
    keys: Mapping[str, Field] = {**entry_keys(*lists), "over": OVER}
    rated = True

    def draft(self, draft: Draft) -> list[str]:
        """Those chosen."""
        return draft.entries(*self.lists, draft.chosen, agents=True)

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "How does everyone do against everyone else?"

    def over_whom(self, plan: Plan, row: Any) -> str:
        """All others."""
        return f"the other {row.opponents}"

    def more_tables(self, plan: Plan, totals: PairTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """The score of every row against every column; for two players also whether ratings explain them, what to
        bring, and cycles that are shown.
        """
        found = super().more_tables(plan, totals, always_valid)
        if self.is_rated(plan):
            found["additivity"] = additivity(plan, totals)
            found["bringing"] = bringing.bringing(plan, totals)
            found["cycles"] = bringing.cycles(found["cells"])
        return found

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """Every pair, what to bring, and cycles."""
        return [*super().sections(table, more), *bringing.sections(more)]

    def facts(self, more: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
        """The pairs, the test of the ratings, what to bring and cycles."""
        tested = {"additivity": more["additivity"].to_dict("records")[0]} if "additivity" in more else {}
        return {**super().facts(more), **tested, **bringing.facts(more)}

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The mean score of every entry, whether the ratings say it all, and what to bring."""
        tested = _additivity_text(rows_of(more["additivity"])[0]) if "additivity" in more else []
        return [*super().told(plan, table, more), *tested, *bringing.told(plan, more)]


def additivity(plan: Plan, totals: PairTotals) -> pd.DataFrame:
    """One row: whether one strength for each entry explains all scores of a matrix, see `ratings.Ratings`."""
    rated = ratings(plan, totals)
    found = (math.nan, 0, math.nan) if rated is None else (rated.deviance, rated.freedom, rated.p_value)
    return pd.DataFrame([found], columns=["deviance", "freedom", "p_value"])


def _additivity_text(found: Any) -> list[str]:
    """Whether the ratings say it all; nothing where that cannot be tested."""
    if not found.p_value >= 0:
        return []
    chance = f"p {'< 0.001' if found.p_value < 0.001 else f'= {found.p_value:.3f}'}"
    test = f"likelihood ratio {found.deviance:.0f} on {found.freedom} degrees of freedom, {chance}"
    if found.p_value < SURPRISING:
        return [f"Ratings do not explain the table ({test}): who meets whom matters, so the single scores count."]
    return [f"Ratings are enough to explain the table as far as it is known ({test})."]
