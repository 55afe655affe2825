"""Thousands of candidates: each is a specification, and its tables are built where it is played."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from test_runner import play

from experiments import read_plan
from experiments.plan.tables import TABLES_KEPT, build_tables
from experiments.questions.question import QUESTIONS
from experiments.run.orders import play_part
from experiments.run.parts import PartId
from experiments.run.schedule import Schedule

GAME = "shards_of_infinity"
MANY = 10_000
SHELF = {
    "question": "field",
    "game": GAME,
    "table": {"health": 4},
    "shelf": [
        {"name": f"{n}", "agent": {"agent": "published_v007", "value_mastery": 1 + n / MANY}} for n in range(MANY)
    ],
    "field": [{"name": "plain", "agent": "random"}],
    "part_games": 2,
    "stop": {"games": 200},
}


@pytest.fixture(scope="module")
def field():
    """A field with as many entries as there are, and what reading it holds."""
    tracemalloc.start()
    plan = read_plan(SHELF)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return plan, held


@pytest.mark.drawn(of="scale")
def test_thousands_of_candidates_are_read_without_their_tables(field):
    plan, held = field
    assert len(plan.variants) == MANY
    assert held < MANY * 6_000  # all tables would take 9 kB each


def test_the_first_parts_of_thousands_of_candidates_are_played_at_once(field):
    plan, _ = field
    totals = QUESTIONS[plan.question].no_games(plan)
    parts = Schedule(plan).next_round(totals)
    assert len(parts) == MANY // 20
    played = play_part(plan, parts[0])
    games = PartId.decode(played.data)
    assert games.num_rows == 2 * 20
    question = QUESTIONS[plan.question]
    found = question.total_part(plan, parts[0], played.counted)
    assert found.entrant.shape == (20, 1)
    np.testing.assert_equal(vars(question.total_part(plan, parts[0], games)), vars(found))


@pytest.mark.long
def test_a_round_of_thousands_of_candidates_is_played_and_told(field, tmp_path):
    plan, _ = field
    result = play(plan, tmp_path, 2, stop_after=0.0)
    assert (result.status, result.manifest["games"]) == ("stopped", 2)
    assert len(result.table) == len(result.games["variant"].unique()) == MANY
    assert set(result.figures()["name"]) == {"all pairs"}
    best = result.plot("scores")
    assert len([line for line in best.lines if line.get_marker() == "o"]) == 100
    assert "the first 100 of 10,000" in best.texts[-1].get_text()
    result.plot("heatmap")


@pytest.mark.long
def test_a_round_of_thousands_of_decks_is_played_and_told(tmp_path):
    plan = read_plan({
        "question": "field", "game": "keyforge", "agents": ["random", "random"], "part_games": 2,
        "shelf": [{"name": f"{n}", "seat": {"decks": f"random:{n}"}} for n in range(MANY)],
        "field": [{"name": "other", "seat": {"decks": f"random:{MANY}"}}], "stop": {"games": 200},
    })  # fmt: skip
    build_tables.cache_clear()
    result = play(plan, tmp_path, 2, stop_after=0.0)
    assert (result.status, result.manifest["games"]) == ("stopped", 2)
    assert len(result.table) == MANY
    assert build_tables.cache_info().currsize == TABLES_KEPT < MANY


def test_the_tables_that_are_kept_are_few():
    decks = [{"name": f"{n}", "seat": {"decks": f"random:{n}"}} for n in range(TABLES_KEPT + 20)]
    plan = read_plan({
        "question": "field", "game": "keyforge", "agents": ["random", "random"], "shelf": decks,
        "field": [{"name": "other", "seat": {"decks": "random:7000"}}], "stop": {"games": 20},
    })  # fmt: skip
    build_tables.cache_clear()
    tracemalloc.start()
    digests = {variant.tables.tobytes() for variant in plan.variants[:3]}
    for variant in plan.variants:
        assert variant.tables.players == 2
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(digests) == 3
    assert build_tables.cache_info().currsize == TABLES_KEPT
    assert held < (TABLES_KEPT + 8) * plan.game.TABLES.itemsize * 1.1


def test_totals_grow_with_the_candidates_and_not_with_their_square():
    def held(count):
        variants = [
            {"name": f"{n}", "agents": [{**agent, "value_mastery": 1 + n / 1000}, "random"]} for n in range(count)
        ]
        plan = read_plan({"question": "compare", "game": GAME, "variants": variants, "stop": {"games": 100}})
        question = QUESTIONS["compare"]
        tracemalloc.start()
        totals = question.no_games(plan)
        found = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert len(totals.variants) == count
        return found

    agent = {"agent": "published_v007"}
    assert held(400) < 6 * held(100)


@pytest.mark.drawn(of="scale")
def test_figures_of_very_many_variants_are_told_together(tmp_path):
    variants = [
        {"name": f"{n}", "agents": [{"agent": "published_v007", "value_mastery": 1 + n / 1000}, "random"]}
        for n in range(250)
    ]
    plan = read_plan({
        "question": "compare", "game": GAME, "variants": variants, "table": {"health": 4}, "part_games": 2,
        "stop": {"games": 2},
    })  # fmt: skip
    result = play(plan, tmp_path, 2)
    assert set(result.figures()["name"]) == {"all variants"}
    assert len(result.table) == 250
    assert result.plot("length").get_legend() is None
    assert "all variants" not in set(result.games["variant"])


def test_a_schedule_plays_ahead_only_where_nothing_depends_on_what_comes_out(field):
    plan, _ = field
    schedule = Schedule(plan)
    totals = QUESTIONS[plan.question].no_games(plan)
    rounds = [schedule.next_round(totals) for _ in range(101)]
    assert [len(parts) for parts in rounds] == [MANY // 20] * 100 + [0]
    assert [parts[0].first for parts in rounds[:3]] == [0, 2, 4]
    assert not schedule.looks_at_results


RACE = """
import json, resource, sys, threading, time
from pathlib import Path
from experiments import estimate, read_plan, run_plan

results = Path(sys.argv[1])
estimate("aeons_end", ["best", "best"], games=10, results=None)  # what is compiled counts for no candidate
began = time.monotonic()
plan = read_plan({"question": "race", "game": "aeons_end", "agents": ["best", "best"], "random": 10_000, "keep": 5,
                  "part_games": 40, "final_games": 40, "stop": {"games": 80}})  # one round, and those kept again
first = []

def watch():
    while not any(results.glob("*/parts/*/*.parquet")):
        time.sleep(0.05)
    first.append(time.monotonic() - began)

threading.Thread(target=watch, daemon=True).start()
result = run_plan(plan, results, workers=2, report=False)
print(json.dumps({"first": first[0], "most": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
                  "files": sum(1 for _ in results.glob("*/parts/*/000000000000.parquet")),
                  "games": int(result.table["games"].min()), "kept": int((result.table["verdict"] == "kept").sum())}))
"""


@pytest.mark.long
def test_ten_thousand_race_from_the_first_half_minute_on_and_within_a_gibibyte(tmp_path):
    script = tmp_path / "race.py"
    script.write_text(RACE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    told = subprocess.run(
        [sys.executable, script, tmp_path / "results"], capture_output=True, text=True, check=True, env=environment
    ).stdout
    found = json.loads(told)
    assert found["first"] < 30
    assert found["most"] < 2**30
    assert (found["files"], found["games"], found["kept"]) == (200, 40, 5)
