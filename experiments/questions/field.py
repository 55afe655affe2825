"""The question `field`: how does each entry of a shelf score on average over a field?"""

from __future__ import annotations

from collections.abc import Mapping

from ..plan import fields
from ..plan.plan import Plan
from .pairing import OVER, entry_keys
from .pairs import Pairs
from .question import register


@register
class Field(Pairs):
    """How does each entry of a shelf score on average over a field?"""

    name = "field"
    lists = ("shelf", "field")
    keys: Mapping[str, fields.Field] = {**entry_keys(*lists), "over": OVER}
    over = "the field of {}"

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which of these does best against the field?"
