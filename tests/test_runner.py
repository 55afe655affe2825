"""Runs: the same bytes whatever workers and interruptions, targets that are totals, and faults that stay visible."""

import json
import math
import os
import re
import subprocess
import sys
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from agents import Agent
from experiments import compare, estimate, load, read_plan, run_plan
from experiments.run import runner
from experiments.run.runner import SHOWN
from experiments.run.store import Store
from sim.core.errors import InputError
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below

GAME = "shards_of_infinity"
CHANGING = {"manifest.json", "run.lock"}
"""Files that tell when and where a run was made; all others follow from the plan."""


def careless(s, tables, actions, n, params):
    if below(s, agent_stream(s.to_move), 150) == 0:
        return n
    return below(s, agent_stream(s.to_move), n)


def idle(s, tables, actions, n, params):
    return n - 1


def own_agent(function):
    return Agent(function.__name__, GAME, "made for a test", kernel(function, cache=False), source=function.__name__)


CARELESS, IDLE = own_agent(careless), own_agent(idle)


def make_plan(games=None, name="run", **values):
    """A comparison of two short games; `games` or another stop."""
    return read_plan(plan_values(games, name, **values))


def plan_values(games=None, name="run", **values):
    """What the plan of `make_plan` says."""
    stop = values.pop("stop", {}) | ({} if games is None else {"games": games})
    return {
        "name": name,
        "question": "compare",
        "game": GAME,
        "seed": 5,
        "agents": ["random", "random"],
        "table": {"health": 4},
        "variants": [{"name": "rules"}, {"name": "house", "table": {"hand": 6}}],
        "part_games": 40,
        "stop": stop,
        "entrant": "first",
        **values,
    }  # fmt: skip


def play(plan, results, workers=1, **how):
    return run_plan(plan, results, workers=workers, report=False, **how)


def contents(folder: Path) -> dict[str, bytes]:
    """All that a run wrote, by file, but for what may change."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in CHANGING]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def left_alone(tmp_path_factory):
    """A run that nothing disturbed."""
    return play(make_plan(400), tmp_path_factory.mktemp("left_alone"))


@pytest.mark.parametrize(("workers", "backend"), [(2, "threads"), (3, "threads"), (2, "processes")])
def test_workers_change_nothing(left_alone, tmp_path, workers, backend):
    result = play(make_plan(400), tmp_path, workers, backend=backend)
    assert contents(result.folder) == contents(left_alone.folder)
    assert len([name for name in contents(result.folder) if name.startswith("parts")]) == 2 * 20  # each with its digest


KILLED = """
import json, os, random, signal, sys, time
sys.path.insert(0, {tests!r})
from pathlib import Path
from test_runner import play
from experiments import read_plan
from sim import load_game
from sim.compiling import compile_game

