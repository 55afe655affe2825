"""The levels of play of a plan: the same question, asked of several players, for the answer may depend on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim import load_game
from sim.core.errors import InputError

from .fields import STOP, Problems

UNDER, CANDIDATES = "under", ("variants", "entries", "shelf", "field")
"""The key of a plan that lists the levels, and the keys under which candidates may have agents of their own."""
LEAST = 2


def level_values(values: Mapping[str, Any], name: str, players: int) -> dict[str, dict[str, Any]]:
    """By the name of each level, the plan whose agents all play at it. InputError lists what is wrong with the levels.

    values: a plan with levels, of which each is an agent, with what it may change of [stop]. name: what it is called.
    """
    problems, levels = Problems(), values[UNDER]
    if not isinstance(levels, (list, tuple)) or len(levels) < LEAST:
        raise InputError(f'{UNDER} should be a list of two agents or more, such as ["best", "expert"]')
    own = [key for key in values if key == "agents" or _has_agents(key, values[key])]
    problems.wrong(
        [f"{key}: agents belong under one level of play alone; with {UNDER}, no other is named" for key in own]
    )
    found: dict[str, dict[str, Any]] = {}
    for level in levels:
        agent, stop = _parted(level)
        label = _label(agent)
        if label in found:
            problems.wrong([f'{UNDER}: several levels are called "{label}"; they should differ'])
        found[label] = {key: value for key, value in values.items() if key != UNDER} | {
            "name": f"{name}-under-{label}",
            "agents": [agent] * players,
            "stop": {**values.get("stop", {}), **stop},
        }
    if problems.problems:
        raise InputError(list(problems.problems))
    return found


def players_of(values: Mapping[str, Any]) -> int:
    """How many agents a plan names: two where candidates meet in pairs, else one for each seat of its table."""
    if not isinstance(values.get("table", {}), Mapping):
        return LEAST
    wanted = values.get("table", {}).get("players")
    if isinstance(wanted, int):
        return wanted
    try:
        return int(load_game(values["game"]).make_tables({}, ()).players)
    except (InputError, KeyError):
        return LEAST  # what is wrong is told with the plan


def _parted(level: Any) -> tuple[Any, dict[str, Any]]:
    """An agent, and what its level changes of [stop]."""
    if not isinstance(level, Mapping):
        return level, {}
    stop = {key: level[key] for key in level if key in STOP}
    agent = {key: value for key, value in level.items() if key not in STOP}
    return (agent["agent"] if set(agent) == {"agent"} else agent), stop


def _label(agent: Any) -> str:
    """What a level is called: its agent, and the numbers that it changes."""
    if not isinstance(agent, Mapping):
        return str(getattr(agent, "name", agent))
    return "-".join([str(agent.get("agent")), *(f"{key}-{value}" for key, value in agent.items() if key != "agent")])


def _has_agents(key: str, value: Any) -> bool:
    """Whether candidates have agents of their own."""
    if key.removesuffix("_of") not in CANDIDATES:
        return False
    entries: Sequence[Any] = (
        [value] if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else []
    )
    return any(isinstance(entry, Mapping) and ("agent" in entry or "agents" in entry) for entry in entries)
