"""What is handed on of results: files with their plan, a text, a line, and a page that lists the runs."""

import json
import re
import shutil
import tomllib

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_report import Page

from experiments import compare, load, matrix
from experiments.answer.export import export_text, markdown_table
from experiments.commands import cli
from experiments.commands.runs import RunStatus, index_html
from experiments.questions.question import answer_table
from experiments.questions.texts import TextTable

GAME = "shards_of_infinity"
HOSTILE = "a|b <script>alert(1)</script> `c` *d*"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Two runs: a comparison with a name that is markup, in parts, and a matrix."""
    folder = tmp_path_factory.mktemp("results")
    variants = {"as it is": {}, HOSTILE: {"table": {"health": 4}}}
    compare(GAME, ["random"] * 2, variants, name="two", games=40, part_games=20, results=folder)
    entries = {name: {"agent": name} for name in ("random", "published_v007")}
    matrix(GAME, ["random"] * 2, entries, table={"health": 4}, name="pair", games=20, results=folder)
    return folder


@pytest.fixture
def call(capsys):
    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def find(results, name):
    return load(next(results.glob(f"{name}-*")))


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_tables_are_exported_with_their_plan(call, results, tmp_path, kind):
    result, out = find(results, "two"), tmp_path / "out"
    code, told, _ = call("export", "two", "--to", kind, "--out", out, "--games", "--results", results)
    assert code == 0
    written = {path.name for path in out.iterdir()}
    tables = {path.name for path in result.folder.glob(f"*.{kind}")}
    assert written == tables | {"plan.toml", f"games.{kind}"}
    assert {line.rpartition("/")[2] for line in told.splitlines()} == written
    plan = (result.folder / "plan.toml").read_bytes()
    assert (out / "plan.toml").read_bytes() == plan
    read = getattr(pd, f"read_{kind}")
    summary, games = read(out / f"summary.{kind}"), read(out / f"games.{kind}")
    assert summary["name"].tolist() == ["as it is", HOSTILE]
    assert summary["score"].to_numpy() == pytest.approx(result.table["score"].to_numpy())
    expected = result.games.astype({"variant": str}).sort_values(["variant", "game"], ignore_index=True)
    found = games.sort_values(["variant", "game"], ignore_index=True)
    assert found.columns[0] == "variant"
    assert found["variant"].tolist() == expected["variant"].tolist()
    assert found["score_p1"].tolist() == expected["score_p1"].tolist()
    if kind == "parquet":
        assert all(pq.read_schema(out / name).metadata[b"plan"] == plan for name in written - {"plan.toml"})


def test_games_are_left_out_unless_asked_for_and_the_folder_has_the_name_of_the_run(
    call, results, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert call("export", "pair", "--to", "csv", "--results", results)[0] == 0
    (out,) = tmp_path.iterdir()
    assert out.name == f"{find(results, 'pair').folder.name}-csv"
    assert {"cells.csv", "summary.csv", "plan.toml"} <= {path.name for path in out.iterdir()}
    assert not (out / "games.csv").exists()
    (out / "games.csv").write_text("those of the run when it was shorter", encoding="utf-8")
    assert call("export", "pair", "--to", "csv", "--results", results)[0] == 0
    assert len(pd.read_csv(out / "games.csv")) == find(results, "pair").games_in_all, "no table is older than another"


def test_results_of_two_plans_are_not_mixed(call, results, tmp_path):
    assert call("export", "pair", "--to", "csv", "--out", tmp_path, "--results", results)[0] == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    code, _, told = call("export", "two", "--to", "csv", "--out", tmp_path, "--results", results)
    assert (code, told.count("another plan")) == (2, 1)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert call("export", "pair", "--to", "csv", "--out", tmp_path, "--results", results)[0] == 0


def test_card_files_go_with_the_plan(call, tmp_path):
    cards = tmp_path / "mine.toml"
    cards.write_text("[crystal]\ncopies = 6\n", encoding="utf-8")
    text = f'question = "estimate"\ngame = "{GAME}"\nagents = ["random", "random"]\ncards = ["mine.toml"]\n'
    (tmp_path / "mine_plan.toml").write_text(f"{text}[stop]\ngames = 2\n", encoding="utf-8")
    assert call("run", tmp_path / "mine_plan.toml", "--results", tmp_path / "r", "-q")[0] == 0
    out = tmp_path / "out"
    assert call("export", "mine_plan", "--to", "csv", "--out", out, "--results", tmp_path / "r")[0] == 0
    assert call("plan", out / "plan.toml")[0] == 0


def test_markdown_tells_the_answer_its_tables_and_the_plan(call, results, tmp_path):
    result = find(results, "pair")
    code, told, _ = call("export", "pair", "--results", results)
    assert code == 0
    plain = told.replace("\\_", "_")
    assert plain.startswith(f"# pair: {result.answer}\n")
    for row in answer_table("matrix", result.table).rows:
        assert f"| {' | '.join(row)} |" in plain
    assert "## Every pair" in told
    plan = re.search(r"```toml\n(.*)\n```", told, re.S)[1]
    assert tomllib.loads(plan) == tomllib.loads((result.folder / "plan.toml").read_text(encoding="utf-8"))
    assert call("export", "pair", "--out", tmp_path / "told.md", "--results", results)[:2] == (
        0,
        f"{tmp_path}/told.md\n",
    )
    assert (tmp_path / "told.md").read_text(encoding="utf-8") == told


def test_names_are_no_markup_in_markdown(results):
    told = export_text(find(results, "two"), "markdown")
    table = told.partition("## The plan")[0]
    assert "a\\|b \\<script\\>alert(1)\\</script\\> \\`c\\` \\*d\\*" in table
    assert "<script>" not in table.replace("\\<", "")
    assert re.search(r"\n```+toml\n", told)
    assert markdown_table(TextTable(["A", "B"], [["x", "1"]], frozenset({1}))) == "| A | B |\n| --- | ---: |\n| x | 1 |"


def test_tables_in_notebooks_have_figures_to_the_right_and_no_markup(results):
    told = find(results, "two")._repr_html_()
    assert "<script>" not in told
    assert "&lt;script&gt;" in told
    page = TextTable(["Name", "Score"], [["<b>", "1 %"]], frozenset({1})).html()
    assert re.findall(r'<(t[hd]) style="text-align: (\w+)[^>]*>([^<]*)', page) == [
        ("th", "left", "Name"),
        ("th", "right", "Score"),
        ("td", "left", "&lt;b&gt;"),
        ("td", "right", "1 %"),
    ]


def test_a_line_tells_the_answer_and_what_it_stands_on(call, results):
    result = find(results, "two")
    code, told, _ = call("export", "two", "--to", "line", "--results", results)
    assert (code, told.count("\n")) == (0, 1)
    assert told.startswith(f"{result.answer} | ")
    for fact in ("Shards of Infinity", "40 games", "95 %", "random", "seed 1", result.manifest["key"]):
        assert fact in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "cvs"], 'csv, parquet, markdown, line, found "cvs"; did you mean "csv"?'),
        (["--to", "line", "--games"], "--games is for csv and parquet only"),
    ],
)
def test_wrong_wishes_are_told(call, results, arguments, message):
    code, _, told = call("export", "two", *arguments, "--results", results)
    assert code == 2
    assert message in told


def test_the_index_lists_every_run_with_its_leader_and_links_to_its_report(call, results, tmp_path):
    folder = tmp_path / "results"
    shutil.copytree(results, folder)
    damaged = next(folder.glob("pair-*"))
    shutil.copytree(damaged, folder / "broken-1")
    (folder / "broken-1" / "summary.parquet").write_bytes(b"no table")
    code, told, _ = call("index", "--results", folder)
    assert (code, told) == (0, f"3 runs: {folder}/index.html\n")
    text = (folder / "index.html").read_text(encoding="utf-8")
    page = Page(text)
    head, *rows = page.tables["runs"]
    listed = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    runs = {run["run"]: run for run in json.loads(call("status", "--results", folder, "--json")[1])["runs"]}
    assert listed.keys() == runs.keys()
    for name, run in runs.items():
        assert " ".join(listed[name]["Leader"].split()) == run["leader"]
        assert listed[name]["Status"] == run["status"]
        times = re.findall(r"[\d-]{10} [\d:]{5}", listed[name]["Started, last write"])
        assert times == [run[key][:16].replace("T", " ") for key in ("started", "last_write") if run[key]]
    assert listed["broken-1"]["Status"] == "damaged"
    assert "broken-1" in listed["broken-1"]["Answer"]
    assert len(page.links) == 2
    assert all((folder / link).is_file() for link in page.links)
    assert {"game", "words"} <= set(re.findall(r' name="(\w+)"', text))
    assert text.count("<option>Shards of Infinity</option>") == 1
    assert not re.search(r"(https?|file):/|url\(|@import|<script |<link|<iframe|fetch\(|import\(", text)


def test_names_in_the_index_are_text_and_links_stay_in_the_folder():
    name = '"><script>alert(1)</script>'
    page = Page(index_html([RunStatus(name, "x", "done", game=name, answer=name, leader=name, has_report=True)]))
    assert page.tables["runs"][1][:5] == [name, name, "", name, name]
    assert page.tags.count("script") == 1
    assert page.links == ["./%22%3E%3Cscript%3Ealert%281%29%3C/script%3E/report.html"]
    assert Page(index_html([RunStatus("javascript:alert(1)", "x", "done", has_report=True)])).links[0][:2] == "./"


def test_the_latest_run_stands_on_top():
    runs = [RunStatus(f"{day}", "x", "done", last_write=f"2026-11-{day}T08:00:00") for day in (19, 21, 20)]
    rows = Page(index_html(runs)).tables["runs"][1:]
    assert [(row[0], row[-1].strip()) for row in rows] == [(f"{day}", f"2026-11-{day} 08:00") for day in (21, 20, 19)]


def test_an_index_of_no_folder_is_refused(call, tmp_path):
    code, _, told = call("index", "--results", tmp_path / "nothing")
    assert (code, told) == (2, f"{tmp_path}/nothing: no such folder\n")
