"""A plan that is being written for somebody who answered a few things: what each question makes its own lines of."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import nameable
from sim.core.game import Game
from sim.reading.decks import RANDOM

AGENTS, BEST = "agents", "best"
EACH_SEAT = "# one a seat"
OWN_KINDS = ("decks", "squads")
"""Kinds of which one may bring one's own: a file, a text or the number of a generated one."""
PASTED_KINDS = (*OWN_KINDS, "supplies")
"""Kinds of which one may bring one's own as a text: its name on the first line, then its cards."""
NAME_LETTERS = 40


@dataclass(frozen=True)
class Draft:
    """What was answered, and the lines that several questions write of it."""

    game: Game
    kind: str
    """what is asked about: agents, decks and the like, or a setting"""
    chosen: Sequence[str]
    """by name; of a setting the two ends"""
    others: Sequence[str]
    """whom they meet: in a field all of these, else at the other seats one after the other"""
    other_kind: str = ""
    """in a grid, what these are"""

    @property
    def players(self) -> int:
        """Seats by the rules."""
        return int(self.game.words.keys["players"].standard)

    @property
    def is_of_agents(self) -> bool:
        """Whether agents are asked about."""
        return self.kind == AGENTS

    def at_other_seats(self, count: int) -> list[str]:
        """What sits at so many seats that are not those of the chosen."""
        return [self.others[seat % len(self.others)] for seat in range(count)] if self.others else []

    def agents(self, mine: str = BEST) -> str:
        """The line of the agents: of a team all are equal."""
        others = self.at_other_seats(self.players - 1) if self.is_of_agents else [BEST] * (self.players - 1)
        return f"agents = {toml_text([mine, *([mine] * (self.players - 1) if self.game.words.team else others)])}"

    def value(self, mine: str) -> tuple[str, Any]:
        """The key of a table, and its value with mine at the first seat."""
        key = nameable.KINDS[self.kind]
        if key != self.kind:
            return key, mine
        if self.kind == "heroes":
            return key, [mine, *[""] * (self.players - 1)]  # whoever leads the decks of the others
        return key, [mine, *self.at_other_seats(self.players - 1)]

    def key_of(self, kind: str) -> str:
        """What a kind is called in a list in short."""
        return "agent" if kind == AGENTS else nameable.KINDS[kind]

    def variants(self, comment: str) -> list[str]:
        """A variant for each of the chosen. comment: what is said of the first."""
        lines = [] if self.is_of_agents else [f"{self.agents()} {EACH_SEAT}"]
        for number, mine in enumerate(self.chosen):
            lines += ["", f"[[variants]]{f' # {comment}' if comment and number == 0 else ''}"]
            lines.append(f"name = {toml_text(title(mine))}")
            if self.is_of_agents:
                lines.append(f"{self.agents(mine)}{f' {EACH_SEAT}' if number == 0 else ''}")
            else:
                key, value = self.value(mine)
                lines.append(f"table = {{ {key} = {toml_text(value)} }}")
        return lines

    def entries(self, key: str, chosen: Sequence[str], agents: bool) -> list[str]:
        """A list of entries of a field or a matrix. agents: whether those of entries that bring none are told first."""
        what = "agent" if self.is_of_agents else nameable.KINDS[self.kind]
        lines = [f"{self.agents()} # of the seats"] if agents and what != "agent" else []
        if not any(map(is_text, chosen)):
            return [*lines, "", f"[{key}_of]", f"{what} = [", *(f"    {toml_text(name)}," for name in chosen), "]"]
        for mine in chosen:
            lines += ["", f"[[{key}]]", f"name = {toml_text(title(mine))}", f"seat = {{ {what} = {toml_text(mine)} }}"]
        return lines

    def listed(self, key: str, kind: str, names: Sequence[str]) -> list[str]:
        """A list of tables that differ by one of a kind that is the same for all seats, or of agents."""
        if not any(map(is_text, names)):
            what = self.key_of(kind)
            return ["", f"[{key}_of]", f"{what} = [", *(f"    {toml_text(name)}," for name in names), "]"]
        lines = []
        for mine in names:
            table = f"table = {{ {self.key_of(kind)} = {toml_text(mine)} }}"
            lines += ["", f"[[{key}]]", f"name = {toml_text(title(mine))}", table]
        return lines


def toml_text(value: Any) -> str:
    """A text, or a list of texts and numbers, as TOML has it."""
    return json.dumps(value, ensure_ascii=False)


def is_text(mine: str) -> bool:
    """Whether something is a deck written out rather than a name."""
    return "\n" in mine


def title(mine: str) -> str:
    """What something is called: a deck that is written out by its first line, a file by its name."""
    if is_text(mine):
        return mine.strip().splitlines()[0].strip()[:NAME_LETTERS]
    return Path(mine).stem if Path(mine).suffix else mine


def is_own(mine: str) -> bool:
    """Whether this is meant as a deck of one's own: the path of a file, or the number of a generated one."""
    return bool(re.fullmatch(rf"{RANDOM}\d+", mine)) or (bool(Path(mine).suffix) and Path(mine).is_file())
