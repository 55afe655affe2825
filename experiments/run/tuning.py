"""Better numbers for an agent, by play: evolution on paired games, accepted only if they win on games it never saw.

Every generation draws candidates around the best numbers so far, and all play the same fresh deals against a pool of
opponents, at every table and from every seat. At the end the middle of the last generation and the numbers of the
beginning play other deals at tables that were held out; the new numbers are accepted if they score more there, beyond
what luck explains.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agents import Agent, load_agent
from sim import load_game
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Game
from sim.core.kernel import ROOT, digest
from sim.core.turnloop import play_games
from sim.reading.text_files import read_toml_file

from ..plan.fields import TUNING, Problems
from ..plan.tables import games_per_deal
from ..statistics.intervals import Difference, difference
from ..statistics.moments import DENOMINATOR, moments_of
from .files import UNFINISHED, write_whole

if TYPE_CHECKING:
    from cmaes import CMA

DIGITS = 3
"""Decimals of a number that is tuned."""
LEAST_SPREAD = 0.25
"""The spread of a number is half of its value, and at least this."""
CONFIDENCE = 0.95
CANDIDATES, TABLE = "candidates.csv", "tuning.toml"
HELD_OUT_SEED = 1 << 62
"""Added to the seed, it gives the deals that are held out."""


@dataclass(frozen=True)
class Tuning:
    """What is tuned, and by which games."""

    game: Game
    agent: Agent
    """with the numbers of the beginning"""
    numbers: tuple[str, ...]
    """the parameters that are tuned"""
    spread: NDArray[np.float64]
    """of each number: the unit in which it is moved"""
    step: float
    """how far the first candidates lie from the beginning, in spreads: one standard deviation"""
    opponents: tuple[Agent, ...]
    tables: tuple[np.record, ...]
    held_out: tuple[np.record, ...]
    seed: int
    candidates: int
    """of a generation"""
    generations: int
    games: int
    """of a candidate in a generation, against each opponent at each table from each seat"""
    held_out_games: int
    """likewise, of the old and the new numbers at the end"""

    def digest(self) -> str:
        """Twelve hex digits naming all that decides how the search goes; not how long."""
        parts = [self.game.source_digest(), self.agent.digest(), *(opponent.digest() for opponent in self.opponents)]
        parts += [str(self.numbers), str(self.spread.tolist())]
        parts += [str((self.seed, self.step, self.candidates, self.games))]
        return digest(*(part.encode() for part in parts), *(table.tobytes() for table in self.tables))

    @property
    def start(self) -> NDArray[np.float64]:
        """The numbers of the beginning."""
        return np.array([self.agent.parameters[name] for name in self.numbers])

    def candidate(self, numbers: NDArray[np.float64]) -> Agent:
        """The agent with other numbers."""
        values = dict(zip(self.numbers, np.round(numbers, DIGITS).tolist(), strict=True))
        return self.agent.with_parameters(**values)

    def sittings(self, tables: Sequence[np.record]) -> int:
        """How many games the score of a deal is the mean of, counted by table, opponent and seat."""
        seats = [1 if self.game.words.team else int(table.players) for table in tables]
        return sum(seats) * len(self.opponents)

    def scores(self, agent: Agent, tables: Sequence[np.record], seed: int, first: int, games: int) -> NDArray:
        """The agent's mean score in each deal, over all tables, opponents and seats. Shape (deals,)."""
        found = []
        for table in tables:
            players, deal = int(table.players), games_per_deal(table)
            for opponent in self.opponents:
                for seat in (0,) if self.game.words.team else range(players):
                    team = self.game.words.team
                    seats = [agent if team or other == seat else opponent for other in range(players)]
                    batch = play_games(self.game, table, seats, seed, first * deal, games * deal)
                    found.append(batch.score[:, seat].astype(np.float64).reshape(games, deal).mean(axis=1))
        return np.mean(found, axis=0)


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    tuning: Tuning
    folder: Path
    progress: pd.DataFrame
    """one row a generation: mean and best score of its candidates"""
    numbers: Mapping[str, float]
    """the new numbers, also if they are not accepted"""
    gain: Difference
    """score of the new numbers minus that of the old ones, over deals and tables that were held out"""

    @property
    def accepted(self) -> bool:
        """Whether the new numbers score more than the old ones, beyond what luck explains."""
        return self.gain.low > 0

    def to_toml(self) -> str:
        """The new numbers as lines of a file of strategies."""
        return "".join(f"{name} = {value:g}\n" for name, value in self.numbers.items())


