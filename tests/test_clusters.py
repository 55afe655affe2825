"""Parts played elsewhere: orders are text that says everything, and a Dask cluster gives the same bytes as threads."""

import asyncio
import gc
import io
import json
import os
import signal
import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict

import numpy as np
import pytest
from rich.console import Console
from test_killed import CHOOSING, NAMES, RACE, UNDER, in_long_tests
from test_runner import CARELESS, contents, kill_at_moments_of_writing, make_plan, plan_values, play

from experiments import load, read_plan
from experiments.answer.report import write_report
from experiments.commands.live import NO_WORKER, Watch
from experiments.plan.plan import Part
from experiments.run import backends, runner
from experiments.run.orders import order, play_order, play_part
from experiments.run.parts import Parts
from sim.core.errors import InputError

CARD = '[my_card]\nname = "My Card"\ntype = "ally"\ncost = 1\ncopies = 3\nplay = ["gain_gems 1"]\n'


def begin_cluster(workers):
    """So many workers in processes of their own, on loopback."""
    distributed = pytest.importorskip("distributed")
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    )


@pytest.fixture(scope="module")
def shared_cluster():
    with begin_cluster(2) as found:
        yield found


@pytest.fixture
def cluster(shared_cluster):
    """Two workers, which tests share; those that were killed and did not start anew begin again."""
    if len(shared_cluster.scheduler.workers) < 2:
        shared_cluster.scale(0)
        shared_cluster.scale(2)
        shared_cluster.wait_for_workers(2, timeout=120)
    return shared_cluster


def test_an_order_says_everything_of_a_part(tmp_path):
    cards = tmp_path / "mine.toml"
    cards.write_bytes(b"\xef\xbb\xbf" + CARD.encode())
    plan = read_plan({
        "question": "matrix", "game": "shards_of_infinity", "table": {"health": 4}, "cards": [str(cards)],
        "entries_of": {"agent": ["random", "best", {"agent": "published_v008", "value_mastery": 0.5}]},
        "part_games": 20, "stop": {"games": 40},
    })  # fmt: skip
    (group,) = plan.groups
    part = Part(group, 20, 20)
    text, here = order(plan, part), play_part(plan, part)
    cards.unlink()
    assert str(tmp_path) not in text
    there = play_order(text)
    assert there.data == here.data
    np.testing.assert_equal(asdict(there.counted), asdict(here.counted))
    assert json.loads(text)["cards"]


def test_a_worker_with_other_rules_plays_nothing():
    plan = make_plan(40)
    text = order(plan, Part(range(1), 0, 40))
    for key in ("rules", "agents"):
        asked = json.loads(text)
        asked[key] = "other" if key == "rules" else {"other": "random"}
        with pytest.raises(InputError, match="of a worker are not those of the run"):
            play_order(json.dumps(asked))


