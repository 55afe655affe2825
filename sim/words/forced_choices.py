"""The choices without an alternative, which the rules make at once: found in a second game that is asked for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from ..core.game import NO_SEAT, Game
from .paths import Path

CHOICES_MAX = 1_000
"""Choices that are looked for after one action."""
Note = TypeVar("Note")


def made_at_once(
    game: Game,
    tables: np.record,
    paths: Mapping[str, Path],
    asking: np.record,
    s: np.record,
    note: Callable[[np.record], Note],
) -> list[Note] | None:
    """What is noted of the choices that lead from `asking`, a state whose `ask_all` is 1, to the state `s`: of each,
    just before `asking` makes it. None if they lead elsewhere, or there are more than CHOICES_MAX.
    """
    if _is_same(asking, s):
        return []
    actions, until, found = game.new_actions(), facts(game, tables, paths, s), list[Note]()
    while facts(game, tables, paths, asking) != until:
        if asking.over or asking.error or len(found) == CHOICES_MAX:
            return None
        game.legal_actions(asking, tables, actions)
        found.append(note(actions[0]))
        game.apply(asking, tables, actions[0])
    return found


def _is_same(asking: np.record, s: np.record) -> bool:
    """Whether no field but `ask_all` differs, so that nothing need be read to know that both stand the same."""
    names = (name for name in s.dtype.names or () if name != "ask_all")
    return all(asking[name].tobytes() == s[name].tobytes() for name in names)


def facts(game: Game, tables: np.record, paths: Mapping[str, Path], s: np.record) -> tuple[Any, ...]:
    """All that can be told of a game as it stands. Of one that is over it is not who moved last."""
    actions = game.new_actions()
    n = 0 if s.over or s.error else int(game.legal_actions(s, tables, actions))
    told = {name: path.read(s) for name, path in paths.items()}
    mover = NO_SEAT if s.over else int(s.to_move)
    return int(s.decision), mover, int(s.over), int(s.error), actions[:n].tolist(), told