def read_tuning(game: str, agent: str, path: Path | None = None, **changes: int) -> Tuning:
    """The tuning of an agent from a file, by default that of the game's agents; `changes` replace what it says.

    InputError lists everything wrong.
    """
    rules, player = load_game(game), load_agent(game, agent)
    path = path or ROOT / "agents" / game / TABLE
    plans = read_toml_file(path, "tuning file")
    if not isinstance(plans.get(agent), Mapping):
        raise InputError(f"{path}: no tuning of {quoted(agent)} ([{agent}]){nearest(agent, plans)}")
    problems = Problems()
    values = problems.fields({**plans[agent], **changes}, TUNING, "")
    problems.missing(plans[agent], ("tables", "held_out"), "")
    if not player.parameters:
        problems.wrong([f"agent {quoted(agent)} has no numbers to tune"])
    names = tuple(values.get("numbers", player.parameters))
    for key, named in (("numbers", names), ("spread", values.get("spread", {}))):
        unknown = [name for name in named if name not in player.parameters]
        problems.wrong([f"{key}: no number is called {quoted(n)}{nearest(n, player.parameters)}" for n in unknown])

    def made(what: str, make: Callable[[Any], Any], sources: Sequence[Any]) -> tuple[Any, ...]:
        found = []
        for number, source in enumerate(sources, 1):
            try:
                found.append(make(source))
            except InputError as error:
                problems.wrong(error.problems, f"{what} {number}: ")
        return tuple(found)

    def table(keys: Mapping[str, Any]) -> np.record:
        return rules.make_tables(rules.resolve_table(keys, (), path.parent), ())

    tables, held_out = (made(key, table, values.get(key, [])) for key in ("tables", "held_out"))
    opponents = made("opponent", functools.partial(load_agent, game), values.get("opponents", [agent]))
    if problems.problems:
        raise InputError([f"{path}, [{agent}]: {problem}" for problem in problems.problems])
    spread = {name: max(abs(player.parameters[name]) / 2, LEAST_SPREAD) for name in names} | dict(
        values.get("spread", {})
    )
    return Tuning(
        game=rules,
        agent=player,
        numbers=names,
        spread=np.array([float(spread[name]) for name in names]),
        step=float(values.get("step", 0.5)),
        opponents=opponents[:1] if rules.words.team else opponents,
        tables=tables,
        held_out=held_out,
        seed=values.get("seed", 1),
        candidates=values.get("candidates", 16),
        generations=values.get("generations", 40),
        games=values.get("games", 20),
        held_out_games=values.get("held_out_games", 400),
    )


def held_out_tables(game: str, agent: str) -> tuple[np.record, ...]:
    """The tables that are held out from the tuning of an agent; none if nothing says how it is tuned."""
    path = ROOT / "agents" / game / TABLE
    if not path.is_file() or agent not in read_toml_file(path, "tuning file"):
        return ()
    return read_tuning(game, agent).held_out