@pytest.mark.drawn(of="clusters")
def test_a_cluster_gives_the_same_bytes_as_threads(cluster, tmp_path):
    here = play(make_plan(400), tmp_path / "threads", 2)
    there = play(make_plan(400), tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    assert there.status == "done"
    assert contents(there.folder) == contents(here.folder)


SWEEP = {
    "question": "sweep", "game": "aeons_end", "agents": ["best", "best"], "random": 60, "final_offers": 1,
    "final_games": 4, "stop": {"games": 2},
}  # fmt: skip
SEARCH = {
    "question": "improve", "game": "aeons_end", "agents": ["best", "best"], "start": {"supply": "free_charges"},
    "neighbours": 3, "steps": 1, "race_games": 120, "check_games": 40, "stop": {"games": 40},
}  # fmt: skip


@pytest.mark.drawn(of="clusters")
@pytest.mark.parametrize("values", [RACE, in_long_tests(SWEEP), in_long_tests(SEARCH), UNDER], ids=NAMES)
def test_what_is_chosen_as_games_come_in_is_the_same_on_a_cluster(cluster, tmp_path, values):
    plan = read_plan(values)
    here = play(plan, tmp_path / "threads", 2)
    there = play(plan, tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    assert there.status == "done"
    assert contents(there.folder.parent) == contents(here.folder.parent)


@pytest.mark.long
def test_ten_thousand_candidates_race_on_a_cluster(cluster, tmp_path):
    plan = read_plan({
        "question": "race", "game": "aeons_end", "agents": ["best", "best"], "random": 10_000, "keep": 1,
        "indifference": 0.3, "part_games": 10, "final_games": 10, "stop": {"games": 40},
    })  # fmt: skip
    here = play(plan, tmp_path / "threads", 2)
    there = play(plan, tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    assert (there.table["games"].min(), there.table["games"].max()) == (20, 40)  # some are dropped on the way
    assert contents(there.folder) == contents(here.folder)


@pytest.mark.long
def test_ten_thousand_offers_are_played_on_a_cluster(cluster, tmp_path):
    plan = read_plan({**SWEEP, "random": 10_000})
    here = play(plan, tmp_path / "threads", 2)
    there = play(plan, tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    assert there.games_in_all == 10_000 * 2 + 2 * 4
    assert contents(there.folder) == contents(here.folder)


@pytest.mark.drawn(of="clusters")
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing_and_repeats_nothing_that_shows(cluster, tmp_path):
    plan = make_plan(4000)
    began = {worker.pid for worker in cluster.workers.values()}
    killed = []

    def kill():
        parts = tmp_path / "dask"
        while not list(parts.glob("*/parts/*/*.parquet")):
            time.sleep(0.005)
        killed.append(min(began))
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    there = play(plan, tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    killer.join()
    assert killed
    assert {worker.pid for worker in cluster.workers.values()} != began
    assert there.status == "done"
    assert len(there.games) == len(there.games.drop_duplicates(["variant", "game"])) == 2 * 4000
    assert contents(there.folder) == contents(play(plan, tmp_path / "threads", 2).folder)


@pytest.mark.drawn(of="clusters")
def test_a_part_whose_worker_dies_before_it_is_fetched_is_played_again(cluster, tmp_path, monkeypatch):
    fetch, killed = backends._fetch, []

    async def kill_and_fetch(client, played):
        while not played.done():
            await asyncio.sleep(0.01)
        if not killed:
            killed.extend(worker.pid for worker in cluster.workers.values())
            for process in killed:
                os.kill(process, signal.SIGKILL)
        return await fetch(client, played)

    monkeypatch.setattr(backends, "_fetch", kill_and_fetch)
    there = play(make_plan(400), tmp_path / "dask", backend="dask", address=cluster.scheduler_address)
    assert len(killed) == 2
    assert there.status == "done"
    assert contents(there.folder) == contents(play(make_plan(400), tmp_path / "threads", 2).folder)


@pytest.mark.long
def test_a_run_over_a_cluster_killed_at_any_moment_ends_with_the_same_bytes(cluster, tmp_path):
    kill_at_moments_of_writing(
        tmp_path, plan_values(6000), seconds=600, backend="dask", address=cluster.scheduler_address
    )


@pytest.mark.long
@CHOOSING
def test_a_question_that_chooses_over_a_cluster_is_killed_and_ends_with_the_same_bytes(cluster, tmp_path, values):
    address = cluster.scheduler_address
    kill_at_moments_of_writing(tmp_path, values, kills=6, seconds=600, backend="dask", address=address)


@pytest.mark.drawn(of="clusters")
def test_all_workers_of_a_cluster_that_die_again_and_again_end_the_run_with_a_message(
    cluster, tmp_path, monkeypatch, caplog
):
    def die(_):
        os.kill(os.getpid(), signal.SIGKILL)

    gc.collect()
    caplog.clear()  # of what other tests have left
    monkeypatch.setattr(backends, "play_order", die)
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 1)  # of a part; after each a worker starts anew
    with pytest.raises(InputError, match="a worker process was killed"):
        play(make_plan(40), tmp_path, backend="dask", address=cluster.scheduler_address)
    (folder,) = tmp_path.iterdir()
    assert load(folder).status == "stopped"
    gc.collect()
    assert "never retrieved" not in caplog.text


@pytest.mark.drawn(of="clusters")
def test_a_run_without_a_worker_says_that_it_waits_and_goes_on_once_one_joins(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "WAIT_SECONDS", 0.2)
    console = Console(file=io.StringIO(), width=200)
    with begin_cluster(0) as empty, Watch("Shards of Infinity", console) as watch:

        def tell(progress):
            watch(progress)
            if progress.waits:
                empty.scale(1)

        there = play(
            make_plan(80), tmp_path / "dask", backend="dask", address=empty.scheduler_address, on_progress=tell
        )
    assert console.file.getvalue().count(NO_WORKER) == 1
    assert there.status == "done"
    assert contents(there.folder) == contents(play(make_plan(80), tmp_path / "threads", 2).folder)


@pytest.mark.drawn(of="clusters")
def test_a_run_whose_workers_leave_ends_when_its_time_is_up(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "WAIT_SECONDS", 0.2)
    waited = []
    with begin_cluster(1) as leaving:

        def tell(progress):
            waited.append(progress.waits)
            if progress.played and leaving.scheduler.workers:
                leaving.scale(0)

        how = {"backend": "dask", "address": leaving.scheduler_address, "stop_after": 5.0}
        there = play(make_plan(400_000), tmp_path, on_progress=tell, **how)
    assert any(waited)
    assert there.status == "stopped"
    assert there.games["game"].nunique() < 400_000


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"backend": "dask"}, "address is missing"),
        ({"backend": "threads", "address": "tcp://127.0.0.1:1"}, 'address belongs to backend "dask"'),
        ({"backend": "threads", "shared": True}, "threads write nothing themselves"),
        ({"backend": "dsk"}, 'did you mean "dask"'),
        ({"backend": "dask", "address": "tcp://127.0.0.1:1"}, "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ({"backend": "dask", "address": "nowhere"}, "no Dask scheduler answers at nowhere"),
    ],
)
def test_a_backend_that_cannot_be_had_is_told(tmp_path, monkeypatch, how, words):
    pytest.importorskip("distributed")
    monkeypatch.setattr(backends, "ANSWER_SECONDS", 1)
    with pytest.raises(InputError, match=words) as error:
        play(make_plan(40), tmp_path, **how)
    assert len(error.value.problems) == 1


def test_an_agent_of_ones_own_is_not_played_elsewhere(tmp_path):
    with pytest.raises(InputError, match='agent "careless" is not one of the known agents'):
        play(make_plan(40, agents=[CARELESS, "random"]), tmp_path, backend="dask", address="tcp://127.0.0.1:1")


@pytest.mark.drawn(of="clusters")
def test_workers_that_see_the_folder_write_their_parts_themselves(cluster, tmp_path):
    here, how = play(make_plan(400), tmp_path / "threads", 2), {"shared": True}
    for name, where in (
        ("processes", {"workers": 2}), ("dask", {"address": cluster.scheduler_address}),
    ):  # fmt: skip
        there = play(make_plan(400), tmp_path / name, backend=name, **where, **how)
        assert contents(there.folder) == contents(here.folder)
        assert write_report(there).exists()


def test_what_workers_counted_is_checked_when_the_report_is_made(tmp_path, monkeypatch):
    @contextmanager
    def miscounting(plan, workers, address, parts):
        def submit(part):
            played, future = play_part(plan, part), Future()
            played.counted.deals.totals.moments.add([[1, 0, 1]])
            future.set_result(played)
            return future

        yield backends.Crew(1, submit)

    monkeypatch.setitem(backends.BACKENDS, "processes", miscounting)
    with pytest.raises(InputError, match=r"summary.* not what the parts of this run come to"):
        write_report(play(make_plan(80), tmp_path, backend="processes"))


@pytest.mark.drawn(of="clusters")
@pytest.mark.parametrize(
    "how", [{"workers": 2}, {"backend": "processes", "workers": 2}, {"backend": "processes", "shared": True}]
)
def test_parts_may_be_kept_wherever_fsspec_reaches(tmp_path, how):
    here, bucket = play(make_plan(400), tmp_path / "threads", 2), tmp_path / "bucket"
    there = play(make_plan(400), tmp_path / "results", parts=f"file://{bucket}", **how)
    assert not (there.folder / "parts").exists()
    run = bucket / there.folder.name
    assert {path.relative_to(run): path.read_bytes() for path in run.rglob("*.*")} == {
        path.relative_to(here.folder / "parts"): path.read_bytes() for path in (here.folder / "parts").rglob("*.*")
    }
    assert write_report(load(there.folder)).exists()
    assert load(there.folder).games.equals(here.games)


def test_a_run_goes_on_where_its_parts_are(tmp_path):
    place = f"memory://{tmp_path.name}"
    play(make_plan(200), tmp_path / "results", parts=place)
    there = play(make_plan(400), tmp_path / "results")
    assert not (there.folder / "parts").exists()
    assert there.games.equals(play(make_plan(400), tmp_path / "threads").games)
    with pytest.raises(InputError, match=f"this run keeps its parts in {place}/{there.folder.name}; run it without"):
        play(make_plan(400), tmp_path / "results", parts="memory://other")
    with pytest.raises(InputError, match="this run keeps its parts in its parts"):
        play(make_plan(400), tmp_path / "threads", parts=place)


def test_a_part_elsewhere_that_is_damaged_or_missing_is_named(tmp_path):
    result = play(make_plan(400), tmp_path / "results", parts=f"file://{tmp_path}/bucket")
    part = tmp_path / "bucket" / result.folder.name / "0" / "000000000040.parquet"
    whole = part.read_bytes()
    part.write_bytes(whole[:-9] + b"x" + whole[-8:])
    with pytest.raises(InputError, match=f"file://{part}: not a sound part of this run"):
        play(make_plan(400), tmp_path / "results")
    part.unlink()
    with pytest.raises(InputError, match=f"file://{part}: this part of the run is missing"):
        write_report(load(result.folder))
    play(make_plan(400), tmp_path / "results")
    assert part.read_bytes() == whole


@pytest.mark.parametrize(
    ("place", "words"), [("nowhere://x", "Unsupported filesystem: 'nowhere'"), ("s3://bucket", "Install s3fs")]
)
def test_a_place_that_cannot_be_reached_is_told(tmp_path, place, words):
    with pytest.raises(InputError, match=f"fsspec does not reach it: {words}"):
        play(make_plan(40), tmp_path, parts=place)


def test_a_folder_that_is_no_address_is_no_place_of_parts(tmp_path):
    with pytest.raises(InputError, match="parts should be an address, such as file:///mnt/parts"):
        play(make_plan(40), tmp_path, parts=str(tmp_path / "other"))


@pytest.mark.drawn(of="clusters")
def test_a_worker_that_does_not_see_the_folder_says_so(tmp_path):
    plan = make_plan(40)
    with pytest.raises(InputError, match="does not see this run there"):
        play_order(order(plan, Part(range(1), 0, 40), Parts(tmp_path / "parts")))
