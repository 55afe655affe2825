"""A folder of results is read as results/README.md says, without this package: the examples there are run."""

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from test_runner import play

from experiments import read_plan

README = Path(__file__).parents[1] / "results" / "README.md"
TEXT = README.read_text(encoding="utf-8")
SCORES, ANSWERS, VARIANTS = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
[PANDAS] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
TYPES = {"int64": "int64", "int8": "int8", "int32": "int32", "int16": "int16", "uint64": "uint64", "float32": "float"}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of three questions in one folder."""
    folder = tmp_path_factory.mktemp("read") / "results"
    alone = {"agents": ["random"] * 3, "seed": 4, "table": {"players": 3}, "part_games": 30, "stop": {"games": 60}}
    both = {"agents": ["random"] * 2, "variants": [{"name": "even"}, {"name": "uneven", "agents": ["swarm", "random"]}]}
    pairs = {"entries_of": {"agent": ["random", "swarm", "attrition"]}}
    asked = [
        {"name": "alone", "question": "estimate", **alone},
        {"name": "both", "question": "compare", **both},
        {"name": "pairs", "question": "matrix", **pairs},
    ]
    few = {"game": "nightfall", "part_games": 20, "stop": {"games": 40}}
    return [play(read_plan({**few, **plan}), folder) for plan in asked]


@pytest.fixture(autouse=True)
def beside_the_results(runs, monkeypatch):
    monkeypatch.chdir(runs[0].folder.parents[1])


def test_the_columns_are_those_of_the_table(runs):
    rows = re.findall(r"^\| (`[^|]*) \| (\w+) \|", TEXT, re.MULTILINE)
    told = {name.strip("` "): kind for names, kind in rows for name in names.split(",") if kind in TYPES}
    for run in runs:
        for path in (run.folder / "parts").glob("*/*.parquet"):
            schema = pq.read_schema(path)
            for name in set(told) - {"..."}:
                if name in schema.names or not name.startswith("score_"):
                    assert str(schema.field(name).type) == TYPES[told[name]], name
            others = set(schema.names) - set(told) - {"score_p3"}
            assert {str(schema.field(name).type) for name in others} == {"float"}
            assert {name.split("_", 1)[1] for name in others if name.startswith("p1_")} >= {"wounds", "claimed"}


def test_duckdb_reads_the_scores_of_all_runs(runs):
    found = {(run, variant): (games, score) for run, variant, games, score in duckdb.sql(SCORES).fetchall()}
    alone, both, _ = runs
    assert found[alone.folder.name, 0] == (60, pytest.approx(alone.games["score_p1"].mean()))
    for number, name in enumerate(("even", "uneven")):
        mean = both.games.loc[both.games["variant"] == name, "score_p1"].mean()
        assert found[both.folder.name, number] == (40, pytest.approx(mean))


def test_duckdb_joins_answers_and_manifests(runs):
    found = duckdb.sql(ANSWERS).df()
    for run in runs:
        own = found[found["name"] == run.name].set_index("entry")
        assert set(own["seed"]) == {run.plan.seed}
        for row in run.table.itertuples():
            assert own.loc[row.name, "score"] == pytest.approx(row.score)
            assert own.loc[row.name, "low"] == pytest.approx(row.low)


def test_duckdb_tells_apart_variants_that_share_a_part(runs):
    found = {(key, variant): score for key, variant, score in duckdb.sql(VARIANTS).fetchall()}
    pairs = runs[2]
    assert pairs.plan.variants_per_part > 1
    for number, variant in enumerate(pairs.plan.variants):
        mean = pairs.games.loc[pairs.games["variant"] == variant.name, "score_p1"].mean()
        assert found[pairs.manifest["key"], number] == pytest.approx(mean)


def test_pandas_reads_a_run(runs):
    told = io.StringIO()
    with redirect_stdout(told):
        exec(PANDAS, {})
    name, games, score = told.getvalue().split()
    run = min(runs, key=lambda run: run.folder)
    first = run.games[run.games["variant"] == run.plan.variants[0].name]
    assert (name, int(games)) == (run.name, len(first))
    assert float(score) == pytest.approx(first["score_p1"].mean())


def test_the_label_of_a_part_is_what_is_said(runs):
    for run in runs:
        for path in (run.folder / "parts").glob("*/*.parquet"):
            label = json.loads(pq.read_metadata(path).metadata[b"overnight"])
            assert (label["key"], label["variant"], label["first"]) == (
                run.manifest["key"], int(path.parent.name), int(path.stem),
            )  # fmt: skip
            assert label["games"] == pq.read_metadata(path).num_rows
            assert label.get("variants", 1) == (len(run.plan.variants) if run.name == "pairs" else 1)
