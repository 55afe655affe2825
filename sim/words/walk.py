"""A game step by step, from Python.

    for step in Walk(game, tables, agents, seed=1, number=0):
        print(step.seat, [game.words.phrase(step.state, action, ids) for action in step.legal])

It is the game that a batch plays, with the same fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..core.conduct import Room, conduct, keep, start_clock, wait_for
from ..core.faults import ERROR_AGENT, ERROR_ENDLESS
from ..core.game import Game
from ..core.turnloop import DECISIONS_MAX, Player, describe_fault, fold

Decider = Callable[[np.record, np.ndarray], int | None]
"""(state, legal actions) -> the index of one: somebody who decides in Python; None: the walk has gone back meanwhile"""
Listener = Callable[[np.record, np.ndarray], None]
"""(state, legal actions) before a seat is asked; it changes neither"""


@dataclass(frozen=True)
class Mark:
    """A point of a walk, to go back to."""

    state: np.record
    asked: int
    steps: int
    fingerprint: np.uint64


@dataclass(frozen=True)
class Step:
    """A decision, with what was decided; it is done when the next step is asked for."""

    state: np.record
    """the one state of the walk, before the action"""
    legal: np.ndarray
    """the legal actions, which the next step overwrites"""
    seat: int
    """who decides"""
    index: int
    """which action is taken"""

    @property
    def action(self) -> np.record:
        """The action that is taken."""
        found: np.record = self.legal[self.index]
        return found


class Walk:
    """Game `number` of the run `seed`, to be walked through once: agent i at seat i, or one decider for all.

    A single legal action is taken without asking. listener: hears every question before it is asked. people: who
    decides at a seat instead of its agent.
    """

    def __init__(
        self,
        game: Game,
        tables: np.record,
        agents: Sequence[Player] | Decider,
        seed: int = 1,
        number: int = 0,
        listener: Listener | None = None,
        people: Mapping[int, Decider] | None = None,
    ) -> None:
        self.game, self.tables, self.seed, self.number, self.listener = game, tables, seed, number, listener
        self.decide = agents if callable(agents) else None
        self.people = people or {}
        self.agents: tuple[Player, ...] = () if callable(agents) else tuple(agents)
        self.room = Room.of(game, tables, [agent.params for agent in self.agents] or [np.zeros(1)])
        self.state: np.record = self.room.states[0]
        """the game as it stands"""
        self.asked = 0
        """decisions with more than one legal action so far"""
        self.steps = 0
        """actions so far"""
        self.fingerprint = np.uint64(0)
        self.fault = ""
        """what stopped the game, in words"""

    def __iter__(self) -> Iterator[Step]:
        self.begin()
        yield from self.go_on()

    def begin(self) -> None:
        """Deals the game."""
        self.game.setup(self.state, self.tables, self.seed, self.number)

    def go_on(self) -> Iterator[Step]:
        """The steps from where the game stands. An error of who decides ends them, and leaves the game before that
        decision.
        """
        s, actions = self.state, self.room.actions
        while not s.over and not s.error:
            n = int(self.game.legal_actions(s, self.tables, actions))
            seat, k = int(s.to_move), 0
            if n > 1:
                answer = self._ask(seat, n)
                if answer is None:
                    continue
                self.asked, k = self.asked + 1, answer
            if not s.error and not 0 <= k < n:
                s.error = ERROR_AGENT
            elif not s.error and self.steps >= DECISIONS_MAX:
                s.error = ERROR_ENDLESS
            if not s.error:
                self.steps += 1
                self.fingerprint = np.uint64(fold(self.fingerprint, actions[k]))
                yield Step(s, actions[:n], seat, k)
                self.game.apply(s, self.tables, actions[k])
            if s.error:
                self.fault = describe_fault(int(s.error), self.agents[seat].name if self.agents else "decider", k, n)

    def mark(self) -> Mark:
        """Where the walk is now."""
        return Mark(self.game.copy_state(self.state), self.asked, self.steps, self.fingerprint)

    def go_back(self, mark: Mark) -> None:
        """Makes the walk what it was; whoever does that while he is asked answers None, and is asked again."""
        self.room.states[0] = mark.state
        self.asked, self.steps, self.fingerprint = mark.asked, mark.steps, mark.fingerprint

    def _ask(self, seat: int, n: int) -> int | None:
        """The answer of who decides; what an agent may not do is noted in the state."""
        s, room = self.state, self.room
        if self.listener is not None:
            self.listener(s, room.actions[:n])
        decide = self.people.get(seat, self.decide)
        if decide is not None:
            answer = decide(s, room.actions[:n])
            return None if answer is None else int(answer)
        agent = self.agents[seat]

        def choose() -> int:
            return int(agent.choose(s, room.tables, room.actions, n, room.params[seat]))

        if not agent.outside:
            return choose()
        clock = np.zeros(4, np.int64)
        keep(room.words, room.kept, room.ends)
        start_clock(clock, seat, self.number, s.turn)
        k = wait_for(choose, clock, [player.name for player in self.agents])
        s.error = conduct(room.words, room.kept, room.ends, room.luck, seat, True)
        return k
