"""Today's agents against those of earlier commits, on deals of their own: strength as a curve.

An earlier agent plays by today's rules. Its package is taken out of git's history, with all that agents are made of
(`agents/*.py`), and imported beside today's under a name of its own. It cannot be had once the rules are written in
other words than it reads. A field that has kept its name and says something else today it misreads, and nobody can tell
that by its words: see `state_changed`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import joblib
import numpy as np
from numpy.typing import NDArray

from agents import load_agent
from sim import load_game
from sim.core.errors import InputError, nearest, quoted
from sim.core.game import Game
from sim.core.kernel import ROOT, digest
from sim.core.turnloop import Player, play_games

from ..plan.tables import games_per_deal
from ..statistics.intervals import Interval, mean_interval
from .tuning import held_out_tables

FOLDER = "agents"
CONFIDENCE = 0.95
DEALS = 300
"""At each table."""


@dataclass(frozen=True)
class Progress:
    """How much more an agent scores today than that of an earlier commit."""

    commit: str
    """short name, date and subject of the earlier commit"""
    games: int
    gain: Interval
    """over deals: what a team of today's scores more than a team of then's; in other games, what one of today's among
    those of then scores, at every seat, more than an even share"""


def progress(
    game: str,
    agent: str,
    commits: Sequence[str],
    tables: Sequence[np.record] = (),
    deals: int = DEALS,
    workers: int | None = None,
    against: str | None = None,
) -> Iterator[Progress]:
    """An agent of today against one of each commit. against: its name there, unless given that of today's. tables:
    those held out from the tuning of the earlier one unless given, or else the usual one. deals: at each table.
    InputError if a commit has no such agent, or one that cannot play today.
    """
    rules, today, earlier = load_game(game), load_agent(game, agent), against or agent
    tables = tables or held_out_tables(game, earlier) or (rules.make_tables({}, ()),)
    with joblib.Parallel(workers or joblib.cpu_count(), "threading") as pool:
        for commit in commits:
            with earlier_agents(game, commit) as (title, known):
                if earlier not in known:
                    raise InputError(
                        f"{title}: no agent for {game} is called {quoted(earlier)} there{nearest(earlier, known)}"
                    )
                match = _Match(
                    rules, today, known[earlier], int(digest(today.digest().encode(), title.encode()), 16), deals
                )
                found = pool(joblib.delayed(match.play)(table) for table in tables)
            yield Progress(title, sum(games for games, _ in found), match.gain([scores for _, scores in found]))


@dataclass(frozen=True)
class _Match:
    """Today's agent and then's, and the deals that they play at each table."""

    game: Game
    today: Player
    then: Player
    seed: int
    deals: int

    def play(self, table: np.record) -> tuple[int, NDArray[np.float64]]:
        """Games played, and a row for each deal: of a team, its score today and then; else the score of today's agent
        over all seats, and an even share.
        """
        players, each = int(table.players), games_per_deal(table)
        if self.game.words.team:
            columns = [self._score(table, [agent] * players, 0) for agent in (self.today, self.then)]
            return 2 * self.deals * each, np.stack(columns, axis=1)
        seats = range(players)
        scores = [self._score(table, [self.today if k == seat else self.then for k in seats], seat) for seat in seats]
        return players * self.deals * each, np.stack(
            [np.mean(scores, axis=0), np.full(self.deals, 1 / players)], axis=1
        )

    def _score(self, table: np.record, agents: Sequence[Player], seat: int) -> NDArray[np.float64]:
        """The score of one seat in each deal."""
        each = games_per_deal(table)
        batch = play_games(self.game, table, agents, self.seed, 0, self.deals * each)
        if batch.error.any():
            raise InputError(batch.fault(int(np.flatnonzero(batch.error)[0]), agents))
        return batch.score[:, seat].astype(np.float64).reshape(self.deals, each).mean(axis=1)

    def gain(self, tables: Sequence[NDArray[np.float64]]) -> Interval:
        """Over the deals of all tables."""
        scores = np.concatenate(tables)
        gains = scores[:, 0] - scores[:, 1]
        return mean_interval(len(gains), float(gains.mean()), float(gains.var()), bounds=(-1, 1), confidence=CONFIDENCE)


@contextlib.contextmanager
def earlier_agents(game: str, commit: str) -> Iterator[tuple[str, dict[str, Player]]]:
    """The agents of a game as they were at a commit, by name, with what the commit is called; they can play as long as
    the context lasts.
    """
    name = known_commit(commit)
    title = _git("log", "-1", "--format=%h %cs %s", name).decode().strip()
    package = f"{FOLDER}_at_{name}"
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.TarFile(fileobj=io.BytesIO(_git("archive", name, FOLDER))) as archive:
            archive.extractall(folder, filter="data")
        Path(folder, FOLDER).rename(Path(folder, package))
        sys.path.insert(0, folder)
        try:
            module = importlib.import_module(f"{package}.{game}")
            yield title, {agent.name: dataclasses.replace(agent, outside=False) for agent in module.AGENTS}
        except (ImportError, AttributeError) as error:
            raise InputError(f"{title}: its agents for {game} cannot be had: {error}") from error
        finally:
            sys.path.remove(folder)
            for known in [known for known in sys.modules if known.split(".")[0] == package]:
                del sys.modules[known]


def state_changed(game: str, commit: str) -> bool:
    """Whether the file that says what the state of a game holds is another today, so that an agent of then may misread
    it.
    """
    return bool(_git("diff", "--name-only", commit, "--", f"sim/{game}/state.py").strip())


def known_commit(called: str) -> str:
    """The short name of a commit; InputError if none is called so."""
    no_history = f"{ROOT}: the history of the project is not here, so that there are no earlier commits"
    names = _git("for-each-ref", "--format=%(refname:short)", wrong=no_history).decode().split()
    wrong = f"no commit is called {quoted(called)}; `git log --oneline` lists them{nearest(called, names)}"
    return _git("rev-parse", "--verify", "--quiet", "--short=12", f"{called}^{{commit}}", wrong=wrong).decode().strip()


def _git(*arguments: str, wrong: str = "") -> bytes:
    """What git says of the project; InputError with what is wrong if it fails, or with what it complains of."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout
    except FileNotFoundError:
        raise InputError("git is needed to read earlier commits, and is not installed") from None
    except subprocess.CalledProcessError as error:
        raise InputError(
            wrong or f"git {' '.join(arguments)}: {error.stderr.decode(errors='replace').strip()}"
        ) from None
