"""Which parts of a plan are played next, given what came out so far.

Parts are handed out in rounds, and a round is taken into the totals as a whole. What is played depends on the plan and
the totals alone, so that a run that goes on, or is played again from its parts, plays the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..plan.plan import Part, Plan
from ..questions.question import QUESTIONS
from ..questions.totals import Totals


class Schedule:
    """The rounds of one run."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.question = plan, QUESTIONS[plan.question]
        self.groups = list(plan.groups)
        self._given: dict[int, int] = {group.start: 0 for group in self.groups}
        self._taken = dict(self._given)
        self._given_apart: dict[int, int] = {}
        self._taken_apart: dict[int, int] = {}
        self._open = 0
        self.looks_at_results = False
        """whether what was played depends on how games went"""

    def next_round(self, totals: Totals) -> list[Part]:
        """The parts of the next round, the last ones of a plan perhaps short. None where all that is asked for has been
        handed out, or where what comes next depends on rounds that are not in the totals yet.
        """
        chosen = None
        if not self._open:
            chosen = self.question.next_groups(self.plan, totals, self._taken)
            self.looks_at_results = self.looks_at_results or chosen is not None
        elif self.looks_at_results:
            return []
        parts = [part for group in (self.groups if chosen is None else chosen) if (part := self._part(group))]
        self._open += bool(parts)
        return parts

    def _part(self, group: range) -> Part | None:
        """The next part of a group; None if it has played all that the plan allows. Variants that have played all that
        they share with others play files of their own.
        """
        apart = self.plan.apart
        if apart is not None and len(group) == apart.variants and self._is_through(group.start):
            given = self._given_apart.get(group.start, 0)
            self._given_apart[group.start] = given + apart.part_games
            return Part(group, apart.first + given, apart.part_games)
        first = self._given[group.start]
        most = self.plan.stop.games if apart is None else apart.first
        games = self.plan.part_games if most is None else min(self.plan.part_games, most - first)
        if games <= 0:
            return None
        self._given[group.start] += games
        return Part(group, first, games)

    def _is_through(self, variant: int) -> bool:
        """Whether a variant has been handed out all games that it shares."""
        apart = self.plan.apart
        return apart is not None and self._given[self.plan.group_of(variant, 0)[0].start] >= apart.first

    def take(self, parts: list[Part]) -> None:
        """Notes that a round is in the totals."""
        self._open -= 1
        for part in parts:
            if self.plan.apart is not None and part.first >= self.plan.apart.first:
                known = self._taken_apart.get(part.group.start, 0)
                self._taken_apart[part.group.start] = known + part.games
            else:
                self._taken[part.group.start] += part.games

    @property
    def played(self) -> Mapping[int, int]:
        """By the first variant of a group, the games of each of its variants that are in the totals."""
        return self._taken

    @property
    def played_apart(self) -> Mapping[int, int]:
        """By the first variant of those files, the games that each has played in files of its own, of variants that
        share the others.
        """
        return self._taken_apart

    @property
    def is_even(self) -> bool:
        """Whether all variants have played the same number of games."""
        return len({*self._taken.values()}) == 1
