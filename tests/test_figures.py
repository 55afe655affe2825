"""Each figure of the README and the pages of results stands in a file that a command renews, and is what comes out."""

import functools
import math
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from experiments import read_plan
from experiments.answer import figures, page_tables, reference
from experiments.answer.figures import INTERVAL, MATRICES, SOURCES, TEXTS, Figure, demo_block, demo_of
from experiments.answer.page_tables import TABLES
from experiments.plan.shipped import plan_path, shipped_plans
from experiments.questions.question import QUESTIONS

PROJECT = Path(__file__).parents[1]
PAGES = ["README.md", *(f"results/{path.name}" for path in sorted((PROJECT / "results").glob("*.md")))]
KEPT = figures.figures()
FEW_OFFERS = 300
PLANS = sorted({figure.plan for figure in KEPT if figure.plan})


def prose(page):
    """A page without its blocks and tables, in one line."""
    text = re.sub(r"^```.*?^```", "", (PROJECT / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return " ".join(line for line in text.splitlines() if not line.startswith("|"))


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_of_a_page_is_kept_and_every_kept_one_stands_there(page):
    kept = [figure.text for figure in KEPT if figure.page == page]
    assert sorted(INTERVAL.findall(prose(page))) == sorted(text for text in kept if INTERVAL.fullmatch(text))
    assert all(text in prose(page) for text in kept)


plan_of = functools.cache(read_plan)


@functools.cache
def rows_of(name):
    """The rows that the answer of a plan may have."""
    plan = plan_of(name)
    rows = {*QUESTIONS[plan.question].entries(plan), *(variant.name for variant in plan.variants), *plan.seats, ""}
    if plan.question == "sweep":  # its first offers have every card that is in any figure, and are made sooner than all
        values = tomllib.loads(plan_path(name).read_text(encoding="utf-8"))
        few = read_plan({**values, "random": FEW_OFFERS, "held_out": FEW_OFFERS // 10})
        rows |= set(few.own.offers.cards)
    return rows


@pytest.mark.drawn(44)
@pytest.mark.parametrize("figure", KEPT, ids=lambda figure: f"{figure.page}: {figure.text}")
def test_every_figure_says_what_it_is_taken_from(figure):
    assert bool(figure.plan) != bool(figure.command)
    if figure.command:
        assert bool(figure.commit) == figure.command.startswith("overnight progress")
        assert not figure.commit or f"at commit `{figure.commit}`" in prose(figure.page)
        return
    plan = plan_of(figure.plan)
    assert figure.plan in shipped_plans()
    assert figure.of in (*SOURCES, *TEXTS)
    assert figure.level in (plan.levels or {"": None})
    assert figure.row in rows_of(figure.plan)
    assert not figure.column or any(figure.column == entry.name for entry in plan.own.columns)


def compare(plan, folder):
    result = figures.played(plan, folder)
    assert [f.told(result) for f in KEPT if f.plan == plan] == [f.text for f in KEPT if f.plan == plan], (
        f"renew them: .venv/bin/python -m experiments.answer.figures {plan}"
    )


@pytest.mark.long  # the short tests play the plan of the demo and those of a small table
@pytest.mark.parametrize("plan", PLANS)
def test_all_figures_are_what_comes_out(plan, tmp_path):
    compare(plan, tmp_path)


def test_the_readme_shows_the_answer_of_the_demo(tmp_path):
    block = demo_of((PROJECT / "README.md").read_text(encoding="utf-8"))
    shown = demo_block(figures.played(figures.DEMO, tmp_path), block.rsplit("\n", 1)[1])
    assert block == shown, f"renew it: .venv/bin/python -m experiments.answer.figures {figures.DEMO}"


def tables(page):
    """The tables of a page: by row its cells."""
    lines = (PROJECT / page).read_text(encoding="utf-8").split("\n\n")
    found = [block.strip().splitlines() for block in lines if block.strip().startswith("|")]
    return [[[cell.strip(" *`") for cell in line.strip("|").split("|")] for line in block] for block in found]


@pytest.mark.parametrize("page", MATRICES)
def test_tables_of_scores_are_those_that_are_kept(page):
    shown = [table for table in tables(page) if table[0][0] == ""]
    assert len(shown) == len(MATRICES[page])
    for table, name in zip(shown, MATRICES[page], strict=True):
        cells = pd.read_csv(reference.FOLDER / f"{name}.csv")
        kept = {(r.row, r.column): r.score for r in cells.itertuples() if r.games}
        columns, rows = table[0][1:], [row[0] for row in table[2:]]
        assert sorted(columns) == sorted(rows) == sorted({row for row, _ in kept})
        for row in table[2:]:
            for column, text in zip(columns, row[1:], strict=True):
                decimals = len(text.partition(".")[2])
                told = f"{100 * kept[row[0], column]:.{decimals}f}" if (row[0], column) in kept else ""
                assert text == told, (name, row[0], column)


@pytest.mark.parametrize("page", MATRICES)
def test_the_command_renews_tables_of_scores(page):
    text = (PROJECT / page).read_text(encoding="utf-8")
    for number, name in enumerate(MATRICES[page]):
        cells = pd.read_csv(reference.FOLDER / f"{name}.csv")
        kept = {(r.row, r.column): r.score for r in cells.itertuples() if r.games}
        assert figures.with_scores(text, number, kept) == text
        other = figures.with_scores(text, number, dict.fromkeys(kept, 0.123))
        assert len(re.findall(r"\| 12(?:\.3)?(?= \|)", other)) >= len(kept)


def test_wins_of_teams_are_those_that_are_kept():
    kept = pd.read_csv(reference.FOLDER / "aeons_end_matrix.csv").set_index(["players", "name"])["score"]
    table = next(table for table in tables("results/aeons_end.md") if table[0][1] == "agent")
    for players, agent, *texts in table[2:]:
        for nemesis, text in zip(table[0][2:], texts, strict=True):
            assert abs(float(text) - 100 * kept[int(players), f"{agent} v {nemesis}"]) <= 0.0501, (
                players,
                agent,
                nemesis,
            )


def sources(table):
    """By cell of a table of several plans where it is taken from."""
    text = (PROJECT / table[0]).read_text(encoding="utf-8")
    cells = ((TABLES[table](row, column), told) for row, column, told in page_tables.cells_of(text, table[1]))
    return [(cell, told) for cell, told in cells if cell]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]} {table[1]}")
def test_every_cell_of_a_table_of_several_plans_is_taken_from_one(table):
    assert len(sources(table)) >= 12
    for cell, told in sources(table):
        plan = plan_of(cell.plan)
        rows = {*QUESTIONS[plan.question].entries(plan), *(variant.name for variant in plan.variants), "", *plan.agents}
        assert cell.row in rows
        assert page_tables.told_like(told, 0.12345, 0.1, 0.2).count(".") == told.count(".")


def compare_table(table, results):
    text = (PROJECT / table[0]).read_text(encoding="utf-8")
    assert figures.with_scores_of(text, table[1], TABLES[table], results) == text, (
        "renew it: see experiments.answer.figures"
    )
    for plan, result in results.items():
        other = {plan: SimpleNamespace(table=result.table.assign(score=0.0012, low=0.0, high=0.003))}
        assert figures.with_scores_of(text, table[1], TABLES[table], other) != text


MIXED, *PLAYED_LONG = sorted(TABLES, key=lambda table: "nightfall" not in table[0])


def test_a_small_table_of_several_plans_is_what_comes_out(tmp_path):
    compare_table(MIXED, {cell.plan: figures.played(cell.plan, tmp_path) for cell, _ in sources(MIXED)})


@pytest.mark.parametrize("table", PLAYED_LONG, ids=lambda table: f"{table[0]} {table[1]}")
def test_tables_of_teams_are_renewed_by_what_their_rows_are_called(table):
    """Rows of teams are of no one agent."""
    text = (PROJECT / table[0]).read_text(encoding="utf-8")
    rows = {
        cell.plan: [other.row for other, _ in sources(table) if other.plan == cell.plan] for cell, _ in sources(table)
    }
    results = {
        plan: SimpleNamespace(
            table=pd.DataFrame({"name": names, "agents": "best", "score": 0.0012, "low": 0, "high": 1})
        )
        for plan, names in rows.items()
    }
    renewed = figures.with_scores_of(text, table[1], TABLES[table], results)
    assert len(re.findall(r"\| 0\.1(?: \(0 to 100\))?(?= \|)", renewed)) >= len(sources(table))


@pytest.mark.long
@pytest.mark.parametrize("table", PLAYED_LONG, ids=lambda table: f"{table[0]} {table[1]}")
def test_tables_of_several_plans_are_what_comes_out(table, tmp_path):
    compare_table(table, {cell.plan: figures.played(cell.plan, tmp_path) for cell, _ in sources(table)})


def test_the_table_of_archives_is_the_one_that_is_kept():
    kept = pd.read_csv(reference.FOLDER / "nightfall_archives.csv")
    text = (PROJECT / page_tables.ARCHIVES[0]).read_text(encoding="utf-8")
    assert figures.with_archives(text, kept) == text
    assert figures.with_archives(text, kept.assign(dealt_worth=kept["dealt_worth"] + 0.01)) != text


@pytest.mark.long
def test_what_archives_are_worth_is_what_comes_out(tmp_path):
    kept = pd.read_csv(reference.FOLDER / "nightfall_archives.csv")
    pd.testing.assert_frame_equal(figures.archives(tmp_path), kept, check_dtype=False)


def test_the_command_renews_the_rows_of_one_number_of_players(tmp_path):
    path = tmp_path / "wins.csv"
    row = {"games": 10, "score": 0.5, "low": 0.4, "high": 0.6}
    kept = pd.DataFrame([{"players": players, "name": name, **row} for players in (1, 2, 3) for name in "ab"])
    path.write_text(kept.to_csv(index=False), encoding="utf-8")
    figures._keep_part(path, 2, pd.DataFrame([{"name": name, "agent": "x", **row, "score": 0.7} for name in "ab"]))
    assert pd.read_csv(path).equals(kept.assign(score=[0.5, 0.5, 0.7, 0.7, 0.5, 0.5]))


def test_the_command_renews_the_file_and_the_page(tmp_path, monkeypatch):
    (tmp_path / "page.md").write_text("It is 12.3 %\n± 0.4, and 2.3 % ± 0.4 too.\n", encoding="utf-8")
    kept = [
        Figure("page.md", "2.3 % ± 0.4", "shards_of_infinity_balance", row="p1", small=True),
        Figure("page.md", "12.3 % ± 0.4", "shards_of_infinity_first_seat", row="p1"),
        Figure("page.md", "1 ± 1", command="overnight tune"),
    ]
    (tmp_path / "figures.toml").write_text(figures.file_text(kept), encoding="utf-8")
    for name, value in (("PROJECT", tmp_path), ("KEPT", tmp_path / "figures.toml"), ("FOLDER", tmp_path)):
        monkeypatch.setattr(figures, name, value)
    table = pd.DataFrame({"name": ["p2", "p1"], "score": [0.1, 0.512], "low": [0.0, 0.507], "high": [0.2, 0.517]})
    monkeypatch.setattr(figures, "played", lambda plan, folder: SimpleNamespace(table=table, levels={}, more={}))
    monkeypatch.setattr(figures, "TABLES", {})
    assert figures.figures() == kept
    changed = figures.renew(tmp_path, small=True)
    assert [figure.text for figure in changed] == ["51.2 % ± 0.5"]
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == "It is 12.3 %\n± 0.4, and 51.2 % ± 0.5 too.\n"
    assert [figure.text for figure in figures.figures()] == ["51.2 % ± 0.5", "12.3 % ± 0.4", "1 ± 1"]
    figures.renew(tmp_path, ["shards_of_infinity_first_seat"])
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == "It is 51.2 % ± 0.5, and 51.2 % ± 0.5 too.\n"


@pytest.mark.parametrize(
    ("answer", "low", "high", "told"),
    [
        ("reached", 20.0, 20.4, "20.2 ± 0.2"),
        ("undecided", -math.inf, 23.0, "at most 23"),
        ("undecided", -math.inf, math.inf, "no answer"),
        ("beyond", 24.0, math.inf, "more than 24"),
    ],
)
def test_a_value_that_a_balance_does_not_find_is_told_by_its_bounds(answer, low, high, told):
    row = {"answer": answer, "balance": 20.2, "balance_low": low, "balance_high": high, "games": 300}
    figure = Figure("page.md", "21.6 ± 1.0", "berserk_crystals", of="balance")
    assert figure.told(SimpleNamespace(table=pd.DataFrame([row]), levels={})) == told


def test_a_kept_table_stays_one_of_its_kind(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    cells = pd.DataFrame({"row": ["a"], "column": ["b"], "score": [0.5]})
    table = pd.DataFrame({"name": ["a"], "score": [0.25]})
    result = SimpleNamespace(table=table, more={"cells": cells})
    for name, kept, wanted in (("matrix", cells, cells), ("budget", table, table)):
        (tmp_path / f"{name}.csv").write_text(kept.assign(score=0.0).to_csv(index=False), encoding="utf-8")
        figures._keep_tables(name, result)
        assert pd.read_csv(tmp_path / f"{name}.csv").equals(wanted)
    figures._keep_tables("none", result)
    assert not (tmp_path / "none.csv").exists()


@pytest.mark.parametrize("name", [name for name in figures.kept_tables() if name.endswith("_budget")])
def test_a_kept_table_has_the_rows_of_its_plan(name):
    plan = plan_of(name)
    kept = pd.read_csv(reference.FOLDER / f"{name}.csv")
    assert sorted(kept["name"]) == sorted(QUESTIONS[plan.question].entries(plan))
