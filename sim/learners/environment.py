"""A game as a PettingZoo environment, for agents that learn elsewhere: any game, any table, any number of players.

    env = Environment(load_game("nightfall"), table={"players": 3}, seed=1)
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = None if termination or truncation else observation["action_mask"]
        env.step(None if mask is None else env.action_space(agent).sample(mask))

An observation is what the seat may see (`sim.learners.observation`) and the mask of its legal actions: action k is the
k-th of those that are legal now. What has one legal action is done without asking. The reward comes at the end: 1 to
the winner, shares of 1 for a tie, 0 to the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from ..core.errors import InputError, printable, quoted, shown
from ..core.game import Game
from ..core.turnloop import Player
from ..reading.card_files import CardSource, read_card_files
from ..reading.names import read_seat, seat_name
from ..words.readers import check_seed
from ..words.trace import Teller, beginning
from .observation import LARGEST, Observer

HUMAN, TEXT = "human", "ansi"


def _check(seed: int) -> None:
    """InputError unless it is a seed."""
    try:
        check_seed(seed)
    except ValueError as error:
        raise InputError(str(error)) from None


class Environment(AECEnv):
    """Games of the run `seed`, one after the other: `reset()` deals the next one, `reset(seed)` the first of another.

    table, cards: as in a plan. render_mode: "human" prints the log as it goes on, "ansi" returns what is new of it.
    view: a seat such as "p1" whose knowledge the log tells; all is told unless given. InputError lists what is wrong.
    """

    def __init__(
        self,
        game: Game,
        table: Mapping[str, Any] | None = None,
        cards: Sequence[CardSource] = (),
        seed: int = 1,
        render_mode: str | None = None,
        view: str = "",
    ) -> None:
        super().__init__()
        if render_mode not in (None, HUMAN, TEXT):
            raise InputError(f"render_mode: {quoted(HUMAN)} or {quoted(TEXT)} is expected, found {shown(render_mode)}")
        _check(seed)
        self.game, self.cards, self.seed, self.render_mode = game, read_card_files(cards), seed, render_mode
        self.tables = game.make_tables(table or {}, self.cards)
        self.players = int(self.tables.players)
        try:
            self.viewer = read_seat(view, self.players) if view else None
        except ValueError as error:
            raise InputError(f"view: {error}") from None
        self.ids = game.words.card_ids(self.cards)
        self.observer = Observer(game, self.tables, self.ids)
        self.metadata = {
            "name": f"overnight_{game.name}",
            "render_modes": [HUMAN, TEXT],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [seat_name(seat) for seat in range(self.players)]
        seen = Box(-LARGEST, LARGEST, (len(self.observer.labels),), np.float32)
        mask = Box(0, 1, (game.actions_max,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(game.actions_max) for agent in self.possible_agents}
        self.number = -1
        self.position = game.new_state()
        """the game as it stands, all of it: not for agents that should not peek"""
        self.legal = game.new_actions()
        self.n = 0
        """how many of `legal` are legal"""

    def observation_space(self, agent: str) -> Dict:
        """What `observe` returns of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals the next game, or the first one of another seed. There are no options."""
        _check(self.seed if seed is None else seed)
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (seed, 0)
        self.game.setup(self.position, self.tables, self.seed, self.number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.teller = Teller(self.game, self.tables, ["" for _ in self.agents], self.ids, self.viewer)
        self.teller.lines.append(beginning(self.game, self.number, self.seed, self.teller.names, self.cards))
        self._go_on()

    def step(self, action: int | None) -> None:
        """Does an action of the seat that is to move: k for the k-th legal one; None after the end."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self.n:
            raise InputError(f"action: a number from 0 to {self.n - 1} is expected, found {shown(action)}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._do(int(action))
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat may see, and which actions are legal for it: none unless it is to move."""
        seat = self.possible_agents.index(agent)
        mask = self.action_mask if agent == self.agent_selection else np.zeros(self.game.actions_max, np.int8)
        return {"observation": self.observer.observe(self.position, seat), "action_mask": mask}

    @property
    def action_mask(self) -> np.ndarray:
        """Which actions are legal for who is to move: int8, of the length that the game has most."""
        mask = np.zeros(self.game.actions_max, np.int8)
        mask[: self.n] = 1
        return mask

    @property
    def phrases(self) -> list[str]:
        """The legal actions in words."""
        return [self.game.words.phrase(self.position, action, self.ids) for action in self.legal[: self.n]]

    def ask(self, agent: Player) -> int:
        """What an agent of the project does now."""
        return int(agent.choose(self.position, self.tables, self.legal, self.n, agent.params))

    def render(self) -> str | None:
        """The lines of the log that are new: printed, or returned as text."""
        text = printable("\n".join(self.teller.lines))
        self.teller.lines = []
        if self.render_mode == HUMAN and text:
            print(text)
        return text if self.render_mode == TEXT else None

    def close(self) -> None:
        """Nothing is held open."""

    def _do(self, k: int) -> None:
        if self.render_mode:
            self.teller.tell_step(self.position, int(self.position.to_move), self.legal[k])
        self.game.apply(self.position, self.tables, self.legal[k])

    def _go_on(self) -> None:
        """Does what has one legal action, up to the next choice or the end."""
        s = self.position
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.n = 0
        while not s.over and not s.error:
            self.n = int(self.game.legal_actions(s, self.tables, self.legal))
            if self.n > 1:
                break
            self._do(0)
        if s.over or s.error:
            self._end()
        self.agent_selection = self.possible_agents[int(s.to_move)]
        if self.render_mode:
            self.teller.tell_end(s, str(s.error)) if s.over or s.error else self.teller.catch_up(s)
        if self.render_mode == HUMAN:
            self.render()

    def _end(self) -> None:
        s, self.n = self.position, 0
        cut_short = bool(s.truncated or s.error)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = 0.0 if s.error else float(s.score[seat])
            self.terminations[agent], self.truncations[agent] = not cut_short, cut_short
