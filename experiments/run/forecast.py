"""What a plan will take: its games, its time on this machine, the width of its intervals; from a short trial."""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass
from typing import Any

import joblib

from sim.compiling import compile_game

from ..plan.plan import Part, Plan
from ..questions.question import QUESTIONS
from ..questions.summary import games_to_half_width, summary
from ..questions.totals import Totals
from .futility import check_futility
from .no_effect import without_effect
from .orders import play_part
from .unused import left_unused

TRIAL_SECONDS = 1.5
"""CPU seconds of a trial."""


@dataclass(frozen=True)
class Forecast:
    """What can be foreseen of a run."""

    name: str
    question: str
    variants: int
    unit: str
    """what a variant is: a variant, a value or a pair"""
    workers: int
    games_per_second: float
    """games of each variant in a second, with all workers"""
    games_per_second_in_all: float
    """games of all variants together"""
    games: int | None
    """of each variant, until the first foreseeable stopping rule holds; None if none can be foreseen"""
    games_in_all: int | None
    """of all variants together"""
    stops_by: str | None
    """that rule"""
    seconds: float | None
    """until then, with those that it takes to start and to compile"""
    starting: float
    """seconds before the first game: what is loaded and, where it was said, compiled"""
    half_width: float | None
    """half the width of the widest interval after so many games"""
    half_width_of: str
    """the values in which it is; empty if the answer is in shares"""
    trial_games: int
    """games of each variant on which this rests"""
    notes: list[str]
    """what the user should know before it is played"""

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON."""
        return asdict(self)


def forecast(plan: Plan, workers: int | None = None, seconds: float = TRIAL_SECONDS, starting: float = 0.0) -> Forecast:
    """Plays a few games of every variant for about so many seconds, keeps none of them, and reckons up the rest.

    Time is that of one core divided by the number of workers. starting: seconds that a run takes before its first game.
    """
    workers = workers or joblib.cpu_count()
    totals, pace = _trial(plan, seconds)
    check_futility(plan, totals)
    pace *= workers
    limits = _limits(plan, totals, pace)
    stops_by = min(limits, key=lambda name: limits[name], default=None)
    games = limits[stops_by] if stops_by else None
    return Forecast(
        name=plan.name,
        question=plan.question,
        variants=len(plan.variants),
        unit=QUESTIONS[plan.question].unit_of(plan),
        workers=workers,
        games_per_second=pace,
        games_per_second_in_all=pace * len(plan.variants),
        games=games,
        games_in_all=games * len(plan.variants) + QUESTIONS[plan.question].more_games(plan) if games else None,
        stops_by=stops_by,
        seconds=games / pace + starting if games else None,
        starting=starting,
        half_width=_half_width_after(plan, totals, games, stops_by) if games and stops_by else None,
        half_width_of=QUESTIONS[plan.question].values_of(plan),
        trial_games=totals.games,
        notes=[*left_unused(plan), *without_effect(plan), *QUESTIONS[plan.question].told_beforehand(plan)],
    )


def _trial(plan: Plan, seconds: float) -> tuple[Totals, float]:
    """Totals of a few deals, and how many games of each variant, were all to play, one core plays in a second."""
    compile_game(plan.game)
    _play(plan, QUESTIONS[plan.question].no_games(plan), 1)  # compiles the agents
    totals, spent, deals = QUESTIONS[plan.question].no_games(plan), 0.0, 1
    most = math.inf if plan.apart is None else plan.apart.first  # beyond which some variants play on alone
    while spent < seconds and totals.games < most:
        began = time.process_time()
        _play(plan, totals, int(min(deals, (most - totals.games) // plan.games_per_deal)))
        took = max(time.process_time() - began, 1e-4)
        spent += took
        deals = max(1, int(deals * min(4.0, max(seconds - spent, 0.05) / took)))
    tried = sum(map(len, QUESTIONS[plan.question].trial_groups(plan)))
    return totals, totals.games * tried / len(plan.variants) / spent


def _play(plan: Plan, totals: Totals, deals: int) -> None:
    """Plays the next deals of the variants that are tried and adds them to the totals."""
    first, games = totals.games, deals * plan.games_per_deal
    parts = []
    for group in QUESTIONS[plan.question].trial_groups(plan):
        part = Part(group, first, games)
        parts.append(QUESTIONS[plan.question].total_part(plan, part, play_part(plan, part).counted))
    totals.add(parts)


def _limits(plan: Plan, totals: Totals, pace: float) -> dict[str, int]:
    """Games of each variant after which each of the foreseeable stopping rules holds."""
    stop, limits = plan.stop, {}
    if stop.games is not None:
        limits["games"] = stop.games
    if stop.half_width is not None:
        more = games_to_half_width(plan, totals, stop.half_width)
        limits |= {"half_width": totals.games + math.ceil(more)} if math.isfinite(more) else {}
    if stop.hours is not None:
        limits["hours"] = int(stop.hours * 3600 * pace)
    return limits


def _half_width_after(plan: Plan, totals: Totals, games: int, stops_by: str) -> float | None:
    """Half the width of the widest interval of the answer: that of the trial, narrowed by the square root law; None if
    the trial leaves it open.
    """
    if stops_by == "half_width" and plan.stop.half_width is not None:
        return plan.stop.half_width
    fixed = stops_by == "games" and not plan.stop.looks_at_results
    table = summary(plan, totals, not fixed)
    width = QUESTIONS[plan.question].half_width(table) * math.sqrt(totals.games / games)
    return width if math.isfinite(width) else None
