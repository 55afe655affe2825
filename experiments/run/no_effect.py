"""Whether what variants differ by can move the score: if their games are the same, or every deal comes out even with
each of them, no number of games tells them apart.
"""

from __future__ import annotations

import numpy as np

from sim.core.errors import quoted
from sim.core.turnloop import Batch, play_games

from ..plan.plan import Plan
from ..statistics.moments import deal_scores

GAMES = 254
"""Games that are compared; most variants differ in the first ones."""


def without_effect(plan: Plan) -> list[str]:
    """A sentence if the first and the last variant of a plan cannot be told apart: they play the same games of the same
    deals, decision for decision, and score the same in them, or every deal gives each seat an even share with both.
    Else nothing.
    """
    first, last = plan.variants[0], plan.variants[-1]
    if first is last or first.deals != last.deals or first.players != last.players:
        return []
    games, many, same, even = 0, first.games_per_deal, True, _is_even(plan)
    while games < GAMES and (same or even):
        batches = [_games(plan, index, games, many) for index in (0, len(plan.variants) - 1)]
        same = same and _are_equal(*batches)
        even = even and all(_comes_out_even(batch, first.players) for batch in batches)
        games, many = games + many, 2 * many
    both = f"With {quoted(first.name)} and {quoted(last.name)}"
    if same:
        return [
            f"{both} the first {games} games are the same, decision for decision: what these variants differ by does"
            " not reach play, or no agent minds it, so the answer will be that there is no difference."
        ]
    if even:
        return [
            f"{both} each of the first {games // first.games_per_deal} deals comes out even: all seats bring the same,"
            ' and each begins once, so that what one gains the others lose. entrant = "first" asks about whoever'
            " begins; or give one seat something of its own."
        ]
    return []


def _is_even(plan: Plan) -> bool:
    """Whether the score is that of one seat among others over deals in which every seat begins once."""
    one = plan.entrant is not None and plan.entrant < plan.players and not plan.team
    return one and plan.games_per_deal == plan.players


def _games(plan: Plan, index: int, first: int, many: int) -> Batch:
    variant = plan.variants[index]
    return play_games(plan.game, variant.tables, variant.agents, plan.seed_of(index), first, many)


def _are_equal(one: Batch, other: Batch) -> bool:
    return bool((one.fingerprint == other.fingerprint).all() and (one.score == other.score).all())


def _comes_out_even(batch: Batch, players: int) -> bool:
    """Whether every seat has an even share of the points of each deal."""
    return all(np.allclose(deal_scores(batch.score[:, seat], players), 1 / players) for seat in range(players))
