"""The levels of play of a plan: the same question, asked of several players, for the answer may depend on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sim import load_game
from sim.core.errors import InputError, quoted

from .fields import NAME_LETTERS, STOP, Problems

UNDER = "under"
"""The key of a plan that lists the levels."""
LEAST = 2


def level_values(
    values: Mapping[str, Any], sound: Mapping[str, Any], name: str, lists: Collection[str]
) -> dict[str, dict[str, Any]]:
    """By the name of each level, the plan whose agents all play at it. InputError lists what is wrong with the levels.

    values: a plan with levels, of which each is an agent, with what it may change of [stop]; sound: those of its values
    that are of the right kind. name: what it is called; lists: the keys that list candidates, which may have agents of
    their own.
    """
    problems, levels, players = Problems(), sound[UNDER], players_of(sound)
    own = [key for key in values if key == "agents" or _has_agents(key, sound.get(key), lists)]
    problems.wrong(
        [f"{key}: agents belong under one level of play alone; with {UNDER}, no other is named" for key in own]
    )
    found: dict[str, dict[str, Any]] = {}
    for level in levels:
        agent, stop = _parted(level)
        label = _label(agent)
        if label in found:
            problems.wrong([f"{UNDER}: several levels are called {quoted(label)}; they should differ"])
        found[label] = {key: value for key, value in values.items() if key != UNDER} | {
            "name": f"{name}-under-{label}"[:NAME_LETTERS],
            "agents": [agent] * players,
            "stop": {**sound["stop"], **stop} if "stop" in sound else values.get("stop", stop),
        }
    if problems.problems:
        raise InputError(list(problems.problems))
    return found


def players_of(sound: Mapping[str, Any]) -> int:
    """How many agents a plan names: one for each seat of its table."""
    try:
        game = load_game(sound.get("game", ""))
    except InputError:
        return LEAST  # what is wrong is told with the plan
    wanted = sound.get("table", {}).get("players")
    if isinstance(wanted, int) and wanted in game.player_counts:
        return wanted
    return int(game.make_tables({}, ()).players)


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


def _has_agents(key: str, value: Any, lists: Collection[str]) -> bool:
    """Whether candidates have agents of their own."""
    if key.removesuffix("_of") not in lists:
        return False
    entries: Sequence[Any] = (
        [value] if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else []
    )
    return any(isinstance(entry, Mapping) and ("agent" in entry or "agents" in entry) for entry in entries)
