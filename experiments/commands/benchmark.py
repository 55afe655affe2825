"""How fast a game is played: on one core, in CPU time, beside a calibration that tells how fast the core was."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, cast

import numba
import numpy as np

from agents import load_agent
from agents.search import SearchAgent, thoughts
from sim import load_game
from sim.core.errors import InputError
from sim.core.kernel import IMPORT_PATH
from sim.core.rng import mix64
from sim.core.turnloop import Batch, play_games

from ..answer.replay import default_agent
from . import sampling

REPETITIONS, REPETITION_SECONDS = 20, 0.5
"""Of the same games, again and again; the fastest repetition counts, as what else the machine does only slows some."""
THINKING_REPETITIONS, THINKING_SECONDS = 5, 2.0
"""The same for thought, in whose CPU time imagined games are counted."""
SPIN_REPETITIONS, SPIN_STEPS = 5, 20_000_000
PLAYERS = 2
"""Of the table of all games."""
FIRST_GAME = """
import json
import sys
from agents import load_agent
from sim import load_game
from sim.compiling import compile_game
from sim.core.kernel import compile_times
from sim.core.turnloop import play_games
name, players, processes = sys.argv[1], int(sys.argv[3]), int(sys.argv[4]) or None
game, agent = load_game(name), load_agent(name, sys.argv[2])
compile_game(game, [agent.choose], processes)
play_games(game, game.make_tables({"players": players}, []), [agent] * players, 1, 0, 1)
print(json.dumps(compile_times()))
"""
"""A process of its own that plays one game and prints what each kernel took to compile."""


@dataclass(frozen=True)
class Bench:
    """Figures of one game with one agent at all seats."""

    game: str
    agent: str
    players: int
    games_per_cpu_second: float
    """of the fastest repetition"""
    median_games_per_cpu_second: float
    """of the middle repetition: well below the fastest one, the machine was busy"""
    decisions_per_cpu_second: float
    """decisions with more than one legal action, the ones that agents are asked"""
    decisions_per_game: float
    rollouts_per_cpu_second: float | None
    """imagined games of an agent that thinks ahead, with all that it takes to deal, play and compare them"""
    cold_compile_cpu_seconds: float
    """CPU time of a process, and of those it starts, that plays one game with nothing compiled"""
    cold_compile_seconds: float
    """the same on the clock, with as many processes as there are cores, two at most"""
    warm_start_seconds: float
    """time on the clock of a process that plays one game with everything compiled"""
    state_bytes: int
    calibration_ns: float
    """one step of SplitMix64's mixer, each depending on the one before: the fastest repetition, before or after"""

    def as_dict(self) -> dict[str, Any]:
        """For printing as JSON: all figures that there are."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class Speeds:
    """What a CPU-second holds in one game with two players, each the fastest repetition, and how it is compiled."""

    game: str
    random_games: float
    random_decisions: float
    """decisions with more than one legal action"""
    best_games: float
    imagined_games: float
    """of `expert`"""
    cold_compile_cpu_seconds: float
    """as in `Bench`, with the best agent; so are the next two"""
    cold_compile_seconds: float
    warm_start_seconds: float


def bench(game: str, agent: str | None = None, players: int | None = None, games: int | None = None) -> Bench:
    """Measures a game. players: by default the fewest; games: of each repetition, by default half a second's worth."""
    who = load_agent(game, agent or default_agent(game))
    name, count = who.name, players or min(load_game(game).player_counts)
    if games is not None and games < 1:
        raise InputError(f"games: a number above 0 is expected, found {games}")
    before = calibrate()
    pace = _measure(_player(game, *[name] * count), games)
    rollouts = rollouts_per_second(who, count) if isinstance(who, SearchAgent) else None
    cold_cpu, cold = cold_compile_seconds(game, name, count)
    return Bench(
        game=game,
        agent=name,
        players=count,
        games_per_cpu_second=pace.games,
        median_games_per_cpu_second=pace.median_games,
        decisions_per_cpu_second=pace.games * pace.decisions_each,
        decisions_per_game=pace.decisions_each,
        rollouts_per_cpu_second=rollouts,
        cold_compile_cpu_seconds=cold_cpu,
        cold_compile_seconds=cold,
        warm_start_seconds=warm_start_seconds(game, name, count),
        state_bytes=load_game(game).STATE.itemsize,
        calibration_ns=min(before, calibrate()),
    )


def speeds(game: str) -> Speeds:
    """Measures a game for the table of all games."""
    random, best = (_measure(_player(game, *[name] * PLAYERS), None) for name in ("random", "best"))
    cold_cpu, cold = cold_compile_seconds(game, "best", PLAYERS)
    return Speeds(
        game=game,
        random_games=random.games,
        random_decisions=random.games * random.decisions_each,
        best_games=best.games,
        imagined_games=rollouts_per_second(cast(SearchAgent, load_agent(game, "expert")), PLAYERS),
        cold_compile_cpu_seconds=cold_cpu,
        cold_compile_seconds=cold,
        warm_start_seconds=warm_start_seconds(game, "best", PLAYERS),
    )


def rollouts_per_second(agent: SearchAgent, players: int) -> float:
    """Imagined games a CPU-second of an agent that thinks at the decisions of games that its simple agent plays: the
    fastest of several times that it thinks at the same ones.
    """
    return max(_think(agent, players) for _ in range(THINKING_REPETITIONS))


