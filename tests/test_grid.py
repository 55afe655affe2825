"""The question `grid`: an evening with one's own shelf, for teams too: candidates at tables, easiest to hardest."""

import numpy as np
import pytest
from pointing import answers

import experiments
from experiments import read_plan
from experiments.commands import cli
from experiments.plan.shipped import shipped_plans
from experiments.questions import drawing
from experiments.questions.pairing import games_about
from sim import load_game, nameable
from sim.core.errors import InputError

GAME = load_game("aeons_end")
NEMESES = ["rageborne", "carapace_queen"]
PLAN = {"question": "grid", "game": "aeons_end", "agents": ["best", "best"], "against_of": {"nemesis": NEMESES},
        "stop": {"games": 40}}  # fmt: skip
SHELF = """cards = [
    "Jade", "Diamond Cluster", "Burning Opal", "V'riswood Amber", "Flexing Dagger", "Bottled Vortex",
    "Unstable Prism", "amplify_vision", "Ignite", "Essence Theft", "Spectral Echo", "Wildfire Whip", "Feral Lightning",
]
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    (folder / "mine.toml").write_text(SHELF, encoding="utf-8")
    (folder / "plan.toml").write_text(
        'question = "grid"\ngame = "aeons_end"\nagents = ["best", "best"]\nrandom = 4\ncollection = "mine.toml"\n'
        f"against_of = {{ nemesis = {NEMESES} }}\n[stop]\ngames = 120\n", encoding="utf-8",
    )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def played(shelf):
    return experiments.run_plan(read_plan(shelf / "plan.toml"), shelf / "results")


def test_markets_are_drawn_from_the_shelf_alone(shelf):
    plan = read_plan(shelf / "plan.toml")
    mine = {"jade", "diamond_cluster", "burning_opal", "vriswood_amber", "flexing_dagger", "bottled_vortex",
            "unstable_prism", "amplify_vision", "ignite", "essence_theft", "spectral_echo", "wildfire_whip",
            "feral_lightning"}  # fmt: skip
    assert mine <= set(GAME.words.card_ids())
    markets = {tuple(variant.table["supply"]) for variant in plan.variants}
    assert len(markets) == 4
    assert all(set(market) <= mine for market in markets)
    assert [variant.table["nemesis"] for variant in plan.variants] == NEMESES * 4
    assert set(plan.values["collection"]) == mine, "the plan that a run keeps needs no other file"


def test_the_frozen_plan_is_the_same(played, shelf):
    again = read_plan(played.folder / "plan.toml")
    assert again.digest() == read_plan(shelf / "plan.toml").digest() == played.plan.digest()


def test_every_cell_and_mean_is_that_of_its_games(played):
    games = played.games.groupby("variant", observed=True)["score_p1"].mean()
    cells = played.cells
    assert len(cells) == 8
    assert (cells["low"] < cells["score"]).all()
    assert (cells["score"] <= cells["high"]).all()
    for cell in cells.itertuples():
        assert cell.score == pytest.approx(games[f"{cell.row}, {cell.column}"])
        assert cell.games == 120
    for row in played.table.itertuples():
        assert row.score == pytest.approx(cells.loc[cells["row"] == row.name, "score"].mean())
        assert row.low < row.score < row.high
    for column in played.more["columns"].itertuples():
        assert column.score == pytest.approx(cells.loc[cells["column"] == column.name, "score"].mean())


def test_the_best_stand_first_and_the_easiest_left(played):
    assert played.table["score"].is_monotonic_decreasing
    assert played.more["columns"]["score"].is_monotonic_decreasing
    axes = played.plot("grid")
    answers(axes, len(played.cells), "±|to")
    assert {" at ".join(place.spot.about) for place in drawing.places(axes)} == {
        f"{cell.row} at {cell.column}" for cell in played.cells.itertuples()
    }
    assert {games_about(played.plan)(place.spot.about) for place in drawing.places(axes)} == {
        variant.name for variant in played.plan.variants
    }
    assert [label.get_text() for label in axes.get_yticklabels()] == played.table["name"].tolist()
    assert [label.get_text() for label in axes.get_xticklabels()] == played.more["columns"]["name"].tolist()
    assert "easiest left" in " ".join(axes.get_xlabel().split())


def test_how_far_each_is_behind_the_best_is_paired(played):
    scores = played.games.pivot_table(index="deal", columns="variant", values="score_p1", observed=True)
    means = {row: scores[[f"{row}, {nemesis}" for nemesis in NEMESES]].mean(axis=1) for row in played.table["name"]}
    best = played.table["name"].iloc[0]
    for row in played.table.itertuples():
        assert row.behind == pytest.approx((means[row.name] - means[best]).mean())
        assert (row.standing == "not best") == (row.behind_high < 0)
    assert (played.headline.count("better than every other") == 1) == (played.table["standing"].iloc[0] == "best")
    assert f"scores highest of 4 on average at 2 tables, {100 * played.table['score'].iloc[0]:.0f} %" in played.headline


def test_report_and_terminal_tell_what_each_market_is(played, shelf, capsys):
    assert cli.main(["report", str(played.folder)]) == 0
    told = capsys.readouterr().out
    report = played.report.read_text(encoding="utf-8")
    for variant in played.plan.variants[:: len(NEMESES)]:
        assert ", ".join(variant.table["supply"]) in told
        assert ", ".join(variant.table["supply"]) in report
    assert "supply drawn at random" in told
    for nemesis in NEMESES:
        assert f"At the table {nemesis} " in played.explain()


def test_the_same_in_short_and_written_out():
    short = read_plan({**PLAN, "variants_of": {"supply": ["free_charges", "deck_destruction"]}})
    tables = [{"name": name, "table": {"nemesis": name}} for name in NEMESES]
    rows = [{"name": name, "table": {"supply": name}} for name in ("free_charges", "deck_destruction")]
    long = read_plan({**{k: v for k, v in PLAN.items() if k != "against_of"}, "variants": rows, "against": tables})
    assert short.digest() == long.digest()
    assert short.own == long.own
    strategies = read_plan({**PLAN, "variants_of": {"agent": ["best", "random"]}})
    assert [[agent.name for agent in v.agents] for v in strategies.variants[::2]] == [["best"] * 2, ["random"] * 2]


def test_decks_at_tables_of_opponents():
    found = experiments.grid(
        "keyforge", ["random", "random"], {n: {"seat": {"decks": n}} for n in ("random:1", "random:2")},
        {n: {"decks": ["", n]} for n in ("random:3", "random:4", "random:5")}, games=8, results=None,
    )  # fmt: skip
    assert sorted(found.table["name"]) == ["random:1", "random:2"]
    assert len(found.cells) == 6
    decks = [variant.table["decks"] for variant in found.plan.variants]
    assert decks[:3] == [["random:1", f"random:{n}"] for n in (3, 4, 5)]
    assert np.allclose(found.table["score"].sum() / 2, found.cells["score"].mean())


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"random": 3, "collection": "none.toml"}, "none.toml"),
        ({"random": 3, "collection": ["jadee"]}, "jadee"),
        ({}, "grid needs either [[variants]] or random"),
        ({"variants_of": {"supply": ["free_charges"]}}, "grid needs at least two [[variants]], found 1"),
        ({"random": 3, "against": [{"name": "a", "weight": 2}]}, "weight belongs to a race"),
        ({"random": 3, "against": [{"name": "rageborne"}]}, "several tables have the same name"),
        ({"random": 3, "against_of": {"nemesis": ["ragborne"]}}, 'did you mean "rageborne"'),
    ],
)
def test_what_is_wrong_is_said(own, message):
    with pytest.raises(InputError) as error:
        read_plan({**PLAN, **own})
    assert message in "\n".join(error.value.problems)


def test_a_collection_file_is_one_list(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("jade = true\n", encoding="utf-8")
    with pytest.raises(InputError, match="a collection is one list"):
        read_plan({**PLAN, "random": 3, "collection": "mine.toml"})


def test_one_comes_with_the_project():
    plan = read_plan("aeons_end_grid")
    assert "aeons_end_grid" in shipped_plans()
    assert len(plan.own.rows) == 12
    assert set(plan.own.columns) == set(nameable.named("aeons_end", "nemeses"))