def tune(
    tuning: Tuning,
    results: str | Path = "results",
    workers: int | None = None,
    on_generation: Callable[[int, NDArray], None] | None = None,
) -> Tuned:
    """Searches for better numbers, or goes on where an earlier call was stopped or killed.

    results: the folder in which the tuning gets its own, with every candidate and its score. workers: threads; all
    cores unless given; they change nothing. on_generation: told the number of each generation and its scores.
    """
    folder = Path(results) / f"tune-{tuning.game.name}-{tuning.agent.name}-{tuning.digest()[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    search, played = _search(tuning), _read(tuning, folder)
    rows, middle = [], tuning.start
    with joblib.Parallel(workers or joblib.cpu_count(), "threading") as pool:
        play = joblib.delayed(tuning.scores)
        for generation in range(tuning.generations):
            points = [search.ask() for _ in range(tuning.candidates)]
            numbers = [tuning.start + point * tuning.spread for point in points]
            if generation in played:
                scores = played[generation]
            else:
                first = generation * tuning.games
                agents = [tuning.candidate(values) for values in numbers]
                found = pool(play(agent, tuning.tables, tuning.seed, first, tuning.games) for agent in agents)
                scores = np.array([float(deals.mean()) for deals in found])
            search.tell([(point, -score) for point, score in zip(points, scores.tolist(), strict=True)])
            rows.append(_rows(tuning, generation, numbers, scores))
            if generation not in played:
                write_whole(folder / CANDIDATES, pd.concat(rows).to_csv(index=False).encode())
            if on_generation:
                on_generation(generation, scores)
        middle = np.round(tuning.start + search.mean * tuning.spread, DIGITS)
        pair = (tuning.agent, tuning.candidate(middle))
        held_out = (tuning.held_out, tuning.seed + HELD_OUT_SEED, 0, tuning.held_out_games)
        old, new = pool(play(agent, *held_out) for agent in pair)
    progress = pd.concat(rows).groupby("generation")["score"].agg(["mean", "max"]).reset_index()
    tuned = Tuned(
        tuning=tuning,
        folder=folder,
        progress=progress.rename(columns={"max": "best"}),
        numbers=dict(zip(tuning.numbers, middle.tolist(), strict=True)),
        gain=difference(moments_of(new, old, denominator=DENOMINATOR * tuning.sittings(tuning.held_out)), CONFIDENCE),
    )
    write_whole(folder / "numbers.toml", tuned.to_toml().encode())
    return tuned


def _search(tuning: Tuning) -> CMA:
    """Covariance matrix adaptation (Hansen, 2016), in units of the spreads around the beginning."""
    try:
        from cmaes import CMA
    except ImportError:
        raise InputError('tuning needs the package "cmaes": pip install "overnight[tune]"') from None
    return CMA(np.zeros(len(tuning.numbers)), tuning.step, seed=tuning.seed % 2**32, population_size=tuning.candidates)


def _rows(tuning: Tuning, generation: int, numbers: Sequence[NDArray], scores: NDArray) -> pd.DataFrame:
    """A generation as rows of the file of candidates."""
    table = pd.DataFrame(np.round(numbers, DIGITS), columns=list(tuning.numbers))
    table.insert(0, "score", scores)
    table.insert(0, "generation", generation)
    return table


def _read(tuning: Tuning, folder: Path) -> dict[int, NDArray[np.float64]]:
    """The scores of the generations that have been played, which the seeded search then takes as they are."""
    for path in folder.glob(f"*{UNFINISHED}"):
        path.unlink()
    path = folder / CANDIDATES
    if not path.exists():
        return {}
    try:
        table = pd.read_csv(StringIO(path.read_text(encoding="utf-8")), dtype={"score": str})
        table["score"] = table["score"].astype("float64")  # exactly what was written
        scores = table.groupby("generation")["score"].apply(np.array)
        played = dict(zip(scores.index.tolist(), scores.tolist(), strict=True))
        sound = all(len(found) == tuning.candidates and np.isfinite(found).all() for found in played.values())
    except (ValueError, KeyError, UnicodeDecodeError):
        sound = False
    if not sound or [*played] != list(range(len(played))):
        raise InputError(f"{path}: damaged; delete it and tune again")
    return played