def _think(agent: SearchAgent, players: int) -> float:
    """Imagined games a CPU-second, at the first decisions of the first games."""
    game = load_game(agent.game)
    tables, actions = game.make_tables({"players": players}, []), game.new_actions()
    s, rollouts, spent, number = game.new_state(), 0, 0.0, -1
    s.over = True
    while spent < THINKING_SECONDS:
        if s.over or s.error:
            number += 1
            game.setup(s, tables, 1, number)
        n, taken = game.legal_actions(s, tables, actions), 0
        if n > 1:
            if not spent:
                thoughts(agent, tables, s, actions[:n])  # which compiles
            began = time.process_time()
            rollouts += sum(thought.worlds for thought in thoughts(agent, tables, s, actions[:n]))
            spent += time.process_time() - began
            taken = agent.rollout.choose(s, tables, actions, n, agent.rollout.params)
        game.apply(s, tables, actions[taken])
    return rollouts / spent


def games_per_second(game: str, agent: str) -> float:
    """Games a CPU-second with two players: of an agent in every seat, or of one that thinks ahead against best."""
    other = "best" if isinstance(load_agent(game, agent), SearchAgent) else agent
    return _measure(_player(game, agent, other), None).games


def _player(game: str, *agents: str) -> Callable[[int], Batch]:
    """Plays the first so many games, with an agent a seat."""
    rules, seats = load_game(game), [load_agent(game, agent) for agent in agents]
    tables = rules.make_tables({"players": len(seats)}, [])
    return lambda games: play_games(rules, tables, seats, 1, 0, games)


@dataclass(frozen=True)
class _Pace:
    """How fast games were played: games per CPU-second of the fastest repetition and of the middle one, and the
    decisions of a game.
    """

    games: float
    median_games: float
    decisions_each: float


def _measure(play: Callable[[int], Batch], games: int | None) -> _Pace:
    """Plays the same games again and again. games: of each repetition."""
    play(1)  # compiles what is not compiled
    games = games or _enough(play)
    rates, decisions = [], 0.0
    for _ in range(REPETITIONS):
        began = time.process_time()
        batch = play(games)
        rates.append(games / max(time.process_time() - began, 1e-9))
        decisions = float(batch.decisions.mean())
    return _Pace(max(rates), statistics.median(rates), decisions)


def _enough(play: Callable[[int], Batch]) -> int:
    """Games that take about as long as a repetition should."""
    games, took = 1, 0.0
    while took < REPETITION_SECONDS / 5:
        games *= 2
        began = time.process_time()
        play(games)
        took = time.process_time() - began
    return max(1, round(games * REPETITION_SECONDS / took))


@numba.njit(cache=False)
def _spin(steps: int) -> np.uint64:
    """So many steps of SplitMix64's mixer, each on the result of the one before."""
    z = np.uint64(1)
    for _ in range(steps):
        z = mix64(z + np.uint64(1))
    return z


def calibrate() -> float:
    """Nanoseconds of CPU time of one step of a fixed loop, of the fastest repetition: figures compare only between
    equally fast cores.
    """
    _spin(1)
    return min(_spin_time() for _ in range(SPIN_REPETITIONS)) / SPIN_STEPS * 1e9


def _spin_time() -> float:
    """CPU seconds of one repetition of the loop."""
    began = time.process_time()
    _spin(SPIN_STEPS)
    return time.process_time() - began


def cold_compile_seconds(game: str, agent: str, players: int) -> tuple[float, float]:
    """CPU time, user and system, of a process that plays one game with an empty cache, and its time on the clock."""
    with tempfile.TemporaryDirectory() as cache:
        return _first_game(game, agent, players, {"NUMBA_CACHE_DIR": cache})


def warm_start_seconds(game: str, agent: str, players: int) -> float:
    """Time on the clock from the start of a process until it has played one game, everything being compiled."""
    _first_game(game, agent, players, {})
    return statistics.median(_first_game(game, agent, players, {})[1] for _ in range(3))


def compile_times(game: str, agent: str | None = None, players: int | None = None) -> dict[str, float]:
    """CPU seconds of a process that plays one game with an empty cache, by kernel without its callees; machine code,
    which is made for all callees together, by itself. The longest first.
    """
    name, count = load_agent(game, agent or default_agent(game)).name, players or min(load_game(game).player_counts)
    command = [sys.executable, "-c", FIRST_GAME, game, name, str(count), "1"]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def profile(game: str, agent: str | None = None, players: int | None = None) -> list[dict[str, Any]]:
    """What part of the CPU time of play goes into each kernel, as `sampling.Share` says, the largest first."""
    if not sampling.is_possible():
        raise InputError("--profile: samples are taken on Linux on x86-64 alone")
    name, count = load_agent(game, agent or default_agent(game)).name, players or min(load_game(game).player_counts)
    path = os.pathsep.join(filter(None, [str(IMPORT_PATH), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", sampling.__name__, game, name, str(count)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def _first_game(game: str, agent: str, players: int, environment: dict[str, str]) -> tuple[float, float]:
    """CPU seconds and seconds on the clock of a process that plays one game."""
    command = [sys.executable, "-c", FIRST_GAME, game, agent, str(players), "0"]
    began = time.monotonic()
    with subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the process that plays the first game of {game} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - began
