"""What a score depends on beside what is compared: who plays, what everybody brings, the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.reading.table import Key, follow

from ..plan.naming import AGENT, thing_name
from ..plan.plan import Plan, Variant, describe_agent

SHOWN = 4
"""Names of a list that are told; how many more there are is told too."""


def played_with(plan: Plan) -> str:
    """What all variants have in common, such as "2 players; nemesis rageborne; best at every seat; hand = 6"; what they
    differ by is told by their names. Long lists are folded.
    """
    return "; ".join([*_table(plan), *_agents(plan)])


def _table(plan: Plan) -> list[str]:
    found = []
    for key, rule in plan.game.words.keys.items():
        values = [_value(plan, variant, key, rule) for variant in plan.variants]
        if any(value != values[0] for value in values):
            continue
        value = values[0]
        if key == "players":
            found += [f"{value} player{'s' * (value != 1)}"] if len(plan.game.player_counts) > 1 else []
        elif named := _things(key, rule, value):
            found.append(f"{key.replace('_', ' ')} {folded(named)}")
        elif value != rule.standard and rule.follows is None:
            found.append(f"{key} = {value}")
    return found


def _value(plan: Plan, variant: Variant, key: str, rule: Key) -> Any:
    """The value of a key at the table of a variant."""
    if key == "players":
        return variant.players
    return follow(plan.game.words.keys, {"players": variant.players, **variant.table}).get(key, rule.standard)


def _things(key: str, rule: Key, value: Any) -> list[str]:
    """The names of the things that a key lists, such as decks; none if it holds numbers or words of its own."""
    if rule.bounds or rule.options or rule.ways is not None or isinstance(value, (bool, int, float)):
        return []
    listed = value if isinstance(value, (list, tuple)) else [value]
    named = [thing_name(item, key) for item in listed if isinstance(item, (str, Mapping))]
    return [name for name in named if name]


def _agents(plan: Plan) -> list[str]:
    seated = {tuple(describe_agent(agent) for agent in variant.agents) for variant in plan.variants}
    if len(seated) > 1:
        return []
    (names,) = seated
    if len(set(names)) == 1:
        return [f"{names[0]} at every seat" if len(names) > 1 else f"{AGENT} {names[0]}"]
    return [f"{AGENT}s {folded(list(names))}"]


def folded(names: list[str]) -> str:
    """Names in a line, and how many more there are."""
    if len(names) <= SHOWN + 1:
        return ", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]
    return f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
