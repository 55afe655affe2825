"""The question `field`: how does each entry of a shelf score on average over a field?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..plan import fields
from ..plan.plan import Plan
from .draft import Draft
from .pairing import OVER, entry_keys
from .pairs import Pairs
from .question import register
from .weights import WEIGHTS

FEW = 4
"""Of a field, so many are named in a sentence."""


@register
class Field(Pairs):
    """How does each entry of a shelf score on average over a field?"""

    name = "field"
    lists = ("shelf", "field")
    keys: Mapping[str, fields.Field] = {**entry_keys(*lists), **WEIGHTS, "over": OVER}

    def draft(self, draft: Draft) -> list[str]:
        """Those chosen, and those that they meet."""
        shelf, field = self.lists
        return [*draft.entries(shelf, draft.chosen, agents=True), *draft.entries(field, draft.others, agents=False)]

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which of these does best against the field?"

    def over_whom(self, plan: Plan, row: Any) -> str:
        """The field, with the names of a few."""
        names = [entry.name for entry in plan.own.columns]
        told = f" ({', '.join(names)})" if len(names) <= FEW else ""
        weighted = len(set(plan.own.weights.tolist())) > 1
        return f"the {'weighted ' if weighted else ''}field of {len(names)}{told}"
