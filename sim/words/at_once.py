"""The choices without an alternative, which the rules make at once: found in a second game that is asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..core.game import Game
from .paths import Path

CHOICES_MAX = 1_000
"""Choices that are looked for after one action."""


def facts(game: Game, tables: np.record, paths: Mapping[str, Path], s: np.record) -> tuple[Any, ...]:
    """All that can be told of a game as it stands."""
    actions = game.new_actions()
    n = 0 if s.over or s.error else int(game.legal_actions(s, tables, actions))
    told = {name: path.read(s) for name, path in paths.items()}
    return int(s.decision), int(s.to_move), int(s.over), int(s.error), actions[:n].tolist(), told


def made_at_once(
    game: Game, tables: np.record, paths: Mapping[str, Path], asking: np.record, until: tuple[Any, ...]
) -> Iterator[np.record]:
    """The choices that lead from `asking`, a state whose `ask_all` is 1, to where `until` are its facts, each just
    before `asking` makes it. If they lead elsewhere, they stop when none is left or there are CHOICES_MAX.
    """
    actions = game.new_actions()
    for _ in range(CHOICES_MAX):
        if asking.over or asking.error or facts(game, tables, paths, asking) == until:
            return
        game.legal_actions(asking, tables, actions)
        yield actions[0]
        game.apply(asking, tables, actions[0])
