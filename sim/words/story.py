"""A game as data, step by step, as a log tells it: to be drawn, stepped through and jumped about in.

What a viewer may not know is in none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import printable
from ..core.game import Game
from .paths import UNKNOWN, view
from .trace import Teller, Told
from .vocabulary import Words

Beside = Callable[[np.record], Mapping[str, Any]]
"""What else is told of a state, in words of its own."""


def _nothing(s: np.record) -> Mapping[str, Any]:
    return {}


class Story(Teller):
    """Tells a game into `frames`: the first is how it began, each other one an action and what came of it.

    A frame has `turn` (from 1), `active` (a seat, or -1), `step` (actions until then; one that the rules took by
    themselves shares that of the action before it), `set` (by path what is not as in the frame before; zones that the
    viewer may not see as `ZONE.count`, records without the fields that are 0, no or empty) and, of an action, `seat`,
    `phrase`, `changes`, `rolls`, `thoughts`.
    """

    def __init__(
        self,
        game: Game[Words],
        tables: np.record,
        names: Sequence[str],
        ids: Sequence[str],
        viewer: int | None = None,
        beside: Beside = _nothing,
    ) -> None:
        super().__init__(game, tables, names, ids, viewer)
        self.shown = view(game.words.paths(tables, ids), viewer)
        self.beside = beside
        self.frames: list[dict[str, Any]] = []
        self.values: dict[str, Any] = {}
        """what the paths told of the last frame"""
        self.steps = 0
        self.ending = ""
        """how the game ended, in a sentence"""

    def catch_up(self, s: np.record) -> Mapping[str, Any] | None:
        """As of any teller; first of all it takes note of how the game begins."""
        if not self.frames:
            self._add({}, s)
        return super().catch_up(s)

    def tell_step(self, s: np.record, seat: int, action: np.record, index: int = 0) -> None:
        """As of any teller."""
        super().tell_step(s, seat, action, index)
        self.steps += 1

    def tell_end(self, s: np.record, fault: str = "") -> None:
        """As of any teller."""
        super().tell_end(s, fault)
        self.ending = printable(self.lines[-1])

    def note(self, told: Told, s: np.record) -> None:
        """Takes note of an action that has led to the state."""
        super().note(told, s)
        facts = {"seat": told.seat, "phrase": printable(told.phrase), "changes": [*map(printable, told.changes)]}
        more = {"rolls": told.rolls, "thoughts": [[taken, printable(text)] for taken, text in told.thoughts]}
        self._add(facts | {name: value for name, value in more.items() if value}, s)

    def go_back(self, frames: int, s: np.record, steps: int) -> None:
        """Forgets all but so many frames; the state is that of the last of them."""
        del self.frames[frames:]
        self.values, self.deed, self.steps, self.ending = self._shown(s), None, steps, ""
        self.moment = (int(s.turn), int(s.active))
        self.lines.clear()

    def _add(self, facts: Mapping[str, Any], s: np.record) -> None:
        now = self._shown(s)
        changed = {name: value for name, value in now.items() if self.values.get(name, now) != value}
        self.values = now
        moment = {"turn": int(s.turn) + 1, "active": int(s.active), "step": self.steps}
        self.frames.append({**facts, **moment, **self.beside(s), "set": changed})

    def _shown(self, s: np.record) -> dict[str, Any]:
        return {name: _plain(path.read(s)) for name, path in self.shown.items()}


def _plain(value: Any) -> Any:
    """A value without the fields of its records that say nothing: 0, no, an empty text or list."""
    if not isinstance(value, list):
        return value
    return [
        {name: field for name, field in entry.items() if field} if isinstance(entry, Mapping) else entry
        for entry in value
    ]


def cards_in(frames: Sequence[Mapping[str, Any]], known: Mapping[str, Any]) -> list[str]:
    """The cards that some frames name, in the order in which they do: in zones, in phrases, in names of paths."""
    found: dict[str, None] = {}
    for frame in frames:
        for name, value in frame["set"].items():
            found |= dict.fromkeys([name.rpartition(".")[2], *_words_in(value)])
        found |= dict.fromkeys(_words_in(frame.get("phrase", "")))
    return [word for word in found if word in known and word != UNKNOWN]


def _words_in(value: Any) -> list[str]:
    """Whatever may be the id of a card in the value of a path, or in a phrase."""
    if isinstance(value, str):
        return [word.rpartition(":")[2].partition("#")[0] for word in value.split()]
    if isinstance(value, Mapping):
        return [word for entry in value.values() for word in _words_in(entry)]
    return [word for entry in value for word in _words_in(entry)] if isinstance(value, list) else []
