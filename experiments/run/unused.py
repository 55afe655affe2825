"""What the squads and decks of a plan leave unused, although it would buy more."""

from __future__ import annotations

from ..plan.plan import Plan

MOST = 5
"""Sentences that are told."""


def left_unused(plan: Plan) -> list[str]:
    """A sentence about each squad or deck that leaves something unused, and how many more there are."""
    by_name: dict[str, str] = {}
    for variant in plan.variants:
        by_name = {**plan.game.left_unused(variant.table, variant.card_files), **by_name}
    found = list(by_name.values())
    more = [f"{len(found) - MOST} more squads or decks leave something unused"] if len(found) > MOST else []
    return [*found[:MOST], *more]