results, kills, where = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
plan = read_plan(json.loads(sys.argv[4]))
compile_game(load_game(plan.game.name))
moments = random.Random(11)
count = lambda: sum(1 for _ in results.rglob("parts/*/*.parquet"))
for kill in range(kills + 1):
    goal = count() + moments.randrange(12)
    child = os.fork()
    if child == 0:
        play(plan, results, workers=2, **where)
        os._exit(0)
    if kill < kills:
        while kill % 2 and count() < goal:
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.06))
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else "ended", count())
"""


def kill_at_moments_of_writing(folder, values, kills=20, seconds=120, **where):
    """Kills a run of a plan so often, at once after a part was written or at another moment, and lets it end: it holds
    what an undisturbed one does, within so many seconds. where: the backend, and where it is.
    """
    script = folder / "killed.py"
    script.write_text(KILLED.format(tests=str(Path(__file__).parent)), encoding="utf-8")
    output = subprocess.run(
        [sys.executable, script, folder / "killed", str(kills), json.dumps(where), json.dumps(values)],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    ).stdout.splitlines()
    assert [line.split()[0] for line in output] == ["9"] * kills + ["ended"]
    progress = [int(line.split()[1]) for line in output]
    assert len(set(progress)) > kills / 2
    play(read_plan(values), folder / "left_alone", workers=2)
    undisturbed = contents(folder / "left_alone")
    assert progress[-2] < progress[-1] == len([name for name in undisturbed if re.search(PART, name)])
    assert contents(folder / "killed") == undisturbed


PART = r"parts/\d+/\d+\.parquet$"


def test_a_run_killed_at_any_moment_ends_with_the_same_bytes(tmp_path):
    kill_at_moments_of_writing(tmp_path, plan_values(6000))


@pytest.mark.long
def test_a_run_of_processes_killed_at_any_moment_ends_with_the_same_bytes(tmp_path):
    kill_at_moments_of_writing(tmp_path, plan_values(6000), seconds=600, backend="processes")


def test_a_finished_plan_plays_nothing(left_alone, monkeypatch):
    monkeypatch.setattr("experiments.run.orders.play_games", None)
    before = contents(left_alone.folder)
    assert play(make_plan(400), left_alone.folder.parent).status == "done"
    assert contents(left_alone.folder) == before


def test_a_higher_target_continues_and_a_lower_one_uses_less(left_alone, tmp_path):
    first = play(make_plan(90), tmp_path)
    assert first.manifest["games"] == len(first.games) / 2 == 90
    raised = play(make_plan(400), tmp_path)
    assert raised.folder == first.folder
    assert contents(raised.folder) == contents(left_alone.folder)
    lowered = play(make_plan(90), tmp_path)
    pd.testing.assert_frame_equal(lowered.table, first.table)
    pd.testing.assert_frame_equal(lowered.games, first.games)
    assert contents(play(make_plan(400), tmp_path).folder) == contents(left_alone.folder)


def test_a_run_out_of_time_stops_and_goes_on(left_alone, tmp_path):
    calls, result = 0, play(make_plan(400, stop={"hours": 1e-9}), tmp_path)
    assert (result.status, result.manifest["stopped_by"], result.intervals) == ("stopped", "hours", "always valid")
    assert result.manifest["games"] == 40
    while result.status != "done":
        result, calls = play(make_plan(400), tmp_path, stop_after=0.0), calls + 1
    assert calls == 9
    assert contents(result.folder) == contents(left_alone.folder)


def test_an_interrupted_run_is_saved_and_goes_on(left_alone, tmp_path):
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(make_plan(400), tmp_path, workers=2, on_progress=interrupt)
    folder = next(tmp_path.iterdir())
    assert load(folder).status == "stopped"
    assert contents(play(make_plan(400), tmp_path).folder) == contents(left_alone.folder)


@pytest.mark.drawn(of="going on")
@pytest.mark.parametrize("stop", [{"half_width": 0.12}, {"decided": 0.95}])
def test_a_stop_that_looks_at_results_falls_on_the_same_game(tmp_path, stop):
    variants = [{"name": "idle"}, {"name": "random", "agents": ["random", "random"]}]
    plan = make_plan(4000, agents=[IDLE, "random"], variants=variants, entrant="p1", stop=stop)
    results = [play(plan, tmp_path / str(workers), workers) for workers in (1, 2, 3)]
    assert results[0].manifest["stopped_by"] == next(iter(stop))
    assert 40 <= results[0].manifest["games"] < 4000
    assert results[0].intervals == "always valid"
    assert len({json.dumps([*map(str, contents(result.folder).items())]) for result in results}) == 1
    row = results[0].table.iloc[1]
    if "decided" in stop:
        assert row["verdict"] == "better"
        assert row["difference_low"] > 0
    else:
        assert (row["difference_high"] - row["difference_low"]) / 2 <= 0.12


def test_identical_variants_never_differ(tmp_path):
    plan = make_plan(400, entrant="p1")
    twin = replace(plan, variants=(plan.variants[0], replace(plan.variants[0], name="twin")))
    result = play(twin, tmp_path, workers=2)
    row = result.table.iloc[1]
    assert (row["difference"], row["verdict"]) == (0, "identical")
    rules, house = (result.games[result.games["variant"] == name].drop(columns="variant") for name in ("rules", "twin"))
    assert rules.reset_index(drop=True).equals(house.reset_index(drop=True))


def test_an_agent_against_itself_makes_one_point_in_every_deal(left_alone):
    points = left_alone.games.groupby(["variant", "deal"], observed=True)[["score_p1", "score_p2"]].sum()
    assert (points == 1).all(axis=None)
    first = left_alone.first_seat
    assert first["advantage"].between(-0.2, 0.3).all()
    assert (first["low"] < first["score"]).all()


def test_tables_agree_with_the_games(tmp_path):
    variants = [{"name": "random"}, {"name": "careless", "agents": [CARELESS, "random"]}]
    result = play(make_plan(800, variants=variants, entrant="p1"), tmp_path, workers=2)
    games = result.games
    games["sound"] = games["error"] == 0
    assert not games["sound"].all()
    deals = games.groupby(["variant", "deal"], observed=True).agg(score=("score_p1", "mean"), sound=("sound", "all"))
    scores = deals["score"].where(deals["sound"]).unstack("variant")
    table = result.table.set_index("name")
    np.testing.assert_allclose(table["score"], scores.mean()[table.index])
    paired = (scores["careless"] - scores["random"]).dropna()
    assert len(paired) < 400
    row = table.loc["careless"]
    assert row["difference"] == pytest.approx(paired.mean())
    width = 1.96 * paired.std() / len(paired) ** 0.5
    assert (row["difference_high"] - row["difference_low"]) / 2 == pytest.approx(width, rel=0.05)
    assert row["variance_gain"] == pytest.approx(scores.dropna().var().sum() / paired.var())
    begins = np.where(games["first_seat"] == 0, games["score_p1"], games["score_p2"])
    begins = pd.Series(begins).groupby([games["variant"], games["deal"]], observed=True).mean()
    assert result.first_seat["score"][0] == pytest.approx(begins["random"].mean())
    figures = result.figures().set_index(["name", "figure"])
    turns = games.loc[games["sound"] & (games["variant"] == "careless"), "turns"]
    assert figures.loc[("careless", "turns"), "mean"] == pytest.approx(turns.mean())
    assert figures.loc[("careless", "turns"), "median"] == turns.quantile(0.5, "lower")


def test_faults_are_counted_and_listed_and_count_in_no_rate(tmp_path):
    result = play(make_plan(800, agents=[CARELESS, "random"], entrant="p1"), tmp_path, workers=2)
    faulty = result.games[result.games["error"] != 0]
    assert 0 < len(faulty) == len(result.faults) == result.table["faults"].sum()
    assert result.faults["game"].tolist() == faulty["game"].tolist()
    assert set(result.faults["error"]) == {'agent "careless" returned an index outside the list of legal actions'}
    assert f"{len(faulty)} games were stopped by a fault" in result.explain()


def peak_memory(games, results) -> int:
    """Bytes that a run of so many games holds at once."""
    tracemalloc.start()
    play(make_plan(games), results, workers=2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def peaks_of_memory(results, *many) -> list[int]:
    """Of runs of so many games, after a short one."""
    runner.PARTS_AHEAD = 4
    play(make_plan(400), results / "warm")
    return [peak_memory(games, results / str(games)) for games in many]


@pytest.mark.drawn(of="scale")
def test_memory_does_not_grow_with_the_number_of_games(tmp_path):
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:  # a process in which nothing else goes on
        few, many = alone.submit(peaks_of_memory, tmp_path, 400, 8000).result()
    assert many < few + 600_000  # the games of the longer run take more than twice that


def test_other_games_are_kept_and_told_of(tmp_path):
    first = play(make_plan(40), tmp_path)
    before = contents(first.folder)
    second = play(make_plan(40, seed=6, table={"health": 5}), tmp_path)
    assert second.folder != first.folder
    assert contents(first.folder) == before
    (note,) = second.notes
    assert "another seed and other tables or card files" in note
    assert first.folder.name in note
    assert not first.notes


def test_many_runs_under_one_name_are_told_of_in_a_few_lines(tmp_path):
    for seed in range(SHOWN + 3):
        last = play(make_plan(40, seed=seed), tmp_path)
    assert len(last.notes) == SHOWN + 1
    assert last.notes[-1] == "2 more runs under this name are of other games, and kept like these"


def test_two_processes_cannot_play_one_plan(tmp_path):
    plan = make_plan(40)
    store = Store.of_plan(plan, tmp_path)
    with store.lock(), pytest.raises(InputError, match=f"process {os.getpid()} on .* is playing this plan"):
        play(plan, tmp_path)
    assert '"process"' in (store.folder / "run.lock").read_text(encoding="utf-8")
    assert play(plan, tmp_path).status == "done"


def test_a_run_that_goes_on_counts_the_games_of_now_and_foresees_its_end_once_it_is_steady(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.run.runner.PROGRESS_SECONDS", 0.0)
    seen = []
    play(make_plan(200), tmp_path)
    play(make_plan(600), tmp_path, on_progress=seen.append)
    assert [seen[0].played, seen[-1].played, seen[-1].in_all] == [0, 800, 1200]
    assert {progress.seconds_left for progress in seen if progress.status == "playing"} == {None}


def test_a_run_can_be_loaded_while_it_goes_on_and_without_its_agents(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr("experiments.run.runner.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("experiments.run.runner.SHARE", math.inf)
    monkeypatch.setattr("experiments.run.runner.STEADY_SECONDS", 0.0)
    plan = make_plan(400, agents=[CARELESS, "random"])
    result = play(
        plan, tmp_path, on_progress=lambda progress: seen.append((progress, load(Store.of_plan(plan, tmp_path).folder)))
    )
    assert {loaded.status for progress, loaded in seen if progress.status == "playing"} == {"playing"}
    assert [progress.done for progress, _ in seen] == sorted(progress.done for progress, _ in seen)
    assert seen[-1][0].status == seen[-1][1].status == "done"
    assert 0 <= seen[-2][0].seconds_left < 60
    loaded = load(result.folder)
    pd.testing.assert_frame_equal(loaded.table, result.table)
    pd.testing.assert_frame_equal(loaded.games, result.games)
    assert [agent.name for agent in loaded.plan.variants[0].agents] == ["careless", "random"]
    assert loaded.explain() == result.explain()


def test_a_killed_run_is_loaded_as_stopped(left_alone, tmp_path):
    folder = tmp_path / "copy"
    os.symlink(left_alone.folder, folder)
    store = Store(folder)
    manifest = store.read_manifest()
    try:
        store.write_manifest(manifest | {"status": "playing"})
        assert load(folder).status == "stopped"
    finally:
        store.write_manifest(manifest)
    assert load(folder).status == "done"


def test_the_folder_says_by_itself_what_was_played(tmp_path):
    cards = tmp_path / "my_cards.toml"
    cards.write_text("[crystal]\ncopies = 6\n", encoding="utf-8")
    plan = make_plan(40, cards=[str(cards)])
    folder = play(plan, tmp_path / "results").folder
    cards.unlink()
    again = read_plan(folder / "plan.toml")
    assert (again.name, again.digest()) == (plan.name, plan.digest())
    before = contents(folder)
    play(again, tmp_path / "results")
    assert contents(folder) == before


def test_questions_can_be_asked_from_python():
    result = estimate(GAME, [CARELESS, "random"], games=200, table={"health": 4}, results=None, workers=2)
    assert list(result.table["name"]) == ["p1", "p2"]
    assert result.table["score"].sum() == pytest.approx(1)
    assert len(result.games) == 200
    folder = result.folder
    del result
    assert not folder.exists()
    answer = compare(
        GAME, ["random"] * 2, {"a": {}, "b": {"agents": [IDLE, "random"]}}, half_width=0.2, results=None,
        table={"health": 4}, part_games=100,
    )  # fmt: skip
    assert answer.table["verdict"][0] == "baseline"
    assert "points against" in answer.explain() or "points (" in answer.explain()


def test_three_players_share_a_point():
    result = estimate(GAME, ["random"] * 3, table={"players": 3, "health": 4}, games=300, results=None, part_games=60)
    assert (result.games.groupby("deal")[["score_p1", "score_p2", "score_p3"]].sum().sub(1).abs() < 1e-6).all(axis=None)
    assert result.games["first_seat"].tolist() == [0, 1, 2] * 100
    assert not [column for column in result.games if column.startswith("p4_")]
