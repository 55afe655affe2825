"""A card file to fill in from one's own copy of the game, with every unknown value marked."""

from __future__ import annotations

import json
from typing import Any

from .cards import FACTS, UNKNOWN, read_cards

HEAD = """\
# The cards of Nightfall, to be filled in from a copy of the game. "{unknown}" marks what no public source establishes;
# behind it stands what the stand-in set has there. A value that is filled in replaces it; a card that is left unknown
# is refused where it is used, unless the table of a plan says unknown = "stand_in". A name decides nothing.
# Colours: blue, green, yellow, white, red, purple; links = ["own"] is the colour of the card itself.
# The words of chain, kicked and in_play are listed by `overnight words nightfall`. A card of another id is a new one,
# for which the stand-in set has nothing: it must be known where it is used. With whole_set = true at the head of the
# file its cards, and the three wounds, are all there are.
# To play with it: cards = ["mine.toml"] in a plan.
"""

TEXTS = ("chain", "kicked", "in_play")


def template() -> str:
    """The text of the file."""
    lines = [HEAD.format(unknown=UNKNOWN)]
    for card, fields in read_cards().items():
        known = {*fields["sources"].get("established", ()), "type"}
        lines.append(f"[{card}]")
        facts = [fact for fact in ("type", *FACTS) if fact in fields or _is_unknown(fields, fact)]
        for fact in facts:
            value = fields.get(fact, [] if fact in TEXTS else "none")
            lines.append(f"{fact} = {_toml(value)}" if fact in known else f'{fact} = "{UNKNOWN}"  # {_toml(value)}')
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _is_unknown(fields: dict[str, Any], fact: str) -> bool:
    return any(fact in facts for facts in fields["sources"].values())


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
