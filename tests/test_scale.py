"""One process that hands out parts: what it costs, and what it keeps, however many workers there are."""

import os
import pickle
import resource
import time
from concurrent.futures import Future
from contextlib import contextmanager

import pytest
from test_runner import play

from experiments import read_plan
from experiments.plan.plan import Part
from experiments.run import backends
from experiments.run.orders import Played, order, play_part

PART_GAMES, WORKERS = 24_000, 10
MOST_A_GAME, MOST_A_PART = 0.5e-6, 2e-3
"""CPU seconds of the process that hands out parts."""
CORES, LONG_PART, MOST_BUSY = 1_000, 240_000, 0.6
GAMES_A_SECOND = 13_600
"""Of one core with the best agents of Shards of Infinity, as the README has it."""


def make_plan(parts, question="estimate", part_games=PART_GAMES, agents=("random", "random"), **values):
    return read_plan({
        "name": "scale", "question": question, "game": "shards_of_infinity", "table": {"health": 4},
        "part_games": part_games, "stop": {"games": part_games * parts}, **({"agents": [*agents]} if agents else {}),
        **values,
    })  # fmt: skip


class Prepared:
    """Workers that have played before they are asked: each part is the first of its variants again, as it comes over
    the wire, and its file is there at once. What they themselves cost is counted apart.
    """

    def __init__(self, plan, folder, workers=WORKERS):
        self.workers, self.spent, self.parts, self.resident = workers, 0.0, 0, []
        self.file = folder / "part"
        self.file.write_bytes(b"")
        self.sent = {}
        for group in plan.groups:
            played = play_part(plan, Part(group, 0, plan.part_games))
            self.sent[group.start] = pickle.dumps(Played(None, played.counted), pickle.HIGHEST_PROTOCOL)

    @contextmanager
    def open_crew(self, plan, workers, address, parts):
        def submit(part):
            order(plan, part, parts)
            began = time.process_time()
            path = parts.path(part.group.start, part.first)
            path.parent.mkdir(parents=True, exist_ok=True)
            os.link(self.file, path)
            self.parts += 1
            self.resident.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
            self.spent += time.process_time() - began
            future = Future()
            future.set_result(pickle.loads(self.sent[part.group.start]))
            return future

        yield backends.Crew(self.workers, submit)


VARIANTS = {"variants": [{"name": "rules"}, {"name": "house", "table": {"hand": 6}}], "entrant": "first"}


def spent_on(tmp_path, monkeypatch, question, parts, part_games):
    """CPU seconds that the process takes for so many parts of each variant, parts and games; workers take nothing."""
    plan = make_plan(parts, question, part_games, **(VARIANTS if question == "compare" else {}))
    crew = Prepared(plan, tmp_path)
    monkeypatch.setitem(backends.BACKENDS, "processes", crew.open_crew)
    how = {"backend": "processes", "shared": True}
    play(plan, tmp_path / "first", stop_after=0.0, **how)  # compiles, and reads what it needs
    crew.spent, crew.parts, began = 0.0, 0, time.process_time()
    result = play(plan, tmp_path / "results", **how)
    spent = time.process_time() - began - crew.spent
    assert result.games_in_all == crew.parts * part_games == parts * part_games * len(plan.variants)
    return spent, crew.parts, result.games_in_all


@pytest.mark.parametrize("question", ["estimate", "compare"])
def test_a_part_costs_the_process_that_hands_it_out_little(question, tmp_path, monkeypatch):
    spent, parts, games = spent_on(tmp_path, monkeypatch, question, 60, PART_GAMES)
    assert spent < parts * MOST_A_PART + games * MOST_A_GAME


@pytest.mark.long
@pytest.mark.parametrize("question", ["estimate", "compare"])
def test_a_thousand_cores_leave_the_process_time_to_spare(question, tmp_path, monkeypatch):
    spent, _, games = spent_on(tmp_path, monkeypatch, question, 20, LONG_PART)
    assert spent < MOST_BUSY * games / (CORES * GAMES_A_SECOND)


@pytest.mark.long
def test_what_the_process_keeps_does_not_grow_with_games(tmp_path, monkeypatch):
    """A billion games of one table."""
    plan = make_plan(1_000, part_games=1_000_000)
    crew = Prepared(plan, tmp_path, workers=1)
    monkeypatch.setitem(backends.BACKENDS, "processes", crew.open_crew)
    result = play(plan, tmp_path / "results", backend="processes", shared=True)
    assert result.games_in_all == 10**9
    assert crew.resident[-1] - crew.resident[len(crew.resident) // 4] < 20_000  # KiB


@pytest.mark.long
def test_what_the_process_keeps_of_ten_thousand_candidates_is_little(tmp_path, monkeypatch):
    """Two games of each, of two rounds."""
    agents = [{"agent": "published_v007", "value_mastery": 1 + n / 10_000} for n in range(10_000)]
    shelf = [{"name": f"{n}", "agent": agent} for n, agent in enumerate(agents)]
    against = [{"name": "plain", "agent": "random"}]
    plan = make_plan(2, "field", part_games=2, shelf=shelf, field=against, agents=())
    crew = Prepared(plan, tmp_path)
    monkeypatch.setitem(backends.BACKENDS, "processes", crew.open_crew)
    result = play(plan, tmp_path / "results", backend="processes", shared=True)
    assert result.games_in_all == 40_000
    assert crew.resident[-1] < 2**20  # KiB
