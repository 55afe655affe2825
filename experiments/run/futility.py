"""Variants of which nothing can come out, because every deal has a fault: who is to blame, and how to see it."""

from __future__ import annotations

import shlex
from pathlib import Path

from sim.core.errors import InputError
from sim.core.turnloop import play_games

from ..plan.plan import Plan, agent_spec, is_known
from ..questions.totals import Totals

ENOUGH_GAMES = 100
"""After so many games of a variant without a sound deal it is not played on."""
MOST = 5
"""How many variants are told of."""


def check_futility(plan: Plan, totals: Totals, folder: Path | None = None, enough: int = ENOUGH_GAMES) -> None:
    """InputError if variants have no sound deal after so many games: the fault of each, the first ones, and how to see
    it. folder: that of the run, if it is kept.
    """
    if totals.games < enough:
        return
    problems: dict[str, str] = {}
    for index in totals.without_sound_deals():
        fault, how = _look(plan, index, folder)
        problems.setdefault(fault, f"{fault}; every deal of {totals.games:,} games had a fault. To see it:\n  {how}")
        if len(problems) == MOST:
            break
    if problems:
        raise InputError(problems.values())


def _look(plan: Plan, index: int, folder: Path | None) -> tuple[str, str]:
    """Plays the first deal of a variant again: its fault, and how to have the game told."""
    variant, seed = plan.variants[index], plan.seed_of(index)
    batch = play_games(plan.game, variant.tables, variant.agents, seed, 0, plan.games_per_deal)
    number = int((batch.error != 0).argmax())
    if folder is not None and all(map(is_known, variant.agents)):
        which = f" --variant {shlex.quote(variant.name)}" if len(plan.variants) > 1 else ""
        return batch.fault(number, variant.agents), f"overnight play {shlex.quote(str(folder))} --game {number}{which}"
    agents = ", ".join(repr(agent_spec(agent)) if is_known(agent) else agent.name for agent in variant.agents)
    more = f", table={dict(variant.table)!r}" if variant.table else ""
    more += f", cards={[str(path) for path in variant.cards]!r}" if variant.cards else ""
    how = f"print(experiments.tell({plan.game.name!r}, [{agents}], game={number}, seed={seed}{more}))  # in Python"
    return batch.fault(number, variant.agents), how
