"""The question `field`: how does each entry of a shelf score on average over a field?"""

from __future__ import annotations

from ..plan.plan import Plan
from .pairs import Pairs
from .question import register


@register
class Field(Pairs):
    """How does each entry of a shelf score on average over a field?"""

    name = "field"
    over = "the field of {}"

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which of these does best against the field?"
