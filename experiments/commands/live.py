"""How a run is watched: a live table on a terminal, now and then a line in a log, or nothing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from types import TracebackType
from typing import Any

from rich.console import Console, Group
from rich.jupyter import JupyterMixin
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from agents import Agent
from sim.compiling import compile_game
from sim.core.errors import printable
from sim.core.game import Game

from ..answer.display import compact, done_of, duration
from ..questions.question import answer_table, leader
from ..run.runner import Progress
from .output import at_work, narrate, spinner

LOG_SECONDS, FIRST_LOG_SECONDS = 60.0, 5.0
"""How often a log gets a line, and when it gets the first one."""
MOST_ROWS = 15
"""How many entries of a field or a matrix are shown while it goes on."""
RATE_SECONDS = 60.0
NO_WORKER = "the cluster has no worker: the run waits until one joins (dask worker ADDRESS)"
"""The games per second are those of the last so many seconds."""


def compiling_text(title: str, seconds: float) -> str:
    """What is said before a game or its agents are compiled, which takes a while."""
    return f"compiling {title}, about {duration(seconds)}, once"


def compiled_text(title: str, seconds: float) -> str:
    """What is said when that is done."""
    return f"compiled {title} in {duration(seconds)}"


def prepare(game: Game, agents: Iterable[Agent] = ()) -> float:
    """Compiles a game and agents for it, and says so before and after if that takes a while; returns the CPU seconds
    that it took, 0 if nothing was to be compiled.
    """
    choosers = [agent.choose for agent in agents]
    seconds = game.compile_seconds(choosers)
    began = time.monotonic()
    with at_work(compiling_text(game.title, seconds) if seconds else f"loading {game.title}", at_once=seconds > 0):
        took = compile_game(game, choosers)
    if not seconds:
        return 0.0
    narrate(compiled_text(game.title, time.monotonic() - began))
    return took


class Cell:
    """A place below a cell of a notebook that shows one thing after the other."""

    def __init__(self) -> None:
        from IPython.display import display  # there in a notebook, where alone this is used

        self.handle = display(Text(""), display_id=True)

    def update(self, screen: Any, refresh: bool = True) -> None:
        """Shows something in the place of what was there."""
        self.handle.update(_InCell(screen))

    def stop(self) -> None:
        """Leaves what it shows."""


class _InCell(JupyterMixin):
    """What rich can draw, drawn in a notebook as on a terminal."""

    def __init__(self, screen: Any) -> None:
        self.screen = screen

    def __rich__(self) -> Any:
        return self.screen


class Watch:
    """Shows the progress of a run on a console; hand it to `run_plan` as `on_progress` inside a with statement."""

    def __init__(self, title: str, console: Console, quiet: bool = False, every: float = LOG_SECONDS) -> None:
        """title: what is compiled if need be. every: seconds between lines where the console is not a terminal."""
        self.title, self.console, self.quiet, self.every = title, console, quiet, every
        self.name = ""
        self.pace = Pace()
        self.next_line = min(FIRST_LOG_SECONDS, every)
        self.told: set[str] = set()
        self.live: Live | Cell | None = None
        self.compiling_since: float | None = None

    def __enter__(self) -> Watch:
        if self.console.is_jupyter and not self.quiet:
            self.live = Cell()
        elif self.console.is_terminal and not self.quiet:
            self.live = Live(console=self.console, transient=True)
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.live is not None:
            self.live.stop()

    def __call__(self, progress: Progress) -> None:
        """Shows how far a run is."""
        if self.quiet:
            return
        if progress.name != self.name:
            self.name, self.pace = progress.name, Pace()
        for note in progress.notes:
            self._say_once(note)
        if progress.compiling is not None:
            self.compiling_since = progress.elapsed
            if self.live is not None:
                self.live.update(Spinner(spinner(self.console), "compiling ..."))
            return self._say_once(compiling_text(self.title, progress.compiling))
        if self.compiling_since is not None:
            self._say(compiled_text(self.title, progress.elapsed - self.compiling_since))
            self.compiling_since = None
        if progress.waits:
            self._say_once(NO_WORKER)
        self.pace.add(progress.elapsed, progress.played)
        if self.live is not None:
            self.live.update(self._screen(progress), refresh=True)
        elif progress.status != "playing" or progress.elapsed >= self.next_line:
            self.next_line = progress.elapsed + self.every
            self._say(log_line(progress, self.pace.games_per_second, datetime.now()))

    def _screen(self, progress: Progress) -> Group:
        facts = _facts(progress, self.pace.games_per_second)
        first, *_ = answer_table(progress.question, progress.table, MOST_ROWS).fitted(self.console.width)
        return Group(
            Text(printable("  ".join([progress.name, *facts, f"after {duration(progress.elapsed)}"]))),
            first.rich(),
        )

    def _say(self, text: str) -> None:
        self.console.print(Text(printable(text)), soft_wrap=True)

    def _say_once(self, text: str) -> None:
        if text not in self.told:
            self.told.add(text)
            self._say(text)


class Pace:
    """Games per second over the last while."""

    def __init__(self) -> None:
        self.points: deque[tuple[float, int]] = deque()

    def add(self, elapsed: float, done: int) -> None:
        """Takes note of the games done after so many seconds."""
        self.points.append((elapsed, done))
        while len(self.points) > 2 and self.points[1][0] <= elapsed - RATE_SECONDS:
            self.points.popleft()

    @property
    def games_per_second(self) -> float | None:
        """None until there are two moments to compare."""
        (start, before), (end, after) = self.points[0], self.points[-1]
        return (after - before) / (end - start) if end > start else None


def log_line(progress: Progress, games_per_second: float | None, now: datetime) -> str:
    """One line with everything: time, name, games done, rate, time left, leader."""
    best = leader(progress.question, progress.table)
    parts = [f"{now:%H:%M}", progress.name, *_facts(progress, games_per_second), *([f"leader {best}"] if best else [])]
    return "  ".join(parts)


def _facts(progress: Progress, games_per_second: float | None) -> list[str]:
    about = progress.target, progress.variants, progress.unit, progress.more
    facts = [done_of(progress.done, progress.in_all, *about)]
    if games_per_second:
        facts.append(f"{compact(games_per_second)} games/s")
    if progress.status != "playing":
        facts.append(progress.status)
    elif progress.waits:
        facts.append("waits for a worker")
    elif progress.seconds_left is not None:
        facts.append(f"ETA {duration(progress.seconds_left)}")
    return facts
