"""Whether what variants differ by reaches play: if their games are the same, no number of games tells them apart."""

from __future__ import annotations

from sim.core.errors import quoted
from sim.core.turnloop import Batch, play_games

from ..plan.plan import Plan

GAMES = 254
"""Games that are compared; most variants differ in the first ones."""


def without_effect(plan: Plan) -> list[str]:
    """A sentence if the first and the last variant of a plan play the same games of the same deals, decision for
    decision, and score the same in them; else nothing.
    """
    first, last = plan.variants[0], plan.variants[-1]
    if first is last or first.deals != last.deals or first.players != last.players:
        return []
    games, many = 0, 2
    while games < GAMES:
        if not _are_equal(_games(plan, 0, games, many), _games(plan, len(plan.variants) - 1, games, many)):
            return []
        games, many = games + many, 2 * many
    return [
        f"With {quoted(first.name)} and {quoted(last.name)} the first {games} games are the same, decision for"
        " decision: what these variants differ by does not reach play, or no agent minds it, so the answer will be"
        " that there is no difference."
    ]


def _games(plan: Plan, index: int, first: int, many: int) -> Batch:
    variant = plan.variants[index]
    return play_games(plan.game, variant.tables, variant.agents, plan.seed_of(index), first, many)


def _are_equal(one: Batch, other: Batch) -> bool:
    return bool((one.fingerprint == other.fingerprint).all() and (one.score == other.score).all())
