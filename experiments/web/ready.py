"""Games and agents are compiled before they play, which takes a while the first time: beside the pages."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from agents import Agent
from sim.compiling import compile_game
from sim.core.errors import InputError
from sim.core.game import Game

from ..commands.live import compiling_text


class Ready:
    """What has been compiled, and what is being compiled."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.under_way: dict[str, threading.Thread] = {}
        self.done: set[tuple[str, frozenset[object]]] = set()
        self.failed: dict[str, Exception] = {}

    def wait_for(self, game: Game, agents: Iterable[Agent]) -> str:
        """Nothing if a game and its agents can play; else what is being done, in words."""
        choosers = frozenset(agent.choose for agent in agents)
        key = (game.name, choosers)
        with self.lock:
            if key in self.done:
                return ""
            if (wrong := self.failed.pop(game.name, None)) is not None:
                raise InputError(f"{game.title}: cannot be compiled: {wrong}")
            seconds = game.compile_seconds(choosers)
            if not seconds and game.name not in self.under_way:
                self.done.add(key)
                return ""
            if game.name not in self.under_way:
                self.under_way[game.name] = threading.Thread(target=self._compile, args=(game, key), daemon=True)
                self.under_way[game.name].start()
        return compiling_text(game.title, seconds)

    def _compile(self, game: Game, key: tuple[str, frozenset[object]]) -> None:
        wrong: Exception | None = None
        try:
            compile_game(game, key[1])  # type: ignore[arg-type]
        except Exception as error:  # told to who asks next
            wrong = error
        with self.lock:
            del self.under_way[game.name]
            if wrong is None:
                self.done.add(key)
            else:
                self.failed[game.name] = wrong
