"""What agents do in games, choice by choice: what shows that a style has the character that it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from agents import load_agent
from sim import load_game


def deeds(
    name: str, table: Mapping[str, Any], agents: Sequence[str], games: int, seed: int = 2026
) -> Iterator[tuple[np.record, np.record, np.record]]:
    """(state, tables, action) of every choice among several actions, before it is done, in games of agents by name, one
    a seat. The state is that of the game, which goes on.
    """
    game = load_game(name)
    tables, s, actions = game.make_tables(table), game.new_state(), game.new_actions()
    players = [load_agent(name, agent) for agent in agents]
    for number in range(games):
        game.setup(s, tables, seed, number)
        while not s.over and not s.error:
            n = game.legal_actions(s, tables, actions)
            player = players[s.to_move]
            k = player.choose(s, tables, actions, n, player.params) if n > 1 else 0
            if n > 1:
                yield s, tables, actions[k]
            game.apply(s, tables, actions[k])
        assert not s.error
